"""Delayed work of a panel, done when its result becomes visible."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

from holland44_qt.ports import Window

REST = 60
"""Milliseconds of rest after which panels follow the timeline; the board follows at once."""


class WhenVisible(QObject):
    """Runs ``work`` at once while the panel is visible and the timeline is at rest, else later.

    In a hidden window, a panel counts as visible if it will be when the window is shown.
    """

    def __init__(self, window: Window, panel: QWidget, work: Callable[[], None]) -> None:
        super().__init__(panel)
        self._window, self._panel, self._work = window, panel, work
        self._due = False
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._when_seen)
        window.scrubber.sliderReleased.connect(self._when_seen)
        panel.installEventFilter(self)

    def call(self) -> None:
        """Request the work."""
        self._due = True
        if self._window.scrubber.isSliderDown():
            self._rest.start()
        else:
            self._when_seen()

    def _when_seen(self) -> None:
        self._rest.stop()
        if self._window.isVisible():
            is_visible = not self._panel.visibleRegion().isEmpty()
        else:
            is_visible = self._panel.isVisibleTo(self._window)
        if is_visible:
            self._do()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Run pending work when the panel becomes visible, before it is painted."""
        if event.type() == QEvent.Type.Show:
            self._do()
        return False

    def _do(self) -> None:
        if self._due:
            self._due = False
            self._work()
