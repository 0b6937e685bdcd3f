"""Computer players in recorded games: their entries in a log, and continuing play."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib.metadata import version

from engine.core import actions as act
from engine.core.dice import DiceSource
from engine.core.errors import UserError
from engine.core.modes import mode_of
from engine.core.reducer import apply
from engine.core.state import State
from engine.i18n import t
from engine.log.entry import COMPUTER, Author, Entry, Header
from engine.modules.module import Module
from engine.opponent.player import Advice, Interrupted, Player, Reason, never
from engine.opponent.strengths import PLAYERS, RECRUIT, player_named, strengths_of
from engine.play.bylines import Byline
from engine.play.game import Game, Recording
from engine.play.referee import play, ruling_of
from engine.rules import judge
from engine.rules.player import ALL, to_decide
from engine.rules.ports import Ruleset
from engine.rules.registry import is_legal

TRIES = 100
"""Number of refused actions after which a player gives any legal order."""


def seats_named(
    words: Sequence[str], module: Module, offered: Collection[str] = tuple(PLAYERS)
) -> dict[str, str]:
    """Return the player of each side from words like ``side:player``.

    A side without a player gets the weakest. Raises UserError for an unknown side or a player
    that is not offered.
    """
    sides = [side.id for side in module.meta.sides]
    result: dict[str, str] = {}
    for word in words:
        side, _, name = word.partition(":")
        if side not in sides:
            raise UserError(t("opponent.error.side", side=side, known=", ".join(sides)))
        if name and name not in offered:
            raise UserError(t("opponent.error.player", name=name, known=", ".join(offered)))
        result[side] = name or RECRUIT
    return result


def as_players(seats: Mapping[str, str]) -> dict[str, str]:
    """Return computer players as named in the header of a log."""
    return {side: COMPUTER + name for side, name in seats.items()}


def seats_of(header: Header) -> dict[str, str]:
    """Return the sides of a log played by the computer, with the players' names."""
    return {
        side: name.removeprefix(COMPUTER)
        for side, name in header.players.items()
        if name.startswith(COMPUTER) and name.removeprefix(COMPUTER) in PLAYERS
    }


def byline_of(player: str) -> Byline:
    """Return the author of a player's entries: the player's name and the program's version."""
    return Byline(Author(name=f"{player} {version('holland44-qt')}", kind="program"))


def advise(
    ruleset: Ruleset, player: Player, state: State, side: str, interrupted: Interrupted = never
) -> tuple[Advice | None, int]:
    """Return a player's action that is legal in the true state, and the number of refused ones.

    The player is given the state as its side observes it. Raises Stopped.
    """
    observed = ruleset.observe(state, side)
    refused: set[act.Action] = set()
    while len(refused) < TRIES:
        advice = player.choose(observed, refused, interrupted)
        if advice is None or is_legal(judge.judged(ruleset, state, advice.action)):
            return advice, len(refused)
        refused.add(advice.action)
    for action in (act.NextPhase(), *ruleset.legal(observed, ALL).actions):
        if action not in refused and is_legal(judge.judged(ruleset, state, action)):
            return Advice(action, 0, Reason("unseen")), len(refused)
    return None, len(refused)


def played_on(
    ruleset: Ruleset,
    players: Mapping[str, Player],
    state: State,
    dice: DiceSource,
    interrupted: Interrupted = never,
) -> Iterator[State]:
    """Play on without a log; yield the state after each action until the game ends, or a player
    has no order. Raises Stopped.
    """
    while (side := to_decide(ruleset, state)) is not None:
        advice, _ = advise(ruleset, players[side], state, side, interrupted)
        if advice is None:
            return
        played = judge.play(ruleset, state, advice.action, dice)
        state = apply(state, played.effects, ruleset.places)
        yield state


def seed_of_player(seed: int | str, side: str) -> int:
    """Return the seed of a side's player in the game with a seed; it says nothing of the dice."""
    return random.Random(f"{seed}/{side}").randrange(2**31)


def side_to_play(ruleset: Ruleset, state: State, seats: Collection[str]) -> str | None:
    """Return the deciding side if the computer plays it; None otherwise, or if the game is over."""
    side = to_decide(ruleset, state)
    return side if side in seats else None


def ruleset_to_play(recording: Recording) -> Ruleset:
    """Return the rules for a computer player. Raises UserError if the game has no rules, or their
    mode is off.
    """
    ruleset = ruling_of(recording)
    if ruleset is None:
        raise UserError(t("opponent.error.no_rules", game=recording.module.title))
    if mode_of(recording.state(len(recording))) == "off":
        raise UserError(t("opponent.error.rules_off"))
    return ruleset


def play_on(
    game: Game,
    seats: Mapping[str, str],
    interrupted: Interrupted = never,
    *,
    seed: int | None = None,
    at: str | None = None,
) -> Iterator[tuple[Entry, Advice]]:
    """Continue a game while the computer has to decide; yield each entry with its reason.

    The entries name the player as their author. With a ``seed`` the players do the same again;
    ``at`` is then the time of the entries. Raises Stopped, UserError.
    """
    ruleset = ruleset_to_play(game)
    chance = random.SystemRandom()
    seeds = {
        side: chance.randrange(2**31) if seed is None else seed_of_player(seed, side)
        for side in seats
    }
    players = {side: player_named(name, ruleset, side, seeds[side]) for side, name in seats.items()}
    while (side := side_to_play(ruleset, game.now, seats)) is not None:
        advice, _ = advise(ruleset, players[side], game.now, side, interrupted)
        if advice is None:
            return
        with game.written_as(byline_of(seats[side])):
            entry = play(game, advice.action, by=side, at=at)
        yield entry, advice


def hint_for(recording: Recording, state: State | None = None) -> Advice | None:
    """Return the best order for the deciding side, by the strongest player that is offered in
    the scenario; None without one.

    Raises UserError for a game without rules.
    """
    ruleset = ruleset_to_play(recording)
    now = recording.state(len(recording)) if state is None else state
    side = to_decide(ruleset, now)
    if side is None:
        return None
    name = strengths_of(recording.module, recording.log.header.scenario)[-1]
    player = player_named(name, ruleset, side, random.SystemRandom().randrange(2**31))
    return advise(ruleset, player, now, side)[0]
