"""Main window: board, inspector and timeline, with the rail's drawers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QMenu,
    QToolBar,
    QToolButton,
    QWidget,
)

from engine.i18n import t
from engine.report.highlights import Highlight, highlight
from engine.report.photos import photo_of
from engine.report.viewpoint import BOTH, NEUTRAL
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.view import BoardView
from holland44_qt.commands import MENUS, Commands, build_actions
from holland44_qt.feature import Feature
from holland44_qt.features import FEATURES
from holland44_qt.frame.bar import BAR, BarRow, HintLine, PhaseLabel, menu_button
from holland44_qt.frame.panels import Panel, Panels
from holland44_qt.look import BAR_SHEET
from holland44_qt.models.clock import phase_text, turn_text
from holland44_qt.models.log_model import LogModel
from holland44_qt.ports import Window
from holland44_qt.replay.arrival_strip import ArrivalStrip
from holland44_qt.replay.boxes import BoxesPanel
from holland44_qt.replay.entry_panel import EntryPanel
from holland44_qt.replay.hex_text import hex_text
from holland44_qt.replay.log_list import LogList
from holland44_qt.replay.log_panel import LogPanel
from holland44_qt.replay.message_bar import MessageBar
from holland44_qt.replay.player import Player
from holland44_qt.replay.scrubber import Scrubber
from holland44_qt.samples import is_sample
from holland44_qt.session import Session, is_over
from holland44_qt.settings import DOCKS, Preferences, is_mine, remember_file, settings
from holland44_qt.table.hand import Hand
from holland44_qt.when_visible import WhenVisible
from holland44_qt.window.on_screen import FRAMED, keep_on_screen

F = TypeVar("F", bound=Feature)
GEOMETRY = "window/geometry"
DOCKS_VERSION = 4
"""Version of the docks and toolbars; increased on changes so that an old saved layout is not
restored.
"""
SIZE = (1680, 980)
LAST = ("quit", "about")
"""Commands placed at the end of their menus."""


class TableWindow(Window):
    """Main window of a session, with its features."""

    def __init__(self, session: Session | None = None) -> None:
        super().__init__()
        self.setObjectName("replay")
        self.session = session or Session()
        self.session.setParent(self)
        self.preferences = Preferences(self)
        self.player = Player(self.session, self)
        self.pictures = Pictures(self.session.module, self)
        self.view = BoardView(self.session.module, self.pictures)
        self.messages = MessageBar()
        self.model = LogModel(self)
        self.log = LogList(self.model)
        self.log_panel = LogPanel(self.log, self.model)
        self.entry = EntryPanel()
        self.boxes = BoxesPanel(self.pictures, self.view.selection)
        self.arrivals = ArrivalStrip(self.pictures, self.view.selection, self.boxes)
        self.scrubber = Scrubber()
        self._shown_module = self.session.module
        self._under_mouse = -1
        self._waits = False
        self._arranged = False
        self.highlight = Highlight()
        """The highlight of the current entry."""
        self.commands = Commands()
        self.features: list[Feature] = [make(self) for make in FEATURES]
        hand = self.feature(Hand)
        self.hand, self.mouse = hand.grip, hand.mouse
        self._lay_out()
        self._connect()
        self.setAcceptDrops(True)
        for feature in self.features:
            feature.ready()
        self._restore()
        self.view.setFocus()
        self._opened()
        self._stepped(self.session.step)

    # -- building ---------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        middle = QWidget()
        # Messages lie over the board: it must not move under the hand.
        sheet = QGridLayout(middle)
        sheet.setContentsMargins(0, 0, 0, 0)
        sheet.addWidget(self.view, 0, 0)
        sheet.addWidget(self.messages, 0, 0, Qt.AlignmentFlag.AlignTop)
        below = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter
        sheet.addWidget(self.arrivals, 0, 0, below)
        self.view.lie_under(self.messages, self.arrivals)
        self.setCentralWidget(middle)
        self.panels = Panels(self, middle, self.view)
        own = (
            Panel("entry", self.entry, card=True),
            Panel("log", self.log_panel, icon="log"),
            Panel("boxes", self.boxes, icon="boxes"),
        )
        self.panels.take((*own, *(panel for f in self.features for panel in f.panels())))
        self.hints = HintLine(self.view, middle)
        for feature in self.features:
            actions = build_actions(self, self.view, feature.COMMANDS, feature)
            self.commands.add(feature.COMMANDS, actions)
        self._build_bars()
        self._build_menus()
        self._hex = QLabel()
        self._hex.setTextFormat(Qt.TextFormat.PlainText)
        self._place = QLabel()
        self._place.setTextFormat(Qt.TextFormat.PlainText)
        self.hints.addWidget(self._hex)
        self.hints.messageChanged.connect(self._show_hex)
        self.bars["time"].addWidget(self._place)

    def _build_bars(self) -> None:
        self.bars: dict[str, QToolBar] = {}
        self.menu = QMenu(self)
        areas = {"main": Qt.ToolBarArea.TopToolBarArea, "time": Qt.ToolBarArea.BottomToolBarArea}
        for name, area in areas.items():
            bar = QToolBar(t(f"app.bar.{name}"), self)
            bar.setObjectName(f"bar-{name}")
            bar.setMovable(False)
            bar.setStyleSheet(BAR_SHEET)
            bar.setIconSize(QSize(20, 20))
            if name == "main":
                bar.setMaximumHeight(BAR)
            if name == "main":
                bar.addWidget(menu_button(self.menu))
            for command in self.commands.all:
                if command.bar == name:
                    bar.addAction(self.commands[command.id])
            self.addToolBar(area, bar)
            self.bars[name] = bar
            if name == "main":
                self.row = BarRow()
                bar.addWidget(self.row)
            for button in bar.findChildren(QToolButton):
                # Keys belong to the window: Space plays, whatever was clicked last.
                button.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _build_menus(self) -> None:
        self.menus = menus = {name: self.menuBar().addMenu(t(f"app.menu.{name}")) for name in MENUS}
        # What ends a menu stays at its end, whatever the features add.
        for command in sorted(self.commands.all, key=lambda c: c.id in LAST):
            menu = menus[command.menu]
            if command.submenu:
                if command.submenu not in menus:
                    menus[command.submenu] = menu.addMenu(t(f"app.menu.{command.submenu}"))
                menu = menus[command.submenu]
            if command.separator:
                menu.addSeparator()
            menu.addAction(self.commands[command.id])
        menus["view"].addSeparator()
        panels = menus["view"].addMenu(t("app.menu.panels"))
        panels.addActions(self.panels.toggles)
        # The menus open from the bar: a row of their own would cost the map its height.
        self.menuBar().hide()
        for name in MENUS:
            self.menu.addMenu(menus[name])

    def _connect(self) -> None:
        session = self.session
        session.leaving.connect(self._leaving)
        session.opened.connect(self._opened)
        session.line_changed.connect(self._line_changed)
        session.viewpoint_leaving.connect(self._flush)
        session.viewpoint_changed.connect(lambda: self._name(session.step))
        session.recorded.connect(self._recorded)
        session.annotated.connect(self._annotated)
        session.stepped.connect(self._stepped)
        session.stance_changed.connect(self._show_phase)
        session.failed.connect(lambda sentence: self.messages.add(sentence, "error"))
        session.noticed.connect(self.messages.add)
        session.objected.connect(lambda sentence: self.messages.add(sentence, passing=True))
        for elsewhere in (session.opened, session.line_changed, session.stance_changed):
            elsewhere.connect(self.messages.pass_on)
        session.stepped.connect(self.messages.pass_on)
        self.log.chosen.connect(session.go)
        self.panels.covers.connect(self.messages.leave_left)
        self.panels.covers.connect(self.arrivals.leave_left)
        self.panels.covers.connect(self.hints.leave_left)
        self.panels.keys_free.connect(self.view.setFocus)
        self._followers = (
            WhenVisible(self, self.entry, self._record_entry),
            WhenVisible(self, self.boxes, self._fill_boxes),
            WhenVisible(self, self.log_panel, self._mark_entry),
        )
        self.view.hovered.connect(self._hovered)
        self.results_wait.connect(self._entry_waits)

    # -- showing ----------------------------------------------------------------------------------

    def open_path(self, path: Path, *, play: bool | None = None) -> bool:
        """Open a log. On failure the message bar shows the reason, and the current log stays open.

        ``play`` selects play or review; by default the user's own unfinished game opens for play,
        and any other log in review.
        """
        if not self.may_leave():
            return False
        self.messages.clear()
        wanted = is_mine(path) if play is None else play
        opened = self.session.open(path, play=wanted and not is_sample(path))
        if opened:
            remember_file(path)
            if play is None and self.session.in_play and is_over(self.session):
                self.session.stop_playing()
            elif play is None and self.session.has_only_begun and not is_sample(path):
                self.session.play_on()
        return opened

    def may_leave(self) -> bool:
        """Return whether the game may be closed, after asking about what-if entries and unsaved
        notes.
        """
        self._flush()
        return all(feature.may_close() for feature in self.features)

    def _flush(self) -> None:
        for feature in self.features:
            feature.flush()

    def place_stance(self, bar: QWidget) -> None:
        """Place the stance bar behind the phase."""
        self.phase = PhaseLabel(self.commands)
        self.row.add(self.phase, 1)
        self.row.add(bar)

    def add_to_bar(self, widget: QWidget) -> None:
        """Add a widget at the end of the bar; unlike the bar's own widgets it can be hidden."""
        self.row.add(widget)

    def open_any(self, path: Path) -> bool:
        """Open a path with the feature that handles it, or else as a log."""
        return any(feature.opens(path) for feature in self.features) or self.open_path(path)

    def open_all(self, paths: Sequence[Path]) -> bool:
        """Open several files together if a feature handles them, or else open the first one."""
        several = len(paths) > 1 and any(f.opens_several(paths) for f in self.features)
        return several or self.open_any(paths[0])

    @property
    def can_annotate(self) -> bool:
        """Whether the log can be annotated; the program's sample cannot."""
        return self.session.path is not None and not is_sample(self.session.path)

    def feature(self, kind: type[F]) -> F:
        """Return the window's feature of a class. Raises StopIteration if it has none."""
        return next(feature for feature in self.features if isinstance(feature, kind))

    def _leaving(self) -> None:
        """Discard the hexes of this game before another board is shown."""
        self.highlight = Highlight()
        self.view.show_entry(self.highlight, ())
        self.view.leave_game()

    def _opened(self) -> None:
        session = self.session
        fresh = session.module is not self._shown_module
        # The places of a loose board are its own: they come to be in the order they are met.
        if fresh and (session.module.board.loose or session.module.hash != self._shown_module.hash):
            self._shown_module = session.module
            self.pictures.show(session.module)
            self.view.show_module(session.module)
        self.log.show_sides(session.module)
        self.log_panel.show_module(session.module)
        self._line_changed()
        if session.recording is None:
            self.messages.add(t("app.welcome"))
        elif self.messages.lines == [t("app.welcome")]:
            self.messages.clear()  # there is a game now

    def _line_changed(self) -> None:
        """Update the window for another line of play."""
        self.model.show(self.session.recording, self.session.landmarks)
        self._mark_line()

    def _recorded(self) -> None:
        """Update the window after a new entry."""
        self.model.append(self.session.landmarks)
        self._mark_line()

    def _annotated(self) -> None:
        """Update the window after a change of annotations."""
        session = self.session
        self.model.annotations_changed(session.landmarks)
        self._mark_line()
        self._record_entry()
        shapes = session.current.annotation.shapes if session.current else ()
        self.view.show_entry(self.highlight, shapes, session.state)

    def _mark_line(self) -> None:
        session = self.session
        self.scrubber.blockSignals(True)
        self.scrubber.show_game(session.landmarks, session.module)
        self.scrubber.blockSignals(False)
        # A label whose width changed with each step would make the timeline draw itself anew.
        width_of = self._place.fontMetrics().horizontalAdvance
        number = max("0123456789", key=width_of) * len(str(session.length))
        self._place.setMinimumWidth(width_of(t("app.place", step=number, last=session.length)))

    def _stepped(self, step: int) -> None:
        session = self.session
        state, current = session.state, session.current
        if current is not None and session.recording is not None:
            before = session.recording.state(step - 1)
            self.highlight = highlight(current.entry, before, session.module.places)
            self.view.show_entry(self.highlight, current.annotation.shapes, state)
        else:
            self.highlight = Highlight()
            self.view.show_entry(self.highlight, ())
        self.view.show_state(state)
        self.scrubber.setValue(step)
        self._name(step)
        self._show_phase()
        self._show_hex()
        self._report_waiting()
        for panel in self._followers:
            panel.call()

    def _entry_waits(self, waits: bool) -> None:
        """Delay the display of the entry until its dice and revealed units have been shown."""
        self._waits = waits
        self._followers[0].call()

    def _record_entry(self) -> None:
        if self._waits:
            return
        session, recording = self.session, self.session.recording
        note = session.current.annotation if session.current is not None else None
        photo = photo_of(recording.annotations, note) if recording and note else None
        self.entry.show_step(
            session.module,
            session.state,
            session.current,
            session.references,
            photo,
            session.beside,
            recording.written_by(session.current.entry) if recording and session.current else (),
        )

    def _report_waiting(self) -> None:
        """Show the number of the active side's units in entry areas on the button of the boxes."""
        state, places = self.session.state, self.session.module.places
        areas = [f"area-{name}" for name in self.session.module.board.areas]
        stacks = (state.stack(places.index(name)) for name in areas if name in places)
        mine = (u for stack in stacks for u in stack if state.pieces[u].side == state.clock.active)
        self.panels.report_waiting("boxes", sum(1 for _ in mine) if self.session.can_play else 0)

    def _fill_boxes(self) -> None:
        session = self.session
        self.boxes.show_state(session.module, session.state, playable=session.can_play)

    def _mark_entry(self) -> None:
        self.log.show_step(self.session.step)

    def _name(self, step: int) -> None:
        session = self.session
        if session.recording is None:
            self.setWindowTitle(t("app.title"))
            self._place.clear()
            return
        entry = session.current.entry.id if session.current is not None else step
        key = "app.place" if entry == step else "app.place.id"  # differs after an undo
        place = t(key, step=step, last=session.length, entry=entry)
        title = session.recording.log.header.title or str(session.path)
        caption = t("app.title.game", game=title, place=place)
        if session.hides:  # whose view it is belongs to what everybody at the screen knows
            kind = session.viewpoint if session.viewpoint in (BOTH, NEUTRAL) else "side"
            side = session.module.side_name(session.viewpoint)
            caption = t(f"app.title.{kind}", title=caption, side=side)
        self.setWindowTitle(caption)
        self._place.setText(place)

    def _show_phase(self) -> None:
        session = self.session
        if session.recording is None:
            self.phase.show_phase("", playable=False)
            return
        clock = session.state.clock
        turn, phase = turn_text(session.module, clock.turn), phase_text(session.module, clock)
        self.phase.show_phase(
            f"{turn} · {phase}" if session.step else turn, playable=session.can_play
        )

    def _hovered(self, place: int) -> None:
        self._under_mouse = place
        self._show_hex()

    def _show_hex(self) -> None:
        """Show the text about the place under the mouse."""
        session, place = self.session, self._under_mouse
        text = hex_text(session.module, session.state, place) if place >= 0 else ""
        self._hex.setText(self.hints.shortened(text))
        # A temporary message takes its place; together they would overlap.
        self._hex.setVisible(bool(text) and not self.hints.currentMessage())
        message = self.hints.fontMetrics().horizontalAdvance(self.hints.currentMessage())
        self.hints.make_room(max(self._hex.sizeHint().width(), message) + 16)

    # -- the window itself ------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept drags of files."""
        if _dropped(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the dropped files."""
        paths = _dropped(event)
        if paths:
            event.acceptProposedAction()
            self.open_all(paths)

    def _restore(self) -> None:
        store = settings()
        geometry, docks = store.value(GEOMETRY), store.value(DOCKS)
        if not (isinstance(geometry, QByteArray) and self.restoreGeometry(geometry)):
            # Never larger than the screen: what lies beyond its edge cannot be reached.
            self.resize(QSize(*SIZE).boundedTo(self.screen().availableSize()))
        if isinstance(docks, QByteArray):
            self.restoreState(docks, DOCKS_VERSION)
        self._arranged = isinstance(docks, QByteArray)
        self.panels.restore()

    def showEvent(self, event: QShowEvent) -> None:
        """Check that the window fits the screen, once its frame is known."""
        super().showEvent(event)
        QTimer.singleShot(FRAMED, self, lambda: keep_on_screen(self))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set the inspector to its preferred width, until the user has arranged the docks."""
        super().resizeEvent(event)
        if not self._arranged and event.size().width() != event.oldSize().width():
            wide = self.panels.inspector.sizeHint().width()
            self.resizeDocks([self.panels.inspector], [wide], Qt.Orientation.Horizontal)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return the focus to the board on Escape."""
        if event.key() == Qt.Key.Key_Escape and not self.view.hasFocus():
            self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the layout and stop all activity; ask first about unsaved changes."""
        if not self.may_leave():
            event.ignore()
            return
        self.scrubber.setSliderDown(False)  # what waits for the scrubber to rest waits no more
        store = settings()
        store.setValue(GEOMETRY, self.saveGeometry())
        store.setValue(DOCKS, self.saveState(DOCKS_VERSION))
        self.panels.save()
        for feature in self.features:
            feature.release()
        self.view.release()
        self.pictures.stop()
        self.hints.stop()
        self.session.close()
        super().closeEvent(event)


def _dropped(event: QDropEvent) -> list[Path]:
    """Return the files of a drag."""
    urls = event.mimeData().urls()
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
