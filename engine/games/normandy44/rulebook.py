"""Normandy '44 as a rulebook: what the ports ask for (:mod:`engine.rules.ports`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from engine.games.normandy44.charts import Charts
from engine.games.normandy44.coverage import coverage
from engine.games.normandy44.inline import Reader, parse
from engine.games.normandy44.readings import READINGS
from engine.games.normandy44.rules.ch06_arrivals import cost_of
from engine.games.normandy44.ruleset import Rules
from engine.games.normandy44.setting import Base, base_of
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import GAME
from engine.i18n import has, t
from engine.modules import Module, load_module
from engine.questions import Refused, field
from engine.rules.answers import CoverageRow, TableResult
from engine.rules.ports import GivenPosition, OptionalRule, Reading

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


class Rulebook:
    """The rules of the game, by the data of a module."""

    def __init__(self, game: str) -> None:
        self.id = game
        self.version = VERSION
        self.tables = TABLES
        self._bases: dict[tuple[str, str], Base] = {}
        self._rules: dict[tuple[str, str], Rules] = {}

    @cached_property
    def module(self) -> Module:
        """The game's own data."""
        return load_module(self.id)

    @property
    def titles(self) -> Mapping[str, str]:
        """Our short title of each rule, by number, in the language in use."""
        found = {}
        for number, title in self._titles.items():
            key = f"title.{GAME}.{number}"
            found[number] = t(key) if has(key) else title
        return found

    @cached_property
    def _titles(self) -> dict[str, str]:
        found: dict[str, str] = orjson.loads(self.module.files.read("rules.json"))
        return found

    @property
    def optional_rules(self) -> tuple[OptionalRule, ...]:
        """The readings of what the book leaves open, each with its values."""
        return tuple(
            OptionalRule(
                choice.name,
                t(f"reading.{GAME}.{choice.name}"),
                choice.rules[0],
                t(f"reading.{GAME}.{choice.name}.text"),
                choice.values,
            )
            for choice in READINGS
        )

    @property
    def readings(self) -> tuple[Reading, ...]:
        """How the book was understood where it leaves a question open."""
        return tuple(
            Reading(c.rules, t(f"reading.{GAME}.{c.name}.text"), f"option {c.name}")
            for c in READINGS
        )

    def coverage(self) -> tuple[CoverageRow, ...]:
        """What is done with each entry of the rule ledger."""
        return coverage()

    # -- rulesets ---------------------------------------------------------------------------------

    def ruleset(self, scenario: str, module: Module | None = None) -> Rules:
        """The rules of a scenario, with the data of a module (by default the game's own)."""
        data = module or self.module
        known = scenario if scenario in data.meta.scenarios else data.meta.scenarios[0]
        key = data.hash, known
        if key not in self._rules:
            base = self._base(known, data)
            self._rules[key] = Rules(base.setting(), self, base, data, known)
        return self._rules[key]

    def forget(self) -> None:
        """Let boards and rules be made anew when they are next asked for."""
        self._bases.clear()
        self._rules.clear()

    def _base(self, scenario: str, data: Module) -> Base:
        key = data.hash, scenario
        if key not in self._bases:
            self._bases[key] = base_of(data, scenario)
        return self._bases[key]

    def given(self, position: Mapping[str, Any]) -> GivenPosition:
        """The position that the JSON of a question describes. Raises Refused."""
        given = parse(position)
        if given.scenario not in self.module.meta.scenarios:
            known = ", ".join(self.module.meta.scenarios)
            said = t("probe.scenario", scenario=given.scenario, known=known)
            raise Refused("bad_position", said, "scenario")
        base = self._base(given.scenario, self.module)
        reader = Reader(base, given)
        setting, state = reader.read()
        raw = orjson.dumps(dict(position))
        rules = Rules(setting, self, base, self.module, given.scenario, reader.board, raw)
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
            known = ", ".join(TABLES)
            raise Refused("bad_request", t("probe.table", name=name, known=known), "name")
        chart = self.charts[name]
        die, drm = _number(request, "die", 1, 6), _number(request, "drm", -9, 9, 0)
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
        """What any log tells: combats as they were recorded, dice, losses."""
        from engine.report.facts import PlainFacts

        return PlainFacts(module)

    def compile(self, folder: Path) -> Iterator[tuple[str, bytes]]:
        """Nothing: counters and scenarios are compiled by the modules' own compiler."""
        return iter(())


def _number(
    request: Mapping[str, Any], name: str, least: int, most: int, default: int | None = None
) -> int:
    value = field(request, name, int) if default is None else field(request, name, int, default)
    if not least <= value <= most:
        said = t(f"table.{GAME}.range", field=name, least=least, most=most)
        raise Refused("bad_request", said, name)
    return value
