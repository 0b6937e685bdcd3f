"""The rules of the game: the legal actions, and their effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from engine.core import actions as act
from engine.core.effects import Clock
from engine.core.secrecy import Concealed
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games.ardenas import air_orders, ground_orders, orders
from engine.games.ardenas import legal as listing
from engine.games.ardenas.answers.position import Answers
from engine.games.ardenas.answers.questions import QUESTIONS
from engine.games.ardenas.audit import Auditor
from engine.games.ardenas.decisions import DECISIONS
from engine.games.ardenas.invariants import faults
from engine.games.ardenas.own_actions import Dissolve, Group, March, TurnOver
from engine.games.ardenas.position import Position, Setting
from engine.games.ardenas.positions import in_words
from engine.games.ardenas.readings import READINGS
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch04_sequence import next_clock, next_phase
from engine.games.ardenas.rules.ch07_hidden import concealed, turn_over
from engine.games.ardenas.rules.ch07_movement import DISPLACEMENT, NORMAL
from engine.games.ardenas.rules.ch11_groupings import dissolve, group, march_of
from engine.games.ardenas.vocabulary import (
    AIR_PHASES,
    BOMBARDMENT,
    COMBAT,
    COMMANDOS,
    GAME,
    MOVEMENT,
    SET_UP,
)
from engine.rules.base.ruleset import Ruleset
from engine.rules.ports import AimedAt

_SENSELESS = (
    "4.0c.over",
    "7.0b.gap",
    "7.0b.start",
    "7.0b.off_map",
    "7.0b.layers",
    "7.0g.enemy",
    "7.0h.enemy",
    "6.0q.to_a_box",
    "6.0i.all",
    "8.1.2a.two",
    "8.4l.no_transport",
    "9.0b.not_aboard",
    "11.0a.mixed",
    "11.0a.number",
    "11.0g.apart",
    "11.0g.grouped",
    "12.0c.no_stores",
)
FIXED = frozenset(f"rule.{GAME}.{key}" for key in _SENSELESS) | DECISIONS.senseless
"""Keys of verdicts that no agreement can set aside, because the action is impossible."""


class Rules(Ruleset[Setting, Position, Resolution]):
    """The rules of one setting: the game's :class:`~engine.rules.ports.Ruleset`."""

    questions = frozenset({"zones", "reach", "supply", "odds", "checklist", "arrivals", "standing"})
    own_questions = tuple(QUESTIONS)
    options = READINGS.names
    fixed = FIXED
    modes = (NORMAL, DISPLACEMENT, orders.ENTRY)
    in_words = staticmethod(in_words)
    attack_phases: Mapping[str, AimedAt] = MappingProxyType(
        {COMBAT: "attack", BOMBARDMENT: "fire", **dict.fromkeys(AIR_PHASES, "attack")}
    )
    move_phases = (MOVEMENT, SET_UP, COMMANDOS, *AIR_PHASES)
    decisions = DECISIONS
    lists = listing
    auditor_class = Auditor
    answers_class = Answers
    resolution_class = Resolution

    @property
    def die_faces(self) -> Sequence[int]:
        """2.5: The six faces of the special die."""
        return self.setting.charts.die.faces

    def verdicts(self, position: Position, action: act.Action) -> Iterator[Verdict]:
        """Yield everything against an order of the active side."""
        return orders.order_verdicts(position, action)

    def resolves(self, action: act.Action) -> bool:
        """Return whether the rules compute the effects of an action."""
        if isinstance(action, act.MoveUnits):
            return action.mode in orders.MODES
        hidden = (Group, Dissolve, March, TurnOver)
        own = (*ground_orders.ORDERS, *air_orders.ORDERS, *hidden)
        return isinstance(action, own) or super().resolves(action)

    def carry_out(self, work: Resolution, action: act.Action) -> bool:
        """Do an order that the rules allow; False for one that they do not resolve."""
        match action:
            case act.MoveUnits():
                orders.move(work, action)
            case March():
                orders.move(work, march_of(work.position, action))
            case Group():
                group(work, action)
            case Dissolve():
                dissolve(work, action)
            case TurnOver():
                turn_over(work, work.units(action.units), down=action.face == "down")
            case _ if isinstance(action, ground_orders.ORDERS):
                ground_orders.carry_out(work, action)
            case _ if isinstance(action, air_orders.ORDERS):
                air_orders.carry_out(work, action)
            case act.NextPhase():
                next_phase(work, self.sequence)
            case _:
                return False
        return True

    def concealed(self, state: State, side: str) -> Concealed:
        """7.0o, 11.0e: Return what a side may not see: face-down units and groupings.

        A module with other secrets declares them.
        """
        secrets = self.module.meta.secrets
        if secrets is None or not secrets.computed:
            return super().concealed(state, side)
        return concealed(self.position(state), side)

    def following(self, state: State) -> Clock | None:
        """Return the phase that follows; None where the game is over."""
        return next_clock(self.position(state), self.sequence)

    def invariants(self, state: State, before: State) -> Iterable[str]:
        """Yield the faults of a state that the rules produced."""
        return faults(self.position(state), before)
