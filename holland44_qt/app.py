"""The application: set up, started, and kept from ever showing a traceback."""

from __future__ import annotations

import signal
import sys
import traceback
from pathlib import Path
from types import TracebackType

from platformdirs import user_log_path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from engine.core.errors import Holland44Error
from engine.i18n import t
from holland44_qt.look import dress
from holland44_qt.replay.message_bar import MessageBar
from holland44_qt.replay.window import ReplayWindow


def application() -> QApplication:
    """The running application, dressed; started if there is none."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("holland44")
    app.setApplicationDisplayName(t("app.title"))
    app.setDesktopFileName("holland44")
    dress(app)
    return app


def run(path: Path | None = None) -> int:
    """Open the window, with a log if one is given, and return the exit code when it is closed."""
    app = application()
    # Ctrl+C in the terminal ends the program at once; Qt would not notice it until an event comes.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    window = ReplayWindow()
    sys.excepthook = CrashGuard(window.messages)
    window.show()
    if path is not None:
        # After the first paint: an empty board at once is better than a full one later.
        QTimer.singleShot(0, window, lambda: window.open_path(path))
    return app.exec()


class CrashGuard:
    """Takes the place of ``sys.excepthook``: one plain sentence, and the details in a file."""

    def __init__(self, bar: MessageBar) -> None:
        self._bar = bar

    def __call__(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Report an error that nobody caught."""
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
        elif isinstance(error, Holland44Error):
            self._bar.say(str(error), "error")
        else:
            self._bar.say(crash_sentence(kind, error, trace), "error")


def crash_sentence(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> str:
    """What to tell a user about a fault of the program; writes the details to the log folder."""
    try:
        folder = user_log_path("holland44", appauthor=False, ensure_exists=True)
        file = folder / "crash.txt"
        with file.open("a", encoding="utf-8") as out:
            out.writelines(traceback.format_exception(kind, error, trace))
            out.write("\n")
    except OSError:
        return t("app.crash.unwritten", kind=kind.__name__)
    return t("app.crash", kind=kind.__name__, path=file)
