"""The window: its start, drawing the whole map, a long log opened and scrubbed, many windows."""

from __future__ import annotations

import gc
import os
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytest_benchmark.fixture import BenchmarkFixture
from pytestqt.qtbot import QtBot

from holland44_qt.look import dress
from holland44_qt.window.table_window import TableWindow
from tests.perf.conftest import budget

DRAW, FRAME = 0.008, 0.016
SAMPLE = str(Path(__file__).parents[2] / "logs" / "market-garden-turn-1.h44log")
START = """
import os, sys, time
from pathlib import Path
from PySide6.QtCore import QEvent, QTimer
import holland44_qt.app as app

def ended():
    print("READY", flush=True)
    os._exit(0)

if sys.argv[1] == "sheet":
    import holland44_qt.shell.opening_sheet as first
    from PySide6.QtWidgets import QLabel
    class Sheet(QLabel):
        def paintEvent(self, event):
            ended()
    first.QLabel = Sheet
else:
    from holland44_qt.window.table_window import TableWindow
    begin, show = app._begin, TableWindow.showEvent
    def begun(window, path):
        begin(window, path)
        # Behind whatever was asked for until now; then a click would be taken.
        QTimer.singleShot(0, window, lambda: (window.repaint(), QTimer.singleShot(0, ended)))
    app._begin = begun
sys.exit(app.run(Path(sys.argv[2]) if sys.argv[2:] else None))
"""


def spent() -> float:
    """Return the processor seconds of all threads of finished child processes.

    Other programs on the machine do not count, unlike with wall-clock time.
    """
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


pytestmark = pytest.mark.qt_log_ignore("does not support", extend=True)


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "user"))


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[TableWindow]:
    """A window as large as a screen, with the map painted."""
    dress(qapp)
    made = TableWindow()
    qtbot.addWidget(made)
    made.resize(1920, 1080)
    made.show()
    yield made
    made.close()


def painted(qtbot: QtBot, window: TableWindow) -> None:
    """Wait until all visible tiles and counters are painted."""
    qtbot.wait(200)
    qtbot.waitUntil(lambda: window.view.tiles.idle and window.pictures.idle, timeout=60_000)
    qtbot.wait(200)


@pytest.mark.benchmark(timer=spent)
@pytest.mark.parametrize(
    ("work", "args", "seconds"),
    [
        ("start the app until it is seen (CPU)", ("sheet",), 0.6),
        ("start the app until the start page takes a click (CPU)", ("page",), 1.2),
        ("start the app until a game takes a click (CPU)", ("game", SAMPLE), 1.2),
    ],
    ids=["seen", "page", "game"],
)
def test_start(
    benchmark: BenchmarkFixture, work: str, args: tuple[str, ...], seconds: float
) -> None:
    budget(benchmark, work, seconds)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody starts a program that way

    def started() -> str:
        command = [sys.executable, "-c", START, *args]
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=60, check=False
        ).stdout

    assert benchmark.pedantic(started, rounds=5, warmup_rounds=1).startswith("READY")


@pytest.mark.parametrize("scale", [0.0, 34.0, 76.0])
def test_draw(
    qtbot: QtBot, window: TableWindow, benchmark: BenchmarkFixture, tmp_path: Path, scale: float
) -> None:
    size = f"{scale:.0f} px/hex" if scale else "the whole map"
    budget(benchmark, f"draw the board at 1080p, {size}, campaign set-up", DRAW, p95=True)
    assert window.session.new(tmp_path / "game.h44log", "holland44", "campaign")
    view = window.view
    if scale:
        board = window.session.module.board
        view.show_at(scale, view.stacks.centre(board.hex("5615")))
    else:
        view.fit()
    painted(qtbot, window)
    benchmark.pedantic(view.viewport().repaint, rounds=120, warmup_rounds=5)


def test_pan(
    qtbot: QtBot, window: TableWindow, benchmark: BenchmarkFixture, tmp_path: Path
) -> None:
    budget(benchmark, "a frame of panning at 1080p, tiles at hand", DRAW, p95=True)
    assert window.session.new(tmp_path / "game.h44log", "holland44", "campaign")
    view = window.view
    view.show_at(60.0, view.stacks.centre(window.session.module.board.hex("4515")))
    painted(qtbot, window)
    ways = iter([(12, 7), (-12, -7)] * 1000)

    def frame() -> None:
        view.pan(*next(ways))
        QApplication.processEvents()

    benchmark.pedantic(frame, rounds=200, warmup_rounds=20)


@pytest.fixture
def copy_of_long_game(tmp_path: Path, long_game: Path) -> Path:
    """The game of 5,000 entries, to be written to."""
    path = tmp_path / "long.h44log"
    shutil.copy(long_game, path)
    return path


def test_open_long_game(
    window: TableWindow, benchmark: BenchmarkFixture, copy_of_long_game: Path
) -> None:
    budget(benchmark, "open 5,000 entries in the window, first and last entry drawn", 1.0)

    def opened() -> int:
        assert window.open_path(copy_of_long_game, play=False)
        window.repaint()
        window.session.last()
        window.repaint()
        window.session.close()
        return window.session.length

    assert benchmark.pedantic(opened, rounds=5, warmup_rounds=1) > 4_900


def test_open_and_read(
    window: TableWindow, benchmark: BenchmarkFixture, copy_of_long_game: Path
) -> None:
    budget(benchmark, "open 5,000 entries in the window to read, drawn", 0.5)

    def opened() -> None:
        assert window.open_path(copy_of_long_game, play=False)
        window.repaint()
        window.session.close()

    benchmark.pedantic(opened, rounds=5, warmup_rounds=1)


@pytest.mark.parametrize(
    ("work", "far", "frames"),
    [
        ("drag the scrubber over 5,000 entries, all drawn", 30, 1),
        ("click anywhere in 5,000 entries, all drawn", 5_000, 2),
    ],
)
def test_scrub_and_draw(
    qtbot: QtBot,
    window: TableWindow,
    benchmark: BenchmarkFixture,
    copy_of_long_game: Path,
    work: str,
    far: int,
    frames: int,
) -> None:
    """A frame of a quick drag covers at most thirty entries: three for each pixel."""
    budget(benchmark, work, frames * FRAME, p95=True)
    assert window.open_path(copy_of_long_game, play=False)
    window.session.last()
    window.session.go(window.session.length // 2)  # the camera follows to other tiles
    painted(qtbot, window)
    window.scrubber.setSliderDown(True)
    chance = random.Random(5)

    def scrub() -> None:
        here, last = window.session.step, window.session.length
        window.scrubber.setValue(chance.randint(max(1, here - far), min(here + far, last)))
        window.view.viewport().repaint()

    benchmark.pedantic(scrub, rounds=150, warmup_rounds=10)
    window.scrubber.setSliderDown(False)


def test_many_windows(qtbot: QtBot, qapp: QApplication, benchmark: BenchmarkFixture) -> None:
    """Windows opened and closed one after the other leak nothing."""
    budget(benchmark, "open a window and close it again, the 5th to the 24th", 1.0)
    dress(qapp)
    before = windows_of(qapp)
    sizes: list[int] = []

    def once() -> None:
        made = TableWindow()
        made.resize(1200, 800)
        made.show()
        QApplication.processEvents()
        made.close()
        made.deleteLater()
        QCoreApplication.sendPostedEvents(made, QEvent.Type.DeferredDelete)
        del made
        gc.collect()
        sizes.append(resident())

    benchmark.pedantic(once, rounds=20, warmup_rounds=4)
    grown = (sizes[-1] - sizes[4]) / (len(sizes) - 5)
    benchmark.extra_info["kilobytes_each"] = round(grown / 1024)
    assert grown < 3 * 2**20, f"each window leaves {grown / 2**20:.1f} MB behind"
    assert windows_of(qapp) == before


def windows_of(app: QApplication) -> int:
    """Return the number of windows of the program."""
    return sum(isinstance(widget, TableWindow) for widget in app.topLevelWidgets())


def resident() -> int:
    """Return the memory of this process in bytes."""
    statm = Path("/proc/self/statm")
    if statm.is_file():
        return int(statm.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
