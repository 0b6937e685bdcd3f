"""Titles of moments: written by the author or generated, in every text export and by the CLI."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core.errors import UserError
from engine.log.annotations import Annotations
from engine.play.game import Recording
from engine.report.as_bbcode import bbcode
from engine.report.as_markdown import markdown
from engine.report.card import headline
from engine.report.document import Passage, about, compose
from engine.report.moments import moments
from engine.report.scene import Scenes
from engine.report.settings import Settings
from engine.report.titles import generated_title

LOGS = Path(__file__).parents[3] / "logs"
KRAFFT, CONTROL, EINDHOVEN = 66, 108, 227


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return Path(shutil.copy(LOGS / "market-garden-turn-1.h44log", tmp_path / "game.h44log"))


def passages(recording: Recording) -> dict[int, Passage]:
    document = compose(Scenes(recording), Settings())
    return {p.scene.step.entry.id: p for p in document.passages}


def moments_of(log: Path, *entries: int) -> Recording:
    recording = Recording.load(log)
    notes = Annotations(log=recording.log.header.id)
    for entry in entries:
        notes = notes.with_moment(entry, True)
    recording.annotate(notes)
    return recording


def test_generated_titles_are_short_and_name_the_event(log: Path) -> None:
    found = passages(moments_of(log, KRAFFT, CONTROL, EINDHOVEN))
    assert found[KRAFFT].title == "Against the odds: Allied attack on Krafft (-) in 6319"
    assert found[CONTROL].title == (
        "Hexes change control: 60 to the Allied side, 14 to the German side"
    )
    assert found[EINDHOVEN].title == "The Allied side takes 2707 Eindhoven"


@pytest.mark.parametrize("path", sorted(LOGS.glob("*.h44log")), ids=lambda p: p.stem)
def test_no_generated_title_is_longer_than_a_heading(path: Path) -> None:
    recording = Recording.load(path)
    scenes, found = Scenes(recording), {m.step: m for m in moments(recording)}
    for number in range(1, len(recording) + 1, 3):
        title = generated_title(scenes.scene(number), found.get(number), recording.module)
        assert title
        assert len(title) <= 100, title


def test_a_written_title_precedes_the_sentence(log: Path) -> None:
    recording = moments_of(log, KRAFFT)
    recording.annotate(
        recording.annotations.with_note(
            KRAFFT, lambda note: note.model_copy(update={"title": "Krafft breaks"})
        )
    )
    document = compose(Scenes(recording), Settings())
    text = markdown(document, {})
    assert "### Krafft breaks\n\nT1 A: 1/1P, 3/1P" in text
    post = bbcode(document, {}, Settings())
    assert "[b]Krafft breaks[/b]\nT1 A: 1/1P, 3/1P" in post


def test_a_title_is_saved_in_the_second_format(log: Path, tmp_path: Path) -> None:
    notes = Annotations(log="x").with_note(3, lambda n: n.model_copy(update={"title": "Start"}))
    path = tmp_path / "notes.h44aar"
    notes.save(path)
    read = Annotations.load(path)
    assert (read.format, read.entries[3].title) == ("h44aar/2", "Start")
    assert read.moments() == {3}, "a title says something"
    assert not read.with_note(3, lambda n: n.model_copy(update={"title": ""})).entries


def cli(*args: object) -> str:
    result = CliRunner().invoke(app, ["annotate", *map(str, args)], env={"COLUMNS": "200"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


def test_the_command_line_writes_and_prints_a_title(log: Path) -> None:
    cli(log, KRAFFT, "--title", "Krafft breaks", "--moment")
    assert "Title: Krafft breaks" in cli(log, KRAFFT)
    assert passages(Recording.load(log))[KRAFFT].title == "Krafft breaks"
    cli(log, KRAFFT, "--title", "")
    assert passages(Recording.load(log))[KRAFFT].title.startswith("Against the odds")


def test_the_command_line_refuses_invalid_titles(log: Path) -> None:
    with pytest.raises(UserError, match="no entry 9999"):
        cli(log, 9999, "--title", "x")
    with pytest.raises(UserError, match="title cannot be saved"):
        cli(log, KRAFFT, "--title", "x" * 201)
    assert not log.with_suffix(".h44aar").exists()


def test_the_title_of_a_combat_says_combat_once() -> None:
    assert headline("") == "Combat"
    assert headline("3") == "Combat 3"
    assert headline("Combat on the map") == "Combat on the map"
    assert headline("Drop") == "Drop"


@pytest.mark.parametrize(
    ("language", "player"),
    [("en", "Club player (computer)"), ("es", "Jugador de club (ordenador)")],
)
def test_a_report_names_computer_players_in_the_language_of_the_reader(
    log: Path, monkeypatch: pytest.MonkeyPatch, language: str, player: str
) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", language)
    recording = Recording.load(log)
    players = {"german": "computer:club", "allied": "Ann"}
    header = recording.log.header.model_copy(update={"players": players})
    monkeypatch.setattr(recording.log, "header", header)
    line = about(recording)
    assert f": {player} · " in line
    assert line.endswith(": Ann")
