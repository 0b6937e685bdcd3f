"""The Holland '44 board as committed, read once."""

from __future__ import annotations

from importlib.resources import files

import pytest

from engine.board.board import Board


@pytest.fixture(scope="session")
def board_bytes() -> bytes:
    return (files("resources") / "holland44" / "board.json").read_bytes()


@pytest.fixture(scope="session")
def board(board_bytes: bytes) -> Board:
    return Board.load(board_bytes)
