from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import UserError
from engine.i18n import has
from engine.modules.module import load_module
from engine.modules.tables import Chart, Row, Terrain, lookup

CHARTS = (
    "crt",
    "determined_defense",
    "weather",
    "demolition",
    "airlanding",
    "disengagement",
    "isolation",
    "recovery",
)


def chart(name):
    return Chart.model_validate(load_module("holland44").chart(name))


@pytest.mark.parametrize(
    ("row", "label"),
    [
        (Row(low=None, high=1, cells=("-",)), "<=1"),
        (Row(low=3, high=3, cells=("-",)), "3"),
        (Row(low=3, high=6, cells=("-",)), "3-6"),
        (Row(low=7, high=None, cells=("-",)), ">=7"),
    ],
)
def test_rows_are_labelled_as_printed(row, label):
    assert row.label == label


def test_a_lookup_explains_itself():
    table = chart("determined_defense")
    found = lookup(table, 4, "city", [table.modifier("elite"), table.modifier("artillery")])
    assert (found.result, found.row, found.modified) == ("hold 0/0", "6", 6)
    assert [str(step) for step in found.steps] == [
        "column city",
        "die 4",
        "+1 for elite lead unit",
        "+1 for defensive artillery support",
        "row 6: hold 0/0",
    ]


def test_modifiers_depend_on_the_turn():
    table = chart("weather")
    assert lookup(table, 2, "AM", table.on_turn(3)).result == "clear"
    assert lookup(table, 2, "AM", table.on_turn(5)).result == "cloudy"
    assert lookup(table, 4, "PM", table.on_turn(7)).result == "overcast"


def test_the_die_is_clamped_by_the_chart():
    table = chart("recovery")
    found = lookup(table, 1, drm=-1)
    assert (found.modified, found.result) == (1, "no")
    assert "0 counts as 1" in [str(step) for step in found.steps]


def test_a_row_may_have_its_own_basis():
    plain = chart("demolition")
    rows = tuple(row.model_copy(update={"basis": ("inferred",)}) for row in plain.rows)
    assert lookup(plain, 1).basis == "card"
    assert lookup(plain.model_copy(update={"rows": rows}), 1).basis == "inferred"


def test_unknown_columns_and_dice_are_named():
    with pytest.raises(UserError, match=r"no column 9:1; it has 1:3, 1:2"):
        lookup(chart("crt"), 3, "9:1")
    with pytest.raises(UserError, match="no row for a die of 7"):
        lookup(chart("crt"), 7, "1:1")
    with pytest.raises(KeyError):
        chart("crt").modifier("elite")


@pytest.mark.parametrize("name", CHARTS)
def test_every_modified_die_has_exactly_one_row(name):
    table = chart(name)
    low, high = table.clamp or (1, 6)
    if table.modifiers and not table.clamp and name != "demolition":
        low += min(0, sum(m.value for m in table.modifiers if m.value < 0))
        high += sum(m.value for m in table.modifiers if m.value > 0)
    for die in range(low, high + 1):
        assert sum(row.holds(die) for row in table.rows) == 1, (name, die)


@pytest.mark.parametrize("name", CHARTS)
def test_every_result_is_explained(name):
    table = chart(name)
    printed = {cell for row in table.rows for cell in row.cells}
    assert printed <= set(table.results)
    assert all(len(row.cells) == len(table.columns) for row in table.rows)
    keys = [table.key, *table.notes, *(modifier.key for modifier in table.modifiers)]
    assert all(has(key) for key in keys)


@given(st.sampled_from(CHARTS), st.integers(1, 6), st.integers(-3, 3))
def test_a_lookup_never_leaves_the_chart(name, die, drm):
    table = chart(name)
    column = table.columns[0]
    try:
        found = lookup(table, die, column, drm=drm)
    except UserError:
        assert not any(row.holds(die + drm) for row in table.rows)
    else:
        assert found.result in table.results
        assert found.die == die


def test_movement_points_are_fractions():
    road = Terrain(id="r", on="route", key="k", nonmech="1", mech="1/3", basis="card")
    assert road.cost(mechanized=True) == Fraction(1, 3)
    river = Terrain(id="m", on="hexside", key="k", nonmech="+1", mech=None, basis="card")
    assert river.cost(mechanized=False) == 1
    assert river.cost(mechanized=True) is None
