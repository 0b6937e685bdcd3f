"""The answers port for a position of Market-Garden (:mod:`engine.rules.ports`)."""

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
from engine.games.marketgarden.vocabulary import GAME, SIDES, day_of
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules import answers
from engine.rules.base.answers import Answers as BaseAnswers
from engine.rules.base.answers import of_position
from engine.rules.base.decisions import Choice


class Answers(BaseAnswers[Position]):
    """The answers for one state; results are cached in the position."""

    decisions = DECISIONS
    lasting_views = True
    ways = (NORMAL, ARRIVAL)
    known_modes = MODES
    barring = ("retreat", "displace", "advance")
    by_hand = f"rule.{GAME}.3.0a.by_hand"
    view_of = staticmethod(views.view_of)
    best_route = of_position(views.why_not)
    zones = of_position(views.zones_of)
    reach = of_position(views.reach_of)
    supply = of_position(views.supply_of)
    plan = of_position(combat.plan)
    attackers = of_position(combat.attackers)

    def route_verdicts(self, move: act.MoveUnits) -> list[Verdict]:
        """Return the verdicts against a move, regardless of the phase."""
        return views.judge_path(self.position, move.units, move.path)

    def usual_modes(self) -> Iterator[str]:
        """Yield the modes to try for a move made by hand."""
        yield from (NORMAL, SETUP)

    def option(self, choice: Choice, kind: str) -> answers.Option:
        """Describe an option."""
        return decision_words.option(self.position, self.ruleset.names, choice)

    def about(self, asked: Decision) -> tuple[int | None, Mapping[str, object]]:
        """Return the hex of the current combat, and the arguments of the question's text."""
        return decision_words.about(self.position, self.ruleset.names, asked)

    def duties(self) -> Iterator[answers.CheckItem]:
        """Yield the pending duties and legal actions of the phase."""
        return phase_duties.duties(self.position, self.ruleset.names)

    # -- units and places -------------------------------------------------------------------------

    def has_fought(self, unit: str) -> bool:
        """Return whether a unit has attacked in the phase (5.1.2)."""
        return FOUGHT + unit in self.state.tracks

    def facts(self) -> Mapping[str, Any]:
        """Return the day, the air points left and the victory points."""
        return {
            "day": day_of(self.position.turn),
            "air": {side: points_left(self.position, side) for side in SIDES},
            "victory_points": points(self.position),
        }

    def hex_facts(self, place: int) -> Mapping[str, Any]:
        """Return whether a hex is on the red road, whose zones cover it, and its map edges."""
        land = self.position.ground.land
        return {
            "red_road": place in land.red,
            "zones": [side for side in SIDES if place in self.position.zones[side]],
            "edges": list(self.position.ground.edges_of(place)),
        }

    # -- questions --------------------------------------------------------------------------------

    def supply_of(self, unit: str) -> answers.SupplyLine:
        """Return the supply of a unit in play."""
        return views.line_of(self.position, self.position.units[unit])

    def odds(self, plan: answers.AttackPlan) -> answers.Odds:
        """Return the odds of an attack."""
        return combat.odds(self.position, plan)

    def prepared(self, plan: answers.AttackPlan) -> answers.Odds:
        """Return the odds of a planned combat, limited to air points left and units on the map."""
        left = points_left(self.position, self.position.active)
        choices = {**plan.choices, "air": min(int(plan.choices.get("air") or 0), left)}
        able = tuple(name for name in plan.support if name in self.position.units)
        return combat.prepared(
            self.position, answers.AttackPlan(plan.attackers, plan.target, able, choices)
        )

    def targets(self, units: Sequence[str]) -> tuple[int, ...]:
        """Return the enemy hexes that units engage."""
        return self.position.enemies_beside(units)

    def bombard(
        self, firers: Sequence[str], target: int, **choices: str | int
    ) -> answers.Bombardment:
        """Return a bombardment with its odds."""
        air = choices.get("air", 0)
        if not isinstance(air, int) or air < 0:
            raise Refused("bad_request", t("probe.negative", field="air"), "air")
        return combat.bombardment(self.position, firers, target, air)

    def retreats(
        self, units: Sequence[str], hexes: int, battle: int | None = None, result: str = ""
    ) -> answers.Retreats:
        """Return all retreat paths; the rules fix the length (one hex, two if surrounded)."""
        return combat.retreats(self.position, units, result)

    def advances(
        self, units: Sequence[str], vacated: int, kind: str
    ) -> Mapping[int, tuple[int, ...]]:
        """Return the hexes that units may advance to, with their paths."""
        return combat.advances_of(self.position, units, vacated)

    # -- decisions and phases ---------------------------------------------------------------------

    def arrivals(self, turn: int | None = None) -> tuple[answers.Arrival, ...]:
        """Return the reinforcements of a turn, or those waiting now and all later ones."""
        return phase_duties.arrivals(self.position, self.ruleset.names, turn)

    def standing(self) -> answers.Standing:
        """Return victory points, objectives and the winner."""
        return phase_duties.standing(self.position, self.ruleset.names)
