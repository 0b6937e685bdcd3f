"""The weights of the computer player: a base file and the lines that a game overrides."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.core.errors import UserError
from engine.i18n import t
from engine.modules.module import Module

FILE = "opponent.toml"


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class March(_Table):
    """Cost of a hex in plans across the map."""

    open: float
    road: float
    crossing: float
    bridges: frozenset[str]
    closed: frozenset[str]
    blown: frozenset[str]
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
    """Worth of the ends of moves."""

    goal: float
    hunt: float
    odds: float
    enough: float
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
    friends: float


class AttackWeights(_Table):
    """Worth of attacks."""

    kill: float
    lose: float
    ground: float
    flip: float
    least: float
    looked_at: int
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
    point: float
    unit: float
    step: float
    place: float
    danger: float
    status: float
    samples: int
    answers: int
    depth: int
    seconds: float
    least: float


class OrderWeights(_Table):
    """Orders that are never given."""

    never: tuple[str, ...]


class OwnGoal(_Table):
    """A goal that the standing of the game does not list: hexes that a side wants to reach."""

    side: str = ""
    """The side that wants them; empty where the side that controls the hexes decides."""
    hexes: tuple[str, ...] = Field(min_length=1)
    worth: float
    turns: tuple[int, int] | None = None
    """First and last turn in which it counts; None: always."""
    without: str = ""
    """Units with this trait do not count: they are not drawn to the goal."""
    need: float = 0
    """Strength that it deserves beyond ``goal.need``: more than one unit is to go there."""


class ScenarioWeights(_Table):
    """Goals of one scenario beyond the objectives of its standing."""

    goals: tuple[OwnGoal, ...] = ()


class Weights(_Table):
    """All weights of a game."""

    march: March
    goal: GoalWeights
    move: MoveWeights
    attack: AttackWeights
    bombard: BombardWeights
    value: ValueWeights
    status: dict[str, float]
    orders: OrderWeights
    side: dict[str, dict[str, dict[str, float]]] = {}
    """Weights of single sides: table and line by side, applied by :meth:`of_side`."""
    scenario: dict[str, ScenarioWeights] = {}

    def of_side(self, side: str) -> Weights:
        """Return the weights by which one side plays."""
        own = self.side.get(side)
        if not own:
            return self
        return Weights.model_validate(_over(self.model_dump(), own))


@cache
def base() -> dict[str, Any]:
    """Return the weights of a game without a file of its own, as tables."""
    return tomllib.loads((files("resources") / FILE).read_text(encoding="utf-8"))


def weights_of(module: Module) -> Weights:
    """Return the weights of a game. Raises UserError for a file that makes no sense."""
    own: dict[str, Any] = {}
    try:
        if FILE in module.files.names():
            own = tomllib.loads(module.files.read(FILE).decode("utf-8"))
        return Weights.model_validate(_over(base(), own))
    except (ValidationError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        why = " ".join(str(error).split())
        raise UserError(
            t("opponent.error.weights", module=module.files.origin, file=FILE, why=why)
        ) from error


def _over(tables: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Return tables with the lines of others laid over them."""
    found = dict(tables)
    for name, value in own.items():
        old = found.get(name)
        found[name] = (
            _over(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
        )
    return found
