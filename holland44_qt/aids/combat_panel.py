"""Panel of the combat helper: strengths, shifts and column of a combat that players judge
themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import State
from engine.i18n import has, t
from engine.modules.module import Module
from engine.modules.tables import Change, ChangeChart, Chart, PairChart
from engine.rules.odds import Odds, odds, results, total
from holland44_qt.aids.charts import chart
from holland44_qt.aids.dice_throwing import ThrowRow
from holland44_qt.aids.strengths import CHANGES, face_of, strength
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, FAINT, TEXT
from holland44_qt.plain_text import tip
from holland44_qt.rule_links import lead
from holland44_qt.wrapped_buttons import WrappedTick

Role = Literal["attack", "defense"]
NARROW = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon


class Force(QWidget):
    """Form for the units of one side: each with its printed strength and a modifier."""

    changed = Signal()
    wanted = Signal()

    def __init__(self, role: Role, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.role: Role = role
        self.units: tuple[str, ...] = ()
        self._rows: list[tuple[QSpinBox, QComboBox, QWidget]] = []
        self._unknown: set[int] = set()
        self.sum = QLabel(self)
        self.sum.setFont(font("Barlow", TEXT, QFont.Weight.DemiBold))
        take = QPushButton(t(f"aids.combat.take.{role}"), self)
        take.setToolTip(t(f"aids.combat.take.{role}.tip"))
        take.clicked.connect(self.wanted)
        head = QHBoxLayout()
        head.addWidget(take, 1)
        head.addWidget(self.sum)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(3)
        self._column.addLayout(head)
        self._update()

    @property
    def strength(self) -> int:
        """Return the total strength."""
        return total(
            [
                strength(unit, printed.value(), change.currentData())
                for unit, (printed, change, _) in zip(self.units, self._rows, strict=True)
            ]
        ).value

    @property
    def is_unknown(self) -> bool:
        """Return whether an unknown unit without an entered strength takes part."""
        return any(not self._rows[k][0].value() for k in self._unknown)

    def show_units(self, module: Module, state: State, units: Sequence[str]) -> None:
        """List units with the values on their counters."""
        for *_, row in self._rows:
            row.hide()
            row.deleteLater()
        self._rows = []
        self._unknown = set()
        self.units = tuple(units)
        for unit in units:
            self._add(module, state, unit)
        self._update()
        self.changed.emit()

    def _add(self, module: Module, state: State, unit: str) -> None:
        piece = state.pieces[unit]
        face = face_of(module, piece)
        known = piece.counter in module.counters
        if known and module.counters.of(piece.counter).role == "unknown":
            self._unknown.add(len(self._rows))
        row = QWidget(self)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        name = QLabel(module.unit_name(piece.counter), row)
        name.setTextFormat(Qt.TextFormat.PlainText)
        # A long name gives way to the fields beside it.
        name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        name.setToolTip(tip(name.text()))
        printed = QSpinBox(row)
        printed.setRange(0, 99)
        printed.setValue(getattr(face, self.role) if face else 0)
        printed.setAccessibleName(name.text())
        change = QComboBox(row)
        change.setAccessibleName(t("aids.combat.change"))
        for kind in CHANGES[self.role]:
            change.addItem(t(f"aids.combat.change.{kind}"), kind)
        change.setSizeAdjustPolicy(NARROW)
        change.setMinimumContentsLength(6)
        line.addWidget(name, 1)
        line.addWidget(printed)
        line.addWidget(change)
        self._column.addWidget(row)
        self._rows.append((printed, change, row))
        printed.valueChanged.connect(self._again)
        change.currentIndexChanged.connect(self._again)

    def _again(self) -> None:
        self._update()
        self.changed.emit()

    def _update(self) -> None:
        self.sum.setText(str(self.strength) if self.units else "–")
        self.sum.setToolTip(t("aids.combat.sum", sum=self.strength) if self.units else "")


class CombatPanel(QWidget):
    """Form for a combat.

    ``thrown`` emits None or the entered die; :meth:`action` returns the combat to be recorded.
    """

    thrown = Signal(object)
    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._module: Module | None = None
        self._state = State()
        self._crt: Chart | PairChart | None = None
        self._shifts: list[tuple[QCheckBox, Change]] = []
        self.attackers, self.defenders = Force("attack", self), Force("defense", self)
        self.target = QLineEdit(self)
        self.target.setPlaceholderText(t("aids.combat.target.hint"))
        self.target.setAccessibleName(t("aids.combat.target"))
        self.lead = QComboBox(self)
        self.lead.setAccessibleName(t("aids.combat.lead"))
        self.lead.setSizeAdjustPolicy(NARROW)
        self.lead.setMinimumContentsLength(6)
        self.more = QSpinBox(self)
        self.more.setRange(-9, 9)
        self.more.setAccessibleName(t("aids.combat.more"))
        self.label = QLineEdit(self)
        self.label.setAccessibleName(t("aids.combat.label"))
        self.label.setPlaceholderText(t("aids.combat.label.hint"))
        self._ticks = QVBoxLayout()
        self._ticks.setSpacing(2)
        self.heading = QLabel(self)
        self.heading.setFont(font("Barlow", TEXT + 5, QFont.Weight.DemiBold))
        self.heading.setStyleSheet(f"color: {ACCENT};")
        self.chances = QLabel(self)
        for label in (self.heading, self.chances):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.chances.setFont(font("Barlow Semi Condensed", TEXT, QFont.Weight.Medium))
        self.hint = QLabel(t("aids.combat.hint"), self)
        self.hint.setStyleSheet(f"color: {FAINT};")
        for label in (self.heading, self.chances, self.hint):
            label.setWordWrap(True)
        self.row = ThrowRow(t("aids.combat.roll"), self)
        self.row.thrown.connect(self.thrown)
        # What comes of it stands first: however many fight, the button keeps its place.
        for label in (self.heading, self.chances):
            label.ensurePolished()
            label.setText("→\n→")  # taller than letters
            label.setMinimumHeight(label.sizeHint().height())
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.addRow(t("aids.combat.target"), self.target)
        form.addRow(t("aids.combat.lead"), self.lead)
        form.addRow(t("aids.combat.label"), self.label)
        form.addRow(t("aids.combat.more"), self.more)
        body = QVBoxLayout(self)
        body.setContentsMargins(10, 8, 10, 8)
        for part in (self.heading, self.chances, self.row):
            body.addWidget(part)
        body.addWidget(self.attackers)
        body.addWidget(self.defenders)
        body.addLayout(form)
        body.addWidget(QLabel(t("aids.combat.shifts"), self))
        body.addLayout(self._ticks)
        body.addWidget(self.hint)
        body.addStretch()
        self.attackers.changed.connect(self._lead_from)
        for changed in (self.attackers.changed, self.defenders.changed, self.more.valueChanged):
            changed.connect(self._update)
        self.target.textChanged.connect(self._update)

    def show_module(self, module: Module) -> None:
        """Use the tables of another game."""
        self._module = module
        self._crt = chart(module, "crt", Chart) or chart(module, "crt", PairChart)
        self.setEnabled(self._crt is not None)
        self.row.expect(*self.dice)
        for box, _ in self._shifts:
            box.deleteLater()
        self._shifts = []
        changes = chart(module, "modifiers", ChangeChart)
        for change in changes.changes if changes is not None else ():
            if change.kind == "shift" and isinstance(change.by, int):
                words = t("aids.table.modifier", value=f"{change.by:+d}", why=_why(change))
                box = WrappedTick(words, self)
                lead(box, change.rule, self.rule_wanted)
                box.setFont(font("Barlow Semi Condensed", TEXT - 1, QFont.Weight.Medium))
                box.toggled.connect(self._update)
                self._ticks.addWidget(box)
                self._shifts.append((box, change))
        self.clear()

    def show_state(self, state: State) -> None:
        """Follow another position; units that left play are removed."""
        self._state = state
        for force in (self.attackers, self.defenders):
            left = [u for u in force.units if u in state.pieces]
            if len(left) < len(force.units) and self._module is not None:
                force.show_units(self._module, state, left)

    def take(self, role: Role, units: Sequence[str]) -> None:
        """Set the selected units as attackers or defenders; defenders determine the target hex."""
        if self._module is None:
            return
        known = [u for u in units if u in self._state.pieces]
        places = self._module.places
        force = self.attackers if role == "attack" else self.defenders
        force.show_units(self._module, self._state, known)
        if role == "defense" and known:
            self.target.setText(places.name(self._state.pieces[known[0]].place))

    def clear(self) -> None:
        """Clear the form for the next combat."""
        if self._module is not None:
            for force in (self.attackers, self.defenders):
                force.show_units(self._module, self._state, ())
        self.target.clear()
        self.label.clear()
        self.more.setValue(0)
        for box, _ in self._shifts:
            box.setChecked(False)

    def shifts(self) -> tuple[act.Shift, ...]:
        """Return the ticked shifts and any further ones."""
        result = [
            act.Shift(by=int(c.by), why=_why(c)) for box, c in self._shifts if box.isChecked()
        ]
        if self.more.value():
            result.append(act.Shift(by=self.more.value(), why=t("aids.combat.more.why")))
        return tuple(result)

    def odds(self) -> Odds:
        """Return the odds calculation with its column.

        Raises UserError while none can be computed.
        """
        if self._crt is None or self._module is None:
            raise UserError(t("aids.combat.no_table"))
        if not self.attackers.units:
            raise UserError(t("aids.combat.no_attackers"))
        target = self.target.text().strip()
        if target not in self._module.board.index:
            raise UserError(t("aids.combat.no_target"))
        if self.attackers.is_unknown or self.defenders.is_unknown:
            raise UserError(t("aids.combat.unknown"))
        shifts = [(s.why, s.by) for s in self.shifts()]
        return odds(self.attackers.strength, self.defenders.strength, shifts, self._crt)

    @property
    def dice(self) -> tuple[int, int]:
        """Return the number of dice for a combat and their faces."""
        if isinstance(self._crt, PairChart):
            return 2, 6
        return 1, self._crt.die if self._crt is not None else 6

    def action(self, die: int) -> act.Combat:
        """Return the combat with its result for a die or a sum of dice.

        Raises UserError while the form is incomplete.
        """
        result = self.odds()
        assert self._crt is not None
        return act.Combat(
            label=self.label.text().strip(),
            attackers=self.attackers.units,
            defenders=self.defenders.units,
            target=self.target.text().strip(),
            lead=self.lead.currentData(),
            attack=self.attackers.strength,
            defense=self.defenders.strength,
            shifts=self.shifts(),
            column=result.column,
            result=results(self._crt, result)[die],
        )

    def _lead_from(self) -> None:
        self.lead.clear()
        self.lead.addItem(t("aids.combat.lead.none"), None)
        if self._module is None:
            return
        for unit in self.attackers.units:
            name = self._module.unit_name(self._state.pieces[unit].counter)
            self.lead.addItem(name, unit)

    def _update(self) -> None:
        try:
            odds = self.odds()
        except UserError as error:
            self.heading.setText("")
            self.chances.setText(str(error))
            self.row.setEnabled(False)
            return
        assert self._crt is not None
        self.row.setEnabled(True)
        moved = sum(by for _, by in odds.shifts)
        self.heading.setText(
            t(
                "aids.combat.told",
                attack=odds.attack,
                defense=odds.defense,
                ratio=odds.ratio,
                shift=f"{moved:+d}" if moved else "±0",
                column=odds.column,
            )
        )
        table = sorted(results(self._crt, odds).items())
        self.chances.setText("    ".join(f"{die}: {result}" for die, result in table))


def _why(change: Change) -> str:
    return t(change.key) if has(change.key) else change.id
