"""Key presses that mean a digit."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

HELD = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.ShiftModifier
    | Qt.KeyboardModifier.MetaModifier
)


def plain_digit(event: QKeyEvent) -> int | None:
    """Return the digit from 1 to 9 of a key press; None for any other key."""
    text = event.text()
    plain = not event.modifiers() & HELD and len(text) == 1
    return int(text) if plain and text in "123456789" else None
