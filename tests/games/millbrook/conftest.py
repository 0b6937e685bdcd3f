"""Millbrook, built from its sources and listed among the games with rules."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.games import RULEBOOKS, rulebook
from engine.games.build import compile_module

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the compiled module, in a user's folder."""
    folder = tmp_path_factory.mktemp("games") / "millbrook"
    shutil.copytree(HERE / "data", folder)
    for name, data in compile_module(folder):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def millbrook(compiled: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the compiled module while its rules are listed."""
    monkeypatch.setitem(RULEBOOKS, "millbrook", "tests.games.millbrook.rules:rulebook")
    rulebook.cache_clear()
    yield compiled
    rulebook.cache_clear()
