"""Exports of a VASSAL game for one side contain nothing hidden by the other side."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.core.errors import UserError
from engine.export.html import export_html
from engine.export.vassal_sheet import Sheet
from engine.log.annotations import Annotations
from engine.play.game import Recording
from engine.report.formats import ENGINE_FORMATS
from engine.report.job import Job
from engine.report.settings import Settings
from engine.report.viewpoint import default_viewpoint, viewed
from holland44_qt.command_line import app
from tests.unit.vassal.secret_table import CANARIES, CARDS, played, recording

TEXTS = ("md", "bbcode", "csv", "json")
PAGES = ("html", "art")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("secret"))


def exported(game: Recording, form: str, eyes: str, folder: Path) -> bytes:
    """Return an export with some viewpoint, names of its pictures included."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = Settings(viewpoint=eyes, entries="all")
    job = Job(game, folder / f"x.{form}", settings)
    if form in PAGES:
        export_html(job.recording, Sheet(job.recording, art=form == "art"), job.target)
    else:
        next(f for f in ENGINE_FORMATS if f.name == form).write(job, folder / "none.h44log")
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return b"\n".join(path.name.encode() + path.read_bytes() for path in files)


@pytest.mark.parametrize("eyes", ["Blue", "neutral"])
@pytest.mark.parametrize("form", [*TEXTS, *PAGES])
def test_no_canary_is_in_an_export(log: Path, form: str, eyes: str, tmp_path: Path) -> None:
    data = exported(recording(log), form, eyes, tmp_path)
    bare = re.sub(rb"base64,[\w+/=]+", b"", data).lower()
    found = [name for name in CANARIES if name.lower().encode() in bare]
    assert found == []
    assert b"Lion" in data, "what is seen is there"


@pytest.mark.parametrize("form", [*TEXTS, *PAGES])
def test_the_owner_and_the_referee_see_hidden_pieces(log: Path, form: str, tmp_path: Path) -> None:
    for eyes, names in (("Red", ("Zebra", "Okapi")), ("both", ("Zebra", "Okapi"))):
        data = exported(recording(log), form, eyes, tmp_path / eyes)
        assert all(name.encode() in data for name in names), eyes
    data = exported(recording(log), form, "Red", tmp_path / "deck")
    assert not any(card.encode() in data for card in CARDS), "nobody sees into the deck"


@pytest.mark.parametrize("form", [*TEXTS, *PAGES])
def test_games_that_differ_only_in_secrets_are_exported_alike(
    log: Path, form: str, tmp_path: Path
) -> None:
    other = played(tmp_path / "game", "Okapi", "Zebra", ("Wombat", "Bongo", "Quagga"))
    one = exported(recording(log), form, "Blue", tmp_path / "1")
    two = exported(recording(other, "Okapi"), form, "Blue", tmp_path / "2")
    assert one == two
    whole = exported(recording(other, "Okapi"), form, "both", tmp_path / "3")
    assert whole != exported(recording(log), form, "both", tmp_path / "4")


def test_the_page_has_only_pictures_of_visible_pieces(log: Path, tmp_path: Path) -> None:
    def pictures(eyes: str) -> set[bytes]:
        text = exported(recording(log), "art", eyes, tmp_path / eyes).decode()
        return {base64.b64decode(m) for m in re.findall(r"data:image/\w+;base64,([\w+/=]+)", text)}

    assert len(pictures("Blue")) < len(pictures("both"))


def test_unseen_entries_become_one_line_per_phase(log: Path) -> None:
    seen = viewed(recording(log), "Blue")
    unseen = [e for e in seen.timeline.entries if not e.at]
    assert len(unseen) == 1
    assert unseen[0] is seen.timeline.entries[-1], "at the end of the phase"
    assert len(seen) == len(recording(log)) - 2, "two moves and a note of Red's"


def test_the_default_shows_public_information_only(log: Path, tmp_path: Path) -> None:
    game = recording(log)
    assert default_viewpoint(game) == "neutral"
    assert Job(game, tmp_path / "x.md").viewpoint == "neutral"
    whole = next(f for f in ENGINE_FORMATS if f.name == "game")
    with pytest.raises(UserError, match="viewpoint=both"):
        whole.write(Job(game, tmp_path / "x.h44game"), log)
    with pytest.raises(UserError, match="Blue"):
        whole.write(Job(game, tmp_path / "x.h44game", Settings(viewpoint="Blue")), log)
    whole.write(Job(game, tmp_path / "x.h44game", Settings(viewpoint="both")), log)
    vsav = next(f for f in ENGINE_FORMATS if f.name == "vsav")
    with pytest.raises(UserError, match="Blue"):
        vsav.write(Job(game, tmp_path / "x.vsav", Settings(viewpoint="Blue")), log)


def test_chat_of_a_log_for_vassal_names_nothing_masked(log: Path, tmp_path: Path) -> None:
    from engine.vassal.commands import Chat
    from engine.vassal.savegame import read_game

    vlog = next(f for f in ENGINE_FORMATS if f.name == "vlog")
    job = Job(Recording.load(log), tmp_path / "x.vlog")
    vlog.write(job, log)
    game = read_game(job.target)
    said = [c.text for step in game.steps for c in step if isinstance(c, Chat)]
    assert any("Lion" in text for text in said)
    assert [text for text in said if any(name in text for name in CANARIES)] == []
    assert any("1" in sentence and "chat" in sentence for sentence in job.left_out)


def test_the_art_page_of_the_command_line_has_a_viewpoint(log: Path, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    command = ["export", str(log), "--to", "html", "--art", "-o", str(target)]
    done = CliRunner().invoke(app, [*command, "--set", "viewpoint=Blue"])
    assert done.exit_code == 0, done.output
    assert not any(name.encode() in target.read_bytes() for name in CANARIES)


def test_a_comment_without_a_side_is_omitted_and_reported(log: Path, tmp_path: Path) -> None:
    job = Job(recording(log), tmp_path / "x.md", Settings(viewpoint="Blue"))
    assert job.recording.annotations == Annotations(log="secret", branches={}, main=None)
    assert any("2" in sentence for sentence in job.left_out)
