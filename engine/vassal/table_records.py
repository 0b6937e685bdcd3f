"""What stands in ``vassal/table.json`` beside the maps: decks, palette, set-ups, dice, buttons …"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from engine.vassal.buildfile import DiceInfo, TurnInfo
from engine.vassal.map_drawing import MapDrawing, Record

FORMAT = "h44vassal/2"


class Deck(Record):
    """A deck: the pieces of its place, drawn from the top."""

    id: str
    """Its place."""
    name: str
    map: int
    x: int
    y: int
    width: int
    height: int
    face_down: bool
    shuffle: bool
    """Is it shuffled before every draw?"""
    draw_face_up: bool = False
    """Do cards drawn from a face-down deck show their face to everybody?"""


class PaletteItem(Record):
    """A counter that may be brought into play."""

    id: str
    group: str
    name: str
    kind: str
    side: str
    status: tuple[str, ...]


class Chart(Record):
    """A chart: ``file`` is a picture of the module, or ``text`` what an HTML page says."""

    name: str
    file: str | None
    text: str = ""


class SetupPiece(Record):
    """A piece at the start; those of one place are listed bottom first."""

    unit: str
    kind: str
    side: str
    place: str
    status: tuple[str, ...] = ()


class Setup(Record):
    """A set-up that a game may start with."""

    id: str
    title: str
    pieces: tuple[SetupPiece, ...]
    tracks: dict[str, int] = Field(default_factory=dict)
    """Which boards the maps show, where they are not the first."""


class SymbolDie(Record):
    """A die with pictures or words on its faces."""

    name: str
    faces: tuple[str, ...]


class Button(Record):
    """A button of a tool bar.

    A ``command`` sends a key to all pieces that fit, a ``startup`` one does when a game begins, an
    ``action`` strikes keys, ``several`` presses others, a ``property`` changes one.
    """

    name: str
    kind: Literal["command", "startup", "action", "several", "property"]
    map: int | None = None
    hotkey: str = ""
    sends: str = ""
    """The key, or the property."""
    condition: str = ""
    """Which pieces, or the limits of the property."""
    target: str = ""
    """Which pieces, or how the property changes."""
    from_decks: str = "-1"
    report: str = ""
    keys: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


class Thread(Record):
    """The line-of-sight thread of a map, as the module sets it."""

    map: int
    name: str
    color: str
    """``#rrggbb``, empty where the player chooses."""
    snap_start: bool
    snap_end: bool
    range: bool
    """Is the distance written beside it?"""
    scale: int
    """Pixels for each unit of the distance; 0 for the hexes of the grid."""
    rounding: float
    """What is added before the distance is cut to a whole number: 0, 0.5 or 1."""
    foreground: str
    background: str
    opacity: int | None = None
    """How much of the counters is seen, in percent, while the thread is laid; None for all."""

    def distance(self, pixels: float, cells: int | None) -> int | None:
        """The distance that is written; None where neither scale nor grid tells one."""
        return int(self.rounding + pixels / self.scale) if self.scale > 0 else cells


class TableFile(Record):
    """The file ``vassal/table.json``."""

    format: Literal["h44vassal/2"]
    owner: str
    maps: tuple[MapDrawing, ...]
    variants: dict[str, tuple[MapDrawing, ...]] = Field(default_factory=dict)
    """The maps again, by number, with the other boards that they show in the course of a game."""
    kinds: dict[str, dict[str, Any]]
    places: dict[str, str]
    """Names of places that the boards do not name, or name otherwise."""
    decks: tuple[Deck, ...] = ()
    dice: tuple[DiceInfo, ...] = ()
    symbols: tuple[SymbolDie, ...] = ()
    trackers: tuple[TurnInfo, ...] = ()
    palette: tuple[PaletteItem, ...] = ()
    charts: tuple[Chart, ...] = ()
    buttons: tuple[Button, ...] = ()
    properties: dict[str, str] = Field(default_factory=dict)
    """The global properties with what they are at the beginning."""
    threads: tuple[Thread, ...] = ()
    words: dict[str, dict[str, str]] = Field(default_factory=dict)
    """The languages of the module: by language, what its texts are called in it."""
    missing: tuple[str, ...] = ()
    """Pictures that the VASSAL module names and did not have."""
    setups: tuple[Setup, ...] = ()
    report: dict[str, dict[str, int]] = Field(default_factory=dict)
    """What of the VASSAL module is interpreted, kept or ignored, counted."""
