"""Comparison of a stored entry A with the current entry, on the board and as a list of changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import UserError
from engine.core.state import State
from engine.i18n import t
from engine.play.game import Recording
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.frame.panels import Panel
from holland44_qt.history.compare_layer import CompareLayer
from holland44_qt.models.changes import changes
from holland44_qt.models.changes_model import HEXES, ChangesModel

if TYPE_CHECKING:
    from holland44_qt.report.side_by_side import SideBySide


@dataclass(frozen=True)
class StoredMoment:
    """Moment stored as A: its step, its entry (0: before the first) and its position."""

    step: int
    entry: int
    state: State
    recording: Recording | None
    """Recording on the line that was current when A was stored."""


class ComparePanel(QWidget):
    """Panel with the compared moments and the list of changes."""

    def __init__(self, model: ChangesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel(self)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.start = QPushButton(t("history.compare.start"), self)
        self.start.setToolTip(t("app.command.compare.help"))
        self.stop = QPushButton(t("history.compare.stop"), self)
        self.stop.setToolTip(t("app.command.compare_off.help"))
        self.beside = QPushButton(t("report.twin.window"), self)
        self.beside.setToolTip(t("app.command.side_by_side.help"))
        self.list = QListView(self)
        self.list.setModel(model)
        self.list.setAccessibleName(t("app.dock.compare"))
        self.list.setWordWrap(True)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        row = QHBoxLayout()
        row.addWidget(self.start)
        row.addWidget(self.stop)
        row.addWidget(self.beside)
        row.addStretch()
        column = QVBoxLayout(self)
        column.addWidget(self.title)
        column.addWidget(self.list, 1)
        column.addLayout(row)


class Comparing(Feature):
    """Feature for comparisons.

    A is stored as a position, so that it can be compared with entries of other lines.
    """

    COMMANDS = (
        Command("compare", "replay", "start", ("Ctrl+D",), submenu="compare"),
        Command("compare_off", "replay", "stop", ("Ctrl+Shift+D",), submenu="compare"),
        Command("side_by_side", "replay", "side_by_side", ("Ctrl+Alt+B",), submenu="compare"),
    )

    def panels(self) -> Iterable[Panel]:
        """Return the panel, beside the log."""
        self.model = ChangesModel(self)
        self.panel = ComparePanel(self.model)
        yield Panel("compare", self.panel, icon="compare")

    def ready(self) -> None:
        """Compare again at each step."""
        session = self.session
        self.layer = CompareLayer(session.module.board, self.view.map_bounds, self.window.pictures)
        self.view.add_layer(self.layer, 1.8)
        self._marked_moment: StoredMoment | None = None
        self.twin: SideBySide | None = None
        session.leaving.connect(self.release)
        session.leaving.connect(self.stop)
        session.stepped.connect(self._show)
        self.panel.start.clicked.connect(self.start)
        self.panel.stop.clicked.connect(self.stop)
        self.panel.beside.clicked.connect(self.side_by_side)
        self.panel.list.clicked.connect(self._show_marks)
        self.panel.list.activated.connect(self._show_marks)
        self._show()

    def release(self) -> None:
        """Close the second window too."""
        if self.twin is not None:
            self.twin.close()

    # -- commands ---------------------------------------------------------------------------------

    def start(self) -> None:
        """Store the current position as A."""
        current = self.session.current
        entry = current.entry.id if current else 0
        self._marked_moment = StoredMoment(
            self.session.step, entry, self.session.state, self.session.recording
        )
        self.window.panels.show("compare")
        self._show()

    def stop(self) -> None:
        """End the comparison."""
        self._marked_moment = None
        self._show()

    def side_by_side(self) -> None:
        """Show the current position beside A, or else beside the end of the previous turn."""
        from holland44_qt.report.side_by_side import SideBySide

        recording, stored = self.session.recording, self._marked_moment
        if recording is None:
            return
        self.release()
        at_left = (stored.recording, stored.step) if stored and stored.recording else None
        view = self.view
        sight = None if view.fitted else (view.scale_now, view.middle)
        try:
            self.twin = SideBySide(recording, self.session.step, at_left, sight, self.window)
        except UserError as error:
            self.window.messages.add(str(error), "error")
            return
        self.twin.destroyed.connect(self._removed)
        self.twin.show()

    def _removed(self) -> None:
        self.twin = None

    # -- what follows -----------------------------------------------------------------------------

    def _show(self) -> None:
        session, stored = self.session, self._marked_moment
        self.panel.start.setEnabled(session.recording is not None)
        open_ = session.recording is not None
        for command, able in (("compare", open_), ("compare_off", stored), ("side_by_side", open_)):
            self.commands.enable(command, bool(able))
        self.panel.beside.setEnabled(open_)
        self.panel.stop.setEnabled(stored is not None)
        if stored is None:
            self.panel.title.setText(t("history.compare.hint"))
            self.model.show((), session.state, session.module)
            self.layer.show_changes((), session.state, session.module.places)
            return
        differences = changes(stored.state, session.state, session.module.places)
        self.model.show(differences, stored.state, session.module)
        self.layer.show_changes(differences, stored.state, session.module.places)
        self.panel.title.setText(self._title(stored))

    def _title(self, stored: StoredMoment) -> str:
        """Return the title of the compared moments; entries are numbered along their line."""
        session, count = self.session, self.model.changes
        shown = session.current.entry.id if session.current else 0
        if stored.entry == shown:
            return t("history.compare.same", a=stored.step)
        line = session.recording.timeline.entries if session.recording is not None else ()
        here = not stored.entry or stored.entry in {
            e.id for e in line[stored.step - 1 : stored.step]
        }
        a = t("history.compare.a" if here else "history.compare.a.elsewhere", step=stored.step)
        return t("history.compare.title", a=a, b=session.step, count=count)

    def _show_marks(self, index: QModelIndex) -> None:
        hexes = index.data(HEXES)
        if hexes:
            self.view.look_at(hexes)
            self.view.flash(hexes[-1:])
