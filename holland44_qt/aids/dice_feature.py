"""Dice and tables: roll, show on the table, record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engine.core import actions as act
from engine.core.dice import Dice
from engine.core.errors import UserError
from engine.i18n import has, t
from engine.log.entry import Entry
from engine.log.narrate import game_word
from engine.play.game import LaterDice
from holland44_qt.aids.charts import rolled_charts
from holland44_qt.aids.dice_panel import DicePanel
from holland44_qt.aids.dice_show import DiceShow
from holland44_qt.aids.dice_throwing import throw
from holland44_qt.aids.table_panel import TablePanel
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.fonts import font
from holland44_qt.frame.panels import Panel
from holland44_qt.frame.scrolled_panel import scrolled
from holland44_qt.look import TEXT
from holland44_qt.when_visible import WhenVisible


class _Forms(NamedTuple):
    """Contents of the drawer; ``charts`` fills them in for another game."""

    dice: DicePanel
    tables: TablePanel
    charts: WhenVisible


class DiceFeature(Feature):
    """Feature with the dock of dice and tables, and the dice over the board."""

    COMMANDS = (
        Command("roll_one", "table", "roll_one", ("D",)),
        Command("roll_two", "table", "roll_two", ("Shift+D",)),
        Command("dice", "table", "ask_dice", ("Ctrl+R",)),
        Command("tables", "table", "ask_table", ("T",)),
    )

    def panels(self) -> Iterable[Panel]:
        """Return the panel with dice above and tables below."""
        self._forms: _Forms | None = None
        yield Panel("dice", self._build, icon="dice")

    def _build(self) -> QWidget:
        body = QWidget()
        dice, tables = DicePanel(body), TablePanel(body)
        column = QVBoxLayout(body)
        column.setContentsMargins(10, 8, 10, 8)
        for key, part in (
            ("aids.dice.title", dice),
            ("aids.table.title", tables),
        ):
            head = QLabel(t(key), body)
            head.setFont(font("Barlow", TEXT + 1, QFont.Weight.DemiBold))
            column.addWidget(head)
            column.addWidget(part)
        column.addStretch()
        dice.thrown.connect(self.roll)
        tables.thrown.connect(self.consult)
        tables.rule_wanted.connect(self.window.rule_wanted)
        charts = WhenVisible(self.window, tables, self._offer_charts)
        self._forms = _Forms(dice, tables, charts)
        self._opened()
        return scrolled(body)

    @property
    def dice(self) -> DicePanel:
        """The form for dice rolls."""
        return self._built.dice

    @property
    def tables(self) -> TablePanel:
        """The form for rolls on the tables."""
        return self._built.tables

    @property
    def _built(self) -> _Forms:
        if self._forms is None:
            self.window.panels.widget("dice")
        assert self._forms is not None, "built now"
        return self._forms

    def ready(self) -> None:
        """Follow the game and the selection."""
        self.show = DiceShow(self.view, self._name_of)
        self._thrown = 0
        """The step whose dice are shown on the table."""
        self._on_table: tuple[Dice, ...] = ()
        self._waits = False
        self.window.results_wait.connect(self._wait)
        self.session.leaving.connect(self._leaving)
        self.session.opened.connect(self._opened)
        self.session.stepped.connect(self._stepped)
        self.session.recorded.connect(self._recorded)
        self.window.panels.covers.connect(self.show.leave_left)
        self.window.player.played.connect(self._played)
        self.view.selection.changed.connect(self._selected)

    def release(self) -> None:
        """Remove the dice from the board."""
        self.show.stop()

    # -- commands ---------------------------------------------------------------------------------

    def roll_one(self) -> None:
        """Roll one die."""
        self.roll(1, 6, "")

    def roll_two(self) -> None:
        """Roll two dice."""
        self.roll(2, 6, "")

    def ask_dice(self) -> None:
        """Show the dice panel with the focus on the reason."""
        self.window.panels.show("dice")
        self.dice.reason.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def ask_table(self) -> None:
        """Show the tables with the focus on their list."""
        self.window.panels.show("dice")
        self.tables.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # -- playing ----------------------------------------------------------------------------------

    def roll(
        self, count: int, sides: int, reason: str, values: tuple[int, ...] | None = None
    ) -> Entry | None:
        """Roll dice and record the roll."""
        game = self.session.game
        if values is None and game is not None and isinstance(game.dice, LaterDice):
            return self.session.order(act.Roll(sides=sides, count=count, reason=reason))
        dice = throw(self.session, count, sides, reason, values)
        if dice is None:
            return None
        return self.session.record(act.Roll(sides=sides, count=count, reason=reason), (), (dice,))

    def consult(self, values: tuple[int, ...] | None) -> Entry | None:
        """Roll on the chosen table and record the result."""
        panel, session = self.tables, self.session
        chart = panel.chart
        if chart is None:
            return None
        place = panel.place.text().strip()
        if place and not self._panels(place):
            session.objected.emit(t("aids.table.no_place", place=place))
            return None
        dice = throw(session, 1, chart.die, t(chart.key) if has(chart.key) else chart.id, values)
        if dice is None:
            return None
        try:
            lookup = panel.look_up(dice.values[0])
        except UserError as error:
            session.objected.emit(str(error))
            return None
        effects = panel.effects(lookup, session.state)
        units = tuple(u for u in self.view.selection.units if u in session.state.pieces)
        action = act.Consult(
            table=chart.id,
            column=lookup.column if len(chart.columns) > 1 else None,
            drm=sum(m.value for m in panel.modifiers()) + panel.drm.value(),
            result=lookup.result,
            units=units,
            at=place or None,
            effects=effects,
        )
        entry = session.record(action, effects, (dice,))
        if entry is not None:
            panel.show_result(lookup)
        return entry

    def _panels(self, place: str) -> bool:
        module = self.session.module
        return place in module.places or place in module.board.sides

    # -- following --------------------------------------------------------------------------------

    def _leaving(self) -> None:
        """Clear the dice and the table result of this game."""
        self.show.stop()
        if self._forms is not None:
            self._forms.dice.forget()
            self._forms.tables.forget()

    def _opened(self) -> None:
        if self._forms is not None:
            self._forms.dice.row.faces = self.session.module.die_faces
            self._forms.charts.call()
        self._stepped()

    def _offer_charts(self) -> None:
        module = self.session.module
        self.tables.show_module(module)
        self.dice.suggest([t(c.key) for c in rolled_charts(module) if has(c.key)])

    def _stepped(self) -> None:
        if self._thrown and self.session.step != self._thrown:
            self.show.stop()  # another entry is shown: these dice are not its
            self._thrown = 0
        if self._forms is not None:
            self._forms.tables.show_turn(self.session.state.clock.turn)
        self._selected()

    def _selected(self) -> None:
        if self._forms is None:
            return
        module, state = self.session.module, self.session.state
        pieces = [state.pieces[u] for u in self.view.selection.units if u in state.pieces]
        names = [module.unit_name(p.counter) for p in pieces]
        place = module.places.name(pieces[0].place) if pieces else ""
        self._forms.tables.show_units(names, place)

    def _name_of(self, subject: str) -> str:
        """Return the subject of a die roll in words: a unit or one of the game's own words."""
        module, piece = self.session.module, self.session.state.pieces.get(subject)
        if piece is not None:
            return module.unit_name(piece.counter)
        return game_word(module.meta.id, subject)

    def _recorded(self, entry: Entry) -> None:
        self._lay(entry, self.session.length)  # the signal comes before the step

    def _played(self, entry: Entry) -> None:
        self._lay(entry, self.session.step)

    def _lay(self, entry: Entry, step: int) -> None:
        # A draw from a pool is a die of as many sides: what it showed is the counter.
        dice = self.session.module.shown(entry.dice)
        thrown = tuple(d for d in dice if not d.reason.startswith("draw:"))
        if thrown:
            self._on_table, self._thrown = thrown, step
            self._throw()

    def _throw(self) -> None:
        if not self._waits:
            self.show.show_dice(self._on_table, self.session.module.meta.id)

    def _wait(self, waits: bool) -> None:
        """Delay the dice until the captions have shown the preceding events."""
        waited, self._waits = self._waits, waits
        if waits:
            self.show.stop()
        elif waited and self._thrown == self.session.step:
            self._throw()
