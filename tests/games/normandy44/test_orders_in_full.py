"""Orders, supply lines and lists of orders: what each judges, leaves behind and offers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.modes import HOUSE_TRACK
from engine.games.normandy44 import tracks
from engine.games.normandy44.answers import views
from engine.games.normandy44.legal import attacks_on
from engine.rules.registry import is_legal
from tests.games.normandy44.tabletop import Json, Table, allied, german
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter

HQ: Json = {"attack": 0, "steps": 1, "max_steps": 1}
ENTRY: Json = {"E": {"kind": "entry", "hexes": ["0101"]}}
COTENTIN = "GE-HQ-Cotentin"


def told(table: Table, action: act.Action) -> set[tuple[str, tuple[str, ...]]]:
    """The reasons against an action, each with the hexes that it names."""
    found = [v for v in table.verdicts(action) if v.level == "forbid"]
    return {(f"{v.rule} {v.key.rpartition('.')[2]}", tuple(v.hexes)) for v in found}


def reasons(table: Table, action: act.Action) -> set[str]:
    return {reason for reason, _ in told(table, action)}


# -- moves ----------------------------------------------------------------------------------------


def test_from_a_box_to_a_box_there_is_no_way() -> None:
    """9.1a."""
    table = campaign([ENGINEERS, counter("US-9-39", "in-britain")])
    move = act.MoveUnits(units=("US-9-39",), path=("in-britain", "eliminated-allied"))
    assert reasons(table, move) == {"9.1a gap"}


def test_off_the_map_leads_only_to_britain() -> None:
    """9.2, 21.2a."""
    table = campaign([ENGINEERS, counter("US-4-8", "2814")])
    out = act.MoveUnits(units=("US-4-8",), path=("2814", "eliminated-allied"), mode="evacuation")
    assert reasons(table, out) == {"9.2 off_map"}


def relocation(*path: str) -> act.MoveUnits:
    return act.MoveUnits(units=(COTENTIN,), path=path, mode="cherbourg")


@pytest.mark.parametrize(
    ("position", "path", "legal"),
    [
        ({}, ("2811", "3605"), True),
        ({"control": {"3605": "allied"}}, ("2811", "3605"), False),
        ({}, ("2811", "2812"), False),
        ({"phase": "combat"}, ("2811", "3605"), False),
        ({"tracks": {tracks.COTENTIN: 2}}, ("2811", "3605"), False),
    ],
)
def test_when_the_headquarters_goes_to_cherbourg(
    position: Json, path: tuple[str, ...], legal: bool
) -> None:
    """17.4c: once, in its movement phase, to a hex of the city in German hands."""
    table = campaign([counter(COTENTIN, "2811")], active="german", **position)
    city = table.numbers(table.now.ground.cherbourg)
    assert "2811" not in city
    there = path[-1] if path[-1] != "3605" else min(city)
    if "control" in position:
        table = campaign(
            [counter(COTENTIN, "2811")], active="german", control={min(city): "allied"}
        )
    found = told(table, relocation(path[0], there))
    if legal:
        assert found == set()
        table.play(relocation(path[0], there))
        assert table.at(COTENTIN) == there
        assert table.state.tracks[tracks.COTENTIN] == 3
    else:
        assert ("17.4c not_now", (there,)) in found


def test_what_a_move_leaves() -> None:
    """9.1a, 9.3b, 17.2h, 9.8.5a, 15.4: points in sixths, hexes of the turn, markers."""
    road = [{"class": "secondary", "hexes": [f"05{n:02d}" for n in range(1, 12)]}]
    units = [
        german("q", "0501", 1, "hq", movement=6, **HQ),
        german("k", "0601", 4, "tank", movement=6, armor=3, status=["reserve"]),
        german("i", "0701", 4),
    ]
    table = Table(units, phase="movement", active="german", roads=road, tracks={"hexes/q": 1})
    table.play(table.move("q", "0502"))
    assert (table.state.tracks["moved/q"], table.state.tracks["hexes/q"]) == (3, 2)
    assert table.unit("q").status == {"moved"}
    table.play(table.move("k", "0602", "0603"))
    assert (table.state.tracks["moved/k"], table.state.tracks["hexes/k"]) == (12, 2)
    assert table.unit("k").status == frozenset()
    table.play(table.move("i", "0702", mode="tactical"))
    assert table.state.tracks["moved/i"] == -1
    one = Table(units, phase="movement", active="german", roads=road)
    one.play(one.move("q", "0502"))
    assert one.unit("q").status == frozenset()
    one.play(one.move("i", "0702", "0703", mode="truck"))
    assert one.unit("i").status == {"truck"}
    fast = Table([german("s", "0501", 4, "tank", movement=6)], phase="movement", active="german",
                 roads=road)  # fmt: skip
    fast.play(fast.move("s", "0502", mode="strategic"))
    assert fast.unit("s").status == {"strategic"}
    walk = Table([german("w", "0501")], phase="movement", active="german", roads=road)
    walk.play(walk.move("w", "0502", mode="truck_strategic"))
    assert walk.unit("w").status == {"strategic", "truck"}
    later = Table(
        [german("r", "0501", status=["reserve"])], phase="reserve_movement", active="german"
    )
    later.play(later.move("r", "0502", mode="reserve"))
    assert later.unit("r").status == {"reserve"}


def test_a_step_that_only_a_house_rule_opens_costs_nothing() -> None:
    """9.6: no rule names its price."""
    units = [allied("a", "0505")]
    table = Table(units, phase="movement", hexsides={"0505/0506": ["impassable"]})
    assert table.judge(table.move("a", "0506", "0507")) == {"9.6"}
    house = {**table.state.tracks, HOUSE_TRACK + "9.6": "off"}
    table.state = replace(table.state, tracks=house)
    table.play(table.move("a", "0506", "0507"))
    assert table.state.tracks["moved/a"] == 6


def test_a_house_rule_lets_units_move_again() -> None:
    """9.1a: without it a unit that has moved goes nowhere."""
    table = Table([allied("a", "0505")], phase="movement", tracks={"moved/a": 6})
    assert table.reach("a") == {}
    house = {**table.state.tracks, HOUSE_TRACK + "9.1a": "off"}
    table.state = replace(table.state, tracks=house)
    assert "0506" in table.reach("a")


def test_modes_that_the_rules_do_not_know() -> None:
    """3.0, 9.1a: nor moves that begin elsewhere."""
    table = Table([allied("a", "0505")], phase="movement")
    assert reasons(table, table.move("a", "0506", mode="flying")) == {"3.0 mode"}
    away = act.MoveUnits(units=("a",), path=("0606", "0607"))
    assert told(table, away) == {("9.1a start", ("0505",))}


def test_orders_that_are_entered_by_hand() -> None:
    """3.0."""
    table = Table([allied("a", "0505")], phase="movement")
    assert reasons(table, act.PlaceMarker(unit="a", marker="disrupted")) == {"3.0 by_hand"}
    assert reasons(table, act.Disengage(unit="a")) == {"3.0 by_hand"}


# -- supply lines ---------------------------------------------------------------------------------


def cuts(table: Table, name: str) -> set[tuple[str, str, str | None]]:
    line = views.line_of(table.now, table.unit(name))
    assert not line.supplied
    assert (line.source, line.path) == (None, ())
    return {(table.now.number(c.place), c.rule, c.unit) for c in line.cuts}


def test_a_line_is_cut_by_a_closed_hexside() -> None:
    """18.2b, 18.2d: no unit stands in the way."""
    around = ["0505/0504", "0505/0506", "0505/0405", "0505/0406", "0505/0605", "0505/0606"]
    shut = {side: ["impassable"] for side in around}
    table = Table([german("g", "0505")], areas=ENTRY, hexsides=shut)
    assert cuts(table, "g") == {
        (n, "18.2b", None) for n in ("0504", "0506", "0405", "0406", "0605", "0606")
    }
    near = Table([german("g", "0303")], areas=ENTRY)
    line = near.rules.answers(near.state).supply_of("g")
    assert (line.supplied, line.source, line.cuts) == (True, "E", ())
    assert table.numbers([line.path[0], line.path[-1]]) == {"0303", "0101"}


def test_a_line_by_road_is_cut_far_away() -> None:
    """18.2a, 18.2b: on the road by the unit there, beyond the five hexes of a line."""
    road = [{"class": "secondary", "hexes": [f"01{n:02d}" for n in range(1, 13)]}]
    units = [german("g", "0112"), allied("p", "0103", 1), allied("s", "0203", 1)]
    table = Table(units, areas=ENTRY, roads=road)
    found = cuts(table, "g")
    assert ("0103", "18.2b", "p") in found
    assert {rule for _, rule, _ in found} == {"18.2b"}


# -- lists ----------------------------------------------------------------------------------------


def listed(table: Table) -> list[act.Action]:
    return list(table.rules.legal(table.state, 99_999).actions)


def test_units_off_the_map_get_no_markers_but_in_britain() -> None:
    """6.2.1, 15.1a, 16.1.3a."""
    pool: Json = {"repl/us/infantry": 2}
    units = [
        ENGINEERS,
        counter("US-9-39", "in-britain", steps=2),
        counter("US-4-22", "follow-up-utah", steps=2),
        counter("US-4-12", "eliminated-allied", steps=0),
        counter("US-4-8", "2813", steps=2),
    ]
    moving = [a for a in listed(campaign(units)) if isinstance(a, act.PlaceMarker)]
    assert {(a.unit, a.marker) for a in moving} == {
        ("US-4-8", "reserve"),
        ("US-4-8", "improved_position"),
        (ENGINEERS["id"], "reserve"),
    } & {(a.unit, a.marker) for a in moving}
    assert {a.unit for a in moving} <= {"US-4-8", ENGINEERS["id"]}
    assert ("US-4-8", "reserve") in {(a.unit, a.marker) for a in moving}
    table = campaign(units, phase="replacement", tracks=pool)
    taken = {(a.unit, a.marker) for a in listed(table) if isinstance(a, act.PlaceMarker)}
    assert taken == {("US-9-39", "replacement"), ("US-4-8", "replacement")}


def test_germans_on_foot_enter_only_by_normal_moves() -> None:
    """9.8.1a, 9.8.7."""
    for name, turn, modes in (
        ("GE-77-1049", 2, {"normal"}),
        ("GE-12SS-26", 2, {"normal", "strategic"}),
        ("GE-12SS-26", 1, {"normal"}),
    ):
        table = campaign([counter(name, f"turn-{turn}")], turn=turn, active="german")
        found = {a.mode for a in listed(table) if isinstance(a, act.MoveUnits)}
        assert found == modes, name


def test_nobody_is_attacked_in_an_empty_hex() -> None:
    """10.1a."""
    table = Table([allied("a", "0505", 8), german("d", "0506")])

    def allows(verdicts: Any) -> bool:
        return is_legal(list(verdicts))

    assert list(attacks_on(table.now, table.hex("0606"), allows)) == []
    assert len(list(attacks_on(table.now, table.hex("0506"), allows))) > 0


def test_large_groups_are_listed_whole_and_by_army() -> None:
    """22.1.1: up to three units also one by one."""
    hexes = ("0405", "0406", "0505", "0507", "0606", "0605")

    def groups(count: int, *others: Json) -> set[tuple[str, ...]]:
        units = [allied(f"a{n}", hexes[n], 6) for n in range(count)]
        table = Table([*units, *others, german("d", "0506", 1)], tracks={
            tracks.AIR + "us": 0, tracks.AIR + "cw": 0,
        })  # fmt: skip
        return {a.attackers for a in listed(table) if isinstance(a, act.DeclareAttack)}

    three = {("a1",), ("a2",), ("a3",)}
    found = groups(4)
    assert {len(g) for g in found} <= {1, 3}
    assert found == three | {g for g in found if len(g) == 3}
    british = allied("b", "0607", 6, nationality="british")
    table = Table([allied("a", "0505", 6), british, german("d", "0506", 1)])
    assert table.hex("0607") in table.now.ground.ring[table.hex("0506")]
    both = {a.attackers for a in listed(table) if isinstance(a, act.DeclareAttack)}
    assert both == {("a",), ("b",)}


def test_orders_of_the_enemys_units_are_not_listed() -> None:
    """3.0: nor those of scattered and moved units."""
    units = [allied("a", "0505"), allied("s", "0303", status=["scattered"]), german("g", "1010")]
    table = Table(units, phase="movement", tracks={"moved/a": 6})
    assert {a.units for a in listed(table) if isinstance(a, act.MoveUnits)} == set()
    fresh = Table(units, phase="movement")
    assert {a.units for a in listed(fresh) if isinstance(a, act.MoveUnits)} == {("a",)}


def test_out_of_the_map_only_with_an_open_beach() -> None:
    """21.2a: engineers cannot move, and Germans do not leave."""
    units = [ENGINEERS, counter("US-4-8", "2814"), counter("US-4-12", "2813")]
    table = campaign(units)
    out = [a for a in listed(table) if isinstance(a, act.MoveUnits) and a.mode == "evacuation"]
    assert [(a.units, a.path) for a in out] == [(("US-4-8",), ("2814", "in-britain"))]
    german_turn = campaign([*units, counter("GE-91-1058", "2010")], active="german")
    modes = {a.mode for a in listed(german_turn) if isinstance(a, act.MoveUnits)}
    assert "evacuation" not in modes
    assert modes >= {"normal", "tactical"}


# -- reach and reasons ----------------------------------------------------------------------------


def why(table: Table, name: str, place: str) -> tuple[str, list[str], set[str]]:
    """The mode, the path and the rules of the answer why a unit does not come to a place."""
    found = table.rules.answers(table.state).why_not([name], table.rules.places.index(place))
    path = [table.now.number(i) for i in found.path]
    return found.mode, path, {v.rule for v in found.verdicts}


def test_why_a_unit_does_not_come_to_a_place() -> None:
    """9.1a, 21.2a, 6.2.2a, 15.2."""
    table = Table([allied("a", "0505"), german("g", "0508")], phase="movement")
    assert why(table, "a", "0505") == ("normal", ["0505"], set())
    assert why(table, "a", "0506") == ("normal", ["0505", "0506"], set())
    mode, path, rules = why(table, "a", "1212")
    assert (mode, path[0], path[-1], rules) == ("normal", "0505", "1212", {"9.1a"})
    assert len(path) > 2
    reserve = Table([allied("a", "0505", status=["reserve"])], phase="reserve_movement")
    assert why(reserve, "a", "1212")[0] == "reserve"
    assert why(reserve, "a", "0506")[0] == "reserve"
    units = [
        ENGINEERS,
        counter("US-4-8", "2812"),
        counter("US-4-12", "eliminated-allied", steps=0),
        counter("US-4-22", "cadres-allied"),
        counter("US-9-39", "in-britain"),
    ]
    real = campaign(units)
    assert why(real, "US-4-8", "in-britain") == (
        "evacuation",
        ["2812", "in-britain"],
        {"21.2a"},
    )
    mode, path, rules = why(real, "US-4-12", "2812")
    assert (mode, path) == ("return", ["eliminated-allied", "2812"])
    assert "6.2.2a" in rules
    assert why(real, "US-4-22", "2812")[0] == "return"
    assert why(real, "US-9-39", "2814") == ("normal", ["in-britain", "2814"], set())
    mode, path, rules = why(real, "US-9-39", "2010")
    assert (mode, path[:2], path[-1]) == ("normal", ["in-britain", "2814"], "2010")
    assert rules == {"9.10a"}


def test_reach_in_points_and_by_the_best_mode() -> None:
    """9.1a, 9.10a: points with their fractions; tactical moves cost none."""
    road = [{"class": "secondary", "hexes": [f"05{n:02d}" for n in range(1, 12)]}]
    units = [german("k", "0501", 4, "tank", armor=3, movement=2)]
    table = Table(units, phase="movement", active="german", roads=road)
    answers = table.rules.answers(table.state)
    best, tactical = answers.reach(["k"]), answers.reach(["k"], "tactical")
    assert (best.units, best.start, best.boxes) == (("k",), table.hex("0501"), {})
    assert (best.allowance, best.spent) == (2, 0)
    assert answers.reach(["k"], "strategic").allowance == 4
    near, far = best.hexes[table.hex("0502")], best.hexes[table.hex("0509")]
    assert (near.cost, near.mode) == (0.5, "normal")
    assert (far.cost, far.mode) == (4, "strategic")
    assert table.hex("0510") not in best.hexes
    assert list(best.hexes) == sorted(best.hexes)
    assert {end.cost for end in tactical.hexes.values()} == {0}
    assert {table.now.ground.distance(best.start, i) for i in tactical.hexes} == {1, 2}


def test_a_path_is_judged_whatever_the_phase() -> None:
    """9.1a: from where the unit is; an arrival is a normal move."""
    table = Table([allied("a", "0505"), german("g", "0508")])
    judged = views.judge_route
    assert judged(table.now, ["a"], ["0505", "0506"]) == []
    assert [v.rule for v in judged(table.now, ["a"], ["0505", "0507", "0508"])]
    with pytest.raises(UserError):
        judged(table.now, ["a"], ["0506", "0507"])
    real = campaign([ENGINEERS, counter("US-9-39", "in-britain")])
    path = ["in-britain", "2814"]
    assert judged(real.now, ["US-9-39"], path, "arrival") == []
    assert {v.rule for v in judged(real.now, ["US-9-39"], path, "truck")} == {"6.5.2b"}
