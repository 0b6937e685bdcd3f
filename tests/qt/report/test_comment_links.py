"""Comments in the window: references highlight hexes and link to them, photos are embedded."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QColor, QImage, QTextCursor, QTextDocument
from pytestqt.qtbot import QtBot

from engine.log.annotations import Annotation
from holland44_qt.photos import photo_image, take_photo
from holland44_qt.replay.comment_view import CommentView
from holland44_qt.report.comment_links import Reading
from holland44_qt.window.table_window import TableWindow


def say(window: TableWindow, entry: int, comment: str) -> None:
    note = Annotation(comment=comment)
    window.session.annotate(
        lambda notes: notes.model_copy(update={"entries": {**notes.entries, entry: note}})
    )


def links(window: TableWindow) -> list[str]:
    document, found = window.entry.comment.document(), []
    block = document.begin()
    while block.isValid():
        parts = block.begin()
        while not parts.atEnd():
            form = parts.fragment().charFormat()
            if form.isAnchor():
                found.append(form.anchorHref())
            parts += 1
        block = block.next()
    return found


def test_references_of_a_comment_are_links(battle: TableWindow) -> None:
    battle.session.go(3)
    assert battle.session.current is not None
    say(battle, battle.session.current.entry.id, "🙂 See #2, then Arnhem and 6217.")
    battle.panels.show("entry")
    assert links(battle) == ["h44:entry/2", "h44:place/6122", "h44:hex/6217"]


def test_hover_highlights_a_reference_and_click_goes_there(battle: TableWindow) -> None:
    battle.session.go(3)
    reading = battle.feature(Reading)
    comment = battle.entry.comment
    comment.highlighted.emit(QUrl("h44:place/6122"))
    assert len(reading.layer._marks) == 3
    comment.highlighted.emit(QUrl(""))
    assert reading.layer._marks == ()
    comment.anchorClicked.emit(QUrl("h44:entry/2"))
    assert battle.session.current is not None
    assert battle.session.current.entry.id == 2
    comment.anchorClicked.emit(QUrl("h44:entry/99999"))
    comment.anchorClicked.emit(QUrl("h44:hex/9999"))
    unit = next(iter(battle.session.state.pieces))
    comment.anchorClicked.emit(QUrl(f"h44:unit/{unit}"))
    assert unit in battle.view.selection.units


def test_a_dropped_picture_is_embedded_at_reduced_size(battle: TableWindow, tmp_path: Path) -> None:
    battle.session.go(3)
    path = tmp_path / "table of ours.png"
    large = QImage(3000, 1500, QImage.Format.Format_RGB32)
    large.fill(0x336699)
    assert large.save(str(path))
    assert battle.open_any(path)
    recording, current = battle.session.recording, battle.session.current
    assert recording is not None
    assert current is not None
    photo = recording.annotations.photos[current.annotation.picture or ""]
    assert photo_image(photo).width() == 1600
    assert photo.mime == "image/jpeg"
    assert battle.commands["drop_photo"].isEnabled()
    battle.commands["drop_photo"].trigger()
    assert recording.annotations.photos == {}


def test_an_invalid_picture_is_reported_in_one_sentence(
    battle: TableWindow, tmp_path: Path
) -> None:
    path = tmp_path / "text.png"
    path.write_text("no picture")
    battle.session.go(3)
    battle.open_any(path)
    assert str(path) in battle.messages.lines[-1]
    recording = battle.session.recording
    assert recording is not None
    assert recording.annotations.photos == {}


def test_a_photo_keeps_no_metadata(tmp_path: Path, battle: TableWindow) -> None:
    path = tmp_path / "secret.png"
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(0)
    image.setText("Comment", "where I live")
    assert image.save(str(path))
    assert photo_image(take_photo(path)).text("Comment") == ""


def test_a_photo_is_scaled_smoothly(qtbot: QtBot, tmp_path: Path) -> None:
    image = QImage(1600, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    for x in range(0, 1600, 2):
        for y in range(40):
            image.setPixelColor(x, y, QColor("black"))
    path = tmp_path / "stripes.png"
    assert image.save(str(path))
    view = CommentView()
    qtbot.addWidget(view)
    view.show_markdown("", photo=take_photo(path))
    cursor = QTextCursor(view.document())
    cursor.movePosition(QTextCursor.MoveOperation.End)
    name = cursor.charFormat().toImageFormat().name()
    kind = QTextDocument.ResourceType.ImageResource.value
    shown = view.document().resource(kind, QUrl(name))
    assert isinstance(shown, QImage)
    shades = {shown.pixelColor(x, shown.height() // 2).lightness() for x in range(shown.width())}
    assert all(40 < shade < 215 for shade in shades)
