"""A log changed by another program, or ending in NULs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.log.entry import Entry
from engine.log.store import LogFile, ReplacedError, load


def remark(number: int) -> Entry:
    note = act.Note(text="more")
    return Entry(id=number, parent=number - 1, at="", by="", action=note)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no time of the last change of a file")
def test_a_change_with_its_mtime_restored_is_found(small_log: Path) -> None:
    with LogFile.open(small_log) as file:
        file.append(remark(len(file.log) + 1))
        about, content = small_log.stat(), bytearray(small_log.read_bytes())
        content[len(content) // 2] ^= 1
        with small_log.open("r+b") as other:
            other.write(content)
        os.utime(small_log, ns=(about.st_atime_ns, about.st_mtime_ns))
        with pytest.raises(ReplacedError) as found:
            file.append(remark(len(file.log) + 1))
    assert found.value.aside is not None
    assert load(found.value.aside).damage is None


@pytest.mark.parametrize("nuls", [1, 5000])
@pytest.mark.parametrize("newline", [b"", b"\n"])
def test_nuls_at_the_very_end_are_no_damage(small_log: Path, nuls: int, newline: bytes) -> None:
    whole = small_log.read_bytes()
    entries = len(load(small_log).log)
    small_log.write_bytes(whole.removesuffix(b"\n") + newline + b"\0" * nuls)
    loaded = load(small_log)
    assert (loaded.damage, len(loaded.log)) == (None, entries)
    with LogFile.open(small_log) as file:
        file.append(remark(entries + 1))
    assert small_log.read_bytes().startswith(whole)
    assert len(load(small_log).log) == entries + 1


def test_nuls_inside_a_log_are_damage(small_log: Path) -> None:
    lines = small_log.read_bytes().splitlines(keepends=True)
    small_log.write_bytes(b"".join([*lines[:-1], b"\0" * 9, lines[-1]]))
    assert load(small_log).damage is not None
