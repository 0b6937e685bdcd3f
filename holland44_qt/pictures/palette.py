"""Palette of a picture module: counters to drag onto the map or add by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QDrag, QIcon
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

from engine.core.state import Piece
from engine.i18n import t
from holland44_qt.board.drag_data import palette_mime
from holland44_qt.board.pictures import Pictures

if TYPE_CHECKING:
    from engine.vassal.drawing import Drawing
    from engine.vassal.table_records import PaletteItem

ICON = 40
ID = Qt.ItemDataRole.UserRole


class Palette(QTreeWidget):
    """List of counters; ``wanted`` emits a counter's id on Enter or double click."""

    wanted = Signal(str)

    def __init__(self, scale: Callable[[], float], parent: QWidget | None = None) -> None:
        """``scale`` returns the number of board pixels in a unit."""
        super().__init__(parent)
        self._scale = scale
        self._items: dict[str, PaletteItem] = {}
        self._pictures: Pictures | None = None
        self.setHeaderHidden(True)
        self.setIconSize(QSize(ICON, ICON))
        self.setAccessibleName(t("pictures.palette"))
        self.setToolTip(t("pictures.palette.tip"))
        self.setDragEnabled(True)
        self.itemActivated.connect(self._activated)

    def fill(self, drawing: Drawing | None, pictures: Pictures) -> None:
        """Show the counters of another module, by their groups."""
        self.clear()
        self._pictures = pictures
        self._items = {item.id: item for item in (drawing.table.palette if drawing else ())}
        word = drawing.word if drawing is not None else str
        groups: dict[str, QTreeWidgetItem] = {}
        for item in self._items.values():
            title = word(item.group) or t("pictures.palette")
            group = groups.get(title)
            if group is None:
                group = groups[title] = QTreeWidgetItem(self, [title])
                group.setFlags(group.flags() & ~Qt.ItemFlag.ItemIsDragEnabled)
            row = QTreeWidgetItem(group, [word(item.name)])
            row.setData(0, ID, item.id)
            if pictures.pieces is not None:
                row.setIcon(0, QIcon(pictures.pieces.pixmap(_piece(item), ICON, 1.0)))
        for group in groups.values():
            group.setExpanded(len(groups) == 1)

    def sift(self, text: str) -> None:
        """Show the counters whose name or group name contains a text."""
        wanted = text.strip().casefold()
        for k in range(self.topLevelItemCount()):
            group = self.topLevelItem(k)
            if group is None:
                continue
            shown = 0
            for row in filter(None, (group.child(i) for i in range(group.childCount()))):
                fits = wanted in f"{group.text(0)} {row.text(0)}".casefold()
                row.setHidden(not fits)
                shown += fits
            group.setHidden(not shown)
            group.setExpanded(bool(wanted) or self.topLevelItemCount() == 1)

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drag the counter under the mouse, in its size on the map."""
        row = self.currentItem()
        item = self._items.get(row.data(0, ID) or "") if row is not None else None
        if item is None or self._pictures is None or self._pictures.pieces is None:
            return
        art, piece = self._pictures.pieces, _piece(item)
        ratio, edge = self.devicePixelRatioF(), art.edge(piece) * self._scale()
        pixels = max(1, round(edge * ratio))
        picture = art.pixmap(piece, edge, ratio).scaled(
            pixels, pixels, mode=Qt.TransformationMode.SmoothTransformation
        )
        picture.setDevicePixelRatio(ratio)
        drag = QDrag(self)
        drag.setMimeData(palette_mime(item.id))
        drag.setPixmap(picture)
        drag.setHotSpot(QPoint(round(edge / 2), round(edge / 2)))
        drag.exec(Qt.DropAction.CopyAction)

    def _activated(self, row: QTreeWidgetItem) -> None:
        item = row.data(0, ID)
        if item:
            self.wanted.emit(item)


def _piece(item: PaletteItem) -> Piece:
    """Return a counter of the palette as a piece on the map."""
    return Piece(item.kind, item.side, -1, 1, frozenset(item.status))
