"""The rules of Millbrook: movement with zones, a combat table, supply, an option."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

from engine.core import actions as act
from engine.core.counters import Counter
from engine.core.effects import Decision
from engine.core.memo import memoized
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.rules import answers
from engine.rules.base.answers import Answers
from engine.rules.base.clauses import Objection, Register, clause
from engine.rules.base.counter_setting import BoardGround, CounterSetting
from engine.rules.base.decisions import Choice, Decisions, Handler, option_id
from engine.rules.base.movement import Mover, path_verdicts
from engine.rules.base.named import hex_named, on_map, stack_named
from engine.rules.base.position import Position
from engine.rules.base.resolution import Resolution
from engine.rules.base.rulebook import Rulebook
from engine.rules.base.ruleset import Ruleset
from engine.rules.base.units import TypedUnit, printed_values
from engine.rules.ports import QuestionName
from engine.rules.readings import ReadingOption, Readings
from engine.rules.registry import RuleMessages
from engine.search.supply import Passage, Routes, Sources, cuts, routes

GAME, TOWN = "millbrook", "0806"
TITLES = {
    "1.1": "One move in a phase", "1.2": "Movement points", "1.3": "Zones of control",
    "1.4": "One unit in a hex", "1.5": "Reinforcements", "2.1": "Attacks", "2.2": "Combat table",
    "2.3": "Retreat", "3": "Supply", "4": "Victory",
}  # fmt: skip
MOVED, FOUGHT = "moved/", "fought/"
EDGE = {"blue": "south", "red": "north"}
"""The entry area of each side, which is also its source of supply."""
OFF_ROAD = 3
"""3: the hexes of a supply line off the roads."""
COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1")
TABLE = {
    "1:2": ("A1", "A1", "A1", "A1", "NE", "DR"),
    "1:1": ("A1", "A1", "NE", "NE", "DR", "D1"),
    "2:1": ("A1", "NE", "DR", "DR", "D1", "D1"),
    "3:1": ("NE", "DR", "DR", "D1", "D1", "D2"),
    "4:1": ("DR", "DR", "D1", "D1", "D2", "D2"),
}
"""2.2: the result of each die: no effect, steps that a side loses, a retreat of the defender."""
STEPS = {"A1": 1, "DR": 0, "D1": 1, "D2": 2}
"""2.2: the steps that a result costs."""
READINGS = Readings(GAME, ReadingOption("zones", ("stop", "cost"), ("1.3",)))
verdict = RuleMessages(GAME)
Unit = TypedUnit[Counter]


# -- the position: what follows from a state ------------------------------------------------------


class MillPosition(Position[BoardGround, None, Unit]):
    """A state with zones of control and moving units."""

    readings = READINGS

    def zone_of_side(self, side: str) -> frozenset[int]:
        """1.3: Return the hexes next to a side's units."""
        return frozenset(j for i in self.stacks[side] for j in self.ground.ring[i])

    def mover(self, units: Sequence[Unit]) -> MillMover:
        """Return a stack that moves together."""
        return MillMover(self, tuple(units))

    def enemies(self, side: str) -> Mapping[int, Sequence[Unit]]:
        """Return the enemy's units by hex."""
        return self.stacks[self.setting.enemy_of(side)]


class MillSetting(CounterSetting):
    """The printed board and counters."""

    position_class = MillPosition


# -- 1: movement ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class MillMover(Mover[MillPosition, Unit]):
    """A moving unit: the price of each step, and everything against it."""

    messages: ClassVar[RuleMessages] = verdict
    allowance_rule: ClassVar[str] = "1.2"

    @property
    def allowance(self) -> int:
        """1.2: The printed movement points."""
        return min(int(printed_values(unit)["movement"]) for unit in self.units)

    def cost(self, i: int, j: int) -> int:
        """1.2: Return the cost of a step: woods and rivers cost a point more, except by road."""
        edge = self.graph[i][j]
        by_road = "road" in edge
        wood = self.graph.nodes[j]["terrain"] == "wood"
        extra = 0 if by_road else int(wood) + int("water" in edge)
        in_zone = j in self.zone and self.position.reading("zones") == "cost"
        return 1 + extra + int(in_zone)

    def step_objections(self, i: int, j: int, *, first: bool) -> Iterator[Objection]:
        """1.3, 1.4, 1.5: Yield the objections to a step."""
        if j in self.enemy_stacks:
            yield Objection("1.4", "enemy", j)
        if not first and i in self.zone and self.position.reading("zones") == "stop":
            yield Objection("1.3", "stops", i)
        if first and self.start != self.source:
            yield from self.entry_objections(j)

    def entry_objections(self, j: int) -> Iterator[Objection]:
        """1.5: Yield the objections to entering the map."""
        if not all(is_due(self.position, unit) for unit in self.units):
            yield Objection("1.5", "not_due", j)
        if j not in self.position.ground.board.areas[EDGE[self.side]].hexes:
            yield Objection("1.5", "area", j)

    def end_objections(self, place: int) -> Iterator[Objection]:
        """1.4: Yield an objection to a second unit in a hex."""
        others = self.position.stacks[self.side].get(place, ())
        if len(self.units) > 1 or any(unit not in self.units for unit in others):
            yield Objection("1.4", "full", place)


def is_due(position: MillPosition, unit: Unit) -> bool:
    """1.5: Return whether a unit may enter: from its turn on, and if it was not lost."""
    turn = unit.type.arrival.turn
    waits = position.number(unit.place) == f"turn-{turn}"
    return turn is not None and waits and turn <= position.turn


@clause("1.1", "move")
def one_move(position: MillPosition, action: act.MoveUnits) -> Iterator[Verdict]:
    """1.1: in its own movement phase a unit moves once."""
    for unit in stack_named(position, action.units):
        if (position.phase, position.active) != ("movement", unit.side):
            yield verdict("1.1", "phase", units=[unit.id], unit=unit.type.label)
        if MOVED + unit.id in position.state.tracks:
            yield verdict("1.1", "again", units=[unit.id], unit=unit.type.label)


@clause("1.2", "move")
def path(position: MillPosition, action: act.MoveUnits) -> Iterator[Verdict]:
    """1.2: a move follows a path that its points allow and no rule closes."""
    places = [position.places.index(name) for name in action.path]
    yield from path_verdicts(position.mover(stack_named(position, action.units)), places)


# -- 2: combat ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attack:
    """An attack on a hex."""

    position: MillPosition
    units: Sequence[Unit]
    target: int

    @property
    def side(self) -> str:
        """The attacker."""
        return self.units[0].side

    @property
    def defenders(self) -> Sequence[Unit]:
        """The units in the hex."""
        return self.position.enemies(self.side).get(self.target, ())

    @property
    def shares(self) -> tuple[answers.Share, ...]:
        """2.2, 3: The strengths; attackers out of supply are halved."""
        half = (answers.Factor("3", Fraction(1, 2)),)
        shares = []
        for unit in self.units:
            printed, supplied = (
                int(printed_values(unit)["attack"]),
                is_supplied(self.position, unit),
            )
            used = printed if supplied else Fraction(printed, 2)
            why = () if supplied else half
            shares.append(answers.Share(unit.id, "attack", printed, used, why))
        for unit in self.defenders:
            printed = int(printed_values(unit)["defense"])
            shares.append(answers.Share(unit.id, "defense", printed, printed))
        return tuple(shares)

    def strength(self, role: str) -> Fraction:
        """Return the strength of one side."""
        return sum((Fraction(s.used) for s in self.shares if s.role == role), Fraction(0))

    @property
    def column(self) -> str:
        """2.2: The column of the combat table."""
        ratio = self.strength("attack") / max(self.strength("defense"), Fraction(1))
        return COLUMNS[min(int(ratio), len(COLUMNS) - 1)]


def attack_of(position: MillPosition, action: act.DeclareAttack) -> Attack:
    """Return the declared attack. Raises UserError for unknown units and hexes."""
    units = [on_map(position, name) for name in dict.fromkeys(action.attackers)]
    return Attack(position, units, hex_named(position, action.target))


@clause("2.1", "attack")
def attack_verdicts(attack: Attack, _: object) -> Iterator[Verdict]:
    """2.1: in its own combat phase a unit attacks one adjacent enemy."""
    position, target = attack.position, attack.position.number(attack.target)
    if (position.phase, position.active) != ("combat", attack.side):
        yield verdict("2.1", "phase")
    if not attack.defenders:
        yield verdict("2.1", "nobody", hexes=[target], hex=target)
    for unit in attack.units:
        if attack.target not in position.ground.ring[unit.place]:
            yield verdict("2.1", "apart", units=[unit.id], unit=unit.type.label, hex=target)
        if FOUGHT + unit.id in position.state.tracks:
            yield verdict("2.1", "again", units=[unit.id], unit=unit.type.label)


def result_of(code: str) -> answers.Result:
    """2.2: Return a result of the table with its effects as numbers."""
    steps = STEPS.get(code, 0)
    if code == "A1":
        return answers.Result(code, attacker={"steps": steps})
    return answers.Result(code, defender={"steps": steps, "retreat": int(code != "NE")})


Work = Resolution[MillSetting, MillPosition, Unit]


def fight(work: Work, attack: Attack) -> None:
    """2.2: Throw the die, take losses, and ask for the retreat."""
    result = TABLE[attack.column][work.throw("attack") - 1]
    for unit in attack.units:
        work.track(FOUGHT + unit.id, 1)
    if result == "A1":
        lose(work, max(attack.units, key=lambda u: (u.steps, u.id)).id, 1)
    elif result != "NE":
        for unit in attack.defenders:
            lose(work, unit.id, STEPS[result])
            if unit.id in work.position.units:
                retreat(work, unit)


def lose(work: Work, unit: str, steps: int) -> None:
    """2.2: Reduce a unit; without steps it is removed."""
    piece = work.state.pieces[unit]
    work.steps(unit, max(piece.steps - steps, 0))
    if piece.steps <= steps:
        work.put(unit, f"lost-{piece.side}")


def retreat(work: Work, unit: Unit) -> None:
    """2.3: Ask for the hex of a retreat; a unit without one is lost."""
    if open_hexes(work.position, unit):
        work.ask("retreat", unit.side, unit=unit.id)
    else:
        lose(work, unit.id, unit.steps)


def retreat_objections(position: MillPosition, unit: Unit, j: int) -> Iterator[Objection]:
    """2.3: Yield the objections to retreating to a hex."""
    if position.stack(j):
        yield Objection("2.3", "taken", j)
    if j in position.enemy_zone(unit.side):
        yield Objection("2.3", "zone", j)


def open_hexes(position: MillPosition, unit: Unit) -> list[int]:
    """2.3: Return the hexes to which a unit may retreat."""
    ring = position.ground.ring[unit.place]
    return [j for j in ring if next(retreat_objections(position, unit, j), None) is None]


class Retreat(Handler[MillPosition, Work]):
    """2.3: The retreat of a defender."""

    kind = "retreat"

    def choices(self, position: MillPosition, args: Mapping[str, Any]) -> list[Choice]:
        """Return the hexes."""
        unit = position.units[args["unit"]]
        paths = [(unit.place, j) for j in open_hexes(position, unit)]
        return [Choice(option_id(position, unit.id, p), (unit.id,), p) for p in paths]

    def answer(self, work: Work, args: Mapping[str, Any], choice: Choice) -> None:
        """Move the unit."""
        work.move_along(choice.units, choice.path)

    def refuse(
        self, position: MillPosition, args: Mapping[str, Any], words: Sequence[str]
    ) -> Iterator[Verdict]:
        """Yield the objections to the hex of an answer."""
        unit = position.units[args["unit"]]
        if words and words[-1] in position.places:
            for objection in retreat_objections(position, unit, position.places.index(words[-1])):
                yield objection.verdict(verdict, position.number, (unit.id,))


DECISIONS = Decisions(verdict, "2.3", [Retreat()])


# -- 3: supply ------------------------------------------------------------------------------------


@memoized
def supply_of(position: MillPosition, side: str) -> Routes:
    """3: Return everything in supply: the road from the side's edge, and three hexes beside it."""
    ground, own = position.ground, position.stacks[side]
    closed = {*position.enemies(side), *(position.enemy_zone(side) - own.keys())}
    area = ground.board.areas[EDGE[side]]
    sources = {i: area.title for i in area.hexes if i in ground.board.road_hexes}
    passage = Passage(ground.graph, ground.roads, closed, closed, (), (), OFF_ROAD)
    return routes(passage, Sources(sources, {}))


def is_supplied(position: MillPosition, unit: Unit) -> bool:
    """3: Return whether a unit is in supply."""
    return unit.place in supply_of(position, unit.side).distance


def supply_line(position: MillPosition, unit: Unit) -> answers.SupplyLine:
    """3: Return the supply line of a unit, or the hexes that cut it."""
    found, enemies = supply_of(position, unit.side), position.enemies(unit.side)
    if unit.place in found.distance:
        line = found.path(unit.place)
        return answers.SupplyLine(unit.id, True, found.source[line[-1]], tuple(line))

    def why(_: int, j: int) -> tuple[str, str | None] | None:
        enemy = enemies[j][0].id if j in enemies else None
        return ("3", enemy) if j in found.passage.closed else None

    cut = tuple(answers.Cut(*c) for c in cuts(unit.place, found.passage, why, why))
    return answers.SupplyLine(unit.id, False, cuts=cut)


# -- the ports ------------------------------------------------------------------------------------


@cache
def register() -> Register:
    """Return the clauses of all chapters."""
    return Register.of_chapters([sys.modules[__name__]])


class MillAnswers(Answers[MillPosition]):
    """The answers about a position; reach and why-not come from the mover."""

    decisions = DECISIONS
    ways = ("normal",)
    barring = ("retreat",)

    def zones(self, side: str) -> answers.Zones:
        """Return the zone of a side."""
        return answers.Zones(side, self.position.zones[side])

    def supply(self, side: str) -> Mapping[str, answers.SupplyLine]:
        """Return the supply lines of a side."""
        return {u.id: supply_line(self.position, u) for u in self.position.own(side)}

    def supply_of(self, unit: str) -> answers.SupplyLine:
        """Return the supply line of a unit."""
        return supply_line(self.position, self.position.units[unit])

    def plan(self, request: Mapping[str, Any]) -> answers.AttackPlan:
        """Return the attack that a request describes."""
        target = hex_named(self.position, request["target"])
        return answers.AttackPlan(tuple(request["attackers"]), target)

    def targets(self, units: Sequence[str]) -> tuple[int, ...]:
        """Return the enemies next to units."""
        return self.position.enemies_beside(units)

    def attackers(self, target: int) -> tuple[str, ...]:
        """Return the active units next to a hex."""
        near, own = self.position.ground.ring[target], self.position.own(self.position.active)
        return tuple(unit.id for unit in own if unit.place in near)

    def has_fought(self, unit: str) -> bool:
        """Return whether a unit has attacked in the phase."""
        return FOUGHT + unit in self.state.tracks

    def odds(self, plan: answers.AttackPlan) -> answers.Odds:
        """2.2: Return strengths, column and the result of each die."""
        units = [on_map(self.position, name) for name in plan.attackers]
        attack = Attack(self.position, units, plan.target)
        row = enumerate(TABLE[attack.column], 1)
        return answers.Odds(
            plan,
            attack.strength("attack"),
            attack.strength("defense"),
            attack.column,
            attack.column,
            attack.shares,
            (),
            tuple(answers.Chance(str(n), Fraction(1, 6), result_of(code)) for n, code in row),
            tuple(register().judge("attack", attack, None)),
            attackers=plan.attackers,
            defenders=tuple(unit.id for unit in attack.defenders),
        )

    def about(self, asked: Decision) -> tuple[int | None, Mapping[str, object]]:
        """Return the hex and the unit of a retreat."""
        unit = str(asked.args["unit"])
        return self.state.pieces[unit].place, {"unit": self.name(unit)}

    def arrivals(self, turn: int | None = None) -> tuple[answers.Arrival, ...]:
        """1.5: Return the units that wait for their turn."""
        found = []
        for name in sorted(self.state.pieces):
            unit = self.position.waiting(name)
            if unit is None or unit.steps == 0 or turn not in (None, unit.type.arrival.turn):
                continue
            area, due = self.ruleset.board.areas[EDGE[unit.side]], unit.type.arrival.turn or 0
            waits = is_due(self.position, unit)
            found.append(answers.Arrival(due, unit.side, (name,), area.hexes, area.title, waits))
        return tuple(found)

    def standing(self) -> answers.Standing:
        """4: The town is the one objective."""
        place = self.ruleset.board.hex(TOWN)
        holder, worth = self.control(place), {"blue": 1, "red": 1}
        town = answers.Objective("town", self.where(place), place, holder, worth, "4")
        points = {holder: 1} if holder else {}
        return answers.Standing(points, (town,), self.ruleset.over(self.state))


class MillRules(Ruleset[MillSetting, MillPosition, Work]):
    """The rules of a scenario."""

    questions: frozenset[QuestionName] = frozenset(
        {"reach", "zones", "supply", "odds", "checklist", "arrivals", "standing"}
    )
    options = READINGS.names
    fixed = DECISIONS.senseless | {f"rule.{GAME}.1.2.gap", f"rule.{GAME}.2.1.nobody"}
    decisions = DECISIONS
    answers_class = MillAnswers

    def verdicts(self, position: MillPosition, action: act.Action) -> Iterator[Verdict]:
        """Yield the verdicts of all clauses on an order."""
        if position.state.pending:
            yield verdict("2.3", "pending")
        if self.over(position.state):
            yield verdict("4", "over")
        if isinstance(action, act.MoveUnits):
            yield from register().judge("move", position, action)
        elif isinstance(action, act.DeclareAttack):
            yield from register().judge("attack", attack_of(position, action), action)

    def carry_out(self, work: Work, action: act.Action) -> bool:
        """Carry out a move, an attack or the end of a phase."""
        match action:
            case act.MoveUnits():
                move(work, action)
            case act.DeclareAttack():
                fight(work, attack_of(work.position, action))
            case act.NextPhase():
                work.clear_tracks(MOVED, FOUGHT)
                return super().carry_out(work, action)
            case _:
                return False
        return True

    def winner(self, state: State) -> str:
        """4: After the last turn the side that holds the town has won."""
        return self.position(state).control(self.board.hex(TOWN)) or "draw"


def move(work: Work, action: act.MoveUnits) -> None:
    """1.1, 4: Move a unit, which takes control of the hexes on its way."""
    places = [work.places.index(name) for name in action.path]
    side = work.state.pieces[action.units[0]].side
    for name in action.units:
        work.track(MOVED + name, 1)
    work.move_along(action.units, places)
    for place in places:
        work.control(place, side)


CLAUSES: Mapping[str, tuple[Callable[..., Any], str]] = {
    "1.1": (one_move, "a_unit_moves_once"),
    "1.2": (MillMover.cost, "a_step_costs_by_terrain"),
    "1.3": (MillMover.step_objections, "a_zone_stops"),
    "1.4": (MillMover.end_objections, "a_hex_holds_one_unit"),
    "1.5": (MillMover.entry_objections, "a_reinforcement_enters_at_its_edge"),
    "2.1": (attack_verdicts, "an_attack"),
    "2.2": (fight, "a_result"),
    "2.3": (retreat_objections, "a_retreat"),
    "3": (supply_of, "supply"),
    "4": (MillRules.winner, "victory"),
}
"""The function and the test of each rule."""


class MillBook(Rulebook[Any]):
    """The rulebook."""

    titles: Mapping[str, str] = TITLES
    choices = READINGS
    ruleset_class: ClassVar[type[Ruleset[Any, Any, Any]]] = MillRules
    opened = MillSetting.opened

    def coverage(self) -> tuple[answers.CoverageRow, ...]:
        """Return the function and the test of each rule."""
        test = "tests/games/millbrook/test_millbrook.py::test_"
        return tuple(
            answers.CoverageRow(
                number,
                TITLES[number],
                "enforced",
                f"{__name__}:{function.__qualname__}",
                test + name,
            )
            for number, (function, name) in CLAUSES.items()
        )


def rulebook(game: str = GAME) -> MillBook:
    """Return the rulebook."""
    return MillBook(game)
