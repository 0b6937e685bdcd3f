"""Files written whole or not at all."""

from __future__ import annotations

import multiprocessing
import os
import random
import stat
import time
from pathlib import Path

import pytest

from engine import files
from engine.core.errors import UserError
from engine.files import create, open_atomic, write_atomic
from tests.fuzz.appending import save_until_killed


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_atomic(path, b"one")
    write_atomic(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="POSIX permissions")
def test_others_may_read_it_as_any_new_file(tmp_path: Path) -> None:
    plain, path = tmp_path / "plain", tmp_path / "a.txt"
    plain.touch()
    write_atomic(path, b"")
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


@pytest.fixture(params=["nameless", "named"])
def drafts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Systems with files that have no name yet, and systems without."""
    if request.param == "named":
        monkeypatch.setattr(files, "_nameless", lambda _: None)
    return str(request.param)


@pytest.mark.usefixtures("drafts")
@pytest.mark.skipif(os.name != "posix", reason="POSIX permissions")
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o400])
def test_a_file_that_was_there_keeps_its_rights(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a.txt"
    path.touch()
    path.chmod(mode)
    write_atomic(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("drafts")
def test_a_symlink_stays_one_and_its_target_is_written(tmp_path: Path) -> None:
    target, link = tmp_path / "real" / "a.txt", tmp_path / "link.txt"
    target.parent.mkdir()
    link.symlink_to(target)
    for data in (b"one", b"two"):  # the first time there is no target yet
        write_atomic(link, data)
        assert link.is_symlink()
        assert target.read_bytes() == data
    assert list(target.parent.iterdir()) == [target]


def test_a_symlink_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    link = tmp_path / "a"
    link.symlink_to(link)
    with pytest.raises(UserError, match="cannot be written"):
        write_atomic(link / "b", b"")


@pytest.mark.usefixtures("drafts")
def test_a_link_to_itself_is_no_place(tmp_path: Path) -> None:
    there, back = tmp_path / "there", tmp_path / "back"
    there.symlink_to(back)
    back.symlink_to(there)
    with pytest.raises(UserError, match="cannot be written: Too many levels"):
        write_atomic(there, b"new")
    assert there.is_symlink()
    assert back.is_symlink()


@pytest.mark.usefixtures("drafts")
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
def test_no_file_takes_the_place_of_a_device_or_a_pipe(tmp_path: Path) -> None:
    """Who may do everything would replace ``/dev/null`` for all programs."""
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(UserError, match="not a plain file"):
            write_atomic(path, b"new")
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert sorted(tmp_path.iterdir()) == [link, pipe]


@pytest.mark.usefixtures("drafts")
def test_a_new_file_is_never_made_over_another(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with create(path, b"one") as file:
        file.write(b" more")
    with pytest.raises(FileExistsError):
        create(path, b"two")
    assert path.read_bytes() == b"one more"
    assert list(tmp_path.iterdir()) == [path]


def test_drafts_of_the_dead_are_swept_up_those_of_the_living_are_not(tmp_path: Path) -> None:
    path = tmp_path / "a[1].txt"
    dead, living = (tmp_path / f".{path.name}.{n}.draft" for n in ("0000", "1111"))
    other = tmp_path / ".b.txt.0000.draft"
    for draft in (dead, living, other):
        draft.touch()
    with living.open("rb") as file:
        files.lock(file)
        write_atomic(path, b"new")
    assert set(tmp_path.iterdir()) == {path, living, other}


@pytest.mark.usefixtures("drafts")
@pytest.mark.parametrize("name", ["x" * 255, "Brücke " * 31 + ".h44aar", "橋" * 85])
def test_whatever_can_be_a_name_is_written(tmp_path: Path, name: str) -> None:
    """A draft's name is longer, and must not be too long for that."""
    path = tmp_path / name
    for data in (b"one", b"two"):
        dead = files._draft_of(path)
        dead.touch()
        write_atomic(path, data)
        assert path.read_bytes() == data
        assert list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("drafts")
def test_two_who_save_at_once_do_not_sweep_up_each_others_drafts(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with open_atomic(path) as first:
        first.write(b"first")
        write_atomic(path, b"second")
        assert path.read_bytes() == b"second"
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="every file has a name here")
def test_killed_while_saving_leaves_the_old_or_the_new_file_and_nothing_else(
    tmp_path: Path,
) -> None:
    path, chance = tmp_path / "a.h44aar", random.Random(44)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.fuzz.appending"])
    for _ in range(60):
        write_atomic(path, b"0" * 200_000)
        child = context.Process(target=save_until_killed, args=(path,))
        child.start()
        while path.read_bytes()[:1] == b"0":  # until it has begun
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.03))
        child.kill()
        child.join()
        content = path.read_bytes()
        assert len(content) == 200_000
        assert content == content[:1] * 200_000
        # Between its two names a draft can be killed too, but then the next one sweeps it up.
        write_atomic(path, content)
        assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=["full", "ctrl-c"]
)
def test_what_goes_wrong_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    path = tmp_path / "a.txt"
    write_atomic(path, b"old")

    def fail(_: int) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", fail)
    expected = UserError if isinstance(error, OSError) else KeyboardInterrupt
    with pytest.raises(expected):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    path = tmp_path / "none" / "a.txt"
    with pytest.raises(UserError, match="cannot be written: No such file") as caught:
        write_atomic(path, b"")
    assert str(path) in str(caught.value)
