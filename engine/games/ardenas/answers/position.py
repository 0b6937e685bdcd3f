"""A position as the port that window, probe and command line ask (:mod:`engine.rules.ports`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.core import actions as act
from engine.core.effects import Decision
from engine.core.modes import Mode
from engine.core.verdicts import Verdict
from engine.games.ardenas import tracks
from engine.games.ardenas.answers import (
    battle_board,
    combat_odds,
    decision_words,
    phase_duties,
    views,
)
from engine.games.ardenas.answers.dragging import moved_together, ordered
from engine.games.ardenas.answers.questions import QUESTIONS
from engine.games.ardenas.decisions import DECISIONS
from engine.games.ardenas.ground_orders import attackers_of
from engine.games.ardenas.orders import ENTRY, MODES, SET_UP_MOVE
from engine.games.ardenas.own_actions import PlaceCommando
from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch05_victory import points
from engine.games.ardenas.rules.ch07_movement import DISPLACEMENT, NORMAL
from engine.games.ardenas.rules.ch08_combat import attacks_of, due_at, layer_of
from engine.games.ardenas.rules.ch08_guns import range_of
from engine.games.ardenas.rules.ch14_weather import has_fog
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    AIR_PHASES,
    COMBAT,
    COMMANDOS,
    GAME,
    GROUND,
    SET_UP,
    SIDES,
    enemy_of,
    subturn_of,
)
from engine.i18n import t
from engine.request_fields import Refused, field
from engine.rules import answers
from engine.rules.base.answers import Answers as BaseAnswers
from engine.rules.base.decisions import Choice


class Answers(BaseAnswers[Position]):
    """One state as these rules see it; every answer is cached with the position."""

    decisions = DECISIONS
    ways = (NORMAL, DISPLACEMENT)
    known_modes = MODES
    lasting_views = True
    by_hand = f"rule.{GAME}.15.2a.by_hand"

    def view_of(self, unit: Unit) -> answers.UnitView:
        """Return a unit with its values in force."""
        return views.view_of(self.position, unit)

    def view_basis(self, unit: Unit) -> object:
        """Return the shots that a unit has fired, and the reading of a halved factor of 1."""
        return self.position.track(tracks.FIRED + unit.id), self.position.reading("affected_one")

    def best_route(self, units: Sequence[str], place: int) -> answers.WhyNot:
        """Return the best path of units to a place, with every objection."""
        best = views.why_not(self.position, units, place)
        if self.position.phase != COMMANDOS or place in self.reach(units).hexes:
            return best
        path = tuple(map(self.number, best.path))
        order = ordered(self.position, act.MoveUnits(units=tuple(units), path=path))
        return replace(best, verdicts=tuple(self.ruleset.judge(self.state, order)))

    def route_verdicts(self, move: act.MoveUnits) -> list[Verdict]:
        """Return the objections to the path of a move, in any phase."""
        return views.judge_route(self.position, move)

    def usual_modes(self) -> Iterator[str]:
        """Yield the modes that a move by hand may mean."""
        yield from (SET_UP_MOVE,) if self.position.phase == SET_UP else (NORMAL, DISPLACEMENT)
        yield ENTRY

    def option(self, choice: Choice, kind: str) -> answers.Option:
        """Return one answer to a decision in words."""
        return decision_words.option(self, choice, kind)

    def about(self, asked: Decision) -> tuple[int | None, Mapping[str, object]]:
        """Return the hex that a decision is about, and the words for its sentence."""
        return decision_words.about(self, asked)

    def attackers(self, target: int) -> tuple[str, ...]:
        """Return the units with a declared attack on a hex, then those that may still declare
        one.
        """
        position = self.position
        if position.phase != COMBAT and position.phase not in AIR_PHASES:
            return ()
        due = [n for a in due_at(position, target) for n in a.attackers]
        free = () if attacks_of(position).begun else attackers_of(position, target)
        return (*due, *(u.id for u in free))

    def first_attackers(self, target: int) -> tuple[str, ...]:
        """Return the units of the first declared attack on a hex, if there is one."""
        due = due_at(self.position, target)
        return due[0].attackers if due else super().first_attackers(target)

    def plan(self, request: Mapping[str, Any]) -> answers.AttackPlan:
        """Return the attack that a request describes. Raises Refused."""
        return combat_odds.plan(self.position, request)

    def odds(self, plan: answers.AttackPlan) -> answers.Odds:
        """Return the odds of an attack or a bombardment."""
        return combat_odds.odds(self.position, plan)

    def prepared(self, plan: answers.AttackPlan) -> answers.Odds:
        """Return the odds of an attack; a tick beside a declared attack means another attack."""
        left = plan.attackers
        for attack in due_at(self.position, plan.target):
            if set(left) > set(attack.attackers):
                left = tuple(name for name in left if name not in attack.attackers)
        return self.odds(replace(plan, attackers=left))

    def supply(self, side: str) -> Mapping[str, answers.SupplyLine]:
        """Return the supply of the units of a side that need it."""
        return views.supply_of(self.position, side)

    def supply_of(self, unit: str) -> answers.SupplyLine:
        """Return the supply of one unit in play."""
        return views.line_of(self.position, self.position.units[unit])

    def targets(self, units: Sequence[str]) -> tuple[int, ...]:
        """Return the enemy hexes beside all of some units; beside any of the active side.

        Aircraft attack aircraft, ground units ground units.
        """
        position = self.position
        known = [position.units[name] for name in units if name in position.units]
        side = known[0].side if known else position.active
        layer = known[0].layer if known else layer_of(position.phase)
        enemies = position.layers[enemy_of(side), layer]
        return tuple(hex_ for hex_ in position.enemies_beside(units) if hex_ in enemies)

    def has_fought(self, unit: str) -> bool:
        """Return whether a unit has attacked in the turn."""
        return tracks.FOUGHT + unit in self.state.tracks

    def plans(self) -> tuple[answers.Planned, ...]:
        """Return the declared attacks that are still to be fought."""
        return decision_words.plans(self.position)

    def battle_board(self) -> answers.BattleBoard | None:
        """Return the enlarged area while a battle is fought in it."""
        return battle_board.battle_board(self)

    def duties(self) -> Iterator[answers.CheckItem]:
        """Yield the possible actions of the phase."""
        return phase_duties.duties(self.position, self.ruleset.names)

    def facts(self) -> Mapping[str, Any]:
        """Return weather, air sub-turn, points and groupings."""
        position = self.position
        return {
            "weather": position.weather,
            "subturn": subturn_of(position.phase),
            "victory_points": {side: points(position, side) for side in SIDES},
            "groupings": [
                {
                    "side": g.side,
                    "number": g.number,
                    "kind": g.kind,
                    "hex": position.number(g.place),
                    "units": list(g.units),
                }
                for g in position.groupings
            ],
        }

    def hex_facts(self, place: int) -> Mapping[str, Any]:
        """Return whether a river, a bridge or points are in a hex, its zones, its areas' kinds."""
        position, ground = self.position, self.position.ground
        return {
            "river": place in ground.rivers,
            "bridge": place in position.bridges,
            "points": ground.towns.get(place),
            "zones": [side for side in SIDES if place in position.zones[side]],
            "entries": [zone.id for zone in ground.zones if place in zone.hexes],
        }

    def zones(self, side: str) -> answers.Zones:
        """Return the zone of control of a side's ground units."""
        return answers.Zones(side, self.position.zones[side])

    def together(self, request: Mapping[str, Any]) -> tuple[str, ...]:
        """11.0a: Return the units that move with the grouping named by side and number in a
        request.
        """
        if "grouping" not in request:
            return ()
        number, side = field(request, "grouping", int), field(request, "side", str)
        for grouping in sorted(self.position.groupings, key=lambda g: g.kind != GROUND):
            if (grouping.side, grouping.number) == (side, number):
                return grouping.movers
        raise Refused("unknown_unit", t("probe.unit", unit=f"{side} {number}"), "grouping")

    def reach(self, units: Sequence[str], mode: str = "best") -> answers.Reach:
        """Return where units that stand together may end a move."""
        return views.reach_of(self.position, units, mode)

    def range_of(self, unit: str) -> int:
        """8.3c, 14.0c, 14.0d: Return how far a unit shoots in this weather; 0 in fog."""
        known = self.position.units.get(unit)
        return 0 if known is None or has_fog(self.position) else range_of(self.position, known)

    def stack_words(self, place: int) -> str:
        """9.0b: Name the units aboard the transports of a hex, a line for each transport."""
        aboard: dict[str, list[str]] = {}
        for name, carrier in self.position.aboard.items():
            transport = self.position.units.get(carrier)
            if transport is not None and transport.place == place:
                aboard.setdefault(carrier, []).append(self.name(name))
        return "\n".join(
            t(f"stack.{GAME}.aboard", transport=self.name(carrier), units=", ".join(names))
            for carrier, names in sorted(aboard.items())
        )

    def conditions(self) -> tuple[answers.Condition, ...]:
        """Return the effects of the weather."""
        return tuple(phase_duties.conditions(self.position))

    def arrivals(self, turn: int | None = None) -> tuple[answers.Arrival, ...]:
        """Return the units that may enter now, and those that enter later."""
        return tuple(phase_duties.arrivals(self.position, turn))

    def standing(self) -> answers.Standing:
        """Return points, towns and the winner."""
        return phase_duties.standing(self.position, self.ruleset.names)

    def orders(self, units: Sequence[str]) -> tuple[answers.Order, ...]:
        """Return orders besides moves and attacks; a commando is placed by dragging it."""
        result = super().orders(units)
        return tuple(o for o in result if not isinstance(o.action, PlaceCommando))

    def drag_action(self, action: act.Action, mode: Mode) -> act.Action:
        """Return the order that a drag means: also of the counter of a grouping, of a commando."""
        if mode == "off" or self.state.pending:
            return super().drag_action(action, mode)
        result = ordered(self.position, action)
        return result if result is not action else super().drag_action(action, mode)

    def moved_together(self, units: Sequence[str]) -> tuple[str, ...]:
        """Return units with those of their stack or grouping, as they move."""
        return moved_together(self.position, units)

    def carried_by(self, marker: str) -> tuple[str, ...]:
        """7.0q: Return the units of an own grouping, or a false grouping, by its counter."""
        own = self.position.commanded(self.position.active)
        return next((g.movers for g in own if g.track == marker), ())

    def ask(self, op: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Answer a question of this game alone, from the probe."""
        return QUESTIONS[op](self.position, request)
