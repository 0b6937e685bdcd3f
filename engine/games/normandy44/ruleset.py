"""The ruleset of Normandy '44: judge and resolve actions, list legal ones."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.core import actions as act
from engine.games.normandy44 import legal as listing
from engine.games.normandy44 import orders
from engine.games.normandy44.answers.position import Answers
from engine.games.normandy44.audit import Auditor
from engine.games.normandy44.decisions import DECISIONS
from engine.games.normandy44.invariants import faults
from engine.games.normandy44.position import Position, Setting
from engine.games.normandy44.readings import READINGS
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch03_sequence import next_clock, next_phase
from engine.games.normandy44.rules.ch10_procedure import declare
from engine.games.normandy44.vocabulary import (
    COMBAT,
    GAME,
    MODES,
    MOVEMENTS,
    NORMAL,
    RESERVE_COMBAT,
    RESERVE_MOVE,
    STRATEGIC,
    TACTICAL,
    TRUCK,
    TRUCK_STRATEGIC,
    verdict,
)
from engine.rules.base.ruleset import Ruleset
from engine.rules.judge import Forbidden
from engine.rules.ports import ALL_QUESTIONS, AimedAt

_SENSELESS = (
    "3.0.mode",
    "9.1a.gap",
    "9.1a.start",
    "9.1c.enemy",
    "9.2.off_map",
    "10.1a.nobody",
    "10.1a.no_attacker",
    "10.1a.other_side",
    "10.3.1.no_force",
    "11.6.1a.cannot",
    "17.9.1b.gone",
    "19.1.4a.no_prey",
    "23.1.over",
)
FIXED = frozenset(f"rule.{GAME}.{key}" for key in _SENSELESS) | DECISIONS.senseless
"""Keys of verdicts that no house rule sets aside: actions that make no sense."""


class Rules(Ruleset[Setting, Position, Resolution]):
    """The rules of one setting: the game's :class:`~engine.rules.ports.Ruleset`."""

    questions = ALL_QUESTIONS
    options = READINGS.names
    fixed = FIXED
    modes = (NORMAL, TACTICAL, STRATEGIC, TRUCK, TRUCK_STRATEGIC, RESERVE_MOVE)
    advances = ("normal", "limited")
    move_phases = MOVEMENTS
    attack_phases: Mapping[str, AimedAt] = MappingProxyType(
        {COMBAT: "both", RESERVE_COMBAT: "attack"}
    )
    decisions = DECISIONS
    lists = listing
    auditor_class = Auditor
    answers_class = Answers
    resolution_class = Resolution
    order_verdicts = staticmethod(orders.order_verdicts)
    next_clock = staticmethod(next_clock)
    faults = staticmethod(faults)

    def resolves(self, action: act.Action) -> bool:
        """Return whether the rules compute the effects of an action."""
        if isinstance(action, act.MoveUnits):
            return action.mode in MODES
        return isinstance(action, act.PlaceMarker) or super().resolves(action)

    def carry_out(self, work: Resolution, action: act.Action) -> bool:
        """Carry out a legal order; return False where the rules do not resolve it."""
        match action:
            case act.MoveUnits():
                orders.move(work, action)
            case act.DeclareAttack():
                declare(work, orders.attack_named(work.position, action))
            case act.Bombard():
                orders.bombard(work, action)
            case act.PlaceMarker():
                if action.marker not in orders.MARKERS:
                    raise Forbidden([verdict("3.0", "by_hand")])
                orders.mark(work, action)
            case act.NextPhase():
                next_phase(work)
            case _:
                return False
        return True
