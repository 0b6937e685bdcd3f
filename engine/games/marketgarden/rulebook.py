"""The rulebook port for Market-Garden (:mod:`engine.rules.ports`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.games.marketgarden.charts import Charts
from engine.games.marketgarden.facts import MarketGardenFacts
from engine.games.marketgarden.positions import Reader
from engine.games.marketgarden.readings import READINGS
from engine.games.marketgarden.rules.ch10_bridges import result_of
from engine.games.marketgarden.ruleset import Rules
from engine.games.marketgarden.setting import Base, base_of
from engine.games.marketgarden.vocabulary import FIRST_TURN, GAME, SIDES
from engine.i18n import t
from engine.request_fields import choice_field, number_field
from engine.rules.answers import TableResult
from engine.rules.base.rulebook import Rulebook as BaseRulebook

VERSION = "1.0"

TABLES = ("crt", "bombardment", "vulnerability", "air_power", "airborne_supply", "demolition")


def rulebook(game: str = GAME) -> Rulebook:
    """Return the rulebook, for the game or for a copy of it under another id."""
    return Rulebook(game)


class Rulebook(BaseRulebook[Base]):
    """The rules of the game for a module."""

    version = VERSION
    tables = TABLES
    choices = READINGS
    package = "engine.games.marketgarden"
    texts = GAME
    ruleset_class = Rules
    facts_class = MarketGardenFacts
    opened = staticmethod(base_of)
    reader = Reader
    charts = cached_property(lambda book: Charts(book.module))

    def table(self, name: str, request: Mapping[str, Any]) -> TableResult:
        """Look up a table with the inputs of a request. Raises Refused."""
        match name:
            case "crt" | "bombardment":
                return self._pairs(name, request)
            case "vulnerability":
                return self._vulnerability(request)
            case "air_power":
                return self._air_power(request)
            case "airborne_supply":
                return self._supply(request)
            case "demolition":
                die = number_field(request, "die", 1, 6)
                basis = "stated"
                return TableResult(result_of(die), str(die), "", (), {}, basis)
        return super().table(name, request)

    def _pairs(self, name: str, request: Mapping[str, Any]) -> TableResult:
        chart = self.charts.crt if name == "crt" else self.charts.bombardment
        column = choice_field(request, "column", chart.columns)
        total = number_field(request, "die", 2, 12)
        row = chart.row(total)
        result = chart.result(total, chart.columns.index(column))
        words = [t(f"result.{GAME}.{code}") for code in result.split()]
        return TableResult(result, row.label, column, tuple(words), {}, chart.basis)

    def _vulnerability(self, request: Mapping[str, Any]) -> TableResult:
        chart = self.charts.vulnerability
        kind = choice_field(request, "kind", chart.by_kind)
        column = choice_field(request, "column", ("air", "artillery"))
        index, basis = chart.index(kind, column), chart.by_kind[kind].basis
        return TableResult(str(index), kind, column, (), {}, basis)

    def _air_power(self, request: Mapping[str, Any]) -> TableResult:
        turn, column = self._turn(request), choice_field(request, "column", SIDES)
        row = self.charts.days.on(turn)
        points = {"allied": row.allied, "german": row.german}[column]
        return TableResult(str(points), str(row.day), column, (), {}, self.charts.days.basis)

    def _supply(self, request: Mapping[str, Any]) -> TableResult:
        turn, die = self._turn(request), number_field(request, "die", 1, 6)
        row = self.charts.days.on(turn)
        supplied = row.supplied_on is None or die in row.supplied_on
        word = "supplied" if supplied else "unsupplied"
        return TableResult(word, str(row.day), "", (), {}, self.charts.days.basis)

    def _turn(self, request: Mapping[str, Any]) -> int:
        return number_field(request, "turn", FIRST_TURN, len(self.charts.days.rows))
