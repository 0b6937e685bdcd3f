"""An owner's corrections: printed values that replace inferred or reconstructed ones.

Corrections overlay the data of a module and never change it. They are stored in their own file; a
log names the corrections of its beginning by their hash (docs/corrections.md).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.archive import Files
from engine.board.brushes import HIDDEN, SETTLEMENTS
from engine.core.counters import PRINTED, Face, Value
from engine.core.errors import UserError, first_fault
from engine.core.vocabulary import Vocabulary
from engine.i18n import has, t
from engine.modules.module import Module
from engine.modules.tables import MISS, Chart, DifferenceChart, HitChart

FORMAT: Literal["h44corrections/1"] = "h44corrections/1"
SUFFIX = ".h44fix"
OPEN = ("inferred", "reconstructed")
"""The bases of values that an owner may correct; all others are locked."""
CELLS: Mapping[str, type[Chart | DifferenceChart | HitChart]] = {
    "h44chart/1": Chart,
    "h44differences/1": DifferenceChart,
    "h44hits/1": HitChart,
}
"""The formats of charts whose cells may be corrected."""
CORRECTED = "corrected"
"""The basis of a corrected value."""
MOST = 20_000
LOWEST, HIGHEST = -9, 99
Text = Annotated[str, Field(min_length=1, max_length=200)]


class _Correction(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid", strict=True)


class CounterValue(_Correction):
    """A printed value of a counter's side."""

    kind: Literal["counter"] = "counter"
    counter: Text
    face: Literal["front", "back"]
    value: Text
    to: Annotated[int, Field(ge=LOWEST, le=HIGHEST)] | Annotated[str, Field(max_length=20)]


class HexValue(_Correction):
    """The terrain of a hex, or the rank of its settlement ("" for none)."""

    kind: Literal["hex"] = "hex"
    hex: Text
    value: Literal["terrain", "settlement"]
    to: Annotated[str, Field(max_length=40)]


class ChartCell(_Correction):
    """A cell of a chart: its printed row ("3-6"), and its column."""

    kind: Literal["cell"] = "cell"
    chart: Text
    row: Text
    column: Text
    to: Annotated[str, Field(min_length=1, max_length=20)]


Correction = CounterValue | HexValue | ChartCell


def place_of(correction: Correction) -> tuple[str, ...]:
    """Return the subject of a correction, without its value."""
    if isinstance(correction, CounterValue):
        return ("counter", correction.counter, correction.face, correction.value)
    if isinstance(correction, HexValue):
        return ("hex", correction.hex, correction.value)
    return ("cell", correction.chart, correction.row, correction.column)


class Corrections(BaseModel):
    """A file of corrections of one game, each value once; ``author`` says whose
    printed game was read.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    format: Literal["h44corrections/1"] = FORMAT
    module: Text
    author: Annotated[str, Field(max_length=200)] = ""
    corrections: Annotated[
        tuple[Annotated[Correction, Field(discriminator="kind")], ...], Field(max_length=MOST)
    ] = ()

    @property
    def hash(self) -> str:
        """Hash of corrections, independent of their author and order."""
        records = sorted((c.model_dump() for c in self.corrections), key=orjson.dumps)
        data = orjson.dumps({"module": self.module, "corrections": records})
        return hashlib.blake2b(data, digest_size=16).hexdigest()

    def to_bytes(self) -> bytes:
        """Return the file's bytes, one correction a line."""
        data = self.model_dump(exclude={"corrections"})
        head = "\n".join(f" {_json(name)}: {_json(value)}," for name, value in data.items())
        lines = ",\n".join(f"  {_json(c.model_dump())}" for c in self.corrections)
        return f'{{\n{head}\n "corrections": [\n{lines}\n ]\n}}\n'.encode()

    def put(self, correction: Correction) -> Corrections:
        """Return a copy with another correction, which replaces an earlier one of the
        same value.
        """
        place = place_of(correction)
        others = tuple(c for c in self.corrections if place_of(c) != place)
        return self.model_copy(update={"corrections": (*others, correction)})

    def without(self, correction: Correction) -> Corrections:
        """Return a copy without the correction of a value."""
        place = place_of(correction)
        others = tuple(c for c in self.corrections if place_of(c) != place)
        return self.model_copy(update={"corrections": others})


def _json(value: object) -> str:
    return orjson.dumps(value).decode()


@dataclass(frozen=True)
class Correctable:
    """A value that may be corrected: its current value, its basis, and the possible values.

    ``now`` states the value as a correction would. ``choices`` lists the possible values; it is
    empty for a number, and for the result of a chart, which only needs the form of another result
    of the chart. In a chart of hits they are all sets of faces of the die.
    """

    now: Correction
    basis: str
    choices: tuple[str, ...] = ()


def correctable(module: Module) -> Iterator[Correctable]:
    """Yield all values of a game's own data that its owner may correct, in the order of
    its files.
    """
    if module.drawing is not None:
        return
    yield from _counters(module)
    yield from _hexes(module)
    yield from _cells(module)


def _counters(module: Module) -> Iterator[Correctable]:
    words: dict[str, set[str]] = {}
    for counter in module.counters:
        for face in (counter.front, counter.back):
            for name, value in face.values.items() if face is not None else ():
                if isinstance(value, str):
                    words.setdefault(name, set()).add(value)
    for counter in module.counters:
        for side, face in (("front", counter.front), ("back", counter.back)):
            for name, value in _values(face) if face is not None else ():
                basis = face.basis.get(name, counter.basis) if face is not None else ""
                if basis in OPEN and not isinstance(value, float):
                    now = CounterValue(
                        counter=counter.id,
                        face="front" if side == "front" else "back",
                        value=name,
                        to=value,
                    )
                    yield Correctable(now, basis, tuple(sorted(words.get(name, ()))))


def _values(face: Face) -> Iterator[tuple[str, Value]]:
    """Yield the values of a side by name, without its steps, which define the counter."""
    for name in PRINTED:
        value = getattr(face, name)
        if name != "steps" and value is not None and name not in face.values:
            yield name, value
    yield from face.values.items()


def _hexes(module: Module) -> Iterator[Correctable]:
    board = module.board
    terrains = tuple(sorted(set(board.terrain)))
    ranks = tuple(sorted({rank for rank in board.settlement if rank}))
    for index, number in enumerate(board.numbers):
        if board.terrain_basis[index] in OPEN:
            now = HexValue(hex=number, value="terrain", to=board.terrain[index])
            yield Correctable(now, board.terrain_basis[index], terrains)
        basis = board.settlement_basis[index]
        if basis in OPEN:
            now = HexValue(hex=number, value="settlement", to=board.settlement[index] or "")
            yield Correctable(now, str(basis), ("", *ranks))


def _cells(module: Module) -> Iterator[Correctable]:
    for name in module.files.names():
        if not name.startswith("charts/"):
            continue
        data = module.chart(name.removeprefix("charts/").removesuffix(".json"))
        kind = CELLS.get(str(data.get("format"))) if isinstance(data, dict) else None
        if kind is None:
            continue
        chart = kind.model_validate_json(orjson.dumps(data))
        for row in chart.rows:
            known = row.basis or (chart.basis,) * len(row.cells)
            for column, cell, basis in zip(chart.columns, row.cells, known, strict=True):
                if basis in OPEN:
                    now = ChartCell(chart=chart.id, row=row.label, column=column, to=cell)
                    hits = _sets(module) if isinstance(chart, HitChart) else ()
                    yield Correctable(now, basis, hits)


def _sets(module: Module) -> tuple[str, ...]:
    """Return all sets of faces of the game's die, as a chart of hits writes them."""
    faces = sorted({*(module.die_faces or range(1, 7))})
    some = (combinations(faces, count) for count in range(1, len(faces) + 1))
    return (MISS, *(" ".join(map(str, result)) for result in chain.from_iterable(some)))


class CorrectedFiles:
    """The files of a module with corrections applied; ``words`` name the brushes."""

    def __init__(self, files: Files, corrections: Corrections, words: Vocabulary) -> None:
        self._files = files
        self._brushes = {word.id: word.brushes for word in words.terrains}
        self._ranks = {word.id: word.brush for word in words.settlements}
        self.origin = files.origin
        self._counters: dict[str, list[CounterValue]] = {}
        self._hexes: dict[str, list[HexValue]] = {}
        self._cells: dict[str, list[ChartCell]] = {}
        for correction in corrections.corrections:
            if isinstance(correction, CounterValue):
                self._counters.setdefault(correction.counter, []).append(correction)
            elif isinstance(correction, HexValue):
                self._hexes.setdefault(correction.hex, []).append(correction)
            else:
                self._cells.setdefault(f"charts/{correction.chart}.json", []).append(correction)

    def names(self) -> list[str]:
        """Return all file names, sorted."""
        return self._files.names()

    def read(self, name: str) -> bytes:
        """Return the corrected bytes of a file. Raises UserError if there is no such file."""
        data = self._files.read(name)
        if name == "counters.json" and self._counters:
            return self._with(data, self._correct_counters)
        if name == "board.json" and self._hexes:
            return self._with(data, self._correct_hexes)
        if name == "map.json" and self._hexes:
            return self._with(data, self._draw_hexes)
        if name in self._cells:
            return self._with(data, lambda chart: _correct_cells(chart, self._cells[name]))
        return data

    def _with(self, data: bytes, correct: Any) -> bytes:
        parsed = orjson.loads(data)
        correct(parsed)
        return orjson.dumps(parsed)

    def _correct_counters(self, data: dict[str, Any]) -> None:
        for counter in data["counters"]:
            for correction in self._counters.get(counter["id"], ()):
                face = counter[correction.face]
                values = face.get("values", {})
                (values if correction.value in values else face)[correction.value] = correction.to
                face.setdefault("basis", {})[correction.value] = CORRECTED

    def _correct_hexes(self, data: dict[str, Any]) -> None:
        for number, corrections in self._hexes.items():
            for correction in corrections:
                cell = data["hexes"][number]
                cell[correction.value] = correction.to or None
                key = "basis" if correction.value == "terrain" else "settlement_basis"
                cell[key] = CORRECTED if correction.to or correction.value == "terrain" else None

    def _draw_hexes(self, data: dict[str, Any]) -> None:
        """Redraw the parts of the map that an owner has corrected."""
        from engine.board import draw_corrected  # only owners need it

        listed = [c for corrections in self._hexes.values() for c in corrections]
        grounds = {s.hex: self._brushes.get(s.to, ()) for s in listed if s.value == "terrain"}
        ranks = {s.hex: self._rank(s.to) for s in listed if s.value == "settlement"}
        if grounds:
            data["corrected"] = draw_corrected.corrected_ground(data, grounds)
        if ranks:
            data.update(draw_corrected.corrected_settlements(data, ranks))

    def _rank(self, word: str) -> str:
        """Return the brush of a settlement rank; empty for none."""
        result = self._ranks.get(word, word)
        return (
            "" if not word or result == HIDDEN else result if result in SETTLEMENTS else "village"
        )


def _correct_cells(data: dict[str, Any], corrections: list[ChartCell]) -> None:
    chart = CELLS[data["format"]].model_validate_json(orjson.dumps(data))
    labels: list[str] = [row.label for row in chart.rows]
    for correction in corrections:
        row, column = (
            data["rows"][labels.index(correction.row)],
            chart.columns.index(correction.column),
        )
        row["cells"][column] = correction.to
        row["basis"] = list(row.get("basis") or [chart.basis] * len(chart.columns))
        row["basis"][column] = CORRECTED


def parse(data: bytes, origin: str) -> Corrections:
    """Parse a file of corrections. Raises UserError for an invalid one; ``origin`` is its name."""
    try:
        result = Corrections.model_validate_json(data)
    except ValidationError as error:
        why = ": ".join(filter(None, first_fault(error)))
        raise UserError(t("corrections.error.content", file=origin, why=why)) from None
    places: set[tuple[str, ...]] = set()
    for correction in result.corrections:
        if place_of(correction) in places:
            raise UserError(t("corrections.error.twice", file=origin, what=describe(correction)))
        places.add(place_of(correction))
    return result


def corrected(module: Module, corrections: Corrections) -> Module:
    """Return a module with corrections applied.

    Raises UserError for corrections of another game, of an unknown or locked value, or to an
    impossible value.
    """
    if corrections.module != module.meta.id:
        raise UserError(
            t("corrections.error.module", module=module.meta.id, other=corrections.module)
        )
    from engine.modules.validate import validate

    known = {place_of(value.now): value for value in correctable(module)}
    alike = shapes(known.values())
    for correction in corrections.corrections:
        item = known.get(place_of(correction))
        if item is None:
            raise UserError(t("corrections.error.locked", what=describe(correction, module)))
        if not fits(correction, item, alike):
            raise UserError(
                t("corrections.error.value", what=describe(correction, module), to=correction.to)
            )
    files = CorrectedFiles(module.files, corrections, module.vocabulary)
    for problem in validate(files):
        raise UserError(t("corrections.error.module_file", file=problem.file, why=problem.message))
    source = f"{module.meta.id}@{corrections.hash}" if corrections.corrections else module.source
    return Module(files, source)


def shapes(values: Iterable[Correctable]) -> dict[str, set[str]]:
    """Return patterns of the results of each chart, without their numbers."""
    result: dict[str, set[str]] = {}
    for value in values:
        if isinstance(value.now, ChartCell):
            result.setdefault(value.now.chart, set()).add(_shape(value.now.to))
    return result


def fits(
    correction: Correction, correctable_value: Correctable, alike: Mapping[str, set[str]]
) -> bool:
    """Return whether a value can become what a correction states.

    ``alike`` is the result of :func:`shapes`.
    """
    if correctable_value.choices:
        return correction.to in correctable_value.choices
    if isinstance(correction, ChartCell):
        return _shape(correction.to) in alike[correction.chart]
    return isinstance(correction.to, int) and LOWEST <= correction.to <= HIGHEST


def _shape(result: str) -> str:
    """Return the pattern of a result, without its numbers."""
    return re.sub(r"\d+", "#", result)


def describe(correction: Correction, module: Module | None = None) -> str:
    """Describe the subject of a correction, in the words of its game if that is given."""
    words = correction.model_dump(exclude={"kind", "to"})
    if isinstance(correction, CounterValue):
        words["face"] = t(f"corrections.{correction.face}")
    if not isinstance(correction, ChartCell) and module is not None:
        key = f"corrections.value.{correction.value}"
        words["value"] = module.word("values", correction.value) or (
            t(key) if has(key) else correction.value
        )
    return t(f"corrections.{correction.kind}", **words)
