"""Background loading of the rules of a game in review, after its window is shown."""

from __future__ import annotations

import contextlib
from threading import Thread

from PySide6.QtCore import QTimer

from engine.core.errors import UserError
from engine.games import rulebook
from holland44_qt.feature import Feature

AFTER, ASK = 500, 50
"""Idle milliseconds before loading starts, and between two checks for its end."""


class RulesPreloader(Feature):
    """Loader of the rules of a game in review, in its own thread, so that clicks need not wait.

    Code that needs them earlier loads them at once.
    """

    def ready(self) -> None:
        """Start loading whenever a game is opened."""
        self._thread: Thread | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._go_on)
        self.session.opened.connect(self._opened)

    def release(self) -> None:
        """Stop loading."""
        self._timer.stop()
        if self._thread is not None:
            self._thread.join()

    def _opened(self) -> None:
        self._timer.stop()
        if self.session.waits_for_rules:
            # The first time comes when all that the opening brought is done.
            self._timer.start(0)
            self._thread = None

    def _go_on(self) -> None:
        if self._timer.interval() == 0:
            self._timer.start(AFTER)
        elif self._thread is None:
            game = self.session.module.meta.id
            self._thread = Thread(target=_load, args=(game,))
            self._thread.start()
            self._timer.start(ASK)
        elif self._thread.is_alive():
            self._timer.start(ASK)
        else:
            self._loaded()

    def _loaded(self) -> None:
        self._thread = None
        lacking = self.session.lacks_rules
        if lacking is not None:
            self.session.noticed.emit(lacking)
        self.session.rules_came.emit()


def _load(game: str) -> None:
    with contextlib.suppress(UserError):  # said by whoever asks for them
        rulebook(game)
