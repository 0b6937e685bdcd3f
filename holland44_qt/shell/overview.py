"""Overview: a small picture of the whole map with a draggable frame of the visible part."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from engine.i18n import t
from holland44_qt.board.view import BoardView
from holland44_qt.feature import Feature
from holland44_qt.frame.panels import Panel
from holland44_qt.look import ACCENT, GROUND

LATER = 120
"""Milliseconds from a change on the board to a new picture of the overview."""


class Overview(QWidget):
    """Paints a picture of the board with a frame; ``asked`` is emitted with a point of
    the scene.
    """

    asked = Signal(QPointF)

    def __init__(self, view: BoardView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._picture = QPixmap()
        self._grip: QPointF | None = None
        self._again = QTimer(self, singleShot=True, interval=LATER)
        self._again.timeout.connect(self._draw)
        self.setMinimumSize(120, 160)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(t("app.dock.overview"))
        self.setToolTip(t("shell.overview.tip"))

    def sizeHint(self) -> QSize:
        """Return the preferred size, as wide as a column of docks."""
        return QSize(240, 340)

    def refresh(self) -> None:
        """Schedule a new picture after a change on the board."""
        if self.isVisible() and not self._again.isActive():
            self._again.start()

    def stop(self) -> None:
        """Stop the timer."""
        self._again.stop()

    def showEvent(self, event: object) -> None:
        """Draw the changes made while the panel was hidden."""
        self._again.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw at the new size."""
        super().resizeEvent(event)
        self.refresh()

    @property
    def _room(self) -> QRectF:
        """The rectangle of the map in the widget."""
        bounds = self._view.part_bounds
        size = bounds.size().scaled(self.width(), self.height(), Qt.AspectRatioMode.KeepAspectRatio)
        corner = QPointF((self.width() - size.width()) / 2, (self.height() - size.height()) / 2)
        return QRectF(corner, size)

    def _to_scene(self) -> QTransform:
        """Return the transform from the widget to the scene, rotated like the board."""
        bounds, room = self._view.part_bounds, self._room
        transform = QTransform()
        transform.translate(bounds.center().x(), bounds.center().y())
        factor = bounds.width() / max(1.0, room.width()) * (-1 if self._view.turned else 1)
        transform.scale(factor, factor)
        transform.translate(-room.center().x(), -room.center().y())
        return transform

    @property
    def frame(self) -> QRectF:
        """The visible part of the board, in widget coordinates."""
        visible = self._view.mapToScene(self._view.viewport().rect()).boundingRect()
        back, _ = self._to_scene().inverted()
        return back.mapRect(visible)

    def _draw(self) -> None:
        room, ratio = self._room, self.devicePixelRatioF()
        self._picture = QPixmap((room.size() * ratio).toSize())
        self._picture.fill(QColor(GROUND))
        self._picture.setDevicePixelRatio(ratio)
        with QPainter(self._picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            target = QRectF(QPointF(0, 0), room.size())
            if self._view.turned:
                painter.translate(target.width(), target.height())
                painter.rotate(180)
            self._view.paint_small(painter, target)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture with the frame, and dim the area outside the frame."""
        with QPainter(self) as painter:
            room, frame = self._room, self.frame.intersected(self._room)
            painter.drawPixmap(room, self._picture, QRectF(self._picture.rect()))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(QColor(20, 16, 10, 60)))
            for part in _around(room, frame):
                painter.drawRect(part)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for color, width in (("#ffffff", 4), (ACCENT, 2)):
                painter.setPen(QPen(QColor(color), width))
                painter.drawRect(frame.adjusted(1, 1, -1, -1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Grab the frame, or move it to the mouse."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        at = event.position()
        frame = self.frame
        self._grip = at - frame.center() if frame.contains(at) else QPointF()
        self._go(at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the frame."""
        if self._grip is not None:
            self._go(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Release the frame."""
        self._grip = None

    def _go(self, at: QPointF) -> None:
        self.asked.emit(self._to_scene().map(at - (self._grip or QPointF())))


def _around(room: QRectF, hole: QRectF) -> Iterable[QRectF]:
    """Return the area outside the frame, as four rectangles."""
    if hole.isEmpty():
        return
    yield QRectF(room.topLeft(), QPointF(room.right(), hole.top()))
    yield QRectF(QPointF(room.left(), hole.bottom()), room.bottomRight())
    yield QRectF(QPointF(room.left(), hole.top()), hole.bottomLeft())
    yield QRectF(hole.topRight(), QPointF(room.right(), hole.bottom()))


class OverviewFeature(Feature):
    """Feature with the dock of the overview."""

    def panels(self) -> Iterable[Panel]:
        """Return the overview as a panel to the left of the board."""
        self.overview = Overview(self.view)
        yield Panel("overview", self.overview, icon="overview")

    def ready(self) -> None:
        """Follow the board."""
        overview, view = self.overview, self.view
        overview.asked.connect(view.centre_on)
        for bar in (view.horizontalScrollBar(), view.verticalScrollBar()):
            bar.valueChanged.connect(overview.update)
            bar.rangeChanged.connect(overview.update)
        view.zoomed.connect(overview.update)
        view.tiles.painted.connect(overview.refresh)
        self.session.stepped.connect(overview.refresh)
        self.window.preferences.changed.connect(overview.refresh)

    def release(self) -> None:
        """Stop the timer."""
        self.overview.stop()
