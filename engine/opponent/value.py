"""Evaluate a position for a side, to compare the results of orders and answers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.core import actions as act
from engine.core.dice import DiceSource, Rolled
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State
from engine.opponent.outlook import Figure, Outlook
from engine.opponent.perils import ruin
from engine.rules.judge import play
from engine.rules.ports import Ruleset


def worth(root: Outlook, state: State) -> float:
    """Return the worth of a state for the side of an outlook, by the goals of that outlook."""
    weights, side = root.weights.value, root.side
    winner = root.ruleset.over(state)
    total = 0.0
    if winner is not None:
        sides = {s.id for s in root.ruleset.module.meta.sides}
        total += weights.win if winner == side else -weights.win if winner in sides else 0
    answers = root.ruleset.answers(state)
    total += ruin(root, answers.perils())
    if root.scored:
        for owner, points in answers.standing().points.items():
            total += weights.point * float(points) / root.best_worth * (1 if owner == side else -1)
    if weights.mend and state.hexsides is not root.state.hexsides:
        total += weights.mend * repaired(root, state)
    pull, threat = root.pull_by_hex, root.threat_by_hex
    figures = [root.known.of(view) for view in answers.units()]
    figures = [f for f in figures if 0 <= f.place < root.ground.hexes]
    if weights.trap:
        total += weights.trap * cut_off(root, figures)
    total += weights.seat * seats(root, figures)
    unit, step, usual = weights.unit, weights.step, root.usual
    for figure in figures:
        mine, strength = figure.side == side, figure.strength
        value = unit * strength + step * figure.steps
        total += value if mine else -value
        if figure.status:
            total -= (1 if mine else -1) * weights.status * root.badness(figure.status)
        if mine:
            total += weights.place * pull[figure.place] * strength / usual
            danger = threat[figure.place] - figure.defense
            if danger > 0:
                total -= weights.danger * danger
    return total


def repaired(root: Outlook, state: State) -> float:
    """Return the march that the repairs since the position of the outlook save; those that have
    begun count half.
    """
    words = ((name, state.hexsides.get(name)) for name in root.blown)
    changed = [(name, word) for name, word in words if word != root.state.hexsides[name]]
    blown = root.weights.march.blown
    return sum(root.mended(name) * (0.5 if word in blown else 1) for name, word in changed)


def seats(root: Outlook, figures: Sequence[Figure]) -> float:
    """Return the worth of the goals with units of the side in them, less that of the goals with
    enemy units; each further unit in a goal counts less.
    """
    inside = [f for f in figures if f.place in root.goal_hexes]
    own = Counter(f.place for f in inside if f.side == root.side)
    enemy = Counter(f.place for f in inside if f.side != root.side)
    more, total = root.weights.move.more, 0.0
    for goal in root.goals:
        mine, theirs = (sum(units[i] for i in goal.hexes) for units in (own, enemy))
        total += goal.worth * (more**theirs - more**mine)
    return total


def cut_off(root: Outlook, figures: Sequence[Figure]) -> float:
    """Return the strength of the enemy units beside which no hex is free of the side's units and
    their neighbourhood.
    """
    own = {f.place for f in figures if f.side == root.side}
    closed = own.union(*(root.ground.beside(i) for i in own))
    caught = (
        f for f in figures if f.side != root.side and closed.issuperset(root.ground.beside(f.place))
    )
    return sum(f.strength for f in caught)


def settled(
    ruleset: Ruleset, state: State, action: act.Action, chance: random.Random, depth: int
) -> tuple[State, bool]:
    """Return the state after an action, continued until no decision is pending.

    Pending decisions get their first answer, at most ``depth`` of them. The flag reports whether
    dice were thrown. Raises UserError for an illegal action.
    """
    dice = Rolled(chance)
    played = play(ruleset, state, action, dice)
    thrown = bool(played.dice)
    state = apply(state, played.effects, ruleset.places)
    state, more = continued(ruleset, state, dice, depth)
    return state, thrown or more


def continued(ruleset: Ruleset, state: State, dice: DiceSource, depth: int) -> tuple[State, bool]:
    """Return a state continued with first answers, at most so many, until no decision is
    pending; the flag reports whether dice were thrown.
    """
    thrown = False
    for _ in range(depth):
        if not state.pending or ruleset.over(state) is not None:
            break
        options = ruleset.answers(state).options()
        if not options:
            break
        answer = act.Choose(decision=state.pending[-1].kind, option=options[0])
        played = play(ruleset, state, answer, dice)
        thrown = thrown or bool(played.dice)
        state = apply(state, played.effects, ruleset.places)
    return state, thrown


def steps_lost(root: Outlook, actions: Iterable[act.Action], seed: int) -> Mapping[int, int]:
    """Return the steps that actions one after the other cost the side, by the hex that its units
    are in before them; none if one of them is illegal.
    """
    state, chance, depth = root.state, random.Random(seed), root.weights.value.depth
    try:
        for action in actions:
            state, _ = settled(root.ruleset, state, action, chance, depth)
    except UserError:
        return {}
    lost: Counter[int] = Counter()
    for name, figure in root.figures.items():
        if figure.side == root.side:
            piece = state.pieces.get(name)
            lost[figure.place] += max(0, figure.steps - (piece.steps if piece else 0))
    return +lost


def compared(
    root: Outlook, actions: Sequence[act.Action], seed: int
) -> list[tuple[float, act.Action]]:
    """Return the actions with the mean worth of their results, best first.

    Every action is tried with the same dice; with more of them where all are worth the same.
    Illegal actions are left out.
    """
    weights = root.weights.value
    result = _tried(root, actions, seed, weights.samples)
    if len(result) > 1 and result[0][0] == result[-1][0]:
        result = _tried(root, actions, seed, weights.closely)
    return result


def _tried(
    root: Outlook, actions: Sequence[act.Action], seed: int, samples: int
) -> list[tuple[float, act.Action]]:
    """Return the legal ones of the actions with their mean worth, best first."""
    result = []
    for action in actions:
        try:
            result.append((_mean_worth(root, action, seed, samples), action))
        except UserError:
            continue
    result.sort(key=lambda pair: -pair[0])
    return result


def _mean_worth(root: Outlook, action: act.Action, seed: int, samples: int) -> float:
    """Return the mean worth of an action's results; one trial is enough if no dice are thrown."""
    worths: list[float] = []
    depth = root.weights.value.depth
    for n in range(samples):
        chance = random.Random(seed + n)
        state, thrown = settled(root.ruleset, root.state, action, chance, depth)
        worths.append(worth(root, state))
        if not thrown:
            break
    return sum(worths) / len(worths)
