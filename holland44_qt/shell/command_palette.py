"""Command palette: fuzzy search for a command, a hex, a place on the map or a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, EDGE, FAINT, INK, ON_ACCENT, PAGE, SOFT, TEXT, by_night
from holland44_qt.models.entry_filter import search_words
from holland44_qt.navigation.camera_feature import go_near
from holland44_qt.shell.fuzzy_search import Target, best, entries, places, units, with_log

CALLED_BY_MENU = frozenset({"stops", "layers", "export"})
"""Menus whose titles are part of their commands' names: "Stop playing at: Combats"."""
MOST = 60
"""Maximum number of rows."""
ROW, WIDTH, ROWS = 44, 640, 11
TARGET = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex


class TargetModel(QAbstractListModel):
    """Targets as rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[Target] = ()

    def show(self, targets: Sequence[Target]) -> None:
        """Show other targets."""
        self.beginResetModel()
        self._rows = tuple(targets)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Return one row for each target."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title, or the target itself for the role TARGET."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        target = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return target.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ". ".join(part for part in (target.title, target.detail, target.keys) if part)
        return target if role == TARGET else None


class TargetDelegate(QStyledItemDelegate):
    """Draws a target: its name and keys, and below them its description or location."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a row; all rows have the same height."""
        return QSize(100, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        target: Target = index.data(TARGET)
        box: QRect = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(box, QColor(ACCENT))
        ink = QColor(ON_ACCENT) if chosen else QColor(INK if target.enabled else FAINT)
        faint = QColor(by_night("#f3ddd6", "#4a2620")) if chosen else QColor(SOFT)
        room = box.adjusted(16, 4, -16, -4)
        kind = t(f"shell.find.kind.{target.kind}")
        small = font("Barlow Semi Condensed", TEXT - 2, QFont.Weight.Medium)
        painter.setFont(small)
        painter.setPen(faint)
        tag = QFontMetrics(small).horizontalAdvance(kind)
        top, low = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignBottom
        painter.drawText(room, low | Qt.AlignmentFlag.AlignRight, kind)
        below = room.adjusted(0, 0, -tag - 14, 0)
        text = QFontMetrics(small).elidedText(
            target.detail, Qt.TextElideMode.ElideRight, below.width()
        )
        painter.drawText(below, low | Qt.AlignmentFlag.AlignLeft, text)
        keys = font("Barlow Semi Condensed", TEXT - 1, QFont.Weight.DemiBold)
        painter.setFont(keys)
        painter.setPen(ink)
        painter.drawText(room, top | Qt.AlignmentFlag.AlignRight, target.keys)
        used = QFontMetrics(keys).horizontalAdvance(target.keys)
        name = font("Barlow", TEXT, QFont.Weight.DemiBold)
        painter.setFont(name)
        title = QFontMetrics(name).elidedText(
            target.title, Qt.TextElideMode.ElideRight, room.width() - used - 14
        )
        painter.drawText(room, top | Qt.AlignmentFlag.AlignLeft, title)
        painter.setPen(QPen(QColor(EDGE), 1))
        painter.drawLine(box.bottomLeft(), box.bottomRight())


class Palette(QDialog):
    """Search field and list of results."""

    def __init__(
        self,
        targets: Sequence[Target],
        parent: QWidget,
        more: Callable[[str], Target] | None = None,
    ) -> None:
        """Create the palette; ``more`` creates an extra target for the typed text: all entries with
        it.
        """
        super().__init__(parent, Qt.WindowType.FramelessWindowHint | Qt.WindowType.Dialog)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(t("app.command.palette").replace("&", "").rstrip("…"))
        self._targets, self._more = targets, more
        self.line = QLineEdit()
        self.line.setPlaceholderText(t("shell.palette.hint"))
        self.line.setAccessibleName(t("shell.palette.hint"))
        self.line.setFont(font("Barlow", TEXT + 3))
        self.line.setFrame(False)
        self.line.setTextMargins(14, 10, 14, 10)
        self.line.installEventFilter(self)
        self.line.textChanged.connect(self._search)
        self.model = TargetModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(TargetDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFrameShape(QListView.Shape.NoFrame)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName(t("shell.palette.found"))
        self.list.clicked.connect(self._choose)
        self.nothing = QLabel(t("shell.palette.nothing"))
        self.nothing.setContentsMargins(16, 12, 16, 16)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self.line)
        column.addWidget(self.list)
        column.addWidget(self.nothing)
        self.setStyleSheet(f"Palette {{ background: {PAGE}; border: 1px solid {EDGE}; }}")
        self._search("")
        self.setFixedWidth(min(WIDTH, parent.width() - 20))
        corner = parent.mapToGlobal(parent.rect().topLeft())
        self.move(corner.x() + (parent.width() - self.width()) // 2, corner.y() + 70)

    def _search(self, letters: str) -> None:
        targets = best(letters, self._targets, MOST)
        if letters.strip() and self._more is not None:
            steps = self._more(search_words(letters))
            targets = with_log(letters, targets, self._targets, steps, ROWS)[:MOST]
        self.model.show(targets)
        self.list.setCurrentIndex(self.model.index(0, 0))
        self.list.setVisible(bool(targets))
        self.nothing.setVisible(not targets)
        self.list.setFixedHeight(min(len(targets), ROWS) * ROW)
        self.adjustSize()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move in the list with the arrow keys while letters go to the search field."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = {
                Qt.Key.Key_Up: -1,
                Qt.Key.Key_Down: 1,
                Qt.Key.Key_PageUp: -ROWS,
                Qt.Key.Key_PageDown: ROWS,
            }
            key = Qt.Key(event.key())
            if key in steps and self.model.rowCount():
                last = self.model.rowCount() - 1
                row = max(0, min(self.list.currentIndex().row() + steps[key], last))
                self.list.setCurrentIndex(self.model.index(row, 0))
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose(self.list.currentIndex())
                return True
        return super().eventFilter(watched, event)

    def _choose(self, index: QModelIndex) -> None:
        target: Target | None = index.data(TARGET)
        if target is not None and target.enabled:
            self.close()
            target.run()


class PaletteFeature(Feature):
    """Feature for Ctrl+K and its shortcuts: go to a hex, find a unit."""

    COMMANDS = (
        Command("palette", "edit", "ask", ("Ctrl+K",), "search", "main", separator=True),
        Command("find_place", "view", "ask_place", ("Ctrl+G",)),
        Command("find_unit", "edit", "ask_unit", ("Ctrl+F",)),
    )

    def ask(self) -> None:
        """Open the palette with all targets."""
        targets = [
            *self._commands(),
            *self._panels(),
            *self._places(),
            *self._units(),
            *self._entries(),
        ]
        more = self._in_log if self.session.recording is not None else None
        Palette(targets, self.window, more).open()

    def ask_place(self) -> None:
        """Open the palette with hexes, names on the map, and entries by number."""
        self._open([*self._places(), *self._entries()])

    def ask_unit(self) -> None:
        """Open the palette with the pieces in the game."""
        self._open(list(self._units()))

    def go_to_hex(self, place: int) -> None:
        """Show a hex and flash it."""
        self.view.zoom_to((place,))
        self.view.flash((place,))
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _go_to_entry(self, step: int) -> None:
        """Show an entry and focus the board, so that Space plays on from there."""
        self.session.go(step)
        go_near(self.window)
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def go_to_unit(self, unit: str) -> None:
        """Show a piece and flash it, or report its box."""
        module, piece = self.session.module, self.session.state.pieces.get(unit)
        if piece is None:
            return
        if module.places.is_hex(piece.place):
            self.go_to_hex(piece.place)
        else:
            where = module.place_name(module.places.name(piece.place))
            name = module.unit_name(piece.counter)
            self.session.objected.emit(t("shell.find.in_box", unit=name, place=where))

    def _open(self, targets: Sequence[Target]) -> None:
        Palette(targets, self.window).open()

    def _in_log(self, letters: str) -> Target:
        """Return the target that lists the entries matching the text: words, a number, a unit,
        a hex, a result.
        """

        def look() -> None:
            self.window.panels.show("log")
            self.window.log_panel.look_for(letters)
            if self.window.model.listed:
                self.window.log_panel.entries.setFocus(Qt.FocusReason.ShortcutFocusReason)

        return Target("log", t("shell.find.log", words=letters), t("shell.find.log.help"), look)

    def _commands(self) -> Iterator[Target]:
        for command in self.commands.all:
            action = self.commands[command.id]
            keys = action.shortcut().toString(action.shortcut().SequenceFormat.NativeText)
            name = t(command.text_key).replace("&", "")
            if command.submenu in CALLED_BY_MENU:
                menu = t(f"app.menu.{command.submenu}").replace("&", "")
                name = t("shell.find.in_menu", menu=menu, name=name)
            yield Target(
                "command",
                name,
                t(command.help_key),
                action.trigger,
                keys,
                action.isEnabled(),
            )

    def _panels(self) -> Iterator[Target]:
        """Return the drawers and cards by their titles."""
        panels = self.window.panels
        for name, title in panels.titles.items():
            title = title.replace("&", "")
            yield Target("command", title, t("shell.find.panel"), partial(panels.show, name))

    def _places(self) -> Iterator[Target]:
        return places(self.session.module, self.go_to_hex)

    def _entries(self) -> Iterator[Target]:
        recording = self.session.recording
        return iter(()) if recording is None else entries(recording, self._go_to_entry)

    def _units(self) -> Iterator[Target]:
        return units(self.session.module, self.session.state, self.go_to_unit)
