"""The lists of legal attacks, moves and orders, of all units and of one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.rules import ports
from tests.games.holland44.rules.tabletop import Json, played, seen, unit

AREAS = {"G": {"side": "german", "hexes": ["0510"]}, "N": {"side": "allied", "hexes": ["0501"]}}
GUN: Json = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 5}
FAR = unit("g9", "0110")


def listed(position: ports.Answers, most: int = 2000) -> list[act.Action]:
    return list(position.ruleset.legal(position.state, most).actions)


def of(position: ports.Answers, name: str) -> list[act.Action]:
    return list(position.ruleset.actions_of(position.state, name))


def groups(found: list[act.Action], target: str = "0506") -> set[tuple[str, ...]]:
    attacks = [a for a in found if isinstance(a, act.DeclareAttack)]
    return {a.attackers for a in attacks if a.target == target}


# -- 9.1, 9.2: attacks ----------------------------------------------------------------------------

RING = {"a1": "0505", "a2": "0505", "a3": "0606", "a4": "0407"}


def test_9_2_attacks_by_all_by_each_stack_by_each_unit_and_by_pairs():
    units = [unit(n, h) for n, h in RING.items()]
    position = seen([*units, unit("g1", "0506")], phase="combat")
    found = groups(listed(position))
    assert ("a1", "a2", "a3", "a4") in found
    assert {(n,) for n in RING} <= found
    pairs = {(a, b) for a in RING for b in RING if a < b}
    assert pairs <= found
    assert found == {("a1", "a2", "a3", "a4"), *pairs, *((n,) for n in RING)}
    one = groups(of(position, "a3"))
    assert one == {g for g in found if "a3" in g}


def test_9_1_units_that_cannot_attack_are_in_no_group():
    """14.2 disrupted, 9.1 without a factor, 9.1b that have fought, 11.5.1b engaged across
    a canal.
    """
    units = [
        unit("a1", "0505"), unit("a2", "0505", status=["disrupted"]),
        unit("a3", "0606", attack=0), unit("a4", "0407", status=["engaged"]), unit("g1", "0506"),
    ]  # fmt: skip
    canal = {"hexsides": {"0407/0506": ["canal"]}}
    position = seen(units, phase="combat", board=canal)
    assert groups(listed(position)) == {("a1",)}
    assert of(position, "a2") == of(position, "a3") == of(position, "a4") == []
    assert groups(of(seen(units, phase="combat"), "a4")) == {("a1", "a4"), ("a4",)}


def test_6_4_2_three_of_a_hex_attack_only_by_twos():
    crowd = [unit(f"a{n}", "0505") for n in (1, 2, 3)]
    position = seen([*crowd, unit("g1", "0506")], phase="combat")
    assert groups(listed(position)) == {
        ("a1",), ("a2",), ("a3",), ("a1", "a2"), ("a1", "a3"), ("a2", "a3")
    }  # fmt: skip


@pytest.mark.parametrize(("weather", "used", "air"), [
    ("clear", 0, True), ("clear", 1, True), ("clear", 2, False), ("cloudy", 0, True),
    ("cloudy", 1, False), ("overcast", 0, False),
])  # fmt: skip
def test_4_4_air_support_while_there_are_air_units(weather: str, used: int, *, air: bool):
    units = [unit("a1", "0505", nationality="british"), unit("g1", "0506")]
    position = seen(units, phase="combat", weather=weather)
    if used:
        state = position.state
        state = replace(state, tracks={**state.tracks, "air-used": used})
        position = position.ruleset.answers(state)
    flown = {a.air for a in listed(position) if isinstance(a, act.DeclareAttack)}
    assert flown == ({0, 1} if air else {0})


def test_17_6_first_options_of_artillery_support():
    """17.6.2: of all guns in range three ways are listed; one that has fired is none."""
    guns = [unit(f"a{n}", "0503", **GUN) for n in (5, 6, 7, 8)]
    spent = unit("a4", "0503", **{**GUN, "status": ["fired"]})
    position = seen([unit("a1", "0505"), spent, *guns, unit("g1", "0506")], phase="combat",
                    weather="overcast")  # fmt: skip
    ways = {a.artillery for a in listed(position) if isinstance(a, act.DeclareAttack)}
    assert ways == {(), ("a5",), ("a6",), ("a7",)}
    assert {a.artillery for a in of(position, "a6") if isinstance(a, act.DeclareAttack)} == {
        ("a6",)
    }  # fmt: skip


def test_17_6_2_5_agra_supports_with_another_unit():
    units = [
        {"id": "BR-2IG/5", "hex": "1607"}, {"id": "BR-5AGRA", "hex": "1307"},
        {"id": "BR-Gds-Arty", "hex": "1407"}, {"id": "GE-Helle", "hex": "1707"},
    ]  # fmt: skip
    position = seen(units, real=True, phase="combat", turn=2)
    ways = {a.artillery for a in listed(position) if isinstance(a, act.DeclareAttack)}
    assert ways == {(), ("BR-5AGRA",), ("BR-Gds-Arty",), ("BR-5AGRA", "BR-Gds-Arty")}


def test_8_7_an_automatic_ds_by_all_and_by_the_fewest_strongest():
    """10:1 against 2: twenty factors; a1 and a2 are enough, all four may."""
    units = [
        unit("a1", "0505", attack=12), unit("a2", "0606", attack=9), unit("a3", "0407", attack=3),
        unit("a4", "0607", attack=1), unit("g1", "0506", defense=2),
    ]  # fmt: skip
    found = groups(listed(seen(units)))
    assert found == {("a1", "a2", "a3", "a4"), ("a1", "a2")}
    few = groups(listed(seen([units[0], units[2], units[4]])))
    assert few == set()
    alone = groups(listed(seen([unit("a1", "0505", attack=20), units[4]])))
    assert alone == {("a1",)}
    weak = groups(listed(seen([unit("a1", "0505", attack=19), units[4]])))
    assert weak == set()


def test_8_7_troop_quality_and_armour_count_towards_ten_to_one():
    """Elite and green are a column each: sixteen to two will do where both count."""
    for quality, foe, attack, may in (
        ("normal", "normal", 19, False), ("elite", "normal", 18, True),
        ("elite", "low", 16, True), ("elite", "low", 15, False),
    ):  # fmt: skip
        mine = unit("a1", "0505", attack=attack, quality=quality)
        theirs = unit("g1", "0506", defense=2, quality=foe)
        assert bool(groups(listed(seen([mine, theirs])))) is may, (quality, foe, attack)


# -- 8: moves -------------------------------------------------------------------------------------


def moved(found: list[act.Action]) -> set[tuple[str, ...]]:
    return {a.units for a in found if isinstance(a, act.MoveUnits)}


def test_8_1_stacks_move_without_guns_heads_and_immobile_units():
    """8.1b: all of a hex that can move, and those of them but guns and supply heads."""
    units = [
        unit("a1", "0505"), unit("a2", "0505"), unit("a3", "0505", movement=0),
        unit("a4", "0505", **{**GUN, "movement": 1}), FAR,
    ]  # fmt: skip
    together = {u for u in moved(listed(seen(units))) if len(u) > 1}
    assert together == {("a1", "a2", "a4"), ("a1", "a2")}
    one = seen([units[0], units[3], FAR])
    assert {u for u in moved(listed(one)) if len(u) > 1} == {("a1", "a4")}
    two = seen([units[0], units[1], FAR])
    assert {u for u in moved(listed(two)) if len(u) > 1} == {("a1", "a2")}
    alone = seen([units[0], units[2], FAR])
    assert {u for u in moved(listed(alone)) if len(u) > 1} == set()


def test_25_2_1_unknown_units_do_not_move_with_others():
    units = [unit("g1", "0505", kind="unknown", movement=3), unit("g2", "0505"), unit("a1", "0110")]
    position = seen(units, active="german")
    assert moved(listed(position)) == {("g2",)}
    assert of(position, "g1") == []


def test_3_of_one_unit_only_in_its_own_phase():
    units = [unit("a1", "0505"), unit("g1", "0808")]
    assert moved(of(seen(units), "a1")) == {("a1",)}
    assert of(seen(units), "g1") == []
    assert of(seen(units), "nobody") == []
    assert of(seen(units, phase="supply"), "a1") == []
    assert moved(of(seen(units, active="german"), "g1")) == {("g1",)}


def test_26_1_a_finished_game_has_no_legal_actions():
    position = seen([unit("a1", "0505"), FAR])
    over = replace(position.state, tracks={**position.state.tracks, "winner": "german"})
    found = position.ruleset.legal(over, 10)
    assert (found.side, found.actions, found.more) == ("allied", (), 0)
    assert position.ruleset.following(over) is None


# -- 8.7, 21, 27: orders of a combat phase --------------------------------------------------------


def advanced(*units: Json) -> ports.Answers:
    """After an automatic DS on 0506 in the movement phase, in the combat phase that follows."""
    mine = unit("a1", "0505", attack=50)
    before = seen([mine, unit("g1", "0506", max_steps=1), *units], board={"areas": AREAS})
    hit = played(before, act.DeclareAttack(attackers=("a1",), target="0506"))
    while hit.question() is not None:
        hit = played(hit, act.Choose(decision=hit.question().kind, option=hit.options()[0]))  # type: ignore[union-attr]
    return played(hit, act.NextPhase())


def test_8_7_the_advance_of_an_automatic_ds_is_listed_until_it_is_taken():
    position = advanced(unit("a2", "0303"), FAR)
    order = act.TakeAdvance(unit="a1")
    assert order in listed(position)
    assert order in of(position, "a1")
    assert order not in of(position, "a2")
    after = played(position, order)
    assert after.question() is not None
    assert {o.id.split()[0] for o in after.question().options} == {"done", "a1"}  # type: ignore[union-attr]
    done = played(after, act.Choose(decision="advance", option="done"))
    assert order not in listed(done)


def test_3_the_answers_to_a_decision_are_listed_and_those_of_a_unit():
    units = [unit(f"a{n}", "0505", max_steps=4) for n in (1, 2, 3)]
    position = played(seen([*units, FAR], phase="combat"), act.NextPhase())
    found = listed(position)
    assert found == [act.Choose(decision="overstack", option=f"a{n}") for n in (1, 2, 3)]
    assert of(position, "a2") == [found[1]]
    assert of(position, "g9") == []
    short = position.ruleset.legal(position.state, 2)
    assert (len(short.actions), short.more, short.side) == (2, 1, "allied")


def test_27_1_disengagement_is_listed_where_it_is_agreed():
    units = [unit("a1", "0505"), unit("a2", "0303"), unit("g1", "0506")]
    option: dict[str, Any] = {"options": {"disengagement": True}}
    position = seen(units, phase="combat", **option)
    tries = [a for a in listed(position) if isinstance(a, act.Disengage)]
    assert tries == [act.Disengage(unit="a1")]
    assert act.Disengage(unit="a1") in of(position, "a1")
    assert of(position, "a2") == []


@pytest.mark.parametrize("status", [["disrupted"], []])
def test_8_7_an_automatic_ds_on_a_halved_defender_is_listed(status: list[str]):
    """14.2: five halved are three, and thirty to three is 10:1."""
    units = [unit("a1", "0505", attack=30), unit("g1", "0506", defense=5, status=status)]
    position = seen(units)
    listed = position.ruleset.legal(position.state, 500).actions
    attack = act.DeclareAttack(attackers=("a1",), target="0506")
    assert (attack in listed) is bool(status)
