"""A window with a game in play, and dice that fall as the test wants."""

from __future__ import annotations

from pathlib import Path

import pytest

from holland44_qt.replay.window import ReplayWindow
from tests.qt.furniture.dicing import load_dice


@pytest.fixture
def table(window: ReplayWindow, tmp_path: Path) -> ReplayWindow:
    """The window with a fresh campaign game."""
    assert window.session.new(tmp_path / "table.h44log", "holland44", "campaign")
    window.messages.clear()
    load_dice(window, 5)
    return window
