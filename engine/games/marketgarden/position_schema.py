"""What a question may say of a position: the shapes of the probe's JSON, checked by pydantic."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

from engine.games.marketgarden.vocabulary import GAME, HALF, Kind, Terrain
from engine.i18n import t
from engine.rules.positions.shape import PART

Side = Literal["allied", "german"]
Status = Literal["out_of_supply"]
HexsideWord = Literal["river", "canal", "bridge", "ferry"]
NUMBER = re.compile(r"\d{1,3}(\.\d{1,6}|/[1-9])?")


def _points(value: object) -> float:
    """Movement points: a number, a decimal or a fraction as text, in whole and halves."""
    text = str(value)
    if not isinstance(value, bool) and isinstance(value, int | float | str):
        whole, _, part = text.partition("/")
        if NUMBER.fullmatch(text):
            halves = float(whole) / float(part or 1) * HALF
            if halves == int(halves):
                return halves / HALF
    raise ValueError(t("probe.why.points", points=value))


class _Part(BaseModel):
    model_config = PART


class UnitIn(_Part):
    """A unit of a position: a counter of the module, or one given with its values.

    ``mechanized`` is the class MTZ, ``division_size`` the number of elements of its division.
    """

    id: str = Field(min_length=1, max_length=200)
    hex: str
    counter: str | None = None
    side: Side | None = None
    steps: int | None = Field(default=None, ge=0, le=2)
    status: tuple[Status, ...] = ()
    nationality: str | None = None
    formation: str | None = None
    division: str | None = None
    division_size: int | None = Field(default=None, ge=0, le=99)
    kind: Kind | None = None
    attack: int | None = Field(default=None, ge=0, le=99)
    defense: int | None = Field(default=None, ge=0, le=99)
    movement: Annotated[float, Field(le=99), BeforeValidator(_points)] | None = None
    reverse_attack: int | None = Field(default=None, ge=0, le=99)
    reverse_defense: int | None = Field(default=None, ge=0, le=99)
    max_steps: int | None = Field(default=None, ge=1, le=2)
    mechanized: bool | None = None
    range: int | None = Field(default=None, ge=0, le=99)
    size: str | None = None
    xxx_corps: bool = False
    airborne: bool = False


class HexIn(_Part):
    """A hex of a diagram."""

    terrain: Terrain | None = None
    name: str | None = None


class RoadIn(_Part):
    """A road of a diagram."""

    road_class: Literal["road", "red"] = Field(alias="class")
    hexes: tuple[str, ...] = Field(min_length=2)


class BoardIn(_Part):
    """A diagram board: flat tops, numbered CCRR from the north-west, even columns lower."""

    rows: tuple[int, int]
    cols: tuple[int, int]
    terrain: Terrain = "open"
    hexes: dict[str, HexIn] = {}
    hexsides: dict[str, tuple[HexsideWord, ...]] = {}
    roads: tuple[RoadIn, ...] = ()


class PositionIn(_Part):
    """A position as a question gives it; everything left out has the scenario's initial value.

    ``air`` are the points a side has left, ``unsupplied`` the consecutive turns without supply by
    unit, ``contact`` the airborne divisions that have met XXX Corps.
    """

    game: str = GAME
    scenario: str = "campaign"
    turn: int | None = Field(default=None, ge=1, le=10)
    active: Side | None = None
    phase: Literal["movement", "combat"] | None = None
    options: dict[str, bool | int | str] = {}
    clear_board: bool = False
    units: tuple[UnitIn, ...] = ()
    bridges: dict[str, Literal["intact", "blown"]] = {}
    control: dict[str, Side] = {}
    air: dict[Side, Annotated[int, Field(ge=0, le=99)]] = {}
    unsupplied: dict[str, Annotated[int, Field(ge=0, le=99)]] = {}
    contact: tuple[str, ...] = ()
    weather: str | None = None
    markers: tuple[Any, ...] = ()
    board: BoardIn | None = None
