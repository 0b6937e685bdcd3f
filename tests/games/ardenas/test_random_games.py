"""Random games by legal actions alone: nothing breaks, every position is sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.state import digest
from engine.games.ardenas.readings import READINGS
from engine.games.ardenas.rulebook import rulebook
from engine.play.audit import audit
from engine.play.autoplay import autoplay
from engine.play.game import Recording
from tests.games.ardenas.seeking import seek

BOOK = rulebook()
TURNS = {"short": 12, "full": 20}
OPTIONS = tuple(option.name for option in READINGS)


def play(path: Path, scenario: str, seed: int, turns: int) -> str:
    """Play a game, examine every position and audit it.

    Odd seeds use all options; in every third game rare things are sought.
    """
    ruleset = BOOK.ruleset(scenario)
    options, rare = OPTIONS if seed % 2 else (), None if seed % 3 else seek
    report = autoplay(ruleset, seed, turns, path, options=options, seek=rare)
    recording = Recording.load(path)
    assert digest(recording.state(len(recording)), recording.module.places) == report.digest
    assert audit(recording, ruleset).breaches == []
    if turns == TURNS[scenario]:
        assert report.winner
    return report.digest


@pytest.mark.slow
def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    first, second = tmp_path / "1.h44log", tmp_path / "2.h44log"
    assert play(first, "short", 4, 1) == play(second, "short", 4, 1)
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [5])
def test_four_turns_of_a_short_game_are_clean(tmp_path: Path, seed: int) -> None:
    """Games to their end are among the long tests below."""
    play(tmp_path / "game.h44log", "short", seed, 4)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_short_games(tmp_path: Path, seed: int) -> None:
    play(tmp_path / "game.h44log", "short", seed, 12)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2000, 2060))
def test_full_games(tmp_path: Path, seed: int) -> None:
    play(tmp_path / "game.h44log", "full", seed, 20)
