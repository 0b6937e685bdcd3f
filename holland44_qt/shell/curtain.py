"""Shows a picture of the window while the program restarts.

The picture is shown by a separate process, because the window disappears with its own process. The
separate process ends when its standard input is closed: by the new window after its first painting,
or by the end of the program.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QRect, QSocketNotifier, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from engine.child_process import module_line

CURTAIN = "HOLLAND44_CURTAIN"
"""Environment variable with the file descriptor that closes the picture, and its process id."""
PATIENCE = 8.0
"""Maximum number of seconds to wait for the picture; the program then restarts without it."""


class Curtain:
    """The process that shows the picture."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def hand_over(self, environment: dict[str, str]) -> None:
        """Pass the curtain to the program that replaces this process, which removes it."""
        assert self._process.stdin is not None
        end = self._process.stdin.fileno()
        os.set_inheritable(end, True)
        environment[CURTAIN] = f"{end}:{self._process.pid}"

    def lift(self) -> None:
        """Remove the picture."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def curtain_over(window: QWidget) -> Curtain | None:
    """Show a picture of a window in its place; return None on failure.

    Returns once the picture is on the screen.
    """
    if os.name != "posix":  # elsewhere no process takes the place of another
        return None
    handle, picture = tempfile.mkstemp(suffix=".png", prefix="holland44-")
    os.close(handle)
    try:
        if not window.grab().save(picture, "PNG", 90):
            return None
        place = window.geometry()
        sides = (place.x(), place.y(), place.width(), place.height())
        numbers = [str(int(number)) for number in (*sides, window.isMaximized())]
        process = subprocess.Popen(
            module_line(__name__, picture, window.windowTitle(), *numbers),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert process.stdout is not None
        shown, _, _ = select.select([process.stdout], [], [], PATIENCE)
        on_screen = bool(shown) and process.stdout.read(1) == b"1"
        process.stdout.close()
        curtain = Curtain(process)
        if on_screen:
            return curtain
        process.kill()
        curtain.lift()
    except OSError:
        pass  # without a picture the window is away for a moment, no more
    finally:
        with suppress(OSError):
            os.unlink(picture)
    return None


def is_down() -> bool:
    """Return whether a picture of the previous window is shown."""
    return CURTAIN in os.environ


def lift() -> None:
    """Remove the picture shown before this program replaced the previous one."""
    end, _, process = os.environ.pop(CURTAIN, "").partition(":")
    if end.isdecimal() and process.isdecimal():
        with suppress(OSError):
            os.close(int(end))
        threading.Thread(target=_reap, args=(int(process),), daemon=True).start()


def _reap(process: int) -> None:
    with suppress(OSError):
        os.waitpid(process, 0)


class _Picture(QLabel):
    """A window with the picture; reports its first painting on standard output."""

    def __init__(self, picture: QPixmap, title: str, place: QRect, *, maximized: bool) -> None:
        super().__init__()
        self.setWindowTitle(title)
        self.setPixmap(picture)
        self.setScaledContents(True)
        self.setMinimumSize(1, 1)
        self.setGeometry(place)
        self._announced = False
        if maximized:
            self.showMaximized()
        else:
            self.show()

    def paintEvent(self, event: object) -> None:
        """Paint the picture, then report it."""
        super().paintEvent(event)  # type: ignore[arg-type]
        if not self._announced:
            self._announced = True
            QTimer.singleShot(50, self, self._report)

    def _report(self) -> None:
        sys.stdout.write("1")
        sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Show a picture until standard input is closed."""
    file, title, *numbers = arguments
    x, y, width, height, maximized = map(int, numbers)
    app = QApplication(sys.argv[:1])
    app.setApplicationName("holland44")
    app.setDesktopFileName("holland44")
    picture = QPixmap(str(Path(file)))
    label = _Picture(picture, title, QRect(x, y, width, height), maximized=bool(maximized))
    ended = QSocketNotifier(0, QSocketNotifier.Type.Read, label)
    ended.activated.connect(app.quit)
    return app.exec()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
