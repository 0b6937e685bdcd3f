"""The message bar: what a user has to know, one sentence a line, above the board."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from engine.i18n import t
from holland44_qt.icons import icon
from holland44_qt.look import FAINT, INK

Level = Literal["notice", "error"]
COLORS = {"notice": ("#f7e6b3", "#b98a1c"), "error": ("#f6d3cc", "#b3261e")}
MOST = 6
"""Lines that are kept; older ones give way."""


class MessageBar(QFrame):
    """Hidden while there is nothing to say. Errors colour the whole bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: list[str] = []
        self._level: Level = "notice"
        self.setObjectName("messages")
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        close = QToolButton(self)
        close.setIcon(icon("close", INK, FAINT))
        close.setAutoRaise(True)
        close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        close.setToolTip(t("app.message.close"))
        close.clicked.connect(self.clear)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 6, 6)
        row.addWidget(self._label, 1)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self.clear()

    @property
    def lines(self) -> list[str]:
        """What it says."""
        return list(self._lines)

    def say(self, sentence: str, level: Level = "notice") -> None:
        """Add a sentence, unless it stands there already."""
        if sentence not in self._lines:
            self._lines = [*self._lines, sentence][-MOST:]
        if level == "error":
            self._level = level
        self._label.setText("\n".join(self._lines))
        self._label.setAccessibleName("\n".join(self._lines))
        ground, edge = COLORS[self._level]
        self.setStyleSheet(f"#messages {{ background: {ground}; border-left: 4px solid {edge}; }}")
        self.show()

    def clear(self) -> None:
        """Say nothing, and hide."""
        self._lines = []
        self._level = "notice"
        self._label.clear()
        self.hide()
