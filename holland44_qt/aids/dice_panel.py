"""Panel to roll dice of any kind for a stated reason."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QWidget,
)

from engine.i18n import t
from holland44_qt.aids.dice_throwing import ThrowRow

QUICK = (1, 2, 3)
"""Numbers of six-sided dice with a button of their own."""
KINDS = (4, 6, 8, 10, 12, 20, 100)
"""Kinds of dice to choose from."""
KEPT = 12
"""Maximum number of typed reasons that are offered again."""


class DicePanel(QWidget):
    """Form for dice rolls.

    ``thrown`` emits count, sides, reason, and the values if they were entered by hand.
    """

    thrown = Signal(int, int, str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._suggested: list[str] = []
        self._own: list[str] = []
        self.reason = QComboBox(self)
        self.reason.setEditable(True)
        self.reason.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.reason.setAccessibleName(t("aids.dice.reason"))
        edit = self.reason.lineEdit()
        assert edit is not None
        edit.setPlaceholderText(t("aids.dice.reason.hint"))
        edit.setAccessibleName(t("aids.dice.reason"))
        quick = QHBoxLayout()
        self.quick: list[QPushButton] = []
        for count in QUICK:
            button = QPushButton(t("aids.dice.name", count=count, sides=6), self)
            button.setToolTip(t("aids.dice.quick.tip", count=count))
            button.clicked.connect(lambda _=False, n=count: self._throw(n, 6, None))
            quick.addWidget(button)
            self.quick.append(button)
        self.count = QSpinBox(self)
        self.count.setRange(1, 100)
        self.count.setAccessibleName(t("aids.dice.count"))
        self.sides = QComboBox(self)
        self.sides.setAccessibleName(t("aids.dice.sides"))
        for kind in KINDS:
            self.sides.addItem(t("aids.dice.kind", sides=kind), kind)
        self.sides.setCurrentIndex(KINDS.index(6))
        kind_row = QHBoxLayout()
        kind_row.addWidget(self.count)
        kind_row.addWidget(self.sides, 1)
        self.row = ThrowRow(t("aids.dice.roll"), self)
        self.row.thrown.connect(
            lambda values: self._throw(self.count.value(), self.sides.currentData(), values)
        )
        for changed in (self.count.valueChanged, self.sides.currentIndexChanged):
            changed.connect(self._expect)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        rows: tuple[tuple[str, QWidget | QHBoxLayout], ...] = (
            ("aids.dice.reason", self.reason),
            ("aids.dice.quick", quick),
            ("aids.dice.any", kind_row),
            ("", self.row),
        )
        for k, (key, part) in enumerate(rows):
            if key:
                grid.addWidget(QLabel(t(key), self), k, 0, Qt.AlignmentFlag.AlignRight)
            if isinstance(part, QHBoxLayout):
                grid.addLayout(part, k, 1)
            else:
                grid.addWidget(part, k, 1)
        grid.setColumnStretch(1, 1)

    def suggest(self, reasons: list[str]) -> None:
        """Offer the reasons of another game."""
        self._suggested = reasons
        self._offer()

    def forget(self) -> None:
        """Discard the reasons typed in this game."""
        self._own = []
        self.reason.setCurrentText("")

    def _offer(self) -> None:
        text = self.reason.currentText()
        self.reason.clear()
        self.reason.addItems(list(dict.fromkeys((*self._own, *self._suggested))))
        self.reason.setCurrentText(text)

    def _expect(self) -> None:
        self.row.expect(self.count.value(), self.sides.currentData())

    def _throw(self, count: int, sides: int, values: tuple[int, ...] | None) -> None:
        reason = self.reason.currentText().strip()
        self.thrown.emit(count, sides, reason, values)
        if reason and reason not in self._suggested:
            self._own = list(dict.fromkeys((reason, *self._own)))[:KEPT]
            self._offer()
        self.reason.setCurrentText("")
