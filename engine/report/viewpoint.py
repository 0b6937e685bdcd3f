"""Viewpoint of a report: everybody's, one side's as it saw then, or nobody's.

What a side does not see is taken out here, before anything is described, counted or drawn. The
rest works on positions as they were seen, and on entries that name no unseen unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import Piece, State
from engine.i18n import t
from engine.log.annotations import Annotations
from engine.log.entry import Entry
from engine.log.timeline import Timeline
from engine.log.tree import Log
from engine.modules.module import Module
from engine.play.game import Recording
from engine.play.referee import ruling_at_hand
from engine.rules.ports import Ruleset

BOTH, NEUTRAL = "both", "neutral"

SHORTEST = 3
"""Letters of a name that can be looked for in a text; "1" stands everywhere."""


def viewed(recording: Recording, viewpoint: str) -> Recording:
    """A recording as somebody sees it: ``both``, ``neutral``, or a side by its id.

    A side sees what its rules let it see of each position, and no annotations that the other side
    keeps to itself; ``neutral`` sees what every side sees. An entry that speaks of units out of
    sight becomes a plain sentence, with those of its effects that were seen; a comment on it that
    names them is left out. Raises UserError for another word.
    """
    if viewpoint == BOTH:
        return recording
    sides = [side.id for side in recording.module.meta.sides]
    if viewpoint != NEUTRAL and viewpoint not in sides:
        known = ", ".join((BOTH, NEUTRAL, *sides))
        raise UserError(t("report.viewpoint.unknown", given=viewpoint, known=known))
    return Viewed(recording, tuple(sides) if viewpoint == NEUTRAL else (viewpoint,))


class Viewed(Recording):
    """A recording of which only some sides' knowledge is shown."""

    def __init__(self, recording: Recording, eyes: tuple[str, ...]) -> None:
        notes = recording.annotations
        if notes.side and not notes.revealed and eyes != (notes.side,):
            notes = Annotations(log=notes.log, branches=notes.branches, main=notes.main)
        entries = recording.timeline.entries
        tip = entries[-1].id if entries else 0
        super().__init__(recording.log, recording.module, notes, recording.notices, tip)
        self._eyes, self._rules = eyes, ruling_at_hand(recording)
        self._see()

    def follow(self, tip: int) -> None:
        """Show another line, with the same eyes."""
        super().follow(tip)
        self._see()

    def _see(self) -> None:
        if self._rules is None:  # nobody can say what a side sees
            return
        seen = SeenTimeline(self.timeline, self.log, self.module, self._rules, self._eyes)
        kept = {
            number: note
            for number, note in self.annotations.entries.items()
            if not mentions(note.model_dump_json(), seen.unseen.get(number, frozenset()))
        }
        self.timeline = seen
        self.annotate(self.annotations.model_copy(update={"entries": kept}))


class SeenTimeline(Timeline):
    """The positions of a line as they were seen, and its entries without what was not."""

    def __init__(
        self, whole: Timeline, log: Log, module: Module, rules: Ruleset, eyes: tuple[str, ...]
    ) -> None:
        super().__init__(log, whole.places, whole.entries[-1].id if whole.entries else 0)
        self._whole, self._rules, self._eyes = whole, rules, eyes
        self.unseen: dict[int, frozenset[str]] = {}
        """What nobody may read of an entry, by its number: the names of who was out of sight."""
        there, sight = self._of(0)
        for at, entry in enumerate(whole.entries):
            there_then, sight_then = there, sight
            there, sight = self._of(at + 1)
            out = (there_then.keys() | there.keys()) - (sight_then.keys() | sight.keys())
            if out:
                names = _names(out, {**there_then, **there}, module)
                self.unseen[entry.id] = names
                self.entries[at] = redacted(entry, names)

    def state(self, step: int) -> State:
        """The position after a step, as the viewpoint saw it."""
        state = self._whole.state(step)
        for side in self._eyes:
            state = self._rules.observe(state, side)
        return state

    def _of(self, step: int) -> tuple[Mapping[str, Piece], Mapping[str, Piece]]:
        """Units after a step, and those of them that are seen."""
        return self._whole.state(step).pieces, self.state(step).pieces


def redacted(entry: Entry, names: frozenset[str]) -> Entry:
    """An entry that names nobody of these; itself if it did not.

    If the action names one, or its dice or verdicts do, the entry says only that
    something happened.
    """
    effects = tuple(e for e in entry.effects if not mentions(e.model_dump_json(), names))
    told: dict[str, Any] = {}
    if len(effects) < len(entry.effects):
        told["effects"] = effects
    beside = (entry.action, *entry.dice, *entry.verdicts)
    if told or any(mentions(part.model_dump_json(), names) for part in beside):
        said = t("report.viewpoint.unseen")
        told |= {"effects": effects, "action": act.Note(text=said), "dice": (), "verdicts": ()}
        told["opened"] = ()
    return entry.model_copy(update=told) if told else entry


def mentions(text: str, names: frozenset[str]) -> bool:
    """Does a text name one of these, as a word of its own?"""
    return bool(names) and _pattern(names).search(text) is not None


@lru_cache(maxsize=8)
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names)))})(?!\w)")


def _names(units: Iterable[str], pieces: Mapping[str, Piece], module: Module) -> frozenset[str]:
    """Names of units: their ids, and the names on their counters that are words."""
    found = set(units)
    for unit in units:
        name = module.unit_name(pieces[unit].counter)
        words = {name, name.split("/")[0]}
        found |= {word for word in words if len(word) >= SHORTEST and not word.isdecimal()}
    return frozenset(found)
