"""The answers about a position of Normandy '44 (:mod:`engine.rules.ports`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core import actions as act
from engine.core.effects import Decision
from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.answers import combat, conditions, decision_words, phase_duties, views
from engine.games.normandy44.decisions import DECISIONS
from engine.games.normandy44.position import Position
from engine.games.normandy44.rules.ch19_air_and_naval import air_left, most_air
from engine.games.normandy44.rules.ch23_victory import perils, points
from engine.games.normandy44.tracks import FOUGHT
from engine.games.normandy44.vocabulary import ALLIED, ARMIES, BEACHES, GAME, MODES, SIDES
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules import answers
from engine.rules.base.answers import Answers as BaseAnswers
from engine.rules.base.answers import of_position
from engine.rules.base.decisions import Choice


class Answers(BaseAnswers[Position]):
    """Answers about one state under the rules of Normandy '44, cached with its position."""

    decisions = DECISIONS
    lasting_views = True
    ways = MODES
    known_modes = MODES
    barring = ("retreat", "advance")
    by_hand = f"rule.{GAME}.3.0.by_hand"
    view_of = staticmethod(views.view_of)
    best_route = of_position(views.why_not)
    zones = of_position(views.zones_of)
    reach = of_position(views.reach_of)
    supply = of_position(views.supply_of)
    plan = of_position(combat.plan)
    attackers = of_position(combat.attackers)

    def route_verdicts(self, move: act.MoveUnits) -> list[Verdict]:
        """Return the verdicts on a move along a path, whatever the phase."""
        return views.judge_route(self.position, move.units, move.path, move.mode)

    def usual_modes(self) -> Iterator[str]:
        """Yield the modes that a move by hand may mean."""
        yield from views.usual_modes(self.position)

    def option(self, choice: Choice, kind: str) -> answers.Option:
        """Return an answer as an option."""
        return decision_words.option(self.position, self.ruleset.names, choice)

    def about(self, asked: Decision) -> tuple[int | None, Mapping[str, object]]:
        """Return the hex of the combat that a decision is about, and the values for its text."""
        return decision_words.about(self.position, self.ruleset.names, asked)

    def duties(self) -> Iterator[answers.CheckItem]:
        """Yield the duties and possible actions of the phase."""
        return phase_duties.duties(self.position, self.ruleset.names)

    # -- units and places -------------------------------------------------------------------------

    def has_fought(self, unit: str) -> bool:
        """Return whether a unit has attacked in the phase (5.1.2)."""
        return FOUGHT + unit in self.state.tracks

    def facts(self) -> Mapping[str, Any]:
        """Return weather, supply points, replacements, ships, aircraft and victory points."""
        position = self.position
        return {
            "weather": position.weather,
            "supply_points": dict(sorted(position.tracks_with(tracks.POINTS).items())),
            "replacements": dict(sorted(position.tracks_with(tracks.REPLACEMENTS).items())),
            "naval": {army: position.track(tracks.NAVAL + army) for army in ARMIES},
            "air": {army: position.track(tracks.AIR + army) for army in ARMIES},
            "victory_points": points(position),
        }

    def hex_facts(self, place: int) -> Mapping[str, Any]:
        """Return marks, drop divisions, the beach, and the sides whose zones include a hex."""
        ground = self.position.ground
        number = self.position.number(place)
        drops = ground.board.drops.values()
        beach = next((b for b, hexes in BEACHES.items() if number in hexes), None)
        return {
            "marks": sorted(ground.marks[place]),
            "naval_zone": "naval_zone" in ground.marks[place],
            "drop": sorted({d.division for d in drops if place in d.hexes}),
            "beach": beach,
            "improved_position": place in self.position.improved,
            "zones": [side for side in SIDES if place in self.position.zones[side]],
        }

    def name(self, unit: str) -> str:
        """Return the name of a unit; ships and the guns of Caen have texts of their own."""
        return decision_words.unit_name(self.position, self.ruleset.names, unit)

    # -- questions --------------------------------------------------------------------------------

    def supply_of(self, unit: str) -> answers.SupplyLine:
        """Return the supply of one unit in play."""
        return views.line_of(self.position, self.position.units[unit])

    def odds(self, plan: answers.AttackPlan) -> answers.Odds:
        """Compute the odds of an attack."""
        return combat.odds(self.position, plan, self.name)

    def fires_at(self, target: int) -> bool:
        """19.1.4a: return whether aircraft may strafe a hex in the phase."""
        return combat.may_strafe(self.position, target)

    def prepared(self, plan: answers.AttackPlan) -> answers.Odds:
        """Compute the odds of a planned attack, without choices made for another combat, or of
        strafing.
        """
        strafed = self.fires_at(plan.target)
        strafes = not plan.attackers or plan.choices.get(combat.KIND) == combat.STRAFING
        if strafed and strafes:
            return combat.strafing(self.position, plan)
        attack = self._attack(plan)
        return combat.with_kinds(attack, combat.ATTACK) if strafed else attack

    def _attack(self, plan: answers.AttackPlan) -> answers.Odds:
        position = self.position
        left = min(air_left(position), most_air(position)) if position.active == ALLIED else 0
        choices = {**plan.choices, "air": min(int(plan.choices.get("air") or 0), left)}
        wanted = set(self.odds(answers.AttackPlan(plan.attackers, plan.target)).able)
        able = tuple(n for n in plan.support if n in wanted)
        units = [position.units[n] for n in plan.attackers if n in position.units]
        here = {u.id for u in units} | {u.type.formation for u in units}
        for name in ("lead", "attached"):
            chosen = str(choices.get(name) or "")
            if chosen and chosen not in here and not chosen.startswith("group:"):
                choices[name] = ""
        return self.odds(answers.AttackPlan(plan.attackers, plan.target, able, choices))

    def targets(self, units: Sequence[str]) -> tuple[int, ...]:
        """Return the enemy hexes adjacent to units."""
        return self.position.enemies_beside(units)

    def bombard(
        self, firers: Sequence[str], target: int, **choices: str | int
    ) -> answers.Bombardment:
        """Compute the result of strafing (19.1.4)."""
        air = choices.get("air", 1)
        if not isinstance(air, int) or air < 0:
            raise Refused("bad_request", t("probe.negative", field="air"), "air")
        return combat.bombardment(self.position, target, air)

    def retreats(
        self, units: Sequence[str], hexes: int, battle: int | None = None, result: str = ""
    ) -> answers.Retreats:
        """Return all retreat paths; four hexes after some results."""
        return combat.retreats(self.position, units, hexes, battle, result)

    def advances(
        self, units: Sequence[str], vacated: int, kind: str
    ) -> Mapping[int, tuple[int, ...]]:
        """Return the hexes that victorious units may advance to."""
        return combat.advances_of(self.position, units, vacated, kind)

    # -- decisions and phases ---------------------------------------------------------------------

    def conditions(self) -> tuple[answers.Condition, ...]:
        """Return the effects of the weather, and what is left to spend."""
        return tuple(
            conditions.conditions(
                self.position, self.ruleset.module.weather_name(self.position.weather)
            )
        )

    def orders(self, units: Sequence[str]) -> tuple[answers.Order, ...]:
        """Return orders for replacements, reserves and positions, and to remove strongpoints."""
        return phase_duties.orders(self.position, self.ruleset.names, list(units))

    def arrivals(self, turn: int | None = None) -> tuple[answers.Arrival, ...]:
        """Return the units that may arrive now, and those still to come."""
        return phase_duties.arrivals(self.position, self.ruleset.names, turn)

    def perils(self) -> Sequence[answers.Peril]:
        """Return the limits of broken American and British units, where they decide the game."""
        return perils(self.position)

    def standing(self) -> answers.Standing:
        """Return points, objectives and the winner."""
        return phase_duties.standing(self.position, self.ruleset.names)
