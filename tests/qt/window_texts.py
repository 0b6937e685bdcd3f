"""All texts of a window: widgets, models, actions, tooltips and the accessible tree."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.EditRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


def texts(window: QWidget, *without: type[QWidget]) -> Iterator[str]:
    """Yield every text that a window or a dialog of it shows or offers, without some widgets."""
    left_out = {id(part) for kind in without for part in window.findChildren(kind)}
    for widget in (window, *window.findChildren(QWidget)):
        if _is_part(widget, left_out):
            continue
        yield from (
            widget.windowTitle(),
            widget.toolTip(),
            widget.statusTip(),
            widget.accessibleName(),
            widget.accessibleDescription(),
        )
        if isinstance(widget, QLabel | QLineEdit):
            yield widget.text()
        if isinstance(widget, QTextEdit | QPlainTextEdit):
            yield widget.toPlainText()
        if isinstance(widget, QComboBox):
            yield from (widget.itemText(row) for row in range(widget.count()))
        model = widget.model() if isinstance(widget, QAbstractItemView) else None
        if model is not None:
            yield from _rows(model, QModelIndex())
    for action in window.findChildren(QAction):
        yield from (action.text(), action.toolTip(), action.statusTip())
    found = QAccessible.queryAccessibleInterface(window)
    if found is not None:
        yield from _accessible(found, left_out)


def _is_part(widget: QObject | None, left_out: set[int]) -> bool:
    while widget is not None:
        if id(widget) in left_out:
            return True
        widget = widget.parent()
    return False


def _rows(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    for row in range(model.rowCount(parent)):
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        for column in range(columns):
            index = model.index(row, column, parent)
            for role in (*ROLES, *range(Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 8)):
                value = model.data(index, role)
                if value is not None:
                    yield str(value)
        yield from _rows(model, model.index(row, 0, parent))


def _accessible(node: QAccessibleInterface, left_out: set[int], depth: int = 0) -> Iterator[str]:
    if id(node.object()) in left_out:
        return
    for kind in (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value):
        yield node.text(kind)
    for number in range(node.childCount() if depth < 30 else 0):
        child = node.child(number)
        if child is not None:
            yield from _accessible(child, left_out, depth + 1)
