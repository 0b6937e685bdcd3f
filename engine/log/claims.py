"""Check of the claims that a log's lines make besides the game.

An opened value must have been sealed earlier on the same line of play; an answer must belong to a
question to its side. A dice proof of an unknown scheme is kept and reported as not checked.
:mod:`engine.log.signers` checks signatures and a referee's dice.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.both_dice import SCHEMES
from engine.log.commitments import UNIT, commitment
from engine.log.entry import Entry, Opened, is_time
from engine.log.lines import line_name
from engine.log.signers import shown

Seals = Mapping[str, tuple[str, str]]
"""The hash and the side of each sealed value, by name."""
Questions = Mapping[str, act.Ask]


@dataclass(frozen=True, slots=True)
class _Open:
    """Open claims of a line of play: sealed values and questions, by name."""

    sealed: Seals = field(default_factory=dict)
    asked: Questions = field(default_factory=dict)


NOTHING = _Open()


@dataclass(slots=True)
class Claims:
    """Checker that reads a log entry by entry, each after its parent. Works in O(entries)."""

    unchecked_dice: int = 0
    _hashes: set[str] = field(default_factory=set)
    """All sealed hashes; a repeated one is a copy."""
    _salts: dict[str, str] = field(default_factory=dict)
    """The salts of opened values, each with the hash it belongs to."""
    undone: dict[int, int] = field(default_factory=dict)
    """First entries of lines that undo visible dice or draws."""
    _last: int = 0
    """Last entry played outside what-if lines."""
    _parents: dict[int, int] = field(default_factory=dict)
    _beside: set[int] = field(default_factory=set)
    """Entries of lines stored beside the game."""
    _shown: set[int] = field(default_factory=set)
    """Entries whose dice or draws were visible."""
    _after: dict[int, _Open] = field(default_factory=lambda: {0: NOTHING})

    def check(self, entry: Entry) -> list[str]:
        """Return false claims of an entry, one sentence each."""
        self._follow(entry)
        return list(self._line(entry))

    def _follow(self, entry: Entry) -> None:
        """Record when play returns to before a visible die or draw. O(entries undone)."""
        self._parents[entry.id] = entry.parent
        if was_seen(entry):
            self._shown.add(entry.id)
        if entry.parent in self._beside or line_name(entry):
            self._beside.add(entry.id)
            return
        if self._last and entry.parent != self._last:
            ancestors = set(self._up(entry.parent))
            gone = list(takewhile(lambda number: number not in ancestors, self._up(self._last)))
            exposed = [number for number in gone if number in self._shown]
            if exposed:
                self.undone[entry.id] = exposed[-1]
        self._last = entry.id

    def _up(self, number: int) -> Iterator[int]:
        """Yield an entry and those before it on its line."""
        while number:
            yield number
            number = self._parents.get(number, 0)

    def describe_undone(self, first: int = 1) -> list[str]:
        """Return a sentence for each undone visible die or draw, from an entry on."""
        return [
            t("verify.undone", entry=entry, seen=numbers)
            for entry, numbers in self.undone.items()
            if entry >= first
        ]

    @property
    def notices(self) -> list[str]:
        """Return notices on claims that were not checked here."""
        if not self.unchecked_dice:
            return []
        return [t("verify.unchecked_dice", count=self.unchecked_dice)]

    def _line(self, entry: Entry) -> Iterator[str]:
        if not is_time(entry.at):
            yield t("verify.time", entry=entry.id, given=shown(entry.at))
        before = self._after.get(entry.parent, NOTHING)
        closed = yield from self._opened(entry, before.sealed)
        yield from _reveals(entry, before.sealed)
        sealed = yield from self._sealed(entry, closed)
        asked = yield from _asked(entry, before.asked)
        same = sealed is before.sealed and asked is before.asked
        self._after[entry.id] = before if same else _Open(sealed, asked)
        self.unchecked_dice += sum(
            dice.proof is not None and dice.proof["scheme"] not in SCHEMES for dice in entry.dice
        )

    def _opened(self, entry: Entry, sealed: Seals) -> Generator[str, None, Seals]:
        """Yield what is wrong with opened values; return the values that stay sealed."""
        for opened in entry.opened:
            known, by = sealed.get(opened.name, ("", ""))
            if not known:
                yield t("verify.not_sealed", entry=entry.id, name=opened.name)
            elif not _is_hash_of(known, opened):
                yield t("verify.other_value", entry=entry.id, name=opened.name)
            elif by and entry.by and by != entry.by:
                yield t("verify.opened_other", entry=entry.id, name=opened.name)
            elif self._salts.setdefault(opened.salt, known) != known:
                yield t("verify.salt_reused", entry=entry.id, name=opened.name)
            sealed = {name: h for name, h in sealed.items() if name != opened.name}
        return sealed

    def _sealed(self, entry: Entry, sealed: Seals) -> Generator[str, None, Seals]:
        """Yield what is wrong with newly sealed values; return all that are sealed now."""
        for value in entry.sealed:
            if value.name in sealed:
                yield t("verify.sealed_twice", entry=entry.id, name=value.name)
            if value.hash in self._hashes:
                yield t("verify.seal_copied", entry=entry.id, name=value.name)
            self._hashes.add(value.hash)
            sealed = {**sealed, value.name: (value.hash, entry.by)}
        return sealed


def _asked(entry: Entry, asked: Questions) -> Generator[str, None, Questions]:
    """Yield what is wrong with a question or answer; return the questions that are open now."""
    action = entry.action
    if isinstance(action, act.Ask):
        if action.name in asked:
            yield t("verify.asked_twice", entry=entry.id, name=action.name)
        return {**asked, action.name: action}
    if isinstance(action, act.Answer):
        question = asked.get(action.name)
        if question is None:
            yield t("verify.not_asked", entry=entry.id, name=action.name)
        elif question.to != entry.by:
            yield t("verify.asked_other", entry=entry.id, name=action.name)
        elif question.options and action.option not in question.options:
            yield t("verify.no_option", entry=entry.id, option=action.option)
        return {name: a for name, a in asked.items() if name != action.name}
    return asked


def was_seen(entry: Entry) -> bool:
    """Return whether an entry showed something by chance or from cover: dice, a draw, a seal."""
    turned = any(isinstance(effect, fx.Reveal) for effect in entry.effects)
    return bool(entry.dice or entry.opened or turned)


def _reveals(entry: Entry, sealed: Seals) -> Iterator[str]:
    """Yield sealed pieces that an entry reveals without opening them, or as different units."""
    opened = {one.name: one.value for one in entry.opened}
    for effect in entry.effects:
        if not isinstance(effect, fx.Reveal) or UNIT + effect.unit not in sealed:
            continue
        value = opened.get(UNIT + effect.unit)
        if value is None:
            yield t("verify.not_opened", entry=entry.id, unit=effect.unit)
        elif not isinstance(value, dict) or value.get("counter") != effect.after:
            yield t("verify.revealed_other", entry=entry.id, unit=effect.unit)


def _is_hash_of(known: str, opened: Opened) -> bool:
    try:
        return commitment(opened) == known
    except UserError:
        return False
