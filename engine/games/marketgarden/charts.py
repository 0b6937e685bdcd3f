"""The charts of Market-Garden, as their files in ``resources/marketgarden/charts`` hold them."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from pydantic import BaseModel, ConfigDict

from engine.games.marketgarden.vocabulary import HALF
from engine.modules.module import Module
from engine.modules.tables import PairChart


class _Record(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")


class BombardmentChart(PairChart):
    """The bombardment table: ``least`` is the smallest value of each column."""

    def of_value(self, value: int) -> int:
        """The column of a value; less than the first column's counts as the first."""
        return self.clamped(sum(value >= low for low in self.least) - 1)


class TerrainRow(_Record):
    """A line of the terrain chart; movement points as text ("0.5"), columns for the defender."""

    id: str
    key: str
    foot: str
    motorised: str
    armour: bool
    columns: int

    @cached_property
    def _halves(self) -> tuple[int, int]:
        return int(Fraction(self.foot) * HALF), int(Fraction(self.motorised) * HALF)

    def halves(self, motorised: bool) -> int:
        """The cost in half movement points."""
        return self._halves[motorised]


class TerrainChart(_Record):
    """The terrain effects on movement and combat (T.TEC)."""

    format: str
    id: str
    key: str
    rule: str
    rows: tuple[TerrainRow, ...]
    basis: str

    @cached_property
    def by_id(self) -> dict[str, TerrainRow]:
        """The lines by terrain."""
        return {row.id: row for row in self.rows}

    def __getitem__(self, terrain: str) -> TerrainRow:
        return self.by_id[terrain]


class VulnerabilityRow(_Record):
    """Kinds of units with their index against air and artillery."""

    kinds: tuple[str, ...]
    air: int
    artillery: int
    basis: str


class VulnerabilityChart(_Record):
    """The vulnerability table (T.VUL)."""

    format: str
    id: str
    key: str
    rule: str
    rows: tuple[VulnerabilityRow, ...]

    def index(self, kind: str, attack: str) -> int:
        """T.VUL: the index of a kind against "air" or "artillery"."""
        for row in self.rows:
            if kind in row.kinds:
                return row.air if attack == "air" else row.artillery
        raise KeyError(kind)


class DayRow(_Record):
    """A turn with its day: air points of both sides, the dice that bring airborne supply."""

    turn: int
    day: int
    allied: int
    german: int
    supplied_on: tuple[int, ...] | None
    """None: no throw is made, airborne units are supplied."""


class DayChart(_Record):
    """Air power (6.0b) and airborne supply (9.0c) by day."""

    format: str
    id: str
    key: str
    rule: str
    rows: tuple[DayRow, ...]
    basis: str

    def on(self, turn: int) -> DayRow:
        """The row of a turn; the last one for turns beyond it."""
        return next((row for row in self.rows if row.turn == turn), self.rows[-1])


class VictoryChart(_Record):
    """What victory is counted from (11.2)."""

    format: str
    id: str
    key: str
    rule: str
    cities: dict[str, int]
    german_unit: int
    allied_unit: int
    north_edge: int
    red_road_unit: int
    bridge_blown: int
    basis: str


class Charts:
    """All charts of the game, read once from a module."""

    def __init__(self, module: Module) -> None:
        self.crt = PairChart.model_validate(module.chart("crt"))
        self.bombardment = BombardmentChart.model_validate(module.chart("bombardment"))
        self.terrain = TerrainChart.model_validate(module.chart("tec"))
        self.vulnerability = VulnerabilityChart.model_validate(module.chart("vulnerability"))
        self.days = DayChart.model_validate(module.chart("days"))
        self.victory = VictoryChart.model_validate(module.chart("victory"))
