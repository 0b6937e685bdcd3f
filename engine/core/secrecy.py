"""Hidden information: which parts of a state one side may not see, and the state without them.

A module declares its secrets in ``module.json`` (:class:`Secrets`); a ruleset may compute them
instead. Either way the result is a :class:`Concealed`, and :func:`observed` removes what it names:
hidden identities, contents, numbers and plans are absent from the state that it returns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any

import orjson
from pydantic import Field

from engine.core.effects import Decision, Track
from engine.core.places import Places
from engine.core.state import Marker, Piece, State
from engine.core.vocabulary import Part

COVER = "cover"
"""The first part of the id of a covered piece: ``cover:4816:2`` is the second cover in 4816."""
COVER_STEPS = 1


class SecretPieces(Part):
    """A declaration of pieces that are covers to the other sides, or invisible to them.

    A piece is concealed if every given condition is true for it.
    """

    status: str = Field(default="", description="the status that conceals a piece")
    counters: tuple[str, ...] = Field(default=(), description="patterns of counter ids")
    places: tuple[str, ...] = Field(default=(), description="patterns of hexes and boxes")
    option: str = Field(default="", description="the optional rule under which it is concealed")
    covers: dict[str, str] = Field(
        default={}, description="by side, the counter shown instead; without one it is not seen"
    )
    statuses: tuple[str, ...] = Field(default=(), description="statuses that stay visible")

    def applies(self, piece: Piece, place: str, tracks: Mapping[str, Track]) -> bool:
        """Return whether a piece at a place is concealed by this declaration."""
        return (
            (not self.status or self.status in piece.status)
            and (not self.counters or _fits(piece.counter, self.counters))
            and (not self.places or _fits(place, self.places))
            and (not self.option or bool(tracks.get(f"option/{self.option}")))
        )


class SecretTracks(Part):
    """A declaration of tracks that only one side sees; without an owner, no side does."""

    names: str = Field(description="a pattern of track names")
    owner: str = ""


class Secrets(Part):
    """Everything that a game hides; an empty record declares that it hides nothing."""

    reason: str = Field(default="", description="the rules that hide, or why nothing is hidden")
    pieces: tuple[SecretPieces, ...] = ()
    tracks: tuple[SecretTracks, ...] = ()
    computed: bool = Field(default=False, description="the ruleset computes what is concealed")

    @property
    def hides(self) -> bool:
        """Return whether a state of the game may hold secrets at all."""
        return self.computed or bool(self.pieces or self.tracks)

    def concealed(self, state: State, places: Places, side: str) -> Concealed:
        """Return the parts of a state that the declaration conceals from a side."""
        covers: dict[str, Piece] = {}
        absent: set[str] = set()
        for unit, piece in state.pieces.items() if self.pieces else ():
            if piece.side == side:
                continue
            place = places.name(piece.place)
            for rule in self.pieces:
                if rule.applies(piece, place, state.tracks):
                    counter = rule.covers.get(piece.side)
                    if counter is None:
                        absent.add(unit)
                    else:
                        covers[unit] = cover(piece, counter, rule.statuses)
                    break
        tracks = frozenset(
            name
            for name in (state.tracks if self.tracks else ())
            if any(r.owner != side and fnmatchcase(name, r.names) for r in self.tracks)
        )
        return Concealed(covers, frozenset(absent), tracks=tracks)


def _fits(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def cover(piece: Piece, counter: str, statuses: Iterable[str] = ()) -> Piece:
    """Return the cover of a piece: one counter, and the piece's side, place, visible statuses."""
    return Piece(counter, piece.side, piece.place, COVER_STEPS, piece.status & set(statuses))


@dataclass(frozen=True, slots=True)
class Concealed:
    """The parts of a state that one side may not see.

    ``covers`` maps a piece to its visible cover (counter, side, place); the cover gets a
    meaningless id. ``shown`` maps a recognised piece to its visible form, for example in a box
    without a number; the piece keeps its id. ``absent`` pieces are invisible. ``markers`` and
    ``tracks`` name what is removed; ``instead`` are tracks that replace removed ones, ``laid``
    markers that do; ``control`` are places whose owner is unknown. ``heaps`` are places where
    covers cannot be followed, such as a shuffled deck.
    """

    covers: Mapping[str, Piece] = field(default_factory=dict)
    absent: frozenset[str] = frozenset()
    shown: Mapping[str, Piece] = field(default_factory=dict)
    markers: frozenset[str] = frozenset()
    tracks: frozenset[str] = frozenset()
    instead: Mapping[str, Track] = field(default_factory=dict)
    control: frozenset[int] = frozenset()
    heaps: frozenset[int] = frozenset()
    laid: Mapping[str, Marker] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Return whether anything is concealed."""
        return any((self.covers, self.absent, self.shown, self.markers, self.tracks, self.control))

    @property
    def units(self) -> frozenset[str]:
        """Return the ids that must not appear in the observed state."""
        return self.absent | self.covers.keys()

    def displaced(self, state: State) -> frozenset[str]:
        """Return the pieces that are shown at a false place; their actions are invisible."""
        pieces = state.pieces
        return frozenset(
            u for u, shown_piece in self.shown.items() if shown_piece.place != pieces[u].place
        )


NOTHING_CONCEALED = Concealed()


@dataclass(frozen=True, slots=True)
class Observed:
    """A state without its secrets; ``names`` maps each covered piece to the id of its cover."""

    state: State
    names: Mapping[str, str]


def observed(
    state: State, concealed: Concealed, places: Places, known: Mapping[str, str] | None = None
) -> Observed:
    """Return a state without the concealed parts.

    Covers are numbered by visible facts: their place and their height in the stack. ``known`` maps
    pieces to the ids that their covers had before, so that a cover keeps its id when it moves.
    Everything that depended on the order of hidden pieces is ordered by place.
    """
    if not concealed:
        return Observed(state, {})
    stacks = _stacks(state, concealed)
    names = _named(stacks, state, concealed, places, known or {})
    pieces = {
        unit: concealed.shown.get(unit, piece)
        for unit, piece in state.pieces.items()
        if unit not in concealed.covers and unit not in concealed.absent
    }
    for stack in stacks.values():
        pieces |= {names[unit]: concealed.covers[unit] for unit in stack if unit in names}
    speech = _Speech(names, concealed.absent | concealed.displaced(state), state.pieces)
    return Observed(
        replace(
            state,
            pieces=pieces,
            stacks={p: tuple(names.get(u, u) for u in stack) for p, stack in stacks.items()},
            markers={**dict(speech.markers(state.markers, concealed.markers)), **concealed.laid},
            tracks={**dict(speech.tracks(state.tracks, concealed.tracks)), **concealed.instead},
            control={p: s for p, s in state.control.items() if p not in concealed.control},
            pending=tuple(map(speech.decision, state.pending)),
        ),
        names,
    )


def _stacks(state: State, concealed: Concealed) -> dict[int, tuple[str, ...]]:
    """Return the visible stacks by place, still with the true ids."""
    visible = {**concealed.covers, **concealed.shown}
    stacks: dict[int, list[str]] = {}
    for place in sorted(state.stacks):
        for unit in state.stacks[place]:
            if (
                unit not in concealed.absent
                and visible.get(unit, state.pieces[unit]).place == place
            ):
                stacks.setdefault(place, []).append(unit)
    moved = [u for u, piece in visible.items() if piece.place != state.pieces[u].place]
    # Nothing of where these really are may show in their order.
    for unit in sorted(moved, key=lambda u: (u in concealed.covers, visible[u].counter, u)):
        stacks.setdefault(visible[unit].place, []).append(unit)
    return {place: tuple(stacks[place]) for place in sorted(stacks)}


def _named(
    stacks: Mapping[int, tuple[str, ...]],
    state: State,
    concealed: Concealed,
    places: Places,
    known: Mapping[str, str],
) -> dict[str, str]:
    """Return the ids of covers by the pieces under them, bottom first at each place."""
    taken = {*known.values(), *(state.pieces.keys() - concealed.units)}
    names: dict[str, str] = {}
    for place, stack in stacks.items():
        number = 0
        for unit in stack:
            if unit not in concealed.covers:
                continue
            name = None if place in concealed.heaps else known.get(unit)
            while name is None:
                number += 1
                free = f"{COVER}:{places.name(place)}:{number}"
                name = None if free in taken else free
            names[unit] = name
            taken.add(name)
    return names


class _Speech:
    """Writer that replaces the ids of covered pieces in texts by those of their covers."""

    def __init__(
        self, names: Mapping[str, str], absent: frozenset[str], pieces: Mapping[str, Piece]
    ) -> None:
        self._names, self._absent, self._pieces = names, absent, pieces
        self._ids = frozenset((*names, *absent))

    def text(self, text: str) -> str | None:
        """Return a text with covers for pieces; None if it names an invisible piece."""
        return renamed(text, self._names, self._absent)

    def markers(self, markers: Mapping[str, Marker], out: frozenset[str]) -> Iterator[Any]:
        for name, marker in markers.items():
            text = None if name in out else self.text(name)
            if text is not None:
                yield text, marker

    def tracks(self, tracks: Mapping[str, Track], out: frozenset[str]) -> Iterator[Any]:
        for name, value in tracks.items():
            text = None if name in out else self.text(name)
            shown = self.text(value) if isinstance(value, str) else value
            if text is not None and (shown is not None or value is None):
                yield text, shown

    def decision(self, decision: Decision) -> Decision:
        """Return a decision with covers for pieces.

        What is asked is withheld if it names an invisible piece, or a covered one of the side that
        is asked: that a piece can fire would tell what it is.
        """
        args = orjson.dumps(decision.args).decode()
        named = named_in(args, self._ids)
        if not named:
            return decision
        text = None if any(self._is_of(decision.side, n) for n in named) else self.text(args)
        return (
            decision.withheld()
            if text is None
            else decision.model_copy(update={"args": orjson.loads(text)})
        )

    def _is_of(self, side: str, unit: str) -> bool:
        return unit in self._pieces and self._pieces[unit].side == side


def renamed(text: str, names: Mapping[str, str], absent: frozenset[str]) -> str | None:
    """Return a text with some ids replaced; None if it names an absent piece."""
    ids = frozenset((*names, *absent))
    inside = set(named_in(text, ids))
    if not inside:
        return text
    if inside & absent:
        return None
    return id_pattern(ids).sub(lambda match: names[match[0]], text)


def named_in(text: str, ids: frozenset[str]) -> list[str]:
    """Return the ids that a text contains as separate words."""
    return id_pattern(ids).findall(text) if ids else []


@lru_cache(maxsize=64)
def id_pattern(ids: frozenset[str]) -> re.Pattern[str]:
    """Return a pattern that matches ids as separate words, the longest first."""
    longest = sorted(ids, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])")
