"""The weights of the computer player: a base file with overrides for each game."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from engine.core.errors import UserError, toml_fault
from engine.i18n import t
from engine.modules.module import Module

FILE = "opponent.toml"


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class March(_Table):
    """Movement costs of hexes in plans across the map."""

    open: float
    road: float
    crossing: float
    bridge: dict[str, float]
    """Extra cost of kinds of bridges that carry little, in place of ``crossing``."""
    bridges: frozenset[str]
    closed: frozenset[str]
    blown: frozenset[str]
    mend: float
    """Most extra cost of a blown bridge: it is repaired before the units are over."""
    terrain: dict[str, float]
    water: dict[str, float]


class GoalWeights(_Table):
    """Attraction of objectives."""

    decay: float
    near: float
    hold: float
    calm: float
    need: float
    margin: float


class MoveWeights(_Table):
    """Worth of the destinations of moves."""

    goal: float
    hunt: float
    odds: float
    enough: float
    group: int
    compelled: float
    take: float
    keep: float
    present: float
    alert: float
    more: float
    planned: float
    around: float
    post: float
    exact: bool
    stack: int
    block: float
    slack: float
    danger: float
    reach: int
    afar: float
    loss: float
    supply: float
    status: float
    across: bool
    crowded: float
    arrive: float
    better: float
    far: float
    friends: float
    passes: int = Field(ge=1)


class FrontWeights(_Table):
    """A continuous line before the held goals."""

    worth: float
    goal: float
    kept: float
    alone: float
    water: float
    wide: float
    unheld: bool


class AttackWeights(_Table):
    """Worth of attacks."""

    kill: float
    lose: float
    ground: float
    flip: float
    press: float
    trapped: float
    least: float
    of_target: int = Field(ge=2)
    looked_at: int = Field(ge=2)
    massed: bool
    spend: float
    commit: float


class BombardWeights(_Table):
    """Worth of bombardments."""

    hit: float
    other: float
    spend: float
    least: float


class ValueWeights(_Table):
    """Worth of a position."""

    win: float
    peril: float
    steep: float
    mend: float
    point: float
    unit: float
    unknown: float
    step: float
    place: float
    danger: float
    trap: float
    seat: float
    status: float
    samples: int
    closely: int
    answers: int
    depth: int
    seconds: float
    least: float


class LateWeights(_Table):
    """The last turns: units can do little more, so that losses count less and goals more."""

    turns: int = Field(ge=0)
    lines: dict[str, dict[str, float]]
    """Factors of the weights in the last turn: table and line."""

    def progress(self, left: int) -> float:
        """Return how far the last turns have come with so many turns left after the current one: 0
        before them, 1 in the last turn.
        """
        return 1 - max(0, left) / self.turns if left < self.turns else 0.0


class Depot(_Table):
    """Units of a kind that supply others, or repair bridges."""

    worth: float
    """Cost of their loss, in strengths of units."""
    range: int
    """Hexes within which they serve."""
    shy: int = Field(ge=1)
    """Hexes within which an enemy that can attack endangers them."""
    trait: str = ""
    """The trait of the units that need them; empty if all do."""
    bridges: bool = False
    """Whether they repair bridges, and go to the blown ones instead of to units."""
    own: bool = False
    """Whether they serve only units of their own formation, if there are any."""
    only: str = ""
    """The only side for which they are depots; empty for both."""
    front: int = 0
    """Hexes to the next enemy within which units need them; 0 if all do."""
    marker: str = ""
    """The marker under which they march far and do not serve; empty without one."""
    settled: float = 0.0
    """Share of the worth of the best hex with which they do not march under the marker."""


class OrderWeights(_Table):
    """Orders that are never given."""

    never: tuple[str, ...]
    costly: frozenset[str]
    """Keys of the verdicts that tell the cost of an arrival: such a unit waits."""


class OwnGoal(_Table):
    """A goal beyond the game's victory standing: hexes that a side wants to reach."""

    side: str = ""
    """The side that wants the hexes; empty if the side that controls them decides."""
    only: str = ""
    """The only side that has the goal; empty for both."""
    hexes: tuple[str, ...] = Field(min_length=1)
    each: bool = False
    """Whether each hex is a goal of its own; otherwise any of them will do."""
    worth: float
    turns: tuple[int, int] | None = None
    """First and last turn of the goal; None for all turns."""
    without: str = ""
    """A trait that excludes units from the goal."""
    need: float = 0
    """Strength needed beyond ``goal.need``, so that more than one unit goes there."""


class ScenarioWeights(_Table):
    """Goals of one scenario beyond its objectives, and its weights.

    For *club* None stands for the value of the recruit.
    """

    standing: bool | None = None
    """Whether the points and objectives of the game's standing count; they do for None."""
    goals: tuple[OwnGoal, ...] | None = None
    side: dict[str, dict[str, dict[str, float]]] = {}
    """The weights of single sides in the scenario: table and line by side."""


class ClubWeights(_Table):
    """The player *club*: a recruit with other weights that plans the attacks of a phase."""

    scenarios: tuple[str, ...]
    """The scenarios in which a tournament has shown that it beats the recruit."""
    weights: dict[str, dict[str, float]]
    """The weights that differ from those of the recruit: table and line."""
    side: dict[str, dict[str, dict[str, float]]] = {}
    """The same for single sides."""
    scenario: dict[str, ScenarioWeights] = {}
    """The goals and weights of scenarios, in place of those of the recruit."""
    depots: dict[str, Depot] = {}
    """Kinds of units that supply others or repair bridges, beside those of the recruit."""


class StaffWeights(_Table):
    """The player *staff*: a club that plays the plans of a turn on before it chooses one."""

    scenarios: tuple[str, ...]
    """The scenarios in which a tournament has shown that it beats the club."""
    throws: tuple[int, ...]
    goals: int
    aside: float
    need: float
    plans: dict[str, dict[str, dict[str, float]]]
    """The weights in which each plan differs from those of the club: table and line by plan."""


class Weights(_Table):
    """All weights of a game."""

    march: March
    goal: GoalWeights
    move: MoveWeights
    front: FrontWeights
    attack: AttackWeights
    bombard: BombardWeights
    value: ValueWeights
    cover: dict[str, float]
    status: dict[str, float]
    orders: OrderWeights
    late: LateWeights
    depots: dict[str, Depot] = {}
    """The units that supply others, by kind."""
    club: ClubWeights
    staff: StaffWeights
    side: dict[str, dict[str, dict[str, float]]] = {}
    """Weights for single sides: table and line by side, applied by :meth:`in_play`."""
    scenario: dict[str, ScenarioWeights] = {}
    first: frozenset[int] = frozenset()
    """The hexes of the goal that comes first in the plan of a turn."""

    def over(self, lines: dict[str, Any]) -> Weights:
        """Return the weights overridden by single lines."""
        return Weights.model_validate(_over(self.model_dump(), lines)) if lines else self

    def in_play(self, scenario: str, side: str) -> Weights:
        """Return the weights used by one side in a scenario."""
        weights = self.over(self.side.get(side, {}))
        own = weights.scenario.get(scenario)
        return weights if own is None else weights.over(own.side.get(side, {}))

    def with_left(self, left: int) -> Weights:
        """Return the weights with so many turns left after the current one."""
        progress = self.late.progress(left)
        if not progress:
            return self
        lines = {
            name: {
                key: (1 + progress * (factor - 1)) * getattr(getattr(self, name), key)
                for key, factor in factors.items()
            }
            for name, factors in self.late.lines.items()
        }
        return self.over(lines)

    @model_validator(mode="after")
    def _check_late(self) -> Self:
        """Raise ValueError for a line of the last turns that is not a number of its table."""
        for name, factors in self.late.lines.items():
            table = getattr(self, name, None)
            for key in factors:
                if not isinstance(getattr(table, key, None), float):
                    raise ValueError(f"late.lines.{name}.{key} is not a decimal weight")
        return self

    def of_club(self) -> Weights:
        """Return the weights used by the player *club*."""
        own = self.club.model_dump(exclude_none=True, include={"side", "scenario", "depots"})
        return self.over({**self.club.weights, **own})


@cache
def base() -> dict[str, Any]:
    """Return the default weights, as tables."""
    return tomllib.loads((files("resources") / FILE).read_text(encoding="utf-8"))


def weights_of(module: Module) -> Weights:
    """Return the weights of a game. Raises UserError for an invalid file."""
    own: dict[str, Any] = {}
    try:
        if FILE in module.files.names():
            own = tomllib.loads(module.files.read(FILE).decode("utf-8"))
        return Weights.model_validate(_over(base(), own))
    except (ValidationError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        origin, why = module.files.origin, toml_fault(error)
        raise UserError(t("opponent.error.weights", module=origin, file=FILE, why=why)) from error


def _over(tables: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Return tables, overridden by the lines of other tables."""
    result = dict(tables)
    for name, value in own.items():
        old = result.get(name)
        result[name] = (
            _over(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
        )
    return result
