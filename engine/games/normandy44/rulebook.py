"""The rulebook of Normandy '44 for the rest of the program (:mod:`engine.rules.ports`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.games.normandy44.charts import NAMES, Charts
from engine.games.normandy44.facts import NormandyFacts
from engine.games.normandy44.positions import Reader
from engine.games.normandy44.readings import READINGS
from engine.games.normandy44.rules.ch06_arrivals import cost_of
from engine.games.normandy44.ruleset import Rules
from engine.games.normandy44.setting import Base, base_of
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import GAME
from engine.i18n import t
from engine.request_fields import Refused, field, not_among, number_field
from engine.rules.answers import TableResult
from engine.rules.base.rulebook import Rulebook as BaseRulebook

VERSION = "1.0"

TABLES = (*NAMES, "reinforcement_cost")


def rulebook(game: str = GAME) -> Rulebook:
    """Return the rulebook, for the game itself or for a copy of it under another id."""
    return Rulebook(game)


class Rulebook(BaseRulebook[Base]):
    """The rules of the game, with the data of a module."""

    version = VERSION
    tables = TABLES
    choices = READINGS
    readings_source = "docs/decisions/0012-normandy44.md"
    package = "engine.games.normandy44"
    texts = GAME
    ruleset_class = Rules
    facts_class = NormandyFacts
    opened = staticmethod(base_of)
    reader = Reader
    charts = cached_property(lambda book: Charts(book.module))

    def table(self, name: str, request: Mapping[str, Any]) -> TableResult:
        """Return the result of a table for the inputs of a request; raises Refused."""
        if name == "reinforcement_cost":
            return self._cost(request)
        if name not in TABLES:
            return super().table(name, request)
        chart = self.charts[name]
        die, drm = number_field(request, "die", 1, 6), number_field(request, "drm", -9, 9, 0)
        column = field(request, "column", str, "")
        column = column or (chart.columns[0] if len(chart.columns) == 1 else "")
        if column not in chart.columns:
            raise not_among(column, chart.columns, "column")
        outcome = self.charts.read(name, die, column, drm)
        notes = tuple(str(step) for step in outcome.steps)
        return TableResult(outcome.result, outcome.row, outcome.column, notes, {}, outcome.basis)

    def _cost(self, request: Mapping[str, Any]) -> TableResult:
        base = self.base(self.module.meta.scenarios[0])
        name = field(request, "counter", str)
        counter = base.counter(name)
        if counter is None:
            raise Refused("unknown_unit", t("probe.unit", unit=name), "counter")
        kind = base.types[counter]
        price = cost_of(Unit(counter, 0, kind.steps, kind))
        return TableResult(str(price), counter, "", (), {}, "stated")
