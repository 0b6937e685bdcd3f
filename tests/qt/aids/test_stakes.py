"""The panel of the entry says what its dice needed and did."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from holland44_qt.samples import sample_games
from holland44_qt.window.table_window import TableWindow

SAMPLE = next(path for path in sample_games() if path.stem == "market-garden-turn-1")


def test_what_a_die_needed_stands_with_it_and_goes_with_its_entry(
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
