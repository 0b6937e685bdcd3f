"""Player ids, which are passwords in clear, made harmless; and who may see what."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

HIDDEN = "•••"
PLAYER = "player:"
"""The access rule by which a mask belongs to a player, named by his id, not to a side."""
_SHORTEST = 4
"""Shorter ids are not looked for in texts: they would take half of the words away."""


class Ids:
    """The ids of one file: hashed with a salt of that file, blanked out in texts.

    The same id gives the same hash within a file (or a series read together) and no other.
    """

    def __init__(self, source: bytes) -> None:
        self._salt = hashlib.blake2b(source, digest_size=32).digest()
        self._seen: set[str] = set()
        self._public: set[str] = set()
        self._words: set[str] = set()
        """Ids that are words of the module's own, too."""
        self._patterns: dict[bool, re.Pattern[str]] = {}

    def hash(self, player: str) -> str:
        """What stands for a player id outside the reader: 16 hex digits."""
        if player not in self._seen:
            self._seen.add(player)
            self._patterns.clear()
        return hashlib.blake2b(player.encode(), key=self._salt, digest_size=8).hexdigest()

    def allow(self, words: Iterable[str]) -> None:
        """Names and sides stay readable, even if somebody chose one as his password."""
        self._public.update(words)
        self._patterns.clear()

    def learn(self, text: str) -> None:
        """What the module itself says: a word in it is no secret, whoever chose it as password."""
        found = self._pattern(typed=True).findall(text)
        if found:
            self._words.update(found)
            self._patterns.clear()

    def clean(self, text: str, *, typed: bool = False) -> str:
        """A text without any id that has been seen.

        ``typed`` by a player: then even those that are words of the module's own are taken out.
        """
        return self._pattern(typed=typed).sub(HIDDEN, text)

    def _pattern(self, *, typed: bool) -> re.Pattern[str]:
        if typed not in self._patterns:
            known = self._public if typed else self._public | self._words
            secret = [i for i in self._seen - known if len(i) >= _SHORTEST]
            either = "|".join(map(re.escape, sorted(secret, key=len, reverse=True)))
            self._patterns[typed] = re.compile(rf"(?<!\w)(?:{either})(?!\w)" if either else r"(?!)")
        return self._patterns[typed]


@dataclass(frozen=True, slots=True)
class Viewer:
    """Through whose eyes a table is seen: an observer's unless a side is named."""

    side: str | None = None
    players: frozenset[str] = field(default_factory=frozenset)
    """Hashes of the ids of the players of that side."""
    everything: bool = False

    def may_see(self, owner: str, hashed: str, access: str) -> bool:
        """May what ``owner`` covered be seen? ``access`` is the trait's own rule."""
        if self.everything:
            return True
        kind, _, sides = access.partition(":")
        if kind == "side":
            return self.side is not None and self.side == owner
        if kind == "sides":
            return self.side is not None and self.side in sides.split(":")
        return hashed in self.players


OBSERVER = Viewer()
EVERYTHING = Viewer(everything=True)
