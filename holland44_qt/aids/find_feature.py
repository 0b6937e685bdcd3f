"""Search: the inventory of pieces, and the charts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from holland44_qt.aids.inventory import Inventory
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.frame.panels import Panel
from holland44_qt.when_visible import WhenVisible

if TYPE_CHECKING:
    from holland44_qt.aids.charts_window import ChartsWindow


class FindFeature(Feature):
    """Feature with the dock of all pieces and the window of charts."""

    COMMANDS = (
        Command("inventory", "view", "ask_inventory", ("F3",), separator=True),
        Command("charts", "table", "show_charts", ("F2",), separator=True),
    )

    def panels(self) -> Iterable[Panel]:
        """Return the inventory panel."""
        yield Panel("inventory", lambda: self.inventory, icon="inventory")

    @cached_property
    def inventory(self) -> Inventory:
        """The list of all pieces, built at its first use."""
        inventory = Inventory(self.window.pictures)
        inventory.located.connect(self.locate)
        inventory.chosen.connect(self.view.selection.set)
        later = WhenVisible(self.window, inventory, self._stepped)
        self.session.stepped.connect(later.call)
        later.call()
        return inventory

    def ready(self) -> None:
        """Follow the game."""
        self.charts: ChartsWindow | None = None
        self.window.boxes.chosen.connect(self.locate)
        self.session.opened.connect(self._opened)

    def ask_inventory(self) -> None:
        """Show all pieces with the focus on the search field."""
        self.window.panels.show("inventory")
        self.inventory.seek()

    def show_charts(self) -> None:
        """Show the charts."""
        if self.charts is None:
            from holland44_qt.aids.charts_window import ChartsWindow

            self.charts = ChartsWindow(self.window)
            self.charts.rule_wanted.connect(self.window.rule_wanted)
            self.charts.show_module(self.session.module)
        self.charts.show()
        self.charts.raise_()
        self.charts.activateWindow()
        self.charts.words.setFocus()

    def locate(self, unit: str) -> None:
        """Show the place of a piece: its hex on the map, or its box."""
        piece = self.session.state.pieces.get(unit)
        if piece is None:
            return
        places = self.session.module.places
        if places.is_hex(piece.place):
            self.view.look_at([piece.place])
            self.view.flash([piece.place])
        else:
            self.window.panels.show("boxes")
            self.window.boxes.show_box(places.name(piece.place))

    def _opened(self) -> None:
        if self.charts is not None:
            self.charts.show_module(self.session.module)

    def _stepped(self) -> None:
        self.inventory.show_state(self.session.module, self.session.state)
