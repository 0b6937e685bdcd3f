"""Diagram boards: small boards for examples and tests."""

from __future__ import annotations

from typing import Any

from engine.board.board import Board
from engine.board.grid import Grid, hexside
from engine.games.airbridge.ground import GREAT_MARK, RED, Ground, Lands
from engine.games.airbridge.position_schema import BoardIn
from engine.games.airbridge.vocabulary import GAME
from engine.rules.positions import boards
from engine.rules.positions.shape import HexIn, RoadIn

HEX_KM = 1.45


def diagram(given: BoardIn) -> tuple[Board, Ground]:
    """Return the board of a diagram and its terrain data. Raises Refused with the faulty field."""
    marks, grid = boards.grid_of(given, boards.flat_grid)
    for name, area in given.areas.items():
        boards.check_hexes(area.hexes, grid, f"board.areas.{name}.hexes")
    boards.check_hexes(given.uphill, grid, "board.uphill")
    hexes = {number: _hex(given.hexes.get(number, HexIn()), given) for number in grid}
    sides, bridges = _sides(given, grid)
    roads = [_road(road, grid, n) for n, road in enumerate(given.roads)]
    board = boards.load(GAME, marks, HEX_KM, hexes, sides, bridges=bridges, roads=roads)
    return board, Ground(board, _lands(given, board), _slopes(given, grid, board))


def _slopes(given: BoardIn, grid: Grid, board: Board) -> frozenset[tuple[int, int]]:
    """12.2d: Return the steps up the slopes, whose upper hexes are listed."""
    sides = [pair for _, pair, words in boards.sides_of(given.hexsides, grid) if "slope" in words]
    steps = [step for pair in sides for step in (pair, pair[::-1])]
    up = [(low, high) for low, high in steps if high in given.uphill and low not in given.uphill]
    return frozenset((board.index[low], board.index[high]) for low, high in up)


def _lands(given: BoardIn, board: Board) -> Lands:
    lands: dict[str, frozenset[int]] = {}
    for area in given.areas.values():
        hexes = frozenset(board.index[n] for n in area.hexes)
        lands[area.kind] = lands.get(area.kind, frozenset()) | hexes
    return lands


def _hex(own: HexIn, given: BoardIn) -> dict[str, Any]:
    fields: dict[str, Any] = {"terrain": own.terrain or given.terrain, "basis": boards.BASIS}
    if own.name:
        fields["names"] = [own.name]
    return fields


def _sides(given: BoardIn, grid: Grid) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    sides: dict[str, Any] = {}
    bridges: list[dict[str, Any]] = []
    for name, pair, words in boards.sides_of(given.hexsides, grid):
        water = next((w for w in ("river", "canal") if w in words), None)
        if water is None:
            if "bridge" in words:
                raise boards.no_water(name)
            continue
        side = hexside(*pair)
        sides[side] = boards.water_side(water)
        if "bridge" in words:
            word = f"bridge{GREAT_MARK}" if "great" in words else "bridge"
            start = RED if "red" in words else "intact"
            bridges.append(boards.crossing(side, word, "road", water, start))
    return sides, bridges


def _road(road: RoadIn, grid: Grid, n: int) -> dict[str, Any]:
    """Return a road; reverse a highway, which the board lists in the other direction."""
    if road.road_class != "highway":
        return boards.line(n, road.hexes, grid, "primary")
    line = boards.line(n, road.hexes, grid, "highway")
    return {**line, "hexes": line["hexes"][::-1]}
