"""The rulebook port for Air Bridge to Victory (:mod:`engine.rules.ports`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.games.airbridge.charts import Charts
from engine.games.airbridge.facts import AirBridgeFacts
from engine.games.airbridge.positions import Reader
from engine.games.airbridge.readings import READINGS
from engine.games.airbridge.ruleset import Rules
from engine.games.airbridge.setting import Base, base_of
from engine.games.airbridge.tables import TABLES, Tables
from engine.games.airbridge.vocabulary import GAME
from engine.rules.answers import TableResult
from engine.rules.base.rulebook import Rulebook as BaseRulebook


def rulebook(game: str = GAME) -> Rulebook:
    """Return the rulebook, for the game or for a copy of it under another id."""
    return Rulebook(game)


class Rulebook(BaseRulebook[Base]):
    """The rules of the game for a module."""

    version = "0.7"
    tables = tuple(TABLES)
    choices = READINGS
    package = "engine.games.airbridge"
    texts = GAME
    ruleset_class = Rules
    facts_class = AirBridgeFacts
    opened = staticmethod(base_of)
    reader = Reader
    charts = cached_property(lambda book: Charts(book.module))

    def table(self, name: str, request: Mapping[str, Any]) -> TableResult:
        """Look up a table with the inputs of a request. Raises Refused."""
        if name not in TABLES:
            return super().table(name, request)
        return Tables(self.module, self.charts).look_up(name, request)
