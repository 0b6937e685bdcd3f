"""Duties and options of phases, arrivals, and the score."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import actions as act
from engine.rules import ports
from engine.rules.answers import CheckItem
from tests.games.holland44.rules.tabletop import Json, at, played, seen, tank, unit

AREAS = {
    "N": {"side": "allied", "hexes": ["0101", "0201"]},
    "B": {"side": "german", "hexes": ["0210", "0310"]},
}
GUN: Json = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 5}
FAR = unit("g9", "0110")


def told(position: ports.Answers) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return the lines of the checklist: weight, text and units."""
    return [(i.weight, i.text, i.units) for i in position.checklist()]


def line(position: ports.Answers, words: str) -> CheckItem:
    """Return the one line about a subject."""
    (found,) = (i for i in position.checklist() if words in i.text)
    return found


def silent(position: ports.Answers, words: str) -> bool:
    return not any(words in i.text for i in position.checklist())


# -- movement -------------------------------------------------------------------------------------


def test_8_1_unmoved_units_are_counted():
    units = [unit("a1", "0505"), unit("a2", "0605"), unit("a3", "N"), FAR]
    position = seen(units, board={"areas": AREAS})
    assert line(position, "have not moved").units == ("a1", "a2")
    waits = line(position, "entry area")
    assert (waits.text, waits.units) == ("1 unit waits in an entry area.", ("a3",))
    assert waits.places == (at(position, "N"),)
    german = seen(units, board={"areas": AREAS}, active="german")
    assert line(german, "has not moved").units == ("g9",)
    assert silent(german, "entry area")


def test_8_1_immobile_units_are_not_counted():
    """MA 0, and unknown units, which move by 25.6 alone."""
    fixed = unit("a2", "0605", movement=0)
    assert line(seen([unit("a1", "0505"), fixed, FAR]), "has not moved").units == ("a1",)
    hidden = unit("g1", "0808", kind="unknown", movement=3)
    german = seen([unit("a1", "0505"), hidden, FAR], active="german")
    assert line(german, "has not moved").units == ("g9",)


def test_8_7_units_that_can_make_an_automatic_ds_are_listed():
    strong = [unit("a1", "0505", attack=30), unit("a2", "0606", attack=25)]
    position = seen([*strong, unit("g1", "0506", defense=5)])
    found = line(position, "automatic DS")
    assert (found.rule, found.attack, found.units) == ("8.7", at(position, "0506"), ("a1", "a2"))
    assert found.text == "2 of our units can force an automatic DS at 0506 (8.7)."
    weak = seen([strong[0], unit("g1", "0506", defense=5)])
    assert silent(weak, "automatic DS")


# -- combat ---------------------------------------------------------------------------------------


def test_9_1_the_targets_of_a_combat_phase():
    units = [
        unit("a1", "0505"), unit("a2", "0505", attack=0), unit("a3", "0606"),
        unit("a4", "0504", **GUN), unit("g1", "0506"), unit("g2", "0706"), FAR,
    ]  # fmt: skip
    position = seen(units, phase="combat", weather="overcast")
    found = {i.attack: i for i in position.checklist() if i.attack is not None}
    assert {position.number(i) for i in found} == {"0506", "0706"}
    assert found[at(position, "0506")].units == ("a1", "a3")
    assert found[at(position, "0706")].text == "1 of our units can attack 0706."
    assert line(position, "artillery").units == ("a4",)


@pytest.mark.parametrize("status", ["disrupted", "full_retreat", "spent", "auto_ds"])
def test_14_2_25_3_3_units_that_may_not_attack_are_not_counted(status: str):
    units = [unit("a1", "0505"), unit("a2", "0505", status=[status]), unit("g1", "0506"), FAR]
    position = seen(units, phase="combat")
    assert line(position, "can attack 0506").units == ("a1",)
    assert silent(seen(units[1:], phase="combat"), "can attack 0506")


def test_20_2_5_no_unit_beside_a_replacement_is_counted():
    units = [unit("a1", "0505"), unit("a2", "0505", status=["replacement"]), unit("a3", "0606")]
    position = seen([*units, unit("g1", "0506")], phase="combat")
    assert line(position, "can attack 0506").units == ("a3",)


def test_9_5_1_no_unit_behind_a_major_river_is_counted_but_beside_engineers():
    river = {"hexsides": {"0505/0506": ["major_river"]}}
    units = [unit("a1", "0406"), unit("a2", "0505"), unit("g1", "0506"), FAR]
    position = seen(units, phase="combat", board=river)
    assert line(position, "can attack 0506").units == ("a1",)
    engineer = unit("a3", "0505", kind="engineer")
    position = seen([*units, engineer], phase="combat", board=river)
    assert line(position, "can attack 0506").units == ("a1", "a2", "a3")


def test_9_1_once_a_phase():
    """Units that have attacked and hexes that were attacked are no longer listed."""
    units = [
        unit("a1", "0505"), unit("a2", "0507"), unit("g1", "0506"), unit("g2", "0405"),
        unit("a3", "0404"),
    ]  # fmt: skip
    before = seen(units, phase="combat")

    def targets(position: ports.Answers) -> dict[str, tuple[str, ...]]:
        items = (i for i in position.checklist() if i.attack is not None)
        return {
            position.number(i.attack): tuple(sorted(i.units)) for i in items if i.attack is not None
        }

    assert targets(before) == {"0405": ("a1", "a3"), "0506": ("a1", "a2")}
    attack = act.DeclareAttack(attackers=("a1",), target="0506")
    odds = before.odds(before.plan({"attackers": ["a1"], "target": "0506"}))
    quiet = next(int(c.throws) for c in odds.chances if c.result.code in ("ENG", "A1/ENG", "A1"))
    after = played(before, attack, quiet)
    assert targets(after) == {"0405": ("a3",)}
    assert after.has_fought("a1")
    assert not before.has_fought("a1")


@pytest.mark.parametrize(("used", "left"), [(0, 2), (1, 1), (2, 0)])
def test_4_4_air_units_that_have_flown_are_gone(used: int, left: int):
    before = seen([unit("a1", "0505"), FAR], phase="combat", weather="clear")
    tracks = {**before.state.tracks, "air-used": used}
    position = before.ruleset.answers(replace(before.state, tracks=tracks))
    if left:
        assert line(position, "Air units").text == f"Air units left: {left}."
    else:
        assert silent(position, "Air units")


@pytest.mark.parametrize(("weather", "left"), [("clear", 2), ("cloudy", 1), ("overcast", 0)])
def test_4_4_air_units_left(weather: str, left: int):
    units = [unit("a1", "0505"), FAR]
    position = seen(units, phase="combat", weather=weather)
    if left:
        assert line(position, "Air units").text == f"Air units left: {left}."
    else:
        assert silent(position, "Air units")
    assert silent(seen(units, phase="combat", weather=weather, active="german"), "Air units")
    assert silent(seen(units, phase="combat", weather=weather, turn=2), "Air units")  # night


def test_17_5_ready_guns_by_combat():
    """In the resupply phase the decision lists the guns, and nothing remains after it."""
    fired = {**GUN, "status": ["fired"]}
    units = [unit("a1", "0505", **GUN), unit("a2", "0605", **fired), unit("a3", "0606", **GUN), FAR]
    assert line(seen(units, phase="combat"), "artillery units are ready").units == ("a1", "a3")
    assert told(seen(units, phase="artillery_resupply")) == [
        ("done", "Nothing is left to do in this phase.", ())
    ]


@pytest.mark.parametrize(
    ("status", "counts"),
    [("disrupted", True), ("full_retreat", True), ("engaged", True), ("spent", False),
     ("out_of_supply", False)],
)  # fmt: skip
def test_14_1_1_disordered_and_engaged_units(status: str, counts: bool):
    """Spent and unsupplied units are in good order."""
    position = seen([unit("a1", "0505", status=[status]), unit("a2", "0606"), FAR],
                    phase="reorganization")  # fmt: skip
    if counts:
        assert line(position, "disrupted").units == ("a1",)
    else:
        assert told(position) == [("done", "Nothing is left to do in this phase.", ())]


# -- stacks ---------------------------------------------------------------------------------------


def crowd(count: int, steps: int, place: str = "0505") -> list[Json]:
    return [unit(f"a{n}", place, max_steps=steps) for n in range(1, count + 1)]


def stacks(position: ports.Answers) -> list[tuple[str, tuple[str, ...], bool]]:
    return [
        (i.weight, tuple(map(position.number, i.places)), "nine" in i.text)
        for i in position.checklist()
        if i.rule == "6.4.1"
    ]


@pytest.mark.parametrize(
    ("count", "steps", "phase", "expected"),
    [
        (2, 5, "movement", []),
        (3, 3, "movement", [("possible", ("0505",), True)]),
        (4, 3, "movement", [("warning", ("0505",), True)]),
        (4, 3, "combat", [("warning", ("0505",), True)]),
        (4, 3, "reorganization", [("possible", ("0505",), True)]),
    ],
)
def test_6_4_1_overstacked_hexes_are_reported(
    count: int, steps: int, phase: str, expected: list[tuple[str, tuple[str, ...], bool]]
):
    """Two units of ten steps do not overstack a hex; three of nine steps may stay."""
    assert stacks(seen([*crowd(count, steps), FAR], phase=phase)) == expected


def test_6_4_1_the_steps_that_would_be_lost_are_named():
    position = seen([*crowd(4, 3), FAR])
    (found,) = (i for i in position.checklist() if i.weight == "warning")
    assert found.text.startswith("0505 holds 12 steps: move some out")
    assert found.units == ("a1", "a2", "a3", "a4")
    combat = seen([*crowd(4, 3), FAR], phase="combat")
    (found,) = (i for i in combat.checklist() if i.weight == "warning")
    assert found.text.startswith("0505 holds 12 steps: at the end of this phase")
    assert stacks(seen([*crowd(4, 3), FAR], active="german")) == []


def test_6_4_1_two_kinds_of_overstacked_hexes_are_distinguished():
    more = [unit(f"a{n}", "0808", max_steps=3) for n in (5, 6, 7)]
    position = seen([*crowd(4, 3), *more, FAR], phase="reorganization")
    assert stacks(position) == [
        ("possible", ("0505",), True), ("possible", ("0808",), True)
    ]  # fmt: skip
    texts = [i.text for i in position.checklist() if i.rule == "6.4.1"]
    assert "still legal" in texts[0]
    assert "Up to nine" in texts[1]


# -- a decision that waits ------------------------------------------------------------------------


def test_3_pending_decisions_come_first():
    fired = {**GUN, "status": ["fired"]}
    guns = [unit(f"a{n}", f"050{n}", **fired) for n in (1, 2, 3)]
    road = [{"class": "primary", "hexes": [f"05{c:02d}" for c in range(1, 6)]}]
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    position = seen([*guns, FAR], board={"areas": areas, "roads": road},
                    phase="artillery_resupply")  # fmt: skip
    first = position.checklist()[0]
    assert (first.weight, first.text) == (
        "owed", "Pending decision: Allied: make artillery ready"
    )  # fmt: skip


# -- orders beside moves and attacks --------------------------------------------------------------


def orders(position: ports.Answers, *units: str) -> set[tuple[str, str]]:
    return {(type(o.action).__name__, o.text) for o in position.orders(units)}


def test_17_3_21_the_orders_of_a_menu_have_words():
    units = [
        {"id": "US-3/504", "hex": "5013"}, {"id": "BR-Gds-Arty", "hex": "1507"},
        {"id": "GE-Helle", "hex": "2010"}, {"id": "US-B/82", "hex": "breakdowns-allied"},
        {"id": "US-82-REM-1", "hex": "remnants-allied"},
    ]  # fmt: skip
    position = seen(units, real=True)
    ((kind, text),) = orders(position, "US-3/504")
    assert (kind, text) == ("SplitUnit", "Break down: 3/504 detaches B/82")
    apart = played(position, act.SplitUnit(unit="US-3/504", part="US-B/82"))
    assert ("JoinUnits", "A step of B/82 joins 3/504") in orders(apart, "US-B/82")
    (mark,) = orders(position, "BR-Gds-Arty")
    assert mark[0] == "PlaceMarker"
    assert orders(position, "GE-Helle") == set()  # not its turn
    assert orders(position, "nobody") == set()
    assert all(not isinstance(o.action, act.MoveUnits) for o in position.orders(["US-3/504"]))
    moved = seen([{**units[1], "status": ["moved"]}, units[2]], real=True)
    ((kind, text),) = orders(moved, "BR-Gds-Arty")
    assert (kind, "return" in text) == ("PlaceMarker", True)


def test_27_1_2_disengagement_is_an_order_of_the_combat_phase():
    units = [unit("a1", "0505"), unit("a2", "0101"), unit("g1", "0506")]
    option = {"disengagement": True}
    position = seen(units, phase="combat", options=option)
    assert orders(position, "a1", "a2") == {("Disengage", "a1 tries to disengage")}
    assert orders(position, "a2") == set()
    assert orders(position, "g1") == set()
    assert orders(seen(units, phase="combat"), "a1") == set()
    assert orders(seen(units, options=option), "a1") == set()


def test_25_6_a_move_is_not_a_menu_item():
    towns = {"0808": {"settlement": "town"}}
    road = [{"class": "minor", "hexes": ["0808", "0809", "0810"]}]
    areas = {"G": {"side": "german", "hexes": ["0810"]}}
    position = seen([unit("g1", "0505", kind="unknown"), unit("a1", "0101")], active="german",
                    board={"hexes": towns, "roads": road, "areas": areas})  # fmt: skip
    moves = list(position.ruleset.actions_of(position.state, "g1"))
    assert [a.path for a in moves if isinstance(a, act.MoveUnits)] == [("0505", "0808")]
    assert orders(position, "g1") == set()


# -- who is still to come -------------------------------------------------------------------------


def test_19_1_arrivals_by_turn_and_area():
    units = [
        {"id": "BR-2IG/5", "hex": "N"}, {"id": "BR-8RB/29", "hex": "turn-4"},
        {"id": "GE-Helle", "hex": "turn-5"}, {"id": "GE-Krause", "hex": "turn-2"},
        {"id": "BR-2-1P", "hex": "turn-4"},
    ]  # fmt: skip
    position = seen(units, real=True)
    counters = position.ruleset.module.counters
    found = [(a.turn, a.side, a.units, a.waiting) for a in position.arrivals()]
    assert found[0] == (3, "allied", ("BR-2IG/5",), True)
    later = found[1:]
    due = {"BR-8RB/29": 4, "GE-Helle": 5, "GE-Krause": 2, "BR-2-1P": 4}
    expected = {
        (turn, name) for name, turn in due.items()
        if turn >= 3 and counters.of(name).arrival.area
    }  # fmt: skip
    assert {(turn, name) for turn, _, names, _ in later for name in names} == expected
    assert all(not waits for *_, waits in later)
    assert [a.turn for a in position.arrivals(3)] == [3]
    assert {a.turn for a in position.arrivals(5)} <= {5}
    assert {n for a in position.arrivals(5) for n in a.units} == {
        n for t, n in expected if t == 5
    }  # fmt: skip
    (here,) = position.arrivals(3)
    assert here.places == tuple(sorted(position.ruleset.board.areas["N"].hexes))
    assert here.text == "N: Allied"


def test_19_2_2_whose_an_area_is_follows_the_turn():
    for turn, side in ((6, "german"), (7, "allied")):
        name = "GE-Helle" if side == "german" else "BR-2IG/5"
        (found,) = seen([{"id": name, "hex": "A"}], real=True, turn=turn).arrivals(turn)
        assert (found.side, found.units) == (side, (name,))


# -- how it stands --------------------------------------------------------------------------------


def test_26_5_1_objectives_and_their_owners():
    position = seen([unit("a1", "0505"), FAR],
                    board={"hexes": {"0505": {"settlement": "city"},
                                     "0110": {"settlement": "city"},
                                     "0707": {"settlement": "town"}}})  # fmt: skip
    standing = position.standing()
    assert {(o.id, o.holder, o.worth["allied"], o.rule) for o in standing.objectives} == {
        ("0505", "allied", 1, "26.5.1"), ("0110", "german", 1, "26.5.1")
    }  # fmt: skip
    assert standing.points["allied"] == 1
    assert standing.winner is None
    assert {position.number(o.place) for o in standing.objectives if o.place is not None} == {
        "0505", "0110"
    }  # fmt: skip


def test_2_3_13_units_that_may_attack_from_an_adjacent_hex():
    """Not artillery, units without an attack factor, or units that are not adjacent."""
    units = [unit("a1", "0505"), tank("a2", "0606"), unit("a3", "0605"), unit("g1", "0506")]
    position = seen(units, phase="combat")
    assert set(position.attackers(at(position, "0506"))) == {"a1", "a2"}
    assert position.attackers(at(position, "0909")) == ()
