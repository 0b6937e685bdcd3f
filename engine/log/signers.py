"""The signers of a log: keys by name and by side, line by line in file order.

The first key that signs for a name is binding for that name in that log, and so is the first key
that signs an order of a side. A line signed with the old key can name the next key. Players must
check for themselves whether the owner of a key is the named person.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.core import actions as act
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.chain import START, seal
from engine.log.entry import Author, Entry, Header
from engine.log.members import EITHER, UNBOUND, Members
from engine.log.signatures import check_signature, is_key
from engine.log.tree import Log

NAMED = 3
"""Maximum number of signature problems listed beside other output; the others are only counted."""

_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Invisible characters that Unicode does not classify as control or format characters."""
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")


class SignedBy(NamedTuple):
    """A signer of a log: name, key, and number of lines with a good signature."""

    name: str
    key: str
    lines: int

    def __str__(self) -> str:
        which = "one" if self.lines == 1 else "many"
        return t(f"verify.signed_by.{which}", name=shown(self.name), key=self.key, lines=self.lines)


@dataclass(slots=True)
class Signers:
    """Checker of signatures that reads a log entry by entry. Works in O(entries)."""

    unsigned: int = 0
    """Number of lines without a signature."""
    unchecked: int = 0
    """Number of signatures that were not checked because the package is not installed."""
    _names: dict[str, str] = field(default_factory=dict)
    _sides: dict[str, str] = field(default_factory=dict)
    _lines: dict[tuple[str, str], int] = field(default_factory=dict)
    _beside: set[int] = field(default_factory=set)
    """Entries of lines stored beside the game, on which one player plays all sides."""

    _members: Members | None = None
    """The members of a shared game, whose header names the keys of the sides."""
    _link: str = ""
    """The link of the last line."""

    @classmethod
    def of(cls, header: Header) -> Signers:
        """Return the signers of a log before its first entry."""
        if header.together is None:
            return cls()
        link = seal(header.to_json(), START)[1]
        return cls(_members=Members.of(header), _link=link)

    @property
    def signed(self) -> list[SignedBy]:
        """Return the signers by name and key, in the order of their first line."""
        return [SignedBy(name, key, lines) for (name, key), lines in self._lines.items()]

    @property
    def signatures(self) -> int:
        """Return the number of good signatures."""
        return sum(self._lines.values())

    @property
    def notices(self) -> list[str]:
        """Return notices: signatures that were not checked here, and unused dice of the referee."""
        result = [t("verify.unchecked_signatures", count=self.unchecked)] if self.unchecked else []
        dice = self._members.dice if self._members is not None else None
        if dice is not None and dice.unused:
            throws = ", ".join(map(str, dice.unused))
            result.append(t("verify.dice.unused", count=len(dice.unused), throws=throws))
        common = self._members.throws if self._members is not None else None
        if common is not None and common.unused:
            entries = ", ".join(map(str, common.unused))
            result.append(t("verify.both.unused", count=len(common.unused), entries=entries))
        return result

    def summary(self) -> list[str]:
        """List the signers with their numbers of lines, and how many lines are unsigned."""
        which = {0: "none", 1: "one"}.get(self.unsigned, "many")
        if not self._lines and not self.unchecked:
            return [t("verify.nobody_signs")]
        return [*map(str, self.signed), t(f"verify.unsigned_lines.{which}", count=self.unsigned)]

    def check(self, entry: Entry) -> list[str]:
        """Return the problems with author, key and signature of an entry; usually none."""
        self.unsigned += entry.signature is None
        tried = isinstance(entry.action, act.Note) and bool(entry.action.line)
        if tried or entry.parent in self._beside:
            self._beside.add(entry.id)
        return list(self._problems(entry))

    def _problems(self, entry: Entry) -> Iterator[str]:
        author = entry.author
        if author is not None and shown(author.name) != author.name:
            yield t("verify.hidden_name", entry=entry.id, name=shown(author.name))
        key = author.key if author is not None else None
        if entry.signature is None:
            if key is not None:
                yield t("verify.unsigned", entry=entry.id)
            proved = None
        elif key is None:
            yield t("verify.nobodys_signature", entry=entry.id)
            proved = None
        elif not is_key(key):
            yield t("verify.bad_key", entry=entry.id, key=shown(key))
            proved = None
        else:
            verdict = check_signature(key, *entry.signature)
            self.unchecked += verdict == "unknown"
            if verdict == "bad":
                yield t("verify.signature", entry=entry.id)
            proved = None if verdict == "bad" else key
            if author is not None and verdict == "good":
                self._lines[author.name, key] = self._lines.get((author.name, key), 0) + 1
        yield from self._of_the_name(entry, proved)
        if self._members is not None:
            yield from self._of_the_members(self._members, entry)
        else:
            yield from self._of_the_side(entry, proved)
        if author is not None and author.next_key is not None:
            yield from self._of_the_change(entry, author, proved)

    def _of_the_members(self, members: Members, entry: Entry) -> Iterator[str]:
        try:
            objection = members.objection(entry, self._link)
        except UserError:  # the package that checks signatures is missing, which is counted
            objection = None
        if objection is None:
            members.record(entry)
        else:
            yield t("verify.member", entry=entry.id, why=objection)
        if entry.signature is not None:
            self._link = entry.signature.link

    def _of_the_name(self, entry: Entry, key: str | None) -> Iterator[str]:
        if entry.author is None:
            return
        name = _folded(entry.author.name)
        bound = self._names.get(name)
        if bound is None and key is not None:
            self._names[name] = key
        elif bound is not None and bound != key:
            which = "unsigned" if key is None else "other"
            shown_name = shown(entry.author.name)
            yield t(f"verify.name.{which}", entry=entry.id, name=shown_name, bound=bound, key=key)

    def _of_the_side(self, entry: Entry, key: str | None) -> Iterator[str]:
        if entry.id in self._beside:
            return
        bound = self._sides.get(entry.by)
        if bound is None:
            if key is not None and not isinstance(entry.action, (*UNBOUND, *EITHER)):
                self._sides[entry.by] = key
            return
        if key == bound or (key is not None and self._may_be_others(entry.action, key)):
            return
        which = "unsigned" if key is None else "other"
        yield t(f"verify.side.{which}", entry=entry.id, side=shown(entry.by), bound=bound, key=key)

    def _may_be_others(self, action: act.Action, key: str) -> bool:
        known = isinstance(action, EITHER) and key in self._sides.values()
        return known or isinstance(action, UNBOUND)

    def _of_the_change(self, entry: Entry, author: Author, key: str | None) -> Iterator[str]:
        """Record an author's next key; yield a problem if the bound key did not sign the line."""
        following = author.next_key
        name = _folded(author.name)
        if following is None or not is_key(following):
            yield t("verify.bad_key", entry=entry.id, key=shown(following or ""))
        elif key is None or self._names.get(name) != key:
            yield t("verify.change", entry=entry.id, name=shown(author.name))
        else:
            self._names[name] = following
            for side, bound in self._sides.items():
                if bound == key:
                    self._sides[side] = following


class SignatureCheck:
    """Checker of the signatures of a log that may grow.

    Each line is checked once; a query costs O(new lines).
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._begin()

    def _begin(self) -> None:
        self._signers = Signers.of(self._log.header)
        self._seen: list[Entry] = []
        self._wrong: dict[int, list[str]] = {}

    def of(self, entry: Entry) -> list[str]:
        """Return the signature problems of an entry, as ``verify`` prints them; usually none."""
        last = len(self._seen)
        if last > len(self._log) or (last and self._log.entries[last - 1] is not self._seen[-1]):
            self._begin()  # a line was taken back
        for one in self._log.entries[len(self._seen) : entry.id]:
            self._seen.append(one)
            wrong = self._signers.check(one)
            if wrong:
                self._wrong[one.id] = wrong
        return self._wrong.get(entry.id, [])


def signature_problems(log: Log) -> list[str]:
    """Return the problems with the signatures of a log, one sentence each."""
    signers = Signers.of(log.header)
    return [wrong for entry in log.entries for wrong in signers.check(entry)]


def some(sentences: Sequence[str]) -> list[str]:
    """Return the first sentences about signatures, and the number of the others."""
    more = len(sentences) - NAMED
    which = "one" if more == 1 else "many"
    left = [t(f"verify.more_signatures.{which}", more=more)] if more > 0 else []
    return [*sentences[:NAMED], *left]


def is_hidden(character: str) -> bool:
    """Return whether a character is invisible or controls the display."""
    return (
        unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
        or character in _BLANKS
        or _SELECTORS.match(character) is not None
    )


def shown(name: str) -> str:
    """Return a name with its invisible characters written as ``<U+200B>``."""
    return "".join(f"<U+{ord(c):04X}>" if is_hidden(c) else c for c in name)


def _folded(name: str) -> str:
    """Return the canonical form of a name, which is the same for names that look alike."""
    visible = "".join(c for c in name if not is_hidden(c))
    return " ".join(unicodedata.normalize("NFKC", visible).casefold().split())
