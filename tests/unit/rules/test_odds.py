import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import UserError
from engine.modules.module import load_module
from engine.modules.tables import Chart
from engine.rules.odds import (
    Strength,
    column_name,
    column_number,
    column_of,
    odds,
    resolve,
    results,
    total,
)

FIXTURE = Path(__file__).parents[2] / "fixtures" / "holland44" / "example_combats.csv"
EXAMPLES = list(csv.DictReader(FIXTURE.read_text(encoding="utf-8").splitlines()))

strengths = st.integers(1, 200)


@pytest.fixture(scope="module")
def crt():
    return Chart.model_validate(load_module("holland44").chart("crt"))


def shifts(text):
    return [(name, int(by)) for name, by in (part.split() for part in text.split(" + ") if part)]


def test_all_combats_of_the_example_are_here():
    assert len(EXAMPLES) == 22


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: f"{row['label']} (p. {row['page']})")
def test_combat_of_the_worked_example(row, crt):
    found = odds(int(row["attack"]), int(row["defense"]), shifts(row["shifts"]), crt)
    assert found.column == row["column"]
    answer = resolve(crt, found, int(row["die"]))
    assert answer.result == row["result"]
    assert answer.basis == "card"


@pytest.mark.parametrize(
    ("attack", "defense", "ratio"),
    [
        (15, 4, "3:1"),  # 9.3
        (11, 12, "1:2"),  # 9.3
        (12, 12, "1:1"),
        (13, 10, "1:1"),  # 10.8.4
        (23, 12, "1:1"),
        (24, 12, "2:1"),
        (1, 3, "1:3"),
        (2, 7, "1:4"),
        (80, 10, "8:1"),
    ],
)
def test_ratio_is_rounded_in_the_defenders_favour(attack, defense, ratio):
    assert column_name(column_of(attack, defense)) == ratio


def test_shifts_go_beyond_the_chart_before_the_limits():  # 9.4.2
    found = odds(14, 2, [("a", 1), ("b", 1), ("c", -1)])
    assert (found.ratio, found.shifted, found.column) == ("7:1", "8:1", "7:1")
    far = odds(40, 4, [("defender", -2)])
    assert (far.ratio, far.shifted, far.column) == ("10:1", "8:1", "7:1")
    low = odds(1, 5, [("elite", 1)])
    assert (low.ratio, low.shifted, low.column) == ("1:5", "1:4", "1:3")


def test_zero_defence_uses_the_last_column():
    assert odds(1, 0, [("defender", -1)]).column == "7:1"


@pytest.mark.parametrize("defense", [0, -1])
def test_zero_defence_has_no_ratio(defense):
    with pytest.raises(UserError, match="at least 1"):
        column_of(3, defense)


@pytest.mark.parametrize(("attack", "defense"), [(0, 3), (-1, 1)])
def test_zero_attack_is_refused(attack, defense):
    with pytest.raises(UserError, match="at least 1"):
        odds(attack, defense)


def test_results_of_all_dice_are_listed(crt):
    assert results(crt, odds(4, 1)) == {
        1: "EX",
        2: "DR",
        3: "DR",
        4: "A1/D1",
        5: "D1",
        6: "D1",
    }


@given(strengths, strengths)
def test_the_column_is_the_best_that_the_defender_cannot_contest(attack, defense):
    column = column_of(attack, defense)
    if column >= 0:
        assert (column + 1) * defense <= attack < (column + 2) * defense
    else:
        parts = 1 - column
        assert attack * parts >= defense > attack * (parts - 1)


@given(st.integers(-60, 60))
def test_columns_have_names(column):
    assert column_number(column_name(column)) == column


@pytest.mark.parametrize("name", ["3:2", "0:1", "x"])
def test_an_unknown_column_has_no_number(name):
    with pytest.raises(ValueError, match=name):
        column_number(name)


def test_each_unit_is_halved_separately_and_rounded_up():  # 10.1
    assert total([Strength("a", 5, halved=True), Strength("b", 3, halved=True)]).value == 5


def test_units_of_strength_1_are_halved_together():  # 10.1
    ones = [Strength(unit, 1, halved=True) for unit in "abc"]
    assert total(ones).value == 2
    assert total([*ones, Strength("d", 4)]).value == 6


def test_halving_precedes_doubling():  # 10.1: Kerutt at Valkenswaard, p. 48
    kerutt = Strength("Kerutt", 5, halved=True, doubled=True)
    assert total([kerutt, Strength("StuG", 2)]).value == 8


def test_full_retreat_and_moving_artillery_are_reduced():
    assert total([Strength("a", 5, zero=True), Strength("b", 2, fixed=1)]).value == 1


@given(
    st.lists(
        st.builds(
            Strength,
            unit=st.just("u"),
            printed=st.integers(0, 9),
            halved=st.booleans(),
            doubled=st.booleans(),
        ),
        max_size=8,
    )
)
def test_probabilities_sum_to_one_and_shifts_improve_them(units):
    found = total(units)
    assert found.value == sum(value for _, value in found.shares)
    assert [unit for unit, _ in found.shares] == [unit.unit for unit in units]
    plain = sum(unit.printed for unit in units)
    if not any(unit.doubled for unit in units):
        assert plain / 2 <= found.value <= plain
    if not any(unit.halved for unit in units):
        assert plain <= found.value <= 2 * plain


@pytest.mark.parametrize("column", range(-6, 9))
def test_a_column_is_found_by_its_name(column):
    assert column_number(column_name(column)) == column


@pytest.mark.parametrize("name", ["0:1", "1:0", "2:3", "-1:1"])
def test_an_invalid_ratio_is_no_column(name):
    with pytest.raises(ValueError, match="is not a column"):
        column_number(name)
