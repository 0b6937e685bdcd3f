"""The charts of the game, as the files in ``resources/ardenas/charts`` state them."""

from __future__ import annotations

from functools import cached_property

from pydantic import BaseModel, ConfigDict

from engine.modules import tables
from engine.modules.module import Module


class _Record(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    format: str
    id: str
    key: str
    rule: str
    basis: str


class SpecialDie(_Record):
    """2.5: the six faces of the die, in the order of a common die's."""

    faces: tuple[int, ...]


class FaceChart(_Record):
    """A chart that is read by a face of the special die."""

    faces: dict[int, str]


class DifferenceChart(tables.DifferenceChart):
    """The combat table of the enlarged area, by differences of factors and of throws."""

    @cached_property
    def limits(self) -> tuple[int, int]:
        """The differences of the first and the last column."""
        return int(self.columns[0]), int(self.columns[-1])

    def column(self, difference: int) -> str:
        """8.1m: Return the column of a difference of factors, within the limits of the table."""
        low, high = self.limits
        return self.columns[min(max(difference, low), high) - low]

    def result(self, column: str, row: str) -> str:
        """8.1p: Return a cell. Raises KeyError for an unknown column or row."""
        rows = {r.label: r.cells for r in self.rows}
        if column not in self.columns:
            raise KeyError(column)
        return rows[row][self.columns.index(column)]


class Town(BaseModel):
    """A scoring town: its name on the map, as printed in the rulebook, its points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    printed: str
    points: int


class TownChart(_Record):
    """5.0d: The scoring towns, and the number of towns or points that win."""

    towns: tuple[Town, ...]
    sudden: int
    points: int


class SupplyChart(_Record):
    """12.0a, 12.0b: how many units a counter serves, and how far."""

    per: int
    range: int


class GroupingLimits(BaseModel):
    """11.0a, 11.0b, 8.4n: groupings of a side, counters in each, the movement of a false one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    counters: int
    units: int
    false_movement: int
    false_basis: str


class GroupingChart(_Record):
    """11.0a, 11.0b, 7.0r: the limits of groupings on the ground and in the air."""

    per_hex: int
    ground: GroupingLimits
    air: GroupingLimits

    def limits(self, kind: str) -> GroupingLimits:
        """Return the limits of groupings of a kind."""
        return self.air if kind == "air" else self.ground


class Bombardments(tables.HitChart):
    """8.3g: The chart of artillery fire; a target in a town counts as farther away."""

    town_adds: int
    tank_range: int

    def faces_at(self, kind: str, distance: int, *, town: bool) -> frozenset[int]:
        """Return the faces that hit a kind of target at a distance."""
        return self.faces(kind, distance - 1 + (self.town_adds if town else 0))


class AreaSteps(_Record):
    """8.1i: the enlarged area and the steps of a combat in it."""

    columns: int
    rows: int
    attacked_rows: tuple[int, int]
    attacker_rows: tuple[int, int]
    size_basis: str
    ground: tuple[str, ...]
    air: tuple[str, ...]


class Charts:
    """All charts of the game, read once from a module."""

    def __init__(self, module: Module) -> None:
        self.die = SpecialDie.model_validate(module.chart("special_die"))
        self.crt = DifferenceChart.model_validate(module.chart("crt"))
        self.towns = TownChart.model_validate(module.chart("towns"))
        self.supply = SupplyChart.model_validate(module.chart("supply"))
        self.bombardment = Bombardments.model_validate(module.chart("bombardment"))
        self.bombing = tables.HitChart.model_validate(module.chart("bombing"))
        self.antitank = tables.HitChart.model_validate(module.chart("antitank"))
        self.area = AreaSteps.model_validate(module.chart("area_sequence"))
        self.groupings = GroupingChart.model_validate(module.chart("groupings"))
        names = ("weather", "paradrop", "scatter", "flak", "bomb_bridge", "commando_bridge")
        self.faces = {n: FaceChart.model_validate(module.chart(n)) for n in names}
