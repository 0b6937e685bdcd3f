"""The board: map, counters and highlights in one view that zooms and pans."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QMouseEvent, QPolygonF, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from engine.board.geometry import nearest
from engine.core.state import State
from engine.log.annotations import Shape
from engine.modules import Module
from holland44_qt.board.highlights import Highlight
from holland44_qt.board.overlay import OverlayLayer
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.stacks import StacksLayer
from holland44_qt.board.tiles import TileLayer, TileStore
from holland44_qt.render import map_sheet

READABLE = 76.0
"""Pixels per hex width at which counters are read with ease."""
LARGEST = 320.0
"""Pixels per hex width at the largest zoom."""
ZOOM_STEP = 1.25
"""The factor of one notch of the wheel and of the zoom keys."""
ZOOM_TIME = 130
"""Milliseconds of a zoom."""
ROOM = 2.0
"""Hex widths that the map can be pushed beyond the edge of the view."""
PAN_STEP = 120
"""Pixels of one press of a pan key."""


class BoardView(QGraphicsView):
    """The board on the screen.

    ``hovered`` gives the int of the hex under the mouse, or -1; ``zoomed`` the pixels per hex.
    """

    hovered = Signal(int)
    zoomed = Signal(float)

    def __init__(self, module: Module, pictures: Pictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        scene = QGraphicsScene(self)
        # Layers are few and large: an index of items would only cost.
        scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(scene)
        self.tiles = TileStore(self)
        self._bounds = QRectF()
        self._map = TileLayer(self.tiles, self._bounds)
        self._stacks = StacksLayer(module.board, self._bounds, pictures)
        self._overlay = OverlayLayer(module.board, self._bounds)
        for z, layer in enumerate((self._map, self._stacks, self._overlay)):
            layer.setZValue(z)
            scene.addItem(layer)
        self._zoom = QVariantAnimation(self, duration=ZOOM_TIME)
        self._zoom.valueChanged.connect(self._zoom_frame)
        self._anchor, self._anchored = QPoint(), QPointF()
        self._grabbed: QPoint | None = None
        self._hovered = -1
        self._fitted = True
        self._state = State()
        self.show_module(module)

    # -- what is shown ----------------------------------------------------------------------------

    def show_module(self, module: Module, theme: str = "day") -> None:
        """Lay out another board, empty."""
        self._module = module
        sheet = map_sheet(module, theme)
        self._bounds = sheet.bounds
        for layer in (self._stacks, self._overlay):
            layer.set_board(module.board, self._bounds)
        self._map.set_bounds(self._bounds)
        self.scene().setSceneRect(self._bounds.adjusted(-ROOM, -ROOM, ROOM, ROOM))
        self.setBackgroundBrush(sheet.theme["paper"])
        self.tiles.show(sheet)
        self.show_state(State())
        self.show_entry(Highlight(), ())
        self.fit()

    def show_state(self, state: State) -> None:
        """Show another position."""
        self._state = state
        self._stacks.show_state(state)

    def show_entry(self, highlight: Highlight, shapes: tuple[Shape, ...]) -> None:
        """Show what an entry did, and the shapes of its annotation."""
        self._overlay.show_entry(highlight, shapes)

    # -- where it looks ---------------------------------------------------------------------------

    @property
    def scale_now(self) -> float:
        """Pixels per hex width."""
        return self.transform().m11()

    def fit(self) -> None:
        """Show the whole map, and keep doing so while the view changes its size."""
        self._zoom.stop()
        self._fitted = True
        self._set_scale(self._smallest())
        self.centerOn(self._bounds.center())

    def zoom_by(self, factor: float, anchor: QPoint | None = None) -> None:
        """Zoom smoothly; what lies under the anchor (default: the middle) stays there."""
        self._fitted = False
        aim = self._zoom.endValue() if self._running() else self.scale_now
        self._anchor = anchor if anchor is not None else self.viewport().rect().center()
        self._anchored = self.mapToScene(self._anchor)
        self._zoom.stop()
        self._zoom.setStartValue(self.scale_now)
        self._zoom.setEndValue(self._within(aim * factor))
        self._zoom.start()

    def pan(self, dx: int, dy: int) -> None:
        """Push the view by pixels, east and south positive."""
        self._fitted = False
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + dx)
        down.setValue(down.value() + dy)

    def look_at(self, hexes: Sequence[int]) -> None:
        """Have hexes in sight, unless the whole map is; move only if they are not yet."""
        if not hexes or self._fitted:
            return
        wanted = self._around(hexes)
        seen = self.mapToScene(self.viewport().rect()).boundingRect()
        if not seen.contains(wanted):
            self.centerOn(wanted.center())

    def zoom_to(self, hexes: Sequence[int]) -> None:
        """Show hexes large enough to read the counters on them; without any, the middle."""
        self._zoom.stop()
        self._fitted = False
        middle = self.mapToScene(self.viewport().rect().center())
        if hexes:
            middle = self._around(hexes).center()
        self._set_scale(READABLE)
        self.centerOn(middle)

    def _around(self, hexes: Sequence[int]) -> QRectF:
        """The rectangle of hexes, with a hex more on each side."""
        points = QPolygonF([self._overlay.centre(h) for h in hexes])
        return points.boundingRect().adjusted(-1.5, -1.5, 1.5, 1.5)

    def hex_at(self, pos: QPoint) -> int:
        """The hex under a point of the view, or -1 beside the map."""
        point = self.mapToScene(pos)
        number = nearest((point.x(), -point.y()))
        return self._module.board.index.get(number, -1) if number else -1

    def _smallest(self) -> float:
        room = self.viewport().size()
        return max(
            1.0, min(room.width() / self._bounds.width(), room.height() / self._bounds.height())
        )

    def _within(self, scale: float) -> float:
        return max(min(self._smallest(), LARGEST), min(scale, LARGEST))

    def _set_scale(self, scale: float) -> None:
        factor = scale / self.scale_now
        self.scale(factor, factor)
        self.zoomed.emit(scale)

    def _zoom_frame(self, scale: float) -> None:
        self._set_scale(scale)
        moved = self.mapFromScene(self._anchored) - self._anchor
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + moved.x())
        down.setValue(down.value() + moved.y())

    def _running(self) -> bool:
        return self._zoom.state() == QVariantAnimation.State.Running

    # -- the mouse --------------------------------------------------------------------------------

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the cursor."""
        notches = event.angleDelta().y() / 120
        if notches:
            self.zoom_by(ZOOM_STEP**notches, event.position().toPoint())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the map."""
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._grabbed = event.position().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pull the map along, or tell which hex the mouse is over."""
        pos = event.position().toPoint()
        if self._grabbed is not None:
            self.pan(self._grabbed.x() - pos.x(), self._grabbed.y() - pos.y())
            self._grabbed = pos
        self._hover(self.hex_at(pos))
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of the map."""
        self._grabbed = None
        self.viewport().unsetCursor()
        super().mouseReleaseEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """No hex is under the mouse any more."""
        self._hover(-1)
        super().leaveEvent(event)

    def _hover(self, place: int) -> None:
        if place != self._hovered:
            self._hovered = place
            self._overlay.hover(place if place >= 0 else None)
            self.viewport().setToolTip(self._tip(place))
            self.hovered.emit(place)

    def _tip(self, place: int) -> str:
        """The names of the pieces in a hex, the top one first."""
        units = self._state.stack(place) if place >= 0 else ()
        names = [self._module.unit_name(self._state.pieces[u].counter) for u in reversed(units)]
        return "\n".join(names)

    # -- size -------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the whole map in sight if it was."""
        super().resizeEvent(event)
        if self._fitted:
            self.fit()

    def release(self) -> None:
        """Stop everything that still runs; the view is not used after this."""
        self._zoom.stop()
        self.tiles.stop()
