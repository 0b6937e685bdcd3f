"""The lines of play of a log: where each starts, where it ends, which line it left.

A line runs along the oldest child of every entry; each later child starts a line of its own. So a
line keeps its first entry, and with it its name, however play goes on.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Recording
from engine.log.annotations import Annotations, Branch
from engine.log.tree import Log


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play by entry ids; ``parent`` is the start of the line it left, 0 for none."""

    start: int
    tip: int
    length: int
    parent: int
    pruned: bool = False
    """Is it pruned, itself or with the line it left?"""


def lines_of(log: Log, annotations: Annotations) -> list[Line]:
    """All lines in the order in which they were first played; each after the one it left. O(n)."""
    owner: dict[int, int] = {0: 0}
    tip: dict[int, int] = {}
    length: dict[int, int] = {}
    parent: dict[int, int] = {}
    for entry in log.entries:
        before = owner[entry.parent]
        continues = log.children(entry.parent)[0] == entry.id and before
        start = before if continues else entry.id
        if not continues:
            parent[start] = before
        owner[entry.id] = start
        tip[start] = entry.id
        length[start] = length.get(start, 0) + 1
    lines: dict[int, Line] = {}
    for start, left in parent.items():
        pruned = branch_of(annotations, start).pruned or (left in lines and lines[left].pruned)
        lines[start] = Line(start, tip[start], length[start], left, pruned)
    return list(lines.values())


def branch_of(annotations: Annotations, start: int) -> Branch:
    """What was said of the line that starts with an entry."""
    return annotations.branches.get(start, Branch())


def line_at(lines: list[Line], tip: int) -> Line | None:
    """The line that ends with an entry."""
    return next((line for line in lines if line.tip == tip), None)


def forks(recording: Recording) -> tuple[int, ...]:
    """The steps of a recording's line after which another line, not pruned, goes another way."""
    log, entries = recording.log, recording.timeline.entries
    found: list[int] = []
    parent = 0
    for step, entry in enumerate(entries):
        others = log.children(parent)
        if len(others) > 1 and any(
            child != entry.id and not branch_of(recording.annotations, child).pruned
            for child in others
        ):
            found.append(step)
        parent = entry.id
    if parent and log.children(parent):  # the line was left at its end
        found.append(len(entries))
    return tuple(found)
