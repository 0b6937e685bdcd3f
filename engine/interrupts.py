"""Ctrl-C while something is drawn: taken between two drawings, never within one.

Qt crashes if a painter is abandoned half-way. While :func:`deferred` is active, Ctrl-C is only
noted; :func:`check`, called where stopping is safe, raises KeyboardInterrupt.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

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


def check() -> None:
    """Raise KeyboardInterrupt if Ctrl-C was pressed since the block began."""
    if _noted.is_set():
        raise KeyboardInterrupt
