"""The ruleset of Holland '44: judge and resolve actions, list legal ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from engine.core import actions as act
from engine.core.effects import Clock
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games import require_rulebook
from engine.games.holland44 import orders
from engine.games.holland44.answers.combat import ADVANCES
from engine.games.holland44.answers.names import DiagramNames
from engine.games.holland44.answers.position import Answers
from engine.games.holland44.audit import Auditor
from engine.games.holland44.constants import OPTIONAL_RULES
from engine.games.holland44.contents import DECISIONS
from engine.games.holland44.house_rules import FIXED
from engine.games.holland44.invariants import faults
from engine.games.holland44.legal import actions_of, legal
from engine.games.holland44.position import Position, Setting
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch03_clock import next_clock
from engine.games.holland44.rules.ch08_movement.mover import MODES
from engine.games.holland44.rules.ch08_movement.why_not import MODES_OF
from engine.rules.answers import Legal
from engine.rules.base.ruleset import Ruleset as BaseRuleset
from engine.rules.ports import ALL_QUESTIONS

if TYPE_CHECKING:
    from engine.log.effect_words import Names
    from engine.rules.ports import Rulebook


class Ruleset(BaseRuleset[Setting, Position, Resolution]):
    """The rules of one setting: the game's :class:`~engine.rules.ports.Ruleset`."""

    questions = ALL_QUESTIONS - {"bombard"}
    options = OPTIONAL_RULES
    fixed = FIXED
    modes = MODES
    advances = ADVANCES
    decisions = DECISIONS
    answers_class = Answers
    resolution_class = Resolution
    auditor_class = Auditor

    def __init__(
        self,
        setting: Setting,
        rulebook: Rulebook | None = None,
        lasting: Mapping[str, Any] | None = None,
    ) -> None:
        """Create the rules of a setting; ``lasting`` values outlive the state of a question."""
        book = rulebook or require_rulebook(setting.module.meta.id)
        scenario = setting.scenario.id
        super().__init__(book, setting.module, scenario, setting, None, setting.board, (), lasting)

    @property
    def names(self) -> Names:
        """The names of pieces and places."""
        return DiagramNames(self.setting)

    # -- judging and resolving --------------------------------------------------------------------

    def verdicts(self, position: Position, action: act.Action) -> Iterator[Verdict]:
        """Yield every verdict on an order of the active side."""
        return orders.order_verdicts(position, action)

    def carry_out(self, work: Resolution, action: act.Action) -> bool:
        """Carry out a legal order; return False where the rules do not resolve it."""
        return orders.carry_out(work, action)

    def resolves(self, action: act.Action) -> bool:
        """Return whether the rules compute the effects of an action."""
        if isinstance(action, act.MoveUnits) and action.mode in MODES_OF:
            return True
        return orders.is_order(action) or isinstance(
            action, act.NextPhase | act.DeclareAttack | act.Choose
        )

    # -- players ----------------------------------------------------------------------------------

    def legal(self, state: State, limit: int, start: int = 0) -> Legal:
        """Return legal actions of the deciding side."""
        return legal(self.position(state), limit, start)

    def actions_of(self, state: State, unit: str) -> Iterator[act.Action]:
        """Yield the legal actions of one unit."""
        return actions_of(self.position(state), unit)

    def following(self, state: State) -> Clock | None:
        """Return the phase that follows; None where the game is over (26.1)."""
        return next_clock(self.position(state))

    def invariants(self, state: State, before: State) -> Iterator[str]:
        """Yield the faults of a state that the rules produced."""
        return faults(self.position(state), before)
