"""The branches of a log: their starts, ends, names, and pruning."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.log.annotations import Annotations, Branch
from engine.log.entry import Entry, Header
from engine.log.lines import forks, line_at, lines_of, main_tip, tip_named
from engine.log.tree import Log


def entry(number: int, parent: int, line: str = "") -> Entry:
    note = act.Note(text=str(number), line=line)
    return Entry(id=number, parent=parent, at="", by="", action=note)


@pytest.fixture
def log(header: Header) -> Log:
    """1 - 2 - 3; 4 - 5 branch off after 1, 6 branches off after 4, 7 - 8 are what-if entries after
    3.
    """
    parents = (0, 1, 2, 1, 4, 4, 3, 7)
    names = {7: "What if"}
    return Log(header, [entry(n, p, names.get(n, "")) for n, p in enumerate(parents, start=1)])


def annotated(log: Log, **branches: Branch) -> Annotations:
    told = {int(name[1:]): branch for name, branch in branches.items()}
    return Annotations(log=log.header.id, branches=told)


def test_lines_have_their_ends_lengths_and_parents(log: Log) -> None:
    found = [(x.start, x.tip, x.length, x.parent) for x in lines_of(log, annotated(log))]
    assert found == [(1, 3, 3, 0), (4, 5, 2, 1), (6, 6, 1, 4), (7, 8, 2, 1)]
    assert [x.beside for x in lines_of(log, annotated(log))] == [False, False, False, True]
    assert not any(x.pruned for x in lines_of(log, annotated(log)))


def test_branches_of_a_pruned_line_are_pruned_with_it(log: Log) -> None:
    pruned = annotated(log, b4=Branch(pruned=True))
    assert [x.start for x in lines_of(log, pruned) if x.pruned] == [4, 6]
    leaf = annotated(log, b6=Branch(pruned=True))
    assert [x.start for x in lines_of(log, leaf) if x.pruned] == [6]


def test_a_line_is_found_by_name_by_its_first_entry_and_as_the_main_one(log: Log) -> None:
    notes = annotated(log, b4=Branch(name="Left"), b6=Branch(name="6"))
    assert main_tip(log, notes) == 6, "what was played last, and was not kept beside the game"
    assert tip_named(log, notes, "main") == tip_named(log, notes, "MAIN") == 6
    assert tip_named(log, notes, "left") == 5
    assert tip_named(log, notes, "what IF") == 8
    assert tip_named(log, notes, "4") == 5
    assert tip_named(log, notes, "6") == 6
    with pytest.raises(UserError, match="Left"):
        tip_named(log, notes, "Right")
    alike = annotated(log, b4=Branch(name="Same"), b6=Branch(name="same"))
    with pytest.raises(UserError, match="4, 6"):
        tip_named(log, alike, "same")


def test_forks_of_a_line_are_the_starts_of_unpruned_branches(log: Log) -> None:
    assert forks(log, annotated(log), log.line(3)) == (1, 3)
    assert forks(log, annotated(log), log.line(5)) == (1, 2)
    assert forks(log, annotated(log), log.line(8)) == (1,)
    pruned = annotated(log, b4=Branch(pruned=True))
    assert forks(log, pruned, log.line(3)) == (3,)


def test_the_main_line_is_neither_pruned_nor_a_second_beginning(log: Log, header: Header) -> None:
    """Even if they were played last: 6 branches off a pruned line, 9 begins a second time from
    nothing.
    """
    pruned = annotated(log, b4=Branch(pruned=True))
    assert main_tip(log, pruned) == 3
    anew = Log(header, [*log.entries, entry(9, 0)])
    assert main_tip(anew, annotated(anew)) == 6
    everything = annotated(anew, b1=Branch(pruned=True))
    assert main_tip(anew, everything) == 9, "where nothing else is left, what there is"
    assert main_tip(Log(header), annotated(log)) == 0


def test_a_line_is_found_by_its_end(log: Log) -> None:
    lines = lines_of(log, annotated(log))
    found = {tip: line_at(lines, tip) for tip in range(10)}
    assert {tip: line.start for tip, line in found.items() if line} == {3: 1, 5: 4, 6: 6, 8: 7}
