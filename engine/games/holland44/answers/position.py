"""The answers about a position of Holland '44 (:mod:`engine.rules.ports`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.modes import Mode
from engine.core.verdicts import Verdict
from engine.games.holland44.answers import combat, decisions, gestures, moves, phase_duties, supply
from engine.games.holland44.answers.units import values_of, view_of
from engine.games.holland44.contents import DECISIONS
from engine.games.holland44.house_rules import ruled
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch08_movement.why_not import MODES_OF, judge_path, mover_of
from engine.games.holland44.rules.ch09_attack import attack_verdicts
from engine.games.holland44.rules.ch10_odds import best_lead
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.rules.ch26_victory import perils, victory_points
from engine.games.holland44.tracks import FOUGHT
from engine.games.holland44.units import Unit
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules import answers
from engine.rules.base.answers import Answers as BaseAnswers

if TYPE_CHECKING:
    pass


class Answers(BaseAnswers[Position]):
    """Answers about one state under the rules of Holland '44, cached with its position."""

    decisions = DECISIONS
    lasting_views = True
    view_of = staticmethod(view_of)

    # -- units and places -------------------------------------------------------------------------

    def unit(self, name: str) -> answers.UnitView | None:
        """Return a unit on the map or in an entry area; None for any other."""
        known = self.position.units.get(name)
        return None if known is None else self._view(known)

    def units(self, side: str | None = None) -> Iterable[answers.UnitView]:
        """Return the units in play, of both sides or one."""
        return (
            self._view(u) for u in self.position.units.values() if side in (None, u.profile.side)
        )

    def units_at(self, place: int) -> tuple[answers.UnitView, ...]:
        """Return the units on a hex or in an entry area."""
        return tuple(self._view(u) for u in self.position.stack(place))

    def values_of(self, unit: str) -> Mapping[str, Any]:
        """Return the current values of any piece, in play or in a box."""
        return values_of(self.position, unit)

    def facts(self) -> Mapping[str, Any]:
        """Return weather, time of day and victory points."""
        position = self.position
        return {
            "weather": position.weather,
            "time": position.time,
            "victory_points": victory_points(position),
        }

    def control(self, place: int) -> str | None:
        """Return the side that occupies a hex or occupied it last."""
        return self.position.control(place)

    def number(self, place: int) -> str:
        """Return the printed number of a hex, or the letter of an entry area."""
        return self.position.number(place)

    def place(self, name: str) -> int | None:
        """Return the hex, box or entry area with a number, a name or a letter."""
        places = self.position.places
        letter = name.removeprefix("area-")
        if letter in self.position.board.areas and f"area-{letter}" in places:
            return places.index(f"area-{letter}")
        return places.index(name) if name in places else None

    def where(self, place: int) -> str:
        """Return a place as text."""
        return self.position.where(place)

    def name(self, unit: str) -> str:
        """Return the name of a unit; an unrevealed one has none (25)."""
        return self.position.name(unit)

    # -- questions --------------------------------------------------------------------------------

    def zones(self, side: str) -> answers.Zones:
        """Return a side's zone of control and bonds (7)."""
        key = ("zones", side)
        if key not in self.position.memo:
            self.position.memo[key] = moves.zones(self.position, side)
        zones: answers.Zones = self.position.memo[key]
        return zones

    def reach(self, units: Sequence[str], mode: str = "best") -> answers.Reach:
        """Return the places where a stack may end a move (8)."""
        return moves.reach(self.position, self._together(units), mode)

    def why_not(self, units: Sequence[str], place: int, *, near: bool = False) -> answers.WhyNot:
        """Return the best path to a place and every reason against it.

        ``near``: for a detour that is only too long, return the direct path with its reasons.
        """
        stack, ask = self._together(units), moves.why_near if near else moves.why
        redeployed = moves.redeployment(self.position, stack, place)
        return redeployed or ask(self.position, stack, place)

    def supply(self, side: str) -> Mapping[str, answers.SupplyLine]:
        """Return the supply of a side's units (18)."""
        return supply.supply(self.position, side)

    def supply_of(self, unit: str) -> answers.SupplyLine:
        """Return the supply of one unit in play (18)."""
        return supply.line_of(self.position, unit)

    def plan(self, request: Mapping[str, Any]) -> answers.AttackPlan:
        """Return the attack that a request describes; raises Refused."""
        return combat.plan(self.position, request)

    def odds(self, plan: answers.AttackPlan) -> answers.Odds:
        """Compute the odds of an attack (9, 10)."""
        return combat.odds(self.position, plan)

    def prepared(self, plan: answers.AttackPlan) -> answers.Odds:
        """Compute the odds of a planned attack; a waiting breakthrough group joins it (16.5)."""
        return combat.prepared(self.position, plan)

    def attackers(self, target: int) -> tuple[str, ...]:
        """Return the units next to an enemy hex that can attack it; none for entry areas (19.4)."""
        stack = self.position.stack(target)
        if not stack or not self.position.places.is_hex(target):
            return ()
        side = "german" if stack[0].profile.side == "allied" else "allied"
        return tuple(u.id for u in combat.neighbours(self.position, target, side))

    def has_fought(self, unit: str) -> bool:
        """Return whether a unit has fought in the phase (9.1)."""
        return FOUGHT + unit in self.state.tracks

    def targets(self, units: Sequence[str]) -> tuple[int, ...]:
        """Return the enemy hexes adjacent to units."""
        return combat.targets(self.position, units)

    def retreats(
        self, units: Sequence[str], hexes: int, battle: int | None = None, result: str = ""
    ) -> answers.Retreats:
        """Return all retreat paths, marking those that the guidelines allow (13.1)."""
        return combat.retreats(self.position, self._together(units), hexes, battle, result)

    def advances(
        self, units: Sequence[str], vacated: int, kind: str
    ) -> Mapping[int, tuple[int, ...]]:
        """Return the hexes that victorious units may advance to (15)."""
        return combat.advances(self.position, self._together(units), vacated, kind)

    def judge(self, action: act.Action) -> list[Verdict]:
        """Return the verdicts on an action, whatever the phase; raises Refused."""
        match action:
            case act.MoveUnits() if action.mode in MODES_OF:
                return ruled(self.position, self._judge_move(action))
            case act.Combat():
                return ruled(self.position, self._judge_combat(action))
            case act.Note() | act.Roll() | act.SetRules() | act.Ask() | act.Answer():
                return []
        try:
            verdicts = self.ruleset.judge(self.state, action)
        except UserError as error:
            raise Refused("bad_action", str(error), "action") from None
        if any(v.key in ("rule.holland44.3.by_hand", "rule.holland44.3.mode") for v in verdicts):
            where = "action.mode" if isinstance(action, act.MoveUnits) else "action.kind"
            key = "probe.judge_mode" if isinstance(action, act.MoveUnits) else "probe.judge"
            words = {"mode": getattr(action, "mode", ""), "kind": action.kind}
            raise Refused("not_supported", t(key, **words), where)
        # Orders are judged by the printed rules alone; phases and combats by the house rules too.
        by_house_rules = isinstance(action, act.NextPhase | act.DeclareAttack | act.Choose)
        return ruled(self.position, verdicts) if by_house_rules else verdicts

    def _judge_move(self, action: act.MoveUnits) -> list[Verdict]:
        units = [self._unit(name, f"action.units[{n}]") for n, name in enumerate(action.units)]
        if len({u.place for u in units}) > 1:
            raise Refused("bad_action", t("probe.apart"), "action.units")
        path = []
        for n, name in enumerate(action.path):
            places = self.position.places
            word = name if name in places else f"area-{name}"
            if word not in places:
                raise Refused("unknown_hex", t("probe.hex", hex=name), f"action.path[{n}]")
            path.append(places.index(word))
        return judge_path(mover_of(self.position, units), action.mode, path)

    def _judge_combat(self, action: act.Combat) -> list[Verdict]:
        target = self.position.board.index.get(action.target)
        if target is None:
            raise Refused("unknown_hex", t("probe.hex", hex=action.target), "action.target")
        units = self.position.units
        names = enumerate(action.attackers)
        fight = Combat(
            self.position,
            tuple(self._unit(name, f"action.attackers[{n}]") for n, name in names),
            target,
            tuple(units[name] for name in action.support if name in units),
        )
        return list(attack_verdicts(fight, best_lead(fight, action.lead)))

    def _unit(self, name: str, where: str) -> Unit:
        unit = self.position.units.get(name)
        if unit is None:
            key = "probe.off_map" if name in self.state.pieces else "probe.unit"
            raise Refused("unknown_unit", t(key, unit=name), where)
        return unit

    def _together(self, units: Sequence[str]) -> list[Unit]:
        stack = moves.together(self.position, units)
        if not stack:
            raise UserError(t("probe.unit", unit=", ".join(units)))
        return stack

    # -- decisions and phases ---------------------------------------------------------------------

    def question(self) -> answers.Question | None:
        """Return the pending decision with its texts."""
        return decisions.question(self.position)

    def barred(self) -> Mapping[int, answers.Barred]:
        """Return the places near the options that cannot be chosen, with the reasons."""
        return decisions.barred(self.position)

    def checklist(self) -> tuple[answers.CheckItem, ...]:
        """Return the duties and possible actions of the phase."""
        return phase_duties.checklist(self.position)

    def orders(self, units: Sequence[str]) -> tuple[answers.Order, ...]:
        """Return orders other than moves and attacks."""
        return phase_duties.orders(self.position, units)

    def arrivals(self, turn: int | None = None) -> tuple[answers.Arrival, ...]:
        """Return the units that wait and those still to arrive."""
        return phase_duties.arrivals(self.position, turn)

    def perils(self) -> Sequence[answers.Peril]:
        """Return the limit of points by eliminated Allied units (26.2a)."""
        return perils(self.position)

    def standing(self) -> answers.Standing:
        """Return points, victory hexes and the winner."""
        return phase_duties.standing(self.position)

    def drag_action(self, action: act.Action, mode: Mode) -> act.Action:
        """Return the action that a drag of counters means in a rules mode."""
        return gestures.drag_action(self.position, action, mode)
