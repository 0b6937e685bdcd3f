"""Chapter 4: Allied support by weather, and airborne artillery under it (17.8.2)."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import unit

AIR = {"attackers": ["a1"], "target": "0506"}


def test_4_1d_turn_1_is_clear(table):
    start = table({"scenario": "campaign"})
    assert start.state()["tracks"]["weather"] == "clear"
    assert start.state()["weather"] == "clear"


@pytest.mark.parametrize(
    ("weather", "units"), [("clear", 2), ("cloudy", 1), ("overcast", 0), ("night", 0)]
)
def test_4_4_air_units_by_weather(diagram, weather, units):
    board = {"phase": "combat", "turn": 2 if weather == "night" else 3, "weather": weather}
    table = diagram([unit("a1", "0505"), unit("g1", "0506"), unit("g2", "0405")], **board)

    def refused(air):
        action = {"kind": "declare_attack", **AIR, "air": air}
        return {v["rule"] for v in table.ask("judge", action=action)["verdicts"]}

    assert "4.4" in refused(units + 1)
    if units:
        assert "4.4" not in refused(units)


def test_4_4_odds_say_when_the_air_units_are_used_up(diagram):
    """As the order is refused; the probe called it legal."""
    units = [unit("a1", "0505"), unit("g1", "0506"), unit("a2", "0303"), unit("g2", "0302")]
    table = diagram(units, phase="combat", weather="cloudy").attack("a1", "0506", 1, air=1)
    for air, refused in ((0, set()), (1, {"4.4"})):
        odds = table.odds("a2", target="0302", air=air)
        assert {v["rule"] for v in odds["verdicts"] if v["level"] == "forbid"} == refused
        action = {"kind": "declare_attack", "attackers": ["a2"], "target": "0302", "air": air}
        verdicts = table.ask("judge", action=action)["verdicts"]
        assert {v["rule"] for v in verdicts if v["level"] == "forbid"} == refused


GUN = {"status": ["fired"]}
TROOPS = [
    {"id": "US-101-supply", "hex": "3206"},
    {"id": "US-101-Arty", "hex": "3306", **GUN},
    {"id": "US-82-supply", "hex": "5024"},
    {"id": "US-82-Arty", "hex": "5024", **GUN},
    {"id": "BR-1AB-supply", "hex": "6317"},
    {"id": "BR-1-1-Arty", "hex": "6317", **GUN},
]
MORNING = {"clear_board": True, "turn": 3, "phase": "weather", "active": "allied"}


def resupplied(table, *units, **fields):
    """The artillery resupply phase of the Allies begins."""
    return table({**MORNING, "units": list(units), **fields}).next()


def ready(table):
    """The airborne guns that are ready."""
    guns = ("US-101-Arty", "US-82-Arty", "BR-1-1-Arty")
    return [gun for gun in guns if table.status(gun) == set()]


def test_17_8_2a_all_three_in_clear_weather(table):
    assert len(ready(resupplied(table, *TROOPS, weather="clear"))) == 3


def test_17_8_2a_any_one_when_cloudy(table):
    asked = resupplied(table, *TROOPS, weather="cloudy")
    assert asked.asked == (
        "allied",
        "resupply",
        ["done", "BR-1-1-Arty", "US-101-Arty", "US-82-Arty"],
    )
    chosen = asked.choose("US-82-Arty")
    assert chosen.pending == []
    assert ready(chosen) == ["US-82-Arty"]


def test_17_8_2a_none_under_clouds_or_at_night(table):
    assert ready(resupplied(table, *TROOPS, weather="overcast")) == []
    night = {"turn": 4, "phase": "victory", "active": "german"}
    after = resupplied(table, *TROOPS, weather="clear", **night)
    assert (after.state()["turn"], after.state()["phase"]) == (5, "artillery_resupply")
    assert ready(after) == []


def gun_at(table, gun, head, *others, turn=3):
    """Is the artillery of the 101st made ready with the head and the gun in these hexes?"""
    units = [
        {"id": "US-101-supply", "hex": head},
        {"id": "US-101-Arty", "hex": gun, **GUN},
        *others,
    ]
    return resupplied(table, *units, turn=turn, weather="clear").status("US-101-Arty") == set()


def test_17_8_2b_four_hexes_to_the_head_and_four_to_a_drop_hex(table):
    assert gun_at(table, "3306", "3206")
    assert not gun_at(table, "2806", "3306")  # the gun is five hexes from the head
    assert not gun_at(table, "2407", "2507")  # the head is too far from every drop hex


def test_17_8_2b_the_drop_hex_is_not_in_ezoc_but_where_a_friend_stands(table):
    """The head at 3006 is within four hexes of three drop hexes, 3206, 3207 and 3306."""
    enemies = [
        {"id": number, "side": "german", "kind": "infantry", "hex": number}
        for number in ("3305", "3307")
    ]
    far = "3006"
    friend = {"id": "US-1/501", "hex": "3207"}
    assert gun_at(table, far, far)
    assert not gun_at(table, far, far, *enemies)
    assert gun_at(table, far, far, *enemies, friend)


def test_17_8_2c_from_turn_6_on_the_head_makes_a_drop_hex(table):
    assert not gun_at(table, "2407", "2507", turn=3)
    assert gun_at(table, "2407", "2507", turn=6)


def test_17_8_2d_a_spent_head_serves_all_the_same(table):
    units = [{**TROOPS[0], "status": ["depleted"]}, TROOPS[1]]
    after = resupplied(table, *units, turn=6, weather="clear")
    assert after.status("US-101-Arty") == set()


# -- eliminated supply heads (18.2.3) -------------------------------------------------------------

LOST = {"id": "US-101-supply", "hex": "eliminated-allied", "steps": 0}
END = {"clear_board": True, "turn": 4, "phase": "reorganization", "active": "allied"}


def test_18_2_3_a_lost_head_comes_back_spent_and_disrupted(table):
    units = [LOST, {"id": "US-1/502", "hex": "3306"}, {"id": "US-2/502", "hex": "3307"}]
    asked = table({**END, "units": units}).next()
    assert asked.asked == ("allied", "supply_head", ["3306", "3307"])
    back = asked.choose("3307")
    assert back.at("US-101-supply") == "3307"
    assert back.status("US-101-supply") == {"depleted", "disrupted"}
    assert back.steps("US-101-supply") == 1


def test_18_2_3_without_a_unit_of_its_division_it_stays_away(table):
    units = [LOST, {"id": "US-1/508", "hex": "5024"}]
    after = table({**END, "units": units}).next()
    assert after.pending == []
    assert after.at("US-101-supply") == "eliminated-allied"


def test_18_2_3_it_comes_back_in_the_allied_supply_phase_alone(table):
    """Not in the German supply phase, although its division is there all the time."""
    lost = {"id": "BR-1AB-supply", "hex": "eliminated-allied", "steps": 0}
    here = {"id": "BR-2-1P", "hex": "6217"}
    position = {"clear_board": True, "turn": 3, "phase": "reorganization", "units": [lost, here]}
    german = table({**position, "active": "german"}).next()
    assert german.at("BR-1AB-supply") == "eliminated-allied"
    assert german.pending == []
    allied = table({**position, "active": "allied"}).next()
    assert allied.at("BR-1AB-supply") == "6217"
