"""The charts of Market-Garden, parsed from ``resources/marketgarden/charts``."""

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
        """Return the column of a value; values below the first column use the first."""
        return self.clamped(sum(value >= low for low in self.least) - 1)


class TerrainRow(_Record):
    """A row of the terrain chart: movement points as text ("0.5"), shift for the defender."""

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
        """Return the cost in half movement points."""
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
        """The rows by terrain."""
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

    @cached_property
    def by_kind(self) -> dict[str, VulnerabilityRow]:
        """The rows by kind of unit."""
        return {kind: row for row in self.rows for kind in row.kinds}

    def index(self, kind: str, attack: str) -> int:
        """T.VUL: Return the index of a kind against "air" or "artillery"."""
        row = self.by_kind[kind]
        return row.air if attack == "air" else row.artillery


class DayRow(_Record):
    """A turn and its day: air points of both sides, rolls that bring airborne supply."""

    turn: int
    day: int
    allied: int
    german: int
    supplied_on: tuple[int, ...] | None
    """None: airborne units are supplied without a roll."""


class DayChart(_Record):
    """Air power (6.0b) and airborne supply (9.0c) by day."""

    format: str
    id: str
    key: str
    rule: str
    rows: tuple[DayRow, ...]
    basis: str

    def on(self, turn: int) -> DayRow:
        """Return the row of a turn; later turns use the last row."""
        return next((row for row in self.rows if row.turn == turn), self.rows[-1])


class VictoryChart(_Record):
    """The values of victory points (11.2)."""

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
    """All charts of a module."""

    def __init__(self, module: Module) -> None:
        self.crt = PairChart.model_validate(module.chart("crt"))
        self.bombardment = BombardmentChart.model_validate(module.chart("bombardment"))
        self.terrain = TerrainChart.model_validate(module.chart("tec"))
        self.vulnerability = VulnerabilityChart.model_validate(module.chart("vulnerability"))
        self.days = DayChart.model_validate(module.chart("days"))
        self.victory = VictoryChart.model_validate(module.chart("victory"))
