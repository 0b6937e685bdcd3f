"""Random games, played with the list of legal actions only."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.errors import UserError
from engine.core.garbage import collecting_seldom
from engine.core.modes import Mode
from engine.core.places import Places
from engine.core.state import State, digest
from engine.i18n import t
from engine.log.entry import Author, RulebookName
from engine.play.game import Game
from engine.rules.answers import Legal
from engine.rules.judge import play
from engine.rules.player import outcome
from engine.rules.ports import Ruleset

MOVING_ON = 1 / 25
"""The probability of ending a phase in which units can still move."""
FIGHTING_ON = 1 / 8
"""The probability of ending a phase with other orders but no moves."""

MODE: Mode = "enforced"
"""The mode of random games, as recorded in their logs."""

SHORT_LIST = 24
"""The number of legal actions listed for each order."""

Seek = Callable[[Any, State, random.Random], act.Action | None]
"""A player that proposes a rare order of a state; None leaves the order to the random player."""

AT = "1944-09-17T12:00:00.000Z"
"""The time of every entry, so that a seed always yields the same file."""


@dataclass(frozen=True, slots=True)
class Report:
    """The summary of a random game: entries, last turn, winner, digest of the last state."""

    entries: int
    turn: int
    winner: str | None
    digest: str


def autoplay(
    ruleset: Ruleset,
    seed: int,
    turns: int,
    path: Path,
    *,
    options: Iterable[str] | Mapping[str, int] = (),
    check: bool = True,
    seek: Seek | None = None,
) -> Report:
    """Play a random legal game of some turns and write its log.

    The same seed yields the same game. ``options`` are optional rules by name, or their values by
    name. With ``check`` every position is tested by
    :meth:`~engine.rules.ports.Ruleset.invariants`; raises UserError for the first fault. With
    ``seek`` rare orders are played that chance alone hardly ever finds.
    """
    chance = random.Random(seed)
    dice = Rolled(random.Random(seed + 1))
    module, scenario = ruleset.module, ruleset.scenario.id
    agreed = dict(options) if isinstance(options, Mapping) else dict.fromkeys(options, 1)
    name = f"autoplay-{scenario}-{seed}"
    with (
        collecting_seldom(),
        Game.new(
            path,
            module.source,
            scenario,
            log_id=name,
            at=AT,
            mode=MODE,
            options=agreed,
            rulebook=RulebookName(id=ruleset.rulebook.id, version=ruleset.rulebook.version),
            synced=False,
        ) as game,
    ):
        game.author = Author(name="autoplay", kind="program")
        state = game.now
        while state.clock.turn <= turns:
            legal = _listed(ruleset, state, chance)
            if not legal.actions:
                break
            action = seek(ruleset, state, chance) if seek else None
            if action is None:
                near = _beside_enemies(ruleset, state, legal.actions)
                action = _choice(legal.actions, chance, ruleset.places, near)
            played = play(ruleset, state, action, dice, MODE)
            entry = game.record(
                action,
                played.effects,
                played.dice,
                by=legal.side,
                at=AT,
                verdicts=played.verdicts,
            )
            before, state = state, game.now
            for fault in ruleset.invariants(state, before) if check else ():
                raise UserError(t("play.fault", entry=entry.id, seed=seed, fault=fault))
        ended = outcome(ruleset, state)
        return Report(
            len(game),
            state.clock.turn,
            None if ended is None else ended.winner,
            digest(state, ruleset.places),
        )


def draw(
    ruleset: Ruleset, state: State, chance: random.Random, refused: Collection[act.Action] = ()
) -> act.Action | None:
    """Return a random action, as in :func:`autoplay`; None if the game is over.

    ``refused`` are actions to avoid while there are others.
    """
    legal = _listed(ruleset, state, chance).actions
    left = [a for a in legal if a not in refused] if refused else legal
    if not left:
        return None
    return _choice(left, chance, ruleset.places, _beside_enemies(ruleset, state, left))


def _listed(ruleset: Ruleset, state: State, chance: random.Random) -> Legal:
    """Return some legal actions, starting with a random unit or target."""
    return ruleset.legal(state, SHORT_LIST, chance.randrange(1_000_000))


def _beside_enemies(ruleset: Ruleset, state: State, actions: Iterable[act.Action]) -> set[int]:
    """Return the hexes next to pieces of the inactive side in which moves end."""
    index, neighbours = ruleset.places.index, ruleset.board.neighbours
    active, pieces, stacks = state.clock.active, state.pieces, state.stacks
    ends = {index(action.path[-1]) for action in actions if isinstance(action, act.MoveUnits)}
    hexes = {i for i in ends if i < len(neighbours)}
    around = set().union(*(neighbours[i] for i in hexes)) & stacks.keys()
    enemies = {j for j in around if any(pieces[name].side != active for name in stacks[j])}
    return {i for i in hexes if not enemies.isdisjoint(neighbours[i])}


def _choice(
    actions: Sequence[act.Action], chance: random.Random, places: Places, beside: set[int]
) -> act.Action:
    """Draw the kind of order first, all kinds equally likely, then an action of that kind.

    Moves into ``beside``, next to an enemy, are a separate kind, so that units meet and fight. If
    other orders remain, the end of the phase is drawn with the probabilities above. They depend on
    the orders, not the phase's name, so that every phase of every game is played.
    """
    ends = [a for a in actions if isinstance(a, act.NextPhase)]
    sorts: dict[tuple[object, ...], list[act.Action]] = {}
    for order in actions:
        if not isinstance(order, act.NextPhase):
            close = isinstance(order, act.MoveUnits) and places.index(order.path[-1]) in beside
            sorts.setdefault((*kind_key(order, places), close), []).append(order)
    pace = MOVING_ON if any(sort[0] == "move" for sort in sorts) else FIGHTING_ON
    if ends and (not sorts or chance.random() < pace):
        return ends[0]
    return chance.choice(chance.choice(list(sorts.values())))


def kind_key(action: act.Action, places: Places) -> tuple[object, ...]:
    """Return a key for the kind of an order."""
    match action:
        case act.MoveUnits():
            return action.kind, action.mode, places.is_hex(places.index(action.path[0]))
        case act.DeclareAttack():
            return action.kind, action.combat, bool(action.artillery), bool(action.air)
        case act.Bombard():
            return action.kind, bool(action.artillery), bool(action.air)
        case act.PlaceMarker():
            return action.kind, action.marker
    return (action.kind,)
