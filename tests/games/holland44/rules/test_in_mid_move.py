"""Costs of hexes and areas, and reasons against them, for units within a move (8, 19)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games import require_rulebook
from engine.rules import ports
from tests.games.holland44.rules.positions import position as random_position
from tests.games.holland44.rules.tabletop import Json, at, played, seen, unit

FAR = unit("g9", "1010")
CANAL = {f"0505/{other}": ["canal"] for other in ("0506", "0606", "0406")}
"""Water east of 0505."""
SHAKEN = {"status": ["disrupted"], "movement": 2}


def way(position: ports.Answers, end: str, *names: str) -> list[str]:
    found = position.why_not(names or ("a1",), at(position, end))
    return [position.number(i) for i in found.path]


def broken(position: ports.Answers, end: str) -> set[str]:
    found = position.why_not(["a1"], at(position, end))
    return {v.rule for v in found.verdicts if v.level == "forbid"}


def moved(position: ports.Answers, *path: str, mode: str = "normal") -> ports.Answers:
    return played(position, act.MoveUnits(units=("a1",), path=path, mode=mode))


# -- 8.5.3: over a canal with the first hex of tactical movement, and only with that -------------


def test_8_5_3_the_shown_path_crosses_a_canal_in_its_first_hex():
    position = seen([unit("a1", "0505", **SHAKEN), FAR], board={"hexsides": CANAL})
    assert way(position, "0508") == ["0505", "0506", "0507", "0508"]
    assert broken(position, "0508") == {"8.3.1"}


def test_8_5_3_in_the_midst_of_a_move_it_goes_round():
    before = seen([unit("a1", "0504", **SHAKEN), FAR], board={"hexsides": CANAL})
    position = moved(before, "0504", "0505", mode="tactical")
    found = way(position, "0508")
    assert found[:2] in (["0505", "0405"], ["0505", "0605"])
    assert "8.5.3" not in broken(position, "0508")


# -- 25.3.1: zones of seen and unseen enemies -----------------------------------------------------


@pytest.mark.parametrize(
    ("others", "reached"),
    [
        ([], True),  # only the unknown unit's zone holds, and its hex may be entered
        ([unit("g2", "0406")], False),  # 7.2: a seen enemy's zone in the hex before
        ([unit("g2", "0406", kind="unknown")], True),
        ([unit("g2", "0406", status=["full_retreat"])], True),  # 14.3.2: has none
    ],
)
@pytest.mark.parametrize("mode", ["tactical", "normal"])
def test_25_3_1_a_known_enemys_zone_stops_moves_to_an_unknown_unit(
    others: list[Json], mode: str, *, reached: bool
):
    units = [unit("a1", "0504", movement=9), unit("g1", "0506", kind="unknown"), *others]
    lakes = {n: {"terrain": "lake"} for n in ("0405", "0605", "0407", "0607", "0606", "0507")}
    position = seen([*units, FAR], board={"hexes": lakes})
    found = position.reach(["a1"], mode).hexes
    assert (at(position, "0506") in found) is reached
    assert at(position, "0505") in found


def test_25_3_1_an_unknown_unit_beside_the_start_does_not_bar_other_paths():
    position = seen([unit("a1", "0505"), unit("g1", "0506", kind="unknown"), FAR])
    found = position.reach(["a1"], "tactical").hexes
    assert {at(position, name) for name in ("0506", "0503", "0304", "0704")} <= found.keys()
    assert at(position, "0507") not in found  # 7.2: through its zone nobody goes on


# -- 19.3, 7.2: out of the map through a zone -----------------------------------------------------

NORTH = {"N": {"side": "allied", "hexes": ["0501"]}}
MARCHER = {"movement": 9}
NO_ZONE = {"status": ["full_retreat"]}


def leaves(position: ports.Answers, mode: str = "best") -> Any:
    return position.reach(["a1"], mode).boxes.get(at(position, "N"))


def test_19_3_a_zone_at_the_edge_stops_an_exit():
    near = unit("g1", "0401")
    free = seen([unit("a1", "0502", **MARCHER), FAR], board={"areas": NORTH})
    held = seen([unit("a1", "0502", **MARCHER), near, FAR], board={"areas": NORTH})
    assert leaves(free).cost == 2
    for mode in ("normal", "tactical", "extended"):
        assert leaves(held, mode) is None
    assert "7.2" in broken(held, "N")


def test_19_3_leaving_a_zone_at_the_start_costs_two_more():
    near = unit("g1", "0401")
    position = seen([unit("a1", "0501", **MARCHER), near, FAR], board={"areas": NORTH})
    assert leaves(position, "normal").cost == 3
    poor = seen([unit("a1", "0501", movement=2), near, FAR], board={"areas": NORTH})
    assert leaves(poor, "normal") is None
    assert leaves(poor, "tactical").cost == 0


def test_19_3_units_that_entered_a_zone_in_this_move_stay():
    near = unit("g1", "0401")
    before = seen([unit("a1", "0502", **MARCHER), near, FAR], board={"areas": NORTH})
    position = moved(before, "0502", "0501")
    assert leaves(position) is None
    assert "7.2" in broken(position, "N")
    free = moved(seen([unit("a1", "0502", **MARCHER), FAR], board={"areas": NORTH}), "0502", "0501")
    assert leaves(free).cost == 1


# -- 23.3.3: what an engineers' ferry has carried -------------------------------------------------

RIVER = {"0505/0506": ["major_river"]}
RIVER_BRIDGE = ["major_river", "road_bridge"]


def test_23_3_3_ferry_markers_on_both_banks_count_as_one_ferry():
    markers = [{"kind": "ferry", "hex": name} for name in ("0505", "0506")]
    units = [unit("a1", "0505"), unit("a2", "0505", max_steps=3), FAR]
    before = seen(units, board={"hexsides": RIVER}, markers=markers)
    position = moved(before, "0505", "0506", mode="tactical")
    carried = {k: v for k, v in position.state.tracks.items() if k.startswith("ferry/")}
    assert carried == {"ferry/0505": 2}
    again = played(position, act.MoveUnits(units=("a2",), path=("0505", "0506"), mode="tactical"))
    assert again.state.tracks["ferry/0505"] == 5


# -- 19.3: by which of its hexes an area is reached -----------------------------------------------


@pytest.mark.parametrize(
    ("hexes", "cost"),
    [
        (["0501"], 2),
        (["1001", "0501"], 2),  # the first is out of reach
        (["0401", "0501"], 2),  # an enemy stands in the first
        (["0601", "0501"], 2),  # in his zone one has to stop
        (["0501", "0601"], 2),
        (["0601"], None),
        (["1001"], None),
    ],
)
def test_19_3_one_open_hex_of_an_area_is_enough(hexes: list[str], cost: int | None):
    """In any order in which the board names its hexes."""
    areas = {"N": {"side": "allied", "hexes": hexes}}
    units = [unit("a1", "0502", movement=4), unit("g1", "0701"), unit("g2", "0401", **NO_ZONE)]
    position = seen([*units, FAR], board={"areas": areas})
    found = leaves(position, "normal")
    assert (None if found is None else found.cost) == cost


@pytest.mark.parametrize(
    ("start", "hexes", "leaving"),
    [
        ("0501", ["0501"], True),  # 20.2.5: the area is the one hex
        ("0502", ["0501"], False),
        ("0501", ["0601", "0501"], True),  # not by another hex first
        ("0502", ["0501", "0502"], True),
    ],
)
def test_20_2_5_one_hex_off_the_map_after_a_replacement(
    start: str, hexes: list[str], *, leaving: bool
):
    areas = {"N": {"side": "allied", "hexes": hexes}}
    reinforced = unit("a1", start, movement=6, status=["replacement"])
    position = seen([reinforced, FAR], board={"areas": areas})
    for mode in ("normal", "tactical"):
        assert (leaves(position, mode) is not None) is leaving
    fresh = seen([unit("a1", start, movement=6), FAR], board={"areas": areas})
    assert leaves(fresh, "normal") is not None


def test_20_2_5_in_the_midst_of_its_move_the_hex_is_used_up():
    reinforced = unit("a1", "0502", movement=6, status=["replacement"])
    before = seen([reinforced, FAR], board={"areas": NORTH})
    position = moved(before, "0502", "0501")
    assert leaves(position) is None
    assert position.reach(["a1"]).hexes == {}


# -- 19.6: from an area into the next, and onto the map -------------------------------------------

AREAS = {
    "N": {"side": "allied", "hexes": ["0501", "0601"]},
    "M": {"side": "allied", "hexes": ["0301", "0401"]},
    "O": {"side": "allied", "hexes": ["0701", "0801"]},
    "L": {"side": "german", "hexes": ["0901"]},
}


def boxes(position: ports.Answers, mode: str = "best") -> dict[str, float]:
    found = position.reach(["a1"], mode).boxes
    return {position.number(place): end.cost for place, end in found.items()}


def test_19_6_into_the_areas_on_both_sides_for_a_whole_move():
    position = seen([unit("a1", "N"), FAR], board={"areas": AREAS})
    assert boxes(position, "normal") == {"M": 3, "O": 3}
    middle = at(position, "M")
    assert position.reach(["a1"]).boxes[middle].path == (at(position, "N"), middle)
    assert way(position, "M") == ["N", "M"]
    assert broken(position, "M") == set()


def test_19_6_a_distant_area_is_reached_over_the_map():
    units = [unit("a1", "M", movement=9), FAR]
    position = seen(units, board={"areas": AREAS})
    found = boxes(position, "normal")
    assert found["N"] == 9  # the neighbour takes a whole move
    assert "19.6" not in broken(position, "O")
    route = way(position, "O")
    assert (route[0], route[-1], route[-2]) == ("M", "O", "0701")
    assert route[1] in ("0301", "0401")


def test_19_4_no_move_into_an_enemy_area():
    position = seen([unit("a1", "0902"), FAR], board={"areas": AREAS})
    assert "L" not in boxes(position)
    assert broken(position, "L") == {"19.4"}
    assert way(position, "L") == ["0902", "0901", "L"]
    inside = seen([unit("a1", "O"), FAR], board={"areas": AREAS})
    assert "L" not in boxes(inside)
    assert broken(inside, "L") == {"19.4"}
    assert way(inside, "L") == ["O", "L"]


# -- the way that breaks the fewest rules ---------------------------------------------------------


def test_8_1_of_two_closed_paths_the_one_with_fewer_breaches_is_shown():
    """Between two enemies' hexes, around a lake: the shown path breaks one rule, not two."""
    lakes = {f"{row:02d}06": {"terrain": "lake"} for row in range(1, 11) if row != 8}
    held = seen([unit("a1", "0505", movement=9), unit("g1", "0806")], board={"hexes": lakes})
    route = way(held, "0508")
    assert route[0] == "0505"
    assert route[-1] == "0508"
    assert len(broken(held, "0508")) == 1
    crossing = [name for name in route if name.endswith("06")]
    assert len(crossing) == 1


def test_23_3_3_a_hexside_with_a_crossing_is_preferred():
    wall = {f"05{col:02d}/06{col:02d}": ["major_river"] for col in range(1, 11)}
    wall |= {f"05{col:02d}/06{col + 1:02d}": ["major_river"] for col in range(1, 10)}
    wall["0508/0608"] = ["major_river", "ferry"]
    position = seen([unit("a1", "0505", max_steps=1, movement=1), unit("g1", "1010")],
                    board={"hexsides": wall})  # fmt: skip
    route = way(position, "0608")
    assert route[-2:] == ["0508", "0608"]
    assert "8.5.4" not in broken(position, "0608")


@pytest.mark.parametrize(("words", "carried"), [(["major_river"], True), (RIVER_BRIDGE, False)])
def test_23_3_3_units_on_a_bridge_are_not_carried(words: list[str], *, carried: bool):
    units = [unit("a1", "0505"), unit("a9", "0505", kind="engineer", max_steps=1), FAR]
    position = seen(units, board={"hexsides": {"0505/0506": words}})
    move = act.MoveUnits(units=("a1",), path=("0505", "0506"), mode="tactical")
    assert ("23.3.3" in {v.rule for v in position.judge(move)}) is carried


def test_19_3_a_hex_that_the_area_does_not_touch_has_no_price():
    marsh = {"0505": {"terrain": "marsh"}}
    position = seen([unit("a1", "N", movement=1), FAR], board={"areas": NORTH, "hexes": marsh})
    move = act.MoveUnits(units=("a1",), path=("N", "0505"), mode="normal")
    assert [v.rule for v in position.judge(move) if v.level == "forbid"] == ["19.3"]
    near = seen([unit("a1", "N", movement=1), FAR],
                board={"areas": NORTH, "hexes": {"0501": {"terrain": "marsh"}}})  # fmt: skip
    move = act.MoveUnits(units=("a1",), path=("N", "0501"), mode="normal")
    assert [v.rule for v in near.judge(move) if v.level == "forbid"] == ["8.1"]


# -- 8.1: reasons against a hex, and what is no reason --------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_8_1_reachable_hexes_have_no_reasons_and_the_same_path(seed: int):
    found = require_rulebook("holland44").parse_position(random_position(seed))
    position = found.ruleset.answers(found.state)
    side = position.state.clock.active
    tried = 0
    for unit_ in position.units(side):
        reach = position.reach([unit_.id])
        for place, end in list({**reach.hexes, **reach.boxes}.items())[::7]:
            why = position.why_not([unit_.id], place)
            assert (why.mode, why.path) == (end.mode, end.path)
            assert not [v for v in why.verdicts if v.level == "forbid"]
            tried += 1
    assert tried >= 5


def test_19_3_2_the_shown_path_from_an_area_uses_an_open_hex():
    areas = {"N": {"side": "allied", "hexes": ["0501", "0301"]}}
    board = {"areas": areas, "hexsides": {"0500/0501": ["major_river"]}}
    position = seen([unit("a1", "N", movement=1), FAR], board=board)
    assert way(position, "0503")[:2] == ["N", "0301"]
    assert broken(position, "0503") == {"8.1"}
    # 19.3.2: to the hex behind the river itself no other way is as short.
    assert way(position, "0501")[0] == "N"
    shut = seen([unit("a1", "N", movement=9), FAR],
                board={**board, "areas": {"N": {"side": "allied", "hexes": ["0501"]}}})  # fmt: skip
    assert way(shut, "0503") == ["N", "0501", "0502", "0503"]
    assert broken(shut, "0503") == {"19.3.2"}


def test_14_2_only_the_mode_forbids_staying():
    """A green unit that has to flee: it is the move that would not do, not the standing."""
    green = unit("a1", "0505", quality="low", status=["disrupted"])
    position = seen([green, unit("g1", "0506")])
    assert way(position, "0505") == ["0505"]
    assert broken(position, "0505") == set()
    near = seen([green, unit("g1", "0506"), unit("g2", "0704")])
    assert broken(near, "0605") == {"14.2"}
