"""The Crossing, built from its sources and listed among the games with rules."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.games import RULEBOOKS, rulebook
from engine.games.build import compile_module

HERE = Path(__file__).parent


@pytest.fixture
def crossing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the compiled module, in a user's folder."""
    folder = tmp_path / "crossing"
    shutil.copytree(HERE / "crossing", folder)
    for name, data in compile_module(folder):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    monkeypatch.setitem(RULEBOOKS, "crossing", "tests.games.toy.crossing_rules:rulebook")
    rulebook.cache_clear()
    yield folder
    rulebook.cache_clear()
