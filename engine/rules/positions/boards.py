"""Diagram boards of questions: small boards for illustrations and tests, under a game's rules.

They are made through the file format of all boards. Each fault is
:class:`~engine.request_fields.Refused` with its place in the question: ``board.roads[0].hexes[2]``.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

import orjson

from engine.board.board import Board
from engine.board.format import BoardError
from engine.board.grid import Grid, hexes_of
from engine.i18n import t
from engine.request_fields import Refused

BASIS: Final = "stated"
"""The basis of what a question gives itself."""
MOST: Final = 99

Span = tuple[int, int]


def check_size(rows: Span, cols: Span) -> None:
    """Rows and columns have two digits, the first before the last."""
    for low, high in (rows, cols):
        if not 0 <= low <= high <= MOST:
            raise Refused("bad_position", t("probe.board_size"), "board.rows")


def pointed_grid(rows: Span, cols: Span) -> dict[str, Any]:
    """The marks of a rectangle of pointed tops, numbered RRCC from the south-west."""
    return {"rows": rows, "cols_even": cols, "cols_odd": cols}


def flat_grid(rows: Span, cols: Span) -> dict[str, Any]:
    """The marks of a rectangle of flat tops, numbered CCRR from the north-west."""
    return {
        "numbering": "CCRR",
        "orientation": "flat",
        "shifted": "even",
        "rows_from": "north",
        "lines": [(col, *rows) for col in range(cols[0], cols[1] + 1)],
    }


def check_hexes(numbers: Iterable[str], known: Container[str], where: str) -> list[str]:
    """A list of hexes of the board."""
    found = list(numbers)
    for n, number in enumerate(found):
        check_hex(number, known, f"{where}[{n}]")
    return found


def check_hex(number: str, known: Container[str], where: str) -> None:
    """A hex of the board."""
    if number not in known:
        raise Refused("unknown_hex", t("probe.hex", hex=number), where)


def sides_of(
    given: Mapping[str, tuple[str, ...]], grid: Grid
) -> Iterator[tuple[str, tuple[str, str], tuple[str, ...]]]:
    """The hexsides of a question: as it names them, their two hexes, what lies there."""
    for name, words in given.items():
        pair = hexes_of(name)
        if pair is None or not all(n in grid for n in pair) or grid.distance(*pair) != 1:
            raise unknown_hexside(name)
        yield name, pair, words


def unknown_hexside(name: str) -> Refused:
    """There is no such hexside."""
    said = t("probe.hexside", hexside=name)
    return Refused("unknown_hex", said, f"board.hexsides.{name}")


def no_water(name: str) -> Refused:
    """A bridge or a ferry over nothing."""
    said = t("probe.no_water", hexside=name)
    return Refused("bad_position", said, f"board.hexsides.{name}")


def water_side(water: str, **more: object) -> dict[str, Any]:
    """A hexside with water, as the board's file has it."""
    return {"water": water, "name": "", "basis": BASIS, **more}


def crossing(side: str, word: str, kind: str, water: str, start: str) -> dict[str, Any]:
    """A bridge or ferry, as the board's file has it; ``word`` tells it from others of its side."""
    return {
        "id": f"{side} {word}",
        "name": side,
        "hexside": side,
        "kind": kind,
        "start": start,
        "start_basis": BASIS,
        "water": water,
        "river": "",
        "basis": BASIS,
    }


def line(n: int, numbers: Sequence[str], grid: Grid, road_class: str = "") -> dict[str, Any]:
    """The road ``board.roads[n]`` as the board's file has it; a railway has no class."""
    where = f"board.roads[{n}].hexes"
    hexes = check_hexes(numbers, grid, where)
    for k, (here, there) in enumerate(pairwise(hexes), 1):
        if grid.distance(here, there) != 1:
            said = t("probe.gap", here=here, there=there)
            raise Refused("bad_position", said, f"{where}[{k}]")
    found = {"name": f"roads[{n}]", "hexes": hexes, "basis": BASIS}
    return {"class": road_class, **found} if road_class else found


def load(
    game: str,
    grid: Mapping[str, Any],
    hex_km: float,
    hexes: Mapping[str, Any],
    hexsides: Mapping[str, Any],
    **layers: object,
) -> Board:
    """The board of these layers of the file; those that are left out are empty."""
    file = {
        "format": "h44board/1",
        "game": game,
        "credits": [],
        "grid": {**grid, "hex_km": hex_km},
        "hexes": hexes,
        "hexsides": hexsides,
        "bridges": [],
        "roads": [],
        "railways": [],
        "areas": {},
        "drops": [],
        "boundaries": [],
        **layers,
    }
    try:
        return Board.load(orjson.dumps(file))
    except BoardError as error:
        raise Refused("bad_position", str(error), "board") from None
