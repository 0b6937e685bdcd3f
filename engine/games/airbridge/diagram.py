"""Diagram boards of questions: small boards for illustrations and tests, under the game's rules."""

from __future__ import annotations

from collections.abc import Container
from itertools import pairwise
from typing import Any

import orjson

from engine.board.board import Board
from engine.board.format import BoardError
from engine.board.grid import Grid, hexes_of, hexside
from engine.games.airbridge.ground import GREAT_MARK, RED, Ground, Lands
from engine.games.airbridge.position_schema import BoardIn, HexIn, RoadIn
from engine.games.airbridge.vocabulary import GAME
from engine.i18n import t
from engine.questions import Refused

BASIS = "stated"
HEX_KM = 1.45


def diagram(given: BoardIn) -> tuple[Board, Ground]:
    """The board of a diagram, made through the file format of all boards, and its ground.

    Raises Refused with the fault's place.
    """
    for low, high in (given.rows, given.cols):
        if not 0 <= low <= high <= 99:
            raise Refused("bad_position", t("probe.board_size"), "board.rows")
    runs = [(col, *given.rows) for col in range(given.cols[0], given.cols[1] + 1)]
    marks = {"numbering": "CCRR", "orientation": "flat", "shifted": "even", "rows_from": "north"}
    grid = Grid.read({**marks, "lines": runs})
    named = [(f"board.hexes.{n}", n) for n in given.hexes]
    named += [(f"board.areas.{a}.hexes", n) for a, area in given.areas.items() for n in area.hexes]
    for where, number in named:
        if number not in grid:
            raise Refused("unknown_hex", t("probe.hex", hex=number), where)
    sides, bridges = _sides(given, grid)
    file = {
        "format": "h44board/1",
        "game": GAME,
        "credits": [],
        "grid": {**marks, "lines": runs, "hex_km": HEX_KM},
        "hexes": {number: _hex(given.hexes.get(number, HexIn()), given) for number in grid},
        "hexsides": sides,
        "bridges": bridges,
        "roads": [_road(road, grid, n) for n, road in enumerate(given.roads)],
        "railways": [],
        "areas": {},
        "drops": [],
        "boundaries": [],
    }
    try:
        board = Board.load(orjson.dumps(file))
    except BoardError as error:
        raise Refused("bad_position", str(error), "board") from None
    return board, Ground(board, _lands(given, board))


def _lands(given: BoardIn, board: Board) -> Lands:
    found: dict[str, frozenset[int]] = {}
    for area in given.areas.values():
        hexes = frozenset(board.index[n] for n in area.hexes)
        found[area.kind] = found.get(area.kind, frozenset()) | hexes
    return found


def _hex(own: HexIn, given: BoardIn) -> dict[str, Any]:
    found: dict[str, Any] = {"terrain": own.terrain or given.terrain, "basis": BASIS}
    if own.name:
        found["names"] = [own.name]
    return found


def _sides(given: BoardIn, grid: Grid) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    sides: dict[str, Any] = {}
    bridges: list[dict[str, Any]] = []
    for name, words in given.hexsides.items():
        pair = hexes_of(name)
        where = f"board.hexsides.{name}"
        if pair is None or not _both_there(pair, grid) or grid.distance(*pair) != 1:
            raise Refused("unknown_hex", t("probe.hexside", hexside=name), where)
        water = next((w for w in ("river", "canal") if w in words), None)
        side = hexside(*pair)
        if water is None:
            if "bridge" in words:
                raise Refused("bad_position", t("probe.no_water", hexside=name), where)
            continue
        sides[side] = {"water": water, "name": "", "basis": BASIS}
        if "bridge" in words:
            great = GREAT_MARK if "great" in words else ""
            bridges.append(
                {
                    "id": f"{side} bridge{great}",
                    "name": side,
                    "hexside": side,
                    "kind": "road",
                    "start": RED if "red" in words else "intact",
                    "start_basis": BASIS,
                    "water": water,
                    "river": "",
                    "basis": BASIS,
                }
            )
    return sides, bridges


def _both_there(pair: tuple[str, str], grid: Container[str]) -> bool:
    return pair[0] in grid and pair[1] in grid


def _road(road: RoadIn, grid: Grid, n: int) -> dict[str, Any]:
    where = f"board.roads[{n}].hexes"
    for k, number in enumerate(road.hexes):
        if number not in grid:
            raise Refused("unknown_hex", t("probe.hex", hex=number), f"{where}[{k}]")
    for k, (a, b) in enumerate(pairwise(road.hexes), 1):
        if grid.distance(a, b) != 1:
            raise Refused("bad_position", t("probe.gap", here=a, there=b), f"{where}[{k}]")
    highway = road.road_class == "highway"
    hexes = list(reversed(road.hexes)) if highway else list(road.hexes)
    word = "highway" if highway else "primary"
    return {"class": word, "name": f"roads[{n}]", "hexes": hexes, "basis": BASIS}
