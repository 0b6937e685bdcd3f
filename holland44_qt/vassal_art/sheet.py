"""The maps of a VASSAL module as a sheet: boards as pictures, or as grids with their names."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from engine.vassal.cells import Cell
from engine.vassal.map_drawing import BoardDrawing, MapDrawing
from engine.vassal.plane import SpotBoard
from holland44_qt.fonts import font
from holland44_qt.theme import Theme
from holland44_qt.vassal_art import ART
from holland44_qt.vassal_art.gallery import Gallery

EDGE = 0.4
"""Margin around each map, in units of the board."""
NAMES_FROM, GRID_FROM = 26.0, 7.0
"""Minimum pixels per unit at which names of cells, and the cells themselves, are drawn."""
PAPER, LINE, INK, TABLE = QColor("#e9e5d6"), QColor("#a39b80"), QColor("#3a382f"), QColor("#c9c5b8")
EMPTY = 0.0, 0.0, 12.0, 8.0
"""The bounds of the sheet for a module without maps."""


class PictureSheet(QObject):
    """All maps of a module in one plane, painted like the sheet of a drawn map.

    ``grown`` is emitted with the part of the scene that can now be painted in better quality.
    """

    grown = Signal(QRectF)

    def __init__(self, board: SpotBoard, theme: Theme) -> None:
        super().__init__()
        self.board, self.theme = board, theme
        self.backdrop = TABLE
        self.gallery = Gallery(board.drawing.picture, self)
        self.gallery.grown.connect(self._grown)
        self.numbers = tuple(i for i, (_, _, width, _) in enumerate(board.sheets) if width > 0)
        """The indices of the visible maps."""
        self.bounds = QRectF()
        """The bounds of all maps in scene coordinates."""
        if not self.numbers:
            self.bounds = QRectF(*EMPTY)
        for i in self.numbers:
            self.bounds = self.bounds.united(self.sheet(i))

    @property
    def parts(self) -> tuple[tuple[str, QRectF], ...]:
        """The name and bounds of each map: the main map first, then the largest."""
        maps = self.board.drawing.maps
        result = [(maps[i].name, self.sheet(i)) for i in self.numbers]
        return tuple(sorted(result, key=_worth)) or (("", self.bounds),)

    def watch(self, refresh: Callable[[QRectF], None], on_failure: Callable[[str], None]) -> None:
        """Connect callbacks: ``refresh`` for areas that can be painted better, ``on_failure`` for
        unreadable pictures.
        """
        self.grown.connect(refresh)
        self.gallery.failed.connect(on_failure)

    def stop(self) -> None:
        """Stop cutting tiles of large pictures."""
        self.gallery.stop()

    def sheet(self, number: int) -> QRectF:
        """Return the rectangle of a map in the scene, with its margin."""
        west, north, width, height = self.board.sheets[number]
        return QRectF(west, -north, width, height).adjusted(-EDGE, -EDGE, EDGE, EDGE)

    def paint(
        self, painter: QPainter, rect: QRectF, scale: float, hidden: Collection[str] = ()
    ) -> None:
        """Draw a rectangle of the scene, with its corner at the painter's origin."""
        painter.save()
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        painter.fillRect(QRectF(0, 0, rect.width() * scale, rect.height() * scale), TABLE)
        painter.scale(scale, scale)
        painter.translate(-rect.topLeft())
        for number in self.numbers:
            if self.sheet(number).intersects(rect):
                self._paint_map(painter, number, rect, scale, hidden)
        painter.restore()

    # -- a map ------------------------------------------------------------------------------------

    def _paint_map(
        self, painter: QPainter, number: int, rect: QRectF, scale: float, hidden: Collection[str]
    ) -> None:
        map_ = self.board.maps[number]
        west, north, width, height = self.board.sheets[number]
        whole = QRectF(west, -north, width, height)
        unit = self.board.unit
        shown = QRectF(west, -north, map_.width / unit, map_.height / unit)
        shown = shown if map_.boards else whole
        painter.fillRect(shown, QColor(map_.background) if map_.background else PAPER)
        bare = False
        for board in map_.boards:
            place = self._rect(number, board.x, board.y, board.width, board.height)
            if not place.intersects(rect):
                continue
            if ART in hidden or not self._picture(painter, board, place, rect):
                painter.fillRect(place, QColor(board.color) if board.color else PAPER)
                bare = True
        if bare or not map_.boards:
            self._plan(painter, number, map_, rect, scale, hidden)
        painter.setPen(QPen(LINE, 1.5 / scale))
        painter.setBrush(QColor(0, 0, 0, 0))
        painter.drawRect(shown)

    def _rect(self, number: int, x: float, y: float, width: float, height: float) -> QRectF:
        u, v = self.board.point(number, x, y)
        return QRectF(u, -v, width / self.board.unit, height / self.board.unit)

    def _picture(self, painter: QPainter, board: BoardDrawing, place: QRectF, rect: QRectF) -> bool:
        """Draw the needed part of a board's picture; return False if the board has none to show."""
        if not board.picture:
            return False
        visible = place.intersected(rect)
        unit = self.board.unit
        corner = QPointF(*(board.corner or (0, 0)))
        source = QRectF(
            corner + (visible.topLeft() - place.topLeft()) * unit, visible.size() * unit
        )
        if not board.reversed:
            return self.gallery.draw(painter, board.picture, visible, source)
        painter.save()
        painter.translate(place.center())
        painter.rotate(180)
        painter.translate(-place.center())
        visible = QRectF(
            place.topLeft() + place.bottomRight() - visible.bottomRight(), visible.size()
        )
        source = QRectF(
            corner + (visible.topLeft() - place.topLeft()) * unit, visible.size() * unit
        )
        drawn = self.gallery.draw(painter, board.picture, visible, source)
        painter.restore()
        return drawn

    # -- our own drawing --------------------------------------------------------------------------

    def _plan(
        self, painter: QPainter, number: int, map_: MapDrawing, rect: QRectF, scale: float,
        hidden: Collection[str],
    ) -> None:  # fmt: skip
        """Draw the cells, zones and named points of a map."""
        west, north, _, _ = self.board.sheets[number]
        unit = self.board.unit
        painter.save()
        painter.translate(west, -north)
        painter.scale(1 / unit, 1 / unit)
        painter.setClipRect(QRectF(0, 0, map_.width, map_.height))
        visible = rect.translated(-west, north)
        left, top = (visible.left() - 1.5) * unit, (visible.top() - 1.5) * unit
        right, bottom = (visible.right() + 1.5) * unit, (visible.bottom() + 1.5) * unit
        painter.setBrush(QColor(0, 0, 0, 0))
        cells = list(map_.cells(left, top, right, bottom)) if scale >= GRID_FROM else []
        if "grid" not in hidden:
            painter.setPen(QPen(LINE, max(unit * 0.02, unit / scale)))
            for cell in cells:
                painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in cell.outline]))
        painter.setPen(QPen(INK, unit * 0.03))
        for name, path in map_.zones:
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in path]))
            if path:
                x, y = min(p[0] for p in path), min(p[1] for p in path)
                self._words(painter, name, x + unit * 0.08, y + unit * 0.3, unit * 0.26, False)
        for name, x, y in map_.regions:
            painter.drawEllipse(QPointF(x, y), unit * 0.06, unit * 0.06)
            self._words(painter, name, x, y + unit * 0.36, unit * 0.22, True)
        if "numbers" not in hidden and scale >= NAMES_FROM:
            for cell in cells:
                self._cell_name(painter, cell)
        painter.restore()

    def _cell_name(self, painter: QPainter, cell: Cell) -> None:
        if not cell.name:
            return
        top = min(y for _, y in cell.outline)
        wide = max(x for x, _ in cell.outline) - min(x for x, _ in cell.outline)
        high = cell.y - top
        pointed = sum(abs(y - top) < 1 for _, y in cell.outline) < 2
        size = min(0.22 * wide, 0.34 * high, 1.1 * wide / max(1, len(cell.name)))
        down = size * (1.9 if pointed else 1.05)
        self._words(painter, cell.name, cell.x, top + down, size, True)

    def _words(
        self, painter: QPainter, text: str, x: float, y: float, size: float, centred: bool
    ) -> None:
        """Draw a line of text at a baseline; it is drawn large and scaled, so that any
        size works.
        """
        if not text or size <= 0:
            return
        painter.save()
        painter.translate(x, y)
        painter.scale(size / 40, size / 40)
        made = font("Barlow Semi Condensed", 40, QFont.Weight.Medium)
        painter.setFont(made)
        painter.setPen(QColor("#6b6552"))
        wide = painter.fontMetrics().horizontalAdvance(text)
        painter.drawText(QPointF(-wide / 2 if centred else 0, 0), text)
        painter.restore()

    def _grown(self, name: str, part: QRect) -> None:
        """Emit the area of the scene in which a picture can now be drawn better."""
        unit = self.board.unit
        for number, map_ in enumerate(self.board.maps):
            for board in map_.boards:
                if board.picture == name:
                    place = self._rect(number, board.x, board.y, board.width, board.height)
                    left, top = board.corner or (0, 0)
                    near = QRectF((part.x() - left) / unit, (part.y() - top) / unit,
                                  part.width() / unit, part.height() / unit)  # fmt: skip
                    if board.reversed:
                        size = place.size()
                        near = QRectF(QPointF(size.width(), size.height()) - near.bottomRight(),
                                      near.size())  # fmt: skip
                    self.grown.emit(near.translated(place.topLeft()))


def _worth(part: tuple[str, QRectF]) -> tuple[bool, float]:
    """Return a sort key for a map: the main map first, then the largest."""
    name, rect = part
    return "main" not in name.casefold(), -rect.width() * rect.height()
