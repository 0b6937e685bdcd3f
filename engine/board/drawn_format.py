"""Formats of the painter's files: ``map.json``, ``sheet.json`` and ``themes/<theme>.json``.

Files are validated before painting, because a module may come from a stranger and an error while
painting would close the window. Coordinates of ``map.json`` are whole thousandths of a hex width.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from engine.board.format import Basis, GridFile
from engine.board.label_styles import STYLES, displayed

FAR = 10_000_000
"""Maximum distance of a coordinate from the corner of the grid: ten thousand hexes."""
WIDE = 400
"""Maximum number of letters in a line of text."""
CREDITS = 4_000
"""Maximum number of letters in a paragraph."""
LAST_YEAR = 9000


def _pairs(flat: list[int]) -> list[int]:
    if len(flat) % 2:
        raise ValueError("has an odd number of coordinates")
    return flat


def _style(name: str) -> str:
    if name not in STYLES:
        raise ValueError(f"is none of {', '.join(STYLES)}")
    return name


Number = Annotated[float, Field(ge=-FAR, le=FAR, allow_inf_nan=False)]
Size = Annotated[float, Field(gt=0, le=200, allow_inf_nan=False)]
Flat = Annotated[list[Annotated[int, Field(ge=-FAR, le=FAR)]], AfterValidator(_pairs)]
"""Points as a flat list: x, y, x, y …"""
Curve = Annotated[Flat, Field(min_length=4)]
Ring = Annotated[Flat, Field(min_length=6)]
Spot = Annotated[list[Annotated[int, Field(ge=-FAR, le=FAR)]], Field(min_length=2, max_length=2)]
Box = Annotated[list[Annotated[int, Field(ge=-FAR, le=FAR)]], Field(min_length=4, max_length=4)]
Text = Annotated[str, Field(max_length=WIDE)]
Paragraph = Annotated[str, Field(max_length=CREDITS)]
Tint = Annotated[str, Field(pattern=r"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$")]
"""A colour of a theme; the first two of eight digits are its opacity."""
Style = Annotated[Text, AfterValidator(_style)]


class Drawn(BaseModel):
    """A part of a file; unknown keys are errors."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True, populate_by_name=True)


class Land(Drawn):
    """Grounds by brush, each a list of rings; a map may have more brushes than these."""

    model_config = ConfigDict(defer_build=True, extra="allow", frozen=True)
    __pydantic_extra__: dict[str, list[Ring]] = Field(init=False)

    heath: list[Ring]
    hills: list[Ring]
    lake: list[Ring]
    marsh: list[Ring]
    polder: list[Ring]
    woods: list[Ring]


class Stream(Drawn):
    """A named line of water."""

    kind: Text
    name: Text
    line: Curve


class Road(Drawn):
    """A road of a class."""

    road_class: Text = Field(alias="class")
    line: Curve


class Bridge(Drawn):
    """A bridge at a place, with the angle of its road in degrees."""

    id: Text
    at: Spot
    angle: Number
    kind: Text
    rule: Text
    start: Text
    water: Text


class Settlement(Drawn):
    """A settlement: its ground and houses as rings."""

    name: Text
    rank: Text
    at: Spot
    hexes: list[Text]
    ground: list[Ring]
    houses: list[Ring]


class Label(Drawn):
    """A level name; its box is west, south, east, north."""

    text: Text
    style: Style
    at: Spot
    box: Box
    width: Size


class Curved(Drawn):
    """A name along a curve: x, y and the angle of each letter, as a flat list."""

    text: Text
    style: Style
    glyphs: list[Number]

    @model_validator(mode="after")
    def _whole(self) -> Curved:
        if len(self.glyphs) != 3 * len(displayed(self.text, self.style)):
            raise ValueError("has not three numbers for each letter")
        return self


class Boundary(Drawn):
    """A line between two countries, or between the zones of two sides."""

    name: Text
    line: Curve


class Brushed(Drawn):
    """A hexside or line drawn with a brush."""

    brush: Text
    line: Curve
    name: Text = ""


class Mark(Drawn):
    """Texts and symbols printed in a hex."""

    brush: Text
    at: Spot
    hex: Text


class Star(Drawn):
    """A hex with victory points."""

    at: Spot
    hex: Text


class Drop(Drawn):
    """A printed drop zone."""

    at: Spot
    hex: Text
    letter: Text
    division: Text
    basis: Basis


class EntryArea(Drawn):
    """An entry area: bands beside the map, each with its edge, start and end."""

    letter: Text
    side: Text
    title: Text = ""
    bands: list[tuple[Literal["north", "east", "south", "west"], Number, Number]]
    later: dict[Text, Text]


class Corrected(Drawn):
    """Ground corrected by an owner: the hexes, their cover, and the symbols above it."""

    hexes: list[Text]
    patch: list[Ring]
    land: Land
    trees: Flat
    tufts: Flat
    heather: Flat
    ditches: Flat
    hedges: Flat = []
    furrows: Flat = []
    ripples: Flat = []


class MapFile(Drawn):
    """``map.json``, format ``h44map/1``."""

    format: Literal["h44map/1"]
    game: Text
    grid: GridFile
    frame: Box
    outline: Ring
    land: Land
    sea: list[Ring] = []
    veil: list[Ring] = []
    trees: Flat
    tufts: Flat
    heather: Flat
    ditches: Flat
    hedges: Flat = []
    furrows: Flat = []
    ripples: Flat = []
    water: list[Stream]
    brooks: list[Curve]
    roads: list[Road]
    railways: list[Curve]
    bridges: list[Bridge]
    settlements: list[Settlement]
    labels: list[Label]
    curved: list[Curved]
    borders: list[Curve]
    boundaries: list[Boundary]
    sides: list[Brushed] = []
    lines: list[Brushed] = []
    airfields: list[Spot]
    marks: list[Mark] = []
    victory: list[Star]
    drops: list[Drop]
    areas: list[EntryArea]
    credits: list[Paragraph]
    corrected: Corrected | None = None


class Title(Drawn):
    """The title of the sheet."""

    over: Text = ""
    title: Text = ""
    under: Text = ""
    honesty: Paragraph = ""
    picture: Text | None = None

    def text(self, name: str) -> str:
        """Return a line of the title by its name."""
        lines = {"over": self.over, "title": self.title, "under": self.under}
        return lines.get(name, self.honesty)


class TurnTrack(Drawn):
    """The turn track: one row for each day with its parts, or rows of turns without parts."""

    first_day: date
    count: int = Field(ge=1, le=400)
    parts: list[Text] = []
    first_part: Text | None = None
    blocks: int = Field(default=1, ge=1, le=20)
    across: int = Field(default=5, ge=1, le=100)
    days: int = Field(default=1, ge=0, le=400)
    high: Size = 2.05
    notes: dict[Text, list[Text]] = {}

    @model_validator(mode="after")
    def _sound(self) -> TurnTrack:
        if self.parts and self.first_part not in self.parts:
            raise ValueError("first_part is none of the parts")
        if self.first_day.year > LAST_YEAR:
            raise ValueError(f"first_day is later than {LAST_YEAR}")
        return self


class Note(Drawn):
    """A list of words and figures."""

    title: Text
    lines: list[tuple[Text, Text]]


class Panel(Drawn):
    """Parts of the sheet in one panel, which is beside the map or over it (west, south, east,
    north).
    """

    parts: list[Text] = Field(min_length=1)
    at: tuple[Number, Number, Number, Number] | None = None


class SheetPanels(Drawn):
    """``sheet.json``, format ``h44sheet/1``."""

    format: Literal["h44sheet/1"]
    title: Title = Field(default_factory=Title)
    turns: TurnTrack | None = None
    scale_km: list[Annotated[float, Field(ge=0, le=10_000)]] = []
    north: Number = 0
    notes: list[Note] = []
    key: list[list[Text | tuple[Text, Text]]] | None = None
    panels: list[Panel] | None = None


class ThemeFile(Drawn):
    """``themes/<theme>.json``: colours by name, widths in hex widths, striped hexsides."""

    name: Text = ""
    base: Text | None = None
    colors: dict[Text, Tint] = {}
    widths: dict[Text, Annotated[float, Field(ge=0, le=10)]] = {}
    striped: list[Text] = []
