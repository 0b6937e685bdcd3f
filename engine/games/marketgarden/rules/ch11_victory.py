"""Chapter 11.2: cities, destroyed units, the road, blown bridges, and who has won."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.vocabulary import ALLIED, GERMAN, SIDES, eliminated, enemy_of
from engine.rules.base.sequence import WINNER

DRAW = "draw"
"""The outcome of equal points, of which the book says nothing."""


def note_north(work: Resolution, names: Iterable[str], hexes: Iterable[int]) -> None:
    """11.2.1b: XXX Corps has reached the north end of the map with a unit; once is enough."""
    if tracks.NORTH in work.state.tracks:
        return
    edge = work.setting.ground.land.edges.get("north", frozenset())
    type_of = work.setting.roster.type_of
    if edge.isdisjoint(hexes):
        return
    if any(type_of(work.state.pieces[name].counter).xxx_corps for name in names):
        work.track(tracks.NORTH, work.state.clock.turn)


def reached_north(position: Position) -> bool:
    """11.2.1b: has a unit of XXX Corps reached the north end of the map, or is one there?"""
    edge = position.ground.land.edges.get("north", frozenset())
    return tracks.NORTH in position.state.tracks or any(
        u.type.xxx_corps and u.place in edge for u in position.own(ALLIED)
    )


def city_points(position: Position, side: str) -> int:
    """11.2b: the points of the cities in a side's power: those it holds or held last."""
    cities = position.ground.land.cities
    return sum(points for hex_, points in cities.items() if position.control(hex_) == side)


def destroyed(position: Position, side: str) -> int:
    """11.2.1a, 11.2.2a, 4.2.2d: a side's destroyed units; who left the map is not destroyed."""
    box = eliminated(side)
    if box not in position.places:
        return 0
    return len(position.state.stack(position.places.index(box)))


def unit_points(position: Position, side: str) -> int:
    """11.2.1a, 11.2.2a: 5 points for a German unit destroyed, 10 for an Allied one."""
    chart = position.charts.victory
    worth = {ALLIED: chart.german_unit, GERMAN: chart.allied_unit}[side]
    return destroyed(position, enemy_of(side)) * worth


def road_points(position: Position) -> int:
    """11.2.2b: 2 points for each German unit on a hex of the red road."""
    red = position.ground.land.red
    units = sum(u.place in red for u in position.own(GERMAN))
    return units * position.charts.victory.red_road_unit


def demolition_points(position: Position) -> int:
    """10.1h, 11.2.2c: 5 points less for each bridge that the German has blown."""
    return position.track(tracks.BLOWN) * position.charts.victory.bridge_blown


def points(position: Position) -> dict[str, int]:
    """11.2b, 11.2.1a, 11.2.1b, 11.2.2a, 11.2.2b, 11.2.2c: the points of both sides as it stands."""
    found = {side: city_points(position, side) + unit_points(position, side) for side in SIDES}
    if reached_north(position):
        found[ALLIED] += position.charts.victory.north_edge
    found[GERMAN] += road_points(position) + demolition_points(position)
    return found


def winner(position: Position) -> str:
    """11.2a, 11.2.2d: the side with more points; a draw for equal ones."""
    found = points(position)
    if found[ALLIED] == found[GERMAN]:
        return DRAW
    return max(SIDES, key=lambda side: found[side])


def count(work: Resolution) -> None:
    """11.2a, 11.2.2d: the game is over: points are written down, and who has won."""
    for side, total in points(work.position).items():
        work.track(tracks.POINTS + side, total)
    work.track(WINNER, winner(work.position))
