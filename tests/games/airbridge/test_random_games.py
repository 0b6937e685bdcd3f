"""Random games by legal actions alone: nothing breaks, every position holds, twice the same.

A few short games here; 200 introductory, 100 tournament and 30 campaign games by ``make soak``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.state import digest
from engine.games.airbridge.readings import READINGS
from engine.games.airbridge.rulebook import rulebook
from engine.log.verify import verify
from engine.play.audit import audit
from engine.play.autoplay import autoplay
from engine.play.game import Recording

BOOK = rulebook()
TURNS = {"introductory": 1, "tournament": 10, "campaign": 22}
OPTIONS = tuple(choice.name for choice in READINGS)


def play(path: Path, scenario: str, seed: int, turns: int | None = None) -> str:
    """Play a game and examine every position; odd seeds use all options.

    Positions are read back unchanged, and today's rules yield the same effects. Returns the digest
    of the last position.
    """
    ruleset = BOOK.ruleset(scenario)
    report = autoplay(
        ruleset, seed, turns or TURNS[scenario], path, options=OPTIONS if seed % 2 else ()
    )
    recording = Recording.load(path)
    assert len(recording) == report.entries
    assert digest(recording.state(len(recording)), recording.module.places) == report.digest
    assert verify(recording.log, recording.module.places).problems == []
    assert audit(recording, ruleset).breaches == []
    if turns is None:
        assert report.winner
    return report.digest


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    first, second = tmp_path / "1.h44log", tmp_path / "2.h44log"
    assert play(first, "introductory", 4) == play(second, "introductory", 4)
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize(("scenario", "seed"), [("introductory", 5), ("tournament", 6)])
def test_a_short_game_is_sound(tmp_path: Path, scenario: str, seed: int) -> None:
    play(tmp_path / "game.h44log", scenario, seed, 1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_an_introductory_game(tmp_path: Path, seed: int) -> None:
    play(tmp_path / "game.h44log", "introductory", seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2000, 2100))
def test_a_tournament(tmp_path: Path, seed: int) -> None:
    play(tmp_path / "game.h44log", "tournament", seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3000, 3030))
def test_a_campaign(tmp_path: Path, seed: int) -> None:
    play(tmp_path / "game.h44log", "campaign", seed)
