"""What the deeds of traits have in common."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.vassal.keys import Key
from engine.vassal.menus import Fields

if TYPE_CHECKING:
    from engine.vassal.command_port import Act

Deed = Callable[["Act", str, int, Fields, Key], bool]
"""What a trait does with a key: the unit, the number of the link, its fields. Did it obey?"""


def state_of(act: Act, unit: str, index: int) -> str:
    """The state of a link; empty if the piece is gone."""
    piece = act.live(unit)
    return piece.state[index] if piece is not None else ""


def number(text: str) -> float:
    """A finite number; 0 for what is none."""
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if math.isfinite(value) else 0.0


def bound(act: Act, unit: str, condition: str) -> str:
    """A condition for others, in which ``$…$`` are properties of the piece that asks."""
    parts = condition.split("$")
    if len(parts) < 3:
        return condition
    return "".join(
        (act.value(unit, part) or "") if i % 2 and i < len(parts) - 1 else part
        for i, part in enumerate(parts)
    )
