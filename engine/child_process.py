"""Command lines that start this program again: from source, a wheel or a built folder."""

from __future__ import annotations

import sys

RUN_MODULE = "--run-module"
"""First argument of a child that runs one module instead of a command."""


def program_line(*arguments: str) -> list[str]:
    """Return the program and arguments that run `holland44 ARGUMENTS`.

    A built program (PyInstaller) is its own executable; otherwise Python runs the package.
    """
    built: bool = getattr(sys, "frozen", False)
    return [sys.executable, *([] if built else ["-m", "holland44_qt"]), *arguments]


def module_line(module: str, *arguments: str) -> list[str]:
    """Return the program and arguments that run a module of this program as `__main__`."""
    return program_line(RUN_MODULE, module, *arguments)
