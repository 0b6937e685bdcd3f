"""Dragging: a frame of a three-counter stack over the full campaign set-up at 1080p."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytest_benchmark.fixture import BenchmarkFixture
from pytestqt.qtbot import QtBot

from holland44_qt.board.layer import to_scene
from holland44_qt.look import dress
from holland44_qt.table.hand import Hand
from holland44_qt.window.table_window import TableWindow
from tests.perf.conftest import budget

FRAME_BUDGET = 0.008
STEP = 23
"""Pixels between two frames: a quick hand."""

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def window(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TableWindow]:
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "user"))
    dress(qapp)
    made = TableWindow()
    qtbot.addWidget(made)
    made.show()
    made.resize(1920, 1080)
    assert made.session.new(tmp_path / "game.h44log", "holland44", "campaign")
    yield made
    made.close()


def send(window: TableWindow, kind: QEvent.Type, pos: QPoint, button: Qt.MouseButton) -> None:
    port = window.view.viewport()
    held = Qt.MouseButton.LeftButton
    event = QMouseEvent(
        kind, QPointF(pos), QPointF(port.mapToGlobal(pos)), button, held, Qt.KeyboardModifier(0)
    )
    QApplication.sendEvent(port, event)


@pytest.mark.parametrize("scale", [34.0, 76.0])
def test_a_frame_of_a_drag(
    qtbot: QtBot, window: TableWindow, benchmark: BenchmarkFixture, scale: float
) -> None:
    view, module = window.view, window.session.module
    start = module.board.hex("6217")
    assert len(window.session.state.stack(start)) == 3
    view.zoom_to([start])
    view._set_scale(scale)
    view.centerOn(to_scene(module.board.centres[module.board.hex("5615")]))
    qtbot.waitUntil(lambda: view.tiles.idle, timeout=30_000)
    qtbot.wait(300)
    view.selection.set(window.session.state.stack(start))
    hand = next(f for f in window.features if isinstance(f, Hand))
    at = view.mapFromScene(to_scene(module.board.centres[start]))
    send(window, QEvent.Type.MouseButtonPress, at, Qt.MouseButton.LeftButton)
    room = view.viewport().rect().adjusted(60, 60, -60, -60)
    across = itertools.cycle([*range(0, room.width(), STEP), *range(room.width(), 0, -STEP)])
    down = itertools.cycle([*range(0, room.height(), 7), *range(room.height(), 0, -7)])

    def frame() -> None:
        pos = QPoint(room.left() + next(across), room.top() + next(down))
        send(window, QEvent.Type.MouseMove, pos, Qt.MouseButton.NoButton)
        QApplication.processEvents()

    for _ in range(40):  # all tiles and pictures are there, as after a moment of play
        frame()
    assert hand.grip.carrying.load is not None
    budget(
        benchmark, f"a frame while dragging three counters, {scale:.0f} px/hex", FRAME_BUDGET,
        p95=True,
    )  # fmt: skip
    benchmark.pedantic(frame, rounds=240, iterations=1)
    hand.grip.cancel()
