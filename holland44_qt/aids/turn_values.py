"""Form for the numbers of a game outside the map: victory points and tracks, two in a row."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QGridLayout, QLabel, QWidget

from engine.core.effects import Track
from engine.core.state import State
from engine.i18n import has, language, t
from holland44_qt.fonts import font
from holland44_qt.look import TEXT
from holland44_qt.plain_text import tip

IN_A_ROW = 2
WIDEST = 58
"""Width of a field in pixels."""
FRAME = 6
"""Vertical padding of a field in pixels, fixed because Qt's default differs between versions."""
SHORT = "aids.turn.short."
"""Message keys of names short enough for two in a row, by track."""


class Values(QWidget):
    """Form of number fields. ``changed`` emits a track and its value when a field is edited."""

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[str, QDoubleSpinBox] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(3)
        self._grid.setHorizontalSpacing(6)
        for column in range(IN_A_ROW):
            self._grid.setColumnStretch(2 * column, 1)

    def clear(self) -> None:
        """Remove all fields."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()
        self.fields = {}

    def add(self, track: str, name: str, *, step: float, highest: int) -> None:
        """Add a field for a track; ``name`` is its full name."""
        spin = QDoubleSpinBox(self)
        spin.setLocale(QLocale(language()))
        spin.setDecimals(0 if step == 1 else 1)
        spin.setSingleStep(step)
        spin.setRange(0, highest)
        spin.setKeyboardTracking(False)
        spin.setAccessibleName(name)
        spin.setToolTip(tip(name))
        spin.valueChanged.connect(partial(self._changed, track))
        label = QLabel(t(SHORT + track) if has(SHORT + track) else name, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setToolTip(tip(name))
        label.setWordWrap(True)  # long names are not to make the drawer wider than it is
        label.setBuddy(spin)
        label.setFont(font("Barlow Semi Condensed", TEXT - 1))
        spin.setFont(label.font())
        spin.setMaximumWidth(WIDEST)
        spin.setFixedHeight(spin.fontMetrics().height() + FRAME)
        row, column = divmod(len(self.fields), IN_A_ROW)
        self._grid.addWidget(label, row, 2 * column)
        self._grid.addWidget(spin, row, 2 * column + 1)
        self.fields[track] = spin

    def show_state(self, state: State, *, can_play: bool) -> None:
        """Show the values of another position."""
        for track, spin in self.fields.items():
            spin.blockSignals(True)
            spin.setValue(_number(state.tracks.get(track)))
            spin.blockSignals(False)
            spin.setEnabled(can_play)

    def _changed(self, track: str, value: float) -> None:
        self.changed.emit(track, int(value) if value == int(value) else value)


def _number(value: Track) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
