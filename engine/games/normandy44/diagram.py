"""Diagram boards of questions: small boards for illustrations and tests, under the game's rules."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import orjson

from engine.board.board import Board
from engine.board.format import BoardError
from engine.board.grid import Grid, hexes_of, hexside
from engine.games.normandy44.position_schema import BoardIn, HexIn
from engine.games.normandy44.vocabulary import GAME
from engine.i18n import t
from engine.questions import Refused

BASIS = "stated"
RIVERS = ("minor_river", "major_river")
MARKS = ("flooded", "causeway", "impassable", "all_sea", "airfield")


def diagram_board(given: BoardIn) -> Board:
    """The board of a diagram, made through the file format of all boards.

    Raises Refused with the fault's place.
    """
    (low, high), (west, east) = given.rows, given.cols
    if not (0 <= low <= high <= 99 and 0 <= west <= east <= 99):
        raise Refused("bad_position", t("probe.board_size"), "board.rows")
    grid = Grid.rectangle(given.rows, given.cols, given.cols)
    known = set(grid)
    for number in given.hexes:
        _check(number, known, f"board.hexes.{number}")
    inside = _inside(given)
    cells = {n: _cell(given.hexes.get(n) or HexIn(), given, n in inside) for n in grid}
    file = {
        "format": "h44board/1",
        "game": GAME,
        "credits": [],
        "grid": {
            "rows": given.rows,
            "cols_even": given.cols,
            "cols_odd": given.cols,
            "hex_km": 3.8,
        },
        "hexes": cells,
        "hexsides": _sides(given, grid),
        "bridges": [],
        "roads": _roads(given, grid, known),
        "railways": [],
        "areas": _areas(given, known),
        "drops": [],
        "boundaries": [],
    }
    try:
        return Board.load(orjson.dumps(file))
    except BoardError as error:
        raise Refused("bad_position", str(error), "board") from None


def _check(number: str, known: set[str], where: str) -> None:
    if number not in known:
        raise Refused("unknown_hex", t("probe.hex", hex=number), where)


def _inside(given: BoardIn) -> set[str]:
    """The hexes inside the perimeter: those marked, and the first hex of each of its sides."""
    found = {number for number, cell in given.hexes.items() if cell.inside}
    for name, words in given.hexsides.items():
        if "perimeter" in words:
            found.add(name.split("/")[0])
    return found


def _cell(own: HexIn, given: BoardIn, inside: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"terrain": own.terrain or given.terrain, "basis": BASIS}
    if own.settlement:
        found |= {"settlement": own.settlement, "settlement_basis": BASIS}
    if own.name:
        found["names"] = [own.name]
    marks = [
        word
        for word, on in (
            ("hilltop", own.hilltop),
            ("permanent_ip", own.improved_position),
            ("naval_zone", own.naval_zone),
            ("perimeter", inside),
        )
        if on
    ]
    if marks:
        found |= {"marks": marks, "mark_basis": dict.fromkeys(marks, BASIS)}
    return found


def _sides(given: BoardIn, grid: Grid) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, words in given.hexsides.items():
        pair = hexes_of(name)
        where = f"board.hexsides.{name}"
        if pair is None or not all(n in grid for n in pair) or grid.distance(*pair) != 1:
            raise Refused("unknown_hex", t("probe.hexside", hexside=name), where)
        river = next((w for w in words if w in RIVERS), "")
        marks = [w for w in words if w in MARKS]
        if not river and not marks:
            continue
        side: dict[str, Any] = {"name": "", "basis": BASIS}
        if river:
            side["water"] = river
        if marks:
            side |= {"marks": marks, "mark_basis": dict.fromkeys(marks, BASIS)}
        found[hexside(*pair)] = side
    return found


def _roads(given: BoardIn, grid: Grid, known: set[str]) -> list[dict[str, Any]]:
    found = []
    for n, road in enumerate(given.roads):
        where = f"board.roads[{n}].hexes"
        for k, number in enumerate(road.hexes):
            _check(number, known, f"{where}[{k}]")
        for k, (a, b) in enumerate(pairwise(road.hexes), 1):
            if grid.distance(a, b) != 1:
                raise Refused("bad_position", t("probe.gap", here=a, there=b), f"{where}[{k}]")
        found.append(
            {
                "class": road.road_class,
                "name": f"roads[{n}]",
                "hexes": list(road.hexes),
                "basis": BASIS,
            }
        )
    return found


def _areas(given: BoardIn, known: set[str]) -> dict[str, Any]:
    found = {}
    for name, area in given.areas.items():
        for k, number in enumerate(area.hexes):
            _check(number, known, f"board.areas.{name}.hexes[{k}]")
        side = area.side or ("german" if area.kind in ("entry", "cherbourg") else "allied")
        key = name if area.kind == "entry" else f"{area.kind}-{name}"
        key = "cherbourg" if area.kind == "cherbourg" else key
        found[key] = {"title": name, "side": side, "hexes": list(area.hexes), "basis": BASIS}
    return found
