"""Random legal games: players who know nothing but the list of legal actions."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.errors import UserError
from engine.core.garbage import collecting_seldom
from engine.core.modes import Mode
from engine.core.state import digest
from engine.i18n import t
from engine.log.entry import Author, RulebookName
from engine.play.game import Game
from engine.rules.judge import play
from engine.rules.player import outcome
from engine.rules.ports import Ruleset

PACE = {"movement": 1 / 25, "combat": 1 / 8}
"""How likely the active side is to end a phase rather than give another order."""

MODE: Mode = "enforced"
"""How a random game is played, and so recorded: whoever scrutinises its log asks for no less."""

SHORT_LIST = 24
"""Legal actions looked at for each order."""

AT = "1944-09-17T12:00:00.000Z"
"""The moment every entry bears, so that a seed gives the same file every time."""


@dataclass(frozen=True, slots=True)
class Report:
    """How a random game went: entries written, the turn it came to, who won, the last digest."""

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
    options: Iterable[str] = (),
    check: bool = True,
) -> Report:
    """Play a random legal game of so many turns into a log file, by legal actions alone.

    The same seed gives the same game. ``options`` are optional rules by name. With ``check`` every
    position is examined (:meth:`~engine.rules.ports.Ruleset.invariants`); raises UserError for
    the first that is wrong.
    """
    chance = random.Random(seed)
    dice = Rolled(random.Random(seed + 1))
    module, scenario = ruleset.module, ruleset.scenario.id
    agreed = dict.fromkeys(options, 1)
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
            found = ruleset.legal(state, SHORT_LIST, chance.randrange(1_000_000))
            if not found.actions:
                break
            action = _choice(found.actions, chance, PACE.get(state.clock.phase, 1.0))
            played = play(ruleset, state, action, dice, MODE)
            entry = game.record(
                action,
                played.effects,
                played.dice,
                by=found.side,
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


def _choice(actions: tuple[act.Action, ...], chance: random.Random, pace: float) -> act.Action:
    """Any of the actions, every sort of order as likely as another.

    The end of the phase only now and then where there is something to do.
    """
    orders = [a for a in actions if not isinstance(a, act.NextPhase)]
    if not orders or (len(orders) < len(actions) and chance.random() < pace):
        return actions[0]
    sorts: dict[tuple[object, ...], list[act.Action]] = {}
    for order in orders:
        sorts.setdefault(_sort(order), []).append(order)
    return chance.choice(chance.choice(list(sorts.values())))


def _sort(action: act.Action) -> tuple[object, ...]:
    """What sort of order it is: its kind, a move's mode, an attack's support."""
    match action:
        case act.MoveUnits():
            return action.kind, action.mode
        case act.DeclareAttack():
            return action.kind, bool(action.artillery), bool(action.air)
    return (action.kind,)
