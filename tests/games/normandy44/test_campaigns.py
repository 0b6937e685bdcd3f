"""Random games by legal actions alone: nothing breaks, every position holds, twice the same.

A turn of a few games here; 200 games of seven turns and 60 campaigns to the end by ``make soak``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.state import digest
from engine.games.normandy44.readings import READINGS
from engine.log.verify import verify
from engine.play.audit import audit
from engine.play.autoplay import Report, autoplay
from engine.play.game import Recording
from tests.games.normandy44.tabletop import BOOK

OPTIONS = tuple(choice.name for choice in READINGS)


def play(folder: Path, seed: int, turns: int, scenario: str) -> tuple[Path, Report]:
    """Play a game and examine every position; odd seeds use all options."""
    path = folder / f"{seed}.h44log"
    options = OPTIONS if seed % 2 else ()
    return path, autoplay(BOOK.ruleset(scenario), seed, turns, path, options=options)


def check(path: Path, report: Report, scenario: str) -> None:
    """A game read back equals the played one, and today's rules give the same effects."""
    recording = Recording.load(path)
    state = recording.state(len(recording))
    assert len(recording) == report.entries
    assert digest(state, recording.module.places) == report.digest
    assert verify(recording.log, recording.module.places).problems == []
    assert audit(recording, BOOK.ruleset(scenario)).breaches == []


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["seven_turns", "cherbourg"])
def test_a_short_game_is_sound(tmp_path: Path, scenario: str) -> None:
    path, report = play(tmp_path, 21, 1, scenario)
    assert report.turn == 2 or report.winner
    check(path, report, scenario)


@pytest.mark.slow
def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    files = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        files.append(play(tmp_path / name, 4, 1, "cherbourg")[0].read_bytes())
    assert files[0] == files[1]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_seven_turns(tmp_path: Path, seed: int) -> None:
    path, report = play(tmp_path, seed, 7, "seven_turns")
    assert report.winner
    check(path, report, "seven_turns")


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2000, 2060))
def test_a_campaign_to_the_end(tmp_path: Path, seed: int) -> None:
    path, report = play(tmp_path, seed, 22, "campaign")
    assert report.winner
    check(path, report, "campaign")
