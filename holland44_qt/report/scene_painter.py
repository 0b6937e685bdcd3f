"""Painter of scenes: map, counters and marks of a moment, using the window's layers.

One painter serves pictures, documents and films, so that they match the window.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from engine.core.state import State
from engine.modules.module import Module
from engine.report.marks import layer_of
from engine.report.scene import Box, Ghost, Scene
from holland44_qt.board.layer import to_scene
from holland44_qt.board.map_painter import MapPainter
from holland44_qt.board.mark_painter import paint_marks
from holland44_qt.board.pen import Pen, Stack
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.render import gui, map_image, map_painter, map_sheet
from holland44_qt.board.stack_spread import Sizes
from holland44_qt.board.stacks import StacksLayer
from holland44_qt.report.vector_map import NUMBERS_FROM, VectorMap

if TYPE_CHECKING:
    from holland44_qt.board.render import Sheet

FAINT = 0.38
"""Opacity of counters that have left their place."""
FINE = 120.0
"""Pixels per hex width of a table of pictures in a document."""
KEPT = 6
"""Maximum number of cached map sections."""


class _AllPictures(Pictures):
    """Pictures without a time limit, because an export waits until everything is drawn."""

    def begin(self) -> None:
        """Start without a time limit."""
        self._left = float("inf")


class ScenePainter:
    """Painter of one module's scenes in one theme.

    Needs a QGuiApplication, created off the screen if there is none.
    """

    def __init__(self, module: Module, theme: str = "day") -> None:
        self.app = gui()
        self.module = module
        self.theme = theme
        self.map = _map_of(module, theme)
        self._vectors: VectorMap | None = None
        bounds = self.map.bounds
        self.whole = Box(bounds.x(), bounds.y(), bounds.width(), bounds.height())
        """The box of everything that can be shown."""
        self._pictures = _AllPictures(module)
        self._pictures.begin()
        self._layer = StacksLayer(module.board, bounds, self._pictures)
        self._cache: OrderedDict[tuple[Box, float], QImage] = OrderedDict()

    def image(self, scene: Scene, box: Box, width: int, *, before: bool = False) -> QImage:
        """Return a scene as a picture of a width in pixels; ``before``: without the entry's
        changes.
        """
        scale = width / box.width
        image = QImage(self.ground(box, scale))
        with QPainter(image) as painter:
            self.pieces(painter, scene, box, scale, before=before)
        return image

    def ground(self, box: Box, scale: float) -> QImage:
        """Return the map of a box as a cached picture, with its pixels per hex width."""
        key = (box, round(scale, 4))
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        rect = QRectF(box.x, box.y, box.width, box.height)
        image = map_image(self.map, rect, scale)
        self._cache[key] = image
        if len(self._cache) > KEPT:
            self._cache.popitem(last=False)
        return image

    def paint_map(self, painter: QPainter, box: Box, scale: float) -> None:
        """Draw the map itself for a document, its corner at the painter's origin."""
        painter.save()
        painter.setClipRect(QRectF(0, 0, box.width * scale, box.height * scale))
        if isinstance(self.map, MapPainter) and scale >= NUMBERS_FROM:
            if self._vectors is None:
                self._vectors = VectorMap(self.module, self.theme)
            self._vectors.paint(painter, box, scale)
        else:
            picture = self.ground(box, min(scale, FINE))
            painter.drawImage(QRectF(0, 0, box.width * scale, box.height * scale), picture)
        painter.restore()

    def pieces(
        self, painter: QPainter, scene: Scene, box: Box, scale: float, *, before: bool = False
    ) -> None:
        """Draw the pieces on the map, and the marks unless before the moment.

        The box's corner is at the painter's origin.
        """
        painter.save()
        painter.setClipRect(QRectF(0, 0, box.width * scale, box.height * scale))
        base = QTransform(painter.worldTransform())
        base.scale(scale, scale)
        base.translate(-box.x, -box.y)
        if not before:
            painter.setWorldTransform(base)
            paint_marks(painter, [m for m in scene.marks if layer_of(m) == "under"])
            self._ghosts(painter, scene.before, scene.ghosts, base)
        self._stacks(painter, scene.before if before else scene.after, box, base)
        if not before:
            painter.setWorldTransform(base)
            paint_marks(painter, [m for m in scene.marks if layer_of(m) == "over"])
        painter.restore()

    def _stacks(self, painter: QPainter, state: State, box: Box, base: QTransform) -> None:
        self._layer.show_state(state)
        option = QStyleOptionGraphicsItem()
        option.exposedRect = QRectF(box.x, box.y, box.width, box.height)
        painter.setWorldTransform(base)
        self._layer.paint(painter, option)

    def _ghosts(
        self, painter: QPainter, state: State, ghosts: tuple[Ghost, ...], base: QTransform
    ) -> None:
        for ghost in ghosts:
            painter.setWorldTransform(base)
            scale = QStyleOptionGraphicsItem.levelOfDetailFromTransform(base)
            pen = Pen(painter, self._pictures, scale, Sizes(), frozenset())
            pieces = tuple(state.pieces[u] for u in ghost.units if u in state.pieces)
            if pieces:
                middle = to_scene(self.module.board.centres[ghost.place])
                painter.setOpacity(FAINT)
                stack = Stack(middle, pieces, ghost.units)
                if self._pictures.framed:
                    pen.stack(stack)
                else:
                    pen.loose(stack)
                painter.setOpacity(1.0)

    def flying(
        self, painter: QPainter, pieces: list[tuple[QPointF, Stack]], box: Box, scale: float
    ) -> None:
        """Draw moving stacks at points of the scene."""
        painter.save()
        base = QTransform(painter.worldTransform())
        base.scale(scale, scale)
        base.translate(-box.x, -box.y)
        for middle, stack in pieces:
            painter.setWorldTransform(base)
            pen = Pen(painter, self._pictures, scale, Sizes(), frozenset())
            moved = Stack(middle, stack.pieces, stack.units)
            if self._pictures.framed:
                pen.stack(moved)
            else:
                pen.loose(moved)
        painter.restore()

    def send_away(self, units: frozenset[str]) -> None:
        """Hide moving units."""
        self._layer.send_away(units)

    @property
    def pictures(self) -> Pictures:
        """Return the pictures of single counters."""
        return self._pictures


def _map_of(module: Module, theme: str) -> MapPainter | Sheet:
    """Return the painter of the map: the sheet of pictures, or the drawn map without its panel."""
    return map_sheet(module, theme) if module.board.loose else map_painter(module, theme)
