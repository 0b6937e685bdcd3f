"""The fields of position files particular to Market-Garden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from engine.games.marketgarden.vocabulary import HALF
from engine.rules.positions import shape
from engine.rules.positions.shape import Side, Small, points_in

HALF_UP = 2
"""The divisor for the factors of a missing reverse; results are rounded up."""


class UnitIn(shape.UnitIn):
    """A unit; ``mechanized`` is class MTZ, ``division_size`` counts its division's elements."""

    full_steps = 2

    division_size: Small | None = None
    movement: Annotated[float, Field(le=99), points_in(HALF)] | None = None
    reverse_attack: Small | None = None
    reverse_defense: Small | None = None
    mechanized: bool | None = None
    range: Small | None = None
    size: str | None = None
    xxx_corps: bool = False
    airborne: bool = False

    @model_validator(mode="after")
    def _with_reverse(self) -> Self:
        """Return the unit with a reverse; a reduced unit's factors are those of its reverse."""
        if not self.inline:
            return self
        full = self.full_steps if self.max_steps is None else self.max_steps
        parts = 1 if self.steps is not None and self.steps < full else HALF_UP
        attack, defense = (-(-(n or 0) // parts) for n in (self.attack, self.defense))
        missing = {"reverse_attack": attack, "reverse_defense": defense}
        return self.model_copy(
            update={k: n for k, n in missing.items() if getattr(self, k) is None}
        )


class PositionIn(shape.PositionIn):
    """A position of Market-Garden.

    ``air`` are the air points left by side, ``unsupplied`` the consecutive turns without supply by
    unit, ``contact`` the airborne divisions that have contacted XXX Corps.
    """

    turn: int | None = Field(default=None, ge=1, le=10)
    units: tuple[UnitIn, ...] = ()
    air: Mapping[Side, Small] = {}
    unsupplied: Mapping[str, Small] = {}
    contact: tuple[str, ...] = ()
    weather: str | None = None
    markers: tuple[Any, ...] = ()
