"""Filter of log entries by words, side, kind, unit and hex."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.timeline import Timeline
from engine.play.game import Recording
from engine.report.clean import folded
from holland44_qt.models.subjects import SubjectIndex, Subjects

KINDS = {
    "setup": "turn",
    "set_phase": "turn",
    "next_phase": "turn",
    "move": "move",
    "split": "move",
    "join": "move",
    "mark": "move",
    "combat": "combat",
    "declare_attack": "combat",
    "advance": "combat",
    "disengage": "combat",
    "consult": "dice",
    "roll": "dice",
    "reveal": "reveal",
    "manual_edit": "edit",
    "note": "note",
}
"""Families of entry kinds, by which entries are displayed and filtered."""
FAMILIES = ("turn", "move", "combat", "dice", "reveal", "edit", "note")
COMMENTED = "commented"
"""Additional family: all annotated entries."""


def search_words(words: str) -> str:
    """Return the search words without an introduction ("all EX", "everything of 2/1P")."""
    words = words.strip()
    for word in t("history.filter.said").split("|"):
        if words.casefold().startswith(f"{word} ".casefold()):
            return words[len(word) :].strip()
    return words


def has_word(text: str, word: str) -> bool:
    """Return whether a text contains a word.

    A combat result ("EX", "A1/D1") must match exactly as a whole word.
    """
    if RESULT.fullmatch(word):
        return re.search(rf"(?<![\w/]){re.escape(word)}(?![\w/])", text) is not None
    return word.casefold() in text.casefold()


def family(kind: str) -> str:
    """Return the family of an action's kind; a game's own kinds belong to edits."""
    return KINDS.get(kind, "edit")


Words = Sequence[tuple[str, Subjects]]
"""Search words, each with the units and hexes of exactly this name."""
RESULT = re.compile(r"[A-Z]{1,3}\d?(/[A-Z]{1,3}\d?)?")
"""Pattern of written results."""


@dataclass(frozen=True)
class EntryFilter:
    """Filter for entries: each part that is set must match; units and hexes are one part."""

    text: str = ""
    sides: frozenset[str] = frozenset()
    families: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    clean: bool = False
    """Exclude bookkeeping and undone entries."""

    @property
    def is_empty(self) -> bool:
        """Return whether the filter accepts every entry."""
        return self == EntryFilter()

    def matcher(self, recording: Recording, subjects: SubjectIndex) -> Callable[[int], bool]:
        """Return the test whether the entry of a step matches; its costliest part comes last."""
        words = search_words(self.text).split()
        about = [(word, subjects.named(word)) for word in words]
        return lambda step: self._accepts(recording, subjects, step, about)

    def _accepts(
        self, recording: Recording, subjects: SubjectIndex, step: int, words: Words
    ) -> bool:
        entry = recording.timeline.entries[step - 1]
        if self.sides and entry.by not in self.sides:
            return False
        if self.families and not self._of_family(recording, step):
            return False
        if self.clean and step in _folded(recording):
            return False
        if self.units or self.places:
            subject = subjects.at(step)
            if not (self.units & subject.units or self.places & subject.places):
                return False
        return not words or self._matches_text(recording, subjects, step, words)

    def _of_family(self, recording: Recording, step: int) -> bool:
        entry = recording.timeline.entries[step - 1]
        if family(entry.action.kind) in self.families:
            return True
        return COMMENTED in self.families and entry.id in recording.annotations.entries

    @staticmethod
    def _matches_text(
        recording: Recording, subjects: SubjectIndex, step: int, words: Words
    ) -> bool:
        """Return whether the sentence or the comment contains all words, or the entry concerns
        the units and hexes they name. ``#97`` is the entry with that number.
        """
        entry = recording.timeline.entries[step - 1]
        note = recording.annotations.entries.get(entry.id)
        try:
            sentence = recording.step(step).sentence
        except UserError:
            sentence = ""
        sentence = f"{sentence}\n{note.chapter or ''}\n{note.comment}" if note else sentence
        return all(
            has_word(sentence, word) or word == f"#{step}" or subjects.at(step).touches(named)
            for word, named in words
        )


_FOLDED: WeakKeyDictionary[Timeline, tuple[int, frozenset[int]]] = WeakKeyDictionary()
"""Cached case-folded texts of a line, with the line's length at that time."""


def _folded(recording: Recording) -> frozenset[int]:
    folds = _FOLDED.get(recording.timeline)
    if folds is None or folds[0] != len(recording):
        folds = _FOLDED[recording.timeline] = len(recording), folded(recording)
    return folds[1]
