"""The coverage table is true: its tests run the functions they are named for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.soak
def test_every_named_test_enters_the_named_function() -> None:
    command = [sys.executable, "-m", "tests.games.normandy44.tracing"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-3000:]
