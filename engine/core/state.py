"""State of a game as frozen values, cheap to store by the hundred.

Static data (board, counters, charts) is never part of it. Places are ints of :class:`Places`. The
mappings are never changed in place: the reducer makes new ones and shares those that did not
change.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from engine.core.effects import Clock, Decision, Track
from engine.core.places import Places


@dataclass(frozen=True, slots=True)
class Piece:
    """Piece in play: counter, side, place, steps and statuses."""

    counter: str
    side: str
    place: int
    steps: int
    status: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker on the map or in a box; ``at`` is a place name or a hexside."""

    kind: str
    at: str
    face: str | None = None


@dataclass(frozen=True, slots=True)
class State:
    """Position of a game.

    ``stacks`` lists the pieces of each place, bottom first; empty places are absent.
    """

    clock: Clock = field(default_factory=lambda: Clock(turn=0, phase="setup", active=""))
    pieces: Mapping[str, Piece] = field(default_factory=dict)
    stacks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    markers: Mapping[str, Marker] = field(default_factory=dict)
    hexsides: Mapping[str, str] = field(default_factory=dict)
    control: Mapping[int, str] = field(default_factory=dict)
    tracks: Mapping[str, Track] = field(default_factory=dict)
    pending: tuple[Decision, ...] = ()

    @property
    def side_to_act(self) -> str:
        """The side that has to decide, or the active one."""
        return self.pending[-1].side if self.pending else self.clock.active

    def stack(self, place: int) -> tuple[str, ...]:
        """Return the pieces at a place, from the bottom. O(1)."""
        return self.stacks.get(place, ())


def alike(a: State, b: State) -> bool:
    """Return whether two states are equal, including order. Fast for states that share data."""
    return (
        a.clock == b.clock
        and a.pending == b.pending
        and _same(a.tracks, b.tracks)
        and _same(a.stacks, b.stacks)
        and _same(a.pieces, b.pieces)
        and _same(a.control, b.control)
        and _same(a.markers, b.markers)
        and _same(a.hexsides, b.hexsides)
    )


def _same(one: Mapping[Any, object], other: Mapping[Any, object]) -> bool:
    """Return whether two mappings have the same content in the same order."""
    return one is other or (one == other and list(one) == list(other))


def as_json(state: State, places: Places) -> dict[str, Any]:
    """Return the whole state with printed names, for the probe, ``holland44 state`` and the
    digest.
    """
    return {
        "turn": state.clock.turn,
        "phase": state.clock.phase,
        "active": state.clock.active,
        "units": {
            name: {
                "counter": p.counter,
                "side": p.side,
                "at": places.name(p.place),
                "steps": p.steps,
                "status": sorted(p.status),
            }
            for name, p in state.pieces.items()
        },
        "stacks": {places.name(i): list(ids) for i, ids in state.stacks.items()},
        "markers": {
            name: {"kind": m.kind, "at": m.at, "face": m.face} for name, m in state.markers.items()
        },
        "bridges": dict(state.hexsides),
        "control": {places.name(i): side for i, side in state.control.items()},
        "tracks": dict(state.tracks),
        "pending": [d.model_dump() for d in state.pending],
    }


def digest(state: State, places: Places) -> str:
    """Return a fingerprint of the state: 32 hex digits, the same in every process and on every
    machine.
    """
    canonical = orjson.dumps(as_json(state, places), option=orjson.OPT_SORT_KEYS)
    return hashlib.blake2b(canonical, digest_size=16).hexdigest()
