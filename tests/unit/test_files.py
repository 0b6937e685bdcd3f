"""Files are written completely or not at all."""

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
from engine.files import create, need_writable, open_atomic, write_atomic
from tests.fuzz.appending import save_until_killed


def test_a_file_is_replaced_atomically(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_atomic(path, b"one")
    write_atomic(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="POSIX permissions")
def test_a_new_file_has_default_permissions(tmp_path: Path) -> None:
    plain, path = tmp_path / "plain", tmp_path / "a.txt"
    plain.touch()
    write_atomic(path, b"")
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


@pytest.fixture(params=["nameless", "named"])
def drafts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Systems with and without unnamed files."""
    if request.param == "named":
        monkeypatch.setattr(files, "_nameless", lambda _: None)
    return str(request.param)


@pytest.mark.usefixtures("drafts")
@pytest.mark.skipif(os.name != "posix", reason="POSIX permissions")
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o400])
def test_a_replaced_file_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
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


def test_a_dangling_symlink_is_reported(tmp_path: Path) -> None:
    link = tmp_path / "a"
    link.symlink_to(link)
    with pytest.raises(UserError, match="cannot be written"):
        write_atomic(link / "b", b"")


@pytest.mark.usefixtures("drafts")
def test_a_circular_symlink_is_refused(tmp_path: Path) -> None:
    there, back = tmp_path / "there", tmp_path / "back"
    there.symlink_to(back)
    back.symlink_to(there)
    with pytest.raises(UserError, match="cannot be written: the link leads back"):
        write_atomic(there, b"new")
    assert there.is_symlink()
    assert back.is_symlink()


@pytest.mark.usefixtures("drafts")
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
def test_a_device_or_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    """Root would replace ``/dev/null`` for all programs."""
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(UserError, match="not a plain file"):
            write_atomic(path, b"new")
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert sorted(tmp_path.iterdir()) == [link, pipe]


@pytest.mark.usefixtures("drafts")
def test_a_new_file_never_overwrites_another(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with create(path, b"one") as file:
        file.write(b" more")
    with pytest.raises(FileExistsError):
        create(path, b"two")
    assert path.read_bytes() == b"one more"
    assert list(tmp_path.iterdir()) == [path]


def test_drafts_of_ended_processes_are_removed(tmp_path: Path) -> None:
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
def test_files_with_names_of_maximum_length_are_written(tmp_path: Path, name: str) -> None:
    """A draft's name is longer, but must stay within the limit."""
    path = tmp_path / name
    for data in (b"one", b"two"):
        dead = files._draft_of(path)
        dead.touch()
        write_atomic(path, data)
        assert path.read_bytes() == data
        assert list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("drafts")
def test_simultaneous_writers_keep_each_others_drafts(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with open_atomic(path) as first:
        first.write(b"first")
        write_atomic(path, b"second")
        assert path.read_bytes() == b"second"
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="every file has a name here")
def test_a_kill_while_saving_leaves_only_the_old_or_new_file(
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
def test_a_failed_save_leaves_only_the_old_file(
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


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "none" / "a.txt"
    with pytest.raises(
        UserError, match=r"cannot be written: the folder .* does not exist"
    ) as caught:
        write_atomic(path, b"")
    assert str(path) in str(caught.value)


def test_an_unusable_folder_is_reported_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_writable(tmp_path / "new.md")
    with pytest.raises(UserError, match="none does not exist"):
        need_writable(tmp_path / "none" / "new.md")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(UserError, match="you have no permission"):
        need_writable(tmp_path / "new.md")
