"""Keyboard shortcuts of a prepared attack: digits toggle units, Escape cancels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from holland44_qt.widgets.digit_keys import plain_digit

if TYPE_CHECKING:
    from holland44_qt.advice.attack_preparation import Attacking


class AttackKeys(QObject):
    """Event filter for board keys while an attack is being prepared."""

    def __init__(self, advice: Attacking) -> None:
        super().__init__(advice)
        self._advice = advice
        advice.view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle a shortcut of the prepared attack and return whether there was one."""
        advice = self._advice
        if not isinstance(event, QKeyEvent) or not advice.prepares:
            return False
        kind = event.type()
        if event.key() == Qt.Key.Key_Escape and advice.hands_are_free:
            if kind == QEvent.Type.ShortcutOverride:
                event.accept()
            elif kind == QEvent.Type.KeyPress:
                advice.put_away()
            return kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        digit = plain_digit(event) if kind == QEvent.Type.KeyPress else None
        return digit is not None and advice.panel.odds.choices.press(digit)
