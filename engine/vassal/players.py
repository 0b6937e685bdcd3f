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
        self._pattern: re.Pattern[str] | None = None

    def hash(self, player: str) -> str:
        """What stands for a player id outside the reader: 16 hex digits."""
        if player not in self._seen:
            self._seen.add(player)
            self._pattern = None
        return hashlib.blake2b(player.encode(), key=self._salt, digest_size=8).hexdigest()

    def allow(self, words: Iterable[str]) -> None:
        """Names and sides stay readable, even if somebody chose one as his password."""
        self._public.update(words)
        self._pattern = None

    def clean(self, text: str) -> str:
        """A text without any id that has been seen."""
        if self._pattern is None:
            secret = [i for i in self._seen - self._public if len(i) >= _SHORTEST]
            either = "|".join(map(re.escape, sorted(secret, key=len, reverse=True)))
            self._pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)" if either else r"(?!)")
        return self._pattern.sub(HIDDEN, text)


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
