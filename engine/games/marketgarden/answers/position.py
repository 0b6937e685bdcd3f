"""A position of Market-Garden as the port that everybody asks (:mod:`engine.rules.ports`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core import actions as act
from engine.core.effects import Decision
from engine.core.verdicts import Verdict
from engine.games.marketgarden.answers import combat, decision_words, phase_duties, views
from engine.games.marketgarden.decisions import DECISIONS
from engine.games.marketgarden.orders import ARRIVAL, MODES, NORMAL, SETUP
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.rules.ch06_air import points_left
from engine.games.marketgarden.rules.ch11_victory import points
from engine.games.marketgarden.tracks import FOUGHT
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import GAME, SIDES, day_of
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules import answers
from engine.rules.base.answers import Answers as BaseAnswers
from engine.rules.base.decisions import Choice


class Answers(BaseAnswers[Position]):
    """One state as the rules of Market-Garden see it; every answer is kept with the position."""

    decisions = DECISIONS
    ways = (NORMAL, ARRIVAL)
    known_modes = MODES
    barring = ("retreat", "displace", "advance")
    by_hand = f"rule.{GAME}.3.0a.by_hand"

    def view_of(self, unit: Unit) -> answers.UnitView:
        """A unit as others see it."""
        return views.view_of(unit)

    def best_way(self, units: Sequence[str], place: int) -> answers.WhyNot:
        """The best way of units to a place, with what is against it."""
        return views.why_not(self.position, units, place)

    def way_verdicts(self, move: act.MoveUnits) -> list[Verdict]:
        """What is against a move as a way, whatever the phase."""
        return views.judge_way(self.position, move.units, move.path)

    def usual_modes(self) -> Iterator[str]:
        """The modes that a move by hand may mean."""
        yield from (NORMAL, SETUP)

    def option(self, choice: Choice, kind: str) -> answers.Option:
        """One answer in words."""
        return decision_words.option(self.position, self.ruleset.names, choice)

    def about(self, asked: Decision) -> tuple[int | None, Mapping[str, object]]:
        """The hex of the fight that a decision is about, and what its sentence tells."""
        return decision_words.about(self.position, self.ruleset.names, asked)

    def duties(self) -> Iterator[answers.CheckItem]:
        """What the phase owes and allows."""
        return phase_duties.duties(self.position, self.ruleset.names)

    # -- units and places -------------------------------------------------------------------------

    def has_fought(self, unit: str) -> bool:
        """Has a unit attacked in the phase (5.1.2)?"""
        return FOUGHT + unit in self.state.tracks

    def facts(self) -> Mapping[str, Any]:
        """The day, the air points left and the victory points."""
        return {
            "day": day_of(self.position.turn),
            "air": {side: points_left(self.position, side) for side in SIDES},
            "victory_points": points(self.position),
        }

    def hex_facts(self, place: int) -> Mapping[str, Any]:
        """Whether it lies on the red road, and whose zone it is in."""
        land = self.position.ground.land
        return {
            "red_road": place in land.red,
            "zones": [side for side in SIDES if place in self.position.zones[side]],
            "edges": list(self.position.ground.edges_of(place)),
        }

    # -- questions --------------------------------------------------------------------------------

    def zones(self, side: str) -> answers.Zones:
        """A side's zone of engagement."""
        return views.zones_of(self.position, side)

    def reach(self, units: Sequence[str], mode: str = "best") -> answers.Reach:
        """Where units that stand together may end a move."""
        return views.reach_of(self.position, units, mode)

    def supply(self, side: str) -> Mapping[str, answers.SupplyLine]:
        """The supply of a side's units."""
        return views.supply_of(self.position, side)

    def supply_of(self, unit: str) -> answers.SupplyLine:
        """The supply of one unit in play."""
        return views.line_of(self.position, self.position.units[unit])

    def plan(self, request: Mapping[str, Any]) -> answers.AttackPlan:
        """The attack that a request describes. Raises Refused."""
        return combat.plan(self.position, request)

    def odds(self, plan: answers.AttackPlan) -> answers.Odds:
        """An attack worked out."""
        return combat.odds(self.position, plan)

    def prepared(self, plan: answers.AttackPlan) -> answers.Odds:
        """A fight in preparation; more air points than there are left are left out."""
        side = self.position.active
        left = points_left(self.position, side) if side in SIDES else 0
        choices = {**plan.choices, "air": min(int(plan.choices.get("air") or 0), left)}
        able = tuple(name for name in plan.support if name in self.position.units)
        return combat.prepared(
            self.position, answers.AttackPlan(plan.attackers, plan.target, able, choices)
        )

    def attackers(self, target: int) -> tuple[str, ...]:
        """The units that could attack a hex from where they stand."""
        return combat.attackers(self.position, target)

    def targets(self, units: Sequence[str]) -> tuple[int, ...]:
        """The enemy hexes that units engage."""
        return self.position.enemies_beside(units)

    def bombard(
        self, firers: Sequence[str], target: int, **choices: str | int
    ) -> answers.Bombardment:
        """A bombardment worked out."""
        air = choices.get("air", 0)
        if not isinstance(air, int) or air < 0:
            raise Refused("bad_request", t("probe.negative", field="air"), "air")
        return combat.bombardment(self.position, firers, target, air)

    def retreats(
        self, units: Sequence[str], hexes: int, battle: int | None = None, result: str = ""
    ) -> answers.Retreats:
        """All ways to retreat; the length is the rules' own (one hex, two under siege)."""
        return combat.retreats(self.position, units, battle, result)

    def advances(
        self, units: Sequence[str], vacated: int, kind: str
    ) -> Mapping[int, tuple[int, ...]]:
        """The hexes that victorious units may advance to."""
        return combat.advances_of(self.position, units, vacated)

    # -- decisions and phases ---------------------------------------------------------------------

    def arrivals(self, turn: int | None = None) -> tuple[answers.Arrival, ...]:
        """Who may come in now, and who is still to come."""
        return phase_duties.arrivals(self.position, self.ruleset.names, turn)

    def standing(self) -> answers.Standing:
        """Points, objectives, who has won."""
        return phase_duties.standing(self.position, self.ruleset.names)
