"""The charts of the module, and small tables that are constants here."""

from __future__ import annotations

from typing import Final

from engine.modules.module import Module
from engine.modules.tables import Chart, Row

UNSTATED: Final = ("inferred", "reconstructed")
"""The bases of values that no printed source states."""
COSTS: Final = {"clear": 2, "mixed": 4, "forest": 6, "urban": 2}
"""The movement cost of a hex in half points (T.TEC; reconstructed)."""
ROAD_COST: Final = 2
HIGHWAY_COST: Final = 1
"""The cost for C/M units and units of 6 movement points or more; others pay ROAD_COST."""
DEFENCE: Final = {"clear": 1, "mixed": 2, "forest": 3, "urban": 4}
"""7.0b: the divisor of a numbered result (stated)."""

COMPOSITIONS: Final = ("Inf", "AT", "Arm", "Inf/AT", "Inf/Arm", "Arm/AT", "Inf/Arm/AT")

ARMOR_MANEUVER: Final = {
    "Inf": (0, 0, 2, 0, 2, 2, 2),
    "AT": (0, 0, 1, 0, 1, 1, 1),
    "Arm": (-1, 0, 0, 0, 1, 2, 2),
    "Inf/AT": (0, 0, 1, 0, 1, 1, 1),
    "Inf/Arm": (-2, -1, 0, -1, 0, 1, 1),
    "Arm/AT": (-1, 0, -1, 0, 0, 1, 1),
    "Inf/Arm/AT": (-2, -1, -1, -1, -1, 0, 0),
}
"""Die modifiers by attacker, then by defender in the order of COMPOSITIONS (one cell stated)."""


def armor_in_assault(attacker: str, defender: str) -> tuple[int, int]:
    """19.2a, 19.2b: Return the modifiers of both rolls in attack combat (two cells stated)."""
    mine, theirs = attacker.split("/"), defender.split("/")
    if "Arm" in mine and "Arm" in theirs:
        return 0, 0
    if "Arm" in mine:
        return (-1, -1) if "AT" in theirs else (-2, 0)
    if "Arm" in theirs:
        return (-1, -1) if "AT" in mine else (0, -2)
    return 0, 0


class Charts:
    """The charts of a module."""

    def __init__(self, module: Module) -> None:
        self.bombardment = self._chart(module, "bombardment")
        self.maneuver = self._chart(module, "maneuver")
        self.assault = self._chart(module, "assault")
        self.landing = self._chart(module, "landing")
        self.demolition = self._chart(module, "demolition")
        self.weather = self._chart(module, "weather")

    def _chart(self, module: Module, name: str) -> Chart:
        return Chart.model_validate(module.chart(name))


def column_of(chart: Chart, points: int) -> int:
    """Return the index of the column for a number of points; columns are ranges of points."""
    least = [int(name.rstrip("+").split("-")[0]) for name in chart.columns]
    return max(0, sum(points >= low for low in least) - 1)


def cell(chart: Chart, column: int, roll: int) -> str:
    """Return the cell of a modified roll; rolls off the chart use its first or last row."""
    return _row(chart, roll).cells[column]


def cell_basis(chart: Chart, column: int, roll: int) -> str:
    """Return the basis of a cell that no printed source states, otherwise an empty string."""
    own = _row(chart, roll).basis
    basis = own[column] if own else chart.basis
    return basis if basis in UNSTATED else ""


def _row(chart: Chart, roll: int) -> Row:
    """Return the first row, from the lowest up, that ends at a roll or later."""
    ended = (row for row in chart.rows if row.high is None or roll <= row.high)
    return next(ended, chart.rows[-1])
