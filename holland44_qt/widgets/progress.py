"""Long work in a process of its own, with a progress dialog."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer
from PySide6.QtWidgets import QProgressDialog, QPushButton, QWidget

from engine.child_process import module_line
from engine.i18n import t
from holland44_qt.plain_text import tip

PATIENCE = 500
"""Milliseconds until the dialog shows itself."""
WIDTH = 420


class Work(QObject):
    """Runs ``python -m <module> <arguments>``, which prints its progress as lines "done total".

    A process, unlike a thread, can be cancelled at any moment, never blocks the window, and may
    draw. Its standard error is the reason if it fails.
    """

    def __init__(
        self,
        title: str,
        module: str,
        arguments: Sequence[str],
        done: Callable[[], object],
        failed: Callable[[str], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._done, self._failed = done, failed
        self.cancelled = False
        self.dialog = QProgressDialog(tip(title), t("shell.progress.cancel"), 0, 0, parent)
        self.dialog.setWindowTitle(t("app.title"))
        self.dialog.setMinimumWidth(WIDTH)
        self.dialog.setAutoClose(False)
        self.dialog.setAutoReset(False)
        self.dialog.setMinimumDuration(24 * 3600 * 1000)  # shown by our own clock alone
        for button in self.dialog.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter, pressed once too often, stops nothing
        self.dialog.canceled.connect(self.cancel)
        self.dialog.rejected.connect(self.dialog.canceled)  # Esc, where its shortcut is not active
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self.dialog.show)
        self.process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("QT_QPA_PLATFORM", "offscreen")
        environment.insert("PYTHONIOENCODING", "utf-8")
        environment.remove("QT_SCALE_FACTOR")
        self.process.setProcessEnvironment(environment)
        self.process.readyReadStandardOutput.connect(self._read)
        self.process.finished.connect(self._finished)
        self.process.errorOccurred.connect(self._error)
        self._patience.start()
        program, *rest = module_line(module, *arguments)
        self.process.start(program, rest)

    @property
    def running(self) -> bool:
        """Return whether the process is running."""
        return self.process.state() != QProcess.ProcessState.NotRunning

    def cancel(self) -> None:
        """Stop the process. Files are written only at the end, so no partial file is left."""
        self.cancelled = True
        self.process.kill()

    def stop(self) -> None:
        """Stop the process and wait for its end."""
        if self.running:
            self.cancel()
            self.process.waitForFinished(5000)

    def _read(self) -> None:
        lines = bytes(self.process.readAllStandardOutput().data()).decode().split(os.linesep)
        numbers = [line.split() for line in lines if line.strip()]
        if numbers and all(part.isdigit() for part in numbers[-1]) and len(numbers[-1]) == 2:
            done, total = map(int, numbers[-1])
            self.dialog.setMaximum(total)
            self.dialog.setValue(min(done, total))

    def _finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._close()
        if self.cancelled:
            return
        if code == 0 and status == QProcess.ExitStatus.NormalExit:
            self._done()
            return
        message = bytes(self.process.readAllStandardError().data()).decode(errors="replace").strip()
        self._failed(message or t("shell.progress.died"))

    def _error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._close()
            self._failed(self.process.errorString())

    def _close(self) -> None:
        self._patience.stop()
        self.dialog.hide()
        self.dialog.deleteLater()
        self.deleteLater()
