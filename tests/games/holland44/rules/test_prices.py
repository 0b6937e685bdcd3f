"""Costs of moves other than points, reasons against hexes, and the meaning of drags."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.rules import ports
from tests.games.holland44.rules.tabletop import Json, at, played, seen, unit

GUN: Json = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 5, "movement": 1}
ROAD = [{"class": "primary", "hexes": [f"05{c:02d}" for c in range(1, 11)]}]
NORTH = {"N": {"side": "allied", "hexes": ["0501"]}}


def price(position: ports.Answers, end: str, *units: str, mode: str = "best") -> Any:
    return position.reach(units or ("a1",), mode).hexes[at(position, end)].price


# -- the price of an end --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("there", "mine", "lost"),
    [
        ([3, 3], 3, 0),  # nine steps may stay
        ([3, 3], 2, 0),
        ([3, 3, 2], 3, 2),  # eleven of which nine stay
        ([3, 3, 3], 2, 2),
        ([3, 3, 3, 1], 2, 2),  # ten already: only what comes on top is the price of this move
        ([3], 3, 0),
    ],
)
def test_6_4_1_the_steps_that_an_end_will_cost(there: list[int], mine: int, lost: int):
    crowd = [unit(f"a{n}", "0506", max_steps=steps) for n, steps in enumerate(there, 2)]
    position = seen([unit("a1", "0505", max_steps=mine), *crowd, unit("g1", "0110")])
    assert price(position, "0506").steps == lost
    assert price(position, "0405").steps == 0


def test_6_4_1_enemies_and_boxes_do_not_count():
    position = seen([unit("a1", "0502"), unit("g1", "0110")],
                    board={"areas": NORTH, "roads": ROAD})  # fmt: skip
    found = position.reach(["a1"])
    assert [end.price.steps for end in found.boxes.values()] == [0]
    assert set(found.boxes) == {at(position, "N")}


@pytest.mark.parametrize(
    ("fields", "mode", "end", "status"),
    [
        ({"status": ["engaged"]}, "tactical", "0506", ()),  # 11.5.1: one hex
        ({"status": ["engaged"]}, "tactical", "0507", ("disrupted",)),
        ({}, "tactical", "0507", ()),
        (GUN, "tactical", "0506", ()),  # 17.3
        (GUN, "tactical", "0507", ("disrupted",)),
        ({**GUN, "status": ["moved"]}, "tactical", "0507", ()),
        ({"status": ["disrupted"]}, "full_retreat", "0506", ("full_retreat",)),  # 14.3.1
        ({"status": ["full_retreat"]}, "full_retreat", "0506", ()),
        ({"status": ["disrupted"]}, "tactical", "0507", ()),
    ],
)
def test_14_1_2_disorder_by_movement(fields: Json, mode: str, end: str, status: tuple[str, ...]):
    position = seen([unit("a1", "0505", **fields), unit("g1", "0110")])
    assert price(position, end, mode=mode).status == status


def test_11_5_2_the_hexes_of_a_move_in_parts_are_added_up():
    engaged = unit("a1", "0505", status=["engaged"])
    before = seen([engaged, unit("g1", "0110")])
    step = act.MoveUnits(units=("a1",), path=("0505", "0506"), mode="tactical")
    after = played(before, step)
    found = after.reach(["a1"], "tactical")
    assert (found.spent_hexes, found.spent, found.allowance) == (1, 1, 3)
    assert price(after, "0507", mode="tactical").status == ("disrupted",)


def test_18_5_whether_supply_will_come_there():
    """Four hexes cross-country from the road; units already out of supply get no warning."""
    units = [unit("a1", "0505", movement=9), unit("g1", "0110")]
    position = seen(units, board={"areas": NORTH, "roads": ROAD})
    assert price(position, "0506").supplied is True
    assert price(position, "0905").supplied is True
    assert price(position, "1005").supplied is False
    cut = seen(units)
    assert price(cut, "0506").supplied is None


@pytest.mark.parametrize(("landed", "supplied"), [(3, True), (2, None), (None, None)])
def test_18_5_airborne_units_are_supplied_on_the_turn_on_which_they_land(
    landed: int | None, supplied: bool | None
):
    units = [{"id": "US-3/504", "hex": "5013"}, {"id": "GE-Helle", "hex": "2010"}]
    position = seen(units, real=True)
    if landed is not None:
        tracks = {**position.state.tracks, "landed/US-3/504": landed}
        position = position.ruleset.answers(replace(position.state, tracks=tracks))
    assert price(position, "5014", "US-3/504").supplied is supplied


@pytest.mark.parametrize(("landed", "supplied"), [(3, True), (2, False)])
def test_18_5_a_remnant_has_landed_with_its_unit(landed: int, supplied: bool):
    parent = {"id": "US-3/504", "hex": "remnant-parents-allied"}
    units = [{"id": "US-82-REM-1", "hex": "5013"}, parent, {"id": "GE-Helle", "hex": "2010"}]
    position = seen(units, real=True)
    known = {"remnant/US-82-REM-1": "US-3/504", "landed/US-3/504": landed}
    tracks = {**position.state.tracks, **known}
    position = position.ruleset.answers(replace(position.state, tracks=tracks))
    assert position.supply("allied")["US-82-REM-1"].supplied is supplied


# -- why a hex is closed --------------------------------------------------------------------------


def reasons(position: ports.Answers, end: str, *, near: bool = False) -> set[str]:
    found = position.why_not(["a1"], at(position, end), near=near)
    return {v.rule for v in found.verdicts if v.level == "forbid"}


def test_8_1_an_overlong_detour_shows_the_direct_path():
    """A lake before 0507: the detour is too long, and the direct path crosses water."""
    lake = {f"{row:02d}06": {"terrain": "lake"} for row in range(2, 9)}
    position = seen([unit("a1", "0505"), unit("g1", "1010")], board={"hexes": lake})
    far = position.why_not(["a1"], at(position, "0507"))
    near = position.why_not(["a1"], at(position, "0507"), near=True)
    assert {v.rule for v in far.verdicts if v.level == "forbid"} == {"8.1"}
    assert near.around == far.verdicts
    assert "8.5.4" in {v.rule for v in near.verdicts}
    assert len(near.path) < len(far.path)
    assert near.path[0] == at(position, "0505")
    assert near.path[-1] == at(position, "0507")


def test_8_1_a_merely_distant_hex_is_reported_as_too_far():
    position = seen([unit("a1", "0501"), unit("g1", "1010")])
    far = at(position, "0509")
    assert position.why_not(["a1"], far, near=True) == position.why_not(["a1"], far)
    open_ = at(position, "0502")
    assert position.why_not(["a1"], open_, near=True) == position.why_not(["a1"], open_)
    assert reasons(position, "0502") == set()


def test_14_3_1_forbidden_modes_are_not_used_as_explanations():
    """For a unit in good order it is no reason that full retreat is for other units."""
    good = seen([unit("a1", "0501"), unit("g1", "1010")])
    assert reasons(good, "0509", near=True) == {"8.1"}
    shaken = seen([unit("a1", "0501", status=["disrupted"]), unit("g1", "1010")])
    assert "14.2" not in reasons(shaken, "0509", near=True)


# -- zones and bonds ------------------------------------------------------------------------------


def test_7_4_bonds_are_listed_with_their_ends():
    """Over a hex in line, over a hexside askew, and to the edge of the map (7.4.5)."""
    units = [unit("a1", "0505"), unit("a2", "0507"), unit("a3", "0704"), unit("g1", "1010")]
    position = seen(units)
    found = position.zones("allied")
    assert found.side == "allied"
    assert {position.number(i) for i in found.hexes} >= {"0506", "0605", "0406"}
    told = {
        (
            position.number(b.hex) if b.hex is not None else
            "/".join(map(position.number, b.hexside or ())),
            tuple(position.number(i) for i in b.between if i is not None),
        )
        for b in found.bonds
    }  # fmt: skip
    assert ("0506", ("0505", "0507")) in told
    assert all(list(ends) == sorted(ends) for _, ends in told)
    assert position.zones("german").bonds == ()


def test_7_4_5_a_bond_with_an_entry_area_names_it():
    areas = {"N": {"side": "allied", "hexes": ["0501", "0401"]},
             "B": {"side": "german", "hexes": ["0401", "0501"]}}  # fmt: skip
    position = seen([unit("a1", "0402"), unit("g1", "1010")], board={"areas": areas})
    edges = {b.edge for b in position.zones("allied").bonds if b.between[1] is None}
    assert edges == {"N"}


@pytest.mark.parametrize(
    ("first", "second", "bond"),
    [
        ([], [], True),
        (["canal"], ["canal"], True),
        (["minor_river"], ["minor_river"], True),
        (["major_river"], ["canal"], True),  # it runs through either of the two hexes
        (["canal"], ["major_river"], True),
        (["major_river"], ["major_river"], False),
        (["major_river", "road_bridge"], ["major_river"], True),
        (["lake"], ["lake"], False),
    ],
)
def test_7_4_5_no_bond_with_an_area_over_a_major_river(
    first: list[str], second: list[str], *, bond: bool
):
    areas = {"N": {"side": "allied", "hexes": ["0501", "0401"]}}
    sides = {"0401/0500": first, "0500/0501": second}
    given = {name: words for name, words in sides.items() if words}
    position = seen([unit("a1", "0402"), unit("g1", "1010")],
                    board={"areas": areas, "hexsides": given})  # fmt: skip
    found = [b for b in position.zones("allied").bonds if b.between[1] is None]
    assert bool(found) is bond


# -- a hand on the counters -----------------------------------------------------------------------


def meant(position: ports.Answers, *path: str, units: str = "a1", mode: Any = "enforced",
          **more: Any) -> act.Action:  # fmt: skip
    move = act.MoveUnits(units=tuple(units.split()), path=path, **more)
    return position.drag_action(move, mode)


def told(found: act.Action) -> tuple[str, tuple[str, ...]]:
    assert isinstance(found, act.MoveUnits)
    return found.mode, found.path


def test_8_2_8_3_the_first_mode_in_which_a_path_is_legal():
    position = seen([unit("a1", "0505"), unit("g1", "0110")])
    straight = tuple(f"05{c:02d}" for c in range(5, 11))
    assert told(meant(position, *straight[:4])) == ("normal", straight[:4])
    assert told(meant(position, *straight)) == ("extended", straight)
    round_ = ("0505", "0605", "0606", "0506")
    assert told(meant(position, *round_)) == ("normal", round_)


def test_8_1_an_illegal_drag_uses_another_path():
    lake = {"0506": {"terrain": "lake"}}
    position = seen([unit("a1", "0505"), unit("g1", "0110")], board={"hexes": lake})
    for rules in ("enforced", "advisory"):
        mode, path = told(meant(position, "0505", "0506", "0507", mode=rules))
        assert (mode, path[0], path[-1], "0506" in path) == ("normal", "0505", "0507", False)


def test_an_illegal_drag_is_judged_on_the_advised_or_the_dragged_path():
    units = [unit("a1", "0505"), unit("g1", "0509")]
    position = seen(units)
    mode, path = told(meant(position, "0505", "0510"))
    why = position.why_not(["a1"], at(position, "0510"), near=True)
    assert (mode, tuple(at(position, n) for n in path)) == (why.mode, why.path)
    led = ("0505", "0510")
    assert told(meant(position, *led, mode="advisory")) == ("normal", led)


def test_actions_without_rules_are_unchanged():
    units = [unit("a1", "0505"), unit("a2", "0605"), unit("g1", "0110")]
    position = seen(units)
    for action in (
        act.MoveUnits(units=("a1",), path=("0505", "turn-5")),
        act.MoveUnits(units=("a1", "a2"), path=("0505", "0506")),
        act.MoveUnits(units=("a1",), path=("0505", "0506"), mode="tactical"),
        act.NextPhase(),
    ):
        assert position.drag_action(action, "enforced") == action
        assert position.drag_action(action, "advisory") == action
    with pytest.raises(UserError):
        meant(position, "0505", "nowhere")


def test_19_3_units_are_led_into_an_entry_area():
    position = seen([unit("a1", "0501"), unit("g1", "0110")], board={"areas": NORTH})
    mode, path = told(meant(position, "0501", "N"))
    assert (mode, path) == ("normal", ("0501", "N"))


def test_25_6_an_unknown_unit_that_is_led_to_a_town_is_redeployed():
    board = {
        "hexes": {"0808": {"settlement": "town"}},
        "areas": {"G": {"side": "german", "hexes": ["0810"]}},
        "roads": [{"class": "minor", "hexes": ["0808", "0809", "0810"]}],
    }
    units = [unit("g1", "0505", kind="unknown"), unit("g2", "0606"), unit("a1", "0101")]
    position = seen(units, active="german", board=board)
    found = meant(position, "0505", "0606", "0707", "0808", units="g1")
    assert told(found) == ("relocation", ("0505", "0808"))
    assert told(meant(position, "0505", "0707", units="g1"))[0] != "relocation"


# -- an answer that is led ------------------------------------------------------------------------

AREAS = {"G": {"side": "german", "hexes": ["0510"]}, "N": {"side": "allied", "hexes": ["0501"]}}


def beaten(*units: Json, **board: Any) -> ports.Answers:
    """g1 in 0506 must retreat two hexes (DR)."""
    mine = [unit("a1", "0505", attack=14), unit("a2", "0606", attack=14)]
    table = seen([*mine, unit("g1", "0506"), *units], phase="combat",
                 board={"areas": AREAS, **board})  # fmt: skip
    odds = table.odds(table.plan({"attackers": ["a1", "a2"], "target": "0506"}))
    die = next(int(c.throws) for c in odds.chances if c.result.code == "DR")
    after = played(table, act.DeclareAttack(attackers=("a1", "a2"), target="0506"), die)
    return played(after, act.Choose(decision="determined", option="decline"))


def test_13_1_leading_a_beaten_unit_answers_the_retreat():
    position = beaten(roads=ROAD)
    question = position.question()
    assert question is not None
    ways = [o for o in question.options if o.path]
    first = ways[0]
    path = tuple(map(position.number, first.path))
    assert meant(position, *path, units="g1") == act.Choose(decision="retreat", option=first.id)
    # Straight to the end, without a way: any of the listed ones to it.
    assert meant(position, path[0], path[-1], units="g1") == act.Choose(
        decision="retreat", option=first.id
    )  # fmt: skip
    nowhere = act.MoveUnits(units=("g1",), path=("0506", "0101"))
    assert position.drag_action(nowhere, "enforced") == nowhere
    other = act.MoveUnits(units=("a1",), path=path)
    assert position.drag_action(other, "enforced") == other


def test_13_3_a_drag_prefers_the_path_without_a_step_loss():
    """0508 can be reached in two hexes; 0507, a village, by an early stop at a step."""
    position = beaten(hexes={"0507": {"settlement": "village"}}, roads=ROAD)
    question = position.question()
    assert question is not None
    early = [o for o in question.options if o.path and position.number(o.path[-1]) == "0507"]
    assert [o.tag for o in early] == ["−1 step"]
    assert early[0].text.endswith("losing a step")
    assert meant(position, "0506", "0507", units="g1") == act.Choose(
        decision="retreat", option=early[0].id
    )  # fmt: skip


def test_25_3_1_a_detour_around_an_unknown_unit_is_preferred():
    """The direct path ends in the middle, at the unknown unit; the detour is only too
    long (8.1).
    """
    units = [unit("a1", "0505", movement=1), unit("g1", "0506", kind="unknown"), unit("g9", "1010")]
    position = seen(units)
    found = position.why_not(["a1"], at(position, "0507"))
    assert at(position, "0506") not in found.path
    assert {v.rule for v in found.verdicts if v.level == "forbid"} == {"8.1"}
    into = position.why_not(["a1"], at(position, "0506"))
    assert into.path == (at(position, "0505"), at(position, "0506"))


@pytest.mark.parametrize(
    ("path", "option"),
    [
        (("0506", "0607", "0608"), "g1 0506 0607 0608"),
        (("0506", "0507", "0608"), "g1 0506 0507 0608"),
        (("0506", "0608"), "g1 0506 0507 0608"),
    ],
)
def test_13_1_3_a_dragged_retreat_goes_by_its_path_where_that_is_legal(path, option):
    position = seen([unit("a1", "0505", attack=20), unit("g1", "0506")], phase="combat")
    order = act.DeclareAttack(attackers=("a1",), target="0506")
    position = played(position, order, 2)  # DR
    position = played(position, act.Choose(decision="determined", option="decline"))
    assert "g1 0506 0607 0608" not in {o.id for o in position.question().options}
    assert meant(position, *path, units="g1") == act.Choose(decision="retreat", option=option)
