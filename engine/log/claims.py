"""What the lines of a log claim beside the game, and whether it is so.

An opened value was sealed before on the same line of play, an answer answers a question that was
put to its side, a line whose author has a key is signed with it. A proof of dice is kept, and told
as not checked where its scheme is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.core import actions as act
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.commitments import commitment
from engine.log.entry import Entry, Opened
from engine.log.signatures import check_signature


@dataclass(frozen=True, slots=True)
class _Open:
    """What a line of play holds that waits: hashes of sealed values, questions, by name."""

    sealed: Mapping[str, str] = field(default_factory=dict)
    asked: Mapping[str, act.Ask] = field(default_factory=dict)


NOTHING = _Open()


@dataclass(slots=True)
class Claims:
    """Follows a log entry by entry, each after its parent. Works in O(entries)."""

    signatures: int = 0
    """Good ones."""
    unchecked_signatures: int = 0
    unchecked_dice: int = 0
    _after: dict[int, _Open] = field(default_factory=lambda: {0: NOTHING})

    def see(self, entry: Entry) -> list[str]:
        """What of an entry is not as it says, one sentence each."""
        return [*self._line(entry), *self._signature(entry)]

    @property
    def notices(self) -> list[str]:
        """What could not be checked here."""
        told = []
        if self.unchecked_signatures:
            told.append(t("verify.unchecked_signatures", count=self.unchecked_signatures))
        if self.unchecked_dice:
            told.append(t("verify.unchecked_dice", count=self.unchecked_dice))
        return told

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

    def _signature(self, entry: Entry) -> Iterator[str]:
        key = entry.author.key if entry.author is not None else None
        signature = entry.signature
        if signature is None:
            if key is not None:
                yield t("verify.unsigned", entry=entry.id)
            return
        if key is None:
            yield t("verify.nobodys_signature", entry=entry.id)
            return
        found = check_signature(key, *signature)
        self.signatures += found == "good"
        self.unchecked_signatures += found == "unknown"
        if found == "bad":
            yield t("verify.signature", entry=entry.id)


def _is_hash_of(known: str, opened: Opened) -> bool:
    try:
        return commitment(opened) == known
    except UserError:
        return False
