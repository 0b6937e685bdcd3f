"""Texts of strangers are shown as plain text; the pictures they name are never read."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex
from PySide6.QtGui import Qt, QTextDocument
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.core import effects as fx
from engine.log.annotations import Annotation, Annotations
from engine.modules.module import load_module
from engine.play.game import Game
from holland44_qt.plain_text import tip
from holland44_qt.replay.comment_view import CommentView
from holland44_qt.vassal_art.label_page import LabelPage
from holland44_qt.window.table_window import TableWindow


@pytest.fixture
def pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pipe in the current folder without a writer: reading it would block."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo(tmp_path / "pipe.png")
    return tmp_path / "pipe.png"


@pytest.fixture
def payload(pipe: Path) -> str:
    return f"<img src='{pipe.name}'>"


def all_indexes(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[QModelIndex]:
    for row in range(model.rowCount(parent)):
        for column in range(
            1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        ):
            index = model.index(row, column, parent)
            yield index
            if column == 0:
                yield from all_indexes(model, index)


def is_markup(text: str, payload: str) -> bool:
    """Return whether a tooltip with this text would be rendered as HTML with the payload."""
    return payload in text and Qt.mightBeRichText(text)


def unsafe(payload: str) -> list[str]:
    """Return the places in the windows where Qt would render a payload as markup."""
    found = []
    for widget in QApplication.allWidgets():
        named = f"{type(widget).__name__} {widget.objectName()}"
        if is_markup(widget.toolTip(), payload):
            found.append(f"tooltip of {named}: {widget.toolTip()}")
        if isinstance(widget, QLabel) and payload in widget.text():
            if widget.textFormat() != Qt.TextFormat.PlainText:
                found.append(f"{named}: {widget.text()}")
        elif isinstance(widget, QTextEdit) and "<img src=" in widget.toHtml():
            found.append(f"{named}: {widget.toHtml()}")
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            for index in all_indexes(widget.model(), QModelIndex()):
                told = index.data(Qt.ItemDataRole.ToolTipRole)
                if isinstance(told, str) and is_markup(told, payload):
                    found.append(f"item of {named}: {told}")
    return found


@pytest.mark.slow
def test_a_log_full_of_markup_stays_plain(
    window: TableWindow, tmp_path: Path, payload: str
) -> None:
    log = tmp_path / "hostile.h44log"
    with Game.new(log, "holland44", "campaign", title=payload, log_id="x") as game:
        unit = next(u for u, p in game.now.pieces.items() if p.place < game.module.places.hex_count)
        for by in ("allied", payload):
            game.play(act.Note(text=payload), by=by)
            game.play(act.ManualEdit(text=payload), by=by)
            game.play(act.Roll(reason=payload), by=by)
        with patch("engine.play.game.need_known_clock"):  # as a stranger's program would write it
            game.play(act.SetClock(turn=1, phase=payload, active=payload))
        marker = fx.MarkerFields(kind=payload, at="4816")
        before = tuple(sorted(game.now.pieces[unit].status))
        effects = (
            fx.SetTrack(track=payload, before=None, after=payload),
            fx.SetMarker(marker="m", before=None, after=marker),
            fx.SetStatus(unit=unit, before=before, after=(*before, payload)),
            fx.Reveal(unit=unit, before=game.now.pieces[unit].counter, after=payload),
        )
        game.play(act.ManualEdit(effects=effects))
        game.play(act.ManualEdit(text=payload, effects=(effects[0].inverse(),)))
        game.play(act.Note(text="the end"))
        last = len(game)
    note = Annotation(comment=payload, chapter=payload, bookmark=True)
    Annotations(
        log="x", title=payload, author=payload, intro=payload, entries={3: note, last: note}
    ).save(log.with_suffix(".h44aar"))
    assert window.open_path(log)
    for step in range(window.session.length + 1):
        window.session.go(step)
        QApplication.processEvents()
        assert unsafe(payload) == []


def test_a_module_full_of_markup_stays_plain(
    window: TableWindow, tmp_path: Path, payload: str
) -> None:
    """Names of sides, counters and places come from strangers too."""
    folder = tmp_path / "game"
    source = load_module("holland44").files.origin
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("source", "*.py"))
    for name, old in (("module.json", '"Allied"'), ("counters.json", '"1/508"')):
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, f'"{payload}"'), encoding="utf-8")
    with Game.new(tmp_path / "g.h44log", str(folder), "campaign") as game:
        game.play(act.Note(text="x"), by="allied")
        label = next(c.id for c in game.module.counters.counters.values() if c.label == payload)
        place = next(p.place for u, p in game.now.pieces.items() if p.counter == label)
    assert window.open_path(tmp_path / "g.h44log")
    assert "pipe.png" in window.view._tip(place)
    assert not is_markup(window.view._tip(place), payload)
    for step in range(window.session.length + 1):
        window.session.go(step)
        assert unsafe(payload) == []


def test_plain_text_is_unchanged_and_markup_is_escaped() -> None:
    assert tip("Gds & 5 AGRA\n2 < 3") == "Gds & 5 AGRA\n2 < 3"
    page = QTextDocument()
    page.setHtml(tip("<b>bold</b>\n<img src='x.png'>"))
    assert page.toPlainText() == "<b>bold</b>\n<img src='x.png'>"


def test_pictures_named_in_comments_and_labels_are_not_read(qtbot: QtBot, pipe: Path) -> None:
    """Qt reads a file itself if a document has no picture for its name; the pipe would block it."""
    comment = CommentView()
    qtbot.addWidget(comment)
    comment.show_markdown(f"![picture]({pipe}) ![picture](file://{pipe}) ![](http://x.invalid/a)")
    comment.resize(300, 200)
    comment.grab()
    page = LabelPage.__new__(LabelPage)
    QTextDocument.__init__(page)
    page.setHtml(f"<img src='{pipe}'>")
    assert page.size().isValid()


def test_tooltips_read_no_files(window: TableWindow, pipe: Path, qtbot: QtBot) -> None:
    label = QWidget()
    qtbot.addWidget(label)
    label.setToolTip(tip(f"<img src='{pipe}'>"))
    document = QTextDocument()
    document.setHtml(label.toolTip())
    assert document.size().width() > 0
    assert "pipe.png" in document.toPlainText()
