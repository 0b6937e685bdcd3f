"""Playing with the boxes: what is dropped into one lies there."""

from __future__ import annotations

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.reducer import apply
from engine.core.resolve import move_together
from engine.core.state import State
from engine.modules import Module
from holland44_qt.board.dragging import Dragged
from holland44_qt.feature import Feature


class BoxesFeature(Feature):
    """Connects the boards of boxes with the game."""

    def ready(self) -> None:
        """Follow the boxes."""
        self.window.boxes.dropped.connect(self.drop)

    def drop(self, box: str, dragged: Dragged) -> None:
        """Pieces and markers are put into a box, as one entry."""
        action = putting(self.session.module, self.session.state, box, dragged)
        if action is not None:
            self.session.play(action)


def putting(module: Module, state: State, box: str, dragged: Dragged) -> act.Action | None:
    """The action that puts pieces and markers into a box; None if they all lie there already.

    Pieces of one stack are a move; anything else is a change by hand.
    """
    places = module.places
    to = places.index(box)
    stacks: dict[int, list[str]] = {}
    for unit in dragged.units:
        piece = state.pieces.get(unit)
        if piece is not None and piece.place != to:
            stacks.setdefault(piece.place, []).append(unit)
    markers = [m for m in dragged.markers if m in state.markers and state.markers[m].at != box]
    if not stacks and not markers:
        return None
    if len(stacks) == 1 and not markers:
        ((start, units),) = stacks.items()
        from_map = places.is_hex(start)
        lost = from_map and box.startswith("eliminated-")
        return act.MoveUnits(
            units=tuple(units),
            path=(places.name(start), box),
            mode="eliminated" if lost else "box",
        )
    effects: list[fx.Effect] = []
    for start, units in stacks.items():
        moved = move_together(state, places, units, (places.name(start), box))
        effects += moved
        state = apply(state, moved, places)
    for name in markers:
        marker = state.markers[name]
        before = fx.MarkerFields(kind=marker.kind, at=marker.at, face=marker.face)
        after = before.model_copy(update={"at": box})
        effects.append(fx.SetMarker(marker=name, before=before, after=after))
    return act.ManualEdit(effects=tuple(effects))
