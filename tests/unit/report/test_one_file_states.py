"""Games in one file unpacked over existing files: later states, junk, other logs."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.log.head import head_of
from engine.log.store import load
from engine.play.game import Game, Recording
from engine.report.one_file import ABOUT, LOG, pack, unpack


def packed(log: Path, target: Path) -> Path:
    target.write_bytes(pack(Recording.load(log), log))
    return target


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "a" / "own.h44log"
    path.parent.mkdir()
    Game.new(path, "airbridge", "introductory").close()
    return path


def more(log: Path, text: str = "more") -> None:
    with Game.open(log) as game:
        game.play(act.Note(text=text))


def test_a_later_state_of_the_same_game_continues_it(tmp_path: Path, log: Path) -> None:
    sent = packed(log, tmp_path / "g.h44game")
    found = unpack(sent).log
    more(log)
    assert unpack(packed(log, sent)).log == found
    assert found.read_bytes() == log.read_bytes()
    more(found)
    longer = found.read_bytes()
    unpack(sent)
    assert found.read_bytes() == longer
    more(log, "other")  # not the same line, even in the same millisecond
    with pytest.raises(UserError, match=r"g\.h44log"):
        unpack(packed(log, sent))
    assert found.read_bytes() == longer


def test_an_unreadable_log_is_not_unpacked(tmp_path: Path, log: Path) -> None:
    sent = packed(log, tmp_path / "g.h44game")
    good = sent.read_bytes()
    with zipfile.ZipFile(sent) as archive:
        about = archive.read(ABOUT)
    with zipfile.ZipFile(sent, "w") as archive:
        archive.writestr(ABOUT, about)
        archive.writestr(LOG, b"junk")
    with pytest.raises(UserError):
        unpack(sent)
    sent.write_bytes(good)
    assert unpack(sent).log.read_bytes() == log.read_bytes()


def test_another_logs_id_is_refused(tmp_path: Path, log: Path) -> None:
    sent = packed(log, tmp_path / "g.h44game")
    with zipfile.ZipFile(sent) as archive:
        about = {**json.loads(archive.read(ABOUT)), "log": "another"}
    with zipfile.ZipFile(sent, "w") as archive:
        archive.writestr(ABOUT, json.dumps(about))
        archive.writestr(LOG, log.read_bytes())
    with pytest.raises(UserError, match="another game"):
        unpack(sent)
    assert not sent.with_suffix("").exists()


def test_an_old_head_record_is_ignored_for_a_new_log(tmp_path: Path, log: Path) -> None:
    sent = packed(log, tmp_path / "g.h44game")
    found = unpack(sent).log
    more(found)
    found.unlink()
    assert head_of(found).exists()
    assert load(unpack(sent).log).damage is None


def test_a_dangling_symlink_is_not_followed(tmp_path: Path, log: Path) -> None:
    sent, outside = packed(log, tmp_path / "g.h44game"), tmp_path / "outside"
    folder = sent.with_suffix("")
    folder.mkdir()
    (folder / "g.h44log").symlink_to(outside)
    unpack(sent)
    assert not outside.exists()
