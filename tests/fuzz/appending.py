"""Programs of the crash tests, to be killed or starved in a process of their own."""

from __future__ import annotations

from multiprocessing.connection import Connection
from pathlib import Path

from engine.core import actions as act
from engine.files import write_atomic
from engine.log.entry import Entry, Header
from engine.log.store import LogFile


def note(number: int) -> Entry:
    """Return a numbered entry: some are short, some have several pages."""
    text = f"{number}:" + "ö" * (number * 7919 % 6_000)
    return Entry(id=number, parent=number - 1, at="now", by="allied", action=act.Note(text=text))


def append_until_killed(path: Path, acknowledged: Connection, last: int) -> None:
    """Continue a log to entry ``last``, and print each number once it is acknowledged."""
    with LogFile.open(path) as file:
        acknowledged.send(len(file.log))
        for number in range(len(file.log) + 1, last + 1):
            file.append(note(number))
            acknowledged.send(number)


def save_until_killed(path: Path) -> None:
    """Write a file repeatedly."""
    while True:
        for digit in b"123456789":
            write_atomic(path, bytes([digit]) * 200_000)


def create_until_killed(folder: Path, header: Header) -> None:
    """Create new logs of two entries, one after the other."""
    number = 0
    while True:
        number += 1
        LogFile.create(folder / f"{number}.h44log", header, (note(1), note(2))).close()
