"""Play games between two players without logs, and compute scores."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from engine.core.dice import Rolled
from engine.core.garbage import collecting_seldom
from engine.core.reducer import apply
from engine.opponent.player import Interrupted, Player, never
from engine.opponent.seats import advise, seed_of_player
from engine.opponent.strengths import player_named
from engine.rules.judge import play
from engine.rules.player import outcome, to_decide
from engine.rules.ports import Ruleset

Z95 = 1.96
"""Half-width of the central 95 % of a normal distribution, in standard deviations."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game: the players by side, the winner, and each side's thinking time."""

    seed: int
    players: Mapping[str, str]
    winner: str | None
    points: Mapping[str, float]
    turn: int
    actions: int
    refused: int
    seconds: Mapping[str, float]
    """Total thinking time of each side."""
    turns: Mapping[str, int]
    """Number of turns in which each side had to think."""
    longest: float
    """The longest thinking time of a side in one turn."""


def play_game(
    ruleset: Ruleset, players: Mapping[str, str], seed: int, interrupted: Interrupted = never
) -> Result:
    """Play a game between players given by name for each side.

    The same seed gives the same game. Dice and players use separate random generators, so that no
    player can predict the dice. Raises Stopped.
    """
    seats = {
        side: player_named(name, ruleset, side, seed_of_player(seed, side))
        for side, name in players.items()
    }
    return replace(play_between(ruleset, seats, seed, interrupted), players=dict(players))


def play_pairing(ruleset: Ruleset, pairing: tuple[int, dict[str, str]]) -> Result:
    """Play the game of a pairing (:func:`pairings`)."""
    seed, players = pairing
    return play_game(ruleset, players, seed)


def play_between(
    ruleset: Ruleset, seats: Mapping[str, Player], seed: int, interrupted: Interrupted = never
) -> Result:
    """Play a game between players given for each side, with dice from a seed.

    The result names each player by its class. Raises Stopped.
    """
    dice = Rolled(random.Random(f"{seed}/dice"))
    state, actions, refused = ruleset.opening(), 0, 0
    spent: Counter[tuple[str, int]] = Counter()
    with collecting_seldom():
        while (side := to_decide(ruleset, state)) is not None:
            began = time.perf_counter()
            advice, count = advise(ruleset, seats[side], state, side, interrupted)
            spent[side, state.clock.turn] += time.perf_counter() - began  # type: ignore[assignment]
            refused += count
            if advice is None:
                break
            played = play(ruleset, state, advice.action, dice)
            state = apply(state, played.effects, ruleset.places)
            actions += 1
    ended = outcome(ruleset, state)
    standing = ended or ruleset.answers(state).standing()
    return Result(
        seed,
        {side: type(player).__name__ for side, player in seats.items()},
        None if ended is None else ended.winner,
        {side: float(points) for side, points in standing.points.items()},
        state.clock.turn,
        actions,
        refused,
        {side: sum(s for (who, _), s in spent.items() if who == side) for side in seats},
        {side: sum(1 for who, _ in spent if who == side) for side in seats},
        max(spent.values(), default=0),
    )


def pairings(
    sides: Sequence[str], first: str, second: str, games: int, seed: int
) -> Iterable[tuple[int, dict[str, str]]]:
    """Yield the seed and the players of each game.

    Two players change sides after every game, with the same seed twice. A player that plays itself
    gets a new seed for every game.
    """
    for n in range(games):
        names = (first, second) if n % 2 == 0 else (second, first)
        yield seed + (n if first == second else n // 2), dict(zip(sides, names, strict=True))


@dataclass(frozen=True, slots=True)
class Score:
    """Number of games won out of those played; with the share won and its 95 % interval
    (Wilson).
    """

    won: float
    games: int

    @property
    def share(self) -> float:
        """The share of games won; a draw counts as half a win."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval that contains the true share in 95 of 100 such matches."""
        if not self.games:
            return 0.0, 1.0
        n, p, z = self.games, self.share, Z95
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, centre - half), min(1.0, centre + half)


def score_of(results: Iterable[Result], name: str, side: str = "") -> Score:
    """Return the score of a player by name, for one side or, with an empty side, for both.

    A draw counts as half a win. Games of a player against itself count only for a single side.
    """
    won, games = 0.0, 0
    for result in results:
        own = [s for s, n in result.players.items() if n == name and side in ("", s)]
        if len(own) != 1:
            continue
        games += 1
        won += 1.0 if result.winner in own else 0.0 if result.winner in result.players else 0.5
    return Score(won, games)
