"""The map under a moving camera.

Where the camera rests the map is painted once, in the very size of the film. While it moves, for
half a second, the whole map in a coarse scale lies under the two pictures between which it moves:
painting map for every place that is passed took most of the time of a film.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from engine.report.scene import Box
from holland44_qt.render import map_image

if TYPE_CHECKING:
    from holland44_qt.board.map_painter import MapPainter
    from holland44_qt.render import Sheet

COARSE = 32.0
"""Pixels per hex width of the map that is passed over."""
LARGEST = 4e6
"""Pixels of that map at most: larger maps are still coarser."""
KEPT = 3
"""Pictures of places of rest that are kept: where the camera comes from, where it goes."""


class FilmGround:
    """The map of one film."""

    def __init__(self, source: MapPainter | Sheet, width: int, height: int) -> None:
        self.source = source
        self.width, self.height = width, height
        self._rests: OrderedDict[Box, QImage] = OrderedDict()

    def paint(self, painter: QPainter, box: Box) -> None:
        """Draw the map of a box where the camera rests."""
        painter.drawImage(0, 0, self._rest(box))

    def paint_passing(self, painter: QPainter, box: Box, start: Box, end: Box) -> None:
        """Draw the map of a box on the way from one place of rest to another."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        bounds = self.source.bounds
        whole = Box(bounds.x(), bounds.y(), bounds.width(), bounds.height())
        wide, close = sorted((start, end), key=lambda b: -b.width)
        # The finer of the two lies above; what one of them covers needs nothing below.
        if not _holds(close, box):
            if not _holds(wide, box):
                self._show(painter, box, whole, self._coarse)
            self._show(painter, box, wide, self._rest(wide))
        self._show(painter, box, close, self._rest(close))

    def _show(self, painter: QPainter, box: Box, place: Box, picture: QImage) -> None:
        """Draw what a picture of a place has of a box."""
        left, top = max(box.x, place.x), max(box.y, place.y)
        right = min(box.x + box.width, place.x + place.width)
        bottom = min(box.y + box.height, place.y + place.height)
        if right <= left or bottom <= top:
            return
        scale, fine = self.width / box.width, picture.width() / place.width
        painter.drawImage(
            QRectF((left - box.x) * scale, (top - box.y) * scale,
                   (right - left) * scale, (bottom - top) * scale),
            picture,
            QRectF((left - place.x) * fine, (top - place.y) * fine,
                   (right - left) * fine, (bottom - top) * fine),
        )  # fmt: skip

    def _rest(self, box: Box) -> QImage:
        if box in self._rests:
            self._rests.move_to_end(box)
            return self._rests[box]
        image = QImage(self.width, self.height, QImage.Format.Format_RGB32)
        image.fill(self.source.theme["paper"])
        scale = self.width / box.width
        rect = QRectF(box.x, box.y, box.width, self.height / scale)
        with QPainter(image) as painter:
            # Outside the sheet there is paper, not what lies beyond the edge of the drawing.
            part = rect.intersected(self.source.bounds)
            if not part.isEmpty():
                painter.translate((part.x() - rect.x()) * scale, (part.y() - rect.y()) * scale)
                painter.setClipRect(QRectF(0, 0, part.width() * scale, part.height() * scale))
                self.source.paint(painter, part, scale)
        self._rests[box] = image
        if len(self._rests) > KEPT:
            self._rests.popitem(last=False)
        return image

    @cached_property
    def _coarse(self) -> QImage:
        bounds = self.source.bounds
        scale = min(COARSE, math.sqrt(LARGEST / (bounds.width() * bounds.height())))
        return map_image(self.source, bounds, scale)


def _holds(outer: Box, inner: Box) -> bool:
    """Does a box lie in another?"""
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and outer.x + outer.width >= inner.x + inner.width
        and outer.y + outer.height >= inner.y + inner.height
    )
