"""Chapter 5: towns held, points, sudden and final victory."""

from __future__ import annotations

from engine.games.ardenas import tracks
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.vocabulary import GERMAN, GROUND, SIDES
from engine.rules.base.sequence import WINNER

DRAW = "draw"
"""The outcome of a game without a winner, which the rulebook does not mention."""


def holder(position: Position, town: int) -> str | None:
    """5.0c, 12.0j: Return the side with a ground unit in a town; supply and fuel do not hold
    towns.
    """
    for side in SIDES:
        if any(not u.type.stores for u in position.layers[side, GROUND].get(town, ())):
            return side
    return None


def towns_of(position: Position, side: str) -> list[int]:
    """5.0c: Return the scoring towns that a side holds."""
    return [town for town in position.ground.towns if holder(position, town) == side]


def points(position: Position, side: str) -> int:
    """5.0b, 5.0d: Return the points of the towns that a side holds."""
    return sum(position.ground.towns[town] for town in towns_of(position, side))


def winner(position: Position) -> str | None:
    """5.0a, 5.0b: Return the winner at the end of the turn: fifteen towns, or 16 points in the
    end.
    """
    chart = position.charts.towns
    either = position.reading("sudden_victory") == "either_side"
    for side in SIDES if either else (GERMAN,):
        if len(towns_of(position, side)) >= chart.sudden:
            return side
    if position.turn < position.setting.last_turn:
        return None
    return next((side for side in SIDES if points(position, side) >= chart.points), None)


def end_game(work: Resolution, won: str | None) -> None:
    """5.0a, 5.0b: Record towns and points of both sides, and the winner."""
    position = work.position
    for side in SIDES:
        work.track(tracks.TOWNS + side, len(towns_of(position, side)))
        work.track(tracks.POINTS + side, points(position, side))
    work.track(WINNER, won or DRAW)
