"""The committed files equal the output of our encoder, and are read back unchanged."""

import io
import zipfile
from pathlib import Path

import pytest

from engine.core.errors import UserError
from engine.log.store import load
from engine.play.game import Recording
from engine.play.vassal.log_import import import_files
from engine.play.vassal.opened_module import new_game
from tests.unit.vassal import making

FOLDER = Path(__file__).parents[2] / "fixtures" / "vassal"


def entries(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("name", ["little.vmod", "little.vsav", "little.vlog"])
def test_fixtures_equal_the_encoders_output(name):
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


@pytest.mark.parametrize("fails", ["game.h44log", "game.h44aar"])
def test_a_failed_import_leaves_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    """A leftover file would prevent the next import under the same name."""
    (tmp_path / fails).symlink_to(tmp_path / "nowhere" / fails)
    log = tmp_path / "game.h44log"
    with pytest.raises(UserError, match="cannot be written"):
        import_files([FOLDER / "little.vlog"], log)
    assert [p.name for p in tmp_path.iterdir() if not p.is_symlink()] == []
    (tmp_path / fails).unlink(missing_ok=True)
    import_files([FOLDER / "little.vlog"], log)
    assert load(log).damage is None
