"""What the attacker chooses for a fight: who attacks, who leads, air units, artillery."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch10_strengths import ANY
from engine.games.holland44.units import Unit
from engine.i18n import t
from holland44_qt.advice.kernel import Odds
from holland44_qt.advice.still import StillBox, StillCount

MOST_AIR = 2


class Ticks(QWidget):
    """Units to be ticked, by id; ``changed`` comes when the user ticks one."""

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
        """The ticked units, as they are listed."""
        return tuple(unit for unit, box in self.boxes.items() if box.isChecked())

    def show_units(
        self, position: Position, units: Iterable[Unit], ticked: Iterable[str] | None = None
    ) -> None:
        """List units; those listed before keep their ticks unless others are given."""
        listed = list(units)
        if list(self.boxes) != [u.id for u in listed]:
            kept = set(self.ticked)
            for box in self.boxes.values():
                box.hide()
                box.deleteLater()
            self.boxes = {}
            for unit in listed:
                box = QCheckBox(position.name(unit.id).replace("&", "&&"), self)
                box.setChecked(unit.id in kept)
                box.toggled.connect(self.changed)
                self._column.addWidget(box)
                self.boxes[unit.id] = box
        if ticked is not None:
            wanted = set(ticked)
            for name, box in self.boxes.items():
                box.blockSignals(True)
                box.setChecked(name in wanted)
                box.blockSignals(False)
        self._nobody.setVisible(not self.boxes)


class Choices(QWidget):
    """``changed`` comes when anything is chosen otherwise."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.attackers = Ticks(t("advice.odds.no_attackers"), self)
        self.artillery = Ticks(t("advice.odds.no_artillery"), self)
        self.lead, self.attached = StillBox(self), StillBox(self)
        self.air = StillCount(self)
        self.air.setRange(0, MOST_AIR)
        self.air.setToolTip(t("advice.odds.air.tip"))
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(4)
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
        self.lead.activated.connect(self.changed)
        self.attached.activated.connect(self.changed)
        self.air.valueChanged.connect(self.changed)

    def show_fight(self, position: Position, odds: Odds, candidates: Iterable[Unit]) -> None:
        """Offer what can be chosen for a fight; ``candidates`` may attack."""
        fight, found = odds.fight, odds.found
        attackers = [u.id for u in fight.attackers]
        listed = {u.id: u for u in [*fight.attackers, *candidates]}
        order = sorted(listed.values(), key=lambda u: (u.place, u.id))
        self.attackers.show_units(position, order, attackers)
        self.artillery.show_units(position, odds.guns)
        named = [name for name in fight.formations() if name != ANY]
        lead = found.lead if found.lead not in (None, ANY) else t("advice.odds.any_formation")
        _fill(self.lead, t("advice.odds.best", best=lead), {name: name for name in named})
        attachable = fight.attachable(found.lead) if found.lead is not None else []
        best = t("advice.odds.nobody_attached")
        if found.attached is not None:
            best = position.name(found.attached)
        units = {u.id: position.name(u.id) for u in attachable}
        _fill(self.attached, t("advice.odds.best", best=best), units)

    def forget(self) -> None:
        """Another fight: nothing is chosen yet."""
        self.lead.setCurrentIndex(0)
        self.attached.setCurrentIndex(0)
        for box in self.artillery.boxes.values():
            box.blockSignals(True)
            box.setChecked(False)
            box.blockSignals(False)
        self.air.blockSignals(True)
        self.air.setValue(0)
        self.air.blockSignals(False)


def _fill(box: QComboBox, first: str, others: dict[str, str]) -> None:
    """Offer the best and others by their data, keeping what was chosen if it is still there."""
    chosen = box.currentData()
    box.clear()
    box.addItem(first, None)
    for data, words in others.items():
        box.addItem(words, data)
    box.setCurrentIndex(max(0, box.findData(chosen)) if chosen is not None else 0)
    box.setEnabled(box.count() > 1)
