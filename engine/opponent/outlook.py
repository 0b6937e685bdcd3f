"""The position from one side's viewpoint: strengths, goals, and enemy threats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from engine.core import actions as act
from engine.core.state import State
from engine.opponent.ground import Ground
from engine.opponent.weights import Depot, Weights
from engine.rules.answers import Peril, UnitView
from engine.rules.player import ALL
from engine.rules.ports import Answers, Ruleset

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Goal:
    """Hexes that a side wants to take or hold.

    ``worth`` is at most 1; ``held`` means that the side controls them already, so that a guard
    suffices.
    """

    hexes: frozenset[int]
    worth: float
    held: bool
    without: str = ""
    """A trait that excludes units from the goal."""
    need: float = 0
    """Strength needed beyond the usual."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The strengths of a unit on the map, as numbers."""

    id: str
    side: str
    place: int
    attack: float
    defense: float
    movement: float
    steps: int
    status: frozenset[str]
    traits: frozenset[str]
    depot: str = ""
    """The kind of a unit that supplies others; empty for other units."""
    depots: float = 0
    """The worth of the depots among the units."""
    formation: str = ""
    ids: frozenset[str] = frozenset()
    """The units: itself, or those that move together."""
    strength: float = field(init=False)
    """The mean of attack and defence."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "strength", (self.attack + self.defense) / 2)
        if not self.ids:
            object.__setattr__(self, "ids", frozenset({self.id}))


def number(value: object) -> float:
    """Return a printed value as a number; 0 if there is none."""
    return float(value) if isinstance(value, int | float) else 0.0


UNKNOWN = "unknown"
"""The trait of units that are not known."""
ATTACK, DEFENSE = ("attack", "combat"), ("defense", "combat")
"""Names of the printed strengths; a game with one strength for both calls it combat."""


def strength_of(values: Mapping[str, object], names: Iterable[str]) -> float:
    """Return the first of several values that a unit has; 0 without any."""
    return next((number(values[name]) for name in names if name in values), 0.0)


def joined(figures: Sequence[Figure]) -> Figure:
    """Return the figure of units that move together, under the name of the first."""
    return replace(
        figures[0],
        attack=sum(f.attack for f in figures),
        defense=sum(f.defense for f in figures),
        movement=min(f.movement for f in figures),
        steps=sum(f.steps for f in figures),
        status=frozenset().union(*(f.status for f in figures)),
        traits=frozenset.intersection(*(f.traits for f in figures)),
        depot=figures[0].depot if all(f.depot for f in figures) else "",
        depots=sum(f.depots for f in figures),
        ids=frozenset(f.id for f in figures),
    )


def figure_of(
    view: UnitView, unknown: float = 0, depots: Mapping[str, Depot] | None = None
) -> Figure:
    """Return the strengths of a unit; ``unknown`` is the defence of one that is not known, and
    ``depots`` are the kinds that supply others.
    """
    values, depot = view.values, (depots or {}).get(view.kind)
    if depot is not None and depot.only not in ("", view.side):
        depot = None
    hidden = unknown if UNKNOWN in view.traits else 0
    return Figure(
        view.id,
        view.side,
        view.place,
        strength_of(values, ATTACK),
        max(hidden, strength_of(values, DEFENSE)),
        number(values.get("movement")),
        view.steps,
        view.status,
        view.traits,
        view.kind if depot else "",
        depot.worth if depot else 0,
        view.formation,
    )


class Figures:
    """The strengths of units, converted once while their views are the same objects."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._known: dict[str, tuple[UnitView, Figure]] = {}

    def of(self, view: UnitView) -> Figure:
        """Return the strengths of a unit."""
        known = self._known.get(view.id)
        if known is None or known[0] is not view:
            weights = self._weights
            known = self._known[view.id] = (
                view,
                figure_of(view, weights.value.unknown, weights.depots),
            )
        return known[1]


class Outlook:
    """A position from one side's viewpoint, with cached values.

    ``known`` are the strengths of units in earlier positions.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        state: State,
        side: str,
        weights: Weights,
        ground: Ground,
        known: Figures | None = None,
    ) -> None:
        self.known = Figures(weights) if known is None else known
        self.ruleset = ruleset
        self.state = state
        self.side = side
        self.weights = weights
        self.ground = ground

    @cached_property
    def answers(self) -> Answers:
        """The rules' answers to questions about the position."""
        return self.ruleset.answers(self.state)

    @cached_property
    def legal(self) -> tuple[act.Action, ...]:
        """All legal orders of the deciding side, or answers."""
        return self.ruleset.legal(self.state, ALL).actions

    @cached_property
    def perils(self) -> Sequence[Peril]:
        """The limits of lost units at which a side loses."""
        return self.answers.perils()

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """The units on hexes of the map, of both sides."""
        result = (self.known.of(view) for view in self.answers.units())
        return {f.id: f for f in result if 0 <= f.place < self.ground.hexes}

    @cached_property
    def own(self) -> Mapping[int, list[Figure]]:
        """The side's units by hex."""
        return self._by_hex(mine=True)

    @cached_property
    def enemies(self) -> Mapping[int, list[Figure]]:
        """The enemy's units by hex."""
        return self._by_hex(mine=False)

    def _by_hex(self, *, mine: bool) -> Mapping[int, list[Figure]]:
        result: dict[int, list[Figure]] = {}
        for figure in self.figures.values():
            if (figure.side == self.side) == mine:
                result.setdefault(figure.place, []).append(figure)
        return result

    @cached_property
    def usual(self) -> float:
        """The mean strength of the side's units; at least 1."""
        own = [f.strength for f in self.figures.values() if f.side == self.side and f.strength]
        return max(1.0, sum(own) / len(own)) if own else 1.0

    @cached_property
    def blown(self) -> frozenset[str]:
        """Return the hexsides whose bridge no unit can use."""
        words = self.weights.march.blown
        return frozenset(s for s, word in self.state.hexsides.items() if word in words)

    # -- goals ------------------------------------------------------------------------------------

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """The objectives of the victory standing and the goals of the weights, scaled to
        at most 1.
        """
        raw = [*self._objectives(), *self._own_goals()]
        best = max((goal.worth for goal in raw), default=0)
        if not best:
            return ()
        return tuple(self._planned(g, g.worth / best) for g in raw if g.worth > 0)

    def _planned(self, goal: Goal, worth: float) -> Goal:
        """Return a goal with its worth in the plan of the turn: one goal may come first."""
        first, staff = self.weights.first, self.weights.staff
        if not first:
            return replace(goal, worth=worth)
        if goal.hexes == first:
            return replace(goal, worth=worth, need=goal.need + staff.need)
        return replace(goal, worth=worth * staff.aside)

    @cached_property
    def goal_hexes(self) -> frozenset[int]:
        """The hexes of all goals."""
        return frozenset().union(*(goal.hexes for goal in self.goals))

    @cached_property
    def best_worth(self) -> float:
        """The points of the best objective; at least 1."""
        listed = self.answers.standing().objectives if self.scored else ()
        worths = [abs(float(w)) for o in listed for w in o.worth.values()]
        return max(1.0, max(worths, default=1.0))

    @property
    def scored(self) -> bool:
        """Whether the points and objectives of the game's standing count."""
        scenario = self.weights.scenario.get(self.ruleset.scenario.id)
        return "standing" in self.ruleset.questions and (
            scenario is None or scenario.standing is not False
        )

    def _objectives(self) -> Iterable[Goal]:
        if not self.scored:
            return
        for objective in self.answers.standing().objectives:
            place = objective.place
            if place is None or not 0 <= place < self.ground.hexes:
                continue
            worth = sum(float(value) for value in objective.worth.values())
            is_held = objective.holder == self.side
            yield Goal(frozenset({place}), worth, is_held)

    def _own_goals(self) -> Iterable[Goal]:
        scenario = self.weights.scenario.get(self.ruleset.scenario.id)
        turn = self.state.clock.turn
        for goal in (scenario.goals or ()) if scenario is not None else ():
            if goal.only not in ("", self.side):
                continue
            if goal.turns is not None and not goal.turns[0] <= turn <= goal.turns[1]:
                continue
            index = self.ground.board.index
            known = frozenset(index[h] for h in goal.hexes if h in index)
            for hexes in [frozenset({i}) for i in sorted(known)] if goal.each else [known]:
                if not hexes:
                    continue
                first = min(hexes)
                if goal.side:
                    is_held = goal.side != self.side
                else:
                    is_held = self.answers.control(first) == self.side
                yield Goal(hexes, goal.worth, is_held, goal.without, goal.need)

    @cached_property
    def far(self) -> NDArray[np.float64]:
        """The cost from each hex to each goal; shape (goals, hexes)."""
        return self.ground.distances([goal.hexes for goal in self.goals], self.blown)

    @cached_property
    def _pull(self) -> NDArray[np.float64]:
        """The remaining share of each goal's attraction in each hex; shape (goals, hexes)."""
        goals = [goal.hexes for goal in self.goals]
        return self.ground.shares(self.weights.goal.decay, goals, self.blown)

    @cached_property
    def _near(self) -> NDArray[np.float64]:
        """The closeness of each hex to each goal, 1 at the goal; shape (goals, hexes)."""
        goals = [goal.hexes for goal in self.goals]
        return self.ground.shares(self.weights.goal.near, goals, self.blown)

    @cached_property
    def _around(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The strengths of the side and of the enemy near each goal."""
        own, enemy = np.zeros(self.ground.hexes), np.zeros(self.ground.hexes)
        for figure in self.figures.values():
            (own if figure.side == self.side else enemy)[figure.place] += figure.strength
        return self._near @ own, self._near @ enemy

    @property
    def lead(self) -> NDArray[np.float64]:
        """The strength of the side near each goal, less that of the enemy."""
        own, enemy = self._around
        return own - enemy

    @cached_property
    def _worths(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the worth of each goal as a target and as a held goal; one of the two is 0."""
        taken = np.array([0.0 if g.held else g.worth for g in self.goals])
        values = np.array([g.worth if g.held else 0.0 for g in self.goals])
        return taken, values

    def attraction(self, unit: Figure | None = None) -> NDArray[np.float64]:
        """Return the attraction of every hex for a unit, taking the other units near the goals into
        account.

        The strength of the unit itself does not count.
        """
        if not self.goals:
            return np.zeros(self.ground.hexes)
        result: NDArray[np.float64] = self._shares(unit) @ self._pull
        return result

    def _shares(self, unit: Figure | None) -> NDArray[np.float64]:
        """Return the worth of each goal for a unit, less where enough other units are near it."""
        weights = self.weights.goal
        own, enemy = self._around
        need = weights.need + np.array([g.need for g in self.goals])
        meant = np.array(
            [1.0 if unit is None or g.without not in unit.traits else 0.0 for g in self.goals]
        )
        if unit is not None and 0 <= unit.place < self.ground.hexes:
            own = own - self._near[:, unit.place] * unit.strength
        wanted = need + weights.margin * enemy
        short = np.clip(wanted / np.maximum(own, 0.1), 0, 1)
        taken, held_worth = self._worths
        threat = np.clip(enemy / weights.need, weights.calm, 1)
        present = self.weights.move.present
        if present and unit is not None:
            alone = np.array([present * self._is_alone(unit, goal) for goal in self.goals])
            taken, held_worth = taken + alone * held_worth, (1 - alone) * held_worth
        result: NDArray[np.float64] = meant * short * (taken + held_worth * weights.hold * threat)
        return result

    def _is_alone(self, unit: Figure, goal: Goal) -> bool:
        """Return whether a unit, or those that move with it, are the only ones in a goal."""
        there = sum(f.strength for i in goal.hexes for f in self.own.get(i, ()))
        return unit.place in goal.hexes and there <= unit.strength

    @cached_property
    def alarmed(self) -> NDArray[np.bool_]:
        """Whether an enemy that can attack is within the march of an alert from each goal."""
        places = [i for i, stack in self.enemies.items() if any(f.attack for f in stack)]
        near: NDArray[np.bool_] = np.any(self.far[:, places] <= self.weights.move.alert, axis=1)
        return near

    @cached_property
    def pull(self) -> NDArray[np.float64]:
        """The attraction of every hex in the position."""
        return self.attraction()

    @cached_property
    def pull_by_hex(self) -> Sequence[float]:
        """The same as plain numbers."""
        numbers: list[float] = self.pull.tolist()
        return numbers

    def mended(self, name: str) -> float:
        """Return by how much the repair of a blown bridge shortens the march to the goals that are
        not held: hexes times their worth, for the mean unit of the side.
        """
        if not self.goals or name not in self.blown:
            return 0.0
        far = self.ground.distances([goal.hexes for goal in self.goals], self.blown - {name})
        saved = np.clip(self.far - far, 0, None)
        saved[~np.isfinite(saved)] = 0
        gain = self._worths[0] @ saved
        own = [f for f in self.figures.values() if f.side == self.side]
        total = sum(f.strength for f in own)
        return sum(float(gain[f.place]) * f.strength for f in own) / max(1.0, total)

    def goal_of(self, hex_: int, unit: Figure) -> Goal | None:
        """Return the goal that attracts a unit most to a hex; None if none does."""
        if not self.goals:
            return None
        gain = self._pull[:, hex_]
        if 0 <= unit.place < self.ground.hexes:
            gain = gain - self._pull[:, unit.place]
        drawn = self._shares(unit) * gain
        best = int(np.argmax(drawn))
        return self.goals[best] if drawn[best] > 0 else None

    @cached_property
    def lanes(self) -> NDArray[np.float64]:
        """The worth of the held goals to which the enemy's nearest way leads through each hex."""
        result = np.zeros(self.ground.hexes)
        if not self.enemies:
            return result
        [behind] = self.ground.distances([self.enemies], self.blown)
        for goal, far in zip(self.goals, self.far, strict=True):
            way = min(far[place] for place in self.enemies)
            if goal.held and 0 < way < np.inf:
                detour = behind + far - way
                result += goal.worth * np.clip(1 - detour / self.weights.move.slack, 0, 1)
        return result

    # -- the enemy --------------------------------------------------------------------------------

    @cached_property
    def _reached(self) -> Counter[int]:
        """The number of places of the side's units at or beside each hex."""
        return self._around_places(self.own)

    @cached_property
    def guarded(self) -> Counter[int]:
        """The number of places of the side's units that can attack, at or beside each hex."""
        return self._around_places(
            i for i, stack in self.own.items() if any(f.attack for f in stack)
        )

    def _around_places(self, places: Iterable[int]) -> Counter[int]:
        """Return the number of the places at or beside each hex."""
        return Counter(j for i in places for j in (i, *self.ground.beside(i)))

    def exits(self, target: int, without: Figure | None = None) -> frozenset[int]:
        """Return the hexes beside an enemy stack that are neither occupied by the side nor beside
        its units; the place of those of a figure can be left out.
        """
        left: Collection[int] = () if without is None else self._left_by(without)
        around = self.ground.beside(target)
        return frozenset(i for i in around if self._reached[i] <= int(i in left))

    def gaps(self, line: Iterable[int], without: Figure) -> frozenset[int]:
        """Return the hexes of a line at or beside which no unit of the side can attack, leaving out
        those of a figure.
        """
        left = self._left_by(without)
        return frozenset(i for i in line if self.guarded[i] <= int(i in left))

    def _left_by(self, figure: Figure) -> Collection[int]:
        """Return the hexes at or beside which a figure is, if it is alone in its place."""
        if len(self.own.get(figure.place, ())) != len(figure.ids):
            return ()
        return (figure.place, *self.ground.beside(figure.place))

    @cached_property
    def threat(self) -> NDArray[np.float64]:
        """The enemy's attack factors that threaten each hex."""
        move, result = self.weights.move, np.zeros(self.ground.hexes)
        for place, stack in self.enemies.items():
            attack = sum(f.attack for f in stack)
            if not attack:
                continue
            for far, ring in enumerate(self.ground.ring_indices(place, move.reach)):
                result[ring] += attack * move.afar ** max(0, far - 1)
        return result

    @cached_property
    def threat_by_hex(self) -> Sequence[float]:
        """The same as plain numbers."""
        numbers: list[float] = self.threat.tolist()
        return numbers

    def approaches(self, target: int) -> set[int]:
        """Return the hexes from which a hex can be attacked, according to the game's weights."""
        around = self.ground.beside(target)
        if self.weights.move.across:
            return set(around)
        return {i for i in around if not self.ground.crosses(i, target, self.blown)}

    def defense_at(self, hex_: int, without: Figure) -> float:
        """Return the defence of the side's units in a hex, without those of a figure."""
        return sum(f.defense for f in self.own.get(hex_, ()) if f.id not in without.ids)

    def cover(self, hex_: int) -> float:
        """Return the factor by which the ground of a hex multiplies the defence."""
        table, board = self.weights.cover, self.ground.board
        words = (str(board.terrain[hex_]), str(board.settlement[hex_]))
        return max(table.get(word, 1.0) for word in words)

    def badness(self, status: Iterable[str]) -> float:
        """Return the total weight of a unit's bad statuses."""
        return sum(self.weights.status.get(word, 0) for word in status)
