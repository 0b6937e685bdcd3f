"""Diagram boards of questions: small boards for illustrations and tests, under the game's rules."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from itertools import pairwise
from typing import Any

import orjson

from engine.board.board import Area, Board
from engine.board.format import BoardError
from engine.board.grid import Grid, hexes_of, hexside
from engine.games.holland44.meta import GAME
from engine.games.holland44.position_schema import AreaIn, BoardIn, HexIn
from engine.i18n import t
from engine.questions import Refused

CITY = 1
"""26.5.1: points for each city hex."""


def ordered(name: str) -> str | None:
    """A hexside with its smaller hex first, or None for what is none."""
    a, b = hexes_of(name) or ("", "")
    return hexside(a, b) if len(a) == len(b) == 4 else None


def diagram_board(given: BoardIn, real: Mapping[str, Area]) -> Board:
    """The board of a diagram, made through the file format of all boards.

    ``real`` holds the game's own entry areas, whose sides hold where the question names none.
    Raises Refused with the place of the fault.
    """
    (low, high), (west, east) = given.rows, given.cols
    if not (0 <= low <= high <= 99 and 0 <= west <= east <= 99):
        raise Refused("bad_position", t("probe.board_size"), "board.rows")
    numbers = [f"{r:02d}{c:02d}" for r in range(low, high + 1) for c in range(west, east + 1)]
    known = set(numbers)
    grid = Grid.rectangle(given.rows, given.cols, given.cols)

    def check(hexes: Iterable[str], where: str) -> list[str]:
        for n, number in enumerate(hexes):
            if number not in known:
                raise Refused("unknown_hex", t("probe.hex", hex=number), f"{where}[{n}]")
        return list(hexes)

    for number in given.hexes:
        if number not in known:
            raise Refused("unknown_hex", t("probe.hex", hex=number), f"board.hexes.{number}")
    cells = {}
    for number in numbers:
        own = given.hexes.get(number) or HexIn()
        cells[number] = {
            "terrain": own.terrain or given.terrain,
            "basis": "stated",
            "settlement": own.settlement,
            "settlement_basis": "stated" if own.settlement else None,
            "names": [own.name] if own.name else [],
            "victory": CITY if own.settlement == "city" else None,
        }
    sides, bridges = _sides(given, known, grid)
    roads, railways = _lines(given, check, grid)
    file = {
        "format": "h44board/1",
        "game": GAME,
        "credits": [],
        "grid": {"rows": given.rows, "cols_even": given.cols, "cols_odd": given.cols, "hex_km": 2},
        "hexes": cells,
        "hexsides": sides,
        "bridges": bridges,
        "roads": roads,
        "railways": railways,
        "areas": {
            name: _area(name, area, real, check(area.hexes, f"board.areas.{name}.hexes"))
            for name, area in given.areas.items()
        },
        "drops": [],
        "boundaries": [],
    }
    try:
        return Board.load(orjson.dumps(file))
    except BoardError as error:
        raise Refused("bad_position", str(error), "board") from None


def _area(name: str, area: AreaIn, known: Mapping[str, Area], hexes: list[str]) -> dict[str, Any]:
    """An entry area; without a side it is whose the rules say for its letter and turn (19.2)."""
    if area.side is not None:
        return {"title": name, "side": area.side, "hexes": hexes, "basis": "stated"}
    real = known.get(name)
    if real is None:
        raise Refused(
            "bad_position", t("probe.holland44.area", area=name), f"board.areas.{name}.side"
        )
    changes = {str(turn): side for turn, side in real.side_from.items()}
    return {
        "title": name,
        "side": real.side,
        "side_from": changes,
        "hexes": hexes,
        "basis": "stated",
    }


def _sides(
    given: BoardIn, known: Container[str], grid: Grid
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    lying: dict[str, list[str]] = {}
    written: dict[str, str] = {}
    for name, words in given.hexsides.items():
        side = ordered(name)
        a, b = hexes_of(side or "") or ("", "")
        if (
            side is None
            or not a.isdigit()
            or b not in grid.ring(a)
            or not (a in known or b in known)
        ):
            where = f"board.hexsides.{name}"
            raise Refused("unknown_hex", t("probe.hexside", hexside=name), where)
        lying.setdefault(side, []).extend(words)
        written.setdefault(side, name)
    sides: dict[str, Any] = {}
    bridges: list[dict[str, Any]] = []
    kinds = {"road_bridge": "road", "rail_bridge": "rail", "ferry": "ferry"}
    for side, every in lying.items():
        waters = [w for w in every if w not in kinds]
        features = [w for w in dict.fromkeys(every) if w in kinds]
        if not waters:
            if features:
                where = f"board.hexsides.{written[side]}"
                raise Refused("bad_position", t("probe.no_water", hexside=side), where)
            continue
        water = max(waters, key=("minor_river", "canal", "major_river", "lake").index)
        others = [w for w in dict.fromkeys(waters) if w != water]
        sides[side] = {"water": water, "name": "", "also": others, "basis": "stated"}
        for word in features:
            kind = kinds[word]
            bridges.append(
                {
                    "id": f"{side} {kind}",
                    "name": side,
                    "hexside": side,
                    "kind": kind,
                    "start": "ferry" if kind == "ferry" else "wired",
                    "start_basis": "stated",
                    "water": water,
                    "river": "",
                    "basis": "stated",
                }
            )
    return sides, bridges


def _lines(
    given: BoardIn, check: Callable[[Iterable[str], str], list[str]], grid: Grid
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    roads: list[dict[str, Any]] = []
    railways: list[dict[str, Any]] = []
    for n, line in enumerate(given.roads):
        where = f"board.roads[{n}].hexes"
        hexes = check(line.hexes, where)
        for m, (a, b) in enumerate(pairwise(hexes), 1):
            if b not in grid.ring(a):
                raise Refused("bad_position", t("probe.gap", here=a, there=b), f"{where}[{m}]")
        record = {"name": f"roads[{n}]", "hexes": hexes, "basis": "stated"}
        if line.road_class == "railway":
            railways.append(record)
        else:
            roads.append({**record, "class": line.road_class})
    return roads, railways
