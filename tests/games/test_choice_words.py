"""Every decision of a player has a sentence of its own in the log."""

from __future__ import annotations

import pytest

from engine.games import require_rulebook
from engine.i18n import catalogue, game_catalogue
from engine.log.consequences import WALKED
from tests.games.census import OFFERED

RESUMED = {"attack", "joint_attack", "march"}
"""Decisions of Holland '44 whose answer continues a move or an attack, which the log describes."""


@pytest.mark.parametrize("game", sorted(OFFERED))
def test_the_answers_of_players_have_sentences(game: str) -> None:
    ruleset = require_rulebook(game).ruleset(next(iter(OFFERED[game])))
    texts = {**catalogue("en"), **game_catalogue(game, "en")}
    asked = {kind for kind in ruleset.decisions.handlers if f"decide.{game}.{kind}" in texts}
    prefixes = ("say.choose.", f"say.{game}.choose.")
    said = {
        key.removeprefix(p).partition(".")[0]
        for p in prefixes
        for key in texts
        if key.startswith(p)
    }
    assert asked - said - RESUMED <= set(WALKED)
