"""A fight in preparation: target and attackers chosen on the map by clicks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from holland44_qt.advice.attack_preparation import Attacking
from holland44_qt.board.tool import Tool


class Aim(Tool):
    """While a fight is prepared, a click on an enemy hex aims at it, on a neighbour takes it in.

    A drag is left to the hand: in a movement phase counters are moved meanwhile.
    """

    def __init__(self, advice: Attacking) -> None:
        self._advice = advice
        self._pressed: QMouseEvent | None = None
        self._click: Callable[[], object] | None = None
        self._carries = False

    def press(self, event: QMouseEvent) -> bool:
        """Is there a target, or somebody who could attack it?"""
        self._carries = False
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        self._click = self._meaning(event.position().toPoint()) if plain else None
        self._pressed = event.clone() if self._click is not None else None
        return self._pressed is not None

    def move(self, event: QMouseEvent) -> bool:
        """A press that becomes a drag goes to the hand."""
        pressed = self._pressed
        if pressed is None:
            return False
        mouse = self._advice.window.mouse
        if not self._carries:
            way = (event.position() - pressed.position()).manhattanLength()
            if way < QApplication.startDragDistance():
                return True
            self._carries = mouse.press(pressed)
        return mouse.move(event)

    def release(self, event: QMouseEvent) -> bool:
        """Do what the click means, or let the hand end its drag."""
        pressed, click, self._pressed, self._click = self._pressed, self._click, None, None
        if self._carries:
            self._carries = False
            return self._advice.window.mouse.release(event)
        if click is not None:
            click()
        return pressed is not None

    def _meaning(self, pos: QPoint) -> Callable[[], object] | None:
        """Effect of a click on the prepared attack; None where it has none."""
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
