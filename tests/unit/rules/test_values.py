"""Readings by value or by number; the results of a chart of two dice on a column."""

from __future__ import annotations

import pytest

from engine.core.effects import Track
from engine.modules.tables import PairChart
from engine.rules.odds import odds, results
from engine.rules.readings import ReadingOption, Readings

READINGS = Readings(
    "game",
    ReadingOption("x", ("first", "second", "third"), ("1.1",)),
    ReadingOption("y", ("is_zero", "stays_one", "one"), ("1.2",)),
)


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


@pytest.mark.parametrize(
    ("text", "value", "warned"),
    [("it stays 1", "stays_one", 0), ("Stays one!", "stays_one", 0), ("only 1", "one", 0),
     ("stays", "is_zero", 1), ("is_zero stays_one", "is_zero", 1)],
)  # fmt: skip
def test_a_reading_is_also_chosen_in_words(text: str, value: str, warned: int) -> None:
    tracks: dict[str, Track] = {"option/y": text}
    assert READINGS.value(tracks, "y") == value
    assert len(READINGS.unknown_values(tracks)) == warned


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
