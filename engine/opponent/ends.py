"""Evaluate where a move ends: attraction of goals, enemies beside it, danger, and costs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from engine.core.errors import UserError
from engine.opponent.attacks import promise_of
from engine.opponent.depots import exposure, follow
from engine.opponent.outlook import Figure, Outlook
from engine.opponent.perils import breaking
from engine.rules.answers import Price

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Post(NamedTuple):
    """The hex from which a unit takes part in a planned attack, and the hex of its target."""

    hex: int
    target: int


@dataclass(frozen=True, slots=True)
class Ambition:
    """The attacks that are planned for a phase, by the hex of the enemy stack."""

    could: Mapping[int, float] = field(default_factory=dict)
    """The attack factors that could be assembled next to each stack."""
    promise: Mapping[int, float] = field(default_factory=dict)
    """The worth of each planned attack, and without posts of the best on each other stack."""
    planned: Mapping[int, Collection[str]] | None = None
    """The units of each planned attack; None for a player that plans none."""
    posts: Mapping[str, Post] = field(default_factory=dict)
    """The posts of the units of planned attacks."""
    line: frozenset[int] = frozenset()
    """The hexes of the front."""


def prices_of(outlook: Outlook, units: Sequence[str]) -> Mapping[int, Price]:
    """Return the prices of the hexes that units on the map reach together; none where the rules do
    not answer.
    """
    if "reach" not in outlook.ruleset.questions:
        return {}
    try:
        return {i: end.price for i, end in outlook.answers.reach(tuple(units)).hexes.items()}
    except UserError:
        return {}


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
        self._gaps = outlook.gaps(ambition.line, figure) if figure.attack else frozenset()
        self._fragile = breaking(outlook, [figure], 1.0) if figure.strength else 0.0
        self.scale = max(0.3, figure.strength / outlook.usual)

    def goal(self, hex_: int) -> float:
        """Return the worth of a hex for the goals, or for the units that a depot follows."""
        if self._follow is not None:
            return float(self._follow[hex_])
        return self.outlook.weights.move.goal * float(self._pull[hex_]) * self.scale

    def hunt(self, hex_: int) -> tuple[float, int | None]:
        """Return the worth of being next to enemies, and the hex of the best target; with planned
        attacks only that of the unit's own.
        """
        outlook, move = self.outlook, self.outlook.weights.move
        best, target = 0.0, None
        if not self.figure.attack or self._ambition.posts:
            return best, target
        for place in outlook.ground.beside(hex_):
            stack = outlook.enemies.get(place)
            if not stack or hex_ not in outlook.approaches(place):
                continue
            if self._ambition.planned is not None:
                worth = self._part(hex_, place)
                if worth > best:
                    best, target = worth, place
                continue
            defense = max(1.0, sum(f.defense for f in stack))
            ratio = self._ambition.could.get(place, 0) / defense
            there = self._assembled(place)
            if ratio < move.odds or there / defense > move.enough:
                continue
            worth = move.hunt * (defense + move.goal * float(outlook.pull[place]))
            worth *= min(1.0, self.figure.attack / defense + there / defense / move.enough)
            if worth > best:
                best, target = worth, place
        return best, target

    def _joins(self, target: int) -> bool:
        """Return whether the unit, or one that moves with it, takes part in the attack that is
        planned on a stack.
        """
        return not self.figure.ids.isdisjoint((self._ambition.planned or {}).get(target, ()))

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

    def danger(self, hex_: int, attacked: Collection[int] | None = None) -> float:
        """Return the cost of being attacked in a hex, and of depots near the enemy there; stacks
        that are ``attacked`` first, by default in planned attacks of the unit, endanger nobody.
        """
        outlook, beside = self.outlook, self.outlook.ground.beside(hex_)
        defense = outlook.defense_at(hex_, self.figure) + self.figure.defense
        over = float(outlook.threat[hex_]) - defense * outlook.cover(hex_)
        if attacked is None and self._ambition.planned:
            attacked = [target for target in beside if self._joins(target)]
        for target in attacked or ():
            if target in beside:
                over -= sum(f.attack for f in outlook.enemies.get(target, ()))
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

    def front(self, hex_: int) -> float:
        """Return the worth of the gaps in the front that a unit closes from a hex."""
        closed = self._gaps.intersection((hex_, *self.outlook.ground.beside(hex_)))
        return self.outlook.weights.front.worth * len(closed)

    def price(self, price: Price) -> float:
        """Return the cost that the rules attach to ending a move in a hex."""
        move, outlook = self.outlook.weights.move, self.outlook
        cost = move.loss * price.steps + move.status * outlook.badness(price.status)
        if price.supplied is False:
            cost += move.supply
        if any("stack" in note.key for note in price.notes):
            cost += move.crowded
        return cost

    def calm(self, hex_: int, price: Price) -> float:
        """Return the worth of ending a move in a hex, apart from the enemies beside it."""
        friends = self.outlook.weights.move.friends
        beside = self.outlook.ground.beside(hex_)
        total = self.goal(hex_) - self.price(price) + self.seat(hex_)
        total += self.block(hex_) + self.front(hex_)
        if friends and any(i in self.outlook.own for i in beside):
            total += friends
        return total

    def worth(self, hex_: int, price: Price) -> float:
        """Return the worth of ending a move in a hex."""
        fight = self.hunt(hex_)[0] - self.danger(hex_) - self.compelled(hex_)
        return self.calm(hex_, price) + fight
