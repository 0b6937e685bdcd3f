"""The records of ``vassal/table.json`` beside the maps: decks, palette, set-ups, dice, buttons …"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from engine.vassal.buildfile import DiceInfo, TurnInfo
from engine.vassal.map_drawing import MapDrawing, Record

FORMAT = "h44vassal/2"


class Deck(Record):
    """A deck: the pieces of its place, drawn from the top."""

    id: str
    """The deck's place."""
    name: str
    map: int
    x: int
    y: int
    width: int
    height: int
    face_down: bool
    shuffle: bool
    """Whether the deck is shuffled before every draw."""
    draw_face_up: bool = False
    """Whether cards drawn from a face-down deck are revealed to all sides."""


class PaletteItem(Record):
    """A counter that can be added to the game."""

    id: str
    group: str
    name: str
    kind: str
    side: str
    status: tuple[str, ...]


class Chart(Record):
    """A chart: a picture (``file``) of the module, or the ``text`` of an HTML page."""

    name: str
    file: str | None
    text: str = ""


class SetupPiece(Record):
    """A piece of a set-up; pieces of one place are listed bottom first."""

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
    """The boards shown on maps, if not the first ones."""


class SymbolDie(Record):
    """A die with pictures or words on its faces."""

    name: str
    faces: tuple[str, ...]


class Button(Record):
    """A toolbar button.

    A ``command`` sends a key to all matching pieces, a ``startup`` button does so at the start of a
    game, an ``action`` sends keys, ``several`` presses other buttons, ``property`` changes a
    property.
    """

    name: str
    kind: Literal["command", "startup", "action", "several", "property"]
    map: int | None = None
    hotkey: str = ""
    sends: str = ""
    """The key stroke or the property."""
    condition: str = ""
    """The condition for pieces, or the limits of the property."""
    target: str = ""
    """The target pieces, or the change of the property."""
    from_decks: str = "-1"
    report: str = ""
    keys: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


class Thread(Record):
    """The line-of-sight thread of a map, as configured by the module."""

    map: int
    name: str
    color: str
    """``#rrggbb``, or "" if the player chooses."""
    snap_start: bool
    snap_end: bool
    range: bool
    """Whether the distance is shown beside the thread."""
    scale: int
    """Pixels per unit of distance; 0 to count hexes of the grid."""
    rounding: float
    """The number added to the distance before truncation: 0, 0.5 or 1."""
    foreground: str
    background: str
    opacity: int | None = None
    """The opacity of counters in percent while the thread is shown; None if unchanged."""

    def distance(self, pixels: float, cells: int | None) -> int | None:
        """Return the displayed distance; None without a scale or grid."""
        return int(self.rounding + pixels / self.scale) if self.scale > 0 else cells


class TableFile(Record):
    """The file ``vassal/table.json``."""

    format: Literal["h44vassal/2"]
    owner: str
    maps: tuple[MapDrawing, ...]
    variants: dict[str, tuple[MapDrawing, ...]] = Field(default_factory=dict)
    """By map number: the map with the other boards that it shows during the game."""
    kinds: dict[str, dict[str, Any]]
    places: dict[str, str]
    """Names of places whose boards give no name or another one."""
    decks: tuple[Deck, ...] = ()
    dice: tuple[DiceInfo, ...] = ()
    symbols: tuple[SymbolDie, ...] = ()
    trackers: tuple[TurnInfo, ...] = ()
    palette: tuple[PaletteItem, ...] = ()
    charts: tuple[Chart, ...] = ()
    buttons: tuple[Button, ...] = ()
    properties: dict[str, str] = Field(default_factory=dict)
    """The global properties with their initial values."""
    threads: tuple[Thread, ...] = ()
    words: dict[str, dict[str, str]] = Field(default_factory=dict)
    """By language: the translations of the module's texts."""
    missing: tuple[str, ...] = ()
    """Pictures that the VASSAL module names but lacks."""
    setups: tuple[Setup, ...] = ()
    report: dict[str, dict[str, int]] = Field(default_factory=dict)
    """Counts of the module's parts that are interpreted, stored or ignored."""
