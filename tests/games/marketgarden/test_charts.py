"""The charts: their sliding diagonal as a checksum, columns, rows, probabilities (T.CRT, T.BOM)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from engine.core.errors import UserError
from engine.games.marketgarden.rules.ch05_results import CODES, stages_of
from tests.games.marketgarden.tabletop import BOOK, CHARTS


def test_each_row_of_the_combat_table_is_the_one_above_moved_a_column():
    for upper, lower in pairwise(CHARTS.crt.rows):
        assert lower.cells[1:] == upper.cells[:-1]


def test_the_combat_table_runs_from_1_3_to_9_1_by_sums_of_two_dice():
    assert CHARTS.crt.columns[0] == "1:3"
    assert CHARTS.crt.columns[-1] == "9:1"
    sums = [s for row in CHARTS.crt.rows for s in row.sums]
    assert sorted(sums) == list(range(2, 13))
    assert sum(row.chance for row in CHARTS.crt.rows) == 1
    assert [row.chance for row in CHARTS.crt.rows] == [Fraction(n, 36) for n in (2, 4, 6, 8, 10, 6)]


def test_seven_is_the_worst_throw_of_the_attacker():
    assert CHARTS.crt.result(7, 0) == "DVI AE"
    assert CHARTS.crt.result(2, 10) == CHARTS.crt.result(12, 10) == "DE AVI"
    assert CHARTS.crt.result(7, CHARTS.crt.column("3:1")) == "DVB ARB"
    assert CHARTS.crt.result(11, CHARTS.crt.column("6:1")) == "EMP"


def test_every_code_of_the_table_is_known():
    codes = {code for row in CHARTS.crt.rows for cell in row.cells for code in cell.split()}
    assert codes == set(CODES)
    for row in CHARTS.crt.rows:
        for cell in row.cells:
            assert (cell == "IMP") == (stages_of(cell) == ())


def test_shifts_stop_at_the_ends():
    assert CHARTS.crt.result(7, -5) == CHARTS.crt.result(7, 0)
    assert CHARTS.crt.result(7, 99) == CHARTS.crt.result(7, 10)


def test_the_bombardment_table_hits_more_with_every_column():
    chart = CHARTS.bombardment
    hits = [sum(row.chance for row in chart.rows if row.cells[n] == "DB") for n in range(5)]
    assert hits == [Fraction(n, 36) for n in (2, 6, 12, 20, 30)]
    assert [chart.of_value(v) for v in (0, 1, 12, 13, 24, 25, 36, 37, 48, 49, 500)] == [
        0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4,
    ]  # fmt: skip


def test_unknown_die_or_column_gets_a_message():
    with pytest.raises(UserError, match="13"):
        CHARTS.crt.row(13)
    with pytest.raises(UserError, match="10:1"):
        CHARTS.crt.column("10:1")


def test_air_power_and_supply_by_day():
    points = [(row.allied, row.german) for row in CHARTS.days.rows]
    assert points == [
        (16, 2), (8, 4), (4, 8), (2, 8), (2, 4), (8, 4), (8, 4), (16, 2), (16, 2), (8, 2),
    ]  # fmt: skip
    supply = [row.supplied_on for row in CHARTS.days.rows]
    assert supply[:2] == [None, None]
    assert [len(s) for s in supply[2:] if s is not None] == [5, 4, 3, 2, 1, 0, 0, 0]
    assert all(s == tuple(range(7 - len(s), 7)) for s in supply[2:] if s is not None)


def test_the_terrain_chart_has_the_printed_costs_and_columns():
    rows = {r.id: (r.halves(False), r.halves(True), r.columns) for r in CHARTS.terrain.rows}
    assert rows == {
        "open": (2, 2, 0),
        "city": (2, 2, 2),
        "road": (2, 1, 0),
        "forest": (4, 6, 1),
        "river": (2, 4, 2),
        "marsh": (4, 6, 1),
        "hill": (4, 6, 2),
        "ferry": (2, 2, 2),
    }


@pytest.mark.parametrize(
    ("kind", "air", "artillery"),
    [("infantry", 1, 2), ("armour", 2, 1), ("antitank", 2, 2), ("mechanised_artillery", 2, 2)],
)
def test_vulnerability_by_kind(kind, air, artillery):
    assert CHARTS.vulnerability.index(kind, "air") == air
    assert CHARTS.vulnerability.index(kind, "artillery") == artillery


@pytest.mark.parametrize(
    ("kind", "basis"), [("armour", "stated"), ("mechanised_artillery", "inferred")]
)
def test_the_vulnerability_of_a_kind_has_its_basis(kind, basis):
    """T.VUL: the table does not name mechanised artillery."""
    found = BOOK.table("vulnerability", {"kind": kind, "column": "air"})
    assert (found.result, found.basis) == ("2", basis)


def test_days_after_the_last_have_its_air_points():
    """6.0b: a game that goes on by hand has the points of the 26th."""
    days = CHARTS.days
    assert days.on(12) == days.on(10) != days.on(9)
    assert days.on(12).day == 26
