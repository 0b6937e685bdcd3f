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
START = """
import sys
import holland44_qt.app as app
from holland44_qt.window.table_window import TableWindow

def begin(window, path, begin=app._begin):
    begin(window, path)
    window.repaint()
    print("READY", flush=True)
    window.close()

app._begin = begin
sys.exit(app.run())
"""

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
    """Wait until all tiles in sight are there."""
    qtbot.wait(200)
    qtbot.waitUntil(lambda: window.view.tiles.idle, timeout=60_000)
    qtbot.wait(200)


def test_start(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    budget(benchmark, "start the app to an interactive board, in a process of its own", 2.0)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}

    running: list[subprocess.Popen[str]] = []

    def started() -> str:
        command = [sys.executable, "-c", START]
        program = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        running.append(program)
        assert program.stdout is not None
        return program.stdout.readline()

    def last_ended() -> None:
        while running:
            running.pop().communicate(timeout=30)

    said = benchmark.pedantic(started, setup=last_ended, rounds=5, warmup_rounds=1)
    last_ended()
    assert said.startswith("READY")


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
    """A frame of a quick drag goes over thirty entries at most: three for each pixel."""
    budget(benchmark, work, frames * FRAME, p95=True)
    assert window.open_path(copy_of_long_game, play=False)
    window.session.last()
    painted(qtbot, window)
    window.session.go(window.session.length // 2)
    window.scrubber.setSliderDown(True)
    chance = random.Random(5)

    def scrub() -> None:
        here, last = window.session.step, window.session.length
        window.scrubber.setValue(chance.randint(max(1, here - far), min(here + far, last)))
        window.view.viewport().repaint()

    benchmark.pedantic(scrub, rounds=150, warmup_rounds=10)
    window.scrubber.setSliderDown(False)


def test_many_windows(qtbot: QtBot, qapp: QApplication, benchmark: BenchmarkFixture) -> None:
    """Opened and closed one after the other, windows leave nothing behind."""
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
    """How many windows of the program there are."""
    return sum(isinstance(widget, TableWindow) for widget in app.topLevelWidgets())


def resident() -> int:
    """The memory of this process in bytes."""
    statm = Path("/proc/self/statm")
    if statm.is_file():
        return int(statm.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
