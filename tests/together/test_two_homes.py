"""Two homes behind NAT and a third host, each in a network namespace of its own."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.log.store import load
from engine.log.verify import verify
from engine.play.game import module_of

pytest.importorskip("nats")
pytest.importorskip("nkeys")
HOST, HOMES = "h44host", ("h44ann", "h44bob")
PUBLIC = "10.144.0.1"


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture
def homes() -> Iterator[None]:
    """Two namespaces that reach the host's public address, and not each other."""
    try:
        ip("netns", "add", HOST)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no right to make network namespaces")
    try:
        ip("-n", HOST, "link", "set", "lo", "up")
        ip("-n", HOST, "addr", "add", f"{PUBLIC}/32", "dev", "lo")
        for number, home in enumerate(HOMES, 1):
            ip("netns", "add", home)
            near, far = f"10.144.{number}.1", f"10.144.{number}.2"
            ends = f"veth{number}h", f"veth{number}"
            ip(
                "link",
                "add",
                ends[0],
                "netns",
                HOST,
                "type",
                "veth",
                "peer",
                ends[1],
                "netns",
                home,
            )
            for space, end, address in ((HOST, ends[0], near), (home, ends[1], far)):
                ip("-n", space, "addr", "add", f"{address}/24", "dev", end)
                ip("-n", space, "link", "set", end, "up")
            ip("-n", home, "link", "set", "lo", "up")
            ip("-n", home, "route", "add", "default", "via", near)
        yield
    finally:
        for space in (HOST, *HOMES):
            with contextlib.suppress(subprocess.CalledProcessError):
                ip("netns", "del", space)


def command(space: str, folder: Path, *arguments: str) -> tuple[list[str], dict[str, str]]:
    own = {name: str(folder / space) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    line = ["ip", "netns", "exec", space, sys.executable, "-m", "holland44_qt", *arguments]
    return line, {**os.environ, **own}


def run(space: str, folder: Path, *arguments: str, said: str = "") -> str:
    line, environment = command(space, folder, *arguments)
    done = subprocess.run(
        line, env=environment, input=said, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.soak
def test_two_homes_play_through_a_third_host(homes: None, tmp_path: Path) -> None:
    log = tmp_path / "host.txt"
    arguments = ("host", "holland44", "short", "--side", "none", "--public", PUBLIC)
    line, environment = command(HOST, tmp_path, *arguments, "-o", str(tmp_path / "h.h44log"))
    with log.open("w") as out:
        host = subprocess.Popen(line, env=environment, stdout=out, stderr=out)
    try:
        end = time.monotonic() + 90
        while "is running" not in log.read_text():
            assert host.poll() is None, log.read_text()
            assert time.monotonic() < end
            time.sleep(0.2)
        invitations = [row for row in log.read_text().splitlines() if "key=" in row]
        files = [tmp_path / f"{home}.h44log" for home in HOMES]
        for home, file, name, invitation in zip(
            HOMES, files, ("Ann", "Bob"), invitations, strict=True
        ):
            run(home, tmp_path, "join", "--name", name, "-o", str(file), said=invitation)
        across = ["ip", "netns", "exec", HOMES[0], "ping", "-c", "1", "-W", "1", "10.144.2.2"]
        with contextlib.suppress(OSError):
            assert subprocess.run(across, check=False, capture_output=True).returncode != 0
        for number in range(3):
            run(
                HOMES[0],
                tmp_path,
                "secret",
                "seal",
                str(files[0]),
                f"a{number}=x",
                "--side",
                "allied",
            )
            run(
                HOMES[1],
                tmp_path,
                "secret",
                "seal",
                str(files[1]),
                f"g{number}=x",
                "--side",
                "german",
            )
        said = run(HOMES[0], tmp_path, "chat", str(files[0]), "Well played")
        assert "Ann: Well played" in said
        assert files[0].read_bytes() == files[1].read_bytes()
        recorded = load(files[1]).log
        assert len([entry for entry in recorded.entries if entry.sealed]) == 6
        assert verify(recorded, module_of(recorded, files[1])[0].places).problems == []
    finally:
        host.terminate()
        host.wait(30)
