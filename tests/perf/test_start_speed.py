"""Rows of the budget table: how long a command takes to start, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.perf.conftest import budget

SAMPLE = str(Path(__file__).parents[2] / "logs" / "market-garden-turn-1.h44log")


def run(*args: str, said: bytes = b"") -> None:
    command = [sys.executable, "-m", "holland44_qt", *args]
    subprocess.run(command, input=said, stdout=subprocess.DEVNULL, check=True)


@pytest.mark.parametrize(
    ("args", "said", "seconds"),
    [
        (("--version",), b"", 0.2),
        (("--help",), b"", 0.2),
        (("state", SAMPLE, "--at", "1", "--json"), b"", 0.5),
        (("verify", SAMPLE), b"", 0.5),
        (("probe",), b'{"id":1,"op":"games"}\n', 0.5),
    ],
    ids=["version", "help", "state", "verify", "probe"],
)
def test_a_command_starts(
    benchmark: BenchmarkFixture, args: tuple[str, ...], said: bytes, seconds: float
) -> None:
    budget(benchmark, f"start and end holland44 {args[0]}", seconds)
    benchmark.pedantic(run, args, {"said": said}, rounds=9, warmup_rounds=1)
