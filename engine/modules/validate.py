"""Check of a module: every problem with its file and place, not only the first."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from engine.archive import Files
from engine.board.board import Board
from engine.board.brushes import unknown_brushes
from engine.board.counter_symbols import SIGNS
from engine.board.drawn_format import MapFile, SheetPanels, ThemeFile
from engine.board.format import BoardFile
from engine.core.calendar import CalendarChart, SequenceChart
from engine.core.counters import PRINTED, CounterFile, CounterSet, DisplayFile, MarkerFile, NameFile
from engine.core.errors import UserError, faults_of
from engine.core.places import Places
from engine.core.scenario import Scenario
from engine.core.vocabulary import Vocabulary
from engine.i18n import t
from engine.modules.compile_counters import no_unit
from engine.modules.module import Meta
from engine.modules.texts import fault, text_files
from engine.vassal import TABLE

OPTIONAL: dict[str, type[BaseModel]] = {
    "map.json": MapFile,
    "sheet.json": SheetPanels,
    "names.json": NameFile,
    "charts/calendar.json": CalendarChart,
    "charts/sequence.json": SequenceChart,
}
"""The optional files of a module, with their schemas."""
PARTS: dict[str, type[BaseModel]] = {
    "module.json": Meta,
    "board.json": BoardFile,
    "counters.json": CounterFile,
    "markers.json": MarkerFile,
    "displays.json": DisplayFile,
}
"""The required files of a module, with their schemas."""


@dataclass(frozen=True)
class Problem:
    """A problem in a module: file, place in the file, and description."""

    file: str
    where: str
    message: str


ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
"""Pattern of module ids."""


def validate(source: Files) -> list[Problem]:
    """Return all problems of a module, in the order of its files; an empty list for a sound one."""
    return list(_problems(source))


def _problems(source: Files) -> Iterator[Problem]:
    parsed: dict[str, Any] = {}
    for file, model in PARTS.items():
        yield from _read(source, file, model, parsed)
    meta = parsed.get("module.json")
    for scenario_id in meta.scenarios if meta else ():
        yield from _read(source, f"scenarios/{scenario_id}.json", Scenario, parsed)
    names = source.names()
    for file, model in OPTIONAL.items():
        if file in names:
            yield from _read(source, file, model, parsed)
    if "map.json" not in names and TABLE not in names:
        yield Problem("map.json", "-", t("validate.no_map"))
    for name in names:
        if name.startswith("themes/") and name.endswith(".json"):
            yield from _read(source, name, ThemeFile, parsed)
        elif name not in OPTIONAL and name.startswith("charts/") and name.endswith(".json"):
            yield from _object(source, name)
    if meta is not None:
        yield from _ids(meta)
        yield from _texts(source, meta.id)
    if "board.json" in parsed:
        try:
            parsed["board"] = Board.load(source.read("board.json"))
        except UserError as error:
            yield Problem("board.json", "-", str(error))
    yield from _words(parsed)
    if {"board", "counters.json", "displays.json", "markers.json"} <= set(parsed):
        yield from _cross(parsed)


def _ids(meta: Meta) -> Iterator[Problem]:
    """Yield ids that are invalid as folder names, and titles with invisible characters."""
    if not ID.fullmatch(meta.id):
        yield Problem("module.json", "id", t("validate.id", id=visible(meta.id)))
    named = {"title": meta.title, "owner": meta.owner}
    named |= {f"sides.{n}.title": side.title for n, side in enumerate(meta.sides)}
    for where, name in named.items():
        if not name.isprintable():
            yield Problem("module.json", where, t("validate.hidden", name=visible(name)))


def visible(name: str) -> str:
    """Return a text with its unprintable characters written as escapes."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in name)


def _words(parsed: dict[str, Any]) -> Iterator[Problem]:
    """Yield undeclared words, and words with unknown brushes.

    An empty list of words is not checked: the module declares nothing there.
    """
    meta: Meta | None = parsed.get("module.json")
    words = meta.vocabulary if meta else None
    if meta is None or words is None:
        return
    for name, word, brush in unknown_brushes(words):
        where = f"vocabulary.{name}.{word}"
        yield Problem("module.json", where, t("validate.brush", brush=brush))
    sides = {side.id for side in meta.sides}
    if "board.json" in parsed:
        yield from _board_words(parsed["board.json"], words, sides)
    if "counters.json" in parsed:
        yield from _counter_words(parsed["counters.json"], words)
    for file, part in parsed.items():
        if isinstance(part, Scenario):
            yield from _scenario_words(file, part, words, sides)
        elif isinstance(part, SequenceChart):
            yield from _sequence_words(file, part, words, sides)


def _board_words(board: BoardFile, words: Vocabulary, sides: set[str]) -> Iterator[Problem]:
    texts = _WordCheck("board.json", words)
    for number, cell in board.hexes.items():
        yield from texts.unknown("terrains", cell.terrain, f"hexes.{number}")
        yield from texts.unknown("settlements", cell.settlement, f"hexes.{number}")
        for mark in cell.marks:
            yield from texts.unknown("marks", mark, f"hexes.{number}")
    for name, side in board.hexsides.items():
        for kind in (side.water, *side.marks):
            yield from texts.unknown("hexsides", kind, f"hexsides.{name}")
    for road in board.roads:
        yield from texts.unknown("roads", road.road_class, f"roads.{road.name}")
    for line in board.lines:
        yield from texts.unknown("lines", line.kind, f"lines.{line.name or line.kind}")
    for stream in board.streams:
        yield from texts.unknown("hexsides", stream.kind, f"streams.{stream.name}")
    for name, area in board.areas.items():
        if area.side and area.side not in sides:
            where = f"areas.{name}"
            yield Problem("board.json", where, t("validate.no_side", side=area.side))


def _counter_words(file: CounterFile, words: Vocabulary) -> Iterator[Problem]:
    texts = _WordCheck("counters.json", words)
    symbols = {word.id: word.symbol for word in words.kinds}
    formations = {formation.id for formation in file.formations}
    values = set(words.ids("values")) | set(PRINTED)
    for counter in file.counters:
        yield from texts.unknown("kinds", counter.kind, counter.id)
        yield from texts.unknown("qualities", counter.quality, counter.id)
        sign = counter.symbol or symbols.get(counter.kind, "") or counter.kind
        if sign not in SIGNS and counter.role != "unknown":
            yield from texts.once("symbol", sign, counter.id, "validate.symbol", sorted(SIGNS))
        if counter.nationality not in file.nationalities:
            yield from texts.once("ground", counter.nationality, counter.id, "validate.ground")
        if counter.formation not in formations | {"-", ""}:
            yield from texts.once("frame", counter.formation, counter.id, "validate.formation")
        for face in (counter.front, counter.back):
            for value in face.values if face is not None and words.values else ():
                if value not in values:
                    yield from texts.once("values", value, counter.id, "validate.word")


def _scenario_words(
    file: str, scenario: Scenario, words: Vocabulary, sides: set[str]
) -> Iterator[Problem]:
    texts = _WordCheck(file, words)
    yield from texts.unknown("phases", scenario.first.phase, "first.phase")
    yield from texts.unknown("weather", scenario.weather, "weather")
    for unit in scenario.units:
        for status in unit.status:
            yield from texts.unknown("statuses", status, unit.unit)
    named = {scenario.first.active: "first.active", scenario.control_default: "control_default"}
    named |= {side: f"control.{place}" for place, side in scenario.control.items()}
    for side, where in named.items():
        if side and side not in sides:
            yield Problem(file, where, t("validate.no_side", side=side))


def _sequence_words(
    file: str, chart: SequenceChart, words: Vocabulary, sides: set[str]
) -> Iterator[Problem]:
    texts = _WordCheck(file, words)
    for number, step in enumerate(chart.steps):
        yield from texts.unknown("phases", step.phase, f"steps.{number}")
        if step.active and step.active not in sides:
            yield Problem(file, f"steps.{number}", t("validate.no_side", side=step.active))


class _WordCheck:
    """Reporter of wrong words: each word once, with the first place that uses it."""

    def __init__(self, file: str, words: Vocabulary) -> None:
        self._file, self._words = file, words
        self._known: dict[str, frozenset[str]] = {}
        self._reported: set[tuple[str, str]] = set()

    def unknown(self, name: str, word: str | None, where: str) -> Iterator[Problem]:
        """Yield a problem if the vocabulary list lacks a word."""
        if name not in self._known:
            self._known[name] = frozenset(self._words.ids(name))
        if word and self._known[name] and word not in self._known[name]:
            yield from self.once(name, word, where, "validate.word")

    def once(
        self, name: str, word: str, where: str, key: str, known: Iterable[str] = ()
    ) -> Iterator[Problem]:
        """Yield a problem with a word, unless it was reported already."""
        if (name, word) not in self._reported:
            self._reported.add((name, word))
            yield Problem(self._file, where, t(key, word=word, list=name, known=", ".join(known)))


def _read(
    source: Files, file: str, model: type[BaseModel], parsed: dict[str, Any]
) -> Iterator[Problem]:
    try:
        parsed[file] = model.model_validate_json(source.read(file))
    except UserError as error:
        yield Problem(file, "-", str(error))
    except ValidationError as error:
        for where, why in faults_of(error):
            yield Problem(file, where or "-", why)


def _texts(source: Files, game: str) -> Iterator[Problem]:
    """Yield problems of unusable messages."""
    for _, name in text_files(source):
        table: dict[str, object] = {}
        yield from _object(source, name, table)
        for key, template in table.items():
            wrong = fault(game, key, template)
            if wrong is not None:
                yield Problem(name, key, t(wrong, game=game))


def _object(
    source: Files, name: str, content: dict[str, object] | None = None
) -> Iterator[Problem]:
    """Yield the problems of a file that must be a JSON object; ``content`` receives its values."""
    try:
        read = json.loads(source.read(name))
    except (ValueError, RecursionError) as error:
        yield Problem(name, "-", t("validate.json", why=error))
    except UserError as error:
        yield Problem(name, "-", str(error))
    else:
        if not isinstance(read, dict):
            yield Problem(name, "-", t("validate.object"))
        elif content is not None:
            content.update(read)


def _cross(parsed: dict[str, Any]) -> Iterator[Problem]:
    """Yield problems of references between files."""
    board: Board = parsed["board"]
    counters = CounterSet(parsed["counters.json"])
    displays: DisplayFile = parsed["displays.json"]
    kinds = {m.id for m in parsed["markers.json"].markers}
    try:
        places = Places(board.numbers, [d.id for d in displays.displays])
    except ValueError:
        yield Problem("displays.json", "displays", t("validate.twice"))
        return
    meta: Meta | None = parsed.get("module.json")
    sides = {s.id for s in meta.sides} if meta else set()
    yield from _games(meta, parsed)
    yield from _secrets(meta, counters, sides)
    for counter in counters:
        if sides and counter.side not in sides:
            yield Problem(
                "counters.json",
                counter.id,
                t("validate.side", side=counter.side, counter=counter.id),
            )
        if counter.half_battalion and counter.half_battalion not in counters.counters:
            yield Problem(
                "counters.json", counter.id, t("validate.half", other=counter.half_battalion)
            )
        if counter.back is not None and not counter.back.means:
            yield Problem("counters.json", counter.id, t("validate.back"))
        area = counter.arrival.area
        if area and area not in board.areas:
            yield Problem("counters.json", counter.id, t("validate.area", area=area))
    if "names.json" in parsed:
        yield from _unit_names(parsed["names.json"], counters)
    calendar: CalendarChart | None = parsed.get("charts/calendar.json")
    last = max((row.turn for row in calendar.turns), default=0) if calendar else 0
    for file, scenario in parsed.items():
        if isinstance(scenario, Scenario):
            yield from _scenario(file, scenario, board, counters, places, kinds)
            if 0 < last < scenario.turns:
                yield Problem(file, "turns", t("validate.turns", turns=scenario.turns, last=last))


def _games(meta: Meta | None, parsed: dict[str, Any]) -> Iterator[Problem]:
    """Yield files that name another game than the module."""
    for file in ("displays.json", "markers.json"):
        if meta is not None and parsed[file].game != meta.id:
            text = t("validate.other_game", game=parsed[file].game, id=meta.id)
            yield Problem(file, "game", text)


def _secrets(meta: Meta | None, counters: CounterSet, sides: set[str]) -> Iterator[Problem]:
    """Yield problems of declared secrets: sides and covers that the module does not have."""
    secrets = meta.secrets if meta is not None else None
    if secrets is None:
        return
    for number, rule in enumerate(secrets.pieces):
        where = f"secrets.pieces.{number}.covers"
        for side, counter in rule.covers.items():
            if side not in sides:
                yield Problem("module.json", where, t("validate.no_side", side=side))
            if counter not in counters.counters:
                yield Problem("module.json", where, t("validate.unit", unit=counter))
    for number, track in enumerate(secrets.tracks):
        if track.owner and track.owner not in sides:
            where = f"secrets.tracks.{number}.owner"
            yield Problem("module.json", where, t("validate.no_side", side=track.owner))


def _unit_names(file: NameFile, counters: CounterSet) -> Iterator[Problem]:
    """Yield names of unknown counters, and names shared by two types of counters."""
    by_name: dict[str, str] = {}
    for counter, name in file.names.items():
        if counter not in counters.counters:
            yield Problem("names.json", counter, t("validate.unit", unit=counter))
        if name in by_name:
            text = t("validate.name_twice", name=name, other=by_name[name])
            yield Problem("names.json", counter, text)
        by_name[name] = counter


def _scenario(
    file: str,
    scenario: Scenario,
    board: Board,
    counters: CounterSet,
    places: Places,
    kinds: set[str],
) -> Iterator[Problem]:
    unit_ids: set[str] = set()
    for number, unit in enumerate(scenario.units):
        where = f"units.{number}"
        if unit.unit not in counters:
            yield Problem(file, where, no_unit(counters, unit.unit))
        elif unit.steps > counters.of(unit.unit).steps:
            yield Problem(file, where, t("validate.steps", unit=unit.unit, steps=unit.steps))
        if unit.unit in unit_ids:
            yield Problem(file, where, t("validate.unit_twice", unit=unit.unit))
        unit_ids.add(unit.unit)
        for place in (unit.at, *unit.choices):
            if place not in places:
                yield Problem(file, where, t("validate.place", place=place))
    for number, marker in enumerate(scenario.markers):
        where = f"markers.{number}"
        if marker.kind not in kinds:
            yield Problem(file, where, t("validate.marker", marker=marker.kind))
        if marker.at not in places:
            yield Problem(file, where, t("validate.place", place=marker.at))
    for hexside in scenario.hexsides:
        side = board.sides.get(hexside)
        if side is None or not side.bridges:
            yield Problem(file, f"hexsides.{hexside}", t("validate.hexside", hexside=hexside))
    for place in scenario.control:
        if place not in board.index:
            yield Problem(file, f"control.{place}", t("validate.place", place=place))
