"""Air Bridge to Victory as a rulebook: what the ports ask for (:mod:`engine.rules.ports`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import orjson

from engine.core.state import State
from engine.games.airbridge.charts import Charts
from engine.games.airbridge.position import Setting
from engine.games.airbridge.position_schema import PositionIn
from engine.games.airbridge.positions import Reader
from engine.games.airbridge.readings import READINGS
from engine.games.airbridge.ruleset import Rules
from engine.games.airbridge.setting import counters_of, opened
from engine.games.airbridge.tables import TABLES, Tables
from engine.games.airbridge.vocabulary import GAME
from engine.modules.module import Module
from engine.rules.answers import TableResult
from engine.rules.plain.rulebook import PlainRulebook
from engine.rules.ports import GivenPosition
from engine.rules.position_shape import parse

if TYPE_CHECKING:
    from engine.report.facts import Facts


def rulebook(game: str = GAME) -> Rulebook:
    """The rulebook, for the game itself or for a copy of it under another id."""
    return Rulebook(game)


class Rulebook(PlainRulebook):
    """The rules of the game, by the data of a module."""

    version = "0.6"
    tables = tuple(TABLES)
    choices = READINGS
    package = "engine.games.airbridge"
    texts = GAME

    def made(self, data: Module, scenario: str) -> Rules:
        """New rules of a scenario by the data of a module."""
        setting, opening = opened(data, scenario)
        return Rules(self, data, scenario, setting, opening, data.board)

    def given(self, position: Mapping[str, Any]) -> GivenPosition:
        """The position that the JSON of a question describes. Raises Refused."""
        given = parse(PositionIn, position, self.module.meta.scenarios)
        setting, opening = self._opened(given.scenario)
        known = counters_of(self.module, opening)
        reader = Reader(setting, self.module.board, opening, known, given)
        found, state = reader.read()
        raw = orjson.dumps(dict(position))
        rules = Rules(
            self, self.module, given.scenario, found, opening, reader.board, reader.own, raw
        )
        return GivenPosition(rules, state, tuple(reader.warnings))

    def _opened(self, scenario: str) -> tuple[Setting, State]:
        if scenario not in self._openings:
            self._openings[scenario] = opened(self.module, scenario)
        return self._openings[scenario]

    @cached_property
    def _openings(self) -> dict[str, tuple[Setting, State]]:
        return {}

    @cached_property
    def charts(self) -> Charts:
        """The charts of the game."""
        return Charts(self.module)

    def table(self, name: str, request: Mapping[str, Any]) -> TableResult:
        """What a table says of the inputs of a request. Raises Refused."""
        if name not in TABLES:
            return super().table(name, request)
        return Tables(self.module, self.charts).look_up(name, request)

    def facts(self, module: Module, scenario: str) -> Facts:
        """The combats fought by the rules."""
        from engine.games.airbridge.facts import AirBridgeFacts

        return AirBridgeFacts(module, scenario)
