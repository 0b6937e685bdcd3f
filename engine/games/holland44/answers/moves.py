"""Zones of control, reach, and why not (chapters 7 and 8) as typed answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from engine.core.verdicts import Verdict
from engine.games.holland44.answers.units import points
from engine.games.holland44.house import ruled
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch06_stacking import has_too_many_steps
from engine.games.holland44.rules.ch08_movement.mover import MODES, Mode, Move, Mover
from engine.games.holland44.rules.ch08_movement.reach import Arrival, reachable
from engine.games.holland44.rules.ch08_movement.why_not import judge_move, mover_of, why_not
from engine.games.holland44.units import Unit
from engine.rules import answers as say
from engine.rules.registry import is_legal

FAR = frozenset({"rule.8.1.points", "rule.8.3.1.far"})
"""Verdicts that only say how far it is."""

PLAIN = 2
"""A way that breaks more rules than these explains nothing."""

BEYOND = 4
"""Hexes beyond the nearest reached one: what lies further is far, and no more need be said."""

Judged = tuple[Move, list[Verdict]]


def zones(position: Position, side: str) -> say.Zones:
    """A side's zone of control and bonds (7)."""
    front = position.fronts[side]
    found = [
        say.Bond((min(a, b), max(a, b)), hex=hex_)
        for hex_, ends in sorted(front.bonds.hexes.items())
        for a, b in sorted(ends)
    ]
    for (i, j), sides in sorted(front.bonds.sides.items()):
        if i > j:
            continue
        for a, end in sides:
            if end is None:
                edge = _area_beyond(position, side, i, j)
                found.append(say.Bond((a, None), hexside=(i, j), edge=edge))
            else:
                found.append(say.Bond((min(a, end), max(a, end)), hexside=(i, j)))
    return say.Zones(side, frozenset(front.zone), tuple(found))


def _area_beyond(position: Position, side: str, i: int, j: int) -> str:
    touching = position.ground.area_hexes
    shared = [a for a in touching[i] if a in touching[j] and position.area_side(a) == side]
    return shared[0] if shared else touching[i][0]


def reach(position: Position, units: Sequence[Unit], mode: str = "best") -> say.Reach:
    """Where units that stand together may go, by one mode or the best for each hex."""
    names = tuple(u.id for u in units)
    key = ("reach", names, mode)
    if key not in position.memo:
        position.memo[key] = _reach(position, units, mode)
    known: say.Reach = position.memo[key]
    return known


def _reach(position: Position, units: Sequence[Unit], mode: str) -> say.Reach:
    mover = mover_of(position, units)
    found = reachable(mover, None if mode == "best" else [cast(Mode, mode)])
    count = position.places.hex_count
    ends = {place: _end(position, units, place, a) for place, a in sorted(found.items())}
    return say.Reach(
        tuple(u.id for u in units),
        units[0].place,
        {place: end for place, end in ends.items() if place < count},
        {place: end for place, end in ends.items() if place >= count},
        allowance=points(mover.allowance),
        spent=points(mover.done.spent),
        spent_hexes=mover.done.hexes,
    )


def _end(position: Position, units: Sequence[Unit], place: int, arrival: Arrival) -> say.Reached:
    price = say.Price()
    if place < position.places.hex_count:
        own = [u for u in position.stack(place) if u.profile.side == units[0].profile.side]
        if own and has_too_many_steps([*own, *units]):
            price = say.Price(steps=1)
    return say.Reached(points(arrival.cost), arrival.mode, arrival.path, arrival.stop, price)


def why(position: Position, units: Sequence[Unit], target: int) -> say.WhyNot:
    """Every reason against the best way of units to a place, house rules included."""
    move, verdicts = why_not(mover_of(position, units), target)
    return say.WhyNot(target, move.mode, tuple(move.path), tuple(verdicts))


def why_near(position: Position, units: Sequence[Unit], target: int) -> say.WhyNot:
    """The same; but where only its length is against it, the short way that a player thinks of."""
    mover = mover_of(position, units)
    move, verdicts = why_not(mover, target)
    closed = target < position.places.hex_count and not is_legal(verdicts)
    if closed and all(v.key in FAR for v in verdicts if v.level == "forbid"):
        near = _near_way(mover, target)
        if near is not None:
            short, reasons = near
            return say.WhyNot(
                target, short.mode, tuple(short.path), tuple(reasons), tuple(verdicts)
            )
    return say.WhyNot(target, move.mode, tuple(move.path), tuple(verdicts))


def _near_way(mover: Mover, target: int) -> Judged | None:
    """What closes the short way to a hex to which an open way leads round; None if nothing does.

    The mode in which the way breaks the fewest rules, of which one at least is not its length.
    """
    best: tuple[tuple[int, int], Judged] | None = None
    for path in _ways(mover, target):
        for mode in MODES:
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
