"""Separate process for the computer's computation, so that the window stays responsive."""

from __future__ import annotations

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from engine.child_process import module_line
from engine.i18n import t
from engine.opponent.thinking import Task, framed, thought_of

GOODBYE = 2000
"""Milliseconds to wait for a stopped process."""


class ThinkingProcess(QObject):
    """Process that starts with the first task; ``stop`` terminates it at once.

    ``thought`` emits a :class:`~engine.opponent.thinking.ThinkingResult`, ``failed`` a sentence
    when the process cannot start or dies.
    """

    thought = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None

    @property
    def running(self) -> bool:
        """Return whether the process runs and has the rules of the last task."""
        return self._process is not None

    def give(self, task: Task) -> None:
        """Send a task; the first one after a start must include the rules."""
        if self._process is None:
            self._process = self._started()
        self._process.write(framed(task))

    def stop(self) -> None:
        """Terminate the process at once and drop its computation."""
        process, self._process = self._process, None
        if process is not None:
            process.blockSignals(True)
            process.kill()
            process.waitForFinished(GOODBYE)
            process.deleteLater()

    def _started(self) -> QProcess:
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("PYTHONIOENCODING", "utf-8")
        process.setProcessEnvironment(environment)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._died)
        process.errorOccurred.connect(self._died)
        program, *arguments = module_line("engine.opponent")
        process.start(program, arguments)
        return process

    def _read(self) -> None:
        process = self._process
        while process is not None and process is self._process and process.canReadLine():
            self.thought.emit(thought_of(bytes(process.readLine().data())))

    def _died(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        message = bytes(process.readAllStandardError().data()).decode(errors="replace").strip()
        process.deleteLater()
        last = message.splitlines()[-1] if message else process.errorString()
        self.failed.emit(t("opponent.window.died", why=last))
