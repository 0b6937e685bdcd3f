"""Authors: a stored name and key that sign every entry written on this computer."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.log.store import load
from engine.play import bylines
from engine.play.exchange import import_turn
from engine.play.game import Game, Recording
from tests.forging import added, elimination, forge_turn, play_by_rules
from tests.running import output as run


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def signatures(path: Path) -> tuple[int, int]:
    """Return the entries, and those with a valid signature."""
    report = json.loads(run("verify", path, "--json"))
    assert report["problems"] == []
    return report["entries"], report["signatures"]


def test_every_entry_is_signed_by_the_stored_author(tmp_path: Path) -> None:
    key, log = tmp_path / "ann.pem", tmp_path / "a.h44log"
    assert "ed25519:" in run("author", "key", key)
    run("author", "set", "Ann", "--key", key)
    run("new", "holland44", "short", "-o", log)
    run("rules", log, "--mode", "advisory")
    with Game.open(log, byline=bylines.current_byline()) as game:
        game.play(act.Note(text="mine"))
        game.follow(1)
        game.play(act.Note(text="on another line"))
    assert signatures(log) == (4, 4)
    public = bylines.read_key(key).key
    assert {(e.author.name, e.author.key) for e in load(log).log.entries if e.author} == {
        ("Ann", public)
    }
    (told,) = bylines.proof_of_author(load(log).log[3])
    assert "Ann" in told
    assert public in told
    assert json.loads(run("author", "show", "--json")) == {
        "name": "Ann", "key_file": str(key), "key": public,
    }  # fmt: skip


def test_a_name_on_the_command_line_does_not_use_another_name_s_key(tmp_path: Path) -> None:
    key, log = tmp_path / "ann.pem", tmp_path / "b.h44log"
    bylines.make_key(key)
    bylines.keep("Ann", str(key))
    run("new", "holland44", "short", "-o", log, "--author", "Bob")
    author = load(log).log[1].author
    assert author is not None
    assert (author.name, author.key) == ("Bob", None)
    assert bylines.proof_of_author(load(log).log[1]) == ["Written by Bob"]
    run("rules", log, "--mode", "advisory", "--author", "Bob", "--key", key)
    assert signatures(log) == (2, 1)
    run("author", "set", "")
    run("rules", log, "--mode", "off")
    assert load(log).log[3].author is None


def test_a_key_file_is_private_and_never_overwritten(tmp_path: Path) -> None:
    key = tmp_path / "k.pem"
    bylines.make_key(key)
    before = key.read_bytes()
    if os.name == "posix":
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert "already exists" in run("author", "key", key, code=2)
    assert key.read_bytes() == before
    assert "There is no file" in run("author", "set", "Ann", "--key", tmp_path / "none", code=2)
    for content in (b"", b"ann", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"):
        (tmp_path / "bad.pem").write_bytes(content)
        assert "is not an Ed25519 key" in run(
            "author", "set", "Ann", "--key", tmp_path / "bad.pem", code=2
        )
    assert "add a name" in run("author", "set", "", "--key", key, code=2)
    assert bylines.stored_author() == bylines.StoredAuthor()


def test_invalid_settings_and_lost_keys_are_survived(tmp_path: Path) -> None:
    key = tmp_path / "k.pem"
    bylines.make_key(key)
    bylines.keep("Ann", str(key))
    key.unlink()
    found, trouble = bylines.usable_byline()
    assert found.author is not None
    assert (found.author.name, found.author.key, found.signer) == ("Ann", None, None)
    assert trouble is not None
    assert "not signed" in trouble
    (tmp_path / "config" / "holland44" / "author.json").write_bytes(b"[[[")
    assert bylines.usable_byline() == (bylines.NOBODY, None)


def test_an_accepted_turn_is_signed_by_the_accepting_player(tmp_path: Path) -> None:
    current_byline, turn = play_by_rules(tmp_path / "m.h44log", 6), tmp_path / "x.h44turn"
    recording = Recording.load(current_byline)
    lost = elimination(recording.state(len(recording)), recording, "allied")
    forge_turn(current_byline, turn, added(act.NextPhase(), (lost,)))
    bylines.make_key(tmp_path / "k.pem")
    ann = bylines.byline("Ann", tmp_path / "k.pem")
    import_turn(turn, current_byline, accept=True, byline=ann)
    *others, accepted = load(current_byline).log.entries
    assert accepted.author == ann.author
    assert signatures(current_byline) == (8, 1)
    assert all(entry.author is None for entry in others)


def test_a_partial_key_file_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as while_full:
        while_full.setattr("os.fsync", full)
        with pytest.raises(UserError, match="the disk is full"):
            bylines.make_key(tmp_path / "k.pem")
    bylines.make_key(tmp_path / "k.pem")
