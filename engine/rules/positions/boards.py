"""Diagram boards: small boards in requests, for examples and tests.

They are loaded through the file format of boards. Faults raise
:class:`~engine.request_fields.Refused` with the path of the field: ``board.roads[0].hexes[2]``.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

import orjson

from engine.board.board import Board
from engine.board.format import BoardError
from engine.board.grid import Grid, hexes_of
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules.positions.shape import BoardIn

BASIS: Final = "stated"
"""The basis of data in a request."""
LARGEST: Final = 99

Span = tuple[int, int]


def pointed_grid(rows: Span, cols: Span) -> dict[str, Any]:
    """Return the grid of a rectangle of pointed-top hexes, numbered RRCC from the south-west."""
    return {"rows": rows, "cols_even": cols, "cols_odd": cols}


def flat_grid(rows: Span, cols: Span) -> dict[str, Any]:
    """Return the grid of a rectangle of flat-top hexes, numbered CCRR from the north-west."""
    return {
        "numbering": "CCRR",
        "orientation": "flat",
        "shifted": "even",
        "rows_from": "north",
        "lines": [(col, *rows) for col in range(cols[0], cols[1] + 1)],
    }


def grid_of(
    given: BoardIn, marks: Callable[[Span, Span], dict[str, Any]]
) -> tuple[dict[str, Any], Grid]:
    """Return the grid of a board, as in board files and ready for use.

    Raises Refused unless rows and columns are ordered and have at most two digits, and for hexes
    that are not on the board.
    """
    for low, high in (given.rows, given.cols):
        if not 0 <= low <= high <= LARGEST:
            raise Refused("bad_position", t("probe.board_size"), "board.rows")
    fields = marks(given.rows, given.cols)
    grid = Grid.read(fields)
    for number in given.hexes:
        check_hex(number, grid, f"board.hexes.{number}")
    return fields, grid


def check_hexes(numbers: Iterable[str], known: Container[str], where: str) -> list[str]:
    """Return a list of hexes. Raises Refused for a hex that is not on the board."""
    hexes = list(numbers)
    for n, number in enumerate(hexes):
        check_hex(number, known, f"{where}[{n}]")
    return hexes


def check_hex(number: str, known: Container[str], where: str) -> None:
    """Raise Refused if a hex is not on the board."""
    if number not in known:
        raise Refused("unknown_hex", t("probe.hex", hex=number), where)


def sides_of(
    given: Mapping[str, tuple[str, ...]], grid: Grid
) -> Iterator[tuple[str, tuple[str, str], tuple[str, ...]]]:
    """Yield the given hexsides: name, two hexes, words. Raises Refused for unknown ones."""
    for name, words in given.items():
        pair = hexes_of(name)
        if pair is None or not all(n in grid for n in pair) or grid.distance(*pair) != 1:
            raise unknown_hexside(name)
        yield name, pair, words


def unknown_hexside(name: str) -> Refused:
    """Return the refusal of an unknown hexside."""
    message = t("probe.hexside", hexside=name)
    return Refused("unknown_hex", message, f"board.hexsides.{name}")


def no_water(name: str) -> Refused:
    """Return the refusal of a bridge or ferry without water."""
    message = t("probe.no_water", hexside=name)
    return Refused("bad_position", message, f"board.hexsides.{name}")


def water_side(water: str, **more: object) -> dict[str, Any]:
    """Return a hexside with water, in the format of board files."""
    return {"water": water, "name": "", "basis": BASIS, **more}


def crossing(side: str, word: str, kind: str, water: str, start: str) -> dict[str, Any]:
    """Return a bridge or ferry in the format of board files; ``word`` makes its id unique."""
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
    """Return the road ``board.roads[n]`` in the format of board files; railways have no class."""
    where = f"board.roads[{n}].hexes"
    hexes = check_hexes(numbers, grid, where)
    for k, (here, there) in enumerate(pairwise(hexes), 1):
        if grid.distance(here, there) != 1:
            message = t("probe.gap", here=here, there=there)
            raise Refused("bad_position", message, f"{where}[{k}]")
    fields = {"name": f"roads[{n}]", "hexes": hexes, "basis": BASIS}
    return {"class": road_class, **fields} if road_class else fields


def load(
    game: str,
    grid: Mapping[str, Any],
    hex_km: float,
    hexes: Mapping[str, Any],
    hexsides: Mapping[str, Any],
    **layers: object,
) -> Board:
    """Return the board of some layers of a board file; missing layers are empty."""
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
