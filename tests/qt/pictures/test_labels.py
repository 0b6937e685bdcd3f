"""Labels with markup on pieces: colours and lines are drawn, nothing is downloaded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from engine.play.game import Recording
from engine.play.vassal.log_import import import_files
from engine.vassal.kinds import Text
from engine.vassal.markup import simple
from engine.vassal.traits import Label, read_trait
from holland44_qt.vassal_art.label_page import LabelPage
from holland44_qt.vassal_art.piece_art import PieceArt
from tests.unit.vassal import making

FIXTURES = Path(__file__).parents[2] / "fixtures" / "vassal"


def _page(html: str) -> LabelPage:
    label = read_trait("label;;L;24;;0,0,255;b;0;c;0;b;c;$pieceName$;Dialog;0;0;TextLabel")
    assert isinstance(label, Label)
    return LabelPage(Text(simple(html), label))


def _colors(page: LabelPage) -> set[str]:
    image = QImage(page.size().toSize(), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    with QPainter(image) as painter:
        page.drawContents(painter)
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }


def test_colours_come_from_the_markup_else_from_the_label(qtbot: QtBot) -> None:
    colors = _colors(_page("<html><font color=#ff0000><b>MMM</b></font>MMM</html>"))
    assert {"#ff0000", "#0000ff"} <= colors
    assert "#ff0000" not in _colors(_page("<html><b>MMM</b>MMM</html>"))


def test_lines_are_stacked_and_font_sizes_differ(qtbot: QtBot) -> None:
    one, two = _page("<html><b>MMM</b>"), _page("<html><b>MMM</b><br>M")
    assert two.size().height() > 1.7 * one.size().height()
    assert abs(two.size().width() - one.size().width()) < 2
    large = _page("<html><font size=7><b>MMM</b></font>")
    assert large.size().width() > 1.5 * one.size().width()


def test_a_label_is_rotated_about_the_middle_of_its_piece(qtbot: QtBot, tmp_path: Path) -> None:
    """A number at the upper right edge, rotated by 270°, moves to the left."""
    link = "label;;L;16;;255,0,0;c;-20;c;9;c;c;$pieceName$;Dialog;0;270;Name"
    unit = making.unit("a", 50, 60)
    unit = replace(unit, type=(link, *unit.type), state=("MMM", *unit.state))
    (tmp_path / "label.vsav").write_bytes(making.log([unit], []))
    game = tmp_path / "label.h44log"
    import_files([tmp_path / "label.vsav"], game, FIXTURES / "little.vmod")
    recording = Recording.load(game)
    art = PieceArt(recording.module)
    piece = recording.state(len(recording)).pieces["a"]
    edge = art.edge(piece) * recording.module.board.unit
    image = art.pixmap(piece, edge, 1.0).toImage()
    red = [
        (x - image.width() / 2, y - image.height() / 2)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y) == QColor("#ff0000")
    ]
    assert red
    scale = image.width() / edge
    assert abs(sum(x for x, _ in red) / len(red) / scale + 20) < 3
    assert abs(sum(y for _, y in red) / len(red) / scale + 9) < 3


def test_no_picture_is_downloaded(qtbot: QtBot) -> None:
    page = _page("<html><b>x</b>")
    page.setHtml('<img src="file:///etc/hostname"><b>x</b>')
    assert page.resource(2, "file:///etc/hostname").size() == QSize(1, 1)  # a blank of our own
