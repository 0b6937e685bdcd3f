"""Reducer: applies effects to a state.

It checks only that each effect matches the state, not the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any, TypeVar

from engine.core import effects as fx
from engine.core.errors import EffectError
from engine.core.places import Places
from engine.core.state import Marker, Piece, State
from engine.i18n import t

FIELDS = tuple(field.name for field in fields(State))
"""The fields of a state, in order."""
values = attrgetter(*FIELDS)
"""Function that returns the values of a state's fields, in order."""
K = TypeVar("K")
V = TypeVar("V")


def apply(state: State, effects: Iterable[fx.Effect], places: Places) -> State:
    """Return the state after the effects.

    The given state is unchanged; mappings that no effect changes are shared. Raises EffectError if
    an effect's "before" differs from the state, or a place does not exist in the game.
    """
    draft = _Draft(state, places)
    for effect in effects:
        _APPLY[effect.kind](draft, effect)
    return draft.state()


class _Draft:
    """Draft of a state; each mapping is copied before its first change."""

    def __init__(self, state: State, places: Places) -> None:
        self._state = state
        self.places = places
        self.changed: dict[str, Any] = {}

    def read(self, name: str) -> Any:
        changed = self.changed
        return changed[name] if name in changed else getattr(self._state, name)

    def write(self, name: str) -> dict[Any, Any]:
        if name not in self.changed:
            self.changed[name] = dict(getattr(self._state, name))
        mapping: dict[Any, Any] = self.changed[name]
        return mapping

    def state(self) -> State:
        if not self.changed:
            return self._state
        fields_now: Any = map(self.changed.get, FIELDS, values(self._state))
        return State(*fields_now)

    def piece(self, unit: str) -> Piece:
        try:
            piece: Piece = self.read("pieces")[unit]
        except KeyError:
            raise EffectError(t("core.error.unit", unit=unit)) from None
        return piece

    def expect(self, what: str, name: str, actual: object, before: object) -> None:
        """Raise EffectError unless the state matches the effect's "before"."""
        # 1 is no 1.0 here: it is written differently, so the digest would change on the way back.
        if actual != before or type(actual) is not type(before):
            key = f"core.error.before.{what}"
            raise EffectError(t(key, name=name, held=actual, before=before))

    def place(self, name: str) -> int:
        if name not in self.places:
            raise EffectError(t("core.error.place", place=name))
        return self.places.index(name)

    def put(self, place: int, index: int, unit: str) -> None:
        stacks = self.write("stacks")
        stack = stacks.get(place, ())
        if index > len(stack):
            at = self.places.name(place)
            raise EffectError(
                t("core.error.put", unit=unit, place=at, height=len(stack), index=index)
            )
        stacks[place] = (*stack[:index], unit, *stack[index:])

    def take(self, place: int, index: int, unit: str) -> None:
        stacks = self.write("stacks")
        stack = stacks.get(place, ())
        if index >= len(stack) or stack[index] != unit:
            at = self.places.name(place)
            raise EffectError(t("core.error.take", unit=unit, place=at, index=index))
        rest = (*stack[:index], *stack[index + 1 :])
        if rest:
            stacks[place] = rest
        else:
            del stacks[place]


def _place(draft: _Draft, e: fx.Place) -> None:
    if e.unit in draft.read("pieces"):
        raise EffectError(t("core.error.twice", unit=e.unit))
    place = draft.place(e.at)
    draft.put(place, e.index, e.unit)
    draft.write("pieces")[e.unit] = Piece(e.counter, e.side, place, e.steps, frozenset(e.status))


def _remove(draft: _Draft, e: fx.Remove) -> None:
    place = draft.place(e.at)
    expected = Piece(e.counter, e.side, place, e.steps, frozenset(e.status))
    draft.expect("piece", e.unit, draft.piece(e.unit), expected)
    draft.take(place, e.index, e.unit)
    del draft.write("pieces")[e.unit]


def _move(draft: _Draft, e: fx.Move) -> None:
    piece = draft.piece(e.unit)
    path = [draft.place(name) for name in e.path]
    start, end = path[0], path[-1]
    if piece.place != start:
        raise EffectError(
            t(
                "core.error.elsewhere",
                unit=e.unit,
                place=draft.places.name(piece.place),
                told=e.path[0],
            )
        )
    draft.take(start, e.from_index, e.unit)
    draft.put(end, e.to_index, e.unit)
    draft.write("pieces")[e.unit] = Piece(piece.counter, piece.side, end, piece.steps, piece.status)


def _set_steps(draft: _Draft, e: fx.SetSteps) -> None:
    piece = draft.piece(e.unit)
    draft.expect("steps", e.unit, piece.steps, e.before)
    draft.write("pieces")[e.unit] = replace(piece, steps=e.after)


def _set_status(draft: _Draft, e: fx.SetStatus) -> None:
    piece = draft.piece(e.unit)
    draft.expect("status", e.unit, sorted(piece.status), list(e.before))
    draft.write("pieces")[e.unit] = replace(piece, status=frozenset(e.after))


def _set_side(draft: _Draft, e: fx.SetSide) -> None:
    piece = draft.piece(e.unit)
    draft.expect("side", e.unit, piece.side, e.before)
    draft.write("pieces")[e.unit] = replace(piece, side=e.after)


def _reveal(draft: _Draft, e: fx.Reveal) -> None:
    piece = draft.piece(e.unit)
    draft.expect("counter", e.unit, piece.counter, e.before)
    draft.write("pieces")[e.unit] = replace(piece, counter=e.after)


def _set_marker(draft: _Draft, e: fx.SetMarker) -> None:
    marker = draft.read("markers").get(e.marker)
    draft.expect("marker", e.marker, marker, _marker(e.before))
    _assign(draft, "markers", e.marker, _marker(e.after))


def _marker(fields: fx.MarkerFields | None) -> Marker | None:
    return None if fields is None else Marker(fields.kind, fields.at, fields.face)


def _set_control(draft: _Draft, e: fx.SetControl) -> None:
    place = draft.place(e.hex)
    draft.expect("control", e.hex, draft.read("control").get(place), e.before)
    _assign(draft, "control", place, e.after)


def _set_track(draft: _Draft, e: fx.SetTrack) -> None:
    draft.expect("track", e.track, draft.read("tracks").get(e.track), e.before)
    _assign(draft, "tracks", e.track, e.after)


def _set_hexside(draft: _Draft, e: fx.SetHexside) -> None:
    draft.expect("hexside", e.hexside, draft.read("hexsides").get(e.hexside), e.before)
    _assign(draft, "hexsides", e.hexside, e.after)


def _set_phase(draft: _Draft, e: fx.SetPhase) -> None:
    draft.expect("clock", "", draft.read("clock"), e.before)
    draft.changed["clock"] = e.after


def _push(draft: _Draft, e: fx.PushDecision) -> None:
    draft.changed["pending"] = (*draft.read("pending"), e.decision)


def _pop(draft: _Draft, e: fx.PopDecision) -> None:
    pending = draft.read("pending")
    draft.expect("pending", "", pending[-1] if pending else None, e.decision)
    draft.changed["pending"] = pending[:-1]


def _assign(draft: _Draft, name: str, key: object, value: object) -> None:
    mapping = draft.write(name)
    if value is None:
        mapping.pop(key, None)
    else:
        mapping[key] = value


_APPLY: dict[str, Callable[[_Draft, Any], None]] = {
    "place": _place,
    "remove": _remove,
    "move": _move,
    "set_steps": _set_steps,
    "set_status": _set_status,
    "set_side": _set_side,
    "reveal": _reveal,
    "set_marker": _set_marker,
    "set_control": _set_control,
    "set_track": _set_track,
    "set_hexside": _set_hexside,
    "set_phase": _set_phase,
    "push_decision": _push,
    "pop_decision": _pop,
}
