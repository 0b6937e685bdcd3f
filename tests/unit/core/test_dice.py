"""Dice records and dice sources."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from pydantic import ValidationError

from engine.core.dice import Dice, Rolled


@pytest.mark.parametrize("values", [(), (0,), (7,), (1, 2)])
def test_values_must_be_possible(values: tuple[int, ...]) -> None:
    with pytest.raises(ValidationError, match="1 values from 1 to 6 expected"):
        Dice(sides=6, count=1, values=values, source="entered")


def test_the_same_seed_yields_the_same_dice() -> None:
    throws = [Rolled(random.Random(7)).throw(6, 10, "x") for _ in range(2)]
    assert throws[0] == throws[1]
    assert throws[0].source == "rolled"


def test_all_faces_are_equally_frequent() -> None:
    values = Rolled(random.Random(1)).throw(6, 100, "").values
    for seed in range(2, 62):
        values += Rolled(random.Random(seed)).throw(6, 100, "").values
    faces = Counter(values)
    assert set(faces) == set(range(1, 7))
    # 6,100 dice: one standard deviation of a face is about 29.
    assert all(abs(n - len(values) / 6) < 150 for n in faces.values())


def test_the_system_generator_is_the_default() -> None:
    assert 1 <= Rolled().throw(20, 1, "").values[0] <= 20
