"""How the game of a VASSAL module is drawn: its maps, its places in pixels, the look of a piece.

Everything stands in ``vassal/table.json`` of a module (docs/vassal.md); pictures are files beside
it. What a piece looks like follows from the position alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from operator import attrgetter
from typing import Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.archive import Files
from engine.core.effects import Track
from engine.core.errors import UserError
from engine.core.state import Piece
from engine.i18n import language, t
from engine.vassal import TABLE
from engine.vassal import cells as cl
from engine.vassal import traits as tr
from engine.vassal.buildfile import BoardInfo, DiceInfo, TurnInfo
from engine.vassal.chains import Chains, Marker
from engine.vassal.grids import AnyGrid, Point, RegionGrid, ZonedGrid
from engine.vassal.hidden import Hidden
from engine.vassal.kind_files import load_kind
from engine.vassal.kinds import SOMEBODY, TRAIL, Kind, Look
from engine.vassal.layout import PlacedBoard, location
from engine.vassal.raw_states import told
from engine.vassal.spots import Spot, boards_track, read_spot_name

FORMAT = "h44vassal/2"
DEFAULT_SIZE = (48, 48)
MAX_LOOKS = 20_000
"""Looks that are remembered."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class BoardDrawing(_Record):
    """A board on its map: ``picture`` is a file of the module, ``reversed`` turned half round."""

    name: str
    picture: str | None
    color: str
    """``#rrggbb``, empty for none."""
    x: int
    y: int
    width: int
    height: int
    reversed: bool
    grid: AnyGrid | None

    @cached_property
    def placed(self) -> PlacedBoard:
        """The board as the grids' arithmetic knows it."""
        info = BoardInfo(self.name, "", "", self.width, self.height, True, self.grid)
        return PlacedBoard(info, self.x, self.y, self.reversed)


class MapDrawing(_Record):
    """A map window; all coordinates are its pixels at 100 %, y down."""

    index: int
    name: str
    kind: str
    used: bool
    """Do pieces ever lie on it?"""
    width: int
    height: int
    background: str
    stack_offset: tuple[int, int]
    """How far each piece of a stack is drawn right of and above the one below."""
    layers: tuple[str, ...]
    boards: tuple[BoardDrawing, ...]
    mark_moved: bool = False
    """Do pieces that move get their "moved" mark?"""
    move_key: str = ""
    """The key that is sent to what moved."""
    id: str = ""
    """What the module calls it, ``Map0``; empty where that is not known."""

    @cached_property
    def _placed(self) -> tuple[PlacedBoard, ...]:
        return tuple(board.placed for board in self.boards)

    def cells(self, left: float, top: float, right: float, bottom: float) -> Iterator[cl.Cell]:
        """The hexes and squares whose centres lie in a rectangle."""
        return cl.cells(self._placed, left, top, right, bottom)

    def cell_at(self, x: float, y: float) -> cl.Cell | None:
        """The hex or square under a point."""
        return cl.cell_at(self._placed, (round(x), round(y)))

    def neighbours(self, cell: cl.Cell) -> list[cl.Cell]:
        """The hexes around a hex."""
        return cl.neighbours(self._placed, cell)

    def range(self, a: cl.Cell, b: cl.Cell) -> int | None:
        """How many hexes two cells are apart; None where they lie on different grids."""
        return cl.distance(self._placed, a, b)

    def snap(self, x: float, y: float) -> Point:
        """Where a piece dropped at a point comes to lie."""
        return cl.snap(self._placed, (round(x), round(y)))

    def board_and_zone(self, x: int, y: int) -> tuple[str, str]:
        """The names of the board and of the zone that a point lies in, empty for none."""
        for board in self._placed:
            local = board.local((x, y))
            if not (0 <= local[0] < board.info.width and 0 <= local[1] < board.info.height):
                continue
            grid = board.info.grid
            zones = grid.zones if isinstance(grid, ZonedGrid) else ()
            return board.info.name, next((z.name for z in zones if local in z), "")
        return "", ""

    def location(self, x: int, y: int) -> str:
        """What the module calls a point, empty where nothing names it."""
        return location(self._placed, (x, y)) if self.boards else ""

    @cached_property
    def regions(self) -> tuple[tuple[str, int, int], ...]:
        """The named points of the boards."""
        return tuple(
            (name, *board.on_map(point))
            for board in self._placed
            for _, grid in cl.grids_of(board.info.grid)
            if isinstance(grid, RegionGrid)
            for name, point in grid.regions
        )

    @cached_property
    def zones(self) -> tuple[tuple[str, tuple[Point, ...]], ...]:
        """The zones of the boards: names and polygons."""
        return tuple(
            (zone.name, tuple(board.on_map(point) for point in zone.path))
            for board in self._placed
            if isinstance(board.info.grid, ZonedGrid)
            for zone in board.info.grid.zones
        )


class Deck(_Record):
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


class PaletteItem(_Record):
    """A counter that may be brought into play."""

    id: str
    group: str
    name: str
    kind: str
    side: str
    status: tuple[str, ...]


class Chart(_Record):
    """A chart: ``file`` is a picture of the module, or ``text`` what an HTML page says."""

    name: str
    file: str | None
    text: str = ""


class SetupPiece(_Record):
    """A piece at the start; those of one place are listed bottom first."""

    unit: str
    kind: str
    side: str
    place: str
    status: tuple[str, ...] = ()


class Setup(_Record):
    """A set-up that a game may start with."""

    id: str
    title: str
    pieces: tuple[SetupPiece, ...]
    tracks: dict[str, int] = Field(default_factory=dict)
    """Which boards the maps show, where they are not the first."""


class SymbolDie(_Record):
    """A die with pictures or words on its faces."""

    name: str
    faces: tuple[str, ...]


class Button(_Record):
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


class Thread(_Record):
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


class TableFile(_Record):
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


class Drawing:
    """The drawing data of a module."""

    def __init__(self, table: TableFile, files: Files) -> None:
        self.table = table
        self._files = files
        self._kinds: dict[str, Kind] = {}
        self._whole: dict[str, Kind] = {}
        self._chains = Chains(files)
        self.hidden = Hidden(files)
        """What lies under covers, of an imported game."""
        self._looks: dict[tuple[str, frozenset[str], str | None, bool], Look] = {}
        self._decks = {deck.id: deck for deck in table.decks}
        self._taken = {(d.map, d.x, d.y): d for d in table.decks}

    @classmethod
    def load(cls, files: Files) -> Drawing:
        """The drawing data of a module's files. Raises UserError if it is damaged."""
        try:
            return cls(TableFile.model_validate(orjson.loads(files.read(TABLE))), files)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where, why = ".".join(map(str, first["loc"])), str(first["msg"])
        except ValueError as error:
            where, why = "-", str(error)
        raise UserError(
            t("module.error.content", module=files.origin, file=TABLE, where=where, why=why)
        )

    @property
    def owner(self) -> str:
        """Whose the pictures are."""
        return self.table.owner

    @property
    def maps(self) -> tuple[MapDrawing, ...]:
        """The maps; the number of a spot counts in here."""
        return self.table.maps

    def map_at(self, index: int, tracks: Mapping[str, Track]) -> MapDrawing:
        """A map with the boards that it shows in a position, whose tracks are given."""
        number = tracks.get(boards_track(index)) or 0
        others = self.table.variants.get(str(index), ())
        shown = (self.maps[index], *others)
        return shown[number] if isinstance(number, int) and number < len(shown) else shown[0]

    @property
    def decks(self) -> dict[str, Deck]:
        """The decks by place."""
        return dict(self._decks)

    @cached_property
    def has_pictures(self) -> bool:
        """Are the module's pictures there?"""
        return any(name.startswith("vassal/pictures/") for name in self._files.names())

    # -- places -----------------------------------------------------------------------------------

    def spot(self, place: str) -> Spot | None:
        """Where a place lies: map and pixels; None for a box off the maps."""
        spot = read_spot_name(place)
        return spot if spot is not None and spot.map < len(self.maps) else None

    def place(
        self, map_index: int, x: float, y: float, snap: bool = True, taken: Iterable[str] = ()
    ) -> str:
        """The place under a point of a map.

        A deck there comes first; then, with ``snap``, the middle of the cell, or what place of
        ``taken`` lies in the same cell: pieces of a set-up need not lie in the middle.
        """
        board = self.maps[map_index]
        for deck in self.table.decks:
            inside = abs(x - deck.x) * 2 <= deck.width and abs(y - deck.y) * 2 <= deck.height
            if deck.map == map_index and inside:
                return deck.id
        if not snap:
            return Spot(map_index, round(x), round(y)).name
        middle = board.snap(x, y)
        cell = board.cell_at(*middle)
        for other in taken if cell is not None else ():
            spot = self.spot(other)
            if spot is None or spot.map != map_index or other in self._decks:
                continue
            if _same(board.cell_at(spot.x, spot.y), cell):
                return other
        return Spot(map_index, *middle).name

    def place_name(self, place: str) -> str:
        """What a reader should call a place."""
        told = self.table.places.get(place)
        spot = self.spot(place)
        if told or spot is None:
            return told or place
        deck = self._taken.get((spot.map, spot.x, spot.y))
        if deck is not None and deck.name:
            return deck.name
        named = self.maps[spot.map].location(spot.x, spot.y)
        return named or t("vassal.point", x=spot.x, y=spot.y)

    def find_place(self, name: str, tracks: Mapping[str, Track] | None = None) -> str | None:
        """The place that the module calls so: a deck, a cell, a region; None if there is none."""
        if self.spot(name) is not None:
            return name
        for deck in self.table.decks:
            if deck.name == name:
                return deck.id
        for board in (self.map_at(m.index, tracks or {}) for m in self.maps):
            for region, x, y in board.regions:
                if region == name:
                    return Spot(board.index, x, y).name
            for cell in board.cells(0, 0, board.width, board.height):
                if cell.name == name:
                    return Spot(board.index, cell.x, cell.y).name
        return next((place for place, told in self.table.places.items() if told == name), None)

    # -- pieces -----------------------------------------------------------------------------------

    def kind(self, counter: str) -> Kind | None:
        """The kind of a counter; None for one that the module does not have."""
        if counter not in self._kinds:
            data = self.table.kinds.get(counter)
            if data is None:
                return None
            try:
                self._kinds[counter] = load_kind(data)
            except (LookupError, TypeError, ValueError) as error:
                where = f"kinds.{counter}"
                raise UserError(
                    t(
                        "module.error.content",
                        module=self._files.origin,
                        file=TABLE,
                        where=where,
                        why=str(error).splitlines()[0],
                    )
                ) from None
        return self._kinds[counter]

    def whole_kind(self, counter: str) -> Kind | None:
        """The kind of a counter with its whole chain of traits, as far as the module has it."""
        kind = self.kind(counter)
        if kind is not None and counter not in self._whole:
            self._whole[counter] = self._chains.whole(counter, kind)
        return self._whole.get(counter)

    def marker(self, link: str) -> Marker | None:
        """The piece that a trait puts on the map; None where the module was not there to tell."""
        return self._chains.marker(link)

    def name(self, counter: str) -> str:
        """What the pieces of a kind are called, in the reader's language if the module has it."""
        data = self.table.kinds.get(counter)
        return self.word(str(data.get("name", counter))) if data is not None else counter

    def word(self, text: str) -> str:
        """A text of the module in the reader's language, as far as the module has it.

        Names of drawers within each other are told one by one.
        """
        mine = self.table.words.get(language())
        if not mine:
            return text
        return mine.get(text) or " / ".join(mine.get(part, part) for part in text.split(" / "))

    def thread(self, map_index: int) -> Thread | None:
        """The line-of-sight thread of a map; None where the module has none."""
        return next((thread for thread in self.table.threads if thread.map == map_index), None)

    def status_name(self, status: str) -> str:
        """What to call a status: texts without markup, a trail without its points."""
        if status.startswith(f"{TRAIL}: "):
            return t("vassal.status.trail")
        return told(status) or t("vassal.status.kept")

    def size(self, counter: str) -> tuple[int, int]:
        """Width and height of a piece in the map's pixels."""
        kind = self.kind(counter)
        return kind.size if kind is not None and all(kind.size) else DEFAULT_SIZE

    def look(self, piece: Piece, side: str | None = None, place: str = "") -> Look:
        """How a piece looks to a side; None sees all that the log holds.

        ``place`` is where it lies: in a face-down deck only its back is seen.
        """
        deck = self._decks.get(place) if place else None
        back = deck is not None and deck.face_down
        key = piece.counter, piece.status, side, back
        found = self._looks.get(key)
        if found is None:
            found = self._look(piece, side, back)
            if len(self._looks) < MAX_LOOKS:
                self._looks[key] = found
        return found

    def _look(self, piece: Piece, side: str | None, back: bool) -> Look:
        kind = self.kind(piece.counter)
        if kind is None:
            return Look(piece.counter, piece.counter, status=tuple(sorted(piece.status)))
        if back:
            return _back(kind)

        def seen(trait: tr.Mask | tr.Invisible, owner: str) -> bool:
            return side is None or owner in (side, SOMEBODY) or _allows(trait.access, side)

        return kind.look(kind.words.setting(sorted(piece.status)), seen)

    def picture(self, file: str) -> bytes:
        """The bytes of a picture. Raises UserError if the module has none of that name."""
        return self._files.read(file)


def _same(a: cl.Cell | None, b: cl.Cell | None) -> bool:
    key = attrgetter("board", "zone", "column", "row")
    return a is not None and b is not None and bool(key(a) == key(b))


def _allows(access: str, side: str) -> bool:
    kind, _, sides = access.partition(":")
    return kind == "sides" and side in sides.split(":")


def _back(kind: Kind) -> Look:
    if kind.masked:
        return kind.look(kind.rest)  # nothing but its back is known of it
    masks = (part.trait for part in kind.parts if isinstance(part.trait, tr.Mask))
    mask = next(masks, None)
    card = Kind(t("vassal.card"), mask.image if mask is not None else "", masked=True)
    return card.look(())
