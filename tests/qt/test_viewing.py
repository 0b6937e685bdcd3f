"""Viewing: what is remembered of where the board was looked at."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from holland44_qt.settings import last_sight, settings
from holland44_qt.window.table_window import TableWindow


def test_remembers_where_the_board_was_looked_at(qtbot: QtBot, battle: TableWindow) -> None:
    path = battle.session.path
    assert path is not None
    view = battle.view
    view.show_at(60.0, view.stacks.centre(battle.session.module.board.hex("6217")))
    middle = view.middle
    battle.close()
    second = TableWindow()
    qtbot.addWidget(second)
    second.show()
    assert second.open_path(path, play=False)
    assert second.view.scale_now == pytest.approx(60.0, abs=0.01)
    assert (second.view.middle - middle).manhattanLength() < 0.5
    second.view.fit()
    second.close()
    settings().setValue("files/sight", [str(path), "x", "1", "nan"])
    assert last_sight(path) is None
