"""The rulebook of Holland '44 for the rest of the program (:mod:`engine.rules.ports`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.core.errors import UserError
from engine.games.holland44 import positions
from engine.games.holland44.build_counters import compile_counters, compile_scenarios
from engine.games.holland44.constants import GAME, OPTIONAL_RULES
from engine.games.holland44.contents import BOOK
from engine.games.holland44.facts import HollandFacts
from engine.games.holland44.position import Setting
from engine.games.holland44.ruleset import Ruleset
from engine.i18n import t
from engine.modules.module import Module, builtin
from engine.modules.tables import Chart, lookup
from engine.request_fields import Refused, field, not_among
from engine.rules.answers import TableResult
from engine.rules.base.rulebook import Rulebook as BaseRulebook
from engine.rules.readings import OptionalRule

VERSION = "1.0"

TABLES = (
    "crt",
    "determined_defense",
    "weather",
    "demolition",
    "airlanding",
    "recovery",
    "isolation",
    "disengagement",
)

RULES_OF_OPTIONS = {
    "disengagement": "27.1",
    "isolation_attrition": "27.2",
    "keep_attempts": "5.4",
    "recombine_on_the_move": "21.4",
}


def rulebook(game: str) -> Rulebook:
    """Return the rulebook, for the game itself or for a copy of it under another id."""
    return Rulebook(game)


class Rulebook(BaseRulebook[positions.Base]):
    """The rules of the game, with the data of a module."""

    version = VERSION
    tables = TABLES
    package = "engine.games.holland44"
    texts = GAME
    readings_source = "docs/decisions/0006-readings-of-the-rules.md"
    ruleset_class = Ruleset
    facts_class = HollandFacts
    reader = positions.Reader

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self._source = game
        """Source of the data: the game's id, or the path of the module of a copy."""

    @property
    def optional_rules(self) -> tuple[OptionalRule, ...]:
        """Return the optional rules of chapter 27, and the alternative readings of 5.4 and 21.4."""
        return tuple(
            OptionalRule(
                name,
                t(f"option.holland44.{name}"),
                RULES_OF_OPTIONS[name],
            )
            for name in OPTIONAL_RULES
        )

    # -- rulesets ---------------------------------------------------------------------------------

    @property
    def module(self) -> Module:
        """Return the data of the game, or of the copy of it opened last."""
        return positions.module(self._source)

    def ruleset(self, scenario: str, module: Module | None = None) -> Any:
        """Return the rules of a scenario, with the data of a module (by default the game's own)."""
        if module is not None and self.id not in builtin():
            self._source = module.source
        return super().ruleset(scenario, module)

    def make_ruleset(self, data: Module, scenario: str) -> Ruleset:
        """Create the rules of a scenario from the data of a module."""
        return Ruleset(self._setting(scenario, data), self)

    def _setting(self, scenario: str, data: Module) -> Setting:
        if positions.module(self._source).hash == data.hash:
            return positions.setting(scenario, self._source)
        return Setting(data, data.scenario(scenario), BOOK)

    def base(self, scenario: str, data: Module | None = None) -> positions.Base:
        """Return a scenario on the real board."""
        return positions.base(scenario, self._source)

    def ruled(self, base: positions.Base, reader: Any, setting: Setting) -> Ruleset:
        """Return the rules of a position that was read."""
        return Ruleset(setting, self, reader.lasting)

    def table(self, name: str, request: Mapping[str, Any]) -> TableResult:
        """Return the result of a table for a die and column; raises Refused."""
        chart = Chart.model_validate(positions.module(self._source).chart(name))
        die = field(request, "die", int)
        if not 1 <= die <= 6:
            raise Refused("bad_request", t("probe.holland44.die", die=die), "die")
        drm = field(request, "drm", int, 0)
        column = field(request, "column", str, "")
        if column not in chart.columns and not (column == "" and len(chart.columns) == 1):
            raise not_among(column, chart.columns, "column")
        try:
            outcome = lookup(chart, die, column, drm=drm)
        except UserError as error:
            raise Refused("bad_request", str(error), "drm") from None
        return TableResult(
            outcome.result,
            outcome.row,
            outcome.column,
            tuple([str(step) for step in outcome.steps] + [t(note) for note in chart.notes]),
            chart.results.get(outcome.result, {}),
            outcome.basis,
        )

    def compile(self, folder: Path) -> Iterator[tuple[str, bytes]]:
        """Compile counters and scenarios from their sources."""
        yield "counters.json", compile_counters(folder)
        for name, data in compile_scenarios(folder).items():
            yield f"scenarios/{name}", data
