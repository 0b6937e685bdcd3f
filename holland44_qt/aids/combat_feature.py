"""Combat helper in its dock: rolls and records a combat; the players apply the losses."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.entry import Entry
from holland44_qt.aids.combat_panel import CombatPanel
from holland44_qt.aids.dice_throwing import throw
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.frame.panels import Panel
from holland44_qt.frame.scrolled_panel import scrolled
from holland44_qt.when_visible import WhenVisible


class CombatFeature(Feature):
    """Feature that takes attackers and defenders from the selection."""

    COMMANDS = (Command("combat", "table", "ask_combat", ("K",)),)

    def panels(self) -> Iterable[Panel]:
        """Return the combat helper's panel."""
        self.panel = CombatPanel()
        yield Panel("combat", scrolled(self.panel), card=True)

    def ready(self) -> None:
        """Follow the game."""
        self._hovered = -1
        self.view.hovered.connect(self._hover)
        self.panel.thrown.connect(self.fight)
        self.panel.rule_wanted.connect(self.window.rule_wanted)
        self.panel.attackers.wanted.connect(
            lambda: self.panel.take("attack", self.view.selection.units)
        )
        self.panel.defenders.wanted.connect(
            lambda: self.panel.take("defense", self.view.selection.units)
        )
        self._tables = WhenVisible(
            self.window, self.panel, lambda: self.panel.show_module(self.session.module)
        )
        self.session.leaving.connect(self.panel.clear)
        self.session.opened.connect(self._opened)
        self.session.stepped.connect(lambda: self.panel.show_state(self.session.state))
        for changed in (self.session.stepped, self.session.stance_changed):
            changed.connect(self._offer)
        self._opened()

    def ask_combat(self) -> None:
        """Show the helper: the selection attacks, the enemy under the mouse defends.

        With the rules on, the odds are shown under Advice instead.
        """
        if self.session.mode != "off":
            self.commands.run("advice_odds")
            return
        self.window.panels.show("combat")
        pieces, panel = self.session.state.pieces, self.panel
        chosen = [unit for unit in self.view.selection.units if unit in pieces]
        fighting = [pieces[unit].side for unit in panel.attackers.units if unit in pieces]
        side = pieces[chosen[0]].side if chosen else next(iter(fighting), None)
        against = [unit for unit in self._under_mouse() if pieces[unit].side != side]
        if chosen and fighting and side != fighting[0] and not against:
            panel.take("defense", chosen)  # who attacks them has been named before
            return
        if chosen:
            panel.take("attack", chosen)
        if against and side is not None:
            panel.take("defense", against)

    def _under_mouse(self) -> tuple[str, ...]:
        """Return the pieces in the hex under the mouse or the keyboard cursor."""
        return self.session.state.stack(self._hovered) if self._hovered >= 0 else ()

    def _hover(self, place: int) -> None:
        self._hovered = place

    def fight(self, values: tuple[int, ...] | None) -> Entry | None:
        """Roll the dice, look up the result and record the combat."""
        try:
            self.panel.odds()  # nothing is thrown for a fight that is not complete
        except UserError as error:
            self.session.objected.emit(str(error))
            return None
        dice = throw(self.session, *self.panel.dice, t("aids.combat.reason"), values)
        if dice is None:
            return None
        entry = self.session.record(self.panel.action(sum(dice.values)), (), (dice,))
        if entry is not None:
            self.panel.clear()
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)  # losses are carried out there
        return entry

    def _opened(self) -> None:
        self.panel.show_state(self.session.state)
        self._tables.call()
        self._offer()

    def _offer(self) -> None:
        """Enable the helper where no rules compute the odds; otherwise the Advice dock shows
        them.
        """
        by_hand = self.session.mode == "off" and self.session.module.drawing is None
        self.window.panels.allow("combat", by_hand)
