"""The answers port for a position of Air Bridge to Victory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from engine.core import actions as act
from engine.core.effects import Decision
from engine.core.errors import UserError
from engine.core.verdicts import Verdict
from engine.games.airbridge import tracks
from engine.games.airbridge.answers.bargains import actions_left, slipping
from engine.games.airbridge.answers.combat import odds, plan
from engine.games.airbridge.answers.questions import QUESTIONS
from engine.games.airbridge.answers.supply_lines import line_of
from engine.games.airbridge.decisions import DECISIONS
from engine.games.airbridge.orders import (
    ARRIVAL,
    FERRY,
    LANDING,
    MECHANIZED,
    MODES,
    NORMAL,
    SETUP,
    route_verdicts,
)
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import FIGHT
from engine.games.airbridge.rules.ch04_movement import (
    Mover,
    allowance,
    left,
    mover_verdicts,
    reach,
)
from engine.games.airbridge.rules.ch05_stacking import LIMIT, fits, may_retreat_to, points
from engine.games.airbridge.rules.ch07_drop_zones import landing_hexes
from engine.games.airbridge.rules.ch09_fire import air_left
from engine.games.airbridge.rules.ch12_declaration import (
    DECLARED,
    declared,
    lone_zones,
    pinned,
    unit_verdicts,
)
from engine.games.airbridge.rules.ch12_retreat import retreat_paths
from engine.games.airbridge.rules.ch12_strengths import average as mean_efficiency
from engine.games.airbridge.rules.ch12_strengths import highest
from engine.games.airbridge.rules.ch16_supply import highway
from engine.games.airbridge.rules.ch21_arrivals import (
    by_air,
    costs_level,
    entry_hexes,
    to_set_up,
    waiting,
)
from engine.games.airbridge.rules.ch22_victory import across, beyond, destroyed
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    AIRBORNE,
    ALLIED,
    ASSAULT,
    BOMBARDMENT,
    DECLARATION,
    DIE,
    GAME,
    GERMAN,
    HALF,
    INTRODUCTORY,
    MANEUVER,
    MECHANISED,
    MOVEMENT,
    SIDES,
    enemy_of,
)
from engine.i18n import decimal, t
from engine.rules import answers
from engine.rules.base.answers import Answers as BaseAnswers
from engine.rules.base.decisions import Choice
from engine.rules.base.movement import in_points, least_bad
from engine.rules.base.named import stack_named
from engine.rules.base.sequence import WINNER
from engine.rules.base.units import unit_view
from engine.rules.positions.words import Words
from engine.rules.registry import is_legal
from engine.rules.unmoved import unmoved


class Answers(BaseAnswers[Position]):
    """The answers for one state; results are cached in the position."""

    decisions = DECISIONS
    lasting_views = True
    ways = (NORMAL,)
    known_modes = MODES
    by_hand = f"rule.{GAME}.3.0.by_hand"

    def view_of(self, unit: Unit) -> answers.UnitView:
        """Return the public view of a unit."""
        kind, face = unit.type, unit.face
        traits = {
            "artillery": kind.artillery,
            "airborne": kind.airborne,
            "vehicle": kind.cm,
            "engineer": bool(kind.engineer),
        }
        values = {
            "attack": face.attack,
            "defense": face.defense,
            "movement": kind.movement,
            "efficiency": face.efficiency,
            "stacking": kind.stacking,
            "bombardment": face.bombardment or None,
            "range": kind.range or None,
            "cm": "C/M" if kind.cm else None,
            "armour_class": "/".join(kind.armor),
        }
        return unit_view(unit, traits, values)

    def values_of(self, unit: str) -> Mapping[str, Any]:
        """Return the current values of any piece, by their names in position files."""
        piece = self.position.any_unit(unit)
        if piece is None:
            return {}
        kind, face = piece.type, piece.face
        return {
            "attack": face.attack,
            "defense": face.defense,
            "efficiency": face.efficiency,
            "bombardment": face.bombardment,
            "range": kind.range,
            "movement": kind.movement,
            "stacking": kind.stacking,
            "cm": kind.cm,
            "armor": "/".join(kind.armor),
            "airborne": kind.airborne,
            "division": self.words.word_for("divisions", kind.division) or None,
            "engineer": kind.engineer or None,
            "self_propelled": kind.self_propelled,
            "kind": self.words.word_for("kinds", kind.kind),
            "formation": kind.formation,
            "max_steps": kind.steps,
        }

    @cached_property
    def words(self) -> Words:
        """The words of position files for ids of the rules."""
        return Words(self.ruleset.module)

    def usual_modes(self) -> Iterator[str]:
        """Yield the modes to try for a move made by hand."""
        yield from (NORMAL, ARRIVAL, LANDING, SETUP)

    def route_verdicts(self, move: act.MoveUnits) -> Iterable[Verdict]:
        """Return the verdicts against a move."""
        stack = stack_named(self.position, move.units)
        path = [self.position.places.index(name) for name in move.path]
        if path[0] != stack[0].place:
            where = {"unit": stack[0].id, "place": move.path[0]}
            raise UserError(t("core.error.not_at_start", **where))
        return route_verdicts(self.position, stack, path, move.mode)

    def best_route(self, units: Sequence[str], place: int) -> answers.WhyNot:
        """Return the best path of units to a place, with the verdicts against it."""
        stack = stack_named(self.position, units)
        start = stack[0].place
        mode = self._mode(stack[0])
        end = self.reach(units).hexes.get(place)
        path = (start, place) if end is None else end.path
        mode = mode if end is None else end.mode
        if end is None and mode == NORMAL and self.position.places.is_hex(place):
            graph = self.position.ground.graph
            path = least_bad(Mover(self.position, stack), graph, start, place) or path
        if place == start:
            return answers.WhyNot(place, mode, path, ())
        names = tuple(map(self.position.number, path))
        move = act.MoveUnits(units=tuple(units), path=names, mode=mode)
        return answers.WhyNot(place, mode, path, tuple(self.ruleset.judge(self.state, move)))

    def _mode(self, unit: Unit) -> str:
        if self.position.places.is_hex(unit.place):
            return NORMAL
        if to_set_up(self.position, unit):
            return SETUP
        return LANDING if by_air(self.position, unit) else ARRIVAL

    def facts(self) -> Mapping[str, Any]:
        """Return weather, air points and first player."""
        return {
            "weather": self.state.tracks.get(tracks.WEATHER, "clear"),
            "air": {side: air_left(self.position, side) for side in SIDES},
            "initiative": self.position.first_player,
        }

    def hex_facts(self, place: int) -> Mapping[str, Any]:
        """Return whether a hex is on the highway, and the sides whose zone covers it."""
        return {
            "highway": place in self.position.ground.on_highway,
            "zones": [side for side in SIDES if place in self.position.zones[side]],
        }

    # -- questions --------------------------------------------------------------------------------

    def zones(self, side: str) -> answers.Zones:
        """Return a side's zone of control."""
        return answers.Zones(side, self.position.zones[side])

    def reach(self, units: Sequence[str], mode: str = "best") -> answers.Reach:
        """Return the hexes that a stack can reach, also by ferry; with ``ferry``, only those."""
        stack = stack_named(self.position, units)
        start = stack[0].place
        spent = max(self.position.track(tracks.MOVED + u.id) for u in stack)
        hexes: dict[int, answers.Reached] = {}
        moving = self._moving(mode)
        if mode == FERRY:
            hexes = dict(self._ferries(stack))
        elif self.position.places.is_hex(start):
            for hex_, end in sorted(reach(Mover(moving, stack)).items()):
                hexes[hex_] = answers.Reached(in_points(end.cost, HALF), NORMAL, end.path, end.stop)
            if mode == "best":
                hexes = dict(sorted((dict(self._ferries(stack)) | hexes).items()))
        elif len(stack) == 1 and stack[0] in waiting(self.position, stack[0].side):
            hexes = dict(self._arrivals(stack[0]))
        allowance = in_points(left(self.position, stack) + spent, HALF)
        return answers.Reach(
            tuple(u.id for u in stack), start, hexes, {}, allowance, in_points(spent, HALF)
        )

    def _moving(self, mode: str) -> Position:
        """Return the position with the phase of a mode of movement."""
        phase = {MECHANIZED: MECHANISED, NORMAL: MOVEMENT}.get(mode, self.position.phase)
        if phase == self.position.phase:
            return self.position
        clock = self.state.clock.model_copy(update={"phase": phase})
        return self.position.setting.position(replace(self.state, clock=clock))

    def _ferries(self, stack: tuple[Unit, ...]) -> Iterator[tuple[int, answers.Reached]]:
        start = stack[0].place
        cost = in_points(left(self.position, stack), HALF)
        near = self.position.ground.ring[start] if self.position.places.is_hex(start) else ()
        for hex_ in near:
            path = (start, hex_)
            if is_legal(route_verdicts(self.position, stack, path, FERRY)):
                yield hex_, answers.Reached(cost, FERRY, path)

    def _arrivals(self, unit: Unit) -> Iterator[tuple[int, answers.Reached]]:
        mode = self._mode(unit)
        ground = self.position.ground
        ends: Iterable[int]
        if mode == ARRIVAL:
            ends = entry_hexes(self.position, unit)
        elif mode == SETUP:
            ends = sorted(ground.setup)
        else:
            ends = landing_hexes(self.position, unit)
        for hex_ in ends:
            path = (unit.place, hex_)
            if is_legal(route_verdicts(self.position, (unit,), path, mode)):
                yield hex_, answers.Reached(0, mode, path)

    def _may_come(self, unit: Unit) -> bool:
        """Return whether a waiting unit has a hex to enter in this phase."""
        if self.position.phase not in ("initial", MOVEMENT, AIRBORNE):
            return False
        return next(self._arrivals(unit), None) is not None

    def supply(self, side: str) -> Mapping[str, answers.SupplyLine]:
        """Return the supply lines of a side's units."""
        return {u.id: self.supply_of(u.id) for u in self.position.own(side)}

    def supply_of(self, unit: str) -> answers.SupplyLine:
        """Return the supply line of a unit at its current hex."""
        return line_of(self.position, self.position.units[unit])

    def plan(self, request: Mapping[str, Any]) -> answers.AttackPlan:
        """Parse the attack in a request. Raises Refused."""
        return plan(self.position, request)

    def odds(self, plan: answers.AttackPlan) -> answers.Odds:
        """Return the odds of an attack."""
        return odds(self.position, plan)

    def prepared(self, plan: answers.AttackPlan) -> answers.Odds:
        """Return the odds of an attack, leaving out units off the map and fire not allowed now."""
        position = self.position
        units = tuple(n for n in plan.attackers if n in position.units)
        support = tuple(n for n in plan.support if n in position.units)
        choices = dict(plan.choices)
        if position.phase not in (MANEUVER, BOMBARDMENT) or choices.get("combat") == ASSAULT:
            support, choices["air"] = (), 0
        return self.odds(answers.AttackPlan(units, plan.target, support, choices))

    def attackers(self, target: int) -> tuple[str, ...]:
        """Return the units beside an enemy hex; in a combat phase, those declared."""
        if self.position.phase == BOMBARDMENT:
            return ()
        if self.position.phase in (MANEUVER, ASSAULT):
            named = declared(self.position, self.position.phase).get(target, ())
            return tuple(u.id for u in named)
        stack = self.position.stack(target)
        if not stack and target not in lone_zones(self.position):
            return ()
        mine = self.position.stacks[enemy_of(stack[0].side) if stack else GERMAN]
        near = (u for j in self.position.ground.ring[target] for u in mine.get(j, ()))
        return tuple(u.id for u in near if u.face.attack > 0)

    def targets(self, units: Sequence[str]) -> tuple[int, ...]:
        """Return enemy hexes adjacent to all given units, or to any active unit if none given."""
        return self.position.enemies_beside(units)

    def ask(self, op: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Answer one of this game's own queries for the probe."""
        return QUESTIONS[op](self.position, request, self.words)

    def retreats(
        self, units: Sequence[str], hexes: int, battle: int | None = None, result: str = ""
    ) -> answers.Retreats:
        """12.3a, 12.3b: Return every legal retreat path of a stack."""
        stack = [self.position.units[n] for n in units if n in self.position.units]
        if not stack or not 1 <= hexes <= 2:
            return answers.Retreats((), ())
        paths = [
            w
            for w in retreat_paths(self.position, stack[0], hexes)
            if may_retreat_to(self.position, stack, w[-1])
        ]
        return answers.Retreats(tuple(map(answers.RetreatOption, paths)), tuple(range(len(paths))))

    def advances(
        self, units: Sequence[str], vacated: int, kind: str
    ) -> Mapping[int, tuple[int, ...]]:
        """10.0e, 12.3n, 12.3o, 7.3f: Return the vacated hex if a stack may advance into it."""
        stack = [self.position.units[n] for n in units if n in self.position.units]
        start, side = stack[0].place, stack[0].side
        occupied = vacated in self.position.stacks[enemy_of(side)]
        zone = side == GERMAN and vacated in self.position.drop_zones
        near = vacated in self.position.ground.ring[start] and self.position.dry(start, vacated)
        if occupied or zone or not near or not fits(self.position, stack, vacated):
            return {}
        return {vacated: (start, vacated)}

    # -- decisions and phases ---------------------------------------------------------------------

    def about(self, asked: Decision) -> tuple[int | None, Mapping[str, object]]:
        """Return the hex of the current combat, as index and as text argument."""
        record = FIGHT.of(self.position)
        number = str(asked.args.get("target") or (record.target if record else ""))
        battle = self.position.ground.index.get(number)
        where = "" if battle is None else self.where(battle)
        division = {k: v for k, v in asked.args.items() if k == "division"}
        return battle, {"hex": where, **division}

    def _tag(self, choice: Choice, kind: str) -> str:
        """Describe briefly the cost or chance of an option."""
        units = [u for u in map(self.position.units.get, choice.units) if u is not None]
        if kind in ("refuse", "react") and units:
            return t(f"option.{GAME}.chance", chance=min(highest(units), DIE), of=DIE)
        if kind == "support" and units:
            return t(f"option.{GAME}.shots", left=max(0, actions_left(units[0]) - 1))
        return t(f"option.{GAME}.steps", steps=choice.losses) if choice.losses else ""

    def option(self, choice: Choice, kind: str) -> answers.Option:
        """Describe an option."""
        units = ", ".join(map(self.name, choice.units))
        place = choice.path[-1] if choice.path else None
        hexside = None
        if choice.hexside:
            bridge = self.position.ground.by_side[choice.hexside]
            words, hexside = bridge.name, (min(bridge.ends), max(bridge.ends))
        elif choice.id == "none":
            words = t(f"option.{GAME}.none")
        elif choice.word:
            words = t(f"option.{GAME}.{choice.word}")
        elif choice.points:
            words = t(f"option.{GAME}.air", points=choice.points)
        elif place is not None:
            words = self.where(place)
            words = t(f"option.{GAME}.way", unit=units, place=words) if units else words
        else:
            words = units
        tag = self._tag(choice, kind)
        if tag and kind in ("refuse", "react", "support"):
            words = t(f"option.{GAME}.tagged", words=words, tag=tag)
        return answers.Option(choice.id, words, place, choice.path, choice.units, hexside, tag)

    def stack_words(self, place: int) -> str:
        """5.0a, 8.0b, 8.0e: Describe a stack: stacking points, best and average efficiency."""
        units = self.position.stack(place) if self.position.places.is_hex(place) else ()
        if not units:
            return ""
        average = decimal(float(mean_efficiency(units)), ".3g")
        best = highest(units)
        return t(f"stack.{GAME}", points=points(units), limit=LIMIT, best=best, average=average)

    def plans(self) -> tuple[answers.Planned, ...]:
        """3.0.D: Return the declared manoeuvre combats and assaults."""
        planned = []
        for kind in (MANEUVER, ASSAULT):
            for hex_, units in declared(self.position, kind).items():
                places = tuple(dict.fromkeys(u.place for u in units))
                hard, is_pinned = kind == ASSAULT, pinned(self.position, hex_)
                planned.append(answers.Planned(hex_, places, kind, hard, is_pinned))
        return tuple(planned)

    def ribbon(self) -> answers.Ribbon:
        """7.1c, 16.0r, 16.0s: Return the highway to Arnhem: control and how far it is open."""
        position, ground = self.position, self.position.ground
        board, free = self.ruleset.board, highway(self.position)
        stops = []
        for n, hex_ in enumerate(ground.highway):
            bridge = ground.bridges.get((ground.highway[n - 1], hex_)) if n else None
            state = "" if bridge is None else position.state.hexsides.get(bridge.hexside, "intact")
            names = board.names[hex_]
            occupier = next((s for s in SIDES if hex_ in position.stacks[s]), None)
            holder = occupier or position.control(hex_)
            name = names[0] if names else ""
            stops.append(answers.Stop(hex_, name, holder, hex_ in free, state))
        farthest = max((n for n, s in enumerate(stops) if s.open), default=-1)
        text = t(f"ribbon.{GAME}.closed")
        if farthest >= 0:
            where = self.where(stops[farthest].place)
            text = t(f"ribbon.{GAME}.open", hex=where, hexes=len(free), of=len(stops))
        return answers.Ribbon(t(f"ribbon.{GAME}.title"), text, tuple(stops))

    def duties(self) -> Iterator[answers.CheckItem]:
        """Yield the pending duties and the legal actions of the phase."""
        position = self.position
        if position.phase in (MANEUVER, ASSAULT):
            for hex_, units in declared(position, position.phase).items():
                text = t(f"check.{GAME}.{position.phase}", hex=self.where(hex_))
                names = tuple(u.id for u in units)
                rule = DECLARED[position.phase]
                yield answers.CheckItem("owed", text, (hex_,), names, hex_, rule)
        if position.phase == DECLARATION:
            for hex_ in (*self.targets(()), *sorted(lone_zones(position))):
                kinds = (MANEUVER, ASSAULT)
                fit = [
                    n
                    for n in self.attackers(hex_)
                    if any(
                        not [*unit_verdicts(position, position.units[n], k, hex_)] for k in kinds
                    )
                ]
                if fit:
                    bargain = " ".join(slipping(position, hex_, MANEUVER))
                    text = t(f"check.{GAME}.target", hex=self.where(hex_), bargain=bargain).rstrip()
                    yield answers.CheckItem("possible", text, (hex_,), tuple(fit), hex_, "12.0a")
        if position.active in SIDES:
            for unit in waiting(position, position.active):
                if self._may_come(unit):
                    early = costs_level(position, unit)
                    key, rule = ("early", "CAMP.v2") if early else ("arrival", "21.0b")
                    text = t(f"check.{GAME}.{key}", unit=self.name(unit.id))
                    yield answers.CheckItem("possible", text, (), (unit.id,), rule=rule)
            if position.phase in self.ruleset.move_phases:
                able = (
                    u
                    for u in position.own(position.active)
                    if allowance(u) and not any(mover_verdicts(Mover(position, (u,))))
                )
                yield from unmoved(self.state, able, tracks.MOVED)
            left_ = air_left(position, position.active)
            if left_:
                text = t(f"check.{GAME}.air", points=left_)
                yield answers.CheckItem("possible", text, rule="15.0b")

    def arrivals(self, turn: int | None = None) -> tuple[answers.Arrival, ...]:
        """Return the reinforcements of a turn, or those waiting now and all later ones."""
        arrivals = []
        if turn in (None, self.position.turn):
            for unit in (u for side in SIDES for u in waiting(self.position, side)):
                early = costs_level(self.position, unit)
                text = t(f"arrive.{GAME}.{'early' if early else self._mode(unit)}")
                arrivals.append(
                    answers.Arrival(
                        self.position.turn, unit.side, (unit.id,), (), text, waiting=True
                    )
                )
        for later in range(self.position.turn + 1, self.position.setting.last_turn + 1):
            if turn not in (None, later):
                continue
            for unit in self.position.box(f"turn-{later}"):
                text = t(f"arrive.{GAME}.{self._mode(unit)}")
                arrivals.append(answers.Arrival(later, unit.side, (unit.id,), (), text))
        return tuple(arrivals)

    def standing(self) -> answers.Standing:
        """Return the victory points of both sides, and the winner."""
        position = self.position
        points = {ALLIED: across(position), GERMAN: destroyed(position, ALLIED)}
        if position.setting.scenario == INTRODUCTORY:
            points = {ALLIED: min(destroyed(position, GERMAN), beyond(position)), GERMAN: 0}
        winner = self.state.tracks.get(WINNER)
        level = str(self.state.tracks.get(tracks.RESULT, ""))
        text = t(f"stand.{GAME}.{position.setting.scenario}", **points)
        return answers.Standing(
            dict(points), (), None if winner is None else str(winner), level, text
        )
