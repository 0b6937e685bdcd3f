"""Rare orders are offered by the rules, and the seeking player finds them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.reducer import apply
from engine.play.autoplay import draw
from engine.rules.judge import play
from engine.rules.ports import GivenPosition
from tests.games.ardenas.seeking import seek
from tests.games.ardenas.tabletop import BOOK, allied, attack, given, unit
from tests.games.census import label

HURT: dict[str, Any] = {"status": ["affected"]}
FIGHTER: dict[str, Any] = {"kind": "fighter", "combat": 4, "movement": 14}


def is_played(
    found: GivenPosition, wanted: str, seed: int, steps: int, first: act.Action | None = None
) -> bool:
    """Whether a random game from a position has an order or answer of a label."""
    ruleset: Any = found.ruleset
    state, chance, dice = found.state, random.Random(seed), Rolled(random.Random(seed))
    for _ in range(steps):
        action = first or seek(ruleset, state, chance) or draw(ruleset, state, chance)
        if action is None:
            return False
        if label(state.clock.phase, action, ruleset.places) == wanted:
            return True
        played, before = play(ruleset, state, action, dice), state
        state = apply(before, played.effects, ruleset.places)
        assert list(ruleset.invariants(state, before)) == []
        first = None
    return False


def test_fighters_seek_enemy_aircraft_from_base_to_base() -> None:
    """Section 8.4: on the map of the game the bases are 35 hexes apart."""
    told = {"game": "ardenas", "scenario": "full", "turn": 8, "active": "german"}
    planes = [
        {"id": name, "hex": hex_}
        for name, hex_ in (("GE-F1", "4820"), ("GE-F2", "4822"), ("US-F1", "2520"))
    ]
    found = BOOK.parse_position(
        told | {"weather": "good", "phase": "air", "subturn": 1, "units": planes}
    )
    assert is_played(found, "air: declare_attack", 1, 120)


@pytest.mark.parametrize("phase", ["groupings", "engineers", "capture"])
def test_affected_units_with_the_same_factors_are_rebuilt_in_any_phase(phase: str) -> None:
    """Section 8.1.2: at any moment of the own ground turn."""
    pair = unit("a", "1515", **HURT), unit("b", "1515", **HURT)
    found = given(*pair, phase=phase)
    assert is_played(found, f"{phase}: ardenas.rebuild", 1, 12)


def test_counters_that_attack_together_in_the_area_leave_a_choice_of_losses() -> None:
    """Section 8.1: the attacker chooses which counter of a combat the result strikes."""
    own = [unit(n, "1515", combat=6) for n in "abcd"]
    enemies = [allied(n, "1514", combat=1) for n in "xyz"]
    found = given(*own, *enemies, phase="combat")
    order = attack("a b c d", "1514")
    label_ = "combat: choose area_loss"
    assert any(is_played(found, label_, seed, 40, order) for seed in range(1, 49))
