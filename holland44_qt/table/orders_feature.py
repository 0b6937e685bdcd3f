"""Orders feature: commands on the selection, and the context menu of the board."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QInputDialog, QMenu

from engine.core import actions as act
from engine.core.counters import Display
from engine.i18n import t
from holland44_qt.board.tool import Tool
from holland44_qt.commands import Command
from holland44_qt.dragging.carried_pieces import play_at_once, side_near
from holland44_qt.dragging.orders import STATES, Table
from holland44_qt.feature import Feature
from holland44_qt.plain_text import tip
from holland44_qt.ports import Window
from holland44_qt.table.hex_words import bridge_words

MENU = "counters"
ON_SELECTION = (
    "lose_step",
    "gain_step",
    "flip",
    "status",
    "eliminate",
    "send",
    "exchange",
    "reveal",
    "to_top",
    "to_bottom",
    "remark",
)
"""The commands that need a selection, in the order of the context menu."""
BREAKS = frozenset({"eliminate", "to_top", "remark"})
"""Commands preceded by a separator in the context menu."""


LOOKS = (
    "inspect",
    "next_act",
    "previous_act",
    "about_selection",
    "advice_reach",
    "advice_trace",
    "advice_retreats",
    "compare",
    "try_out",
)
"""The commands offered for a unit in review."""
LOOKS_AT_HEX = ("about_selection", "compare", "try_out")
LOOKS_END = frozenset({"about_selection", "advice_retreats"})
"""Commands followed by a separator in the review menu."""


class _MenuTool(Tool):
    def __init__(self, orders: Orders) -> None:
        self._orders = orders

    def menu(self, pos: QPoint, where: QPoint) -> bool:
        """Open the context menu at a point of the board; return whether it was handled."""
        return self._orders.menu_at(pos, where)


class Orders(Feature):
    """Feature in which every order is one action of the log."""

    COMMANDS = (
        Command("lose_step", "table", "lose_step", ("L",), submenu=MENU),
        Command("gain_step", "table", "gain_step", ("Shift+L",), submenu=MENU),
        Command("flip", "table", "flip", ("X",), submenu=MENU),
        Command("status", "table", "ask_status", ("S",), submenu=MENU),
        Command("eliminate", "table", "eliminate", ("Del",), submenu=MENU),
        Command("send", "table", "ask_box", ("B",), submenu=MENU),
        Command("exchange", "table", "ask_exchange", ("E",), submenu=MENU),
        Command("reveal", "table", "reveal", ("U",), submenu=MENU),
        Command("to_top", "table", "to_top", ("Shift+PgUp",), submenu=MENU),
        Command("to_bottom", "table", "to_bottom", ("Shift+PgDown",), submenu=MENU),
        Command("remark", "table", "ask_remark", ("Ctrl+Return",), submenu=MENU),
        Command("here", "table", "menu_here", ("Shift+F10", "Menu"), submenu=MENU, separator=True),
    )

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.tool = _MenuTool(self)
        self.open_menu: QMenu | None = None

    def ready(self) -> None:
        """Install the mouse tool, and enable the commands that apply."""
        self.view.use(self.tool)
        self.view.selection.changed.connect(self._enable)
        self.session.stepped.connect(self._enable)
        self.session.opened.connect(self._enable)
        self._enable()

    def release(self) -> None:
        """Close an open menu."""
        self.view.put_away(self.tool)
        if self.open_menu is not None:
            self.open_menu.close()

    @property
    def table(self) -> Table:
        """The position as needed by orders."""
        return Table(self.session.module, self.session.state)

    @property
    def units(self) -> tuple[str, ...]:
        """Selected pieces that are on the table."""
        return tuple(u for u in self.view.selection.units if u in self.session.state.pieces)

    def _enable(self) -> None:
        table, units = self.table, self.units
        playable = self.session.can_play and bool(units)
        pieces = self.session.state.pieces
        one = units[0] if len(units) == 1 else None
        backs = [c for u in units if (c := table.counter(u)) is not None and c.back is not None]
        boxes = [u for u in units if table.eliminated_box(u) not in (None, table.place(u))]
        applies = {
            "gain_step": any(pieces[u].steps < table.whole(u) for u in units),
            "flip": bool(backs),
            "eliminate": bool(boxes),
            "lose_step": bool(boxes),
            "exchange": one is not None and bool(table.stand_ins(one)),
            "reveal": one is not None and table.pool_of(one) is not None,
        }
        for name in ON_SELECTION:
            self.commands.enable(name, playable and applies.get(name, True))
        self.commands.enable("here", self.session.can_play)

    def _do(self, action: act.Action | None) -> None:
        if action is not None:
            self.session.play(action)

    # -- orders without a question ----------------------------------------------------------------

    def lose_step(self) -> None:
        """Take a step from the selected units."""
        self._do(self.table.lose_step(self.units))

    def gain_step(self) -> None:
        """Give a step back to the selected units."""
        self._do(self.table.gain_step(self.units))

    def flip(self) -> None:
        """Turn the selected units over."""
        self._do(self.table.flip(self.units))

    def eliminate(self) -> None:
        """Move the selected units to the box of losses."""
        self._do(self.table.eliminate(self.units))

    def reveal(self) -> None:
        """Reveal the selected unknown unit."""
        if self.units:
            self._do(self.table.reveal(self.units[0]))

    def to_top(self) -> None:
        """Move the selected units to the top of their stack."""
        self._do(self.table.shift(self.units, top=True))

    def to_bottom(self) -> None:
        """Move the selected units to the bottom of their stack."""
        self._do(self.table.shift(self.units, top=False))

    # -- orders with a question -------------------------------------------------------------------

    def ask_status(self) -> None:
        """Ask which status to put on or take off."""
        self._pop(self._add_statuses)

    def ask_box(self) -> None:
        """Ask for the box to send the selection to."""
        self._pop(self._add_boxes)

    def ask_exchange(self) -> None:
        """Ask for the counter to replace the selected one."""
        self._pop(self._add_stand_ins)

    def ask_remark(self) -> None:
        """Ask for a remark about the selection, and record it in the log."""
        module, pieces = self.session.module, self.session.state.pieces
        names = ", ".join(module.unit_name(pieces[u].counter) for u in self.units)
        dialog = QInputDialog(self.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(t("table.remark.title"))
        dialog.setLabelText(tip(t("table.remark.label", units=names)))
        dialog.setMinimumWidth(460)
        dialog.textValueSelected.connect(lambda text: self._remark(names, text))
        dialog.open()

    def _remark(self, names: str, text: str) -> None:
        if text.strip():
            self._do(act.Note(text=t("table.remark", units=names, text=text.strip())))

    def menu_here(self) -> None:
        """Open the context menu of the selection, from the keyboard."""
        self._pop(self._add_orders)

    def _pop(self, fill: Callable[[QMenu], None]) -> None:
        """Open a menu at the selection, or in the middle of the board."""
        places = [self.session.state.pieces[u].place for u in self.units]
        board = self.session.module.board
        pos = self.view.viewport().rect().center()
        if places and self.session.module.places.is_hex(places[0]):
            u, v = board.centres[places[0]]
            pos = self.view.mapFromScene(QPointF(u, -v))
        menu = self._menu(fill)
        menu.popup(self.view.viewport().mapToGlobal(pos))
        first = next((a for a in menu.actions() if a.isEnabled() and not a.isSeparator()), None)
        if first is not None:
            menu.setActiveAction(first)

    def _menu(self, fill: Callable[[QMenu], None]) -> QMenu:
        if self.open_menu is not None:
            self.open_menu.close()
        menu = QMenu(self.window)
        menu.aboutToHide.connect(self._closed)
        self.open_menu = menu
        fill(menu)
        if menu.isEmpty():
            menu.addAction(t("table.menu.nothing")).setEnabled(False)
        return menu

    def _closed(self) -> None:
        if self.open_menu is not None:
            self.open_menu.deleteLater()  # later: what was chosen in it is triggered after this
            self.open_menu = None

    # -- the menu under the mouse -----------------------------------------------------------------

    def menu_at(self, pos: QPoint, where: QPoint) -> bool:
        """Open the context menu at a point of the board; in review the menu of queries."""
        hex_ = self.view.hex_at(pos)
        if hex_ < 0 or self.session.recording is None:
            return False
        stack = self.session.state.stack(hex_)
        if stack and not any(u in self.view.selection for u in stack):
            self.view.selection.set(stack[-1:])
        elif not stack:
            self.view.selection.clear()
        point = self.view.mapToScene(pos)
        marker = self.view.stacks.flat_at(QPointF(pos), self.view.viewportTransform())

        if not self.session.can_play:
            self._menu(self._add_looks).popup(where)
            return True

        def fill(menu: QMenu) -> None:
            self._add_bridge(menu, hex_, point)
            if marker is not None:
                self._add_marker(menu, marker)
            if stack:
                self._add_orders(menu)
                menu.addSeparator()
            self._add_palette(menu, hex_, point)

        self._menu(fill).popup(where)
        return True

    def _add_looks(self, menu: QMenu) -> None:
        """Add the queries about a hex and the selected unit there."""
        for name in LOOKS if self.units else LOOKS_AT_HEX:
            menu.addAction(self.commands[name])
            if name in LOOKS_END:
                menu.addSeparator()
        if self.window.can_annotate:
            menu.addSeparator()
            menu.addMenu(self.window.menus["marks"])

    def _add_orders(self, menu: QMenu) -> None:
        actions = self.commands
        menu.addAction(actions["inspect"])
        menu.addAction(actions["unit_orders"])
        menu.addSeparator()
        submenus = {
            "status": self._add_statuses,
            "send": self._add_boxes,
            "exchange": self._add_stand_ins,
        }
        for name in ON_SELECTION:
            if name in BREAKS:
                menu.addSeparator()
            if name not in submenus:
                menu.addAction(actions[name])
                continue
            submenu = menu.addMenu(actions[name].text().removesuffix("…"))
            submenu.setEnabled(actions[name].isEnabled())
            submenus[name](submenu)

    def _add_statuses(self, menu: QMenu) -> None:
        units, pieces = self.units, self.session.state.pieces
        for number, status in enumerate(self.table.statuses(units), 1):
            # A number of its own for each: their letters are not all different.
            key = f"&{number % 10}  " if number <= 10 else ""
            action = menu.addAction(key + self.session.module.marker_name(status))
            action.setCheckable(True)
            action.setChecked(bool(units) and all(status in pieces[u].status for u in units))
            action.triggered.connect(
                lambda _=False, s=status: self._do(self.table.toggle(self.units, s))
            )

    def _add_boxes(self, menu: QMenu) -> None:
        sides = {self.session.state.pieces[u].side for u in self.units}
        turns = menu.addMenu(t("table.menu.turns"))
        areas = menu.addMenu(t("table.menu.areas"))
        for display in self.session.module.displays.values():
            if display.kind in ("track", "weather") or self._markers_only(display):
                continue
            if display.side is not None and display.side not in sides and display.kind != "area":
                continue
            into = {"turn": turns, "area": areas}.get(display.kind, menu)
            action = into.addAction(self.session.module.place_name(display.id))
            action.triggered.connect(lambda _=False, box=display.id: self._send(box))
        for submenu in (turns, areas):
            submenu.setEnabled(not submenu.isEmpty())

    def _markers_only(self, display: Display) -> bool:
        """Return whether a box holds only markers."""
        places = {m.at for m in self.session.state.markers.values()}
        kinds = {m.id for m in self.session.module.markers.values()}
        return display.kind == "pool" and (display.id in kinds or (
            display.id in places and not self.session.state.stack(
                self.session.module.places.index(display.id))))  # fmt: skip

    def _send(self, box: str) -> None:
        play_at_once(self.session, self.table.send(self.units, box))

    def _add_stand_ins(self, menu: QMenu) -> None:
        unit = self.units[0] if self.units else None
        for other in self.table.stand_ins(unit) if unit else ():
            name = self.session.module.unit_name(self.session.state.pieces[other].counter)
            box = self.session.module.place_name(self.table.place(other))
            action = menu.addAction(t("table.menu.from_box", unit=name, box=box))
            action.triggered.connect(lambda _=False, o=other: self._exchange(o))

    def _exchange(self, other: str) -> None:
        unit = self.units[0]
        action = self.table.exchange(unit, other)
        if action is not None and self.session.play(action) is not None:
            self.view.selection.set((other,))

    def _add_bridge(self, menu: QMenu, hex_: int, point: QPointF) -> None:
        side = self._bridged(hex_, point)
        if side is None:
            return
        now = self.session.state.hexsides.get(side)
        menu.addSection(self.session.module.place_name(side))
        for how in STATES:
            words = bridge_words(how)
            action = menu.addAction(t("table.menu.bridge", how=words))
            action.setCheckable(True)
            action.setChecked(how == now)
            action.triggered.connect(
                lambda _=False, h=how: self._do(self.table.set_bridge(side, h))
            )
        menu.addSeparator()

    def _bridged(self, hex_: int, point: QPointF) -> str | None:
        """Return the hexside of the bridge drawn at a point, or with its middle close to it."""
        board, drawn = self.session.module.board, self.view.bridge_at(point)
        bridged = {name: side.bridges for name, side in board.sides.items() if side.bridges}
        for name, bridges in bridged.items():
            if any(bridge.id == drawn for bridge in bridges):
                return name
        return side_near(board, bridged, board.numbers[hex_], point)

    def _add_marker(self, menu: QMenu, marker: str) -> None:
        name = self.session.module.marker_name(self.session.state.markers[marker].kind)
        action = menu.addAction(t("table.menu.take_marker", marker=name))
        action.triggered.connect(lambda: self._do(self.table.take_marker(marker)))
        menu.addSeparator()

    def _add_palette(self, menu: QMenu, hex_: int, point: QPointF) -> None:
        board = self.session.module.board
        at = side_near(board, board.sides, board.numbers[hex_], point) or board.numbers[hex_]
        place = self.session.module.place_name(at)
        palette = menu.addMenu(t("table.menu.place", place=place))
        for kind, name in self.table.palette():
            action = palette.addAction(self.session.module.marker_name(kind))
            action.triggered.connect(
                lambda _=False, k=kind, n=name: self._do(self.table.put_marker(k, n, at))
            )
        palette.setEnabled(not palette.isEmpty())
