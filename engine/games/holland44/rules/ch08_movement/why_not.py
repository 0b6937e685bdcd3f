"""Verdicts on moves, and all reasons why a hex cannot be reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core.verdicts import Verdict
from engine.games.holland44.book import judge
from engine.games.holland44.constants import SIXTH, verdict
from engine.games.holland44.house_rules import ruled
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
"""Modes of the log's move actions, with the modes of movement they may be judged in."""
FAULT = 1_000_000
"""The cost of a broken rule in the search for the best path: more than any path costs."""
NO_EDGE_COST = 6
"""The cost of a step without an edge, apart from its faults."""


def mover_of(position: Position, units: Sequence[Unit]) -> Mover:
    """Return units about to move; dismounted ones mount if supplied over no canal (18.6)."""
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
    """Return all verdicts on a move along a path."""
    if len(move.path) < 2:
        return mode_verdicts(move.mover, move.mode)
    if move.path[0] != move.mover.start:
        position = move.position
        return [
            verdict(
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
    """Return the most favourable verdicts on a path in a mode of :data:`MODES_OF`."""
    judged = [judge_move(Move(mover, m, path)) for m in MODES_OF[mode]]
    return min(judged, key=lambda verdicts: sum(v.level == "forbid" for v in verdicts))


def why_not(mover: Mover, target: int) -> tuple[Move, list[Verdict]]:
    """Return the best move to a hex or entry area, and the verdicts on it.

    Of all modes, the one that breaks the fewest rules is used, the first of :data:`MODES` among
    equals. House rules are applied to the verdicts.
    """
    arrival = reachable(mover).get(target)
    if arrival is not None:
        move = Move(mover, arrival.mode, arrival.path)
        return move, ruled(mover.position, judge_move(move))
    best: tuple[int, Move, list[Verdict]] | None = None
    for mode in MODES:
        move = Move(mover, mode)
        limit = None if best is None else best[0] * FAULT
        graph = mover.position.setting.graph
        path = least_bad(graph, mover.start, target, _Steps(move, target), limit)
        if path is not None:
            move = Move(mover, mode, path)
            verdicts = ruled(mover.position, judge_move(move))
            broken = sum(v.level == "forbid" for v in verdicts)
            if best is None or broken < best[0]:
                best = broken, move, verdicts
    if best is None:
        empty = Move(mover, "normal", (mover.start,))
        where = mover.position.where(target)
        return empty, [verdict("8.1", "no_way", hexes=[mover.position.number(target)], hex=where)]
    return best[1], best[2]


class _Steps:
    """Steps out of a hex, with their cost and a fault for each rule they break.

    Closed, stopping and barred hexes come from the same :class:`MoveLimits` as in :mod:`.reach`.
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
        """Return enemy hexes closed for one more reason: their unknown units (25.3.1)."""
        mover = self.move.mover
        if mover.waives("25.3.1"):
            return frozenset()
        return mover.enemy.lone_unknowns - mover.quarry

    def __call__(self, i: int, first: bool) -> dict[int, int]:
        move, mover, openings = self.move, self.move.mover, self.openings
        faults, quarry = self.faults, mover.quarry
        if not move.position.places.is_hex(i):
            return self._out_of_area() if first else {}
        tactical, traffic = move.tactical, move.traffic
        leaving = self.leave if i in mover.enemy.zone else 0
        started = first and not move.hexes_moved
        halted = not started and openings.holds(i)
        base = FAULT if not started and openings.catches(i) else 0
        edges = {} if tactical else openings.edges[i]
        barred, bonded = openings.barred, mover.enemy.bonds.hexes
        costs = {}
        for j in self.ring[i]:
            price = base + FAULT * faults[j]
            if (i, j) in barred and j not in bonded:
                price += FAULT
            stopped = j not in quarry or i in self.known_zone
            if halted and stopped:
                price += FAULT
            edge = edges.get(j)
            if tactical or edge is None:
                price += FAULT * openings.ground_faults(i, j, first=started)
            if not tactical:
                price += traffic.get(j, 0) + (leaving if stopped else 0)
            cost = NO_EDGE_COST if edge is None else edge[1]
            costs[j] = price + (1 if tactical else cost)
        area = self.target_area
        if area is not None and area in move.position.ground.area_hexes.get(i, ()):
            price = base + FAULT * halted + FAULT * (not openings.may_leave_from(i))
            price += 1 if tactical else SIXTH + leaving
            costs[move.position.area_place(area)] = self._closed_area(area) + price
        return costs

    def _out_of_area(self) -> dict[int, int]:
        """Return the steps from an entry area onto the map, or into the target area."""
        move, position = self.move, self.move.position
        here, area = move.mover.area or "", self.target_area
        if area is not None and area in position.ground.area_neighbours[here]:
            return {position.area_place(area): self._closed_area(area)}
        open_ = {edge[0]: 1 if move.tactical else edge[1] for edge in self.openings.first_edges}
        hexes = position.board.areas[here].hexes
        return {j: open_.get(j, FAULT) + FAULT * self.faults[j] for j in hexes}

    def _closed_area(self, letter: str) -> int:
        return 0 if letter in self.openings.areas else FAULT
