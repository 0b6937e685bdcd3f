"""Readings: options for points that a rulebook leaves open, the default first.

The track ``option/<name>`` stores a game's choice; missing and unknown values mean the default.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import orjson

from engine.core.effects import Track
from engine.core.modes import OPTION_TRACK
from engine.i18n import has, t


@dataclass(frozen=True, slots=True)
class OptionalRule:
    """An optional rule or reading that players may choose at the start.

    ``name`` is its id in logs, ``title`` and ``text`` are displayed, ``rule`` is its number. A
    reading lists its values, the default first; a plain option is off or on.
    """

    name: str
    title: str
    rule: str = ""
    text: str = ""
    values: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    """The descriptions of the values."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Our reading of a point that the rulebook leaves open, with its rule numbers."""

    rules: tuple[str, ...]
    text: str
    source: str = ""
    """The source of the decision: a decision record or an option."""


@dataclass(frozen=True, slots=True)
class ReadingOption:
    """A reading with its values, the default first, and its rules."""

    name: str
    values: tuple[str, ...]
    rules: tuple[str, ...]


@cache
def stated_readings(package: str, source: str) -> tuple[Reading, ...]:
    """Return the readings of a game's table ``readings.yaml``, as its decision record lists them.

    Each line is one reading as JSON, which is also YAML.
    """
    text = files(package).joinpath("readings.yaml").read_text(encoding="utf-8")
    rows = [orjson.loads(line[2:]) for line in text.splitlines() if line.startswith("- ")]
    return tuple(Reading(tuple(row["rules"]), row["text"], source) for row in rows)


class Readings:
    """The readings of a game; their texts are ``reading.<game>.<name>`` and ``….text``."""

    def __init__(self, game: str, *options: ReadingOption) -> None:
        self.game = game
        self.options: Mapping[str, ReadingOption] = {option.name: option for option in options}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the readings."""
        return tuple(self.options)

    def __iter__(self) -> Iterator[ReadingOption]:
        return iter(self.options.values())

    def value(self, tracks: Mapping[str, Track], name: str) -> str:
        """Return the value of a reading in a game."""
        result = self._chosen(name, tracks.get(OPTION_TRACK + name))
        return self.options[name].values[0] if result is None else result

    def _chosen(self, name: str, value: Track) -> str | None:
        """Return the value that a track chooses, by name or by number; None for no value."""
        values = self.options[name].values
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(values):
            return values[value]
        if not isinstance(value, str) or value in values:
            return value if isinstance(value, str) else None
        return _meant(value, values)

    def unknown_values(self, tracks: Mapping[str, Track]) -> list[str]:
        """Return a warning for each reading whose track has an unknown value."""
        return [
            t("probe.option_value", option=name, value=value, known=", ".join(option.values))
            for name, option in self.options.items()
            if (value := tracks.get(OPTION_TRACK + name)) is not None
            and self._chosen(name, value) is None
        ]

    def optional_rules(self) -> tuple[OptionalRule, ...]:
        """Return the readings as optional rules with texts."""
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

    def described(self) -> tuple[Reading, ...]:
        """Return the readings with their texts."""
        return tuple(
            Reading(o.rules, self._words(o.name, ".text"), f"option {o.name}") for o in self
        )

    def _words(self, name: str, more: str = "") -> str:
        key = f"reading.{self.game}.{name}{more}"
        return t(key) if has(key) else key  # a listed game whose data are elsewhere


NUMERALS = {"0": "zero", "1": "one"}


def _meant(text: str, values: Sequence[str]) -> str | None:
    """Return the value whose words a text contains, of several the longest; None if unclear."""
    said = {NUMERALS.get(word, word) for word in re.findall(r"[a-z0-9]+", text.lower())}
    fitting = {v: len(words) for v in values if said.issuperset(words := v.split("_"))}
    best = [v for v, count in fitting.items() if count == max(fitting.values())]
    return best[0] if len(best) == 1 else None
