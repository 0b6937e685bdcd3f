"""Panel of a picture module: its turn trackers, dice, decks, palette and charts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.state import State
from engine.i18n import t
from engine.modules.module import Module
from holland44_qt.board.pictures import Pictures
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, TEXT
from holland44_qt.pictures.palette import Palette
from holland44_qt.plain_text import tip

if TYPE_CHECKING:
    from engine.vassal.drawing import Drawing

TALLEST = 300
"""Maximum height in pixels of the controls above the palette before they scroll."""
COLUMNS = 2
NARROWEST = 90
"""Minimum width in pixels of a button with a module's label."""


class ModulePanel(QWidget):
    """Panel whose signals emit names of buttons and charts, or ids of trackers, decks and
    palette counters.
    """

    rolled = Signal(str)
    symbol_rolled = Signal(str)
    turned = Signal(str, int)
    drawn = Signal(str)
    shuffled = Signal(str)
    wanted = Signal(str)
    chart_wanted = Signal(str)
    pressed = Signal(int)

    def __init__(self, scale: Callable[[], float], parent: QWidget | None = None) -> None:
        """``scale`` returns the number of board pixels in a unit."""
        super().__init__(parent)
        self._module: Module | None = None
        self._drawing: Drawing | None = None
        self._rows = QVBoxLayout()
        area = QScrollArea()
        area.setAccessibleName(t("app.dock.module"))
        area.setWidgetResizable(True)
        self._area = area
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(t("pictures.palette.filter"))
        self.filter.setAccessibleName(t("pictures.palette.filter"))
        self.filter.setClearButtonEnabled(True)
        self.palette_tree = Palette(scale)
        self.palette_tree.wanted.connect(self.wanted)
        self.filter.textChanged.connect(self.palette_tree.sift)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(area)
        column.addWidget(self.filter)
        column.addWidget(self.palette_tree, 1)
        column.addStretch(0)
        self.trackers: dict[str, QLabel] = {}
        self.decks: dict[str, QLabel] = {}
        self.buttons: list[QWidget] = []

    @property
    def filled(self) -> bool:
        """Return whether the module has any controls."""
        return bool(self.buttons) or self.palette_tree.topLevelItemCount() > 0

    # -- building ---------------------------------------------------------------------------------

    def show_module(self, module: Module, drawing: Drawing | None, pictures: Pictures) -> None:
        """Show the controls of another module; without a drawing, none."""
        if module is self._module:
            return
        self._module, self._drawing = module, drawing
        self.trackers, self.decks, self.buttons = {}, {}, []
        body = QWidget()  # a new one: what is deleted later would still count for its size
        self._rows = QVBoxLayout(body)
        if drawing is not None:
            self._lay_out(drawing)
        self.palette_tree.fill(drawing, pictures)
        self._rows.addStretch(1)
        self._area.setVisible(bool(self.buttons))
        self._area.setFixedHeight(min(TALLEST, body.sizeHint().height() + 4))
        bar = self._area.verticalScrollBar().sizeHint().width()
        self._area.setMinimumWidth(body.minimumSizeHint().width() + bar + 4)
        self._area.setWidget(body)
        shown = self.palette_tree.topLevelItemCount() > 0
        self.palette_tree.setVisible(shown)
        self.filter.setVisible(shown)

    def _lay_out(self, drawing: Drawing) -> None:
        table, word = drawing.table, drawing.word
        for tracker in table.trackers:
            label = QLabel()
            label.setTextFormat(Qt.TextFormat.PlainText)
            self.trackers[tracker.id] = label
            back = _arrow(Qt.ArrowType.LeftArrow, t("pictures.turn.back", name=word(tracker.name)))
            on = _arrow(Qt.ArrowType.RightArrow, t("pictures.turn.on", name=word(tracker.name)))
            back.clicked.connect(lambda _=False, i=tracker.id: self.turned.emit(i, -1))
            on.clicked.connect(lambda _=False, i=tracker.id: self.turned.emit(i, 1))
            self._row(word(tracker.name), label, back, on)
        names = [(die.name, self.rolled) for die in table.dice]
        # A button with several dice throws them together.
        names += [(n, self.symbol_rolled) for n in dict.fromkeys(die.name for die in table.symbols)]
        if names:
            self._heading(t("pictures.dice"))
            made = [NarrowButton(word(name)) for name, _ in names]
            for button, (name, signal) in zip(made, names, strict=True):
                button.clicked.connect(lambda _=False, n=name, s=signal: s.emit(n))
            self._grid(made)
        shown = [(i, b) for i, b in enumerate(table.buttons) if b.name and b.kind != "startup"]
        if shown:
            self._heading(t("pictures.buttons"))
            made = [NarrowButton(word(info.name)) for _, info in shown]
            for button, (number, _) in zip(made, shown, strict=True):
                button.clicked.connect(lambda _=False, n=number: self.pressed.emit(n))
            self._grid(made)
        if drawing.decks:
            self._heading(t("pictures.decks"))
        for place, deck in drawing.decks.items():
            label = self.decks[place] = QLabel()
            label.setTextFormat(Qt.TextFormat.PlainText)
            draw, shuffle = QPushButton(t("pictures.deck.draw")), QPushButton()
            shuffle.setText(t("pictures.deck.shuffle"))
            draw.clicked.connect(lambda _=False, p=place: self.drawn.emit(p))
            shuffle.clicked.connect(lambda _=False, p=place: self.shuffled.emit(p))
            self._row("", label, draw, shuffle)
            label.setToolTip(tip(word(deck.name)))
        if table.charts:
            self._heading(t("pictures.charts"))
        for chart in table.charts:
            button = NarrowButton(word(chart.name))
            button.clicked.connect(lambda _=False, n=chart.name: self.chart_wanted.emit(n))
            self._rows.addWidget(button)
            self.buttons.append(button)

    def _grid(self, buttons: list[NarrowButton]) -> None:
        """Lay out buttons in columns of equal width that fit the dock."""
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        for column in range(COLUMNS):
            grid.setColumnStretch(column, 1)
        for k, button in enumerate(buttons):
            grid.addWidget(button, k // COLUMNS, k % COLUMNS)
        self.buttons += buttons
        self._rows.addWidget(holder)

    def _heading(self, text: str) -> None:
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setFont(font("Barlow", TEXT + 1))
        label.setStyleSheet(f"color: {ACCENT};")
        self._rows.addWidget(label)

    def _row(self, title: str, label: QLabel, *buttons: QWidget) -> None:
        if title:
            self._heading(title)
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        label.setWordWrap(True)
        row.addWidget(label, 1)
        for button in buttons:
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.addWidget(button)
            self.buttons.append(button)
        self._rows.addWidget(holder)

    # -- showing ----------------------------------------------------------------------------------

    def show_state(self, state: State, *, playable: bool) -> None:
        """Show the values of trackers and the card counts of decks."""
        if self._drawing is None or self._module is None:
            return
        from engine.vassal.turn_trackers import position, turn_text

        for tracker in self._drawing.table.trackers:
            self.trackers[tracker.id].setText(turn_text(tracker, position(tracker, state)))
        for place, deck in self._drawing.decks.items():
            count = len(state.stack(self._module.places.index(place)))
            told_name = self._drawing.word(deck.name)
            self.decks[place].setText(t("pictures.deck.count", deck=told_name, count=count))
        for button in self.buttons:
            button.setEnabled(playable)
        self.palette_tree.setEnabled(playable)


class NarrowButton(QPushButton):
    """Button with a module's label, as narrow as its column; long labels are cut."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self._label = label
        self.setAccessibleName(label)
        self.setToolTip(tip(label))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumWidth(NARROWEST)
        self._fit(NARROWEST)

    def minimumSizeHint(self) -> QSize:
        """Return the minimum width of a column."""
        return QSize(NARROWEST, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Return the minimum width; the column decides."""
        return QSize(NARROWEST, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the label to the new width."""
        super().resizeEvent(event)
        self._fit(event.size().width())

    def _fit(self, width: int) -> None:
        room = width - 2 * self.fontMetrics().averageCharWidth()
        cut = self.fontMetrics().elidedText(self._label, Qt.TextElideMode.ElideRight, room)
        self.setText(cut.replace("&", "&&"))


def _arrow(kind: Qt.ArrowType, text: str) -> QToolButton:
    button = QToolButton()
    button.setArrowType(kind)
    button.setToolTip(tip(text))
    button.setAccessibleName(text)
    return button
