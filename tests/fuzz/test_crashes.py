"""After kills, torn writes and full disks no acknowledged entry is lost, and the log can be
continued.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.log.entry import Header
from engine.log.head import head_of
from engine.log.store import LogFile, load
from tests.fuzz.appending import append_until_killed, create_until_killed, note

NEVER = 100_000
"""More entries than a process appends before it is killed."""


@pytest.mark.parametrize("seed", range(3))
def test_kills_at_random_moments_lose_no_acknowledged_entry(
    tmp_path: Path, header: Header, seed: int
) -> None:
    kill_through(tmp_path / "a.h44log", header, random.Random(seed), kills=12)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 200))
def test_ten_thousand_kills_lose_no_acknowledged_entry(
    tmp_path: Path, header: Header, seed: int
) -> None:
    kill_through(tmp_path / "a.h44log", header, random.Random(seed), kills=100)


def kill_through(path: Path, header: Header, chance: random.Random, kills: int) -> None:
    """Append entries in processes that are killed a number of times, however slow the disk."""
    LogFile.create(path, header).close()
    # A server that has everything imported forks in a hundredth of the time a new Python takes.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.fuzz.appending"])
    acknowledged = 0
    for kill in range(kills):
        here, there = context.Pipe(duplex=False)
        child = context.Process(target=append_until_killed, args=(path, there, NEVER))
        child.start()
        there.close()
        assert here.recv() >= acknowledged  # it has opened the log, and found all of them
        for _ in range(kill % 3):  # some get on, however slow the machine is
            acknowledged = here.recv()
        time.sleep(chance.uniform(0, 0.02 * (1 + kill / 40)))
        child.kill()
        child.join()
        assert child.exitcode != 0
        child.close()
        try:
            while True:
                acknowledged = here.recv()
        except EOFError:
            here.close()
        loaded = load(path)
        assert loaded.damage is None
        found = loaded.log.entries
        assert len(found) >= acknowledged
        assert loaded.log.entries == [note(n) for n in range(1, len(found) + 1)]
    assert acknowledged


@pytest.mark.parametrize("seed", range(20))
def test_kill_while_starting_a_game_leaves_nothing_or_a_complete_game(
    tmp_path: Path, header: Header, seed: int
) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.fuzz.appending"])
    child = context.Process(target=create_until_killed, args=(tmp_path, header))
    child.start()
    while not (tmp_path / "1.h44log").exists():
        time.sleep(0.001)
    time.sleep(random.Random(seed).uniform(0, 0.02))
    child.kill()
    child.join()
    for path in tmp_path.glob("*.h44log"):
        loaded = load(path)
        assert (loaded.damage, loaded.notices, len(loaded.log)) == (None, [], 2)
    if hasattr(os, "O_TMPFILE"):
        assert not list(tmp_path.glob("*.draft"))


def test_log_torn_at_any_byte_of_the_last_line_opens(small_log: Path) -> None:
    whole = small_log.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for cut in range(start, len(whole)):
        small_log.write_bytes(whole[:cut])
        head_of(small_log).unlink(
            missing_ok=True
        )  # never acknowledged, so not in the record either
        loaded = load(small_log)
        assert loaded.damage is None
        # Only the newline is missing: the entry is whole, and counts.
        complete = cut == len(whole) - 1
        assert len(loaded.log) == (4 if complete else 3)
        assert bool(loaded.notices) == (start < cut < len(whole) - 1)
        with LogFile.open(small_log) as file:
            number = len(file.log) + 1
            file.append(note(number))
        again = load(small_log)
        assert len(again.log) == number
        assert (again.damage, again.notices) == (None, [])


def test_log_cut_at_any_earlier_byte_opens_or_is_refused(small_log: Path) -> None:
    """Cuts in the header too: the rest opens, or one message gives the reason."""
    whole = small_log.read_bytes()
    header_end = whole.index(b"\n")
    for cut in range(len(whole)):
        small_log.write_bytes(whole[:cut])
        if cut < header_end:
            with pytest.raises(Exception, match=r"is empty|header|first line") as caught:
                load(small_log)
            assert str(small_log) in str(caught.value)
        else:
            loaded = load(small_log)
            assert loaded.damage is None
            assert len(loaded.log) == max(0, whole[: cut + 1].count(b"\n") - 1)


FILL = """
import resource, signal, sys
from pathlib import Path
from engine.core.errors import UserError
from engine.log.store import LogFile, load
from tests.fuzz.appending import note

path, limit = Path(sys.argv[1]), int(sys.argv[2])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
file = LogFile.open(path)
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
written = 0
try:
    while True:
        file.append(note(len(file.log) + 1))
        written += 1
except UserError as error:
    print(error)
assert path.stat().st_size == file.loaded.size, "half a line stayed"
assert len(load(path).log) == len(file.log)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
file.append(note(len(file.log) + 1))  # room again: play goes on
print(written + 1)
"""


@pytest.mark.parametrize("room", [0, 1, 5_000, 40_000])
def test_full_disk_is_reported_and_damages_nothing(small_log: Path, room: int) -> None:
    before = small_log.read_bytes()
    sentence, written = in_a_process(FILL, str(small_log), str(len(before) + room)).splitlines()
    assert sentence == f"{small_log} cannot be written: File too large."
    loaded = load(small_log)
    assert (loaded.damage, loaded.notices) == (None, [])
    assert len(loaded.log) == 4 + int(written)
    assert small_log.read_bytes().startswith(before)


READ = """
import resource, sys
from pathlib import Path
from engine.core.errors import UserError
from engine.log.store import load

before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    loaded = load(Path(sys.argv[1]))
    print(loaded.damage, len(loaded.log))
except UserError as error:
    print(error)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
HUGE = 200 * 1024 * 1024
BUDGET_KIB = 48 * 1024
"""Three times the longest line: the line, a copy, and some air."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="counts memory in KiB")
@pytest.mark.parametrize("newline", [b"", b"\n"])
def test_an_endless_line_takes_little_memory(
    small_log: Path, tmp_path: Path, newline: bytes
) -> None:
    foreign = tmp_path / "huge.h44log"
    for path in (foreign, small_log):
        with path.open("ab") as file:
            file.truncate(file.tell() + HUGE)  # sparse: it takes no room on the disk
            file.seek(0, 2)
            file.write(newline)
    sentence, grown = in_a_process(READ, str(foreign)).splitlines()
    assert "is not a Holland '44 Qt log" in sentence
    assert int(grown) < BUDGET_KIB
    sentence, grown = in_a_process(READ, str(small_log)).splitlines()
    # NULs at the very end are cut off; before a line feed they are damage.
    damage = "is damaged at entry 5 (the line is longer than 8 MiB)" if newline else "None 4"
    assert damage in sentence
    assert sentence.endswith("4")
    assert int(grown) < BUDGET_KIB


def in_a_process(code: str, *args: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *args],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
