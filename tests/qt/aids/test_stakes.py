"""The entry panel shows the roll needed and its result."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from holland44_qt.samples import sample_games
from holland44_qt.window.table_window import TableWindow

SAMPLE = next(path for path in sample_games() if path.stem == "market-garden-turn-1")


def test_the_needed_roll_is_shown_and_hidden_with_its_entry(
    qtbot: QtBot, window: TableWindow
) -> None:
    assert window.open_path(SAMPLE)
    label = window.entry.stakes
    window.session.go(82)
    qtbot.waitUntil(label.isVisible)
    assert "▸ 2–4: fails" in label.text()
    window.session.go(83)
    assert not label.isVisible()
    window.session.go(75)
    assert not window.entry.dice._thrown, "the number of a draw says nothing"
