"""Message bar above the board: messages for the user, one sentence a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QRegion, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from engine.i18n import t
from holland44_qt.icons import icon
from holland44_qt.look import FAINT, INK, by_night
from holland44_qt.plain_text import breakable, tip
from holland44_qt.replay.help import details_dialog
from holland44_qt.rule_links import reading

Level = Literal["notice", "error"]
COLORS = {
    "notice": (by_night("#f7e6b3", "#4a3d17"), by_night("#b98a1c", "#d9ad4a")),
    "error": (by_night("#f6d3cc", "#54241f"), by_night("#b3261e", "#ff9a8c")),
}
FAR = 1 << 15
"""Width in pixels that exceeds any window."""
LEFT = 12
"""Pixels left of the text."""
REMEDY = 160
"""Pixels of the text of a remedy in a narrow bar."""
MOST = 6
"""Maximum number of lines; the oldest are dropped."""


@dataclass(frozen=True)
class _Line:
    """Message in the bar; a ``passing`` one is removed when its moment has passed."""

    sentence: str
    level: Level
    passing: bool
    details: str
    remedy: tuple[str, Callable[[], None]] | None
    refusal: tuple[str, Callable[[], None]] | None
    rules: tuple[str, ...]


class MessageBar(QFrame):
    """Bar of messages, hidden while there are none; errors colour the whole bar.

    ``said`` emits each message: sentence, level, details. ``cleared`` is emitted when it is empty
    again, ``rule_wanted`` when the user wants to read a rule.
    """

    added = Signal(str, str, str)
    rule_wanted = Signal(str)
    cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: list[_Line] = []
        self._left = self._above = 0
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
        self.more = QPushButton(t("shell.details"), self)
        self.more.setToolTip(t("shell.details.tip"))
        self.more.clicked.connect(self._show_details)
        self.help = QPushButton(self)
        self.help.clicked.connect(self._mend)
        self.refuse = QPushButton(self)
        self.refuse.clicked.connect(self._refuse)
        self.rules = QToolButton(self)
        self.rules.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.rules.setToolTip(t("rule_page.read.tip"))
        for button in (
            self.more,
            self.help,
            self.refuse,
            self.rules,
        ):  # a click leaves the keys with the board
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = QHBoxLayout(self)
        row.setContentsMargins(LEFT, 6, 6, 6)
        row.addWidget(self._label, 1)
        row.addWidget(self.help, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.refuse, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.rules, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.more, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self.clear()

    def leave_left(self, room: int) -> None:
        """Leave a number of pixels at the left for an open drawer's title and close button."""
        self._left = room
        self._leave()

    def leave_above(self, room: int) -> None:
        """Leave a number of pixels at the top for the tabs of the maps."""
        self._above = room
        self._leave()

    def _leave(self) -> None:
        row = self.layout()
        assert row is not None, "made with it"
        row.setContentsMargins(LEFT + self._left, 6 + self._above, 6, 6)
        if self._left or self._above:
            self.setMask(QRegion(self._left, self._above, FAR, FAR))
        else:
            self.clearMask()

    @property
    def lines(self) -> list[str]:
        """Return the messages shown."""
        return [line.sentence for line in self._lines]

    @property
    def details(self) -> str:
        """Return the text of the details button; empty without details."""
        return next((line.details for line in reversed(self._lines) if line.details), "")

    @property
    def _offer(self) -> _Line | None:
        """Return the last message with a remedy."""
        return next((line for line in reversed(self._lines) if line.remedy), None)

    @property
    def _remedy(self) -> tuple[str, Callable[[], None]] | None:
        """Return the remedy of the last message that has one."""
        return self._offer.remedy if self._offer is not None else None

    @property
    def _refusal(self) -> tuple[str, Callable[[], None]] | None:
        """Return the refusal of the message whose remedy is offered."""
        return self._offer.refusal if self._offer is not None else None

    def add(
        self,
        sentence: str,
        level: Level = "notice",
        details: str = "",
        remedy: tuple[str, Callable[[], None]] | None = None,
        rules: Sequence[str] = (),
        *,
        refusal: tuple[str, Callable[[], None]] | None = None,
        passing: bool = False,
    ) -> None:
        """Add a message, unless it is already shown; details are behind a button.

        ``remedy`` is the label and the action of a button; ``rules`` are the rules named, whose
        pages another button opens. ``refusal`` is a second button beside a remedy, which declines
        what the remedy accepts. A ``passing`` message concerns the last attempt and is removed
        by :meth:`pass_on`.
        """
        if sentence not in self.lines:
            line = _Line(sentence, level, passing, details, remedy, refusal, tuple(rules))
            self._lines = [*self._lines, line][-MOST:]
        self._update_lines()
        self.show()
        self.raise_()
        self.added.emit(sentence, level, details)

    def pass_on(self) -> None:
        """Remove the passing messages."""
        left = [line for line in self._lines if not line.passing]
        if not left and self._lines:
            self.clear()
        elif len(left) < len(self._lines):
            self._lines = left
            self._update_lines()

    def clear(self) -> None:
        """Remove all messages and hide the bar."""
        self._lines = []
        self._update_lines()
        self.hide()
        self.cleared.emit()

    def _update_lines(self) -> None:
        """Update the lines, in the colour of the most severe message."""
        words = "\n".join(self.lines)
        self._label.setText(breakable(words))
        self._label.setAccessibleName(words)
        worst: Level = "error" if any(x.level == "error" for x in self._lines) else "notice"
        ground, edge = COLORS[worst]
        self.setStyleSheet(f"#messages {{ background: {ground}; border-left: 4px solid {edge}; }}")
        self.more.setVisible(bool(self.details))
        self._fit_help()
        self.help.setVisible(self._remedy is not None)
        refusal = self._refusal
        self.refuse.setText(refusal[0] if refusal is not None else t("together.undo.decline"))
        self.refuse.setVisible(refusal is not None)
        self._name(next((line.rules for line in reversed(self._lines) if line.rules), ()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the remedy to the new width."""
        super().resizeEvent(event)
        self._fit_help()

    def _fit_help(self) -> None:
        """Leave most of the bar to the messages: a long remedy is shortened in its middle."""
        words = self._remedy[0] if self._remedy is not None else ""
        room = max(REMEDY, self.width() // 3)
        middle = Qt.TextElideMode.ElideMiddle
        self.help.setText(self.help.fontMetrics().elidedText(words, middle, room))
        self.help.setAccessibleName(words or t("shell.help.mend"))
        self.help.setToolTip(tip(words))

    def _name(self, rules: Sequence[str]) -> None:
        """Return a button for the page of one rule, or with a menu for several."""
        self._forget_rules()
        if not rules:
            return
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
            remedy[1]()

    def _refuse(self) -> None:
        refusal = self._refusal
        self.clear()
        if refusal is not None:
            refusal[1]()

    def _show_details(self) -> None:
        details_dialog(self.window(), "\n".join(self.lines), self.details).show()
