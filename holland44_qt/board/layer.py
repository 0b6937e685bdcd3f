"""Base of the layers above the map: one item for all marks of a kind, drawn where exposed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPolygonF, QRegion
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem

from engine.board.board import Board
from engine.board.grid import Grid, Point

RECTS = 16
"""Number of exposed rectangles above which their bounds are used instead."""


def to_scene(point: Point) -> QPointF:
    """Convert a grid point to the scene: hex widths, north up."""
    return QPointF(point[0], -point[1])


@lru_cache(maxsize=4096)
def side_middle(grid: Grid, hexside: str) -> QPointF | None:
    """Return the middle of a hexside in the scene, or None for an invalid name."""
    try:
        (ua, va), (ub, vb) = grid.ends(hexside)
    except ValueError:
        return None
    return to_scene(((ua + ub) / 2, (va + vb) / 2))


@lru_cache(maxsize=4)
def _centres(board: Board) -> Mapping[int, QPointF]:
    """Return the middles of a board's places, cached for all layers."""
    return _Centres(board)


class _Centres(dict[int, QPointF]):
    """Lazy middles of places; on a loose board new places appear during play."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, place: int) -> QPointF:
        point = self[place] = to_scene(self._board.centres[place])
        return point


class SceneLayer(QGraphicsItem):
    """Layer over the whole board; subclasses draw in :meth:`paint`.

    Layers ignore the mouse; hexes under it are computed.
    """

    def __init__(self, board: Board, bounds: QRectF) -> None:
        super().__init__()
        self._lie_over(board, bounds)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def set_board(self, board: Board, bounds: QRectF) -> None:
        """Cover another board."""
        self.prepareGeometryChange()
        self._lie_over(board, bounds)

    def boundingRect(self) -> QRectF:
        """Return the rectangle of the whole map."""
        return self._bounds

    def touch(self, places: Iterable[int]) -> None:
        """Repaint the surroundings of places."""
        for place in places:
            middle = self.centre(place)
            self.update(QRectF(middle.x() - 1, middle.y() - 1, 2, 2))

    def centre(self, place: int) -> QPointF:
        """Return the middle of a hex in the scene."""
        return self._centres[place]

    def outline(self, place: int) -> QPolygonF:
        """Return the outline of a hex in the scene."""
        return QPolygonF([to_scene(corner) for corner in self.board.corners(place)])

    def _lie_over(self, board: Board, bounds: QRectF) -> None:
        self.board, self._bounds = board, bounds
        self._centres = _centres(board)

    @staticmethod
    def scale_of(painter: QPainter) -> float:
        """Return logical pixels per hex width."""
        return QStyleOptionGraphicsItem.levelOfDetailFromTransform(painter.worldTransform())


def exposed(painter: QPainter, bounds: QRectF) -> list[QRectF]:
    """Return the exposed rectangles of the scene; ``bounds`` contains them all.

    A diagonal pan exposes two thin strips whose bounds cover the whole view.
    """
    engine = painter.paintEngine()
    region: QRegion = engine.systemClip() if engine is not None else QRegion()
    if region.isEmpty() or region.rectCount() > RECTS:
        return [bounds]
    back, known = painter.deviceTransform().inverted()
    if not known:
        return [bounds]
    rects = [back.mapRect(rect.toRectF()).intersected(bounds) for rect in region]  # type: ignore[attr-defined]
    return [rect for rect in rects if not rect.isEmpty()] or [bounds]
