"""Hexes in reach: by cost in most modes, hex by hex in tactical movement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.board.board import BEYOND
from engine.core.verdicts import Verdict
from engine.games.holland44.book import judge
from engine.games.holland44.constants import SIXTH
from engine.games.holland44.house_rules import allows, house_of
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch08_movement.limits import MoveLimits
from engine.games.holland44.rules.ch08_movement.mover import MODES, Mode, Move, Mover
from engine.games.holland44.rules.ch08_movement.progress import Progress, joint
from engine.search.movement import Reach, reach


class Arrival(NamedTuple):
    """A hex or entry area in reach; ``path`` begins at the mover's place."""

    cost: int
    mode: Mode
    path: tuple[int, ...]
    stop: str | None


def mode_verdicts(mover: Mover, mode: Mode) -> list[Verdict]:
    """Return the verdicts on the use of a mode of movement by these units."""
    return list(judge(mover.position, "mode", Move(mover, mode)))


def allows_mode(mover: Mover, mode: Mode) -> bool:
    """Return whether these units may use a mode of movement, house rules included."""
    return allows(mover.position, judge(mover.position, "mode", Move(mover, mode)))


def reachable(mover: Mover, modes: Iterable[Mode] | None = None) -> dict[int, Arrival]:
    """Return the best arrival in every hex and entry area where the units may end."""
    return dict(arrivals(mover, MODES if modes is None else modes))


def is_done(position: Position, units: Iterable[str]) -> bool:
    """Return whether the move of units together is over (8.1), and no house rule lets it go on."""
    return _is_over(position, joint(position.state.tracks, units))


def _is_over(position: Position, progress: Progress) -> bool:
    return (progress.over or progress.mixed) and not house_of(position)


def arrivals(mover: Mover, modes: Iterable[Mode] = MODES) -> Iterator[tuple[int, Arrival]]:
    """Yield the same arrivals one by one, without searching modes before they are needed.

    Units whose move is over (8.1) have no mode left, and the verdicts on every mode report it. The
    arrivals are kept with the position once all are known.
    """
    modes = tuple(modes)
    key, memo = ("arrivals", mover.ids, modes), mover.position.memo
    known: list[tuple[int, Arrival]] | None = memo.get(key)
    if known is not None:
        yield from known
        return
    found = []
    for arrival in _searched(mover, modes):
        found.append(arrival)
        yield arrival
    memo[key] = found


def _searched(mover: Mover, modes: Iterable[Mode]) -> Iterator[tuple[int, Arrival]]:
    """Yield the arrivals of all modes, each place once."""
    if _is_over(mover.position, mover.done):
        return
    places = {mover.start}
    for mode in modes:
        if not allows_mode(mover, mode):
            continue
        openings = MoveLimits(Move(mover, mode))
        search = _tactical if mode == "tactical" else _by_cost
        for place, arrival in search(openings):
            if place not in places and openings.may_end(place):
                places.add(place)
                yield place, arrival


def _by_cost(openings: MoveLimits) -> Iterator[tuple[int, Arrival]]:
    mover, terms = openings.mover, openings.terms
    if terms.steps is not None and terms.steps < 1:
        return
    start = mover.start if mover.area is None else BEYOND
    reached = reach(terms, start, entering=openings.move.hexes_moved > 0)
    for i, cost in reached.cost.items():
        yield i, _arrival(openings, i, cost, reached)
    yield from _areas(openings, reached)


def _arrival(openings: MoveLimits, i: int, cost: int, reached: Reach) -> Arrival:
    path = reached.path(i)
    if openings.mover.area is not None:
        path.insert(0, openings.mover.start)
    return Arrival(cost, openings.move.mode, tuple(path), openings.stop_reason(i))


def _areas(openings: MoveLimits, reached: Reach) -> Iterator[tuple[int, Arrival]]:
    """Yield the entry areas that the units can leave the map into, or move on to (19.3, 19.6)."""
    position, mover, terms = openings.position, openings.mover, openings.terms
    near = () if mover.area is None else position.ground.area_neighbours[mover.area]
    onto = () if mover.area is None else (mover.start,)
    mode = openings.move.mode
    for letter in openings.areas:
        place = position.area_place(letter)
        if letter in near:
            # 19.6: the move between areas takes the whole allowance.
            if mover.allowance <= terms.limit:
                yield place, Arrival(mover.allowance, mode, (mover.start, place), "area")
            continue
        exits: list[tuple[int, int]] = []
        for i in position.board.areas[letter].hexes:
            if i not in reached.cost or not openings.may_leave_from(i):
                continue
            at_start = i == mover.start
            if not (at_start and not openings.move.hexes_moved) and openings.stop_reason(i):
                continue
            if terms.steps is not None and not at_start:
                continue  # 20.2.5: the area would be the second hex
            exits.append((reached.cost[i] + SIXTH + (terms.leave if i in terms.zone else 0), i))
        if exits and min(exits)[0] <= terms.limit:
            cost, edge = min(exits)
            yield place, Arrival(cost, mode, (*onto, *reached.path(edge), place), "area")


def _tactical(openings: MoveLimits) -> Iterator[tuple[int, Arrival]]:
    """Yield every place within two hexes, by the shortest path (8.3)."""
    position, mover = openings.position, openings.mover
    from engine.search.open_graph import paths_from  # networkx is loaded when it is used

    walked, limit = openings.move.hexes_moved, openings.most_hexes
    if limit is not None and walked >= limit:
        return
    graph = position.setting.graph

    def onward(i: int) -> list[int]:
        return [*_next_from(openings, i, first=i == mover.start and not walked)]

    most = None if limit is None else limit - walked
    for place, path in paths_from(graph, mover.start, onward, most).items():
        if place == mover.start:
            continue
        stop = openings.stop_reason(place) if position.places.is_hex(place) else "area"
        yield place, Arrival(0, openings.move.mode, tuple(path), stop)


def _next_from(openings: MoveLimits, i: int, *, first: bool) -> Iterator[int]:
    """Yield the places that may follow a hex; ``first``: the move begins there."""
    mover = openings.mover
    stop = None if first else openings.stop_reason(i)
    if stop is None:
        yield from _next_tactical(openings, i, first=first)
    elif stop == "ezoc" and i not in mover.enemy.known_zone:
        # The hex is only in an unknown unit's zone: the mover may enter that unit's hex (25.3.1).
        for j in _next_tactical(openings, i, first=first):
            if j in mover.quarry:
                yield j


def _next_tactical(openings: MoveLimits, i: int, *, first: bool) -> Iterator[int]:
    position, mover = openings.position, openings.mover
    if not position.places.is_hex(i) and i != mover.start:
        return
    if i == mover.start and mover.area is not None:
        for j, _, _ in openings.first_edges:
            if j not in openings.all_closed:
                yield j
        near = position.ground.area_neighbours[mover.area]
        yield from (position.area_place(a) for a in openings.areas if a in near)
        return
    yield from openings.open_steps(i, first=first)
    if openings.may_leave_from(i):
        touching = position.ground.area_hexes[i]
        yield from (position.area_place(a) for a in openings.areas if a in touching)
