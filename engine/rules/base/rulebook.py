"""The rules of a game as a whole: its rulesets, and tables that are empty unless it says more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import orjson

from engine.core.errors import UserError
from engine.core.kept import Kept
from engine.i18n import has, language, t
from engine.modules.module import Module, load_module
from engine.request_fields import Refused, field
from engine.rules import answers
from engine.rules.base.ruleset import Ruleset
from engine.rules.base.scenario_base import ScenarioBase
from engine.rules.coverage_table import rows_in
from engine.rules.ports import GivenPosition
from engine.rules.positions.shape import apart, parse
from engine.rules.positions.words import Words
from engine.rules.positions.writer import overruled
from engine.rules.readings import OptionalRule, Reading, Readings

if TYPE_CHECKING:
    from engine.rules.facts import Facts
    from engine.rules.positions.reader import Reader

SCENARIOS = 8
"""Scenarios whose rules are kept: each by each of the owner's corrections is one."""

B = TypeVar("B", bound=ScenarioBase[Any])
"""The game's base of a scenario."""


class Rulebook(Generic[B]):
    """The rules of one game: its rulesets, and tables that are empty unless it says more."""

    version = "1.0"
    ruleset_class: ClassVar[type[Ruleset[Any, Any, Any]]] = Ruleset
    """The game's own ruleset."""
    opened: Callable[[Module, str], Any] | None = None
    """Return a scenario of a module on its board: a base. None: the board as printed will do."""
    reader: ClassVar[type[Reader[Any, Any]] | None] = None
    """The game's reader of positions; None: questions may name nothing but a scenario."""
    tables: tuple[str, ...] = ()
    choices: Readings | None = None
    """What the book leaves open, where players may choose."""
    package: str = ""
    """The game's Python package, where ``coverage.yaml`` lies."""
    texts: str = ""
    """Whose texts it speaks with, where that is not the game's own id: those it was copied from."""

    def __init__(self, game: str) -> None:
        self.id = game
        self._rulesets: Kept[tuple[str, str], Ruleset[Any, Any, Any]] = Kept(SCENARIOS)
        self._bases: Kept[tuple[str, str], B] = Kept(SCENARIOS)
        self._spoken: dict[str, Mapping[str, str]] = {}

    @cached_property
    def module(self) -> Module:
        """The game's own data."""
        return load_module(self.id)

    @property
    def titles(self) -> Mapping[str, str]:
        """Our short title of each rule, by number, in the language in use (``rules.json``)."""
        spoken = language()
        if spoken not in self._spoken:
            found = {}
            for number, title in self._titles.items():
                key = f"title.{self.texts or self.id}.{number}"
                found[number] = t(key) if has(key) else title
            self._spoken[spoken] = found
        return self._spoken[spoken]

    @cached_property
    def _titles(self) -> dict[str, str]:
        try:
            data = self.module.files.read("rules.json")
        except UserError:  # rules without titles, or a module outside the program
            return {}
        found: dict[str, str] = orjson.loads(data)
        return found

    @property
    def optional_rules(self) -> tuple[OptionalRule, ...]:
        """The readings of what the book leaves open, each with its values."""
        return () if self.choices is None else self.choices.optional_rules()

    @property
    def readings(self) -> tuple[Reading, ...]:
        """How the book was understood where it leaves a question open."""
        return () if self.choices is None else self.choices.told()

    def coverage(self) -> tuple[answers.CoverageRow, ...]:
        """What is done with each entry of the rule ledger."""
        return rows_in(self.package) if self.package else ()

    def forget(self) -> None:
        """Drop the cached boards and rules; they are computed again when next asked for."""
        self._rulesets.clear()
        self._bases.clear()

    def base(self, scenario: str, data: Module | None = None) -> B:
        """Return a scenario on its board, computed once."""
        module, opened = data or self.module, self.opened
        assert opened is not None, "the game's rulebook says how a scenario is opened"
        return self._bases.get((module.hash, scenario), lambda: opened(module, scenario))

    def made(self, data: Module, scenario: str) -> Ruleset[Any, Any, Any]:
        """Return new rules of a scenario by the data of a module."""
        if self.opened is None:
            return self.ruleset_class(self, data, scenario)
        base = self.base(scenario, data)
        return self.ruleset_class(self, data, scenario, base.setting, base.opening, base.board)

    def ruleset(self, scenario: str, module: Module | None = None) -> Ruleset[Any, Any, Any]:
        """Return the rules of a scenario, by the data of a module (by default the game's own)."""
        data = module or self.module
        known = scenario if scenario in data.meta.scenarios else data.meta.scenarios[0]
        return self._rulesets.get((data.hash, known), lambda: self.made(data, known))

    def given(self, position: Mapping[str, Any]) -> GivenPosition:
        """Return the position that the JSON of a question describes. Raises Refused."""
        if self.reader is None:
            return self._opening_of(position)
        words = Words(self.module)
        fields, derived = apart(position)
        given = parse(self.reader.shape, fields, words)
        base = self.base(given.scenario)
        reader = self.reader(base, given, words, self.ruleset_class.options)
        setting, state = reader.read()
        rules = self.ruled(base, reader, setting)
        for n, asked in enumerate(state.pending):
            if asked.kind not in rules.decisions.handlers:
                where = f"pending[{n}].kind"
                why = t("probe.why.decision", kind=asked.kind)
                raise Refused("bad_position", t("probe.field", where=where, why=why), where)
        warnings = [*reader.warnings, *overruled(rules.answers(state), derived)]
        return GivenPosition(rules, state, tuple(warnings))

    def ruled(self, base: B, reader: Reader[Any, Any], setting: Any) -> Ruleset[Any, Any, Any]:
        """Return the rules of a position that was read."""
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

    def _opening_of(self, position: Mapping[str, Any]) -> GivenPosition:
        """Return the opening of a scenario; refuse every other word about a position."""
        for name in position:
            if name not in ("game", "scenario"):
                game = self.module.meta.title
                said = t("probe.op.not_here", game=game, op=f"load.position.{name}")
                raise Refused("not_supported", said, name)
        rules = self.ruleset(str(position.get("scenario", "")))
        return GivenPosition(rules, rules.opening())

    def table(self, name: str, request: Mapping[str, Any]) -> answers.TableResult:
        """There are no tables. Raises Refused."""
        known = ", ".join(self.tables)
        raise Refused("bad_request", t("probe.table", name=name, known=known), "name")

    def number(
        self, request: Mapping[str, Any], name: str, least: int, most: int, *default: int
    ) -> int:
        """A whole number of a request within its bounds. Raises Refused."""
        value = field(request, name, int, *default)
        if not least <= value <= most:
            said = t("probe.range", field=name, least=least, most=most)
            raise Refused("bad_request", said, name)
        return value

    def facts(self, module: Module, scenario: str) -> Facts:
        """What any log tells."""
        from engine.rules.facts import PlainFacts

        return PlainFacts(module)

    def compile(self, folder: Path) -> Iterator[tuple[str, bytes]]:
        """Nothing beyond what the modules' own compiler makes."""
        return iter(())
