"""Invariants of every position that the rules produce."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from engine.core.state import State
from engine.games.holland44.contents import DECISIONS
from engine.games.holland44.position import Position, Setting
from engine.games.holland44.rules.ch06_stacking import has_too_many_steps
from engine.games.holland44.rules.ch26_victory import victory_points

VANISHING = ("unknown", "garrison")
"""Roles of counters that leave the game when they are revealed (25.1, 25.3.4)."""

OUT_OF_PLAY = ("eliminated-", "remnants-", "remnant-parents-", "breakdowns-")
"""Boxes whose counters hold no steps in play."""


def faults(position: Position, before: State) -> Iterator[str]:
    """Yield the faults of a position as text; ``before`` is the state it came from."""
    state = position.state
    places = _places_changed(before, state)
    yield from _pieces(position, before, places)
    yield from _conserved(position.setting, before, state, places)
    if state.pending and len(DECISIONS.choices_of(position, state.pending[-1])) < 2:
        yield f"the decision {state.pending[-1].kind} leaves no choice"
    clock, after = before.clock, state.clock
    if clock != after and clock.phase in ("movement", "combat"):
        for i, stack in position.stacks[clock.active].items():
            if has_too_many_steps(stack):
                yield f"{position.number(i)} is overstacked at the end of a phase"
    if after.phase == "victory" and clock != after:
        for side, points in victory_points(position).items():
            if state.tracks.get(f"victory-{side}") != points:
                yield f"the points of the {side} side are not what a recount gives"


def _conserved(setting: Setting, before: State, after: State, places: Set[int]) -> Iterator[str]:
    """Yield pieces that appear or vanish, and sides that gain steps.

    Unknown units and garrisons may vanish. Steps return only by replacements (20.2, 20.3).
    """
    same = before.pieces is after.pieces
    if not same and after.pieces.keys() - before.pieces.keys() and before.pieces:
        yield "a piece came from nowhere"
    for name in () if same else before.pieces.keys() - after.pieces.keys():
        if setting.roster.counter(before.pieces[name].counter).role not in VANISHING:
            yield f"{name} has vanished"
    replaced = bool(before.pending) and before.pending[-1].kind == "replacement"
    if before.pieces and not replaced:
        steps_before = steps_in_play(setting, before, places)
        for side, steps in steps_in_play(setting, after, places).items():
            if steps > steps_before[side]:
                yield f"the {side} side has won steps"


def _places_changed(before: State, after: State) -> set[int]:
    """Return the places whose pieces have changed."""
    if before.pieces is after.pieces and before.stacks is after.stacks:
        return set()
    old, new = before.pieces, after.pieces
    moved = ((old.get(name), piece) for name, piece in new.items() if old.get(name) is not piece)
    changed = {piece.place for both in moved for piece in both if piece is not None}
    changed |= {place for place, ids in after.stacks.items() if before.stacks.get(place) is not ids}
    return changed | (before.stacks.keys() - after.stacks.keys())


def steps_in_play(
    setting: Setting, state: State, places: Iterable[int] | None = None
) -> dict[str, int]:
    """Return the steps of each side on the map or still to arrive, in all places or in some.

    Supply heads do not count: they return at no cost (18.2.3).
    """
    steps = {"allied": 0, "german": 0}
    for place in state.stacks if places is None else places:
        names = state.stack(place)
        if setting.places.name(place).startswith(OUT_OF_PLAY):
            continue
        for name in names:
            piece = state.pieces[name]
            if setting.roster.counter(piece.counter).role != "supply_head":
                steps[piece.side] += piece.steps
    return steps


def _pieces(position: Position, before: State, places: Set[int]) -> Iterator[str]:
    """Yield misplaced pieces, hexes with both sides, and pieces with too many or too few steps.

    Places without changes are not checked again.
    """
    state = position.state
    if before.stacks is not state.stacks or before.pieces is not state.pieces:
        standing = sum(map(len, state.stacks.values()))
        moved = [name for place in places for name in state.stack(place)]
        if (
            standing != len(state.pieces)
            or len(set(moved)) != len(moved)
            or not state.pieces.keys() >= set(moved)
        ):
            yield "a piece stands in no stack or in several"
    for place in places:
        stack = state.stack(place)
        pieces = [state.pieces[name] for name in stack]
        on_map = position.places.is_hex(place)
        if any(piece.place != place for piece in pieces):
            yield f"a piece of {position.number(place)} says it is elsewhere"
        if on_map and len({piece.side for piece in pieces}) > 1:
            yield f"both sides stand in {position.number(place)}"
        for piece in pieces:
            limit = position.setting.roster.counter(piece.counter).steps
            if piece.steps > limit or (on_map and piece.steps < 1):
                yield f"{piece.counter} has {piece.steps} steps of {limit}"
