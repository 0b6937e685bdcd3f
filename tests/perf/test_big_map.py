"""Benchmarks of big maps: a picture of 32,000 x 20,000 pixels shown, panned and kept in memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication
from pytest_benchmark.fixture import BenchmarkFixture
from pytestqt.qtbot import QtBot

from holland44_qt.vassal_art.sheet import PictureSheet
from holland44_qt.window.table_window import TableWindow
from tests.perf.big_map import write_big_map
from tests.perf.conftest import budget

SIGHT, FRAME, MEMORY = 2.0, 1 / 60, 1024
"""Seconds, seconds, megabytes."""
LONGEST = 600_000
"""Milliseconds to make all tiles, on a machine with other things to do."""

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_big_map(tmp_path_factory.mktemp("big"))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def window(
    qtbot: QtBot, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TableWindow]:
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "user"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    made = TableWindow()
    made.resize(1920, 1080)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def _sheet(window: TableWindow) -> PictureSheet:
    sheet = window.view._sheet
    assert isinstance(sheet, PictureSheet)
    return sheet


@pytest.mark.timeout(900)
def test_first_sight(qtbot: QtBot, window: TableWindow, big: Path, benchmark: BenchmarkFixture):
    """From the click to the first rows of a picture that was never opened before."""
    seen: list[QRectF] = []

    def look() -> None:
        assert window.open_path(big, play=True)
        window.view.tiles.painted.connect(seen.append)
        qtbot.waitUntil(lambda: len(seen) > 2, timeout=60_000)

    benchmark.pedantic(look, rounds=1)
    budget(benchmark, "first sight of a map of 32,000 x 20,000 pixels", SIGHT)
    # The tiles are made for the tests that follow.
    qtbot.waitUntil(lambda: not _sheet(window).gallery.busy, timeout=LONGEST)


@pytest.mark.timeout(900)
def test_a_frame_of_panning(
    qtbot: QtBot, window: TableWindow, big: Path, benchmark: BenchmarkFixture
) -> None:
    assert window.open_path(big, play=True)
    qtbot.waitUntil(lambda: not _sheet(window).gallery.busy, timeout=LONGEST)
    view = window.view
    view.show_at(90.0, view.part_bounds.center())
    qtbot.waitUntil(lambda: view.tiles.idle, timeout=30_000)

    def frame() -> None:
        view.pan(17, 11)
        view.viewport().repaint()
        QApplication.processEvents()

    benchmark.pedantic(frame, rounds=120)
    budget(benchmark, "a frame of panning over that map", FRAME, p95=True)


@pytest.mark.timeout(900)
def test_memory(big: Path, tmp_path: Path) -> None:
    """Measure from the start to the last tile, in a process of its own."""
    user = {name: str(tmp_path) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
    done = subprocess.run(
        [sys.executable, "-m", "tests.perf.big_map", str(big)],
        env={**os.environ, **user, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=800,
        check=True,
    )
    peak = int(done.stdout.split()[-1])
    print(f"peak memory {peak} MB")
    assert peak < MEMORY
