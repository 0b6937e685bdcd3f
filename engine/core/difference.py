"""Computation of the effects that turn one state into another, in a reproducible order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core import effects as fx
from engine.core.places import Places
from engine.core.reducer import apply
from engine.core.state import Marker, Piece, State


def difference(before: State, after: State, places: Places) -> tuple[fx.Effect, ...]:
    """Return effects that turn one state into another."""
    result: list[fx.Effect] = []
    state = before
    for part in (_removals, _moved, _come, _ordered, _changed, _besides):
        effects = tuple(part(state, after, places))
        state = apply(state, effects, places)
        result += effects
    return tuple(result)


def _fields(state: State, unit: str, index: int, places: Places) -> dict[str, Any]:
    piece = state.pieces[unit]
    return {
        "unit": unit,
        "counter": piece.counter,
        "side": piece.side,
        "at": places.name(piece.place),
        "index": index,
        "steps": piece.steps,
        "status": tuple(sorted(piece.status)),
    }


def _removals(state: State, after: State, places: Places) -> Iterator[fx.Effect]:
    for place in sorted(state.stacks):
        stack = state.stacks[place]
        for index in range(len(stack) - 1, -1, -1):
            if stack[index] not in after.pieces:
                yield fx.Remove(**_fields(state, stack[index], index, places))


def _moved(state: State, after: State, places: Places) -> Iterator[fx.Effect]:
    stacks = {place: list(stack) for place, stack in state.stacks.items()}
    for place in sorted(after.stacks):
        for unit in after.stacks[place]:
            old = state.pieces.get(unit)
            if old is None or old.place == place:
                continue
            start, end = stacks[old.place], stacks.setdefault(place, [])
            path = places.name(old.place), places.name(place)
            index = start.index(unit)
            yield fx.Move(unit=unit, path=path, from_index=index, to_index=len(end))
            start.remove(unit)
            end.append(unit)


def _come(state: State, after: State, places: Places) -> Iterator[fx.Effect]:
    for place in sorted(after.stacks):
        present = list(state.stack(place))
        for height, unit in enumerate(after.stacks[place]):
            if unit not in state.pieces:
                index = min(height, len(present))
                yield fx.Place(**_fields(after, unit, index, places))
                present.insert(index, unit)


def _ordered(state: State, after: State, places: Places) -> Iterator[fx.Effect]:
    for place in sorted(after.stacks):
        stack = list(state.stack(place))
        for index, unit in enumerate(after.stacks[place]):
            old = stack.index(unit)
            if old != index:
                path = (places.name(place),)
                yield fx.Move(unit=unit, path=path, from_index=old, to_index=index)
                stack.insert(index, stack.pop(old))


def _changed(state: State, after: State, places: Places) -> Iterator[fx.Effect]:
    for unit, new in sorted(after.pieces.items()):
        old = state.pieces[unit]
        if old != new:
            yield from _piece(unit, old, new)


def _piece(unit: str, old: Piece, new: Piece) -> Iterator[fx.Effect]:
    if old.side != new.side:
        yield fx.SetSide(unit=unit, before=old.side, after=new.side)
    if old.counter != new.counter:
        yield fx.Reveal(unit=unit, before=old.counter, after=new.counter)
    if old.steps != new.steps:
        yield fx.SetSteps(unit=unit, before=old.steps, after=new.steps)
    if old.status != new.status:
        before, after = tuple(sorted(old.status)), tuple(sorted(new.status))
        yield fx.SetStatus(unit=unit, before=before, after=after)


def _besides(state: State, after: State, places: Places) -> Iterator[fx.Effect]:
    for name, old, new in _pairs(state.markers, after.markers):
        yield fx.SetMarker(marker=name, before=_marker(old), after=_marker(new))
    for name, old, new in _pairs(state.hexsides, after.hexsides):
        yield fx.SetHexside(hexside=name, before=old, after=new)
    for place, old, new in _pairs(state.control, after.control):
        yield fx.SetControl(hex=places.name(place), before=old, after=new)
    for name, old, new in _pairs(state.tracks, after.tracks):
        yield fx.SetTrack(track=name, before=old, after=new)
    if state.clock != after.clock:
        yield fx.SetPhase(before=state.clock, after=after.clock)
    shared = 0
    for old, new in zip(state.pending, after.pending, strict=False):
        if old != new:
            break
        shared += 1
    for decision in reversed(state.pending[shared:]):
        yield fx.PopDecision(decision=decision)
    for decision in after.pending[shared:]:
        yield fx.PushDecision(decision=decision)


def _pairs(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the differences of two mappings: name, old value and new value (None if absent)."""
    for name in sorted(old.keys() | new.keys()):
        before, after = old.get(name), new.get(name)
        if before != after or type(before) is not type(after):
            yield name, before, after


def _marker(marker: Marker | None) -> fx.MarkerFields | None:
    return (
        None
        if marker is None
        else fx.MarkerFields(kind=marker.kind, at=marker.at, face=marker.face)
    )
