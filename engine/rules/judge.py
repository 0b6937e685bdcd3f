"""Judge and resolve actions in a mode of play.

In the mode *off* nothing is judged; *advisory* allows everything and records breaches; *enforced*
refuses forbidden actions with all reasons. House rules (:mod:`engine.core.modes`) override single
rules in every mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from engine.core import actions as act
from engine.core import resolve as table
from engine.core.dice import Dice, DiceSource, Source
from engine.core.effects import Clock, Effect
from engine.core.errors import UserError
from engine.core.modes import Mode, house_rules
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.i18n import t
from engine.rules.by_hand import note_by_hand
from engine.rules.house import refuses, under
from engine.rules.own_actions import typed
from engine.rules.ports import Ruleset
from engine.rules.registry import is_legal, text
from engine.rules.unknown_names import need_known_clock

__all__ = [
    "DiceNeeded",
    "Forbidden",
    "Given",
    "Mode",
    "Played",
    "WrongDie",
    "acting_side",
    "judged",
    "play",
]

RULED = (
    act.NextPhase,
    act.DeclareAttack,
    act.Bombard,
    act.TakeAdvance,
    act.Disengage,
    act.Choose,
    act.OwnAction,
)
"""Kinds of action that have no meaning without rules."""

ORDERS = (act.SplitUnit, act.JoinUnits, act.PlaceMarker)
"""Kinds of action that only a game can resolve, in every mode, even if they break a rule."""


@dataclass(frozen=True, slots=True)
class Played:
    """The result of an action: effects, dice, and the verdicts to record with it."""

    effects: tuple[Effect, ...]
    dice: tuple[Dice, ...]
    verdicts: tuple[Verdict, ...]


class Forbidden(UserError):  # noqa: N818 (a refusal is an answer)
    """Raised if the rules forbid an action; ``verdicts`` are all the reasons.

    The message has each sentence once, also where several units have the same reason.
    """

    def __init__(self, verdicts: Sequence[Verdict]) -> None:
        self.verdicts = tuple(verdicts)
        texts = dict.fromkeys(text(v) for v in verdicts if v.level == "forbid")
        super().__init__(" ".join(texts))


class DiceNeeded(UserError):  # noqa: N818 (a question, not a fault)
    """Raised if more dice are needed than given, with their faces, number and reason."""

    def __init__(self, sides: int, count: int, reason: str) -> None:
        self.sides, self.count, self.reason = sides, count, reason
        key = "play.dice_needed" if reason else "play.dice_needed.plain"
        super().__init__(t(key, count=count, sides=sides, reason=reason))


class WrongDie(UserError):  # noqa: N818 (a refusal is an answer)
    """Raised if a given die has an impossible value."""


class Given:
    """Dice with given values, in the order in which they are rolled."""

    def __init__(self, values: Sequence[int], source: Source = "entered") -> None:
        self.left = list(values)
        self._source = source

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        """Return the next values. Raises DiceNeeded if none are left, WrongDie for a wrong one."""
        if len(self.left) < count:
            raise DiceNeeded(sides, count, reason)
        values, self.left = tuple(self.left[:count]), self.left[count:]
        for value in values:
            if not 1 <= value <= sides:
                raise WrongDie(t("play.dice", value=value, sides=sides, reason=reason))
        return Dice(sides=sides, count=count, values=values, source=self._source, reason=reason)


def acting_side(state: State, action: act.Action) -> str | None:
    """Return the side of an action: of the decision, the units or the phase.

    None for actions of either side: notes, dice, agreements, changes by hand.
    """
    match action:
        case act.Choose():
            return state.pending[-1].side if state.pending else None
        case act.NextPhase():
            return state.clock.active
        case act.MoveUnits():
            units = action.units
        case act.DeclareAttack():
            units = action.attackers
        case act.SplitUnit() | act.JoinUnits() | act.PlaceMarker():
            units = (action.unit,)
        case act.TakeAdvance() | act.Disengage():
            units = (action.unit,)
        case act.Bombard():
            units = action.artillery
            if not units:  # air points only
                return state.clock.active
        case act.OwnAction():
            units = action.actors
        case (
            act.Setup()
            | act.ManualEdit()
            | act.Roll()
            | act.Consult()
            | act.Combat()
            | act.RevealUnit()
            | act.SetClock()
            | act.Note()
            | act.SetRules()
            | act.Ask()
            | act.Answer()
        ):
            return None
        case _:
            assert_never(action)
    return next((state.pieces[name].side for name in units if name in state.pieces), None)


def judged(ruling: Ruleset, state: State, action: act.Action) -> list[Verdict]:
    """Return all verdicts on an action, with the game's house rules applied."""
    action = typed(ruling, action)
    return under(house_rules(state), ruling.judge(state, action), ruling.fixed)


def play(
    ruling: Ruleset, state: State, action: act.Action, dice: DiceSource, mode: Mode = "enforced"
) -> Played:
    """Return the result of an action in a mode; the state does not change.

    An allowed breach has the plain effects of a game without rules; actions that need rules are
    always resolved by them. Raises Forbidden in enforced mode, and in every mode for verdicts that
    cannot be overridden; DiceNeeded from the dice; UserError for senseless actions.
    """
    action = typed(ruling, action)
    house, ruled = house_rules(state), isinstance(action, RULED)
    if isinstance(action, act.NextPhase):
        need_known_clock(state.clock, ruling.module)
    elif isinstance(action, act.SetClock):
        clock = Clock(turn=action.turn, phase=action.phase, active=action.active)
        need_known_clock(clock, ruling.module)
    issued = ruling.judge(state, action) if ruled or mode != "off" else []
    verdicts = [] if mode == "off" else under(house, issued, ruling.fixed)
    if refuses(mode, house, verdicts):
        raise Forbidden(verdicts)
    senseless = [v for v in issued if v.key in ruling.fixed]
    if ruled and not is_legal(senseless):
        raise Forbidden(senseless)
    legal = is_legal(verdicts)
    needs_rules = ruled or isinstance(action, ORDERS)
    if needs_rules or (mode != "off" and legal and ruling.resolves(action)):
        effects, thrown = ruling.resolve(state, action, dice)
    else:
        effects, thrown = table.resolve(action, state, ruling.places, dice)
        if mode != "off" and not legal and isinstance(action, act.MoveUnits):
            effects += note_by_hand(state, action)
    return Played(effects, thrown, tuple(verdicts))
