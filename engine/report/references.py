"""References in a comment: entries (``#312``), hexes by number, places and units by name.

Readers light them by pointing and go there by clicking; the text itself stays plain Markdown.
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
"""Letters of a name at least: shorter ones are words of a sentence more often than names."""
SCHEME = "h44"
"""Addresses of references: ``h44:entry/312``, ``h44:hex/4816``, ``h44:unit/…``."""

_TAIL = re.compile(r" \(.*\)$")


@dataclass(frozen=True, slots=True)
class Reference:
    """A stretch of a text, what it names, and the hexes to light (none for an entry)."""

    start: int
    end: int
    kind: Kind
    target: str
    """An entry's number, a hex, or a unit's id."""
    hexes: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """The reference as the address of a link."""
        return f"{SCHEME}:{self.kind}/{self.target}"


class References:
    """Finds what texts about one recording speak of."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording

    def found(self, text: str) -> Iterator[Reference]:
        """The references of a text from left to right, none within another."""
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
        found: dict[str, list[str]] = {}
        if not board.loose:
            for number, names in zip(board.numbers, board.names, strict=True):
                for name in names:
                    if len(name) >= SHORTEST:
                        found.setdefault(name, []).append(number)
        return {name: tuple(hexes) for name, hexes in found.items()}

    @cached_property
    def _units(self) -> dict[str, str]:
        """Units by name; a name that several bear is nobody's."""
        recording, module = self.recording, self.recording.module
        found: dict[str, set[str]] = {}
        ends = (recording.state(min(1, len(recording))), recording.state(len(recording)))
        for state in ends:
            for unit, piece in state.pieces.items():
                name = module.unit_name(piece.counter)
                # Writers say "Krafft" of "Krafft (-)".
                for called in {name, _TAIL.sub("", name)}:
                    if len(called) >= SHORTEST and called not in self._places:
                        found.setdefault(called, set()).add(unit)
        return {name: next(iter(units)) for name, units in found.items() if len(units) == 1}

    @cached_property
    def _names(self) -> list[str]:
        """All names, a longer one before one that it holds."""
        return sorted((*self._places, *self._units), key=len, reverse=True)

    @cached_property
    def _numbers(self) -> list[str]:
        """Patterns of the numbers of hexes."""
        board = self.recording.module.board
        numbers = () if board.loose else board.numbers
        return sorted({re.sub(r"\d", r"\\d", re.escape(n)) for n in numbers}, key=len)

    def _pattern(self, text: str) -> re.Pattern[str]:
        """Names that a text may refer to; cheaper than compiling those of a whole game."""
        names = (re.escape(name) for name in self._names if name in text)
        words = "|".join([r"#[1-9]\d{0,8}", *names, *self._numbers])
        return re.compile(rf"(?<![\w/#])(?:{words})(?![\w/])")


def named(address: str) -> tuple[str, str] | None:
    """Kind and target of the address of a reference; None for any other address."""
    scheme, _, rest = address.partition(":")
    kind, _, target = rest.partition("/")
    return (kind, target) if scheme == SCHEME and target else None
