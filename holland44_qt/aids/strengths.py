"""Strengths read from the counters, for the combat helper."""

from __future__ import annotations

from typing import Literal

from engine.core.counters import Face
from engine.core.state import Piece
from engine.modules.module import Module
from engine.rules.odds import Strength

Change = Literal["printed", "half", "double", "half_double", "zero", "one"]
CHANGES: dict[Literal["attack", "defense"], tuple[Change, ...]] = {
    "attack": ("printed", "half", "zero"),
    "defense": ("printed", "half", "double", "half_double", "zero", "one"),
}
"""Range of strength modifiers for either side (9.3, 10)."""


def face_of(module: Module, piece: Piece) -> Face | None:
    """Return the printed values of a piece: its visible side, or its remnant counter's (11.4).

    None for a piece that the module does not know.
    """
    if piece.counter not in module.counters:
        return None
    counter = module.counters.of(piece.counter)
    if not counter.needs_remnant(piece.steps):
        return counter.face_for(piece.steps, piece.status)
    remnants = module.counters.remnants_for(counter)
    if not remnants:
        return counter.face("back")
    remnant, side = remnants[0]
    return remnant.face(side)


def strength(unit: str, printed: int, change: Change) -> Strength:
    """Return a unit's strength with a modifier."""
    return Strength(
        unit,
        printed,
        halved=change in ("half", "half_double"),
        doubled=change in ("double", "half_double"),
        zero=change == "zero",
        fixed=1 if change == "one" else None,
    )
