"""Helpers shared by the handlers of traits."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.vassal.keys import Key
from engine.vassal.menus import Fields

if TYPE_CHECKING:
    from engine.vassal.command_port import Act

Handler = Callable[["Act", str, int, Fields, Key], bool]
"""Handle a key: unit, index of the link, its fields. Return whether the trait acted on it."""


def state_of(act: Act, unit: str, index: int) -> str:
    """Return the state of a link; empty if the piece is gone."""
    piece = act.live(unit)
    return piece.state[index] if piece is not None else ""


def number(text: str) -> float:
    """Convert a text to a finite number; 0 if it is none."""
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if math.isfinite(value) else 0.0


def bound(act: Act, unit: str, condition: str) -> str:
    """Replace the ``$…$`` references of a condition by properties of the acting piece."""
    parts = condition.split("$")
    if len(parts) < 3:
        return condition
    return "".join(
        (act.value(unit, part) or "") if i % 2 and i < len(parts) - 1 else part
        for i, part in enumerate(parts)
    )
