"""Telling how far a long reading has come, and how it is called off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Tell = Callable[[float], None]
"""Takes how much is done, 0 to 1. What it raises ends the work: so somebody may call it off."""
T = TypeVar("T")
_OFTEN = 200
"""How many times a loop tells, at most."""


def silent(_done: float) -> None:
    """Tells nobody."""


def part(tell: Tell, start: float, end: float) -> Tell:
    """What tells of a part of the work as if it were the whole."""
    return lambda done: tell(start + (end - start) * done)


def told(items: Sequence[T], tell: Tell) -> Iterator[T]:
    """The items, and on the way through them how far that has come."""
    every = max(1, len(items) // _OFTEN)
    for i, item in enumerate(items):
        if i % every == 0:
            tell(i / len(items))
        yield item
    tell(1.0)
