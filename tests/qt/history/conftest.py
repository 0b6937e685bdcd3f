"""A game in play with a second branch."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from holland44_qt.window.table_window import TableWindow


@pytest.fixture
def game(window: TableWindow, log_path: object) -> TableWindow:
    """The window with the battle open for play, at its end."""
    assert window.open_path(log_path, play=True)  # type: ignore[arg-type]
    assert window.session.can_play
    return window


@pytest.fixture
def branched(game: TableWindow) -> TableWindow:
    """The same after going back to entry 8 and playing two others: entries 12 and 13."""
    game.session.go(8)
    assert game.session.play_on()
    assert game.session.play(act.Note(text="Another way.")) is not None
    assert game.session.play(act.Roll(reason="courage")) is not None
    return game
