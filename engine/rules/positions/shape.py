"""The models of positions in requests; faults are reported with the path of the field.

Games add fields in subclasses. Words (phases, kinds, statuses …) are those of the module
(:mod:`engine.rules.positions.words`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Self, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    model_validator,
)

from engine.core.effects import Decision, Track
from engine.i18n import t
from engine.request_fields import Refused, why_wrong
from engine.rules.positions.words import Words, one_of, words_of

PART = ConfigDict(defer_build=True, extra="forbid", frozen=True)
"""The configuration of all models: frozen, without unknown fields."""

Side = Annotated[str, one_of("sides")]
Kind = Annotated[str, one_of("kinds")]
Status = Annotated[str, one_of("statuses")]
Terrain = Annotated[str, one_of("terrains")]
Small = Annotated[int, Field(ge=0, le=99)]
NUMBER = re.compile(r"\d{1,3}(\.\d{1,9}|/[1-9]\d{0,3})?")
ROUNDING = 1e-5
"""The largest difference of a decimal from a multiple of a part of a point."""


def points_in(parts: int) -> BeforeValidator:
    """Return a validator of movement points: a number, a decimal or a fraction as text.

    It converts the points to a multiple of 1/``parts``.
    """

    def read(value: object) -> int | float:
        text = str(value)
        if NUMBER.fullmatch(text):
            exact = Fraction(text) * parts
            whole = round(exact)
            if abs(exact - whole) <= ROUNDING:
                return whole / parts if whole % parts else whole // parts
        raise ValueError(t("probe.why.points", points=value))

    return BeforeValidator(read)


class Part(BaseModel):
    """The base class of a position's parts."""

    model_config = PART


class UnitIn(Part):
    """A unit: a counter of the module, or one with its own values (``kind``)."""

    full_steps: ClassVar[int] = 0
    """The default number of full steps; 0 means the current steps."""

    id: str = Field(min_length=1, max_length=200)
    hex: str
    counter: str | None = None
    side: Side | None = None
    steps: int | None = Field(default=None, ge=0, le=9)
    max_steps: int | None = Field(default=None, ge=0, le=9)
    status: tuple[Status, ...] = ()
    nationality: str | None = None
    formation: str | None = None
    division: str | None = None
    kind: Kind | None = None
    attack: Small | None = None
    defense: Small | None = None

    @property
    def inline(self) -> bool:
        """Whether the unit has its own values."""
        return self.counter is None and self.kind is not None


class MarkerIn(Part):
    """A marker on the board."""

    kind: Annotated[str, one_of("markers")]
    hex: str


class HexIn(Part):
    """A hex of a diagram."""

    terrain: Terrain | None = None
    settlement: Annotated[str, one_of("settlements")] | None = None
    name: str | None = None


class RoadIn(Part):
    """A road of a diagram."""

    road_class: Annotated[str, one_of("roads")] = Field(alias="class")
    hexes: tuple[str, ...] = Field(min_length=2)


class AreaIn(Part):
    """An area of a diagram."""

    side: Side | None = None
    hexes: tuple[str, ...] = Field(min_length=1)


class BoardIn(Part):
    """A diagram board; the default terrain is the game's first."""

    rows: tuple[int, int]
    cols: tuple[int, int]
    terrain: Terrain = ""
    hexes: Mapping[str, HexIn] = {}
    hexsides: Mapping[str, tuple[Annotated[str, one_of("hexsides")], ...]] = {}
    roads: tuple[RoadIn, ...] = ()
    areas: Mapping[str, AreaIn] = {}

    @model_validator(mode="after")
    def _with_terrain(self, info: ValidationInfo) -> Self:
        usual = next(iter(words_of(info).of("terrains")), "")
        return self if self.terrain else self.model_copy(update={"terrain": usual})


class SavedMarker(Part):
    """A marker as in the answer of ``state``; ``at`` is a place or a hexside."""

    kind: str
    at: str
    face: str | None = None


COMPLETE = frozenset({"game", "scenario", "complete", "board", "turn", "phase", "active"})
COMPLETE |= {"units", "stacks", "markers", "bridges", "control", "tracks", "options", "pending"}
"""The fields of a complete position."""


class PositionIn(Part):
    """A position in a request; missing fields have the scenario's initial values.

    A ``complete`` position, as returned by ``state``, does not use the scenario's set-up. Its
    ``saved`` markers have names, its ``stacks`` list units from the bottom.
    """

    kept: ClassVar[frozenset[str]] = COMPLETE
    """The fields of a complete position of the game."""

    game: str
    scenario: str = ""
    turn: int | None = Field(default=None, ge=1, le=99)
    active: Side | None = None
    phase: Annotated[str, one_of("phases")] | None = None
    weather: Annotated[str, one_of("weather")] | None = None
    options: Mapping[str, bool | int | str] = {}
    clear_board: bool = False
    units: tuple[UnitIn, ...] = ()
    bridges: Mapping[str, Annotated[str, one_of("bridges")]] = {}
    control: Mapping[str, Side] = {}
    tracks: Mapping[str, Track] = {}
    markers: tuple[MarkerIn, ...] = ()
    board: BoardIn | None = None
    complete: bool = False
    saved: Mapping[str, SavedMarker] = {}
    stacks: Mapping[str, tuple[str, ...]] = {}
    pending: tuple[Decision, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether the board is empty except for the position's own units."""
        return self.complete or self.clear_board or self.board is not None


P = TypeVar("P", bound=PositionIn)


def parse(kind: type[P], raw: Mapping[str, Any], words: Words) -> P:
    """Parse a position with a game's own model. Raises Refused."""
    meta = words.module.meta
    try:
        given = kind.model_validate({"game": meta.id, **_in_lists(raw)}, context=words)
    except ValidationError as error:
        raise misshapen(error) from None
    given = given if given.scenario else given.model_copy(update={"scenario": meta.scenarios[0]})
    if given.scenario not in meta.scenarios:
        known = ", ".join(meta.scenarios)
        message = t("probe.scenario", scenario=given.scenario, known=known)
        raise Refused("bad_position", message, "scenario")
    return given


def apart(kind: type[PositionIn], raw: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of a position, and the derived facts of a complete one.

    The answer of ``state`` contains such facts: victory points, the time of day …
    """
    if raw.get("complete") is not True:
        return dict(raw), {}
    read = {k: v for k, v in raw.items() if k in kind.kept}
    return read, {k: v for k, v in raw.items() if k not in kind.kept}


def _in_lists(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position with its units as a list and its named markers as ``saved``.

    The answer of ``state`` has units and markers by name; ``values`` follow from counters.
    """
    fields = dict(raw)
    units, markers = raw.get("units"), raw.get("markers")
    if isinstance(units, Mapping):
        fields["units"] = [_listed(name, unit) for name, unit in units.items()]
    if isinstance(markers, Mapping):
        fields["saved"] = markers
        del fields["markers"]
    return fields


def _listed(name: str, unit: object) -> object:
    if not isinstance(unit, Mapping):
        return unit
    place = unit.get("hex") or unit.get("at")
    return {k: v for k, v in unit.items() if k not in ("at", "values")} | {"id": name, "hex": place}


def misshapen(error: ValidationError) -> Refused:
    """Return the refusal for the first fault, with its path: ``units[2].hex``."""
    fault = error.errors(include_url=False, include_input=False)[0]
    where = ""
    for part in fault["loc"]:
        where += f"[{part}]" if isinstance(part, int) else f".{part}" if where else str(part)
    return Refused(
        "bad_position", t("probe.field", where=where or "-", why=why_wrong(fault)), where
    )
