"""Orders that only the rules define: breakdown, joining, moved markers, late advances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from engine.i18n import t
from holland44_qt.commands import Command
from holland44_qt.feature import Feature

if TYPE_CHECKING:
    from engine.rules.answers import Order


class UnitOrders(Feature):
    """Feature with a menu of such orders for the selection."""

    COMMANDS = (Command("unit_orders", "table", "ask", ("Ctrl+J",), submenu="rules"),)

    def ready(self) -> None:
        """Enable the menu where there are rules and a selection."""
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
        """Show the orders of the selection."""
        self.menu = menu = self.build()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.destroyed.connect(self._closed)
        menu.popup(self.view.viewport().mapToGlobal(self._where()))
        menu.setActiveAction(menu.actions()[0])  # so that Enter gives the first order

    def build(self) -> QMenu:
        """Return the menu for the selection, with a notice if it is empty."""
        menu = QMenu(self.window)
        for order in self._orders():
            entry = menu.addAction(order.text)
            entry.triggered.connect(lambda _=False, a=order.action: self.session.play(a))
        if menu.isEmpty():
            menu.addAction(t("ruling.order.none")).setEnabled(False)
        return menu

    def _orders(self) -> tuple[Order, ...]:
        """Return the orders of the selection, or else those of all units of its hexes."""
        position, state = self.session.position, self.session.state
        if position is None:
            return ()
        units = self.view.selection.units
        hexes = {p.place for u in units if (p := state.pieces.get(u)) is not None}
        on_map = sorted(filter(self.session.module.places.is_hex, hexes))
        stacks = tuple(u for place in on_map for u in state.stack(place))
        return position.orders(units) or position.orders(stacks)

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
        able = self.session.can_play and self.session.has_rules
        self.commands.enable("unit_orders", able and bool(len(self.view.selection)))
