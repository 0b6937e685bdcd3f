"""Work for a panel that is done when somebody can see what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDockWidget, QWidget

if TYPE_CHECKING:
    from holland44_qt.replay.window import ReplayWindow


class Later(QObject):
    """Calls ``work`` at once while the panel is in sight and nobody scrubs; else when that is so.

    A dock behind another tab counts as visible for Qt; here it does not.
    """

    def __init__(self, window: ReplayWindow, panel: QWidget, work: Callable[[], None]) -> None:
        super().__init__(panel)
        self._window, self._panel, self._work = window, panel, work
        self._due = False
        window.scrubber.sliderReleased.connect(self._released)
        dock = panel.parent()
        if isinstance(dock, QDockWidget):
            dock.visibilityChanged.connect(self._shown)

    def call(self) -> None:
        """There is something to be done."""
        self._due = True
        if not self._window.scrubber.isSliderDown() and not self._panel.visibleRegion().isEmpty():
            self._do()

    def _released(self) -> None:
        if not self._panel.visibleRegion().isEmpty():
            self._do()

    def _shown(self, visible: bool) -> None:
        if visible:
            self._do()

    def _do(self) -> None:
        if self._due:
            self._due = False
            self._work()
