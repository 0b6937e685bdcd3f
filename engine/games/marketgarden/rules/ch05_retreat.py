"""Chapter 5.3: retreats: where to, in chain, across rivers, under siege."""

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
from engine.games.marketgarden.rules.ch04_stacking import LIMIT
from engine.games.marketgarden.rules.ch05_engagement import is_surrounded
from engine.games.marketgarden.rules.ch07_losses import eliminate, lose_step
from engine.games.marketgarden.rules.ch10_bridges import bridge_stands
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import EDGES, enemy_of, exit_box, say
from engine.rules.base.combat import DEFENDER
from engine.rules.base.decisions import Args, Choice, Handler, spelt
from engine.search.retreat import paths


@dataclass(frozen=True, slots=True)
class Way:
    """A way to retreat: the hexes (a box at the end where it leaves the map), and its price.

    ``rule`` is the rule by which the unit is eliminated, or else the one that costs a step.
    """

    path: tuple[int, ...]
    losses: int = 0
    eliminated: bool = False
    rule: str = ""


# -- what a way costs -----------------------------------------------------------------------------


def crosses_river(position: Position, i: int, j: int) -> bool:
    """5.3.3d, 5.3.3e, 10.1f: does a retreat from hex to hex cross a river?

    Not over a standing bridge; a ferry does not help.
    """
    return (i, j) in position.ground.rivers and not bridge_stands(position, i, j)


def river_price(position: Position, unit: Unit, way: Way, hit: bool) -> Way:
    """5.3.2a, 5.3.2b: what the rivers on a way cost.

    A step each, all for who took a loss in the combat; armoured units are eliminated.
    """
    rivers = sum(
        crosses_river(position, i, j)
        for i, j in zip(way.path, way.path[1:], strict=False)
        if position.places.is_hex(j)
    )
    if not rivers:
        return way
    if unit.type.armoured:
        return Way(way.path, way.losses, True, "5.3.2b")
    if hit:
        return Way(way.path, way.losses, True, "5.3.2a")
    return Way(way.path, way.losses + rivers, way.eliminated, way.rule or "5.3.2a")


def bearable(unit: Unit, way: Way) -> Way:
    """7.0a: a way that costs all the steps a unit has eliminates it."""
    if way.losses >= unit.steps and not way.eliminated:
        return Way(way.path, way.losses, True, way.rule)
    return way


def may_stop(position: Position, unit: Unit, hex_: int) -> bool:
    """5.3a: a retreat does not end with the enemy nor in his zone; armour enters no marsh."""
    enemies = position.stacks[enemy_of(unit.side)]
    return hex_ not in position.enemy_zone(unit.side) and may_pass(position, unit, hex_, enemies)


def may_pass(position: Position, unit: Unit, hex_: int, enemies: Collection[int]) -> bool:
    """5.3.3a, 4.0i, 4.1.2h: may a retreat lead through a hex?"""
    marsh = position.ground.terrain[hex_] == "marsh" and armour_barred_by_marsh(unit)
    return hex_ not in enemies and not marsh


# -- the ways of a unit ---------------------------------------------------------------------------


def ways(position: Position, unit: Unit, hit: bool = False) -> list[Way]:
    """5.3a, 5.3b, 5.3.3a: all ways of a unit to retreat, those that destroy it too.

    None is left where it is eliminated for want of a hex (5.3b). ``hit``: it took a loss from the
    result itself.
    """
    if is_surrounded(position, unit.place, unit.side):
        found = _under_siege(position, unit, hit)
    else:
        found = _one_hex(position, unit)
    priced = [bearable(unit, river_price(position, unit, way, hit)) for way in found]
    return [w for w in priced if w.eliminated or has_room(position, unit, w.path[-1])]


def _one_hex(position: Position, unit: Unit) -> Iterator[Way]:
    """5.3a, 4.2.2c: one hex, or over the edge of the map for Germans."""
    ground = position.ground
    for path in paths(ground.graph, unit.place, [1], ring=ground.ring):
        if may_stop(position, unit, path[-1]):
            yield Way(path)
    yield from _off_the_map(position, unit, (unit.place,))


def _off_the_map(
    position: Position, unit: Unit, path: tuple[int, ...], losses: int = 0
) -> list[Way]:
    """4.2.2b, 4.2.2c, 4.2.2d: Germans may leave the map; for Allied units it is no way."""
    edges = exits(position, unit, path[-1])
    return [Way((*path, position.places.index(exit_box(edge))), losses) for edge in edges]


def _under_siege(position: Position, unit: Unit, hit: bool) -> Iterator[Way]:
    """5.3.3a, 5.3.3b, 5.3.3c: two hexes, the first in the enemy's zone.

    The second costs a step unless the first holds friends; who took a loss already is eliminated
    unless it does; if the second too lies in the zone it is the end.
    """
    enemies, friends = position.stacks[enemy_of(unit.side)], position.stacks[unit.side]

    def weight(i: int, j: int, _: object) -> int | None:
        return 1 if may_pass(position, unit, j, enemies) else None

    ground, start = position.ground, unit.place
    longer = [
        path for path in paths(ground.graph, start, [2], weight, ground.ring) if len(path) == 3
    ]
    for first in paths(ground.graph, start, [1], weight, ground.ring):
        sheltered = first[1] in friends
        price, rule = (0, "") if sheltered else (1, "5.3.3a")
        for path in longer:
            if path[1] != first[1]:
                continue
            if not may_stop(position, unit, path[-1]):
                yield Way(path, 0, True, "5.3.3b")
            elif hit and not sheltered:
                yield Way(path, 0, True, "5.3.3c")
            else:
                yield Way(path, price, False, rule)
        if not hit or sheltered:
            yield from _off_the_map(position, unit, first, losses=price)


def survivable(position: Position, unit: Unit, hit: bool = False) -> list[Way]:
    """5.3b: the ways by which a unit survives; where there is none, it is eliminated."""
    return [way for way in ways(position, unit, hit) if not way.eliminated]


# -- chains ---------------------------------------------------------------------------------------


def has_room(position: Position, unit: Unit, place: int, chain: Collection[int] = ()) -> bool:
    """5.3.1: may a retreat end in a hex: has it room, or can one of those there go on?"""
    if not position.places.is_hex(place):
        return True
    stacks, passed = position.stacks[unit.side], {*chain, unit.place}

    def full(i: int) -> list[Unit]:
        held = stacks.get(i, [])
        return held if len(held) >= LIMIT else []

    def push(i: int, j: int, _: object) -> int | None:
        """5.3.1: does a full hex hold a unit that can make room by going to another?"""
        if j in passed or not any(_can_go(position, other, i, j) for other in full(i)):
            return None
        return 1

    come_to = nx.single_source_dijkstra_path_length(position.ground.graph, place, weight=push)
    return any(not full(i) or any(exits(position, u, i) for u in full(i)) for i in come_to)


def _can_go(position: Position, unit: Unit, start: int, j: int) -> bool:
    """5.3.1: may a chain push a unit on to a neighbouring hex, has it room or not?"""
    if not may_stop(position, unit, j):
        return False
    return not bearable(unit, river_price(position, unit, Way((start, j)), False)).eliminated


def pushes(position: Position, unit: Unit, start: int, chain: Collection[int]) -> list[Way]:
    """5.3.1: the ways of a unit that a chain retreat pushes on from a full hex.

    One hex, under the same limits as any retreat; never back along the chain.
    """
    found = []
    for j in position.ground.ring[start]:
        if j in chain or not _can_go(position, unit, start, j):
            continue
        if has_room(position, unit, j, chain):
            found.append(bearable(unit, river_price(position, unit, Way((start, j)), False)))
    return [*found, *_off_the_map(position, unit, (start,))]


# -- what happens ---------------------------------------------------------------------------------


def take(work: Resolution, unit: Unit, way: Way) -> None:
    """5.3a, 5.3.2a, 5.3.3a: a unit goes its way and pays for it."""
    is_hex = work.setting.places.is_hex
    hexes = [i for i in way.path if is_hex(i)]
    if len(hexes) > 1:
        go(work, [unit.id], hexes)
    if len(hexes) < len(way.path):
        leave(work, unit.id, edge_of(work.position, way.path[-1]))
    for _ in range(way.losses):
        lose_step(work, unit.id)


def edge_of(position: Position, box: int) -> str:
    """The edge whose box it is."""
    return next(edge for edge in EDGES if exit_box(edge) == position.number(box))


def to_retreat(position: Position, record: CombatRecord) -> list[Unit]:
    """5.1.6m: the units that have still to retreat; each retreats once, whatever both codes say."""
    flees = any(stage.of == DEFENDER for stage in record.stages[:1])
    names = record.defenders if flees else record.attackers
    units = position.units
    return [units[n] for n in names if n in units and n not in record.retreated]


def lost(position: Position, record: CombatRecord) -> list[Unit]:
    """5.3b: those that have to retreat and cannot."""
    return [
        u for u in to_retreat(position, record) if not survivable(position, u, u.id in record.hit)
    ]


def crowded(position: Position, record: CombatRecord) -> int | None:
    """5.3.1: the hex where a retreat has left more units than may stand there."""
    sides = (record.side, enemy_of(record.side))
    for side in sides:
        for hex_, stack in position.stacks[side].items():
            if len(stack) > LIMIT:
                return hex_
    return None


class Retreat(Handler[Position, Resolution]):
    """5.3a: the owner retreats his units, one after the other, in any order."""

    kind = "retreat"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """The survivable ways of all units that have still to go."""
        record = FIGHT.of(position)
        return [] if record is None else [c for c, _ in self._ways(position, record)]

    def _ways(self, position: Position, record: CombatRecord) -> Iterator[tuple[Choice, Way]]:
        for unit in to_retreat(position, record):
            for way in survivable(position, unit, unit.id in record.hit):
                words = spelt(position, unit.id, way.path)
                yield Choice(words, (unit.id,), way.path, losses=way.losses), way

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """The unit goes."""
        record, position = work.combat, work.position
        assert record is not None
        way = next(w for c, w in self._ways(position, record) if c.id == choice.id)
        unit = position.units[choice.units[0]]
        work.combat = record.after(
            retreated=(*record.retreated, unit.id), chain=(position.number(unit.place),)
        )
        take(work, unit, way)

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterable[Verdict]:
        """Why a unit may not retreat to a hex."""
        unit = position.units.get(words[0]) if words else None
        record = FIGHT.of(position)
        if unit is None or record is None or len(words) < 2:
            return
        yield from refusals(position, unit, words[1:], unit.id in record.hit)


class Displace(Handler[Position, Resolution]):
    """5.3.1: which of four units goes on from the hex, and where to; any three may stay."""

    kind = "displace"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Every unit of the hex that can go on, with its ways."""
        record = FIGHT.of(position)
        hex_ = None if record is None else crowded(position, record)
        if record is None or hex_ is None:
            return []
        chain = {position.ground.index[n] for n in record.chain} | {hex_}
        return [
            Choice(spelt(position, u.id, way.path), (u.id,), way.path, losses=way.losses)
            for u in position.stack(hex_)
            for way in pushes(position, u, hex_, chain)
        ]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """The unit goes on; the next hex may be full too."""
        record, position = work.combat, work.position
        assert record is not None
        unit = position.units[choice.units[0]]
        work.combat = record.after(chain=(*record.chain, position.number(unit.place)))
        take(work, unit, Way(choice.path, choice.losses))


def refusals(position: Position, unit: Unit, words: Sequence[str], hit: bool) -> Iterator[Verdict]:
    """5.3a, 5.3b, 5.3.2b, 5.3.3b, 5.3.3c: everything against a way of retreat, by its words."""
    index = position.ground.index
    place = index.get(words[-1])
    if place is None:
        return
    number, zone = words[-1], position.enemy_zone(unit.side)
    if place in position.stacks[enemy_of(unit.side)]:
        yield say("5.3a", "enemy", units=[unit.id], hexes=[number], hex=number)
    elif place in zone:
        yield say("5.3a", "zone", units=[unit.id], hexes=[number], hex=number)
    path = tuple(index[w] for w in words if w in index)
    for way in ways(position, unit, hit):
        if way.path[1:] == path and way.eliminated and way.rule:
            yield say(way.rule, "eliminated", units=[unit.id], hexes=[number], hex=number)


def remove_lost(work: Resolution, record: CombatRecord) -> bool:
    """5.3b: units without a way are eliminated; true if there were any."""
    found = lost(work.position, record)
    for unit in found:
        eliminate(work, unit.id)
    return bool(found)
