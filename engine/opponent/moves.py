"""Choose the moves of units, with their reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from engine.core import actions as act
from engine.opponent.ends import Ambition, Ends, Post, prices_of
from engine.opponent.outlook import Goal, Outlook, joined
from engine.opponent.plans import stands
from engine.opponent.player import Advice, Reason
from engine.rules.answers import Price


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
    prices = prices_of(outlook, units)
    outside = not 0 <= figure.place < outlook.ground.hexes
    stay = -weights.arrive if outside else ends.worth(figure.place, Price())
    post = ambition.posts.get(units[0]) if len(units) == 1 else None
    if post is not None and not forced and stands(outlook, ambition, post.target):
        move, place = _to_post(ends, post, moves, prices)
        if place == figure.place:
            return None
        if move is not None:
            worth = ambition.promise[post.target]
            return Advice(move, worth, _why(ends, units, place, outside=outside, aim=post.target))
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
    return Advice(best, worth - stay, _why(ends, units, place, outside=outside))


def _to_post(
    ends: Ends, post: Post, moves: Sequence[act.MoveUnits], prices: Mapping[int, Price]
) -> tuple[act.MoveUnits | None, int]:
    """Return the move of a unit to its post, or to the best other hex from which it can attack the
    same target, and the hex; no move if it is there already, or cannot come without a loss.
    """
    outlook, start = ends.outlook, ends.figure.place
    around, index = outlook.approaches(post.target), outlook.ruleset.places.index
    choices: dict[int, act.MoveUnits | None] = {index(m.path[-1]): m for m in moves}
    choices[start] = None
    near = [hex_ for hex_ in choices if hex_ in around]
    if not near:
        return None, -1
    worths = {hex_: ends.calm(hex_, prices.get(hex_, Price())) for hex_ in near}
    lost = {hex_: prices[hex_].steps if hex_ in prices else 0 for hex_ in near}
    best = max(near, key=lambda hex_: (not lost[hex_], hex_ == post.hex, worths[hex_]))
    return (None, -1) if lost[best] else (choices[best], best)


def _why(
    ends: Ends, units: Sequence[str], place: int, *, outside: bool, aim: int | None = None
) -> Reason:
    """Return the main reason for a move; ``aim`` is the target of a planned attack."""
    outlook, figure = ends.outlook, ends.figure
    where = outlook.answers.where(place)
    unit = ", ".join(map(outlook.answers.name, units))
    hunt, target = ends.hunt(place)
    if outside:
        return Reason("arrive", {"unit": unit, "where": where})
    gain = ends.goal(place) - ends.goal(figure.place)
    less = ends.danger(figure.place) - ends.danger(place)
    if aim is None and hunt >= max(gain, less):
        aim = target
    if aim is not None:
        enemy = outlook.answers.where(aim)
        return Reason("hunt", {"unit": unit, "where": where, "target": enemy})
    if less > gain:
        return Reason("safer", {"unit": unit, "where": where})
    if ends.front(place) - ends.front(figure.place) > gain:
        return Reason("front", {"unit": unit, "where": where})
    if ends.block(place) - ends.block(figure.place) > gain:
        return Reason("block", {"unit": unit, "where": where})
    depot = outlook.weights.depots.get(figure.depot)
    if depot is not None:
        return Reason("repair" if depot.bridges else "serve", {"unit": unit, "where": where})
    goal = outlook.goal_of(place, figure)
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
