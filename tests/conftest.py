"""Fixtures for all tests: the real module, a small log, a fresh game in a temporary folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from PySide6.QtWidgets import QApplication

from engine.core import actions as act
from engine.core.garbage import collecting_seldom
from engine.log.entry import Entry, Header
from engine.log.head import head_of
from engine.log.store import LogFile
from engine.modules.module import Module, load_module
from engine.play.game import Game
from tests.thoroughness import TIMES

# The console takes its width from here once and for all; tests name the width that they want.
for name in ("COLUMNS", "LINES"):
    os.environ.pop(name, None)

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# Expected texts are English, whatever the language of the machine.
os.environ["LC_ALL"] = "C.UTF-8"

# Shared machines are slow by fits; a deadline would make tests fail for their neighbours' sake.
settings.register_profile(
    "house", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=30 * TIMES
)
settings.load_profile("house")

AT = "1944-09-17T13:00:00.000Z"
MEMORY = Path("/dev/shm")
"""A file system in memory: Qt waits for the disk whenever a setting is written."""
ROOM = 8 << 30
"""Free bytes there for the tests' folders to be made in it; a container may give only 64 MB."""


def pytest_configure(config: pytest.Config) -> None:
    # Garbage is collected seldom, from the collecting of tests on: a tenth of the time otherwise.
    seldom = collecting_seldom()
    seldom.__enter__()
    config.add_cleanup(lambda: seldom.__exit__(None, None, None))
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are cores, because some always wait for a process."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Redirect caches to one folder for all tests and their processes, never the user's own."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        patch.setenv("XDG_DATA_HOME", str(base / "data"))  # nobody's corrections hold here
        yield folder


@pytest.fixture(scope="session", autouse=True)
def _application(qapp: QApplication) -> None:
    """Create the application with widgets before a command creates one without."""


@pytest.fixture(scope="session", autouse=True)
def _no_waiting_for_disks() -> Iterator[None]:
    """Replace fsync, which can take 30 ms: no test cuts the power.

    Tests that kill programs run them in processes of their own.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _file: None)
        yield


@pytest.fixture(scope="session")
def module() -> Module:
    """The Holland '44 module, read once."""
    return load_module("holland44")


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    """A fresh campaign game."""
    with Game.new(tmp_path / "game.h44log", "holland44", "campaign", log_id="test", at=AT) as game:
        yield game


@pytest.fixture
def header() -> Header:
    """A header that matches no real module."""
    return Header(
        id="small",
        game="test",
        module="test",
        module_hash="0",
        scenario="none",
        created=AT,
    )


@pytest.fixture
def small_log(tmp_path: Path, header: Header) -> Path:
    """A closed log of four short entries, the last a branch, without files beside it."""
    path = tmp_path / "small.h44log"
    with LogFile.create(path, header) as file:
        for number, parent in ((1, 0), (2, 1), (3, 2), (4, 2)):
            note = act.Note(text=f"Märket {number} ⚑")
            file.append(Entry(id=number, parent=parent, at=AT, by="allied", action=note))
    head_of(path).unlink()
    return path
