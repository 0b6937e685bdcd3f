"""Bar below the board with the current step of a lesson."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.i18n import t
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, INK, PAPER, TEXT

HEIGHT = 108
"""Height in pixels, constant so that the board does not move between two steps."""


class LessonBar(QFrame):
    """Text of a step, and its buttons.

    ``wanted`` is emitted when the learner asks for the next step, or to be shown this one, and
    ``left`` when the lesson ends.
    """

    wanted = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lesson")
        self.setStyleSheet(f"#lesson {{ background: {PAPER}; border-top: 2px solid {ACCENT}; }}")
        self.setMinimumHeight(HEIGHT)
        self.title, self.text = QLabel(), QLabel()
        self.title.setFont(font("Barlow Semi Condensed", TEXT, QFont.Weight.DemiBold))
        self.title.setStyleSheet(f"color: {ACCENT};")
        self.text.setFont(font("Barlow", TEXT + 2))
        self.text.setStyleSheet(f"color: {INK};")
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        for label in (self.title, self.text):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.on = QPushButton(t("shell.lesson.next"))
        self.leave = QPushButton(t("shell.lesson.leave"))
        words = QVBoxLayout()
        words.addWidget(self.title)
        words.addWidget(self.text, 1)
        buttons = QVBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.on)
        buttons.addWidget(self.leave)
        buttons.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 8, 14, 8)
        row.setSpacing(18)
        row.addLayout(words, 1)
        row.addLayout(buttons)
        self.on.clicked.connect(self.wanted)
        self.leave.clicked.connect(self.left)
        for button in (self.on, self.leave):  # keys stay with the board
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()

    def show_step(self, title: str, text: str, button: str) -> None:
        """Show a step under its lesson's title; ``button`` is the label of the first button."""
        self.title.setText(title)
        self.text.setText(text)
        self.on.setText(button)
        self.leave.setVisible(button != t("shell.lesson.done"))
        self.setAccessibleName(f"{title}. {text}")
        self.show()
