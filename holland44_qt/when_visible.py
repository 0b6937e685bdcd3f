"""Work for a panel that is done when somebody can see what comes of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

from holland44_qt.ports import Window

REST = 60
"""Milliseconds for which the scrubber stands still before panels follow; the board does at once."""


class WhenVisible(QObject):
    """Calls ``work`` at once while the panel is in sight and nobody scrubs; else when that is so.

    While somebody scrubs it is called when the scrubber rests. In a window that is not shown yet, a
    panel is in sight that will be when the window is.
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
        """There is something to be done."""
        self._due = True
        if self._window.scrubber.isSliderDown():
            self._rest.start()
        else:
            self._when_seen()

    def _when_seen(self) -> None:
        self._rest.stop()
        if self._window.isVisible():
            seen = not self._panel.visibleRegion().isEmpty()
        else:
            seen = self._panel.isVisibleTo(self._window)
        if seen:
            self._do()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The panel comes into sight: what is due is done before it is painted."""
        if event.type() == QEvent.Type.Show:
            self._do()
        return False

    def _do(self) -> None:
        if self._due:
            self._due = False
            self._work()
