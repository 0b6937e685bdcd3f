"""Views of picture games: a tab for each map, the viewing side, and the choice of art."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt
from PySide6.QtWidgets import QMenu, QTabBar

from engine.i18n import t
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.pictures.areas import AreaLayer
from holland44_qt.pictures.trails import TrailLayer
from holland44_qt.vassal_art import ART

AREAS, TRAILS = 0.6, 0.7
"""Z value of the trails: between the map and the counters."""
MARGIN = 8


class Maps(Feature):
    """Feature for picture games; inactive while a game with a drawn map is open."""

    COMMANDS = (
        Command("next_map", "view", "next_map", ("Alt+PgDown",), separator=True, submenu="maps"),
        Command("previous_map", "view", "previous_map", ("Alt+PgUp",), submenu="maps"),
        Command("kept_trails", "view", "show_trails", ("Alt+Y",), checkable=True, submenu="maps"),
    )

    def ready(self) -> None:
        """Add the tabs to the board and follow the game."""
        self.tabs = QTabBar(self.view)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setAutoFillBackground(True)
        self.tabs.setAccessibleName(t("pictures.maps"))
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setAcceptDrops(True)
        self.tabs.setChangeCurrentOnDrag(True)  # a counter held over a tab goes to its map
        self.tabs.hide()
        self._covered = 0
        self.window.panels.covers.connect(self._make_way)
        self.view.installEventFilter(self)
        self.areas = AreaLayer(
            self.session.module.board, self.view.map_bounds, self.window.pictures
        )
        self.view.add_layer(self.areas, AREAS)
        self.trails = TrailLayer(
            self.session.module.board, self.view.map_bounds, self.window.pictures
        )
        self.view.add_layer(self.trails, TRAILS)
        self._all_trails = True
        self.commands.tick("kept_trails", True)
        self.view.selection.changed.connect(self._trace)
        self.open_menu: QMenu | None = None
        self.tabs.tabBarClicked.connect(self._clicked)
        self.tabs.currentChanged.connect(self._turned)
        self.view.part_shown.connect(self._part_shown)
        self.view.troubled.connect(lambda sentence: self.window.messages.add(sentence, "error"))
        self.window.preferences.changed.connect(self._chosen)
        self.session.opened.connect(self._opened)
        self.session.stepped.connect(self._stepped)
        self._opened()

    def release(self) -> None:
        """Close an open menu."""
        if self.open_menu is not None:
            self.open_menu.close()

    # -- commands ---------------------------------------------------------------------------------

    def next_map(self) -> None:
        """Show the next map."""
        self._go(1)

    def previous_map(self) -> None:
        """Show the previous map."""
        self._go(-1)

    def show_trails(self, on: bool) -> None:
        """Show the movement trails stored in the file, of all pieces or only the selection."""
        self._all_trails = on
        self._trace()

    # -- following --------------------------------------------------------------------------------

    def _opened(self) -> None:
        parts = self.view.parts
        for name in ("next_map", "previous_map"):
            self.commands.enable(name, len(parts) > 1)
        with QSignalBlocker(self.tabs):
            while self.tabs.count():
                self.tabs.removeTab(0)
            drawing = self.session.module.drawing
            for title, _ in parts if len(parts) > 1 else ():
                title = drawing.word(title) if drawing is not None else title
                self.tabs.addTab(title.replace("&", "&&"))
            self.tabs.setCurrentIndex(self.view.part)
        self._place_tabs()
        several = self.tabs.count() > 1
        self.tabs.setVisible(several)
        above = self.tabs.height() if several else 0
        self.view.leave_above(above)
        self.window.messages.leave_above(above)
        self._chosen(frozenset({"hidden"}))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the tabs within the map."""
        if event.type() == QEvent.Type.Resize and watched is self.view:
            self._place_tabs()
        return False

    def _make_way(self, pixels: int) -> None:
        """Move the tabs to the right of an open drawer."""
        self._covered = pixels
        self._place_tabs()

    def _place_tabs(self) -> None:
        size = self.tabs.sizeHint()
        room = max(0, self.view.width() - self._covered)
        self.tabs.setGeometry(self._covered, 0, min(size.width(), room), size.height())

    def _chosen(self, names: frozenset[str]) -> None:
        """Use the module's pictures or the drawn art, for pieces and maps alike."""
        art, drawing = self.window.pictures.pieces, self.session.module.drawing
        if "hidden" not in names or art is None or drawing is None:
            return
        schematic = ART in self.window.preferences.now.hidden or not drawing.has_pictures
        if art.schematic != schematic:
            art.schematic = schematic
            self.view.show_again()

    def _stepped(self) -> None:
        """Update the maps to the boards of the position."""
        board, state = self.session.module.board, self.session.state
        if self.session.module.drawing is not None:
            from engine.vassal.plane import SpotBoard

            assert isinstance(board, SpotBoard), "a module of pictures has a board of spots"
            if board.show(state.tracks):
                self.view.show_again()
            self.areas.show_state(state)
        self._trace()

    def _trace(self) -> None:
        chosen = self.view.selection.units
        self.trails.show_state(self.session.state, chosen=chosen, everyone=self._all_trails)

    def _clicked(self, number: int) -> None:
        if number >= 0:
            self.view.show_part(number)

    def _turned(self, number: int) -> None:
        """Show the map of the tab under a drag."""
        if number not in (-1, self.view.part) and number < len(self.view.parts):
            self.view.show_part(number)

    def _part_shown(self, number: int) -> None:
        if number < self.tabs.count():
            self.tabs.setCurrentIndex(number)

    def _go(self, by: int) -> None:
        self.view.show_part((self.view.part + by) % len(self.view.parts))

    def _closed(self) -> None:
        self.open_menu = None
