"""Preferences: saved between starts, applied at once, invalid values ignored."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QSlider, QTextBrowser
from pytestqt.qtbot import QtBot

from engine.core.actions import Note
from engine.log.entry import Author
from holland44_qt.board.stack_spread import COUNTER, OFFSET
from holland44_qt.navigation.camera_feature import Viewing
from holland44_qt.settings import PREFERENCES, Choices, Preferences, settings
from holland44_qt.shell.preferences import PreferencesDialog
from holland44_qt.shell.restart import SCALE, scaled
from holland44_qt.window.table_window import TableWindow


@pytest.fixture
def dialog(qtbot: QtBot, battle: TableWindow) -> PreferencesDialog:
    made = PreferencesDialog(battle.preferences, battle)
    qtbot.addWidget(made)
    return made


def choose(dialog: PreferencesDialog, name: str, value: object) -> None:
    box = dialog.field(name)
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData(value))


def test_choices_are_saved_and_emitted() -> None:
    preferences, status = Preferences(), []
    preferences.changed.connect(status.append)
    preferences.change(theme="night", hidden=("grid", "names"), edge_scroll=False, ui_scale=150)
    preferences.change(theme="night")
    assert status == [{"theme", "hidden", "edge_scroll", "ui_scale"}]
    assert Choices.load() == preferences.now
    assert Choices.load().hidden == ("grid", "names")


def test_stored_nonsense_is_ignored() -> None:
    kept = settings()
    for name, value in (
        ("ui_scale", "huge"), ("motion", "wild"), ("counter_size", 9000), ("edge_scroll", "?"),
    ):  # fmt: skip
        kept.setValue(f"{PREFERENCES}/{name}", value)
    kept.sync()
    found = Choices.load()
    assert (found.ui_scale, found.motion, found.counter_size) == (100, "full", 150)
    assert found.edge_scroll is False


def test_a_theme_is_applied_at_once(dialog: PreferencesDialog, battle: TableWindow) -> None:
    paper = battle.view.backgroundBrush().color()
    for theme in ("night", "safe", "print"):
        choose(dialog, "theme", theme)
        assert battle.view.backgroundBrush().color() != paper
    choose(dialog, "theme", "day")
    assert battle.view.backgroundBrush().color() == paper
    assert not dialog.needs_new_window


def test_sizes_are_applied_at_once(dialog: PreferencesDialog, battle: TableWindow) -> None:
    for name, value in (("counter_size", 120), ("stack_spread", 60)):
        slider = dialog.field(name)
        assert isinstance(slider, QSlider)
        slider.setValue(value)
    sizes = battle.view._stacks._sizes
    assert (sizes.counter, sizes.offset) == pytest.approx((COUNTER * 1.2, OFFSET * 0.6))


def test_without_animation_zoom_is_immediate(
    dialog: PreferencesDialog, battle: TableWindow
) -> None:
    choose(dialog, "motion", "off")
    before = battle.view.scale_now
    battle.feature(Viewing).zoom_in()
    assert battle.view.scale_now == pytest.approx(before * 1.25)


def test_layers_match_those_in_the_menu(dialog: PreferencesDialog, battle: TableWindow) -> None:
    box = dialog.field("grid")
    assert isinstance(box, QCheckBox)
    box.setChecked(False)
    assert not battle.commands["layer_grid"].isChecked()
    assert battle.view._hidden == {"grid"}


def test_defaults_undo_everything(dialog: PreferencesDialog, battle: TableWindow) -> None:
    choose(dialog, "theme", "night")
    choose(dialog, "ui_scale", 200)
    box = dialog.field("numbers")
    assert isinstance(box, QCheckBox)
    box.setChecked(False)
    assert dialog.needs_new_window
    dialog._restore()
    assert battle.preferences.now == Choices()
    assert not dialog.needs_new_window


def test_the_scale_is_in_the_environment_of_the_app(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(SCALE, "1.5")
    Preferences().change(ui_scale=200)
    with scaled() as before:
        assert os.environ[SCALE] == "3"
        assert before[SCALE] == "1.5"
    assert os.environ[SCALE] == "1.5"


# -- who writes -----------------------------------------------------------------------------------


def test_a_name_and_a_key_are_applied_at_once(
    battle: TableWindow, log_path: Path, tmp_path: Path
) -> None:
    assert battle.open_path(log_path, play=True)
    battle.commands.run("preferences")
    dialog = battle.findChild(PreferencesDialog)
    assert dialog is not None
    fields = dialog.byline
    fields.make_key(tmp_path / "k.pem")
    assert "add a name" in fields.status.text()
    fields.name.setText(" Ann ")
    fields.name.editingFinished.emit()
    assert fields.public.text().startswith("ed25519:")
    dialog.close()
    entry = battle.session.play(Note(text="mine"))
    assert entry is not None
    assert entry.author is not None
    assert entry.author.name == "Ann"
    assert entry.signature is not None
    battle.panels.show("entry")
    shown = [edit.toPlainText() for edit in battle.findChildren(QTextBrowser)]
    assert any("Written by Ann, signed with ed25519:" in text for text in shown)
    battle.session.close()
    (tmp_path / "k.pem").unlink()
    assert battle.open_path(log_path, play=True)
    assert any("not signed" in line for line in battle.messages.lines)
    entry = battle.session.play(Note(text="mine too"))
    assert entry is not None
    assert entry.author == Author(name="Ann")


def test_the_dialog_focuses_its_first_choice(window: TableWindow) -> None:
    dialog = PreferencesDialog(window.preferences, window)
    dialog.show()
    QApplication.processEvents()
    assert dialog.focusWidget() is dialog.field("theme")
    assert not dialog.windowTitle().endswith("…")
    dialog.reject()
