"""Opening games: files, drops, damaged and foreign files; messages name the fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QApplication

from engine.core import actions as act
from engine.i18n import t
from engine.log.annotations import Annotation, Annotations
from engine.log.store import load
from engine.play.game import Game
from holland44_qt.board.drag_events import drag_enter, drop
from holland44_qt.models.log_model import Role
from holland44_qt.navigation.general_commands import Opening
from holland44_qt.settings import recent_files
from holland44_qt.window.table_window import TableWindow


def test_the_start_page_shows_a_board_and_instructions(window: TableWindow) -> None:
    assert window.messages.isVisible()
    assert window.messages.lines == [t("app.welcome")]
    assert window.windowTitle() == t("app.title")
    assert not window.commands["forward"].isEnabled()
    assert window.entry.sentence.text() == t("app.entry.before")


def test_opens_a_log_at_its_first_entry(battle: TableWindow) -> None:
    assert battle.session.step == 1
    assert len(battle.session.state.pieces) > 300
    assert not battle.messages.isVisible()
    assert "1 of 11" in battle.windowTitle()
    assert battle.model.listed == 11
    battle.panels.show("log")
    assert battle.log.currentIndex().data(Role.STEP) == 1
    assert battle.commands["forward"].isEnabled()


def test_a_missing_file_is_reported_in_one_sentence(window: TableWindow, tmp_path: Path) -> None:
    path = tmp_path / "nowhere.h44log"
    assert not window.open_path(path, play=True)
    assert window.messages.lines == [t("log.error.missing", path=path)]
    assert window.messages.isVisible()


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n", b"hello\n", b'{"format":"other"}\n'])
def test_a_foreign_file_is_reported_and_the_open_game_stays(
    battle: TableWindow, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "foreign.h44log"
    path.write_bytes(content)
    battle.session.go(5)
    assert not battle.open_path(path, play=True)
    (sentence,) = battle.messages.lines
    assert str(path) in sentence
    assert "\n" not in sentence
    assert battle.session.step == 5
    assert battle.session.length == 11


def test_a_damaged_log_shows_its_intact_part(window: TableWindow, log_path: Path) -> None:
    lines = log_path.read_bytes().splitlines(keepends=True)
    lines[5] = lines[5].replace(b"6", b"7", 1)
    log_path.write_bytes(b"".join(lines))
    assert window.open_path(log_path, play=True)
    assert window.messages.lines == [load(log_path).damage]
    assert not window.session.can_play
    assert window.session.length == 4
    window.session.last()
    assert "4 of 4" in window.windowTitle()


def test_an_inconsistent_log_stops_at_the_contradiction(
    window: TableWindow, log_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Game.open(log_path) as game:
        unit = game.now.stack(game.module.places.index("6119"))[0]
        move = act.MoveUnits(units=(unit,), path=("6119", "6120"))
        game.play(move)
        # A second time from where it no longer stands: nobody but a forger writes this.
        entry = game.timeline.entries[-1]
        forged = entry.model_copy(update={"id": entry.id + 1, "parent": entry.id})
        game.file.append(forged)
    assert window.open_path(log_path, play=True)
    assert not window.session.can_play
    assert len(window.messages.lines) == 1
    window.session.go(12)
    window.session.go(13)
    assert window.session.step == 12


def test_a_dropped_file_is_opened(window: TableWindow, log_path: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(log_path))])
    enter = drag_enter(QPoint(50, 50), mime, Qt.DropAction.CopyAction)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, drop(QPoint(50, 50), mime, Qt.DropAction.CopyAction))
    assert window.session.path == log_path


def test_dropped_text_is_ignored(window: TableWindow) -> None:
    mime = QMimeData()
    mime.setText("no file")
    enter = drag_enter(QPoint(50, 50), mime, Qt.DropAction.CopyAction)
    enter.ignore()
    QApplication.sendEvent(window, enter)
    assert not enter.isAccepted()


def test_opened_games_are_listed_newest_first(
    window: TableWindow, log_path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.h44log"
    other.write_bytes(log_path.read_bytes())
    for path in (log_path, other, log_path):
        assert window.open_path(path, play=True)
    window.open_path(tmp_path / "missing.h44log")
    assert recent_files() == [log_path.resolve(), other.resolve()]
    window.feature(Opening).recent.aboutToShow.emit()
    entries = window.feature(Opening).recent.actions()
    assert [a.text() for a in entries] == [str(log_path.resolve()), str(other.resolve())]
    entries[1].trigger()
    assert window.session.path == other.resolve()
    other.unlink()
    assert recent_files() == [log_path.resolve()]


def test_comments_are_markdown_without_html(battle: TableWindow) -> None:
    battle.session.go(7)
    plain = battle.entry.comment.toPlainText()
    assert "Arnhem" in plain
    assert "first" in plain
    assert "**" not in plain
    assert "<b>no HTML</b>" in plain
    kind = QTextDocument.ResourceType.ImageResource.value
    picture = battle.entry.comment.loadResource(kind, QUrl("file:///etc/hostname"))
    assert isinstance(picture, QImage)
    assert (picture.width(), picture.height()) == (1, 1)  # a blank, not the file


def test_sentences_are_plain_text(battle: TableWindow) -> None:
    battle.session.go(8)
    assert battle.entry.sentence.text() == "A remark with <b>tags</b>."
    assert battle.entry.sentence.textFormat() == Qt.TextFormat.PlainText


def test_annotations_with_unknown_hexes_are_shown(window: TableWindow, log_path: Path) -> None:
    notes = Annotations.load(log_path.with_suffix(".h44aar"))
    text = notes.model_dump_json().replace('"6122"', '"9999"')
    changed = Annotations.model_validate_json(text)
    changed.entries[2] = Annotation.model_validate({"camera": {"hexes": ["9998"]}})
    changed.save(log_path.with_suffix(".h44aar"))
    assert window.open_path(log_path, play=True)
    for step in (2, 7):
        window.session.go(step)
        window.view.viewport().grab()
    assert window.messages.lines == []
