"""Comments on entries: saved beside the log at once, and never in another log's file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from engine.i18n import t
from engine.log.annotations import Annotation, Annotations, Label
from engine.report.scene import turn_words
from engine.report.viewpoint import BOTH
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


def test_a_comment_is_saved_while_typing(qtbot: QtBot, game: TableWindow, log_path: Path) -> None:
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


def test_leaving_the_entry_saves_the_comment(game: TableWindow, log_path: Path) -> None:
    game.session.go(3)
    editor(game).comment.setPlainText("Written")
    game.session.go(5)
    assert kept(log_path)[3].comment == "Written"
    assert editor(game).comment.toPlainText() == ""
    assert 5 not in kept(log_path)
    game.session.go(3)
    assert editor(game).comment.toPlainText() == "Written"


def test_closing_the_window_saves_the_comment(game: TableWindow, log_path: Path) -> None:
    game.session.go(3)
    editor(game).comment.setPlainText("At the last moment")
    game.close()
    assert kept(log_path)[3].comment == "At the last moment"


def test_opening_another_game_saves_the_comment_in_its_own_file(
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


def test_clearing_an_annotation_removes_it(game: TableWindow, log_path: Path) -> None:
    game.session.go(4)
    for _ in range(2):
        game.commands["bookmark"].trigger()
    assert set(kept(log_path)) == {7}
    game.commands["bookmark"].trigger()
    assert kept(log_path)[4].bookmark
    assert editor(game).bookmark.isChecked()
    assert game.session.landmarks.bookmarks == (4,)


def test_shapes_of_an_annotation_are_preserved(game: TableWindow, log_path: Path) -> None:
    shapes = kept(log_path)[7].shapes
    assert shapes
    game.session.go(7)
    editor(game).comment.setPlainText("Told anew")
    editor(game).flush()
    assert kept(log_path)[7].shapes == shapes


def test_changes_by_another_window_are_preserved(game: TableWindow, log_path: Path) -> None:
    file = log_path.with_suffix(".h44aar")
    notes = Annotations.load(file)
    notes.entries[2] = Annotation(comment="From elsewhere")
    notes.save(file)
    game.session.go(4)
    game.commands["bookmark"].trigger()
    assert kept(log_path)[2].comment == "From elsewhere"
    assert 2 in game.session.landmarks.annotated


def test_an_unreadable_file_is_not_overwritten(game: TableWindow, log_path: Path) -> None:
    file = log_path.with_suffix(".h44aar")
    file.write_bytes(b"{broken")
    game.session.go(4)
    game.commands["bookmark"].trigger()
    assert file.read_bytes() == b"{broken"
    assert len(game.messages.lines) == 1
    assert str(file) in game.messages.lines[0]
    game.feature(Annotating).ask = lambda: True  # the test ends as a user would


def test_a_read_only_log_can_be_annotated(battle: TableWindow, log_path: Path) -> None:
    assert not battle.session.can_play
    battle.session.go(4)
    battle.commands["bookmark"].trigger()
    assert kept(log_path)[4].bookmark


def test_the_sample_game_cannot_be_annotated(window: TableWindow) -> None:
    sample = sample_games()[0]
    before = sample.with_suffix(".h44aar").read_bytes()
    window.commands["sample"].trigger()
    window.session.go(2)
    assert not window.commands["comment"].isEnabled()
    assert not editor(window).isEnabled()
    assert editor(window).title.text() == t("history.note.not_here")
    assert sample.with_suffix(".h44aar").read_bytes() == before


@pytest.mark.slow
def test_no_text_is_typed_into_a_sides_view_where_it_would_be_lost(
    window: TableWindow, tmp_path: Path
) -> None:
    sample = next(path for path in sample_games() if path.stem == "two-groupings")
    assert window.open_path(Path(shutil.copy(sample, tmp_path)), play=False)
    window.session.go(12)
    assert editor(window).isEnabled()
    assert window.session.look_as("german")
    assert not editor(window).isEnabled()
    assert editor(window).title.text() == t("session.veiled")
    assert not window.commands["comment"].isEnabled()
    assert window.session.look_as(BOTH)
    assert editor(window).isEnabled()


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
    for field in (editor.comment, editor.glyph, editor.bookmark):
        assert game.focusWidget() is field
        QTest.keyClick(field, Qt.Key.Key_Tab)


def test_a_chapter_is_renamed_and_removed_in_the_list(
    qtbot: QtBot, game: TableWindow, log_path: Path
) -> None:
    contents = game.feature(Contents)
    game.panels.show("contents")
    model, shown = contents.model, contents.list
    row = model.index(0, 0)
    assert kept(log_path)[7].chapter == "Arnhem"
    shown.setCurrentIndex(row)
    menu = contents.menu_of(row)
    assert menu is not None
    rename, away = (
        next(a for a in menu.actions() if a.text() == t(f"history.contents.{name}"))
        for name in ("rename", "remove")
    )
    rename.trigger()
    line = shown.findChild(QLineEdit)
    assert line is not None
    assert line.text() == "Arnhem", "the title without the number before it"
    line.setText("  The bridge ")
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: kept(log_path)[7].chapter == "The bridge", timeout=2000)
    assert kept(log_path)[7].comment, "the comment stays"
    away.trigger()
    assert kept(log_path)[7].chapter is None
    assert [model.index(k, 0).data() for k in range(model.rowCount())] == [
        f"{turn.step}  ·  {turn_words(game.session.module, turn.clock.turn)}"
        for turn in game.session.landmarks.turns
    ], "without chapters the turns are listed"


def test_the_contents_mark_the_current_entry(game: TableWindow) -> None:
    contents = game.feature(Contents)
    game.session.go(3)
    game.commands["bookmark"].trigger()
    game.panels.show("contents")
    for step, row in ((1, -1), (3, 0), (6, 0), (7, 1), (11, 1)):
        game.session.go(step)
        assert contents.list.currentIndex().row() == row
        assert game.session.step == step


def test_unsaved_annotations_are_saved_when_possible(
    game: TableWindow, log_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, session = log_path.with_suffix(".h44aar"), game.session
    game.feature(Annotating).ask = lambda: True  # the test ends as a user would
    before = file.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr("engine.log.annotations.os.access", lambda *_: False)
        session.go(3)
        editor(game).comment.setPlainText("Frost sets off.")
        session.go(4)
        editor(game).chapter.setText("The fight")
        editor(game).flush()
        assert file.read_bytes() == before, "nobody writes over what is not to be written"
        assert str(file) in game.messages.lines[0]
        assert game.messages.help.text() == t("history.unwritten.save")
        session.go(3)
        assert editor(game).comment.toPlainText() == "Frost sets off."
        assert session.only_here
        assert session.play_on(), "the log can be written"
        assert editor(game).comment.toPlainText() == "Frost sets off."
    session.go(5)
    game.commands["bookmark"].trigger()
    assert not session.only_here
    assert kept(log_path)[3].comment == "Frost sets off."
    assert kept(log_path)[4].chapter == "The fight"
    assert kept(log_path)[5].bookmark
    assert kept(log_path)[7].comment, "what was there stays"


def test_unsaved_marks_are_drawn_once(game: TableWindow, log_path: Path) -> None:
    file, session = log_path.with_suffix(".h44aar"), game.session
    file.unlink()
    file.mkdir()
    session.go(3)
    game.feature(Annotating).ask = lambda: True  # the test ends as a user would
    for text in ("A", "B"):
        label = Label(hex="6122", text=text)
        session.annotate(
            lambda notes, label=label: notes.model_copy(
                update={
                    "entries": {
                        **notes.entries,
                        3: Annotation(shapes=(*notes.entries.get(3, Annotation()).shapes, label)),
                    }
                }
            )
        )
    assert session.current is not None
    assert [s.text for s in session.current.annotation.shapes if isinstance(s, Label)] == ["A", "B"]
    file.rmdir()
    game.commands["bookmark"].trigger()
    assert [s.text for s in kept(log_path)[3].shapes if isinstance(s, Label)] == ["A", "B"]


def test_leaving_a_game_asks_about_unsaved_annotations(
    game: TableWindow, log_path: Path, tmp_path: Path
) -> None:
    file, session = log_path.with_suffix(".h44aar"), game.session
    file.unlink()
    file.mkdir()
    session.go(3)
    editor(game).comment.setPlainText("Frost sets off.")
    asked: list[bool] = []

    def answer(go: bool) -> bool:
        asked.append(go)
        return go

    feature = game.feature(Annotating)
    feature.ask = lambda: answer(False)
    other = sample_games()[0]
    assert not game.open_path(other, play=False)
    assert not game.close()
    assert session.path == log_path
    assert editor(game).comment.toPlainText() == "Frost sets off."
    assert session.save_notes(tmp_path / "mine.h44aar")
    said = Annotations.load(tmp_path / "mine.h44aar").entries
    assert said[3].comment == "Frost sets off."
    assert game.open_path(other, play=False), "it is in a file now"
    assert asked == [False, False]
    assert not session.only_here


def test_chapter_and_title_commands_are_in_the_palette(game: TableWindow) -> None:
    game.session.go(3)
    editor = game.feature(Annotating).editor
    for command, field in (("chapter", editor.chapter), ("moment_title", editor.heading)):
        game.commands[command].trigger()
        assert game.focusWidget() is field
        assert command.rpartition("_")[2] in game.commands[command].text().replace("&", "").lower()
    QTest.keyClicks(editor.heading, "The first shot")
    editor.flush()
    recording = game.session.recording
    assert recording is not None
    assert recording.annotations.entries[recording.step(3).entry.id].title == "The first shot"
