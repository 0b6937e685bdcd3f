"""The shapes of positions in questions: the JSON of the probe, checked by pydantic."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from engine.games.ardenas.vocabulary import GAME, Kind
from engine.rules.positions.shape import PART

Side = Literal["german", "allied"]
Status = Literal["affected", "hidden", "acted", "dropped", "deployed", "formed", "bombed", "frozen"]
Phase = Literal[
    "weather",
    "air",
    "groupings",
    "commandos",
    "engineers",
    "bombardment",
    "movement",
    "combat",
    "capture",
    "end",
    "set_up",
]


class _Part(BaseModel):
    model_config = PART


class UnitIn(_Part):
    """A unit of a position: a counter of the module, or one given with its printed values.

    ``hex`` is None for a unit off the map, ``fired`` the shots that it has used in the turn.
    """

    id: str = Field(min_length=1, max_length=200)
    hex: str | None = None
    counter: str | None = None
    side: Side | None = None
    kind: Kind | None = None
    combat: int | None = Field(default=None, ge=0, le=99)
    movement: int | None = Field(default=None, ge=0, le=99)
    artillery: int | None = Field(default=None, ge=0, le=99)
    range: int | None = Field(default=None, ge=0, le=99)
    fired: int = Field(default=0, ge=0, le=99)
    steps: int | None = Field(default=None, ge=0, le=1)
    status: tuple[Status, ...] = ()
    army: str | None = None
    formation: str | None = None
    size: str | None = None
    nationality: str | None = None


class GroupingIn(_Part):
    """A grouping; without units a false one."""

    side: Side
    number: int = Field(ge=1, le=12)
    kind: Literal["ground", "air"] = "ground"
    hex: str
    units: tuple[str, ...] = ()


class HexIn(_Part):
    """A hex of a diagram."""

    terrain: Literal["clear", "woods"] | None = None
    settlement: Literal["city", "village"] | None = None
    river: bool = False
    bridge: bool = False
    points: int | None = Field(default=None, ge=0, le=99)
    name: str | None = None


class RoadIn(_Part):
    """A road of a diagram."""

    road_class: Literal["road", "main", "secondary"] = Field(default="road", alias="class")
    hexes: tuple[str, ...] = Field(min_length=2)


class AreaIn(_Part):
    """A place of set-up or arrival of a diagram."""

    kind: Literal["zone", "unit_zone", "helmet", "air_base"]
    side: Side
    hexes: tuple[str, ...] = Field(min_length=1)
    army: str = ""
    formation: str = ""


class BoardIn(_Part):
    """A diagram board: flat tops, numbered CCRR from the north-west, even columns lower."""

    rows: tuple[int, int]
    cols: tuple[int, int]
    terrain: Literal["clear", "woods"] = "clear"
    hexes: dict[str, HexIn] = {}
    roads: tuple[RoadIn, ...] = ()
    areas: dict[str, AreaIn] = {}


class PositionIn(_Part):
    """A position as a question gives it; everything left out has the scenario's initial value."""

    game: str = GAME
    scenario: str = "full"
    turn: int | None = Field(default=None, ge=1, le=20)
    active: Side | None = None
    phase: Phase | None = None
    subturn: int | None = Field(default=None, ge=1, le=6)
    weather: Literal["good", "storm", "fog", "bad"] | None = None
    options: dict[str, bool | int | str] = {}
    clear_board: bool = False
    units: tuple[UnitIn, ...] = ()
    groupings: tuple[GroupingIn, ...] = ()
    markers: tuple[Any, ...] = ()
    board: BoardIn | None = None
