"""The base class of a game's rulebook: rulesets, tables, readings, coverage."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import orjson

from engine.core.errors import UserError
from engine.core.recent_cache import RecentCache
from engine.i18n import has, language, t
from engine.modules.module import Module, builtin, load_module
from engine.request_fields import Refused
from engine.rules import answers
from engine.rules.base.counter_setting import CounterSetting
from engine.rules.base.facts import AnsweredFacts
from engine.rules.base.ruleset import Ruleset
from engine.rules.base.scenario_base import ScenarioBase
from engine.rules.coverage_table import rows_in
from engine.rules.ports import GivenPosition
from engine.rules.positions.shape import apart, parse
from engine.rules.positions.words import Words
from engine.rules.positions.writer import overruled
from engine.rules.readings import OptionalRule, Reading, Readings, stated_readings

if TYPE_CHECKING:
    from engine.rules.facts import Facts
    from engine.rules.positions.reader import Reader

SCENARIOS = 8
"""The number of cached scenarios; each version of the owner's corrections counts."""

B = TypeVar("B", bound=ScenarioBase[Any])
"""The game's base of a scenario."""


class Rulebook(Generic[B]):
    """The rules of a game: rulesets, and tables that are empty by default."""

    version = "1.0"
    ruleset_class: ClassVar[type[Ruleset[Any, Any, Any]]] = Ruleset
    """The game's own ruleset."""
    opened: Callable[[Module, str], Any] = CounterSetting.opened
    """Return the base of a module's scenario; by default the printed board and counters."""
    facts_class: Callable[[Module, str], Facts] | None = None
    """The game's own facts of logs; None: those of the rules' answers."""
    reader: ClassVar[type[Reader[Any, Any]] | None] = None
    """The game's reader of positions; None: one without boards and units of the position's own."""
    tables: tuple[str, ...] = ()
    choices: Readings | None = None
    """The readings that players may choose."""
    readings_source: str = ""
    """The decision record of the game's table ``readings.yaml``, if it has one."""
    package: str = ""
    """The game's Python package, which contains ``coverage.yaml``."""
    texts: str = ""
    """The id of the game whose texts are used, if this game is a copy."""

    def __init__(self, game: str) -> None:
        self.id = game
        self._rulesets: RecentCache[tuple[str, str, str], Ruleset[Any, Any, Any]] = RecentCache(
            SCENARIOS
        )
        self._bases: RecentCache[tuple[str, str], B] = RecentCache(SCENARIOS)
        self._spoken: dict[str, Mapping[str, str]] = {}

    @cached_property
    def module(self) -> Module:
        """The game's own data."""
        return load_module(self.id)

    @property
    def titles(self) -> Mapping[str, str]:
        """Our short title of each rule, by number, in the current language (``rules.json``)."""
        locale = language()
        if locale not in self._spoken:
            translated = {}
            for number, title in self._titles.items():
                key = f"title.{self.texts or self.id}.{number}"
                translated[number] = t(key) if has(key) else title
            self._spoken[locale] = translated
        return self._spoken[locale]

    @cached_property
    def _titles(self) -> dict[str, str]:
        try:
            data = self.module.files.read("rules.json")
        except UserError:  # rules without titles, or a module outside the program
            return {}
        titles: dict[str, str] = orjson.loads(data)
        return titles

    @property
    def optional_rules(self) -> tuple[OptionalRule, ...]:
        """The readings that players may choose, each with its values."""
        return () if self.choices is None else self.choices.optional_rules()

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The readings of points that the rulebook leaves open."""
        chosen = () if self.choices is None else self.choices.described()
        return chosen + (
            stated_readings(self.package, self.readings_source) if self.readings_source else ()
        )

    @property
    def own_questions(self) -> tuple[str, ...]:
        """The game's own queries of the probe."""
        return self.ruleset_class.own_questions

    def coverage(self) -> tuple[answers.CoverageRow, ...]:
        """Return the coverage of each entry of the rule ledger."""
        return rows_in(self.package) if self.package else ()

    def with_data(self, module: Module) -> Self:
        """Return the rules of this game for a module from outside the program."""
        book = type(self)(self.id)
        book.module = module
        return book

    def forget(self) -> None:
        """Empty the caches of boards and rules."""
        self._rulesets.clear()
        self._bases.clear()

    def base(self, scenario: str, data: Module | None = None) -> B:
        """Return the base of a scenario, cached."""
        module, opened = data or self.module, self.opened
        return self._bases.get((module.hash, scenario), lambda: opened(module, scenario))

    def make_ruleset(self, data: Module, scenario: str) -> Ruleset[Any, Any, Any]:
        """Return new rules of a scenario for a module."""
        base = self.base(scenario, data)
        return self.ruleset_class(self, data, scenario, base.setting, base.opening, base.board)

    def ruleset(self, scenario: str, module: Module | None = None) -> Ruleset[Any, Any, Any]:
        """Return the rules of a scenario for a module (by default the game's own), cached."""
        data = module or self.module
        if self.id in builtin() and data.hash == self.module.hash:
            data = self.module  # the folder of a copy may be deleted at any time
        known = scenario if scenario in data.meta.scenarios else data.scenario_id()
        key = (data.hash, data.files.origin, known)
        return self._rulesets.get(key, lambda: self.make_ruleset(data, known))

    def parse_position(self, position: Mapping[str, Any]) -> GivenPosition:
        """Parse the position in a request. Raises Refused."""
        from engine.rules.positions.printed import PrintedReader

        words, own_reader = Words(self.module), self.reader or PrintedReader
        fields, derived = apart(own_reader.shape, position)
        given = parse(own_reader.shape, fields, words)
        base = self.base(given.scenario)
        reader = own_reader(base, given, words, self.ruleset_class.options)
        setting, state = reader.read()
        if self.choices is not None:
            reader.warnings += self.choices.unknown_values(state.tracks)
        rules = self.ruled(base, reader, setting)
        for n, asked in enumerate(state.pending):
            if asked.kind not in rules.decisions.handlers:
                where = f"pending[{n}].kind"
                why = t("probe.why.decision", kind=asked.kind)
                raise Refused("bad_position", t("probe.field", where=where, why=why), where)
        warnings = [*reader.warnings, *overruled(rules.answers(state), derived)]
        return GivenPosition(rules, state, tuple(warnings))

    def ruled(self, base: B, reader: Reader[Any, Any], setting: Any) -> Ruleset[Any, Any, Any]:
        """Return the rules for a parsed position."""
        return self.ruleset_class(
            self,
            self.module,
            reader.given.scenario,
            setting,
            base.opening,
            reader.board,
            reader.own,
            reader.lasting,
        )

    def table(self, name: str, request: Mapping[str, Any]) -> answers.TableResult:
        """Raise Refused: there are no tables."""
        known = ", ".join(self.tables) or "–"
        raise Refused("bad_request", t("probe.table", name=name, known=known), "name")

    def facts(self, module: Module, scenario: str) -> Facts:
        """Return the facts of a log, by the rules of a scenario that the module has."""
        known = module.meta.scenarios
        name = scenario if scenario in known else known[0]
        if self.facts_class is None:
            return AnsweredFacts(module, self.ruleset(name, module))
        return self.facts_class(module, name)

    def compile(self, folder: Path) -> Iterator[tuple[str, bytes]]:
        """Yield no files beyond those of the modules' compiler."""
        return iter(())
