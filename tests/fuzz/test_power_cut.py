"""Power cuts: synced data is on the disk, unsynced data partially and in any order.

An append writes a line, syncs it, and then writes the head record, which is not synced. So after a
power cut the log has every acknowledged entry and any part of the next line (unwritten bytes read
as zeros), and the head record is any earlier version, or torn.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.log.entry import Header
from engine.log.head import head_of
from engine.log.store import LogFile, load
from tests.fuzz.appending import note

ENTRIES = 5


@pytest.fixture
def history(tmp_path: Path, header: Header) -> tuple[Path, list[bytes], list[bytes]]:
    """A log, its bytes after each of its entries, and its head record after each."""
    path = tmp_path / "a.h44log"
    logs, heads = [], []
    with LogFile.create(path, header) as file:
        for number in range(1, ENTRIES + 1):
            file.append(note(number))
            logs.append(path.read_bytes())
            heads.append(head_of(path).read_bytes())
    return path, logs, heads


def torn(old: bytes, new: bytes, chance: random.Random) -> bytes:
    """Return a record that was partially written over an older one."""
    cut = chance.randrange(len(new))
    return new[:cut] + old[cut:]


def check(path: Path, log: bytes, head: bytes | None, acknowledged: int) -> None:
    """Check that all acknowledged entries exist, and that the log can be continued."""
    path.write_bytes(log)
    if head is None:
        head_of(path).unlink(missing_ok=True)
    else:
        head_of(path).write_bytes(head)
    loaded = load(path)
    assert loaded.damage is None, loaded.damage
    found = len(loaded.log)
    assert found >= acknowledged
    assert loaded.log.entries == [note(n) for n in range(1, found + 1)]
    with LogFile.open(path) as file:
        file.append(note(found + 1))
    again = load(path)
    assert (again.damage, again.notices, len(again.log)) == (None, [], found + 1)


@pytest.mark.slow
def test_cut_at_bytes_of_the_last_two_entries_loses_nothing(
    history: tuple[Path, list[bytes], list[bytes]],
) -> None:
    path, logs, heads = history
    for entry in (ENTRIES - 1, ENTRIES):
        before, whole = logs[entry - 2], logs[entry - 1]
        step = max(1, (len(whole) - len(before)) // 150)
        ends = {len(before), len(before) + 1, len(whole) - 1, len(whole)}
        for cut in sorted({*range(len(before), len(whole) + 1, step), *ends}):
            check(path, whole[:cut], heads[entry - 2], entry - 1)


@pytest.mark.soak
def test_cut_at_every_byte_of_the_last_two_entries_loses_nothing(
    history: tuple[Path, list[bytes], list[bytes]],
) -> None:
    path, logs, heads = history
    for entry in (ENTRIES - 1, ENTRIES):
        before, whole = logs[entry - 2], logs[entry - 1]
        for cut in range(len(before), len(whole) + 1):
            check(path, whole[:cut], heads[entry - 2], entry - 1)


@pytest.mark.parametrize("seed", range(2))
def test_unsynced_writes_in_any_order_lose_nothing(
    history: tuple[Path, list[bytes], list[bytes]], seed: int
) -> None:
    reordered(history, random.Random(seed), 100)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 110))
def test_unsynced_writes_in_any_order_lose_nothing_thousands_of_times(
    history: tuple[Path, list[bytes], list[bytes]], seed: int
) -> None:
    reordered(history, random.Random(seed), 1_000)


def reordered(
    history: tuple[Path, list[bytes], list[bytes]], chance: random.Random, times: int
) -> None:
    """Cut the power at random moments, with any earlier head record, whole or torn."""
    path, logs, heads = history
    for _ in range(times):
        entry = chance.randrange(2, ENTRIES + 1)
        before, whole = logs[entry - 2], logs[entry - 1]
        new = whole[len(before) :]
        written = chance.choice(("none", "part", "whole"))
        if written == "part":
            new = new[: chance.randrange(1, len(new))]
        log = before + (new if written != "none" else b"")
        last = entry - 1 if written != "whole" else entry
        older, newer = (heads[chance.randrange(last)] for _ in range(2))
        head = chance.choice((older, newer, torn(older, newer, chance), b"", None))
        check(path, log, head, entry - 1)


def test_a_last_line_of_zeros_loses_no_acknowledged_entry(
    history: tuple[Path, list[bytes], list[bytes]],
) -> None:
    """Some file systems keep the new length but lose the bytes, which then read as zeros."""
    path, logs, heads = history
    before, whole = logs[-2], logs[-1]
    check(path, before + bytes(len(whole) - len(before)), heads[-2], ENTRIES - 1)
