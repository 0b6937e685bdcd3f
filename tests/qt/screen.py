"""An X server for a test, for programs under a real mouse."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

TOOLS = ("Xvfb", "xdotool")
missing = [tool for tool in TOOLS if shutil.which(tool) is None]
SIZE = (1600, 900)


@pytest.fixture
def display() -> Iterator[str]:
    """Start an X server for a test."""
    with screen() as name:
        yield name


@contextmanager
def screen(width: int = SIZE[0], height: int = SIZE[1]) -> Iterator[str]:
    """Start an X server; skip the test if it is missing."""
    if missing:
        if os.environ.get("CI"):
            pytest.fail(f"{', '.join(missing)} must be installed where the project is checked")
        pytest.skip(f"{', '.join(missing)} not installed")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as told:
        number = told.readline().strip()
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(10)


def until(what: Callable[[], bool], seconds: float = 20.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.1)
    return False
