"""The application: internal errors become one plain message, and it starts in time."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.errors import UserError
from holland44_qt.app import CrashGuard, Keeping
from holland44_qt.replay.message_bar import MessageBar
from holland44_qt.window.table_window import TableWindow

START = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
import holland44_qt.app as app
from holland44_qt.shell.tour import Bubble

begin = app._begin
app._begin = lambda window, path: (print("before:", window.messages.lines), begin(window, path))

def look(shown):
    print(shown.windowTitle(), "|", *shown.messages.lines)
    {then}

def await_window():
    named = (w for w in QApplication.topLevelWidgets() if w.objectName() == "replay")
    shown = next((w for w in named if w.isVisible()), None)
    if shown is None:
        QTimer.singleShot(50, await_window)
    else:
        QTimer.singleShot(300, lambda: look(shown))

QTimer.singleShot(0, app.application(), await_window)
sys.exit(app.run({path}))
"""


def started(tmp_path: Path, path: str, then: str) -> subprocess.CompletedProcess[str]:
    """Run the app in a process of its own until ``then``."""
    env = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)}
    script = START.format(path=path, then=then)
    return subprocess.run(
        [sys.executable, "-c", script], env=env, capture_output=True, text=True, timeout=60
    )


@pytest.fixture
def bar(qapp: object) -> MessageBar:
    return MessageBar()


def test_a_long_word_does_not_widen_the_window(bar: MessageBar) -> None:
    path = "/" + "x" * 400
    bar.add(path)
    assert bar.minimumSizeHint().width() < 500
    assert bar.lines == [path]


def test_an_uncaught_error_is_one_message(bar: MessageBar, tmp_path: Path) -> None:
    guard = CrashGuard(bar)
    try:
        raise ZeroDivisionError("secret detail")
    except ZeroDivisionError as error:
        guard(type(error), error, error.__traceback__)
    (sentence,) = bar.lines
    assert "ZeroDivisionError" in sentence
    assert "Traceback" not in sentence
    assert "secret" not in sentence
    (crash,) = tmp_path.rglob("crash.txt")
    assert str(crash) in sentence
    assert "secret detail" in crash.read_text(encoding="utf-8")


def test_user_errors_are_shown_unchanged(bar: MessageBar) -> None:
    error = UserError("There is no hex 9999.")
    CrashGuard(bar)(type(error), error, None)
    assert bar.lines == ["There is no hex 9999."]


def test_an_unwritable_log_folder_is_ignored(
    bar: MessageBar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    error = ValueError("x")
    CrashGuard(bar)(ValueError, error, None)
    (sentence,) = bar.lines
    assert "ValueError" in sentence


@pytest.mark.slow
def test_runs_with_a_log_and_ends_cleanly(log_path: Path, tmp_path: Path) -> None:
    read = "any(name.endswith('table_window.py') for name in __import__('linecache').cache)"
    path = f"__import__('pathlib').Path({str(log_path)!r})"
    done = started(tmp_path, path, f"print('kept:', {read}); shown.close()")
    assert done.returncode == 0, done.stderr
    assert "Entry 1 of 11" in done.stdout, "a recorded game opens in review"
    assert "before: []" in done.stdout, "nothing says that no game is open while it opens"
    assert "Traceback" not in done.stderr
    assert "kept: False" in done.stdout, "PySide caches no source text of imports"


@pytest.mark.slow
def test_the_start_page_after_the_tour_survives_an_error(
    tmp_path: Path,
) -> None:
    look = "print([type(w).__name__ for w in shown.children()])"
    skip = "shown.findChild(Bubble).ended.emit()"
    first = started(tmp_path, "None", f"{look}; {skip}; shown.close()")
    assert first.returncode == 0, first.stderr
    assert "Bubble" in first.stdout
    # In the same start: an error in a slot is told, and the program goes on.
    error = "QTimer.singleShot(50, lambda: (print(*shown.messages.lines), shown.close())); 1 / 0"
    again = started(tmp_path, "None", f"{look}; {error}")
    assert again.returncode == 0, again.stderr
    assert "StartPage" in again.stdout
    assert "Bubble" not in again.stdout
    assert "ZeroDivisionError" in again.stdout
    assert "Traceback" not in again.stderr


@pytest.mark.slow
def test_a_window_loads_no_unneeded_module() -> None:
    script = "import sys, holland44_qt.window.table_window; print(*sys.modules)"
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    late = ("numpy", "shapely", "networkx", "fontTools", "PIL", "engine.vassal.drawing")
    assert [name for name in late if name in loaded] == []
    assert [n for n in loaded if n.startswith("engine.games.") and n.count(".") > 2] == []


class Ring:
    """A reference cycle that only the garbage collector finds."""

    def __init__(self) -> None:
        self.me = self


@pytest.mark.slow
def test_an_open_game_is_not_garbage_collected(
    qtbot: QtBot, window: TableWindow, log_path: Path
) -> None:
    keeping = Keeping(window)
    keeping.setInterval(0)
    gc.unfreeze()  # what other tests left
    before = gc.get_freeze_count()
    gc.disable()  # only what the program itself asks for
    try:
        assert window.open_path(log_path, play=False)
        left = weakref.ref(Ring())
        qtbot.waitUntil(lambda: gc.get_freeze_count() > before)
        gc.collect()
        assert left() is not None, "nobody looks through what there was then"
        assert window.open_path(log_path, play=False)
        assert left() is None
    finally:
        keeping.stop()
        gc.unfreeze()
        gc.enable()


def test_a_long_remedy_leaves_the_messages_their_room(window: TableWindow) -> None:
    bar = window.messages
    bar.add("The rules forbid this.", remedy=("Instead: " + "a long way round " * 20, bar.clear))
    QApplication.processEvents()
    assert bar.help.width() < bar.width() / 2
    assert bar.help.text().startswith("Instead: ")
    assert bar.width() == window.view.width()
