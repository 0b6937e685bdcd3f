"""The coverage tables are true: their tests run the functions they are named for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = ("airbridge", "ardenas", "holland44", "marketgarden", "normandy44")


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_every_row_names_a_test_that_enters_its_function(game: str) -> None:
    command = [sys.executable, "-m", "tests.games.tracing", game]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-3000:]
