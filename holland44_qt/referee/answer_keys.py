"""Keyboard answers to a pending decision. Digits and arrows work regardless of focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from holland44_qt.referee.panel import Answers
from holland44_qt.widgets.digit_keys import HELD, plain_digit

STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class AnswerKeys(QObject):
    """Event filter for answer keys while the board has the focus: digits choose, arrows move
    through them.
    """

    def __init__(self, board: QWidget, answers: Answers) -> None:
        super().__init__(board)
        self._answers = answers
        board.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle an answer key and return whether it was one."""
        answers = self._answers
        if not (isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress):
            return False
        if not answers.count() or not answers.isEnabled():
            return False
        digit = plain_digit(event)
        if digit is not None:
            return answers.take(digit)
        key = Qt.Key(event.key())
        if key in STEPS and not event.modifiers() & HELD:
            answers.select_next(STEPS[key])
            return True
        return False
