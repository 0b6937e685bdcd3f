"""Reading and playing at length without the collector of garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 50_000
"""New objects between two collections: some ten megabytes."""


@contextmanager
def no_collecting() -> Iterator[None]:
    """No collection of cycles: nothing of a game is garbage, and looking doubles the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Cycles are collected when many objects have come to be, not at every few hundred."""
    was = gc.get_threshold()
    gc.set_threshold(SELDOM, *was[1:])
    try:
        yield
    finally:
        gc.set_threshold(*was)
