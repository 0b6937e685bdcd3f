"""Judging a move, and finding every reason why a hex cannot be reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core.verdicts import Verdict
from engine.games.holland44.book import judge
from engine.games.holland44.constants import SIXTH, say
from engine.games.holland44.house import ruled
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch08_movement.limits import MoveLimits
from engine.games.holland44.rules.ch08_movement.mover import MODES, Mode, Move, Mover
from engine.games.holland44.rules.ch08_movement.reach import mode_verdicts, reachable
from engine.games.holland44.rules.ch18_supply import supply_of
from engine.games.holland44.units import Unit
from engine.search.movement import least_bad

MODES_OF: dict[str, tuple[Mode, ...]] = {
    "normal": ("normal",),
    "extended": ("extended",),
    "tactical": ("tactical",),
    "infiltration": ("tactical",),
    "full_retreat": ("full_retreat",),
    "arrival": MODES,
    "box": MODES,
    "best": MODES,
}
"""Modes of the log's move actions that are movement, and the modes they may be judged in."""
FAULT = 1_000_000
"""The price of a broken rule in the search for the best way to a hex: more than any path costs."""
OFF_THE_WAYS = 6
"""What a step costs, beside its faults, where there is no way and so no cost."""


def mover_of(position: Position, units: Sequence[Unit]) -> Mover:
    """Units about to move; a dismounted one mounts if its supply crosses no canal now (18.6).

    One without any supply path stays on foot.
    """
    return Mover(position, [_mounted(position, unit) for unit in units])


def _mounted(position: Position, unit: Unit) -> Unit:
    if "dismounted" not in unit.profile.status:
        return unit
    line = supply_of(position, unit.profile.side).line(unit)
    if line.over_canal or not line.supplied:
        return unit
    piece = position.state.pieces[unit.id]
    status = piece.status - {"dismounted"}
    roster = position.setting.roster
    return Unit(unit.id, unit.place, roster.profile(piece.counter, piece.side, piece.steps, status))


def judge_move(move: Move) -> list[Verdict]:
    """Everything the rules say of a move along a path."""
    if len(move.path) < 2:
        return mode_verdicts(move.mover, move.mode)
    if move.path[0] != move.mover.start:
        position = move.position
        return [
            say(
                "8.1",
                "start",
                units=sorted(move.mover.ids),
                hexes=[position.number(move.path[0])],
                hex=position.where(move.path[0]),
                stands=position.where(move.mover.start),
            )
        ]
    return [*judge(move.position, "mode", move), *judge(move.position, "move", move)]


def judge_path(mover: Mover, mode: str, path: Sequence[int]) -> list[Verdict]:
    """What the rules say of a path in a mode of :data:`MODES_OF`, read in the mover's favour."""
    found = [judge_move(Move(mover, m, path)) for m in MODES_OF[mode]]
    return min(found, key=lambda verdicts: sum(v.level == "forbid" for v in verdicts))


def why_not(mover: Mover, target: int) -> tuple[Move, list[Verdict]]:
    """The best way of moving to a hex or entry area, and what the game's rules say of it.

    Of all modes the one that breaks the fewest rules; among equals the first of :data:`MODES`.
    House rules are laid over the verdicts.
    """
    arrival = reachable(mover).get(target)
    if arrival is not None:
        move = Move(mover, arrival.mode, arrival.path)
        return move, ruled(mover.position, judge_move(move))
    best: tuple[int, Move, list[Verdict]] | None = None
    for mode in MODES:
        move = Move(mover, mode)
        most = None if best is None else best[0] * FAULT
        graph = mover.position.setting.graph
        path = least_bad(graph, mover.start, target, _Ways(move, target), most)
        if path is None:
            continue
        move = Move(mover, mode, path)
        verdicts = ruled(mover.position, judge_move(move))
        broken = sum(1 for v in verdicts if v.level == "forbid")
        if best is None or broken < best[0]:
            best = broken, move, verdicts
    if best is None:
        empty = Move(mover, MODES[0], (mover.start,))
        where = mover.position.where(target)
        return empty, [say("8.1", "no_way", hexes=[mover.position.number(target)], hex=where)]
    return best[1], best[2]


class _Ways:
    """The steps out of a hex, with their cost and a fault for each rule they break.

    What is closed, held or barred is asked of the same :class:`MoveLimits` as by :mod:`.reach`.
    """

    def __init__(self, move: Move, target: int) -> None:
        self.move = move
        self.openings = openings = MoveLimits(move)
        self.target_area = move.position.area_of(target)
        self.faults = Counter(i for hexes in (*openings.closed, self._unable()) for i in hexes)
        self.known_zone = move.mover.enemy.known_zone
        self.ring = move.position.ground.ring
        self.leave = move.position.ground.leave

    def _unable(self) -> frozenset[int]:
        """Enemy hexes closed for one reason more: unknown units may not be entered (25.3.1)."""
        mover = self.move.mover
        if mover.side != "allied" or mover.waives("25.3.1"):
            return frozenset()
        return mover.enemy.lone_unknowns - mover.quarry

    def __call__(self, i: int, first: bool) -> dict[int, int]:
        move, mover, openings = self.move, self.move.mover, self.openings
        faults, quarry = self.faults, mover.quarry
        if i >= move.position.places.hex_count:
            return self._out_of_area() if first else {}
        tactical, traffic = move.tactical, move.traffic
        leaving = self.leave if i in mover.enemy.zone else 0
        started = first and not move.walked
        halted = not started and openings.holds(i)
        base = FAULT if not started and openings.catches(i) else 0
        ways = {} if tactical else openings.edges[i]
        barred, bonded = openings.barred, mover.enemy.bonds.hexes
        found = {}
        for j in self.ring[i]:
            price = base + FAULT * faults[j]
            if (i, j) in barred and j not in bonded:
                price += FAULT
            held = j not in quarry or i in self.known_zone
            if halted and held:
                price += FAULT
            way = ways.get(j)
            if tactical or way is None:
                price += FAULT * openings.ground_faults(i, j, first=started)
            if not tactical:
                price += traffic.get(j, 0) + (leaving if held else 0)
            cost = OFF_THE_WAYS if way is None else way[1]
            found[j] = price + (1 if tactical else cost)
        area = self.target_area
        if area is not None and area in move.position.ground.area_hexes.get(i, ()):
            price = base + FAULT * halted + FAULT * (not openings.may_leave_from(i))
            price += 1 if tactical else SIXTH + leaving
            found[move.position.area_place(area)] = self._closed_area(area) + price
        return found

    def _out_of_area(self) -> dict[int, int]:
        """The ways from an entry area: onto the map, or into the area asked for (19.1, 19.6)."""
        move, position = self.move, self.move.position
        here, area = move.mover.area or "", self.target_area
        if area is not None and area in position.ground.area_neighbours[here]:
            return {position.area_place(area): self._closed_area(area) + move.mover.allowance}
        open_ = {way[0]: 1 if move.tactical else way[1] for way in self.openings.first_ways}
        hexes = position.board.areas[here].hexes
        return {j: open_.get(j, FAULT) + FAULT * self.faults[j] for j in hexes}

    def _closed_area(self, letter: str) -> int:
        return 0 if letter in self.openings.areas else FAULT
