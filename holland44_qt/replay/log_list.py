"""Log list: a line for each entry under the headings of turns and phases; selecting one goes
there.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from engine.i18n import t
from engine.modules.module import Module
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, BAD, EDGE, FAINT, INK, ON_ACCENT, PHASE, TEXT
from holland44_qt.models.entry_filter import family
from holland44_qt.models.log_model import LogModel, Role
from holland44_qt.replay.entry_signs import FORK, NOTE, entry_sign, side_sign

ROW = 25
AHEAD = 3
"""Minimum number of rows visible below the current one."""
SIDES, NUMBER, SIGN, SENTENCE = 10, 52, 64, 78
"""Columns in pixels: side, end of the number, icon, sentence."""
PHASES = frozenset({"set_phase", "next_phase"})
"""Kinds of entries displayed as headings."""
WHITE, BREACH = QColor(ON_ACCENT), QColor(BAD)
AnyIndex = QModelIndex | QPersistentModelIndex


class EntryDelegate(QStyledItemDelegate):
    """Delegate that draws a row: side, number, icon, sentence and annotation marks."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.sides: dict[str, tuple[int, QColor]] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the same height for all rows."""
        return QSize(100, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw one row."""
        painter.save()
        if index.data(Role.STEP) is None:
            self._heading(painter, option.rect, str(index.data()))
        else:
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            self._entry(painter, option.rect, index, chosen)
        painter.restore()

    @staticmethod
    def _heading(painter: QPainter, box: QRect, text: str) -> None:
        painter.fillRect(box, QColor(EDGE))
        painter.setFont(font("Barlow Semi Condensed", TEXT, QFont.Weight.Bold))
        painter.setPen(QColor(ACCENT))
        room = box.adjusted(SIDES - 4, 0, -6, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)

    def _entry(self, painter: QPainter, box: QRect, index: AnyIndex, chosen: bool) -> None:
        kind, left, middle = index.data(Role.KIND), box.left(), box.center().y()
        heading = kind in PHASES or bool(index.data(Role.CHAPTER))
        if chosen:
            painter.fillRect(box, QColor(ACCENT))
        elif heading:
            painter.fillRect(box, QColor(PHASE))
        side = self.sides.get(index.data(Role.SIDE))
        if side is not None:
            side_sign(painter, QPointF(left + SIDES, middle + 0.5), *side)
        centre = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(font("Barlow Semi Condensed", TEXT - 2, QFont.Weight.Medium))
        painter.setPen(WHITE if chosen else QColor(FAINT))
        number = QRect(left, box.top(), NUMBER, box.height())
        painter.drawText(number, centre | Qt.AlignmentFlag.AlignRight, str(index.data(Role.STEP)))
        sign = QPointF(left + SIGN, middle + 0.5)
        entry_sign(painter, sign, family(kind), WHITE if chosen else None)
        start = left + (SIGN - 6 if kind in PHASES else SENTENCE)
        end = self._marks(painter, box, index, chosen)
        painter.setFont(font("Barlow", TEXT, _weight(heading)))
        painter.setPen(WHITE if chosen else QColor(INK))
        sentence = str(index.data()).replace("\n", " ")
        shown = painter.fontMetrics().elidedText(
            sentence, Qt.TextElideMode.ElideRight, end - start - 4
        )
        painter.drawText(QRect(start, box.top(), end - start, ROW), centre, shown)

    @staticmethod
    def _marks(painter: QPainter, box: QRect, index: AnyIndex, chosen: bool) -> int:
        """Draw branch, bookmark, breach, glyph or comment; returns where they begin."""
        end, middle = box.right() - 6, box.center().y()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        note, glyph = WHITE if chosen else NOTE, index.data(Role.GLYPH)
        if glyph:
            painter.setPen(note)
            painter.setFont(font("Barlow", TEXT, QFont.Weight.Bold))
            room = QRect(end - 20, box.top(), 20, box.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, glyph)
            end -= 22
        elif index.data(Role.COMMENTED):
            painter.setPen(QPen(note, 1.5))
            for k, length in enumerate((11, 11, 7)):
                y = middle - 3 + 4 * k
                painter.drawLine(end - 15, y, end - 15 + length, y)
            end -= 22
        if index.data(Role.BREACH):
            painter.setPen(QPen(WHITE if chosen else BREACH, 1.6))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            x, y = end - 13, middle - 6
            painter.drawPolygon([QPointF(x + 6.5, y), QPointF(x + 13, y + 12), QPointF(x, y + 12)])
            painter.drawLine(QPointF(x + 6.5, y + 4.5), QPointF(x + 6.5, y + 7.5))
            painter.drawPoint(QPointF(x + 6.5, y + 10))
            end -= 18
        if index.data(Role.BOOKMARK):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(WHITE if chosen else QColor(ACCENT))
            x, y = end - 10, middle - 6
            ribbon = [(0, 0), (8, 0), (8, 13), (4, 9), (0, 13)]
            painter.drawPolygon([QPointF(x + dx, y + dy) for dx, dy in ribbon])
            end -= 16
        if index.data(Role.FORK):
            painter.setPen(QPen(WHITE if chosen else FORK, 2))
            x = end - 8
            painter.drawLine(x, middle - 6, x, middle)
            painter.drawLine(x, middle, x - 4, middle + 6)
            painter.drawLine(x, middle, x + 4, middle + 6)
            end -= 18
        return end


class LogList(QListView):
    """List of a recording's entries; ``chosen`` emits the step of the row that the user selects."""

    chosen = Signal(int)

    def __init__(self, model: LogModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries = model
        self._delegate = EntryDelegate(self)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setAlternatingRowColors(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(t("app.dock.log"))
        self.selectionModel().currentChanged.connect(self._current_changed)
        model.modelReset.connect(self._show_again)
        self._showing = False
        self._step = 0
        self.gap: int | None = None
        """The row below which the entry shown would be if the filter let it through."""

    def show_sides(self, module: Module) -> None:
        """Set the icons of a game's sides."""
        self._delegate.sides = {
            side.id: (order, QColor(side.color)) for order, side in enumerate(module.meta.sides)
        }

    def show_step(self, step: int) -> None:
        """Mark the row of a step, or the gap where it is filtered out, and scroll to it."""
        self._showing = True
        self._step = step
        row = self._entries.row_of(step) if step else -1
        index = self._entries.index(row, 0)
        listed = index.isValid() and index.data(Role.STEP) == step
        self.setCurrentIndex(index if listed else QModelIndex())
        self.gap = None if listed or not step else row
        self.viewport().update()
        self._bring_in_sight(row)
        self._showing = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the row that is shown in sight."""
        super().resizeEvent(event)
        self._bring_in_sight(self._entries.row_of(self._step) if self._step else -1)

    def _bring_in_sight(self, row: int) -> None:
        if row >= 0:
            # What comes next is in sight too.
            ahead = min(row + AHEAD, self._entries.rowCount() - 1)
            above = max(0, row - 1)
            for index in (ahead, above, row) if self._is_heading(above) else (ahead, row):
                self.scrollTo(self._entries.index(index, 0))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows, and a wedge and a line for a filtered entry between them."""
        super().paintEvent(event)
        if self.gap is None or self._entries.rowCount() == 0:
            return
        above = self.visualRect(self._entries.index(max(0, self.gap), 0))
        y = above.bottom() + 1 if self.gap >= 0 else above.top() + 1
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(ACCENT), 2))
            painter.drawLine(0, y, self.viewport().width(), y)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ACCENT))
            painter.drawPolygon([QPointF(0, y - 6), QPointF(9, y), QPointF(0, y + 6)])

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Move from a gap to the neighbouring entries; skip headings."""
        ways = QAbstractItemView.CursorAction
        if self.gap is not None and action in (ways.MoveUp, ways.MoveDown):
            down = action == ways.MoveDown
            row, last = self.gap + down, self._entries.rowCount() - 1
            while 0 <= row <= last and self._is_heading(row):
                row += 1 if down else -1
            if 0 <= row <= last:
                return self._entries.index(row, 0)
        return super().moveCursor(action, modifiers)

    def _is_heading(self, row: int) -> bool:
        return self._entries.index(row, 0).data(Role.STEP) is None

    def _show_again(self) -> None:
        self.show_step(self._step)

    def _current_changed(self, current: QModelIndex) -> None:
        if current.isValid() and not self._showing and current.data(Role.STEP) is not None:
            self.chosen.emit(current.data(Role.STEP))


def _weight(heading: bool) -> QFont.Weight:
    return QFont.Weight.DemiBold if heading else QFont.Weight.Normal
