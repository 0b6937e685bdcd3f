"""Rows of text that is wrapped beside a sign: as high as the text is, none of it cut off."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QBrush, QFontMetrics, QIcon, QPainter, QPalette
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

Index = QModelIndex | QPersistentModelIndex
GAP, EDGE = 6, 2
"""Pixels between sign and text, and to the edges of a row."""
TALL = 10_000
WRAPPED = Qt.TextFlag.TextWordWrap


class WrappedDelegate(QStyledItemDelegate):
    """Measures a row as it paints it; Qt's own does not, and leaves out the end of a text."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the width of the list and the height of the wrapped text."""
        width = self._view.viewport().width() - 2 * self._view.spacing()
        text = str(index.data() or "")
        metrics = QFontMetrics(option.font)
        room = QRect(0, 0, max(1, self._text_in(QRect(0, 0, width, TALL)).width()), TALL)
        high = metrics.boundingRect(room, WRAPPED, text).height()
        return QSize(width, max(high, self._view.iconSize().height()) + 2 * EDGE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the icon at mid-height of the row, with the text beside it."""
        box: QRect = option.rect
        style = self._view.style()
        style.drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, self._view
        )
        sign = index.data(Qt.ItemDataRole.DecorationRole)
        side = self._view.iconSize()
        if isinstance(sign, QIcon):
            at = QRect(box.left() + EDGE, 0, side.width(), side.height())
            at.moveTop(box.center().y() - side.height() // 2)
            sign.paint(painter, at)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        ink = index.data(Qt.ItemDataRole.ForegroundRole)
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        plain = chosen or not isinstance(ink, QBrush)
        painter.save()
        painter.setFont(option.font)
        painter.setPen(option.palette.color(role) if plain else ink.color())
        painter.drawText(
            self._text_in(box), WRAPPED | Qt.AlignmentFlag.AlignVCenter, str(index.data() or "")
        )
        painter.restore()

    def _text_in(self, box: QRect) -> QRect:
        return box.adjusted(self._view.iconSize().width() + GAP + EDGE, 0, -EDGE, 0)
