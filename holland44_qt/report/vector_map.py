"""Vector map for documents: lines and letters as vectors, terrain textures as a picture.

A printed map of outlines alone takes 2 MB, because transparent pens become outlines and every hex
number a dozen curves. Halos are therefore opaque and numbers are text.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from engine.modules.module import Module
from engine.report.scene import Box
from holland44_qt.board.lettering import NUMBER_FILE, NUMBER_SIZE
from holland44_qt.board.map_painter import MapPainter
from holland44_qt.board.render import map_image, map_painter
from holland44_qt.fonts import file_font
from holland44_qt.theme import Theme

GROUND = "terrain"
"""Layer that is rendered as a picture."""
GROUND_SCALE, GROUND_MOST = 64.0, 0.7e6
"""Pixels per hex width of that picture, and pixels that it has at most."""
OPAQUE = ("halo", "number_halo", "grid")
"""Colours whose transparency would turn every stroke into an outline."""
NUMBERS_FROM = 60.0
"""Dots per hex width above which hex numbers are printed."""


class VectorMap:
    """The drawn map of a module, to be painted on pages."""

    def __init__(self, module: Module, theme: str = "day") -> None:
        self.module = module
        self.base = map_painter(module, theme)
        colors = dict(self.base.theme.colors)
        for name in OPAQUE:
            colors[name] = _over(colors[name], colors["ground"])
        opaque = Theme(theme, colors, self.base.theme.widths)
        assert module.drawn_map is not None, "the base was painted from it"
        self.map = MapPainter(module.drawn_map, opaque)

    def paint(self, painter: QPainter, box: Box, scale: float) -> None:
        """Draw a box of the map, its corner at the painter's origin; ``scale`` is dots per hex."""
        rect = QRectF(box.x, box.y, box.width, box.height)
        hidden = [name for name in self.base.LAYERS if name != GROUND]
        fine = min(GROUND_SCALE, scale, math.sqrt(GROUND_MOST / (box.width * box.height)))
        ground = map_image(self.base, rect, fine, hidden)
        painter.drawImage(QRectF(0, 0, box.width * scale, box.height * scale), ground)
        painter.save()
        painter.scale(scale, scale)
        painter.translate(-rect.topLeft())
        painter.setClipRect(rect)
        for name in self.map.LAYERS:
            if name == "numbers":
                self._numbers(painter, rect, scale)
            elif name != GROUND:
                self.map.layers[name].paint(painter, rect, scale)
        painter.restore()

    def _numbers(self, painter: QPainter, rect: QRectF, scale: float) -> None:
        """Return the numbers of the hexes, as text."""
        if scale < NUMBERS_FROM:
            return
        board, grid = self.module.board, self.module.board.grid
        font = file_font(NUMBER_FILE, max(1, round(NUMBER_SIZE * scale)))
        metrics = QFontMetricsF(font)
        frame = self.map.frame.intersected(rect)
        painter.save()
        world = painter.worldTransform()
        painter.resetTransform()
        painter.setFont(font)
        painter.setPen(self.map.theme["number"])
        for place, number in enumerate(board.numbers):
            u, v = board.centres[place]
            middle = QPointF(u, -(v + grid.top - 0.2) + 0.35 * NUMBER_SIZE)
            if frame.contains(middle):
                at = world.map(middle)
                wide = metrics.horizontalAdvance(number)
                painter.drawText(QPointF(at.x() - wide / 2, at.y()), number)
        painter.restore()


def _over(color: QColor, ground: QColor) -> QColor:
    """Return a transparent colour blended with the terrain's colour."""
    share = color.alphaF()
    pairs = zip(color.getRgbF()[:3], ground.getRgbF()[:3], strict=True)  # type: ignore[index]
    return QColor.fromRgbF(*(a * share + b * (1 - share) for a, b in pairs))
