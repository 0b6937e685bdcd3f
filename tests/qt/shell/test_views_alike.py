"""The window tells games alike that differ only in what the other side hides."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from engine.log.store import LogFile
from engine.play.game import Recording
from holland44_qt.window.table_window import TableWindow
from tests.games.ardenas import test_secrets as ardenas
from tests.games.test_secret_pairs import alike, digest, orders, secrets
from tests.games.test_secrets import Table
from tests.games.test_secrets import table as table
from tests.qt.window_texts import texts

GAMES = 145

pytestmark = pytest.mark.soak


def told_by(
    window: TableWindow, made: Callable[[int], Recording], side: str, path: Path
) -> Callable[[int], dict[str, str]]:
    """Return what tells a game by its number: all texts of the window at every step."""
    for toggle in window.panels.toggles:
        if not toggle.isChecked():
            toggle.trigger()

    def tell(number: int) -> dict[str, str]:
        recording = made(number)
        path.unlink(missing_ok=True)
        LogFile.create(path, recording.log.header, recording.log.entries).close()
        assert window.open_path(path, play=False)
        assert window.session.look_as(side)
        told = {}
        for step in range(window.session.length, -1, -1):
            window.session.go(step)
            QApplication.processEvents()
            told[f"step {step}"] = digest(*sorted(set(texts(window))))
        return told

    tell(0)  # widgets of the game before may be left for a while, in any order
    return tell


def test_games_of_the_ardennes_with_other_groupings_are_shown_alike(
    window: TableWindow, tmp_path: Path
) -> None:
    found = secrets()
    games = [ardenas.table().recording(found[n]) for n in range(GAMES)]
    alike(told_by(window, games.__getitem__, "german", tmp_path / "x.h44log"), GAMES)


@pytest.mark.parametrize("table", ["holland44"], indirect=True)
def test_games_of_holland_44_with_other_hidden_units_are_shown_alike(
    window: TableWindow, table: Table, tmp_path: Path
) -> None:
    games = [table.recording(order) for order in orders()[:GAMES]]
    alike(told_by(window, games.__getitem__, table.seer, tmp_path / "x.h44log"), GAMES)
