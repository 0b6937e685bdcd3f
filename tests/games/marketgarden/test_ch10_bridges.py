"""Chapter 10: demolition, control and repair of bridges, ferries."""

from __future__ import annotations

from engine.core import actions as act
from engine.games.marketgarden.rules.ch10_bridges import (
    allied_since,
    bridge_stands,
    demolition_verdicts,
    ferry_runs,
    german_bridges,
    is_allied,
)
from tests.games.marketgarden.tabletop import Table, allied, unit

SIDES = {"0505/0506": ["river", "bridge"], "0305/0306": ["canal", "bridge"]}


def german_turn(*units, **position) -> Table:
    """The end of the Allied combat phase before the German movement of the 19th."""
    return Table(
        [unit("far", "0101"), *units],
        turn=2,
        active="allied",
        phase="combat",
        hexsides=SIDES,
        **position,
    ).end()


def test_the_german_chooses_bridges_one_after_the_other():
    table = german_turn()
    assert (table.asked.kind, table.asked.side) == ("demolition", "german")
    assert table.options == ["none", "0305/0306", "0505/0506"]
    table.choose("0505/0506", 2)
    assert table.state.hexsides["0505/0506"] == "blown"
    assert table.options == ["none", "0305/0306"]
    table.choose("0305/0306", 1)
    assert table.state.hexsides["0305/0306"] == "intact"
    assert table.pending == ()
    assert table.state.tracks["bridges-blown"] == 1


def test_german_may_decline_demolition():
    table = german_turn().choose("none")
    assert table.pending == ()
    assert "bridges-blown" not in table.state.tracks


def test_intact_bridge_may_be_tried_next_turn():
    table = german_turn().choose("0505/0506", 1).choose("none").end().end()
    table.end().end()
    assert table.now.active == "german"
    assert "0505/0506" in table.options


def test_a_bridge_is_allied_once_both_ends_were_held_even_in_passing():
    table = Table([allied("a", "0504")], active="allied", hexsides=SIDES)
    bridge = table.now.ground.bridges["0505/0506"]
    table.play(table.move("a", path="0504 0505"))
    assert not is_allied(table.now, bridge)
    table.play(table.move("a", path="0505 0506 0507"))
    assert is_allied(table.now, bridge)
    assert [b.hexside for b in german_bridges(table.now)] == ["0305/0306"]


def test_one_end_is_not_enough_and_two_units_may_hold_one_each():
    half = german_turn(allied("a", "0505"))
    assert "0505/0506" in half.options
    whole = german_turn(allied("a", "0505"), allied("b", "0506"))
    assert whole.options == ["none", "0305/0306"]
    found = whole.verdicts(act.Choose(decision="demolition", option="0505/0506"))
    assert [v.rule for v in found] == ["10.1d"]


def test_bridge_is_allied_with_units_at_both_ends():
    """10.1d: in a position without earlier occupation."""
    for places, since in ((("0505", "0506"), 2), (("0505",), None), (("0506", "0507"), None)):
        units = [allied(f"a{n}", place) for n, place in enumerate(places)]
        table = Table(units, turn=2, active="allied", hexsides=SIDES)
        bridge = table.now.ground.bridges["0505/0506"]
        assert allied_since(table.now, bridge) == since
        assert is_allied(table.now, bridge) is (since is not None)


def test_blown_bridge_cannot_be_crossed():
    table = german_turn().choose("0505/0506", 6)
    assert not bridge_stands(table.now, table.hex("0505"), table.hex("0506"))


def test_a_bridge_is_repaired_a_turn_after_both_ends_were_taken():
    table = Table(
        [allied("a", "0505"), unit("far", "0101")],
        turn=2,
        active="allied",
        hexsides={"0505/0506": ["river", "bridge"]},
        bridges={"0505/0506": "blown"},
        control={"0505": "allied"},
    )
    table.play(table.move("a", path="0505 0506")).end().end()
    assert table.now.turn == 3
    assert table.state.hexsides["0505/0506"] == "blown"
    table.end().end()
    assert (table.now.active, table.now.turn) == ("allied", 3)
    assert table.state.hexsides["0505/0506"] == "intact"


def test_a_ferry_is_destroyed_when_an_ally_comes_to_its_end():
    table = Table(
        [allied("a", "0504")], active="allied", hexsides={"0505/0506": ["river", "ferry"]}
    )
    ends = table.hex("0505"), table.hex("0506")
    assert ferry_runs(table.now, *ends)
    table.play(table.move("a", path="0504 0505"))
    assert table.state.hexsides["0505/0506"] == "blown"
    assert not ferry_runs(table.now, *ends)


def test_a_bridge_is_blown_once():
    """10.1b: a bridge that is down cannot be blown, nor can one off the red road."""
    table = Table(
        [unit("f", "0101")],
        turn=2,
        hexsides={"0505/0506": ["river", "bridge"]},
        bridges={"0505/0506": "blown"},
    )
    assert [v.key[-4:] for v in demolition_verdicts(table.now, "0505/0506")] == ["down"]
    assert [v.key[-9:] for v in demolition_verdicts(table.now, "0505/0504")] == ["no_bridge"]


def test_each_end_of_a_bridge_is_taken_by_itself():
    """10.1d: in any order, by any unit, even in passing."""
    table = Table([allied("a", "0507"), allied("b", "0504")], active="allied", hexsides=SIDES)
    bridge = table.now.ground.bridges["0505/0506"]
    table.play(table.move("a", path="0507 0506 0507"))
    assert not is_allied(table.now, bridge)
    table.play(table.move("b", path="0504 0505 0504"))
    assert is_allied(table.now, bridge)
    assert allied_since(table.now, bridge) == 3


FERRY = {"0505/0506": ["river", "ferry"], "0305/0306": ["canal", "bridge"]}


def test_germans_use_a_ferry_and_hold_no_bridge_for_the_allies():
    """10.1d, 10.2a: only Allied units take ends of bridges and destroy ferries."""
    table = Table([unit("f", "0504"), unit("g", "0305")], hexsides=FERRY)
    table.play(table.move("f", path="0504 0505 0506"))
    table.play(table.move("g", path="0305 0306"))
    assert ferry_runs(table.now, table.hex("0505"), table.hex("0506"))
    assert [b.hexside for b in german_bridges(table.now)] == ["0305/0306"]


def test_a_ferry_that_an_ally_has_reached_is_destroyed_for_good():
    """10.2b, 10.2c: at either end, even in passing."""
    for path in ("0504 0505 0504", "0507 0506 0507"):
        table = Table([allied("a", path[:4])], active="allied", hexsides=FERRY)
        assert ferry_runs(table.now, table.hex("0505"), table.hex("0506"))
        table.play(table.move("a", path=path))
        assert not ferry_runs(table.now, table.hex("0505"), table.hex("0506"))


def test_a_bridge_whose_ends_were_taken_this_turn_is_repaired_in_the_next():
    """10.1g: also if the Allies took them in the German phases, for example by a retreat."""
    table = Table(
        [allied("a", "0505"), allied("b", "0506"), unit("far", "0101")],
        turn=3,
        phase="combat",
        hexsides={"0505/0506": ["river", "bridge"]},
        bridges={"0505/0506": "blown"},
    )
    table.end()
    assert (table.now.turn, table.now.active) == (3, "allied")
    assert table.state.hexsides["0505/0506"] == "blown"
    table.end().end().end().end()
    assert (table.now.turn, table.now.active) == (4, "allied")
    assert table.state.hexsides["0505/0506"] == "intact"
