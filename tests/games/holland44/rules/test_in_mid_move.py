"""What a hex or an area costs, and why it is closed, to units in the midst of their move (8, 19)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.rules import ports
from tests.games.holland44.rules.tabletop import Json, at, played, seen, unit

FAR = unit("g9", "1010")
CANAL = {f"0505/{other}": ["canal"] for other in ("0506", "0606", "0406")}
"""Water east of 0505."""
SHAKEN = {"status": ["disrupted"], "movement": 2}


def way(position: ports.Position, end: str, *names: str) -> list[str]:
    found = position.why_not(names or ("a1",), at(position, end))
    return [position.number(i) for i in found.path]


def broken(position: ports.Position, end: str) -> set[str]:
    found = position.why_not(["a1"], at(position, end))
    return {v.rule for v in found.verdicts if v.level == "forbid"}


def moved(position: ports.Position, *path: str, mode: str = "normal") -> ports.Position:
    return played(position, act.MoveUnits(units=("a1",), path=path, mode=mode))


# -- 8.5.3: over a canal with the first hex of tactical movement, and only with that -------------


def test_8_5_3_the_way_that_is_told_goes_over_a_canal_with_its_first_hex():
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
def test_25_3_1_out_of_a_seen_enemys_zone_nobody_goes_on_to_an_unknown_unit(
    others: list[Json], mode: str, *, reached: bool
):
    units = [unit("a1", "0504", movement=9), unit("g1", "0506", kind="unknown"), *others]
    lakes = {n: {"terrain": "lake"} for n in ("0405", "0605", "0407", "0607", "0606", "0507")}
    position = seen([*units, FAR], board={"hexes": lakes})
    found = position.reach(["a1"], mode).hexes
    assert (at(position, "0506") in found) is reached
    assert at(position, "0505") in found


# -- 19.3, 7.2: out of the map through a zone -----------------------------------------------------

NORTH = {"N": {"side": "allied", "hexes": ["0501"]}}
MARCHER = {"movement": 9}


def leaves(position: ports.Position, mode: str = "best") -> Any:
    return position.reach(["a1"], mode).boxes.get(at(position, "N"))


def test_19_3_who_comes_into_a_zone_at_the_edge_does_not_leave_the_map():
    near = unit("g1", "0401")
    free = seen([unit("a1", "0502", **MARCHER), FAR], board={"areas": NORTH})
    held = seen([unit("a1", "0502", **MARCHER), near, FAR], board={"areas": NORTH})
    assert leaves(free).cost == 2
    for mode in ("normal", "tactical", "extended"):
        assert leaves(held, mode) is None
    assert "7.2" in broken(held, "N")


def test_19_3_who_begins_in_the_zone_leaves_it_for_two_points_more():
    near = unit("g1", "0401")
    position = seen([unit("a1", "0501", **MARCHER), near, FAR], board={"areas": NORTH})
    assert leaves(position, "normal").cost == 3
    poor = seen([unit("a1", "0501", movement=2), near, FAR], board={"areas": NORTH})
    assert leaves(poor, "normal") is None
    assert leaves(poor, "tactical").cost == 0


def test_19_3_who_has_come_into_the_zone_in_this_move_stays():
    near = unit("g1", "0401")
    before = seen([unit("a1", "0502", **MARCHER), near, FAR], board={"areas": NORTH})
    position = moved(before, "0502", "0501")
    assert leaves(position) is None
    assert "7.2" in broken(position, "N")
    free = moved(seen([unit("a1", "0502", **MARCHER), FAR], board={"areas": NORTH}), "0502", "0501")
    assert leaves(free).cost == 1


# -- 23.3.3: what an engineers' ferry has carried -------------------------------------------------

RIVER = {"0505/0506": ["major_river"]}


def test_23_3_3_the_ferry_markers_of_both_banks_stand_for_one_ferry():
    markers = [{"kind": "ferry", "hex": name} for name in ("0505", "0506")]
    units = [unit("a1", "0505"), unit("a2", "0505", max_steps=3), FAR]
    before = seen(units, board={"hexsides": RIVER}, markers=markers)
    position = moved(before, "0505", "0506", mode="tactical")
    carried = {k: v for k, v in position.state.tracks.items() if k.startswith("ferry/")}
    assert carried == {"ferry/0505": 2}
    again = played(
        position, act.MoveUnits(units=("a2",), path=("0505", "0506"), mode="tactical")
    )
    assert again.state.tracks["ferry/0505"] == 5
