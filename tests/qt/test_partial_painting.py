"""A step repaints the parts of the board that changed, and leaves nothing of the old there."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage, QPaintEvent, QRegion
from pytestqt.qtbot import QtBot

from holland44_qt.window.table_window import TableWindow

SAMPLE = Path(__file__).parents[2] / "logs" / "market-garden-turn-1.h44log"


@pytest.fixture
def table(window: TableWindow, qtbot: QtBot) -> TableWindow:
    """The window with the sample game, all of its map in view, and nothing that moves."""
    assert window.open_path(SAMPLE, play=False)
    window.commands["captions"].trigger()
    window.view.moving = False
    window.view.fit()
    qtbot.waitUntil(lambda: window.view.tiles.idle, timeout=20_000)
    return window


def on_screen(window: TableWindow) -> QImage:
    """Return the board as it was painted, part by part."""
    port = window.view.viewport()
    corner = port.mapTo(window, port.rect().topLeft())
    whole = window.screen().grabWindow(window.winId())
    return whole.copy(corner.x(), corner.y(), port.width(), port.height()).toImage()


def settled(window: TableWindow, qtbot: QtBot) -> QImage:
    """Return the board as it was painted, once nothing is painted any more."""
    seen = [QImage()]

    def is_settled() -> bool:
        seen.append(on_screen(window))
        qtbot.wait(25)
        return seen[-1] == seen[-2]

    qtbot.waitUntil(is_settled, timeout=10_000)
    return seen[-1]


class Repainted(QObject):
    """Event filter that counts the share of the board that was painted at once, at most."""

    most = 0.0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            region: QRegion = event.region()
            area = sum(rect.width() * rect.height() for rect in region)  # type: ignore[attr-defined]
            room = watched.rect()  # type: ignore[attr-defined]
            self.most = max(self.most, area / (room.width() * room.height()))
        return False


def test_a_game_stepped_through_looks_like_one_painted_whole(
    table: TableWindow, qtbot: QtBot
) -> None:
    steps = (4, 5, 105, 106)  # the last of these begins a phase: no piece has moved
    for step in (*steps, *steps):  # the first time in this size, then in just this size, then kept
        table.session.go(step)
        settled(table, qtbot)
        table.view.viewport().repaint()
    for step in steps:
        table.session.go(step)
        shown = settled(table, qtbot)
        table.view.viewport().repaint()
        assert on_screen(table) == shown, step


def test_a_step_repaints_the_board_in_part(table: TableWindow, qtbot: QtBot) -> None:
    table.session.go(30)
    settled(table, qtbot)
    seen = Repainted()
    table.view.viewport().installEventFilter(seen)
    table.session.go(31)
    settled(table, qtbot)
    assert 0 < seen.most < 0.5


def test_the_timeline_is_as_long_at_every_step(table: TableWindow, qtbot: QtBot) -> None:
    lengths = set()
    for step in (1, 11, 20, 111, 200):
        table.session.go(step)
        qtbot.wait(1)
        lengths.add(table.scrubber.width())
    assert len(lengths) == 1
