"""The sides' notepads: stored beside the game, separate for each side."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from engine.core import actions as act
from engine.core.errors import UserError
from holland44_qt.aids.notepad import Pad
from holland44_qt.aids.notepad_feature import SAVED_AFTER, PadFeature
from holland44_qt.window.table_window import TableWindow


def choose(feature: PadFeature, index: int) -> None:
    feature.panel.side.setCurrentIndex(index)
    feature.panel.side.activated.emit(index)


def test_notes_are_restored(table: TableWindow) -> None:
    feature = table.feature(PadFeature)
    table.commands["pad"].trigger()
    log = table.session.path
    assert log is not None
    before = log.read_bytes()
    QTest.keyClicks(feature.panel.text, "Grave first.")
    QTest.qWait(SAVED_AFTER + 300)
    assert Pad(log, "allied").read() == "Grave first."
    choose(feature, 1)
    assert feature.panel.text.toPlainText() == ""
    QTest.keyClicks(feature.panel.text, "Hold Nijmegen.")
    choose(feature, 0)
    assert feature.panel.text.toPlainText() == "Grave first."
    assert Pad(log, "german").read() == "Hold Nijmegen."
    assert log.read_bytes() == before


def test_closing_the_window_loses_nothing(table: TableWindow) -> None:
    feature = table.feature(PadFeature)
    log = table.session.path
    assert log is not None
    feature.panel.text.setPlainText("Frost to the bridge.")
    table.close()
    assert Pad(log, "allied").read() == "Frost to the bridge."


def test_handing_over_hides_the_other_sides_notes(table: TableWindow) -> None:
    feature = table.feature(PadFeature)
    table.preferences.change(hand_over=True)
    for turn, side, index in ((1, "allied", 0), (1, "german", 1), (2, "allied", 0)):
        assert table.session.play(act.SetClock(turn=turn, phase="movement", active=side))
        assert feature.panel.side.currentIndex() == index
        assert not feature.panel.side.isEnabled()
    table.session.go(2)
    assert feature.panel.side.currentIndex() == 0
    table.preferences.change(hand_over=False)
    assert feature.panel.side.isEnabled()


def test_the_notepad_is_disabled_without_a_game(window: TableWindow) -> None:
    assert window.feature(PadFeature).panel.text.isReadOnly()


def test_a_binary_file_is_reported_and_kept(table: TableWindow) -> None:
    log = table.session.path
    assert log is not None
    pad = Pad(log, "german")
    pad.path.write_bytes(b"\xff\xfe\x00")
    choose(table.feature(PadFeature), 1)
    assert table.feature(PadFeature).panel.text.isReadOnly()
    assert any(pad.path.name in line for line in table.messages.lines)
    choose(table.feature(PadFeature), 0)
    assert pad.path.read_bytes() == b"\xff\xfe\x00"


def test_a_read_only_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written"):
        Pad(tmp_path / "gone" / "game.h44log", "allied").write("A")
