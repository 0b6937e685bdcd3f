"""A window with a game in play, and predefined dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from holland44_qt.window.table_window import TableWindow
from tests.qt.aids.dicing import load_dice


@pytest.fixture
def table(window: TableWindow, tmp_path: Path) -> TableWindow:
    """The window with a fresh campaign game."""
    assert window.session.new(tmp_path / "table.h44log", "holland44", "campaign")
    window.messages.clear()
    load_dice(window, 5)
    return window
