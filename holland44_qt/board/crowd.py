"""Crowds of stacks: an index of visible stacks, and specks that are painted together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

TINIEST = 2
"""Pixels of the smallest speck."""
LARGE = 8
"""Size in pixels up to which specks are painted together, pixel by pixel."""
FILLED = 0.75
"""Fraction of its reach that a rotatable piece fills."""


class PlacedStack(Protocol):
    """Position and size of a stack for the crowd layer."""

    @property
    def middle(self) -> QPointF:
        """Return the stack's middle in the scene."""

    @property
    def reach(self) -> float:
        """Return width and height of the drawn stack, in scene units."""


class Crowd:
    """Spatial index of stacks in painting order."""

    def __init__(self, stacks: Sequence[PlacedStack]) -> None:
        self._x = np.array([stack.middle.x() for stack in stacks])
        self._y = np.array([stack.middle.y() for stack in stacks])
        self._reach = np.array([stack.reach for stack in stacks])
        self._colors = np.zeros(0, np.uint32)

    def within(self, rects: Sequence[QRectF], more: float = 0.0) -> list[int]:
        """Return the indices of stacks that overlap rectangles of the scene, lowest first.

        ``more`` widens the rectangles on all sides.
        """
        result: list[int] = self._near(rects, more).tolist()
        return result

    def _near(self, rects: Sequence[QRectF], more: float = 0.0) -> NDArray[np.intp]:
        near = np.zeros(len(self._x), bool)
        reach = self._reach + more
        for rect in rects:
            near |= (
                (self._x >= rect.left() - reach) & (self._x <= rect.right() + reach)
                & (self._y >= rect.top() - reach) & (self._y <= rect.bottom() + reach)
            )  # fmt: skip
        return near.nonzero()[0]

    @property
    def colored(self) -> bool:
        """Return whether the colours of the specks are set."""
        return len(self._colors) == len(self._x)

    def color(self, colors: Sequence[QColor]) -> None:
        """Set the colours of the specks."""
        self._colors = np.array([color.rgb() for color in colors], np.uint32)

    def paint(self, painter: QPainter, rects: Sequence[QRectF], to_screen: QTransform) -> None:
        """Paint the stacks within rectangles of the scene as squares of one colour.

        The painter must be untransformed; ``to_screen`` may only scale, shift and rotate by 180
        degrees.
        """
        for rect in rects:
            self._paint(painter, to_screen.mapRect(rect).toAlignedRect().toRectF(), to_screen)

    def _paint(self, painter: QPainter, target: QRectF, to_screen: QTransform) -> None:
        visible = self._near([to_screen.inverted()[0].mapRect(target)])
        ratio = painter.device().devicePixelRatioF()
        wide, high = round(target.width() * ratio), round(target.height() * ratio)
        if not len(visible) or not wide or not high:
            return
        x = (self._x[visible] * to_screen.m11() + to_screen.dx() - target.left()) * ratio
        y = (self._y[visible] * to_screen.m22() + to_screen.dy() - target.top()) * ratio
        edge = self._reach[visible] * (FILLED * abs(to_screen.m11()) * ratio)
        edge = np.maximum(TINIEST, np.rint(edge)).astype(int)
        color = self._colors[visible]
        left = np.rint(x - edge / 2).astype(int)
        top = np.rint(y - edge / 2).astype(int)
        pixels = np.zeros((high, wide), np.uint32)
        large = edge > LARGE  # they lie below the others
        squares = zip(left[large], top[large], edge[large], color[large], strict=True)
        for x0, y0, size, ink in squares:
            pixels[max(0, y0) : max(0, y0 + size), max(0, x0) : max(0, x0 + size)] = ink
        for size in range(TINIEST, LARGE + 1):
            mine = edge == size
            for k in range(size * size if mine.any() else 0):
                across, down = left[mine] + k % size, top[mine] + k // size
                inside = (across >= 0) & (across < wide) & (down >= 0) & (down < high)
                pixels[down[inside], across[inside]] = color[mine][inside]
        image = QImage(pixels.data, wide, high, 4 * wide, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        painter.drawImage(target.topLeft(), image)
