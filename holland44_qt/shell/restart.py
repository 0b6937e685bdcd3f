"""Restart the window in another size or language, at the same step.

Qt reads the scale of its windows from the environment once, before the first window.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QProcess

from engine.child_process import program_line
from engine.i18n import ENVIRONMENT as LANGUAGE
from holland44_qt.settings import Choices, last_game
from holland44_qt.shell.curtain import Curtain

AGAIN = 64
"""Exit code of an event loop that requests a restart."""
SCALE, RETURN = "QT_SCALE_FACTOR", "HOLLAND44_RETURN"
"""Environment variables: Qt's scale factor, and a flag to return to the last game."""


@contextmanager
def scaled() -> Iterator[Mapping[str, str]]:
    """Set the environment for the user's scale and language; yield the previous one, and restore
    it.
    """
    before = dict(os.environ)
    choices = Choices.load()
    if choices.ui_scale != 100:
        os.environ[SCALE] = f"{_factor(before.get(SCALE)) * choices.ui_scale / 100:g}"
    # What is asked for by the environment counts more than what was once chosen in a dialog.
    # Set in any case: every message asks for it, and an unset name takes thrice as long.
    os.environ.setdefault(LANGUAGE, choices.language)
    try:
        yield before
    finally:
        os.environ.clear()
        os.environ.update(before)


def start_again(
    environment: Mapping[str, str], curtain: Curtain | None = None, *, in_game: bool
) -> int:
    """Restart the program in an environment, returning to the last game if one was open, else to
    the start page; return an exit code.

    The new program removes the curtain that covers the change.
    """
    line = program_line("open")
    again = {**environment, RETURN: "1"} if in_game else dict(environment)
    if curtain is not None:
        curtain.hand_over(again)
    if os.name == "posix":
        os.execve(line[0], line, again)
    os.environ.update(again)
    started, _ = QProcess.startDetached(line[0], line[1:])
    return 0 if started else 1


def returning() -> tuple[Path, int] | None:
    """Return the game and step to return to; None unless this window was opened by a restart."""
    return last_game() if os.environ.pop(RETURN, None) else None


def _factor(text: str | None) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 1.0
