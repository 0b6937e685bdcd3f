"""Compiler of boards from tables, for games whose hexes are known one by one.

A module's ``source/`` folder then holds ``board.json`` (the grid, credits, areas, drop zones) and
the tables ``hexes.csv``, ``hexsides.csv``, ``bridges.csv`` and ``paths.csv``, of which only the
first is required; ``hexfacts.csv`` tests the result. Docs: ``docs/module-format.md``.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.board.format import (
    FORMAT,
    AreaFile,
    BoardError,
    BoardFile,
    DropFile,
    GridFile,
)
from engine.core.errors import first_fault
from engine.i18n import t

Row = dict[str, str]
COLUMNS: dict[str, tuple[str, ...]] = {
    "hexes.csv": ("hex", "terrain", "basis"),
    "hexsides.csv": ("hexside", "basis"),
    "bridges.csv": ("id", "hexside", "kind", "start", "basis"),
    "paths.csv": ("kind", "class", "name", "hexes", "basis"),
}
"""The tables with their required columns."""


class TableSpec(BaseModel):
    """``source/board.json``."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)

    why: str = ""
    credits: tuple[str, ...]
    grid: GridFile
    geography: str | None = None
    """The folder of ``resources/geo`` with the geography under the map."""
    layers: tuple[str, ...] = ()
    """The layers of the geography to draw; empty for all."""
    areas: dict[str, AreaFile] = {}
    drops: tuple[DropFile, ...] = ()


def is_tabled(folder: Path) -> bool:
    """Return whether the board of a module folder is compiled from tables."""
    source = folder / "source"
    return (source / "hexes.csv").is_file() or not (source / "overrides.json").is_file()


def read_spec(folder: Path) -> TableSpec:
    """Read ``source/board.json`` of a module folder.

    Raises BoardError, with one sentence, if it cannot be read.
    """
    path = folder / "source" / "board.json"
    try:
        return TableSpec.model_validate_json(path.read_bytes())
    except ValidationError as error:
        where, why = first_fault(error)
        raise BoardError(
            t("board.bad_source", file=path.name, where=where or "-", why=why)
        ) from None
    except OSError as error:
        raise BoardError(t("board.no_source", file=path.name, why=error.strerror)) from None


def board_from_tables(folder: Path, game: str) -> BoardFile:
    """Return the board described by the tables of a module folder; nothing is written.

    Raises BoardError, with one sentence, for an unreadable table or a wrong row.
    """
    spec, source = read_spec(folder), folder / "source"
    sides = {row["hexside"]: row for row in read_table(source / "hexsides.csv")}
    hexes = {row["hex"]: _hex(row, spec) for row in read_table(source / "hexes.csv", needed=True)}
    roads, railways, lines, streams = [], [], [], []
    for row in read_table(source / "paths.csv"):
        parts = row["hexes"].split()
        common = {"name": row["name"], "basis": row["basis"]}
        if row["kind"] == "road":
            road = {**common, "class": row["class"], "hexes": parts}
            roads.append({**road, "exits": row.get("exits", "").split()})
        elif row["kind"] == "railway":
            railways.append({**common, "hexes": parts, "exits": row.get("exits", "").split()})
        elif row["kind"] == "line":
            lines.append({**common, "kind": row["class"], "hexsides": parts})
        elif row["kind"] == "stream":
            streams.append({**common, "kind": row["class"], "hexes": parts})
        else:
            why = t("board.bad_path_kind", kind=row["kind"])
            raise BoardError(t("board.bad_source", file="paths.csv", where=row["name"], why=why))
    data = {
        "format": FORMAT,
        "game": game,
        "credits": spec.credits,
        "grid": spec.grid,
        "hexes": hexes,
        "hexsides": {name: _side(row) for name, row in sorted(sides.items())},
        "bridges": [_bridge(row, sides) for row in read_table(source / "bridges.csv")],
        "roads": roads,
        "railways": railways,
        "areas": spec.areas,
        "drops": spec.drops,
        "lines": lines,
        "streams": streams,
    }
    try:
        return BoardFile.model_validate(data)
    except ValidationError as error:
        where, why = first_fault(error)
        file = {"hexes": "hexes.csv", "hexsides": "hexsides.csv", "bridges": "bridges.csv"}
        name = file.get(where.partition(".")[0], "paths.csv")
        raise BoardError(t("board.bad_source", file=name, where=where, why=why)) from None


def read_table(path: Path, *, needed: bool = False) -> Iterator[Row]:
    """Yield the rows of a table; none if an optional table is missing.

    Raises BoardError for a table that cannot be read or lacks a column.
    """
    if not path.is_file() and not needed:
        return
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            known = reader.fieldnames or ()
            for column in COLUMNS.get(path.name, ()):
                if column not in known:
                    why = t("board.no_column", column=column)
                    raise BoardError(t("board.bad_source", file=path.name, where=column, why=why))
            for row in reader:
                if None in row or None in row.values():
                    where = t("board.line", line=reader.line_num)
                    why = t("board.bad_row")
                    raise BoardError(t("board.bad_source", file=path.name, where=where, why=why))
                yield row
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BoardError(t("board.no_source", file=path.name, why=error)) from None


def _hex(row: Row, spec: TableSpec) -> dict[str, Any]:
    number = row["hex"]
    marks, mark_basis = _marked(row.get("marks", ""))
    names = [name for name in row.get("names", "").split(";") if name]
    area = next((letter for letter, area in spec.areas.items() if number in area.hexes), None)
    return {
        "terrain": row["terrain"],
        "basis": row["basis"],
        "settlement": row.get("settlement") or None,
        "names": names,
        "settlement_basis": row.get("settlement_basis") or (row["basis"] if names else None),
        "area": area,
        "drop": [drop.letter for drop in spec.drops if number in drop.hexes],
        "victory": row.get("victory") or None,
        "setup": row.get("setup", "").split(),
        "marks": marks,
        "mark_basis": mark_basis,
    }


def _side(row: Row) -> dict[str, Any]:
    marks, mark_basis = _marked(row.get("marks", ""))
    return {
        "water": row.get("water", ""),
        "name": row.get("name", ""),
        "also": [name for name in row.get("also", "").split(";") if name],
        "marks": marks,
        "mark_basis": mark_basis,
        "basis": row["basis"],
    }


def _bridge(row: Row, sides: Mapping[str, Row]) -> dict[str, Any]:
    wet = sides.get(row["hexside"], {})
    if not wet.get("water"):
        why = t("board.no_bridge_water", hexside=row["hexside"])
        raise BoardError(t("board.bad_source", file="bridges.csv", where=row["id"], why=why))
    return {
        "id": row["id"],
        "name": row.get("name") or row["id"],
        "hexside": row["hexside"],
        "kind": row["kind"],
        "start": row["start"],
        "start_basis": row.get("start_basis") or row["basis"],
        "rule": row.get("rule") or None,
        "water": wet["water"],
        "river": wet.get("name", ""),
        "basis": row["basis"],
        "history": row.get("history", ""),
    }


def _marked(text: str) -> tuple[list[str], dict[str, str]]:
    """Split ``"beach:stated hilltop"`` into words, and the basis of each word that has one."""
    pairs = [word.partition(":")[::2] for word in text.split()]
    return [mark for mark, _ in pairs], {mark: basis for mark, basis in pairs if basis}
