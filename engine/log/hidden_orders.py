"""Hidden orders of a shared game: sealed in its lines, and read by those who may.

The log that all members share has each order as every side sees it. If any view differs, the line
also has boxes (:mod:`engine.log.boxes`): the order as each side sees it, and for the referee the
whole order. Its hash is sealed in the same line, so that it can be opened and checked at the end.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.secrecy import COVER
from engine.i18n import t
from engine.log.boxes import open_box
from engine.log.commitments import HIDDEN, commitment, seal_value
from engine.log.entry import Entry, Opened, Sealed, action_record
from engine.log.signatures import KeySigner
from engine.log.tree import Log

REFEREE = "referee"
"""The reader of the box with the whole order."""
ORDER = "order"
"""The name under which a player seals an order."""


class SealedOrder(BaseModel):
    """A whole order as the referee seals it: the entry's record, and the order that its player
    signed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    entry: dict[str, Any]
    order: Opened

    def is_played(self, whole: Entry, public: Entry) -> bool:
        """Return whether the whole entry plays the order that its player signed."""
        signed = public.order.sealed if public.order is not None else None
        if commitment(self.order) != signed:
            return False
        # A piece under a cover has another name to the player.
        has_cover = f'"{COVER}:' in orjson.dumps(self.order.value).decode()
        return has_cover or self.order.value == _plain(action_record(whole.action))


def seal_order(action: act.Action, salt: str | None = None) -> tuple[Sealed, Opened]:
    """Return the hash of an order that its player signs, and the salt that opens it."""
    return seal_value(ORDER, _plain(action_record(action)), salt)


def _plain(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record as JSON reads it again."""
    result: dict[str, Any] = orjson.loads(orjson.dumps(record))
    return result


def hidden_record(entry: Entry) -> dict[str, Any]:
    """Return the parts of an entry that may be hidden, as a record."""
    bare = Entry(
        id=entry.id,
        parent=entry.parent,
        at=entry.at,
        by=entry.by,
        action=entry.action,
        dice=entry.dice,
        verdicts=entry.verdicts,
        effects=entry.effects,
    )
    return _plain(bare.to_json())


def _with_parts(entry: Entry, record: bytes) -> Entry:
    """Return a public entry with the parts of a record. Raises ValueError for a bad record."""
    own = Entry.from_json(record)
    return entry.model_copy(
        update={
            "action": own.action,
            "dice": own.dice,
            "verdicts": own.verdicts,
            "effects": own.effects,
        }
    )


@dataclass(frozen=True)
class SideView:
    """Reader of a shared log for one side: it opens the boxes that the side may open."""

    side: str
    signer: KeySigner

    def entry(self, entry: Entry) -> Entry:
        """Return an entry as the side sees it. Raises UserError for a box that is no entry."""
        box = entry.boxes.get(self.side)
        if box is None:
            return entry
        content = open_box(box, self.signer)
        try:
            if content is not None:
                return _with_parts(entry, content)
        except (ValidationError, UserError):
            pass
        raise UserError(t("together.hidden.box", entry=entry.id, side=self.side))


@dataclass(frozen=True)
class RefereeView:
    """Reader of a shared log for its referee, who knows every whole order."""

    signer: KeySigner

    def opened(self, entry: Entry) -> Opened | None:
        """Return the whole order of an entry and its salt; None for an entry without boxes.

        Raises UserError for a box that does not contain the sealed order.
        """
        box = entry.boxes.get(REFEREE)
        if box is None:
            return None
        content = open_box(box, self.signer)
        hashes = {one.name: one.hash for one in entry.sealed}
        try:
            opened = Opened.model_validate_json(content or b"")
            if hashes.get(opened.name) == commitment(opened):
                return opened
        except ValidationError:
            pass
        raise UserError(t("together.hidden.box", entry=entry.id, side=REFEREE))

    def entry(self, entry: Entry) -> Entry:
        """Return an entry of the whole game. Raises UserError as :meth:`opened`."""
        opened = self.opened(entry)
        return entry if opened is None else whole_entry(entry, opened)


def whole_entry(entry: Entry, opened: Opened) -> Entry:
    """Return the entry of the whole game for a public entry and its opened value.

    Raises UserError if the value is no entry.
    """
    try:
        value = SealedOrder.model_validate(opened.value)
        return _with_parts(entry, orjson.dumps(value.entry))
    except (ValidationError, UserError):
        raise UserError(t("together.hidden.value", entry=entry.id)) from None


def opened_log(log: Log) -> Log:
    """Return the whole game of a log whose entries were opened.

    Entries that were not opened, or whose opened value is no entry, stay as everybody sees them.
    """
    values, result = _opened_values(log), Log(log.header)
    for entry in log.entries:
        whole, opened = entry, values.get(entry.id)
        if opened is not None:
            with suppress(UserError):
                whole = whole_entry(entry, opened)
        result.add(whole)
    return result


def false_openings(log: Log, whole: Log) -> list[str]:
    """Return a sentence for each opened value that is not the order which its player signed.

    ``whole`` is the result of :func:`opened_log`.
    """
    result = []
    for number, opened in _opened_values(log).items():
        public, entry = log[number], whole[number]
        if entry is public:
            result.append(t("together.hidden.value", entry=number))
        elif not SealedOrder.model_validate(opened.value).is_played(entry, public):
            result.append(t("verify.hidden.order", entry=number))
    return result


def _opened_values(log: Log) -> dict[int, Opened]:
    """Return the opened values of hidden orders by entry."""
    names = {f"{HIDDEN}{entry.id}": entry.id for entry in log.entries}
    opened = (one for entry in log.entries for one in entry.opened if one.name in names)
    return {names[one.name]: one for one in opened}


def still_hidden(log: Log) -> list[Entry]:
    """Return the entries with hidden parts that were not opened."""
    names = {one.name for entry in log.entries for one in entry.opened}
    return [e for e in log.entries if e.boxes and f"{HIDDEN}{e.id}" not in names]
