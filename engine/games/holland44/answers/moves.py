"""Zones of control, reach, and why not (chapters 7 and 8) as typed answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from engine.core.verdicts import Verdict
from engine.games.holland44.answers.units import points
from engine.games.holland44.constants import STEP_LIMIT
from engine.games.holland44.house import ruled
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch06_stacking import has_too_many_steps, load_of
from engine.games.holland44.rules.ch08_movement.mover import MODES, Mode, Move, Mover
from engine.games.holland44.rules.ch08_movement.reach import Arrival, allows_mode, reachable
from engine.games.holland44.rules.ch08_movement.why_not import judge_move, mover_of, why_not
from engine.games.holland44.rules.ch18_supply import supply_of
from engine.games.holland44.units import Unit
from engine.rules import answers
from engine.rules.registry import is_legal

FAR = frozenset({"rule.holland44.8.1.points", "rule.holland44.8.3.1.far"})
"""Verdicts that only say how far it is."""

PLAIN = 2
"""A way that breaks more rules than these explains nothing."""

BEYOND = 4
"""Hexes beyond the nearest reached one: what lies further is far, and no more need be said."""

Judged = tuple[Move, list[Verdict]]


def zones(position: Position, side: str) -> answers.Zones:
    """A side's zone of control and bonds (7)."""
    front = position.fronts[side]
    found = [
        answers.Bond((min(a, b), max(a, b)), hex=hex_)
        for hex_, ends in sorted(front.bonds.hexes.items())
        for a, b in sorted(ends)
    ]
    for (i, j), sides in sorted(front.bonds.sides.items()):
        if i > j:
            continue
        for a, end in sides:
            if end is None:
                edge = _area_beyond(position, side, i, j)
                found.append(answers.Bond((a, None), hexside=(i, j), edge=edge))
            else:
                found.append(answers.Bond((min(a, end), max(a, end)), hexside=(i, j)))
    return answers.Zones(side, frozenset(front.zone), tuple(found))


def _area_beyond(position: Position, side: str, i: int, j: int) -> str:
    touching = position.ground.area_hexes
    shared = [a for a in touching[i] if a in touching[j] and position.area_side(a) == side]
    return shared[0] if shared else touching[i][0]


def reach(position: Position, units: Sequence[Unit], mode: str = "best") -> answers.Reach:
    """Where units that stand together may go, by one mode or the best for each hex."""
    names = tuple(u.id for u in units)
    key = ("reach", names, mode)
    if key not in position.memo:
        position.memo[key] = _reach(position, units, mode)
    known: answers.Reach = position.memo[key]
    return known


def _reach(position: Position, units: Sequence[Unit], mode: str) -> answers.Reach:
    mover = mover_of(position, units)
    found = reachable(mover, None if mode == "best" else [cast(Mode, mode)])
    count = position.places.hex_count
    ends = {
        place: _end(position, units, place, a, mover.done.hexes)
        for place, a in sorted(found.items())
    }
    return answers.Reach(
        tuple(u.id for u in units),
        units[0].place,
        {place: end for place, end in ends.items() if place < count},
        {place: end for place, end in ends.items() if place >= count},
        allowance=points(mover.allowance),
        spent=points(mover.done.spent),
        spent_hexes=mover.done.hexes,
    )


def _end(
    position: Position, units: Sequence[Unit], place: int, arrival: Arrival, before: int
) -> answers.Reached:
    """An end of a move with its price; ``before`` are the hexes moved already."""
    return answers.Reached(
        points(arrival.cost),
        arrival.mode,
        arrival.path,
        arrival.stop,
        answers.Price(
            _steps_lost(position, units, place),
            _status(units, arrival, before + len(arrival.path) - 1),
            _supplied(position, units, place),
        ),
    )


def _steps_lost(position: Position, units: Sequence[Unit], place: int) -> int:
    """6.4.1: the steps that will be lost at the phase's end because these units stand there."""
    if place >= position.places.hex_count:
        return 0
    names = {u.id for u in units}
    here = [u for u in position.stack(place) if u.profile.side == units[0].profile.side]
    others = [u for u in here if u.id not in names]
    if not others:
        return 0
    return _excess([*others, *units]) - _excess(others)


def _excess(stack: Sequence[Unit]) -> int:
    """6.4.1: the steps of a stack beyond those that may stay."""
    return load_of(stack).steps - STEP_LIMIT if has_too_many_steps(stack) else 0


def _status(units: Sequence[Unit], arrival: Arrival, hexes: int) -> tuple[str, ...]:
    """14.3.1, 11.5.2, 17.3: what the units will be by the move itself, beyond what they are."""
    if arrival.mode == "full_retreat":
        return () if all(u.profile.full_retreat for u in units) else ("full_retreat",)
    if arrival.mode != "tactical" or hexes <= 1:
        return ()
    delicate = any(
        ("engaged" in u.profile.status or (u.profile.artillery and not u.profile.moved))
        and not u.profile.full_retreat
        for u in units
    )
    return ("disrupted",) if delicate else ()


def _supplied(position: Position, units: Sequence[Unit], place: int) -> bool | None:
    """18.5: would all of them be in supply there, as the sides stand now?

    None for units without supply where they stand: the move costs them none.
    """
    supply = supply_of(position, units[0].profile.side)
    if not all(supply.is_reached(u, u.place) for u in units):
        return None
    return all(supply.is_reached(u, place) for u in units)


def why(position: Position, units: Sequence[Unit], target: int) -> answers.WhyNot:
    """Every reason against the best way of units to a place, house rules included."""
    move, verdicts = why_not(mover_of(position, units), target)
    return answers.WhyNot(target, move.mode, tuple(move.path), tuple(verdicts))


def why_near(position: Position, units: Sequence[Unit], target: int) -> answers.WhyNot:
    """The same; but where only its length is against it, the short way that a player thinks of."""
    mover = mover_of(position, units)
    move, verdicts = why_not(mover, target)
    closed = target < position.places.hex_count and not is_legal(verdicts)
    if closed and all(v.key in FAR for v in verdicts if v.level == "forbid"):
        near = _near_way(mover, target)
        if near is not None:
            short, reasons = near
            return answers.WhyNot(
                target, short.mode, tuple(short.path), tuple(reasons), tuple(verdicts)
            )
    return answers.WhyNot(target, move.mode, tuple(move.path), tuple(verdicts))


def _near_way(mover: Mover, target: int) -> Judged | None:
    """What closes the short way to a hex to which an open way leads round; None if nothing does.

    The mode in which the way breaks the fewest rules, of which one at least is not its length; a
    mode that these units may not use explains nothing.
    """
    best: tuple[tuple[int, int], Judged] | None = None
    modes = [mode for mode in MODES if allows_mode(mover, mode)]
    for path in _ways(mover, target):
        for mode in modes:
            move = Move(mover, mode, path)
            verdicts = ruled(mover.position, judge_move(move))
            broken = sum(v.level == "forbid" and v.key not in FAR for v in verdicts)
            weight = sum(v.level == "forbid" for v in verdicts), len(path)
            if 0 < broken <= PLAIN and (best is None or weight < best[0]):
                best = weight, (move, verdicts)
    return None if best is None else best[1]


def _ways(mover: Mover, target: int) -> Iterator[tuple[int, ...]]:
    """Paths by the reached hexes that are nearest to a hex, and straight on."""
    ring, reached = mover.position.ground.ring, reachable(mover)
    starts = {place: arrival.path for place, arrival in reached.items()}
    starts[mover.start] = (mover.start,)
    onward: dict[int, tuple[int, ...]] = {target: (target,)}
    layer = [target]
    for _ in range(BEYOND):
        if any(i in starts for i in layer):
            break
        following = []
        for i in layer:
            for j in ring[i]:
                if j not in onward:
                    onward[j] = (j, *onward[i])
                    following.append(j)
        layer = following
    for i in layer:
        if i in starts:
            yield (*starts[i][:-1], *onward[i])


def together(position: Position, units: Iterable[str]) -> list[Unit]:
    """Those of some units that are in play and stand where the first of them stands."""
    known = [position.units[u] for u in units if u in position.units]
    return [
        u for u in known if u.place == known[0].place and u.profile.side == known[0].profile.side
    ]
