"""Movement, retreat and advance in full: the reasons against each, on small boards."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.combat import CombatRecord
from engine.games.normandy44.decisions import DECISIONS
from engine.games.normandy44.rules import ch13_retreat as retreat
from engine.games.normandy44.rules import ch14_advance as advance
from engine.games.normandy44.rules.ch10_procedure import HANDLERS
from tests.games.normandy44.tabletop import Json, Table, allied, german

ROAD = [{"class": "secondary", "hexes": [f"05{n:02d}" for n in range(1, 13)]}]


def reasons(table: Table, action: act.Action) -> set[tuple[str, str]]:
    """The rules that forbid an action, each with the word of its reason."""
    found = table.verdicts(action)
    return {(v.rule, v.key.rpartition(".")[2]) for v in found if v.level == "forbid"}


def told(table: Table, action: act.Action, rule: str) -> Json:
    """The values in the sentence of a verdict."""
    (found,) = (v for v in table.verdicts(action) if v.rule == rule)
    return dict(found.args)


# -- modes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "mode", "position", "why"),
    [
        ({}, "normal", {}, set()),
        ({}, "reserve", {}, {("15.2", "mode")}),
        ({}, "tactical", {}, set()),
        ({}, "strategic", {}, {("9.8.1a", "on_foot")}),
        ({}, "truck", {}, set()),
        ({}, "truck", {"turn": 1}, {("9.8.7", "turn_1")}),
        ({"kind": "tank"}, "strategic", {}, set()),
        ({"kind": "tank"}, "truck", {}, {("9.8.6a", "not_for_it")}),
        ({"kind": "tank"}, "truck_strategic", {}, {("9.8.6a", "not_for_it")}),
        ({"kind": "tank"}, "strategic", {"turn": 1}, {("9.8.7", "turn_1")}),
        ({"status": ["disrupted"]}, "normal", {}, {("13.6b", "tactical_only")}),
        ({"status": ["disrupted"]}, "tactical", {}, set()),
        ({"status": ["out_of_supply"]}, "normal", {}, {("18.4b", "tactical_only")}),
        ({"status": ["isolated"]}, "normal", {}, {("18.4b", "tactical_only")}),
        ({"status": ["scattered"]}, "tactical", {}, {("20.2.3a", "no_move")}),
        ({"movement": 0}, "tactical", {}, {("2.3.1b", "immobile")}),
        ({"kind": "ost"}, "normal", {"turn": 1}, {("17.1", "turn_1")}),
        ({"kind": "ost"}, "normal", {}, set()),
        ({"restricted": True}, "normal", {}, {("17.6a", "restricted")}),
        ({}, "normal", {"tracks": {"moved/m": 0}}, {("9.1a", "moved")}),
        (
            {"status": ["reserve"]},
            "normal",
            {"phase": "reserve_movement"},
            {("15.2", "mode")},
        ),
        ({"status": ["reserve"]}, "reserve", {"phase": "reserve_movement"}, set()),
        ({"status": ["reserve"]}, "tactical", {"phase": "reserve_movement"}, set()),
        ({}, "reserve", {"phase": "reserve_movement"}, {("15.2", "not_in_reserve")}),
    ],
)
def test_which_units_move_in_which_mode(
    unit: Json, mode: str, position: Json, why: set[tuple[str, str]]
) -> None:
    """2.3.1b, 9.1a, 9.8.1a, 9.8.6, 9.8.7, 13.6b, 15.2, 17.1, 17.6a, 18.4b, 20.2.3a."""
    usual = {"phase": "movement", "active": "german", "roads": ROAD}
    table = Table([german("m", "0505", **unit), allied("x", "1212")], **(usual | position))
    assert reasons(table, table.move("m", "0506", mode=mode)) == why


def test_marked_moves_start_and_end_away_from_the_enemy_and_alone() -> None:
    """9.8.2."""
    tank = german("t", "0505", 4, "tank", armor=3)
    more: Json = {"phase": "movement", "active": "german", "roads": ROAD}
    near = Table([tank, allied("x", "0405")], **more)
    assert ("9.8.2", "starts_in_zone") in reasons(near, near.move("t", "0506", mode="strategic"))
    ahead = Table([tank, allied("x", "0508")], **more)
    assert reasons(ahead, ahead.move("t", "0506", "0507", mode="strategic")) == {
        ("9.8.2", "into_zone")
    }
    pair = Table([tank, german("u", "0505", 4, "tank", armor=3)], **more)
    both = act.MoveUnits(units=("t", "u"), path=("0505", "0506"), mode="strategic")
    assert reasons(pair, both) == {("9.8.2", "alone")}
    onto = Table([tank, german("u", "0507")], **more)
    assert reasons(onto, onto.move("t", "0506", "0507", mode="strategic")) == {
        ("9.8.2", "ends_stacked")
    }
    marked = Table([german("i", "0505"), german("u", "0507", status=["strategic"])], **more)
    assert reasons(marked, marked.move("i", "0506", "0507")) == {("9.8.2", "beside_marked")}


def test_the_truck_serves_one_unit() -> None:
    """9.8.6a: the unit that has it may keep it."""
    more: Json = {"phase": "movement", "active": "german", "roads": ROAD}
    other = german("u", "0101", status=["truck"])
    table = Table([german("i", "0505"), other], **more)
    assert reasons(table, table.move("i", "0506", mode="truck")) == {("9.8.6a", "in_use")}
    kept = Table([german("i", "0505", status=["truck"])], **more)
    assert reasons(kept, kept.move("i", "0506", mode="truck")) == set()


# -- paths ----------------------------------------------------------------------------------------


def test_too_far_by_points_and_by_hexes() -> None:
    """9.1a, 9.10a, 6.2.4: what the path costs and what was left."""
    table = Table([allied("a", "0505", movement=2)], phase="movement")
    far = table.move("a", "0506", "0507", "0508")
    assert reasons(table, far) == {("9.1a", "too_far")}
    assert (told(table, far, "9.1a")["cost"], told(table, far, "9.1a")["left"]) == (3, 2)
    hexes = table.move("a", "0506", "0507", "0508", mode="tactical")
    assert reasons(table, hexes) == {("9.10a", "hexes")}
    assert told(table, hexes, "9.10a")["most"] == 2
    fresh = Table([allied("a", "0505", status=["replacement"])], phase="movement")
    two = fresh.move("a", "0506", "0507")
    assert reasons(fresh, two) == {("6.2.4", "hexes")}
    assert told(fresh, two, "6.2.4")["most"] == 1
    exact = Table([allied("a", "0505", movement=3)], phase="movement")
    assert reasons(exact, exact.move("a", "0506", "0507", "0508")) == set()


def test_a_gap_is_told_and_the_rest_of_the_path_is_judged() -> None:
    """9.1a, 9.1c."""
    table = Table([allied("a", "0505"), german("d", "0509")], phase="movement")
    found = reasons(table, table.move("a", "0507", "0508", "0509"))
    assert ("9.1a", "gap") in found
    assert ("9.1c", "enemy") in found
    assert ("9.1a", "too_far") not in found


def test_a_flood_ends_a_move_on_foot() -> None:
    """9.5.2b: not along a road."""
    hexes = {"0506": {"terrain": "flooded"}}
    table = Table([allied("a", "0505")], phase="movement", hexes=hexes)
    assert reasons(table, table.move("a", "0506", "0507")) == {("9.5.2b", "stops")}
    assert "0507" not in table.reach("a") or "0506" not in _through(table, "0507")
    paved = Table([allied("a", "0505")], phase="movement", hexes=hexes, roads=ROAD)
    assert reasons(paved, paved.move("a", "0506", "0507")) == set()
    assert paved.reach("a")["0507"].cost == 1


def _through(table: Table, number: str) -> set[str]:
    return table.numbers(table.reach("a")[number].path)


@pytest.mark.parametrize(
    ("kind", "more", "why"),
    [
        ("infantry", {"hexes": {"0506": {"terrain": "marsh"}}}, ("2.2.1a", "marsh")),
        ("tank", {"hexes": {"0506": {"terrain": "marsh"}}}, ("2.2.1a", "marsh")),
        ("tank", {"hexes": {"0506": {"terrain": "flooded"}}}, ("9.5.2a", "flooded")),
        ("tank", {"hexes": {"0505": {"terrain": "flooded"}}}, ("9.5.2a", "flooded")),
        ("tank", {"hexsides": {"0505/0506": ["flooded"]}}, ("9.5.1a", "flooded_side")),
        ("infantry", {"hexsides": {"0505/0506": ["impassable"]}}, ("9.6", "impassable")),
    ],
)
def test_why_a_step_is_barred(kind: str, more: Json, why: tuple[str, str]) -> None:
    """2.2.1a, 9.5.1a, 9.5.2a, 9.6."""
    table = Table([allied("a", "0505", 4, kind)], phase="movement", **more)
    assert reasons(table, table.move("a", "0506")) == {why}


@pytest.mark.parametrize(
    ("side", "why"),
    [("major_river", ("9.4.1", "not_adjacent")), ("flooded", ("9.5.1b", "not_adjacent"))],
)
def test_water_is_crossed_first(side: str, why: tuple[str, str]) -> None:
    """9.4.1, 9.5.1b: a point more, and only as the first step."""
    table = Table([allied("a", "0504")], phase="movement", hexsides={"0505/0506": [side]})
    assert reasons(table, table.move("a", "0505", "0506")) == {why}
    near = Table([allied("a", "0505")], phase="movement", hexsides={"0505/0506": [side]})
    assert reasons(near, near.move("a", "0506")) == set()
    assert near.reach("a")["0506"].cost == 2


def test_bicycles_need_roads_and_clouds() -> None:
    """9.9: six points along roads in overcast weather, out of enemy zones."""
    bike = german("b", "0501", 2, "bicycle", movement=2)
    more: Json = {"phase": "movement", "active": "german", "roads": ROAD}
    path = [f"05{n:02d}" for n in range(2, 13)]
    table = Table([bike], **more)
    assert reasons(table, table.move("b", *path)) == set()
    assert table.reach("b")["0512"].cost == 5.5
    clear = Table([bike], weather="clear", **more)
    assert reasons(clear, clear.move("b", *path)) == {("9.1a", "too_far")}
    off = table.move("b", *path[:8], "0609")
    assert ("9.1a", "too_far") in reasons(table, off)
    watched = Table([bike, allied("x", "0610")], **more)
    assert ("9.1a", "too_far") in reasons(watched, watched.move("b", *path[:8]))


def test_overstacked_units_end_no_move() -> None:
    """7.1a: a stack of three regiments moves nowhere in one piece."""
    table = Table([allied(n, "0505") for n in "abc"], phase="movement")
    port = table.rules.answers(table.state)
    assert port.reach(["a", "b", "c"], "normal").hexes == {}
    assert port.reach(["a", "b"], "normal").hexes


def test_units_with_a_replacement_keep_out_of_zones() -> None:
    """6.2.5a."""
    unit = allied("a", "0505", status=["replacement"])
    table = Table([unit, german("d", "0507")], phase="movement")
    ends = set(table.reach("a"))
    assert "0504" in ends
    assert not ends & table.numbers(table.now.zones["german"])
    assert reasons(table, table.move("a", "0506")) == {("6.2.5a", "into_zone")}


# -- retreats -------------------------------------------------------------------------------------


def paths(table: Table, name: str, hexes: int = 2, **more: Any) -> list[retreat.RetreatPath]:
    unit = table.unit(name)
    record = CombatRecord(side="allied", target=table.now.number(unit.place), hexes=hexes, **more)
    return retreat.retreat_paths(table.now, unit, record)


def ends(table: Table, found: list[retreat.RetreatPath], **like: Any) -> set[str]:
    return table.numbers(
        w.path[-1] for w in found if all(getattr(w, k) == v for k, v in like.items())
    )


def test_a_friend_stops_a_retreat_of_no_more_factors() -> None:
    """13.3a: in order, not under strategic movement; those that came before count against it."""
    for friend, factor, stops in (
        ({}, 4, True),
        ({}, 5, False),
        ({"status": ["disrupted"]}, 2, False),
        ({"status": ["strategic"]}, 2, False),
    ):
        units = [german("d", "0506", factor), german("f", "0507", 4, **friend), allied("a", "0505")]
        table = Table(units)
        alive = ends(table, paths(table, "d"), eliminated=False, last_resort=False)
        assert ("0507" in alive) is stops
    came = [german("c", "0507", 2), german("f", "0507", 3), german("d", "0506", 2)]
    came.append(allied("a", "0505"))
    table = Table(came, tracks={tracks.RETREATED + "c": 1})
    assert "0507" in ends(table, paths(table, "d"), eliminated=False)
    assert "0507" not in ends(table, paths(table, "d", retreated=("c",)), eliminated=False)


def test_no_short_retreat_into_a_zone_unless_a_friend_is_there() -> None:
    """13.3c."""
    units = [german("d", "0506", 4), allied("a", "0505"), allied("b", "0508")]
    bocage = {"0507": {"terrain": "bocage"}}
    table = Table(units, hexes=bocage)
    assert "0507" not in ends(table, paths(table, "d"), eliminated=False)
    held = Table([*units, german("f", "0507", 4)], hexes=bocage)
    assert "0507" in ends(held, paths(held, "d"), eliminated=False)


def test_a_long_retreat_never_stops_short() -> None:
    """13.1.1a, 13.3."""
    units = [german("d", "0506", 4), allied("a", "0505")]
    table = Table(units, hexes={"0507": {"settlement": "city"}})
    assert "0507" in ends(table, paths(table, "d"), eliminated=False)
    long = paths(table, "d", 4)
    assert "0507" not in ends(table, long, eliminated=False)
    far = [w for w in long if not w.eliminated]
    ground = table.now.ground
    assert {ground.distance(w.path[0], w.path[-1]) for w in far} == {4}


def test_a_retreat_goes_on_to_a_hex_with_room() -> None:
    """13.1.5."""
    ring2 = Table([german("d", "0506")])
    ground = ring2.now.ground
    centre = ring2.hex("0506")
    around = [n for n, i in ground.index.items() if ground.distance(centre, i) == 2]
    full = [german(f"{n}{k}", n, 4) for n in around for k in "ab"]
    table = Table([german("d", "0506"), *full])
    alive = [w for w in paths(table, "d") if not w.eliminated]
    assert {len(w.path) - 1 for w in alive} == {3}
    free = Table([german("d", "0506"), *full[2:]])
    alive = [w for w in paths(free, "d") if not w.eliminated]
    assert {len(w.path) - 1 for w in alive} == {2}


def test_the_fewest_steps_are_lost_then_zones_avoided() -> None:
    """13.1.2a, 13.1.4, 13.2.1."""
    sides = {"0607/0707": ["major_river"]}
    table = Table([german("d", "0506", 4), allied("a", "0505")], hexsides=sides)
    record = CombatRecord(side="allied", target="0506", hexes=2)
    for route in retreat.survivable(table.now, table.unit("d"), record):
        assert (route.losses, route.zone, route.last_resort) == (0, False, False)
    paid = record.after(lost_on_way=True)
    dear = [w for w in retreat.survivable(table.now, table.unit("d"), paid) if w.losses]
    assert all(w.path[-1] == table.hex("0707") for w in dear)


@pytest.mark.parametrize(
    ("kind", "more", "to", "rule"),
    [
        ("infantry", {"hexes": {"0507": {"terrain": "marsh"}}}, "0507", "13.2.2b"),
        ("infantry", {"hexsides": {"0506/0507": ["impassable"]}}, "0507", "13.2.2b"),
        ("tank", {"hexsides": {"0506/0507": ["major_river"]}}, "0507", "13.2.2f"),
        ("tank", {"hexes": {"0507": {"terrain": "flooded"}}}, "0507", "13.2.2f"),
        ("infantry", {}, "0505", "13.2.2b"),
        ("infantry", {"units": [allied("b", "0607"), allied("c", "0408")]}, "0507", "13.2.2c"),
    ],
)
def test_steps_that_eliminate(kind: str, more: Json, to: str, rule: str) -> None:
    """13.2.2: the marsh and the river are passed along a road."""
    more = dict(more)
    units = [german("d", "0506", 4, kind), allied("a", "0505"), *more.pop("units", [])]
    table = Table(units, **more)
    (lost,) = (w for w in paths(table, "d") if w.path[1:] == (table.hex(to),) and w.eliminated)
    assert lost.rule == rule
    assert lost.rules[0] == rule
    road = [{"class": "primary", "hexes": ["0506", "0507", "0508"]}]
    if rule in ("13.2.2b", "13.2.2f") and "0507" in (to,) and "impassable" not in str(more):
        paved = Table(units, roads=road, **more)
        assert "0508" in ends(paved, paths(paved, "d"), eliminated=False)


def in_retreat(units: list[Json], **more: Any) -> Table:
    """An attack that orders a retreat of two hexes, which the defender accepts."""
    table = Table([allied("a", "0505", 8), *units], **more)
    table.attack(["a"], "0506", 5)
    table.choose("retreat")
    return table


def refused(table: Table, option: str) -> dict[str, str]:
    """Why an answer to the pending decision is refused: the words by rule."""
    asked = table.state.pending[-1]
    found = table.verdicts(act.Choose(decision=asked.kind, option=option))
    return {v.rule: v.key.rpartition(".")[2] for v in found if v.level == "forbid"}


def test_why_a_retreat_path_is_no_answer() -> None:
    """13.1.1b, 13.1.2a, 13.2.2, 13.7."""
    table = in_retreat([german("d", "0506", 4)])
    assert table.state.pending[-1].kind == "retreat"
    assert set(refused(table, "d 0507")) == {"13.1.1b"}
    assert set(refused(table, "d 0406 0306")) <= {"13.1.2a", "13.1.4"}
    assert set(refused(table, "d 0505")) == {"13.2.2b"}
    assert "13.1.1b" not in refused(table, "d")
    assert refused(table, "? 0507") == refused(table, "nobody 0507")


def test_each_unit_of_a_stack_retreats_and_is_marked() -> None:
    """13.1.3, 13.6a, 17.2i, 9.8.5a: headquarters turn over; reserve and trucks go."""
    hq = german("h", "0506", 1, "hq", attack=0, steps=1, max_steps=1)
    units = [german("d", "0506", 4, status=["reserve"]), hq]
    table = in_retreat(units, markers=[{"kind": "improved_position", "hex": "0506"}])
    names = {o.split()[0] for o in table.options}
    assert names == {"d", "h"}
    table.choose(next(o for o in table.options if o.startswith("h ")))
    assert table.unit("h").status == {"disrupted", "moved"}
    assert table.hex("0506") in table.now.improved
    table.choose(next(o for o in table.options if o.startswith("d ")))
    assert table.unit("d").status == {"disrupted"}
    assert table.hex("0506") not in table.now.improved
    assert {tracks.RETREATED + "d", tracks.RETREATED + "h"} <= set(table.state.tracks)
    assert table.state.pending[-1].kind == "advance"


def test_units_that_cannot_retreat_are_lost() -> None:
    """13.2.2a, 13.4, 13.5a: without a question; the attacker still advances."""
    table = in_retreat([german("d", "0506", 4, movement=0)])
    assert "d" not in table.now.units
    assert table.state.pending[-1].kind == "advance"
    again = Table(
        [allied("a", "0505", 8), german("d", "0506", 4), german("r", "0506", 2)],
        tracks={tracks.RETREATED + "r": 1},
    )
    again.attack(["a"], "0506", 5)
    again.choose("retreat")
    assert "r" not in again.now.units
    assert {o.split()[0] for o in again.options} == {"d"}


# -- advances -------------------------------------------------------------------------------------


def objections(table: Table, name: str, path: list[str], vacated: str) -> list[str]:
    hexes = [table.hex(n) for n in path]
    found = advance.step_objections(
        table.now, table.unit(name), tuple(hexes[:-1]), hexes[-1], table.hex(vacated)
    )
    return [objection.rule for objection in found]


@pytest.mark.parametrize(
    ("kind", "more", "path", "rules"),
    [
        ("infantry", {}, ["0505", "0506"], []),
        ("infantry", {}, ["0505", "0506", "0507"], []),
        (
            "infantry",
            {"hexsides": {"0506/0507": ["major_river"]}},
            ["0505", "0506", "0507"],
            ["14.4.4"],
        ),
        ("infantry", {"hexsides": {"0505/0506": ["major_river"]}}, ["0505", "0506"], []),
        (
            "infantry",
            {"hexsides": {"0506/0507": ["flooded"]}},
            ["0505", "0506", "0507"],
            ["14.4.3b"],
        ),
        ("tank", {"hexsides": {"0505/0506": ["flooded"]}}, ["0505", "0506"], ["14.4.3c"]),
        ("tank", {"hexes": {"0506": {"terrain": "flooded"}}}, ["0505", "0506"], ["14.4.3c"]),
        (
            "infantry",
            {"hexes": {"0506": {"terrain": "flooded"}}},
            ["0505", "0506", "0507"],
            ["14.4.3a"],
        ),
        (
            "infantry",
            {"hexes": {"0506": {"terrain": "bocage"}}},
            ["0505", "0506", "0507"],
            ["14.4.1"],
        ),
        ("infantry", {"hexes": {"0506": {"terrain": "marsh"}}}, ["0505", "0506"], ["14.4.2"]),
        ("infantry", {"hexsides": {"0505/0506": ["impassable"]}}, ["0505", "0506"], ["14.4.2"]),
        ("infantry", {"units": [german("x", "0508")]}, ["0505", "0506", "0507"], []),
        ("infantry", {"units": [german("x", "0608")]}, ["0505", "0605", "0606"], []),
        ("infantry", {"units": [german("x", "0607")]}, ["0505", "0606", "0605"], ["14.3b"]),
    ],
)
def test_what_bars_a_step_of_an_advance(
    kind: str, more: Json, path: list[str], rules: list[str]
) -> None:
    """14.3, 14.4: the vacated hex is 0506; with a road along the row all water is passed."""
    more = dict(more)
    units = [allied("a", "0505", 8, kind), *more.pop("units", [])]
    table = Table(units, **more)
    assert objections(table, "a", path, "0506") == rules
    on_row = all(n.startswith("05") for n in path) and "impassable" not in str(more)
    if on_row and rules:
        paved = Table(units, roads=ROAD, **more)
        assert objections(paved, "a", path, "0506") == []


def test_a_road_out_of_the_bocage_is_enough_if_the_defender_left_it() -> None:
    """14.4.1: any other bocage must be entered along a road as well."""
    hexes = {"0506": {"terrain": "bocage"}, "0606": {"terrain": "bocage"}}
    out = [{"class": "primary", "hexes": [n, f"{n[:3]}7"]} for n in ("0506", "0606")]
    table = Table([allied("a", "0505", 8)], hexes=hexes, roads=out)
    assert objections(table, "a", ["0505", "0506", "0507"], "0506") == []
    assert objections(table, "a", ["0505", "0606", "0607"], "0506") == ["14.4.1"]


def advancing(units: list[Json], **more: Any) -> Table:
    table = in_retreat([german("d", "0506", 4), *units], **more)
    table.choose(table.options[0])
    assert table.state.pending[-1].kind == "advance"
    return table


def test_why_an_advance_is_no_answer() -> None:
    """14.1a, 14.1b, 14.1d, 14.4.2, 7.1a."""
    hq = allied("q", "0505", 1, "hq", attack=0, steps=1, max_steps=1)
    crowd = [allied("b", "0605"), allied("c", "0605")]
    table = advancing([hq, *crowd], hexes={"0606": {"terrain": "marsh"}})
    assert refused(table, "q 0506") == {"14.1b": "never"}
    assert refused(table, "a 0606") == {"14.4.2": "advance"}
    assert "14.1a" in refused(table, "a 0506 0507 0508")
    assert set(refused(table, "a 0605")) == {"7.1a"}
    table.choose("a 0506")
    assert table.at("a") == "0506"
    assert not table.state.pending


def test_landed_units_advance_only_into_the_vacated_hex() -> None:
    """6.5.2c, 14.1d."""
    table = Table([allied("a", "0505", 16, status=["regroup"]), german("d", "0506", 4)])
    table.attack(["a"], "0506", 5)
    while table.state.pending and table.state.pending[-1].kind != "advance":
        table.choose("retreat" if table.state.pending[-1].kind == "stand" else table.options[0])
    assert table.options == ["a 0506", "none"]
    assert set(refused(table, "a 0605")) == {"14.1d"}
    assert set(refused(table, "a 0506 0507")) == {"14.1d"}


def test_after_a_rout_units_go_into_reserve_instead() -> None:
    """15.1c: after DH and A1/D2; a unit that bears a marker may not."""
    units = [
        allied("a", "0505", 8, formation="1"),
        allied("b", "0606", 8, formation="1", status=["regroup"]),
        german("d", "0506", 2, steps=3, max_steps=3),
    ]
    table = Table(units)
    table.attack(["a", "b"], "0506", 6)
    while table.state.pending[-1].kind != "advance":
        table.choose(table.options[0])
    assert "reserve a" in table.options
    assert "reserve b" not in table.options
    table.choose("reserve a")
    assert "reserve" in table.unit("a").status
    assert table.at("a") == "0505"
    assert not any(o.startswith(("a ", "reserve a")) for o in table.options)
    choices = DECISIONS.choices_of(table.now, table.state.pending[-1])
    assert {c.units[0] for c in choices if c.units} == {"b"}


def test_only_bracketed_units_follow_an_attack_they_did_not_make() -> None:
    """10.7b, 14.1b: a unit that could have attacked and did not stays."""
    units = [
        allied("b", "0505", 2),
        allied("f", "0505", 1, attack=0),
        allied("n", "0606", 1, attack=0),
    ]
    table = advancing(units)
    assert {o.split()[0] for o in table.options} == {"a", "f", "none"}


def test_a_retreat_on_foot_along_a_road_costs_nothing() -> None:
    """13.2.1: over a river and through a flood."""
    sides = {"0507/0508": ["major_river"]}
    hexes = {"0507": {"terrain": "flooded"}}
    units = [german("d", "0505"), allied("a", "0404")]
    for roads, lost in (([], 1), (ROAD, 0)):
        table = Table(units, hexsides=sides, hexes=hexes, roads=roads)
        path = [table.hex(f"05{n:02d}") for n in range(5, 10)]
        assert retreat.step_loss(table.now, table.unit("d"), path, 3) == lost
    vehicle = Table([german("d", "0505", 4, "tank"), units[1]], hexsides=sides)
    path = [vehicle.hex(f"05{n:02d}") for n in range(5, 10)]
    assert retreat.step_loss(vehicle.now, vehicle.unit("d"), path, 3) == 0


def test_why_a_unit_is_no_answer_to_a_loss() -> None:
    """12.2.1b, 12.2.2: others gave a shift; not in the fight."""
    units = [
        allied("a", "0505", 4, formation="1"),
        allied("t", "0505", 4, "tank", armor=3, formation="1"),
        allied("u", "0606", 4, "tank", armor=3, formation="1"),
        allied("o", "1010"),
        german("d", "0506", 8),
    ]
    table = Table(units)
    table.attack(["a", "t", "u"], "0506", 1)
    assert set(table.options) == {"t", "u"}
    assert refused(table, "a") == {"12.2.1b": "gave_a_shift"}
    assert refused(table, "o") == {"12.2.2": "not_in_fight"}
    assert refused(table, "nobody o") == {"12.2.2": "not_in_fight"}


@pytest.mark.parametrize("handler", HANDLERS, ids=lambda h: h.kind)
def test_decisions_of_a_combat_have_no_answers_without_one(handler: Any) -> None:
    now = Table([allied("a", "0505"), german("d", "0506")]).now
    if handler.kind in ("loss", "stand", "retreat", "advance", "assault_advance"):
        assert handler().choices(now, {}) == []
    assert list(handler().refuse(now, {}, ["a", "0506"])) == []


def test_an_advance_of_two_hexes_through_the_vacated_one_is_shown() -> None:
    """14.2: of two ways to a hex the one through the vacated hex."""
    table = advancing([])
    two = {o for o in table.options if len(o.split()) == 3}
    assert two
    ends = [o.split()[-1] for o in table.options]
    assert len(ends) == len(set(ends))
    ring = table.numbers(table.now.ground.ring[table.hex("0506")])
    for option in two:
        if option.split()[-1] in ring - {"0505"}:
            near = option.split()[-1] in table.numbers(table.now.ground.ring[table.hex("0505")])
            assert near or option.split()[1] == "0506"


def test_a_surrounded_unit_has_no_retreat_it_survives() -> None:
    """13.2.2."""
    there = Table([german("d", "0506")])
    ring = sorted(there.numbers(there.now.ground.ring[there.hex("0506")]))
    table = Table([german("d", "0506"), *(allied(f"a{n}", h) for n, h in enumerate(ring))])
    record = CombatRecord(side="allied", target="0506", hexes=2)
    assert retreat.survivable(table.now, table.unit("d"), record) == []
    assert {w.rule for w in paths(table, "d")} == {"13.2.2b"}


def test_a_stack_loses_one_step_to_all_the_water_it_crosses() -> None:
    """13.2.1: four hexes through floods cost one step, not three."""
    table = Table([german("d", "0606", 4), allied("a", "0605")], terrain="flooded")
    alive = [w for w in paths(table, "d", 4) if not w.eliminated]
    assert alive
    assert {w.losses for w in alive} == {1}
    assert {len(w.path) for w in alive} == {5}
