"""The words of a game, as declared by its module: terrains, hexsides, unit kinds, phases …

The module is independent of any game. A word has an id, used by data and logs, and a title for
people. Sentences and translations are in the game's message catalogue (``word.<game>.<list>.<id>``,
see :mod:`engine.i18n`). A drawn word names its *brush*: one of the styles of
:mod:`engine.board.brushes`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Color = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
"""A colour as ``#rrggbb``."""

Place = Literal["left", "middle", "right", "side", "corner", "top"]
"""Position of a value on a counter: in the row of three figures below the symbol, to its right, in
the corner to its left, or in the line of the name.
"""
Shape = Literal["plain", "box", "red_box", "white_box", "hexagon", "circle", "green_circle"]
"""Frame round a value."""


class Part(BaseModel):
    """A part of the vocabulary; unknown keys are errors."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")


class Word(Part):
    """A word of a game, displayed by its title, or else by its id."""

    id: str
    title: str = ""


class Drawn(Word):
    """A word for something on the map; ``brush`` names its drawing style."""

    brush: str = "plain"


class TerrainWord(Word):
    """A terrain: its movement cost class (a row of the game's chart) and its brushes."""

    cost: str = ""
    brushes: tuple[str, ...] = ()


class HexsideWord(Drawn):
    """A kind of hexside: a stream that follows the side, or a mark on the side."""

    water: bool = False


class KindWord(Word):
    """A kind of unit and the symbol on its counters."""

    symbol: str = ""


class StatusWord(Word):
    """A status of a unit: letters and shape of its badge (see ``counter_badges.SHAPES``)."""

    letters: str = ""
    shape: str = "square"
    fill: Color = "#55585c"
    ink: Color = "#ffffff"


class ValueWord(Word):
    """Value of a counter: its position on the counter's face, and its shape.

    ``hidden`` values count in the rules but are not printed (an omitted 0, steps).
    """

    place: Place | None = None
    shape: Shape = "plain"


class Vocabulary(Part):
    """All words of a game. Roads are listed best first, values in display order."""

    terrains: tuple[TerrainWord, ...] = ()
    settlements: tuple[Drawn, ...] = ()
    hexsides: tuple[HexsideWord, ...] = ()
    roads: tuple[Drawn, ...] = ()
    marks: tuple[Drawn, ...] = ()
    lines: tuple[Drawn, ...] = ()
    kinds: tuple[KindWord, ...] = ()
    qualities: tuple[Word, ...] = ()
    values: tuple[ValueWord, ...] = ()
    statuses: tuple[StatusWord, ...] = ()
    phases: tuple[Word, ...] = ()
    weather: tuple[Drawn, ...] = ()
    tracks: tuple[Word, ...] = Field(
        default=(), description="names of tracks; one without a title is the rules' own, never told"
    )
    boxes: tuple[Word, ...] = Field(
        default=(), description="the boards (tabs) that boxes lie on, by their panel"
    )
    positions: dict[str, tuple[str, ...] | dict[str, str]] = Field(
        default={},
        description="what positions of the probe call things, by list: further words, or the "
        "word for an id",
    )

    @cached_property
    def titles(self) -> dict[tuple[str, str], str]:
        """Return the titles by list and id, without words that have none."""
        return {
            (name, word.id): word.title
            for name in type(self).model_fields
            if name != "positions"
            for word in getattr(self, name)
            if word.title
        }

    def ids(self, name: str) -> tuple[str, ...]:
        """Return the ids of one list of words."""
        return tuple(word.id for word in getattr(self, name))
