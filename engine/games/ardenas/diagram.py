"""Diagram boards of questions: small boards for illustrations and tests, under the game's rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.board.board import Board
from engine.games.ardenas.ground import Zone
from engine.games.ardenas.position_schema import BoardIn, HexIn
from engine.games.ardenas.vocabulary import GAME
from engine.rules.positions import boards

HEX_KM = 3


def diagram_board(given: BoardIn) -> Board:
    """Return the board of a diagram. Raises Refused with the fault's place."""
    marks, grid = boards.grid_of(given, boards.flat_grid)
    for name, area in given.areas.items():
        boards.check_hexes(area.hexes, grid, f"board.areas.{name}.hexes")
    hexes = {number: _hex(given.hexes.get(number, HexIn()), given) for number in grid}
    roads = [boards.line(n, r.hexes, grid, r.road_class) for n, r in enumerate(given.roads)]
    return boards.load(GAME, marks, HEX_KM, hexes, {}, roads=roads)


def _hex(own: HexIn, given: BoardIn) -> dict[str, Any]:
    marks = [word for word, on in (("river", own.river), ("bridge", own.bridge)) if on]
    result: dict[str, Any] = {
        "terrain": own.terrain or given.terrain,
        "basis": boards.BASIS,
        "marks": marks,
        "settlement": own.settlement,
        "victory": own.points,
    }
    if own.name:
        result["names"] = [own.name]
    return result


def diagram_zones(given: BoardIn, board: Board) -> Iterator[Zone]:
    """Yield the zones of a diagram."""
    for name, area in given.areas.items():
        hexes = frozenset(board.index[number] for number in area.hexes)
        formations = frozenset({area.formation} - {""})
        yield Zone(name, area.kind, area.side or "", hexes, area.army, formations)
