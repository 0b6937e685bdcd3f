"""Holland '44 by its rules: which actions are legal now, and what they do.

:class:`Rules` is the game's :class:`~engine.rules.ports.Ruleset`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import orjson

from engine.core import actions as act
from engine.core.effects import Clock
from engine.core.state import State
from engine.games import require_rulebook
from engine.games.holland44.answers.combat import ADVANCES
from engine.games.holland44.answers.names import DiagramNames
from engine.games.holland44.answers.position import Answers
from engine.games.holland44.audit import Auditor as Examiner
from engine.games.holland44.constants import OPTIONAL_RULES
from engine.games.holland44.decisions import (
    kind_name,
)
from engine.games.holland44.house import FIXED
from engine.games.holland44.invariants import faults
from engine.games.holland44.judgement import Judgement
from engine.games.holland44.legal import actions_of, legal
from engine.games.holland44.position import Setting
from engine.games.holland44.rules.ch03_clock import next_clock
from engine.games.holland44.rules.ch08_movement.mover import MODES
from engine.rules.answers import Legal
from engine.rules.ports import ALL_QUESTIONS

if TYPE_CHECKING:
    from engine.log.effect_words import Names
    from engine.rules.ports import Rulebook


class Ruleset(Judgement):
    """The rules of one setting: the game's :class:`~engine.rules.ports.Ruleset`."""

    questions = ALL_QUESTIONS - {"bombard"}
    options = OPTIONAL_RULES
    fixed = FIXED
    modes = MODES
    advances = ADVANCES
    answers_class = Answers
    auditor_class = Examiner

    def __init__(
        self, setting: Setting, rulebook: Rulebook | None = None, raw: bytes | None = None
    ) -> None:
        super().__init__(setting, rulebook)
        self._raw = raw
        """The question that gave the diagram, from which a copy is made in another process."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (self.rulebook.id, self._scenario, self._raw)

    @property
    def names(self) -> Names:
        """What pieces and places are called."""
        return DiagramNames(self.setting)

    def decision_name(self, kind: str) -> str:
        """A kind of decision in words."""
        return kind_name(kind)

    # -- positions --------------------------------------------------------------------------------

    def legal(self, state: State, most: int, start: int = 0) -> Legal:
        """Legal actions for the side to decide."""
        return legal(self.setting.position(state), most, start)

    def actions_of(self, state: State, unit: str) -> Iterator[act.Action]:
        """The legal actions of one unit."""
        return actions_of(self.setting.position(state), unit)

    def following(self, state: State) -> Clock | None:
        """The phase that follows; None where the game is over (26.1)."""
        return next_clock(self.setting.position(state))

    def invariants(self, state: State, before: State) -> Iterator[str]:
        """What is wrong with a state that the rules led to."""
        return faults(self.setting.position(state), before)


def _remade(game: str, scenario: str, raw: bytes | None) -> Any:
    """The same rules in another process."""
    book = require_rulebook(game)
    return book.ruleset(scenario) if raw is None else book.given(orjson.loads(raw)).ruleset
