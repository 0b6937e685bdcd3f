"""Chapter 22: airborne units land, scatter, and fight for enemy hexes."""

from __future__ import annotations

import pytest

from engine.games.holland44.positions import read, setting
from engine.games.holland44.rules.ch22_drop_zones import open_drops
from engine.games.holland44.rules.ch22_touchdown import modifiers
from tests.games.holland44.rules.landings import HEAD, due, sky
from tests.games.holland44.rules.tabletop import seen


def hexes(table, unit):
    """Return the hexes where a unit may land."""
    return set(table.choose(unit).asked[2])


# -- turn 1 ---------------------------------------------------------------------------------------


def test_23_1_1_the_game_begins_with_the_landings(table):
    start = table({"scenario": "campaign"})
    assert (start.state()["turn"], start.state()["phase"]) == (1, "airlanding")
    asked = start.next()
    assert asked.asked[:2] == ("allied", "drop_hex")
    assert asked.state()["phase"] == "airlanding"
    down = asked.choose("done", *[4] * 14)  # no modifier turns a 4 into anything
    assert down.pending == []
    assert down.next().state()["phase"] == "movement"


def test_22_2_1a_on_turn_1_a_unit_may_use_either_hex_with_its_code(table):
    asked = table({"scenario": "campaign"}).next()
    words = asked.asked[2]
    assert "US-1/504 4819" in words
    assert not any(w.startswith("US-1/508") for w in words)  # one hex bears its code
    moved = asked.choose("US-1/504 4819")
    assert moved.at("US-1/504") == "4819"
    assert not any(w.startswith("US-1/504") for w in moved.asked[2])
    assert "US-3/504 4818" in moved.asked[2]


def test_22_3_1a_page_39_one_die_a_hex_and_the_allies_choose_who_is_hit(table):
    """Hexes from the north with the dice of the example, grouped as in the rulebook."""
    asked = table({"scenario": "campaign"}).next()
    down = asked.choose("done", 2, 5, 4, 1, 6, 5, 2, 5, 6, 5, 6, 1, 6, 3)
    struck = {}
    while down.pending:
        side, kind, options = down.asked
        assert (side, kind) == ("allied", "scattered")
        struck[options[-1]] = down.pending[0]["args"]["result"]
        down = down.choose(options[-1])
    assert list(struck.values()) == ["S", "S1", "S", "S", "S1", "S1"]
    assert all("scattered" in down.status(name) for name in struck)
    tracks = down.state()["tracks"]
    assert (tracks["airborne-82"], tracks["airborne-101"], tracks["airborne-1"]) == (2, 2, 0)
    reduced = [name for name, result in struck.items() if result == "S1"]
    assert [down.steps(name) for name in reduced] == [2, 2, 2]
    # A/82, alone in its hex, is lost without a question, and returns as a step (22.3.5).
    assert down.at("US-A/82") == "breakdowns-allied"


def test_22_3_1a_artillery_and_supply_heads_are_not_hit_on_turn_1(table):
    units = [{"id": "BR-1-1-Arty", "hex": "6317"}, HEAD, {"id": "BR-1B-1A-half-A", "hex": "6317"}]
    start = table({"clear_board": True, "units": units})
    after = start.next(6)
    assert after.pending == []
    assert "scattered" in after.status("BR-1B-1A-half-A")


# -- when and how many ----------------------------------------------------------------------------


@pytest.mark.parametrize(("weather", "most"), [("clear", 8), ("cloudy", 4)])
def test_22_4_each_landing_point_lands_a_unit(table, weather, most):
    phase = table({"turn": 3, "phase": "bridge", "active": "allied", "weather": weather}).next()
    landed = 0
    while phase.pending:
        assert phase.asked[1] == "landing"
        unit = phase.asked[2][1]
        placing = phase.choose(unit)
        dice = [1] * (landed + 1) if landed + 1 == most else []
        phase = placing.choose(placing.asked[2][0], *dice)
        landed += 1
    assert landed == most


def test_22_4_points_are_lost_when_the_phase_is_over(table):
    done = sky(table, 3, due("BR-10-4P", 3)).choose("done")
    assert done.pending == []
    assert done.at("BR-10-4P") == "turn-3"
    assert done.next().pending == []


@pytest.mark.parametrize(("turn", "weather"), [(3, "overcast"), (5, "clear")])
def test_4_4c_no_landings_under_clouds_or_at_night(table, turn, weather):
    assert sky(table, turn, due("BR-10-4P", 3), weather=weather).pending == []


def test_22_1_2_one_landing_a_day(table):
    units = [due("BR-10-4P", 3), due("BR-11-4P", 3)]
    asked = sky(table, 3, *units).choose("BR-10-4P").choose("6516").choose("done", 1)
    later = asked.next()
    while (later.state()["turn"], later.state()["phase"]) != (4, "airlanding"):
        later = later.choose(later.asked[2][0]) if later.pending else later.next()
    assert later.state()["tracks"]["weather"] == "clear"
    assert later.pending == []
    assert later.at("BR-11-4P") == "turn-3"
    # Who did not land in the morning may in the afternoon.
    assert sky(table, 4, *units).asked[:2] == ("allied", "landing")


def test_22_1_3_the_glider_pilots_come_to_their_head_on_turn_2(table):
    after = sky(table, 2, HEAD, due("BR-1-GP", 2))
    assert after.at("BR-1-GP") == "6317"
    assert after.status("BR-1-GP") == set()
    assert after.next().reach("BR-1-GP")
    assert sky(table, 2, due("BR-1-GP", 2)).at("BR-1-GP") == "turn-2"


# -- where ----------------------------------------------------------------------------------------


def test_22_2_1b_on_turns_3_and_4_in_or_beside_the_drop_hex(table):
    around = {"6516", "6416", "6417", "6515", "6517", "6616", "6617"}
    board = setting("campaign").board
    land = {h for h in around if board.terrain[board.index[h]] != "marsh"}
    for turn in (3, 4):
        assert hexes(sky(table, turn, HEAD, due("BR-10-4P", 3)), "BR-10-4P") == land


def test_22_2_1c_on_turns_6_and_7_beside_any_drop_hex_or_the_head_of_the_division(table):
    head = {"id": "BR-1AB-supply", "hex": "6312"}
    units = [head, {"id": "US-82-supply", "hex": "4720"}, due("BR-10-4P", 3)]
    for turn in (6, 7):
        found = hexes(sky(table, turn, *units), "BR-10-4P")
        assert {"6516", "6217", "6418", "6312"} <= found
        assert not found & {"5024", "4720", "3206", "6022"}  # others' and the Poles'


def test_22_2_1d_from_turn_9_on_beside_any_drop_hex_or_head(table):
    units = [{"id": "US-82-supply", "hex": "4720"}, due("BR-10-4P", 3)]
    found = hexes(sky(table, 9, *units), "BR-10-4P")
    assert {"6516", "5024", "4720", "3206", "3306"} <= found
    assert not found & {"6021", "6022", "5921"}


def test_22_2_2_delayed_units_use_the_leeway_of_the_day(table):
    unit = due("US-101-Arty", 3)
    assert "3708" not in hexes(sky(table, 4, unit), "US-101-Arty")
    assert "3708" in hexes(sky(table, 6, unit), "US-101-Arty")


def test_22_2_4_hex_a1_is_used_from_turn_6_on(table):
    for turn, usable in ((5, False), (6, True)):
        position = seen([], real=True, turn=turn).position
        assert ("A1" in {drop.letter for drop in open_drops(position, "101")}) is usable
    unit = due("US-1/327-A", 3)
    assert "3909" in hexes(sky(table, 6, unit), "US-1/327-A")
    assert "3909" not in hexes(sky(table, 4, unit), "US-1/327-A")
    assert "A1" not in setting("campaign").roster.counter("US-1/501").arrival.code.split("/")
    assert setting("campaign").roster.counter("US-1/501").arrival.hexes == ("4008",)


def test_22_2_3a_parachutists_land_in_woods_gliders_and_guns_only_in_the_clear(table):
    board = setting("campaign").board
    para = hexes(sky(table, 9, due("US-1/508", 3)), "US-1/508")
    gliders = hexes(sky(table, 9, due("US-1/325-A", 3)), "US-1/325-A")
    guns = hexes(sky(table, 9, due("US-82-Arty", 3)), "US-82-Arty")

    def ground(number):
        i = board.index[number]
        return "town" if board.settlement[i] == "town" else board.terrain[i]

    assert {ground(n) for n in gliders} == {ground(n) for n in guns} == {"clear"}
    assert {"woods", "clear"} <= {ground(n) for n in para} <= {"woods", "clear", "polder", "town"}
    assert not any(board.settlement[board.index[n]] == "city" for n in para)


def test_22_2_3b_nine_steps_land_in_a_hex(table):
    units = [due(name, 3) for name in ("BR-10-4P", "BR-11-4P", "BR-156-4P")]
    friends = [{"id": "BR-2-1P", "hex": "6516"}]
    extra = due("PO-1", 3)
    phase = sky(table, 9, *units, extra, *friends)
    for unit in units:
        phase = phase.choose(unit["id"]).choose("6516")
    assert "6516" not in hexes(phase, "PO-1")
    done = phase.choose("done", 1, 1, 1)  # twelve steps stand there now
    assert done.next().next().asked[1] == "overstack"


def test_22_2_3c_not_across_a_river_or_canal(table):
    board = setting("campaign").board
    found = hexes(sky(table, 9, due("US-1/508", 3)), "US-1/508")
    pairs = [
        (i, j)
        for (i, j) in board.hexsides
        for drop in board.drops.values()
        if i in drop.hexes and drop.letter != "P"
    ]
    assert pairs
    dry = {
        j
        for drop in board.drops.values()
        for i in drop.hexes
        for j in board.neighbours[i]
        if (i, j) not in board.hexsides
    }
    beyond = {board.numbers[j] for _, j in pairs if j not in dry}
    assert beyond
    assert not found & beyond


# -- the Poles ------------------------------------------------------------------------------------


def test_22_5_1_the_poles_need_clear_weather_and_come_last(table):
    assert sky(table, 6, due("PO-1", 6)).asked[2] == ["done", "PO-1"]
    assert sky(table, 6, due("PO-1", 6), weather="cloudy").pending == []
    late = sky(table, 6, due("PO-1", 6), due("BR-10-4P", 3))
    assert late.asked[2] == ["done", "BR-10-4P"]
    assert "PO-1" in late.choose("BR-10-4P").choose("6516").asked[2]


def test_22_5_2_three_drop_hexes_are_the_poles_alone(table):
    found = hexes(sky(table, 6, due("PO-1", 6)), "PO-1")
    assert {"6021", "6022", "5921", "6516", "6217"} <= found
    assert "5024" not in found


# -- the landing table ----------------------------------------------------------------------------


def land(table, name, hex_, *dice, turn=9, units=(), steps=None):
    unit = due(name, 3) if steps is None else due(name, 3, steps=steps)
    return sky(table, turn, unit, *units).choose(name).choose(hex_, *dice)


@pytest.mark.parametrize(
    ("die", "steps", "scattered", "returnees"), [(4, 3, False, 0), (5, 3, True, 0), (6, 2, True, 1)]
)
def test_22_3_results_for_infantry(table, die, steps, scattered, returnees):
    down = land(table, "BR-10-4P", "6516", die, turn=3)
    assert down.steps("BR-10-4P") == steps
    assert ("scattered" in down.status("BR-10-4P")) == scattered
    assert down.state()["tracks"]["airborne-1"] == returnees


def test_22_3_3c_s2_costs_two_steps_of_which_one_comes_back(table):
    others = [
        {"id": "x1", "side": "german", "kind": "infantry", "hex": "6615"},
        {"id": "BR-1AB-REM-1", "hex": "remnants-allied"},
    ]
    down = land(table, "BR-10-4P", "6616", 5, turn=3, units=others)  # 5 and 3, enemy-controlled
    assert down.at("BR-10-4P") == "remnant-parents-allied"
    assert down.at("BR-1AB-REM-1") == "6616"
    assert down.status("BR-1AB-REM-1") == {"scattered"}
    assert down.state()["tracks"]["airborne-1"] == 1


@pytest.mark.parametrize(("die", "status"), [(5, {"scattered"}), (6, {"scattered", "fired"})])
def test_22_3_4_artillery_is_scattered_or_fires_off(table, die, status):
    down = land(table, "US-82-Arty", "5024", die, turn=3)
    assert down.status("US-82-Arty") == status
    assert down.state()["tracks"]["airborne-82"] == 0


def test_22_3_4_artillery_is_lost_by_s2(table):
    enemy = {"id": "x1", "side": "german", "kind": "infantry", "hex": "4923"}
    down = land(table, "US-82-Arty", "5024", 5, turn=3, units=[enemy])  # 5 and 3
    assert down.at("US-82-Arty") == "eliminated-allied"
    assert down.state()["tracks"]["airborne-82"] == 0


def test_22_3_1b_after_turn_1_every_unit_has_its_die(table):
    units = [due("BR-10-4P", 3), due("BR-11-4P", 3)]
    phase = sky(table, 3, *units).choose("BR-10-4P").choose("6516").choose("BR-11-4P")
    down = phase.choose("6516", 6, 5)
    assert (down.steps("BR-10-4P"), down.steps("BR-11-4P")) == (2, 3)
    assert "scattered" in down.status("BR-11-4P")


def drm(hex_, *units, landing=()):
    """The modifiers of a hex with units about."""
    given, state, _ = read({"clear_board": True, "turn": 9, "units": list(units)})
    position = given.position(state)
    return modifiers(position, position.places.index(hex_), landing)


def near(hex_, n=0):
    board = setting("campaign").board
    return board.numbers[[j for j in board.neighbours[board.index[hex_]] if j >= 0][n]]


def test_22_3_2_page_31_the_four_hexes_of_the_example():
    """Contested, contested woods, enemy-controlled woods, woods."""
    woods = next(
        n
        for n, terrain in zip(
            setting("campaign").board.numbers, setting("campaign").board.terrain, strict=True
        )
        if terrain == "woods" and n[:2] == "66"
    )
    enemy = {"id": "x1", "side": "german", "kind": "unknown", "hex": near(woods)}
    friend = {"id": "y1", "side": "allied", "kind": "infantry", "hex": near(woods, 3)}
    assert drm(woods, enemy, friend) == ["woods-or-town", "contested"]
    assert drm(woods, enemy) == ["woods-or-town", "enemy-controlled"]
    assert drm(woods, friend) == ["woods-or-town"]
    clear = {**enemy, "hex": near("6516")}
    assert drm("6516", clear, {**friend, "hex": "6516"}) == ["contested"]


def test_22_3_2_polder_and_towns():
    board = setting("campaign").board
    polder = next(n for n, t in zip(board.numbers, board.terrain, strict=True) if t == "polder")
    town = next(
        n
        for n, s, t in zip(board.numbers, board.settlement, board.terrain, strict=True)
        if s == "town" and t == "clear"
    )
    assert drm(polder) == ["polder"]
    assert drm(town) == ["woods-or-town"]
    assert drm("6516") == []


def test_22_3_2_landings_of_the_phase_do_not_change_the_modifiers():
    enemy = {"id": "x1", "side": "german", "kind": "infantry", "hex": near("6516")}
    landed = {"id": "BR-10-4P", "hex": "6516"}
    assert drm("6516", enemy, landed) == ["contested"]
    assert drm("6516", enemy, landed, landing=["BR-10-4P"]) == ["enemy-controlled"]


def test_22_3_6_scattered_units_attack_with_half_their_strength(table):
    units = [
        {"id": "BR-2-1P", "hex": "6516", "status": ["scattered"]},
        {"id": "x1", "side": "german", "kind": "infantry", "defense": 4, "hex": near("6516")},
    ]
    place = table({"clear_board": True, "turn": 4, "phase": "combat", "units": units})
    found = place.odds("BR-2-1P", target=near("6516"))
    share = next(s for s in found["strengths"] if s["unit"] == "BR-2-1P")
    assert share["used"] == share["printed"] / 2
    assert [w["rule"] for w in share["why"]] == ["22.3.6"]


def test_18_5_late_landings_are_supplied_on_their_turn(table):
    down = land(table, "BR-10-4P", "6516", 1, turn=4)
    assert down.ask("supply", side="allied")["units"]["BR-10-4P"]["source"] == "landing"
