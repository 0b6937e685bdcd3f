"""Tree model of the lines of play: each is a child of the line it branched from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont

from engine.core.errors import EffectError
from engine.core.reducer import apply
from engine.i18n import t
from engine.log.lines import Line, line_at, lines_of, main_of, name_of
from engine.log.narrate import narrate
from engine.play.game import Recording
from engine.play.trial import Trial
from holland44_qt.look import FAINT
from holland44_qt.plain_text import tip

Index = QModelIndex | QPersistentModelIndex
START = Qt.ItemDataRole.UserRole
"""Role of the first entry of a line."""


class BranchModel(QAbstractItemModel):
    """Tree model with a row for each line; the second column has branching point and length.

    ``renamed`` emits the start of a line and its new name.
    """

    renamed = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._recording: Recording | None = None
        self._tip = 0
        self._main = 0
        self._lines: dict[int, Line] = {}
        self._below: dict[int, list[int]] = {0: []}
        self._first_said: dict[int, str] = {}

    def show(self, recording: Recording | None, tip: int = 0, *, pruned: bool = False) -> None:
        """Show the lines of a recording. ``tip`` is the last entry of the current line."""
        self._tip = tip
        self._main, lines = 0, []
        if recording is not None:
            known = recording.known if isinstance(recording, Trial) else None
            lines = lines_of(recording.log, recording.annotations, known)
            saved = [line for line in lines if known is None or line.start <= known]
            main = main_of(saved, recording.annotations)
            self._main = main.start if main is not None else 0
        shown = {line.start: line for line in lines if pruned or not line.pruned}
        same = recording is self._recording and shown.keys() == self._lines.keys()
        if recording is not self._recording:
            self._first_said.clear()
        if same:
            self._lines = shown
            for children in self._below.values():
                for row, start in enumerate(children):
                    self.dataChanged.emit(
                        self.createIndex(row, 0, start), self.createIndex(row, 1, start)
                    )
            return
        self.beginResetModel()
        self._recording, self._lines = recording, shown
        self._below = {0: []}
        for start, line in shown.items():
            self._below.setdefault(line.parent, []).append(start)
        self.endResetModel()

    def grow(self) -> bool:
        """Add an entry to the current line, which keeps its name and row.

        Returns False if the entry starts a line of its own.
        """
        recording = self._recording
        if recording is None or len(recording) < 2:
            return False
        before, last = (entry.id for entry in recording.timeline.entries[-2:])
        line = line_at(list(self._lines.values()), before)
        tried = isinstance(recording, Trial) and before <= recording.known
        if line is None or tried:
            return False
        self._tip = last
        self._lines[line.start] = replace(line, tip=last, length=line.length + 1)
        index = self.index_of(line.start)
        self.dataChanged.emit(index, index.siblingAtColumn(1))
        return True

    @property
    def current(self) -> Line | None:
        """Return the current line."""
        return line_at(list(self._lines.values()), self._tip)

    def is_main(self, line: Line) -> bool:
        """Return whether a line is the main line."""
        return line.start == self._main

    def is_tried(self, line: Line) -> bool:
        """Return whether a line exists only in the window, not yet saved."""
        return isinstance(self._recording, Trial) and line.start > self._recording.known

    def line(self, index: Index) -> Line | None:
        """Return the line of a row."""
        return self._lines.get(index.internalId()) if index.isValid() else None

    def index_of(self, start: int) -> QModelIndex:
        """Return the row of a line."""
        line = self._lines.get(start)
        if line is None:
            return QModelIndex()
        return self.createIndex(self._below[line.parent].index(start), 0, start)

    def name(self, line: Line) -> str:
        """Return the name of a line: the user's, or a description of its first entry."""
        recording = self._recording
        assert recording is not None
        given = name_of(recording.log, recording.annotations, line.start)
        if given:
            return given
        if line.start == 1:
            return t("history.branch.main")
        if line.start not in self._first_said:
            self._first_said[line.start] = _first_said(recording, line.start)
        return self._first_said[line.start]

    # -- Qt's model -------------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: Index | None = None) -> QModelIndex:
        """Return the index of a line's row-th child."""
        children = self._below.get(_id(parent), [])
        if 0 <= row < len(children) and 0 <= column < 2:
            return self.createIndex(row, column, children[row])
        return QModelIndex()

    def parent(self, index: Index | None = None) -> QModelIndex:  # type: ignore[override]
        """Return the line from which a line branched."""
        line = self._lines.get(_id(index))
        return self.index_of(line.parent) if line is not None else QModelIndex()

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of lines that branch off a line."""
        if parent is not None and parent.column() > 0:
            return 0
        return len(self._below.get(_id(parent), []))

    def columnCount(self, parent: Index | None = None) -> int:
        """Name and length."""
        return 2

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags; names are editable."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == 0 else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return names and lengths; the current line is bold, other and pruned lines are grey."""
        line = self.line(index)
        if line is None:
            return None
        if role == START:
            return line.start
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            if index.column() == 1 and role == Qt.ItemDataRole.DisplayRole:
                return t("history.branch.length", count=line.length)
            current = t("history.branch.current") if line == self.current else ""
            marks = (("main", self.is_main(line)), ("tried", self.is_tried(line)))
            signs = [t(f"history.branch.{name}.sign") for name, holds in marks if holds]
            pruned = t("history.branch.pruned") if line.pruned else ""
            text = "  ".join(filter(None, (current, self.name(line), *signs, pruned)))
            return tip(text) if role == Qt.ItemDataRole.ToolTipRole else text
        if role == Qt.ItemDataRole.EditRole and index.column() == 0:
            return self.name(line)
        if role == Qt.ItemDataRole.FontRole and line == self.current:
            bold = QFont()
            bold.setWeight(QFont.Weight.DemiBold)
            return bold
        if role == Qt.ItemDataRole.ForegroundRole and line != self.current:
            return QColor(FAINT).darker(135)
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Emit a new name by ``renamed``; the receiver stores it."""
        line = self.line(index)
        if line is None or role != Qt.ItemDataRole.EditRole:
            return False
        if str(value) != self.name(line):
            self.renamed.emit(line.start, str(value).strip())
        return True


def _id(index: Index | None) -> int:
    return index.internalId() if index is not None and index.isValid() else 0


def _first_said(recording: Recording, start: int) -> str:
    """Return the sentence of a line's first entry, computed from the nearest known position."""
    log, path = recording.log, []
    at = log[start].parent
    while at and recording.timeline.step_of(at) is None:
        path.append(log[at])
        at = log[at].parent
    try:
        state = recording.state(recording.timeline.step_of(at) or 0)
        for entry in reversed(path):
            state = apply(state, entry.effects, recording.module.places)
        sentence = narrate(log[start], state, recording.module)
    except EffectError as error:
        sentence = str(error)
    # Entries are numbered along their line, as a user counts them.
    step = (recording.timeline.step_of(at) or 0) + len(path)
    return t("history.branch.unnamed", entry=step, said=sentence)
