"""Orders that random games of Air Bridge hardly ever play; the seeking player finds them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.autoplay import autoplay
from tests.games.airbridge.seeking import seek
from tests.games.airbridge.test_examples import Table
from tests.games.census import census


@pytest.mark.parametrize(
    ("phase", "moves"),
    [("initial", False), ("airborne", False), ("movement", True), ("mechanised", True)],
)
def test_a_unit_on_the_map_is_offered_moves_only_in_movement(phase: str, moves: bool) -> None:
    """4.0h: by its own list as by that of all legal orders."""
    table = Table("campaign", turn=3, phase=phase, active="allied").put("BR-GA-2HC", "A0105")
    orders = list(table.rules.actions_of(table.state, "BR-GA-2HC"))
    assert bool(orders) is moves


@pytest.mark.slow
def test_a_bridge_engineer_repairs_a_bridge_in_a_random_campaign(tmp_path: Path) -> None:
    """17.1a."""
    path = tmp_path / "game.h44log"
    autoplay(Table("campaign").rules, 4, 22, path, seek=seek, check=False)
    assert census(path)["movement: choose repair"]
