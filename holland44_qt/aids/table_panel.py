"""Panel to roll on a game table: column, modifiers, die, and the explained result."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.core import effects as fx
from engine.core.state import State
from engine.i18n import has, t
from engine.modules.module import Module
from engine.modules.tables import Chart, Lookup, Modifier, lookup
from holland44_qt.aids.charts import rolled_charts
from holland44_qt.aids.dice_throwing import ThrowRow
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, FAINT, TEXT
from holland44_qt.rule_links import lead


class TablePanel(QWidget):
    """Form for a table roll.

    ``thrown`` emits None or the entered value as a tuple; all other inputs are read from the form.
    """

    thrown = Signal(object)
    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._module: Module | None = None
        self._turn = 0
        self._boxes: list[tuple[QCheckBox, Modifier]] = []
        self.table = QComboBox(self)
        self.table.setAccessibleName(t("aids.table.name"))
        self.column = QComboBox(self)
        self.column.setAccessibleName(t("aids.table.column"))
        self.drm = QSpinBox(self)
        self.drm.setRange(-9, 9)
        self.drm.setAccessibleName(t("aids.table.drm"))
        self.place = QLineEdit(self)
        self.place.setAccessibleName(t("aids.table.place"))
        self.place.setPlaceholderText(t("aids.table.place.hint"))
        self.units = QLabel(self)
        self.units.setWordWrap(True)
        self.units.setTextFormat(Qt.TextFormat.PlainText)
        self.apply = QCheckBox(t("aids.table.apply"), self)
        self._modifiers = QVBoxLayout()
        self._modifiers.setSpacing(2)
        self.row = ThrowRow(t("aids.table.roll"), self)
        self.result = QLabel(self)
        self.result.setFont(font("Barlow", TEXT + 6, QFont.Weight.DemiBold))
        self.result.setStyleSheet(f"color: {ACCENT};")
        self.steps = QLabel(self)
        self.basis = QLabel(self)
        self.basis.setStyleSheet(f"color: {FAINT};")
        for label in (self.result, self.steps, self.basis):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._form = QFormLayout()
        self._form.addRow(t("aids.table.name"), self.table)
        self._form.addRow(t("aids.table.column"), self.column)
        self._form.addRow(t("aids.table.modifiers"), self._modifiers)
        self._form.addRow(t("aids.table.drm"), self.drm)
        self._form.addRow(t("aids.table.units"), self.units)
        self._form.addRow(t("aids.table.place"), self.place)
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.addLayout(self._form)
        for part in (self.apply, self.row, self.result, self.steps, self.basis):
            body.addWidget(part)
        self.table.currentIndexChanged.connect(self._chosen)
        self.row.thrown.connect(self.thrown)

    # -- what is asked ----------------------------------------------------------------------------

    @property
    def chart(self) -> Chart | None:
        """Return the chosen table."""
        chosen = self.table.currentData()
        return chosen if isinstance(chosen, Chart) else None

    def modifiers(self) -> tuple[Modifier, ...]:
        """Return the ticked modifiers."""
        return tuple(modifier for box, modifier in self._boxes if box.isChecked())

    def look_up(self, die: int) -> Lookup:
        """Return the result of a die with the current inputs.

        Raises UserError where there is none.
        """
        assert self.chart is not None
        return lookup(
            self.chart, die, self.column.currentText(), self.modifiers(), self.drm.value()
        )

    def effects(self, lookup: Lookup, state: State) -> tuple[fx.Effect, ...]:
        """Return the changes a result implies, if wanted: a bridge state or the weather."""
        chart, place = self.chart, self.place.text().strip()
        if chart is None or not self.apply.isChecked():
            return ()
        after = chart.results.get(lookup.result, {}).get("hexside")
        if isinstance(after, str) and place in state.hexsides:
            before = state.hexsides[place]
            return (fx.SetHexside(hexside=place, before=before, after=after),)
        if chart.id == "weather":
            return self._weather(lookup, state)
        return ()

    def _weather(self, lookup: Lookup, state: State) -> tuple[fx.Effect, ...]:
        """Return the effects that store the weather rolled for a time of day."""
        track = f"weather-{lookup.column.lower()}"
        changes = [(track, lookup.result)]
        if self._time() == lookup.column:
            changes.append(("weather", lookup.result))
        return tuple(
            fx.SetTrack(track=name, before=state.tracks.get(name), after=value)
            for name, value in changes
        )

    def _time(self) -> str:
        assert self._module is not None
        row = self._module.calendar.get(self._turn)
        return row.time if row is not None else ""

    # -- what is shown ----------------------------------------------------------------------------

    def show_module(self, module: Module) -> None:
        """Offer the tables of another game."""
        self._module = module
        self.table.clear()
        for chart in rolled_charts(module):
            self.table.addItem(t(chart.key) if has(chart.key) else chart.id, chart)
        self.setEnabled(self.table.count() > 0)

    def forget(self) -> None:
        """Discard the units and the place of this game."""
        self.show_units([], "")
        self.place.clear()

    def show_turn(self, turn: int) -> None:
        """Show another turn and tick its own modifiers."""
        if turn != self._turn:
            self._turn = turn
            self._chosen()

    def show_units(self, names: list[str], place: str) -> None:
        """Show the selected units as the subject of the roll."""
        self.units.setText(", ".join(names) or t("aids.table.units.none"))
        if place:
            self.place.setText(place)

    def choose(self, name: str) -> None:
        """Choose a table by its id."""
        for k in range(self.table.count()):
            if self.table.itemData(k).id == name:
                self.table.setCurrentIndex(k)

    def show_result(self, lookup: Lookup) -> None:
        """Show the result and its explanation."""
        assert self.chart is not None
        key = f"say.result.{self.chart.id}.{lookup.result}"
        text = t(key) if has(key) else lookup.result
        self.result.setText(text[:1].upper() + text[1:])
        self.steps.setText("  →  ".join(map(str, lookup.steps)))
        self.basis.setText(_basis(lookup.basis))

    def _chosen(self) -> None:
        """Show the columns and modifiers of another table."""
        chart = self.chart
        for box, _ in self._boxes:
            box.deleteLater()
        self._boxes = []
        for label in (self.result, self.steps, self.basis):
            label.clear()
        self.column.clear()
        if chart is None:
            return
        self.column.addItems(chart.columns)
        self._form.setRowVisible(self.column, len(chart.columns) > 1)
        if self._module is not None and "weather" in chart.id:
            self.column.setCurrentText(self._time())
        now = {m.id for m in chart.on_turn(self._turn)}
        for modifier in chart.modifiers:
            text = t(modifier.key) if has(modifier.key) else modifier.id
            box = QCheckBox(t("aids.table.modifier", value=f"{modifier.value:+d}", why=text), self)
            lead(box, modifier.rule, self.rule_wanted)
            box.setChecked(modifier.id in now)
            self._modifiers.addWidget(box)
            self._boxes.append((box, modifier))
        self._form.setRowVisible(self._modifiers, bool(self._boxes))
        changes = chart.id == "weather" or any("hexside" in r for r in chart.results.values())
        self.apply.setVisible(changes)
        self.apply.setChecked(changes)
        key = f"aids.table.apply.{chart.id}"
        self.apply.setText(t(key) if has(key) else t("aids.table.apply"))


def _basis(basis: str) -> str:
    key = f"aids.basis.{basis}"
    return t("aids.basis", basis=t(key) if has(key) else basis)
