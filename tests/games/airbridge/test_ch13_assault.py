"""Assaults (chapter 13): notes before them, and assaults on nobody."""

from __future__ import annotations

import pytest

from engine.games.airbridge.answers.odds_parts import fire_results
from engine.i18n import t
from engine.probe.questions import answer
from tests.games.airbridge.givens import A, G
from tests.games.airbridge.test_probe import position


@pytest.mark.parametrize(("kind", "noted"), [("assault", True), ("maneuver", False)])
def test_only_an_assault_notes_the_check_for_a_second_round(kind: str, noted: bool) -> None:
    """13.1g, 8.0e."""
    table = position(A, G, phase="declaration")
    plan = table.plan({"attackers": ["a"], "target": "0404", "combat": kind})
    words = t("bargain.airbridge.round", mine=6, theirs=7, of=10)
    assert (words in table.odds(plan).notes) == noted


def test_an_assault_on_nobody_has_no_armour_and_no_fire_has_no_result() -> None:
    """13.2a, 9.1c."""
    told = answer(position(A, phase="assault"), "assault", {"attackers": ["a"], "target": "0404"})
    assert (told["attacker"]["armor"], told["defender"]["armor"]) == (0, 0)
    for value in (0, -2):
        assert fire_results(position(A).position, value, None) == {0: 1}
