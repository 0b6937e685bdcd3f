"""While the program starts again, a picture of the window stays on the screen."""

from __future__ import annotations

import os
import time

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from holland44_qt.shell import curtain as curtains
from holland44_qt.shell.curtain import CURTAIN, curtain_over, is_down, lift
from holland44_qt.shell.preferences import PreferencesDialog, PreferencesFeature
from holland44_qt.window.table_window import TableWindow

pytestmark = pytest.mark.skipif(os.name != "posix", reason="no process takes another's place")


def label(qtbot: QtBot) -> QLabel:
    shown = QLabel("the last picture")
    qtbot.addWidget(shown)
    shown.show()
    return shown


def ended(process: int) -> bool:
    """Wait until a process is gone and reaped."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def test_the_picture_stays_until_the_next_program_lifts_it(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    curtain = curtain_over(label(qtbot))
    assert curtain is not None, "it was painted"
    process = curtain._process.pid
    assert curtain._process.poll() is None
    environment: dict[str, str] = {}
    curtain.hand_over(environment)
    assert not is_down()
    end = int(environment[CURTAIN].partition(":")[0])
    assert os.get_inheritable(end), "the next program gets it"
    monkeypatch.setenv(CURTAIN, f"{os.dup(end)}:{process}")
    curtain._process.stdin.close()  # type: ignore[union-attr]
    assert is_down()
    lift()
    assert ended(process)
    curtain._process.wait()
    assert not is_down()


def test_without_a_picture_the_program_goes_on(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(curtains.sys, "executable", "/nowhere/python")
    assert curtain_over(label(qtbot)) is None
    monkeypatch.setenv(CURTAIN, "no number")
    lift()
    assert not is_down()


def test_a_window_that_stays_open_lifts_its_curtain(
    battle: TableWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(battle, "may_leave", lambda: False)
    battle.show()
    battle.commands["preferences"].trigger()
    dialog = battle.findChild(PreferencesDialog)
    battle.preferences.change(ui_scale=150)
    dialog.accept()
    curtain = battle.feature(PreferencesFeature).curtain
    assert curtain is not None
    assert curtain._process.poll() is not None
    assert battle.isVisible()
    monkeypatch.undo()
