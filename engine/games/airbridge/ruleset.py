"""The ruleset port for Air Bridge to Victory: legal actions and their effects."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.core import actions as act
from engine.games.airbridge import legal as listing
from engine.games.airbridge import orders
from engine.games.airbridge.answers.position import Answers
from engine.games.airbridge.answers.questions import QUESTIONS
from engine.games.airbridge.audit import Auditor
from engine.games.airbridge.decisions import DECISIONS
from engine.games.airbridge.invariants import faults
from engine.games.airbridge.position import Position, Setting
from engine.games.airbridge.positions import in_words
from engine.games.airbridge.readings import READINGS
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.rules.ch03_sequence import next_clock, next_phase
from engine.games.airbridge.rules.ch12_declaration import DECLARED, ONCE
from engine.games.airbridge.vocabulary import (
    ASSAULT,
    BOMBARDMENT,
    DECLARATION,
    GAME,
    MANEUVER,
    MECHANISED,
    MOVEMENT,
)
from engine.rules.base.ruleset import Ruleset
from engine.rules.ports import ALL_QUESTIONS, AimedAt

_SENSELESS = (
    "3.0.M1.over",
    "4.0d.gap",
    "4.0d.mode",
    "4.0d.start",
    "4.0d.box",
    "9.1a.nobody",
    "9.1a.nothing",
    *(f"{rule}.{why}" for rule in DECLARED.values() for why in ("nobody", "not_declared")),
    *(f"{rule}.declared" for rule in ONCE.values()),
)
FIXED = frozenset(f"rule.{GAME}.{key}" for key in _SENSELESS) | DECISIONS.senseless
"""Keys of verdicts that cannot be overridden by agreement: the action makes no sense."""


class Rules(Ruleset[Setting, Position, Resolution]):
    """The :class:`~engine.rules.ports.Ruleset` of one setting."""

    questions = ALL_QUESTIONS - {"bombard"}
    options = READINGS.names
    fixed = FIXED
    modes = orders.MODES
    advances = ("maneuver", "refusal")
    own_questions = tuple(QUESTIONS)
    attack_phases: Mapping[str, AimedAt] = MappingProxyType(
        {DECLARATION: "attack", BOMBARDMENT: "fire", MANEUVER: "attack", ASSAULT: "attack"}
    )
    move_phases = (MOVEMENT, MECHANISED)
    decisions = DECISIONS
    lists = listing
    auditor_class = Auditor
    answers_class = Answers
    resolution_class = Resolution
    order_verdicts = staticmethod(orders.order_verdicts)
    next_clock = staticmethod(next_clock)
    faults = staticmethod(faults)
    in_words = staticmethod(in_words)

    def carry_out(self, work: Resolution, action: act.Action) -> bool:
        """Carry out a legal order; return whether it is of a known kind."""
        match action:
            case act.MoveUnits():
                orders.move(work, action)
            case act.DeclareAttack():
                orders.attack(work, action)
            case act.Bombard():
                orders.shell(work, action)
            case act.NextPhase():
                next_phase(work)
            case _:
                return False
        return True
