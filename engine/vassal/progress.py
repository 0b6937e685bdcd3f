"""Progress reports of long imports, and their cancellation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

ProgressCallback = Callable[[float], None]
"""Receive the completed fraction, 0 to 1. An exception raised by it cancels the work."""
T = TypeVar("T")
_OFTEN = 200
"""Limit for the reports of a loop."""


def silent(_done: float) -> None:
    """Ignore the progress."""


def part(on_progress: ProgressCallback, start: float, end: float) -> ProgressCallback:
    """Return a callback that maps the progress of a part to that of the whole."""
    return lambda done: on_progress(start + (end - start) * done)


def reporting(items: Sequence[T], on_progress: ProgressCallback) -> Iterator[T]:
    """Yield the items and report the progress."""
    every = max(1, len(items) // _OFTEN)
    for i, item in enumerate(items):
        if i % every == 0:
            on_progress(i / len(items))
        yield item
    on_progress(1.0)
