"""A game in play, with a window large enough to drag single counters."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QDockWidget
from pytestqt.qtbot import QtBot

from engine.core.effects import Effect
from engine.log.entry import Entry
from holland44_qt.board.layer import to_scene
from holland44_qt.table.hand import Hand
from holland44_qt.table.orders_feature import Orders
from holland44_qt.window.table_window import TableWindow

LEFT, RIGHT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
PLAIN = Qt.KeyboardModifier.NoModifier
START = "6217"
"""A hex with a stack of British paratroops in the campaign's set-up."""


class Player:
    """A player at the window: real mouse events at hexes."""

    def __init__(self, window: TableWindow) -> None:
        self.window, self.view, self.session = window, window.view, window.session
        self.hand = next(f for f in window.features if isinstance(f, Hand))
        self.orders = next(f for f in window.features if isinstance(f, Orders))
        self.grip = self.hand.grip
        self.selection = self.view.selection

    def look_at(self, number: str, scale: float = 76.0) -> None:
        """Centre a hex, zoomed in enough to drag counters."""
        self.view.zoom_to([self.session.module.board.hex(number)])
        self.view._set_scale(scale)
        self.view.centerOn(to_scene(self.centre(number)))
        QApplication.processEvents()

    def centre(self, number: str) -> tuple[float, float]:
        board = self.session.module.board
        return board.centres[board.hex(number)]

    def at(self, number: str, dx: float = 0.0, dy: float = 0.0) -> QPoint:
        """Return a point of the view in a hex; offsets in hex widths, south positive."""
        point = to_scene(self.centre(number)) + QPointF(dx, dy)
        return self.view.mapFromScene(point)

    def stack(self, number: str) -> tuple[str, ...]:
        return self.session.state.stack(self.session.module.places.index(number))

    def place(self, unit: str) -> str:
        return self.session.module.places.name(self.session.state.pieces[unit].place)

    def send(
        self,
        kind: QEvent.Type,
        pos: QPoint,
        button: Qt.MouseButton = NONE,
        buttons: Qt.MouseButton = NONE,
        keys: Qt.KeyboardModifier = PLAIN,
    ) -> None:
        port = self.view.viewport()
        event = QMouseEvent(
            kind, QPointF(pos), QPointF(port.mapToGlobal(pos)), button, buttons, keys
        )
        QApplication.sendEvent(port, event)

    def press(self, pos: QPoint, keys: Qt.KeyboardModifier = PLAIN) -> None:
        self.send(QEvent.Type.MouseButtonPress, pos, LEFT, LEFT, keys)

    def move(self, pos: QPoint, keys: Qt.KeyboardModifier = PLAIN) -> None:
        self.send(QEvent.Type.MouseMove, pos, NONE, LEFT, keys)

    def release(self, pos: QPoint, keys: Qt.KeyboardModifier = PLAIN) -> None:
        self.send(QEvent.Type.MouseButtonRelease, pos, LEFT, NONE, keys)

    def right_click_while_dragging(self, pos: QPoint) -> None:
        self.send(QEvent.Type.MouseButtonPress, pos, RIGHT, LEFT | RIGHT)
        self.send(QEvent.Type.MouseButtonRelease, pos, RIGHT, LEFT)

    def click(self, pos: QPoint, keys: Qt.KeyboardModifier = PLAIN) -> None:
        self.press(pos, keys)
        self.release(pos, keys)

    def drag(self, *hexes: str, drop: bool = True) -> None:
        """Press on the first hex and drag through the others."""
        self.press(self.at(hexes[0]))
        for number in hexes[1:]:
            self.move(self.at(number))
        if drop:
            self.release(self.at(hexes[-1]))

    @property
    def last(self) -> Entry:
        """The last played entry."""
        assert self.session.recording is not None
        return self.session.recording.timeline.entries[-1]

    @property
    def effects(self) -> tuple[Effect, ...]:
        return self.last.effects


@pytest.fixture
def player(qtbot: QtBot, window: TableWindow, tmp_path: Path) -> Player:
    """A fresh campaign on the table."""
    assert window.session.new(tmp_path / "played.h44log", "holland44", "campaign")
    for dock in window.findChildren(QDockWidget):
        dock.hide()  # the screen of the offscreen platform is small
    QApplication.processEvents()
    player = Player(window)
    player.look_at(START)
    return player
