"""Dock of the sides' notepads."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QComboBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from engine.core.errors import UserError
from engine.i18n import t
from holland44_qt.aids.notepad import Pad
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.frame.panels import Panel

SAVED_AFTER = 800
"""Milliseconds after the last keystroke before a notepad is saved."""


class PadPanel(QWidget):
    """Panel with a notepad's owner and text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.side = QComboBox(self)
        self.side.setAccessibleName(t("aids.pad.side"))
        self.text = QPlainTextEdit(self)
        self.text.setAccessibleName(t("app.dock.pad"))
        self.text.setTabChangesFocus(True)
        self.where = QLabel(self)
        self.where.setWordWrap(True)
        self.where.setTextFormat(Qt.TextFormat.PlainText)
        column = QVBoxLayout(self)
        for part in (self.side, self.text, self.where):
            column.addWidget(part)


class PadFeature(Feature):
    """Feature with a notepad for each side.

    With the hand-over screen on, only the active side's notepad is shown.
    """

    COMMANDS = (Command("pad", "table", "show_pad", ("Ctrl+P",)),)

    def panels(self) -> Iterable[Panel]:
        """Return the notepad panel, behind the log."""
        self.panel = PadPanel()
        yield Panel("pad", self.panel, icon="pad")

    def ready(self) -> None:
        """Follow the game and its hand-over."""
        self._pad: Pad | None = None
        self._written = ""
        self._later = QTimer(self, singleShot=True, interval=SAVED_AFTER)
        self._later.timeout.connect(self.save)
        self.panel.text.textChanged.connect(self._later.start)
        self.panel.side.activated.connect(self._turn_to)
        self.session.opened.connect(self._opened)
        self.session.stepped.connect(self._handed)
        self.session.viewpoint_changed.connect(self._handed)
        self.window.preferences.changed.connect(self._handed)
        self._opened()

    def release(self) -> None:
        """Save unsaved text."""
        self.save()

    def show_pad(self) -> None:
        """Show the notepad with the focus in its text."""
        self.window.panels.show("pad")
        self.panel.text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def save(self) -> None:
        """Save changes."""
        self._later.stop()
        text = self.panel.text.toPlainText()
        if self._pad is None or self.panel.text.isReadOnly() or text == self._written:
            return
        try:
            self._pad.write(text)
            self._written = text
        except UserError as error:
            self.session.failed.emit(str(error))

    # -- following --------------------------------------------------------------------------------

    def _opened(self) -> None:
        self.save()
        self.panel.side.clear()
        module = self.session.module
        for side in module.meta.sides:
            self.panel.side.addItem(t("aids.pad.of", side=module.side_name(side.id)), side.id)
        self._turn_to()
        self._handed()

    def _handed(self) -> None:
        """Return the active side at the end of the line, so that earlier steps reveal no plans."""
        phases, session = self.session.landmarks.phases, self.session
        is_fixed = session.veiled or (self.window.preferences.now.hand_over and bool(phases))
        self.panel.side.setEnabled(not is_fixed)
        if is_fixed:
            shown = session.viewpoint if session.veiled else phases[-1].clock.active
            at = self.panel.side.findData(shown)
            if at >= 0 and at != self.panel.side.currentIndex():
                self.panel.side.setCurrentIndex(at)
                self._turn_to()

    def _turn_to(self) -> None:
        """Save the current notepad and show the chosen one."""
        self.save()
        path, side = self.session.path, self.panel.side.currentData()
        able = path is not None and isinstance(side, str) and self.window.can_annotate
        self._pad = Pad(path, side) if path is not None and able else None
        self._written = ""
        where = t("aids.pad.none")
        if self._pad is not None:
            where = t("aids.pad.where", file=self._pad.path.name)
            try:
                self._written = self._pad.read()
            except UserError as error:
                self.session.failed.emit(str(error))
                self._pad = None
        self.panel.where.setText(where)
        self.panel.text.setReadOnly(self._pad is None)
        self.panel.text.blockSignals(True)
        self.panel.text.setPlainText(self._written)
        self.panel.text.blockSignals(False)
