"""Choose the viewpoint of the window: the whole game, one side's view, or the neutral view."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QMenu

from engine.i18n import t
from engine.report.viewpoint import BOTH, NEUTRAL
from holland44_qt.commands import Command
from holland44_qt.feature import Feature

MARGIN = 8


class ViewpointFeature(Feature):
    """Feature with the command to choose a viewpoint, for games with hidden information."""

    COMMANDS = (Command("eyes", "view", "ask_eyes", ("Ctrl+Shift+L",), separator=True),)

    def ready(self) -> None:
        """Follow the game that is open."""
        self.open_menu: QMenu | None = None
        self._cameras: dict[str, tuple[float, QPointF]] = {}
        """Scale and middle of the map in each view, if the map was not fitted."""
        self.session.viewpoint_leaving.connect(self._leaving)
        self.session.opened.connect(self._opened)
        self.session.viewpoint_changed.connect(self._changed)
        self._opened()

    def release(self) -> None:
        """Close an open menu."""
        if self.open_menu is not None:
            self.open_menu.close()

    def ask_eyes(self) -> None:
        """Show a menu of viewpoints."""
        session, module = self.session, self.session.module
        if not session.hides:
            session.objected.emit(t("pictures.eyes.none", game=module.title))
            return
        menu = self.open_menu = QMenu(self.window)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.destroyed.connect(self._closed)
        choices = [(BOTH, t("pictures.eyes.all")), (NEUTRAL, t("pictures.eyes.neutral"))]
        choices += [(side.id, module.side_name(side.id)) for side in module.meta.sides]
        for viewpoint, title in choices:
            action = menu.addAction(title.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(viewpoint == session.viewpoint)
            action.triggered.connect(lambda _=False, v=viewpoint: self.look_as(v))
        menu.popup(self.view.viewport().mapToGlobal(QPoint(MARGIN, MARGIN)))

    def look_as(self, viewpoint: str) -> None:
        """Show the game from a viewpoint."""
        self.session.look_as(viewpoint)

    def _leaving(self) -> None:
        """Remember which part of the map this view shows."""
        self._cameras.pop(self.session.viewpoint, None)
        if not self.view.fitted:
            self._cameras[self.session.viewpoint] = self.view.scale_now, self.view.middle

    def _changed(self) -> None:
        """Clear the selection and messages of the previous view, and show the map as it was last
        shown in this view, or fitted: the previous view's part of the map might tell a secret.
        """
        self.view.selection.clear()
        self.window.messages.clear()
        camera = self._cameras.get(self.session.viewpoint)
        if camera is None:
            self.view.fit()
        else:
            self.view.show_at(*camera)

    def _opened(self) -> None:
        self._cameras.clear()
        self.commands.enable("eyes", self.session.recording is not None)

    def _closed(self) -> None:
        self.open_menu = None
