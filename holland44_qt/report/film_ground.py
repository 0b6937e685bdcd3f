"""The map under a moving camera: squares of it, drawn when they are first seen.

A film of a few moments sees little of a map. Drawing all between them in the closest scale took two
thirds of the time of a film.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QImage, QPainter

from engine.report.scene import Box
from holland44_qt.render import map_image

if TYPE_CHECKING:
    from holland44_qt.board.map_painter import MapPainter
    from holland44_qt.render import Sheet

SQUARE = 512
"""Pixels of a side of a square."""
KEPT = 240
"""Squares that are kept: 250 MB at most, and a film in 4K needs 100 at once."""
STEPS = 4
"""Scales in which squares are drawn, to a doubling."""


class FilmGround:
    """Squares of one map in a few scales."""

    def __init__(self, source: MapPainter | Sheet) -> None:
        self.source = source
        bounds = source.bounds
        self._whole = Box(bounds.x(), bounds.y(), bounds.width(), bounds.height())
        self._squares: OrderedDict[tuple[int, int, int], QImage] = OrderedDict()

    def paint(self, painter: QPainter, box: Box, width: int, *, moving: bool) -> None:
        """Draw the map of a box, the box's corner at the painter's origin, so many dots wide.

        While the camera moves the map is up to half as fine: such a frame is seen for a blink.
        """
        whole, scale = self._whole, width / box.width
        left, top = max(box.x, whole.x), max(box.y, whole.y)
        right = min(box.x + box.width, whole.x + whole.width)
        bottom = min(box.y + box.height, whole.y + whole.height)
        if right <= left or bottom <= top:
            return
        octaves = round(math.log2(scale), 6)
        step = math.floor(octaves) * STEPS if moving else math.ceil(octaves * STEPS)
        fine = 2 ** (step / STEPS)
        x, y = (left - whole.x) * fine, (top - whole.y) * fine
        far, low = (right - whole.x) * fine, (bottom - whole.y) * fine
        # Put together in their own scale first: squares that are scaled one by one show seams.
        corner = QPoint(math.floor(x), math.floor(y))
        seen = QImage(
            math.ceil(far) - corner.x(), math.ceil(low) - corner.y(), QImage.Format.Format_RGB32
        )
        with QPainter(seen) as joined:
            for row in range(corner.y() // SQUARE, math.ceil(low / SQUARE)):
                for column in range(corner.x() // SQUARE, math.ceil(far / SQUARE)):
                    at = QPoint(column * SQUARE, row * SQUARE) - corner
                    joined.drawImage(at, self._square(step, column, row))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        target = QRectF((left - box.x) * scale, (top - box.y) * scale, (right - left) * scale,
                        (bottom - top) * scale)  # fmt: skip
        painter.drawImage(target, seen, QRectF(x - corner.x(), y - corner.y(), far - x, low - y))

    def _square(self, step: int, column: int, row: int) -> QImage:
        key = (step, column, row)
        if key in self._squares:
            self._squares.move_to_end(key)
            return self._squares[key]
        side = SQUARE / 2 ** (step / STEPS)
        rect = QRectF(self._whole.x + column * side, self._whole.y + row * side, side, side)
        image = map_image(self.source, rect, SQUARE / side)
        self._squares[key] = image
        if len(self._squares) > KEPT:
            self._squares.popitem(last=False)
        return image
