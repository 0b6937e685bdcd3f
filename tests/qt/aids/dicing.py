"""Predefined dice for tests."""

from __future__ import annotations

from engine.core.dice import Dice
from holland44_qt.window.table_window import TableWindow


class Script:
    """Dice with predefined values; the last is repeated."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        values = tuple(
            self.values.pop(0) if len(self.values) > 1 else self.values[0] for _ in range(count)
        )
        return Dice(sides=sides, count=count, values=values, source="rolled", reason=reason)


def load_dice(window: TableWindow, *values: int) -> None:
    game = window.session.game
    assert game is not None
    game.dice = Script(*values)
