"""Contents: list of chapters and bookmarks; click to go there, right-click to change one."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu

from engine.i18n import t
from engine.log.annotations import MAX_TITLE
from holland44_qt.feature import Feature
from holland44_qt.frame.panels import Panel
from holland44_qt.models.contents_model import STEP, ContentsModel
from holland44_qt.when_visible import WhenVisible


class Contents(Feature):
    """Feature that lists the chapters and bookmarks of the game; the current one is marked."""

    def panels(self) -> Iterable[Panel]:
        """Return the list's panel, beside the log."""
        self.model = ContentsModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setAccessibleName(t("app.dock.contents"))
        self.list.setUniformItemSizes(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        yield Panel("contents", self.list, icon="contents")

    def ready(self) -> None:
        """Keep the list in step with the annotations."""
        session = self.session
        self._show_later = WhenVisible(self.window, self.list, self._show)
        for changed in (session.opened, session.line_changed, session.annotated):
            changed.connect(self._show)
        session.recorded.connect(self._show_later.call)
        self.list.clicked.connect(self._go)
        self.list.activated.connect(self._go)
        self.list.customContextMenuRequested.connect(self._ask)
        self.model.renamed.connect(lambda step, title: self._change(step, chapter=title))
        self._mark_later = WhenVisible(self.window, self.list, self._mark)
        session.stepped.connect(self._mark_later.call)
        self._show()

    def menu_of(self, index: QModelIndex) -> QMenu | None:
        """Return the menu of a row; None where there is none."""
        note = self.model.note(index)
        if note is None:
            return None
        step, able, menu = index.data(STEP), self.window.can_annotate, QMenu(self.list)
        menu.addAction(t("history.contents.go"), lambda: self._go(index))
        if note.chapter:
            rename = menu.addAction(t("history.contents.rename"), lambda: self.list.edit(index))
            away = menu.addAction(
                t("history.contents.remove"), lambda: self._change(step, chapter=None)
            )
            rename.setEnabled(able)
            away.setEnabled(able)
        if note.bookmark:
            unmark = menu.addAction(
                t("history.contents.unmark"), lambda: self._change(step, bookmark=False)
            )
            unmark.setEnabled(able)
        return menu

    def _show(self) -> None:
        self.model.show(self.session.recording, self.session.landmarks.turns)
        self._mark_later.call()

    def _mark(self) -> None:
        """Mark the chapter or bookmark of the current moment."""
        index = self.model.index(self.model.row_of(self.session.step), 0)
        self.list.setCurrentIndex(index)

    def _go(self, index: QModelIndex) -> None:
        step = index.data(STEP)
        if step is not None:
            self.session.go(step)

    def _ask(self, spot: QPoint) -> None:
        menu = self.menu_of(self.list.indexAt(spot))
        if menu is not None:
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.list.viewport().mapToGlobal(spot))

    def _change(self, step: int, **changes: object) -> None:
        recording = self.session.recording
        if recording is None:
            return
        entry = recording.timeline.entries[step - 1].id
        if isinstance(title := changes.get("chapter"), str):
            changes["chapter"] = title[:MAX_TITLE]

        self.session.annotate_entry(entry, lambda note: note.model_copy(update=changes))
