"""Controls for the attacker's choices: attackers, lead formation, air units, artillery."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t
from holland44_qt.advice.signs import SIDE, key_sign
from holland44_qt.advice.wheel_passes import StillBox, StillCount

if TYPE_CHECKING:
    from engine.rules.answers import Odds
    from engine.rules.ports import Answers

NUMBERED = 9
"""Maximum number of units with a digit as shortcut."""


class Ticks(QWidget):
    """Check boxes for units, by id; ``changed`` is emitted when the user ticks one."""

    changed = Signal()

    def __init__(self, nobody: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QCheckBox] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._nobody = QLabel(nobody, self)
        self._column.addWidget(self._nobody)

    @property
    def ticked(self) -> tuple[str, ...]:
        """Return the ids of the ticked units in list order."""
        return tuple(unit for unit, box in self.boxes.items() if box.isChecked())

    def show_units(
        self, position: Answers, units: Iterable[str], ticked: Iterable[str] | None = None
    ) -> None:
        """List units. Units listed before keep their ticks unless ``ticked`` is given."""
        listed = list(units)
        if list(self.boxes) != listed:
            previous = set(self.ticked)
            for box in self.boxes.values():
                box.hide()
                box.deleteLater()
            self.boxes = {}
            for unit in listed:
                box = QCheckBox(position.name(unit).replace("&", "&&"), self)
                box.setChecked(unit in previous)
                box.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the board its keys
                box.toggled.connect(self.changed)
                self._column.addWidget(box)
                self.boxes[unit] = box
        if ticked is not None:
            wanted = set(ticked)
            for name, box in self.boxes.items():
                box.blockSignals(True)
                box.setChecked(name in wanted)
                box.blockSignals(False)
        self._nobody.setVisible(not self.boxes)


class Choices(QWidget):
    """Form of an attacker's choices; ``changed`` is emitted after every change."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.attackers = Ticks(t("advice.odds.no_attackers"), self)
        self.artillery = Ticks(t("advice.odds.no_artillery"), self)
        self.lead, self.attached = StillBox(self), StillBox(self)
        self.air = StillCount(self)
        self.air.setMinimum(0)
        self._form = form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(4)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)  # in a narrow window
        rows = {
            "attack": self.attackers,
            "lead_formation": self.lead,
            "attached_unit": self.attached,
            "air": self.air,
            "artillery": self.artillery,
        }
        for name, field in rows.items():
            form.addRow(t(f"advice.odds.{name}"), field)
            field.setAccessibleName(t(f"advice.odds.{name}"))
        self.attackers.changed.connect(self.changed)
        self.artillery.changed.connect(self.changed)
        for chosen in (self.lead, self.attached):
            chosen.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the board its keys
        self.lead.activated.connect(self.changed)
        self.attached.activated.connect(self.changed)
        self.air.valueChanged.connect(self.changed)

    def show_fight(self, position: Answers, odds: Odds, candidates: Iterable[str]) -> None:
        """List the choices for a combat; ``candidates`` are the units that may attack."""
        listed = list(dict.fromkeys([*odds.attackers, *candidates]))
        known = {unit: position.unit(unit) for unit in listed}
        listed.sort(key=lambda u: (view.place if (view := known[u]) is not None else -1, u))
        self.attackers.show_units(position, listed, odds.attackers)
        self._form.setRowVisible(self.attackers, bool(listed))
        self.artillery.show_units(position, odds.able)
        lines = {line.name: line for line in odds.choices}
        for name, box, nothing in (
            ("lead", self.lead, t("advice.odds.any_formation")),
            ("attached", self.attached, t("advice.odds.nobody_attached")),
        ):
            line = lines.get(name)
            self._form.setRowVisible(box, line is not None)
            if line is not None:
                best = dict(line.options).get(line.chosen or "", nothing)
                _fill(box, t("advice.odds.best", best=best), dict(line.options))
        air = lines.get("air")
        self._form.setRowVisible(self.air, air is not None)
        if air is not None:
            self._limit_air([int(value) for value, _ in air.options])
            self._name_air(air.label)
        self._form.setRowVisible(self.artillery, bool(odds.able))
        self._number()

    @property
    def numbered(self) -> list[QCheckBox]:
        """Return the units with digit shortcuts from 1: attackers, then artillery."""
        boxes = [*self.attackers.boxes.values(), *self.artillery.boxes.values()]
        return boxes[:NUMBERED]

    def press(self, digit: int) -> bool:
        """Toggle the unit with a digit shortcut; return whether there is one."""
        boxes = self.numbered
        if not 0 < digit <= len(boxes):
            return False
        boxes[digit - 1].click()
        return True

    def _number(self) -> None:
        boxes = (*self.attackers.boxes.values(), *self.artillery.boxes.values())
        for number, box in enumerate(boxes, 1):
            box.setIcon(key_sign(str(number) if number <= NUMBERED else ""))
            box.setIconSize(QSize(SIDE, SIDE))

    def _name_air(self, label: str) -> None:
        """Use the game's word for air support: units or points."""
        name = label[:1].upper() + label[1:]
        caption = self._form.labelForField(self.air)
        if isinstance(caption, QLabel):
            caption.setText(name)
        self.air.setAccessibleName(name)
        self.air.setToolTip(t("advice.odds.air.tip", air=name))

    def forget(self) -> None:
        """Reset all choices for another combat."""
        self.lead.setCurrentIndex(0)
        self.attached.setCurrentIndex(0)
        for box in self.artillery.boxes.values():
            box.blockSignals(True)
            box.setChecked(False)
            box.blockSignals(False)
        self.forget_air()

    def forget_air(self) -> None:
        """Reset the number of air units."""
        self._limit_air([0, self.air.maximum()])
        self.air.blockSignals(True)
        self.air.setValue(0)
        self.air.blockSignals(False)

    def _limit_air(self, offered: Iterable[int]) -> None:
        """Set the least and the highest number of air units, without reporting a change."""
        numbers = [*offered] or [0]
        self.air.blockSignals(True)
        self.air.setRange(min(numbers), max(numbers))
        self.air.blockSignals(False)


def _fill(box: QComboBox, first: str, others: dict[str, str]) -> None:
    """List the recommended item and the others; keep the current choice if still listed."""
    chosen = box.currentData()
    box.clear()
    box.addItem(first, None)
    for data, words in others.items():
        box.addItem(words, data)
    box.setCurrentIndex(max(0, box.findData(chosen)) if chosen is not None else 0)
    box.setEnabled(box.count() > 1)
