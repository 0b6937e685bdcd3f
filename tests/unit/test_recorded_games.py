"""The games recorded in `logs`: replayed with the current rules, they are unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.errors import UserError
from engine.log.annotations import Annotations
from logs import build
from logs.build import FOLDER, LOGS

FOREST = FOLDER / "13.2-assault-in-the-forest.h44log"


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_game_recorded_again_has_the_same_bytes(log: Path, tmp_path: Path) -> None:
    assert build.build(log, tmp_path).read_bytes() == log.read_bytes()


def test_a_game_is_recorded_over_an_older_file(tmp_path: Path) -> None:
    (tmp_path / FOREST.name).write_text("older\n" * 999)
    assert build.build(FOREST, tmp_path).read_bytes() == FOREST.read_bytes()


def test_effects_and_links_are_computed_from_the_orders(tmp_path: Path) -> None:
    log = tmp_path / FOREST.name
    other = FOREST.read_bytes().replace(b'"effects":[{"after":"', b'"effects":[{"after":" ')
    log.write_bytes(other)
    assert other != FOREST.read_bytes()
    again = tmp_path / "again"
    again.mkdir()
    assert build.build(log, again).read_bytes() == FOREST.read_bytes()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"values":[9]', '"values":[11]', "entry 15, dice.*: "),
        (
            '"count":1,"reason":"defensive","sides":10,"source":"scripted","values":[6]',
            '"count":2,"reason":"defensive","sides":10,"source":"scripted","values":[6,6]',
            r"\[6, 6\] is no throw of 1d10 for defensive",
        ),
        ('"option":"US-101-1/327"', '"option":"US-101-9/327"', "entry 1[34]: "),
        ('"kind":"choose"', '"kind":"chose"', "entry "),
    ],
)
def test_an_entry_that_cannot_be_played_is_named(
    old: str, new: str, reason: str, tmp_path: Path
) -> None:
    log = tmp_path / FOREST.name
    text = FOREST.read_text(encoding="utf-8")
    assert old in text
    log.write_text(text.replace(old, new), encoding="utf-8")
    again = tmp_path / "again"
    again.mkdir()
    with pytest.raises(UserError, match=reason):
        build.build(log, again)


def test_the_command_names_and_rewrites_stale_logs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / FOREST.name
    log.write_bytes(FOREST.read_bytes().replace(b'"link":"ab', b'"link":"ba'))
    monkeypatch.setattr(build, "LOGS", [log])
    assert build.main(["--check"]) == 1
    assert log.name in capsys.readouterr().out
    assert build.main([]) == 0
    assert build.main(["--check"]) == 0
    assert log.read_bytes() == FOREST.read_bytes()


@pytest.mark.parametrize(
    "notes", sorted(FOLDER.glob("*.[a-z][a-z].h44aar")), ids=lambda path: path.stem
)
def test_translated_comments_have_the_chapters_and_moments_of_the_english(notes: Path) -> None:
    """A translation may omit comments, but no chapter and no moment of a report."""
    translated = Annotations.load(notes)
    english = Annotations.load(FOLDER / f"{notes.stem.rpartition('.')[0]}.h44aar")
    assert notes.stem.endswith(f".{translated.language}")
    assert translated.moments() == english.moments()
    assert translated.entries.keys() <= english.entries.keys()
    for number, note in english.entries.items():
        told = translated.entries.get(number)
        assert bool(told and told.chapter) == bool(note.chapter)
        if note.moment:
            assert told is not None
            assert bool(told.comment) == bool(note.comment)
            assert (told.glyph, told.shapes, told.camera) == (note.glyph, note.shapes, note.camera)
