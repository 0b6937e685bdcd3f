"""Commands of the program, run in the process of the tests."""

from __future__ import annotations

import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from holland44_qt.command_line import main

ROOT = Path(__file__).parents[1]


def run(*args: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command in this process, because starting one takes a second."""
    argv, out, err = ["holland44", *map(str, args)], StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", argv)
        patch.setenv("COLUMNS", "200")
        patch.chdir(ROOT)
        with pytest.raises(SystemExit) as done:
            main()
    return subprocess.CompletedProcess(
        argv, int(done.value.code or 0), *map(StringIO.getvalue, (out, err))
    )
