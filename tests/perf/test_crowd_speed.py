"""Benchmarks of a window with 75,000 pieces: panning at every zoom, and picking."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication
from pytest_benchmark.fixture import BenchmarkFixture
from pytestqt.qtbot import QtBot

from engine.play.vassal.log_import import import_files
from holland44_qt.window.table_window import TableWindow
from tests.perf.conftest import budget
from tests.perf.large_save import write_large_save

FRAME = 1 / 60
MODULE = Path(__file__).parents[1] / "fixtures" / "vassal" / "little.vmod"

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("crowd")
    import_files([write_large_save(folder / "crowd.vsav")], folder / "crowd.h44log", MODULE)
    return folder / "crowd.h44log"


@pytest.fixture
def window(
    qtbot: QtBot, tmp_path: Path, crowd: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TableWindow]:
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "user"))
    made = TableWindow()
    made.resize(1920, 1080)
    made.show()
    assert made.open_path(crowd, play=True)
    yield made
    made.close()
    made.deleteLater()


@pytest.mark.parametrize("scale", [5, 11, 15, 30, 76])
def test_a_frame_of_panning(
    qtbot: QtBot, window: TableWindow, benchmark: BenchmarkFixture, scale: int
) -> None:
    view = window.view
    view.show_at(scale, view.part_bounds.center())
    qtbot.waitUntil(lambda: view.tiles.idle, timeout=30_000)

    def frame() -> None:
        view.pan(17, 11)
        QApplication.processEvents()

    frame()
    benchmark.pedantic(frame, rounds=60)
    work = f"a frame of panning over 75,000 pieces at {scale} px a hex"
    budget(benchmark, work, FRAME, p95=True)


def test_find_piece_under_pointer(
    qtbot: QtBot, window: TableWindow, benchmark: BenchmarkFixture
) -> None:
    view, chance = window.view, random.Random(4)
    view.show_at(30.0, view.part_bounds.center())
    port = view.viewport().rect()

    def point() -> tuple[tuple[QPoint], dict[str, object]]:
        return (QPoint(chance.randrange(port.width()), chance.randrange(port.height())),), {}

    benchmark.pedantic(view.hex_at, setup=point, rounds=200)
    budget(benchmark, "which of 75,000 pieces lies under the mouse", 0.002, p95=True)
