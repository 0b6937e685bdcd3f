"""Chapter 24: traffic markers in advances, and where they may be placed."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import unit


def onward(diagram, mechanized):
    """Return whether the advance of an Allied unit continues from a hex with a traffic marker."""
    kind = {"mechanized": mechanized, "movement": 5, "attack": 8}
    units = [unit("a1", "0505", **kind), unit("g1", "0506", defense=1, max_steps=1)]
    markers = [{"kind": "traffic", "hex": "0506"}]
    areas = {"G": {"side": "german", "hexes": ["0510"]}}
    table = diagram(units, markers=markers, phase="combat", areas=areas).attack("a1", "0506", 2)
    while table.asked[1] != "advance":
        table = table.choose(table.asked[2][0])
    paths = [option.split()[1:] for option in table.asked[2]]
    assert ["0505", "0506"] in paths
    return any("0506" in path[:-1] for path in paths)


def test_24_2b_mechanized_units_stop_their_advance_at_a_traffic_marker(diagram):
    assert not onward(diagram, mechanized=True)
    assert onward(diagram, mechanized=False)


def test_24_4b_markers_go_anywhere_behind_the_30th_corps(table):
    """On and off the roads, in Allied zones, on Allied units and behind German lines."""
    after = table({"turn": 3, "phase": "supply", "active": "german"}).next()
    hexes = {option.split()[1] for option in after.asked[2] if option != "done"}
    front = max(hexes)[:2]
    for side in ("allied", "german"):
        units = after.state()["units"].values()
        held = {u["at"] for u in units if u["side"] == side and u["at"].isdigit()}
        assert {n for n in held if n[:2] <= front} <= hexes
    assert {bool(after.ask("hex", hex=n)["roads"]) for n in sorted(hexes)[:60]} == {True, False}
    placed = after.choose("traffic-1 1204")
    left = {option.split()[1] for option in placed.asked[2] if option != "done"}
    near = {"1204", *after.ask("hex", hex="1204")["neighbours"]}
    assert left == hexes - near


@pytest.mark.parametrize(
    ("dice", "left"),
    [((1, 2), set()), ((1, 1), {"traffic-2"}), ((5, 6), {"traffic-1", "traffic-2"})],
)
def test_24_3_two_dice_take_markers_away_a_double_only_one(table, dice, left):
    after = table({"turn": 1, "phase": "supply", "active": "german"}).next()
    first = after.asked[2][1]
    placed = after.choose(first)
    second = placed.asked[2][-1]
    done = placed.choose(second).choose("done", *dice)
    markers = done.state()["markers"]
    assert {n for n in ("traffic-1", "traffic-2") if markers[n]["at"] != "traffic"} == left
