"""Diagram boards: small boards for examples and tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.board.board import Board
from engine.board.grid import Grid, hexside
from engine.games.marketgarden.vocabulary import GAME
from engine.rules.positions import boards
from engine.rules.positions.shape import BoardIn, HexIn

HEX_KM = 4


def diagram_board(given: BoardIn, cities: Mapping[str, int]) -> Board:
    """Return the board of a diagram. Raises Refused with the faulty field.

    ``cities`` maps names of hexes to victory points.
    """
    marks, grid = boards.grid_of(given, boards.flat_grid)
    hexes = {number: _hex(given.hexes.get(number, HexIn()), given, cities) for number in grid}
    sides, bridges = _sides(given, grid)
    roads = [boards.line(n, r.hexes, grid, r.road_class) for n, r in enumerate(given.roads)]
    return boards.load(GAME, marks, HEX_KM, hexes, sides, bridges=bridges, roads=roads)


def _hex(own: HexIn, given: BoardIn, cities: Mapping[str, int]) -> dict[str, Any]:
    fields: dict[str, Any] = {"terrain": own.terrain or given.terrain, "basis": boards.BASIS}
    if own.name:
        fields["names"] = [own.name]
        if own.name in cities:
            fields["victory"] = cities[own.name]
    return fields


def _sides(given: BoardIn, grid: Grid) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    sides: dict[str, Any] = {}
    bridges: list[dict[str, Any]] = []
    for name, pair, words in boards.sides_of(given.hexsides, grid):
        water = next((w for w in ("river", "canal") if w in words), None)
        features = [w for w in ("bridge", "ferry") if w in words]
        if water is None:
            if features:
                raise boards.no_water(name)
            continue
        side = hexside(*pair)
        sides[side] = boards.water_side(water)
        for word in features:
            kind, start = ("ferry", "ferry") if word == "ferry" else ("road", "intact")
            bridges.append(boards.crossing(side, word, kind, water, start))
    return sides, bridges
