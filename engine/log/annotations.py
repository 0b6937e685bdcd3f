"""Annotations: what a reader writes about a log, in a file beside it that never changes the log.

A ``.h44aar`` file is JSON (docs/log-format.md): a title, an author, and per entry id a Markdown
comment, a glyph, shapes on the map, a chapter title, a bookmark; and per branch a name, or that it
is pruned. Several may stand beside one log.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import orjson
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from engine.core.errors import Holland44Error, first_fault
from engine.files import write_atomic
from engine.i18n import t

SUFFIX = ".h44aar"
_LAYOUT = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS
MAX_BYTES = 64 * 1024 * 1024
Brush = Literal["red", "blue", "green", "yellow", "black", "white"]


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
    brush: Brush = "red"


class Arrow(_Shape):
    """An arrow through two or more hexes."""

    kind: Literal["arrow"] = "arrow"
    hexes: tuple[str, ...] = Field(min_length=2)


class HexShape(_Shape):
    """A hex filled with a translucent brush."""

    kind: Literal["hex"] = "hex"
    hex: str


class Circle(_Shape):
    """A circle around a hex, its radius in hexes."""

    kind: Literal["circle"] = "circle"
    hex: str
    radius: float = Field(default=0.6, gt=0, le=50)


class Label(_Shape):
    """A short text on a hex."""

    kind: Literal["label"] = "label"
    hex: str
    text: str = Field(max_length=80)


Shape = Annotated[Arrow | HexShape | Circle | Label, Field(discriminator="kind")]


class Camera(BaseModel):
    """Where the reader should look: hexes to bring into view."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    hexes: tuple[str, ...] = Field(min_length=1)


class Annotation(BaseModel):
    """What is said about one entry."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    comment: str = Field(default="", max_length=100_000)
    glyph: Literal["!", "!?", "?!", "??", "?", "!!", "⚑"] | None = None
    chapter: Annotated[str | None, AfterValidator(lambda title: title or None)] = Field(
        default=None, max_length=200
    )
    bookmark: bool = False
    shapes: tuple[Shape, ...] = ()
    camera: Camera | None = None


class Branch(BaseModel):
    """What a line of play is called, and whether it is pruned: hidden from lists, never deleted."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(default="", max_length=200)
    pruned: bool = False


class Annotations(BaseModel):
    """One annotation file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["h44aar/1"] = "h44aar/1"
    log: str
    """The id of the log in its header."""
    title: str = ""
    author: str = ""
    language: str = "en"
    intro: str = ""
    entries: dict[int, Annotation] = {}
    branches: dict[int, Branch] = {}
    """By the entry that a branch starts with; 1 is the line first played."""

    @classmethod
    def load(cls, path: Path) -> Annotations:
        """Read an annotation file. Raises Holland44Error with one sentence if that fails."""
        try:
            if path.stat().st_size > MAX_BYTES:
                raise Holland44Error(t("aar.error.large", path=path, limit=MAX_BYTES // 2**20))
            return cls.model_validate_json(path.read_bytes())
        except OSError as error:
            raise Holland44Error(t("log.error.unreadable", path=path, why=error.strerror)) from None
        except ValidationError as error:
            where, why = first_fault(error)
            where = where or t("aar.error.whole")
            raise Holland44Error(t("aar.error.content", path=path, where=where, why=why)) from None

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all."""
        data = self.model_dump(mode="json", exclude_none=True)
        for field in ("entries", "branches"):
            data[field] = {
                key: {k: v for k, v in note.items() if v not in ("", [], False)}
                for key, note in sorted(data[field].items())
            }
        if not data["branches"]:
            del data["branches"]
        write_atomic(path, orjson.dumps(data, option=_LAYOUT) + b"\n")


def beside(log: Path) -> Path | None:
    """The annotation file of the same name beside a log, if there is one."""
    path = log.with_suffix(SUFFIX)
    return path if path.is_file() else None


def load_for(log: Path, log_id: str, path: Path) -> Annotations:
    """The annotations of a log. Raises Holland44Error if they cannot be read or are another's."""
    read = Annotations.load(path)
    if read.log != log_id:
        raise Holland44Error(t("aar.error.other_log", path=path, log=log))
    return read
