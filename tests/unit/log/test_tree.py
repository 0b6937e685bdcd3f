"""The log as a tree."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.log.entry import Entry, Header
from engine.log.tree import Log


def entry(number: int, parent: int) -> Entry:
    return Entry(id=number, parent=parent, at="", by="", action=act.Note(text=str(number)))


@pytest.fixture
def log(header: Header) -> Log:
    """1 - 2 - 3 with branches 4 - 5 from 1 and 6 from the beginning."""
    parents = (0, 1, 2, 1, 4, 0)
    return Log(header, [entry(n, parent) for n, parent in enumerate(parents, start=1)])


def test_lines_branches_and_tips(log: Log) -> None:
    assert [e.id for e in log.line(3)] == [1, 2, 3]
    assert [e.id for e in log.line(5)] == [1, 4, 5]
    assert [e.id for e in log.line()] == [6]
    assert log.line(0) == []
    assert log.children(1) == [2, 4]
    assert list(log.tips()) == [3, 5, 6]


@pytest.mark.parametrize("number", [0, 7, -1])
def test_a_missing_entry_is_reported(log: Log, number: int) -> None:
    with pytest.raises(UserError, match="this log has entries 1 to 6"):
        log[number]


def test_an_entry_with_an_unknown_parent_is_refused(log: Log) -> None:
    with pytest.raises(UserError, match="entry 9 is where entry 7 should"):
        log.add(entry(9, 6))
    with pytest.raises(UserError, match="comes later"):
        log.add(entry(7, 7))
    assert len(log) == 6


def test_the_newest_entry_can_be_removed(log: Log) -> None:
    log.drop_last()
    log.add(entry(6, 5))
    assert [e.id for e in log.line()] == [1, 4, 5, 6]
    assert list(log.tips()) == [3, 6]
