"""Mouse tool that chooses target and attackers of a prepared attack by clicks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint

from holland44_qt.advice.attack_preparation import Attacking
from holland44_qt.board.click_tool import ClickTool


class Aim(ClickTool):
    """Tool for a prepared attack: click an enemy hex to target it, a neighbour to add it.

    Drags are passed on, because counters can still be moved in a movement phase.
    """

    def __init__(self, advice: Attacking) -> None:
        super().__init__(lambda: advice.window.mouse)
        self._advice = advice

    def meaning(self, pos: QPoint) -> Callable[[], object] | None:
        """Return the effect of a click on the prepared attack, or None."""
        advice, position = self._advice, self._advice.position
        if position is None or not advice.aims:
            return None
        place = advice.view.hex_at(pos)
        if place < 0:
            return None
        stack = position.units_at(place)
        if advice.target is None or not stack:
            return (lambda: advice.show_attack(place)) if advice.may_aim_at(place) else None
        target = position.units_at(advice.target)
        if target and stack[0].side == target[0].side:
            able = advice.may_aim_at(place) or position.attackers(place)
            return (lambda: advice.show_attack(place)) if able else None
        unit = advice.window.hand.unit_at(pos)
        if unit is not None and advice.may_take_part(unit):
            return lambda: advice.toggle_attacker(unit)
        return (lambda: advice.toggle_guns(place)) if advice.guns_at(place) else None
