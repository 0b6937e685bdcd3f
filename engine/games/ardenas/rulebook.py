"""The rulebook of La Batalla de las Ardenas, as an implementation of :mod:`engine.rules.ports`."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.games.ardenas.charts import Charts, FaceChart
from engine.games.ardenas.facts import ArdenasFacts
from engine.games.ardenas.own_actions import OWN_ACTIONS
from engine.games.ardenas.positions import Reader
from engine.games.ardenas.readings import READINGS
from engine.games.ardenas.ruleset import Rules
from engine.games.ardenas.setting import Base, base_of
from engine.games.ardenas.vocabulary import GAME, SIDES
from engine.request_fields import choice_field, field, number_field
from engine.rules.answers import TableResult
from engine.rules.base.rulebook import Rulebook as BaseRulebook

if TYPE_CHECKING:
    pass

VERSION = "1.0"

FACES = ("weather", "paradrop", "flak", "bomb_bridge", "commando_bridge")
TABLES = (
    "special_die",
    "crt_column",
    "crt",
    *FACES,
    "town",
    "supply",
    "arrivals",
    "area_sequence",
)
MOST = 999


def rulebook(game: str = GAME) -> Rulebook:
    """Return the rulebook, for the game itself or for a copy of it under another id."""
    return Rulebook(game)


class Rulebook(BaseRulebook[Base]):
    """The rules of the game, by the data of a module."""

    version = VERSION
    tables = TABLES
    choices = READINGS
    package = "engine.games.ardenas"
    texts = GAME
    ruleset_class = Rules
    facts_class = ArdenasFacts
    opened = staticmethod(base_of)
    reader = Reader
    own_actions = OWN_ACTIONS

    @cached_property
    def charts(self) -> Charts:
        """The charts of the game."""
        return Charts(self.module)

    def table(self, name: str, request: Mapping[str, Any]) -> TableResult:
        """Return the result of a table for the inputs of a request.

        Raises Refused.
        """
        charts = self.charts
        match name:
            case "special_die":
                return TableResult(list(charts.die.faces), "", "", basis=charts.die.basis)
            case "crt_column":
                difference = number_field(request, "difference", -MOST, MOST)
                column = charts.crt.column(difference)
                return TableResult(column, str(difference), column)
            case "crt":
                return self._crt(request)
            case "town":
                return self._town(request)
            case "supply":
                supply = charts.supply
                figures = {"per": supply.per, "range": supply.range}
                return TableResult(figures, "", "", basis=supply.basis)
            case "arrivals":
                return self._arrivals(request)
            case "area_sequence":
                column = choice_field(request, "column", ("ground", "air"))
                steps = charts.area.ground if column == "ground" else charts.area.air
                return TableResult(list(steps), "", column, basis=charts.area.basis)
        if name in FACES:
            return self._face(charts.faces[name], request)
        return super().table(name, request)

    def _face(self, chart: FaceChart, request: Mapping[str, Any]) -> TableResult:
        """Read a chart by a face of the special die; a 1 and a 6 are refused."""
        die = number_field(request, "die", min(chart.faces), max(chart.faces))
        return TableResult(chart.faces[die], str(die), "", basis=chart.basis)

    def _crt(self, request: Mapping[str, Any]) -> TableResult:
        chart = self.charts.crt
        column = choice_field(request, "column", chart.columns)
        row = choice_field(request, "row", [r.label for r in chart.rows])
        return TableResult(chart.result(column, row), row, column, basis=chart.basis)

    def _town(self, request: Mapping[str, Any]) -> TableResult:
        towns = {town.printed: town.points for town in self.charts.towns.towns}
        plain = unicodedata.normalize("NFKD", field(request, "column", str))
        named = {"column": "".join(c for c in plain if not unicodedata.combining(c))}
        column = choice_field(named, "column", towns)
        return TableResult(towns[column], "", column, basis=self.charts.towns.basis)

    def _arrivals(self, request: Mapping[str, Any]) -> TableResult:
        """6.0q, 6.0r: Return the arrivals of a turn, in the order of the counters."""
        column = choice_field(request, "column", SIDES)
        scenario = choice_field(request, "scenario", self.module.meta.scenarios)
        turns = self.module.scenario(scenario).turns
        turn = number_field(request, "turn", 1, turns)
        rows = []
        for unit in self.module.scenario(scenario).units:
            counter = self.module.counters.of(unit.unit)
            due = 1 if unit.at.isdigit() else _turn_of(unit.at)
            if counter.side == column and due == turn:
                rows.append({"unit": unit.unit, "formation": counter.formation, "n": 1})
        return TableResult(rows, str(turn), column, basis="reconstructed")


def _turn_of(box: str) -> int | None:
    return int(box.removeprefix("turn-")) if box.startswith("turn-") else None
