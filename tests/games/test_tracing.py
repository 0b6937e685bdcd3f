"""The coverage tables are true: their tests run the functions they are named for, and miss them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHECKS = (
    ("tracing", "airbridge"),
    ("tracing", "marketgarden"),
    ("tracing", "normandy44"),
    ("silencing", "normandy44"),
)
"""Does each named test enter the named function? Is each function that is taken away missed?"""


@pytest.mark.soak
@pytest.mark.parametrize(("check", "game"), CHECKS)
def test_every_row_of_the_table_is_true(check: str, game: str) -> None:
    command = [sys.executable, "-m", f"tests.games.{check}", game]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-3000:]
