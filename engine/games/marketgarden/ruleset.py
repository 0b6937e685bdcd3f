"""The ruleset port for Market-Garden: legal actions and their effects."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.core import actions as act
from engine.games.marketgarden import legal as listing
from engine.games.marketgarden import orders
from engine.games.marketgarden.answers.position import Answers
from engine.games.marketgarden.audit import Auditor
from engine.games.marketgarden.decisions import DECISIONS
from engine.games.marketgarden.invariants import faults
from engine.games.marketgarden.position import Position, Setting
from engine.games.marketgarden.readings import READINGS
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.rules.ch03_sequence import next_clock, next_phase
from engine.games.marketgarden.rules.ch05_procedure import bombard, declare
from engine.games.marketgarden.vocabulary import COMBAT, GAME
from engine.rules.base.named import hex_named, on_map
from engine.rules.base.ruleset import Ruleset
from engine.rules.ports import ALL_QUESTIONS, AimedAt

_SENSELESS = (
    "2.4.1.over",
    "4.0a.gap",
    "4.0a.start",
    "4.1.2h.enemy",
    "4.2.1a.to_a_box",
    "4.2.2c.no_exit",
    "5.0a.nobody",
    "5.0a.other_side",
    "5.1.1a.no_strength",
    "7.0a.eliminated",
    "8.0b.no_artillery",
    "8.0d.nothing",
    "10.1b.no_bridge",
)
FIXED = frozenset(f"rule.{GAME}.{key}" for key in _SENSELESS) | DECISIONS.senseless
"""Keys of verdicts that cannot be overridden by agreement: the action makes no sense."""


class Rules(Ruleset[Setting, Position, Resolution]):
    """The :class:`~engine.rules.ports.Ruleset` of one setting."""

    questions = ALL_QUESTIONS
    options = READINGS.names
    fixed = FIXED
    modes = (orders.NORMAL, orders.ARRIVAL)
    advances = ("normal",)
    attack_phases: Mapping[str, AimedAt] = MappingProxyType({COMBAT: "both"})
    decisions = DECISIONS
    lists = listing
    auditor_class = Auditor
    answers_class = Answers
    resolution_class = Resolution
    order_verdicts = staticmethod(orders.order_verdicts)
    next_clock = staticmethod(next_clock)
    faults = staticmethod(faults)

    def resolves(self, action: act.Action) -> bool:
        """Return whether the rules compute an action's effects; also for set-up moves (11.1.4b)."""
        if isinstance(action, act.MoveUnits):
            return action.mode in orders.MODES
        return super().resolves(action)

    def carry_out(self, work: Resolution, action: act.Action) -> bool:
        """Carry out a legal order; return whether it is of a known kind."""
        position = work.position
        match action:
            case act.MoveUnits():
                orders.move(work, action)
            case act.DeclareAttack():
                declare(work, orders.attack_named(position, action))
            case act.Bombard():
                firers = [on_map(position, n) for n in dict.fromkeys(action.artillery)]
                target = hex_named(position, action.target)
                bombard(work, position.active, firers, action.air, target)
            case act.NextPhase():
                next_phase(work)
            case _:
                return False
        return True
