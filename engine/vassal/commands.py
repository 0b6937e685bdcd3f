"""The commands of a save or log: frozen records that encode exactly as they were read.

A file is one compound command under ESC. Its leaves are the commands below; a command that fits no
record becomes :class:`Unknown`, character for character. Player ids are passwords in clear: they
are :class:`Secret`, which print as dots and leave this package only as hashes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from engine.i18n import t
from engine.vassal.codec import TAB, chain, chained, join, split
from engine.vassal.errors import MAX_NESTING, VassalError

ESC = "\x1b"
NOTHING = "null"
"""VASSAL's text for "none"."""

Tree = str | tuple["Tree", ...]
"""A compound command: a leaf, or a text followed by sub-commands."""


class Secret(str):
    """A player id. It is the player's password, so its representation hides it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "Secret(•••)"


class Command(Protocol):
    """A command that can be encoded."""

    def encode(self) -> str:
        """Return the exact text of the command."""
        ...


@dataclass(frozen=True, slots=True)
class Unknown:
    """A command that fits no record, such as a module's own."""

    text: str

    def encode(self) -> str:
        """Return the exact text of the command."""
        return self.text


@dataclass(frozen=True, slots=True)
class Bracket:
    """``begin_save`` or ``end_save``: the set-up is between them."""

    begin: bool

    def encode(self) -> str:
        """Return the exact text of the command."""
        return "begin_save" if self.begin else "end_save"


@dataclass(frozen=True, slots=True)
class Add:
    """Add a piece, stack or deck to the game; type and state are chains, outermost link first."""

    id: str
    type: tuple[str, ...]
    state: tuple[str, ...]

    def encode(self) -> str:
        """Return the exact text of the command."""
        return "+/" + join((self.id, chained(self.type), chained(self.state)), "/")


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a piece from the game."""

    id: str

    def encode(self) -> str:
        """Return the exact text of the command."""
        return f"-/{self.id}"


@dataclass(frozen=True, slots=True)
class Change:
    """Change a piece's state. If the old state is given, only the links that differ are set."""

    id: str
    new: tuple[str, ...]
    old: tuple[str, ...] | None

    def encode(self) -> str:
        """Return the exact text of the command."""
        items = [self.id, chained(self.new)]
        if self.old is not None:
            items.append(chained(self.old))
        return "D/" + join(items, "/")


@dataclass(frozen=True, slots=True)
class Spot:
    """The start or end of a move: map (None: off map), pixels, the piece beneath (None: none)."""

    map: str | None
    x: int
    y: int
    under: str | None

    def fields(self) -> list[str]:
        """Return the four fields as text."""
        return [self.map or NOTHING, str(self.x), str(self.y), self.under or NOTHING]


@dataclass(frozen=True, slots=True)
class Move:
    """Move a piece or a whole stack from one spot to another."""

    id: str
    new: Spot
    old: Spot
    player: Secret | None

    def encode(self) -> str:
        """Return the exact text of the command."""
        items = [self.id, *self.new.fields(), *self.old.fields()]
        if self.player is not None:
            items.append(self.player)
        return "M/" + join(items, "/")


@dataclass(frozen=True, slots=True)
class Chat:
    """A line of the chat window: a remark, a report, a die roll; may contain HTML."""

    text: str

    def encode(self) -> str:
        """Return the exact text of the command."""
        return f"CHAT{self.text}"


@dataclass(frozen=True, slots=True)
class Undo:
    """The begin or end of the inverse of an undone step."""

    begin: bool

    def encode(self) -> str:
        """Return the exact text of the command."""
        return f"UNDO\t{'true' if self.begin else 'false'}"


@dataclass(frozen=True, slots=True)
class SetProperty:
    """Change a global property; dice results are reported this way."""

    name: str
    old: str
    new: str
    container: str

    def encode(self) -> str:
        """Return the exact text of the command."""
        return "MutableProperty\t" + join((self.name, self.old, self.new, self.container), TAB)


@dataclass(frozen=True, slots=True)
class GlobalProperty:
    """The value of a global property when the game was saved; old files lack the container."""

    name: str
    value: str
    container: str | None

    def encode(self) -> str:
        """Return the exact text of the command."""
        container = () if self.container is None else (self.container,)
        return "GlobalProperty\t" + join(("", self.name, self.value, *container), ";")


@dataclass(frozen=True, slots=True)
class Player:
    """A player takes a side."""

    id: Secret
    name: str
    side: str

    def encode(self) -> str:
        """Return the exact text of the command."""
        return "PLAYER\t" + join((self.id, self.name, self.side), TAB)


@dataclass(frozen=True, slots=True)
class PlayerLeaves:
    """A player leaves a side."""

    id: Secret

    def encode(self) -> str:
        """Return the exact text of the command."""
        return f"PYREMOVE\t{self.id}"


@dataclass(frozen=True, slots=True)
class Placing:
    """One board of a map: name, column and row in the grid of boards, and whether reversed."""

    board: str
    column: str
    row: str
    reversed: bool
    crop: tuple[int, int, int, int] | None = None
    """Left, top, width and height of the part shown; no size reaches to the edge."""


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of a map."""

    picker: str
    """The map; "" for the one whose boards are files outside the module, as in VASL."""
    placings: tuple[Placing, ...]
    text: str = ""
    """The text of a command in VASL's own form."""

    def encode(self) -> str:
        """Return the exact text of the command."""
        if self.text:
            return self.text
        items = [f"{self.picker}BoardPicker"]
        for p in self.placings:
            items += [f"{p.board}/rev" if p.reversed else p.board, p.column, p.row]
        return join(items, TAB)


@dataclass(frozen=True, slots=True)
class Turn:
    """The new state of a turn tracker, as written in the file."""

    tracker: str
    state: str

    def encode(self) -> str:
        """Return the exact text of the command."""
        return f"TURN{self.tracker}\t{self.state}"


@dataclass(frozen=True, slots=True)
class Notes:
    """A text of the notes window: public, private, secret or scenario; ``fields`` as written."""

    kind: str
    fields: tuple[str, ...]

    def encode(self) -> str:
        """Return the exact text of the command."""
        return f"{self.kind}\t" + join(self.fields, TAB)


@dataclass(frozen=True, slots=True)
class SymbolDice:
    """The faces rolled with a symbolic die button."""

    button: str
    faces: tuple[str, ...]

    def encode(self) -> str:
        """Return the exact text of the command."""
        return "SHOW_RESULTS\t" + join((self.button, *self.faces), TAB)


@dataclass(frozen=True, slots=True)
class Other:
    """A command without a visible effect: sounds, flares, clocks, lines of sight …

    ``kind`` is its prefix, ``rest`` the text after it.
    """

    kind: str
    rest: str

    def encode(self) -> str:
        """Return the exact text of the command."""
        return self.kind + self.rest


OTHERS = (
    "SETUP_STACK\t",
    "CHECK\t",
    "AUDIO\t",
    "EXT\t",
    "UNMASK\t",
    "LOS\t",
    "FLARE\t",
    "SGKC\t",
    "CLOCKCONTROL\t",
    "CLOCK\t",
    "LOCKSPOTAB\t",
    "Events",
)
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")
_NOTES = ("NOTES", "PNOTES", "PNOTE", "SNOTE")


def tree(text: str) -> Tree:
    """Parse a compound command. Raises VassalError if it is nested too deeply."""
    return _tree(text, 0)


def _tree(text: str, depth: int) -> Tree:
    items = split(text, ESC)
    if items[0] == text:
        return text
    if depth > MAX_NESTING:
        raise VassalError(t("vassal.error.nesting", limit=MAX_NESTING))
    return tuple(_tree(item, depth + 1) for item in items)


def untree(node: Tree) -> str:
    """Encode a compound command: the inverse of :func:`tree`."""
    return node if isinstance(node, str) else join(map(untree, node), ESC)


def leaves(node: Tree) -> Iterator[str]:
    """Yield the commands of a compound in the order of execution."""
    if isinstance(node, str):
        yield node
    else:
        for item in node:
            yield from leaves(item)


def parse(text: str) -> Command:
    """Return the record of a command, or :class:`Unknown` if it fits none.

    ``parse(text).encode() == text`` for everything that VASSAL writes.
    """
    return _parse(text) or Unknown(text)


def _parse(text: str) -> Command | None:
    match text[:2]:
        case "+/":
            items = split(text[2:], "/")
            return Add(items[0], _type(items[1]), chain(items[2])) if len(items) == 3 else None
        case "-/":
            return Remove(text[2:])
        case "D/":
            items = split(text[2:], "/")
            if not 2 <= len(items) <= 3:
                return None
            return Change(items[0], chain(items[1]), chain(items[2]) if items[2:] else None)
        case "M/":
            return _move(split(text[2:], "/"))
    if text.startswith("CHAT"):
        return Chat(text[4:])
    if text in ("begin_save", "end_save"):
        return Bracket(text == "begin_save")
    if text in ("UNDO\ttrue", "UNDO\tfalse"):
        return Undo(text.endswith("true"))
    return _tabbed(text)


@lru_cache(maxsize=1024)
def _type(text: str) -> tuple[str, ...]:
    """Return the links of a piece's type; cached, since many pieces share a type."""
    return chain(text)


def _move(items: list[str]) -> Move | None:
    if not 9 <= len(items) <= 10:
        return None
    new, old = _spot(items[1:5]), _spot(items[5:9])
    if new is None or old is None:
        return None
    return Move(items[0], new, old, Secret(items[9]) if items[9:] else None)


def _spot(items: list[str]) -> Spot | None:
    place, x, y, under = items
    if not (_whole(x) and _whole(y)):
        return None
    return Spot(_some(place), int(x), int(y), _some(under))


def _whole(text: str) -> bool:
    """Return whether a text is a whole number exactly as Java writes it."""
    return _NUMBER.fullmatch(text) is not None


def _some(text: str) -> str | None:
    return None if text == NOTHING else text


def _tabbed(text: str) -> Command | None:
    """Parse a command whose kind precedes its first TAB."""
    head, tab, rest = text.partition(TAB)
    if head == "bd" and tab:
        return _outside_boards(text)
    if head.endswith("BoardPicker"):
        return _boards(split(text, TAB))
    if not tab:
        return Other("", "") if not text else None
    if head.startswith("Events"):
        return Other("Events", text[6:])
    if head.startswith("TURN"):
        return Turn(head[4:], rest)
    if head == "PYREMOVE":
        return PlayerLeaves(Secret(rest))
    if head in _NOTES:
        return Notes(head, tuple(split(rest, TAB)))
    if head == "GlobalProperty":
        items = split(rest, ";")
        if items[0] or not 3 <= len(items) <= 4:
            return None
        return GlobalProperty(items[1], items[2], items[3] if items[3:] else None)
    items = split(rest, TAB)
    match head, len(items):
        case "MutableProperty", 4:
            return SetProperty(*items)
        case "PLAYER", 3:
            return Player(Secret(items[0]), items[1], items[2])
        case "SHOW_RESULTS", _:
            return SymbolDice(items[0], tuple(items[1:]))
    kind = head + TAB
    return Other(kind, rest) if kind in OTHERS else None


def _boards(items: list[str]) -> Boards | None:
    if len(items) % 3 != 1:
        return None
    placings = tuple(
        Placing(name.removesuffix("/rev"), column, row, name.endswith("/rev"))
        for name, column, row in zip(items[1::3], items[2::3], items[3::3], strict=True)
    )
    return Boards(items[0].removesuffix("BoardPicker"), placings)


_OUTSIDE_BOARD = re.compile(
    r"bd\t(\d{1,3})\t(\d{1,3})\t(r?)([^\t]{1,40})"
    r"(?:\t(\d{1,5})\t(\d{1,5})\t(-?\d{1,5})\t(-?\d{1,5}))?"
)
"""A board of VASL: column, row, "r" if it is reversed, its name, the part shown."""


def _outside_boards(text: str) -> Boards | None:
    """Return the boards in VASL's form: each follows the last without a separator."""
    placings = []
    for column, row, turned, name, *crop in _OUTSIDE_BOARD.findall(text):
        left, top, width, height = (int(number or 0) for number in crop)
        shown = (left, top, width, height) if crop[0] else None
        placings.append(Placing(name, column, row, bool(turned), shown))
    return Boards("", tuple(placings), text) if placings else None
