"""Air Bridge to Victory as a rulebook: what the ports ask for (:mod:`engine.rules.ports`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.games.airbridge.charts import Charts, cell
from engine.games.airbridge.readings import READINGS
from engine.games.airbridge.ruleset import Rules
from engine.games.airbridge.setting import opened
from engine.games.airbridge.vocabulary import GAME
from engine.i18n import t
from engine.modules import Module
from engine.questions import Refused, field
from engine.rules.answers import TableResult
from engine.rules.plain.rulebook import PlainRulebook

TABLES = ("bombardment", "attack", "maneuver", "weather", "alt_dz", "demolition")


def rulebook(game: str = GAME) -> Rulebook:
    """The rulebook, for the game itself or for a copy of it under another id."""
    return Rulebook(game)


class Rulebook(PlainRulebook):
    """The rules of the game, by the data of a module."""

    version = "0.5"
    tables = TABLES
    choices = READINGS
    package = "engine.games.airbridge"
    texts = GAME

    def made(self, data: Module, scenario: str) -> Rules:
        """New rules of a scenario by the data of a module."""
        setting, opening = opened(data, scenario)
        return Rules(self, data, scenario, setting, opening, data.board)

    @cached_property
    def charts(self) -> Charts:
        """The charts of the game."""
        return Charts(self.module)

    def table(self, name: str, request: Mapping[str, Any]) -> TableResult:
        """What a table says of the inputs of a request. Raises Refused."""
        if name not in TABLES:
            return super().table(name, request)
        chart = {
            "bombardment": self.charts.bombardment,
            "attack": self.charts.assault,
            "maneuver": self.charts.maneuver,
            "weather": self.charts.weather,
            "alt_dz": self.charts.landing,
            "demolition": self.charts.demolition,
        }[name]
        die = self.number(request, "die", 1, 10)
        drm = self.number(request, "drm", -99, 99, 0)
        column = chart.columns[0]
        if len(chart.columns) > 1:
            column = field(request, "column", str)
            if column not in chart.columns:
                known = ", ".join(chart.columns)
                said = t("probe.column", column=column, known=known)
                raise Refused("bad_request", said, "column")
        result = cell(chart, chart.columns.index(column), die + drm)
        return TableResult(result, str(die + drm), column, (), {}, chart.basis)
