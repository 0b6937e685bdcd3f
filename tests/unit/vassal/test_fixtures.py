"""The committed files are what our encoder writes, and are read back as what went in."""

import io
import zipfile
from pathlib import Path

import pytest

from engine.play.game import Recording
from engine.vassal.log_import import import_files
from engine.vassal.opened_module import new_game
from tests.unit.vassal import making

FOLDER = Path(__file__).parents[2] / "fixtures" / "vassal"


def entries(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("name", ["little.vmod", "little.vsav", "little.vlog"])
def test_they_are_what_our_encoder_writes(name):
    committed, made = entries((FOLDER / name).read_bytes()), entries(making.files()[name])
    # Pictures are written by a library, whose versions may pack them otherwise; nested saves are
    # archives of their own.
    left_out = [n for n in made if n.startswith("images/") or n.endswith(".vsav")]
    assert committed.keys() == made.keys()
    for name in made.keys() - set(left_out):
        assert committed[name] == made[name], name


def test_the_log_replays_with_its_module(tmp_path):
    imported, _ = import_files([FOLDER / "little.vlog"], tmp_path / "g.h44log")
    assert imported.undone == 1
    recording = Recording.load(tmp_path / "g.h44log")
    last = recording.state(len(recording))
    assert recording.module.drawing.has_pictures
    assert {u: sorted(p.status) for u, p in last.pieces.items()} == {
        "a": ["reduced"],
        "b": ["full"],
    }


def test_the_module_opens_as_a_board(tmp_path):
    with new_game(FOLDER / "little.vmod", tmp_path / "g.h44log") as game:
        assert len(game.now.pieces) == 5
