"""Games between two players on states alone, and the score of many of them."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.garbage import collecting_seldom
from engine.core.reducer import apply
from engine.core.state import State
from engine.opponent.player import Advice, Interrupted, Player, never
from engine.opponent.strengths import player_named
from engine.rules.judge import judged
from engine.rules.judge import play as play_action
from engine.rules.player import outcome, to_decide
from engine.rules.ports import Ruleset
from engine.rules.registry import is_legal

TRIES = 20
"""Refused actions after which a player is taken to have no order."""
Z95 = 1.96
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game: the player of each side, the winner, and the time that each side took."""

    seed: int
    players: Mapping[str, str]
    winner: str | None
    points: Mapping[str, float]
    turn: int
    actions: int
    refused: int
    seconds: Mapping[str, float]
    """Thinking time of each side in all."""
    turns: Mapping[str, int]
    """Turns of the game in which each side thought."""
    longest: float
    """The longest thinking time of a side in one turn."""

    @property
    def winning_player(self) -> str | None:
        """The name of the player who won; None for a draw."""
        return self.players.get(self.winner or "")


def advise(
    ruleset: Ruleset, player: Player, state: State, side: str, interrupted: Interrupted = never
) -> tuple[Advice | None, int]:
    """Return a player's action that is legal in the true state, and how many were refused.

    The player is given the state as the side observes it. Raises Stopped.
    """
    seen = ruleset.observe(state, side)
    refused: set[act.Action] = set()
    while len(refused) < TRIES:
        advice = player.choose(seen, refused, interrupted)
        if advice is None or is_legal(judged(ruleset, state, advice.action)):
            return advice, len(refused)
        refused.add(advice.action)
    return None, len(refused)


def play_game(
    ruleset: Ruleset, players: Mapping[str, str], seed: int, interrupted: Interrupted = never
) -> Result:
    """Play a game between players by name, the player of each side given.

    The same seed gives the same game. Dice and players draw from generators of their own, so that
    no player knows the coming dice. Raises Stopped.
    """
    dice = Rolled(random.Random(f"{seed}/dice"))
    seats = {
        side: player_named(name, ruleset, side, random.Random(f"{seed}/{side}").randrange(2**31))
        for side, name in players.items()
    }
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
            played = play_action(ruleset, state, advice.action, dice)
            state = apply(state, played.effects, ruleset.places)
            actions += 1
    ended = outcome(ruleset, state)
    standing = ended or ruleset.answers(state).standing()
    return Result(
        seed,
        dict(players),
        None if ended is None else ended.winner,
        {side: float(points) for side, points in standing.points.items()},
        state.clock.turn,
        actions,
        refused,
        {side: sum(s for (who, _), s in spent.items() if who == side) for side in players},
        {side: sum(1 for who, _ in spent if who == side) for side in players},
        max(spent.values(), default=0),
    )


def pairings(
    sides: Sequence[str], first: str, second: str, games: int, seed: int
) -> Iterable[tuple[int, dict[str, str]]]:
    """Yield the seed and the players of each game: the players change sides after every game."""
    for n in range(games):
        names = (first, second) if n % 2 == 0 else (second, first)
        yield seed + n // 2, dict(zip(sides, names, strict=True))


@dataclass(frozen=True, slots=True)
class Score:
    """Games won, drawn and lost, with the share won and its 95 % interval (Wilson)."""

    won: float
    games: int

    @property
    def share(self) -> float:
        """The share of games won; a draw counts a half."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that holds the true share in 95 of 100 such matches."""
        if not self.games:
            return 0.0, 1.0
        n, p, z = self.games, self.share, Z95
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, centre - half), min(1.0, centre + half)


def score_of(results: Iterable[Result], seat: Mapping[int, str] | str, side: str = "") -> Score:
    """Return the score of a player by name, as one side or (empty) as both."""
    won, games = 0.0, 0
    for result in results:
        own = [s for s, name in result.players.items() if name == seat and side in ("", s)]
        if not own or len(own) == len(result.players) and not side:
            continue
        games += 1
        if result.winner in own:
            won += 1
        elif result.winner not in result.players:
            won += 0.5
    return Score(won, games)
