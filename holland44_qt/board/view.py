"""Board view: map, counters and highlights, and the mouse on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QMouseEvent,
    QPainter,
    QPolygonF,
)
from PySide6.QtWidgets import QWidget

from engine.core.state import State
from engine.i18n import t
from engine.log.annotations import Shape
from engine.modules.module import Module
from engine.report.highlights import Highlight
from holland44_qt.board.camera import READABLE, TRAVEL_TIME, Camera
from holland44_qt.board.drag_data import is_ours
from holland44_qt.board.flash import FlashLayer
from holland44_qt.board.layer import SceneLayer
from holland44_qt.board.map_sheet import MapSheet
from holland44_qt.board.overlay import OverlayLayer
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.render import map_sheet
from holland44_qt.board.selection import Selection
from holland44_qt.board.stack_spread import COUNTER, OFFSET, Sizes
from holland44_qt.board.stacks import StacksLayer
from holland44_qt.board.tiles import TileLayer, TileStore
from holland44_qt.board.tool import Tool
from holland44_qt.plain_text import tip
from holland44_qt.theme import Theme

if TYPE_CHECKING:
    from holland44_qt.board.render import Sheet

LEGIBLE = 40.0
"""Pixels per hex width below which a following camera zooms in."""
NEAR_BRIDGE = 0.22
"""Distance in hex widths from the middle of a drawn bridge within which the mouse is on it."""


class BoardView(Camera):
    """View of the board.

    ``hovered`` emits the index of the hex under the mouse, or -1; ``pointed`` is emitted when
    something is shown that must not be covered; ``part_shown`` emits the number of the visible part
    of the sheet, where a game has several maps; ``troubled`` emits a sentence about a picture that
    cannot be shown.
    """

    hovered = Signal(int)
    pointed = Signal()
    part_shown = Signal(int)
    troubled = Signal(str)

    def __init__(self, module: Module, pictures: Pictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("board")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.setAccessibleName(t("shell.board"))
        self.viewport().setAccessibleName(t("shell.board"))
        self.selection = Selection(self)
        self.tiles = TileStore(self)
        self._sheet: Sheet | None = None
        self._whole_sheet = QRectF()
        self._map = TileLayer(self.tiles, self._bounds)
        self._stacks = StacksLayer(module.board, self._bounds, pictures)
        self._overlay = OverlayLayer(module.board, self._bounds)
        self._flash = FlashLayer(module.board, self._bounds, self)
        for z, layer in enumerate((self._map, self._stacks, self._overlay, self._flash)):
            layer.setZValue(z)
            self.scene().addItem(layer)
        self._grabbed: QPoint | None = None
        self._mouse: QPoint | None = None
        self._hovered = -1
        self._theme, self._hidden = "day", frozenset[str]()
        self.parts: tuple[tuple[str, QRectF], ...] = ()
        """The maps that can be looked at by themselves: titles and rectangles of the scene."""
        self.part = 0
        self.moving = True
        """Whether movement on the screen is animated."""
        self._state = State()
        self._tools: list[Tool] = []
        self._holder: Tool | None = None
        self._layers: list[SceneLayer] = [self._stacks, self._overlay, self._flash]
        self.show_module(module)
        self.looked.connect(self._look_under_mouse)

    # -- what others add --------------------------------------------------------------------------

    def use(self, tool: Tool) -> None:
        """Add a mouse tool before all others."""
        self._tools.insert(0, tool)

    def put_away(self, tool: Tool) -> None:
        """Remove a mouse tool."""
        if tool in self._tools:  # a window may be closed twice
            self._tools.remove(tool)
        if self._holder is tool:
            self._holder = None

    @property
    def stacks(self) -> StacksLayer:
        """Return the layer of counters and markers."""
        return self._stacks

    @property
    def theme(self) -> Theme:
        """Return the current colour theme of the map."""
        assert self._sheet is not None, "made with the view"
        return self._sheet.theme

    def turn_box(self, turn: int) -> QRectF | None:
        """Return the position of a turn on the sheet's track; None before it is drawn, or
        without a track.
        """
        sheet = self._sheet
        return sheet.turn_boxes.get(turn) if isinstance(sheet, MapSheet) else None

    def add_layer(self, layer: SceneLayer, z: float) -> None:
        """Add a layer. Z values: the map has 0, the counters 1, the overlay 2."""
        layer.set_board(self._module.board, self._whole_sheet)
        layer.setZValue(z)
        self._layers.append(layer)
        self.scene().addItem(layer)

    # -- what is shown ----------------------------------------------------------------------------

    def show_module(self, module: Module) -> None:
        """Show another board, empty."""
        self._hover(-1)  # pictures may change the board of the same game
        self._module = module
        sheet = self._take_sheet(self._theme)
        self._whole_sheet = sheet.bounds
        for layer in self._layers:
            layer.set_board(module.board, sheet.bounds)
        self._map.set_bounds(sheet.bounds)
        self._show_map()
        self.show_state(State())
        self.show_entry(Highlight(), ())
        self.show_part(0)

    def leave_game(self) -> None:
        """Clear hover, selection and flash of the current game."""
        self._hover(-1)
        self.hovered.emit(-1)  # the cursor of the keys may have pointed elsewhere
        self._flash.stop()
        self.selection.clear()

    def _take_sheet(self, theme: str) -> Sheet:
        """Replace the sheet by that of the module in another theme."""
        if self._sheet is not None:
            self.tiles.stop()
            self._sheet.stop()
        self._sheet = map_sheet(self._module, theme)
        self._sheet.watch(self.tiles.refresh, self.troubled.emit)
        self.parts = self._sheet.parts
        return self._sheet

    def leave_above(self, room: int) -> None:
        """Reserve a number of pixels above the board."""
        self.setViewportMargins(0, room, 0, 0)

    @property
    def part_bounds(self) -> QRectF:
        """Return the bounds of the current map part in the scene."""
        return QRectF(self._bounds)

    def show_part(self, number: int) -> None:
        """Show one of the maps of the sheet, fitted."""
        self.part = number
        self._bounds = self.parts[number][1]
        self.scene().setSceneRect(self._bounds)
        self.fit()
        self.part_shown.emit(number)

    def _turn_to(self, places: Sequence[int]) -> None:
        """Switch to the map with the last of the places, unless one is on the current map."""
        points = [self._overlay.centre(place) for place in places]
        if not points or any(self._bounds.contains(point) for point in points):
            return
        candidates = (k for k, (_, rect) in enumerate(self.parts) if rect.contains(points[-1]))
        part = next(candidates, None)
        if part is not None:
            self.show_part(part)

    def show_map(self, theme: str, hidden: Collection[str] = ()) -> None:
        """Draw the same board in a theme, without some layers of MapPainter.LAYERS."""
        chosen = frozenset(hidden)
        if (theme, chosen) == (self._theme, self._hidden):
            return
        if theme != self._theme:
            self._take_sheet(theme)
        self._theme, self._hidden = theme, chosen
        self._show_map()

    def _show_map(self) -> None:
        assert self._sheet is not None, "taken before"
        self.setBackgroundBrush(self._sheet.backdrop)
        sheet = self._sheet
        self._map.show_meanwhile(sheet.rough if isinstance(sheet, MapSheet) else None)
        self.tiles.show(sheet, self._hidden)
        self.viewport().update()

    def leave_out(self, sides: frozenset[str], *, markers: bool) -> None:
        """Hide the counters of sides and, if asked, the markers."""
        self._stacks.leave_out(sides, markers=markers)

    def set_sizes(self, counter: float, spread: float) -> None:
        """Set factors for the default size of counters and spread of stacks."""
        self._stacks.set_sizes(Sizes(COUNTER * counter, OFFSET * spread))

    def paint_small(self, painter: QPainter, target: QRectF) -> None:
        """Paint the whole map with its counters into a rectangle, with the tiles available."""
        self.scene().render(painter, target, self.part_bounds, Qt.AspectRatioMode.IgnoreAspectRatio)

    @property
    def map_bounds(self) -> QRectF:
        """Return the bounds of the sheet in the scene."""
        return QRectF(self._whole_sheet)

    def send_away(self, units: Iterable[str]) -> None:
        """Hide pieces that an animation draws."""
        self._stacks.send_away(units)

    def flash(self, places: Sequence[int]) -> None:
        """Draw attention to hexes by closing rings."""
        self.pointed.emit()
        self._turn_to(places)
        self._flash.show_at(places, moving=self.moving)

    def show_state(self, state: State) -> None:
        """Show another position."""
        self._state = state
        self._stacks.show_state(state)
        self.viewport().setToolTip(self._tip(self._hovered))

    def show_again(self) -> None:
        """Repaint the maps and everything on them after a change of appearance."""
        self._show_map()
        self._stacks.forget()
        self._stacks.show_state(self._state)

    def show_entry(
        self, highlight: Highlight, shapes: tuple[Shape, ...], state: State | None = None
    ) -> None:
        """Show the effects of an entry and the shapes of its annotation, in the position after
        it.
        """
        self._overlay.show_entry(highlight, shapes, state)

    def hide_entry_marks(self, hushed: bool) -> None:
        """Hide the arrows of the current entry during a drag."""
        self._overlay.suppress_marks(hushed)

    # -- where it looks ---------------------------------------------------------------------------

    def fit_to(self, places: Sequence[int]) -> None:
        """Show hexes as large as possible, up to a comfortable reading scale."""
        if places:
            self._turn_to(places)
            self.fit_rect(self._around(places))

    def look_at(self, hexes: Sequence[int]) -> None:
        """Bring hexes into view, unless the whole map is shown or they are already visible."""
        self._turn_to(hexes)
        if not hexes or (self._sees_all and not self._covered):
            return
        self._travel.stop()  # it would go on to what was looked at before
        wanted = self._around(hexes)
        if not self.visible_part.contains(wanted & self._bounds):
            self._centre(self.aimed(self.scale_now, wanted.center()))

    def frame(
        self, hexes: Sequence[int], *, exactly: bool = False, time: int = TRAVEL_TIME
    ) -> None:
        """Frame the hexes of an event with a margin of two hexes, for a camera that follows.

        The view moves only if they are outside its middle, too small to read or too large; with
        ``exactly``, the user has chosen these hexes. ``time`` is the duration in milliseconds.
        """
        self._turn_to(hexes)
        wanted = self._around(hexes).adjusted(-1, -1, 1, 1)
        fitting = self.fitting(wanted)
        readable = self.scale_now >= min(LEGIBLE, fitting)
        inner = wanted.adjusted(2, 2, -2, -2)
        whole = self.visible_part.contains(wanted & self._bounds)
        in_sight = whole and self._middle_part.contains(inner)
        if not exactly and readable and in_sight:
            return
        scale = min(fitting, READABLE if not readable else self.scale_now)
        scale = fitting if exactly else scale  # the writer looked from so near
        scale = max(scale, min(fitting, LEGIBLE))
        self.travel(scale, self.aimed(scale, wanted.center()), time)

    def zoom_to(self, hexes: Sequence[int]) -> None:
        """Zoom to hexes so that their counters are legible; without any, to the middle."""
        self._turn_to(hexes)
        middle = self.aimed(READABLE, self._around(hexes).center()) if hexes else self.middle
        self.show_at(READABLE, middle)

    def seen_at(self, hexes: Collection[int]) -> QRectF:
        """Return the rectangle of hexes and their neighbours in the viewport; empty without any."""
        if not hexes:
            return QRectF()
        corners = self.mapFromScene(self._around(list(hexes)))
        return QRectF(corners.boundingRect())

    def show_height_of(self, hexes: Sequence[int]) -> None:
        """Centre hexes vertically; a fitted width stays fitted."""
        middle = QPointF(self.visible_part.center().x(), self._around(hexes).center().y())
        self._centre(self.aimed(self.scale_now, middle))

    def _around(self, hexes: Sequence[int]) -> QRectF:
        """Return the rectangle of hexes with a margin of one hex."""
        points = QPolygonF([self._overlay.centre(h) for h in hexes])
        return points.boundingRect().adjusted(-1.5, -1.5, 1.5, 1.5)

    def bridge_at(self, point: QPointF) -> str | None:
        """Return the id of the bridge drawn close to a point of the scene."""
        drawn = self._sheet.bridges if isinstance(self._sheet, MapSheet) else {}
        away = {id_: (middle - point).toTuple() for id_, middle in drawn.items()}
        near = min(away, key=lambda id_: math.hypot(*away[id_]), default=None)
        return near if near is not None and math.hypot(*away[near]) <= NEAR_BRIDGE else None

    def fade_pieces(self, opacity: float) -> None:
        """Set the opacity of the counters, from 1 to 0."""
        self._stacks.setOpacity(opacity)

    def hex_at(self, pos: QPoint) -> int:
        """Return the hex at a point of the view, or -1 outside the map."""
        if self._module.board.loose:
            under = self._stacks.place_under(QPointF(pos), self.viewportTransform())
            if under is not None:
                return under
        point = self.mapToScene(pos)
        return self._module.board.at((point.x(), -point.y()))

    # -- the mouse --------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pass the press to a tool, or start panning."""
        self._pressed(event, lambda tool: tool.press(event))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Pass the double click to a tool; unhandled, it counts as a press."""
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
        """Pan the map, or emit the hex under the mouse."""
        event.accept()
        pos = self._mouse = event.position().toPoint()
        takers = [self._holder] if self._holder is not None else list(self._tools)
        if self._grabbed is None and any(tool.move(event) for tool in takers):
            self._hover(self.hex_at(pos))
            return
        if self._grabbed is not None:
            self.pan(self._grabbed.x() - pos.x(), self._grabbed.y() - pos.y())
            self.led.emit()
            self._grabbed = pos
        self._hover(self.hex_at(pos))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Stop panning, or pass the release to a tool."""
        event.accept()
        holder = self._holder
        if event.buttons() == Qt.MouseButton.NoButton:
            self._holder = None
        if holder is not None and holder.release(event):
            return
        self._grabbed = None
        self.viewport().unsetCursor()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask the tools for a context menu."""
        event.setAccepted(self.ask_menu(event.pos(), event.globalPos()))

    def ask_menu(self, pos: QPoint, where: QPoint) -> bool:
        """Ask the tools for a menu at a point of the view, ``where`` on the screen."""
        return any(tool.menu(pos, where) for tool in list(self._tools))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept dragged pieces; a tool decides where they can be dropped."""
        # Who turns it down here is not asked again, though a hex is reached only further on.
        event.setAccepted(is_ours(event.mimeData()))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Clear the drag's highlights."""
        event.accept()
        self._mouse = None
        self._hover(-1)
        for tool in list(self._tools):
            tool.leave()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Let a tool decide whether a drop is possible here."""
        if any(tool.drag(event) for tool in list(self._tools)):
            self._mouse = event.position().toPoint()
            self._hover(self.hex_at(self._mouse))
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        """Pass the drop to a tool."""
        if any(tool.drop(event) for tool in list(self._tools)):
            event.acceptProposedAction()
        else:
            event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        """Emit that no hex is under the mouse."""
        self._mouse = None
        self._hover(-1)
        for tool in list(self._tools):
            tool.leave()
        super().leaveEvent(event)

    def _look_under_mouse(self) -> None:
        """Update the hovered hex after the board has moved under a resting mouse."""
        if self._mouse is not None:
            self._hover(self.hex_at(self._mouse))

    def _hover(self, place: int) -> None:
        if place != self._hovered:
            self._hovered = place
            self._overlay.hover(place if place >= 0 else None)
            self.viewport().setToolTip(self._tip(place))
            self.hovered.emit(place)

    def _tip(self, place: int) -> str:
        """Return the names of the pieces in a hex, top first, as a tooltip."""
        units = self._state.stack(place) if place >= 0 else ()
        names = [self._module.unit_name(self._state.pieces[u].counter) for u in reversed(units)]
        return tip("\n".join(names))

    def release(self) -> None:
        """Stop all timers and animations; the view is not used afterwards."""
        self.stop()
        self._flash.stop()
        self.tiles.stop()
        if self._sheet is not None:
            self._sheet.stop()
