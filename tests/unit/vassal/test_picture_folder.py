"""A folder supplies pictures that a module lacks."""

from __future__ import annotations

import os

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.play.vassal.opened_module import new_game
from engine.vassal.errors import VassalError
from engine.vassal.picture_folder import PictureFolder
from tests.unit.vassal import making


@pytest.fixture
def bare(tmp_path):
    """A module whose counters have no pictures in it."""
    path = tmp_path / "bare.vmod"
    parts = {"buildFile.xml": making.BUILD_FILE, "moduledata": making.metadata("Little")}
    path.write_bytes(making.zipped(parts))
    return path


@pytest.fixture
def folder(tmp_path):
    found = tmp_path / "art"
    found.mkdir()
    (found / "inf.png").write_bytes(making.picture())
    return found


def test_missing_pictures_are_listed_and_found_in_a_folder(bare, folder, tmp_path):
    with new_game(bare, tmp_path / "a.h44log") as game:
        assert game.module.drawing.table.missing == ("inf.png",)
    with new_game(bare, tmp_path / "b.h44log", pictures=folder) as game:
        drawing = game.module.drawing
        assert drawing.table.missing == ()
        kind = next(iter(drawing.table.kinds))
        look = drawing.kind(kind)
        assert [drawing.picture(image) for image in look.images()] == [making.picture()]


def test_the_command_line_accepts_a_folder(bare, folder, tmp_path):
    target = tmp_path / "c.h44log"
    done = CliRunner().invoke(app, ["new", str(bare), "-o", str(target), "--pictures", str(folder)])
    assert done.exit_code == 0, done.output
    assert "inf.png" not in done.output
    done = CliRunner().invoke(
        app, ["new", str(bare), "-o", str(tmp_path / "d.h44log"), "--pictures", str(bare)]
    )
    assert isinstance(done.exception, VassalError)
    assert not (tmp_path / "d.h44log").exists()
    assert not (tmp_path / "d.h44mod").exists()


def test_nothing_outside_the_folder_is_read(folder, tmp_path):
    (tmp_path / "secret.png").write_bytes(b"x")
    (folder / "images").mkdir()
    (folder / "images" / "deep.png").write_bytes(b"y")
    os.symlink(tmp_path / "secret.png", folder / "link.png")
    os.mkfifo(folder / "pipe.png")
    pictures = PictureFolder(folder)
    assert "images/inf.png" in pictures
    assert "images/deep.png" in pictures
    for name in ("../secret.png", "link.png", "pipe.png", "/etc/passwd", "a\0b", "..\\secret.png"):
        assert f"images/{name}" not in pictures
        with pytest.raises(VassalError):
            pictures.read(f"images/{name}")
    with pytest.raises(VassalError):
        PictureFolder(tmp_path / "nowhere")
