"""Annotation files in the window: one is edited, others are shown beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from engine.log.annotations import Annotation, Annotations
from engine.play.game import Game
from holland44_qt.report.note_files import NoteFiles
from holland44_qt.report.note_files_dialog import NewFileDialog, NoteFilesDialog
from holland44_qt.samples import sample_games
from holland44_qt.window.table_window import TableWindow


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    folder = tmp_path / "theirs"
    folder.mkdir()
    path = folder / "x.h44aar"
    notes = {3: Annotation(comment="Ours saw **this**.")}
    Annotations(log="battle", author="Anna", language="es", entries=notes).save(path)
    return path


def write(window: TableWindow, entry: int, comment: str) -> None:
    note = Annotation(comment=comment)
    assert window.session.annotate(
        lambda n: n.model_copy(update={"entries": {**n.entries, entry: note}})
    )


def test_another_annotation_file_is_imported_and_shown(battle: TableWindow, theirs: Path) -> None:
    battle.session.go(3)
    assert battle.open_any(theirs)
    assert battle.session.path is not None
    taken = battle.session.path.with_name("battle.anna-es.h44aar")
    assert Annotations.load(taken).author == "Anna"
    assert "Ours saw this." in battle.entry.comment.toPlainText()
    recording = battle.session.recording
    assert recording is not None
    assert 3 not in recording.annotations.entries, "beside is not within"
    battle.feature(NoteFiles).merge(taken)
    assert recording.annotations.entries[3].comment == "Ours saw **this**."


def test_annotations_are_saved_in_the_selected_file(battle: TableWindow) -> None:
    own = battle.session.path and battle.session.path.with_suffix(".h44aar")
    assert own is not None
    before = own.read_bytes()
    path = battle.feature(NoteFiles).new_file("Bruno", "pt")
    assert path is not None
    assert battle.session.notes_path == path
    write(battle, 4, "Meu.")
    assert own.read_bytes() == before
    assert Annotations.load(path).entries[4].comment == "Meu."
    battle.session.choose_main(1)
    assert Annotations.load(own).main == 1, "lines of play stand in the log's own file"
    assert Annotations.load(path).main is None
    battle.feature(NoteFiles).write_in(own)
    assert battle.session.notes_path is None
    recording = battle.session.recording
    assert recording is not None
    assert 4 not in recording.annotations.entries


def test_a_hidden_file_is_not_shown_until_it_is_revealed(battle: TableWindow, theirs: Path) -> None:
    hidden = Annotations.load(theirs).model_copy(update={"side": "german", "revealed": False})
    hidden.save(theirs)
    battle.session.go(3)
    battle.open_any(theirs)
    assert "Ours saw" not in battle.entry.comment.toPlainText()
    files = battle.feature(NoteFiles)
    (path,) = [f.path for f in files._files() if f.hidden]
    files.merge(path)
    recording = battle.session.recording
    assert recording is not None
    assert 3 not in recording.annotations.entries
    hidden.model_copy(update={"revealed": True}).save(path)
    files.show_beside([path])
    assert "Ours saw" in battle.entry.comment.toPlainText()


def test_a_new_file_has_the_chosen_language(battle: TableWindow) -> None:
    battle.commands["note_files"].trigger()
    files = battle.feature(NoteFiles)
    assert files.dialog is not None
    files.dialog.buttons["new"].click()
    (asked,) = battle.findChildren(NewFileDialog)
    assert asked.language.currentData() == "en", "the language of the program is proposed"
    begin = asked.findChildren(QDialogButtonBox)[0].button(QDialogButtonBox.StandardButton.Ok)
    assert not begin.isEnabled(), "an author is needed"
    asked.author.setText("Ana")
    asked.language.setCurrentIndex(asked.language.findData("pt"))
    begin.click()
    path = battle.session.notes_path
    assert path is not None
    assert path.name == "battle.ana-pt.h44aar"
    assert (Annotations.load(path).author, Annotations.load(path).language) == ("Ana", "pt")


def test_first_comments_are_in_the_language_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", "es")
    with Game.new(tmp_path / "a.h44log", "holland44", "short") as game:
        assert game.annotations.language == "es"


def test_the_dialog_lists_and_ticks(battle: TableWindow, theirs: Path, qtbot: QtBot) -> None:
    battle.open_any(theirs)
    battle.commands["note_files"].trigger()
    dialog = battle.feature(NoteFiles).dialog
    assert isinstance(dialog, NoteFilesDialog)
    assert dialog.list.topLevelItemCount() == 2
    given: list[object] = []
    dialog.beside.connect(given.append)
    item = dialog.list.topLevelItem(1)
    assert item is not None
    from PySide6.QtCore import Qt

    item.setCheckState(0, Qt.CheckState.Unchecked)
    assert given == [], "the list is not filled anew while it is at work"
    qtbot.waitUntil(lambda: given == [[]], timeout=5000)
    assert battle.session.beside == ()
    dialog.reject()
    assert battle.feature(NoteFiles).dialog is None


def test_a_sample_has_its_annotations_in_the_language_of_the_program(
    window: TableWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = next(path for path in sample_games() if path.stem == "two-groupings")
    for language in ("es", "en"):
        monkeypatch.setenv("HOLLAND44_LANG", language)
        assert window.open_path(log, play=False)
        recording = window.session.recording
        assert recording is not None
        assert recording.annotations.language == language
    assert window.session.notes_path is None
