"""Market-Garden as a rulebook: what the ports ask for (:mod:`engine.rules.ports`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from engine.games.marketgarden.charts import Charts
from engine.games.marketgarden.coverage import coverage
from engine.games.marketgarden.inline import Reader, parse
from engine.games.marketgarden.readings import READINGS
from engine.games.marketgarden.rules.ch10_bridges import result_of
from engine.games.marketgarden.ruleset import Rules
from engine.games.marketgarden.setting import Base, base_of
from engine.games.marketgarden.vocabulary import FIRST_TURN, GAME, SIDES
from engine.i18n import has, t
from engine.modules import Module, load_module
from engine.questions import Refused, field
from engine.rules.answers import CoverageRow, TableResult
from engine.rules.ports import GivenPosition, OptionalRule, Reading

if TYPE_CHECKING:
    from engine.report.facts import Facts

VERSION = "1.0"

TABLES = ("crt", "bombardment", "vulnerability", "air_power", "airborne_supply", "demolition")


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
                die = _number(request, "die", 1, 6)
                basis = "stated"
                return TableResult(result_of(die), str(die), "", (), {}, basis)
        known = ", ".join(TABLES)
        raise Refused("bad_request", t("probe.table", name=name, known=known), "name")

    def _pairs(self, name: str, request: Mapping[str, Any]) -> TableResult:
        chart = self.charts.crt if name == "crt" else self.charts.bombardment
        column, total = field(request, "column", str), _number(request, "die", 2, 12)
        if column not in chart.columns:
            known = ", ".join(chart.columns)
            raise Refused("bad_request", t("probe.column", column=column, known=known), "column")
        row = chart.row(total)
        result = chart.result(total, chart.columns.index(column))
        words = [t(f"result.{GAME}.{code}") for code in result.split()]
        return TableResult(result, row.label, column, tuple(words), {}, chart.basis)

    def _vulnerability(self, request: Mapping[str, Any]) -> TableResult:
        kind, column = field(request, "kind", str), field(request, "column", str)
        kinds = [k for row in self.charts.vulnerability.rows for k in row.kinds]
        if kind not in kinds:
            said = t("probe.column", column=kind, known=", ".join(kinds))
            raise Refused("bad_request", said, "kind")
        if column not in ("air", "artillery"):
            said = t("probe.column", column=column, known="air, artillery")
            raise Refused("bad_request", said, "column")
        index = self.charts.vulnerability.index(kind, column)
        basis = next(r.basis for r in self.charts.vulnerability.rows if kind in r.kinds)
        return TableResult(str(index), kind, column, (), {}, basis)

    def _air_power(self, request: Mapping[str, Any]) -> TableResult:
        turn, column = self._turn(request), field(request, "column", str)
        if column not in SIDES:
            said = t("probe.column", column=column, known=", ".join(SIDES))
            raise Refused("bad_request", said, "column")
        row = self.charts.days.on(turn)
        points = {"allied": row.allied, "german": row.german}[column]
        return TableResult(str(points), str(row.day), column, (), {}, self.charts.days.basis)

    def _supply(self, request: Mapping[str, Any]) -> TableResult:
        turn, die = self._turn(request), _number(request, "die", 1, 6)
        row = self.charts.days.on(turn)
        supplied = row.supplied_on is None or die in row.supplied_on
        word = "supplied" if supplied else "unsupplied"
        return TableResult(word, str(row.day), "", (), {}, self.charts.days.basis)

    def _turn(self, request: Mapping[str, Any]) -> int:
        return _number(request, "turn", FIRST_TURN, len(self.charts.days.rows))

    def facts(self, module: Module, scenario: str) -> Facts:
        """The combats fought by the rules, the worth of their results, the points of 11.2."""
        from engine.games.marketgarden.facts import MarketGardenFacts

        return MarketGardenFacts(module, scenario)

    def compile(self, folder: Path) -> Iterator[tuple[str, bytes]]:
        """Nothing: counters and scenarios are compiled by the modules' own compiler."""
        return iter(())


def _number(request: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = field(request, name, int)
    if not least <= value <= most:
        said = t(f"table.{GAME}.range", field=name, least=least, most=most)
        raise Refused("bad_request", said, name)
    return value
