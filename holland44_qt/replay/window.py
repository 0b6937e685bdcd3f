"""The window: the board in the middle, the entry and the log beside it, the game's line below."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QFileDialog,
    QLabel,
    QMainWindow,
    QMenu,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t
from engine.log.store import SUFFIX
from holland44_qt.board.highlights import Highlight, highlight
from holland44_qt.board.pictures import Pictures
from holland44_qt.board.view import PAN_STEP, ZOOM_STEP, BoardView
from holland44_qt.commands import COMMANDS, MENUS, Command, build_actions
from holland44_qt.feature import Feature
from holland44_qt.features import FEATURES
from holland44_qt.icons import icon
from holland44_qt.look import FAINT, INK
from holland44_qt.models.log_model import LogModel
from holland44_qt.replay.boxes import BoxesPanel
from holland44_qt.replay.entry_panel import EntryPanel
from holland44_qt.replay.help import about_dialog, shortcuts_dialog
from holland44_qt.replay.hex_text import hex_text
from holland44_qt.replay.log_list import LogList
from holland44_qt.replay.log_panel import LogPanel
from holland44_qt.replay.message_bar import MessageBar
from holland44_qt.replay.player import SPEEDS, Player
from holland44_qt.replay.scrubber import Scrubber
from holland44_qt.session import Session
from holland44_qt.settings import Preferences, recent_files, remember_file, settings

F = TypeVar("F", bound=Feature)
GEOMETRY, DOCKS = "window/geometry", "window/docks"
DOCKS_VERSION = 1
"""Raised when docks or tool bars change, so that an old arrangement is not forced on new ones."""
SIZE = (1680, 980)
LAST = ("quit", "about")
"""Commands that stand at the end of their menus."""


def sample_game() -> Path | None:
    """A recorded game that comes with the program, if there is one."""
    folder = Path(str(files("logs")))
    return next(iter(sorted(folder.glob(f"*{SUFFIX}"))), None)


def comes_with_the_program(path: Path) -> bool:
    """Is this one of the program's own recorded games? They are looked at, not played on."""
    return path.resolve().parent == Path(str(files("logs"))).resolve()


class ReplayWindow(QMainWindow):
    """Shows a session; its features play on it."""

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
        self.scrubber = Scrubber()
        self._shown_module = self.session.module
        self._follow = True
        self._just_played = False
        self._highlight = Highlight()
        self.features: list[Feature] = [make(self) for make in FEATURES]
        self.commands: tuple[Command, ...] = COMMANDS + tuple(
            command for feature in self.features for command in feature.COMMANDS
        )
        self._lay_out()
        self._connect()
        self.setAcceptDrops(True)
        for feature in self.features:
            feature.ready()
        self._restore()
        self._opened()
        self._stepped(self.session.step)

    # -- building ---------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.messages)
        column.addWidget(self.view, 1)
        self.setCentralWidget(middle)
        right, left = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.LeftDockWidgetArea
        docks = [
            self._dock("entry", self.entry, right),
            self._dock("log", self.log_panel, right),
            self._dock("boxes", self.boxes, left),
        ]
        self.resizeDocks([docks[0], docks[2]], [440, 330], Qt.Orientation.Horizontal)
        self.resizeDocks(docks[:2], [420, 380], Qt.Orientation.Vertical)
        for feature in self.features:
            for panel in feature.panels():
                dock = self._dock(panel.name, panel.widget, panel.area)
                neighbour = next((d for d in docks if d.objectName() == panel.beside), None)
                if neighbour is not None:
                    self.tabifyDockWidget(neighbour, dock)
                    neighbour.raise_()
                dock.setVisible(panel.shown)
                docks.append(dock)
        self.actions_by_id = build_actions(self, COMMANDS, self)
        for feature in self.features:
            self.actions_by_id |= build_actions(self, feature.COMMANDS, feature)
        self._build_bars()
        self._build_menus(docks)
        self.actions_by_id["sample"].setEnabled(sample_game() is not None)
        self.actions_by_id["follow"].setChecked(self._follow)
        self._hex = QLabel()
        self._hex.setTextFormat(Qt.TextFormat.PlainText)
        self._place = QLabel()
        self.statusBar().addWidget(self._hex, 1)
        self.statusBar().addPermanentWidget(self._place)

    def _dock(self, name: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(t(f"app.dock.{name}"), self)
        dock.setObjectName(name)
        dock.setWidget(widget)
        self.addDockWidget(area, dock)
        return dock

    def _build_bars(self) -> None:
        bars = {"main": Qt.ToolBarArea.TopToolBarArea, "time": Qt.ToolBarArea.BottomToolBarArea}
        for name, area in bars.items():
            bar = QToolBar(t(f"app.bar.{name}"), self)
            bar.setObjectName(f"bar-{name}")
            bar.setMovable(False)
            for command in self.commands:
                if command.bar == name:
                    bar.addAction(self.actions_by_id[command.id])
            self.addToolBar(area, bar)
            if name == "time":
                self._speed = QToolButton()
                self._speed.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
                self._speed.setToolTip(t("app.speed.tip"))
                self._speed.setMenu(self._speed_menu())
                bar.addWidget(self._speed)
                bar.addWidget(self.scrubber)
            for button in bar.findChildren(QToolButton):
                # Keys belong to the window: Space plays, whatever was clicked last.
                button.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _speed_menu(self) -> QMenu:
        menu = QMenu(self)
        for k, speed in enumerate(SPEEDS):
            action = menu.addAction(t("app.speed", speed=f"{speed:g}"))
            action.triggered.connect(lambda _=False, k=k: self.player.set_speed(k))
        return menu

    def _build_menus(self, docks: list[QDockWidget]) -> None:
        menus = {name: self.menuBar().addMenu(t(f"app.menu.{name}")) for name in MENUS}
        # What ends a menu stays at its end, whatever the features add.
        for command in sorted(self.commands, key=lambda c: c.id in LAST):
            menu = menus[command.menu]
            if command.submenu:
                if command.submenu not in menus:
                    menus[command.submenu] = menu.addMenu(t(f"app.menu.{command.submenu}"))
                menu = menus[command.submenu]
            if command.separator:
                menu.addSeparator()
            menu.addAction(self.actions_by_id[command.id])
            if command.id == "open":
                self._recent = menus[command.menu].addMenu(t("app.menu.recent"))
                self._recent.aboutToShow.connect(self._list_recent)
        menus["view"].addSeparator()
        for dock in docks:
            menus["view"].addAction(dock.toggleViewAction())

    def _connect(self) -> None:
        session, player = self.session, self.player
        session.opened.connect(self._opened)
        session.line_changed.connect(self._line_changed)
        session.recorded.connect(self._recorded)
        session.annotated.connect(self._annotated)
        session.stepped.connect(self._stepped)
        session.failed.connect(lambda sentence: self.messages.say(sentence, "error"))
        session.noticed.connect(self.messages.say)
        player.playing_changed.connect(self._playing_changed)
        player.speed_changed.connect(self._speed_changed)
        self._speed_changed(player.speed)
        self.scrubber.valueChanged.connect(session.go)
        self.log.chosen.connect(session.go)
        self.view.hovered.connect(self._hovered)

    # -- showing ----------------------------------------------------------------------------------

    def open_path(self, path: Path, *, play: bool = True) -> bool:
        """Open a log; if that fails the message bar says why, and what was open stays."""
        self.messages.clear()
        opened = self.session.open(path, play=play and not comes_with_the_program(path))
        if opened:
            remember_file(path)
        return opened

    def open_any(self, path: Path) -> bool:
        """Open whatever it is: a log, or what a feature takes."""
        return any(feature.opens(path) for feature in self.features) or self.open_path(path)

    @property
    def can_annotate(self) -> bool:
        """Can something be said about the log? Not about the sample, which is the program's."""
        return self.session.path is not None and self.session.path != sample_game()

    def raise_dock(self, name: str) -> None:
        """Show a dock, in front of those that share its place."""
        dock = self.findChild(QDockWidget, name)
        if dock is not None:
            dock.show()
            dock.raise_()

    def feature(self, kind: type[F]) -> F:
        """The window's feature of a kind. Raises StopIteration if it has none."""
        return next(feature for feature in self.features if isinstance(feature, kind))

    def _opened(self) -> None:
        session = self.session
        if session.module.hash != self._shown_module.hash:
            self._shown_module = session.module
            self.pictures.show(session.module)
            self.view.show_module(session.module)
        self.log.show_sides(session.module)
        self.log_panel.show_module(session.module)
        self._line_changed()
        for command in COMMANDS:
            if command.menu == "replay":
                self.actions_by_id[command.id].setEnabled(session.recording is not None)
        if session.recording is None:
            self.messages.say(t("app.welcome"))

    def _line_changed(self) -> None:
        """The line of play is another one."""
        self.model.show(self.session.recording, self.session.landmarks)
        self._mark_line()

    def _recorded(self) -> None:
        """The line is longer by an entry; whoever played it looks where it was played."""
        self._just_played = True
        self.model.append(self.session.landmarks)
        self._mark_line()

    def _annotated(self) -> None:
        """Something else is said about the entries."""
        session = self.session
        self.model.annotations_changed(session.landmarks)
        self._mark_line()
        self.entry.show_step(session.module, session.state, session.current)
        shapes = session.current.annotation.shapes if session.current else ()
        self.view.show_entry(self._highlight, shapes)

    def _mark_line(self) -> None:
        session = self.session
        self.scrubber.blockSignals(True)
        self.scrubber.show_game(session.landmarks, session.module)
        self.scrubber.blockSignals(False)

    def _stepped(self, step: int) -> None:
        session = self.session
        module, state, current = session.module, session.state, session.current
        if current is not None and session.recording is not None:
            before = session.recording.state(step - 1)
            self._highlight = highlight(current.entry, before, module.places)
            self.view.show_entry(self._highlight, current.annotation.shapes)
        else:
            self._highlight = Highlight()
            self.view.show_entry(self._highlight, ())
        self.view.show_state(state)
        self.entry.show_step(module, state, current)
        self.boxes.show_state(module, state, playable=session.can_play)
        self.log.show_step(step)
        self.scrubber.setValue(step)
        if self._follow and not self._just_played:
            self.view.look_at(self._action_hexes())
        self._just_played = False
        self._name(step)

    def _action_hexes(self) -> list[int]:
        """Where to look: the annotator's camera, or else what the entry touched."""
        current = self.session.current
        camera = current.annotation.camera if current is not None else None
        if camera is None:
            return list(self._highlight.hexes)
        index = self.session.module.board.index
        return [index[number] for number in camera.hexes if number in index]

    def _name(self, step: int) -> None:
        session = self.session
        if session.recording is None:
            self.setWindowTitle(t("app.title"))
            self._place.clear()
            return
        place = t("app.place", step=step, last=session.length)
        title = session.recording.log.header.title or str(session.path)
        self.setWindowTitle(t("app.title.game", game=title, place=place))
        self._place.setText(place)

    def _hovered(self, place: int) -> None:
        shown = place >= 0
        text = hex_text(self.session.module, self.session.state, place) if shown else ""
        self._hex.setText(text)

    def _playing_changed(self, playing: bool) -> None:
        action = self.actions_by_id["play"]
        action.setChecked(playing)
        action.setIcon(icon("pause" if playing else "play", INK, FAINT))

    def _speed_changed(self, index: int) -> None:
        self._speed.setText(t("app.speed", speed=f"{SPEEDS[index]:g}"))

    def _list_recent(self) -> None:
        self._recent.clear()
        for path in recent_files():
            action = self._recent.addAction(str(path).replace("&", "&&"))
            action.triggered.connect(lambda _=False, p=path: self.open_path(p))
        if self._recent.isEmpty():
            self._recent.addAction(t("app.recent.none")).setEnabled(False)

    # -- commands (see holland44_qt.commands) -----------------------------------------------------

    def ask_and_open(self) -> None:
        """Ask for a log and open it."""
        start = self.session.path.parent if self.session.path else Path.home()
        kinds = t("app.open.kinds", suffix=SUFFIX)
        name, _ = QFileDialog.getOpenFileName(self, t("app.open.title"), str(start), kinds)
        if name:
            self.open_path(Path(name))

    def open_sample(self) -> None:
        """Open the game that comes with the program."""
        sample = sample_game()
        if sample is not None:
            self.open_path(sample, play=False)

    def zoom_in(self) -> None:
        """Show less, larger."""
        self.view.zoom_by(ZOOM_STEP)

    def zoom_out(self) -> None:
        """Show more, smaller."""
        self.view.zoom_by(1 / ZOOM_STEP)

    def fit(self) -> None:
        """Show the whole map."""
        self.view.fit()

    def zoom_to_action(self) -> None:
        """Show what the entry did, large enough to read."""
        self.view.zoom_to(self._action_hexes())

    def pan_west(self) -> None:
        """Push the view west."""
        self.view.pan(-PAN_STEP, 0)

    def pan_east(self) -> None:
        """Push the view east."""
        self.view.pan(PAN_STEP, 0)

    def pan_north(self) -> None:
        """Push the view north."""
        self.view.pan(0, -PAN_STEP)

    def pan_south(self) -> None:
        """Push the view south."""
        self.view.pan(0, PAN_STEP)

    def follow(self, on: bool) -> None:
        """Move the view to where things happen, or leave it alone."""
        self._follow = on

    def full_screen(self, on: bool) -> None:
        """Fill the screen, or be a window again."""
        self.setWindowState(
            self.windowState() | Qt.WindowState.WindowFullScreen
            if on
            else self.windowState() & ~Qt.WindowState.WindowFullScreen
        )

    def first(self) -> None:
        """To the beginning."""
        self.session.first()

    def last(self) -> None:
        """To the end."""
        self.session.last()

    def back(self) -> None:
        """One entry back."""
        self.session.back()

    def forward(self) -> None:
        """One entry on."""
        self.session.forward()

    def previous_phase(self) -> None:
        """To the start of this phase, or of the one before."""
        self.session.previous_phase()

    def next_phase(self) -> None:
        """To the next phase."""
        self.session.next_phase()

    def play(self, on: bool) -> None:
        """Play, or pause."""
        if on:
            self.player.start()
        else:
            self.player.stop()
        # With nothing to play the button must not stay down.
        self.actions_by_id["play"].setChecked(self.player.playing)

    def stop(self) -> None:
        """Stop playing."""
        self.player.stop()

    def faster(self) -> None:
        """Play faster."""
        self.player.set_speed(self.player.speed + 1)

    def slower(self) -> None:
        """Play slower."""
        self.player.set_speed(self.player.speed - 1)

    def shortcuts(self) -> None:
        """Show all shortcuts."""
        shortcuts_dialog(self, self.commands).show()

    def about(self) -> None:
        """Say whose program and game this is."""
        about_dialog(self, self.session.module).show()

    # -- the window itself ------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A file may be dropped."""
        if _dropped(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        path = _dropped(event)
        if path is not None:
            event.acceptProposedAction()
            self.open_any(path)

    def _restore(self) -> None:
        kept = settings()
        geometry, docks = kept.value(GEOMETRY), kept.value(DOCKS)
        if not (isinstance(geometry, QByteArray) and self.restoreGeometry(geometry)):
            self.resize(*SIZE)
        if isinstance(docks, QByteArray):
            self.restoreState(docks, DOCKS_VERSION)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember how the window stood, and stop whatever runs."""
        kept = settings()
        kept.setValue(GEOMETRY, self.saveGeometry())
        kept.setValue(DOCKS, self.saveState(DOCKS_VERSION))
        self.player.stop()
        for feature in self.features:
            feature.release()
        self.view.release()
        self.session.close()
        super().closeEvent(event)


def _dropped(event: QDropEvent) -> Path | None:
    """The first file of what is dragged."""
    urls = event.mimeData().urls()
    local = (Path(url.toLocalFile()) for url in urls if url.isLocalFile())
    return next(local, None)
