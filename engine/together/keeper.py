"""The log of a shared game in play: accepted entries, followed by pending ones.

An order is signed and written to the outbox on disk at once, and play continues without waiting for
the network. Only the network's thread writes the game's file, with accepted lines only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.core.actions import Note
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.boxes import make_box
from engine.log.chain import START, ChainError, seal
from engine.log.entry import Entry, Header, Signature, action_record
from engine.log.hidden_orders import seal_order
from engine.log.members import (
    EITHER,
    UNBOUND,
    Members,
    is_order,
    order_link,
    sealed_order_link,
)
from engine.log.reading import MAX_LINE
from engine.log.tree import Log
from engine.play.bylines import Byline
from engine.play.game import OrderSent
from engine.together.manners import need_leave, open_throw
from engine.together.outbox import Outbox, Waiting


class SharedKeeper:
    """The log of a shared game in play; a :class:`engine.play.game.Keeper`.

    ``send`` is called with all pending lines whenever they change.
    """

    def __init__(
        self,
        header: Header,
        accepted: Sequence[Entry],
        byline: Byline,
        outbox: Outbox,
        send: Callable[[list[bytes]], None],
    ) -> None:
        self.log = Log(header, accepted)
        self.known = len(accepted)
        """The number of accepted entries."""
        self.waiting: list[Waiting] = []
        self.send_order: Callable[[bytes], None] = lambda _: None
        """Sends an order to the referee, if the game has one."""
        self.side_name: Callable[[str], str] = str
        """Returns the display name of a side."""
        self.leave: Callable[[], None] = lambda: None
        """Called when the game is closed."""
        self._outbox, self._byline, self._send = outbox, byline, send
        self._accepted_link = _last_link(header, accepted)
        self._members = Members.of(header)
        for entry in accepted:
            self._members.record(entry)
        self._ahead = self._members.copy()
        """The members after the pending entries."""

    @property
    def sides(self) -> list[str]:
        """The sides of the game."""
        return list(self._members.keys)

    @property
    def keys(self) -> Mapping[str, str]:
        """The current public keys of the sides."""
        return self._members.keys

    @property
    def has_referee(self) -> bool:
        """Whether a referee carries out the orders."""
        return self._members.referee is not None

    @property
    def has_common_dice(self) -> bool:
        """Whether the players throw the dice together."""
        return self._members.throws is not None

    @property
    def link(self) -> str:
        """The link that the next line must continue."""
        return _link(self.waiting[-1].entry) if self.waiting else self._accepted_link

    def append(self, entry: Entry) -> None:
        """Sign an entry and write it to the outbox on disk.

        Raises UserError, without any change, for an entry that would not be accepted.
        """
        self.extend((entry,))

    def extend(self, entries: Iterable[Entry]) -> None:
        """Sign entries and write them to the outbox, all or none.

        Raises UserError; OrderSent for an order that was sent to the game's referee.
        """
        entries = list(entries)
        if entries and self._byline.signer is not None and not _is_aside(entries[0]):
            need_leave(self.log, entries[0].parent, self._byline.signer.key)
        if self.has_common_dice:
            self._need_no_throw(entries)
        if self._members.referee is not None and any(is_order(entry.action) for entry in entries):
            self._send_to_referee(entries)
        made: list[Waiting] = []
        link, ahead, known = self.link, self._ahead.copy(), len(self.log)
        try:
            for entry in entries:
                self._need_own(entry)
                one = self._signed(entry, link)
                why = ahead.objection(one.entry, link)
                if why is not None:
                    raise UserError(t("together.error.not_yours", why=why))
                ahead.record(one.entry)
                self.log.add(one.entry)
                made.append(one)
                link = _link(one.entry)
            for one in made:
                self._outbox.add(self.known, self._accepted_link, one)
        except BaseException:
            while len(self.log) > known:
                self.log.drop_last()
            raise
        self.waiting += made
        self._ahead = ahead
        self._send([one.line for one in self.waiting])

    def _need_own(self, entry: Entry) -> None:
        """Raise UserError for an order of another player's side."""
        author = self._byline.author
        key = author.key if author is not None else None
        if (
            not isinstance(entry.action, (*UNBOUND, *EITHER))
            and key is not None
            and self._ahead.keys.get(entry.by) != key
        ):
            raise UserError(t("together.error.other_side", side=self.side_name(entry.by)))

    def _need_no_throw(self, entries: Sequence[Entry]) -> None:
        """Raise UserError for an order while the dice of an own order are being thrown."""
        for entry in entries:
            throw = open_throw(self.log, entry.parent) if is_order(entry.action) else None
            if throw is not None and throw[0].by == entry.by and not entry.opened:
                raise UserError(t("together.error.throwing"))

    def _send_to_referee(self, entries: Sequence[Entry]) -> None:
        """Sign an order and send it to the referee, which computes its effects and throws
        its dice.
        """
        signer = self._byline.signer
        entry = entries[0]
        if signer is None:
            raise UserError(t("together.error.spectator"))
        if len(entries) > 1:
            raise UserError(t("together.error.several_orders"))
        if self.waiting or entry.parent != len(self.log):
            raise UserError(t("together.error.order_now"))
        self._need_own(entry)
        hides, referee = self._members.hides, self._members.referee
        order = {
            "action": action_record(entry.action),
            "by": entry.by,
            "link": self.link,
            "key": signer.key,
        }
        if hides:
            sealed, opened = seal_order(entry.action)
            order["salt"] = opened.salt
            content = sealed_order_link(sealed.hash, entry.by, self.link)
        else:
            content = order_link(entry.action, entry.by, self.link)
        data = json.dumps({**order, "signature": signer.sign(content)}).encode()
        self.send_order(make_box(data, referee).encode() if hides and referee else data)
        raise OrderSent(t("together.order_sent"))

    def adopt(self, waiting: Sequence[Waiting]) -> None:
        """Add entries of an earlier run that are already signed and in the outbox."""
        for one in waiting:
            self.log.add(one.entry)
            self._ahead.record(one.entry)
            self.waiting.append(one)
        self._send([one.line for one in self.waiting])

    def _signed(self, entry: Entry, link: str) -> Waiting:
        author, signer = self._byline.author, self._byline.signer
        if author is None or signer is None:
            raise UserError(t("together.error.spectator"))
        named = entry if entry.author is not None else entry.model_copy(update={"author": author})
        try:
            line, made = seal(named.to_json(), link, signer.sign)
        except ChainError as error:
            raise UserError(t("log.error.unstorable", why=error)) from None
        if len(line) > MAX_LINE:
            raise UserError(t("log.error.too_long", limit=MAX_LINE // 2**20))
        return Waiting(named.signed(Signature(made, signer.sign(made))), line)

    def take(self, entries: Sequence[Entry]) -> list[Entry] | None:
        """Add accepted entries; return those that are new on this machine.

        Returns None if the pending entries no longer continue the log; the game must then be
        rebuilt from the accepted entries.
        """
        fresh = []
        for entry in entries:
            if entry.id <= self.known:
                continue
            if self.waiting:
                if _link(self.waiting[0].entry) != _link(entry):
                    return None
                self.waiting.pop(0)
            else:
                self.log.add(entry)
                fresh.append(entry)
            self._members.record(entry)
            self.known = entry.id
            self._accepted_link = _link(entry)
        if not self.waiting:
            self._ahead = self._members.copy()
        if self._outbox.waiting or self.waiting:
            self._outbox.replace(self.known, self._accepted_link, self.waiting)
        return fresh

    def close(self) -> None:
        """Close the connection; the network's thread closes the file."""
        self.leave()


def _is_aside(entry: Entry) -> bool:
    """Return whether an entry begins a what-if line that is saved beside the game."""
    return isinstance(entry.action, Note) and bool(entry.action.line)


def _link(entry: Entry) -> str:
    return entry.signature.link if entry.signature is not None else ""


def _last_link(header: Header, entries: Sequence[Entry]) -> str:
    return _link(entries[-1]) if entries else seal(header.to_json(), START)[1]
