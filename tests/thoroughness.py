"""The number of examples for each property: `make soak` uses many more than `make test`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

import pytest

TIMES = int(os.environ.get("HOLLAND44_TIMES", "1"))
"""`make soak` sets it."""


def some_now(values: Iterable[Any], now: Callable[[Any], bool]) -> list[Any]:
    """Return test parameters of which only those with ``now`` run in `make test`; `make soak` runs
    the others.
    """
    return [
        value
        if now(value)
        else pytest.param(
            *(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.soak
        )
        for value in values
    ]
