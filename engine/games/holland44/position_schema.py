"""The fields of given positions that only Holland '44 has."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from engine.games.holland44.constants import SIXTH
from engine.rules.positions import shape
from engine.rules.positions.shape import Small, points_in
from engine.rules.positions.words import one_of


class UnitIn(shape.UnitIn):
    """A unit of a position."""

    corps: str | None = None
    movement: Annotated[float, Field(le=99), points_in(SIXTH)] | None = None
    quality: Annotated[str, one_of("qualities")] | None = None
    mechanized: bool | None = None
    armor: int | None = Field(default=None, ge=0, le=9)
    antitank: bool | int | None = None
    free_stack: bool | None = None
    size: str | None = None
    range: Small | None = None
    half_battalion: str | None = None


class PositionIn(shape.PositionIn):
    """A position of Holland '44."""

    units: tuple[UnitIn, ...] = ()
