"""Plan the attacks of a phase before its moves: the units of each, and a hex for each unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING

from engine.core import actions as act
from engine.core.reducer import apply
from engine.core.resolve import relocate
from engine.opponent.attacks import joint, promise_of
from engine.opponent.ends import Ambition, Ends, Post, prices_of
from engine.opponent.front import front_of
from engine.opponent.outlook import Outlook
from engine.rules.answers import Price

if TYPE_CHECKING:
    from engine.core.effects import Clock
    from engine.core.state import State

Costs = Mapping[tuple[int, int], float]
"""The worth that a unit gives up elsewhere by attacking from a hex; by that hex and the target."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An attack that could be planned."""

    gain: float = 0.0
    """Its worth beyond that which its units give up."""
    cost: float = 0.0
    """The worth that they give up elsewhere."""
    hexes: Mapping[str, int] = field(default_factory=dict)
    """The hex of each unit."""


def ambition_of(outlook: Outlook, movers: Collection[str]) -> Ambition:
    """Return what units that move could attack, and the attacks that are planned, if the weights
    allow it.
    """
    line = front_of(outlook)
    fight = outlook.ruleset.next_attack(outlook.state.clock)
    if fight is None:
        return Ambition(planned={}, line=line)
    prices = {name: _prices(outlook, name) for name in movers}
    able: dict[int, dict[str, float]] = {target: {} for target in outlook.enemies}
    around = {target: outlook.approaches(target) for target in able}
    for name, piece in outlook.state.pieces.items():
        view = outlook.answers.unit(name) if piece.side == outlook.side else None
        attack = outlook.known.of(view).attack if view is not None else 0.0
        if attack:
            places = {piece.place, *prices.get(name, ())}
            for target, hexes in around.items():
                if not places.isdisjoint(hexes):
                    able[target][name] = attack
    could = {target: sum(units.values()) for target, units in able.items()}
    move = outlook.weights.move
    if not move.group:
        return Ambition(could, line=line)
    if move.post:
        return _Planner(outlook, fight, able, prices, line).planned(could)
    return replace(_grouped(outlook, able, could), line=line)


def _prices(outlook: Outlook, unit: str) -> Mapping[int, Price]:
    """Return the legal destinations of a unit, with those that move along, on the map or outside
    it, with their prices.
    """
    rules, hexes = outlook.ruleset, outlook.ground.hexes
    if outlook.state.pieces[unit].place < hexes and "reach" in rules.questions:
        return prices_of(outlook, outlook.answers.moved_together((unit,)))
    moves = (a for a in rules.actions_of(outlook.state, unit) if isinstance(a, act.MoveUnits))
    ends = (rules.places.index(move.path[-1]) for move in moves)
    return {i: Price() for i in ends if 0 <= i < hexes}


def _grouped(
    outlook: Outlook, able: Mapping[int, Mapping[str, float]], could: Mapping[int, float]
) -> Ambition:
    """Return the attacks that pay by the strongest units, the best first, each unit in one."""
    names = {target: _strongest_first(units) for target, units in able.items()}
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


def _strongest_first(units: Mapping[str, float]) -> list[str]:
    """Return units by their attack factors."""
    return sorted(units, key=lambda name: (-units[name], name))


def _best_group(outlook: Outlook, units: Sequence[str], target: int) -> tuple[float, Sequence[str]]:
    """Return the worth of the best attack on a hex by the first of some units, and these; the
    worth is 0 without odds.
    """
    groups = (units[:count] for count in range(1, 1 + min(len(units), outlook.weights.move.group)))
    rated = [(w, g) for g in groups if (w := promise_of(outlook, g, target)) is not None]
    return max(rated, key=lambda pair: pair[0], default=(0.0, ()))


class _Planner:
    """The attacks with a hex for each unit that could be planned in a position."""

    def __init__(
        self,
        outlook: Outlook,
        fight: Clock,
        able: Mapping[int, Mapping[str, float]],
        prices: Mapping[str, Mapping[int, Price]],
        line: frozenset[int],
    ) -> None:
        self._outlook = outlook
        self._line = line
        self._fight = fight
        self._able = able
        """The attack factors of the units that could attack each enemy stack."""
        self._costs = {n: self._costs_of(n, ends) for n, ends in sorted(prices.items()) if ends}
        self._room: Counter[int] = Counter()
        """The number of units in each hex that stay there or have it as their post."""
        for place, stack in outlook.own.items():
            self._room[place] = sum(f.id not in self._costs for f in stack)
        self._posts: dict[str, Post] = {}
        self._barred: set[tuple[str, int]] = set()
        """Units with a target that the rules do not allow them to attack."""
        self._promises: dict[tuple[int, frozenset[str]], float | None] = {}

    def planned(self, could: Mapping[int, float]) -> Ambition:
        """Return the attacks that are worth more than what their units give up, the best first."""
        planned: dict[int, Collection[str]] = {}
        promise: dict[int, float] = {}
        plans = {target: self._best(target) for target, units in self._able.items() if units}
        while plans:
            target = max(plans, key=lambda target: (plans[target].gain, -target))
            plan = plans[target]
            if plan.gain <= 0:
                break
            worth, allowed = self._checked(target, plan)
            if len(allowed) < len(plan.hexes):
                self._barred |= {(name, target) for name in plan.hexes if name not in allowed}
                plans[target] = self._best(target)
                continue
            del plans[target]
            if worth is None or self._outlook.weights.move.post * worth <= plan.cost:
                continue
            planned[target], promise[target] = tuple(plan.hexes), worth
            self._posts |= {name: Post(hex_, target) for name, hex_ in plan.hexes.items()}
            self._room.update(hex_ for name, hex_ in plan.hexes.items() if name in self._costs)
            taken = set(plan.hexes.values())
            for other, rival in plans.items():
                units, hexes = rival.hexes.keys(), rival.hexes.values()
                if not (units.isdisjoint(plan.hexes) and taken.isdisjoint(hexes)):
                    plans[other] = self._best(other)
        return Ambition(could, promise, planned, self._posts, self._line)

    def _costs_of(self, name: str, prices: Mapping[int, Price]) -> Costs:
        """Return what a unit gives up in each hex beside enemies, against its best end without an
        attack; by the hex and the enemy stack that it attacks from there.
        """
        outlook, view = self._outlook, self._outlook.answers.unit(name)
        if view is None:
            return {}
        figure = outlook.known.of(view)
        ends = Ends(outlook, figure, Ambition(planned={}, line=self._line))
        if 0 <= figure.place < outlook.ground.hexes:
            prices = {**prices, figure.place: Price()}
        best, result = -inf, {}
        for hex_, price in prices.items():
            calm = ends.calm(hex_, price)
            best = max(best, calm - ends.danger(hex_) - ends.compelled(hex_))
            for target in outlook.ground.beside(hex_):
                if name in self._able.get(target, ()):
                    result[hex_, target] = calm - ends.danger(hex_, (target,))
        return {key: best - worth for key, worth in result.items()}

    def _best(self, target: int) -> Plan:
        """Return the attack on an enemy stack that gains most, by its strongest units or by those
        that give up least for their strength.
        """
        offers: list[tuple[float, float, str]] = []
        for name, attack in self._able[target].items():
            if name not in self._posts and (name, target) not in self._barred:
                cost = min((c for c, _ in self._free(name, target, {})), default=inf)
                offers.append((attack, cost, name))
        strongest = sorted(offers, key=lambda offer: (-offer[0], offer[1:]))
        cheapest = sorted(offers, key=lambda offer: (offer[1] / offer[0], offer[2]))
        plans = (
            self._assembled(target, [name for _, _, name in order])
            for order in (strongest, cheapest)
        )
        return max(plans, key=lambda plan: plan.gain)

    def _free(self, name: str, target: int, used: Mapping[int, int]) -> Iterable[tuple[float, int]]:
        """Yield the hexes from which a unit could attack a stack, with what it gives up there."""
        costs, stack = self._costs.get(name), self._outlook.weights.move.stack
        if costs is None:
            yield 0.0, self._outlook.state.pieces[name].place
            return
        for hex_ in self._outlook.approaches(target):
            if (hex_, target) in costs and self._room[hex_] + used.get(hex_, 0) < stack:
                yield costs[hex_, target], hex_

    def _assembled(self, target: int, order: Sequence[str]) -> Plan:
        """Return the attack by the first of some units that gains most."""
        weights, best = self._outlook.weights, Plan()
        used: Counter[int] = Counter()
        hexes: dict[str, int] = {}
        total = 0.0
        for name in order:
            cost, hex_ = min(self._free(name, target, used), default=(inf, -1))
            if cost == inf:
                continue
            hexes[name] = hex_
            total += cost
            used[hex_] += name in self._costs
            worth = self._promise(target, hexes)
            if worth is not None and worth >= weights.attack.least:
                gain = weights.move.post * worth - total
                if gain > best.gain:
                    best = Plan(gain, total, dict(hexes))
            if len(hexes) == weights.move.group:
                break
        return best

    def _promise(self, target: int, units: Collection[str]) -> float | None:
        """Return the worth of an attack by the odds from where its units are now."""
        key = target, frozenset(units)
        if key not in self._promises:
            self._promises[key] = promise_of(self._outlook, tuple(units), target)
        return self._promises[key]

    def _checked(self, target: int, plan: Plan) -> tuple[float | None, Collection[str]]:
        """Return the worth of an attack once its units are in their hexes, and those that may
        join it by the rules of its phase; without a check, by the odds from where they are now.
        """
        outlook = self._outlook
        if not outlook.weights.move.exact:
            return self._promise(target, plan.hexes), plan.hexes.keys()
        state = replace(_relocated(outlook, plan.hexes), clock=self._fight)
        there = Outlook(outlook.ruleset, state, outlook.side, outlook.weights, outlook.ground)
        attack = joint(there, target, tuple(plan.hexes))
        if attack is None:
            return None, ()
        return promise_of(there, attack.attackers, target), attack.attackers


def _relocated(outlook: Outlook, hexes: Mapping[str, int]) -> State:
    """Return the state with some units in other hexes."""
    state, places = outlook.state, outlook.ruleset.places
    for name, hex_ in hexes.items():
        if state.pieces[name].place != hex_:
            state = apply(state, relocate(state, places, name, places.name(hex_)), places)
    return state


def stands(outlook: Outlook, ambition: Ambition, target: int) -> bool:
    """Return whether a planned attack still pays with its units."""
    if target not in outlook.enemies or ambition.planned is None:
        return False
    units = [n for n in ambition.planned[target] if outlook.answers.unit(n) is not None]
    worth = promise_of(outlook, units, target) if units else None
    return worth is not None and worth >= outlook.weights.attack.least
