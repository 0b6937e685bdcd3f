"""The fields of position files particular to Air Bridge to Victory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from engine.rules.positions import shape
from engine.rules.positions.shape import Part, Small
from engine.rules.positions.words import one_of


class FaceIn(Part):
    """The values on a counter's reverse."""

    attack: Small | None = None
    defense: Small | None = None
    efficiency: Small | None = None
    bombardment: Small | None = None


class UnitIn(shape.UnitIn):
    """A unit with the values of its front; ``reduced`` are those of its reverse."""

    full_steps = 2

    efficiency: Annotated[int, Field(ge=0, le=10)] = 0
    stacking: Small = 2
    movement: Small = 0
    cm: bool = False
    armor: str = Field(default="Inf", pattern=r"^(Inf|Arm|AT)(/(Inf|Arm|AT)){0,2}$")
    airborne: bool = False
    engineer: Literal["combat", "bridge"] | None = None
    self_propelled: bool = False
    bombardment: Small = 0
    range: Small = 0
    reduced: FaceIn | None = None


class AreaIn(shape.AreaIn):
    """A named kind of area on a diagram."""

    kind: Annotated[str, one_of("areas")]


class BoardIn(shape.BoardIn):
    """A diagram board: flat tops, numbered CCRR from the north-west, even columns lower."""

    uphill: tuple[str, ...] = ()
    areas: Mapping[str, AreaIn] = {}


class MarkerIn(shape.MarkerIn):
    """A DZ, an ALT DZ, or a destroyed DZ with the turn of its loss."""

    division: str
    turn: int | None = Field(default=None, ge=1, le=22)
    alt: bool = False


class DeclaredIn(Part):
    """A declared combat."""

    kind: Literal["maneuver", "assault"]
    target: str
    units: tuple[str, ...] = Field(min_length=1)


class PositionIn(shape.PositionIn):
    """A position; ``active`` is the phasing side, even in refusal and reaction phases."""

    scenario: str = "campaign"
    turn: int | None = Field(default=None, ge=1, le=22)
    units: tuple[UnitIn, ...] = ()
    declared: tuple[DeclaredIn, ...] = ()
    markers: tuple[MarkerIn, ...] = ()
    board: BoardIn | None = None
