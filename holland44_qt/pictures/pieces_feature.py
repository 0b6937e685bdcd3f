"""Picture modules in play: menus and keys of pieces, the module's panel, charts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QInputDialog, QMenu

from engine.i18n import t
from holland44_qt.board.drag_data import from_palette
from holland44_qt.board.tool import Tool
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.frame.panels import Panel
from holland44_qt.pictures.module_panel import ModulePanel
from holland44_qt.pictures.picture_plays import PicturePlays
from holland44_qt.plain_text import tip
from holland44_qt.ports import Window

if TYPE_CHECKING:
    from engine.vassal import orders as od
    from engine.vassal.drawing import Drawing
    from engine.vassal.keys import Key
    from holland44_qt.pictures.charts import ChartWindow

MENU = "pieces"
IDLE = ("turn", "advice", "decide", "boxes")
"""Panels that do not apply to a picture module."""
_BY_KEY = {
    "piece_flip": ("layer:", ":+1"),
    "piece_flip_back": ("layer:", ":-1"),
    "piece_layer": ("layer:", ":on", ":off"),
    "piece_right": ("turn:",),
    "piece_left": ("turn:", ":-"),
    "piece_mask": ("mask:", "unmask:"),
    "piece_text": ("text:",),
    "piece_clone": ("clone",),
    "piece_delete": ("delete",),
}
"""Commands on the selection, with patterns of the order ids they trigger."""


class _Mouse(Tool):
    """Mouse tool for the right button, double-clicked action areas, and drags from the palette."""

    def __init__(self, feature: PiecesFeature) -> None:
        self._feature = feature

    def double(self, event: QMouseEvent) -> bool:
        """Press the action button of a counter; a single click only selects the counter."""
        left = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        return left and self._feature.press_at(event.position().toPoint())

    def menu(self, pos: QPoint, where: QPoint) -> bool:
        """Show the menu of the piece at a point of the board."""
        return self._feature.menu_at(pos, where)

    def drag(self, event: QDragMoveEvent) -> bool:
        """Accept a counter of the palette anywhere on a map."""
        if from_palette(event.mimeData()) is None or not self._feature.session.can_play:
            return False
        return self._feature.view.hex_at(event.position().toPoint()) >= 0

    def drop(self, event: QDropEvent) -> bool:
        """Place the piece where it is dropped."""
        item, view = from_palette(event.mimeData()), self._feature.view
        if item is None or not self._feature.session.can_play:
            return False
        view.setFocus(Qt.FocusReason.MouseFocusReason)
        return self._feature.plays.bring(item, view.hex_at(event.position().toPoint()))


def _order(name: str, key: str, *, separator: bool = False) -> Command:
    return Command(name, "table", name, (key,), submenu=MENU, separator=separator)


class PiecesFeature(Feature):
    """Feature for picture modules, where every order is one log entry; inactive in games of
    drawn counters.
    """

    COMMANDS = (
        _order("piece_flip", "Ctrl+]"),
        _order("piece_flip_back", "Ctrl+["),
        _order("piece_layer", "Ctrl+Shift+X"),
        _order("piece_right", "Alt+Right", separator=True),
        _order("piece_left", "Alt+Left"),
        _order("piece_mask", "Ctrl+M"),
        _order("piece_text", "Ctrl+T"),
        _order("piece_clone", "Ctrl+Shift+C", separator=True),
        _order("piece_delete", "Ctrl+Del"),
        _order("module_panel", "Ctrl+Shift+M", separator=True),
    )

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.plays = PicturePlays(window)
        self.tool = _Mouse(self)
        self.open_menu: QMenu | None = None
        self._charts: list[ChartWindow] = []

    def panels(self) -> Iterable[Panel]:
        """Return the panel with the module's palette, decks, dice and trackers."""
        self.panel = ModulePanel(lambda: self.view.scale_now)
        yield Panel("module", self.panel, icon="module")

    def ready(self) -> None:
        """Add the mouse tool with priority over the one for drawn counters; follow the game."""
        self.view.use(self.tool)
        self.view.installEventFilter(self)
        panel = self.panel
        panel.rolled.connect(self.plays.roll)
        panel.symbol_rolled.connect(self.plays.roll_symbol)
        panel.turned.connect(self.plays.turn)
        panel.drawn.connect(self.plays.draw)
        panel.shuffled.connect(self.plays.shuffle)
        panel.wanted.connect(self.plays.bring)
        panel.chart_wanted.connect(self.show_chart)
        panel.pressed.connect(self.plays.press)
        self.session.opened.connect(self._opened)
        self.session.stepped.connect(self._stepped)
        self.view.selection.changed.connect(self._enable)
        self._opened()

    def release(self) -> None:
        """Close open menus and windows."""
        self.view.put_away(self.tool)
        if self.open_menu is not None:
            self.open_menu.close()
        for chart in self._charts:
            chart.close()

    # -- orders on pieces -------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Callable[[], None]:
        """Return the handlers of the commands on pieces, which differ only in their order."""
        if name not in _BY_KEY:
            raise AttributeError(name)
        return lambda: self._by_key(name)

    def perform(self, order: od.Order) -> None:
        """Carry out an order on the selection; prompt first if it needs a text."""
        if not order.asks:
            self.plays.perform(order.id)
            return
        dialog = QInputDialog(self.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(order.text)
        dialog.setLabelText(tip(order.text))
        dialog.setTextValue(order.now)
        dialog.textValueSelected.connect(lambda text: self.plays.perform(order.id, text))
        dialog.open()

    # -- the module's own commands ----------------------------------------------------------------

    def press_at(self, pos: QPoint) -> bool:
        """Trigger the action buttons of a counter at a point of the view; return whether there
        are any.
        """
        from engine.vassal import module_commands

        drawing, session, art = self.plays.drawing, self.session, self.window.pictures.pieces
        unit = self.window.hand.unit_at(pos) if drawing is not None and session.can_play else None
        piece = session.state.pieces.get(unit) if unit is not None else None
        if drawing is None or art is None or unit is None or piece is None or piece.place < 0:
            return False
        stack = session.state.stack(piece.place)
        rects = dict(self.view.stacks.rects(stack, piece.place, self.view.viewportTransform()))
        if unit not in rects:
            return False
        at, places = art.on_piece(piece, QPointF(pos), rects[unit]), session.module.places
        keys = module_commands.area_keys(
            drawing, session.state, places, unit, at.x(), at.y(), self.plays.side
        )
        if not keys:
            return False
        self.view.selection.set((unit,))
        for key in keys:
            if self.plays.units:
                self.plays.send(key)
        return True

    def _own_key(self, event: QKeyEvent) -> Key:
        """Return the shortcut of a command of the selection; empty for another command."""
        from holland44_qt.pictures import piece_menu

        key = piece_menu.key_of(event)
        return key if key and any(item.key == key for item in self.plays.items()) else ""

    def _by_key(self, command: str) -> None:
        order = self._first_order(command)
        if order is not None:
            self.perform(order)

    def _first_order(self, command: str) -> od.Order | None:
        """Return the first available order of a command."""
        start, *ends = _BY_KEY[command]
        if command == "piece_mask":
            result = (o for o in self.plays.orders() if o.id.startswith(tuple(_BY_KEY[command])))
        elif command == "piece_right":
            result = (o for o in self.plays.orders() if o.id.startswith(start) and ":-" not in o.id)
        elif command == "piece_left":
            result = (o for o in self.plays.orders() if o.id.startswith(start) and ":-" in o.id)
        else:
            result = (
                o for o in self.plays.orders()
                if o.id.startswith(start) and (not ends or o.id.endswith(tuple(ends)))
            )  # fmt: skip
        return next(result, None)

    # -- charts -----------------------------------------------------------------------------------

    def show_chart(self, name: str) -> None:
        """Show a chart in its own window."""
        from holland44_qt.pictures.charts import ChartWindow

        drawing = self.plays.drawing
        for chart in (c for c in (drawing.table.charts if drawing else ()) if c.name == name):
            assert drawing is not None
            window = ChartWindow(chart, drawing, self.window)
            self._charts.append(window)
            window.show()

    # -- the menu under the mouse -----------------------------------------------------------------

    def menu_at(self, pos: QPoint, where: QPoint) -> bool:
        """Return the menu at a point of the board, for picture modules in play."""
        drawing = self.plays.drawing
        if drawing is None:
            return False
        place = self.view.hex_at(pos)
        if place < 0 or not self.session.can_play:
            return True
        stack = self.session.state.stack(place)
        if stack and not any(u in self.view.selection for u in stack):
            self.view.selection.set(stack[-1:])
        elif not stack:
            self.view.selection.clear()
        if self.open_menu is not None:
            self.open_menu.close()
        menu = self.open_menu = QMenu(self.window)
        menu.aboutToHide.connect(self._closed)
        self._fill(menu, drawing, place)
        menu.popup(where)
        return True

    def _fill(self, menu: QMenu, drawing: Drawing, place: int) -> None:
        from holland44_qt.pictures import piece_menu

        here = self.session.module.places.name(place)
        deck = self.plays.deck(here)
        if deck is not None:
            menu.addSection(drawing.word(deck.name))
            menu.addAction(t("pictures.deck.draw"), partial(self.plays.draw, here))
            menu.addAction(t("pictures.deck.shuffle"), partial(self.plays.shuffle, here))
            menu.addSeparator()
        own = piece_menu.fill(menu, self.plays.items(), self.plays.send)
        if own:
            menu.addSeparator()
        for order in self.plays.orders():
            if not own or order.id in ("clone", "delete", "reveal"):
                menu.addAction(order.text.replace("&", "&&"), partial(self.perform, order))
        units = self.plays.units
        if units:
            menu.addSeparator()
            actions = self.commands
            for command in ("to_top", "to_bottom", "remark"):
                menu.addAction(actions[command])
            back = menu.addMenu(t("pictures.deck.back"))
            for other in drawing.decks.values():
                title = drawing.word(other.name).replace("&", "&&") or other.id
                back.addAction(title, partial(self.plays.return_to_deck, other.id))
            back.setEnabled(bool(drawing.decks))
        palette = menu.addMenu(t("pictures.palette.here"))
        groups: dict[str, QMenu] = {}
        for item in drawing.table.palette:
            group = drawing.word(item.group) or t("pictures.palette")
            if group not in groups:
                groups[group] = palette.addMenu(group.replace("&", "&&"))
            name = drawing.word(item.name).replace("&", "&&")
            groups[group].addAction(name, partial(self.plays.bring, item.id, place))
        palette.setEnabled(bool(groups))

    def _closed(self) -> None:
        if self.open_menu is not None:
            self.open_menu.deleteLater()  # later: what was chosen in it is triggered after this
            self.open_menu = None

    # -- following --------------------------------------------------------------------------------

    def module_panel(self) -> None:
        """Show the dock of the module."""
        self.window.panels.show("module")

    def _opened(self) -> None:
        drawing = self.plays.drawing
        for name in IDLE:
            self.window.panels.allow(name, drawing is None)
        self.window.panels.allow("module", drawing is not None)
        self.panel.show_module(self.session.module, drawing, self.window.pictures)
        if drawing is not None and self.panel.filled:
            self.window.panels.show("module")
        self._stepped()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys of the selected piece before the window's shortcuts."""
        if watched is self.view and isinstance(event, QKeyEvent) and self.plays.drawing is not None:
            if event.type() == QEvent.Type.ShortcutOverride and self._own_key(event):
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and (key := self._own_key(event)):
                self.plays.send(key)
                return True
        return False

    def _stepped(self) -> None:
        self.panel.show_state(self.session.state, playable=self.session.can_play)
        self._enable()

    def _enable(self) -> None:
        for command in _BY_KEY:
            self.commands.enable(command, self._first_order(command) is not None)
        self.commands.enable("module_panel", self.plays.drawing is not None)
