"""If the file is replaced while open, no entry is acknowledged that is not on the disk."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.log import disk
from engine.log.store import LogError, LogFile, ReplacedError, load
from tests.unit.log.test_store import is_sentence, note

CONTINUED = "small (continued).h44log"


def _sync_client(log: Path) -> None:
    """Replace the file with an older copy."""
    copy = log.with_name("incoming")
    copy.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-2]))
    copy.replace(log)


def _save_over(log: Path) -> None:
    """Write into the file itself, like an editor."""
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-2]))


def _same_length(log: Path) -> None:
    data = log.read_bytes()
    log.write_bytes(data.replace("Märket 2".encode(), "Märket 9".encode()))
    os.utime(log, ns=(1, 1))


def _other_end(log: Path) -> None:
    data = log.read_bytes()
    log.write_bytes(data[:-6] + b"00000\n"[:3] + data[-3:])


def _longer(log: Path) -> None:
    with log.open("ab") as file:
        file.write(b"{}\n")


def _rename(log: Path) -> None:
    log.rename(log.with_name("elsewhere"))


def _to_folder(log: Path) -> None:
    log.unlink()
    log.mkdir()


def _same_bytes(log: Path) -> None:
    """Replace the file with an equal one: the open file then has no name."""
    copy = log.with_name("incoming")
    shutil.copy(log, copy)
    copy.replace(log)


WAYS = [
    _sync_client,
    _save_over,
    _same_length,
    _other_end,
    _longer,
    _rename,
    _to_folder,
    _same_bytes,
    Path.unlink,
]


@pytest.mark.parametrize("replace", WAYS, ids=lambda way: way.__name__.strip("_"))
def test_entries_are_saved_aside_without_acknowledgement(
    small_log: Path, replace: Callable[[Path], object]
) -> None:
    with LogFile.open(small_log) as file:
        file.append(note(5))
        before = small_log.read_bytes()
        replace(small_log)
        now = small_log.read_bytes() if small_log.is_file() else None
        with pytest.raises(ReplacedError) as caught:
            file.append(note(6))
        kept = small_log.with_name(CONTINUED)
        assert is_sentence(str(caught.value), small_log)
        assert str(kept) in str(caught.value)
        assert caught.value.aside == kept
        assert len(file.log) == 5
        # Whoever replaced it finds it as he left it.
        assert (small_log.read_bytes() if small_log.is_file() else None) == now
        assert kept.read_bytes() == before
        # Said once, it stays so; and only one file is made.
        why = "replaced by another program" if small_log.exists() else "its drive removed"
        with pytest.raises(LogError, match=why):
            file.append(note(6))
    assert (
        sum("continued" in p.name and p.suffix == ".h44log" for p in small_log.parent.iterdir())
        == 1
    )
    with LogFile.open(kept) as file:
        file.append(note(6))
    assert len(load(kept).log) == 6


def test_replacement_between_writing_and_acknowledging_is_noticed(
    small_log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = disk.write
    with LogFile.open(small_log) as file:

        def then_replaced(*args: Any, **more: Any) -> None:
            write(*args, **more)
            _sync_client(small_log)

        monkeypatch.setattr(disk, "write", then_replaced)
        with pytest.raises(ReplacedError):
            file.append(note(5))
        monkeypatch.undo()
        assert len(file.log) == 4
    assert len(load(small_log.with_name(CONTINUED)).log) == 4


def test_a_touched_file_is_the_same_file(small_log: Path) -> None:
    with LogFile.open(small_log) as file:
        os.utime(small_log)
        file.append(note(5))
        os.link(small_log, small_log.with_name("link"))
        small_log.chmod(0o600)
        file.append(note(6))
    assert len(load(small_log).log) == 6


def test_a_second_rescue_gets_a_new_name(small_log: Path) -> None:
    taken = small_log.with_name(CONTINUED)
    taken.write_bytes(b"somebody's")
    with LogFile.open(small_log) as file:
        small_log.unlink()
        with pytest.raises(ReplacedError, match=r"\(continued 2\)"):
            file.append(note(5))
    assert taken.read_bytes() == b"somebody's"
    assert len(load(small_log.with_name("small (continued 2).h44log")).log) == 4


def test_without_the_folder_entries_are_saved_among_the_users_games(
    small_log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = small_log.parent / "sync"
    folder.mkdir()
    log = Path(shutil.copy(small_log, folder / small_log.name))
    before = log.read_bytes()
    with LogFile.open(log) as file:
        shutil.rmtree(folder)
        with pytest.raises(ReplacedError, match="All recorded entries are saved") as told:
            file.append(note(5))
    kept = tmp_path / "data" / "holland44" / "games" / CONTINUED
    assert told.value.aside == kept
    assert kept.read_bytes() == before


def test_a_long_name_is_shortened_for_the_rescue(small_log: Path) -> None:
    log = small_log.rename(small_log.with_name("橋" * 80 + ".h44log"))
    with LogFile.open(log) as file:
        log.unlink()
        with pytest.raises(ReplacedError) as told:
            file.append(note(5))
    assert told.value.aside is not None
    assert told.value.aside.parent == log.parent
    assert told.value.aside.name.endswith("橋 (continued).h44log")
    assert load(told.value.aside).damage is None
    assert len(load(told.value.aside).log) == 4


def test_a_failed_rescue_is_reported(
    small_log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = small_log.parent / "sync"
    folder.mkdir()
    small_log = Path(shutil.copy(small_log, folder / small_log.name))
    with LogFile.open(small_log) as file:
        shutil.rmtree(small_log.parent)
        with pytest.raises(ReplacedError, match="could not be saved") as caught:
            file.append(note(5))
        assert caught.value.aside is None
        assert is_sentence(str(caught.value), small_log)


def test_the_path_of_the_log_is_absolute(
    small_log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(small_log.parent)
    with LogFile.open(Path(small_log.name)) as file:
        (tmp_path / "other").mkdir()
        monkeypatch.chdir(tmp_path / "other")
        file.append(note(5))
    assert len(load(small_log).log) == 5
