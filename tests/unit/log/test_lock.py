"""One writer per log."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engine.log import lock as lock_module
from engine.log.lock import Lock, LockedError
from engine.log.store import LogFile, load

HOLD = """
import sys
from pathlib import Path
from engine.log.store import LogFile
file = LogFile.open(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_the_second_writer_is_refused_and_may_read(small_log: Path) -> None:
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


@pytest.mark.skipif(os.name != "posix", reason="lock files stay on Windows")
def test_a_lock_file_removed_between_open_and_lock_is_not_held(
    small_log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A race: B opens the lock of A, A removes it, C makes a new one, B locks the old one."""
    first = Lock.take(small_log)
    really_lock = lock_module._lock
    third: list[Lock] = []

    def lock(file: object) -> None:
        if first is not None and not third:
            first.release()
            third.append(None)  # type: ignore[arg-type]
            third[0] = Lock.take(small_log)
        really_lock(file)  # type: ignore[arg-type]

    monkeypatch.setattr(lock_module, "_lock", lock)
    with pytest.raises(LockedError):
        Lock.take(small_log)
    third[0].release()
    monkeypatch.undo()
    Lock.take(small_log).release()


def test_never_two_at_a_time(small_log: Path) -> None:
    """Eight threads take and give back as fast as they can."""
    inside = 0
    most = 0
    count = threading.Lock()

    def work() -> None:
        nonlocal inside, most
        for _ in range(200):
            try:
                lock = Lock.take(small_log)
            except LockedError:
                continue
            with count:
                inside += 1
                most = max(most, inside)
            with count:
                inside -= 1
            lock.release()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(LockedError, match="cannot be written"):
        Lock.take(tmp_path / "none" / "a.h44log")


def test_releasing_twice_is_harmless(small_log: Path) -> None:
    lock = Lock.take(small_log)
    lock.release()
    other = Lock.take(small_log)
    lock.release()
    with pytest.raises(LockedError):
        Lock.take(small_log)
    other.release()
