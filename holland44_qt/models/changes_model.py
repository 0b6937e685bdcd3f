"""List model of the changes between two positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from engine.core import effects as fx
from engine.core.places import Places
from engine.core.state import State
from engine.i18n import t
from engine.modules.module import Module
from holland44_qt.fonts import font
from holland44_qt.look import TEXT
from holland44_qt.models.changes import describe_change, is_gone
from holland44_qt.plain_text import tip

Index = QModelIndex | QPersistentModelIndex
PHASE, MAP = ("", "phase"), ("", "map")
"""Groups of changes that belong to no side."""
FIRST, LAST = -1, 99
HEXES = Qt.ItemDataRole.UserRole
"""Role of the hexes of a change, as board indices."""


@dataclass(frozen=True, slots=True)
class Row:
    """Text of a change with its hexes, or the heading of the changes below it."""

    text: str
    hexes: tuple[int, ...] = ()
    heads: bool = False


class ChangesModel(QAbstractListModel):
    """List model with one row for each change, by side and formation; uninteresting ones are
    left out.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def show(self, effects: Sequence[fx.Effect], before: State, module: Module) -> None:
        """Show other changes; ``before`` is the position from which they start.

        The phase comes first, then each side's formations (those with losses first, and losses
        first in each), then the map.
        """
        groups: dict[tuple[str, str], list[tuple[int, Row]]] = {}
        gone = {getattr(effect, "unit", "") for effect in effects if is_gone(effect)}
        for effect in effects:
            if isinstance(effect, fx.SetSteps | fx.SetStatus) and effect.unit in gone:
                continue  # nobody asks how many steps a lost unit had left
            line = describe_change(effect, before, module)
            if line:
                row = Row(line, _hexes(effect, before, module.places))
                of = _group(effect, before, module)
                groups.setdefault(of, []).append((_weight(effect), row))
        sides = {side.id: number for number, side in enumerate(module.meta.sides)}
        order = sorted(
            groups,
            key=lambda of: (
                FIRST if of == PHASE else sides.get(of[0], LAST),
                min(weight for weight, _ in groups[of]),
                of,
            ),
        )
        self.beginResetModel()
        self._rows = []
        for of in order:
            if of != PHASE and len(groups) > 1:
                self._rows.append(Row(_heading(of, module), heads=True))
            self._rows += [row for _, row in sorted(groups[of], key=lambda pair: pair[0])]
        self.endResetModel()

    @property
    def changes(self) -> int:
        """Return the number of changes."""
        return sum(not row.heads for row in self._rows)

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of changes and headings."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags; headings are not selectable."""
        row = self._rows[index.row()] if index.isValid() else None
        heads = row is not None and row.heads
        return Qt.ItemFlag.ItemIsEnabled if heads else super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text of a change, or its hexes."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.FontRole and row.heads:
            return font("Barlow", TEXT, QFont.Weight.DemiBold)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return tip(row.text) if role == Qt.ItemDataRole.ToolTipRole else row.text
        return row.hexes if role == HEXES else None


def _group(effect: fx.Effect, before: State, module: Module) -> tuple[str, str]:
    """Return side and formation of a change; neither for a change of the map."""
    if isinstance(effect, fx.SetPhase):
        return PHASE
    unit = getattr(effect, "unit", None)
    if unit is None:
        return MAP
    piece = before.pieces.get(unit)
    counter = piece.counter if piece is not None else getattr(effect, "counter", "")
    side = piece.side if piece is not None else getattr(effect, "side", "")
    known = counter in module.counters
    return side, module.counters.of(counter).formation if known else ""


def _heading(of: tuple[str, str], module: Module) -> str:
    """Return the heading: side and formation, or the map."""
    side, formation = of
    if of == MAP:
        return t("history.compare.map")
    title = module.side_name(side) if side else ""
    if not formation:
        return title
    return t("history.compare.group", side=title, formation=module.translated(formation))


def _weight(effect: fx.Effect) -> int:
    """Return the sort key of changes: phase, lost units, lost steps, all others."""
    if isinstance(effect, fx.SetPhase):
        return 0
    if is_gone(effect):
        return 1
    if isinstance(effect, fx.SetSteps) and effect.after < effect.before:
        return 2
    return 3


def _hexes(effect: fx.Effect, before: State, places: Places) -> tuple[int, ...]:
    """Return the hexes of the board that a change affects."""
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
