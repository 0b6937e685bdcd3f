"""Luck: one result against its column, and the exact chance of a sum."""

from __future__ import annotations

from itertools import product

import pytest

from engine.report.luck import luck_of, sum_of_dice, sum_of_lucks
from engine.rules.facts import Outcome, worth

THREE_TO_ONE = (
    Outcome("ENG", 1, 0.0),
    Outcome("EX", 1, 0.25),
    Outcome("DR", 2, 0.75),
    Outcome("D1", 2, 1.75),
)


def test_a_result_is_measured_against_the_mean_of_its_column() -> None:
    luck = luck_of("ENG", THREE_TO_ONE)
    assert luck is not None
    assert luck.expected == pytest.approx((0 + 0.25 + 2 * 0.75 + 2 * 1.75) / 6)
    assert luck.value == pytest.approx(-luck.expected)
    assert luck.chance == pytest.approx(1 / 6)


def test_the_chance_counts_results_at_least_as_extreme() -> None:
    good, even = luck_of("D1", THREE_TO_ONE), luck_of("DR", THREE_TO_ONE)
    assert good is not None
    assert even is not None
    assert good.chance == pytest.approx(2 / 6)
    assert even.value < 0
    assert even.chance == pytest.approx(4 / 6), "DR or worse"


def test_a_result_that_the_column_lacks_has_no_luck() -> None:
    assert luck_of("DMR", THREE_TO_ONE) is None
    assert luck_of("DR", ()) is None


def test_the_chance_of_a_sum_of_dice_is_exact() -> None:
    tail = sum_of_dice([6, 5, 6], range(1, 7))
    assert tail is not None
    ways = sum(sum(throw) >= 17 for throw in product(range(1, 7), repeat=3))
    assert tail.chance == pytest.approx(ways / 216)
    assert tail.expected == pytest.approx(10.5)
    assert tail.degree == "very"


def test_the_chance_of_a_sum_of_combats_is_exact() -> None:
    faces = [0.0, 0.25, 0.75, 0.75, 1.75, 1.75]
    tail = sum_of_lucks([(0.0, THREE_TO_ONE), (0.75, THREE_TO_ONE)])
    assert tail is not None
    ways = sum(a + b <= 0.75 for a, b in product(faces, repeat=2))
    assert tail.chance == pytest.approx(ways / 36)


def test_luck_of_the_two_sides_sums_to_zero() -> None:
    held = [(1.75, THREE_TO_ONE), (0.25, THREE_TO_ONE)]
    one, other = sum_of_lucks(held), sum_of_lucks(held, -1)
    assert one is not None
    assert other is not None
    assert one.value == pytest.approx(-other.value)
    assert one.chance == pytest.approx(other.chance)


def test_hundreds_of_dice_are_quick_and_their_chances_add_up() -> None:
    tail = sum_of_dice([3, 4] * 400, range(1, 7))
    assert tail is not None
    assert tail.value == pytest.approx(0)
    assert 0.5 < tail.chance < 0.52


@pytest.mark.parametrize(
    ("meaning", "value"),
    [
        ({"attacker_loss": 1, "defender_loss": 0}, -1.0),
        ({"defender_loss": 1, "retreat": [2, 2], "advance": "normal"}, 1.75),
        (
            {"defender_loss": 1, "retreat": [2, 3], "end_status": "full_retreat", "advance": "x"},
            2.25,
        ),
        ({"defender_loss": "half"}, 0.0),
        ({}, 0.0),
    ],
)
def test_step_values_of_results(meaning: dict[str, object], value: float) -> None:
    assert worth(meaning) == value
