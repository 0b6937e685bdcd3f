"""The players by name; each is imported on first use."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from engine.core.errors import UserError
from engine.i18n import t
from engine.modules.module import Module
from engine.opponent.player import Player
from engine.opponent.weights import weights_of
from engine.rules.ports import Ruleset

RANDOM = "random"
RECRUIT = "recruit"
CLUB = "club"
STAFF = "staff"

PLAYERS: Mapping[str, str] = {
    RANDOM: "engine.opponent.player:RandomPlayer",
    RECRUIT: "engine.opponent.recruit:Recruit",
    CLUB: "engine.opponent.recruit:Club",
    STAFF: "engine.opponent.staff:Staff",
}
"""All players by name, as ``module:class``; the class takes the rules, a side and a seed."""


def strengths_of(module: Module, scenario: str) -> tuple[str, ...]:
    """Return the players offered as opponents in a scenario, weakest first. Each has won a
    tournament there.
    """
    weights = weights_of(module)
    proven = {CLUB: weights.club.scenarios, STAFF: weights.staff.scenarios}
    return (RECRUIT, *(name for name, where in proven.items() if scenario in where))


def player_named(
    name: str, ruleset: Ruleset, side: str, seed: int, *, timed: bool = False
) -> Player:
    """Return a new player for a side. Raises UserError for an unknown name.

    A ``timed`` player plays faster once a turn has taken long; without it the same seed gives the
    same orders on every machine.
    """
    if name not in PLAYERS:
        raise UserError(t("opponent.error.player", name=name, known=", ".join(PLAYERS)))
    module, _, made = PLAYERS[name].partition(":")
    player: Player = getattr(import_module(module), made)(ruleset, side, seed, timed=timed)
    return player
