"""The window with a log of 5,000 entries: opening it, scrubbing, adding, filtering."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtWidgets import QApplication
from pytest_benchmark.fixture import BenchmarkFixture
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.play.game import Recording
from holland44_qt.look import dress
from holland44_qt.models.entry_filter import EntryFilter
from holland44_qt.models.landmarks import Landmarks
from holland44_qt.models.log_model import LogModel
from holland44_qt.replay.log_list import LogList
from holland44_qt.window.table_window import TableWindow
from tests.perf.conftest import budget
from tests.perf.long_game import ENTRIES

FRAME = 0.016

pytestmark = [
    pytest.mark.qt_log_ignore("does not support propagateSizeHints", extend=True),
    pytest.mark.qt_log_ignore("does not support raise", extend=True),
]


@pytest.fixture
def window(
    qtbot: QtBot,
    qapp: QApplication,
    tmp_path: Path,
    long_game: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[TableWindow]:
    """The window with a copy of the long game open for play."""
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "user"))
    dress(qapp)
    made = TableWindow()
    qtbot.addWidget(made)
    made.show()
    made.resize(1920, 1080)
    log = tmp_path / "long.h44log"
    shutil.copy(long_game, log)
    assert made.open_path(log, play=True)
    for step in (0, made.session.length):  # walk the line once, as a reader does
        made.session.go(step)
    qtbot.wait(50)
    yield made
    made.close()


def test_list(benchmark: BenchmarkFixture, qapp: QApplication, long_game: Path) -> None:
    budget(benchmark, "list a log of 5,000 entries, landmarks and branches", 0.5)
    recording = Recording.load(long_game)

    def listed() -> int:
        model = LogModel()
        entries = LogList(model)
        model.show(recording, Landmarks.of(recording))
        entries.resize(400, 500)
        entries.grab()
        return model.listed

    assert benchmark.pedantic(listed, rounds=5, warmup_rounds=1) > ENTRIES * 0.9


def test_scrub(benchmark: BenchmarkFixture, window: TableWindow) -> None:
    budget(benchmark, "scrub to any of 5,000 entries, every panel told", FRAME, p95=True)
    chance = random.Random(3)
    window.scrubber.setSliderDown(True)

    def step() -> tuple[tuple[int], dict[str, object]]:
        return (chance.randint(1, window.session.length),), {}

    benchmark.pedantic(window.scrubber.setValue, setup=step, rounds=200)
    window.scrubber.setSliderDown(False)


def test_record(benchmark: BenchmarkFixture, window: TableWindow) -> None:
    budget(benchmark, "record an entry after 5,000, every panel told", 0.05, p95=True)
    window.session.last()
    benchmark.pedantic(lambda: window.session.play(act.Note(text="On.")), rounds=40)


def test_filter(benchmark: BenchmarkFixture, window: TableWindow) -> None:
    budget(benchmark, "filter 5,000 entries by words already told", 0.1)
    model = window.model
    model.set_filter(EntryFilter(text="nijmegen"))

    def filtered() -> None:
        model.set_filter(EntryFilter())
        model.set_filter(EntryFilter(text="arnhem"))

    benchmark.pedantic(filtered, rounds=10)
    assert 0 < model.listed < ENTRIES
