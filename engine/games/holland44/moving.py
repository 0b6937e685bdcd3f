"""The hexes that units reach: by cost in most modes, hex by hex in tactical movement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.core.verdicts import Verdict
from engine.games.holland44.book import judge
from engine.games.holland44.meta import SIXTH, TACTICAL
from engine.games.holland44.mover import MODES, Mode, Move, Mover
from engine.rules.registry import is_legal
from engine.search.movement import Reach, Terms, reach


@dataclass(frozen=True, slots=True)
class Arrival:
    """A hex or entry area that a mover comes to; ``path`` starts where it stands."""

    cost: int
    mode: Mode
    path: tuple[int, ...]
    stop: str | None


def mode_verdicts(mover: Mover, mode: Mode) -> list[Verdict]:
    """What the rules say of these units using a mode of movement at all."""
    return list(judge("mode", Move(mover, mode)))


def allowed_modes(mover: Mover) -> list[Mode]:
    """The modes these units may use, best first."""
    return [mode for mode in MODES if is_legal(mode_verdicts(mover, mode))]


def reachable(mover: Mover, modes: Iterable[Mode] | None = None) -> dict[int, Arrival]:
    """Every hex and entry area the units may end in, by the best of the modes."""
    found: dict[int, Arrival] = {}
    wanted = allowed_modes(mover) if modes is None else [m for m in modes if _may(mover, m)]
    for mode in wanted:
        move = Move(mover, mode)
        search = _tactical if mode == "tactical" else _by_cost
        for place, arrival in search(move):
            if place not in found and may_end(move, place):
                found[place] = arrival
    found.pop(mover.start, None)
    if must_flee(mover):
        return {i: arrival for i, arrival in found.items() if i not in mover.enemy.zone}
    return found


def must_flee(mover: Mover) -> bool:
    """Do these units begin the phase disrupted and green in EZOC, which they must leave (14.2)?"""
    return (
        mover.start in mover.enemy.zone
        and not mover.done
        and any(u.p.quality == "low" and not u.p.good_order for u in mover.units)
    )


def _may(mover: Mover, mode: Mode) -> bool:
    return is_legal(mode_verdicts(mover, mode))


def may_end(move: Move, place: int) -> bool:
    """May these units end their move here, in company (6.1, 8.2.1)?"""
    position, mover = move.position, move.mover
    stack = [u for u in position.stack(place) if u.id not in mover.ids]
    if place >= position.places.hex_count or not stack:
        return True
    if stack[0].p.side != mover.side:
        return place in mover.quarry
    if move.mode == "extended":
        return False
    return not (any(u.p.head for u in mover.units) and any(u.p.head for u in stack))


def _by_cost(move: Move) -> Iterator[tuple[int, Arrival]]:
    mover, terms = move.mover, move.terms
    if terms.steps is not None and terms.steps < 1:
        return
    if mover.area is None:
        found = reach(terms, [(mover.start, 0, False)], entering=move.walked > 0)
    else:
        found = reach(terms, list(move.first_hexes()), entering=True)
    for i, cost in found.cost.items():
        yield i, _arrival(move, i, cost, found)
    yield from _areas(move, found, terms)


def _arrival(move: Move, i: int, cost: int, found: Reach) -> Arrival:
    path = found.path(i)
    if move.mover.area is not None:
        path.insert(0, move.mover.start)
    return Arrival(cost, move.mode, tuple(path), stop_reason(move, i))


def stop_reason(move: Move, hex_: int) -> str | None:
    """Why a mover must stop in a hex: "unknown", "ezoc", or None."""
    if hex_ in move.mover.quarry:
        return "unknown"
    if hex_ not in move.mover.enemy.zone or (move.tactical and move.mover.infiltrates(hex_)):
        return None
    return "ezoc"


def _areas(move: Move, found: Reach, terms: Terms) -> Iterator[tuple[int, Arrival]]:
    """Entry areas that the units can leave the map into, or move on to (19.3, 19.6)."""
    position, mover = move.position, move.mover
    for letter in move.open_areas:
        place = position.area_place(letter)
        if mover.area is not None:
            if letter in position.ground.area_neighbours[mover.area]:
                yield place, Arrival(mover.allowance, move.mode, (mover.start, place), "area")
            continue
        best: tuple[int, int] | None = None
        for i in position.board.areas[letter].hexes:
            if i not in found.cost or position.crossings.outward(i) != "land":
                continue
            at_start = i == mover.start
            if not at_start and (i in terms.zone or i in terms.quarry):
                continue
            if terms.steps is not None and (terms.steps < 1 or (terms.steps == 1 and not at_start)):
                continue
            if at_start and move.walked and i in terms.zone:
                continue
            cost = found.cost[i] + SIXTH + (terms.leave if i in terms.zone else 0)
            if cost <= terms.limit and (best is None or cost < best[0]):
                best = cost, i
        if best is not None:
            path = (*found.path(best[1]), place)
            yield place, Arrival(best[0], move.mode, path, "area")


def _tactical(move: Move) -> Iterator[tuple[int, Arrival]]:
    """Every place within two hexes, by the shortest path (8.3)."""
    position, mover = move.position, move.mover
    most = move.most_hexes or TACTICAL
    paths: dict[int, tuple[int, ...]] = {mover.start: (mover.start,)}
    layer = [mover.start]
    for step in range(move.walked + 1, most + 1):
        following = []
        for i in layer:
            if step > 1 and stop_reason(move, i) == "ezoc":
                if not _soft(move, i):
                    continue
                onward = [j for j in _next_tactical(move, i, step) if j in mover.quarry]
            elif step > 1 and i in mover.quarry:
                continue
            else:
                onward = list(_next_tactical(move, i, step))
            for j in onward:
                if j not in paths:
                    paths[j] = (*paths[i], j)
                    if j < position.places.hex_count:
                        following.append(j)
        layer = following
    for place, path in paths.items():
        if place == mover.start:
            continue
        stop = "area" if place >= position.places.hex_count else stop_reason(move, place)
        yield place, Arrival(0, move.mode, path, stop)


def _soft(move: Move, hex_: int) -> bool:
    """Does only an unknown unit's zone hold a mover here, so that it may enter that unit's hex?"""
    return hex_ not in move.mover.enemy.known_zone


def _next_tactical(move: Move, i: int, step: int) -> Iterator[int]:
    position, mover = move.position, move.mover
    if i == mover.start and mover.area is not None:
        for j, _, _ in move.first_hexes():
            closed = j in mover.closed or j in mover.enemy.bonds.hexes
            if not closed and j not in mover.beyond_boundary and not _scared(move, j):
                yield j
        for letter in move.open_areas:
            if letter in position.ground.area_neighbours[mover.area]:
                yield position.area_place(letter)
        return
    for j in position.ground.ring[i]:
        if move.is_open(i, j, first=step == 1):
            yield j
    way_out = position.crossings.outward(i) if i in position.ground.area_hexes else None
    if way_out is None:
        return
    if way_out == "ferry" and next(mover.landing_faults((i,), "ferry"), None) is not None:
        return
    for letter in position.ground.area_hexes[i]:
        if letter in move.open_areas:
            yield position.area_place(letter)


def _scared(move: Move, j: int) -> bool:
    return any(u.p.full_retreat for u in move.mover.units) and j in move.mover.full_retreat_closed
