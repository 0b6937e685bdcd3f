"""Until a picture is drawn, the previous one is shown: no blank counter, no bare frame."""

from __future__ import annotations

import time

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from PySide6.QtWidgets import QApplication, QStyleOptionGraphicsItem, QWidget
from pytestqt.qtbot import QtBot

from holland44_qt.app import show_painted
from holland44_qt.board.pictures import SETTLING, Pictures
from holland44_qt.board.tiles import SCALES, Tile, TileLayer, TileStore
from holland44_qt.shell.opening_sheet import opening
from holland44_qt.window.table_window import TableWindow


class Chequered:
    """A map whose finest details are visible only at fine scales: white there, black elsewhere."""

    bounds = QRectF(0, 0, 64, 64)

    def paint(self, painter: QPainter, rect: QRectF, scale: float, hidden: object = ()) -> None:
        painter.fillRect(painter.viewport(), QColor("white" if scale > SCALES[0] else "black"))


def test_a_counter_shows_its_previous_picture_until_redrawn(battle: TableWindow) -> None:
    session = battle.session
    piece = next(iter(session.state.pieces.values()))
    pictures = Pictures(session.module)
    assert pictures.meanwhile(piece) is None
    pictures.begin()
    drawn = pictures.piece(piece, 20.0, 1.0)
    assert drawn is not None
    pictures._left = 0.0  # no time left in this painting
    assert pictures.piece(piece, 90.0, 1.0) is None
    last = pictures.meanwhile(piece)
    assert last is not None
    assert last.cacheKey() == drawn.cacheKey()
    pictures.stop()


def test_missing_pictures_are_drawn_between_paintings(qtbot: QtBot, battle: TableWindow) -> None:
    session = battle.session
    pieces = list(session.state.pieces.values())[:4]
    pictures = Pictures(session.module)
    pictures.begin()
    pictures._left = 0.0
    assert [pictures.piece(piece, 90.0, 1.0) for piece in pieces] == [None] * 4
    with qtbot.waitSignal(pictures.more):
        assert not pictures.idle
    qtbot.waitUntil(lambda: pictures.idle)
    pictures._left = 0.0
    assert None not in [pictures.piece(piece, 90.0, 1.0) for piece in pieces]
    pictures.stop()


def test_a_view_that_stays_is_repainted_until_its_pictures_are_in_their_very_size(
    qtbot: QtBot, battle: TableWindow
) -> None:
    session = battle.session
    pictures, repaints = Pictures(session.module), []
    pictures.more.connect(lambda: repaints.append(1))
    pictures._left = 0.0
    pictures.piece(next(iter(session.state.pieces.values())), 90.0, 1.0)
    qtbot.waitUntil(lambda: pictures.idle)
    assert len(repaints) == 1 + SETTLING


def test_no_picture_is_drawn_for_a_size_that_is_no_longer_shown(battle: TableWindow) -> None:
    session = battle.session
    pictures = Pictures(session.module)
    pictures._left = 0.0
    assert pictures.piece(next(iter(session.state.pieces.values())), 90.0, 1.0) is None
    pictures.forget_missing()
    assert pictures.idle
    pictures.stop()


def test_after_zooming_out_the_finer_tiles_are_shown_until_the_coarser_are_painted(
    qtbot: QtBot,
) -> None:
    store, sheet = TileStore(), Chequered()
    store.show(sheet)
    fine = list(Tile(1, 0, 0).finer)
    store.want([Tile(0, 0, 0), *fine])
    qtbot.waitUntil(lambda: store.idle)
    layer = TileLayer(store, sheet.bounds)
    scale = SCALES[1]
    image = QImage(512, 512, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    option = QStyleOptionGraphicsItem()
    option.exposedRect = QRectF(0, 0, 512 / scale, 512 / scale)
    with QPainter(image) as painter:
        painter.setWorldTransform(QTransform.fromScale(scale, scale))
        assert store.get(Tile(1, 0, 0)) is None
        layer.paint(painter, option)
    assert image.pixelColor(200, 200) == QColor("white")
    store.stop()


def test_no_tile_is_painted_while_the_store_is_on_hold(qtbot: QtBot) -> None:
    store = TileStore()
    store.show(Chequered())
    store.stop()
    store.hold(True)
    store.show(Chequered())
    store.want([])
    qtbot.wait(50)
    assert not store.idle
    assert store.get(Tile(0, 0, 0)) is None
    store.hold(False)
    qtbot.waitUntil(lambda: store.get(Tile(0, 0, 0)) is not None)
    store.stop()


def test_showing_waits_until_a_widget_was_painted(qtbot: QtBot) -> None:
    shown, hidden = QWidget(), QWidget()
    qtbot.addWidget(shown)
    qtbot.addWidget(hidden)
    assert show_painted(shown)
    assert not show_painted(QWidget(hidden), 0.05)


def test_the_splash_screen_is_painted_without_waiting(qtbot: QtBot, qapp: QApplication) -> None:
    sheet = opening()
    qtbot.addWidget(sheet)
    began = time.monotonic()
    assert show_painted(sheet)
    assert time.monotonic() - began < 0.9  # a QSplashScreen waits a second
    middle = qapp.primaryScreen().geometry().center()
    assert (sheet.geometry().center() - middle).manhattanLength() <= 2
