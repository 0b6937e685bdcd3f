"""The rules of a game as a whole: its rulesets, and tables that are empty unless it says more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

import orjson
from pydantic import BaseModel

from engine.board.board import Board
from engine.core.errors import UserError
from engine.core.kept import Kept
from engine.core.state import State
from engine.i18n import has, language, t
from engine.modules.module import Module, load_module
from engine.request_fields import Refused, field
from engine.rules import answers
from engine.rules.base.ruleset import Ruleset
from engine.rules.base.setting import Setting
from engine.rules.coverage_table import rows_in
from engine.rules.ports import GivenPosition
from engine.rules.positions.shape import parse
from engine.rules.readings import OptionalRule, Reading, Readings

if TYPE_CHECKING:
    from engine.report.facts import Facts

SCENARIOS = 8
"""Scenarios whose rules are kept: each by each of the owner's corrections is one."""

T = TypeVar("T", bound=Setting[Any, Any, Any, Any])
"""The game's setting."""


@dataclass(frozen=True)
class ScenarioBase(Generic[T]):
    """A scenario on its board, before anything has happened, and what it is played with."""

    board: Board
    setting: T
    opening: State

    @property
    def boxes(self) -> tuple[str, ...]:
        """The boxes beside the board."""
        places = self.setting.places
        return tuple(places.names[places.hex_count :])


B = TypeVar("B", bound=ScenarioBase[Any])
"""The game's base of a scenario."""


class PositionReader(Protocol):
    """Lays what a question gives over a scenario's set-up."""

    @property
    def board(self) -> Board:
        """The real board, or the question's own, once the position is read."""
        ...

    @property
    def own(self) -> Mapping[str, Any]:
        """The units that the question gives itself, once the position is read."""
        ...

    @property
    def warnings(self) -> list[str]:
        """What was odd about the question."""
        ...

    def read(self) -> tuple[Any, State]:
        """The setting and the state. Raises Refused with the place of the fault."""
        ...


class Rulebook(Generic[B]):
    """The rules of one game: its rulesets, and tables that are empty unless it says more."""

    version = "1.0"
    ruleset_class: ClassVar[type[Ruleset[Any, Any, Any]]] = Ruleset
    """The game's own ruleset."""
    position_shape: ClassVar[type[BaseModel] | None] = None
    """What a question may say of a position (field ``scenario`` and more); None: nothing more."""
    opened: Callable[[Module, str], Any] | None = None
    """Return a scenario of a module on its board: a base. None: the board as printed will do."""
    reader: Callable[[Any, Any], PositionReader]
    """Make what reads a position of the game's own shape, of a base and the position."""
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
        if self.position_shape is None:
            return self._opening_of(position)
        given: Any = parse(self.position_shape, position, self.module.meta.scenarios)
        base = self.base(given.scenario)
        reader = self.reader(base, given)
        setting, state = reader.read()
        rules = self.ruleset_class(
            self,
            self.module,
            given.scenario,
            setting,
            base.opening,
            reader.board,
            reader.own,
            orjson.dumps(dict(position)),
        )
        return GivenPosition(rules, state, tuple(reader.warnings))

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
        from engine.report.facts import PlainFacts

        return PlainFacts(module)

    def compile(self, folder: Path) -> Iterator[tuple[str, bytes]]:
        """Nothing beyond what the modules' own compiler makes."""
        return iter(())
