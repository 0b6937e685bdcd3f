"""Movement trails in play: extend them, switch them on and off, clear them.

A trail grows on maps that mark moved pieces, and is cleared with the mark.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.vassal import traits as tr
from engine.vassal.codec import field
from engine.vassal.key_strokes_shared import Handler, state_of
from engine.vassal.keys import Key, read_key
from engine.vassal.menus import Fields
from engine.vassal.trail_states import TrailState, read, state_of_trail

if TYPE_CHECKING:
    from engine.vassal.command_port import Act
    from engine.vassal.kinds import Kind, Setting
    from engine.vassal.spots import Spot


def fill(kind: Kind, states: list[str], setting: Setting, board: str) -> None:
    """Write the trails of a setting on a map into the states of the links."""
    for index, value in zip(kind.at, setting, strict=True):
        if value and isinstance(tr.read_trait(kind.chain[index]), tr.Trail):
            states[index] = state_of_trail(str(value), board).written()


def leave(act: Act, unit: str, was: Spot | None) -> None:
    """Add the point that a moved piece left to its trail, if visible.

    A trail starts again on another map.
    """
    here = act.spot(unit)
    if here is None or was is None:
        return
    for index, state in _of(act, unit):
        if not (state.on or state.settled):
            continue
        drawn = act.drawing.maps[here.map]
        board = drawn.id or drawn.name
        same = here.map == was.map
        before = state.points if state.board == board and same else ()
        points = (*before, f"{was.x},{was.y}") if same else ()
        act.set_link(unit, index, replace(state, board=board, points=points).written())


def clear(act: Act, unit: str) -> None:
    """Clear the trail of a piece that no longer counts as moved."""
    for index, state in _of(act, unit):
        act.set_link(unit, index, replace(state, points=()).written())


def _of(act: Act, unit: str) -> list[tuple[int, TrailState]]:
    piece = act.live(unit)
    piece_trails = []
    for index, link in enumerate(piece.type if piece is not None else ()):
        trait = tr.read_trait(link)
        if piece is not None and isinstance(trait, tr.Trail):
            piece_trails.append((index, read(trait, piece.state[index])))
    return piece_trails


def _switch(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """Handle the keys of a trail: toggle, on, off, clear."""
    toggle, on, off, wipe = (read_key(field(f, at)) for at in (0, 12, 13, 14))
    if key not in (toggle, on, off, wipe):
        return False
    piece = act.live(unit)
    trait = tr.read_trait(piece.type[index]) if piece is not None else None
    if not isinstance(trait, tr.Trail):
        return False
    state = read(trait, state_of(act, unit, index))
    if key == wipe and key != toggle:
        state = replace(state, points=())
    else:
        state = replace(state, on=not state.on if key == toggle else key == on, settled=True)
    act.set_link(unit, index, state.written())
    return True


HANDLERS: dict[str, Handler] = {"footprint": _switch}
"""Handlers by trait."""
