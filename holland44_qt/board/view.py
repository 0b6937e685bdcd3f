"""The board: map, counters and highlights in one view that zooms and pans."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QMouseEvent,
    QPainter,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from engine.board.geometry import nearest
from engine.core.state import State
from engine.i18n import t
from engine.log.annotations import Shape
from engine.modules import Module
from holland44_qt.board.dragging import from_mime
from holland44_qt.board.flash import FlashLayer
from holland44_qt.board.highlights import Highlight
from holland44_qt.board.layer import SceneLayer
from holland44_qt.board.overlay import OverlayLayer
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.selection import Selection
from holland44_qt.board.stacks import COUNTER, OFFSET, Sizes, StacksLayer
from holland44_qt.board.theme import Theme
from holland44_qt.board.tiles import TileLayer, TileStore
from holland44_qt.board.tool import Tool
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
    pointed = Signal()

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
        self.setAccessibleName(t("shell.board"))
        scene = QGraphicsScene(self)
        # Layers are few and large: an index of items would only cost.
        scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(scene)
        self.selection = Selection(self)
        self.tiles = TileStore(self)
        self._bounds = QRectF()
        self._map = TileLayer(self.tiles, self._bounds)
        self._stacks = StacksLayer(module.board, self._bounds, pictures)
        self._overlay = OverlayLayer(module.board, self._bounds)
        self._flash = FlashLayer(module.board, self._bounds, self)
        for z, layer in enumerate((self._map, self._stacks, self._overlay, self._flash)):
            layer.setZValue(z)
            scene.addItem(layer)
        self._zoom = QVariantAnimation(self, duration=ZOOM_TIME)
        self._zoom.valueChanged.connect(self._zoom_frame)
        self._anchor, self._anchored = QPoint(), QPointF()
        self._grabbed: QPoint | None = None
        self._hovered = -1
        self._fitted = True
        self._fit = self._whole
        self._theme, self._hidden = "day", frozenset[str]()
        self.moving = True
        """Do things move on the screen, or are they at once where they go?"""
        self.smooth = True
        """Does the view itself zoom smoothly?"""
        self._state = State()
        self._tools: list[Tool] = []
        self._holder: Tool | None = None
        self._layers: list[SceneLayer] = [self._stacks, self._overlay, self._flash]
        self.show_module(module)

    # -- what others add --------------------------------------------------------------------------

    def use(self, tool: Tool) -> None:
        """Give the mouse to a tool before all others."""
        self._tools.insert(0, tool)

    def put_away(self, tool: Tool) -> None:
        """Take the mouse from a tool."""
        if tool in self._tools:  # a window may be closed twice
            self._tools.remove(tool)
        if self._holder is tool:
            self._holder = None

    @property
    def stacks(self) -> StacksLayer:
        """The counters and markers on the map."""
        return self._stacks

    @property
    def theme(self) -> Theme:
        """The colours the map is drawn in now."""
        return self._sheet.theme

    def add_layer(self, layer: SceneLayer, z: float) -> None:
        """Draw a layer too: the map lies at 0, the counters at 1, the overlay at 2."""
        layer.set_board(self._module.board, self._bounds)
        layer.setZValue(z)
        self._layers.append(layer)
        self.scene().addItem(layer)

    # -- what is shown ----------------------------------------------------------------------------

    def show_module(self, module: Module) -> None:
        """Lay out another board, empty."""
        self._module = module
        self._sheet = map_sheet(module, self._theme)
        self._bounds = self._sheet.bounds
        for layer in self._layers:
            layer.set_board(module.board, self._bounds)
        self._map.set_bounds(self._bounds)
        self.scene().setSceneRect(self._bounds.adjusted(-ROOM, -ROOM, ROOM, ROOM))
        self._show_map()
        self.show_state(State())
        self.show_entry(Highlight(), ())
        self.fit()

    def show_map(self, theme: str, hidden: Collection[str] = ()) -> None:
        """Draw the same board in a theme, without some layers of MapPainter.LAYERS."""
        chosen = frozenset(hidden)
        if (theme, chosen) == (self._theme, self._hidden):
            return
        if theme != self._theme:
            self._sheet = map_sheet(self._module, theme)
        self._theme, self._hidden = theme, chosen
        self._show_map()

    def _show_map(self) -> None:
        self.setBackgroundBrush(self._sheet.theme["paper"])
        self.tiles.show(self._sheet, self._hidden)
        self.viewport().update()

    def leave_out(self, sides: frozenset[str], *, markers: bool) -> None:
        """Do not show the counters of sides, nor, if asked, the markers."""
        self._stacks.leave_out(sides, markers=markers)

    def set_sizes(self, counter: float, spread: float) -> None:
        """Draw counters and the spread of stacks as many times as large as they are by default."""
        self._stacks.set_sizes(Sizes(COUNTER * counter, OFFSET * spread))

    def paint_small(self, painter: QPainter, target: QRectF) -> None:
        """Paint the whole sheet with its counters into a rectangle, as far as it is painted."""
        self.scene().render(painter, target, self._bounds, Qt.AspectRatioMode.IgnoreAspectRatio)

    @property
    def map_bounds(self) -> QRectF:
        """The sheet in the scene."""
        return QRectF(self._bounds)

    def send_away(self, units: Iterable[str]) -> None:
        """Do not draw pieces that are on their way: whoever moves them draws them."""
        self._stacks.send_away(units)

    def flash(self, places: Sequence[int]) -> None:
        """Draw the eye to hexes."""
        self.pointed.emit()
        self._flash.show_at(places, moving=self.moving)

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
        return abs(self.transform().m11())

    @property
    def turned(self) -> bool:
        """Is south up, for the player across the table?"""
        return self.transform().m11() < 0

    def turn_round(self) -> None:
        """Turn the map by half, about what is in the middle."""
        self._zoom.stop()
        middle = self.mapToScene(self.viewport().rect().center())
        self.rotate(180)
        self.centerOn(middle)
        self.viewport().update()

    def fit(self) -> None:
        """Show the whole map, and keep doing so while the view changes its size."""
        self._fit_as(self._whole)

    def fit_width(self) -> None:
        """Show the map as wide as the view, and keep doing so while the view changes its size."""
        self._fit_as(self._wide)

    def fit_to(self, places: Sequence[int]) -> None:
        """Show hexes as large as the view allows, yet no larger than is easily read."""
        if not places:
            return
        self._zoom.stop()
        self._fitted = False
        wanted, room = self._around(places), self.viewport().size()
        fitting = min(room.width() / wanted.width(), room.height() / wanted.height())
        self._set_scale(self._within(min(fitting, READABLE)))
        self.centerOn(wanted.center())

    def centre_on(self, point: QPointF) -> None:
        """Have a point of the scene in the middle."""
        self._fitted = False
        self.centerOn(point)

    def _fit_as(self, how: Callable[[], tuple[float, QPointF]]) -> None:
        self._zoom.stop()
        self._fitted, self._fit = True, how
        scale, middle = how()
        self._set_scale(scale)
        self.centerOn(middle)

    def _whole(self) -> tuple[float, QPointF]:
        return self._smallest(), self._bounds.center()

    def _wide(self) -> tuple[float, QPointF]:
        height = self.mapToScene(self.viewport().rect().center()).y()
        scale = max(self._smallest(), self.viewport().width() / self._bounds.width())
        return scale, QPointF(self._bounds.center().x(), height)

    def zoom_by(self, factor: float, anchor: QPoint | None = None) -> None:
        """Zoom smoothly; what lies under the anchor (default: the middle) stays there."""
        self._fitted = False
        aim = self._zoom.endValue() if self._running() else self.scale_now
        self._anchor = anchor if anchor is not None else self.viewport().rect().center()
        self._anchored = self.mapToScene(self._anchor)
        self._zoom.stop()
        self._zoom.setDuration(ZOOM_TIME if self.smooth else 0)
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
        if not hexes or (self._fitted and self._fit == self._whole):
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
        """Give it to a tool, or take hold of the map."""
        self._pressed(event, lambda tool: tool.press(event))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Give it to a tool; without a taker it counts as a press."""
        self._pressed(event, lambda tool: tool.double(event) or tool.press(event))

    def _pressed(self, event: QMouseEvent, ask: Callable[[Tool], bool]) -> None:
        event.accept()
        takers = [self._holder] if self._holder is not None else list(self._tools)
        taker = next((tool for tool in takers if ask(tool)), None)
        if taker is not None:
            self._holder = taker
            return
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._grabbed = event.position().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pull the map along, or tell which hex the mouse is over."""
        event.accept()
        pos = event.position().toPoint()
        takers = [self._holder] if self._holder is not None else list(self._tools)
        if self._grabbed is None and any(tool.move(event) for tool in takers):
            self._hover(self.hex_at(pos))
            return
        if self._grabbed is not None:
            self.pan(self._grabbed.x() - pos.x(), self._grabbed.y() - pos.y())
            self._grabbed = pos
        self._hover(self.hex_at(pos))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of the map, or of what a tool holds."""
        event.accept()
        holder = self._holder
        if event.buttons() == Qt.MouseButton.NoButton:
            self._holder = None
        if holder is not None and holder.release(event):
            return
        self._grabbed = None
        self.viewport().unsetCursor()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask the tools for a menu."""
        event.setAccepted(
            any(tool.menu(event.pos(), event.globalPos()) for tool in list(self._tools))
        )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Let pieces come in; a tool says where they can be dropped."""
        # Who turns it down here is not asked again, though a hex is reached only further on.
        event.setAccepted(from_mime(event.mimeData()) is not None)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """It went elsewhere."""
        event.accept()
        self._hover(-1)
        for tool in list(self._tools):
            tool.leave()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Let a tool say whether it can be dropped here."""
        if any(tool.drag(event) for tool in list(self._tools)):
            self._hover(self.hex_at(event.position().toPoint()))
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        """Give it to a tool."""
        if any(tool.drop(event) for tool in list(self._tools)):
            event.acceptProposedAction()
        else:
            event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        """No hex is under the mouse any more."""
        self._hover(-1)
        for tool in list(self._tools):
            tool.leave()
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
            self._fit_as(self._fit)

    def release(self) -> None:
        """Stop everything that still runs; the view is not used after this."""
        self._zoom.stop()
        self._flash.stop()
        self.tiles.stop()
