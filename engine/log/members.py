"""Members of a shared game: the keys that may sign its lines, line by line.

The header names the first key of each side. A line signed with the current key can name the next
one, which uses up an invitation. Every client applies the same test to every line, regardless of
its sender: a line counts if the side in ``by`` signed it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import orjson

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.core.modes import HOUSE_TRACK, MODE_TRACK
from engine.i18n import t
from engine.log.both_dice import Throws
from engine.log.commitments import HIDDEN, UNIT
from engine.log.dice_chain import DiceProofs
from engine.log.entry import Entry, Header, action_record
from engine.log.signatures import check_signature, is_key

UNBOUND = (act.Setup, act.Note)
"""Kinds that either player may write on any side's turn: the set-up, and notes."""
EITHER = (act.SetRules,)
"""Kinds that either player may write once a key of theirs is known: agreements."""
_TURNING = (fx.Reveal, fx.SetSteps, fx.SetStatus)
"""Effects that turn a face-down piece over."""
TALK = (act.Ask, act.Answer)
"""Kinds that a side signs itself where a referee plays the orders."""


def is_order(action: act.Action) -> bool:
    """Return whether an action is an order of a side, which a referee plays if there is one."""
    return not isinstance(action, (*UNBOUND, *EITHER, *TALK))


@dataclass(slots=True)
class Members:
    """The current keys of the sides, and the referee's key."""

    keys: dict[str, str]
    referee: str | None = None
    names: dict[str, str] = field(default_factory=dict)
    """The last name under which each key signed."""
    dice: DiceProofs | None = None
    """The referee's dice so far, in a game that has a referee."""
    throws: Throws | None = None
    """The dice of both players so far, in a game that has such dice."""
    hides: bool = False
    """Whether orders are sealed, because the referee alone knows the whole position."""

    @classmethod
    def of(cls, header: Header) -> Members:
        """Return the members of a shared game before its first entry.

        Raises ValueError for a game that is not shared.
        """
        if header.together is None:
            raise ValueError("the log is no shared game")
        anchor = header.together.anchor
        dice = DiceProofs(bytes.fromhex(anchor)) if anchor is not None else None
        throws = Throws() if header.together.dice == "both" else None
        return cls(
            dict(header.together.keys),
            header.together.referee,
            dice=dice,
            throws=throws,
            hides=bool(header.together.hides),
        )

    def copy(self) -> Members:
        """Return an independent copy."""
        dice = self.dice.copy() if self.dice is not None else None
        throws = self.throws.copy() if self.throws is not None else None
        return Members(dict(self.keys), self.referee, dict(self.names), dice, throws, self.hides)

    def sides_of(self, key: str | None) -> list[str]:
        """Return the sides for which a key signs."""
        return [side for side, bound in self.keys.items() if bound == key]

    def objection(self, entry: Entry, previous: str) -> str | None:
        """Return why an entry after the line with the link ``previous`` is invalid; None if it
        is valid.

        Raises UserError where signatures cannot be checked because the package is missing.
        """
        author, signature = entry.author, entry.signature
        if author is None or author.key is None or signature is None:
            return t("together.skip.unsigned")
        if not (is_key(author.key) and is_signed(author.key, *signature)):
            return t("together.skip.signature")
        if author.next_key is not None and not self._may_follow(author.key, author.next_key):
            return t("together.skip.next_key")
        if not self._may_write(entry, author.key):
            return t("together.skip.side", side=entry.by)
        is_order = author.key == self.referee and entry.order is not None
        if not self._may_change(entry) and not (self.hides and is_order):
            return t("together.skip.note_effects")
        if self.referee is not None:
            if entry.parent != entry.id - 1:
                return t("together.skip.taken_back")
            if author.key == self.referee:
                return self._order_objection(entry, previous)
            if entry.boxes or any(one.name.startswith(HIDDEN) for one in entry.sealed):
                return t("together.skip.boxes")
        if self.dice is not None and entry.dice:
            return t("together.skip.own_dice")
        if self.throws is not None:
            return self.throws.objection(
                entry, lambda question: order_link(entry.action, entry.by, question)
            )
        return None

    def record(self, entry: Entry) -> None:
        """Record a valid entry: its author's name and the author's next key."""
        author = entry.author
        if author is None or author.key is None:
            return
        following = author.next_key or author.key
        for side in self.sides_of(author.key):
            self.keys[side] = following
        self.names[following] = author.name
        if self.dice is not None:
            self.dice.record(entry)
        if self.throws is not None:
            self.throws.record(entry)

    def _may_write(self, entry: Entry, key: str) -> bool:
        if self.referee is not None and key == self.referee:
            return isinstance(entry.action, act.Note) or entry.by in self.keys
        if entry.sealed or entry.opened:
            may_seal = isinstance(entry.action, act.Note) or self.throws is not None
            return may_seal and self.keys.get(entry.by) == key
        if isinstance(entry.action, (*UNBOUND, *EITHER)):
            return key in self.keys.values()
        if self.referee is not None and not isinstance(entry.action, TALK):
            return False
        return self.keys.get(entry.by) == key

    def _may_change(self, entry: Entry) -> bool:
        """Return whether the effects of an entry that is no order are among those it may have."""
        match entry.action:
            case act.Setup():
                return entry.id == 1
            case act.SetRules():
                return all(map(_is_agreement, entry.effects))
            case act.Note():
                units = {f"{UNIT}{getattr(effect, 'unit', '')}" for effect in entry.effects}
                turns = all(isinstance(effect, _TURNING) for effect in entry.effects)
                return turns and units <= {opened.name for opened in entry.opened}
            case act.Ask() | act.Answer():
                return not entry.effects
        return True

    def _may_follow(self, key: str, following: str) -> bool:
        """Return whether a key may become the next key: valid form and not in use."""
        taken = {k for k in self.keys.values() if k != key} | {self.referee}
        return is_key(following) and following not in taken

    def _order_objection(self, entry: Entry, previous: str) -> str | None:
        order = entry.order
        if isinstance(entry.action, act.Note) and order is None:
            return None
        if order is None or order.key != self.keys[entry.by]:
            return t("together.skip.no_order", side=entry.by)
        if not self.hides:
            content = order_link(entry.action, entry.by, previous)
        elif order.sealed is not None:
            content = sealed_order_link(order.sealed, entry.by, previous)
        else:
            return t("together.skip.no_order", side=entry.by)
        if not is_signed(order.key, content, order.signature):
            return t("together.skip.order", side=entry.by)
        return self.dice.objection(entry, previous, content) if self.dice is not None else None


def _is_agreement(effect: fx.Effect) -> bool:
    return isinstance(effect, fx.SetTrack) and effect.track.startswith((MODE_TRACK, HOUSE_TRACK))


def is_signed(key: str, link: str, signature: str) -> bool:
    """Return whether a key signed a link.

    Raises UserError if the package that checks signatures is missing.
    """
    result = check_signature(key, link, signature)
    if result == "unknown":
        raise UserError(t("log.error.no_cryptography"))
    return result == "good"


_ORDER = "order "


def order_in(content: str) -> act.Action:
    """Return the action in the text of an order. Raises ValueError for any other text."""
    return act.ACTION.validate_python(orjson.loads(content.removeprefix(_ORDER))["action"])


def order_link(action: act.Action, by: str, previous: str) -> str:
    """Return the text that a player signs for an order: its side, the last link and the action.

    Raises UserError for an action that JSON cannot hold.
    """
    record = {"action": action_record(action), "by": by, "link": previous}
    try:
        return _ORDER + orjson.dumps(record, option=orjson.OPT_SORT_KEYS).decode()
    except orjson.JSONEncodeError as error:
        raise UserError(t("log.error.unstorable", why=error)) from None


def sealed_order_link(hash_: str, by: str, previous: str) -> str:
    """Return the text that a player signs for a sealed order: the hash instead of the action."""
    record = {"by": by, "link": previous, "sealed": hash_}
    return _ORDER + orjson.dumps(record, option=orjson.OPT_SORT_KEYS).decode()
