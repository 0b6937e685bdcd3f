"""Chapter 25 played: unknown units revealed by movement and attack."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import unit


@pytest.fixture
def before_the_unknown(diagram):
    """An Allied unit next to an unknown one, with one counter in the pool."""

    def make(*, garrison, phase="movement", **fields):
        drawn = unit("g9", "unknown-pool", max_steps=1, defense=0 if garrison else 2)
        mine = unit("a1", "0504", attack=14, movement=5, **fields)
        return diagram([mine, unit("g1", "0506", kind="unknown"), drawn], phase=phase)

    return make


def test_25_3_1_an_empty_garrison_is_removed_and_the_move_goes_on(before_the_unknown):
    table = before_the_unknown(garrison=True).march("a1", "0504", "0505", "0506", dice=[1])
    assert table.at("a1") == "0506"
    assert "g1" not in table.state()["units"]
    assert "g9" not in table.state()["units"]
    assert table.pending == []


def test_25_3_1_a_unit_is_fought_from_the_hex_before(before_the_unknown):
    table = before_the_unknown(garrison=False).march("a1", "0504", "0505", "0506", dice=[1, 2])
    assert table.state()["tracks"]["combat"] == "0506 7:1 2 DMR"
    assert table.asked[:2] == ("german", "retreat")
    free = table.choose(table.asked[2][0])
    assert "spent" not in free.status("a1")  # 25.3.2
    assert free.at("a1") in ("0505", "0506")


def test_25_3_3_any_other_result_spends_the_movers(before_the_unknown):
    table = before_the_unknown(garrison=False).march("a1", "0504", "0505", "0506", dice=[1, 1])
    assert table.state()["tracks"]["combat"].split()[3] == "A1/D1"
    assert "spent" in table.status("a1")
    assert table.at("g9") == "eliminated-german"
    assert table.asked == ("allied", "advance", ["done", "a1 0505 0506"])


def test_25_3_4_an_attack_reveals_and_goes_on(before_the_unknown):
    table = before_the_unknown(garrison=False, phase="combat")
    near = table.apply(
        {
            "kind": "manual_edit",
            "effects": [
                {
                    "kind": "move",
                    "unit": "a1",
                    "path": ["0504", "0505"],
                    "from_index": 0,
                    "to_index": 0,
                }
            ],
        },
        mode="off",
    )
    fought = near.attack("a1", "0506", 1, 2)
    assert fought.state()["tracks"]["combat"] == "0506 7:1 2 DMR"


def test_25_3_4_an_empty_garrison_gives_a_bonus_advance(before_the_unknown):
    table = before_the_unknown(garrison=True, phase="combat")
    near = table.apply(
        {
            "kind": "manual_edit",
            "effects": [
                {
                    "kind": "move",
                    "unit": "a1",
                    "path": ["0504", "0505"],
                    "from_index": 0,
                    "to_index": 0,
                }
            ],
        },
        mode="off",
    )
    after = near.attack("a1", "0506", 1)
    assert after.asked[:2] == ("allied", "advance")
    assert "a1 0505 0506 0507" in after.asked[2]
