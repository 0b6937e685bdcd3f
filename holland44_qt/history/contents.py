"""Contents: the list of chapters and bookmarks; a click goes there."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QListView

from engine.i18n import t
from holland44_qt.feature import Feature
from holland44_qt.models.contents_model import STEP, ContentsModel
from holland44_qt.window.panels import Panel


class Contents(Feature):
    """The chapters and bookmarks of the game that is open."""

    def panels(self) -> Iterable[Panel]:
        """The list, beside the log."""
        self.model = ContentsModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setAccessibleName(t("app.dock.contents"))
        self.list.setUniformItemSizes(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        yield Panel("contents", self.list, icon="contents")

    def ready(self) -> None:
        """Keep the list as the annotations are."""
        session = self.session
        for changed in (session.opened, session.line_changed, session.annotated):
            changed.connect(self._show)
        self.list.clicked.connect(self._go)
        self.list.activated.connect(self._go)
        self._show()

    def _show(self) -> None:
        self.model.show(self.session.recording)

    def _go(self, index: QModelIndex) -> None:
        step = index.data(STEP)
        if step is not None:
            self.session.go(step)
