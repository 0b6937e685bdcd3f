"""The stack card: an enlarged stack beside its hex, with its units, values and statuses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QMimeData, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QDropEvent, QEnterEvent, QIcon, QKeyEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.state import State
from engine.i18n import t
from engine.modules.module import Module
from holland44_qt.board.camera import Camera
from holland44_qt.board.drag_data import to_mime
from holland44_qt.board.pictures import Pictures
from holland44_qt.look import ACCENT, EDGE, INK, PAGE, PHASE
from holland44_qt.table.hex_words import ground_words, side_words, unit_words

PICTURE, WIDTH, MOST = 76, 380, 5
"""Edge of a counter and width of the card in pixels; number of counters visible without
scrolling.
"""
GAP, ASIDE = 4, 62
"""Pixels between rows, and beside a row's picture and text."""
GRACE = 260
"""Milliseconds that a card opened by a command stays after the mouse has left the card
and its hex.
"""
UNIT = Qt.ItemDataRole.UserRole


class _Units(QListWidget):
    """List of counters, top first; dragging one within the list changes the stacking order."""

    reordered = Signal(str, int)
    """Emitted with a piece and the row to insert it before."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setIconSize(QSize(PICTURE, PICTURE))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(True)
        self.setSpacing(2)
        self.setAccessibleName(t("table.card.units"))

    def mimeTypes(self) -> list[str]:
        """Return the MIME types accepted by the board and the boxes."""
        return to_mime(()).formats()

    def mimeData(self, items: Sequence[QListWidgetItem]) -> QMimeData:
        """Return the dragged pieces, bottom first."""
        rows = sorted((self.row(item) for item in items), reverse=True)
        return to_mime(self.item(row).data(UNIT) for row in rows)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll if the list is longer than its view; otherwise ignore the event."""
        if self.verticalScrollBar().maximum() > 0:
            super().wheelEvent(event)
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        """Move a piece of this stack within the list; other drops are ignored."""
        dragged = self.selectedItems()
        if event.source() is not self or len(dragged) != 1:
            event.ignore()
            return
        to = self.indexAt(event.position().toPoint()).row()
        below = self.dropIndicatorPosition() == QAbstractItemView.DropIndicatorPosition.BelowItem
        row = self.count() if to < 0 else to + below
        # A copy, or else the list would take the row away itself.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.reordered.emit(dragged[0].data(UNIT), row)


class StackCard(QFrame):
    """Panel with a stack over the board; ``chosen`` and ``restacked`` report the user's changes.

    A card shown on hover ignores the mouse and disappears with it. A card opened by a command is
    ``held``: it accepts mouse and keyboard.
    """

    chosen = Signal(object)
    restacked = Signal(str, int)
    """Emitted with a piece and its new position in the stack, 0 at the bottom."""

    def __init__(self, view: Camera, pictures: Pictures) -> None:
        super().__init__(view)
        self._view, self._pictures = view, pictures
        self.place: int | None = None
        self.units: tuple[str, ...] = ()
        self.has_focus = False
        self._state = State()
        self._beside = QPoint(), 0
        self.setObjectName("stack-card")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setStyleSheet(
            f"#stack-card {{ background: {PAGE}; border: 1px solid {EDGE}; border-radius: 6px; }}"
            f"#stack-card QListWidget {{ background: {PAGE}; }}"
            f"#stack-card QListWidget::item:selected {{ background: {PHASE}; color: {INK};"
            f" border-left: 4px solid {ACCENT}; }}"
        )
        self.setAccessibleName(t("table.card.name"))
        self.title, self.ground, self.sides = QLabel(), QLabel(), QLabel()
        self.title.setStyleSheet("font-weight: 700; font-size: 16px;")
        for label in (self.title, self.ground, self.sides):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.list = _Units(self)
        self.list.itemSelectionChanged.connect(self._selected)
        self.list.reordered.connect(self._reordered)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 10)
        column.setSpacing(4)
        for widget in (self.title, self.ground, self.list, self.sides):
            column.addWidget(widget)
        self.setFixedWidth(WIDTH)
        self._leaving = QTimer(self, singleShot=True, interval=GRACE)
        self._leaving.timeout.connect(self.dismiss)
        pictures.more.connect(self._draw)
        view.uncovered.connect(self._move_aside)
        self.hide()

    # -- what it shows ----------------------------------------------------------------------------

    def show_hex(
        self, module: Module, state: State, place: int, chosen: Iterable[str], worth: str = ""
    ) -> None:
        """Show the stack of a hex, with the terrain and the total values."""
        self._state, self.place = state, place
        self.units = state.stack(place)
        self.title.setText(module.board.where(place))
        ground = ground_words(module, state, place)
        self.ground.setText(f"{ground}\n{worth}" if worth else ground)
        sides = side_words(module, state, place)
        self.sides.setText("\n".join(sides))
        self.sides.setVisible(bool(sides))
        self.list.blockSignals(True)
        self.list.clear()
        for unit in reversed(self.units):
            item = QListWidgetItem(unit_words(module, state.pieces[unit]))
            item.setData(UNIT, unit)
            item.setSizeHint(QSize(WIDTH - 40, self._height(item.text())))
            self.list.addItem(item)
        self.list.blockSignals(False)
        self.list.setVisible(bool(self.units))
        shown = min(len(self.units), MOST)
        heights = [self.list.item(row).sizeHint().height() + GAP for row in range(shown)]
        self.list.setFixedHeight(sum(heights) + 6)
        self.show_chosen(chosen)
        self._draw()
        self.adjustSize()

    def _height(self, words: str) -> int:
        """Return the height of a row in pixels: that of its picture, or more for longer text."""
        room = QRect(0, 0, WIDTH - PICTURE - ASIDE, 0)
        height = self.list.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, words)
        return max(PICTURE + 10, height.height() + 10)

    def show_chosen(self, chosen: Iterable[str]) -> None:
        """Select the rows of the selected counters."""
        marked = set(chosen)
        self.list.blockSignals(True)
        for row in range(self.list.count()):
            item = self.list.item(row)
            item.setSelected(item.data(UNIT) in marked)
        self.list.blockSignals(False)

    def _draw(self) -> None:
        if self.place is None:
            return
        ratio = self.devicePixelRatioF()
        self._pictures.begin()
        for row in range(self.list.count()):
            item = self.list.item(row)
            piece = self._state.pieces[item.data(UNIT)]
            picture = self._pictures.piece(piece, PICTURE, ratio)
            if picture is None:
                picture = QPixmap(PICTURE, PICTURE)
                picture.fill(self._pictures.ground(piece))
            icon = QIcon(picture)
            icon.addPixmap(picture, QIcon.Mode.Selected)
            item.setIcon(icon)

    # -- where it stands --------------------------------------------------------------------------

    def stand_beside(self, middle: QPoint, reach: int, *, focus: bool = False) -> None:
        """Show the card beside a point of the view, in the part not covered by drawers."""
        self._beside = middle, reach
        self._place()
        self._leaving.stop()
        self.has_focus = focus
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not focus)
        self.show()
        self.raise_()
        if focus:
            self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
            if self.list.currentRow() < 0:
                self.list.setCurrentRow(0)

    def _move_aside(self) -> None:
        """Leave the part of the view that a message or the strip of arrivals covers now."""
        if self.isVisible():
            self._place()

    def _place(self) -> None:
        (middle, reach), room = self._beside, self._view.free_part.adjusted(4, 4, -4, -4)
        beyond = self.height() - room.height()
        if beyond > 0:  # a tall stack in a low window: the list scrolls
            self.list.setFixedHeight(max(PICTURE, self.list.minimumHeight() - beyond))
            self.adjustSize()
        x = middle.x() + reach
        if x + self.width() > room.right():
            x = max(room.left(), middle.x() - reach - self.width())
        y = min(max(room.top(), middle.y() - self.height() // 2), room.bottom() - self.height())
        self.move(x, max(room.top(), y))

    def stay(self) -> None:
        """Keep the card open, because the mouse is over its hex again."""
        self._leaving.stop()

    def leave(self) -> None:
        """Hide the card after the mouse has left its hex.

        A card opened by a command hides after a delay, unless the mouse or the focus is on the
        card.
        """
        if not self.has_focus:
            self.dismiss()
        elif self.isVisible() and not self.underMouse() and not self.list.hasFocus():
            self._leaving.start()

    def dismiss(self) -> None:
        """Hide the card and forget its hex, which another game may not have."""
        self._leaving.stop()
        self.place = None
        if self.isVisible():
            focused = self.list.hasFocus()
            self.hide()
            if focused:
                self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Keep the card open while the mouse is on it."""
        super().enterEvent(event)
        self.stay()

    def leaveEvent(self, event: object) -> None:
        """Hide the card after a delay."""
        if self.isVisible():
            self._leaving.start()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Hide the card on scrolling."""
        self.dismiss()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hide the card on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    # -- what is done in it -----------------------------------------------------------------------

    def _selected(self) -> None:
        chosen = {item.data(UNIT) for item in self.list.selectedItems()}
        self.chosen.emit(tuple(u for u in self.units if u in chosen))

    def _reordered(self, unit: str, row: int) -> None:
        """Convert a row (counted from the top) to a position (counted from the bottom), and emit
        it.
        """
        before = len(self.units) - 1 - self.units.index(unit)
        final = row - 1 if row > before else row
        self.restacked.emit(unit, len(self.units) - 1 - final)
