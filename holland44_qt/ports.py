"""Ports of the window for its features.

A feature depends neither on the window class nor on other features; it reaches them by a port's
signal, or by running a command by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QPoint, Signal, SignalInstance
from PySide6.QtWidgets import QMainWindow, QMenu, QToolBar, QWidget

from engine.report.highlights import Highlight
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.tool import Tool
from holland44_qt.board.view import BoardView
from holland44_qt.commands import Commands
from holland44_qt.dragging.carried_pieces import Carrying
from holland44_qt.frame.bar import HintLine
from holland44_qt.frame.panels import Panels
from holland44_qt.models.log_model import LogModel
from holland44_qt.replay.arrival_strip import ArrivalStrip
from holland44_qt.replay.boxes import BoxesPanel
from holland44_qt.replay.entry_panel import EntryPanel
from holland44_qt.replay.log_panel import LogPanel
from holland44_qt.replay.message_bar import MessageBar
from holland44_qt.replay.player import Player
from holland44_qt.replay.scrubber import Scrubber
from holland44_qt.session import Session
from holland44_qt.settings import Preferences


class InHand(Protocol):
    """Port of the drag tool on the board."""

    carrying: Carrying
    """Pieces being dragged."""

    def unit_at(self, pos: QPoint) -> str | None:
        """Return the counter at a point of the board's viewport."""
        ...

    cursor_moved: SignalInstance
    """Emitted when the keyboard cursor has moved."""

    def point_at(self, place: int) -> None:
        """Move the keyboard cursor to a hex and bring it into view."""
        ...

    def enter_may_mean(self, meaning: Callable[[int], bool]) -> None:
        """Set a handler of Enter at the cursor (-1: there is none); it returns whether it
        handled the key.
        """
        ...

    def put_card_away(self) -> None:
        """Hide the stack card."""
        ...

    def shows_no_card_where(self, is_spoken_for: Callable[[int], bool]) -> None:
        """Set the hexes on which no stack card is shown, because other information is shown
        there.
        """
        ...


class Window(QMainWindow):
    """Port of the window for its features."""

    session: Session
    preferences: Preferences
    player: Player
    pictures: Pictures
    view: BoardView
    messages: MessageBar
    model: LogModel
    entry: EntryPanel
    log_panel: LogPanel
    boxes: BoxesPanel
    arrivals: ArrivalStrip
    scrubber: Scrubber
    panels: Panels
    hints: HintLine
    commands: Commands
    menus: dict[str, QMenu]
    """Menus by the names of ``commands.MENUS`` and of the submenus."""
    bars: dict[str, QToolBar]
    hand: InHand
    mouse: Tool
    """Default mouse tool of the board."""
    highlight: Highlight
    """Highlights of the current entry."""

    attack_wanted = Signal(object)
    """Requests the odds against a place, given by its index."""
    support_wanted = Signal(object, str)
    """Emitted when support is dragged onto a place, given by its index: ``air`` or an artillery
    name.
    """
    attack_thought_of = Signal()
    """Emitted when the user prepares an attack, so that the previous combat is no longer shown."""
    results_wait = Signal(bool)
    """Emitted during the staged reveal of an entry: True while dice and cards must wait, then
    False.
    """
    rule_wanted = Signal(str)
    """Requests the page of a rule of the game, by its number."""
    export_wanted = Signal(str, object)
    """Requests an export: its kind and the path."""

    @property
    def can_annotate(self) -> bool:
        """Return whether the log can be annotated; the built-in sample cannot."""
        raise NotImplementedError

    def open_path(self, path: Path, *, play: bool | None = None) -> bool:
        """Open a log; on failure the message bar reports why and the current game stays open."""
        raise NotImplementedError

    def open_any(self, path: Path) -> bool:
        """Open a file: a log, or a file that a feature accepts."""
        raise NotImplementedError

    def open_all(self, paths: Sequence[Path]) -> bool:
        """Open files that belong together if a feature accepts them, or else the first of them."""
        raise NotImplementedError

    def may_leave(self) -> bool:
        """Return whether the game may be left; asks first if there are what-if entries or
        unsaved notes.
        """
        raise NotImplementedError

    def place_stance(self, bar: QWidget) -> None:
        """Add the stance bar behind the phase label."""
        raise NotImplementedError

    def add_to_bar(self, widget: QWidget) -> None:
        """Append a widget to the toolbar; it can be hidden, unlike the toolbar's own."""
        raise NotImplementedError
