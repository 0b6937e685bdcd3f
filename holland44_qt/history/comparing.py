"""Comparing: one entry is kept as A, the entry shown is B; the board and a list show the change."""

from __future__ import annotations

from collections.abc import Iterable

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

from engine.core.state import State
from engine.i18n import t
from holland44_qt.commands import Command
from holland44_qt.feature import Feature, Panel
from holland44_qt.history.compare_layer import CompareLayer
from holland44_qt.models.changes import changes
from holland44_qt.models.changes_model import HEXES, ChangesModel


class ComparePanel(QWidget):
    """What is compared, and the list of what changed."""

    def __init__(self, model: ChangesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel(self)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.start = QPushButton(t("history.compare.start"), self)
        self.start.setToolTip(t("app.command.compare.help"))
        self.stop = QPushButton(t("history.compare.stop"), self)
        self.stop.setToolTip(t("app.command.compare_off.help"))
        self.list = QListView(self)
        self.list.setModel(model)
        self.list.setAccessibleName(t("app.dock.compare"))
        self.list.setWordWrap(True)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        row = QHBoxLayout()
        row.addWidget(self.start)
        row.addWidget(self.stop)
        row.addStretch()
        column = QVBoxLayout(self)
        column.addWidget(self.title)
        column.addWidget(self.list, 1)
        column.addLayout(row)


class Comparing(Feature):
    """A is kept as a position, so that it can be compared with entries of other lines too."""

    COMMANDS = (
        Command("compare", "replay", "start", ("Ctrl+D",), separator=True),
        Command("compare_off", "replay", "stop", ("Ctrl+Shift+D",)),
    )

    def panels(self) -> Iterable[Panel]:
        """The list, beside the log."""
        self.model = ChangesModel(self)
        self.panel = ComparePanel(self.model)
        yield Panel(
            "compare",
            self.panel,
            Qt.DockWidgetArea.RightDockWidgetArea,
            shown=False,
            beside="log",
        )

    def ready(self) -> None:
        """Compare anew at each step."""
        session = self.session
        self.layer = CompareLayer(session.module.board, self.view.map_bounds, self.window.pictures)
        self.view.add_layer(self.layer, 1.8)
        self._kept: tuple[int, State] | None = None
        session.opened.connect(self.stop)
        session.stepped.connect(self._show)
        self.panel.start.clicked.connect(self.start)
        self.panel.stop.clicked.connect(self.stop)
        self.panel.list.clicked.connect(self._look)
        self.panel.list.activated.connect(self._look)
        self._show()

    # -- commands ---------------------------------------------------------------------------------

    def start(self) -> None:
        """Keep the position shown as A."""
        current = self.session.current
        self._kept = (current.entry.id if current else 0, self.session.state)
        self.window.raise_dock("compare")
        self._show()

    def stop(self) -> None:
        """Compare no more."""
        self._kept = None
        self._show()

    # -- what follows -----------------------------------------------------------------------------

    def _show(self) -> None:
        session, kept = self.session, self._kept
        self.panel.start.setEnabled(session.recording is not None)
        for command, able in (("compare", session.recording is not None), ("compare_off", kept)):
            self.window.actions_by_id[command].setEnabled(bool(able))
        self.panel.stop.setEnabled(kept is not None)
        if kept is None:
            self.panel.title.setText(t("history.compare.hint"))
            self.model.show((), session.state, session.module)
            self.layer.show_changes((), session.state, session.module.places)
            return
        entry, before = kept
        found = changes(before, session.state, session.module.places)
        self.model.show(found, before, session.module)
        self.layer.show_changes(found, before, session.module.places)
        shown = session.current.entry.id if session.current else 0
        count = self.model.rowCount()
        key = "history.compare.title.one" if count == 1 else "history.compare.title"
        title = t(key, a=entry, b=shown, count=count)
        self.panel.title.setText(title if entry != shown else t("history.compare.same", a=entry))

    def _look(self, index: QModelIndex) -> None:
        hexes = index.data(HEXES)
        if hexes:
            self.view.look_at(hexes)
            self.view.flash(hexes[-1:])
