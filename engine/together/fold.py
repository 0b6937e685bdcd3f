"""The fold: the rule that decides which messages of a game's stream are lines of its log.

A server only stores messages in order. Every client applies the same fold to the same messages, so
all clients accept the same lines, whatever other messages a member or the server has inserted.

A message counts if it is the next line: in the form used in a log, with a link that continues the
last one, with the next number, and with the signature of the side that acts. The subject of the
message is irrelevant, so that a line stays valid when another member restores it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pydantic import ValidationError

from engine.core.effects import Reveal
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.chain import START, ChainError, Line, read_line, seal
from engine.log.claims import Claims
from engine.log.entry import Entry, Header, Signature
from engine.log.members import Members
from engine.log.reading import MAX_ENTRIES, MAX_LINE
from engine.log.tree import Log


class Message(NamedTuple):
    """A message of a stream: its sequence number, content, and server time in RFC 3339."""

    sequence: int
    data: bytes
    time: str = ""


class Skipped(NamedTuple):
    """A message that is not a line of the log, and the reason."""

    sequence: int
    why: str


Fits = Callable[[Log, Entry], str | None]
"""Returns why the effects of an entry do not fit the position it continues; None if they fit."""


def any_effects(_log: Log, _entry: Entry) -> str | None:
    """Accept the effects of every entry, for a client without the game's data."""
    return None


@dataclass(slots=True)
class Fold:
    """The accepted lines of a log, and the skipped messages; O(1) for each message.

    ``first_link`` is the link of the header, if the client knows which game it joins.
    """

    first_link: str | None = None
    fits: Fits = any_effects
    known: Sequence[tuple[bytes, Entry]] = ()
    """The lines of this machine's own file after the header, which were already checked."""
    log: Log | None = None
    members: Members | None = None
    sequence: int = 0
    """The sequence number of the last message seen."""
    links: list[str] = field(default_factory=list)
    """The links of the header and of each entry, by entry number."""
    lines: list[bytes] = field(default_factory=list)
    """The lines of the header and of the entries, as in the file."""
    times: list[str] = field(default_factory=list)
    """The server's time for each line."""
    skipped: list[Skipped] = field(default_factory=list)
    _seals: _Seals = field(default_factory=lambda: _Seals())
    _checked: tuple[bytes, str, tuple[Entry, str]] | None = None
    """The line last checked by :meth:`objection`, the link before it, its entry and its link."""

    @property
    def link(self) -> str:
        """The link that the next line must continue."""
        return self.links[-1] if self.links else START

    def process(self, message: Message) -> Entry | None:
        """Process the next message of the stream; return its entry if it is accepted as one.

        Raises UserError if signatures cannot be checked because the package is missing.
        """
        self.sequence = message.sequence
        try:
            return self._accepted(message)
        except _SkipError as skip:
            self.skipped.append(Skipped(message.sequence, str(skip)))
            return None

    def continues(self, data: bytes) -> bool:
        """Return whether a line was sealed after the last one."""
        try:
            read_line(data, self.link)
        except ChainError:
            return False
        return True

    def objection(self, data: bytes) -> str | None:
        """Return why a line would not be accepted next; None if it would be."""
        try:
            if self.log is None or self.members is None:
                self._header(data)
            else:
                checked = self._entry(data, self.log, self.members)
                self._checked = data, self.link, checked
        except _SkipError as skip:
            return str(skip)
        return None

    def _accepted(self, message: Message) -> Entry | None:
        log, members = self.log, self.members
        if log is None or members is None:
            header, link = self._header(message.data)
            self.log, self.members = Log(header), Members.of(header)
            self._keep(message, link)
            return None
        entry, link = self._entry(message.data, log, members)
        log.add(entry)
        members.record(entry)
        self._keep(message, link)
        return entry

    def _keep(self, message: Message, link: str) -> None:
        self.links.append(link)
        self.lines.append(message.data)
        self.times.append(message.time)

    def _header(self, data: bytes) -> tuple[Header, str]:
        line = self._line(data, START)
        if self.first_link is not None and line.link != self.first_link:
            raise _SkipError(t("together.skip.other_game"))
        try:
            header = Header.model_validate_json(line.body)
        except ValidationError:
            raise _SkipError(t("together.skip.no_entry")) from None
        if header.together is None:
            raise _SkipError(t("together.skip.not_shared"))
        if seal(header.to_json(), START)[0] != data:
            raise _SkipError(t("together.skip.spelling"))
        return header, line.link

    def _entry(self, data: bytes, log: Log, members: Members) -> tuple[Entry, str]:
        place = len(self.lines) - 1
        if (
            0 < place < len(self.known)
            and self.known[place][0] == data
            and self.known[place - 1][0] == self.lines[-1]  # so all before is the same too
        ):
            entry = self.known[place][1]
            if entry.signature is not None:
                return entry, entry.signature.link
        if self._checked is not None and self._checked[:2] == (data, self.link):
            return self._checked[2]
        line = self._line(data, self.link)
        signature = Signature(line.link, line.signature) if line.signature else None
        try:
            entry = Entry.from_json(line.body, signature)
            again = seal(entry.to_json(), self.link, lambda _: line.signature)[0]
        except (ValidationError, ChainError):
            raise _SkipError(t("together.skip.no_entry")) from None
        if again != data:
            raise _SkipError(t("together.skip.spelling"))
        if len(log) >= MAX_ENTRIES or entry.id != len(log) + 1 or entry.parent >= entry.id:
            raise _SkipError(t("together.skip.number", entry=entry.id))
        why = (
            members.objection(entry, self.link)
            or self._seals.objection(log, entry)
            or self.fits(log, entry)
        )
        if why is not None:
            raise _SkipError(why)
        return entry, line.link

    def _line(self, data: bytes, previous: str) -> Line:
        if len(data) > MAX_LINE or not data.endswith(b"\n"):
            raise _SkipError(t("together.skip.no_line"))
        try:
            return read_line(data, previous)
        except ChainError:
            known = any(line == data for line in self.lines[-_RECENT:])
            key = "together.skip.again" if known else "together.skip.chain"
            raise _SkipError(t(key)) from None


class _Seals:
    """Checker of sealed and opened values; O(new entries) for each entry that has some."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._claims, self._last = Claims(), 0
        self._checked: Entry | None = None
        """The entry checked last, which may not have been accepted."""

    def objection(self, log: Log, entry: Entry) -> str | None:
        """Return why the sealed and opened values of an entry are false; None if they are true."""
        reveals = any(isinstance(effect, Reveal) for effect in entry.effects)
        if not (entry.sealed or entry.opened or reveals):
            return None
        if self._last and (len(log) < self._last or log[self._last] is not self._checked):
            self._begin()
        for earlier in log.entries[self._last :]:
            self._claims.check(earlier)
        why = next(iter(self._claims.check(entry)), None)
        self._last, self._checked = entry.id, entry
        if why is not None:
            self._begin()
        return why


_RECENT = 200
"""Number of recent lines compared with a message, to recognise a repeated one."""


class _SkipError(UserError):
    """The reason why a message is not the next line."""
