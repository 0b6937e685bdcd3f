"""Annotations: a reader's notes about a log, in a separate file that never changes the log.

A ``.h44aar`` file is JSON (docs/log-format.md): a title, an author, and per entry id a Markdown
comment, a glyph, shapes on the map, a chapter title, a bookmark; and per branch a name, or that it
is pruned. A log can have several such files.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import orjson
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from engine.core.errors import UnwritableError, UserError, first_fault, only_unknown
from engine.files import read_limited, size_words, write_atomic
from engine.i18n import t

SUFFIX = ".h44aar"
_LAYOUT = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS
MAX_BYTES = 64 * 1024 * 1024
MAX_PARTS = 500_000
"""Maximum entries, shapes and points of a file, because parts take much more memory than disk
space.
"""
MAX_SHAPES = 1000
"""Maximum shapes of an entry."""
MAX_HEXES = 500
MAX_ENTRIES = 200_000
MAX_TEXT = 100_000
MAX_TITLE = 200
"""Maximum length of the title of a moment or a chapter, in characters."""
Place = Annotated[str, Field(max_length=300)]
"""Hex number in the game's notation."""
Width = Annotated[float, Field(ge=-1_000_000, le=1_000_000)]
"""Maximum distance of a point from the corner of the map."""
Brush = Literal["red", "blue", "green", "yellow", "black", "white"]


class _Shape(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid", allow_inf_nan=False)
    brush: Brush = "red"


class Arrow(_Shape):
    """An arrow through two or more hexes."""

    kind: Literal["arrow"] = "arrow"
    hexes: tuple[Place, ...] = Field(min_length=2, max_length=MAX_HEXES)


class HexShape(_Shape):
    """A hex filled with a translucent brush."""

    kind: Literal["hex"] = "hex"
    hex: Place


class Circle(_Shape):
    """A circle around a hex, its radius in hexes."""

    kind: Literal["circle"] = "circle"
    hex: Place
    radius: float = Field(default=0.6, gt=0, le=50)


class Label(_Shape):
    """A short text on a hex."""

    kind: Literal["label"] = "label"
    hex: Place
    text: str = Field(max_length=80)


class Line(_Shape):
    """A free line over the map: points in hex widths, x east and y south, as the map is drawn."""

    kind: Literal["line"] = "line"
    points: tuple[tuple[Width, Width], ...] = Field(min_length=2, max_length=2000)


class UnitShape(_Shape):
    """A mark at a unit, wherever the unit is."""

    kind: Literal["unit"] = "unit"
    unit: Annotated[str, Field(max_length=300)]


Shape = Annotated[Arrow | HexShape | Circle | Label | Line | UnitShape, Field(discriminator="kind")]


class Camera(BaseModel):
    """A camera view: hexes to bring into view."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")
    hexes: tuple[Place, ...] = Field(min_length=1, max_length=MAX_HEXES)


class Annotation(BaseModel):
    """Notes on one entry."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    comment: str = Field(default="", max_length=MAX_TEXT)
    glyph: Literal["!", "!?", "?!", "??", "?", "!!", "⚑"] | None = None
    title: str = Field(default="", max_length=MAX_TITLE)
    """The heading of the moment in reports; empty for a generated one."""
    chapter: Annotated[str | None, AfterValidator(lambda title: title or None)] = Field(
        default=None, max_length=MAX_TITLE
    )
    bookmark: bool = False
    shapes: tuple[Shape, ...] = Field(default=(), max_length=MAX_SHAPES)
    camera: Camera | None = None
    moment: bool | None = None
    """Whether the entry is a moment of the report.

    Without any choice, all annotated entries are.
    """
    picture: str | None = Field(default=None, max_length=100)
    """The name of a photo that belongs to the entry."""

    @property
    def says_something(self) -> bool:
        """Return whether an annotation has any content for a report."""
        drawn = bool(self.shapes or self.picture) or self.camera is not None
        written = self.comment.strip() or self.title or self.chapter
        return bool(written or self.bookmark or self.glyph or drawn)


class Branch(BaseModel):
    """Name of a line of play, and whether it is pruned: hidden from lists, never deleted."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    name: str = Field(default="", max_length=200)
    pruned: bool = False


class Photo(BaseModel):
    """A writer's own picture, stored in the file itself; ``data`` is base64."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    mime: Literal["image/png", "image/jpeg", "image/webp"]
    data: Annotated[str, Field(pattern=r"^[A-Za-z0-9+/]*={0,2}$", max_length=16 * 2**20)]
    caption: str = Field(default="", max_length=1000)


class Recipe(BaseModel):
    """Stored settings of an export, by name; ``holland44 export --recipe`` repeats the export."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    to: str = Field(max_length=20)
    settings: dict[
        Annotated[str, Field(max_length=60)],
        Annotated[str, Field(max_length=2000)] | int | float | bool | None,
    ] = Field(default={}, max_length=100)


PhotoName = Annotated[str, Field(pattern=r"^[\w .()-]+$", max_length=100)]
"""Name of a photo.

The length is checked separately, because in the pattern it would take 50 ms to compile.
"""

NEW = ("subtitle", "conclusion", "cover", "photos", "recipes", "side", "revealed")
"""Fields of the file unknown to the first version of the format."""


class Annotations(BaseModel):
    """One annotation file."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    format: Literal["h44aar/1", "h44aar/2"] = "h44aar/1"
    log: str = Field(max_length=64)
    """The id of the log in its header."""
    title: str = Field(default="", max_length=300)
    subtitle: str = Field(default="", max_length=300)
    author: str = Field(default="", max_length=300)
    """Names of all authors."""
    language: str = Field(default="en", max_length=40)
    intro: str = Field(default="", max_length=MAX_TEXT)
    conclusion: str = Field(default="", max_length=MAX_TEXT)
    cover: int | None = None
    """The entry whose picture is the cover; None for the first moment."""
    side: str = Field(default="", max_length=40)
    """Side of the author; empty for a neutral one."""
    revealed: bool = True
    """Whether the other side may read the file."""
    photos: dict[PhotoName, Photo] = Field(default={}, max_length=1000)
    recipes: dict[Annotated[str, Field(min_length=1, max_length=60)], Recipe] = Field(
        default={}, max_length=200
    )
    entries: dict[int, Annotation] = Field(default={}, max_length=MAX_ENTRIES)
    branches: dict[int, Branch] = Field(default={}, max_length=MAX_ENTRIES)
    """Branches by the entry with which they start; 1 is the original line."""
    main: int | None = Field(default=None, ge=1)
    """First entry of the main line; None: the line played last outside what-if play."""

    @classmethod
    def load(cls, path: Path) -> Annotations:
        """Read an annotation file. Raises UserError with one sentence if that fails."""
        try:
            return cls._read(read_limited(path, MAX_BYTES), path)
        except ValidationError as error:
            where, why = first_fault(error)
            where = where or t("aar.error.whole")
            key = "aar.error.newer" if only_unknown(error) else "aar.error.content"
            raise UserError(t(key, path=path, where=where, why=why)) from None

    def save(self, path: Path) -> None:
        """Write the file atomically.

        Raises UserError for contents that could not be read again, and for a write-protected file,
        which is not replaced.
        """
        if path.exists() and not os.access(path, os.W_OK):
            raise UnwritableError(path, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
        write_atomic(path, self.storable(path), over="aar")

    def storable(self, path: Path) -> bytes:
        """Return the file's bytes. Raises UserError for contents that could not be read again."""
        data = self.to_bytes()
        if len(data) > MAX_BYTES:
            raise UserError(t("file.error.large", path=path, limit=size_words(MAX_BYTES)))
        try:
            self._read(data, path)
        except ValidationError as error:
            where, why = first_fault(error)
            raise UserError(t("aar.error.unstorable", path=path, where=where, why=why)) from None
        return data

    @classmethod
    def _read(cls, data: bytes, path: Path) -> Annotations:
        if data.count(b"{") + data.count(b"[") > MAX_PARTS:
            raise UserError(t("aar.error.parts", path=path, limit=MAX_PARTS))
        try:
            return cls.model_validate_json(data)
        except ValidationError as error:
            fault = error.errors(include_url=False, include_input=False)[0]
            limit = fault.get("ctx", {}).get("max_length")
            if limit is None:
                raise
            where, key = first_fault(error)[0], "long" if "string" in fault["type"] else "many"
            raise UserError(t(f"aar.error.{key}", path=path, where=where, limit=limit)) from None

    def to_bytes(self) -> bytes:
        """Return the file's bytes: without blanks, in the oldest format that can represent it."""
        data = self.model_dump(mode="json", exclude_none=True)
        data["format"] = self._format()
        for field in NEW:
            if data.get(field) == type(self).model_fields[field].default:
                data.pop(field, None)
        for field in ("entries", "branches"):
            data[field] = {
                # "moment": false is a choice, unlike the other blanks.
                key: {k: v for k, v in note.items() if v not in ("", [], False) or k == "moment"}
                for key, note in sorted(data[field].items())
            }
        if not data["branches"]:
            del data["branches"]
        return orjson.dumps(data, option=_LAYOUT) + b"\n"

    def _format(self) -> str:
        """Return the oldest version of the format that can represent the file."""
        fields = type(self).model_fields
        has_new_fields = any(getattr(self, name) != fields[name].default for name in NEW)
        noted = any(
            note.moment is not None
            or note.picture is not None
            or note.title
            or any(isinstance(s, Line | UnitShape) for s in note.shapes)
            for note in self.entries.values()
        )
        return "h44aar/2" if has_new_fields or noted else "h44aar/1"

    def moments(self) -> frozenset[int]:
        """Return the entries in a report: those chosen, or else all annotated ones."""
        chosen = frozenset(n for n, note in self.entries.items() if note.moment)
        return chosen or frozenset(
            n
            for n, note in self.entries.items()
            if note.moment is not False and note.says_something
        )

    def with_note(self, entry: int, change: Callable[[Annotation], Annotation]) -> Annotations:
        """Return a copy in which the annotation of an entry is changed; a blank one is removed."""
        note = change(self.entries.get(entry, Annotation()))
        others = {k: v for k, v in self.entries.items() if k != entry}
        entries = others if note == Annotation() else {**others, entry: note}
        return self.model_copy(update={"entries": entries})

    def with_moment(self, entry: int, on: bool) -> Annotations:
        """Return a copy with an entry added to the report or removed.

        Without any earlier choice, the default moments are chosen as well.
        """
        entries = dict(self.entries)
        if on and not any(note.moment for note in entries.values()):
            for moment in self.moments():
                entries[moment] = entries[moment].model_copy(update={"moment": True})
        note = entries.get(entry, Annotation())
        off = False if note.says_something else None
        entries[entry] = note.model_copy(update={"moment": True if on else off})
        if entries[entry] == Annotation():
            del entries[entry]
        return self.model_copy(update={"entries": entries})


def beside(log: Path) -> Path | None:
    """Return the annotation file of the same name beside a log; None if there is none."""
    path = log.with_suffix(SUFFIX)
    return path if path.is_file() else None


def load_for(log: Path, log_id: str, path: Path) -> Annotations:
    """Read the annotations of a log.

    Raises UserError if they cannot be read or belong to another log.
    """
    read = Annotations.load(path)
    if read.log != log_id:
        raise UserError(t("aar.error.other_log", path=path, log=log))
    return read


_LINKS = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_SIGNS = re.compile(r"(\*\*|__|`|(?<!\w)[*_]|[*_](?!\w))")
_STARTS = re.compile(r"^\s*(#{1,6}\s+|[-*+]\s+|\d+[.)]\s+|>\s?)", re.MULTILINE)


def plain_text(markdown: str) -> str:
    """Return a comment without its Markdown syntax, for captions and plain-text readers."""
    text = _LINKS.sub(lambda m: m[1], markdown)
    return _SIGNS.sub("", _STARTS.sub("", text)).strip()
