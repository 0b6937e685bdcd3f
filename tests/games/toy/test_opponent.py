"""The computer player in a game that is unknown to it and has no weights."""

from __future__ import annotations

from pathlib import Path

from engine.games import require_rulebook
from engine.modules.module import load_module
from engine.opponent.match import play_game
from engine.opponent.weights import FILE


def test_recruit_plays_a_game_without_weights_to_its_end(crossing: Path) -> None:
    module = load_module(crossing)
    assert FILE not in module.files.names()
    rules = require_rulebook("crossing").ruleset("duel", module)
    sides = [side.id for side in module.meta.sides]
    for players in (("recruit", "random"), ("random", "recruit"), ("recruit", "recruit")):
        result = play_game(rules, dict(zip(sides, players, strict=True)), 3)
        assert result.refused == 0
        assert result.actions > 2
