"""The fields of positions that only La Batalla de las Ardenas has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from engine.rules.positions import shape
from engine.rules.positions.shape import Part, Side, Small


class UnitIn(shape.UnitIn):
    """A unit with its printed values.

    ``hex`` is None for a unit off the map, ``fired`` the shots that it has used in the turn.
    """

    full_steps = 1

    hex: str | None = None  # type: ignore[assignment]
    combat: Small | None = None
    movement: Small | None = None
    artillery: Small | None = None
    range: Small | None = None
    fired: Small = 0
    army: str | None = None
    size: str | None = None


class GroupingIn(Part):
    """A grouping; a false one has no units, a face-down one no number."""

    side: Side
    number: int | None = Field(default=None, ge=1, le=12)
    kind: Literal["ground", "air"] = "ground"
    hex: str
    units: tuple[str, ...] = ()


class HexIn(shape.HexIn):
    """A hex of a diagram."""

    river: bool = False
    bridge: bool = False
    points: Small | None = None


class AreaIn(shape.AreaIn):
    """A place of set-up or arrival of a diagram."""

    kind: Literal["zone", "unit_zone", "helmet", "air_base"]
    army: str = ""
    formation: str = ""


class BoardIn(shape.BoardIn):
    """A diagram board: flat tops, numbered CCRR from the north-west, even columns lower."""

    hexes: Mapping[str, HexIn] = {}
    areas: Mapping[str, AreaIn] = {}


class PositionIn(shape.PositionIn):
    """A position of the game; ``subturn`` counts in the phase ``air``, ``bridges`` are in hexes."""

    kept = shape.COMPLETE | {"subturn"}

    scenario: str = "full"
    turn: int | None = Field(default=None, ge=1, le=20)
    subturn: int | None = Field(default=None, ge=1, le=6)
    units: tuple[UnitIn, ...] = ()
    groupings: tuple[GroupingIn, ...] = ()
    board: BoardIn | None = None
    bridges: Mapping[str, Literal["intact", "blown"]] = {}
