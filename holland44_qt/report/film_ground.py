"""Map background of a film's frames.

Where the camera rests, the map is painted once in the film's resolution and cached; for an adjacent
place only the new part is painted. While the camera moves, for half a second, cached pictures of
its start and end are stretched over a coarse map, because painting every intermediate place took
most of the time of a film.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QImage, QPainter, QRegion

from engine.report.scene import Box
from holland44_qt.board.render import map_image

if TYPE_CHECKING:
    from holland44_qt.board.map_painter import MapPainter
    from holland44_qt.board.render import Sheet

COARSE = 24.0
"""Pixels per hex width of the coarse map."""
LARGEST = 3e6
"""Maximum pixels of the coarse map; larger maps use a smaller scale."""
UNREAD = frozenset({"grid", "numbers", "names"})
"""Layers left out of the coarse map, invisible during a movement."""
KEPT = 40e6
"""Maximum pixels of cached map: twenty places in 1080p, 160 MB."""
STRIPS = 3
"""Maximum number of rectangles in which the new part of a place is painted."""


class FilmGround:
    """The map of one film."""

    def __init__(self, source: MapPainter | Sheet, width: int, height: int) -> None:
        self.source = source
        self.width, self.height = width, height
        self._rests: OrderedDict[Box, QImage] = OrderedDict()

    def paint_passing(
        self, painter: QPainter, box: Box, start: tuple[Box, QImage], end: tuple[Box, QImage]
    ) -> None:
        """Draw a box between two resting places of the camera, each with its picture."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        bounds = self.source.bounds
        whole = Box(bounds.x(), bounds.y(), bounds.width(), bounds.height())
        wide, close = sorted((start, end), key=lambda rest: -rest[0].width)
        # The finer of the two lies above; what one of them covers needs nothing below.
        if not _holds(close[0], box):
            if not _holds(wide[0], box):
                painter.fillRect(QRect(0, 0, self.width, self.height), self.source.theme["paper"])
                self._show(painter, box, whole, self._coarse)
            self._show(painter, box, *wide)
        self._show(painter, box, *close)

    def _show(self, painter: QPainter, box: Box, place: Box, picture: QImage) -> None:
        """Draw the overlap of a place's picture with a box."""
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

    def rest(self, box: Box) -> QImage:
        """Return the map of a box where the camera rests.

        It is cached: copy it before drawing on it.
        """
        if box in self._rests:
            self._rests.move_to_end(box)
            return self._rests[box]
        image = QImage(self.width, self.height, QImage.Format.Format_RGB32)
        image.fill(self.source.theme["paper"])
        scale = self.width / box.width
        place = self._pixels(box)
        new = QRegion(place)
        with QPainter(image) as painter:
            for other, picture in self._rests.items():
                at = self._pixels(other)
                if other.width == box.width and new.intersects(at):
                    visible = at.intersected(place)
                    painter.drawImage(
                        visible.topLeft() - place.topLeft(),
                        picture,
                        visible.translated(-at.topLeft()),
                    )
                    new -= QRegion(at)
            parts: list[QRect] = list(new)  # type: ignore[call-overload]
            for part in parts if len(parts) <= STRIPS else [new.boundingRect()]:
                self._paint(painter, part, place.topLeft(), scale)
        self._rests[box] = image
        while len(self._rests) > 2 and len(self._rests) * self.width * self.height > KEPT:
            self._rests.popitem(last=False)
        return image

    def _pixels(self, box: Box) -> QRect:
        """Return the pixel rectangle of a box on the whole map in its scale."""
        scale = self.width / box.width
        return QRect(round(box.x * scale), round(box.y * scale), self.width, self.height)

    def _paint(self, painter: QPainter, part: QRect, origin: QPoint, scale: float) -> None:
        """Paint some pixels of the whole map, on a picture that begins at others."""
        rect = QRectF(part.x() / scale, part.y() / scale,
                      part.width() / scale, part.height() / scale)  # fmt: skip
        # Outside the sheet there is paper, not what lies beyond the edge of the drawing.
        visible = rect.intersected(self.source.bounds)
        if visible.isEmpty():
            return
        painter.save()
        corner = part.topLeft() - origin
        painter.translate(
            corner.x() + (visible.x() - rect.x()) * scale,
            corner.y() + (visible.y() - rect.y()) * scale,
        )
        painter.setClipRect(QRectF(0, 0, visible.width() * scale, visible.height() * scale))
        self.source.paint(painter, visible, scale)
        painter.restore()

    @cached_property
    def _coarse(self) -> QImage:
        bounds = self.source.bounds
        scale = min(COARSE, math.sqrt(LARGEST / (bounds.width() * bounds.height())))
        return map_image(self.source, bounds, scale, UNREAD)


def _holds(outer: Box, inner: Box) -> bool:
    """Return whether a box is inside another."""
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and outer.x + outer.width >= inner.x + inner.width
        and outer.y + outer.height >= inner.y + inner.height
    )
