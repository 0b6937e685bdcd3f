"""What the rules of Holland '44 say of actions, and what they make of them."""

from __future__ import annotations

from engine.core import actions as act
from engine.core.dice import DiceSource
from engine.core.errors import UserError
from engine.core.resolve import Outcome
from engine.core.resolve import resolve as resolve_free
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games import require_rulebook
from engine.games.holland44.book import judge
from engine.games.holland44.combat import CombatRecord
from engine.games.holland44.constants import say
from engine.games.holland44.decisions import (
    Option,
    decide,
    kind_name,
    option_named,
    option_passed,
    refusal,
    settle,
)
from engine.games.holland44.house import FIXED, allows
from engine.games.holland44.orders import carry_out, is_order, order_verdicts
from engine.games.holland44.position import Position, Setting
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules import ch15_advance_decision
from engine.games.holland44.rules.ch03_sequence import next_phase
from engine.games.holland44.rules.ch08_movement.march import march
from engine.games.holland44.rules.ch08_movement.mover import Move
from engine.games.holland44.rules.ch08_movement.why_not import MODES_OF, judge_move, mover_of
from engine.games.holland44.rules.ch09_combat import fight_of
from engine.games.holland44.rules.ch09_declaration import declaration
from engine.games.holland44.rules.ch10_odds import best_lead
from engine.games.holland44.rules.ch16_breakthrough import declare_attack, group_for
from engine.games.holland44.rules.ch25_relocation import MODE as RELOCATION
from engine.games.holland44.units import Unit
from engine.i18n import t
from engine.rules.base.ruleset import Ruleset as BaseRuleset
from engine.rules.judge import Forbidden
from engine.rules.ports import Rulebook

FREE = (act.Note, act.Roll, act.SetRules)
"""Actions that no rule speaks to."""


class Judgement(BaseRuleset[Setting, Position, Resolution]):
    """The rules of one setting: judge and resolve."""

    def __init__(self, setting: Setting, rulebook: Rulebook | None = None) -> None:
        super().__init__(
            rulebook or require_rulebook(setting.module.meta.id),
            setting.module,
            setting.scenario.id,
            setting,
            None,
            setting.board,
        )

    # -- judging and resolving --------------------------------------------------------------------

    def judge(self, state: State, action: act.Action) -> list[Verdict]:
        """All verdicts on an action. Raises UserError for unknown units and places."""
        if isinstance(action, FREE):
            return []
        position = self.setting.position(state)
        if isinstance(action, act.Choose):
            return self._judge_choice(position, action)
        verdicts = list(judge(position, "order", position, action))
        match action:
            case act.MoveUnits() if action.mode in MODES_OF:
                verdicts += self._judge_move(position, action)
            case _ if is_order(action):
                verdicts += order_verdicts(position, action)
            case act.DeclareAttack():
                verdicts += self._judge_attack(position, action)
            case act.NextPhase():
                verdicts += judge(position, "clock", position, action)
            case act.MoveUnits():
                known = ", ".join([*MODES_OF, RELOCATION])
                verdicts.append(say("3", "mode", mode=action.mode, known=known))
            case _:
                verdicts.append(say("3", "by_hand"))
        return verdicts

    def resolves(self, action: act.Action) -> bool:
        """Are the effects of an action worked out by the rules?"""
        if isinstance(action, act.MoveUnits) and action.mode in MODES_OF:
            return True
        return is_order(action) or isinstance(
            action, act.NextPhase | act.DeclareAttack | act.Choose
        )

    def resolve(self, state: State, action: act.Action, dice: DiceSource) -> Outcome:
        """The effects and dice of an action that the rules allow."""
        work = Resolution(self.setting, state, dice)
        match action:
            case _ if is_order(action):
                carry_out(work, action)
            case act.MoveUnits():
                move = self.best_mode(work.position, action)[0]
                march(work, action.units, move.mode, move.path)
            case act.DeclareAttack():
                attack = self._record(work.position, action)
                advance = ch15_advance_decision.breaking_through(work.position, action.attackers)
                if advance is None:
                    declare_attack(work, attack)
                else:
                    ch15_advance_decision.break_through(work, advance, attack)
            case act.NextPhase():
                next_phase(work)
            case act.Choose():
                decide(work, self._option(work.position, action))
            case _:
                return resolve_free(action, state, self.setting.places, dice)
        settle(work)
        return work.outcome

    # -- choices ----------------------------------------------------------------------------------

    def _judge_choice(self, position: Position, action: act.Choose) -> list[Verdict]:
        if not position.state.pending:
            return [say("3", "nothing_asked")]
        asked = position.state.pending[-1]
        if asked.kind != action.decision:
            return [say("3", "other_question", asked=kind_name(asked.kind))]
        return refusal(position, asked, action.option)

    def _option(self, position: Position, action: act.Choose) -> Option:
        verdicts = self._judge_choice(position, action)
        asked = position.state.pending[-1] if position.state.pending else None
        option = None
        if asked is not None and not verdicts:
            option = option_named(position, asked, action.option)
        elif asked is not None and not any(v.key in FIXED for v in verdicts):
            # The gate has let it pass: breaches are only flagged here, or not looked at.
            option = option_passed(position, asked, action.option)
        if option is None:
            raise Forbidden(verdicts)
        return option

    # -- moves ------------------------------------------------------------------------------------

    def _judge_move(self, position: Position, action: act.MoveUnits) -> list[Verdict]:
        boxed = [
            name
            for name in action.units
            if name in position.state.pieces and name not in position.units
        ]
        if boxed:
            return [say("3", "boxed", units=boxed, unit=position.name(boxed[0]))]
        found = self.best_mode(position, action)[1]
        # Questions about reach may be asked at any time; orders may not be given at any time.
        return [
            v.model_copy(update={"level": "forbid"}) if v.key == "rule.holland44.8.1.phase" else v
            for v in found
        ]

    def best_mode(self, position: Position, action: act.MoveUnits) -> tuple[Move, list[Verdict]]:
        """The move in the mode that breaks the fewest rules, with the verdicts on it."""
        key = ("best mode", action.units, action.path, action.mode)
        if key not in position.memo:
            position.memo[key] = self._best_mode(position, action)
        found: tuple[Move, list[Verdict]] = position.memo[key]
        return found

    def _best_mode(self, position: Position, action: act.MoveUnits) -> tuple[Move, list[Verdict]]:
        units = units_of(position, action.units)
        if len({u.place for u in units}) > 1:
            raise UserError(t("probe.apart"))
        path = [place_of(position, name) for name in action.path]
        mover = mover_of(position, units)
        tried: list[tuple[int, int, Move, list[Verdict]]] = []
        for mode in MODES_OF[action.mode]:
            move = Move(mover, mode, path)
            verdicts = judge_move(move)
            if allows(position, verdicts):
                return move, verdicts
            tried.append((sum(v.level == "forbid" for v in verdicts), len(tried), move, verdicts))
        _, _, move, verdicts = min(tried, key=lambda found: found[:2])
        return move, verdicts

    # -- attacks ----------------------------------------------------------------------------------

    def _record(self, position: Position, action: act.DeclareAttack) -> CombatRecord:
        waiting = group_for(position, action.target)
        group = waiting["group"] if waiting else ()
        return CombatRecord(
            attackers=tuple(name for name in action.attackers if name not in group),
            target=action.target,
            artillery=action.artillery,
            air=action.air,
            lead=action.lead,
            attached=action.attached,
        )

    def _judge_attack(self, position: Position, action: act.DeclareAttack) -> list[Verdict]:
        """19.4: what the rules say of an attack; none is made on an entry area."""
        units_of(position, [*action.attackers, *action.artillery])
        if action.target.removeprefix("area-") in position.board.areas:
            area = action.target.removeprefix("area-")
            raise UserError(t("rule.holland44.19.4.safe", area=area))
        if action.target not in position.board.index:
            raise UserError(t("probe.hex", hex=action.target))
        record = self._record(position, action)
        advance = ch15_advance_decision.breaking_through(position, action.attackers)
        if advance is not None:
            return list(ch15_advance_decision.breach_verdicts(position, advance, record))
        if not record.attackers:
            hex_ = position.where(position.board.index[action.target])
            return [say("16.5", "others", hexes=[action.target], hex=hex_)]
        fight = fight_of(position, record)
        attached = () if action.attached == "" else action.attached
        if fight.present:
            return declaration(fight, best_lead(fight, action.lead, attached))
        nobody = say("9.1", "nobody", hexes=[action.target], hex=position.where(fight.target))
        return [*judge(fight.position, "declare", fight), nobody]


def units_of(position: Position, names: tuple[str, ...] | list[str]) -> list[Unit]:
    """Units on the map or in entry areas; raises UserError for any other name."""
    for name in names:
        if name not in position.units:
            key = "probe.off_map" if name in position.state.pieces else "probe.unit"
            raise UserError(t(key, unit=name))
    return [position.units[name] for name in names]


def place_of(position: Position, name: str) -> int:
    """A hex, a box, or an entry area by its letter; raises UserError for any other name."""
    places = position.places
    return places.index(name if name in places else f"area-{name}")
