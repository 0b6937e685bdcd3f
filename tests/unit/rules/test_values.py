"""Readings by value or by number; the results of a chart of two dice on a column."""

from __future__ import annotations

import pytest

from engine.modules.tables import PairChart
from engine.rules.odds import odds, results
from engine.rules.readings import ReadingOption, Readings

READINGS = Readings("game", ReadingOption("x", ("first", "second", "third"), ("1.1",)))


@pytest.mark.parametrize(
    ("held", "value"),
    [
        (None, "first"), (0, "first"), (1, "second"), (2, "third"), (3, "first"), (-1, "first"),
        ("third", "third"), ("fourth", "first"), (True, "first"), (False, "first"),
    ],
)  # fmt: skip
def test_a_reading_has_its_chosen_value_or_the_first(held: int | str | None, value: str) -> None:
    tracks = {} if held is None else {"option/x": held}
    assert READINGS.value(tracks, "x") == value


def test_all_sums_of_two_dice_have_results_on_a_column() -> None:
    rows = [
        {"label": "a", "sums": [2, 3], "cells": ["A", "B"]},
        {"label": "b", "sums": list(range(4, 13)), "cells": ["C", "D"]},
    ]
    chart = PairChart.model_validate(
        {"format": "h44pairs/1", "id": "p", "key": "k", "rule": "1", "columns": ["1:1", "2:1"],
         "rows": rows, "basis": "stated"}
    )  # fmt: skip
    found = results(chart, odds(9, 4, (), chart))
    assert found == {2: "B", 3: "B", **dict.fromkeys(range(4, 13), "D")}
    assert set(results(chart, odds(4, 4, (), chart)).values()) == {"A", "C"}
