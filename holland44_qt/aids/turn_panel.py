"""Turn panel: date, phase and next phase, weather, victory points, tracks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFormLayout,
    QFrame,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.effects import Clock
from engine.i18n import t
from holland44_qt.aids.enter_key import EnterKeeper
from holland44_qt.aids.turn_track import TurnTrack
from holland44_qt.aids.turn_values import Values
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, FAINT, TEXT
from holland44_qt.models.clock import phase_text, turn_text
from holland44_qt.plain_text import tip
from holland44_qt.rule_links import NUMBER, reading

if TYPE_CHECKING:
    from engine.core.state import State
    from engine.modules.module import Module
    from engine.rules.answers import Condition
    from engine.rules.base.sequence import Sequence

ROW = 19
WEATHER = "weather"
NO_WEATHER_AT_NIGHT = "night"
VICTORY = "victory"
"""Name of the track with a side's victory points: ``victory-<side>``."""
STEP, RULE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class PhaseTable(QTableWidget):
    """Table of the turn's phases with a column for each side.

    ``chosen`` emits the clock of a phase, ``rule_wanted`` its rule.
    """

    chosen = Signal(object)
    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.verticalHeader().setMinimumSectionSize(ROW)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setFixedHeight(ROW + 3)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(t("aids.turn.phases"))
        EnterKeeper(self)
        self.itemActivated.connect(self._activated)
        self._turn = 0

    def show_turn(self, module: Module, sequence: Sequence, clock: Clock) -> None:
        """List the phases of a turn and mark the current one."""
        self._turn = clock.turn
        sides = [s.id for s in module.meta.sides]
        phases = sequence.phases(clock.turn)
        columns = [[p for p in phases if p.active == side] for side in sides]
        rows = max(map(len, columns), default=0)
        self.clear()
        self.setColumnCount(len(sides))
        self.setRowCount(rows)
        self.setHorizontalHeaderLabels([module.side_name(side) for side in sides])
        for x, column in enumerate(columns):
            for y, step in enumerate(column):
                name = module.phase_name(step.phase)
                item = QTableWidgetItem(name[:1].upper() + name[1:])
                now = (step.phase, step.active) == (clock.phase, clock.active)
                item.setData(STEP, Clock(turn=clock.turn, phase=step.phase, active=step.active))
                item.setData(RULE, step.rule)
                item.setToolTip(tip(t("aids.turn.jump", rule=step.rule)))
                if now:
                    item.setText(t("aids.turn.now", phase=item.text()))
                    item.setFont(font("Barlow", TEXT - 1, QFont.Weight.Bold))
                    item.setBackground(QColor(ACCENT))
                    item.setForeground(QColor("#ffffff"))
                else:
                    item.setFont(font("Barlow", TEXT - 1))
                self.setItem(y, x, item)
        header, lines = self.horizontalHeader().sizeHint().height(), self.verticalHeader().length()
        self.setFixedHeight(header + lines + 2 * self.frameWidth())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the rule of the phase under the mouse or of the current phase."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        item = self.currentItem() if by_key else self.itemAt(event.pos())
        numbers = NUMBER.findall(item.data(RULE) or "") if item is not None else []
        if numbers:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addActions([reading(number, self.rule_wanted, menu) for number in numbers])
            menu.popup(event.globalPos())

    def _activated(self, item: QTableWidgetItem) -> None:
        clock = item.data(STEP)
        if clock is not None:
            self.chosen.emit(clock)


class TurnPanel(QWidget):
    """Panel of the turn.

    ``advanced`` asks for the next phase, ``chosen`` for a phase, ``tracked`` for a value.
    """

    advanced = Signal()
    chosen = Signal(object)
    tracked = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._module: Module | None = None
        self._shown: Clock | None = None
        self.turn = QLabel(self)
        self.turn.setFont(font("Barlow", TEXT + 4, QFont.Weight.DemiBold))
        self.phase = QLabel(self)
        self.phase.setFont(font("Barlow", TEXT + 1, QFont.Weight.Medium))
        self.phase.setStyleSheet(f"color: {ACCENT};")
        self.next = QPushButton(t("aids.turn.over"), self)
        self.next.clicked.connect(self.advanced)
        self.track = TurnTrack(self)
        self.phases = PhaseTable(self)
        self.phases.chosen.connect(self.chosen)
        self.weather, self.victory_hexes = QComboBox(self), QLabel(self)
        self.weather.setAccessibleName(t("aids.turn.weather"))
        self.conditions, self.victory = QLabel(self), QLabel(self)
        for label in (self.turn, self.phase, self.victory_hexes, self.conditions, self.victory):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.values = Values(self)
        self.values.changed.connect(self.tracked)
        self._form = QFormLayout()
        self._form.setVerticalSpacing(3)
        self._form.addRow(self.weather)
        body = QVBoxLayout(self)
        body.setContentsMargins(10, 8, 10, 8)
        body.setSpacing(4)
        # The phases first: they are to be in sight also where the dock is low.
        for part in (self.turn, self.phase, self.next, self.phases, self.track):
            body.addWidget(part)
        body.addLayout(self._form)
        self.conditions.setWordWrap(True)
        self.conditions.setFont(font("Barlow", TEXT - 1))
        self.conditions.setAccessibleName(t("aids.turn.conditions"))
        body.addWidget(self.conditions)
        body.addWidget(self.values)
        self.victory_hexes.setWordWrap(True)
        self.victory_hexes.setStyleSheet(f"color: {FAINT};")
        body.addWidget(self.victory_hexes)
        self.victory.setWordWrap(True)
        self.victory.setFont(font("Barlow", TEXT - 1))
        self.victory.setAccessibleName(t("aids.turn.how_to_win"))
        body.addWidget(self.victory)
        body.addStretch()

    def show_game(
        self, module: Module, sequence: Sequence | None, victory: Iterable[str] = ()
    ) -> None:
        """Show the calendar, tracks and victory conditions of another game."""
        self._module, self._shown = module, None
        lines = list(victory)
        self.victory.setText("\n".join([t("aids.turn.how_to_win"), *lines]))
        self.victory.setVisible(bool(lines))
        self.track.show_calendar(sequence)
        while self._form.rowCount():
            self._form.removeRow(0)
        self.values.clear()
        self._add_weather(module)
        for side in module.meta.sides:
            name = t("aids.turn.victory", side=module.side_name(side.id))
            self.values.add(f"{VICTORY}-{side.id}", name, step=0.5, highest=99)
        for display in module.displays.values():
            if display.kind == "track":
                last = max((int(s) for s in display.spaces if s.isdigit()), default=99)
                self.values.add(display.id, module.box_name(display), step=1, highest=last)

    def _add_weather(self, module: Module) -> None:
        """Add the weather field, in a game that has weather."""
        self.weather = weather = QComboBox(self)
        weather.setAccessibleName(t("aids.turn.weather"))
        weather.activated.connect(lambda _: self.tracked.emit(WEATHER, weather.currentData()))
        for value in _weathers(module):
            weather.addItem(module.weather_name(value), value)
        self._form.addRow(t("aids.turn.weather"), weather)
        self._form.setRowVisible(weather, weather.count() > 0)

    def show_conditions(self, conditions: Iterable[Condition]) -> None:
        """Show the effects of the weather and the remaining points, one line each with its rule."""
        lines = [f"{c.text} ({c.rule})" if c.rule else c.text for c in conditions]
        self.conditions.setText("\n".join(lines))
        self.conditions.setVisible(bool(lines))

    def show_state(
        self, state: State, sequence: Sequence | None, victory_hexes: str, *, can_play: bool
    ) -> None:
        """Show another position; ``victory_hexes`` is the text about the victory hexes."""
        module, clock = self._module, state.clock
        if module is None:
            return
        self.turn.setText(turn_text(module, clock.turn))
        self.phase.setText(phase_text(module, clock))
        after = sequence.after(clock) if sequence is not None else None
        self.next.setEnabled(can_play and after is not None)
        self.next.setText(_next_text(module, clock, after))
        self.phases.setVisible(sequence is not None)
        if sequence is not None and clock != self._shown:
            self.phases.show_turn(module, sequence, clock)
            self._shown = clock
        self.track.show_turn(clock.turn, _due(module, state))
        index = self.weather.findData(state.tracks.get(WEATHER))
        self.weather.setCurrentIndex(index)
        self.weather.setEnabled(can_play)
        self.values.show_state(state, can_play=can_play)
        self.victory_hexes.setText(victory_hexes)
        self.victory_hexes.setVisible(bool(victory_hexes))


def _next_text(module: Module, now: Clock, after: Clock | None) -> str:
    if after is None:
        return t("aids.turn.over")
    phase = phase_text(module, after)
    if after.turn != now.turn:
        return t("aids.turn.next_turn", turn=after.turn, phase=phase)
    return t("aids.turn.next", phase=phase)


def _weathers(module: Module) -> list[str]:
    """Return the kinds of weather, including night where the game has weather."""
    spaces = [s for d in module.displays.values() if d.kind == "weather" for s in d.spaces]
    return [*dict.fromkeys(spaces), NO_WEATHER_AT_NIGHT] if spaces else []


def _due(module: Module, state: State) -> dict[int, int]:
    """Return the number of pieces waiting in each turn's box."""
    result = {}
    for display in module.displays.values():
        if display.kind == "turn":
            waiting = len(state.stack(module.places.index(display.id)))
            if waiting:
                result[int(display.args["turn"])] = waiting
    return result
