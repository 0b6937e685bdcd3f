"""The Holland '44 board as committed, and the source it is compiled from, read once."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from engine.board.board import Board
from engine.board.source import Source

MODULE = Path(str(files("resources") / "holland44"))


@pytest.fixture(scope="session")
def board() -> Board:
    return Board.load((MODULE / "board.json").read_bytes())


@pytest.fixture(scope="session")
def source() -> Source:
    return Source(MODULE)
