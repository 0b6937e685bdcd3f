"""The rules of a game in review are loaded in the background, once its window is shown."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from pytestqt.qtbot import QtBot

from engine.games import RULEBOOKS, is_loaded, rulebook
from engine.play.referee import new_game
from holland44_qt.shell import rules_preloader
from holland44_qt.window.table_window import TableWindow
from tests.games.toy.conftest import crossing
from tests.games.toy.crossing_rules import CrossingBook

__all__ = ["crossing"]

GAME = "crossing"


class SlowRules(ModuleType):
    """A module whose rules load when released, and that records who requested them."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.let, self.begun = threading.Event(), threading.Event()
        self.threads: list[threading.Thread] = []
        self.error: Exception | None = None

    def rulebook(self, game: str) -> CrossingBook:
        """Return the rules of the crossing after a delay."""
        self.threads.append(threading.current_thread())
        self.begun.set()
        assert self.let.wait(10)
        if self.error is not None:
            raise self.error
        return CrossingBook(game)


@pytest.fixture
def log(crossing: Path, tmp_path: Path) -> Path:
    """A game of the crossing."""
    path = tmp_path / "read.h44log"
    new_game(path, str(crossing), "duel", mode="enforced").close()
    return path


@pytest.fixture
def slow(
    log: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[SlowRules]:
    """Make the game's rules load when the test releases them; nothing waits before them."""
    name = f"slow_rules_of_{request.node.name}"
    found = SlowRules(name)
    monkeypatch.setitem(sys.modules, name, found)
    monkeypatch.setitem(RULEBOOKS, GAME, f"{name}:rulebook")
    monkeypatch.setattr(rules_preloader, "AFTER", 1)
    monkeypatch.setattr(rules_preloader, "ASK", 1)
    rulebook.cache_clear()
    yield found
    found.let.set()


@pytest.fixture
def came(window: TableWindow) -> list[str]:
    """Return the games whose rules were reported as loaded."""
    found: list[str] = []
    window.session.rules_came.connect(lambda: found.append(window.session.module.meta.id))
    return found


def test_rules_load_in_the_background_once_the_window_is_shown(
    window: TableWindow, qtbot: QtBot, slow: SlowRules, log: Path, came: list[str]
) -> None:
    assert window.open_path(log, play=False)
    session = window.session
    assert session.waits_for_rules
    assert not slow.threads, "the game opens without them"
    qtbot.waitUntil(slow.begun.is_set)
    assert threading.main_thread() not in slow.threads
    assert not is_loaded(GAME), "what is being made is not there yet"
    assert session.waits_for_rules
    qtbot.wait(10)
    assert not came
    slow.let.set()
    qtbot.waitUntil(lambda: came == [GAME])
    assert not session.waits_for_rules
    assert session.position is not None
    assert len(slow.threads) == 1, "whoever asks afterwards finds them"


def test_a_failed_load_of_rules_is_reported(
    window: TableWindow, qtbot: QtBot, slow: SlowRules, log: Path, came: list[str]
) -> None:
    slow.error = RuntimeError("chapter 9 is torn out")
    assert window.open_path(log, play=False)
    assert not [line for line in window.messages.lines if "torn out" in line]
    slow.let.set()
    qtbot.waitUntil(lambda: came == [GAME])
    assert [line for line in window.messages.lines if "chapter 9 is torn out" in line]
    session = window.session
    assert session.stance == "review"
    assert session.position is None
    session.go(session.length)
    assert session.step == session.length, "it can be read all the same"


def test_a_window_can_be_closed_while_rules_load(
    window: TableWindow, qtbot: QtBot, slow: SlowRules, log: Path, came: list[str]
) -> None:
    assert window.open_path(log, play=False)
    qtbot.waitUntil(slow.begun.is_set)
    (loading,) = slow.threads
    threading.Timer(0.05, slow.let.set).start()
    window.close()
    qtbot.wait(20)
    assert not loading.is_alive(), "no thread lives on behind a closed window"
    assert not came


def test_rules_of_a_closed_game_are_not_reported(
    window: TableWindow,
    qtbot: QtBot,
    slow: SlowRules,
    log: Path,
    came: list[str],
    log_path: Path,
) -> None:
    assert window.open_path(log, play=False)
    qtbot.waitUntil(slow.begun.is_set)
    rulebook("holland44")
    assert window.open_path(log_path, play=False)
    assert not window.session.waits_for_rules, "these are at hand"
    slow.let.set()
    slow.threads[0].join()
    qtbot.wait(20)
    assert not came


def test_playing_on_loads_the_rules_at_once(
    window: TableWindow, qtbot: QtBot, slow: SlowRules, log: Path, came: list[str]
) -> None:
    slow.let.set()
    assert window.open_path(log, play=True)
    assert window.session.position is not None
    assert slow.threads == [threading.main_thread()]
    qtbot.wait(20)
    assert not came
