"""What a question may say of a position: the shapes of the probe's JSON, checked by pydantic."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from engine.games.normandy44.vocabulary import GAME, Kind
from engine.rules.positions.shape import PART

Side = Literal["allied", "german"]
Status = Literal[
    "disrupted",
    "replacement",
    "reserve",
    "strategic",
    "truck",
    "out_of_supply",
    "isolated",
    "scattered",
    "regroup",
    "moved",
    "fired",
]
Phase = Literal[
    "invasion",
    "initial",
    "replacement",
    "movement",
    "combat",
    "reserve_movement",
    "reserve_combat",
    "recovery",
    "supply",
    "end",
]
HexsideWord = Literal[
    "minor_river",
    "major_river",
    "flooded",
    "causeway",
    "impassable",
    "all_sea",
    "airfield",
    "perimeter",
    "army_boundary",
    "bridge",
]
Terrain = Literal["clear", "mixed", "bocage", "woods", "flooded", "marsh"]
Small = Annotated[int, Field(ge=0, le=99)]


class _Part(BaseModel):
    model_config = PART


class UnitIn(_Part):
    """A unit of a position: a counter of the module, or one given with its values.

    ``attack`` and ``defense`` carry the one factor, ``attack`` 0 where it stands in brackets.
    """

    id: str = Field(min_length=1, max_length=200)
    hex: str
    counter: str | None = None
    side: Side | None = None
    steps: int | None = Field(default=None, ge=0, le=3)
    status: tuple[Status, ...] = ()
    nationality: str | None = None
    formation: str | None = None
    division: str | None = None
    kind: Kind | None = None
    attack: Small | None = None
    defense: Small | None = None
    movement: Small | None = None
    max_steps: int | None = Field(default=None, ge=1, le=3)
    mechanized: bool | None = None
    tq: int = Field(default=0, ge=-9, le=9)
    armor: Small | None = None
    antitank: Small | None = None
    silhouette: bool | None = None
    tiger: bool = False
    restricted: bool = False
    cadre: bool = False
    size: str | None = None


class MarkerIn(_Part):
    """A marker on the board."""

    kind: Literal["improved_position", "mulberry"]
    hex: str


class HexIn(_Part):
    """A hex of a diagram."""

    terrain: Terrain | None = None
    settlement: Literal["town", "city"] | None = None
    name: str | None = None
    hilltop: bool = False
    improved_position: bool = False
    naval_zone: bool = False
    inside: bool = False


class RoadIn(_Part):
    """A road of a diagram."""

    road_class: Literal["primary", "secondary"] = Field(alias="class")
    hexes: tuple[str, ...] = Field(min_length=2)


class AreaIn(_Part):
    """An area of a diagram: where Germans come in, a beach, a Mulberry, Cherbourg."""

    side: Side | None = None
    kind: Literal["entry", "beach", "mulberry", "cherbourg"] = "entry"
    hexes: tuple[str, ...] = Field(min_length=1)


class BoardIn(_Part):
    """A diagram board, numbered RRCC from the south-west; odd rows lie half a hex east."""

    rows: tuple[int, int]
    cols: tuple[int, int]
    terrain: Terrain = "clear"
    hexes: dict[str, HexIn] = {}
    hexsides: dict[str, tuple[HexsideWord, ...]] = {}
    roads: tuple[RoadIn, ...] = ()
    areas: dict[str, AreaIn] = {}


class PositionIn(_Part):
    """A position as a question gives it; everything left out has the scenario's initial value."""

    game: str = GAME
    scenario: str = "campaign"
    turn: int | None = Field(default=None, ge=1, le=22)
    active: Side | None = None
    phase: Phase | None = None
    weather: Literal["clear", "overcast", "storm"] | None = None
    options: dict[str, bool | int | str] = {}
    clear_board: bool = False
    units: tuple[UnitIn, ...] = ()
    control: dict[str, Side] = {}
    tracks: dict[str, Small] = {}
    markers: tuple[MarkerIn, ...] = ()
    board: BoardIn | None = None
