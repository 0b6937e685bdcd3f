"""Chapter 11.2: victory points and the winner."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.vocabulary import ALLIED, GERMAN, SIDES, eliminated, enemy_of
from engine.rules.base.sequence import WINNER

DRAW = "draw"
"""The outcome of equal points; the rulebook does not mention them."""


def note_north(work: Resolution, names: Iterable[str], hexes: Iterable[int]) -> None:
    """11.2.1b: Record the turn when a unit of XXX Corps first reaches the north edge."""
    if tracks.NORTH in work.state.tracks:
        return
    edge = work.setting.ground.land.edges.get("north", frozenset())
    type_of = work.setting.roster.type_of
    if edge.isdisjoint(hexes):
        return
    if any(type_of(work.state.pieces[name].counter).xxx_corps for name in names):
        work.track(tracks.NORTH, work.state.clock.turn)


def reached_north(position: Position) -> bool:
    """11.2.1b: Return whether a unit of XXX Corps has reached the north edge."""
    edge = position.ground.land.edges.get("north", frozenset())
    return tracks.NORTH in position.state.tracks or any(
        u.type.xxx_corps and u.place in edge for u in position.own(ALLIED)
    )


def city_points(position: Position, side: str) -> int:
    """11.2b: Return the points of the cities that a side controls."""
    cities = position.ground.land.cities
    return sum(points for hex_, points in cities.items() if position.control(hex_) == side)


def destroyed(position: Position, side: str) -> int:
    """11.2.1a, 11.2.2a, 4.2.2d: Count a side's destroyed units, without those that left the map."""
    return len(position.state.stack(position.places.index(eliminated(side))))


def unit_points(position: Position, side: str) -> int:
    """11.2.1a, 11.2.2a: Return a side's points for destroyed enemy units (German 5, Allied 10)."""
    chart = position.charts.victory
    worth = {ALLIED: chart.german_unit, GERMAN: chart.allied_unit}[side]
    return destroyed(position, enemy_of(side)) * worth


def road_points(position: Position) -> int:
    """11.2.2b: Return the German points for units on the red road, 2 each."""
    red = position.ground.land.red
    units = sum(u.place in red for u in position.own(GERMAN))
    return units * position.charts.victory.red_road_unit


def demolition_points(position: Position) -> int:
    """10.1h, 11.2.2c: Return the German points for blown bridges, -5 each."""
    return position.track(tracks.BLOWN) * position.charts.victory.bridge_blown


def points(position: Position) -> dict[str, int]:
    """11.2b, 11.2.1a, 11.2.1b, 11.2.2a, 11.2.2b, 11.2.2c: Return both sides' current points."""
    totals = {side: city_points(position, side) + unit_points(position, side) for side in SIDES}
    if reached_north(position):
        totals[ALLIED] += position.charts.victory.north_edge
    totals[GERMAN] += road_points(position) + demolition_points(position)
    return totals


def winner(position: Position) -> str:
    """11.2a, 11.2.2d: Return the side with more points, or DRAW."""
    totals = points(position)
    if totals[ALLIED] == totals[GERMAN]:
        return DRAW
    return max(SIDES, key=lambda side: totals[side])


def count(work: Resolution) -> None:
    """11.2a, 11.2.2d: Record the points of both sides and the winner."""
    for side, total in points(work.position).items():
        work.track(tracks.POINTS + side, total)
    work.track(WINNER, winner(work.position))
