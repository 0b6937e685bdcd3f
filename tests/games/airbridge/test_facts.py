"""What reports and the window are told of combats fought by the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games.airbridge.rulebook import rulebook
from engine.play.game import Recording

LOGS = Path(__file__).parents[3] / "logs"


@pytest.mark.parametrize(
    ("log", "fights"),
    [
        (
            "air-bridge-introductory",
            {35: ("8:4", "3-1", (10,), "BF1"), 38: ("24:4", "23-26", (5,), "3")},
        ),
        (
            "13.2-assault-in-the-forest",
            {13: ("14:9", "11-14", (3,), "2"), 15: ("12:7", "11-14", (9,), "1")},
        ),
    ],
)
def test_both_combats_are_fights(log: str, fights: dict[int, tuple[object, ...]]) -> None:
    played = Recording.load(LOGS / f"{log}.h44log")
    facts = rulebook().facts(played.module, played.log.header.scenario)
    told = {}
    for number, entry in enumerate(played.timeline.entries, 1):
        fight = facts.fight(entry, played.state(number - 1))
        if fight is not None:
            told[number] = (fight.odds, fight.column, fight.dice, fight.result)
            assert fight.attackers
            assert fight.defenders
            assert all(shift.by and shift.why for shift in fight.shifts)
    assert told == fights
