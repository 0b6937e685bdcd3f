"""Tunes the weights of the computer player by self-play: ``python packaging/tune.py GAME``.

Each number is tried smaller and larger: a recruit with that change plays the unchanged one, both
with the same seeds and dice, and they change sides after every game. Prints the score of each
change. What wins with its whole interval above one half is printed as a line for
``resources/GAME/opponent.toml``, where its author adds the reason.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from engine.modules.module import Module, load_module
from engine.opponent.match import Score, play_between
from engine.opponent.recruit import Recruit
from engine.opponent.seats import seed_of_player
from engine.opponent.weights import Weights, weights_of
from engine.play.referee import ruleset_for
from engine.workers import results

TABLES = ("goal", "move", "attack", "bombard", "value")
FIXED = ("value.samples", "value.answers", "value.depth", "value.seconds", "value.win")
"""Lines that set the time or the unit of the other numbers."""
FACTORS = (0.7, 1.4)


@dataclass(frozen=True, slots=True)
class Change:
    """A line of the weights, as ``table.line``, multiplied by a factor."""

    line: str
    factor: float

    def applied(self, weights: Weights) -> Weights:
        """Return the changed weights."""
        tables = weights.model_dump()
        table, _, line = self.line.partition(".")
        tables[table][line] *= self.factor
        return Weights.model_validate(tables)


@dataclass(frozen=True, slots=True)
class Duel:
    """A game of a change, on one side, against the unchanged weights."""

    change: Change
    side: str
    seed: int


def lines_of(weights: Weights) -> list[str]:
    """Return the names of the numbers that may be tuned."""
    return [
        f"{table}.{line}"
        for table in TABLES
        for line, value in getattr(weights, table)
        if isinstance(value, float) and value and f"{table}.{line}" not in FIXED
    ]


def duels(changes: Sequence[Change], sides: Sequence[str], games: int, seed: int) -> Iterator[Duel]:
    """Yield the games of all changes; every change plays each seed once on each side."""
    for change in changes:
        for n in range(games):
            yield Duel(change, sides[n % len(sides)], seed + n // len(sides))


def points_of(duel: Duel, *, game: str, scenario: str) -> tuple[Change, float]:
    """Play a duel; return its change with 1 for a win, 0 for a loss and 0.5 for a draw."""
    module = load_module(game)
    rules = ruleset_for(module, scenario)
    assert rules is not None, "main has refused games without rules"
    weights = weights_of(module)
    seats = {}
    for side in _sides(module):
        own = weights.in_play(scenario, side)
        own = duel.change.applied(own) if side == duel.side else own
        seats[side] = Recruit(rules, side, seed_of_player(duel.seed, side), weights=own)
    winner = play_between(rules, seats, duel.seed).winner
    return duel.change, 0.5 if winner not in seats else float(winner == duel.side)


def toml_line(change: Change, weights: Weights) -> str:
    """Return the changed line as the file writes it."""
    table, _, line = change.line.partition(".")
    return f"[{table}] {line} = {getattr(getattr(weights, table), line) * change.factor:.3g}"


def _sides(module: Module) -> list[str]:
    return [side.id for side in module.meta.sides]


def main(words: Sequence[str] | None = None) -> int:
    """Play all duels and print the scores; return 2 for a game without rules."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--lines", nargs="*", help="lines to try, as move.danger; all by default")
    parser.add_argument("--games", type=int, default=40, help="games of each change")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args(words)
    module = load_module(asked.game)
    scenario = asked.scenario or module.meta.scenarios[0]
    if ruleset_for(module, scenario) is None:
        print(f"{asked.game} has no rules.", file=sys.stderr)
        return 2
    weights = weights_of(module)
    lines = asked.lines or lines_of(weights)
    unknown = sorted(set(lines) - set(lines_of(weights)))
    if unknown:
        print(f"No number to tune: {', '.join(unknown)}.", file=sys.stderr)
        return 2
    changes = [Change(line, factor) for line in lines for factor in FACTORS]
    play = partial(points_of, game=asked.game, scenario=scenario)
    won = dict.fromkeys(changes, 0.0)
    left = dict.fromkeys(changes, asked.games)
    tasks = duels(changes, _sides(module), asked.games, asked.seed)
    for change, points in results(play, tasks, asked.workers):
        won[change] += points
        left[change] -= 1
        if not left[change]:
            score = Score(won[change], asked.games)
            low, high = score.interval
            print(f"{change.line} × {change.factor}: {score.share:.0%} ({low:.0%} to {high:.0%})")
            if low > 0.5:
                print(f"  better: {toml_line(change, weights)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
