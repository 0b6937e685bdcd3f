"""What a player, of flesh or of code, does with a game: through the ports alone.

Who decides, what may be done, which die is asked for with its faces, what comes of it, who has won,
and what may be done instead of an action that is refused. Nothing is written: states go in and come
out. A player in ten lines stands in ``docs/writing-rules.md``; :mod:`engine.play.autoplay` is one
that writes a log.
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

if TYPE_CHECKING:  # answers take long to prepare; a program that only says hello asks for none
    from engine.rules.answers import ChanceNode, Standing

ALL = 100_000
"""More legal actions than a list is ever asked for."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action that was taken: the state after it, and what came of it."""

    state: State
    played: Played


@dataclass(frozen=True, slots=True)
class Branch:
    """One way that the dice of an action may fall: the values, how likely, the state after it."""

    dice: tuple[int, ...]
    probability: Fraction
    state: State


def to_decide(ruleset: Ruleset, state: State) -> str | None:
    """The side whose turn it is to act; None where the game is over or nobody can do anything."""
    if state.pending:
        return state.pending[-1].side
    if ruleset.over(state) is not None:
        return None
    found = ruleset.legal(state, 1)
    return found.side if found.actions else None


def actions(ruleset: Ruleset, state: State, unit: str | None = None) -> Iterator[act.Action]:
    """What the side to decide may do: all of it, or what one unit has a part in.

    That of a unit is worked out one after the other and may be broken off.
    """
    if unit is not None:
        yield from ruleset.actions_of(state, unit)
    else:
        yield from ruleset.legal(state, ALL).actions


def chance(
    ruleset: Ruleset, state: State, action: act.Action, thrown: Sequence[int] = ()
) -> ChanceNode | None:
    """The dice that an action asks for next, after those thrown already; None if it needs no more.

    Raises Forbidden for an illegal action.
    """
    try:
        play(ruleset, state, action, Given(thrown))
    except DiceNeeded as needed:
        from engine.rules.answers import ChanceNode

        return ChanceNode(needed.sides, needed.count, needed.reason)
    return None


def step(ruleset: Ruleset, state: State, action: act.Action, thrown: Sequence[int] = ()) -> Step:
    """The state after a legal action with the dice that it asks for, in their order.

    Raises Forbidden for an illegal action, DiceNeeded where more dice are asked for.
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
    """Every way that the dice of a legal action may fall; the probabilities add up to 1.

    Worked out one after the other: an action with many dice may be broken off. Raises Forbidden
    for an illegal action.
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
    """Who has won and by how much; None while play goes on. The winner of a draw is no side."""
    winner = ruleset.over(state)
    if winner is None:
        return None
    if "standing" not in ruleset.questions:
        from engine.rules.answers import Standing

        return Standing({}, (), winner)
    return ruleset.answers(state).standing()


# -- the way out of a refusal ---------------------------------------------------------------------


def ways_out(
    ruleset: Ruleset, state: State, action: act.Action, most: int = 5
) -> tuple[act.Action, ...]:
    """Legal actions that come nearest to what was meant by one that is refused, the nearest first.

    The answers to the decision that waits; the best way to the same place, or the ends nearest to
    it; attacks on the same hex; what has to be done before the phase can end. Nothing for a
    legal action.
    """
    if is_legal(judged(ruleset, state, action)):
        return ()
    found: list[act.Action] = []
    for tried in _instead(ruleset, state, action):
        if len(found) == most:
            break
        if tried != action and tried not in found and is_legal(judged(ruleset, state, tried)):
            found.append(tried)
    return tuple(found)


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
            yield from _owed(position)


def _other_ends(position: Answers, move: act.MoveUnits) -> Iterator[act.Action]:
    """Moves of the same units: to the same place by the best way, then to those nearest to it."""
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
    """How many hexes each hex of the board is from one; empty for a box."""
    board = position.ruleset.board
    if not position.ruleset.places.is_hex(target):
        return {}
    found, layer = {target: 0}, [target]
    while layer:
        layer = [j for i in layer for j in board.neighbours[i] if j != BEYOND and j not in found]
        layer = list(dict.fromkeys(layer))
        found.update(dict.fromkeys(layer, max(found.values()) + 1))
    return found


def _owed(position: Answers) -> Iterator[act.Action]:
    """What the phase owes, as actions: told by the checklist, or the orders of who owes it."""
    if "checklist" not in position.ruleset.questions:
        return
    for item in position.checklist():
        if item.weight != "owed":
            continue
        if item.action is not None:
            yield item.action
        for name in item.units:
            yield from islice(position.ruleset.actions_of(position.state, name), 1)
