"""Opening another game releases the previous one, whichever panels were used."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from engine.games.normandy44.position import Position
from engine.log.tree import Log
from engine.rules.base.setting import KEPT
from holland44_qt.aids.fight_feature import FightFeature
from holland44_qt.aids.stakes_feature import Stakes
from holland44_qt.samples import sample_games
from holland44_qt.window.table_window import TableWindow
from tests.thoroughness import some_now

STRIDE = 15
"""Every so many entries are looked at."""


def log_of(window: TableWindow) -> weakref.ref[Log]:
    """Return a weak reference to the open log."""
    recording = window.session.recording
    assert recording is not None
    return weakref.ref(recording.log)


@pytest.mark.slow
@pytest.mark.parametrize(
    "sample",
    some_now(sample_games(), lambda path: path.stem in ("two-groupings", "market-garden-turn-1")),
    ids=lambda path: path.stem,
)
def test_opening_another_game_releases_the_previous_one(
    window: TableWindow, qtbot: QtBot, log_path: Path, sample: Path
) -> None:
    assert window.open_path(sample)
    left = log_of(window)
    for panel in list(window.panels._panels):
        window.panels.show(panel)
    for step in range(1, window.session.length + 1, STRIDE):
        window.session.go(step)
        window.feature(FightFeature).tell()
        window.feature(Stakes).update_stakes()
        qtbot.wait(1)
    assert window.open_path(log_path, play=False)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert left() is None, [type(holder) for holder in gc.get_referrers(left())]


def test_a_hidden_entry_card_releases_its_game(window: TableWindow, tmp_path: Path) -> None:
    assert window.open_path(sample_games()[0])
    window.panels.show("entry")
    window.session.go(3)
    left = log_of(window)
    window.commands.run("only_map")
    assert not window.entry.isVisible()
    assert window.session.new(tmp_path / "another.h44log", "holland44", "campaign")
    assert not window.entry.isVisible()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert left() is None, [type(holder) for holder in gc.get_referrers(left())]


@pytest.mark.slow
def test_positions_of_the_rules_are_released_with_their_game(
    window: TableWindow, log_path: Path
) -> None:
    sample = next(path for path in sample_games() if "normandy" in path.stem)
    before = positions()  # those of other tests' games
    assert window.open_path(sample)
    session = window.session
    for step in range(1, 40):
        session.go(step)
        assert session.position is not None
    assert len(positions() - before) == KEPT, "as many as are cached, and no more"
    assert window.open_path(log_path, play=False)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert positions() <= before


def positions() -> set[int]:
    """Return the identities of the positions of Normandy '44 in memory."""
    gc.collect()
    return {id(item) for item in gc.get_objects() if type(item) is Position}
