"""The head record beside a log reveals a missing end."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from engine.log.entry import Header
from engine.log.head import head_of, read_head
from engine.log.store import LogError, LogFile, load, repair
from tests.unit.log.test_store import is_sentence, note


@pytest.fixture
def log(tmp_path: Path, header: Header) -> Path:
    """A closed log of six entries with its head record."""
    path = tmp_path / "a.h44log"
    with LogFile.create(path, header, [note(1), note(2)]) as file:
        for number in range(3, 7):
            file.append(note(number))
    return path


def test_the_record_names_the_count_and_the_last_link(log: Path) -> None:
    head = read_head(log)
    assert head is not None
    assert (head.log, head.entries, head.last) == ("small", 6, load(log).link)


def test_the_record_is_updated_with_each_append(tmp_path: Path, header: Header) -> None:
    path = tmp_path / "a.h44log"
    with LogFile.create(path, header) as file:
        for number in range(4):
            found = read_head(path)
            assert found is not None
            assert found.entries == number
            file.append(note(number + 1))
        file.extend([note(5), note(6)])
        found = read_head(path)
        assert found is not None
        assert found.entries == 6


def test_a_log_cut_at_the_end_of_any_line_is_noticed(log: Path) -> None:
    whole = log.read_bytes()
    lines = whole.splitlines(keepends=True)
    for left in range(1, len(lines)):
        log.write_bytes(b"".join(lines[:left]))
        loaded = load(log)
        assert len(loaded.log) == left - 1
        assert loaded.damage is not None
        assert is_sentence(loaded.damage, log)
        assert f"6 entries were recorded here, {left - 1} are left" in loaded.damage
        with pytest.raises(LogError, match="The end of"):
            LogFile.open(log)
        assert log.read_bytes() == b"".join(lines[:left])


def test_a_log_cut_anywhere_else_is_noticed_too(log: Path) -> None:
    whole = log.read_bytes()
    for cut in range(whole.index(b"\n") + 1, len(whole) - 1):
        log.write_bytes(whole[:cut])
        loaded = load(log)
        assert loaded.damage is not None
        assert "The end of" in loaded.damage
        assert loaded.notices == []


def test_play_continues_from_a_repaired_copy(log: Path) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:4]))
    copy = log.with_name("copy.h44log")
    assert repair(load(log), copy) == 3
    with LogFile.open(copy) as file:
        file.append(note(4))
    assert load(copy).damage is None


def test_without_a_record_a_cut_at_a_line_end_is_unnoticed(log: Path) -> None:
    """A limit of a chain, as docs/log-format.md says."""
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:4]))
    head_of(log).unlink()
    assert (load(log).damage, load(log).notices) == (None, [])


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff" * 600, b'{"entries":99}\n', None])
def test_an_unreadable_record_is_ignored(log: Path, content: bytes | None) -> None:
    record = head_of(log).read_bytes()
    head_of(log).write_bytes(
        record.replace(b'"entries":6', b'"entries":9') if content is None else content
    )
    assert (load(log).damage, load(log).notices) == (None, [])


def test_a_folder_in_place_of_the_record_is_ignored(log: Path) -> None:
    head_of(log).unlink()
    head_of(log).mkdir()
    with LogFile.open(log) as file:
        file.append(note(7))
    assert len(load(log).log) == 7


def test_the_record_of_another_game_is_ignored(log: Path, header: Header) -> None:
    log.unlink()
    other = header.model_copy(update={"id": "other"})
    record = head_of(log).read_bytes()
    LogFile.create(log, other).close()
    head_of(log).write_bytes(record)
    assert (load(log).damage, load(log).notices) == (None, [])


def test_a_diverged_file_is_reported_and_can_be_played(log: Path, header: Header) -> None:
    """The other player's copy was saved over ours: it has more entries, but not all of ours."""
    record = head_of(log).read_bytes()
    log.unlink()
    LogFile.create(log, header, [note(n, "another") for n in range(1, 9)]).close()
    head_of(log).write_bytes(record)
    loaded = load(log)
    assert loaded.damage is None
    (told,) = loaded.notices
    assert is_sentence(told, log)
    assert "Entry 6" in told
    with LogFile.open(log) as file:
        file.append(note(9))
    assert load(log).notices == []


def test_a_longer_copy_of_the_same_game_is_accepted(log: Path) -> None:
    record = head_of(log).read_bytes()
    with LogFile.open(log) as file:
        file.append(note(7))
    head_of(log).write_bytes(record)
    assert (load(log).damage, load(log).notices) == (None, [])


def test_reading_and_opening_write_nothing(log: Path) -> None:
    head_of(log).unlink()
    load(log)
    LogFile.open(log).close()
    assert list(log.parent.iterdir()) == [log]


def test_the_record_is_json_on_one_line(log: Path) -> None:
    content = head_of(log).read_bytes()
    assert len(content) == 512
    assert content.count(b"\n") == 1
    assert json.loads(content)["format"] == "h44head/1"


@pytest.mark.skipif(os.name != "posix", reason="rights as POSIX knows them")
@pytest.mark.parametrize(("mask", "mode"), [(0o000, 0o666), (0o022, 0o644), (0o077, 0o600)])
def test_the_record_has_default_permissions(
    tmp_path: Path, header: Header, mask: int, mode: int
) -> None:
    before = os.umask(mask)
    try:
        LogFile.create(tmp_path / "a.h44log", header, [note(1)]).close()
    finally:
        os.umask(before)
    assert head_of(tmp_path / "a.h44log").stat().st_mode & 0o777 == mode


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no list of open files")
def test_the_record_is_released_with_its_log(tmp_path: Path, header: Header) -> None:
    def held() -> bool:
        open_ = Path("/proc/self/fd").iterdir()
        return any(os.path.samefile(fd, head) for fd in open_ if fd.exists())

    file = LogFile.create(tmp_path / "a.h44log", header, [note(1)])
    head = head_of(tmp_path / "a.h44log")
    assert held()
    file.close()
    assert not held()
