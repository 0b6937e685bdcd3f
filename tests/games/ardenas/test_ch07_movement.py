"""Chapter 7: hexes, displacement, the road bonus, stacks, rivers, zones and stacking."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.core.resolve import Outcome
from engine.games.ardenas import tracks
from engine.games.ardenas.rules.ch07_movement import NEARBY, Mover, arrivals, reach
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import (
    BOARD,
    after,
    against,
    allied,
    ask,
    given,
    hexes,
    rules_against,
    unit,
)

ROAD = {"roads": [{"class": "road", "hexes": [f"{c:02d}15" for c in range(1, 31)]}]}
RIVER = {"hexes": {f"15{r:02d}": {"river": True} for r in range(1, 31)}}


def farthest(found: GivenPosition, name: str, mode: str = "normal") -> int:
    return max(hexes(found, name, mode).values(), default=0)


def along(start: int, end: int) -> list[str]:
    step = 1 if end > start else -1
    return [f"{c:02d}15" for c in range(start, end + step, step)]


def played(found: GivenPosition, *path: str, units: str, mode: str = "normal") -> Outcome:
    action = act.MoveUnits(units=tuple(units.split()), path=path, mode=mode)
    return found.ruleset.resolve(found.state, action, Rolled())


def test_every_hex_counts_one_and_displacement_is_twice_the_factor() -> None:
    found = given(unit("a", "1515"))
    assert farthest(found, "a") == 4
    assert farthest(found, "a", "displacement") == 8
    assert rules_against(found, *along(15, 20), units="a") == {"7.0b"}
    assert rules_against(found, *along(15, 19), units="a") == set()


@pytest.mark.parametrize(
    ("weather", "normal", "displacement"),
    [("good", 6, 12), ("storm", 4, 8), ("fog", 2, 0)],
)
def test_a_move_along_a_road_gains_two_hexes_and_displacement_four(
    weather: str, normal: int, displacement: int
) -> None:
    """ARD-EX6: only in good weather, and only where the whole move follows the road."""
    found = given(unit("a", "1515"), board=BOARD | ROAD, weather=weather)
    assert farthest(found, "a") == normal
    assert farthest(found, "a", "displacement") == displacement


def test_the_road_bonus_needs_the_road_from_the_first_hex_to_the_last() -> None:
    found = given(unit("a", "1515"), unit("b", "1614"), board=BOARD | ROAD)
    assert hexes(found, "a")["2115"] == 6
    off = {n: cost for n, cost in hexes(found, "a").items() if not n.endswith("15")}
    assert max(off.values()) == 4
    assert max(hexes(found, "b").values()) == 4


def test_a_storm_halves_movement_off_the_road_only() -> None:
    found = given(unit("a", "1515"), unit("b", "0505", movement=5), board=BOARD | ROAD)
    storm = given(
        unit("a", "1515"), unit("b", "0505", movement=5), board=BOARD | ROAD, weather="storm"
    )
    assert farthest(found, "b") == 5
    assert (farthest(storm, "b"), farthest(storm, "b", "displacement")) == (2, 4)
    assert farthest(storm, "a") == 4


@pytest.mark.parametrize(("halving", "reached"), [("at_least_one", 1), ("down", 0)])
def test_half_of_one_by_either_reading(halving: str, reached: int) -> None:
    found = given(unit("a", "1515", movement=1), weather="fog", options={"halving": halving})
    assert farthest(found, "a") == reached


@pytest.mark.parametrize(
    ("early", "normal", "displacement"),
    [("both", 2, 0), ("fog", 2, 0), ("storm", 2, 4)],
)
def test_bad_weather_of_turns_1_to_6(early: str, normal: int, displacement: int) -> None:
    found = given(unit("a", "1515"), turn=3, weather="bad", options={"early_weather": early})
    assert farthest(found, "a") == normal
    assert farthest(found, "a", "displacement") == displacement


def test_a_stack_moves_as_its_slowest_unit_and_leaves_none_behind() -> None:
    found = given(unit("a", "1515"), unit("b", "1515", movement=2))
    assert farthest(found, "a b") == 2
    assert hexes(found, "a") == {}
    assert rules_against(found, "1515", "1615", units="a") == {"7.0p"}
    free = given(
        unit("a", "1515"), unit("b", "1515", movement=2), options={"stack_leaving": "free"}
    )
    assert farthest(free, "a") == 4


def test_an_individual_counter_moves_its_full_factor() -> None:
    assert farthest(given(unit("a", "1515"), unit("b", "1510", movement=2)), "a") == 4


def test_a_grouping_moves_as_one_with_its_counter() -> None:
    group = {"side": "german", "number": 3, "kind": "ground", "hex": "1515", "units": ["a", "b"]}
    found = given(
        unit("a", "1515"), unit("b", "1515", movement=2), unit("c", "1515"), groupings=[group]
    )
    assert farthest(found, "a b") == 2
    assert rules_against(found, "1515", "1615", units="a") == {"7.0p"}
    assert farthest(found, "c") == 4, "the individual beside the grouping moves alone"
    effects, _ = played(found, "1515", "1615", units="a b")
    values = [e.after for e in effects if getattr(e, "track", "") == "grouping/german/ground/3"]
    assert values == ["1615 a b"]


def test_a_zone_ends_a_move_and_displacement_never_enters_one() -> None:
    found = given(unit("a", "1515"), unit("e", "1815", side="allied"))
    assert "1715" in hexes(found, "a")
    assert rules_against(found, *along(15, 18), units="a") == {"7.0g", "7.0m"}
    said = ask("reach", found, unit="a", mode="normal")["hexes"]["1715"]
    assert said["stop"] == "ezoc"
    assert "1715" not in hexes(found, "a", "displacement")
    assert rules_against(found, *along(15, 17), units="a", mode="displacement") == {"7.0j"}


def test_a_unit_that_begins_in_a_zone_may_leave_it_into_another_hex_of_it() -> None:
    found = given(unit("a", "1715"), unit("e", "1815", side="allied"))
    reached = hexes(found, "a")
    assert "1714" in reached
    assert "1415" in reached


def test_a_zone_may_be_passed_by_the_other_reading() -> None:
    units = unit("a", "1515"), unit("e", "1715", side="allied")
    path = ["1515", "1614", "1714", "1814"]
    stop, on = given(*units), given(*units, options={"zoc_stop": "go_on"})
    assert rules_against(stop, *path, units="a") == {"7.0m"}
    assert rules_against(on, *path, units="a") == set()
    assert "1814" not in hexes(stop, "a")
    assert "1814" in hexes(on, "a")


@pytest.mark.parametrize(
    "more",
    [
        {"kind": "field_artillery", "artillery": 1},
        {"kind": "supply"},
        {"kind": "engineer", "status": ["acted"]},
        {"combat": 1, "status": ["affected"]},
    ],
)
def test_who_passes_a_zone_ends_where_it_can_attack(more: dict[str, Any]) -> None:
    """7.0m: a zone is not passed without a combat, by either reading."""
    enemy, option = unit("e", "1715", side="allied"), {"options": {"zoc_stop": "go_on"}}
    beyond, beside = "1813", "1814"
    for units, to in ((unit("a", "1515"), beyond), (unit("a", "1515", **more), beside)):
        found = given(units, enemy, **option)
        assert rules_against(found, "1515", "1614", "1714", to, units="a") == {"7.0m"}
    around = hexes(given(unit("a", "1515"), enemy, **option), "a")
    assert "1813" in around, "by a path around the zone"
    assert "1716" in around


@pytest.mark.parametrize("kind", ["supply", "fuel"])
def test_supply_and_fuel_have_no_zone(kind: str) -> None:
    found = given(unit("a", "1515"), unit("e", "1715", side="allied", kind=kind))
    assert ask("zoc", found, side="allied")["hexes"] == []


def test_the_zones_of_ground_and_air_are_apart() -> None:
    plane = unit("f", "1815", side="allied", kind="fighter", movement=14)
    found = given(unit("a", "1515"), plane)
    assert ask("zoc", found, side="allied", layer="ground")["hexes"] == []
    assert len(ask("zoc", found, side="allied", layer="air")["hexes"]) == 6
    assert rules_against(found, *along(15, 19), units="a") == set()


def test_aircraft_fly_over_enemy_ground_units_and_not_over_enemy_aircraft() -> None:
    flier = unit("f", "1515", kind="fighter", movement=10)
    over = given(flier, unit("e", "1715", side="allied"), phase="air", subturn=2)
    assert hexes(over, "f")["1715"] == 2
    enemy = unit("g", "1715", side="allied", kind="fighter", movement=10)
    barred = given(flier, enemy, phase="air", subturn=2)
    assert "1715" not in hexes(barred, "f")
    assert "7.0h" in rules_against(barred, *along(15, 17), units="f")


@pytest.mark.parametrize(("weather", "reached"), [("good", 10), ("storm", 5), ("fog", 0)])
def test_aircraft_in_the_weather(weather: str, reached: int) -> None:
    flier = unit("f", "1515", kind="fighter", movement=10)
    found = given(flier, phase="air", subturn=1, weather=weather)
    assert farthest(found, "f") == reached
    assert farthest(found, "f", "displacement") == (20 if weather == "good" else 0)


def river(**more: Any) -> dict[str, Any]:
    return BOARD | RIVER | more


def test_foot_units_lose_two_hexes_in_a_river_hex_and_vehicles_need_a_bridge() -> None:
    found = given(unit("a", "1415"), unit("t", "1411", kind="tank", movement=7), board=river())
    reached = hexes(found, "a")
    assert reached["1515"] == 3
    assert reached["1615"] == 4
    assert not {n for n in hexes(found, "t") if n >= "1500"}
    assert rules_against(found, "1411", "1511", units="t") == {"8.2d"}
    path = along(14, 16)
    assert rules_against(found, *path, units="a", mode="displacement") == {"8.2d"}


def test_a_bridge_lets_every_unit_cross() -> None:
    board = river() | {"hexes": RIVER["hexes"] | {"1515": {"river": True, "bridge": True}}}
    found = given(unit("t", "1415", kind="tank", movement=7), board=board)
    assert hexes(found, "t")["1515"] == 1
    assert rules_against(found, *along(14, 17), units="t", mode="displacement") == set()


def test_an_engineer_that_bridges_lets_units_cross_without_loss() -> None:
    def crossing(*status: str) -> GivenPosition:
        engineer = unit("p", "1515", kind="engineer", combat=1, status=list(status))
        return given(
            unit("t", "1415", kind="tank", movement=7), unit("a", "1416"), engineer, board=river()
        )

    assert hexes(crossing("acted"), "t")["1615"] == 2
    assert rules_against(crossing(), *along(14, 16), units="t") == {"8.2d"}


def test_an_engineer_that_bridges_has_no_displacement() -> None:
    engineer = unit("p", "1415", kind="engineer", status=["acted"])
    found = given(engineer, board=river())
    assert rules_against(found, "1415", "1315", units="p", mode="displacement") == {"8.2j"}


def test_a_road_beside_a_river_is_followed_as_if_there_were_none() -> None:
    road = {"roads": [{"class": "road", "hexes": [f"15{r:02d}" for r in range(10, 20)]}]}
    found = given(unit("t", "1512", kind="tank", movement=4), board=river(**road))
    assert hexes(found, "t")["1516"] == 4
    crossing = given(unit("t", "1415", kind="tank", movement=4), board=BOARD | RIVER | ROAD)
    assert rules_against(crossing, *along(14, 16), units="t") == {"8.2d"}


def test_on_leaving_the_river_hex_by_the_other_reading() -> None:
    found = given(unit("a", "1415"), board=river(), options={"river_entry": "leaving"})
    reached = hexes(found, "a")
    assert (reached["1515"], reached["1615"]) == (1, 4)
    path = ("1415", "1515", "1615")
    state = after(found, act.MoveUnits(units=("a",), path=path, mode="normal"))
    assert state.tracks[tracks.MOVED + "a"] == 4


@pytest.mark.parametrize(
    ("path", "movement", "rules"),
    [("1415 1515 1615", 3, {"7.0b"}), ("1415 1515 1615", 4, set()), ("1515 1615", 1, set())],
)
def test_a_unit_that_begins_in_the_river_leaves_it_freely_by_the_other_reading(
    path: str, movement: int, rules: set[str]
) -> None:
    option = {"options": {"river_entry": "leaving"}}
    found = given(unit("a", path[:4], movement=movement), board=river(), **option)
    assert rules_against(found, *path.split(), units="a") == rules


@pytest.mark.parametrize("reading", ["entering", "leaving"])
def test_no_vehicle_enters_a_river_hex_without_a_bridge(reading: str) -> None:
    """8.2d: else it would cross in two turns; the reading is about what others pay."""
    tank = unit("t", "1415", kind="tank", movement=7)
    found = given(tank, board=river(), options={"river_entry": reading})
    assert "1515" not in hexes(found, "t")
    assert rules_against(found, "1415", "1515", units="t") == {"8.2d"}


@pytest.mark.parametrize(("reading", "wrong"), [("moves", set()), ("stays", {"7.0c"})])
def test_a_gun_that_has_bombarded_moves_on_or_stays_by_the_reading(
    reading: str, wrong: set[str]
) -> None:
    """7.0c: any attack ends the movement of a unit; bombardment comes before movement."""
    gun = unit("g", "1515", kind="field_artillery", artillery=2, range=4)
    option = {"options": {"fire_and_move": reading}}
    found = given(gun, allied("d", "1512"), phase="bombardment", **option)
    state = after(found, act.Bombard(artillery=("g",), target="1512"), dice="2")
    state = after(found, act.NextPhase(), start=state)
    order = act.MoveUnits(units=("g",), path=("1515", "1516"))
    assert against(found, state, order) == wrong
    ready = given(gun, allied("d", "1512"), **option)
    assert rules_against(ready, "1515", "1516", units="g") == set()


@pytest.mark.parametrize(
    ("status", "rule"), [("deployed", "10.0a"), ("frozen", "10.0d"), ("formed", "11.0h")]
)
def test_units_that_do_not_move_this_turn(status: str, rule: str) -> None:
    found = given(unit("a", "1515", status=[status]))
    assert hexes(found, "a") == {}
    assert rules_against(found, "1515", "1615", units="a") == {rule}


def test_a_dropped_unit_moves_without_displacement() -> None:
    found = given(unit("a", "1515", kind="parachute", status=["dropped"]))
    assert farthest(found, "a") == 4
    assert rules_against(found, "1515", "1615", units="a", mode="displacement") == {"9.0g"}


def test_six_counters_in_a_hex_besides_groupings() -> None:
    six = [unit(f"s{n}", "1615") for n in range(6)]
    found = given(unit("a", "1515"), *six)
    assert "1615" not in hexes(found, "a")
    assert "1715" in hexes(found, "a"), "own counters may be passed"
    assert rules_against(found, "1515", "1615", units="a") == {"7.0f"}
    seven = given(*six, unit("x", "1615"))
    assert ask("stacking", seven)["hexes"]["1615"] == {"counters": 7, "groupings": 0, "over": 1}
    group = {"side": "german", "number": 1, "kind": "ground", "hex": "1615", "units": ["s0", "s1"]}
    grouped = given(*six, unit("x", "1615"), groupings=[group])
    row = ask("stacking", grouped)["hexes"]["1615"]
    assert row == {"counters": 5, "groupings": 1, "over": 0}


def test_a_unit_moves_once_and_only_in_its_own_movement_phase() -> None:
    found = given(unit("a", "1515"))
    rules, state = found.ruleset, found.state
    move = act.MoveUnits(units=("a",), path=("1515", "1615"), mode="normal")
    effects, _ = rules.resolve(state, move, Rolled())
    work = rules.work(state, Rolled())
    work.do(*effects)
    again = act.MoveUnits(units=("a",), path=("1615", "1715"), mode="normal")
    assert [v.rule for v in rules.judge(work.state, again)] == ["7.0a"]
    for more, rule in (({"phase": "combat"}, "7.0a"), ({"active": "allied"}, "4.0a")):
        other = given(unit("a", "1515"), **more)
        assert rule in {v.rule for v in other.ruleset.judge(other.state, move)}


def test_units_keep_the_steps_of_displacement_for_the_turn() -> None:
    found = given(unit("a", "1515"))
    effects, _ = played(found, "1515", "1615", units="a", mode="displacement")
    tracks = {e.track: e.after for e in effects if hasattr(e, "track")}
    assert tracks == {"moved/a": 1, "displaced/a": 1}


@pytest.mark.parametrize("mode", ["normal", "displacement"])
@pytest.mark.parametrize(
    ("mover", "phase"), [({"kind": "tank"}, "movement"), ({"kind": "fighter"}, "air2")]
)
def test_a_list_of_moves_has_the_ends_of_reach_in_the_same_order(
    mover: dict[str, Any], phase: str, mode: str
) -> None:
    """A list searches nearby hexes first; rivers, roads and enemies are in the way."""
    board = BOARD | ROAD | {"hexes": {f"17{r:02d}": {"river": True} for r in range(1, 31)}}
    units = (
        unit("a", "1515", **mover, movement=9),
        allied("e", "1813"),
        allied("f", "1217", **mover),
    )
    found = given(*units, board=board, phase=phase)
    position = found.ruleset.position(found.state)
    moved = Mover(position, (position.units["a"],), mode)
    listed = list(arrivals(moved))
    assert listed == list(reach(moved).values())
    assert listed[-1].cost > NEARBY
