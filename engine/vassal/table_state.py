"""The state of a VASSAL table: the places of its pieces, and their visibility to a viewer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.core.errors import one_line
from engine.i18n import t
from engine.vassal import commands as cmd
from engine.vassal.board_files import BoardFiles
from engine.vassal.buildfile import MapInfo, ModuleInfo
from engine.vassal.expressions import read_value, written
from engine.vassal.kinds import Kind
from engine.vassal.layout import Layout, lay_out
from engine.vassal.pieces import Piece, Reading, Stack, ViewContext, read
from engine.vassal.plain_text import shorten
from engine.vassal.players import OBSERVER, Ids, Viewer
from engine.vassal.traits import Mask

Spot = tuple[str | None, int, int]
"""Map (None: off map) and pixels."""
MAX_PROBLEMS = 1_000
MAX_READINGS = 50_000
"""Limit for cached readings."""


@dataclass(slots=True)
class Seat:
    """A player: hashed id, name, side."""

    id: str
    name: str
    side: str


@dataclass(slots=True)
class Standing:
    """Pieces, stacks and decks with their places, and the other state of a game.

    Stacks and loose pieces of a map are drawn in the order in which they were added.
    """

    ids: Ids
    module: ModuleInfo | None = None
    pieces: dict[str, Piece] = field(default_factory=dict)
    stacks: dict[str, Stack] = field(default_factory=dict)
    parent: dict[str, str] = field(default_factory=dict)
    """The stack or deck of each piece that is in one."""
    globals: dict[str, str] = field(default_factory=dict)
    boards: dict[str, cmd.Boards] = field(default_factory=dict)
    players: dict[str, Seat] = field(default_factory=dict)
    turns: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    changed: dict[str, None] = field(default_factory=dict)
    """Global properties that changed since this was last cleared."""
    turned: dict[str, None] = field(default_factory=dict)
    """Turn trackers that changed since this was last cleared."""
    touched: set[str] = field(default_factory=set)
    """Pieces that changed since this was last cleared."""
    _readers: dict[str, set[str]] = field(default_factory=dict)
    """By external property: the pieces whose look depends on it."""
    _missed: set[str] = field(default_factory=set)
    _learned: set[tuple[str, ...]] = field(default_factory=set)
    _made: int = 0
    """The number of stacks with invented ids."""
    _layouts: dict[str, Layout] = field(default_factory=dict)
    _decks: dict[str, None] = field(default_factory=dict)
    """The decks among the stacks."""
    _board_files: BoardFiles | None = None
    _readings: dict[tuple[tuple[str, ...], tuple[str, ...], str | None, Viewer], Reading] = field(
        default_factory=dict
    )
    _at: dict[Spot, dict[str, None]] = field(default_factory=dict)
    """The stacks and loose pieces of each spot, in the order they were added."""
    _where: dict[str, Spot] = field(default_factory=dict)
    """The spot of each stack and loose piece."""

    def spot(self, piece_id: str) -> Spot:
        """Return the spot of a piece, which is that of its stack."""
        stack = self.stacks.get(self.parent.get(piece_id, ""))
        if stack is not None:
            return stack.map, stack.x, stack.y
        return self.pieces[piece_id].spot

    def deck_of(self, piece_id: str) -> Stack | None:
        """Return the deck of a piece."""
        stack = self.stacks.get(self.parent.get(piece_id, ""))
        return stack if stack is not None and stack.deck is not None else None

    def on(self, spot: Spot) -> Iterator[str]:
        """Yield the pieces on a spot, bottom first."""
        for item in self._at.get(spot, ()):
            stack = self.stacks.get(item)
            if stack is None:
                yield item
            else:
                yield from (i for i in stack.contents if i in self.pieces)

    def heaps(self) -> Iterator[tuple[str, ...]]:
        """Yield the stacks and loose pieces of each spot, in the order they were added."""
        return (tuple(items) for items in self._at.values())

    def read(self, piece_id: str, viewer: Viewer = OBSERVER) -> Reading:
        """Read a piece for a viewer; a card in a face-down deck shows only its back."""
        piece = self.pieces[piece_id]
        # Many pieces are equal: if one uses no external property, its reading is shared.
        key = (piece.type, tuple(piece.state[:-1]), piece.spot[0], viewer)
        reading = self._readings.get(key)
        if reading is None:
            asked: list[str] = []

            def outside(name: str) -> str | None:
                asked.append(name)
                return self._property(piece_id, name)

            eyes = ViewContext(
                viewer,
                self.ids.hash,
                self.ids.clean,
                self.side_of,
                functions={
                    "GetMapProperty": lambda v: read_value(outside(written(v[0])) or ""),
                    "GetZoneProperty": lambda v: read_value(outside(written(v[0])) or ""),
                },
                map_id=self._map_id,
                missed=self._miss,
            )
            reading = read(piece, eyes, outside)
            for name in asked:
                self._readers.setdefault(name, set()).add(piece_id)
            if not asked and len(self._readings) < MAX_READINGS:
                self._readings[key] = reading
        deck = self.deck_of(piece_id)
        down = deck is not None and deck.face_down
        if not viewer.everything and (down or self._private(piece_id, viewer)):
            return Reading(Kind(t("vassal.card"), _back(piece), masked=True), ())
        return reading

    def _map_id(self, name: str) -> str | None:
        info = self.map_info(name)
        return info.id if info is not None else None

    def _miss(self, expression: str, why: str) -> None:
        """Report an expression that cannot be parsed, once."""
        if expression not in self._missed:
            self._missed.add(expression)
            shown = shorten(one_line(expression), 60)
            self._problem(t("vassal.problem.expression", expression=shown, why=why))

    def _private(self, piece_id: str, viewer: Viewer) -> bool:
        """Return whether a piece is on a map hidden from a viewer, such as another side's hand."""
        name = self.spot(piece_id)[0]
        info = self.map_info(name) if name is not None else None
        return info is not None and not info.visible and viewer.side not in info.sides

    def _property(self, piece_id: str, name: str) -> str | None:
        """Return a property of a piece's location or of the game."""
        if name == "LocationName":
            return self.location(self.spot(piece_id))
        if name in ("CurrentMap", "CurrentX", "CurrentY"):
            board, x, y = self.spot(piece_id)
            return {"CurrentMap": board or "", "CurrentX": str(x), "CurrentY": str(y)}[name]
        if name == "DeckName":
            deck = self.deck_of(piece_id)
            return deck.deck if deck is not None else ""
        return self.globals.get(name)

    def layout(self, name: str) -> Layout | None:
        """Return the current boards of a map; None without the module."""
        info = self.map_info(name)
        if info is None:
            return None
        if name not in self._layouts:
            outside = self.boards.get("") if info.outside else None
            self._layouts[name] = lay_out(
                info,
                outside or self.boards.get(info.name),
                self.board_files() if outside is not None else None,
            )
        return self._layouts[name]

    def board_files(self) -> BoardFiles:
        """Return the boards that are files outside the module."""
        if self._board_files is None:
            self._board_files = BoardFiles(self.module.pictures if self.module else None)
        return self._board_files

    def map_info(self, name: str) -> MapInfo | None:
        """Return the module's record of a map."""
        return self.module.map(name) if self.module is not None else None

    def location(self, spot: Spot) -> str:
        """Return the module's name of a spot; "" if it has none."""
        if spot[0] is None:
            return t("vassal.offmap")
        for item in self._decks:
            stack = self.stacks[item]
            if stack.deck and self._where.get(item) == spot:
                return stack.deck
        layout = self.layout(spot[0])
        return layout.location(spot[1:]) if layout is not None else ""

    def side_of(self, player: str | None) -> str:
        """Return the side of a player by unhashed id, "" for none."""
        seat = self.players.get(self.ids.hash(player)) if player else None
        return seat.side if seat is not None and not seat.side.startswith("<") else ""

    def viewer(self, side: str) -> Viewer:
        """Return the viewer for a side."""
        mine = frozenset(seat.id for seat in self.players.values() if seat.side == side)
        return Viewer(side, mine)

    def set_aside(self, piece_id: str) -> None:
        """Report a piece that is too far away to be shown, once."""
        _, x, y = self.spot(piece_id)
        sentence = t("vassal.problem.far", piece=piece_id, x=x, y=y)
        if sentence not in self.problems:
            self._problem(sentence)

    def _problem(self, sentence: str) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(sentence)


def _back(piece: Piece) -> str:
    """Return the picture on the back of a card, "" if it has none."""
    return next((trait.image for trait, _ in piece.links() if isinstance(trait, Mask)), "")
