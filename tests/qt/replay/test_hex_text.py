"""Descriptions of hexes: each hex of each game, with every kind of terrain basis."""

from __future__ import annotations

import pytest

from engine.core.state import State
from engine.modules.module import builtin, load_module
from holland44_qt.replay.hex_text import hex_text
from holland44_qt.table.hex_words import ground_words


@pytest.mark.parametrize("game", list(builtin()))
def test_every_hex_description_has_its_messages(game: str) -> None:
    module = load_module(game)
    for place, number in enumerate(module.board.numbers):
        text = hex_text(module, State(), place)
        assert text.startswith(number)
        assert "app." not in text
        assert "{" not in text
        if not module.board.loose:
            parts = ground_words(module, State(), place).split(" · ")
            assert len(parts) == len(set(parts)), "a city is named once"
