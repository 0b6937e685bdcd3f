"""Port of the window for its features.

A feature knows neither the window behind the port nor other features. It reaches them by a signal
of the port, or by running a command by its name.
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
    """The hand over the board."""

    carrying: Carrying
    """What is carried."""

    def unit_at(self, pos: QPoint) -> str | None:
        """The counter at a point of the board's viewport."""
        ...

    cursor_moved: SignalInstance
    """The cursor of the keys stands elsewhere."""

    def point_at(self, place: int) -> None:
        """Have the cursor of the keys on a hex, in sight."""
        ...

    def enter_may_mean(self, meaning: Callable[[int], bool]) -> None:
        """Have Enter at the cursor (-1: there is none) mean something; it says whether it did."""
        ...

    def shows_no_card_where(self, is_spoken_for: Callable[[int], bool]) -> None:
        """Have no card of a stack come up on hexes of which something else is said."""
        ...


class Window(QMainWindow):
    """The window, as its features see it."""

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
    """The menus by the names of ``commands.MENUS`` and of the submenus."""
    bars: dict[str, QToolBar]
    hand: InHand
    mouse: Tool
    """What the mouse does on the board while no other tool takes it."""
    highlight: Highlight
    """What the entry shown did."""

    attack_wanted = Signal(object)
    """Somebody wants to see the odds against a place, given by its number."""
    support_wanted = Signal(object, str)
    """Support is dragged onto a place, given by its number: ``air``, or a name of artillery."""
    attack_thought_of = Signal()
    """Somebody prepares an attack: what was fought before is not what the table is about now."""
    results_wait = Signal(bool)
    """What was just played is told bit by bit: dice and cards wait (True), or may be seen now."""
    rule_wanted = Signal(str)
    """Somebody wants to read all about a rule of the game, given by its number."""
    export_wanted = Signal(str, object)
    """Somebody wants the game written: the kind of the export, and the path."""

    @property
    def can_annotate(self) -> bool:
        """Can something be said about the log? Not about the sample, which is the program's."""
        raise NotImplementedError

    def open_path(self, path: Path, *, play: bool | None = None) -> bool:
        """Open a log; if that fails the message bar says why, and what was open stays."""
        raise NotImplementedError

    def open_any(self, path: Path) -> bool:
        """Open whatever it is: a log, or what a feature takes."""
        raise NotImplementedError

    def open_all(self, paths: Sequence[Path]) -> bool:
        """Open files that belong together as a feature takes them, or else the first of them."""
        raise NotImplementedError

    def may_leave(self) -> bool:
        """May the game be left? Asks first if there are what-if entries or unsaved notes."""
        raise NotImplementedError

    def place_stance(self, bar: QWidget) -> None:
        """Have a place for the bar that says what may be done, behind the phase."""
        raise NotImplementedError

    def add_to_bar(self, widget: QWidget) -> None:
        """Put a widget at the end of the bar; unlike the bar's own it can be hidden."""
        raise NotImplementedError
