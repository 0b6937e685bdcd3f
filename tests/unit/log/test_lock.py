"""One writer per log."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engine.log.entry import Header
from engine.log.lock import LockedError, is_held
from engine.log.store import LogFile, load

HOLD = """
import sys
from pathlib import Path
from engine.log.store import LogFile
file = LogFile.open(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_writer_is_refused_but_can_read(small_log: Path) -> None:
    with LogFile.open(small_log):
        with pytest.raises(LockedError, match="open in another window") as caught:
            LogFile.open(small_log)
        assert str(small_log) in str(caught.value)
        assert len(load(small_log).log) == 4
    LogFile.open(small_log).close()
    assert [p.name for p in small_log.parent.iterdir()] == [small_log.name]


def test_a_log_by_another_name_is_the_same_log(small_log: Path) -> None:
    other = small_log.with_name("link.h44log")
    other.symlink_to(small_log)
    with LogFile.open(small_log), pytest.raises(LockedError):
        LogFile.open(other)


def test_a_killed_process_leaves_no_lock(small_log: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(small_log)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    with holder, holder.stdin, holder.stdout:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(LockedError):
            LogFile.open(small_log)
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    LogFile.open(small_log).close()


@pytest.mark.parametrize("name", ["other.h44log", "sub/other.h44log"])
def test_a_hard_link_is_the_same_log(small_log: Path, name: str) -> None:
    other = small_log.parent / name
    other.parent.mkdir(exist_ok=True)
    os.link(small_log, other)
    with LogFile.open(small_log), pytest.raises(LockedError):
        LogFile.open(other)
    LogFile.open(other).close()


def test_a_renamed_log_stays_locked(small_log: Path) -> None:
    other = small_log.with_name("moved.h44log")
    with LogFile.open(small_log):
        small_log.rename(other)
        with pytest.raises(LockedError):
            LogFile.open(other)


def test_a_new_log_is_locked_from_its_first_moment(tmp_path: Path, header: Header) -> None:
    path = tmp_path / "a.h44log"
    with LogFile.create(path, header):
        assert is_held(path)
        with pytest.raises(LockedError):
            LogFile.open(path)
    assert not is_held(path)


def test_two_writers_never_hold_the_lock(small_log: Path) -> None:
    """Eight threads lock and unlock as fast as they can."""
    inside = 0
    most = 0
    count = threading.Lock()

    def work() -> None:
        nonlocal inside, most
        for _ in range(100):
            try:
                file = LogFile.open(small_log)
            except LockedError:
                continue
            with count:
                inside += 1
                most = max(most, inside)
            with count:
                inside -= 1
            file.close()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


def test_a_failed_open_holds_no_lock(tmp_path: Path) -> None:
    assert not is_held(tmp_path / "none" / "a.h44log")


def test_closing_twice_is_harmless(small_log: Path) -> None:
    file = LogFile.open(small_log)
    file.close()
    with LogFile.open(small_log):
        file.close()
        assert is_held(small_log)
