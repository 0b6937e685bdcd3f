"""Diagram boards of questions: small boards for illustrations and tests, under the game's rules."""

from __future__ import annotations

from collections.abc import Container, Mapping
from itertools import pairwise
from typing import Any

import orjson

from engine.board.board import Board
from engine.board.format import BoardError
from engine.board.grid import Grid, hexes_of, hexside
from engine.games.marketgarden.position_schema import BoardIn, HexIn, RoadIn
from engine.games.marketgarden.vocabulary import GAME
from engine.i18n import t
from engine.questions import Refused

BASIS = "stated"
HEX_KM = 4


def diagram_board(given: BoardIn, cities: Mapping[str, int]) -> Board:
    """The board of a diagram, made through the file format of all boards.

    ``cities`` are the victory points of a hex by its name. Raises Refused with the fault's place.
    """
    for low, high in (given.rows, given.cols):
        if not 0 <= low <= high <= 99:
            raise Refused("bad_position", t("probe.board_size"), "board.rows")
    runs = [(col, *given.rows) for col in range(given.cols[0], given.cols[1] + 1)]
    marks = {
        "numbering": "CCRR",
        "orientation": "flat",
        "shifted": "even",
        "rows_from": "north",
    }
    grid = Grid.read({**marks, "lines": runs})
    for number in given.hexes:
        if number not in grid:
            raise Refused("unknown_hex", t("probe.hex", hex=number), f"board.hexes.{number}")
    sides, bridges = _sides(given, grid)
    file = {
        "format": "h44board/1",
        "game": GAME,
        "credits": [],
        "grid": {**marks, "lines": runs, "hex_km": HEX_KM},
        "hexes": {number: _hex(given.hexes.get(number, HexIn()), given, cities) for number in grid},
        "hexsides": sides,
        "bridges": bridges,
        "roads": [_road(road, grid, n) for n, road in enumerate(given.roads)],
        "railways": [],
        "areas": {},
        "drops": [],
        "boundaries": [],
    }
    try:
        return Board.load(orjson.dumps(file))
    except BoardError as error:
        raise Refused("bad_position", str(error), "board") from None


def _hex(own: HexIn, given: BoardIn, cities: Mapping[str, int]) -> dict[str, Any]:
    found: dict[str, Any] = {"terrain": own.terrain or given.terrain, "basis": BASIS}
    if own.name:
        found["names"] = [own.name]
        if own.name in cities:
            found["victory"] = cities[own.name]
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
        features = [w for w in ("bridge", "ferry") if w in words]
        side = hexside(*pair)
        if water is None:
            if features:
                raise Refused("bad_position", t("probe.no_water", hexside=name), where)
            continue
        sides[side] = {"water": water, "name": "", "basis": BASIS}
        for word in features:
            ferry = word == "ferry"
            bridges.append(
                {
                    "id": f"{side} {word}",
                    "name": side,
                    "hexside": side,
                    "kind": "ferry" if ferry else "road",
                    "start": "ferry" if ferry else "intact",
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
    return {
        "class": road.road_class,
        "name": f"roads[{n}]",
        "hexes": list(road.hexes),
        "basis": BASIS,
    }
