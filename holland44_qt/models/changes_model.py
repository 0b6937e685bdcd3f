"""The list of what changed between two positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.core import effects as fx
from engine.core.places import Places
from engine.core.state import State
from engine.modules import Module
from holland44_qt.models.changes import told
from holland44_qt.plain import tip

Index = QModelIndex | QPersistentModelIndex
HEXES = Qt.ItemDataRole.UserRole
"""The hexes that a change is about, as ints of the board."""


class ChangesModel(QAbstractListModel):
    """One row a change; those that nobody wants to read are left out."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[str, tuple[int, ...]]] = []

    def show(self, effects: Sequence[fx.Effect], before: State, module: Module) -> None:
        """List other changes, losses first; ``before`` is the position that they start from."""
        self.beginResetModel()
        ordered = sorted(effects, key=_weight)
        lines = ((told(effect, before, module), effect) for effect in ordered)
        self._rows = [
            (line, _hexes(effect, before, module.places)) for line, effect in lines if line
        ]
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """The number of changes."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The change in words, and where it is."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        line, hexes = self._rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return tip(line) if role == Qt.ItemDataRole.ToolTipRole else line
        return hexes if role == HEXES else None


def _weight(effect: fx.Effect) -> int:
    """What is read first: the phase, units that are lost, steps that are lost, all else."""
    if isinstance(effect, fx.SetPhase):
        return 0
    gone = isinstance(effect, fx.Move) and effect.path[-1].startswith("eliminated-")
    if gone or isinstance(effect, fx.Remove):
        return 1
    if isinstance(effect, fx.SetSteps) and effect.after < effect.before:
        return 2
    return 3


def _hexes(effect: fx.Effect, before: State, places: Places) -> tuple[int, ...]:
    """The hexes of the board that a change is about."""
    names: tuple[str, ...] = ()
    if isinstance(effect, fx.Move):
        names = effect.path
    elif isinstance(effect, fx.Place | fx.Remove):
        names = (effect.at,)
    elif isinstance(effect, fx.SetControl):
        names = (effect.hex,)
    elif isinstance(effect, fx.SetHexside):
        names = tuple(effect.hexside.split("/"))
    elif isinstance(effect, fx.SetMarker):
        fields = effect.after or effect.before
        names = tuple(fields.at.split("/")) if fields else ()
    elif isinstance(effect, fx.SetSteps | fx.SetStatus | fx.SetSide | fx.Reveal):
        piece = before.pieces.get(effect.unit)
        names = (places.name(piece.place),) if piece is not None else ()
    known = (places.index(name) for name in names if name in places)
    return tuple(place for place in known if places.is_hex(place))
