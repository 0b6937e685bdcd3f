"""Log panel: list, a search field, and a menu to filter by kind and side."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t
from engine.modules.module import Module
from holland44_qt.icons import icon
from holland44_qt.look import FAINT, INK, MENU_BUTTON_SHEET
from holland44_qt.models.entry_filter import COMMENTED, FAMILIES, EntryFilter
from holland44_qt.models.log_model import LogModel
from holland44_qt.replay.log_list import LogList

FAMILY, SIDE, CLEAN = "family", "side", "clean"
"""Property by which a menu entry filters."""
PAUSE = 150
"""Milliseconds after the last key before the words are looked for."""


class LogPanel(QWidget):
    """List with its filter; the line below the field describes the filter and clears it."""

    def __init__(self, entries: LogList, model: LogModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries, self._model = entries, model
        self._module: Module | None = None
        self._about = ""
        self.words = QLineEdit(self)
        self.words.setPlaceholderText(t("history.filter.words"))
        self.words.setAccessibleName(t("history.filter.words"))
        self.words.setClearButtonEnabled(True)
        self._typed = QTimer(self, singleShot=True, interval=PAUSE)
        self._typed.timeout.connect(self._update_view)
        self.words.textChanged.connect(self._typed.start)
        self.words.returnPressed.connect(self._go_through)
        self.button = QToolButton(self)
        self.button.setText(t("history.filter.menu"))
        self.button.setToolTip(t("history.filter.menu.tip"))
        self.button.setStyleSheet(MENU_BUTTON_SHEET)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.menu.triggered.connect(self._toggle)
        self.button.setMenu(self.menu)
        self._hint = QLabel(self)
        self._hint.setTextFormat(Qt.TextFormat.PlainText)
        self._hint.setWordWrap(True)
        self.off = QToolButton(self)
        self.off.setIcon(icon("close", INK, FAINT))
        self.off.setAutoRaise(True)
        self.off.setToolTip(t("history.filter.off"))
        self.off.setAccessibleName(t("history.filter.off"))
        self.off.clicked.connect(self.clear)
        self._bar = QWidget(self)
        layout = QHBoxLayout(self._bar)
        layout.setContentsMargins(8, 0, 4, 2)
        layout.addWidget(self._hint, 1)
        layout.addWidget(self.off)
        top = QHBoxLayout()
        top.setContentsMargins(6, 4, 6, 4)
        top.addWidget(self.words, 1)
        top.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self._bar)
        column.addWidget(entries, 1)
        for changed in (model.modelReset, model.rowsInserted):
            changed.connect(self._show_hint)
        self._show_hint()

    def show_module(self, module: Module) -> None:
        """Show the sides of another game in the menu, and clear the filter."""
        if module is not self._module:
            self._module = module
            self.clear()

    def show_about(self, units: frozenset[str], places: frozenset[str], name: str) -> None:
        """List only entries about some units or hexes, called ``name``."""
        self._about = name
        self._set(replace(self._model.filter, units=units, places=places))

    def look_for(self, words: str) -> None:
        """List only the entries that match some words, as if typed."""
        self.words.setText(words)
        self._update_view()

    def clear(self) -> None:
        """Clear the filter."""
        self.words.clear()
        self._typed.stop()
        self._about = ""
        self._set(EntryFilter())

    def _update_view(self) -> None:
        self._typed.stop()
        self._set(replace(self._model.filter, text=self.words.text().strip()))

    def _go_through(self) -> None:
        """Give the focus to the list after Enter, so that arrows move through the matches."""
        self._update_view()
        if self._model.listed:
            self.entries.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set(self, wanted: EntryFilter) -> None:
        self._model.set_filter(wanted)
        self._show_hint()

    def _show_hint(self) -> None:
        wanted = self._model.filter
        self._bar.setVisible(not wanted.is_empty)
        parts = [t(f"history.family.{f}") for f in (*FAMILIES, COMMENTED) if f in wanted.families]
        if self._module is not None:
            module = self._module
            parts += [module.side_name(s.id) for s in module.meta.sides if s.id in wanted.sides]
        parts += [t("report.clean")] if wanted.clean else []
        about = [self._about] if self._about and (wanted.units or wanted.places) else []
        what = "  ·  ".join(filter(None, [wanted.text, ", ".join(parts), *about]))
        self._hint.setText(t("history.filter.told", count=self._model.listed, what=what))

    def _fill_menu(self) -> None:
        wanted = self._model.filter
        self.menu.clear()
        for name in (*FAMILIES, COMMENTED):
            self._offer(t(f"history.family.{name}"), FAMILY, name, name in wanted.families)
        self.menu.addSeparator()
        module = self._module
        for side in module.meta.sides if module else ():
            text = t("history.filter.side", side=module.side_name(side.id) if module else side.id)
            self._offer(text, SIDE, side.id, side.id in wanted.sides)
        self.menu.addSeparator()
        self._offer(t("report.clean"), CLEAN, "", wanted.clean)
        self.menu.addAction(t("history.filter.off"), self.clear).setEnabled(not wanted.is_empty)

    def _offer(self, text: str, part: str, name: str, on: bool) -> None:
        action = self.menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(on)
        action.setData((part, name))

    def _toggle(self, action: QAction) -> None:
        """Add a kind or side to the filter, or remove it."""
        if action.data() is None:
            return
        (part, name), wanted = action.data(), self._model.filter
        if part == CLEAN:
            self._set(replace(wanted, clean=not wanted.clean))
        elif part == FAMILY:
            self._set(replace(wanted, families=wanted.families ^ {name}))
        else:
            self._set(replace(wanted, sides=wanted.sides ^ {name}))
