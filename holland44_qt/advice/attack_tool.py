"""Mouse tool that chooses target and attackers of a prepared attack by clicks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from holland44_qt.advice.attack_preparation import Attacking
from holland44_qt.board.tool import Tool


class Aim(Tool):
    """Tool for a prepared attack: click an enemy hex to target it, a neighbour to add it.

    Drags are passed on, because counters can still be moved in a movement phase.
    """

    def __init__(self, advice: Attacking) -> None:
        self._advice = advice
        self._pressed: QMouseEvent | None = None
        self._click: Callable[[], object] | None = None
        self._carries = False

    def press(self, event: QMouseEvent) -> bool:
        """Accept the press if the hex is a possible target or has possible attackers."""
        self._carries = False
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        self._click = self._meaning(event.position().toPoint()) if plain else None
        self._pressed = event.clone() if self._click is not None else None
        return self._pressed is not None

    def move(self, event: QMouseEvent) -> bool:
        """Pass the press on to the hand tool when it becomes a drag."""
        pressed = self._pressed
        if pressed is None:
            return False
        mouse = self._advice.window.mouse
        if not self._carries:
            distance = (event.position() - pressed.position()).manhattanLength()
            if distance < QApplication.startDragDistance():
                return True
            self._carries = mouse.press(pressed)
        return mouse.move(event)

    def release(self, event: QMouseEvent) -> bool:
        """Apply the click, or let the hand tool finish its drag."""
        pressed, click, self._pressed, self._click = self._pressed, self._click, None, None
        if self._carries:
            self._carries = False
            return self._advice.window.mouse.release(event)
        if click is not None:
            click()
        return pressed is not None

    def _meaning(self, pos: QPoint) -> Callable[[], object] | None:
        """Return the effect of a click on the prepared attack, or None."""
        advice, position = self._advice, self._advice.position
        if position is None or not advice.aims:
            return None
        place = advice.view.hex_at(pos)
        stack = position.units_at(place) if place >= 0 else ()
        if not stack:
            return None
        if advice.target is None:
            return (lambda: advice.show_attack(place)) if advice.may_aim_at(place) else None
        target = position.units_at(advice.target)
        if target and stack[0].side == target[0].side:
            able = advice.may_aim_at(place) or position.attackers(place)
            return (lambda: advice.show_attack(place)) if able else None
        unit = advice.window.hand.unit_at(pos)
        if unit is not None and advice.may_take_part(unit):
            return lambda: advice.toggle_attacker(unit)
        return (lambda: advice.toggle_guns(place)) if advice.guns_at(place) else None
