"""The clean view: it hides undone mistakes and bookkeeping entries."""

from __future__ import annotations

from engine.core import actions as act
from engine.core.state import State
from engine.log.entry import Entry
from engine.play.game import Recording

FAR = 6
"""Maximum number of entries of an undone mistake; a longer detour counts as a manoeuvre."""


def folded(recording: Recording) -> frozenset[int]:
    """Return the steps to hide; steps with annotations are never hidden.

    Bookkeeping: phases within a turn, changes of the rules mode, entries without any effect. Undone
    mistakes: entries without dice that leave the position as it was before them.
    """
    entries = recording.timeline.entries
    notes = recording.annotations.entries
    result = {n for n, entry in enumerate(entries, 1) if _is_bookkeeping(recording, n, entry)}
    number = 1
    while number <= len(entries):
        end = _taken_back(recording, number)
        if end:
            result.update(range(number, end + 1))
            number = end
        number += 1
    return frozenset(n for n in result if entries[n - 1].id not in notes)


def _is_bookkeeping(recording: Recording, number: int, entry: Entry) -> bool:
    action = entry.action
    if isinstance(action, act.SetRules):
        return True
    if isinstance(action, act.Note):
        return not action.text.strip()
    if isinstance(action, act.SetClock | act.NextPhase):
        return recording.state(number).clock.turn == recording.state(number - 1).clock.turn
    return not entry.effects and not entry.dice


def _taken_back(recording: Recording, first: int) -> int:
    """Return the step that undoes everything from ``first`` on; 0 if nothing does."""
    entries, before = recording.timeline.entries, recording.state(first - 1)
    for number in range(first, min(first + FAR, len(entries) + 1)):
        entry = entries[number - 1]
        if entry.dice or isinstance(entry.action, act.Setup | act.SetClock | act.NextPhase):
            return 0
        if entry.effects and number > first and _same_table(recording.state(number), before):
            return number
    return 0


def _same_table(a: State, b: State) -> bool:
    """Return whether two positions are equal, ignoring the stacking order."""
    return (
        a.clock == b.clock
        and a.pieces == b.pieces
        and a.markers == b.markers
        and a.hexsides == b.hexsides
        and a.control == b.control
        and a.tracks == b.tracks
    )
