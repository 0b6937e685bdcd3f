"""Chapters 23 to 26: automatic victory, victory points, and the winner of each scenario."""

from __future__ import annotations

from engine.core.memo import memoized
from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch17_cadres import THREE, cadre_of
from engine.games.normandy44.rules.ch18_supply import (
    in_supply,
    open_beaches,
    sources_of,
    supplied,
    traces_south,
)
from engine.games.normandy44.rules.ch18_supply import routes as routes_of
from engine.games.normandy44.vocabulary import (
    ALLIED,
    BEACHES,
    CARENTAN,
    ENGINEERS,
    GERMAN,
    ISOLATED,
    OUT_OF_SUPPLY,
    cadres,
    eliminated,
)
from engine.rules.answers import Peril
from engine.rules.base.sequence import WINNER
from engine.search.region import region

CAMPAIGN_POINTS = 10
SEVEN_TURN_POINTS = 14
US_UNITS, BRITISH_UNITS, CLOSED = 7, 5, 3
EDGE_UNITS = 3


# -- automatic ------------------------------------------------------------------------------------


def broken_units(position: Position, nationality: str) -> list[str]:
    """23.3b, 23.3c, 22.2b: return a nation's three-step units that are eliminated or cadres."""
    names = []
    for box in (eliminated(ALLIED), cadres(ALLIED)):
        for unit in position.box(box):
            kind = unit.type
            gone = position.state.tracks.get(f"withdrawn/{unit.id}")
            withdrawn = gone is not None and unit.steps > 0 and not cadre_of(position, unit.id)
            if kind.steps == THREE and kind.nationality == nationality and not withdrawn:
                names.append(unit.id)
    return names


def closed_beaches(position: Position) -> list[str]:
    """23.3a: return the open beaches, and Mulberries, that the Germans have closed."""
    open_ = open_beaches(position)
    opened = {n.removeprefix(tracks.OPENED) for n in position.state.tracks}
    names = [b for b in BEACHES if b in opened and b not in open_]
    names += [
        f"mulberry-{army}"
        for army in ("us", "cw")
        if position.state.tracks.get(tracks.MULBERRY_DUE + army) == 0
    ]
    return names


def perils(position: Position) -> list[Peril]:
    """Return how near the Allies are to defeat by broken units: units with two steps of three
    break with the next (17.9.1a).
    """
    if not is_automatic(position):
        return []
    return [
        Peril(
            ALLIED,
            len(broken_units(position, nation)),
            limit,
            {
                u.id: 1
                for u in position.own(ALLIED)
                if u.type.nationality == nation and u.type.steps == THREE and u.steps < THREE
            },
        )
        for nation, limit in (("US", US_UNITS), ("British", BRITISH_UNITS))
    ]


def is_automatic(position: Position) -> bool:
    """Return whether the scenario has automatic victories (26.3.1), and nobody has won yet."""
    return position.scenario != "cherbourg" and WINNER not in position.state.tracks


def german_automatic(position: Position) -> str:
    """23.1, 23.3, 23.3a, 23.3b, 23.3c: return the rule of an automatic German victory, or ""."""
    if len(broken_units(position, "US")) >= US_UNITS:
        return "23.3b"
    if len(broken_units(position, "British")) >= BRITISH_UNITS:
        return "23.3c"
    return "23.3a" if len(closed_beaches(position)) >= CLOSED else ""


def allied_automatic(position: Position) -> bool:
    """23.2: three Allied units are in supply at the far edges, all beaches open, Caen taken.

    The German turn does not change their supply: it was settled in their own phase (18.3a).
    """
    ground = position.ground
    last = max(n[2:] for n in ground.numbers)
    edge = [
        u
        for u in position.own(ALLIED)
        if position.number(u.place)[2:] == last or u.place in ground.south
    ]
    there = [u for u in edge if not u.bears(OUT_OF_SUPPLY, ISOLATED)]
    caen = ground.caen
    taken = bool(caen) and all(position.control(i) == ALLIED for i in caen)
    return len(there) >= EDGE_UNITS and taken and len(open_beaches(position)) == len(BEACHES)


# -- points ---------------------------------------------------------------------------------------


def worth(position: Position, hex_: int) -> int:
    """24.3.1a: return two points for a city, one for a village."""
    return 2 if hex_ in position.ground.cities else 1


def scored_by(position: Position, side: str) -> list[int]:
    """24.3.1a, 24.3.1b: return the villages and cities that a side scores now.

    The Allies score beyond the line of 27 June or inside the perimeter. The Germans score behind
    the line, with a supply line to the map's edge, except Cherbourg.
    """
    mark = f"vp_{side}"
    if side == ALLIED:
        lines = supplied(position, ALLIED)
    else:
        sources = sources_of(position, GERMAN, cherbourg=False)
        lines = routes_of(position, GERMAN, sources, "edge")
    held = (i for i in position.ground.with_mark(mark) if position.control(i) == side)
    return sorted(i for i in held if lines.supplies(i))


def campaign_points(position: Position) -> int:
    """24.3.1a, 24.3.1b: return the Allied points minus the German."""
    total = {
        side: sum(worth(position, i) for i in scored_by(position, side))
        for side in (ALLIED, GERMAN)
    }
    return total[ALLIED] - total[GERMAN]


def linked(position: Position) -> bool:
    """25.2b: return whether a road from Juno to Ste-Mere-Eglise is free of Germans and zones."""

    def is_open() -> bool:
        ground = position.ground
        start = set(ground.hexes(BEACHES["juno"]))
        goal = ground.named("Ste-Mere-Eglise")
        zone = position.zones[GERMAN] - frozenset(position.stacks[ALLIED])
        closed = zone | frozenset(position.stacks[GERMAN])
        reachable = region(ground.road_graph, start - closed, lambda _, j: j not in closed)
        return not goal.isdisjoint(reachable)

    inputs = (*position.stacks.values(), position.zones[GERMAN])
    found: bool = position.setting.latest(("linked",), inputs, is_open)
    return found


def drop_hexes(position: Position) -> list[int]:
    """25.2e: return the nine drop hexes of the paratroops."""
    return [i for drop in position.ground.board.drops.values() for i in drop.hexes]


def is_held(position: Position, hex_: int) -> bool:
    """2.2.5a, 2.2.5b: return whether the Allies control a hex; open ground only by presence."""
    if hex_ in position.ground.cities | position.ground.towns:
        return position.control(hex_) == ALLIED
    return hex_ in position.stacks[ALLIED]


@memoized
def seven_turn_items(position: Position) -> list[tuple[str, int | None, int, str]]:
    """25.2a, 25.2b, 25.2c, 25.2d, 25.2e, 25.2f: return the scoring items: name, hex,
    points, rule.
    """
    ground = position.ground
    items: list[tuple[str, int | None, int, str]] = []
    if linked(position):
        items.append(("linked", None, 3, "25.2b"))
    zone = ground.with_mark("naval_zone")
    bayeux = ground.named("Bayeux")
    cities = [i for i in sorted(ground.cities) if i in bayeux or i not in zone]
    places = [("city", i, 2, "25.2c") for i in cities]
    places += [("town", i, 1, "25.2d") for i in sorted(ground.towns - zone)]
    places += [("drop", i, 1, "25.2e") for i in drop_hexes(position)]
    items += [item for item in places if is_held(position, item[1])]
    for name, beach in ENGINEERS.items():
        unit = position.units.get(name)
        if unit is None or position.number(unit.place) not in BEACHES[beach]:
            items.append(("engineers", None, -2, "25.2f"))
    return items


def points(position: Position) -> int:
    """24.3.1a, 25.2a: return the current Allied victory points."""
    if position.scenario == "seven_turns":
        return sum(by for _, _, by, _ in seven_turn_items(position))
    return campaign_points(position)


def cherbourg_won(position: Position) -> bool:
    """26.3.1: Carentan is taken, and a unit is in the perimeter or the peninsula cut off."""
    ground = position.ground
    carentan = ground.index.get(CARENTAN)
    if carentan is None or position.control(carentan) != ALLIED:
        return False
    inside = any(
        u.place in ground.perimeter and u.type.kind != "hq" and in_supply(position, u)
        for u in position.own(ALLIED)
    )
    cut = not any(traces_south(position, i) for i in ground.cherbourg)
    return inside or cut


def winner(position: Position) -> str:
    """24.1, 24.3.2, 25.1, 25.2a, 26.1a, 26.3.1: return the winner after the last turn."""
    if position.scenario == "cherbourg":
        return ALLIED if cherbourg_won(position) else GERMAN
    needed = SEVEN_TURN_POINTS if position.scenario == "seven_turns" else CAMPAIGN_POINTS
    return ALLIED if points(position) >= needed else GERMAN


def count(work: Resolution) -> None:
    """24.3.1a: record the points and the winner at the end of the game."""
    work.track(tracks.VP, points(work.position))
    work.track(WINNER, winner(work.position))


def check(work: Resolution, after_german: bool) -> None:
    """23.1, 23.2, 23.3, 3.D2: check for automatic victory, if the scenario has it (26.3.1)."""
    position = work.position
    if not is_automatic(position):
        return
    won = ""
    if after_german:
        won = ALLIED if allied_automatic(position) else ""
    elif german_automatic(position):
        won = GERMAN
    if won:
        work.track(tracks.VP, points(position))
        work.track(WINNER, won)
