"""Accessibility: names for screen readers, Enter in dialogs, no clipped text at 200 %."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.i18n import t
from holland44_qt.history.play_on_dialog import PlayOnDialog
from holland44_qt.report.export_dialog import ExportDialog
from holland44_qt.settings import Preferences
from holland44_qt.shell.corrections_dialog import CorrectionsDialog
from holland44_qt.shell.new_game import NewGame
from holland44_qt.shell.preferences import PreferencesDialog
from holland44_qt.shell.start import Start
from holland44_qt.together.dialog import TogetherDialog
from holland44_qt.window.table_window import TableWindow
from tests.thoroughness import some_now

USED = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QScrollArea,
    QTextEdit,
)


def nameless(root: QWidget) -> Iterator[str]:
    """Return the usable widgets that a screen reader cannot name."""
    for widget in root.findChildren(QWidget):
        own = type(widget).__module__.startswith("holland44_qt")
        takes_focus = own and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        if not (isinstance(widget, USED) or takes_focus) or isinstance(widget, QScrollBar):
            continue
        if isinstance(widget, QScrollArea) and widget.focusPolicy() == Qt.FocusPolicy.NoFocus:
            continue
        if widget.objectName().startswith("qt_") or _part_of(widget):
            continue
        named = widget.accessibleName() or widget.windowTitle() or widget.toolTip()
        if isinstance(widget, QAbstractButton):
            named = named or widget.text()
        if not named:
            chain, at = [], widget
            while at is not None and len(chain) < 4:
                chain.append(f"{type(at).__name__}({at.objectName()})")
                at = at.parentWidget()
            yield " < ".join(chain)


def _part_of(widget: QWidget) -> bool:
    """Return whether a widget is Qt's own part of a named widget."""
    parent = widget.parentWidget()
    return (
        isinstance(parent, (QAbstractSpinBox, QLineEdit, QTabBar))
        or (isinstance(parent, QComboBox) and not isinstance(widget, QLineEdit))
        or (parent is not None and isinstance(parent.parentWidget(), QComboBox))
        or type(widget).__name__ in ("QToolBarExtension", "QHeaderView", "QDockWidgetTitleButton")
    )


def test_everything_in_the_window_has_a_name(battle: TableWindow) -> None:
    for panel in battle.panels._panels:
        battle.panels.widget(panel)
    assert list(nameless(battle)) == []


def test_everything_on_the_start_page_and_in_dialogs_has_a_name(
    qtbot: QtBot, window: TableWindow
) -> None:
    window.feature(Start).home()
    dialogs: list[QDialog] = [
        NewGame(window),
        PreferencesDialog(window.preferences, window),
        CorrectionsDialog(window.session.module, window),
        TogetherDialog(window),
    ]
    for dialog in dialogs:
        qtbot.addWidget(dialog)
    assert list(nameless(window)) == []


def test_enter_in_a_dialog_presses_its_default_button(battle: TableWindow) -> None:
    recording = battle.session.recording
    assert recording is not None
    dialogs = (
        (NewGame(battle), "shell.new.start"),
        (PlayOnDialog(Path("game"), 3, 5, lead=True, parent=battle), "stance.ask.yes"),
        (PlayOnDialog(Path("game"), 5, 5, lead=False, parent=battle), "stance.ask.yes"),
        (ExportDialog(recording, 3, battle), "report.export.write"),
        (CorrectionsDialog(battle.session.module, battle), "corrections.force"),
    )
    for dialog, wanted in dialogs:
        dialog.show()
        QApplication.processEvents()
        default = [b.text() for b in dialog.findChildren(QPushButton) if b.isDefault()]
        assert default == [t(wanted)], type(dialog).__name__
        dialog.reject()


SCALED = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QTimer, Qt
from PySide6.QtWidgets import QAbstractButton, QLabel
import holland44_qt.app as app
from holland44_qt.window.table_window import TableWindow

def look():
    window = next(w for w in app.application().topLevelWidgets() if isinstance(w, TableWindow))
    window.resize(960, 540)
    app.application().processEvents()
    window.grab().save(sys.argv[1])
    clipped = []
    for widget in window.findChildren(QAbstractButton) + window.findChildren(QLabel):
        text = widget.text()
        if not text or not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        if isinstance(widget, QLabel) and widget.wordWrap():
            short = widget.heightForWidth(widget.width()) > widget.height() + 1
        else:
            hint = widget.minimumSizeHint()
            short = hint.width() > widget.width() + 1 or hint.height() > widget.height() + 1
        if short:
            clipped.append([type(widget).__name__, text, widget.width(), widget.height()])
    print(json.dumps({"ratio": window.devicePixelRatioF(), "width": window.width(),
                      "clipped": clipped}))
    window.close()

def begin(window, path, begin=app._begin):
    begin(window, path)
    QTimer.singleShot(800, window, look)

app._begin = begin
sys.exit(app.run(Path(sys.argv[2])))
"""


@pytest.mark.slow
@pytest.mark.parametrize("percent", some_now([75, 200], lambda percent: percent == 200))
def test_no_text_is_clipped_at_any_scale(log_path: Path, tmp_path: Path, percent: int) -> None:
    picture = tmp_path / "window.png"
    Preferences().change(ui_scale=percent)
    env = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", SCALED, str(picture), str(log_path)],
        env=env, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["ratio"] == percent / 100
    assert found["clipped"] == []
    assert picture.stat().st_size > 20_000
