"""Handle Ctrl-C between two drawings, never during one.

Qt crashes if a painter is abandoned half-way. While :func:`deferred` is active, Ctrl-C is only
noted; :func:`check`, called where stopping is safe, raises KeyboardInterrupt.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

EXIT = 130
"""The exit code of an interrupted program."""

_noted = threading.Event()


@contextmanager
def deferred() -> Iterator[None]:
    """Defer Ctrl-C to the next check, and at the latest to the end of the block."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: _noted.set())
    try:
        yield
        check()
    finally:
        signal.signal(signal.SIGINT, before)
        _noted.clear()


@contextmanager
def exits() -> Iterator[None]:
    """Exit with the code of an interrupted program where Ctrl-C ends the block."""
    try:
        yield
    except BaseException as error:
        if not _interrupted(error):
            raise
        raise SystemExit(EXIT) from None


def _interrupted(error: BaseException | None) -> bool:
    """Return whether an error came from Ctrl-C; Python 3.11 wraps it while a class is created."""
    while isinstance(error, RuntimeError) and error.__cause__ is not None:
        error = error.__cause__
    return isinstance(error, KeyboardInterrupt)


def check() -> None:
    """Raise KeyboardInterrupt if Ctrl-C was pressed since the block began."""
    if _noted.is_set():
        raise KeyboardInterrupt
