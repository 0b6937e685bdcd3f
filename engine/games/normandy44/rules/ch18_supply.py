"""Chapter 18: supply lines, being out of supply, isolation and its attrition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.memo import memoized
from engine.games.normandy44.ground import Ground
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch17_cadres import eliminate, lose_step
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    BEACHES,
    GERMAN,
    IN_BRITAIN,
    ISOLATED,
    OUT_OF_SUPPLY,
    RESERVE,
    enemy_of,
)
from engine.search import supply as search
from engine.search.supply import Passage, Routes, Sources

RANGE = 5
"""18.2a: hexes to a road."""

SOUTH = "south"
CHERBOURG = "Cherbourg"
SIDES_OF_A_HEX, EASTERN_COLUMN = 6, "40"
SHELTER = 2
"""18.5.2: the die modifier of a city, strongpoint, coast or headquarters."""


# -- sources --------------------------------------------------------------------------------------


@memoized
def open_beaches(position: Position) -> dict[str, tuple[int, ...]]:
    """21.1.1a, 17.8a: return the open beaches: their hexes with engineers, by name."""
    beaches = {}
    for beach, numbers in BEACHES.items():
        hexes = position.ground.hexes(numbers)
        open_hexes = tuple(
            i
            for i in hexes
            if any(u.type.kind == "beach_engineer" for u in position.stacks[ALLIED].get(i, ()))
        )
        if open_hexes:
            beaches[beach] = open_hexes
    for name, area in position.ground.board.areas.items():
        if name.startswith("beach") and any(
            u.type.kind == "beach_engineer"
            for i in area.hexes
            for u in position.stacks[ALLIED].get(i, ())
        ):
            beaches[name] = area.hexes
    return beaches


def sources_of(position: Position, side: str, *, cherbourg: bool = True) -> dict[int, str]:
    """18.1, 26.2.1: return the hexes where a side's supply begins."""
    ground = position.ground
    sources: dict[int, str] = {}
    if side == ALLIED:
        for beach, hexes in open_beaches(position).items():
            sources |= dict.fromkeys(hexes, beach)
        sources |= dict.fromkeys(position.mulberries, "Mulberry")
        return sources
    for colour, hexes in ground.entries.items():
        sources |= dict.fromkeys(hexes, colour)
    if position.scenario == "cherbourg":
        sources |= dict.fromkeys(southern_roads(position), SOUTH)
    if cherbourg:
        cherbourg_hexes = [i for i in ground.cherbourg if position.control(i) == GERMAN]
        sources |= dict.fromkeys(cherbourg_hexes, CHERBOURG)
    return sources


def southern_roads(position: Position) -> frozenset[int]:
    """26.2.1: return the road hexes beyond the line of 27 June, taken as clear of enemies."""
    behind = position.ground.with_mark("behind_27_june")
    hexes = set()
    for i, j in position.ground.roads:
        if i in behind and j not in behind:
            hexes.add(j)
    return frozenset(hexes)


# -- lines ----------------------------------------------------------------------------------------


def passage(position: Position, side: str) -> Passage:
    """18.2a, 18.2b, 18.2c, 18.2d, 18.2e, 18.2g, 8.5.2d: return the limits of a supply line.

    No enemy hex, blue side or bond; never two empty hexes in a row in an enemy zone; along roads no
    town held by the enemy.
    """
    key = ("passage", side)
    if key in position.memo:
        limits: Passage = position.memo[key]
        return limits
    ground, keep = position.ground, position.setting.latest
    own, enemies = position.stacks[side], position.stacks[enemy_of(side)]
    bonds, enemy_zone = position.enemy_bonds(side), position.enemy_zone(side)
    closed = keep(
        ("closed", side), (enemies, bonds), lambda: frozenset(enemies) | frozenset(bonds.hexes)
    )
    barred = keep(("barred", side), (bonds,), lambda: ground.blocked | frozenset(bonds.sides))
    thin = keep(("thin", side), (enemy_zone, own), lambda: enemy_zone - frozenset(own))
    enemy_held = keep(
        ("enemy held", side),
        (own, enemies, position.state.control),
        lambda: frozenset(
            i for i in ground.cities | ground.towns if position.control(i) == enemy_of(side)
        ),
    )
    made = Passage(
        graph=ground.graph,
        roads=ground.road_graph,
        road_closed=closed | enemy_held,
        closed=closed,
        barred=barred,
        thin=thin,
        range=RANGE,
    )
    position.memo[key] = made
    return made


def routes(position: Position, side: str, sources: Mapping[int, str], key: str) -> Routes:
    """18.2a: return all supply routes of a side from sources, in one search for all units."""
    memo = ("routes", side, key)
    if memo not in position.memo:
        through = passage(position, side)
        near = {i: name for i, name in sources.items() if i not in through.closed}
        road = {i: name for i, name in near.items() if through.roads[i]}
        position.memo[memo] = search.routes(through, Sources(road, near))
    supply_routes: Routes = position.memo[memo]
    return supply_routes


def supplied(position: Position, side: str) -> Routes:
    """18.1: return the hexes that a side's sources supply."""
    return routes(position, side, sources_of(position, side), "all")


def in_supply(position: Position, unit: Unit) -> bool:
    """18.2a, 18.4e: return whether a unit can trace a supply line now, whatever its marker."""
    return supplied(position, unit.side).supplies(unit.place)


def traces_to_edge(position: Position, hex_: int) -> bool:
    """17.2m: return whether a hex traces to the map's edge."""
    edge = routes(position, GERMAN, sources_of(position, GERMAN, cherbourg=False), "edge")
    return edge.supplies(hex_)


def traces_to_cherbourg(position: Position, hex_: int) -> bool:
    """17.2m: return whether a hex traces to Cherbourg."""
    hexes = {i: CHERBOURG for i in position.ground.cherbourg if position.control(i) == GERMAN}
    return routes(position, GERMAN, hexes, "cherbourg").supplies(hex_)


def traces_south(position: Position, hex_: int) -> bool:
    """5.2b, 26.3.1: return whether a hex traces to the southern edge of the map."""
    ground = position.ground
    edge = {i: SOUTH for hexes in ground.entries.values() for i in hexes if i in ground.south}
    if position.scenario == "cherbourg":
        edge |= dict.fromkeys(southern_roads(position), SOUTH)
    return routes(position, GERMAN, edge, SOUTH).supplies(hex_)


# -- the supply phase -----------------------------------------------------------------------------


def supply_phase(work: Resolution, side: str) -> None:
    """18.0, 18.3a, 18.3b, 3.B7a: mark units without a line out of supply, then isolated."""
    position = work.position
    for unit in position.own(side):
        if in_supply(position, unit):
            work.status(unit.id, remove=[OUT_OF_SUPPLY, ISOLATED])
        elif unit.bears(OUT_OF_SUPPLY, ISOLATED):
            work.status(unit.id, add=[ISOLATED, OUT_OF_SUPPLY], remove=[RESERVE])
        else:
            work.status(unit.id, add=[OUT_OF_SUPPLY], remove=[RESERVE])
    attrition(work, side)


def shelter(position: Position, unit: Unit) -> bool:
    """16.2d, 17.2b, 18.5.2: return whether a unit traces to a city, strongpoint, coast or HQ."""
    ground, side = position.ground, unit.side
    shelters: dict[int, str] = {i: "city" for i in ground.cities if position.control(i) == side}
    for other in position.own(side):
        if other.type.kind == "hq" or other.type.kind == "strongpoint":
            shelters[other.place] = other.id
    if side == ALLIED:
        shelters |= {i: "coast" for i in ground.all_hexes if coastal(ground, i)}
    return unit.place in routes(position, side, shelters, "shelter").distance


def coastal(ground: Ground, i: int) -> bool:
    """18.5.2: return whether the map ends at a hex, except for its southern and eastern edges."""
    inland = len(ground.ring[i]) == SIDES_OF_A_HEX or i in ground.south
    return not inland and not ground.numbers[i].endswith(EASTERN_COLUMN)


def attrition(work: Resolution, side: str) -> None:
    """18.5.1, 18.5.2, 18.5.3, 18.5.4, 3.B7b: roll for each isolated unit next to an enemy.

    Headquarters come last, as they are lost at once with the last friend that they reach.
    """
    position = work.position
    isolated = [u for u in position.own(side) if ISOLATED in u.status]
    strong: list[str] = []
    for unit in isolated:
        if unit.type.kind == "hq" or not position.adjacent_enemy(unit):
            continue
        stack = position.stacks[side][unit.place]
        if unit.type.kind == "strongpoint" and len(stack) > 1:
            strong.append(unit.id)
            continue
        _attrition_of(work, unit)
    for name in strong:
        unit = work.position.units[name]
        if len(work.position.stacks[side][unit.place]) == 1:
            _attrition_of(work, unit)
    for unit in isolated:
        if unit.type.kind == "hq" and not _reaches_friend(work.position, unit):
            eliminate(work, unit.id)


def _attrition_of(work: Resolution, unit: Unit) -> None:
    drm = unit.tq + (SHELTER if shelter(work.position, unit) else 0)
    die = work.throw(f"isolation:{unit.id}")
    if work.setting.charts.read("isolation", die, drm=drm).result == "-1":
        lose_step(work, unit.id)


def _reaches_friend(position: Position, unit: Unit) -> bool:
    friends = {u.place: u.id for u in position.own(unit.side) if u.id != unit.id}
    return unit.place in routes(position, unit.side, friends, f"friend/{unit.id}").distance


def recovery(work: Resolution, side: str, names: Iterable[str]) -> None:
    """3.B6, 13.6h, 6.2.4, 6.5.2d: remove statuses in the recovery phase."""
    position = work.position
    gone = list(names)
    for unit in position.own(side):
        left = [RESERVE] if position.adjacent_enemy(unit) else []
        work.status(unit.id, remove=[*gone, *left])
    if side == ALLIED:
        for unit in position.box(IN_BRITAIN):
            work.status(unit.id, remove=gone)
