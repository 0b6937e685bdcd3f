"""What the lines of a log claim beside the game, and whether it is so.

An opened value was sealed before on the same line of play, an answer answers a question that was
put to its side. A proof of dice is kept, and told as not checked where its scheme is not known
here. Signatures are checked by :mod:`engine.log.signers`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.core import actions as act
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.commitments import commitment
from engine.log.entry import Entry, Opened


@dataclass(frozen=True, slots=True)
class _Open:
    """What a line of play holds that waits: hashes of sealed values, questions, by name."""

    sealed: Mapping[str, str] = field(default_factory=dict)
    asked: Mapping[str, act.Ask] = field(default_factory=dict)


NOTHING = _Open()


@dataclass(slots=True)
class Claims:
    """Follows a log entry by entry, each after its parent. Works in O(entries)."""

    unchecked_dice: int = 0
    _after: dict[int, _Open] = field(default_factory=lambda: {0: NOTHING})

    def see(self, entry: Entry) -> list[str]:
        """What of an entry is not as it says, one sentence each."""
        return list(self._line(entry))

    @property
    def notices(self) -> list[str]:
        """Return what could not be checked here."""
        if not self.unchecked_dice:
            return []
        return [t("verify.unchecked_dice", count=self.unchecked_dice)]

    def _line(self, entry: Entry) -> Iterator[str]:
        before = self._after.get(entry.parent, NOTHING)
        sealed, asked = before.sealed, before.asked
        for opened in entry.opened:
            known = sealed.get(opened.name)
            if known is None:
                yield t("verify.not_sealed", entry=entry.id, name=opened.name)
            elif not _is_hash_of(known, opened):
                yield t("verify.other_value", entry=entry.id, name=opened.name)
            sealed = {name: h for name, h in sealed.items() if name != opened.name}
        for value in entry.sealed:
            if value.name in sealed:
                yield t("verify.sealed_twice", entry=entry.id, name=value.name)
            sealed = {**sealed, value.name: value.hash}
        action = entry.action
        if isinstance(action, act.Ask):
            if action.name in asked:
                yield t("verify.asked_twice", entry=entry.id, name=action.name)
            asked = {**asked, action.name: action}
        elif isinstance(action, act.Answer):
            question = asked.get(action.name)
            if question is None:
                yield t("verify.not_asked", entry=entry.id, name=action.name)
            elif question.to != entry.by:
                yield t("verify.asked_other", entry=entry.id, name=action.name)
            elif question.options and action.option not in question.options:
                yield t("verify.no_option", entry=entry.id, option=action.option)
            asked = {name: a for name, a in asked.items() if name != action.name}
        same = sealed is before.sealed and asked is before.asked
        self._after[entry.id] = before if same else _Open(sealed, asked)
        self.unchecked_dice += sum(dice.proof is not None for dice in entry.dice)


def _is_hash_of(known: str, opened: Opened) -> bool:
    try:
        return commitment(opened) == known
    except UserError:
        return False
