"""Chapter 18: supply lines, being out of supply, isolation and its attrition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Situation
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch17_cadres import eliminate, lose_step
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    BEACHES,
    GERMAN,
    ISOLATED,
    OUT_OF_SUPPLY,
    RESERVE,
    SCATTERED,
    enemy_of,
)
from engine.search import supply as search
from engine.search.supply import Passage, Routes, Sources

RANGE = 5
"""18.2a: hexes to a road."""

SOUTH = "south"
CHERBOURG = "Cherbourg"
SHELTER = 2
"""18.5.2: what a city, strongpoint, coast or headquarters adds to the die."""


# -- sources --------------------------------------------------------------------------------------


def open_beaches(situation: Situation) -> dict[str, tuple[int, ...]]:
    """21.1.1a, 17.8a: the beaches that are open: their hexes with engineers, by name."""
    if "open beaches" not in situation.memo:
        situation.memo["open beaches"] = _with_engineers(situation)
    found: dict[str, tuple[int, ...]] = situation.memo["open beaches"]
    return found


def _with_engineers(situation: Situation) -> dict[str, tuple[int, ...]]:
    found = {}
    for beach, numbers in BEACHES.items():
        hexes = situation.ground.hexes(numbers)
        held = tuple(
            i
            for i in hexes
            if any(u.type.kind == "beach_engineer" for u in situation.stacks[ALLIED].get(i, ()))
        )
        if held:
            found[beach] = held
    for name, area in situation.ground.board.areas.items():
        if name.startswith("beach") and any(
            u.type.kind == "beach_engineer"
            for i in area.hexes
            for u in situation.stacks[ALLIED].get(i, ())
        ):
            found[name] = area.hexes
    return found


def sources_of(situation: Situation, side: str, *, cherbourg: bool = True) -> dict[int, str]:
    """18.1, 26.2.1: the hexes where a side's supply begins."""
    ground = situation.ground
    found: dict[int, str] = {}
    if side == ALLIED:
        for beach, hexes in open_beaches(situation).items():
            found |= dict.fromkeys(hexes, beach)
        found |= dict.fromkeys(situation.mulberries, "Mulberry")
        return found
    for colour, hexes in ground.entries.items():
        found |= dict.fromkeys(hexes, colour)
    if situation.scenario == "cherbourg":
        found |= dict.fromkeys(southern_roads(situation), SOUTH)
    if cherbourg:
        held = [i for i in ground.cherbourg if situation.control(i) == GERMAN]
        found |= dict.fromkeys(held, CHERBOURG)
    return found


def southern_roads(situation: Situation) -> frozenset[int]:
    """26.2.1: the road hexes beyond the line of 27 June, taken to be clear in Cherbourg's game."""
    behind = situation.ground.with_mark("behind_27_june")
    found = set()
    for i, j in situation.ground.roads:
        if i in behind and j not in behind:
            found.add(j)
    return frozenset(found)


# -- lines ----------------------------------------------------------------------------------------


def passage(situation: Situation, side: str) -> Passage:
    """18.2a, 18.2b, 18.2c, 18.2d, 18.2e, 18.2g, 8.5.2d: what a supply line may pass.

    No enemy hex, no blue side, no bond, never two empty hexes in a row in an enemy zone; along
    roads no town that the enemy holds.
    """
    key = ("passage", side)
    if key in situation.memo:
        found: Passage = situation.memo[key]
        return found
    ground = situation.ground
    enemies = frozenset(situation.stacks[enemy_of(side)])
    bonds = situation.enemy_bonds(side)
    closed = enemies | frozenset(bonds.hexes)
    barred = ground.blocked | frozenset(bonds.sides)
    zone = situation.enemy_zone(side) - frozenset(situation.stacks[side])
    places = ground.cities | ground.towns
    held = frozenset(i for i in places if situation.control(i) == enemy_of(side))
    made = Passage(
        graph=ground.graph,
        roads=ground.road_graph,
        road_closed=closed | held,
        closed=closed,
        barred=barred,
        thin=zone,
        range=RANGE,
    )
    situation.memo[key] = made
    return made


def routes(situation: Situation, side: str, sources: Mapping[int, str], key: str) -> Routes:
    """18.2a: everything a side's supply reaches from some sources; one search for all units."""
    memo = ("routes", side, key)
    if memo not in situation.memo:
        through = passage(situation, side)
        near = {i: name for i, name in sources.items() if i not in through.closed}
        road = {i: name for i, name in near.items() if through.roads[i]}
        situation.memo[memo] = search.routes(through, Sources(road, near))
    found: Routes = situation.memo[memo]
    return found


def supplied(situation: Situation, side: str) -> Routes:
    """18.1: the hexes from which a side's sources are reached."""
    return routes(situation, side, sources_of(situation, side), "all")


def in_supply(situation: Situation, unit: Unit) -> bool:
    """18.2a, 18.4e: can a unit trace a supply line now, whatever marker it bears?"""
    return unit.place in supplied(situation, unit.side).distance


def traces(situation: Situation, hex_: int) -> tuple[bool, bool]:
    """17.2m, 5.2b: can a German trace from a hex to the map's edge; to Cherbourg?"""
    edge = routes(situation, GERMAN, sources_of(situation, GERMAN, cherbourg=False), "edge")
    held = {i: CHERBOURG for i in situation.ground.cherbourg if situation.control(i) == GERMAN}
    city = routes(situation, GERMAN, held, "cherbourg")
    return hex_ in edge.distance, hex_ in city.distance


# -- the supply phase -----------------------------------------------------------------------------


def supply_phase(work: Resolution, side: str) -> None:
    """18.0, 18.3a, 18.3b, 3.B7a: no line: out of supply, the second time isolated."""
    situation = work.situation
    for unit in situation.own(side):
        if in_supply(situation, unit):
            work.status(unit.id, remove=[OUT_OF_SUPPLY, ISOLATED])
        elif unit.bears(OUT_OF_SUPPLY, ISOLATED):
            work.status(unit.id, add=[ISOLATED, OUT_OF_SUPPLY], remove=[RESERVE])
        else:
            work.status(unit.id, add=[OUT_OF_SUPPLY], remove=[RESERVE])
    attrition(work, side)


def shelter(situation: Situation, unit: Unit) -> bool:
    """16.2d, 17.2b, 18.5.2: can an isolated unit trace to a city, strongpoint, coast or HQ?"""
    ground, side = situation.ground, unit.side
    found: dict[int, str] = {i: "city" for i in ground.cities if situation.control(i) == side}
    for other in situation.own(side):
        if other.type.kind == "hq" or other.type.kind == "strongpoint":
            found[other.place] = other.id
    if side == ALLIED:
        around = ground.board.neighbours
        found |= {i: "coast" for i in range(len(ground.numbers)) if _coastal(ground, around, i)}
    return unit.place in routes(situation, side, found, "shelter").distance


def _coastal(ground: object, around: object, i: int) -> bool:
    from engine.games.normandy44.ground import Ground

    assert isinstance(ground, Ground)
    # The map ends at the coast but for its southern and eastern edges.
    number = ground.numbers[i]
    row, col = int(number[:2]), int(number[2:])
    missing = sum(j < 0 for j in ground.board.neighbours[i])
    return bool(missing) and row > 10 and col < 40


def attrition(work: Resolution, side: str) -> None:
    """18.5.1, 18.5.2, 18.5.3, 18.5.4, 3.B7b: a die for each isolated unit next to an enemy."""
    situation = work.situation
    strong: list[str] = []
    for unit in situation.own(side):
        if ISOLATED not in unit.status:
            continue
        if unit.type.kind == "hq":
            if not _reaches_friend(situation, unit):
                eliminate(work, unit.id)
            continue
        if not situation.adjacent_enemy(unit):
            continue
        stack = situation.stacks[side][unit.place]
        if unit.type.kind == "strongpoint" and len(stack) > 1:
            strong.append(unit.id)
            continue
        _attrition_of(work, unit)
    for name in strong:
        unit = work.situation.units[name]
        if len(work.situation.stacks[side][unit.place]) == 1:
            _attrition_of(work, unit)


def _attrition_of(work: Resolution, unit: Unit) -> None:
    drm = unit.tq + (SHELTER if shelter(work.situation, unit) else 0)
    die = work.throw(f"isolation:{unit.id}")
    if work.setting.charts.read("isolation", die, drm=drm).result == "-1":
        lose_step(work, unit.id)


def _reaches_friend(situation: Situation, unit: Unit) -> bool:
    friends = {
        u.place: u.id for u in situation.own(unit.side) if u.id != unit.id and u.type.kind != "hq"
    }
    return unit.place in routes(situation, unit.side, friends, f"friend/{unit.id}").distance


def recovery(work: Resolution, side: str, names: Iterable[str]) -> None:
    """3.B6, 13.6h, 6.2.4, 20.2.3b, 6.5.2d: statuses that go in the recovery phase."""
    situation = work.situation
    gone = list(names)
    for unit in situation.own(side):
        away = [s for s in gone if s != SCATTERED or side == ALLIED]
        if situation.adjacent_enemy(unit):
            away.append(RESERVE)
        work.status(unit.id, remove=away)


def points(situation: Situation, purse: str) -> int:
    """5.1a: the supply points on a track."""
    return situation.track(tracks.POINTS + purse)
