"""The fields of given positions that only Normandy '44 has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from engine.rules.positions import shape
from engine.rules.positions.shape import Small
from engine.rules.positions.words import one_of


class UnitIn(shape.UnitIn):
    """A unit; ``attack`` and ``defense`` hold its one factor, ``attack`` 0 where in brackets."""

    movement: Small | None = None
    mechanized: bool | None = None
    tq: int = Field(default=0, ge=-9, le=9)
    armor: Small | None = None
    antitank: Small | None = None
    silhouette: bool | None = None
    tiger: bool = False
    restricted: bool = False
    cadre: bool = False
    size: str | None = None


class HexIn(shape.HexIn):
    """A hex of a diagram."""

    hilltop: bool = False
    improved_position: bool = False
    naval_zone: bool = False
    inside: bool = False


class AreaIn(shape.AreaIn):
    """An area of a diagram: a German entry, a beach, a Mulberry, or Cherbourg."""

    kind: Annotated[str, one_of("areas")] = "entry"


class BoardIn(shape.BoardIn):
    """A diagram board, numbered RRCC from the south-west; odd rows lie half a hex east.

    ``inside`` lists hexes inside the perimeter.
    """

    hexes: Mapping[str, HexIn] = {}
    areas: Mapping[str, AreaIn] = {}
    inside: tuple[str, ...] = ()


class PositionIn(shape.PositionIn):
    """A position of Normandy '44."""

    turn: int | None = Field(default=None, ge=1, le=22)
    units: tuple[UnitIn, ...] = ()
    board: BoardIn | None = None
