"""Modules: games as data. Finds modules, loads their parts, names their pieces and places.

A module is a folder or the same folder zipped (``.h44mod``); built-in games are in
``resources/<game>``. Everything in a module is accessed through :class:`Module`.
"""

from __future__ import annotations

import hashlib
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import orjson
from pydantic import BaseModel, ConfigDict, PositiveInt, ValidationError

from engine.archive import Files, FolderFiles, open_files
from engine.board.board import Board
from engine.board.map_texts import credit, map_credits
from engine.core.calendar import CalendarChart, CalendarTurn
from engine.core.counters import (
    Counter,
    CounterSet,
    Display,
    DisplayFile,
    FaceName,
    Marker,
    MarkerFile,
    NameFile,
)
from engine.core.dice import Dice, shown
from engine.core.errors import UserError, first_fault
from engine.core.places import Places
from engine.core.scenario import Scenario
from engine.core.secrecy import Secrets
from engine.core.vocabulary import Color, Vocabulary
from engine.i18n import DEFAULT, add_game, has, language, t, translated_name
from engine.modules.texts import read_texts
from engine.vassal import TABLE

if TYPE_CHECKING:  # what is not drawn, or did not come from VASSAL, does without
    from engine.board.drawn_format import SheetPanels, ThemeFile
    from engine.vassal.drawing import Drawing

RULES_VERSION = "1.0"
"""The version of the rules code, recorded with each game.

The first number increases when the same action may have other effects, the second when verdicts or
texts change. Version 0 marks games from before any rule was enforced.
"""

M = TypeVar("M", bound=BaseModel)
MAP = "map.json"
NAMES = "names.json"
PLAYED_FILES = (
    "board.json",
    "counters.json",
    "displays.json",
    "markers.json",
    TABLE,
)
PLAYED_FOLDERS = ("charts/", "scenarios/")
"""Folders of the data that play depends on."""

SPECIAL_DIE = "charts/special_die.json"
NO_WORDS = Vocabulary()
SUBJECTS = ("army", "kind", "word")
"""The message keys in which a game names the subjects of its tracks."""

DevStage = Literal["sketch", "alpha", "beta", "complete"]


class SideInfo(BaseModel):
    """One side of a game."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    id: str
    title: str
    color: Color


class Meta(BaseModel):
    """The file ``module.json``."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    format: Literal["h44module/1"]
    id: str
    title: str
    version: str
    dev_stage: DevStage
    scale: dict[str, Any] = {}
    sides: tuple[SideInfo, ...]
    scenarios: tuple[str, ...]
    geography: str | None = None
    owner: str
    notice: str
    vocabulary: Vocabulary | None = None
    secrets: Secrets | None = None
    """Declaration of what the game hides; None if the module declares nothing."""


class SpecialDie(BaseModel):
    """The file ``charts/special_die.json``: the faces of the game's die, in the order of sides."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    faces: tuple[PositiveInt, ...]


class Module:
    """A game's data; each part is read on first use.

    Every property raises UserError, with one sentence that names the file, if its file is missing
    or wrong.
    """

    def __init__(self, source: Files, name: str | None = None) -> None:
        self.files = source
        self.source = name or source.origin
        """The argument by which :func:`load_module` finds the module: a built-in id, or a path."""

    @cached_property
    def meta(self) -> Meta:
        """Return the metadata of the module and register its own texts.

        Raises UserError for an id that names another folder or contains invisible characters.
        """
        result = self._parse("module.json", Meta)
        if not result.id.isprintable() or {"/", "\\"} & set(result.id) or not result.id.strip("."):
            raise UserError(t("module.error.id", module=self.files.origin, id=ascii(result.id)))
        if result.id not in builtin():
            add_game(result.id, read_texts(self.files, result.id))
        return result

    @cached_property
    def board(self) -> Board:
        """Return the compiled board; for a game drawn with pictures, the board of all its spots."""
        if self.drawing is not None:
            from engine.vassal.plane import SpotBoard

            return SpotBoard(self.meta.id, self.drawing, self.places)
        return Board.load(self.files.read("board.json"))

    @cached_property
    def counters(self) -> CounterSet:
        """Return all counters of the game."""
        data = self.files.read("counters.json")
        try:
            result = CounterSet.load(data)
        except ValidationError as error:
            raise self._wrong("counters.json", error) from None
        result.words = self.vocabulary
        return result

    @cached_property
    def markers(self) -> dict[str, Marker]:
        """Return the kinds of markers by id."""
        return {m.id: m for m in self._parse("markers.json", MarkerFile).markers}

    @cached_property
    def displays(self) -> dict[str, Display]:
        """Return the boxes off the map by id."""
        return {d.id: d for d in self._parse("displays.json", DisplayFile).displays}

    @cached_property
    def places(self) -> Places:
        """Return hexes and boxes as small ints; in a game drawn with pictures, spots are places
        too.
        """
        if self.drawing is not None:
            from engine.vassal.spots import SpotPlaces

            return SpotPlaces((), self.displays)
        return Places(self.board.numbers, self.displays)

    @cached_property
    def drawing(self) -> Drawing | None:
        """Return the drawing of a game from VASSAL; None if ``board.json`` is the map."""
        if TABLE not in self.files.names():
            return None
        from engine.vassal.drawing import Drawing

        return Drawing.load(self.files)

    @cached_property
    def drawn_map(self) -> bytes | None:
        """Return ``map.json``, validated if it may come from a stranger; None if there is no
        drawn map.
        """
        if MAP not in self.files.names():
            return None
        if self.source not in builtin() or self is not _built_in(self.source):
            from engine.board.drawn_format import MapFile

            self._parse(MAP, MapFile)
        return self.files.read(MAP)

    @cached_property
    def sheet(self) -> SheetPanels:
        """Return ``sheet.json``, the panels beside the map; if it is missing, only the title."""
        from engine.board.drawn_format import Panel, SheetPanels, Title

        if "sheet.json" in self.files.names():
            return self._parse("sheet.json", SheetPanels)
        title = Title(title=self.title)
        return SheetPanels(format="h44sheet/1", title=title, panels=[Panel(parts=["title"])])

    def theme(self, name: str) -> ThemeFile | None:
        """Return the module's changes to a theme of the program, or None."""
        from engine.board.drawn_format import ThemeFile

        file = f"themes/{name}.json"
        return self._parse(file, ThemeFile) if file in self.files.names() else None

    @cached_property
    def hash(self) -> str:
        """Return a fingerprint of the data that play depends on, without the drawing.

        A log stores it, in order to detect changes of the data.
        """
        total = hashlib.blake2b(digest_size=16)
        for name in self.files.names():
            if name in PLAYED_FILES or name.startswith(PLAYED_FOLDERS):
                content = hashlib.blake2b(self.files.read(name), digest_size=16)
                total.update(f"{name}\0{content.hexdigest()}\0".encode())
        return total.hexdigest()

    @cached_property
    def _scenarios(self) -> dict[str, Scenario]:
        """Return the cache of scenarios."""
        return {}

    def scenario_id(self, given: str | None = None) -> str:
        """Return a scenario's id as given, or the first one's.

        Raises UserError if none is given for a module without scenarios, such as an import.
        """
        if given:
            return given
        if not self.meta.scenarios:
            raise UserError(t("module.error.no_scenarios", module=self.meta.id))
        return self.meta.scenarios[0]

    def scenario(self, scenario_id: str) -> Scenario:
        """Return a scenario by id."""
        if scenario_id not in self.meta.scenarios:
            known = ", ".join(self.meta.scenarios)
            raise UserError(
                t("module.error.scenario", module=self.meta.id, scenario=scenario_id, known=known)
            )
        if scenario_id not in self._scenarios:
            self._scenarios[scenario_id] = self._parse(f"scenarios/{scenario_id}.json", Scenario)
        return self._scenarios[scenario_id]

    def chart(self, name: str) -> Any:
        """Return a chart as plain JSON (read through :mod:`engine.modules.tables`)."""
        file = f"charts/{name}.json"
        try:
            return orjson.loads(self.files.read(file))
        except ValueError as error:
            raise UserError(
                t("module.error.json", module=self.files.origin, file=file, why=error)
            ) from None

    @cached_property
    def phases(self) -> frozenset[str] | None:
        """Return the phases of the sequence of play, and those in which scenarios begin.

        None for a game without a sequence of play.
        """
        if "charts/sequence.json" not in self.files.names():
            return None
        chart = self.chart("sequence")
        steps = chart.get("steps", []) if isinstance(chart, dict) else []
        begun = frozenset(self.scenario(name).first.phase for name in self.meta.scenarios)
        return begun.union(s["phase"] for s in steps if isinstance(s, dict) and "phase" in s)

    @cached_property
    def die_faces(self) -> tuple[int, ...]:
        """Return the faces of the game's special die; empty for common dice."""
        known = SPECIAL_DIE in self.files.names()
        return self._parse(SPECIAL_DIE, SpecialDie).faces if known else ()

    def shown(self, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
        """Return recorded throws with the faces that lie on the table."""
        return shown(dice, self.die_faces)

    @cached_property
    def calendar(self) -> dict[int, CalendarTurn]:
        """Return the turns with their dates; empty if the game has no valid calendar."""
        try:
            turns = self._parse("charts/calendar.json", CalendarChart).turns
        except UserError:
            return {}
        return {row.turn: row for row in turns}

    # -- names, for sentences ---------------------------------------------------------------------

    def unit_name(self, counter: str) -> str:
        """Return the name of a piece: the printed name, with its half of a battalion.

        Names of the module take precedence. A counter without pieces, such as the back of hidden
        ones, has the title of its word; an unknown piece has its id.
        """
        if self.drawing is not None:
            return self.drawing.name(counter)
        try:
            label, kind = self.counters.label(counter), self.counters.of(counter)
        except KeyError:
            return self.word("counters", counter) or counter
        if self._names is not None:
            return self.translated(self._names.of(kind, self.counters.resolve(counter))) or label
        other = self.counters.counters.get(kind.half_battalion or "")
        if other is None or other.label != kind.label:
            return label
        return t("unit.half", name=label, half="A" if kind.id < other.id else "B")

    def translated(self, name: str) -> str:
        """Return the name of a unit or formation in the language of the reader."""
        return translated_name(name, self.meta.id)

    @cached_property
    def _names(self) -> NameFile | None:
        """Return ``names.json``; None if the printed names suffice."""
        return self._parse(NAMES, NameFile) if NAMES in self.files.names() else None

    def place_name(self, place: str) -> str:
        """Return the name of a place: a hex with its town ("4816 Grave"), a box, or a hexside's
        bridge.
        """
        if "/" in place and self.drawing is None:
            side = self.board.sides.get(place)
            if side is None:
                return place
            name = side.bridges[0].name if side.bridges else side.river
            return t("place.hexside", name=name, hexside=place)
        display = self.displays.get(place)
        if display is not None:
            return self.box_name(display)
        if self.drawing is not None:
            return self.drawing.place_name(place)
        return self.board.where(self.board.index[place]) if place in self.board.index else place

    @property
    def title(self) -> str:
        """Return the title of the game, in the reader's language."""
        return credit(self.meta.id, "title", self.meta.title)

    @property
    def short_title(self) -> str:
        """Return the title of the game without its subtitle."""
        return self.title.partition(":")[0]

    @property
    def owner(self) -> str:
        """Return whose the game is, in the reader's language."""
        return credit(self.meta.id, "owner", self.meta.owner)

    @property
    def notice(self) -> str:
        """Return what the module has of the published game, in the reader's language."""
        return credit(self.meta.id, "notice", self.meta.notice)

    @property
    def credits(self) -> tuple[str, ...]:
        """Return the sources of the map, in the reader's language."""
        return map_credits(self.meta.id, self.board.credits)

    def side_name(self, side: str) -> str:
        """Return the title of a side."""
        result = self.word("sides", side)
        return result or next((s.title for s in self.meta.sides if s.id == side), side)

    def phase_name(self, phase: str) -> str:
        """Return the title of a phase."""
        return self.word("phases", phase) or _message_of(f"phase.{phase}") or phase

    def scenario_name(self, scenario: str) -> str:
        """Return the title of a scenario."""
        if scenario not in self.meta.scenarios:
            return scenario
        return self.word("scenarios", scenario) or self.scenario(scenario).title

    def victory_lines(self, scenario: str) -> list[str]:
        """Return the victory conditions of a scenario as lines; none if it lacks them.

        The scenario names their messages, or the game has one with the name of the conditions.
        """
        won = self.scenario(scenario).victory if scenario in self.meta.scenarios else None
        if won is None:
            return []
        keys = won.keys or (f"victory.{self.meta.id}.{won.conditions}",)
        return [line for key in keys for line in _message_of(key).splitlines()]

    def scenario_title(self, scenario: str) -> str:
        """Return the full title of a scenario, for the title of a game."""
        title = self.scenario(scenario).title
        return title if language() == DEFAULT else self.word("scenarios", scenario) or title

    def marker_name(self, kind: str) -> str:
        """Return the title of a kind of marker or of a status."""
        if self.drawing is not None:
            return self.drawing.status_name(kind)
        result = self.word("statuses", kind)
        if not result and kind in self.markers:
            result = self.markers[kind].title
        return result or _message_of(f"marker_name.{kind}") or kind

    def printed_marker(self, kind: str) -> Marker:
        """Return a kind of marker, to be drawn with its title in the language of the reader.

        Raises KeyError for a marker that the module lacks.
        """
        title = _message_of(f"word.{self.meta.id}.statuses.{kind}")
        marker = self.markers[kind]
        return marker.model_copy(update={"title": title}) if title else marker

    def track_name(self, track: str) -> str | None:
        """Return the title of a track; None for an unnamed track, such as the rules' data on a
        unit.

        The title of a prefix ("air/") also applies to longer names, with a side, unit or place.
        """
        if track in self.displays:
            return self.box_name(self.displays[track])
        result = _message_of(f"track.{self.meta.id}.{track}") or _message_of(f"track.{track}")
        result = result or self.word("tracks", track)
        prefix, slash, rest = track.partition("/")
        if slash and not result and (title := self.word("tracks", prefix + slash)):
            result = f"{title} ({self._subject(rest)})"
        own = track.removeprefix("property:")  # what a module of VASSAL calls a value of its own
        return result or (own if own != track else None)

    def _subject(self, name: str) -> str:
        """Return the name of a track's subject, or of its parts ("us/infantry")."""
        if name in self.counters:
            return self.unit_name(name)
        if name in {side.id for side in self.meta.sides}:
            return self.side_name(name)
        keys = (f"{kind}.{self.meta.id}.{name}" for kind in SUBJECTS)
        result = next(filter(None, map(_message_of, keys)), "") or self.place_name(name)
        parts = name.split("/") if result == name else ()
        return ", ".join(map(self._subject, parts)) if len(parts) > 1 else result

    def weather_name(self, weather: str) -> str:
        """Return the title of a kind of weather."""
        return self.word("weather", weather) or _message_of(f"weather.{weather}") or weather

    def named(self, kind: str, name: str, *keys: str) -> str:
        """Return the title of a word, or the program's own title for a common word.

        ``kind`` is a list of the vocabulary, ``keys`` are message keys to try in order; if all
        fail, the word itself is returned.
        """
        result = self.word(kind, name) or next((t(key) for key in keys if has(key)), "")
        return result or name.replace("_", " ")

    def terrain_name(self, terrain: str) -> str:
        """Return the title of a terrain."""
        return self.named("terrains", terrain, f"app.terrain.{terrain}")

    def settlement_name(self, rank: str) -> str:
        """Return the title of a settlement rank."""
        return self.named("settlements", rank, f"app.settlement.{rank}")

    def road_name(self, road: str) -> str:
        """Return the title of a road class."""
        return self.named("roads", road, f"app.road.{road}")

    def side_kind_name(self, kind: str) -> str:
        """Return the title of a kind of hexside: a water or a mark."""
        return self.named("hexsides", kind, f"table.water.{kind}")

    def kind_name(self, kind: str) -> str:
        """Return the title of a kind of unit."""
        return self.named("kinds", kind, f"table.kind.{kind}")

    def values_text(self, counter: Counter, face: FaceName) -> str:
        """Describe the printed values of a counter, for a game that declares its values."""
        values = counter.face(face)
        result = ((word, values.value(word.id)) for word in self.vocabulary.values)
        return " · ".join(
            f"{self.named('values', word.id)} {self.word('values', f'{word.id}.{value}') or value}"
            for word, value in result
            if value is not None and value != ""
        )

    def box_name(self, box: Display) -> str:
        """Return the title of a box off the map."""
        key = f"box.{self.meta.id}.{box.id}"
        return _message_of(key) or box.title or (t(box.key, **box.args) if box.key else box.id)

    def word(self, kind: str, name: str) -> str:
        """Return the title of a vocabulary word in the current language; empty if it has none.

        ``kind`` is a list of the vocabulary: terrains, hexsides, statuses …
        """
        result = _message_of(f"word.{self.meta.id}.{kind}.{name}")
        return result or self.vocabulary.titles.get((kind, name), "")

    @property
    def vocabulary(self) -> Vocabulary:
        """Return the words that the game declares; an empty vocabulary if it declares none."""
        return self.meta.vocabulary or NO_WORDS

    # -- reading ----------------------------------------------------------------------------------

    def _parse(self, file: str, model: type[M]) -> M:
        data = self.files.read(file)
        try:
            return model.model_validate_json(data)
        except ValidationError as error:
            raise self._wrong(file, error) from None

    def _wrong(self, file: str, error: ValidationError) -> UserError:
        where, why = first_fault(error)
        words = {"module": self.files.origin, "file": file, "where": where or "-", "why": why}
        return UserError(t("module.error.content", **words))


def _message_of(key: str) -> str:
    """Return the message of a key; empty if no catalogue has it."""
    return t(key) if has(key) else ""


@cache
def builtin() -> tuple[str, ...]:
    """Return the ids of the built-in games, sorted; cached."""
    folders = sorted(files("resources").iterdir(), key=lambda f: f.name)
    return tuple(f.name for f in folders if f.is_dir() and f.joinpath("module.json").is_file())


@cache
def _built_in(name: str) -> Module:
    """Return a built-in game; cached, because its data never changes at run time."""
    return Module(FolderFiles(files("resources") / name), name)


def load_module(name: str | Path) -> Module:
    """Return a module by the id of a built-in game, or the path of a folder or ``.h44mod`` file.

    Raises UserError if there is none.
    """
    if isinstance(name, str) and name in builtin():
        return _built_in(name)
    if str(name).startswith(("\\\\", "//")):  # Windows would tell that computer who we are
        raise UserError(t("module.error.remote", module=name))
    path = Path(name)
    try:
        exists = path.is_file() or (path / "module.json").is_file()
    except (OSError, ValueError):  # a name too long for any file, or one that none can have
        exists = False
    if not exists:
        known = ", ".join(builtin())
        raise UserError(t("module.error.unknown", module=name, known=known))
    source = open_files(path)
    if {"buildFile.xml", "savedGame"} & set(source.names()):
        raise UserError(t("module.error.vassal", module=name))
    return Module(source)
