"""What must hold of every position that the rules lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from engine.core.state import State
from engine.games.holland44.contents import DECISIONS
from engine.games.holland44.position import Position, Setting
from engine.games.holland44.rules.ch06_stacking import has_too_many_steps
from engine.games.holland44.rules.ch26_victory import victory_points

VANISHING = ("unknown", "garrison")
"""Roles of counters that leave the game when they are turned over (25.1, 25.3.4)."""

OUT_OF_PLAY = ("eliminated-", "remnants-", "remnant-parents-", "breakdowns-")
"""Boxes whose counters bear no steps in play."""


def faults(position: Position, before: State) -> Iterator[str]:
    """What is wrong with a position, in words; ``before`` is the state it came from."""
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
    """No piece comes from nowhere, none but unknown units and garrisons leaves, no step is won.

    Steps come back by replacements only (20.2, 20.3).
    """
    same = before.pieces is after.pieces
    if not same and after.pieces.keys() - before.pieces.keys() and before.pieces:
        yield "a piece came from nowhere"
    for name in () if same else before.pieces.keys() - after.pieces.keys():
        if setting.roster.counter(before.pieces[name].counter).role not in VANISHING:
            yield f"{name} has vanished"
    replaced = bool(before.pending) and before.pending[-1].kind == "replacement"
    if before.pieces and not replaced:
        held = steps_in_play(setting, before, places)
        for side, steps in steps_in_play(setting, after, places).items():
            if steps > held[side]:
                yield f"the {side} side has won steps"


def _places_changed(before: State, after: State) -> set[int]:
    """The places whose pieces are not all what they were: nobody else can have won anything."""
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
    """The steps of each side that are on the map or still to come, whatever counters bear them.

    In all places, or in some. Supply heads do not count: they come back for nothing (18.2.3).
    """
    found = {"allied": 0, "german": 0}
    for place in state.stacks if places is None else places:
        names = state.stack(place)
        if setting.places.name(place).startswith(OUT_OF_PLAY):
            continue
        for name in names:
            piece = state.pieces[name]
            if setting.roster.counter(piece.counter).role != "supply_head":
                found[piece.side] += piece.steps
    return found


def _pieces(position: Position, before: State, places: Set[int]) -> Iterator[str]:
    """Every piece stands where it is said to, once; no hex has two sides; steps fit counters.

    Places where nothing has changed are as they were when they were looked at before.
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
            most = position.setting.roster.counter(piece.counter).steps
            if piece.steps > most or (on_map and piece.steps < 1):
                yield f"{piece.counter} has {piece.steps} steps of {most}"
