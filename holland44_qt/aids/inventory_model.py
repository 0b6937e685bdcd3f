"""All pieces of a game as a tree: groups by formation, side, place or status, and their pieces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QIcon, QPixmap

from engine.core.state import Piece, State
from engine.i18n import t
from engine.modules.module import Module
from holland44_qt.board.pictures import Pictures
from holland44_qt.plain_text import tip

Index = QModelIndex | QPersistentModelIndex
UNIT = Qt.ItemDataRole.UserRole
GROUPINGS = ("formation", "side", "place", "status")
"""Groupings of pieces; their titles are in the catalogue under ``aids.inventory.by.<id>``."""
ICON = 32


class InventoryModel(QAbstractItemModel):
    """Tree model with two levels: groups, and the pieces in each.

    A piece can be in several status groups.
    """

    def __init__(self, pictures: Pictures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._module: Module | None = None
        self._state = State()
        self._by = GROUPINGS[0]
        self._search = ""
        self.groups: list[tuple[str, list[str]]] = []

    def show(self, module: Module, state: State) -> None:
        """List another position; rows stay in place if only their texts changed."""
        self._module, self._state = module, state
        self._regroup()

    def group_by(self, by: str) -> None:
        """Group by another key (one of GROUPINGS)."""
        self._by = by
        self._regroup()

    def filter(self, text: str) -> None:
        """List only pieces whose name, formation, place or status has all words of a text."""
        self._search = text.casefold()
        self._regroup()

    def _regroup(self) -> None:
        groups = self._grouped()
        if groups != self.groups:
            self.beginResetModel()
            self.groups = groups
            self.endResetModel()
            return
        for row, (_, units) in enumerate(groups):
            parent = self.index(row, 0)
            self.dataChanged.emit(self.index(0, 0, parent), self.index(len(units) - 1, 0, parent))

    def _grouped(self) -> list[tuple[str, list[str]]]:
        if self._module is None:
            return []
        result: dict[str, list[str]] = {}
        words = self._search.split()
        keys = _KEYS[self._by]
        for unit, piece in self._state.pieces.items():
            text = self._text(piece).casefold()
            if all(word in text for word in words):
                for group in keys(self, piece):
                    result.setdefault(group, []).append(unit)
        return (
            [(g, result[g]) for g in sorted(result)]
            if self._by != "formation"
            else [*result.items()]
        )

    # -- words ------------------------------------------------------------------------------------

    def _name(self, piece: Piece) -> str:
        assert self._module is not None
        return self._module.unit_name(piece.counter)

    def _formation(self, piece: Piece) -> str:
        assert self._module is not None
        if piece.counter not in self._module.counters:
            return t("aids.inventory.no_formation")
        formation = self._module.counters.of(piece.counter).formation
        if formation in ("-", "any"):
            return t("aids.inventory.no_formation")
        return self._module.translated(formation)

    def _place(self, piece: Piece) -> str:
        assert self._module is not None
        return self._module.place_name(self._module.places.name(piece.place))

    def _side(self, piece: Piece) -> str:
        assert self._module is not None
        return self._module.side_name(piece.side)

    def _where(self, piece: Piece) -> str:
        """Return the place of a piece as text: on the map, or its box."""
        assert self._module is not None
        on_map = self._module.places.is_hex(piece.place)
        return t("aids.inventory.map") if on_map else self._place(piece)

    def _statuses(self, piece: Piece) -> list[str]:
        assert self._module is not None
        return [self._module.marker_name(s) for s in sorted(piece.status)]

    def _text(self, piece: Piece) -> str:
        parts = (self._name(piece), self._formation(piece), self._place(piece), self._side(piece))
        return " ".join((*parts, *self._statuses(piece)))

    def _line(self, piece: Piece) -> str:
        steps = t(
            "aids.inventory.step" if piece.steps == 1 else "aids.inventory.steps",
            steps=piece.steps,
        )
        parts = [self._name(piece), self._place(piece), steps, *self._statuses(piece)]
        return "  ·  ".join(parts)

    # -- the model --------------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: Index | None = None) -> QModelIndex:
        """Return the index of a row; the id of a piece is its group's number plus one."""
        above = parent if parent is not None else QModelIndex()
        if not self.hasIndex(row, column, above):
            return QModelIndex()
        return self.createIndex(row, column, above.row() + 1 if above.isValid() else 0)

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        """Return the group of a piece."""
        group = index.internalId() if index.isValid() else 0
        return self.createIndex(group - 1, 0, 0) if group else QModelIndex()

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of groups, or of pieces in a group."""
        if parent is None or not parent.isValid():
            return len(self.groups)
        if parent.internalId() or parent.column() > 0:
            return 0
        return len(self.groups[parent.row()][1])

    def columnCount(self, parent: Index | None = None) -> int:
        """Return 1."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text of a group or piece; the piece's name for ``UNIT``."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, ICON)  # rows with and without a picture are of one height
        group = index.internalId()
        if not group:
            title, units = self.groups[index.row()]
            if role == Qt.ItemDataRole.DisplayRole:
                return t("aids.board.count", board=title, count=len(units))
            return None
        unit = self.groups[group - 1][1][index.row()]
        piece = self._state.pieces[unit]
        if role == UNIT:
            return unit
        if role == Qt.ItemDataRole.DisplayRole:
            return self._line(piece)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(f"{self._line(piece)}\n{self._formation(piece)}")
        if role == Qt.ItemDataRole.DecorationRole:
            picture = self._pictures.piece(piece, ICON, 1.0)
            if picture is not None:
                return QIcon(picture)
            blank = QPixmap(ICON, ICON)
            blank.fill(QColor(self._pictures.ground(piece)))
            return QIcon(blank)
        return None


_KEYS: dict[str, Callable[[InventoryModel, Piece], list[str]]] = {
    "formation": lambda m, p: [m._formation(p)],
    "side": lambda m, p: [m._side(p)],
    "place": lambda m, p: [m._where(p)],
    "status": lambda m, p: m._statuses(p) or [t("aids.inventory.no_status")],
}
