"""The long game, written once, and budgets for the report."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.perf.long_game import write_long_game


@pytest.fixture(scope="session")
def long_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of 5,000 entries with 600 pieces on the real module."""
    path = tmp_path_factory.mktemp("perf") / "long.h44log"
    write_long_game(path)
    return path


def budget(benchmark: BenchmarkFixture, work: str, seconds: float, *, p95: bool = False) -> None:
    """Declare a measurement and its budget for the median, or for 95 of 100 runs."""
    benchmark.extra_info.update(work=work, budget=seconds, p95=p95)
