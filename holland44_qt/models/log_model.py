"""The entries of a recording as a list; a sentence is told when its row is first looked at."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.core.errors import Holland44Error
from engine.game import Recording

Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    """What a row offers beyond its text and tool tip."""

    STEP = Qt.ItemDataRole.UserRole
    """The step after the entry."""
    KIND = Qt.ItemDataRole.UserRole + 1
    """The kind of its action."""
    SIDE = Qt.ItemDataRole.UserRole + 2
    """The side that made it."""
    GLYPH = Qt.ItemDataRole.UserRole + 3
    """The annotator's glyph, or an empty string."""
    COMMENTED = Qt.ItemDataRole.UserRole + 4
    """Is there a comment?"""
    CHAPTER = Qt.ItemDataRole.UserRole + 5
    """The chapter that starts here, or an empty string."""


class LogModel(QAbstractListModel):
    """One row an entry, in order of play; row n is step n + 1."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._recording: Recording | None = None

    def show(self, recording: Recording | None) -> None:
        """List another recording."""
        self.beginResetModel()
        self._recording = recording
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """The number of entries; rows have no rows below them."""
        nested = parent is not None and parent.isValid()
        return len(self._recording) if self._recording is not None and not nested else 0

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The sentence of an entry and what :class:`Role` lists."""
        if self._recording is None or not index.isValid() or index.row() >= self.rowCount():
            return None
        step = index.row() + 1
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._sentence(self._recording, step)
        if role == Role.STEP:
            return step
        entry = self._recording.timeline.entries[index.row()]
        if role == Role.KIND:
            return entry.action.kind
        if role == Role.SIDE:
            return entry.by
        note = self._recording.annotations.entries.get(entry.id)
        if role == Role.GLYPH:
            return (note.glyph if note else None) or ""
        if role == Role.COMMENTED:
            return bool(note and note.comment)
        if role == Role.CHAPTER:
            return (note.chapter if note else None) or ""
        return None

    @staticmethod
    def _sentence(recording: Recording, step: int) -> str:
        try:
            return recording.step(step).sentence
        except Holland44Error as error:
            # The log contradicts itself from here on; its rows say so instead of nothing.
            return str(error)
