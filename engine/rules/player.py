"""Functions to play a game through the ports: for people, programs and computer opponents.

They return the deciding side, its legal actions, the dice of an action, the next state, the winner,
and alternatives to a refused action. They do not write a log. ``docs/writing-rules.md`` has a
player in ten lines; :mod:`engine.play.autoplay` is one that writes a log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from typing import TYPE_CHECKING

from engine.board.board import BEYOND
from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State
from engine.rules.judge import DiceNeeded, Given, Played, judged, play
from engine.rules.ports import Answers, Ruleset
from engine.rules.registry import is_legal

if TYPE_CHECKING:  # slow to import
    from engine.rules.answers import ChanceNode, Standing

ALL = 100_000
"""A limit higher than any number of legal actions."""


@dataclass(frozen=True, slots=True)
class Step:
    """A played action: the state after it, and its result."""

    state: State
    played: Played


@dataclass(frozen=True, slots=True)
class Branch:
    """An outcome of an action's dice: values, probability, next state."""

    dice: tuple[int, ...]
    probability: Fraction
    state: State


def to_decide(ruleset: Ruleset, state: State) -> str | None:
    """Return the side that must act; None if the game is over or there are no actions."""
    if state.pending:
        return state.pending[-1].side
    if ruleset.over(state) is not None:
        return None
    legal = ruleset.legal(state, 1)
    return legal.side if legal.actions else None


def actions(ruleset: Ruleset, state: State, unit: str | None = None) -> Iterator[act.Action]:
    """Yield the legal actions of the deciding side, or those of one unit.

    Those of a unit are computed one by one, so that the caller may stop early.
    """
    if unit is not None:
        yield from ruleset.actions_of(state, unit)
    else:
        yield from ruleset.legal(state, ALL).actions


def chance(
    ruleset: Ruleset, state: State, action: act.Action, thrown: Sequence[int] = ()
) -> ChanceNode | None:
    """Return the next dice of an action after those already rolled, or None.

    Raises Forbidden for an illegal action.
    """
    try:
        play(ruleset, state, action, Given(thrown))
    except DiceNeeded as needed:
        from engine.rules.answers import ChanceNode

        return ChanceNode(needed.sides, needed.count, needed.reason)
    return None


def step(ruleset: Ruleset, state: State, action: act.Action, thrown: Sequence[int] = ()) -> Step:
    """Play a legal action with the given dice, in order.

    Raises Forbidden for an illegal action, DiceNeeded if more dice are needed.
    """
    played = play(ruleset, state, action, Given(thrown))
    return Step(apply(state, played.effects, ruleset.places), played)


def branches(
    ruleset: Ruleset,
    state: State,
    action: act.Action,
    thrown: tuple[int, ...] = (),
    probability: Fraction = Fraction(1),
) -> Iterator[Branch]:
    """Yield all outcomes of a legal action's dice; the probabilities sum to 1.

    They are computed one by one, so that the caller may stop early. Raises Forbidden for an illegal
    action.
    """
    try:
        taken = step(ruleset, state, action, thrown)
    except DiceNeeded as needed:
        share = probability / needed.sides**needed.count
        for values in product(range(1, needed.sides + 1), repeat=needed.count):
            yield from branches(ruleset, state, action, (*thrown, *values), share)
        return
    yield Branch(thrown, probability, taken.state)


def outcome(ruleset: Ruleset, state: State) -> Standing | None:
    """Return the final standing; None while the game continues. In a draw the winner is no side."""
    winner = ruleset.over(state)
    if winner is None:
        return None
    if "standing" not in ruleset.questions:
        from engine.rules.answers import Standing

        return Standing({}, (), winner)
    return ruleset.answers(state).standing()


# -- alternatives to a refused action -------------------------------------------------------------


def alternatives_to(
    ruleset: Ruleset, state: State, action: act.Action, limit: int = 5
) -> tuple[act.Action, ...]:
    """Return legal alternatives to a refused action, the closest first.

    They are options of the pending decision; moves to the same place or the nearest ones; attacks
    on the same hex; duties before the phase can end. Empty for a legal action.
    """
    if is_legal(judged(ruleset, state, action)):
        return ()
    alternatives: list[act.Action] = []
    for tried in _instead(ruleset, state, action):
        if len(alternatives) == limit:
            break
        if (
            tried != action
            and tried not in alternatives
            and is_legal(judged(ruleset, state, tried))
        ):
            alternatives.append(tried)
    return tuple(alternatives)


def _instead(ruleset: Ruleset, state: State, action: act.Action) -> Iterator[act.Action]:
    position = ruleset.answers(state)
    if state.pending:
        kind = state.pending[-1].kind
        yield from (act.Choose(decision=kind, option=option) for option in position.options())
        return
    match action:
        case act.MoveUnits():
            yield from _other_ends(position, action)
        case act.DeclareAttack():
            for name in action.attackers:
                for one in ruleset.actions_of(state, name):
                    if isinstance(one, act.DeclareAttack) and one.target == action.target:
                        yield one
        case act.NextPhase():
            yield from _duties(position)


def _other_ends(position: Answers, move: act.MoveUnits) -> Iterator[act.Action]:
    """Yield moves of the same units to the same place, then to the nearest reachable ones."""
    if "reach" not in position.ruleset.questions:
        return
    target = position.place(move.path[-1])
    if target is None:
        return
    try:
        reach = position.reach(move.units)
    except UserError:
        return
    ends = {**reach.hexes, **reach.boxes}
    rest = [place for place in ends if place != target and place != reach.start]
    rings = _rings(position, target)
    rest.sort(key=lambda place: (rings.get(place, len(rings)), ends[place].cost, place))
    for place in [*([target] if target in ends else []), *rest]:
        end = ends[place]
        path = tuple(position.number(i) for i in end.path)
        yield act.MoveUnits(units=move.units, path=path, mode=end.mode)


def _rings(position: Answers, target: int) -> dict[int, int]:
    """Return the distance of each hex of the board from one; empty for a box."""
    board = position.ruleset.board
    if not position.ruleset.places.is_hex(target):
        return {}
    distances, layer = {target: 0}, [target]
    while layer:
        layer = [
            j for i in layer for j in board.neighbours[i] if j != BEYOND and j not in distances
        ]
        layer = list(dict.fromkeys(layer))
        distances.update(dict.fromkeys(layer, max(distances.values()) + 1))
    return distances


def _duties(position: Answers) -> Iterator[act.Action]:
    """Yield the pending duties as actions, from the checklist or its units' orders."""
    if "checklist" not in position.ruleset.questions:
        return
    for item in position.checklist():
        if item.weight != "owed":
            continue
        if item.action is not None:
            yield item.action
        for name in item.units:
            yield from islice(position.ruleset.actions_of(position.state, name), 1)
