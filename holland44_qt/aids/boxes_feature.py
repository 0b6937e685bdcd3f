"""Boxes in play: drops into a box are recorded."""

from __future__ import annotations

from holland44_qt.board.drag_data import Dragged
from holland44_qt.commands import Command
from holland44_qt.dragging.carried_pieces import play_at_once
from holland44_qt.dragging.orders import Order, Table
from holland44_qt.feature import Feature


class BoxesFeature(Feature):
    """Connects the boards of boxes with the game."""

    COMMANDS = (Command("boxes", "view", "go_to_boxes", ("F12",)),)

    def ready(self) -> None:
        """Follow the boxes."""
        self.window.boxes.dropped.connect(self.drop)
        self.window.boxes.left.connect(self.view.setFocus)

    def go_to_boxes(self) -> None:
        """Give the keyboard focus to the boxes; Escape returns it to the map."""
        self.window.panels.show("boxes")
        self.window.boxes.take_keys()

    def drop(self, box: str, dragged: Dragged) -> None:
        """Put pieces and markers into a box."""
        table = Table(self.session.module, self.session.state)
        play_at_once(self.session, putting(table, box, dragged))


def putting(table: Table, box: str, dragged: Dragged) -> list[Order]:
    """Return the action that puts pieces and markers into a box; None if all are already there."""
    state, places = table.state, table.module.places
    done: list[Order] = []
    for group in table.together(u for u in dragged.units if u in state.pieces):
        start = state.pieces[group[0]].place
        if start == places.index(box):
            continue
        lost = places.is_hex(start) and box.startswith("eliminated-")
        path = (places.name(start), box)
        done.append(table.move(group, path, "eliminated" if lost else "box"))
    for name in dragged.markers:
        marker = state.markers.get(name)
        put = table.put_marker(marker.kind, name, box) if marker is not None else None
        done += [put] if put is not None else []
    return done
