"""Boxes beside the map as boards: arrivals, entry areas, losses, stand-ins, pools, markers."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QScrollArea, QTabWidget, QVBoxLayout, QWidget

from engine.core.counters import Display
from engine.core.state import Marker, Piece, State
from engine.i18n import has, t
from engine.modules.module import Module
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.selection import Selection
from holland44_qt.replay.boards import arrival_text, board_title, boards
from holland44_qt.replay.box_board import BoxBoard
from holland44_qt.replay.box_layout import COUNTER, GAP, SIDE, BoxItem, Contents

ARRIVALS = "arrivals"


class BoxesPanel(QWidget):
    """Boards in tabs; every box accepts drops, even while empty.

    The signals are those of its boards.
    """

    dropped = Signal(str, object)
    picked_up = Signal(object)
    chosen = Signal(str)
    entered = Signal(str, str)
    left = Signal()

    def __init__(
        self, pictures: Pictures, selection: Selection, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._pictures, self._selection = pictures, selection
        self._module: Module | None = None
        self._boards: dict[str, list[Display]] = {}
        self._turn = 0
        self.boards: dict[str, BoxBoard] = {}
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setAccessibleName(t("app.dock.boxes"))
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.addWidget(self.tabs)

    def show_state(self, module: Module, state: State, *, playable: bool = False) -> None:
        """Show the boxes of another position; pieces can be dragged in a game in play."""
        if module is not self._module:
            self._lay_out(module)
        for name, board in self.boards.items():
            board.playable = playable
            board.show_contents(self._contents(name, state))
        turn, self._turn = self._turn, state.clock.turn
        if turn != self._turn and ARRIVALS in self.boards:
            self._show_now()

    @property
    def titles(self) -> list[str]:
        """The headings of all boxes that hold something, board by board."""
        return [c.title for board in self.boards.values() for c in _shown(board) if c.items]

    def show_box(self, box: str) -> None:
        """Scroll to a box."""
        for name, board in self.boards.items():
            laid = next((b for b in board.laid if b.contents.box == box), None)
            area = self.tabs.widget(self._tab(name))
            if laid is not None and isinstance(area, QScrollArea):
                self.tabs.setCurrentWidget(area)
                area.verticalScrollBar().setValue(laid.top)

    def take_keys(self) -> None:
        """Give the focus to the front board."""
        area = self.tabs.currentWidget()
        board = area.widget() if isinstance(area, QScrollArea) else None
        if board is not None:
            board.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _lay_out(self, module: Module) -> None:
        self._module = module
        self._boards = boards(module)
        for name in list(self.boards):
            area = self.tabs.widget(self._tab(name))
            self.tabs.removeTab(self._tab(name))
            if area is not None:
                area.deleteLater()
            del self.boards[name]
        for name in self._boards:
            board = BoxBoard(self._pictures, self._selection, self._caption_of)
            board.setAccessibleName(board_title(module, name))
            board.dropped.connect(self.dropped)
            board.picked_up.connect(self.picked_up)
            board.chosen.connect(self.chosen)
            board.entered.connect(self.entered)
            board.left.connect(self.left)
            self.boards[name] = board
            self.tabs.addTab(_scrolled(board), board_title(module, name))
            tip = f"aids.board.{name}.tip"
            self.tabs.setTabToolTip(self._tab(name), t(tip) if has(tip) else "")

    def _tab(self, name: str) -> int:
        return list(self.boards).index(name)

    def _show_now(self) -> None:
        """Scroll to the arrivals of the current turn."""
        top = self.boards[ARRIVALS].top_of_now()
        area = self.tabs.widget(self._tab(ARRIVALS))
        if top is not None and isinstance(area, QScrollArea):
            area.verticalScrollBar().setValue(top)

    def _contents(self, name: str, state: State) -> tuple[Contents, ...]:
        """Return the boxes of a board, without empty ones of past turns."""
        module = self._module
        assert module is not None
        markers: dict[str, list[BoxItem]] = {}
        for marker_name, marker in state.markers.items():
            markers.setdefault(marker.at, []).append(BoxItem(marker_name, marker))
        result = []
        for display in self._boards[name]:
            units = state.stack(module.places.index(display.id))
            contents = [
                BoxItem(u, state.pieces[u], self._caption(name, state.pieces[u])) for u in units
            ]
            contents.sort(key=lambda h: h.caption)
            contents += markers.get(display.id, [])
            turn = display.args.get("turn") if display.kind == "turn" else None
            now = turn is not None and turn == state.clock.turn
            past = isinstance(turn, int) and turn < state.clock.turn
            if contents or not past:
                result.append(Contents(display.id, self._title(display), tuple(contents), now))
        return tuple(result)

    def _caption(self, board: str, piece: Piece) -> str:
        module = self._module
        assert module is not None
        if board != ARRIVALS or piece.counter not in module.counters:
            return ""
        return arrival_text(module, module.counters.of(piece.counter).arrival)

    def _title(self, display: Display) -> str:
        assert self._module is not None
        name = self._module.place_name(display.id)
        if display.side and display.kind != "area":
            return t("app.boxes.title", side=self._module.side_name(display.side), box=name)
        return name

    def _caption_of(self, thing: Piece | Marker) -> str:
        module = self._module
        assert module is not None
        if isinstance(thing, Marker):
            return module.marker_name(thing.kind)
        return module.unit_name(thing.counter)


def _shown(board: BoxBoard) -> list[Contents]:
    return [laid.contents for laid in board.laid]


def _scrolled(board: BoxBoard) -> QScrollArea:
    """Return a board in an area that scrolls only vertically."""
    area = QScrollArea()
    area.setWidget(board)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    board.gone_to.connect(
        lambda rect: area.ensureVisible(rect.center().x(), rect.center().y(), 0, rect.height())
    )
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    # As wide with its scroll bar as without, so that the rows do not jump.
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    area.setMinimumWidth(
        2 * SIDE + 3 * (COUNTER + GAP) + area.verticalScrollBar().sizeHint().width()
    )
    return area
