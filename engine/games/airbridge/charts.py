"""The charts of the game: those of the module's files, and the small ones that are words here."""

from __future__ import annotations

from typing import Final

from engine.modules.module import Module
from engine.rules.tables import Chart, Row

UNSTATED: Final = ("inferred", "reconstructed")
"""What nothing printed says; whoever owns the game can correct it."""
COSTS: Final = {"clear": 2, "mixed": 4, "forest": 6, "urban": 2}
"""Half points of a hex (T.TEC; reconstructed)."""
ROAD_COST: Final = 2
HIGHWAY_COST: Final = 1
"""For C/M units and those of 6 movement points or more; others pay the road's."""
DEFENCE: Final = {"clear": 1, "mixed": 2, "forest": 3, "urban": 4}
"""7.0b: what divides a numbered result (stated)."""

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
"""By the attacker, then the defender in the order of the compositions (one cell stated)."""


def armor_in_assault(attacker: str, defender: str) -> tuple[int, int]:
    """19.2a, 19.2b: the modifiers of both rolls in attack combat (two cells stated)."""
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
    """The column of a chart whose columns are ranges of points."""
    least = [int(name.rstrip("+").split("-")[0]) for name in chart.columns]
    return max(0, sum(points >= low for low in least) - 1)


def cell(chart: Chart, column: int, roll: int) -> str:
    """The cell of a modified roll: the chart's own ends are its last rows."""
    return _row(chart, roll).cells[column]


def cell_basis(chart: Chart, column: int, roll: int) -> str:
    """Where that cell comes from, if nothing printed states it; else empty."""
    own = _row(chart, roll).basis
    basis = own[column] if own else chart.basis
    return basis if basis in UNSTATED else ""


def _row(chart: Chart, roll: int) -> Row:
    for row in chart.rows:
        if row.holds(roll):
            return row
    return chart.rows[0] if roll < 1 else chart.rows[-1]
