"""Fixtures of the rule tests: a probe, and positions to ask about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.probe import Probe
from tests.games.holland44.rules.tabletop import Json, Table


@pytest.fixture(scope="session")
def probe() -> Probe:
    return Probe()


@pytest.fixture
def table(probe: Probe) -> Callable[[Json], Table]:
    """Load a position and get a table to ask."""
    return lambda position: Table(probe, position)


@pytest.fixture
def diagram(probe: Probe) -> Callable[..., Table]:
    """Return a diagram of clear hexes, 01 to 10 both ways, with the given changes."""

    def make(units: list[Json], **board: Any) -> Table:
        position = {"turn": 3, "active": "allied", "phase": "movement", "units": units}
        for name in (
            "turn",
            "bridges",
            "control",
            "markers",
            "weather",
            "active",
            "phase",
            "options",
        ):
            if name in board:
                position[name] = board.pop(name)
        return Table(probe, {**position, "board": {"rows": [1, 10], "cols": [1, 10], **board}})

    return make
