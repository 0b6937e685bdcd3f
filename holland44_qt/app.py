"""Application: set-up, start, and a crash guard that replaces tracebacks by a message."""

from __future__ import annotations

import gc
import signal
import sys
import time
import traceback
from functools import partial
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from platformdirs import user_log_path
from PySide6.QtCore import QEvent, QLibraryInfo, QObject, QTimer, QTranslator
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QWidget

from engine.core.errors import UserError
from engine.i18n import language, t
from holland44_qt import quick_imports  # noqa: F401  # before all modules of the window
from holland44_qt.daylight import settle
from holland44_qt.settings import last_game
from holland44_qt.shell.curtain import is_down, lift
from holland44_qt.shell.restart import AGAIN, returning, scaled, start_again

if TYPE_CHECKING:
    from holland44_qt.replay.message_bar import MessageBar
    from holland44_qt.window.table_window import TableWindow

PAUSE = 0.005
"""Seconds between two checks for the first paint."""
DETAIL = 100
"""Milliseconds after the first game is opened before its map is painted in detail; until then the
window shows the rough map and answers clicks.
"""
SETTLED = 1_000
"""Milliseconds after a game is opened before its objects are frozen for garbage collection."""

QT_TEXTS = {"es": "es", "pt": "pt_BR"}
"""Qt's translation for each supported language; Qt's own texts are English."""


def application() -> QApplication:
    """Return the running application with fonts and colours set; start it if necessary."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
        translate_qt(app)
        settle()
    from holland44_qt.look import dress  # its colours are those of the day or the night

    app.setApplicationName("holland44")
    app.setApplicationDisplayName(t("app.title"))
    app.setDesktopFileName("holland44")
    app.setWindowIcon(QIcon(str(files("resources") / "icons" / "holland44.svg")))
    dress(app)
    return app


class _QtTexts(QTranslator):
    """Qt's own texts, except that the key Ctrl is called as on keyboards and in our texts."""

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        """Return a translated text of Qt; Qt's Spanish writes "Control" for "Ctrl"."""
        if (context, source) == ("QShortcut", "Ctrl"):
            return source
        return super().translate(context, source, disambiguation, n)


def translate_qt(app: QApplication) -> None:
    """Show Qt's own texts (standard buttons, file dialogs, context menus) in the chosen
    language.
    """
    translator = _QtTexts(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    name = QT_TEXTS.get(language())
    if name is not None and translator.load(f"qtbase_{name}", folder):
        app.installTranslator(translator)


def run(path: Path | None = None) -> int:
    """Open the window, with a game if one is given, and return the exit code after it is closed.

    If the user asked for another language or size, the window is opened again.
    """
    # What a start makes stays. To look through it again and again for what nobody needs any more
    # would take a quarter of the time.
    gc.disable()
    with scaled() as environment:
        app = application()
        from holland44_qt.shell.opening_sheet import opening

        # While the last picture of the window is shown, no sheet lies over it.
        sheet = None if is_down() else opening()
        if sheet is not None:
            show_painted(sheet)
        from holland44_qt.shell.preferences import PreferencesFeature
        from holland44_qt.window.table_window import TableWindow

        # Ctrl+C in the terminal ends the program at once; Qt would not notice until an event comes.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        window = TableWindow()
        gc.freeze()
        sys.excepthook = CrashGuard(window.messages)
        if path is None:  # the start page covers the board: neither is painted without need
            _begin(window, None)
        else:
            window.messages.clear()  # a game is being opened
            window.view.tiles.hold(True)  # painting the map of another game would delay this one
        window.grab()  # laid out before the screen shows its frame, which is black until painted
        show_painted(window)
        if path is not None:  # an empty board at once is better than a full one later
            detail = partial(window.view.tiles.hold, False)
            QTimer.singleShot(0, window, lambda: _begin(window, path))
            QTimer.singleShot(0, window, lambda: QTimer.singleShot(DETAIL, window, detail))
        if sheet is not None:
            sheet.close()
        lift()
        QTimer.singleShot(SETTLED, window, gc.enable)
        Keeping(window)
        code = app.exec() if window.isVisible() else 0  # closed while it was painted
        curtain = window.feature(PreferencesFeature).curtain
        in_game = window.session.recording is not None
    return start_again(environment, curtain, in_game=in_game) if code == AGAIN else code


class _Painted(QObject):
    """Event filter that records when a widget was painted."""

    done = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Record paint events and let every event pass."""
        self.done = self.done or event.type() == QEvent.Type.Paint
        return False


def show_painted(widget: QWidget, seconds: float = 2.0) -> bool:
    """Show a widget and process events until it was painted, so that long work does not start on
    a blank window. Returns False on timeout.
    """
    painted, end = _Painted(), time.monotonic() + seconds
    widget.installEventFilter(painted)
    widget.show()  # paints a splash screen before it returns
    while not painted.done and time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(PAUSE)
    widget.removeEventFilter(painted)
    QApplication.processEvents()  # what was painted is handed to the screen
    return painted.done


class Keeping(QTimer):
    """Timer that freezes a game's objects for the garbage collector shortly after it is opened.

    Scanning thousands of entries would stall a drag of the timeline for a tenth of a second. When
    another game is opened, the previous game's objects are collected.
    """

    def __init__(self, window: TableWindow) -> None:
        super().__init__(window, singleShot=True, interval=SETTLED)
        self._kept = False
        self.timeout.connect(self._keep)
        window.session.opened.connect(self._another)

    def _keep(self) -> None:
        gc.freeze()
        self._kept = True

    def _another(self) -> None:
        if self._kept:
            self._kept = False
            gc.unfreeze()
            gc.collect()
        self.start()


def _begin(window: TableWindow, path: Path | None) -> None:
    """Open the given file, or show the start page."""
    from holland44_qt.shell.start import Start
    from holland44_qt.shell.tour import Tour

    back = returning()
    if back is not None:
        window.feature(Start).go_back_to(*back)
    elif path is not None:
        window.open_any(path)
    if window.session.recording is None:
        window.feature(Start).home()
        if last_game() is None and path is None:  # who names a file wants to see that
            window.feature(Tour).offer()


class CrashGuard:
    """Replacement for ``sys.excepthook``: shows one plain sentence and writes the details to a
    file.
    """

    def __init__(self, bar: MessageBar) -> None:
        self._bar = bar

    def __call__(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Report an uncaught error."""
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
        elif isinstance(error, UserError):
            self._bar.add(str(error), "error")
        else:
            text = "".join(traceback.format_exception(kind, error, trace))
            self._bar.add(crash_sentence(kind, error, trace), "error", text)


def crash_sentence(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> str:
    """Return the user's message about a program error, after writing the details to the log
    folder.
    """
    try:
        folder = user_log_path("holland44", appauthor=False, ensure_exists=True)
        file = folder / "crash.txt"
        with file.open("a", encoding="utf-8") as out:
            out.writelines(traceback.format_exception(kind, error, trace))
            out.write("\n")
    except OSError:
        return t("app.crash.unwritten", kind=kind.__name__)
    return t("app.crash", kind=kind.__name__, path=file)
