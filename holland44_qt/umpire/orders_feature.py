"""Orders that only the rules know: breakdown, joining, moved markers, late advances."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from engine.core import actions as act
from engine.games.holland44.orders import combat_orders, legal_orders
from engine.games.holland44.position import Position
from engine.i18n import t
from holland44_qt.commands import Command
from holland44_qt.feature import Feature


def orders_of(position: Position, units: tuple[str, ...]) -> list[act.Action]:
    """The orders that the rules allow some units now, beside moves and attacks."""
    clock = position.state.clock
    mine = [
        position.units[u]
        for u in units
        if u in position.units and position.units[u].p.side == clock.active
    ]
    if position.state.pending and position.state.pending[-1].kind != "advance":
        return []
    found: list[act.Action] = [a for u in mine for a in legal_orders(position, u)]
    if clock.phase == "combat" and not position.state.pending:
        names = {u.id for u in mine}
        found += [a for a in combat_orders(position) if getattr(a, "unit", None) in names]
    return [a for a in found if not isinstance(a, act.MoveUnits)]


def order_words(position: Position, action: act.Action) -> str:
    """An order as a line of a menu."""
    match action:
        case act.SplitUnit():
            name, part = position.name(action.unit), position.name(action.part)
            return t("umpire.order.split", unit=name, part=part)
        case act.JoinUnits():
            name, into = position.name(action.unit), position.name(action.into)
            return t("umpire.order.join", unit=name, into=into)
        case act.PlaceMarker():
            marker = position.setting.module.marker_name(action.marker)
            key = "umpire.order.mark" if action.on else "umpire.order.unmark"
            return t(key, unit=position.name(action.unit), marker=marker)
        case act.TakeAdvance():
            return t("umpire.order.advance", unit=position.name(action.unit))
        case act.Disengage():
            return t("umpire.order.disengage", unit=position.name(action.unit))
    return action.kind.replace("_", " ")


class UnitOrders(Feature):
    """A menu of them for the selection."""

    COMMANDS = (Command("unit_orders", "table", "ask", ("Ctrl+J",), submenu="rules"),)

    def ready(self) -> None:
        """Be there where there are rules and a selection."""
        self.menu: QMenu | None = None
        self.view.selection.changed.connect(self._enable)
        self.session.stepped.connect(self._enable)
        self.session.opened.connect(self._enable)
        self._enable()

    def release(self) -> None:
        """Close an open menu."""
        if self.menu is not None:
            self.menu.close()

    def ask(self) -> None:
        """Offer the orders of what is selected."""
        self.menu = menu = self.build()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.destroyed.connect(self._closed)
        menu.popup(self.view.viewport().mapToGlobal(self._where()))

    def build(self) -> QMenu:
        """The menu for the selection; without an order it says so."""
        menu = QMenu(self.window)
        position = self.session.position
        units = self.view.selection.units
        for action in orders_of(position, units) if position is not None else ():
            entry = menu.addAction(order_words(position, action) if position else "")
            entry.triggered.connect(lambda _=False, a=action: self.session.play(a))
        if menu.isEmpty():
            menu.addAction(t("umpire.order.none")).setEnabled(False)
        return menu

    def _where(self) -> QPoint:
        state = self.session.state
        hexes = self.session.module.places.hex_count
        for unit in self.view.selection.units:
            if unit in state.pieces and state.pieces[unit].place < hexes:
                centre = self.view.stacks.centre(state.pieces[unit].place)
                return self.view.mapFromScene(centre)
        return self.view.viewport().rect().center()

    def _closed(self) -> None:
        self.menu = None

    def _enable(self) -> None:
        able = self.session.can_play and self.session.rules is not None
        self.window.actions_by_id["unit_orders"].setEnabled(able and bool(len(self.view.selection)))
