"""Chapter 5.3: retreats, chain retreats, rivers, surrounded units."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import networkx as nx

from engine.core.verdicts import Verdict
from engine.games.marketgarden.combat import CombatRecord
from engine.games.marketgarden.move_effects import go
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import FIGHT, Resolution
from engine.games.marketgarden.rules.ch04_arrivals import exits, leave
from engine.games.marketgarden.rules.ch04_movement import armour_barred_by_marsh
from engine.games.marketgarden.rules.ch04_stacking import LIMIT, overstacked
from engine.games.marketgarden.rules.ch05_engagement import is_surrounded
from engine.games.marketgarden.rules.ch05_results import affected, survivors
from engine.games.marketgarden.rules.ch07_losses import eliminate, lose_step
from engine.games.marketgarden.rules.ch10_bridges import bridge_stands
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import EDGES, enemy_of, exit_box, verdict
from engine.rules.base.clauses import Objection
from engine.rules.base.decisions import Args, Choice, Handler, option_id
from engine.search.retreat import paths


@dataclass(frozen=True, slots=True)
class RetreatPath:
    """A retreat path and its losses; a path that leaves the map ends in a box.

    ``rule`` is the rule that eliminates the unit or costs it a step.
    """

    path: tuple[int, ...]
    losses: int = 0
    eliminated: bool = False
    rule: str = ""


# -- losses on a path -----------------------------------------------------------------------------


def crosses_river(position: Position, i: int, j: int) -> bool:
    """5.3.3d, 5.3.3e, 10.1f: Return whether a retreat step crosses a river without a bridge."""
    return (i, j) in position.ground.rivers and not bridge_stands(position, i, j)


def river_price(position: Position, unit: Unit, route: RetreatPath, hit: bool) -> RetreatPath:
    """5.3.2a, 5.3.2b: Return a path with its losses to rivers.

    A step for each river; units hit in the combat (``hit``) and armoured units are eliminated.
    """
    rivers = sum(
        crosses_river(position, i, j)
        for i, j in zip(route.path, route.path[1:], strict=False)
        if position.places.is_hex(j)
    )
    if not rivers:
        return route
    if unit.type.armoured:
        return RetreatPath(route.path, route.losses, True, "5.3.2b")
    if hit:
        return RetreatPath(route.path, route.losses, True, "5.3.2a")
    return RetreatPath(route.path, route.losses + rivers, route.eliminated, route.rule or "5.3.2a")


def bearable(unit: Unit, route: RetreatPath) -> RetreatPath:
    """7.0a: Return a path as eliminating if it costs all of the unit's steps."""
    if route.losses >= unit.steps and not route.eliminated:
        return RetreatPath(route.path, route.losses, True, route.rule)
    return route


def hex_objections(position: Position, unit: Unit, hex_: int) -> Iterator[Objection]:
    """4.0i, 4.1.2h, 5.3a: Yield objections to a hex where a retreat ends."""
    if hex_ in position.stacks[enemy_of(unit.side)]:
        yield Objection("5.3a", "enemy", hex_)
    elif hex_ in position.enemy_zone(unit.side):
        yield Objection("5.3a", "zone", hex_)
    if armour_barred_by_marsh(position, unit, hex_):
        yield Objection("4.0i", "marsh", hex_)


def passing_objections(position: Position, unit: Unit, hex_: int) -> Iterator[Objection]:
    """5.3.3a: Yield objections to a hex that a retreat leads through: all but the enemy zone."""
    return (o for o in hex_objections(position, unit, hex_) if o.why != "zone")


def may_stop(position: Position, unit: Unit, hex_: int) -> bool:
    """5.3a: Return whether a retreat may end in a hex."""
    return not any(hex_objections(position, unit, hex_))


# -- retreat paths --------------------------------------------------------------------------------


def retreat_paths(position: Position, unit: Unit, hit: bool = False) -> list[RetreatPath]:
    """5.3a, 5.3b, 5.3.3a: Return all retreat paths of a unit, even those that eliminate it.

    Empty if no hex is available (5.3b). ``hit``: the unit lost a step to the result itself.
    """
    if is_surrounded(position, unit.place, unit.side):
        candidates = _under_siege(position, unit, hit)
    else:
        candidates = _one_hex(position, unit)
    priced = [bearable(unit, river_price(position, unit, route, hit)) for route in candidates]
    return [w for w in priced if w.eliminated or has_room(position, unit, w.path[-1])]


def _one_hex(position: Position, unit: Unit) -> Iterator[RetreatPath]:
    """5.3a, 4.2.2c: Yield paths of one hex and, for Germans, off the map."""
    ground = position.ground
    for path in paths(ground.graph, unit.place, [1], ring=ground.ring):
        if may_stop(position, unit, path[-1]):
            yield RetreatPath(path)
    yield from _off_the_map(position, unit, (unit.place,))


def _off_the_map(
    position: Position, unit: Unit, path: tuple[int, ...], losses: int = 0
) -> list[RetreatPath]:
    """4.2.2b, 4.2.2c, 4.2.2d: Return paths off the map, for Germans only."""
    edges = exits(position, unit, path[-1])
    return [RetreatPath((*path, position.places.index(exit_box(edge))), losses) for edge in edges]


def _under_siege(position: Position, unit: Unit, hit: bool) -> Iterator[RetreatPath]:
    """5.3.3a, 5.3.3b, 5.3.3c: Yield paths of two hexes, the first in the enemy zone.

    Without friends in the first hex the path costs a step, or eliminates a unit already hit. A
    second hex in the enemy zone eliminates the unit.
    """
    friends = position.stacks[unit.side]

    def weight(i: int, j: int, _: object) -> int | None:
        return None if any(passing_objections(position, unit, j)) else 1

    ground, start = position.ground, unit.place
    longer = paths(ground.graph, start, [2], weight, ground.ring)
    for first in paths(ground.graph, start, [1], weight, ground.ring):
        sheltered = first[1] in friends
        price, rule = (0, "") if sheltered else (1, "5.3.3a")
        for path in longer:
            if path[1] != first[1]:
                continue
            if not may_stop(position, unit, path[-1]):
                yield RetreatPath(path, 0, True, "5.3.3b")
            elif hit and not sheltered:
                yield RetreatPath(path, 0, True, "5.3.3c")
            else:
                yield RetreatPath(path, price, False, rule)
        if not hit or sheltered:
            yield from _off_the_map(position, unit, first, losses=price)


def survivable(position: Position, unit: Unit, hit: bool = False) -> list[RetreatPath]:
    """5.3b: Return the retreat paths that a unit survives."""

    def survived() -> list[RetreatPath]:
        return [route for route in retreat_paths(position, unit, hit) if not route.eliminated]

    # Asked when the loss, the options and the answer are determined, in positions of equal stacks.
    inputs = unit, *position.stacks.values(), position.state.hexsides
    routes: list[RetreatPath] = position.setting.latest(
        ("survivable", unit.id, hit), inputs, survived
    )
    return routes


# -- chains ---------------------------------------------------------------------------------------


def has_room(position: Position, unit: Unit, place: int, chain: Collection[int] = ()) -> bool:
    """5.3.1: Return whether a place has room for a retreat, or a unit there can be displaced."""
    stacks, passed = position.stacks[unit.side], {*chain, unit.place}

    def full(i: int) -> list[Unit]:
        stack = stacks.get(i, [])
        return stack if len(stack) >= LIMIT else []

    def push(i: int, j: int, _: object) -> int | None:
        """5.3.1: Return 1 if a full hex can displace a unit to an adjacent hex, else None."""
        if j in passed or not any(_can_go(position, other, i, j) for other in full(i)):
            return None
        return 1

    if not full(place):
        return True
    key = ("room", unit.side, place, frozenset(passed))
    if key not in position.memo:
        linked = nx.single_source_dijkstra_path_length(position.ground.graph, place, weight=push)
        position.memo[key] = any(
            not full(i) or any(exits(position, u, i) for u in full(i)) for i in linked
        )
    found: bool = position.memo[key]
    return found


def _can_go(position: Position, unit: Unit, start: int, j: int) -> bool:
    """5.3.1: Return whether a unit can be displaced to an adjacent hex, regardless of room."""
    if not may_stop(position, unit, j):
        return False
    if not crosses_river(position, start, j):
        return True
    return not bearable(
        unit, river_price(position, unit, RetreatPath((start, j)), False)
    ).eliminated


def pushes(position: Position, unit: Unit, start: int, chain: Collection[int]) -> list[RetreatPath]:
    """5.3.1: Return the paths of a unit that a chain retreat displaces from a full hex.

    One hex, under the limits of any retreat; never back along the chain.
    """
    routes = []
    for j in position.ground.ring[start]:
        if j in chain or not _can_go(position, unit, start, j):
            continue
        if has_room(position, unit, j, chain):
            routes.append(
                bearable(unit, river_price(position, unit, RetreatPath((start, j)), False))
            )
    return [*routes, *_off_the_map(position, unit, (start,))]


# -- effects --------------------------------------------------------------------------------------


def take(work: Resolution, unit: Unit, route: RetreatPath) -> None:
    """5.3a, 5.3.2a, 5.3.3a: Retreat a unit along a path and remove its lost steps."""
    is_hex = work.setting.places.is_hex
    hexes = [i for i in route.path if is_hex(i)]
    if len(hexes) > 1:
        go(work, [unit.id], hexes)
    if len(hexes) < len(route.path):
        leave(work, unit.id, edge_of(work.position, route.path[-1]))
    for _ in range(route.losses):
        lose_step(work, unit.id)


def edge_of(position: Position, box: int) -> str:
    """Return the map edge of a box."""
    return next(edge for edge in EDGES if exit_box(edge) == position.number(box))


def to_retreat(position: Position, record: CombatRecord) -> list[Unit]:
    """5.1.6m: Return the units still to retreat; each retreats only once."""
    return [u for u in survivors(position, affected(record)) if u.id not in record.retreated]


def lost(position: Position, record: CombatRecord) -> list[Unit]:
    """5.3b: Return the units that must retreat and have no survivable path."""
    return [
        u for u in to_retreat(position, record) if not survivable(position, u, u.id in record.hit)
    ]


class Retreat(Handler[Position, Resolution]):
    """5.3a: The owner's choice of the next unit to retreat and its path."""

    kind = "retreat"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Offer the survivable paths of all units still to retreat."""
        record = FIGHT.of(position)
        return [] if record is None else [c for c, _ in self._options_of_unit(position, record)]

    def _options_of_unit(
        self, position: Position, record: CombatRecord
    ) -> Iterator[tuple[Choice, RetreatPath]]:
        for unit in to_retreat(position, record):
            for route in survivable(position, unit, unit.id in record.hit):
                words = option_id(position, unit.id, route.path)
                yield Choice(words, (unit.id,), route.path, losses=route.losses), route

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Retreat the unit."""
        record, position = FIGHT.current(work), work.position
        route = next(w for c, w in self._options_of_unit(position, record) if c.id == choice.id)
        unit = position.units[choice.units[0]]
        work.combat = record.after(
            retreated=(*record.retreated, unit.id), chain=(position.number(unit.place),)
        )
        take(work, unit, route)

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """Yield the verdicts against retreating to a hex."""
        unit = position.units.get(words[0]) if words else None
        record = FIGHT.of(position)
        if unit is None or record is None:
            return
        yield from refusals(position, unit, words[1:], unit.id in record.hit)


class Displace(Handler[Position, Resolution]):
    """5.3.1: The choice of one of four units to displace, and its path."""

    kind = "displace"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Offer the paths of all units that can be displaced."""
        record, full = FIGHT.of(position), next(overstacked(position), None)
        if record is None or full is None:
            return []
        _, hex_ = full
        chain = {position.ground.index[n] for n in record.chain} | {hex_}
        return [
            Choice(option_id(position, u.id, route.path), (u.id,), route.path, losses=route.losses)
            for u in position.stack(hex_)
            for route in pushes(position, u, hex_, chain)
        ]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Displace the unit; the next hex may be full too."""
        record, position = FIGHT.current(work), work.position
        unit = position.units[choice.units[0]]
        work.combat = record.after(chain=(*record.chain, position.number(unit.place)))
        take(work, unit, RetreatPath(choice.path, choice.losses))


def refusals(position: Position, unit: Unit, words: Sequence[str], hit: bool) -> Iterator[Verdict]:
    """5.3a, 5.3b, 5.3.1, 5.3.2b, 5.3.3b, 5.3.3c: Yield the verdicts against a retreat path."""
    index = position.ground.index
    path = tuple(index[w] for w in words if w in index)
    if not path or words[-1] not in index:
        return
    for objection in _path_objections(position, unit, path):
        yield objection.verdict(verdict, position.number, [unit.id])
    for route in retreat_paths(position, unit, hit):
        if route.path[1:] == path and route.eliminated and route.rule:
            end = Objection(route.rule, "eliminated", path[-1])
            yield end.verdict(verdict, position.number, [unit.id])


def _path_objections(position: Position, unit: Unit, path: Sequence[int]) -> Iterator[Objection]:
    """5.3a, 5.3.1, 5.3.3a: Yield objections to the hexes of a retreat, the start left out."""
    steps = zip((unit.place, *path), path, strict=False)
    hexes = 2 if is_surrounded(position, unit.place, unit.side) else 1
    if len(path) != hexes or any(j not in position.ground.ring[i] for i, j in steps):
        yield Objection("5.3a", "too_far", path[-1])
    for j in path[:-1]:
        yield from passing_objections(position, unit, j)
    yield from hex_objections(position, unit, path[-1])
    if not has_room(position, unit, path[-1]):
        yield Objection("5.3.1", "full", path[-1])


def remove_lost(work: Resolution, record: CombatRecord) -> bool:
    """5.3b: Eliminate units without a survivable path; return whether there were any."""
    units = lost(work.position, record)
    for unit in units:
        eliminate(work, unit.id)
    return bool(units)
