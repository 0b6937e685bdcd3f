"""Log files: written by appending, read defensively. tests/fuzz has hundreds of damages."""

from __future__ import annotations

import hashlib
import io
import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest
from PIL import Image

from engine.core import actions as act
from engine.core.errors import UserError
from engine.log import reading, store
from engine.log.chain import START, seal
from engine.log.entry import Entry, Header
from engine.log.store import LogError, LogFile, load, repair


def note(number: int, text: str = "x", parent: int | None = None) -> Entry:
    return Entry(
        id=number,
        parent=number - 1 if parent is None else parent,
        at="now",
        by="allied",
        action=act.Note(text=text),
    )


def is_sentence(text: str, path: Path) -> bool:
    """Return whether a message is one line, names the file and ends like a sentence."""
    return "\n" not in text and text.endswith(".") and str(path) in text


def test_a_log_is_continued_at_its_end(small_log: Path) -> None:
    with LogFile.open(small_log) as file:
        file.append(note(5, parent=3))
    loaded = load(small_log)
    assert [e.parent for e in loaded.log.entries] == [0, 1, 2, 2, 3]
    assert loaded.size == small_log.stat().st_size
    assert loaded.damage is None
    assert loaded.notices == []


def test_a_missing_last_newline_is_restored(small_log: Path) -> None:
    whole = small_log.read_bytes()
    small_log.write_bytes(whole.rstrip(b"\n"))
    assert len(load(small_log).log) == 4
    with LogFile.open(small_log) as file:
        file.append(note(5))
    assert small_log.read_bytes().startswith(whole)
    assert len(load(small_log).log) == 5


def test_a_torn_last_line_is_ignored_and_overwritten(small_log: Path) -> None:
    whole = small_log.read_bytes()
    small_log.write_bytes(whole[:-20])
    loaded = load(small_log)
    assert len(loaded.log) == 3
    assert loaded.damage is None
    assert is_sentence(loaded.notices[0], small_log)
    with LogFile.open(small_log) as file:
        file.append(note(4))
    assert len(load(small_log).log) == 4


def test_a_damaged_log_can_be_repaired_but_not_continued(small_log: Path) -> None:
    lines = small_log.read_bytes().splitlines(keepends=True)
    small_log.write_bytes(b"".join([*lines[:3], lines[3].replace(b"3", b"8", 1), *lines[4:]]))
    loaded = load(small_log)
    assert loaded.damage is not None
    assert is_sentence(loaded.damage, small_log)
    assert "entry 3" in loaded.damage
    before = small_log.read_bytes()
    with pytest.raises(LogError, match="damaged at entry 3"):
        LogFile.open(small_log)
    assert small_log.read_bytes() == before
    copy = small_log.with_name("mended.h44log")
    assert repair(loaded, copy) == 2
    assert copy.read_bytes() == b"".join(lines[:3])
    with LogFile.open(copy) as file:
        file.append(note(3))


def test_repair_does_not_overwrite_a_file(small_log: Path) -> None:
    with pytest.raises(LogError, match="exists already"):
        repair(load(small_log), small_log)


def test_repairing_an_intact_log_changes_nothing(small_log: Path) -> None:
    copy = small_log.with_name("copy.h44log")
    assert repair(load(small_log), copy) == 4
    assert copy.read_bytes() == small_log.read_bytes()


@pytest.mark.parametrize(
    "convert",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: store.BOM + data,
        lambda data: store.BOM + data.replace(b"\n", b"\r\n"),
    ],
    ids=["crlf", "bom", "both"],
)
def test_a_converted_file_is_read_but_must_be_repaired(
    small_log: Path, convert: Callable[[bytes], bytes]
) -> None:
    whole = small_log.read_bytes()
    small_log.write_bytes(convert(whole))
    loaded = load(small_log)
    assert len(loaded.log) == 4
    assert loaded.damage is not None
    assert is_sentence(loaded.damage, small_log)
    with pytest.raises(LogError, match="converted"):
        LogFile.open(small_log)
    copy = small_log.with_name("copy.h44log")
    repair(loaded, copy)
    assert copy.read_bytes() == whole


def _png() -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (8, 8)).save(data, "png")
    return data.getvalue()


def _zip() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("module.json", "{}")
    return data.getvalue()


def _sealed(**fields: object) -> bytes:
    return seal({"format": "h44log/1", **fields}, START)[0]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"\n", "first line is not a log header"),
        (b"hello", "first line is not a log header"),
        (b"\xff\xfehello\n", "not UTF-8"),
        (_png(), "not UTF-8"),
        (_zip(), "is an archive, not a log"),
        (b'{"format":"h44log/1"}\n', "checksum"),
        (b'{"format":"h44log/1","link":"' + b"0" * 32 + b'"}\n', "checksum"),
        (b'{"format":"h44log/3","seal":"made otherwise"}\n', "newer version"),
        (seal({"format": "h44log/3"}, START)[0], "newer version"),
        (seal({"format": "something"}, START)[0], "first line is not a log header"),
        (seal({"format": ["h44log/1"]}, START)[0], "first line is not a log header"),
        (_sealed(), "header .* cannot be read"),
        (_sealed(**{"odd\nfield": "\x1b[31m" * 500}), "header .* cannot be read"),
        (b'{"format":"h44log/0"}\n', "no version of the program"),
        (b'{"format":"h44log/01"}\n', "no version of the program"),
    ],
)
def test_a_file_that_is_no_log_is_reported_in_one_sentence(
    tmp_path: Path, content: bytes, words: str
) -> None:
    path = tmp_path / "other.h44log"
    path.write_bytes(content)
    with pytest.raises(LogError, match=words) as caught:
        load(path)
    assert is_sentence(str(caught.value), path)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("depth", [150, 1_100, 200_000])
def test_too_deep_nesting_is_no_entry(small_log: Path, depth: int) -> None:
    """A forged line with a valid link, nested so deeply that a naive parser would crash."""
    note_line = orjson.dumps(note(5).to_json())
    body = note_line[:-1] + b',"verdicts":' + b"[" * depth + b"]" * depth + b"}"
    loaded = load(small_log)
    link = hashlib.blake2b(loaded.link.encode() + body, digest_size=16).hexdigest()
    with small_log.open("ab") as file:
        file.write(body[:-1] + b',"link":"' + link.encode() + b'"}\n')
    loaded = load(small_log)
    assert len(loaded.log) == 4
    assert loaded.damage is not None
    assert is_sentence(loaded.damage, small_log)
    assert "is damaged at entry 5" in loaded.damage


def test_a_folder_and_a_missing_file_are_reported(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="is a folder") as caught:
        load(tmp_path)
    assert is_sentence(str(caught.value), tmp_path)
    for name in ("none.h44log", "nul\0l", "none/none.h44log"):
        with pytest.raises(LogError, match=r"There is no file|not a folder"):
            load(tmp_path / name)
    with pytest.raises(LogError, match="cannot be read"):
        load(tmp_path / ("x" * 300))


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_is_reported(small_log: Path) -> None:
    small_log.chmod(0)
    with pytest.raises(LogError, match="cannot be read: you have no permission"):
        load(small_log)


def test_a_file_refused_by_the_system_is_reported(
    small_log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(LogError, match="cannot be read: you have no permission") as caught:
        load(small_log)
    assert is_sentence(str(caught.value), small_log)


def test_a_file_name_cannot_break_the_message(tmp_path: Path) -> None:
    with pytest.raises(LogError) as caught:
        load(tmp_path / "two\nlines\x1b[2J.h44log")
    assert str(caught.value).isprintable()


def test_a_new_log_needs_an_unused_name_in_an_existing_folder(
    small_log: Path, header: Header
) -> None:
    before = small_log.read_bytes()
    with pytest.raises(LogError, match="exists already"):
        LogFile.create(small_log, header)
    assert small_log.read_bytes() == before
    with pytest.raises(UserError, match="cannot be written"):
        LogFile.create(small_log.parent / "none" / "a.h44log", header)
    assert [p.name for p in small_log.parent.iterdir()] == [small_log.name]


def test_an_entry_that_does_not_fit_the_log_is_not_written(small_log: Path) -> None:
    before = small_log.read_bytes()
    with LogFile.open(small_log) as file:
        for bad in (note(7), note(5, parent=5)):
            with pytest.raises(UserError):
                file.append(bad)
        file.append(note(5))
    assert small_log.read_bytes().startswith(before)
    assert len(load(small_log).log) == 5


def test_a_log_cannot_grow_beyond_the_reading_limit(
    small_log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAX_ENTRIES", 5)
    with LogFile.open(small_log) as file:
        file.append(note(5))
        before = small_log.read_bytes()
        with pytest.raises(LogError, match="is full"):
            file.append(note(6))
    assert small_log.read_bytes() == before
    monkeypatch.setattr(reading, "MAX_ENTRIES", 3)
    loaded = load(small_log)
    assert len(loaded.log) == 3
    assert "no more than 3 entries" in (loaded.damage or "")
    monkeypatch.setattr(reading, "MAX_LOG", 100)
    with pytest.raises(LogError, match="larger"):
        load(small_log)


def test_a_device_or_a_pipe_is_no_log(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.h44log")
    for path in (tmp_path / "pipe.h44log", Path("/dev/zero")):
        with pytest.raises(LogError, match="not a plain file"):
            load(path)


def test_several_entries_are_written_all_or_none(small_log: Path) -> None:
    before = small_log.read_bytes()
    with LogFile.open(small_log) as file:
        with pytest.raises(UserError):
            file.extend((note(5), note(6), note(7, parent=9)))
        assert len(file.log) == 4
        assert small_log.read_bytes() == before
        file._file.close()
        file._file = broken = _FailingFile(str(small_log), "r+b")
        broken.seek(0, os.SEEK_END)
        broken.error = OSError(28, "No space left on device")
        with pytest.raises(LogError):
            file.extend((note(5), note(6)))
        assert len(file.log) == 4
        assert small_log.read_bytes() == before
        broken.error = None
        file.extend((note(5), note(6)))
        file.append(note(7))
    assert len(load(small_log).log) == 7


def test_an_unstorable_entry_is_refused_with_a_message(
    small_log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LogFile.open(small_log) as file:
        half = note(5).model_copy(update={"action": act.Roll(reason="half a pair: \ud83d")})
        with pytest.raises(LogError, match="nothing was recorded"):
            file.append(half)
        monkeypatch.setattr(reading, "MAX_LINE", 100)
        with pytest.raises(LogError, match="longer than a log line"):
            file.append(note(5, "x" * 200))
        monkeypatch.undo()
        file.append(note(5))
    assert len(load(small_log).log) == 5


def test_a_line_and_a_log_may_reach_the_reading_limit(
    small_log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LogFile.open(small_log) as file:
        file.append(note(5, "x" * 500))
    long = len(small_log.read_bytes().splitlines(keepends=True)[-1])
    monkeypatch.setattr(reading, "MAX_LINE", long)
    with LogFile.open(small_log) as file:
        file.append(note(6, "y" * 500))
        with pytest.raises(LogError, match="longer than a log line"):
            file.append(note(7, "y" * 501))
    assert len(load(small_log).log) == 6
    monkeypatch.setattr(reading, "MAX_LOG", small_log.stat().st_size)
    assert len(load(small_log).log) == 6
    monkeypatch.setattr(reading, "MAX_LINE", long - 1)
    loaded = load(small_log)
    assert len(loaded.log) == 4
    assert loaded.damage


class _FailingFile(io.FileIO):
    """A file whose disk fails, or whose user interrupts, in the middle of a line."""

    error: BaseException | None = None

    def write(self, data: object) -> int:
        if self.error is None:
            return super().write(data)  # type: ignore[arg-type]
        super().write(memoryview(data)[:10])  # type: ignore[arg-type]
        raise self.error


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=["full", "ctrl-c"]
)
def test_a_failed_write_changes_nothing(small_log: Path, error: BaseException) -> None:
    before = small_log.read_bytes()
    with LogFile.open(small_log) as file:
        file._file.close()
        file._file = broken = _FailingFile(str(small_log), "r+b")
        broken.seek(0, os.SEEK_END)
        broken.error = error
        with pytest.raises(LogError if isinstance(error, OSError) else KeyboardInterrupt):
            file.append(note(5))
        assert small_log.read_bytes() == before
        assert len(file.log) == 4
        broken.error = None
        file.append(note(5))
    assert len(load(small_log).log) == 5


def test_a_failed_header_leaves_no_file(
    tmp_path: Path, header: Header, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LogError, match="the disk is full"):
        LogFile.create(tmp_path / "a.h44log", header)
    assert list(tmp_path.iterdir()) == []


def test_opening_a_log_keeps_its_mtime(small_log: Path) -> None:
    os.utime(small_log, (1e9, 1e9))
    LogFile.open(small_log).close()
    assert small_log.stat().st_mtime == 1e9
