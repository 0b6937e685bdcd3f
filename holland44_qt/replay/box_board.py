"""A board of boxes: pieces at a good size, dragged out and dropped in."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from engine.core.state import Marker, Piece
from engine.i18n import t
from holland44_qt.board.drag_data import from_mime, to_mime
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.selection import Selection
from holland44_qt.board.stack_spread import number_of
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, EDGE, FAINT, INK, PAGE, TEXT, by_night
from holland44_qt.plain_text import tip
from holland44_qt.replay.box_keys import GOING, Spot, onward
from holland44_qt.replay.box_layout import COUNTER, GAP, HEAD, LINE, SIDE, BoxItem, Contents, Laid

NOW = QColor(by_night("#f7e3a8", "#4d401b"))
CHOSEN = QColor("#ffb000")


APART = 8
"""Pixels between the title of a box and the number of its contents."""


def _heading_font() -> QFont:
    return font("Barlow Semi Condensed", TEXT, QFont.Weight.DemiBold)


def _count(contents: Contents) -> str:
    return str(len(contents.items)) if contents.items else t("aids.box.empty")


class BoxBoard(QWidget):
    """Boxes one below the other.

    ``dropped`` emits a box and the dropped pieces; ``chosen`` a double-clicked piece; ``entered`` a
    box and the piece under the cursor ("" in an empty box) on Enter; ``gone_to`` the rectangle of
    the cursor; ``left`` is emitted on Escape.
    """

    dropped = Signal(str, object)
    picked_up = Signal(object)
    chosen = Signal(str)
    entered = Signal(str, str)
    gone_to = Signal(QRect)
    left = Signal()

    def __init__(
        self,
        pictures: Pictures,
        selection: Selection,
        name: Callable[[Piece | Marker], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._pictures, self._selection, self._name = pictures, selection, name
        self._contents: tuple[Contents, ...] = ()
        self.laid: list[Laid] = []
        self._pressed: tuple[QPoint, str] | None = None
        self._over: str | None = None
        self._marker: str | None = None
        self._at: tuple[str, str] | None = None
        self.playable = False
        # By the mouse the keys stay with the window: arrows step through the game.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        pictures.more.connect(self.update)
        selection.changed.connect(self.update)

    def show_contents(self, contents: tuple[Contents, ...]) -> None:
        """Show other boxes."""
        if contents != self._contents:
            self._contents = contents
            self._lay_out()

    @property
    def heading_width(self) -> int:
        """Return the width at which no heading is shortened."""
        metrics = QFontMetrics(_heading_font())
        words = [(c.title, _count(c)) for c in self._contents]
        needed = [sum(map(metrics.horizontalAdvance, pair)) + APART + 1 for pair in words]
        return 2 * SIDE + max(needed, default=0)

    def top_of_now(self) -> int | None:
        """Return the top of the current turn's box, if there is one."""
        return next((box.top for box in self.laid if box.contents.now), None)

    def sizeHint(self) -> QSize:
        """Return a width of five counters."""
        height = self.laid[-1].bottom if self.laid else 60
        return QSize(2 * SIDE + 5 * (COUNTER + GAP), height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the rows again."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def _lay_out(self) -> None:
        across = max(1, (self.width() - 2 * SIDE + GAP) // (COUNTER + GAP))
        y = 4
        self.laid = []
        for contents in self._contents:
            self.laid.append(Laid(contents, y, across))
            y = self.laid[-1].bottom
        # The scroll area gives the width; the height is what the boxes need.
        self.setMinimumHeight(y)
        self.update()

    # -- drawing ----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the visible part."""
        with QPainter(self) as painter:
            painter.setRenderHints(
                QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
            )
            self._pictures.begin()
            exposed = event.rect()
            for box in self.laid:
                if box.top <= exposed.bottom() and box.bottom >= exposed.top():
                    self._paint_box(painter, box)
            if self.hasFocus() and (spot := self.cursor_spot) is not None:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                for ink, width in ((PAGE, 5), (INK, 2)):
                    painter.setPen(QPen(QColor(ink), width))
                    painter.drawRoundedRect(QRectF(spot.rect).adjusted(-2, -2, 2, 2), 6, 6)

    def _paint_box(self, painter: QPainter, box: Laid) -> None:
        contents = box.contents
        frame = QRectF(4, box.top, self.width() - 8, box.bottom - box.top - 3)
        over = contents.box == self._over
        if contents.now or over:
            painter.setPen(QPen(QColor(ACCENT if over else "#c79a2c"), 2 if over else 1.2))
            painter.setBrush(NOW if contents.now else QColor(by_night("#f5dcd6", "#4d2a24")))
            painter.drawRoundedRect(frame, 6, 6)
        head = QRectF(SIDE, box.top, self.width() - 2 * SIDE, HEAD - 5)
        painter.setPen(QColor(INK if contents.items or contents.now else FAINT))
        painter.setFont(_heading_font())
        count = _count(contents)
        room = head.width() - painter.fontMetrics().horizontalAdvance(count) - APART
        title = painter.fontMetrics().elidedText(
            contents.title, Qt.TextElideMode.ElideRight, round(room)
        )
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(head, middle, title)
        painter.drawText(head, middle | Qt.AlignmentFlag.AlignRight, count)
        painter.setPen(QPen(QColor(EDGE), 1))
        painter.drawLine(head.bottomLeft(), head.bottomRight())
        for k, item in enumerate(contents.items):
            self._paint_item(painter, box.rect(k), item)

    def _paint_item(self, painter: QPainter, rect: QRect, item: BoxItem) -> None:
        ratio, thing = self.devicePixelRatioF(), item.thing
        if isinstance(thing, Piece):
            picture = self._pictures.piece(thing, COUNTER, ratio)
            ground = self._pictures.ground(thing)
        else:
            picture = self._pictures.marker(thing, number_of(item.name), COUNTER, ratio)
            ground = QColor(EDGE)
        if picture is None:
            painter.fillRect(rect, ground)
        else:
            painter.drawPixmap(rect, picture)
        if item.name in self._selection.units:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(CHOSEN, 3))
            painter.drawRoundedRect(QRectF(rect).adjusted(-1.5, -1.5, 1.5, 1.5), 5, 5)
        if item.caption:
            painter.setPen(QColor(INK))
            painter.setFont(font("Barlow Semi Condensed", TEXT - 2, QFont.Weight.Medium))
            below = QRect(rect.left() - 2, rect.bottom() + 1, COUNTER + 4, LINE)
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, item.caption)

    # -- finding ----------------------------------------------------------------------------------

    def item_at(self, pos: QPoint) -> BoxItem | None:
        """Return the piece at a point."""
        for box in self.laid:
            for k, item in enumerate(box.contents.items):
                if box.rect(k).contains(pos):
                    return item
        return None

    def box_at(self, pos: QPoint) -> str | None:
        """Return the box at a point."""
        result = (box for box in self.laid if box.top <= pos.y() < box.bottom)
        return next((box.contents.box for box in result), None)

    # -- the keys ---------------------------------------------------------------------------------

    @property
    def spots(self) -> list[Spot]:
        """Return all cursor positions, from the top."""
        result = []
        for box in self.laid:
            name, items = box.contents.box, box.contents.items
            result += [Spot(name, h.name, box.rect(k)) for k, h in enumerate(items)]
            if not items:
                height = box.bottom - box.top - 6
                result.append(Spot(name, "", QRect(6, box.top, self.width() - 12, height)))
        return result

    @property
    def cursor_spot(self) -> Spot | None:
        """Return the position of the keyboard cursor; the first one if it was unset."""
        spots = self.spots
        result = (s for s in spots if (s.box, s.name) == self._at)
        return next(result, spots[0] if spots else None)

    def event(self, event: QEvent) -> bool:
        """Claim the arrow keys before the window's shortcuts while the board has the focus."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            ours = (*GOING, Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if event.key() in (*ours, Qt.Key.Key_Escape) and not (
                event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            ):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cursor, select (Space), pick up or drop (Enter), or leave (Escape)."""
        spot, key = self.cursor_spot, event.key()
        if key == Qt.Key.Key_Escape:
            self.left.emit()
        elif spot is None:
            super().keyPressEvent(event)
        elif key in GOING:
            self._go_to(onward(self.spots, spot, key))
        elif key == Qt.Key.Key_Space:
            if isinstance(self._thing(spot.name), Piece):
                self._selection.toggle(spot.name)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit(spot.box, spot.name)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the cursor."""
        super().focusInEvent(event)
        if (spot := self.cursor_spot) is not None:
            self._go_to(spot)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the cursor."""
        super().focusOutEvent(event)
        self.update()

    def _go_to(self, spot: Spot) -> None:
        self._at = spot.box, spot.name
        thing = self._thing(spot.name)
        box = next(b.contents for b in self.laid if b.contents.box == spot.box)
        named = t("aids.box.cursor.empty", box=box.title)
        if thing is not None:
            named = t("aids.box.cursor", piece=self._name(thing), box=box.title)
        self.setAccessibleDescription(named)
        self.gone_to.emit(spot.rect)
        self.update()

    def _thing(self, name: str) -> Piece | Marker | None:
        item = (h for box in self.laid for h in box.contents.items if h.name == name)
        return next((h.thing for h in item), None)

    # -- the mouse --------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select a piece; with Ctrl, add it to the selection."""
        pos = event.position().toPoint()
        item = self.item_at(pos)
        if item is None:
            if event.button() == Qt.MouseButton.LeftButton:
                self._selection.clear()
            return
        self._pressed = (pos, item.name)
        if not isinstance(item.thing, Piece):
            self._marker = item.name
            return
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._selection.toggle(item.name)
        elif item.name not in self._selection.units:
            self._selection.set((item.name,))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Name the piece under the mouse, or start a drag."""
        pos = event.position().toPoint()
        item = self.item_at(pos)
        self.setToolTip(tip(self._name(item.thing)) if item is not None else "")
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        start, _ = self._pressed
        if self.playable and (pos - start).manhattanLength() >= QApplication.startDragDistance():
            self._drag()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the press."""
        self._pressed = self._marker = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Emit the double-clicked piece."""
        item = self.item_at(event.position().toPoint())
        if item is not None and isinstance(item.thing, Piece):
            self.chosen.emit(item.name)

    def dragged(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the dragged pieces and markers: the part of the selection in this board."""
        if self._marker is not None:
            return (), (self._marker,)
        here = {h.name for box in self.laid for h in box.contents.items}
        return tuple(u for u in self._selection.units if u in here), ()

    def _drag(self) -> None:
        units, markers = self.dragged()
        self._pressed = self._marker = None
        if not units and not markers:
            return
        drag = QDrag(self)
        drag.setMimeData(to_mime(units, markers))
        drag.setPixmap(self._stack_picture((*units, *markers)))
        drag.setHotSpot(QPoint(COUNTER // 2, COUNTER // 2))
        self.picked_up.emit(units)
        drag.exec(Qt.DropAction.MoveAction)
        self.picked_up.emit(())

    def _stack_picture(self, names: tuple[str, ...]) -> QPixmap:
        """The dragged pieces as a small stack."""
        shown = [h for box in self.laid for h in box.contents.items if h.name in names][-4:]
        ratio, lift = self.devicePixelRatioF(), 5
        edge = COUNTER + lift * (len(shown) - 1)
        picture = QPixmap(round(edge * ratio), round(edge * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            for k, item in enumerate(shown):
                rect = QRect(k * lift, edge - COUNTER - k * lift, COUNTER, COUNTER)
                self._paint_item(painter, rect, BoxItem(item.name, item.thing))
        return picture

    # -- dropping ---------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept dragged pieces."""
        # Who turns them down here is not asked again, though a box is reached only further on.
        event.setAccepted(self.playable and from_mime(event.mimeData()) is not None)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Highlight the box under the mouse."""
        box = self.box_at(event.position().toPoint())
        if not self.playable or box is None or from_mime(event.mimeData()) is None:
            self._aim(None)
            event.ignore()
            return
        self._aim(box)
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Clear the highlight."""
        self._aim(None)

    def dropEvent(self, event: QDropEvent) -> None:
        """Emit the dropped pieces."""
        box, dragged = self.box_at(event.position().toPoint()), from_mime(event.mimeData())
        self._aim(None)
        if box is None or dragged is None or not self.playable:
            event.ignore()
            return
        event.acceptProposedAction()
        self.dropped.emit(box, dragged)

    def _aim(self, box: str | None) -> None:
        if box != self._over:
            self._over = box
            self.update()
