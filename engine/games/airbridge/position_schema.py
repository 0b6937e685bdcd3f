"""What a question may say of a position: the shapes of the probe's JSON, checked by pydantic."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from engine.games.airbridge.vocabulary import GAME
from engine.rules.positions.shape import PART

Side = Literal["allied", "german"]
Terrain = Literal["clear", "mixed", "forest", "urban"]
Kind = Literal[
    "infantry",
    "armoured_infantry",
    "motorised_infantry",
    "parachute",
    "glider",
    "tank",
    "tank_destroyer",
    "recon",
    "antitank",
    "artillery",
    "rocket_artillery",
    "sp_artillery",
    "engineer",
    "garrison",
]
Status = Literal["fatigued", "out_of_supply", "first_fire", "final_fire", "refused"]
Word = Literal["river", "canal", "bridge", "red", "great", "slope"]
Phase = Literal[
    "strategic",
    "initial",
    "airborne",
    "movement",
    "declaration",
    "refusal",
    "reaction",
    "bombardment",
    "maneuver",
    "assault",
    "mechanized",
    "record",
]
Value = Annotated[int, Field(ge=0, le=99)]


class _Part(BaseModel):
    model_config = PART


class FaceIn(_Part):
    """The values of a counter's reverse."""

    attack: Value | None = None
    defense: Value | None = None
    efficiency: Value | None = None
    bombardment: Value | None = None


class UnitIn(_Part):
    """A unit of a position: a counter of the module, or one given with its values."""

    id: str = Field(min_length=1, max_length=200)
    hex: str
    counter: str | None = None
    side: Side | None = None
    steps: int | None = Field(default=None, ge=0, le=2)
    max_steps: int | None = Field(default=None, ge=1, le=2)
    status: tuple[Status, ...] = ()
    nationality: str | None = None
    formation: str | None = None
    division: str | None = None
    kind: Kind | None = None
    attack: Value = 0
    defense: Value = 0
    efficiency: Annotated[int, Field(ge=0, le=10)] = 0
    stacking: Value = 2
    movement: Value = 0
    cm: bool = False
    armor: str = Field(default="Inf", pattern=r"^(Inf|Arm|AT)(/(Inf|Arm|AT)){0,2}$")
    airborne: bool = False
    engineer: Literal["combat", "bridge"] | None = None
    self_propelled: bool = False
    bombardment: Value = 0
    range: Value = 0
    reduced: FaceIn | None = None


class HexIn(_Part):
    """A hex of a diagram."""

    terrain: Terrain | None = None
    name: str | None = None


class RoadIn(_Part):
    """A road of a diagram; a highway is listed from its north-east end."""

    road_class: Literal["road", "highway"] = Field(alias="class")
    hexes: tuple[str, ...] = Field(min_length=2)


class AreaIn(_Part):
    """Hexes with a meaning."""

    kind: Literal["edge", "highway_south", "west_of_canal", "polder", "entry"]
    hexes: tuple[str, ...]
    side: Side | None = None


class BoardIn(_Part):
    """A diagram board: flat tops, numbered CCRR from the north-west, even columns lower."""

    rows: tuple[int, int]
    cols: tuple[int, int]
    terrain: Terrain = "clear"
    hexes: dict[str, HexIn] = {}
    hexsides: dict[str, tuple[Word, ...]] = {}
    uphill: tuple[str, ...] = ()
    roads: tuple[RoadIn, ...] = ()
    areas: dict[str, AreaIn] = {}


class MarkerIn(_Part):
    """A DZ, an ALT DZ, or one that is destroyed (with the turn of its loss)."""

    kind: Literal["dz", "alt_dz", "dz_lost"]
    division: str
    hex: str
    turn: int | None = Field(default=None, ge=1, le=22)
    alt: bool = False


class DeclaredIn(_Part):
    """A combat that has been declared."""

    kind: Literal["maneuver", "assault"]
    target: str
    units: tuple[str, ...] = Field(min_length=1)


class PositionIn(_Part):
    """A position as a question gives it; everything left out has the scenario's initial value.

    ``active`` is the phasing side, also while the other refuses or reacts.
    """

    game: str = GAME
    scenario: str = "campaign"
    turn: int | None = Field(default=None, ge=1, le=22)
    active: Side | None = None
    phase: Phase | None = None
    weather: Literal["clear", "bad"] | None = None
    options: dict[str, bool | int | str] = {}
    clear_board: bool = False
    units: tuple[UnitIn, ...] = ()
    bridges: dict[str, Literal["intact", "tried", "blown", "repaired_now", "repaired"]] = {}
    control: dict[str, Side] = {}
    tracks: dict[Literal["initiative", "air.allied", "air.german", "mud"], int | str] = {}
    declared: tuple[DeclaredIn, ...] = ()
    markers: tuple[MarkerIn, ...] = ()
    board: BoardIn | None = None
