"""Commands of the program, run in the process of the tests."""

from __future__ import annotations

import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core.errors import UserError
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


def output(*words: object, code: int = 0, errors: bool = False) -> str:
    """Return what a command prints, with ``errors`` also to stderr, or the text of its UserError.

    ``main`` makes exit code 2 of a UserError. Fails for another exit code than ``code``.
    """
    result = CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})
    if isinstance(result.exception, UserError):
        assert code == 2, result.exception
        return str(result.exception)
    assert result.exit_code == code, result.output
    return result.output if errors else result.stdout
