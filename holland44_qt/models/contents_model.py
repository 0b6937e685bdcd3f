"""List model of a recording's chapters (or turns) and bookmarks, in order of play."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont

from engine.core.effects import Clock
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.annotations import Annotation
from engine.play.game import Recording
from engine.report.scene import turn_words
from holland44_qt.models.landmarks import Phase
from holland44_qt.plain_text import tip

Index = QModelIndex | QPersistentModelIndex
STEP = Qt.ItemDataRole.UserRole
"""Role of the step of a row."""


class ContentsModel(QAbstractListModel):
    """List model with one row for each entry with a chapter title or bookmark.

    A recording without chapters also has a row for the first entry of each turn. ``renamed`` emits
    the step of a chapter and its new title.
    """

    renamed = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._recording: Recording | None = None
        self._steps: list[int] = []
        self._turns: dict[int, Clock] = {}

    def show(self, recording: Recording | None, turns: Sequence[Phase] = ()) -> None:
        """List the rows of another recording or line of play with the given ``turns``."""
        steps: set[int] = set()
        self._turns = {}
        if recording is not None:
            noted = {
                step: note
                for entry, note in recording.annotations.entries.items()
                if (note.chapter or note.bookmark)
                and (step := recording.timeline.step_of(entry)) is not None
            }
            steps.update(noted)
            if not any(note.chapter for note in noted.values()):
                self._turns = {turn.step: turn.clock for turn in turns}
        rows = sorted(steps.union(self._turns))
        if recording is not self._recording or rows != self._steps:
            self.beginResetModel()
            self._recording, self._steps = recording, rows
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def row_of(self, step: int) -> int:
        """Return the row of a step, or the last row before it; -1 before the first."""
        return bisect_right(self._steps, step) - 1

    def note(self, index: Index) -> Annotation | None:
        """Return the text of a row."""
        recording = self._recording
        if recording is None or not index.isValid() or index.row() >= len(self._steps):
            return None
        entry = recording.timeline.entries[self._steps[index.row()] - 1].id
        return recording.annotations.entries.get(entry, Annotation())

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags; chapter titles are editable."""
        note = self.note(index)
        editable = note is not None and bool(note.chapter)
        return super().flags(index) | (
            Qt.ItemFlag.ItemIsEditable if editable else Qt.ItemFlag.NoItemFlags
        )

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Emit another title; an empty one is ignored."""
        note, title = self.note(index), str(value).strip()
        if role != Qt.ItemDataRole.EditRole or note is None or title in ("", note.chapter):
            return False
        self.renamed.emit(self._steps[index.row()], title)
        return True

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of rows."""
        return 0 if parent is not None and parent.isValid() else len(self._steps)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text of a row; titles of chapters and turns are bold."""
        note, recording = self.note(index), self._recording
        if note is None or recording is None:
            return None
        step = self._steps[index.row()]
        if role == STEP:
            return step
        if role == Qt.ItemDataRole.EditRole:
            return note.chapter
        turn = None if note.chapter or note.bookmark else self._turns.get(step)
        if role == Qt.ItemDataRole.FontRole and (note.chapter or turn is not None):
            bold = QFont()
            bold.setWeight(QFont.Weight.DemiBold)
            return bold
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            try:
                text = note.chapter or (
                    turn_words(recording.module, turn.turn)
                    if turn is not None
                    else note.title or recording.step(step).sentence
                )
            except UserError as error:
                text = str(error)
            key = "history.contents.marked" if note.bookmark else "history.contents.chapter"
            text = t(key, step=step, said=text)
            return tip(text) if role == Qt.ItemDataRole.ToolTipRole else text
        return None
