"""Evaluate moves: attraction of goals, enemies within reach, danger, and costs of the
destination.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from engine.core import actions as act
from engine.core.errors import UserError
from engine.opponent.attacks import promise_of
from engine.opponent.depots import exposure, follow
from engine.opponent.outlook import Figure, Goal, Outlook, joined
from engine.opponent.perils import breaking
from engine.opponent.player import Advice, Reason
from engine.rules.answers import Price

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Ambition:
    """The attacks that are planned for a phase, by the hex of the enemy stack."""

    could: Mapping[int, float]
    """The attack factors that could be assembled next to each stack."""
    promise: Mapping[int, float]
    """The worth of the best attack on each stack by units that no better attack needs; none
    without odds."""
    planned: Mapping[int, Collection[str]] | None
    """The units of each attack that pays; None for a player that plans no attacks."""


def ambition_of(outlook: Outlook, movers: Collection[str]) -> Ambition:
    """Return what units that move could attack, and the attacks that are planned if the weights
    allow it: the best first, each unit in one of them.
    """
    if outlook.state.clock.phase in outlook.weights.move.after:
        return Ambition({}, {}, {})
    beside = {target: outlook.approaches(target) for target in outlook.enemies}
    able: dict[int, list[tuple[float, str]]] = {target: [] for target in beside}
    for name, piece in outlook.state.pieces.items():
        view = outlook.answers.unit(name) if piece.side == outlook.side else None
        attack = outlook.known.of(view).attack if view is not None else 0.0
        if not attack:
            continue
        places = {piece.place} | (_ends(outlook, name) if name in movers else set())
        for target, around in beside.items():
            if not places.isdisjoint(around):
                able[target].append((attack, name))
    could = {target: sum(attack for attack, _ in units) for target, units in able.items()}
    if not outlook.weights.move.group:
        return Ambition(could, {}, None)
    names = {
        target: [name for _, name in sorted(units, key=lambda pair: (-pair[0], pair[1]))]
        for target, units in able.items()
    }
    planned: dict[int, Collection[str]] = {}
    groups = {target: _best_group(outlook, units, target) for target, units in names.items()}
    busy: set[str] = set()
    while left := [target for target in groups if target not in planned]:
        best = max(left, key=lambda target: groups[target][0])
        if groups[best][0] < outlook.weights.attack.least:
            break
        planned[best] = groups[best][1]
        busy.update(planned[best])
        for target in left:
            if target != best and not busy.isdisjoint(groups[target][1]):
                free = [name for name in names[target] if name not in busy]
                groups[target] = _best_group(outlook, free, target)
    promise = {target: worth for target, (worth, units) in groups.items() if units}
    return Ambition(could, promise, planned)


def _best_group(outlook: Outlook, units: Sequence[str], target: int) -> tuple[float, Sequence[str]]:
    """Return the worth of the best attack on a hex by the first of some units, and these; the
    worth is 0 without odds.
    """
    groups = (units[:count] for count in range(1, 1 + min(len(units), outlook.weights.move.group)))
    rated = [(w, g) for g in groups if (w := promise_of(outlook, g, target)) is not None]
    return max(rated, key=lambda pair: pair[0], default=(0.0, ()))


def _ends(outlook: Outlook, unit: str) -> set[int]:
    """Return the legal destinations of a unit on the map or outside it."""
    rules = outlook.ruleset
    if outlook.state.pieces[unit].place < outlook.ground.hexes and "reach" in rules.questions:
        with suppress(UserError):
            return set(outlook.answers.reach((unit,)).hexes)
        return set()
    moves = (a for a in rules.actions_of(outlook.state, unit) if isinstance(a, act.MoveUnits))
    return {rules.places.index(move.path[-1]) for move in moves}


class Ends:
    """Scores of one unit's destinations in a position."""

    def __init__(self, outlook: Outlook, figure: Figure, ambition: Ambition) -> None:
        self.outlook = outlook
        self.figure = figure
        self._ambition = ambition
        self._now: dict[int, float] = {}
        self._pull: NDArray[np.float64] = outlook.attraction(figure)
        self._follow = follow(outlook, figure)
        self._exposure = exposure(outlook, figure)
        self._fragile = breaking(outlook, [figure], 1.0) if figure.strength else 0.0
        self.scale = max(0.3, figure.strength / outlook.usual)

    def goal(self, hex_: int) -> float:
        """Return the worth of a hex for the goals, or for the units that a depot follows."""
        if self._follow is not None:
            return float(self._follow[hex_])
        return self.outlook.weights.move.goal * float(self._pull[hex_]) * self.scale

    def hunt(self, hex_: int) -> tuple[float, int | None]:
        """Return the worth of being next to enemies, and the hex of the best target."""
        outlook, move = self.outlook, self.outlook.weights.move
        best, target = 0.0, None
        planned = self._ambition.planned
        if not self.figure.attack:
            return best, target
        for place in outlook.ground.beside(hex_):
            stack = outlook.enemies.get(place)
            if not stack or hex_ not in outlook.approaches(place):
                continue
            if move.planned and planned is not None:
                worth = self._part(hex_, place)
                if worth > best:
                    best, target = worth, place
                continue
            defense = max(1.0, sum(f.defense for f in stack))
            ratio = self._ambition.could.get(place, 0) / defense
            there = self._assembled(place)
            if ratio < move.odds or there / defense > move.enough:
                continue
            if planned is not None and self.figure.id not in planned.get(place, ()):
                continue
            worth = move.hunt * (defense + move.goal * float(outlook.pull[place]))
            worth *= min(1.0, self.figure.attack / defense + there / defense / move.enough)
            if worth > best:
                best, target = worth, place
        return best, target

    def _joins(self, target: int) -> bool:
        """Return whether the unit takes part in the attack that is planned on a stack."""
        return self.figure.id in (self._ambition.planned or {}).get(target, ())

    def _part(self, hex_: int, target: int) -> float:
        """Return the worth of taking part in the planned attack on a stack from a hex: more where
        the unit closes ways of retreat.
        """
        if not self._joins(target):
            return 0.0
        outlook, move = self.outlook, self.outlook.weights.move
        exits = outlook.exits(target, self.figure)
        closed = exits & {hex_, *outlook.ground.beside(hex_)}
        share = len(closed) / len(exits) if exits else 0.0
        strength = sum(f.strength for f in outlook.enemies[target])
        return move.planned * self._ambition.promise[target] + move.around * strength * share

    def _assembled(self, target: int) -> float:
        """Return the attack factors next to a target, without this unit."""
        own = self.outlook.own
        around = self.outlook.approaches(target)
        return sum(f.attack for i in around for f in own.get(i, ()) if f.id not in self.figure.ids)

    def danger(self, hex_: int) -> float:
        """Return the cost of being attacked in a hex, and of depots near the enemy there."""
        outlook = self.outlook
        defense = outlook.defense_at(hex_, self.figure) + self.figure.defense
        over = float(outlook.threat[hex_]) - defense * outlook.cover(hex_)
        if outlook.weights.move.planned:  # the stack is attacked first
            around = (j for j in outlook.ground.beside(hex_) if self._joins(j))
            over -= sum(f.attack for j in around for f in outlook.enemies.get(j, ()))
        worst = 2 * self.figure.strength
        cost = outlook.weights.move.danger * min(max(0.0, over), worst)
        if self._fragile:
            cost += self._fragile * min(1.0, max(0.0, over) / worst)
        return cost if self._exposure is None else cost + float(self._exposure[hex_])

    def compelled(self, hex_: int) -> float:
        """Return the cost of being next to enemies that must be attacked although it does not
        pay.
        """
        move = self.outlook.weights.move
        if not move.compelled:
            return 0.0
        around = (j for j in self.outlook.ground.beside(hex_) if j in self.outlook.enemies)
        return -move.compelled * sum(min(0.0, self._likely(target)) for target in around)

    def _likely(self, target: int) -> float:
        """Return the mean worth of an attack by all that could come, and by the units there now
        with this one.
        """
        if target not in self._now:
            outlook = self.outlook
            own = (f for i in outlook.approaches(target) for f in outlook.own.get(i, ()))
            there = {*self.figure.ids, *(f.id for f in own if f.attack)}
            worth = promise_of(outlook, sorted(there), target)
            self._now[target] = self._guessed(target) if worth is None else worth
        now = self._now[target]
        return (self._ambition.promise.get(target, now) + now) / 2

    def _guessed(self, target: int) -> float:
        """Return the worth of an attack without odds, as by a unit outside the map: a lost step at
        bad odds.
        """
        weights, figure = self.outlook.weights, self.figure
        defense = sum(f.defense for f in self.outlook.enemies[target])
        if self._assembled(target) + figure.attack >= weights.move.odds * defense:
            return 0.0
        return -weights.attack.lose * figure.strength / max(1, figure.steps)

    def seat(self, hex_: int) -> float:
        """Return the worth of being in a hex of a goal: it is taken, or kept from enemies nearby,
        with less worth for each unit that is there already. Of a held goal each hex is a part.
        """
        outlook, move = self.outlook, self.outlook.weights.move
        others = sum(f.id not in self.figure.ids for f in outlook.own.get(hex_, ()))
        total = 0.0
        for goal, alarmed in zip(outlook.goals, outlook.alarmed, strict=True):
            if hex_ in goal.hexes and goal.without not in self.figure.traits:
                near = 1.0 if alarmed else min(1.0, float(outlook.threat[hex_]) / outlook.usual)
                near = max(near, move.present)
                held = move.keep * near / len(goal.hexes)
                total += goal.worth * (held if goal.held else move.take)
        return total * move.more**others

    def block(self, hex_: int) -> float:
        """Return the worth of being in the enemy's way to a held goal where no other own unit
        is; none for a unit that cannot attack, such as a headquarters.
        """
        outlook, move = self.outlook, self.outlook.weights.move
        if not move.block or not self.figure.attack:
            return 0.0
        around = (f for i in (hex_, *outlook.ground.beside(hex_)) for f in outlook.own.get(i, ()))
        if any(f.id not in self.figure.ids for f in around):
            return 0.0
        return move.block * float(outlook.lanes[hex_])

    def price(self, price: Price) -> float:
        """Return the cost that the rules attach to ending a move in a hex."""
        move, outlook = self.outlook.weights.move, self.outlook
        cost = move.loss * price.steps + move.status * outlook.badness(price.status)
        if price.supplied is False:
            cost += move.supply
        if any("stack" in note.key for note in price.notes):
            cost += move.crowded
        return cost

    def worth(self, hex_: int, price: Price) -> float:
        """Return the worth of ending a move in a hex."""
        friends = self.outlook.weights.move.friends
        beside = self.outlook.ground.beside(hex_)
        total = self.goal(hex_) + self.hunt(hex_)[0] - self.danger(hex_) - self.price(price)
        total += self.seat(hex_) + self.block(hex_) - self.compelled(hex_)
        if friends and any(i in self.outlook.own for i in beside):
            total += friends
        return total


def best_move(
    outlook: Outlook,
    units: Sequence[str],
    moves: Sequence[act.MoveUnits],
    ambition: Ambition,
    *,
    forced: bool = False,
) -> Advice | None:
    """Return the best move of a unit, or of units that move together, and its advantage over
    staying; None if staying is best, unless the rules require a move (``forced``).
    """
    views = [v for unit in units if (v := outlook.answers.unit(unit)) is not None]
    if not views:
        return None
    figure = joined([outlook.known.of(view) for view in views])
    ends = Ends(outlook, figure, ambition)
    weights, places = outlook.weights.move, outlook.ruleset.places
    prices: Mapping[int, Price] = {}
    if "reach" in outlook.ruleset.questions:
        try:
            reach = outlook.answers.reach(tuple(units))
        except UserError:
            pass
        else:
            prices = {place: end.price for place, end in reach.hexes.items()}
    outside = not 0 <= figure.place < outlook.ground.hexes
    stay = -weights.arrive if outside else ends.worth(figure.place, Price())
    best: act.MoveUnits | None = None
    worth, place = -inf if forced else stay + weights.better, -1
    for move in moves:
        end = places.index(move.path[-1])
        if not 0 <= end < outlook.ground.hexes:
            continue
        gain = ends.worth(end, prices.get(end, Price()))
        if not outside:
            gain -= weights.far * outlook.ground.board.distance(figure.place, end)
        if gain > worth:
            best, worth, place = move, gain, end
    if best is None:
        return None
    return Advice(best, worth - stay, _why(ends, place, outside=outside))


def _why(ends: Ends, place: int, *, outside: bool) -> Reason:
    """Return the main reason for a move."""
    outlook, figure = ends.outlook, ends.figure
    where = outlook.answers.where(place)
    unit = outlook.answers.name(figure.id)
    hunt, target = ends.hunt(place)
    if outside:
        return Reason("arrive", {"unit": unit, "where": where})
    gain = ends.goal(place) - ends.goal(figure.place)
    less = ends.danger(figure.place) - ends.danger(place)
    if target is not None and hunt >= max(gain, less):
        enemy = outlook.answers.where(target)
        return Reason("hunt", {"unit": unit, "where": where, "target": enemy})
    if less > gain:
        return Reason("safer", {"unit": unit, "where": where})
    if ends.block(place) - ends.block(figure.place) > gain:
        return Reason("block", {"unit": unit, "where": where})
    depot = outlook.weights.depots.get(figure.depot)
    if depot is not None:
        return Reason("repair" if depot.bridges else "serve", {"unit": unit, "where": where})
    goal = outlook.goal_of(place, figure.place)
    if goal is None:
        return Reason("move", {"unit": unit, "where": where})
    if place in goal.hexes:
        return Reason("hold" if goal.held else "take", {"unit": unit, "where": where})
    key = "guard" if goal.held else "goal"
    return Reason(key, {"unit": unit, "where": where, "goal": nearest_of(outlook, goal, place)})


def nearest_of(outlook: Outlook, goal: Goal, place: int) -> str:
    """Return the name of the hex of a goal that is nearest to a place."""
    distance = outlook.ground.board.distance
    return outlook.answers.where(min(goal.hexes, key=lambda i: (distance(place, i), i)))
