"""Inventory: searchable list of all pieces, which can be shown on the board."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QTreeView, QVBoxLayout, QWidget

from engine.core.state import State
from engine.i18n import t
from engine.modules.module import Module
from holland44_qt.aids.enter_key import EnterKeeper
from holland44_qt.aids.inventory_model import GROUPINGS, ICON, UNIT, InventoryModel
from holland44_qt.board.pictures import Pictures

TYPING = 120
"""Milliseconds after the last keystroke before the list is filtered."""
FEW = 40
"""Maximum number of matches for which all groups are expanded."""


class Inventory(QWidget):
    """Searchable tree of pieces.

    ``located`` emits a piece to be shown, ``chosen`` the pieces to be selected.
    """

    located = Signal(str)
    chosen = Signal(object)

    def __init__(self, pictures: Pictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = InventoryModel(pictures, self)
        self.words = QLineEdit(self)
        self.words.setPlaceholderText(t("aids.inventory.find"))
        self.words.setClearButtonEnabled(True)
        self.words.setAccessibleName(t("aids.inventory.find"))
        self.by = QComboBox(self)
        self.by.setAccessibleName(t("aids.inventory.by"))
        for grouping in GROUPINGS:
            self.by.addItem(t(f"aids.inventory.by.{grouping}"), grouping)
        self.tree = QTreeView(self)
        self.tree.setModel(self.model)
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setIconSize(QSize(ICON - 4, ICON - 4))
        self.tree.setAccessibleName(t("app.dock.inventory"))
        self.tree.setSelectionMode(QTreeView.SelectionMode.ExtendedSelection)
        self.tree.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self._typed = QTimer(self, singleShot=True, interval=TYPING)
        self._typed.timeout.connect(self._filter)
        for part in (self.words, self.tree):
            EnterKeeper(part)
        top = QHBoxLayout()
        top.addWidget(self.words, 1)
        top.addWidget(self.by)
        body = QVBoxLayout(self)
        body.setContentsMargins(6, 6, 6, 6)
        body.addLayout(top)
        body.addWidget(self.tree, 1)
        self.words.textChanged.connect(lambda _: self._typed.start())
        self.words.returnPressed.connect(self._first)
        self.by.currentIndexChanged.connect(self._group)
        self.tree.clicked.connect(self._clicked)
        self.tree.activated.connect(self._activated)
        pictures.more.connect(lambda: self.tree.viewport().update())

    def show_state(self, module: Module, state: State) -> None:
        """List the pieces of another position."""
        open_groups = self._open_groups()
        self.model.show(module, state)
        self._reopen(open_groups)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop filtering while the list is hidden."""
        self._typed.stop()
        super().hideEvent(event)

    def _filter(self) -> None:
        open_groups = self._open_groups()
        self.model.filter(self.words.text())
        if self.words.text() and sum(len(units) for _, units in self.model.groups) <= FEW:
            self.tree.expandAll()
        else:
            self._reopen(open_groups)

    def _first(self) -> None:
        """Show the first match."""
        self._typed.stop()
        self._filter()
        if self.model.groups:
            index = self.model.index(0, 0, self.model.index(0, 0))
            self.tree.setCurrentIndex(index)
            self._clicked(index)

    def _group(self) -> None:
        self.model.group_by(self.by.currentData())
        if self.words.text():
            self.tree.expandAll()

    def _open_groups(self) -> set[str]:
        rows = enumerate(self.model.groups)
        return {title for row, (title, _) in rows if self.tree.isExpanded(self.model.index(row, 0))}

    def _reopen(self, titles: set[str]) -> None:
        for row, (title, _) in enumerate(self.model.groups):
            if title in titles:
                self.tree.expand(self.model.index(row, 0))

    def _clicked(self, index: QModelIndex) -> None:
        unit = index.data(UNIT)
        if unit is not None:
            self.located.emit(unit)

    def _activated(self, index: QModelIndex) -> None:
        """Select the current piece, or all pieces of the current group, on double click or
        Enter.
        """
        marked = self.tree.selectionModel().selectedIndexes() or [index]
        units = [i.data(UNIT) for i in marked if i.data(UNIT) is not None]
        if not units and not index.parent().isValid():
            units = list(self.model.groups[index.row()][1])
        if units:
            self.chosen.emit(tuple(units))

    def seek(self) -> None:
        """Focus the search field."""
        self.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.words.selectAll()
