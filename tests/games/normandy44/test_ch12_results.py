"""Combat results (chapter 12): units that ignore a retreat, and units that take a loss."""

from __future__ import annotations

import pytest

from engine.rules.judge import Forbidden
from tests.games.normandy44.givens import against_the_rules, refused
from tests.games.normandy44.tabletop import Table, allied, german


@pytest.mark.parametrize(
    ("steps", "option", "hex_"),
    [(1, "ignore", "0505"), (1, "retreat", "0509"), (3, None, "0509")],
)
def test_after_a1_d2_the_survivors_may_stay_if_the_force_is_lost(
    steps: int, option: str | None, hex_: str
) -> None:
    """12.6: they ignore the retreat, but nobody tries a determined defence (12.1)."""
    units = [
        allied("a", "0504", 12, steps=steps, max_steps=3),
        german("x", "0505", 2, steps=3, max_steps=3),
    ]
    table = Table(units)
    table.attack(["a"], "0505", 5)
    if option:
        assert table.options == ["ignore", "retreat"]
        question = table.rules.answers(table.state).question()
        assert question is not None
        assert question.text.endswith("Do the defenders stay or retreat?")
        table.choose(option)
    if hex_ == "0509":
        table.choose("x 0506 0507 0508 0509")
    assert table.at("x") == hex_


def test_advisory_rules_let_another_unit_of_the_side_take_a_loss() -> None:
    """12.2.2."""
    stack = [german(name, "0505", 2) for name in ("x", "z")]
    table = Table([allied("a", "0504", 12), german("y", "0101", 2), *stack])
    table.attack(["a"], "0505", 5)  # A1/D1
    assert table.options == ["x", "z"]
    assert refused(table, "y") == {"12.2.2"}
    with pytest.raises(Forbidden):
        against_the_rules(table, "a")
    against_the_rules(table, "y")
    assert (table.unit("y").steps, table.unit("x").steps) == (1, 2)
