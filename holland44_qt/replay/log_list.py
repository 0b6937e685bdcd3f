"""The list of entries: a line each, phases as headings; choosing one goes there."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from engine.i18n import t
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, FAINT, INK, PHASE, TEXT
from holland44_qt.models.log_model import LogModel, Role

ROW = 25
AHEAD = 3
"""Rows kept in sight below the one that is shown."""
NUMBER = 44
"""Pixels of the column of step numbers."""
DOT = {"combat": QColor("#c81e1e"), "move": QColor("#1b6fd0"), "reveal": QColor("#d98a00")}
PLAIN_DOT = QColor("#b9ad93")
NOTE = QColor("#1f5fbf")


class EntryDelegate(QStyledItemDelegate):
    """Draws a row: its number, a dot for its kind, its sentence, the annotator's glyph."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """All rows have the same height."""
        return QSize(100, ROW)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw one row."""
        kind = index.data(Role.KIND)
        box: QRect = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        heading = kind == "set_phase" or bool(index.data(Role.CHAPTER))
        painter.save()
        if chosen:
            painter.fillRect(box, QColor(ACCENT))
        elif heading:
            painter.fillRect(box, QColor(PHASE))
        ink = QColor("#ffffff") if chosen else QColor(INK)
        painter.setFont(font("Barlow Semi Condensed", TEXT - 2, QFont.Weight.Medium))
        painter.setPen(ink if chosen else QColor(FAINT))
        number = QRect(box.left(), box.top(), NUMBER - 10, box.height())
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(number, middle | Qt.AlignmentFlag.AlignRight, str(index.data(Role.STEP)))
        if kind != "set_phase":
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor("#ffffff") if chosen else DOT.get(kind, PLAIN_DOT))
            painter.drawEllipse(box.left() + NUMBER - 4, box.center().y() - 2, 6, 6)
        right = self._mark(painter, box, index, chosen)
        weight = QFont.Weight.DemiBold if heading else QFont.Weight.Normal
        painter.setFont(font("Barlow", TEXT, weight))
        painter.setPen(ink)
        room = QRect(box.left() + NUMBER + 8, box.top(), right - box.left() - NUMBER - 12, ROW)
        sentence = str(index.data()).replace("\n", " ")
        shown = painter.fontMetrics().elidedText(
            sentence, Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, middle, shown)
        painter.restore()

    @staticmethod
    def _mark(
        painter: QPainter,
        box: QRect,
        index: QModelIndex | QPersistentModelIndex,
        chosen: bool,
    ) -> int:
        """Draw what the annotator left at the right end; returns where the sentence has to stop."""
        glyph, commented = index.data(Role.GLYPH), index.data(Role.COMMENTED)
        if not glyph and not commented:
            return box.right() - 6
        painter.setPen(QColor("#ffffff") if chosen else NOTE)
        end = QRect(box.right() - 34, box.top(), 28, box.height())
        if glyph:
            painter.setFont(font("Barlow", TEXT, QFont.Weight.Bold))
            painter.drawText(end, Qt.AlignmentFlag.AlignCenter, glyph)
        else:
            # Lines of writing: there is a comment.
            painter.setPen(QPen(painter.pen().color(), 1.5))
            for k, length in enumerate((11, 11, 7)):
                y = box.center().y() - 4 + 4 * k
                painter.drawLine(end.center().x() - 5, y, end.center().x() - 5 + length, y)
        return end.left()


class LogList(QListView):
    """The entries of a recording; ``chosen`` gives the step of the row a user goes to."""

    chosen = Signal(int)

    def __init__(self, model: LogModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(EntryDelegate(self))
        self.setUniformItemSizes(True)
        self.setAlternatingRowColors(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(t("app.dock.log"))
        self.selectionModel().currentChanged.connect(self._current_changed)
        self._showing = False

    def show_step(self, step: int) -> None:
        """Mark the row of a step, and have it in sight."""
        self._showing = True
        index = self.model().index(step - 1, 0) if step else QModelIndex()
        self.setCurrentIndex(index)
        if step:
            # What comes next is in sight too.
            ahead = min(step + AHEAD, self.model().rowCount()) - 1
            self.scrollTo(self.model().index(ahead, 0))
            self.scrollTo(index)
        self._showing = False

    def _current_changed(self, current: QModelIndex) -> None:
        if current.isValid() and not self._showing:
            self.chosen.emit(current.data(Role.STEP))
