"""The board: map, counters and highlights, and the mouse on them."""

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
"""Pixels per hex width below which a camera that follows goes nearer."""
NEAR_BRIDGE = 0.22
"""Hex widths from the middle of a drawn bridge within which it is meant."""


class BoardView(Camera):
    """The board on the screen.

    ``hovered`` gives the int of the hex under the mouse, or -1; ``pointed`` says that something
    is shown that must not be hidden; ``part_shown`` gives the number of the part of the sheet that
    is looked at, where a game has several maps; ``troubled`` one sentence about a picture that
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
        """Do things move on the screen, or are they at once where they go?"""
        self._state = State()
        self._tools: list[Tool] = []
        self._holder: Tool | None = None
        self._layers: list[SceneLayer] = [self._stacks, self._overlay, self._flash]
        self.show_module(module)
        self.looked.connect(self._look_under_mouse)

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
        assert self._sheet is not None, "made with the view"
        return self._sheet.theme

    def turn_box(self, turn: int) -> QRectF | None:
        """Position of a turn on the sheet's track; None before it is drawn, or without a track."""
        sheet = self._sheet
        return sheet.turn_boxes.get(turn) if isinstance(sheet, MapSheet) else None

    def add_layer(self, layer: SceneLayer, z: float) -> None:
        """Draw a layer too: the map lies at 0, the counters at 1, the overlay at 2."""
        layer.set_board(self._module.board, self._whole_sheet)
        layer.setZValue(z)
        self._layers.append(layer)
        self.scene().addItem(layer)

    # -- what is shown ----------------------------------------------------------------------------

    def show_module(self, module: Module) -> None:
        """Lay out another board, empty."""
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
        """Forget the hexes and units pointed at, selected or flashed in the game shown."""
        self._hover(-1)
        self.hovered.emit(-1)  # the cursor of the keys may have pointed elsewhere
        self._flash.stop()
        self.selection.clear()

    def _take_sheet(self, theme: str) -> Sheet:
        """The sheet of the module in a theme, in the place of the one before."""
        if self._sheet is not None:
            self.tiles.stop()
            self._sheet.stop()
        self._sheet = map_sheet(self._module, theme)
        self._sheet.watch(self.tiles.refresh, self.troubled.emit)
        self.parts = self._sheet.parts
        return self._sheet

    def leave_above(self, room: int) -> None:
        """Leave so many pixels above the board to others."""
        self.setViewportMargins(0, room, 0, 0)

    @property
    def part_bounds(self) -> QRectF:
        """The map that is looked at, in the scene."""
        return QRectF(self._bounds)

    def show_part(self, number: int) -> None:
        """Look at one of the maps of the sheet, as a whole."""
        self.part = number
        self._bounds = self.parts[number][1]
        self.scene().setSceneRect(self._bounds)
        self.fit()
        self.part_shown.emit(number)

    def _turn_to(self, places: Sequence[int]) -> None:
        """Look at the map that places lie on, if that is another; the last one counts."""
        points = [self._overlay.centre(place) for place in places]
        if not points or any(self._bounds.contains(point) for point in points):
            return
        found = (k for k, (_, rect) in enumerate(self.parts) if rect.contains(points[-1]))
        part = next(found, None)
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
        """Do not show the counters of sides, nor, if asked, the markers."""
        self._stacks.leave_out(sides, markers=markers)

    def set_sizes(self, counter: float, spread: float) -> None:
        """Draw counters and the spread of stacks as many times as large as they are by default."""
        self._stacks.set_sizes(Sizes(COUNTER * counter, OFFSET * spread))

    def paint_small(self, painter: QPainter, target: QRectF) -> None:
        """Paint the whole map with its counters into a rectangle, as far as it is painted."""
        self.scene().render(painter, target, self.part_bounds, Qt.AspectRatioMode.IgnoreAspectRatio)

    @property
    def map_bounds(self) -> QRectF:
        """The sheet in the scene."""
        return QRectF(self._whole_sheet)

    def send_away(self, units: Iterable[str]) -> None:
        """Do not draw moving pieces: the animation draws them."""
        self._stacks.send_away(units)

    def flash(self, places: Sequence[int]) -> None:
        """Draw the eye to hexes."""
        self.pointed.emit()
        self._turn_to(places)
        self._flash.show_at(places, moving=self.moving)

    def show_state(self, state: State) -> None:
        """Show another position."""
        self._state = state
        self._stacks.show_state(state)
        self.viewport().setToolTip(self._tip(self._hovered))

    def show_again(self) -> None:
        """Repaint the maps and everything on them after their look has changed."""
        self._show_map()
        self._stacks.forget()
        self._stacks.show_state(self._state)

    def show_entry(
        self, highlight: Highlight, shapes: tuple[Shape, ...], state: State | None = None
    ) -> None:
        """Show what an entry did, and the shapes of its annotation, in the position after it."""
        self._overlay.show_entry(highlight, shapes, state)

    def hush_entry(self, hushed: bool) -> None:
        """Leave out the arrows of the entry shown: something else is in the hand."""
        self._overlay.be_silent(hushed)

    # -- where it looks ---------------------------------------------------------------------------

    def fit_to(self, places: Sequence[int]) -> None:
        """Show hexes as large as the view allows, yet no larger than is easily read."""
        if places:
            self._turn_to(places)
            self.fit_rect(self._around(places))

    def look_at(self, hexes: Sequence[int]) -> None:
        """Have hexes in sight, unless the whole map is; move only if they are not yet."""
        self._turn_to(hexes)
        if not hexes or (self._sees_all and not self._covered):
            return
        self._travel.stop()  # it would go on to what was looked at before
        wanted = self._around(hexes)
        if not self.seen.contains(wanted & self._bounds):
            self._centre(self.aimed(self.scale_now, wanted.center()))

    def frame(
        self, hexes: Sequence[int], *, exactly: bool = False, time: int = TRAVEL_TIME
    ) -> None:
        """Frame what happens, with two hexes round it, as a camera that follows does.

        It moves only when that leaves the middle of the view, or is too small to be read there, or
        too large for it; ``exactly``: somebody has chosen these hexes to be seen. ``time`` is the
        milliseconds of the way there.
        """
        self._turn_to(hexes)
        wanted = self._around(hexes).adjusted(-1, -1, 1, 1)
        fitting = self.fitting(wanted)
        readable = self.scale_now >= min(LEGIBLE, fitting)
        inner = wanted.adjusted(2, 2, -2, -2)
        at_hand = self.seen.contains(wanted & self._bounds) and self._middle_part.contains(inner)
        if not exactly and readable and at_hand:
            return
        scale = min(fitting, READABLE if not readable else self.scale_now)
        scale = fitting if exactly else scale  # the writer looked from so near
        scale = max(scale, min(fitting, LEGIBLE))
        self.travel(scale, self.aimed(scale, wanted.center()), time)

    def zoom_to(self, hexes: Sequence[int]) -> None:
        """Show hexes large enough to read the counters on them; without any, the middle."""
        self._turn_to(hexes)
        middle = self.aimed(READABLE, self._around(hexes).center()) if hexes else self.middle
        self.show_at(READABLE, middle)

    def seen_at(self, hexes: Collection[int]) -> QRectF:
        """Rectangle of hexes and their neighbours in the viewport; empty without any."""
        if not hexes:
            return QRectF()
        corners = self.mapFromScene(self._around(list(hexes)))
        return QRectF(corners.boundingRect())

    def show_height_of(self, hexes: Sequence[int]) -> None:
        """Have hexes in the middle from top to bottom; a width that is kept is kept further."""
        middle = QPointF(self.seen.center().x(), self._around(hexes).center().y())
        self._centre(self.aimed(self.scale_now, middle))

    def _around(self, hexes: Sequence[int]) -> QRectF:
        """The rectangle of hexes, with a hex more on each side."""
        points = QPolygonF([self._overlay.centre(h) for h in hexes])
        return points.boundingRect().adjusted(-1.5, -1.5, 1.5, 1.5)

    def bridge_at(self, point: QPointF) -> str | None:
        """The id of the bridge that is drawn close to a point of the scene."""
        drawn = self._sheet.bridges if isinstance(self._sheet, MapSheet) else {}
        away = {id_: (middle - point).toTuple() for id_, middle in drawn.items()}
        near = min(away, key=lambda id_: math.hypot(*away[id_]), default=None)
        return near if near is not None and math.hypot(*away[near]) <= NEAR_BRIDGE else None

    def fade_pieces(self, opacity: float) -> None:
        """Show the counters fainter, from 1 (as they are) to 0 (not at all)."""
        self._stacks.setOpacity(opacity)

    def hex_at(self, pos: QPoint) -> int:
        """The hex under a point of the view, or -1 beside the map."""
        if self._module.board.loose:
            under = self._stacks.place_under(QPointF(pos), self.viewportTransform())
            if under is not None:
                return under
        point = self.mapToScene(pos)
        return self._module.board.at((point.x(), -point.y()))

    # -- the mouse --------------------------------------------------------------------------------

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
        event.setAccepted(self.ask_menu(event.pos(), event.globalPos()))

    def ask_menu(self, pos: QPoint, where: QPoint) -> bool:
        """Ask the tools for a menu at a point of the view, ``where`` on the screen."""
        return any(tool.menu(pos, where) for tool in list(self._tools))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Let pieces come in; a tool says where they can be dropped."""
        # Who turns it down here is not asked again, though a hex is reached only further on.
        event.setAccepted(is_ours(event.mimeData()))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """The mouse left the view."""
        event.accept()
        self._mouse = None
        self._hover(-1)
        for tool in list(self._tools):
            tool.leave()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Let a tool say whether it can be dropped here."""
        if any(tool.drag(event) for tool in list(self._tools)):
            self._mouse = event.position().toPoint()
            self._hover(self.hex_at(self._mouse))
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
        self._mouse = None
        self._hover(-1)
        for tool in list(self._tools):
            tool.leave()
        super().leaveEvent(event)

    def _look_under_mouse(self) -> None:
        """The board has moved under a mouse that rests."""
        if self._mouse is not None:
            self._hover(self.hex_at(self._mouse))

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
        return tip("\n".join(names))

    def release(self) -> None:
        """Stop everything that still runs; the view is not used after this."""
        self.stop()
        self._flash.stop()
        self.tiles.stop()
        if self._sheet is not None:
            self._sheet.stop()
