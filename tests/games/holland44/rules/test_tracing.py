"""The coverage table is true: its tests run the functions they are named for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.games.holland44.rules.mutants import ROOT

CHECKS = ("tracing", "silent")
"""Does each named test enter the named function? Is each rule that falls silent missed?"""


@pytest.mark.soak
@pytest.mark.parametrize("check", CHECKS)
def test_every_row_of_the_table_is_true(check: str) -> None:
    command = [sys.executable, "-m", f"tests.games.holland44.rules.{check}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-3000:]
