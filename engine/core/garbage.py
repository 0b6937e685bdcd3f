"""Control of the garbage collector during long reading and playing."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 50_000
"""New objects between two collections: some ten megabytes."""


@contextmanager
def no_collecting() -> Iterator[None]:
    """Disable the garbage collector: games have no cyclic garbage, and collecting doubles the
    time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Collect cycles only after many new objects instead of every few hundred."""
    was = gc.get_threshold()
    gc.set_threshold(SELDOM, *was[1:])
    try:
        yield
    finally:
        gc.set_threshold(*was)
