"""Hide player ids, which are passwords in clear, and decide what a viewer may see."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

HIDDEN = "•••"
PLAYER = "player:"
"""The access rule of a mask that belongs to a player, by id, not to a side."""
_SHORTEST = 4
"""Length of the shortest id removed from texts; shorter ones occur inside many words."""


class Ids:
    """The ids of one file: hashed with a salt of that file, and removed from texts.

    The same id has the same hash within a file (or a series read together), but not elsewhere.
    """

    def __init__(self, source: bytes) -> None:
        self._salt = hashlib.blake2b(source, digest_size=32).digest()
        self._names: set[str] = set()
        self._public: set[str] = set()
        self._words: set[str] = set()
        """Ids that are also words of the module."""
        self._patterns: dict[bool, re.Pattern[str]] = {}

    def hash(self, player: str) -> str:
        """Return the hash that replaces a player id outside the reader: 16 hex digits."""
        if player not in self._names:
            self._names.add(player)
            self._patterns.clear()
        return hashlib.blake2b(player.encode(), key=self._salt, digest_size=8).hexdigest()

    def allow(self, words: Iterable[str]) -> None:
        """Keep names and sides readable, even if one is also a password."""
        self._public.update(words)
        self._patterns.clear()

    def learn(self, text: str) -> None:
        """Keep words of the module's own text readable, even if one is also a password."""
        words = self._pattern(typed=True).findall(text)
        if words:
            self._words.update(words)
            self._patterns.clear()

    def clean(self, text: str, *, typed: bool = False) -> str:
        """Remove all known ids from a text.

        With ``typed``, for texts typed by a player, ids that are words of the module are removed
        too.
        """
        return self._pattern(typed=typed).sub(HIDDEN, text)

    def _pattern(self, *, typed: bool) -> re.Pattern[str]:
        if typed not in self._patterns:
            known = self._public if typed else self._public | self._words
            secret = [i for i in self._names - known if len(i) >= _SHORTEST]
            either = "|".join(map(re.escape, sorted(secret, key=len, reverse=True)))
            self._patterns[typed] = re.compile(rf"(?<!\w)(?:{either})(?!\w)" if either else r"(?!)")
        return self._patterns[typed]


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewer of a table: an observer unless a side is given."""

    side: str | None = None
    players: frozenset[str] = field(default_factory=frozenset)
    """Hashes of the ids of the players of that side."""
    everything: bool = False

    def may_see(self, owner: str, hashed: str, access: str) -> bool:
        """Return whether a piece covered by ``owner`` is visible under the trait's access rule."""
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
