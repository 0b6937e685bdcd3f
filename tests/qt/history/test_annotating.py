"""Writing about entries: kept beside the log at once, and never in another log's file."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.i18n import t
from engine.log.annotations import Annotation, Annotations
from holland44_qt.history.annotations_feature import Annotating
from holland44_qt.history.contents import Contents
from holland44_qt.history.note_editor import GLYPHS, NoteEditor
from holland44_qt.models.log_model import Role
from holland44_qt.samples import sample_games
from holland44_qt.window.table_window import TableWindow


def editor(window: TableWindow) -> NoteEditor:
    return window.feature(Annotating).editor


def kept(log: Path) -> dict[int, Annotation]:
    return Annotations.load(log.with_suffix(".h44aar")).entries


def test_a_comment_is_kept_while_it_is_written(
    qtbot: QtBot, game: TableWindow, log_path: Path
) -> None:
    log = log_path.read_bytes()
    game.session.go(3)
    game.commands["comment"].trigger()
    assert editor(game).isVisible()
    QTest.keyClicks(editor(game).comment, "Frost sets off.")
    with qtbot.waitSignal(game.session.annotated, timeout=2000):
        pass
    assert kept(log_path)[3].comment == "Frost sets off."
    assert game.entry.comment.toPlainText().strip() == "Frost sets off."
    assert game.model.index(game.model.row_of(3), 0).data(Role.COMMENTED) is True
    assert 3 in game.session.landmarks.annotated
    assert log_path.read_bytes() == log


def test_leaving_the_entry_keeps_what_was_written(game: TableWindow, log_path: Path) -> None:
    game.session.go(3)
    editor(game).comment.setPlainText("Written")
    game.session.go(5)
    assert kept(log_path)[3].comment == "Written"
    assert editor(game).comment.toPlainText() == ""
    assert 5 not in kept(log_path)
    game.session.go(3)
    assert editor(game).comment.toPlainText() == "Written"


def test_closing_the_window_keeps_what_was_written(game: TableWindow, log_path: Path) -> None:
    game.session.go(3)
    editor(game).comment.setPlainText("At the last moment")
    game.close()
    assert kept(log_path)[3].comment == "At the last moment"


def test_opening_another_game_keeps_what_was_written_in_its_own_file(
    game: TableWindow, log_path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.h44log"
    other.write_bytes(log_path.read_bytes())
    game.session.go(3)
    editor(game).comment.setPlainText("About the first")
    editor(game).flush()
    assert game.open_path(other, play=True)
    assert kept(log_path)[3].comment == "About the first"
    assert not other.with_suffix(".h44aar").exists()


def test_glyph_chapter_and_bookmark(game: TableWindow, log_path: Path) -> None:
    game.session.go(4)
    form = editor(game)
    form.glyph.setCurrentIndex(form.glyph.findData("⚑"))
    form.bookmark.setChecked(True)
    form.chapter.setText("  The retreat ")
    form.flush()
    assert kept(log_path)[4] == Annotation(glyph="⚑", bookmark=True, chapter="The retreat")
    contents = game.feature(Contents)
    shown = [contents.model.index(k, 0).data() for k in range(contents.model.rowCount())]
    assert len(shown) == 2
    assert "The retreat" in shown[0]
    game.session.go(1)
    contents.list.clicked.emit(contents.model.index(0, 0))
    assert game.session.step == 4


def test_taking_everything_back_leaves_no_entry(game: TableWindow, log_path: Path) -> None:
    game.session.go(4)
    for _ in range(2):
        game.commands["bookmark"].trigger()
    assert set(kept(log_path)) == {7}
    game.commands["bookmark"].trigger()
    assert kept(log_path)[4].bookmark
    assert editor(game).bookmark.isChecked()
    assert game.session.landmarks.bookmarks == (4,)


def test_shapes_of_an_annotation_stay(game: TableWindow, log_path: Path) -> None:
    shapes = kept(log_path)[7].shapes
    assert shapes
    game.session.go(7)
    editor(game).comment.setPlainText("Told anew")
    editor(game).flush()
    assert kept(log_path)[7].shapes == shapes


def test_what_another_window_wrote_stays(game: TableWindow, log_path: Path) -> None:
    file = log_path.with_suffix(".h44aar")
    notes = Annotations.load(file)
    notes.entries[2] = Annotation(comment="From elsewhere")
    notes.save(file)
    game.session.go(4)
    game.commands["bookmark"].trigger()
    assert kept(log_path)[2].comment == "From elsewhere"
    assert 2 in game.session.landmarks.annotated


def test_a_file_that_cannot_be_read_is_not_written_over(game: TableWindow, log_path: Path) -> None:
    file = log_path.with_suffix(".h44aar")
    file.write_bytes(b"{broken")
    game.session.go(4)
    game.commands["bookmark"].trigger()
    assert file.read_bytes() == b"{broken"
    assert len(game.messages.lines) == 1
    assert str(file) in game.messages.lines[0]


def test_a_log_opened_to_read_can_be_written_about(battle: TableWindow, log_path: Path) -> None:
    assert not battle.session.can_play
    battle.session.go(4)
    battle.commands["bookmark"].trigger()
    assert kept(log_path)[4].bookmark


def test_the_sample_game_is_not_written_about(window: TableWindow) -> None:
    sample = sample_games()[0]
    before = sample.with_suffix(".h44aar").read_bytes()
    window.commands["sample"].trigger()
    window.session.go(2)
    assert not window.commands["comment"].isEnabled()
    assert not editor(window).isEnabled()
    assert editor(window).title.text() == t("history.note.not_here")
    assert sample.with_suffix(".h44aar").read_bytes() == before


def test_keys_go_from_note_to_note(game: TableWindow) -> None:
    game.session.go(1)
    found = []
    for key in (Qt.Key.Key_BracketRight, Qt.Key.Key_BracketRight, Qt.Key.Key_BracketRight):
        QTest.keyClick(game, key)
        found.append(game.session.step)
    assert found == [7, 8, 8]
    QTest.keyClick(game, Qt.Key.Key_BracketLeft)
    assert game.session.step == 7


@pytest.mark.parametrize("glyph", GLYPHS)
def test_every_glyph_has_a_meaning(glyph: str) -> None:
    assert t(f"history.glyph.{glyph}")
    assert Annotation.model_validate({"glyph": glyph}).glyph == glyph


def test_typing_does_not_run_commands(game: TableWindow) -> None:
    game.session.go(4)
    game.commands["comment"].trigger()
    game.activateWindow()
    editor(game).comment.setFocus()
    scale = game.view.scale_now
    QTest.keyClicks(editor(game).comment, "fz [h] , . + - 3 ?")
    assert editor(game).comment.toPlainText() == "fz [h] , . + - 3 ?"
    assert (game.session.step, game.view.scale_now) == (4, scale)
    editor(game).flush()


def test_tab_goes_down_the_rows_of_the_editor(game: TableWindow) -> None:
    game.session.go(3)
    game.commands["comment"].trigger()
    editor = game.feature(Annotating).editor
    for field in (editor.comment, editor.chapter, editor.glyph, editor.bookmark):
        assert game.focusWidget() is field
        QTest.keyClick(field, Qt.Key.Key_Tab)
