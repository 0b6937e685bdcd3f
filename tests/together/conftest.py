"""A real server for a test, with a stream for each game."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.together.serving import Serving


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


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
    """Be another user of the machine from now on, with a data folder of their own."""

    def become(name: str) -> None:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "users" / name))

    return become
