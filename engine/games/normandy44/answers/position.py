"""A position of Normandy '44 as the port that everybody asks (:mod:`engine.rules.ports`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.modes import Mode, house_rules
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.answers import combat, phase, views
from engine.games.normandy44.answers.names import BoardNames
from engine.games.normandy44.decisions import choices_of
from engine.games.normandy44.position import Situation
from engine.games.normandy44.rules.ch19_air_and_naval import air_left, most_air
from engine.games.normandy44.rules.ch23_victory import points
from engine.games.normandy44.tracks import FOUGHT
from engine.games.normandy44.vocabulary import ALLIED, ARMIES, BEACHES, GAME, MODES, SIDES
from engine.i18n import t
from engine.questions import Refused
from engine.rules import answers as say
from engine.rules.house import under
from engine.rules.ports import NotAnswered

if TYPE_CHECKING:
    from engine.games.normandy44.ruleset import Rules


class Answers:
    """One state as the rules of Normandy '44 see it; every answer is kept with the position."""

    def __init__(self, ruleset: Rules, situation: Situation) -> None:
        self.ruleset = ruleset
        self.held = situation
        """The position behind the answers, for the game's own code."""

    @property
    def state(self) -> State:
        """The state it is about."""
        return self.held.state

    @property
    def _names(self) -> BoardNames:
        return self.ruleset.names

    # -- units and places -------------------------------------------------------------------------

    def unit(self, name: str) -> say.UnitView | None:
        """A unit on the map, or one that waits in a box; None for any other."""
        found = self.held.any_unit(name)
        return None if found is None else views.view_of(found)

    def units(self, side: str | None = None) -> Iterable[say.UnitView]:
        """The units on the map, of both sides or one."""
        return (views.view_of(u) for u in self.held.units.values() if side in (None, u.side))

    def units_at(self, place: int) -> tuple[say.UnitView, ...]:
        """The units on a hex."""
        names = self.state.stack(place)
        return tuple(view for view in map(self.unit, names) if view is not None)

    def has_fought(self, unit: str) -> bool:
        """Has a unit attacked in the phase (5.1.2)?"""
        return FOUGHT + unit in self.state.tracks

    def values_of(self, unit: str) -> Mapping[str, Any]:
        """The values in force of any piece, in play or in a box."""
        found = self.held.any_unit(unit)
        return {} if found is None else views.values_of(found)

    def facts(self) -> Mapping[str, Any]:
        """The weather, supply points, replacements, ships and aircraft, the victory points."""
        held = self.held
        found = {
            name.removeprefix(tracks.POINTS): value
            for name, value in sorted(self.state.tracks.items())
            if name.startswith(tracks.POINTS)
        }
        return {
            "weather": held.weather,
            "supply_points": found,
            "replacements": {
                name.removeprefix(tracks.REPLACEMENTS): value
                for name, value in sorted(self.state.tracks.items())
                if name.startswith(tracks.REPLACEMENTS)
            },
            "naval": {army: held.track(tracks.NAVAL + army) for army in ARMIES},
            "air": {army: held.track(tracks.AIR + army) for army in ARMIES},
            "victory_points": points(held),
        }

    def hex_facts(self, place: int) -> Mapping[str, Any]:
        """Marks, drop divisions, beach, and whose zone it is in."""
        ground = self.held.ground
        number = self.held.number(place)
        drops = ground.board.drops.values()
        beach = next((b for b, hexes in BEACHES.items() if number in hexes), None)
        return {
            "marks": sorted(ground.marks[place]),
            "naval_zone": "naval_zone" in ground.marks[place],
            "drop": sorted({d.division for d in drops if place in d.hexes}),
            "beach": beach,
            "improved_position": place in self.held.improved,
            "zones": [side for side in SIDES if place in self.held.zones[side]],
        }

    def control(self, place: int) -> str | None:
        """Who holds a hex or held it last."""
        return self.held.control(place)

    def number(self, place: int) -> str:
        """The printed number of a hex, the id of a box."""
        return self.held.number(place)

    def place(self, name: str) -> int | None:
        """The hex or box of a number or name."""
        return self.held.places.index(name) if name in self.held.places else None

    def where(self, place: int) -> str:
        """A place in a sentence."""
        return self._names.place_name(self.held.number(place))

    def name(self, unit: str) -> str:
        """A unit in a sentence."""
        return phase.unit_name(self.held, self._names, unit)

    # -- questions --------------------------------------------------------------------------------

    def zones(self, side: str) -> say.Zones:
        """A side's zone of engagement."""
        return views.zones_of(self.held, side)

    def reach(self, units: Sequence[str], mode: str = "best") -> say.Reach:
        """Where units that stand together may end a move."""
        return views.reach_of(self.held, units, mode)

    def why_not(self, units: Sequence[str], place: int, *, near: bool = False) -> say.WhyNot:
        """The best way to a place and every reason against it."""
        found = views.why_not(self.held, units, place)
        ruled = tuple(under(house_rules(self.state), found.verdicts, self.ruleset.fixed))
        return say.WhyNot(found.target, found.mode, found.path, ruled)

    def supply(self, side: str) -> Mapping[str, say.SupplyLine]:
        """The supply of a side's units."""
        return views.supply_of(self.held, side)

    def supply_of(self, unit: str) -> say.SupplyLine:
        """The supply of one unit in play."""
        return views.line_of(self.held, self.held.units[unit])

    def plan(self, request: Mapping[str, Any]) -> say.AttackPlan:
        """The attack that a request describes. Raises Refused."""
        return combat.plan(self.held, request)

    def odds(self, plan: say.AttackPlan) -> say.Odds:
        """An attack worked out."""
        return combat.odds(self.held, plan)

    def prepared(self, plan: say.AttackPlan) -> say.Odds:
        """An attack in preparation; what was chosen for another fight is left out."""
        held = self.held
        left = min(air_left(held), most_air(held)) if held.active == ALLIED else 0
        choices = {**plan.choices, "air": min(int(plan.choices.get("air") or 0), left)}
        wanted = set(self.odds(say.AttackPlan(plan.attackers, plan.target)).able)
        able = tuple(n for n in plan.support if n in wanted)
        units = [held.units[n] for n in plan.attackers if n in held.units]
        here = {u.id for u in units} | {u.type.formation for u in units}
        for name in ("lead", "attached"):
            chosen = str(choices.get(name) or "")
            if chosen and chosen not in here and not chosen.startswith("group:"):
                choices[name] = ""
        return self.odds(say.AttackPlan(plan.attackers, plan.target, able, choices))

    def attackers(self, target: int) -> tuple[str, ...]:
        """The units that could attack a hex from where they stand."""
        return combat.attackers(self.held, target)

    def targets(self, units: Sequence[str]) -> tuple[int, ...]:
        """The enemy hexes that units engage."""
        return combat.targets(self.held, units)

    def bombard(self, firers: Sequence[str], target: int, **choices: str | int) -> say.Bombardment:
        """Strafing worked out (19.1.4)."""
        air = choices.get("air", 1)
        if not isinstance(air, int) or air < 0:
            raise Refused("bad_request", t("probe.negative", field="air"), "air")
        return combat.bombardment(self.held, target, air)

    def retreats(
        self, units: Sequence[str], hexes: int, battle: int | None = None, result: str = ""
    ) -> say.Retreats:
        """All ways to retreat; four hexes after some results."""
        return combat.retreats(self.held, units, hexes, battle, result)

    def advances(
        self, units: Sequence[str], vacated: int, kind: str
    ) -> Mapping[int, tuple[int, ...]]:
        """The hexes that victorious units may advance to."""
        return combat.advances_of(self.held, units, vacated, kind)

    def judge(self, action: act.Action) -> list[Verdict]:
        """What the rules say of an action as a question, whatever the phase. Raises Refused."""
        house = house_rules(self.state)
        try:
            if isinstance(action, act.MoveUnits) and action.mode in MODES:
                found = views.judge_way(self.held, action.units, action.path, action.mode)
                return under(house, found, self.ruleset.fixed)
            if isinstance(action, act.MoveUnits) and action.mode not in MODES:
                said = t("probe.judge_mode", mode=action.mode, kind=action.kind)
                raise Refused("not_supported", said, "action.mode")
            found = self.ruleset.judge(self.state, action)
        except UserError as error:
            raise Refused("bad_action", str(error), "action") from None
        if any(v.key == f"rule.{GAME}.3.0.by_hand" for v in found):
            raise Refused("not_supported", t("probe.judge", kind=action.kind), "action.kind")
        return under(house, found, self.ruleset.fixed)

    # -- decisions and phases ---------------------------------------------------------------------

    def options(self) -> tuple[str, ...]:
        """The ids of the answers to the decision that waits."""
        pending = self.state.pending
        return tuple(c.id for c in choices_of(self.held, pending[-1])) if pending else ()

    def question(self) -> say.Question | None:
        """The decision that waits, in words."""
        return phase.question(self.held, self._names)

    def barred(self) -> Mapping[int, say.Barred]:
        """The places near the answers that are none, and why."""
        return phase.barred(self.held, self._names)

    def checklist(self) -> tuple[say.CheckItem, ...]:
        """What the phase owes and allows."""
        return phase.checklist(self.held, self._names)

    def orders(self, units: Sequence[str]) -> tuple[say.Order, ...]:
        """Replacements, reserves, positions, strongpoints taken off."""
        return phase.orders(self.held, self._names, list(units))

    def arrivals(self, turn: int | None = None) -> tuple[say.Arrival, ...]:
        """Who may come in now, and who is still to come."""
        return phase.arrivals(self.held, self._names, turn)

    def standing(self) -> say.Standing:
        """Points, objectives, who has won."""
        return phase.standing(self.held, self._names)

    def meant(self, action: act.Action, mode: Mode) -> act.Action:
        """The order that a hand on the counters means in a mode of play."""
        if mode == "off" or not isinstance(action, act.MoveUnits):
            return action
        found = phase.meant(self.held, action)
        if found is not action or self.state.pending:
            return found
        return self._best_way(action, mode)

    def _best_way(self, action: act.MoveUnits, mode: Mode) -> act.Action:
        """The way it was led if the rules allow it, else the best one to where it ends."""
        held = self.held
        target = held.places.index(action.path[-1])
        known = [held.any_unit(name) for name in action.units]
        if any(u is None for u in known) or len({u.place for u in known if u is not None}) != 1:
            return action
        for led in views.usual_modes(held):
            tried = action.model_copy(update={"mode": led})
            if self.ruleset.allows(self.state, self.ruleset.judge(self.state, tried)):
                return tried
        found = views.why_not(held, action.units, target)
        if found.verdicts and mode != "enforced":
            return action
        path = tuple(held.number(i) for i in found.path)
        return action.model_copy(update={"mode": found.mode, "path": path})

    def ask(self, op: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """There are no questions of this game's own. Raises NotAnswered."""
        raise NotAnswered(t("probe.op.not_here", game=self.ruleset.module.meta.title, op=op))
