"""Zones of control, reach, and reasons against moves (chapters 7 and 8) as typed answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.games.holland44.answers.units import points
from engine.games.holland44.constants import STEP_LIMIT
from engine.games.holland44.house_rules import ruled
from engine.games.holland44.orders import legal_orders, verdicts_beside
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch06_stacking import has_too_many_steps, load_of
from engine.games.holland44.rules.ch08_movement.mover import MODES, Mode, Move, Mover
from engine.games.holland44.rules.ch08_movement.reach import Arrival, allows_mode, reachable
from engine.games.holland44.rules.ch08_movement.why_not import judge_move, mover_of, why_not
from engine.games.holland44.rules.ch18_supply import supply_of
from engine.games.holland44.units import Unit
from engine.rules import answers
from engine.rules.registry import is_legal

TOO_FAR = frozenset({"rule.holland44.8.1.points", "rule.holland44.8.3.1.far"})
"""Verdicts about nothing but distance."""

MAX_BROKEN = 2
"""Paths that break more rules than this are not shown as explanations."""

SEARCH_DEPTH = 4
"""Hexes between a target and the nearest reachable hex; targets further off get no explanation."""

Judged = tuple[Move, list[Verdict]]


def zones(position: Position, side: str) -> answers.Zones:
    """Return a side's zone of control and bonds (7)."""
    front = position.fronts[side]
    bonds = [
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
                bonds.append(answers.Bond((a, None), hexside=(i, j), edge=edge))
            else:
                bonds.append(answers.Bond((min(a, end), max(a, end)), hexside=(i, j)))
    return answers.Zones(side, frozenset(front.zone), tuple(bonds))


def _area_beyond(position: Position, side: str, i: int, j: int) -> str:
    touching = position.ground.area_hexes
    shared = [a for a in touching[i] if a in touching[j] and position.area_side(a) == side]
    return shared[0] if shared else touching[i][0]


def reach(position: Position, units: Sequence[Unit], mode: str = "best") -> answers.Reach:
    """Return the places that a stack can reach, by one mode or the best for each hex."""
    names = tuple(u.id for u in units)
    key = ("reach", names, mode)
    if key not in position.memo:
        position.memo[key] = _reach(position, units, mode)
    answer: answers.Reach = position.memo[key]
    return answer


def _reach(position: Position, units: Sequence[Unit], mode: str) -> answers.Reach:
    mover = mover_of(position, units)
    arrivals = reachable(mover, None if mode == "best" else [cast(Mode, mode)])
    is_hex = position.places.is_hex
    supply = supply_of(position, mover.side)
    supplied = all(supply.supplies(u, u.place) for u in units)
    ends = {
        place: _end(position, units, place, a, mover.done.hexes, supplied=supplied)
        for place, a in sorted(arrivals.items())
    }
    hexes = {place: end for place, end in ends.items() if is_hex(place)}
    if mode == "best":
        for order in relocations(position, units):
            place = position.places.index(order.path[-1])
            hexes[place] = answers.Reached(0, order.mode, (units[0].place, place))
    return answers.Reach(
        tuple(u.id for u in units),
        units[0].place,
        hexes,
        {place: end for place, end in ends.items() if not is_hex(place)},
        allowance=points(mover.allowance),
        spent=points(mover.done.spent),
        spent_hexes=mover.done.hexes,
    )


def relocations(position: Position, units: Sequence[Unit]) -> Iterator[act.MoveUnits]:
    """25.6: yield the legal redeployments of a single unknown unit."""
    if len(units) == 1 and units[0].profile.unknown:
        orders = legal_orders(position, units[0])
        yield from (order for order in orders if isinstance(order, act.MoveUnits))


def _end(
    position: Position,
    units: Sequence[Unit],
    place: int,
    arrival: Arrival,
    before: int,
    *,
    supplied: bool,
) -> answers.Reached:
    """Return an end of a move with its price; ``before`` is the number of hexes moved already,
    ``supplied`` whether all units are in supply where they are.
    """
    return answers.Reached(
        points(arrival.cost),
        arrival.mode,
        arrival.path,
        arrival.stop,
        answers.Price(
            _steps_lost(position, units, place),
            _status(units, arrival, before + len(arrival.path) - 1),
            _supplied(position, units, place) if supplied else None,
        ),
    )


def _steps_lost(position: Position, units: Sequence[Unit], place: int) -> int:
    """6.4.1: return the steps lost at the end of the phase if these units stay at a place."""
    if not position.places.is_hex(place):
        return 0
    names = {u.id for u in units}
    here = [u for u in position.stack(place) if u.profile.side == units[0].profile.side]
    others = [u for u in here if u.id not in names]
    if not others:
        return 0
    return _excess([*others, *units]) - _excess(others)


def _excess(stack: Sequence[Unit]) -> int:
    """6.4.1: return the steps of a stack beyond the limit."""
    return load_of(stack).steps - STEP_LIMIT if has_too_many_steps(stack) else 0


def _status(units: Sequence[Unit], arrival: Arrival, hexes: int) -> tuple[str, ...]:
    """14.3.1, 11.5.2, 17.3: return the statuses that the move adds."""
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


def _supplied(position: Position, units: Sequence[Unit], place: int) -> bool:
    """18.5: return whether all units would be in supply there, with the other units as they are."""
    supply = supply_of(position, units[0].profile.side)
    return all(supply.supplies(u, place) for u in units)


def redeployment(position: Position, units: Sequence[Unit], target: int) -> answers.WhyNot | None:
    """25.6: return the way of an unknown unit that may be redeployed to a hex; else None."""
    for order in relocations(position, units):
        if position.places.index(order.path[-1]) == target:
            path = (units[0].place, target)
            return answers.WhyNot(target, order.mode, path, tuple(verdicts_beside(position, order)))
    return None


def why(position: Position, units: Sequence[Unit], target: int) -> answers.WhyNot:
    """Return every reason against the best path of units to a place, house rules included."""
    move, verdicts = why_not(mover_of(position, units), target)
    return answers.WhyNot(target, move.mode, tuple(move.path), tuple(verdicts))


def why_near(position: Position, units: Sequence[Unit], target: int) -> answers.WhyNot:
    """Return the reasons against a move; for an overlong detour, those of the direct path."""
    mover = mover_of(position, units)
    move, verdicts = why_not(mover, target)
    closed = position.places.is_hex(target) and not is_legal(verdicts)
    if closed and all(v.key in TOO_FAR for v in verdicts if v.level == "forbid"):
        near = _direct_path(mover, target)
        if near is not None:
            short, reasons = near
            return answers.WhyNot(
                target, short.mode, tuple(short.path), tuple(reasons), tuple(verdicts)
            )
    return answers.WhyNot(target, move.mode, tuple(move.path), tuple(verdicts))


def _direct_path(mover: Mover, target: int) -> Judged | None:
    """Return a direct path to a hex reached only by a detour, with its verdicts, or None.

    The path and mode that break the fewest rules are used, at least one rule not being about
    distance. Modes that these units may not use are left out.
    """
    best: tuple[tuple[int, int], Judged] | None = None
    modes = [mode for mode in MODES if allows_mode(mover, mode)]
    for path in _direct_paths(mover, target):
        for mode in modes:
            move = Move(mover, mode, path)
            verdicts = ruled(mover.position, judge_move(move))
            broken = sum(v.level == "forbid" and v.key not in TOO_FAR for v in verdicts)
            weight = sum(v.level == "forbid" for v in verdicts), len(path)
            if 0 < broken <= MAX_BROKEN and (best is None or weight < best[0]):
                best = weight, (move, verdicts)
    return None if best is None else best[1]


def _direct_paths(mover: Mover, target: int) -> Iterator[tuple[int, ...]]:
    """Yield paths through the reachable hexes nearest to a hex, and from there straight to it."""
    ring, reached = mover.position.ground.ring, reachable(mover)
    starts = {place: arrival.path for place, arrival in reached.items()}
    starts[mover.start] = (mover.start,)
    to_target: dict[int, tuple[int, ...]] = {target: (target,)}
    layer = [target]
    for _ in range(SEARCH_DEPTH):
        if any(i in starts for i in layer):
            break
        following = []
        for i in layer:
            for j in ring[i]:
                if j not in to_target:
                    to_target[j] = (j, *to_target[i])
                    following.append(j)
        layer = following
    for i in layer:
        if i in starts:
            yield (*starts[i][:-1], *to_target[i])


def together(position: Position, units: Iterable[str]) -> list[Unit]:
    """Return the units in play that are at the same place as the first of them."""
    known = [position.units[u] for u in units if u in position.units]
    return [u for u in known if u.place == known[0].place]
