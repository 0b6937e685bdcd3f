"""Panel of the moments proposed for a report, each with its numeric weight and a check box."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t

if TYPE_CHECKING:
    from engine.report.moments import Moment

ENTRY, STEP = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
HEXES = Qt.ItemDataRole.UserRole + 2
ROW = 58
"""Height of a row in pixels: a title and two lines of numbers."""


class MomentsPanel(QWidget):
    """List with a check box for each moment; ``taken`` emits the entry and its state."""

    taken = Signal(int, bool)
    chosen = Signal(int, tuple)
    """Roles of the step, and of the hexes of the moment."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hint = QLabel(t("report.panel.moments.hint"), self)
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        self.hint.setWordWrap(True)
        self.quiet = QCheckBox(t("report.panel.moments.weighty"), self)
        self.quiet.setChecked(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName(t("app.dock.moments"))
        self.list.setWordWrap(True)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.addWidget(self.hint)
        column.addWidget(self.quiet)
        column.addWidget(self.list, 1)
        self._loading = False
        self.list.itemChanged.connect(self._changed)
        self.list.clicked.connect(self._go)
        self.list.activated.connect(self._go)

    def show_moments(
        self, moments: Iterable[Moment], taken: frozenset[int], *, enabled: bool
    ) -> None:
        """Show moments; those included in the report are ticked."""
        self._loading = True
        self.list.clear()
        faint = QColor(self.palette().color(QPalette.ColorRole.PlaceholderText))
        for moment in moments:
            kind = t(f"report.kind.{moment.kind}")
            item = QListWidgetItem(f"#{moment.entry}  {moment.title}\n{moment.verdict}", self.list)
            item.setData(ENTRY, moment.entry)
            item.setData(STEP, moment.step)
            item.setData(HEXES, moment.hexes)
            item.setToolTip(f"{kind}: {moment.verdict}".replace("<", "‹"))
            item.setSizeHint(QSize(0, ROW))
            flags = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled
            if enabled:
                flags |= Qt.ItemFlag.ItemIsUserCheckable
            item.setFlags(flags)
            on = moment.entry in taken
            item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
            if not enabled:
                item.setForeground(faint)
        self._loading = False

    def mark(self, step: int) -> None:
        """Select the moment of a step, if there is one."""
        for row in range(self.list.count()):
            if self.list.item(row).data(STEP) == step:
                self.list.setCurrentRow(row)
                return
        self.list.setCurrentRow(-1)

    def _changed(self, item: QListWidgetItem) -> None:
        if not self._loading:
            self.taken.emit(item.data(ENTRY), item.checkState() == Qt.CheckState.Checked)

    def _go(self, index: QModelIndex) -> None:
        self.chosen.emit(index.data(STEP), tuple(index.data(HEXES)))
