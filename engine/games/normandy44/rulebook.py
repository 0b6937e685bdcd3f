"""Normandy '44 as a rulebook: what the ports ask for (:mod:`engine.rules.ports`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import orjson

from engine.games.normandy44.charts import Charts
from engine.games.normandy44.position_schema import PositionIn
from engine.games.normandy44.positions import Reader
from engine.games.normandy44.readings import READINGS
from engine.games.normandy44.rules.ch06_arrivals import cost_of
from engine.games.normandy44.ruleset import Rules
from engine.games.normandy44.setting import Base, base_of
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import GAME
from engine.i18n import t
from engine.modules.module import Module
from engine.questions import Refused, field
from engine.rules.answers import TableResult
from engine.rules.plain.rulebook import PlainRulebook
from engine.rules.ports import GivenPosition
from engine.rules.position_shape import parse

if TYPE_CHECKING:
    from engine.report.facts import Facts

VERSION = "1.0"

TABLES = (
    "crt",
    "determined_defense",
    "jabos",
    "strafing",
    "invasion",
    "dd_tanks",
    "weather_turn_2",
    "airborne_scatter",
    "isolation",
    "weather",
    "reinforcement_cost",
)


def rulebook(game: str = GAME) -> Rulebook:
    """The rulebook, for the game itself or for a copy of it under another id."""
    return Rulebook(game)


class Rulebook(PlainRulebook):
    """The rules of the game, by the data of a module."""

    version = VERSION
    tables = TABLES
    choices = READINGS
    package = "engine.games.normandy44"
    texts = GAME

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self._bases: dict[tuple[str, str], Base] = {}

    def forget(self) -> None:
        """Let boards and rules be made anew when they are next asked for."""
        super().forget()
        self._bases.clear()

    # -- rulesets ---------------------------------------------------------------------------------

    def made(self, data: Module, scenario: str) -> Rules:
        """New rules of a scenario by the data of a module."""
        base = self._base(scenario, data)
        return Rules(self, data, scenario, base.setting(), base.opening, base.board)

    def _base(self, scenario: str, data: Module) -> Base:
        key = data.hash, scenario
        if key not in self._bases:
            self._bases[key] = base_of(data, scenario)
        return self._bases[key]

    def given(self, position: Mapping[str, Any]) -> GivenPosition:
        """The position that the JSON of a question describes. Raises Refused."""
        given = parse(PositionIn, position, self.module.meta.scenarios)
        base = self._base(given.scenario, self.module)
        reader = Reader(base, given)
        setting, state = reader.read()
        raw = orjson.dumps(dict(position))
        own = setting.roster.own
        rules = Rules(
            self, self.module, given.scenario, setting, base.opening, reader.board, own, raw
        )
        return GivenPosition(rules, state, tuple(reader.warnings))

    # -- tables -----------------------------------------------------------------------------------

    @cached_property
    def charts(self) -> Charts:
        """The charts of the game."""
        return Charts(self.module)

    def table(self, name: str, request: Mapping[str, Any]) -> TableResult:
        """What a table says of the inputs of a request. Raises Refused."""
        if name == "reinforcement_cost":
            return self._cost(request)
        if name not in TABLES:
            return super().table(name, request)
        chart = self.charts[name]
        die, drm = self.number(request, "die", 1, 6), self.number(request, "drm", -9, 9, 0)
        column = field(request, "column", str, "")
        column = column or (chart.columns[0] if len(chart.columns) == 1 else "")
        if column not in chart.columns:
            known = ", ".join(chart.columns)
            raise Refused("bad_request", t("probe.column", column=column, known=known), "column")
        found = self.charts.read(name, die, column, drm)
        notes = tuple(str(step) for step in found.steps)
        return TableResult(found.result, found.row, found.column, notes, {}, found.basis)

    def _cost(self, request: Mapping[str, Any]) -> TableResult:
        base = self._base(self.module.meta.scenarios[0], self.module)
        name = field(request, "counter", str)
        found = base.counter(name)
        if found is None:
            raise Refused("unknown_unit", t("probe.unit", unit=name), "counter")
        kind = base.types[found]
        price = cost_of(Unit(found, 0, kind.steps, kind))
        return TableResult(str(price), found, "", (), {}, "stated")

    def facts(self, module: Module, scenario: str) -> Facts:
        """The combats fought by the rules, and what their results are worth."""
        from engine.games.normandy44.facts import NormandyFacts

        return NormandyFacts(module, scenario)
