"""Units: their values by steps and statuses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.core.counters import Counter, CounterSet, Face
from engine.games.holland44.rules.ch02_units import Profile, profile


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece in play: its id, its profile and its place."""

    id: str
    place: int
    profile: Profile

    @property
    def side(self) -> str:
        """Return its side."""
        return self.profile.side

    def __hash__(self) -> int:
        # Counter values are an unhashable mapping; equal units have the same id.
        return hash((self.id, self.place))


class Roster:
    """The counters a position may name: the module's, and those given inline."""

    def __init__(self, counters: CounterSet, inline: Mapping[str, Counter] | None = None) -> None:
        self._counters = counters
        self._inline = dict(inline or {})
        self._profiles: dict[tuple[str, str, int, frozenset[str]], Profile] = {}
        self.corps_level = frozenset(f.id for f in counters.formations.values() if f.corps_level)
        self.members = {f.id: f.members for f in counters.formations.values() if f.members}

    def counter(self, name: str) -> Counter:
        """Return the counter of a piece; raises KeyError for an unknown one."""
        return self._inline[name] if name in self._inline else self._counters.of(name)

    def profile(self, name: str, side: str, steps: int, status: frozenset[str]) -> Profile:
        """Return the profile of a piece, shared for equal arguments."""
        key = (name, side, steps, status)
        known = self._profiles.get(key)
        if known is None:
            counter = self.counter(name)
            face, shown = self._face(name, counter, steps, status)
            known = self._profiles[key] = profile(counter, shown, face, side, steps, status)
        return known

    def _face(
        self, name: str, counter: Counter, steps: int, status: Iterable[str]
    ) -> tuple[Face, bool]:
        """Return the current face, and whether it is mechanized.

        The last of three steps is a remnant counter (11.4).
        """
        if name in self._inline:
            return counter.front, counter.mechanized
        if counter.needs_remnant(steps):
            stand_ins = self._counters.remnants_for(counter)
            if stand_ins:
                other, shown = stand_ins[0]
                return other.face(shown), other.is_mechanized(shown)
            return counter.face("back"), counter.mechanized
        up = counter.face_name(steps, status)
        return counter.face(up), counter.is_mechanized(up)
