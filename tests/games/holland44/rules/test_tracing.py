"""The coverage table is true: its tests run the functions they are named for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.games.holland44.rules.mutants import ROOT


@pytest.mark.soak
def test_each_named_test_enters_the_function_of_its_row() -> None:
    command = [sys.executable, "-m", "tests.games.holland44.rules.tracing"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-3000:]
