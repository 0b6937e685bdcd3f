"""A random game on the real module reads back as it was played, at every entry."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.core.reducer import apply
from engine.core.state import State, digest
from engine.log.verify import verify
from engine.play.game import Recording
from tests.perf.long_game import PIECES, write_long_game

ENTRIES = 400


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of 400 entries."""
    path = tmp_path_factory.mktemp("played") / "played.h44log"
    write_long_game(path, ENTRIES, seed=9)
    return path


@pytest.mark.slow
def test_every_position_of_every_branch_reads_back(played: Path) -> None:
    recording = Recording.load(played)
    log, places = recording.log, recording.module.places
    assert len(log) == ENTRIES
    at = {0: State()}
    for entry in log.entries:
        at[entry.id] = apply(at[entry.parent], entry.effects, places)
    assert len(at[ENTRIES].pieces) == PIECES
    chance = random.Random(9)
    tips = list(log.tips())
    assert len(tips) > 1
    for tip in tips:
        line = Recording.load(played, tip=tip)
        ids = [0, *(e.id for e in line.timeline.entries)]
        for step in chance.sample(range(len(ids)), min(60, len(ids))):
            assert line.state(step) == at[ids[step]]
            assert digest(line.state(step), places) == digest(at[ids[step]], places)
    report = verify(log, places)
    assert (report.problems, report.branches, report.digests) == ([], len(tips), ENTRIES // 100)


def test_every_entry_is_described_in_one_line(played: Path) -> None:
    recording = Recording.load(played)
    for number in range(1, len(recording) + 1):
        step = recording.step(number)
        assert step.sentence.isprintable()
        assert step.sentence
        assert all(line.isprintable() and line for line in step.details)


def test_the_same_seed_plays_the_same_game(played: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.h44log"
    write_long_game(again, ENTRIES, seed=9)
    assert again.read_bytes() == played.read_bytes()
