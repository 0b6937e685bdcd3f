"""Questions about many games, answered in the window."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QTableWidget
from pytestqt.qtbot import QtBot

from holland44_qt.report import library_feature, library_window
from holland44_qt.report.library_feature import ManyGames
from holland44_qt.report.library_window import LibraryWindow
from holland44_qt.window.table_window import TableWindow

pytest.importorskip("duckdb")
LOGS = Path(__file__).parents[3] / "logs"
Opened = Callable[[], LibraryWindow]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    shutil.copy(LOGS / "market-garden-turn-1.h44log", folder)
    return folder


def opened(
    window: TableWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> LibraryWindow:
    """Choose a folder by the command and return the window with its answers."""
    monkeypatch.setattr(library_feature, "ask_for_folder", lambda *_: folder)
    window.commands["many_games"].trigger()
    feature = window.feature(ManyGames)
    qtbot.waitUntil(lambda: feature.library is not None, timeout=60_000)
    assert feature.library is not None
    return feature.library


def ask(library: LibraryWindow, name: str) -> None:
    library.questions.setCurrentIndex(library.questions.findData(name))


def test_answers_are_drawn_listed_and_saved(
    window: TableWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    games: Path,
    tmp_path: Path,
) -> None:
    (games / "broken.h44log").write_text("no log")
    library = opened(window, qtbot, monkeypatch, games)
    assert library.games.text().startswith("1 game below “games”; ")
    assert library.games.text().endswith("library.duckdb there")
    assert "broken.h44log was left out" in library.notice.text()
    ask(library, "combats")
    assert [library.tabs.tabText(n) for n in range(library.tabs.count())] == ["Chart", "Table"]
    grid = library.tabs.widget(1)
    assert isinstance(grid, QTableWidget)
    head = grid.horizontalHeaderItem(0)
    first = grid.item(0, 0)
    assert head is not None
    assert first is not None
    assert (head.text(), first.text()) == ("game", "Holland '44")
    for button, name in ((library.picture, "a.png"), (library.csv, "a.csv")):
        monkeypatch.setattr(
            library_window, "ask_where_to_save", lambda *_, name=name: tmp_path / name
        )
        button.click()
        assert library.notice.text() == f"Saved: {tmp_path / name}"
    assert QImage(str(tmp_path / "a.png")).width() > 1000
    lines = (tmp_path / "a.csv").read_text().splitlines()
    assert lines[0] == "module,column,combats,mean,expected,error"
    assert len(lines) == 1 + grid.rowCount()


def test_a_question_without_a_row_is_answered_in_one_sentence(
    window: TableWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, games: Path
) -> None:
    library = opened(window, qtbot, monkeypatch, games)
    assert library.questions.currentData() == "winners"  # the sample is not played to its end
    assert "no answer yet" in library.notice.text()
    assert not library.picture.isEnabled()
    assert library.csv.isEnabled()


def test_tables_that_are_none_are_reported_in_one_sentence(
    window: TableWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, games: Path
) -> None:
    (games / "library.duckdb").write_text("no tables")
    monkeypatch.setattr(library_feature, "ask_for_folder", lambda *_: games)
    window.commands["many_games"].trigger()
    qtbot.waitUntil(lambda: window.feature(ManyGames).work is None, timeout=60_000)
    assert "library.duckdb cannot be used" in window.messages.lines[-1]
    assert (games / "library.duckdb").read_text() == "no tables"
    assert window.feature(ManyGames).library is None


def test_without_the_package_the_window_says_what_to_install(
    window: TableWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_feature, "find_spec", lambda _: None)
    window.commands["many_games"].trigger()
    assert "holland44-qt[studies]" in window.messages.lines[-1]
