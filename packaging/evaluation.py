"""Fits the evaluation of a scenario to self-played games: ``python packaging/evaluation.py GAME``.

Both sides are played by *recruit*. Every other game begins with random play for up to half of its
turns, so that good and bad positions of both sides occur; only positions after that count. Games
are kept below ``build/evaluation``, so that an interrupted run continues. The evaluation is written
into the folder of its game with its reliability on games not used for fitting, and the diagram into
``docs/images``.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path

from engine.analyst.rollouts import Task, rollout
from engine.core.dice import Rolled
from engine.core.state import State
from engine.games import require_rulebook
from engine.opponent.evaluation import fitted, predictions
from engine.opponent.seats import played_on, seed_of_player
from engine.opponent.shipped import Share, Shipped, file_of
from engine.opponent.strengths import RANDOM, RECRUIT, player_named
from engine.report.analysis import Rollout
from engine.report.plots import Plot, Series, svg
from engine.rules.ports import Ruleset
from engine.workers import results

ROOT = Path(__file__).parents[1]
BINS = 10
"""Number of shares of the predicted probability in the diagram."""


def opening(ruleset: Ruleset, seed: int) -> State:
    """Return the position where the recruits of a game begin; the start if it has one turn only."""
    state = start = ruleset.opening()
    if seed % 2 == 0 or ruleset.scenario.turns < 2:
        return start
    chance = random.Random(f"{seed}/opening")
    turns, dice = chance.randint(1, max(1, ruleset.scenario.turns // 2)), Rolled(chance)
    seats = {
        side.id: player_named(RANDOM, ruleset, side.id, seed_of_player(seed, side.id))
        for side in ruleset.module.meta.sides
    }
    for state in played_on(ruleset, seats, start, dice):
        if state.clock.turn > turns:
            break
    return state


def played(seed: int, *, game: str, scenario: str) -> Rollout:
    """Play the game of a seed."""
    ruleset = require_rulebook(game).ruleset(scenario)
    return rollout(ruleset, Task(0, seed, opening(ruleset, seed), RECRUIT, 0))


def reliability(games: Sequence[Rollout]) -> tuple[Share, ...]:
    """Return the share won by predicted probability, each game predicted by a fit to others."""
    found = predictions(games)
    bins = [min(BINS - 1, int(one.predicted * BINS)) for one in found]
    result = []
    for k in range(BINS):
        inside = [one for one, at in zip(found, bins, strict=True) if at == k]
        if inside:
            predicted = sum(one.predicted for one in inside) / len(inside)
            won = sum(one.score for one in inside) / len(inside)
            result.append(Share(predicted=round(predicted, 3), won=round(won, 3), n=len(inside)))
    return tuple(result)


def diagram(title: str, shares: Sequence[Share]) -> str:
    """Return the reliability diagram as SVG."""
    points = tuple((100 * share.predicted, 100 * share.won) for share in shares)
    exact = Series("exact", "#9a9184", ((0.0, 0.0), (100.0, 100.0)))
    own = Series("evaluation", "#2f5d8a", points)
    return svg(Plot("reliability", "lines", title, "predicted %", "won %", (exact, own)))


def rounded(numbers: Sequence[float]) -> tuple[float, ...]:
    """Return numbers with five digits, the same on every processor."""
    return tuple(float(f"{number:.5g}") for number in numbers)


def main(words: Sequence[str] | None = None) -> int:
    """Play the games that are missing, fit the evaluation and write it with its diagram."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--scenario", required=True)
    parser.add_argument("--games", type=int, default=2000, help="games with the seeds 0 and up")
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args(words)
    game, scenario = asked.game, asked.scenario
    module = require_rulebook(game).ruleset(scenario).module
    kept = ROOT / "build" / "evaluation" / f"{game}-{scenario}.jsonl"
    kept.parent.mkdir(parents=True, exist_ok=True)
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.is_file() else []
    games = {one.number: one for one in map(Rollout.model_validate_json, lines)}
    missing = [seed for seed in range(asked.games) if seed not in games]
    play_one = partial(played, game=game, scenario=scenario)
    with kept.open("a", encoding="utf-8") as file:
        for one in results(play_one, missing, asked.workers):
            games[one.number] = one
            file.write(one.model_dump_json() + "\n")
            file.flush()
            print(f"\r{len(games)} of {asked.games} games", end="", file=sys.stderr, flush=True)
    used = [games[seed] for seed in range(asked.games)]
    fit = fitted(used)
    if fit is None:
        print("There are too few games to fit an evaluation.", file=sys.stderr)
        return 2
    shares = reliability(used)
    fit = fit.model_copy(
        update={
            **{name: rounded(getattr(fit, name)) for name in ("mean", "spread", "win", "points")},
            "brier": round(fit.brier, 4),
            "constant": round(fit.constant, 4),
            "shipped": True,
        }
    )
    model = Shipped(
        player=RECRUIT,
        program=version("holland44-qt"),
        reliability=shares,
        fit=fit,
    )
    target = ROOT / "resources" / game / file_of(scenario)
    target.write_text(model.model_dump_json(indent=1) + "\n", encoding="utf-8")
    title = f"Reliability: {module.scenario_name(scenario)}"
    picture = ROOT / "docs" / "images" / f"evaluation-{game}-{scenario}.svg"
    picture.write_text(diagram(title, shares), encoding="utf-8")
    print(f"\nBrier score {fit.brier}, a constant {fit.constant}; {target}, {picture}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
