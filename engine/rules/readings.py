"""Readings: what a rulebook leaves open, as options of a game, the default first.

A game's value stands in the track ``option/<name>``; one that is not set, or that the reading does
not know, has the default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.core.effects import Track
from engine.core.modes import OPTION_TRACK
from engine.i18n import t


@dataclass(frozen=True, slots=True)
class OptionalRule:
    """A rule, or a reading of one, that players may choose when they begin.

    ``name`` stands in logs, ``title`` and ``text`` are for people, ``rule`` is its number. A
    reading with several values names them, the default first; a plain option is off or on.
    """

    name: str
    title: str
    rule: str = ""
    text: str = ""
    values: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    """The values in words."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How the book was understood where it leaves a question open: rule numbers, our words."""

    rules: tuple[str, ...]
    text: str
    source: str = ""
    """Where it is decided: a decision record, an option."""


@dataclass(frozen=True, slots=True)
class ReadingOption:
    """A reading with its values (the default first) and the rules it concerns."""

    name: str
    values: tuple[str, ...]
    rules: tuple[str, ...]


class Readings:
    """The readings of one game; their words are ``reading.<game>.<name>`` and ``….text``."""

    def __init__(self, game: str, *options: ReadingOption) -> None:
        self.game = game
        self.options: Mapping[str, ReadingOption] = {option.name: option for option in options}

    @property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(self.options)

    def __iter__(self) -> Iterator[ReadingOption]:
        return iter(self.options.values())

    def value(self, tracks: Mapping[str, Track], name: str) -> str:
        """The value of a reading in a game."""
        values = self.options[name].values
        value = tracks.get(OPTION_TRACK + name)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(values):
            return values[value]
        return value if isinstance(value, str) and value in values else values[0]

    def optional_rules(self) -> tuple[OptionalRule, ...]:
        """The readings as players choose them."""
        return tuple(
            OptionalRule(
                o.name,
                self._words(o.name),
                o.rules[0],
                self._words(o.name, ".text"),
                o.values,
                tuple(self._words(o.name, f".{value}") for value in o.values),
            )
            for o in self
        )

    def told(self) -> tuple[Reading, ...]:
        """How the book was understood where it leaves a question open."""
        return tuple(
            Reading(o.rules, self._words(o.name, ".text"), f"option {o.name}") for o in self
        )

    def _words(self, name: str, more: str = "") -> str:
        return t(f"reading.{self.game}.{name}{more}")
