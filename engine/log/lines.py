"""Lines of play of a log: start, end, the line each one branched from, and the main line.

A line follows the oldest child of every entry; each later child starts a new line. So a line keeps
its first entry and its name as play continues. A note with ``line`` also starts a new line, even if
it is an only child: a stored what-if line never becomes the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.actions import Note
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.annotations import Annotations, Branch
from engine.log.entry import Entry
from engine.log.tree import Log

MAIN = "main"
"""Name of the main line in ``--line``."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play, as entry ids; ``parent`` is the start of the line it branched from, 0 if
    none.
    """

    start: int
    tip: int
    length: int
    parent: int
    pruned: bool = False
    """Whether the line, or a line it branched from, is pruned."""
    beside: bool = False
    """Whether the line, or a line it branched from, is stored beside the game."""


def lines_of(log: Log, annotations: Annotations, known: int | None = None) -> list[Line]:
    """Return all lines in the order in which they were first played, each after its parent.

    Entries after ``known`` were tried: none of them continues a line of earlier ones. O(n).
    """
    owner: dict[int, int] = {0: 0}
    tip: dict[int, int] = {}
    length: dict[int, int] = {}
    parent: dict[int, int] = {}
    continued: set[int] = set()
    for entry in log.entries:
        before = owner[entry.parent]
        continues = False
        if entry.parent not in continued and not line_name(entry):
            continued.add(entry.parent)
            continues = before > 0 and not (known is not None and entry.parent <= known < entry.id)
        start = before if continues else entry.id
        if not continues:
            parent[start] = before
        owner[entry.id] = start
        tip[start] = entry.id
        length[start] = length.get(start, 0) + 1
    lines: dict[int, Line] = {}
    for start, left in parent.items():
        above = lines.get(left)
        pruned = branch_of(annotations, start).pruned or (above is not None and above.pruned)
        beside = bool(line_name(log[start])) or (above is not None and above.beside)
        lines[start] = Line(start, tip[start], length[start], left, pruned, beside)
    return list(lines.values())


def line_name(entry: Entry) -> str:
    """Return the name that an entry gives to the line it starts; empty for all other entries."""
    return entry.action.line if isinstance(entry.action, Note) else ""


def branch_of(annotations: Annotations, start: int) -> Branch:
    """Return the notes on the line that starts with an entry."""
    return annotations.branches.get(start, Branch())


def name_of(log: Log, annotations: Annotations, start: int) -> str:
    """Return the name of the line that starts with an entry; empty if it has none."""
    return branch_of(annotations, start).name or line_name(log[start])


def line_at(lines: list[Line], tip: int) -> Line | None:
    """Return the line that ends with an entry; None if there is none."""
    return next((line for line in lines if line.tip == tip), None)


def main_line(log: Log, annotations: Annotations) -> Line | None:
    """Return the main line of a log; None for a log without entries."""
    return main_of(lines_of(log, annotations), annotations)


def main_of(lines: list[Line], annotations: Annotations) -> Line | None:
    """Return the main line: the chosen one, or else the one played last outside what-if play.

    Lines that are pruned, stored beside the game, or start a second time from nothing count only if
    there are no others. None without lines.
    """
    chosen = next((line for line in lines if line.start == annotations.main), None)
    if chosen is not None and not chosen.pruned:
        return chosen
    rooted = _below(lines, 1)
    serious = [line for line in lines if line.start in rooted and not line.pruned]
    played = [line for line in serious if not line.beside] or serious or lines
    return max(played, key=lambda line: line.tip, default=None)


def _below(lines: Sequence[Line], start: int) -> set[int]:
    """Return a line and its direct and indirect branches."""
    result = {start}
    for line in lines:
        if line.parent in result:
            result.add(line.start)
    return result


def main_tip(log: Log, annotations: Annotations) -> int:
    """Return the last entry of the main line; 0 for a log without entries."""
    line = main_line(log, annotations)
    return line.tip if line is not None else 0


def tip_named(log: Log, annotations: Annotations, wanted: str) -> int:
    """Return the last entry of a line, given its name, its first entry's id, or ``main``.

    Raises UserError if no line or several lines match; the message lists the options.
    """
    if wanted.casefold() == MAIN:
        return main_tip(log, annotations)
    lines = lines_of(log, annotations)
    named = {line.start: name_of(log, annotations, line.start) for line in lines}
    result = [line for line in lines if named[line.start].casefold() == wanted.casefold()]
    if not result and wanted.isdecimal():
        result = [line for line in lines if line.start == int(wanted)]
    if len(result) == 1:
        return result[0].tip
    known = ", ".join([MAIN, *(named[line.start] or str(line.start) for line in lines)])
    key = "log.error.lines_alike" if result else "log.error.no_line"
    starts = ", ".join(str(line.start) for line in result)
    raise UserError(t(key, name=wanted, known=known, starts=starts))


def forks(log: Log, annotations: Annotations, entries: Sequence[Entry]) -> tuple[int, ...]:
    """Return the steps of a line after which another, unpruned line branches off."""
    result: list[int] = []
    parent = 0
    for step, entry in enumerate(entries):
        others = log.children(parent)
        if len(others) > 1 and any(
            child != entry.id and not branch_of(annotations, child).pruned for child in others
        ):
            result.append(step)
        parent = entry.id
    if parent and log.children(parent):  # the line was left at its end
        result.append(len(entries))
    return tuple(result)
