"""What a question may say of a position: the shapes of the probe's JSON, checked by pydantic."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, Field

from engine.games.holland44.constants import GAME, SIXTH
from engine.games.holland44.vocabulary import Kind
from engine.i18n import t
from engine.rules.positions.shape import PART

Side = Literal["allied", "german"]
Status = Literal[
    "disrupted",
    "full_retreat",
    "engaged",
    "scattered",
    "spent",
    "out_of_supply",
    "replacement",
    "moved",
    "fired",
    "auto_ds",
    "dismounted",
    "depleted",
    "river_assault",
    "moved_german",
    "ferry",
    "motorized",
    "foot",
]
Phase = Literal[
    "weather",
    "artillery_resupply",
    "bridge",
    "airlanding",
    "movement",
    "combat",
    "reorganization",
    "supply",
    "traffic",
    "victory",
]
BridgeState = Literal["wired", "intact", "blown", "under_repair"]
HexsideWord = Literal[
    "minor_river", "major_river", "canal", "lake", "road_bridge", "rail_bridge", "ferry"
]
NUMBER = re.compile(r"\d{1,3}(\.\d{1,9}|/[1-9]\d{0,3})?")
ROUNDING = 1e-5
"""Movement points as text, and how far from a sixth a decimal may be."""


def _points(value: object) -> int | float:
    """Movement points: a number, a decimal or a fraction as text, to the nearest sixth."""
    text = str(value)
    if NUMBER.fullmatch(text):
        exact = Fraction(text) * SIXTH
        sixths = round(exact)
        if abs(exact - sixths) <= ROUNDING:
            return sixths / SIXTH if sixths % SIXTH else sixths // SIXTH
    raise ValueError(t("probe.why.points", points=value))


class _Part(BaseModel):
    model_config = PART


class UnitIn(_Part):
    """A unit of a position: a counter of the module, or one given with its values."""

    id: str = Field(min_length=1, max_length=200)
    hex: str
    counter: str | None = None
    side: Side | None = None
    steps: int | None = Field(default=None, ge=0, le=9)
    status: tuple[Status, ...] = ()
    nationality: str | None = None
    formation: str | None = None
    division: str | None = None
    corps: str | None = None
    kind: Kind | None = None
    attack: int | None = Field(default=None, ge=0, le=99)
    defense: int | None = Field(default=None, ge=0, le=99)
    movement: Annotated[float, Field(le=99), BeforeValidator(_points)] | None = None
    max_steps: int | None = Field(default=None, ge=0, le=9)
    quality: Literal["elite", "normal", "low"] | None = None
    mechanized: bool | None = None
    armor: int | None = Field(default=None, ge=0, le=9)
    antitank: bool | int | None = None
    free_stack: bool | None = None
    size: str | None = None
    range: int | None = Field(default=None, ge=0, le=99)
    half_battalion: str | None = None


class MarkerIn(_Part):
    """A marker on the board."""

    kind: Literal["traffic", "supply_head", "river_assault", "ferry"]
    hex: str


class HexIn(_Part):
    """A hex of a diagram."""

    terrain: Literal["clear", "woods", "polder", "polder_woods", "marsh", "lake"] | None = None
    settlement: Literal["village", "town", "city"] | None = None
    name: str | None = None


class RoadIn(_Part):
    """A road or railway of a diagram."""

    road_class: Literal["primary", "secondary", "minor", "railway"] = Field(alias="class")
    hexes: tuple[str, ...] = Field(min_length=2)


class AreaIn(_Part):
    """An entry area of a diagram."""

    side: Side | None = None
    hexes: tuple[str, ...] = Field(min_length=1)


class BoardIn(_Part):
    """A diagram board."""

    rows: tuple[int, int]
    cols: tuple[int, int]
    terrain: Literal["clear", "woods", "polder", "polder_woods", "marsh", "lake"] = "clear"
    hexes: dict[str, HexIn] = {}
    hexsides: dict[str, tuple[HexsideWord, ...]] = {}
    roads: tuple[RoadIn, ...] = ()
    areas: dict[str, AreaIn] = {}


class PositionIn(_Part):
    """A position as a question gives it; everything left out has the scenario's initial value."""

    game: str = GAME
    scenario: str = "campaign"
    turn: int | None = Field(default=None, ge=1, le=99)
    active: Side | None = None
    phase: Phase | None = None
    weather: Literal["clear", "cloudy", "overcast", "night"] | None = None
    options: dict[str, bool | int | str] = {}
    clear_board: bool = False
    units: tuple[UnitIn, ...] = ()
    bridges: dict[str, BridgeState] = {}
    control: dict[str, Side] = {}
    markers: tuple[MarkerIn, ...] = ()
    board: BoardIn | None = None
