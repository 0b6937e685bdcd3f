"""The checklist offers what is possible: mobilisation from turn 2, drops before landings."""

from __future__ import annotations

from dataclasses import replace

from engine.core import actions as act
from engine.core.effects import Clock
from engine.games import require_rulebook
from engine.games.normandy44.tracks import SCATTER

RULES = require_rulebook("normandy44").ruleset("campaign")


def offered(turn: int, phase: str, side: str, **tracks: int) -> list[tuple[str, object]]:
    opening = RULES.opening()
    clock = Clock(turn=turn, phase=phase, active=side)
    state = replace(opening, clock=clock, tracks={**opening.tracks, **tracks})
    return [(item.rule, item) for item in RULES.answers(state).checklist()]


def test_units_are_mobilised_from_turn_2_and_the_hexes_are_named() -> None:
    assert "6.7a" not in dict(offered(1, "replacement", "german"))
    item = dict(offered(2, "replacement", "german"))["6.7a"]
    assert item.places, "the hexes where the unit may be placed"


def test_the_first_line_of_the_invasion_throws_for_the_drops() -> None:
    rule, item = offered(1, "invasion", "allied")[0]
    assert rule == "20.2.1"
    assert item.action == act.NextPhase()
    assert all(i.action is None for _, i in offered(1, "invasion", "allied", **{SCATTER: 1}))


def test_replacements_are_named_by_army_and_kind() -> None:
    item = dict(offered(2, "replacement", "allied", **{"repl/us/airborne": 5}))["6.1a"]
    assert item.text.startswith("US First Army: replacements to take: 5 airborne.")
