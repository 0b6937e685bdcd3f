"""Verification of a log with a valid chain but inconsistent entries."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.log.annotations import Annotation, Annotations
from engine.log.claims import Claims
from engine.log.entry import Entry, is_time
from engine.log.tree import Log
from engine.log.verify import verify
from engine.play.game import Game


def game_log(tmp_path: Path) -> Game:
    game = Game.new(tmp_path / "game.h44log", "holland44", "campaign")
    game.play(act.MoveUnits(units=("BR-2-1P",), path=("6217", "6218")))
    game.play(act.Note(text="A remark."))
    return game


def with_entry(game: Game, **change: object) -> Log:
    """Return the game's log with its last entry changed, without a chain."""
    entries = game.log.entries
    changed = entries[-1].model_copy(update=change)
    return Log(game.log.header, [*entries[:-1], changed])


def test_a_sound_log_has_no_problems(tmp_path: Path) -> None:
    with game_log(tmp_path) as game:
        report = verify(game.log, game.module.places)
    assert report.problems == []
    assert (report.entries, report.branches) == (3, 1)
    assert len(report.digest) == 32


def test_an_effect_that_does_not_fit_is_reported_with_its_entry(tmp_path: Path) -> None:
    with game_log(tmp_path) as game:
        move = fx.Move(unit="BR-2-1P", path=("6217", "6218"), from_index=0, to_index=0)
        report = verify(with_entry(game, effects=(move,)), game.module.places)
    assert len(report.problems) == 1
    assert "Entry 3" in report.problems[0]


def test_a_wrong_digest_is_reported(tmp_path: Path) -> None:
    with game_log(tmp_path) as game:
        report = verify(with_entry(game, digest="0" * 32), game.module.places)
    assert report.digests == 1
    assert "entry 3" in report.problems[0]


def test_entries_after_a_bad_one_are_not_reported(tmp_path: Path) -> None:
    with game_log(tmp_path) as game:
        bad = fx.SetSteps(unit="BR-2-1P", before=1, after=0)
        log = with_entry(game, effects=(bad,))
        log.add(
            Entry(
                id=4,
                parent=3,
                at="2026-01-01T00:00:00.000Z",
                by="allied",
                action=act.Note(text="on"),
                effects=(fx.SetTrack(track="vp", before=None, after=1),),
                digest="0" * 32,
            )
        )
        report = verify(log, game.module.places)
    assert len(report.problems) == 1
    assert (report.digests, report.digest) == (0, "")


def test_an_annotation_without_an_entry_is_a_problem(tmp_path: Path) -> None:
    with game_log(tmp_path) as game:
        notes = Annotations(log=game.log.header.id, entries={9: Annotation(comment="?")})
        report = verify(game.log, game.module.places, notes)
    assert "entry 9" in report.problems[0]


def test_every_branch_is_verified_to_its_end(tmp_path: Path) -> None:
    with game_log(tmp_path) as game:
        entries = game.log.entries
        last = entries[-1]
        good = last.model_copy(update={"id": 4, "digest": None})
        bad = last.model_copy(update={"id": 5, "digest": "0" * 32})
        after = last.model_copy(update={"id": 6, "parent": 4, "digest": "1" * 32})
        log = Log(game.log.header, [*entries, good, bad, after])
        seen: list[int] = []
        report = verify(
            log, game.module.places, examine=lambda _, e: seen.append(e.id), progress=seen.append
        )
        first = verify(log, game.module.places, tip=last.parent)
        whole = verify(game.log, game.module.places)
    assert [p for n in (5, 6) for p in report.problems if f"entry {n}" in p] == report.problems
    assert len(report.problems) == 2
    assert report.branches == 3
    assert seen == [n for entry in log.entries for n in (entry.id, entry.id)]
    assert len(first.digest) == len(whole.digest) == 32


def test_the_first_and_the_last_entry_may_be_annotated(tmp_path: Path) -> None:
    with game_log(tmp_path) as game:
        said = {number: Annotation(comment="?") for number in (1, 3)}
        notes = Annotations(log=game.log.header.id, entries=said)
        assert verify(game.log, game.module.places, notes).problems == []
        for number in (0, 4):
            notes = notes.model_copy(update={"entries": {number: Annotation(comment="?")}})
            assert len(verify(game.log, game.module.places, notes).problems) == 1


@pytest.mark.parametrize(
    ("time", "good"),
    [
        ("2026-01-31T18:30:00.000Z", True),
        ("2026-01-31T18:30:00+01:00", True),
        ("2026-01-31T18:30Z", True),
        ("", False),
        ("yesterday", False),
        ("2026-02-31T18:30:00Z", False),
        ("2026-01-31T18:30:00", False),
        ("2026-01-31T18:30:00Z\x1b[31m", False),
    ],
)
def test_an_entry_has_a_time(time: str, good: bool) -> None:
    assert is_time(time) == good
    entry = Entry(id=1, parent=0, at=time, by="", action=act.Note(text="x"))
    found = Claims().check(entry)
    assert bool(found) != good
    assert "\x1b" not in "".join(found)
