"""The hexes that units reach: by cost in most modes, hex by hex in tactical movement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.board.board import BEYOND
from engine.core.verdicts import Verdict
from engine.games.holland44.book import judge
from engine.games.holland44.constants import SIXTH
from engine.games.holland44.house import allows
from engine.games.holland44.rules.ch08_movement.limits import MoveLimits
from engine.games.holland44.rules.ch08_movement.mover import MODES, Mode, Move, Mover
from engine.search.movement import Reach, reach


@dataclass(frozen=True, slots=True)
class Arrival:
    """A hex or entry area that a mover comes to; ``path`` starts where it stands."""

    cost: int
    mode: Mode
    path: tuple[int, ...]
    stop: str | None


def mode_verdicts(mover: Mover, mode: Mode) -> list[Verdict]:
    """What the rules say of these units using a mode of movement at all."""
    return list(judge(mover.position, "mode", Move(mover, mode)))


def allows_mode(mover: Mover, mode: Mode) -> bool:
    """May these units use a mode of movement, by the rules and the house rules of the game?"""
    return allows(mover.position, judge(mover.position, "mode", Move(mover, mode)))


def reachable(mover: Mover, modes: Iterable[Mode] | None = None) -> dict[int, Arrival]:
    """Every hex and entry area the units may end in, by the best of the modes."""
    return dict(arrivals(mover, MODES if modes is None else modes))


def arrivals(mover: Mover, modes: Iterable[Mode] = MODES) -> Iterator[tuple[int, Arrival]]:
    """The same one by one: no mode is looked into before it is needed.

    Units whose move is over (8.1) have no mode left; that they are told in every mode.
    """
    if not mover.house and (mover.done.over or mover.done.mixed):
        return
    found = {mover.start}
    for mode in modes:
        if not allows_mode(mover, mode):
            continue
        openings = MoveLimits(Move(mover, mode))
        search = _tactical if mode == "tactical" else _by_cost
        for place, arrival in search(openings):
            if place not in found and openings.may_end(place):
                found.add(place)
                yield place, arrival


def _by_cost(openings: MoveLimits) -> Iterator[tuple[int, Arrival]]:
    mover, terms = openings.mover, openings.terms
    if terms.steps is not None and terms.steps < 1:
        return
    start = mover.start if mover.area is None else BEYOND
    found = reach(terms, start, entering=openings.move.walked > 0)
    for i, cost in found.cost.items():
        yield i, _arrival(openings, i, cost, found)
    yield from _areas(openings, found)


def _arrival(openings: MoveLimits, i: int, cost: int, found: Reach) -> Arrival:
    path = found.path(i)
    if openings.mover.area is not None:
        path.insert(0, openings.mover.start)
    return Arrival(cost, openings.move.mode, tuple(path), openings.stop_reason(i))


def _areas(openings: MoveLimits, found: Reach) -> Iterator[tuple[int, Arrival]]:
    """Entry areas that the units can leave the map into, or move on to (19.3, 19.6)."""
    position, mover, terms = openings.position, openings.mover, openings.terms
    near = () if mover.area is None else position.ground.area_neighbours[mover.area]
    onto = () if mover.area is None else (mover.start,)
    mode = openings.move.mode
    for letter in openings.areas:
        place = position.area_place(letter)
        if letter in near:
            # 19.6: it takes a whole movement.
            if mover.allowance <= terms.limit:
                yield place, Arrival(mover.allowance, mode, (mover.start, place), "area")
            continue
        ways: list[tuple[int, int]] = []
        for i in position.board.areas[letter].hexes:
            if i not in found.cost or not openings.may_leave_from(i):
                continue
            at_start = i == mover.start
            if not (at_start and not openings.move.walked) and openings.stop_reason(i):
                continue
            if terms.steps is not None and terms.steps <= (0 if at_start else 1):
                continue
            ways.append((found.cost[i] + SIXTH + (terms.leave if i in terms.zone else 0), i))
        cost, edge = min(ways, default=(terms.limit + 1, 0))
        if cost <= terms.limit:
            yield place, Arrival(cost, mode, (*onto, *found.path(edge), place), "area")


def _tactical(openings: MoveLimits) -> Iterator[tuple[int, Arrival]]:
    """Every place within two hexes, by the shortest path (8.3)."""
    position, mover = openings.position, openings.mover
    import networkx as nx  # loaded when it is used

    walked, most = openings.move.walked, openings.most_hexes
    if most is not None and walked >= most:
        return
    onward: dict[int, frozenset[int]] = {}

    def weight(i: int, j: int, _: object) -> int | None:
        if i not in onward:
            first = i == mover.start and not walked
            onward[i] = frozenset(_on_from(openings, i, first=first))
        return 1 if j in onward[i] else None

    paths: dict[int, list[int]]
    _, paths = nx.single_source_dijkstra(  # type: ignore[assignment]
        position.setting.graph,
        mover.start,
        cutoff=None if most is None else most - walked,
        weight=weight,
    )
    for place, path in paths.items():
        if place == mover.start:
            continue
        stop = "area" if place >= position.places.hex_count else openings.stop_reason(place)
        yield place, Arrival(0, openings.move.mode, tuple(path), stop)


def _on_from(openings: MoveLimits, i: int, *, first: bool) -> Iterator[int]:
    """The places that may follow on a hex; ``first``: the move begins there."""
    mover = openings.mover
    stop = None if first else openings.stop_reason(i)
    if stop is None:
        yield from _next_tactical(openings, i, first=first)
    elif stop == "ezoc" and i not in mover.enemy.known_zone:
        # Only an unknown unit's zone holds it: it may enter that unit's hex (25.3.1).
        for j in _next_tactical(openings, i, first=first):
            if j in mover.quarry:
                yield j


def _next_tactical(openings: MoveLimits, i: int, *, first: bool) -> Iterator[int]:
    position, mover = openings.position, openings.mover
    if i >= position.places.hex_count and i != mover.start:
        return
    if i == mover.start and mover.area is not None:
        for j, _, _ in openings.first_ways:
            if not any(j in hexes for hexes in openings.closed):
                yield j
        near = position.ground.area_neighbours[mover.area]
        yield from (position.area_place(a) for a in openings.areas if a in near)
        return
    for j in position.ground.ring[i]:
        if openings.is_open(i, j, first=first):
            yield j
    if openings.may_leave_from(i):
        touching = position.ground.area_hexes[i]
        yield from (position.area_place(a) for a in openings.areas if a in touching)
