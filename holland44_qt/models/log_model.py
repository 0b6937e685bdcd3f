"""List model of a recording's entries under turn headings.

A sentence is computed when its row is first shown; a recorded entry adds a row without a reset.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.core.errors import UserError
from engine.i18n import t
from engine.play.game import Recording
from holland44_qt.models.clock import turn_text
from holland44_qt.models.entry_filter import EntryFilter
from holland44_qt.models.landmarks import Landmarks
from holland44_qt.models.subjects import SubjectIndex
from holland44_qt.plain_text import tip

Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    """Roles of a row besides its text and tooltip; headings have only the first."""

    STEP = Qt.ItemDataRole.UserRole
    """Step after the entry; None for the heading of a turn."""
    KIND = Qt.ItemDataRole.UserRole + 1
    """Kind of the entry's action; None for the heading of a turn."""
    SIDE = Qt.ItemDataRole.UserRole + 2
    """Side that made the entry."""
    GLYPH = Qt.ItemDataRole.UserRole + 3
    """Annotator's glyph, or an empty string."""
    COMMENTED = Qt.ItemDataRole.UserRole + 4
    """Whether there is a comment."""
    CHAPTER = Qt.ItemDataRole.UserRole + 5
    """Chapter that starts here, or an empty string."""
    BOOKMARK = Qt.ItemDataRole.UserRole + 6
    """Whether there is a bookmark."""
    FORK = Qt.ItemDataRole.UserRole + 7
    """Whether another line of play branches off here."""
    BREACH = Qt.ItemDataRole.UserRole + 8
    """Numbers of the rules that the entry breaks, or an empty string."""


class LogModel(QAbstractListModel):
    """List model with a row for each entry, in order of play, and for each turn that starts.

    Rows are stored as steps; a heading is the negative of the step below it.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._recording: Recording | None = None
        self._subjects: SubjectIndex | None = None
        self._marks = Landmarks()
        self._forks: frozenset[int] = frozenset()
        self._turns: dict[int, int] = {}
        self._filter = EntryFilter()
        self._rows: list[int] = []

    def show(self, recording: Recording | None, marks: Landmarks | None = None) -> None:
        """Show another recording, or another line of it, with the current filter."""
        self.beginResetModel()
        self._recording = recording
        self._subjects = SubjectIndex(recording) if recording is not None else None
        self._marks = Landmarks()
        if recording is not None:
            self._marks = marks or Landmarks.of(recording)
        self._read_marks()
        self._rows = self._listed(1, self._marks.length)
        self.endResetModel()

    def append(self, marks: Landmarks) -> None:
        """Add the entry at the end of the line."""
        step, last = self._marks.length + 1, marks.length
        self._marks = marks
        self._read_marks()
        rows = self._listed(step, last)
        if rows:
            at = len(self._rows)
            self.beginInsertRows(QModelIndex(), at, at + len(rows) - 1)
            self._rows += rows
            self.endInsertRows()

    def annotations_changed(self, marks: Landmarks) -> None:
        """Update glyphs, chapters, comments and branches."""
        self._marks = marks
        self._read_marks()
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 0))

    @property
    def filter(self) -> EntryFilter:
        """Return the current filter."""
        return self._filter

    def set_filter(self, wanted: EntryFilter) -> None:
        """Set the filter."""
        if wanted != self._filter:
            self.beginResetModel()
            self._filter = wanted
            self._rows = self._listed(1, self._marks.length)
            self.endResetModel()

    @property
    def listed(self) -> int:
        """Return the number of listed entries."""
        return sum(row > 0 for row in self._rows)

    def row_of(self, step: int) -> int:
        """Return the row of a step, or of the last listed one before it; -1 for none. O(log n)."""
        return bisect_right(self._rows, (step, 1), key=lambda row: (abs(row), row > 0)) - 1

    @property
    def subjects(self) -> SubjectIndex | None:
        """Return units and hexes of each entry; None while nothing is listed."""
        return self._subjects

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of rows; rows have no children."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags; headings are not selectable."""
        if index.isValid() and index.row() < len(self._rows) and self._rows[index.row()] < 0:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the sentence of an entry and the values of :class:`Role`."""
        if self._recording is None or not index.isValid() or index.row() >= len(self._rows):
            return None
        step = self._rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            if step < 0:
                return turn_text(self._recording.module, self._turns[-step])
            sentence = self._sentence(self._recording, step)
            broken = self._fact(self._recording, step, Role.BREACH)
            if role == Qt.ItemDataRole.ToolTipRole:
                if broken:
                    sentence = t("history.breach", sentence=sentence, rules=broken)
                return tip(sentence)
            return sentence
        return self._fact(self._recording, step, role) if step > 0 else None

    def _fact(self, recording: Recording, step: int, role: int) -> Any:
        if role == Role.STEP:
            return step
        entry = recording.timeline.entries[step - 1]
        if role == Role.KIND:
            return entry.action.kind
        if role == Role.SIDE:
            return entry.by
        if role == Role.FORK:
            return step in self._forks
        if role == Role.BREACH:
            broken = (v.rule for v in entry.verdicts if v.level == "forbid")
            return ", ".join(dict.fromkeys(broken))
        note = recording.annotations.entries.get(entry.id)
        if role == Role.GLYPH:
            return (note.glyph if note else None) or ""
        if role == Role.COMMENTED:
            return bool(note and note.comment)
        if role == Role.CHAPTER:
            return (note.chapter if note else None) or ""
        if role == Role.BOOKMARK:
            return bool(note and note.bookmark)
        return None

    def _read_marks(self) -> None:
        self._forks = frozenset(self._marks.branches)
        self._turns = {phase.step: phase.clock.turn for phase in self._marks.turns}

    def _listed(self, first: int, last: int) -> list[int]:
        """Return the rows of some steps: the matching ones, and the headings of turns that have
        any.
        """
        rows: list[int] = []
        heading, accepts = 0, self._matcher()
        for step in range(first, last + 1):
            if step in self._turns:
                heading = -step
            if accepts is None or accepts(step):
                if heading:
                    rows.append(heading)
                    heading = 0
                rows.append(step)
        return rows

    def _matcher(self) -> Callable[[int], bool] | None:
        """Return the test of the filter; None if every entry matches."""
        if self._filter.is_empty or self._recording is None or self._subjects is None:
            return None
        return self._filter.matcher(self._recording, self._subjects)

    @staticmethod
    def _sentence(recording: Recording, step: int) -> str:
        try:
            return recording.step(step).sentence
        except UserError as error:
            # The log contradicts itself from here on; its rows say so instead of nothing.
            return str(error)
