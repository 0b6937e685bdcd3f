"""The sequence of phases, and the effects of each."""

from __future__ import annotations

import pytest

from engine.games.holland44.positions import setting
from engine.games.holland44.rules.ch03_clock import sequence_of
from tests.games.holland44.rules.tabletop import tank, unit

AREAS = {
    "N": {"side": "allied", "hexes": ["0501"]},
    "G": {"side": "german", "hexes": ["0510"]},
}


def test_3_a_day_turn_goes_through_all_phases():
    sequence = sequence_of(setting("campaign"))
    phases = [(s.phase, s.active) for s in sequence.phases(3)]
    assert phases[0] == ("weather", "allied")
    assert [p for p, side in phases if side == "allied"][1:] == [
        "artillery_resupply",
        "bridge",
        "airlanding",
        "movement",
        "combat",
        "reorganization",
        "supply",
    ]
    assert [p for p, side in phases if side == "german"][-2:] == ["traffic", "victory"]
    assert ("weather", "allied") not in [(s.phase, s.active) for s in sequence.phases(2)]


def test_3_1_spent_movement_is_cleared_with_the_phase(diagram):
    table = diagram([unit("a1", "0503"), unit("g1", "0510")], areas=AREAS)
    table = table.march("a1", "0503", "0504")
    assert "moved/a1" in table.state()["tracks"]
    after = table.next().state()
    assert (after["phase"], after["active"]) == ("combat", "allied")
    assert not [name for name in after["tracks"] if name.startswith("mov")]


def test_8_1_a_move_is_finished_before_the_next(diagram):
    units = [unit("a1", "0503"), unit("a2", "0701"), unit("g1", "0510")]
    table = diagram(units).march("a1", "0503", "0504")
    assert "0506" in table.reach("a1")
    assert "0507" not in table.reach("a1")  # two of three points are left
    table = table.march("a2", "0701", "0702")
    move = {"kind": "move", "units": ["a1"], "path": ["0504", "0505"]}
    assert {v["rule"] for v in table.refused(move)["verdicts"]} == {"8.1"}
    assert table.reach("a1") == {}


def test_8_1_the_points_of_a_move_in_parts_are_added_up(diagram):
    table = diagram([unit("a1", "0501"), unit("g1", "0510")]).march("a1", "0501", "0502", "0503")
    too_far = {"kind": "move", "units": ["a1"], "path": ["0503", "0504", "0505"]}
    assert {v["rule"] for v in table.refused(too_far)["verdicts"]} == {"8.1"}
    other = {"kind": "move", "units": ["a1"], "path": ["0503", "0504"], "mode": "tactical"}
    assert {v["rule"] for v in table.refused(other)["verdicts"]} >= {"8.1"}
    assert table.march("a1", "0503", "0504").at("a1") == "0504"


def test_7_2_a_move_does_not_go_on_out_of_ezoc(diagram):
    table = diagram([tank("a1", "0503"), unit("g1", "0506")]).march("a1", "0503", "0504", "0505")
    on = {"kind": "move", "units": ["a1"], "path": ["0505", "0605"]}
    assert "7.2" in {v["rule"] for v in table.refused(on)["verdicts"]}
    assert table.reach("a1") == {}


def test_8_3_a_tactical_move_in_parts_has_two_hexes(diagram):
    table = diagram([unit("a1", "0503"), unit("g1", "0510")])
    table = table.march("a1", "0503", "0504", mode="tactical")
    assert set(table.reach("a1")) >= {"0505"}
    table = table.march("a1", "0504", "0505", mode="tactical")
    assert table.reach("a1") == {}


def test_8_5_6_a_ferry_carries_one_step_a_turn(diagram):
    units = [unit("a1", "0505", max_steps=1), unit("a2", "0505", max_steps=1), unit("g1", "0110")]
    table = diagram(units, hexsides={"0505/0506": ["major_river", "ferry"]})
    table = table.march("a1", "0505", "0506", mode="tactical")
    assert table.state()["tracks"]["ferry/0505/0506"] == 1
    second = {"kind": "move", "units": ["a2"], "path": ["0505", "0506"], "mode": "tactical"}
    assert "8.5.6" in {v["rule"] for v in table.refused(second)["verdicts"]}


@pytest.mark.parametrize(
    ("status", "after"), [("engaged", {"disrupted"}), ("disrupted", {"disrupted"})]
)
def test_11_5_2_an_engaged_unit_that_moves_two_hexes_is_disrupted(diagram, status, after):
    units = [unit("a1", "0503", status=[status]), unit("g1", "0510")]
    table = diagram(units).march("a1", "0503", "0504", "0505", mode="tactical")
    assert table.status("a1") == after


def test_14_3_1_a_disrupted_unit_may_run(diagram):
    units = [unit("a1", "0503", status=["disrupted"]), unit("g1", "0510")]
    table = diagram(units)
    told = table.move("a1", "0503", "0502", "0501", mode="full_retreat")["verdicts"]
    assert {v["rule"]: v["level"] for v in told} == {"14.3.1": "info"}
    table = table.march("a1", "0503", "0502", "0501", mode="full_retreat")
    assert table.status("a1") == {"full_retreat"}


def test_14_3_2c_lone_units_in_full_retreat_run_from_the_enemy(diagram):
    units = [tank("a1", "0503"), unit("g1", "0506", status=["full_retreat"])]
    table = diagram(units, areas=AREAS).march("a1", "0503", "0504", "0505", "0405")
    assert table.asked[:2] == ("german", "retreat")
    away = table.choose(next(o for o in table.asked[2] if o.endswith("0508")))
    assert away.at("g1") == "0508"
    assert away.at("a1") == "0405"  # the mover is not delayed


def test_8_3_3_units_that_allow_infiltration_are_spent(diagram):
    units = [unit("a1", "0505"), unit("a2", "0506"), unit("g1", "0406"), unit("g2", "0407")]
    table = diagram(units, hexes={"0506": {"terrain": "woods"}})
    table = table.march("a1", "0505", "0506", "0507", mode="tactical")
    assert table.status("a2") == {"spent"}


def test_6_4_1_steps_beyond_nine_are_taken_off_before_the_phase_ends(diagram):
    stack = [unit(f"a{n}", "0505", max_steps=3) for n in range(4)]
    table = diagram([*stack, unit("g1", "0110")]).next()
    assert table.asked[:2] == ("allied", "overstack")
    assert table.state()["phase"] == "movement"
    for _ in range(3):
        table = table.choose("a0")
    assert table.pending == []
    assert table.at("a0") == "eliminated-allied"
    assert table.next().state()["phase"] == "combat"


def reorganized(diagram, status, *dice, near=False, quality="normal"):
    """A unit after the reorganization phase of its side."""
    units = [unit("a1", "0505", status=status, quality=quality)]
    units.append(unit("g1", "0506" if near else "0910"))
    return diagram(units, phase="combat", areas=AREAS).next(*dice).status("a1")


@pytest.mark.parametrize(
    ("status", "after"),
    [
        (["disrupted"], set()),
        (["full_retreat"], {"disrupted"}),
        (["engaged", "scattered", "spent", "replacement"], set()),
    ],
)
def test_14_4_1_recovery_out_of_ezoc(diagram, status, after):
    assert reorganized(diagram, status) == after


@pytest.mark.parametrize(
    ("die", "quality", "recovers"),
    [(3, "normal", False), (4, "normal", True), (3, "elite", True), (4, "low", False)],
)
def test_14_4_2_recovery_in_ezoc_needs_a_die(diagram, die, quality, recovers):
    found = reorganized(diagram, ["disrupted"], die, near=True, quality=quality)
    assert found == (set() if recovers else {"disrupted"})


def test_18_1_the_supply_phase_marks_and_frees(diagram):
    units = [
        unit("a1", "0502", status=["out_of_supply"]),
        unit("a2", "0509"),
        unit("g1", "0510"),
    ]
    table = diagram(units, phase="reorganization", areas=AREAS).next()
    assert table.status("a1") == set()
    assert table.status("a2") == {"out_of_supply"}


def test_18_2_2_supply_heads_are_spent_after_turn_5(table):
    position = {"turn": 5, "phase": "reorganization", "active": "allied"}
    after = table(position).next()
    assert "depleted" in after.status("BR-1AB-supply")
    before = table({**position, "turn": 4}).next()
    assert "depleted" not in before.status("BR-1AB-supply")


def test_4_1_two_dice_make_the_weather_of_a_day(table):
    night = table({"turn": 5, "phase": "victory", "active": "german"})
    morning = night.next(1, 5)  # 19 September: +2
    assert morning.state()["phase"] == "weather"
    assert morning.state()["tracks"]["weather"] == "cloudy"
    assert morning.state()["tracks"]["weather-pm"] == "overcast"


def test_17_8_german_artillery_by_day_and_by_night(diagram):
    guns = [unit(f"g{n}", "0509", kind="artillery", status=["fired"], range=4) for n in range(3)]
    units = [*guns, unit("a1", "0101")]
    board = {"phase": "supply", "active": "allied", "areas": AREAS}
    day = diagram(units, turn=3, **board).next()
    assert day.asked == ("german", "resupply", ["done", "g0", "g1", "g2"])
    chosen = day.choose("g0").choose("g2")
    assert [chosen.status(f"g{n}") for n in range(3)] == [set(), {"fired"}, set()]
    night = diagram(units, turn=2, **board).next()
    assert night.pending == []
    assert all(night.status(f"g{n}") == set() for n in range(3))


def test_17_8_1_allied_artillery_needs_area_n(diagram):
    gun = unit("a1", "0502", kind="artillery", status=["fired"], range=4)
    board = {"phase": "victory", "active": "german", "turn": 1}
    ready = diagram([gun, unit("g1", "0510")], areas=AREAS, **board).next()
    assert ready.status("a1") == set()
    elsewhere = {"M": {"side": "allied", "hexes": ["0501"]}}
    assert diagram([gun, unit("g1", "0510")], areas=elsewhere, **board).next().status("a1") == {
        "fired"
    }


def test_19_1_reinforcements_come_to_their_areas(table):
    allied = table({"turn": 2, "phase": "airlanding", "active": "allied"}).next()
    assert allied.at("BR-15/19KRH") == "area-N"
    assert allied.at("BR-1-GP") == "turn-2"  # comes by air
    assert allied.at("BR-23H/29") == "turn-3"


@pytest.mark.parametrize(("turn", "dice", "come"), [(2, (2, 3, 3, 3, 3, 3), 1), (4, (), 6)])
def test_23_5_the_406th_division_rolls_until_turn_4(table, turn, dice, come):
    before = table({"turn": turn, "phase": "bridge", "active": "german"})
    after = before.next(*dice)
    names = ("Jenkel", "Stargaard", "Greshick", "Kempton", "Goebel", "406Arty")
    places = [after.at(f"GE-{name}") for name in names]
    assert sum(place.startswith("area-") for place in places) == come


def test_24_3_traffic_markers_are_placed_behind_the_30th_corps(table):
    after = table({"turn": 1, "phase": "supply", "active": "german"}).next()
    side, kind, options = after.asked
    assert (side, kind, options[0]) == ("german", "traffic", "done")
    rows = {o.split()[1][:2] for o in options[1:]}
    assert max(rows) <= "15"
    placed = after.choose(options[1])
    number = options[1].split()[1]
    assert placed.state()["markers"]["traffic-1"]["at"] == number
    assert all(o.split()[1] != number for o in placed.asked[2][1:])
    done = placed.choose("done", 1, 6)
    assert done.state()["markers"]["traffic-1"]["at"] == "traffic"


def test_26_the_points_are_counted_and_the_game_ends_with_its_last_turn(table):
    last = table({"turn": 20, "phase": "traffic", "active": "german"}).next()
    tracks = last.state()["tracks"]
    assert tracks["victory-allied"] == last.state()["victory_points"]["allied"]
    assert tracks["winner"] == "german"
    over = last.refused({"kind": "next_phase"})
    assert [v["rule"] for v in over["verdicts"]] == ["26.1"]
    assert last.ask("legal")["actions"] == []


@pytest.mark.parametrize(("steps", "winner"), [(4, "allied"), (3, "german")])
def test_the_short_scenario_is_won_north_of_the_waal(table, steps, winner):
    units = [
        {"id": "BR-2GH/46", "hex": "5421", "steps": 3},
        {"id": "BR-7SH/46", "hex": "5421", "steps": steps - 3 or 1}
        if steps > 3
        else {"id": "BR-7SH/46", "hex": "5219"},
    ]
    position = {"scenario": "short", "turn": 11, "phase": "traffic", "active": "german"}
    after = table({**position, "clear_board": True, "units": units}).next()
    assert after.state()["tracks"]["winner"] == winner


def test_26_3_ten_points_and_the_ground_army_over_the_rhine_win_at_once(table):
    cities = [i for i, w in enumerate(setting("campaign").board.victory) if w]
    numbers = [setting("campaign").board.numbers[i] for i in cities][:10]
    units = [{"id": "BR-2GH/46", "hex": "6516"}]
    position = {
        "turn": 9,
        "phase": "traffic",
        "active": "german",
        "clear_board": True,
        "units": units,
        "control": dict.fromkeys(numbers, "allied"),
    }
    assert table(position).next().state()["tracks"]["winner"] == "allied"
    fewer = {**position, "control": dict.fromkeys(numbers[:9], "allied")}
    assert "winner" not in table(fewer).next().state()["tracks"]
    airborne = {**position, "units": [{"id": "BR-2-1P", "hex": "6516"}]}
    assert "winner" not in table(airborne).next().state()["tracks"]


def test_26_2_the_germans_win_without_allies_north_of_the_rhine(table):
    position = {"turn": 9, "phase": "traffic", "active": "german", "clear_board": True}
    away = {**position, "units": [{"id": "BR-2GH/46", "hex": "5219"}]}
    assert table(away).next().state()["tracks"]["winner"] == "german"


def test_19_2_2_areas_a_and_l_fall_on_turn_7(table):
    units = [{"id": "GE-Jungwirth", "hex": "A"}]
    position = {"turn": 6, "phase": "victory", "active": "german", "units": units}
    after = table(position).next()
    assert after.at("GE-Jungwirth") == "area-B"
    assert after.status("GE-Jungwirth") == {"disrupted"}
