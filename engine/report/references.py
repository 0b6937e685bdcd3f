"""Find references in comments: entries (``#312``), hex numbers, and names of places and units.

Hovering over a reference highlights it on the board, and a click navigates there. The text itself
stays plain Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from engine.play.game import Recording

Kind = Literal["entry", "hex", "place", "unit"]
SHORTEST = 3
"""Minimum number of letters of a name; shorter names are usually ordinary words."""
SCHEME = "h44"
"""URI scheme of references: ``h44:entry/312``, ``h44:hex/4816``, ``h44:unit/…``."""

_ZEROS = str.maketrans("123456789", "000000000")
_TAIL = re.compile(r" \(.*\)$")


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference: its range in the text, its target, and the hexes to highlight (none for an
    entry).
    """

    start: int
    end: int
    kind: Kind
    target: str
    """The number of an entry, a hex, or the id of a unit."""
    hexes: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """The reference as a link address."""
        return f"{SCHEME}:{self.kind}/{self.target}"


class References:
    """Finds references in texts about one recording."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording

    def in_text(self, text: str) -> Iterator[Reference]:
        """Yield the references in a text from left to right, without overlaps."""
        for match in self._pattern(text).finditer(text) if text else ():
            word = match[0]
            start, end = match.span()
            if word.startswith("#"):
                if self.recording.timeline.step_of(int(word[1:])) is not None:
                    yield Reference(start, end, "entry", word[1:])
            elif word in self._places:
                hexes = self._places[word]
                yield Reference(start, end, "place", hexes[0], hexes)
            elif word in self._units:
                yield Reference(start, end, "unit", self._units[word])
            elif word in self.recording.module.board.index:
                yield Reference(start, end, "hex", word, (word,))

    @cached_property
    def _places(self) -> dict[str, tuple[str, ...]]:
        board = self.recording.module.board
        result: dict[str, list[str]] = {}
        if not board.loose:
            for number, names in zip(board.numbers, board.names, strict=True):
                for name in names:
                    if len(name) >= SHORTEST:
                        result.setdefault(name, []).append(number)
        return {name: tuple(hexes) for name, hexes in result.items()}

    @cached_property
    def _units(self) -> dict[str, str]:
        """Unit ids by name, without names shared by several units."""
        recording, module = self.recording, self.recording.module
        result: dict[str, set[str]] = {}
        ends = (recording.state(min(1, len(recording))), recording.state(len(recording)))
        for state in ends:
            for unit, piece in state.pieces.items():
                name = module.unit_name(piece.counter)
                # Writers say "Krafft" of "Krafft (-)".
                for called in {name, _TAIL.sub("", name)}:
                    if len(called) >= SHORTEST and called not in self._places:
                        result.setdefault(called, set()).add(unit)
        return {name: next(iter(units)) for name, units in result.items() if len(units) == 1}

    @cached_property
    def _names(self) -> list[str]:
        """Return all names, longest first, so that a longer name matches before a shorter one
        inside it.
        """
        return sorted((*self._places, *self._units), key=len, reverse=True)

    @cached_property
    def _numbers(self) -> list[str]:
        """Patterns of hex numbers."""
        board = self.recording.module.board
        numbers = () if board.loose else board.numbers
        shapes = {number.translate(_ZEROS) for number in numbers}
        return sorted((re.escape(shape).replace("0", r"\d") for shape in shapes), key=len)

    def _pattern(self, text: str) -> re.Pattern[str]:
        """Return a pattern of the references possible in a text; cheaper than one for all names."""
        names = (re.escape(name) for name in self._names if name in text)
        words = "|".join([r"#[1-9]\d{0,8}", *names, *self._numbers])
        return re.compile(rf"(?<![\w/#])(?:{words})(?![\w/])")


def named(address: str) -> tuple[str, str] | None:
    """Return kind and target from the address of a reference; None for any other address."""
    scheme, _, rest = address.partition(":")
    kind, _, target = rest.partition("/")
    return (kind, target) if scheme == SCHEME and target else None
