"""Chapter 10: advantages and limits of tanks where two rules meet."""

from __future__ import annotations

from tests.games.holland44.rules.tabletop import tank, unit

ROAD = [{"class": "minor", "hexes": ["0505", "0506"]}]


def shifts(found):
    return {s["rule"]: s["by"] for s in found["shifts"]}


def test_10_3_4_a_tank_behind_water_gives_no_armour_shift(diagram):
    """Only tanks that could drive into the hex are compared; the other still denies the defender's
    shift.
    """
    units = [
        tank("a1", "0505", armor=4),
        tank("a2", "0606", armor=3),
        tank("g1", "0506", armor=3),
        unit("g2", "0506"),
    ]
    canal = {"0505/0506": ["canal"]}
    assert shifts(diagram(units).odds("a1", "a2", target="0506")) == {"10.3.1": 1}
    assert shifts(diagram(units, hexsides=canal).odds("a1", "a2", target="0506")) == {}
    both = {"hexsides": {"0505/0506": ["minor_river"]}, "roads": ROAD}
    assert shifts(diagram(units, **both).odds("a1", "a2", target="0506")) == {"10.3.1": 1}


def test_10_5_2_infantry_that_cannot_defend_supports_tanks_all_the_same(diagram):
    """Stacked with them is enough (6.4.2); but nothing comes from full retreat (14.3.2)."""
    tanks = [tank("g1", "0506"), tank("g2", "0506")]
    base = [unit("a1", "0505", attack=9), *tanks]
    assert "10.5.2" in shifts(diagram(base).odds("a1", target="0506"))
    third = unit("g3", "0506", defense=1)
    found = diagram([*base, third]).odds("a1", target="0506")
    assert found["defense"] == 12
    assert "10.5.2" not in shifts(found)
    running = diagram([*base, {**third, "status": ["full_retreat"]}]).odds("a1", target="0506")
    assert "10.5.2" in shifts(running)
