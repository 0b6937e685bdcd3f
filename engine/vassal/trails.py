"""Movement trails: the state that VASSAL keeps them in, growing them, wiping them out.

A trail is the points that a piece has left, on one map; a status of the piece tells those that
show. It grows where a map marks what has moved, and goes with the mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.vassal import traits as tr
from engine.vassal.codec import join, truth

if TYPE_CHECKING:
    from engine.vassal.act import Act
    from engine.vassal.kinds import Kind, Setting
    from engine.vassal.spots import Spot


def fill(kind: Kind, states: list[str], setting: Setting, board: str) -> None:
    """Write what a setting tells of trails ("x,y x,y …" on a map) into the states of the links."""
    for index, value in zip(kind.at, setting, strict=True):
        if value and isinstance(tr.read_trait(kind.chain[index]), tr.Trail):
            states[index] = _state(board, str(value).split())


def leave(act: Act, unit: str, was: Spot | None) -> None:
    """A piece has moved: the point that it left lies on its trail, if that shows.

    On another map a trail begins anew.
    """
    here = act.spot(unit)
    if here is None or was is None:
        return
    for index, trait in _of(act, unit):
        state = _parts(act, unit, index)
        if not (truth(state[0]) or (trait.shown and not trait.common)):
            continue
        board = act.drawing.maps[here.map].name
        same = here.map == was.map
        points = state[3:] if state[1:2] == [board] and same else []
        act.set_link(unit, index, _state(board, [*points, f"{was.x},{was.y}"] if same else []))


def clear(act: Act, unit: str) -> None:
    """A piece counts as not moved: its trail is gone."""
    for index, _ in _of(act, unit):
        act.set_link(unit, index, "")


def _of(act: Act, unit: str) -> list[tuple[int, tr.Trail]]:
    piece = act.live(unit)
    links = enumerate(piece.type if piece is not None else ())
    found = ((index, tr.read_trait(link)) for index, link in links)
    return [(index, trait) for index, trait in found if isinstance(trait, tr.Trail)]


def _parts(act: Act, unit: str, index: int) -> list[str]:
    piece = act.live(unit)
    return piece.state[index].split(";") if piece is not None else [""]


def _state(board: str, points: Sequence[str]) -> str:
    return join(["true", board, str(len(points)), *points], ";") if points else ""
