"""The cost of reports: each format of the sample, and a film at 1080p compared with its length."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytest_benchmark.fixture import BenchmarkFixture

from engine.play.game import Recording
from engine.report.as_markdown import export_markdown
from engine.report.job import Job
from engine.report.settings import Settings
from engine.report.stats import statistics
from holland44_qt.report.as_film import export_film
from holland44_qt.report.as_pdf import export_pdf
from holland44_qt.report.film_painter import FilmPainter
from holland44_qt.report.shots import shots
from tests.perf.conftest import budget

LOG = Path(__file__).parents[2] / "logs" / "market-garden-turn-1.h44log"
FEW = "88,94,97,206"


@pytest.fixture
def recording(qapp: QApplication) -> Recording:
    """The sample game with its annotations."""
    return Recording.load(LOG)


def once(benchmark: BenchmarkFixture, work: Callable[[], object]) -> None:
    """Run something long once."""
    benchmark.pedantic(work, rounds=1)


def test_statistics(benchmark: BenchmarkFixture, recording: Recording) -> None:
    budget(benchmark, "statistics of the sample", 2.0)
    once(benchmark, lambda: statistics(recording))


def test_markdown(benchmark: BenchmarkFixture, recording: Recording, tmp_path: Path) -> None:
    budget(benchmark, "Markdown of the sample's moments, without pictures", 3.0)
    job = Job(recording, tmp_path / "report.md", Settings(pictures=False))
    once(benchmark, lambda: export_markdown(job))


def test_pdf(benchmark: BenchmarkFixture, recording: Recording, tmp_path: Path) -> None:
    budget(benchmark, "PDF of four moments", 15.0)
    job = Job(recording, tmp_path / "report.pdf", Settings(entries=FEW))
    once(benchmark, lambda: export_pdf(job))
    assert job.target.stat().st_size < 5 * 2**20


def test_film(benchmark: BenchmarkFixture, recording: Recording, tmp_path: Path) -> None:
    job = Job(recording, tmp_path / "film.mp4", Settings(height=1080))
    whole = FilmPainter(job, 1080).scenes.whole
    plays = sum(shot.seconds for shot in shots(job, whole))
    budget(benchmark, f"film at 1080p that plays {plays:.0f} s, ten times faster", plays / 10)
    once(benchmark, lambda: export_film(job))
