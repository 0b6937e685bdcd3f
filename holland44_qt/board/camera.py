"""Camera: a view of a sheet that zooms, fits and pans, by wheel, keyboard and touch."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import QNativeGestureEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from holland44_qt.board.touch import TouchFilter

READABLE = 76.0
"""Pixels per hex width at which counters are easy to read."""
LARGEST = 320.0
"""Pixels per hex width at the largest zoom."""
ZOOM_STEP = 1.25
"""Zoom factor of one notch of the wheel or one zoom key."""
TRAVEL_TIME = 420
"""Milliseconds of a camera movement to an event."""
ZOOM_TIME = 130
"""Milliseconds of a zoom."""
PAN_STEP = 120
"""Pixels of one press of a pan key."""
FAR = 20_000.0
"""Distance in pixels beyond which a zoom about a point is treated as a pan."""


ROUNDED = 1e-6
"""Relative tolerance for a scale reached in many small steps."""


MOVED = (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Move, QEvent.Type.Resize)
"""Events after which a widget over a view may cover another part of it."""


def covered(view: QWidget, other: QWidget | None) -> QRect:
    """Return the part of a view that a widget covers; empty while the widget is hidden.

    The left layout margin, reserved for a drawer, is not counted.
    """
    if other is None or not other.isVisible():
        return QRect()
    layout = other.layout()
    left = layout.contentsMargins().left() if layout is not None else 0
    place = QRect(view.mapFromGlobal(other.mapToGlobal(QPoint())), other.size())
    return place.adjusted(left, 0, 0, 0)


class Camera(QGraphicsView):
    """View of a sheet whose rectangle is in hex widths; ``zoomed`` emits the pixels per hex.

    The middle of the view is always on the sheet, and any point of the sheet can be there, so that
    zooming keeps the point under the mouse even near the edges. ``looked`` is emitted when the view
    has moved.
    """

    zoomed = Signal(float)
    looked = Signal()
    resized = Signal(float, QPointF)
    """Emitted when the view is resized, with the previous scale and middle."""
    fit_wanted = Signal()
    """Emitted when the whole sheet or its full width is to be shown."""
    uncovered = Signal()
    """Emitted when a drawer or a widget over the view appears, moves or disappears."""
    led = Signal()
    """Emitted when the user moves the camera by wheel, touch or dragging."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        scene = QGraphicsScene(self)
        # Layers are few and large: an index of items would only cost.
        scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(scene)
        self.smooth = True
        """Whether zooming is animated."""
        self._bounds, self._room = QRectF(), self.viewport().size()
        self._zoom = QVariantAnimation(self, duration=ZOOM_TIME)
        self._zoom.valueChanged.connect(self._zoom_frame)
        self._zoom.finished.connect(self._zoom_done)
        self._travel = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=TRAVEL_TIME)
        self._travel.setEasingCurve(QEasingCurve.Type.InOutSine)
        self._travel.valueChanged.connect(self._travel_frame)
        self._ends = ((1.0, QPointF()), (1.0, QPointF()))
        self._anchor, self._anchored, self._dragging = QPoint(), QPointF(), False
        self._fitted, self._covered, self._beside = True, 0, False
        self._above: QWidget | None = None
        self._below: QWidget | None = None
        self._fit = self._whole
        self._fingers = TouchFilter(self.viewport(), self.pinch)

    # -- where it looks ---------------------------------------------------------------------------

    @property
    def scale_now(self) -> float:
        """Return the scale in pixels per hex width."""
        return abs(self.transform().m11())

    @property
    def middle(self) -> QPointF:
        """Return the scene point in the middle of the view."""
        return self.mapToScene(self.viewport().rect().center())

    @property
    def fitted(self) -> bool:
        """Return whether the whole sheet or its full width is kept visible."""
        return self._fitted

    @property
    def turned(self) -> bool:
        """Return whether south is up, for the player across the table."""
        return self.transform().m11() < 0

    def turn_round(self) -> None:
        """Rotate the map by 180 degrees about the middle of the view."""
        self._zoom.stop()
        middle = self.middle
        self.rotate(180)
        self._centre(middle)
        self.viewport().update()

    def fit(self) -> None:
        """Show the whole map, and keep it fitted when the view is resized."""
        self.fit_wanted.emit()
        self._fit_as(self._whole)

    def fit_width(self) -> None:
        """Fit the map's width to the view, and keep it fitted when the view is resized."""
        self.fit_wanted.emit()
        self._fit_as(self._wide)

    def fit_rect(self, wanted: QRectF) -> None:
        """Show a part of the scene as large as possible, up to a comfortable reading scale.

        It is centred, unless that would show the area outside the sheet.
        """
        scale = min(self.fitting(wanted), READABLE)
        self.show_at(scale, self.aimed(scale, wanted.center()))

    def leave_left(self, room: int) -> None:
        """Reserve a number of pixels at the left edge, and show points of interest beside them.

        A map fitted beside them is fitted again when they are released; otherwise the map does not
        move.
        """
        self._covered = room
        if not room and self._fitted and self._beside:
            self._fit_as(self._fit)
        self.uncovered.emit()

    @property
    def port(self) -> QRect:
        """Return the uncovered part of the viewport."""
        whole = self.viewport().rect()
        return whole.adjusted(min(self._covered, whole.width() // 2), 0, 0, 0)

    def lie_under(self, above: QWidget, below: QWidget) -> None:
        """Keep :attr:`free_part` clear of a widget at the upper edge and one at the lower edge."""
        self._above, self._below = above, below
        for other in (above, below):
            other.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Report that a widget over the view has moved."""
        if watched in (self._above, self._below) and event.type() in MOVED:
            self.uncovered.emit()
        return super().eventFilter(watched, event)

    @property
    def free_part(self) -> QRect:
        """Return the part of the view that no drawer, message or strip covers, in pixels."""
        free = self.port.translated(self.viewport().pos())
        above, below = covered(self, self._above), covered(self, self._below)
        free.setTop(max(free.top(), above.bottom() + 1))
        if below.intersects(free):
            free.setBottom(below.top() - 1)
        return free

    @property
    def visible_part(self) -> QRectF:
        """Return the visible part of the scene."""
        return self.mapToScene(self.port).boundingRect()

    @property
    def _middle_part(self) -> QRectF:
        """Return the middle two thirds of the visible part, extended to the sheet's edges where
        visible.
        """
        visible, whole = self.visible_part, self._bounds.adjusted(0.1, 0.1, -0.1, -0.1)
        across, down = visible.width() / 6, visible.height() / 6
        return visible.adjusted(
            across if visible.left() > whole.left() else 0,
            down if visible.top() > whole.top() else 0,
            -across if visible.right() < whole.right() else 0,
            -down if visible.bottom() < whole.bottom() else 0,
        )

    def fitting(self, wanted: QRectF) -> float:
        """Return the scale at which a part of the scene fills the uncovered view."""
        room = self.port.size()
        return min(room.width() / wanted.width(), room.height() / wanted.height())

    def aimed(self, scale: float, point: QPointF) -> QPointF:
        """Return the view's centre that shows a point best at a scale.

        The point is in the middle of the uncovered view, or as near as possible without showing the
        area outside the sheet.
        """
        scale = self._within(scale)
        port, whole = self.port, self._bounds
        x = _between(point.x(), whole.left(), whole.right(), port.width() / scale)
        y = _between(point.y(), whole.top(), whole.bottom(), port.height() / scale)
        off = (self.viewport().rect().center() - port.center()).toPointF() / scale
        return QPointF(x, y) + (-off if self.turned else off)

    def bookmark_view(self) -> Callable[[], None]:
        """Return a function that restores the present view."""
        if self._fitted:
            how = self._fit
            return lambda: self._fit_as(how)
        scale, middle = self.scale_now, self.middle
        return lambda: self.show_at(scale, middle)

    def show_at(self, scale: float, middle: QPointF) -> None:
        """Centre the view on a point of the scene at a scale in pixels per hex width."""
        self._zoom.stop()
        self._travel.stop()
        self._fitted = False
        self._set_scale(self._within(scale))
        self._centre(middle)

    @property
    def zooming(self) -> bool:
        """Return whether a zoom is in progress."""
        return self._running()

    @property
    def travelling(self) -> bool:
        """Return whether a camera movement is in progress."""
        return self._travel.state() == QVariantAnimation.State.Running

    def travel(self, scale: float, middle: QPointF, time: int = TRAVEL_TIME) -> None:
        """Move smoothly to a point of the scene at a scale in pixels per hex width.

        ``time`` is in milliseconds.
        """
        if not self.smooth:
            self.show_at(scale, middle)
            return
        self._zoom.stop()
        self._travel.stop()
        self._fitted = False
        self._ends = (self.scale_now, self.middle), (self._within(scale), middle)
        self._travel.setDuration(time)
        self._travel.start()

    def _travel_frame(self, at: float) -> None:
        (from_scale, start), (to_scale, end) = self._ends
        self._set_scale(from_scale * (to_scale / from_scale) ** at)
        self._centre(start + (end - start) * at)

    def centre_on(self, point: QPointF) -> None:
        """Centre the view on a point of the scene."""
        self._travel.stop()
        self._fitted = False
        self._centre(point)

    def zoom_by(self, factor: float, anchor: QPoint | None = None) -> None:
        """Zoom smoothly; the anchor point (default: the middle) stays in place.

        The last step out shows the whole sheet, wherever the anchor is.
        """
        self._fitted = False
        aim = self._zoom.endValue() if self._running() else self.scale_now
        wanted = self._within(aim * factor)
        anchor = anchor if anchor is not None else self.viewport().rect().center()
        if factor < 1 and wanted <= self._smallest():
            common = self._in_both(wanted)
            if common is None:
                self.fit()
                return
            anchor = common
        if anchor != self._anchor or not self._dragging:
            # Notch by notch about one point: what was rounded before does not add up.
            self._anchor, self._anchored, self._dragging = anchor, self.mapToScene(anchor), True
        self._zoom.stop()
        self._zoom.setDuration(ZOOM_TIME if self.smooth else 0)
        self._zoom.setStartValue(self.scale_now)
        self._zoom.setEndValue(wanted)
        self._zoom.start()

    def pinch(self, factor: float, anchor: QPoint, moved: QPoint) -> None:
        """Zoom at once about a touch point that has just moved by some pixels."""
        self._travel.stop()
        self.led.emit()
        self._fitted = False
        self._zoom.stop()
        self._anchor, self._anchored = anchor, self.mapToScene(anchor - moved)
        self._dragging = False
        self._zoom_frame(self._within(self.scale_now * factor))

    def pan(self, dx: int, dy: int) -> None:
        """Pan the view by pixels, east and south positive."""
        self._travel.stop()
        self._fitted = self._dragging = False
        self._push(QPoint(dx, dy))

    # -- how it does so ---------------------------------------------------------------------------

    def _fit_as(self, how: Callable[[], tuple[float, QPointF]]) -> None:
        self._zoom.stop()
        self._travel.stop()
        self._fitted, self._fit, self._beside = True, how, bool(self._covered)
        scale, middle = how()
        self._set_scale(scale)
        self._centre(middle)

    @property
    def _sees_all(self) -> bool:
        return self._fitted and self._fit == self._whole

    def _whole(self) -> tuple[float, QPointF]:
        scale = self._smallest()
        return scale, self.aimed(scale, self._bounds.center())

    def _wide(self) -> tuple[float, QPointF]:
        scale = max(self._smallest(), self.port.width() / self._bounds.width())
        return scale, QPointF(self.aimed(scale, self._bounds.center()).x(), self.middle.y())

    def _smallest(self) -> float:
        room = self.port.size()
        return max(
            1.0, min(room.width() / self._bounds.width(), room.height() / self._bounds.height())
        )

    def _within(self, scale: float) -> float:
        return max(min(self._smallest(), LARGEST), min(scale, LARGEST))

    def _set_scale(self, scale: float) -> None:
        factor = scale / self.scale_now
        self.scale(factor, factor)
        self._give_room()
        self.zoomed.emit(scale)

    def _give_room(self) -> None:
        """Let the view be panned over the edges of the sheet by half its size."""
        self._room, scale = self.viewport().size(), self.scale_now
        across, down = self._room.width() / 2 / scale, self._room.height() / 2 / scale
        self.setSceneRect(self._bounds.adjusted(-across, -down, across, down))

    def _centre(self, point: QPointF) -> None:
        """Centre the view on a point of the scene, or on the nearest point of the sheet."""
        self._dragging = False
        self.centerOn(point)
        self.looked.emit()

    def _push(self, by: QPoint) -> None:
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + by.x())
        down.setValue(down.value() + by.y())
        self.looked.emit()

    def _in_both(self, scale: float) -> QPoint | None:
        """Return the view point whose scene point is the same in the fitted view; None if far away.

        A zoom about it leads from the current view to the whole sheet.
        """
        ratio = scale / self.scale_now
        if ratio >= 1:
            return None
        middle = QPointF(self.viewport().rect().center())
        now = QPointF(self.mapFromScene(self._bounds.center()))
        common = (middle - now * ratio) / (1 - ratio)
        return common.toPoint() if common.manhattanLength() < FAR else None

    def _zoom_frame(self, scale: float) -> None:
        self._set_scale(scale)
        self._push(self.mapFromScene(self._anchored) - self._anchor)

    def _zoom_done(self) -> None:
        """Keep showing the whole sheet after a resize, if it was shown before."""
        if self.scale_now <= self._smallest() * (1 + ROUNDED):
            self.fit()

    def _running(self) -> bool:
        return self._zoom.state() == QVariantAnimation.State.Running

    # -- what the user does -----------------------------------------------------------------------

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the cursor."""
        self._travel.stop()
        self.led.emit()
        notches = event.angleDelta().y() / 120
        if notches:
            self.zoom_by(ZOOM_STEP**notches, event.position().toPoint())
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        """Zoom by touch-pad gestures; pass on all other events."""
        if (
            isinstance(event, QNativeGestureEvent)
            and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture
        ):
            at = event.position().toPoint()
            self.pinch(max(0.1, 1 + event.value()), at, QPoint())
            return True
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the whole map fitted if it was, else keep the middle.

        If no area outside the sheet was visible, none becomes visible.
        """
        before = QRect(QPoint(), self._room)
        scale, middle = self.scale_now, self.mapToScene(before.center())
        within = self._bounds.adjusted(-0.1, -0.1, 0.1, 0.1).contains(
            self.mapToScene(before.adjusted(self._covered, 0, 0, 0)).boundingRect()
        )
        super().resizeEvent(event)
        if self._fitted:
            self._fit_as(self._fit)
        else:
            self._give_room()
            aside = QPointF(self._covered / 2 / scale, 0) * (-1 if self.turned else 1)
            self._centre(self.aimed(scale, middle + aside) if within else middle)
        self.resized.emit(scale, middle)

    def stop(self) -> None:
        """Stop all animations."""
        self._zoom.stop()
        self._travel.stop()
        self._fingers.stop()


def _between(at: float, low: float, high: float, visible: float) -> float:
    """Return the middle of a visible stretch, as near to a place as the ends allow."""
    if high - low <= visible:
        return (low + high) / 2
    return max(low + visible / 2, min(at, high - visible / 2))
