"""The message bar: what a user has to know, one sentence a line, above the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from engine.i18n import t
from holland44_qt.icons import icon
from holland44_qt.look import FAINT, INK, by_night
from holland44_qt.replay.help import details_dialog
from holland44_qt.rule_links import reading

Level = Literal["notice", "error"]
COLORS = {
    "notice": (by_night("#f7e6b3", "#4a3d17"), by_night("#b98a1c", "#d9ad4a")),
    "error": (by_night("#f6d3cc", "#54241f"), by_night("#b3261e", "#ff9a8c")),
}
LEFT = 12
"""Pixels left of its words."""
MOST = 6
"""Lines that are kept; older ones give way."""


class MessageBar(QFrame):
    """Hidden while there is nothing to say. Errors colour the whole bar.

    ``said`` repeats what it is told to say: sentence, level, details; ``cleared`` says that it is
    silent again; ``rule_wanted`` tells the rule that somebody wants to read.
    """

    said = Signal(str, str, str)
    rule_wanted = Signal(str)
    cleared = Signal()

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
        close.setAccessibleName(t("app.message.close"))
        self._details = ""
        self.more = QPushButton(t("shell.details"), self)
        self.more.setToolTip(t("shell.details.tip"))
        self.more.clicked.connect(self._show_details)
        self.help = QPushButton(self)
        self.help.setAccessibleName(t("shell.help.mend"))
        self.help.clicked.connect(self._mend)
        self._remedy: Callable[[], None] | None = None
        self.rules = QToolButton(self)
        self.rules.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.rules.setToolTip(t("rule_page.read.tip"))
        row = QHBoxLayout(self)
        row.setContentsMargins(LEFT, 6, 6, 6)
        row.addWidget(self._label, 1)
        row.addWidget(self.help, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.rules, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.more, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self.clear()

    def leave_left(self, room: int) -> None:
        """Write nothing in so many pixels at the left: a drawer lies over them."""
        row = self.layout()
        assert row is not None, "made with it"
        row.setContentsMargins(LEFT + room, 6, 6, 6)

    @property
    def lines(self) -> list[str]:
        """What it says."""
        return list(self._lines)

    @property
    def details(self) -> str:
        """What the details button shows; empty if there is no more to know."""
        return self._details

    def say(
        self,
        sentence: str,
        level: Level = "notice",
        details: str = "",
        remedy: tuple[str, Callable[[], None]] | None = None,
        rules: Sequence[str] = (),
    ) -> None:
        """Add a sentence, unless it stands there already; details wait behind a button.

        ``remedy`` is what can be done about it: what the button says, and what it does; ``rules``
        are those that it speaks of, whose pages another button opens.
        """
        if rules:
            self._name(rules)
        if remedy is not None:
            text, self._remedy = remedy
            self.help.setText(text)
        self.help.setVisible(self._remedy is not None)
        if sentence not in self._lines:
            self._lines = [*self._lines, sentence][-MOST:]
        if level == "error":
            self._level = level
        self._label.setText("\n".join(self._lines))
        self._label.setAccessibleName("\n".join(self._lines))
        ground, edge = COLORS[self._level]
        self.setStyleSheet(f"#messages {{ background: {ground}; border-left: 4px solid {edge}; }}")
        if details:
            self._details = details
        self.more.setVisible(bool(self._details))
        self.show()
        self.raise_()
        self.said.emit(sentence, level, details)

    def clear(self) -> None:
        """Say nothing, and hide."""
        self._lines = []
        self._level = "notice"
        self._details = ""
        self._remedy = None
        self._forget_rules()
        self._label.clear()
        self.hide()
        self.cleared.emit()

    def _name(self, rules: Sequence[str]) -> None:
        """A button for the pages of rules: of the one, or with a menu of all."""
        self._forget_rules()
        for rule in dict.fromkeys(rules):
            self.rules.addAction(reading(rule, self.rule_wanted, self.rules))
        first = self.rules.actions()[0]
        if len(self.rules.actions()) == 1:
            self.rules.setDefaultAction(first)
        words = first.text() if len(self.rules.actions()) == 1 else t("rule_page.read.some")
        self.rules.setText(words)
        self.rules.setAccessibleName(words)
        self.rules.show()

    def _forget_rules(self) -> None:
        for action in self.rules.actions():
            self.rules.removeAction(action)
            action.deleteLater()
        self.rules.hide()

    def _mend(self) -> None:
        remedy = self._remedy
        self.clear()
        if remedy is not None:
            remedy()

    def _show_details(self) -> None:
        details_dialog(self.window(), "\n".join(self._lines), self._details).show()
