"""Compiler of counters and scenarios from a module's tables, for games that are data alone.

``source/counters.csv`` has a row for each type of counter; its columns are the fields of
:class:`engine.core.counters.Counter`, with dots for nested fields (``front.attack``,
``back.values.tq``, ``arrival.turn``). ``source/formations.json`` contains the colours,
``source/scenarios.json`` the scenarios, ``source/setup.csv`` the places of their pieces, from the
bottom of each stack. Docs: ``docs/module-format.md``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.board.format import BoardError
from engine.board.tables import Row, read_table
from engine.core.counters import CounterFile, CounterSet, Formation
from engine.core.errors import first_fault
from engine.core.scenario import MarkerPlacement, Scenario, Start, Victory
from engine.i18n import t

LISTS = frozenset({"labels", "pieces_named", "arrival.hexes"})
"""Columns with several words, separated by blanks (labels by semicolons)."""
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
"""Pattern of numbers: "Inf" and "1e3" are words."""

M = TypeVar("M", bound=BaseModel)


class Strict(BaseModel):
    """A part of a source file; a misspelt key is an error."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)


class Colors(Strict):
    """``source/formations.json``: grounds of the nationalities, colours of the formations."""

    nationalities: dict[str, str]
    formations: tuple[Formation, ...]


class ScenarioSource(Strict):
    """A scenario of ``source/scenarios.json``, without the places of its pieces."""

    title: str
    turns: int
    first: Start
    weather: str = ""
    hexsides: dict[str, str] = {}
    markers: tuple[MarkerPlacement, ...] = ()
    tracks: dict[str, int | str] = {}
    control_default: str = ""
    control: dict[str, str] = {}
    victory: Victory | None = None
    same_set_up: str | None = None
    """The scenario whose rows of ``setup.csv`` also apply to this one."""


class Scenarios(Strict):
    """``source/scenarios.json``."""

    scenarios: dict[str, ScenarioSource]


def has_tables(folder: Path) -> bool:
    """Return whether the counters of a module folder are compiled from tables."""
    return (folder / "source" / "counters.csv").is_file()


def compile_tables(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield each compiled file of counters and scenarios as (name, bytes).

    Raises BoardError, with one sentence, for an unusable source.
    """
    source, game = folder / "source", folder.name
    colors = _json(Colors, source / "formations.json")
    counters = tuple(
        _validated(row["id"], "counters.csv", lambda row=row: _nested(row))  # type: ignore[misc]
        for row in read_table(source / "counters.csv", needed=True)
    )
    file = _checked(
        CounterFile,
        {
            "format": "h44counters/1",
            "game": game,
            "nationalities": colors.nationalities,
            "formations": colors.formations,
            "counters": counters,
        },
        "counters.csv",
        [counter["id"] for counter in counters],
    )
    yield "counters.json", _counters_json(file)
    rows = list(read_table(source / "setup.csv"))
    known = CounterSet(file)
    for name, scenario in _json(Scenarios, source / "scenarios.json").scenarios.items():
        wanted = scenario.same_set_up or name
        own = [row for row in rows if wanted in row["scenario"].split()]
        yield f"scenarios/{name}.json", _scenario_json(_scenario(name, scenario, own, known))


def _scenario(name: str, spec: ScenarioSource, rows: list[Row], counters: CounterSet) -> Scenario:
    units = []
    for row in rows:
        unit = row["unit"]
        if unit not in counters:
            why = no_unit(counters, unit)
            raise BoardError(t("board.bad_source", file="setup.csv", where=name, why=why))
        units.append(
            {
                "unit": counters.resolve(unit),
                "at": row["at"],
                "steps": int(row.get("steps") or counters.of(unit).steps),
                "face": row.get("face") or "front",
                "status": row.get("status", "").split(),
                "choices": row.get("choices", "").split(),
            }
        )
    rest = {k: getattr(spec, k) for k in type(spec).model_fields if k != "same_set_up"}
    data = {"format": "h44scenario/1", "id": name, "units": units, **rest}
    return _checked(Scenario, data, "scenarios.json")


def no_unit(counters: CounterSet, name: str) -> str:
    """Return the sentence about a name that belongs to no piece."""
    kind = counters.several(name)
    if kind is None or not kind.pieces():
        return t("validate.unit", unit=name)
    return t("validate.unit_type", unit=name, count=kind.count, piece=kind.pieces()[0])


def _nested(row: Row) -> dict[str, Any]:
    """Return a row as nested data; empty cells are left out."""
    result: dict[str, Any] = {}
    for column, cell in row.items():
        if cell == "":
            continue
        inner = result
        *path, last = column.split(".")
        for part in path:
            inner = inner.setdefault(part, {})
        inner[last] = _value(column, cell)
    if set(result.get("back", {})) <= {"steps"}:
        result.pop("back", None)
    return result


def _value(column: str, cell: str) -> Any:
    if column in LISTS:
        return [part for part in (cell.split(";") if column == "labels" else cell.split()) if part]
    if cell in ("yes", "no"):
        return cell == "yes"
    if ".values." in column and NUMBER.fullmatch(cell):
        return float(cell) if "." in cell else int(cell)
    return cell


def _json(model: type[M], path: Path) -> M:
    try:
        return model.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise _fault(error, path.name) from None
    except OSError as error:
        raise BoardError(t("board.no_source", file=path.name, why=error.strerror)) from None


def _checked(model: type[M], data: Mapping[str, Any], file: str, ids: Sequence[str] = ()) -> M:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise _fault(error, file, ids) from None


def _validated(name: str, file: str, make: Callable[[], Any]) -> Any:
    try:
        return make()
    except (KeyError, AttributeError, ValueError) as error:
        raise BoardError(t("board.bad_source", file=file, where=name, why=error)) from None


def _fault(error: ValidationError, file: str, ids: Sequence[str] = ()) -> BoardError:
    """Return the first fault of a file; ``ids`` name the rows of a table instead of numbers."""
    loc = error.errors()[0]["loc"]
    where, why = first_fault(error)
    if len(loc) > 1 and isinstance(loc[1], int) and loc[1] < len(ids):
        where = ": ".join((ids[loc[1]], ".".join(str(x) for x in loc[2:4])))
    return BoardError(t("board.bad_source", file=file, where=where or "-", why=why))


def plain(record: BaseModel, always: frozenset[str] = frozenset()) -> dict[str, Any]:
    """Return a record as JSON data without default values; ``always`` names fields to include."""
    data = record.model_dump(mode="json")
    result: dict[str, Any] = {}
    for key, field in type(record).model_fields.items():
        inner = getattr(record, key)
        if isinstance(inner, BaseModel):
            result[key] = plain(inner, always)
        elif inner and isinstance(inner, tuple) and isinstance(inner[0], BaseModel):
            result[key] = [plain(one, always) for one in inner]
        elif (
            key in always
            or field.is_required()
            or inner != field.get_default(call_default_factory=True)
        ):
            result[key] = data[key]
    return result


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _listed(rows: Iterator[str]) -> str:
    return "[\n  " + ",\n  ".join(rows) + "\n ]"


def _counters_json(file: CounterFile) -> bytes:
    """Return a counter file with one formation or counter a line, for readable diffs."""
    parts = [
        f' "format": {_line(file.format)}',
        f' "game": {_line(file.game)}',
        f' "nationalities": {_line(file.nationalities)}',
        f' "formations": {_listed(_line(plain(f)) for f in file.formations)}',
        f' "counters": {_listed(_line(plain(c)) for c in file.counters)}',
    ]
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def _scenario_json(scenario: Scenario) -> bytes:
    data = plain(scenario)
    parts = []
    for key, value in data.items():
        if key in ("units", "markers"):
            rows = (_line(plain(record)) for record in getattr(scenario, key))
            parts.append(f' "{key}": {_listed(rows)}')
        else:
            parts.append(f' "{key}": {_line(value)}')
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()
