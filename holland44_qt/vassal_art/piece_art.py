"""The pieces of a VASSAL module as pixmaps: their layers, texts and frames, or labelled boxes.

A pixmap is square, with the middle of the piece at its centre, and contains everything drawn for
the piece.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Hashable

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap, QTransform
from PySide6.QtSvg import QSvgRenderer

from engine.core.errors import UserError
from engine.core.state import Piece
from engine.modules.module import Module
from engine.vassal.kinds import Look, Text
from engine.vassal.markup import MARK
from engine.vassal.plane import SpotBoard
from engine.vassal.schematic import NO_SIDE, counter_svg
from engine.vassal.svg_safety import is_svg
from engine.vassal.traits import hex_color
from holland44_qt.counters import SMOOTH, bucket
from holland44_qt.fonts import load_fonts
from holland44_qt.vassal_art.label_page import LabelPage, label_font
from holland44_qt.vassal_art.strips import PictureError, size_of, whole
from holland44_qt.vassal_art.svg import LARGE, area, svg_renderer

KEPT, KEPT_PICTURES = 1500, 600
"""Maximum numbers of cached pixmaps of pieces, and of cached pictures of the module."""
MOVED = QColor("#c81e1e")


class PieceArt:
    """Draws the pieces of one module. Needs a running QGuiApplication."""

    def __init__(self, module: Module) -> None:
        """Create the drawer; ``module`` must have a drawing."""
        board = module.board
        assert isinstance(board, SpotBoard), "a module of pictures has a board of spots"
        drawing = board.drawing
        self._drawing, self._places, self._unit = drawing, module.places, board.unit
        self._decks = frozenset(drawing.decks)
        self._colors = {side.id: side.color for side in module.meta.sides}
        self.schematic = not drawing.has_pictures
        self._edges: dict[Hashable, float] = {}
        self._looks: dict[Hashable, Look] = {}
        self._cache: OrderedDict[Hashable, QPixmap] = OrderedDict()
        self._pictures: OrderedDict[str, QPixmap] = OrderedDict()
        self._sizes: dict[str, QSizeF] = {}

    # -- what is asked ----------------------------------------------------------------------------

    def look(self, piece: Piece) -> Look:
        """Return the appearance of a piece."""
        key = self._what(piece)
        if key not in self._looks:
            place = self._places.name(piece.place) if piece.place >= 0 else ""
            self._looks[key] = self._drawing.look(piece, None, place)
        return self._looks[key]

    def edge(self, piece: Piece) -> float:
        """Return the edge of the square that contains a piece, in units of the board."""
        key = self._what(piece)
        if key not in self._edges:
            self._edges[key] = self._edge(piece) / self._unit
        return self._edges[key]

    def on_piece(self, piece: Piece, at: QPointF, square: QRectF) -> QPointF:
        """Convert a point of a piece's square to pixels of the map, relative to the square's
        centre.
        """
        return (at - square.center()) * (self.edge(piece) * self._unit / square.width())

    def key(self, piece: Piece, size: float, ratio: float) -> Hashable:
        """Return the cache key of a pixmap; equal pixmaps have equal keys."""
        return (*self._what(piece), bucket(size * ratio))

    def pixmap(self, piece: Piece, size: float, ratio: float) -> QPixmap:
        """Return a piece in a square of about ``size`` logical pixels."""
        key = self.key(piece, size, ratio)
        result = self._cache.get(key)
        if result is None:
            result = self._cache[key] = self._draw(piece, bucket(size * ratio))
            while len(self._cache) > KEPT:
                self._cache.popitem(last=False)
        else:
            self._cache.move_to_end(key)
        return result

    def color(self, side: str) -> str:
        """Return the colour of a side."""
        return self._colors.get(side, NO_SIDE)

    def _what(self, piece: Piece) -> tuple[Hashable, ...]:
        deck = self._places.name(piece.place) if piece.place >= 0 else ""
        covered = deck if deck in self._decks else ""
        return piece.counter, piece.side, piece.status, covered, self.schematic

    # -- drawing ----------------------------------------------------------------------------------

    def _edge(self, piece: Piece) -> float:
        """Return the edge of the centred square that contains everything drawn, in pixels of the
        map.
        """
        reach = 0.5 * max(self._drawing.size(piece.counter))
        look = self.look(piece)
        if self._boxed(look):
            return 2 * reach
        for picture in look.pictures:
            wide = self._size(picture.image) * (picture.scale / 2)
            box = QRectF(
                picture.x - wide.width(), picture.y - wide.height(),
                2 * wide.width(), 2 * wide.height(),
            )  # fmt: skip
            reach = max(reach, _reach(QTransform().rotate(picture.angle).mapRect(box)))
        for text in look.texts:
            box = self._text_box(text, piece.counter)
            reach = max(
                reach, _reach(QTransform().rotate(text.angle + text.label.turn).mapRect(box))
            )
        return 2 * math.ceil(reach)

    def _boxed(self, look: Look) -> bool:
        if any(self._exists(p.image) for p in look.pictures):
            return self.schematic
        # A piece that is nothing but a label is drawn as its label.
        return self.schematic or bool(look.pictures) or not look.texts

    def _draw(self, piece: Piece, pixels: int) -> QPixmap:
        pixmap = QPixmap(pixels, pixels)
        pixmap.fill(Qt.GlobalColor.transparent)
        look, edge = self.look(piece), self.edge(piece) * self._unit
        with QPainter(pixmap) as painter:
            painter.setRenderHints(SMOOTH)
            painter.scale(pixels / edge, pixels / edge)
            painter.translate(edge / 2, edge / 2)
            if self._boxed(look):
                self._box(painter, piece, look)
                return pixmap
            for picture in look.pictures:
                self._picture(painter, picture.image, pixels / edge * picture.scale,
                              (picture.x, picture.y), picture.angle)  # fmt: skip
            for text in look.texts:
                self._text(painter, text, piece.counter)
            self._frames(painter, piece, look)
        return pixmap

    def _box(self, painter: QPainter, piece: Piece, look: Look) -> None:
        """Draw a piece without pictures as a labelled box."""
        load_fonts()
        width, height = self._drawing.size(piece.counter)
        svg = counter_svg(look, (width, height), self.color(piece.side))
        target = QRectF(-width / 2, -height / 2, width, height)
        QSvgRenderer(QByteArray(svg.encode())).render(painter, target)
        if look.moved:
            _moved(painter, target)

    def _picture(
        self, painter: QPainter, image: str, scale: float, at: tuple[float, float], angle: float
    ) -> None:
        size = self._size(image)
        pixmap = self._source(image)
        if pixmap.isNull():
            return
        small = pixmap
        if scale < 0.5:  # or else every other pixel would be left out
            wanted = (size * scale).toSize()
            small = pixmap.scaled(
                max(1, wanted.width()), max(1, wanted.height()),
                Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation,
            )  # fmt: skip
        painter.save()
        painter.rotate(angle)
        painter.translate(*at)
        shown = size * (scale / (painter.worldTransform().determinant() ** 0.5))
        target = QRectF(QPointF(-shown.width() / 2, -shown.height() / 2), shown)
        painter.drawPixmap(target, small, QRectF(small.rect()))
        painter.restore()

    def _text(self, painter: QPainter, text: Text, counter: str) -> None:
        box = self._text_box(text, counter)
        painter.save()
        painter.rotate(text.angle + text.label.turn)
        ground = hex_color(text.label.background)
        if ground:
            painter.fillRect(box, QColor(ground))
        if text.text.startswith(MARK):
            painter.translate(box.topLeft())
            LabelPage(text).drawContents(painter)
        else:
            painter.setPen(QColor(hex_color(text.label.color) or "#000000"))
            painter.setFont(label_font(text))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text.text)
        painter.restore()

    def _text_box(self, text: Text, counter: str) -> QRectF:
        """Return the box of a label relative to the piece's centre, before rotation about that
        centre.
        """
        if text.text.startswith(MARK):
            width, height = LabelPage(text).size().toTuple()
        else:
            metrics = QFontMetricsF(label_font(text))
            width, height = metrics.horizontalAdvance(text.text) + 2, metrics.height()
        wide, high = self._drawing.size(counter)
        label = text.label
        x = {"l": -wide / 2, "r": wide / 2}.get(label.horizontal[0], 0.0) + label.horizontal[1]
        y = {"t": -high / 2, "b": high / 2}.get(label.vertical[0], 0.0) + label.vertical[1]
        up, left = label.anchor[:1], label.anchor[1:2]
        y -= {"c": height / 2, "b": height}.get(up, 0.0)
        x -= {"c": width / 2, "r": width}.get(left, 0.0)
        return QRectF(x, y, width, height)

    def _frames(self, painter: QPainter, piece: Piece, look: Look) -> None:
        wide, high = self._drawing.size(piece.counter)
        whole_ = QRectF(-wide / 2, -high / 2, wide, high)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for border in look.borders:
            pen = QPen(QColor(hex_color(border.color) or "#ff0000"), max(1, border.thickness))
            painter.setPen(pen)
            painter.drawRect(whole_)
        marked = any(part for part in look.pictures[1:] if self._exists(part.image))
        if look.moved and not marked:
            _moved(painter, whole_)

    # -- the module's pictures --------------------------------------------------------------------

    def _exists(self, image: str) -> bool:
        return not self._size(image).isEmpty()

    def _size(self, image: str) -> QSizeF:
        """Return the size of a picture in pixels; empty if it is missing or unreadable."""
        if image not in self._sizes:
            data = self._data(image)
            try:
                size = svg_renderer(image, data).defaultSize() if is_svg(data) else size_of(data)
            except PictureError:
                size = QSize()
            self._sizes[image] = QSizeF(size)
        return self._sizes[image]

    def _source(self, image: str) -> QPixmap:
        result = self._pictures.get(image)
        if result is None:
            result = self._pictures[image] = self._read(image)
            while len(self._pictures) > KEPT_PICTURES:
                self._pictures.popitem(last=False)
        return result

    def _read(self, image: str) -> QPixmap:
        data = self._data(image)
        try:
            if not is_svg(data):
                return QPixmap.fromImage(whole(data))
            renderer = svg_renderer(image, data)
        except PictureError:
            return QPixmap()
        fine = 2 if area(renderer.defaultSize()) * 4 <= LARGE else 1
        pixmap = QPixmap(renderer.defaultSize() * fine)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            renderer.render(painter)
        return pixmap

    def _data(self, image: str) -> bytes:
        if not image:
            return b""
        try:
            return self._drawing.picture(image)
        except UserError:
            return b""


def _reach(box: QRectF) -> float:
    return max(abs(box.left()), abs(box.right()), abs(box.top()), abs(box.bottom()))


def _moved(painter: QPainter, box: QRectF) -> None:
    """Draw a small mark in the corner of a moved piece."""
    short = min(box.width(), box.height()) * 0.16
    painter.setPen(QPen(QColor("#ffffff"), short * 0.15))
    painter.setBrush(MOVED)
    painter.drawEllipse(box.topRight() + QPointF(-short, short), short / 2, short / 2)
