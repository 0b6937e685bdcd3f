"""A real server for a test, with a stream for each game."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.together.serving import Serving

if TYPE_CHECKING:
    from engine.together.host_folder import HostFolder
    from engine.together.host_thread import HostThread


def free_port() -> int:
    """Return a free port; the one after it, which a host uses for browsers, is free too."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = int(first.getsockname()[1])
            with contextlib.suppress(OSError):
                second.bind(("127.0.0.1", port + 1))
                return port


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    pytest.importorskip("nats")
    pytest.importorskip("nkeys")
    made = Serving(tmp_path / "server", free_port())
    made.start()
    yield made
    made.server.stop()


@pytest.fixture
def as_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Act as another user of the machine, with a data folder of their own."""

    def become(name: str) -> None:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "users" / name))

    return become


@pytest.fixture
def folder(tmp_path: Path, as_user: Callable[[str], None]) -> HostFolder:
    """Act as Ann, and prepare the folder of a host on a free port."""
    from engine.together.host_folder import HostFolder

    as_user("ann")
    made = HostFolder(tmp_path / "host")
    made.prepare("127.0.0.1", free_port())
    return made


@pytest.fixture
def host(folder: HostFolder) -> Iterator[HostThread]:
    """A host that runs beside the test."""
    from engine.together.host_thread import HostThread

    running = HostThread(folder, lambda _: None)
    running.start()
    yield running
    running.stop()
