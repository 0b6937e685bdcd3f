"""The commands host, join, invite, watch, expel and stop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core.errors import UserError
from engine.together.host_folder import HostFolder
from tests.together.conftest import free_port

pytest.importorskip("nats")
pytest.importorskip("nkeys")


def command(folder: Path, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """Run a command as a user with folders of their own."""
    own = {name: str(folder) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
    # Without a key on the command line, whatever the test's machine is called.
    return [sys.executable, "-m", "holland44_qt", *arguments], {**os.environ, **own}


def run(folder: Path, *arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    line, environment = command(folder, *arguments)
    return subprocess.run(
        line, env=environment, input=said, capture_output=True, text=True, check=False, timeout=90
    )


@pytest.fixture
def hosting(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    ann, log = tmp_path / "ann", tmp_path / "host.txt"
    arguments = ("host", "holland44", "short", "--side", "allied", "--public", "127.0.0.1")
    line, environment = command(
        ann,
        *arguments,
        "--port",
        str(free_port()),
        "--name",
        "Ann",
        "-o",
        str(tmp_path / "a.h44log"),
    )
    with log.open("w") as out:
        process = subprocess.Popen(line, env=environment, stdout=out, stderr=out, text=True)
    end = time.monotonic() + 60
    while "is running" not in log.read_text():
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < end
        time.sleep(0.1)
    yield process, log
    if process.poll() is None:
        process.kill()
        process.wait()


@pytest.mark.slow
def test_host_join_watch_expel_and_stop(
    hosting: tuple[subprocess.Popen[str], Path], tmp_path: Path
) -> None:
    process, log = hosting
    lines = log.read_text().splitlines()
    invitation = next(line for line in lines if line.startswith("holland44://") and "key=" in line)
    bob = run(
        tmp_path / "bob", "join", "--name", "Bob", "-o", str(tmp_path / "b.h44log"), said=invitation
    )
    assert (bob.returncode, bob.stderr) == (0, "")
    assert "You play german" in bob.stdout
    late = run(tmp_path / "eve", "join", invitation, "-o", str(tmp_path / "e.h44log"))
    assert late.returncode == 2
    assert late.stdout == ""  # the invitation need not be pasted
    assert "does not know your key" in late.stderr
    assert not (tmp_path / "e.h44log").exists()
    again = run(tmp_path / "ann", "host", "--invite")
    assert again.returncode == 0, again.stderr
    assert "key=" not in again.stdout  # all seats are taken
    watch = run(tmp_path / "ann", "host", "--spectator")
    assert "/watch/" in watch.stdout
    gone = run(tmp_path / "ann", "host", "--expel", ":german")
    assert gone.returncode == 0, gone.stderr
    wrong = run(tmp_path / "ann", "host", "--expel", ":nobody")
    assert wrong.returncode == 2
    assert "allied, german" in wrong.stderr
    server = next((tmp_path / "ann").rglob("server.pid")).read_text()
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0
    assert "The server has stopped" in log.read_text()
    assert "Traceback" not in log.read_text()
    assert not Path(f"/proc/{int(server)}").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("host", "holland44", "--server", "http://x"), "That is no server address"),
        (("host", "holland44", "--server", "tls://a:secret@x"), "That is no server address"),
        (("host", "holland44", "--server", "nats://127.0.0.1:9"), "--credentials"),
        (("host",), "No game is hosted yet"),
        (("host", "holland44", "short", "--side", "french"), "There is no side “french”"),
        (("host", "holland44", "short", "--dice", "loaded"), "own, referee, both, hand"),
        (("host", "--restore", "none.h44log"), "none.h44log"),
        (("host", "--spectator"), "No game is hosted yet"),
    ],
)
def test_bad_input_is_reported_in_one_sentence(
    tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    paths = ("-o", str(tmp_path / "x.h44log"), "--folder", str(tmp_path / "h"))
    done = CliRunner().invoke(app, [*arguments, *paths])
    refused = isinstance(done.exception, UserError)
    assert refused or done.exit_code == 2
    assert sentence in (str(done.exception) if refused else done.stderr)
    assert not (tmp_path / "x.h44log").exists()


@pytest.mark.slow
def test_join_asks_for_the_invitation(tmp_path: Path) -> None:
    done = run(tmp_path, "join", said="nonsense\n")
    assert done.returncode == 2
    assert "This is not an invitation" in done.stderr


@pytest.mark.parametrize("arguments", [("--invite",), ("--spectator",), ("--expel", "x")])
def test_a_folder_without_games_is_named(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    HostFolder(tmp_path).prepare("127.0.0.1", 4747)
    done = CliRunner().invoke(app, ["host", *arguments, "--folder", str(tmp_path)])
    assert "No game is hosted yet" in str(done.exception)
