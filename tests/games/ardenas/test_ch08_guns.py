"""Chapter 8.3: shots, ranges, bombardment, support, tanks as guns, anti-tank guns."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core.state import State
from engine.games.ardenas import tracks
from engine.rules.answers import AttackPlan
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import (
    BOARD,
    BOOK,
    after,
    against,
    allied,
    ask,
    attack,
    choose,
    given,
    unit,
)
from tests.games.ardenas.test_ch08_combat import gone

GUN: dict[str, Any] = {"kind": "field_artillery", "combat": 1, "artillery": 2, "range": 4}
FIRE = {"phase": "bombardment"}


def rules(found: GivenPosition, firer: str = "g", target: str = "d", **more: Any) -> set[str]:
    told = ask("bombard", found, firer=firer, target=target, **more)
    return {v["rule"] for v in told["verdicts"]}


def shelled(found: GivenPosition, *faces: str, hex_: str = "1512") -> State:
    order = act.Bombard(artillery=("g",), target=hex_)
    state = found.state
    for face in faces:
        state = after(found, order, dice=face, start=state)
    return state


@pytest.mark.parametrize(
    ("kind", "legal"),
    [
        ("field_artillery", True),
        ("sp_artillery", True),
        ("antiaircraft", False),
        ("infantry", False),
        ("engineer", False),
    ],
)
def test_field_and_self_propelled_artillery_bombards_any_ground_unit(
    kind: str, legal: bool
) -> None:
    found = given(unit("g", "1515", **GUN | {"kind": kind}), allied("d", "1512"), **FIRE)
    assert (rules(found) == set()) == legal
    order = act.Bombard(artillery=("g",), target="1512")
    assert (order in found.ruleset.legal(found.state, 50).actions) == legal


@pytest.mark.parametrize(("hexes", "legal"), [(1, True), (4, True), (5, False)])
def test_a_gun_bombards_within_its_range(hexes: int, legal: bool) -> None:
    found = given(unit("g", "1520", **GUN), allied("d", f"15{20 - hexes}"), **FIRE)
    told = ask("bombard", found, firer="g", target="d")
    assert (told["distance"], told["legal"]) == (hexes, legal)


def test_a_gun_fires_as_often_as_it_has_shots() -> None:
    found = given(unit("g", "1515", **GUN), allied("d", "1512", combat=9), **FIRE)
    state = shelled(found, "2", "3")
    assert state.tracks[tracks.FIRED + "g"] == 2
    again = act.Bombard(artillery=("g",), target="1512")
    assert against(found, state, again) == {"8.3d"}
    assert (
        ask(
            "bombard",
            given(unit("g", "1515", **GUN, fired=1), allied("d", "1512")),
            firer="g",
            target="d",
        )["shots"]
        == 1
    )


@pytest.mark.parametrize(("reading", "shots"), [("becomes_zero", 0), ("stays_one", 1)])
def test_an_affected_tank_has_half_of_its_one_shot(reading: str, shots: int) -> None:
    """Section 8.3: a tank that bombards is treated as artillery; 8.1.1 halves the shots of that."""
    tank = unit("g", "1515", kind="tank", combat=5, artillery=1, range=2, status=["affected"])
    option = {"options": {"affected_one": reading}}
    found = given(tank, allied("d", "1513"), **FIRE, **option)
    assert rules(found) == (set() if shots else {"8.3d"})
    assert found.ruleset.answers(found.state).unit("g").values["artillery"] == shots


@pytest.mark.parametrize(("value", "told"), [("half", True), ("stays 1", False), (2, True)])
def test_a_position_with_an_unknown_value_of_a_reading_is_warned_of(
    value: str | int, told: bool
) -> None:
    warnings = given(unit("a", "1515"), options={"affected_one": value}).warnings
    assert any("becomes_zero, stays_one" in one for one in warnings) == told


def test_an_affected_gun_has_half_its_shots() -> None:
    hurt = unit("g", "1515", **GUN, status=["affected"])
    told = ask("bombard", given(hurt, allied("d", "1512"), **FIRE), firer="g", target="d")
    assert told["shots"] == 1


@pytest.mark.parametrize(("kind", "distance"), [("infantry", 1), ("tank", 1), ("fuel", 3)])
def test_the_chart_says_which_faces_hit(kind: str, distance: int) -> None:
    found = given(unit("g", "1515", **GUN), allied("d", f"15{15 - distance}", kind=kind), **FIRE)
    hits = BOOK.charts.bombardment.faces_at(kind, distance, town=False)
    for die in (2, 3, 4, 5):
        told = ask("bombard", found, firer="g", target="d", die=die)
        assert told["hit"] == (die in hits)


def test_a_target_in_a_town_counts_as_one_hex_farther() -> None:
    town = BOARD | {"hexes": {"1513": {"settlement": "city"}}}
    found = given(unit("g", "1515", **GUN), allied("d", "1513"), board=town, **FIRE)
    assert not ask("bombard", found, firer="g", target="d", die=5)["hit"]
    usual = given(unit("g", "1515", **GUN), allied("d", "1513"), **FIRE)
    assert ask("bombard", usual, firer="g", target="d", die=5)["hit"]


def test_a_hit_affects_and_a_second_one_eliminates() -> None:
    found = given(unit("g", "1515", **GUN), allied("d", "1513"), **FIRE)
    state = shelled(found, "4", hex_="1513")
    assert state.pieces["d"].status == {"affected"}
    state = after(found, act.Bombard(artillery=("g",), target="1513"), dice="5", start=state)
    assert gone(found, state) == {"d"}


def test_the_owner_of_the_gun_names_the_target_in_a_stack() -> None:
    found = given(unit("g", "1515", **GUN), allied("d", "1512"), allied("e", "1512"), **FIRE)
    state = after(found, act.Bombard(artillery=("g",), target="1512"))
    asked = found.ruleset.answers(state).question()
    assert asked is not None
    assert asked.side == "german"
    assert [o.id for o in asked.options] == ["d", "e"]
    state = after(found, choose("target", "e"), dice="4", start=state)
    assert state.pieces["e"].status == {"affected"}
    assert state.pieces["d"].status == set()


@pytest.mark.parametrize(
    ("weather", "hexes", "found"),
    [
        ("fog", 1, {"14.0c"}),
        ("storm", 2, {"14.0d"}),
        ("storm", 1, set()),
        ("bad", 1, {"14.0c"}),
    ],
)
def test_fog_silences_guns_and_a_storm_leaves_them_one_hex(
    weather: str, hexes: int, found: set[str]
) -> None:
    position = given(
        unit("g", "1515", **GUN), allied("d", f"15{15 - hexes}"), weather=weather, **FIRE
    )
    assert rules(position) == found


def test_guns_bombard_in_their_phase_and_only_enemies() -> None:
    found = given(unit("g", "1515", **GUN), allied("d", "1512"), phase="combat")
    assert rules(found) == {"8.3c"}
    own = given(unit("g", "1515", **GUN), unit("d", "1512"), **FIRE)
    assert rules(own) == {"8.3c"}


@pytest.mark.parametrize(
    ("status", "rule"), [("acted", "8.2h"), ("formed", "11.0h"), ("dropped", "9.0g")]
)
def test_a_gun_that_has_acted_does_not_fire(status: str, rule: str) -> None:
    found = given(unit("g", "1515", **GUN, status=[status]), allied("d", "1512"), **FIRE)
    assert rules(found) == {rule}


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("tank", set()),
        ("mechanised_infantry", set()),
        ("sp_artillery", set()),
        ("infantry", {"8.3k"}),
        ("field_artillery", {"8.3k"}),
    ],
)
def test_anti_tank_guns_shoot_one_hex_at_armoured_units(kind: str, found: set[str]) -> None:
    gun = unit("g", "1515", kind="antitank", combat=2, artillery=1, range=1)
    assert rules(given(gun, allied("d", "1514", kind=kind), **FIRE)) == found
    assert "8.3k" in rules(given(gun, allied("d", "1513", kind=kind), **FIRE))


def test_no_gun_but_flak_shoots_at_aircraft() -> None:
    plane = allied("d", "1514", kind="fighter")
    assert rules(given(unit("g", "1515", **GUN), plane, **FIRE)) == {"8.3c"}
    tank = unit("g", "1515", kind="tank")
    assert rules(given(tank, plane, **FIRE)) == {"8.3c"}


def test_anti_aircraft_guns_shoot_at_no_ground_unit() -> None:
    gun = unit("g", "1515", kind="antiaircraft", combat=1, artillery=2, range=2)
    assert "8.3l" in rules(given(gun, allied("d", "1514"), **FIRE))


@pytest.mark.parametrize(("kind", "rule"), [("infantry", "8.3b"), ("antiaircraft", "8.3l")])
def test_a_unit_that_does_not_bombard_is_told_nothing_but_that(kind: str, rule: str) -> None:
    """8.3b, 8.3l: neither ranges nor targets of other guns are named."""
    found = given(unit("g", "1515", kind=kind), allied("d", "1514", kind="tank"), **FIRE)
    order = act.Bombard(artillery=("g",), target="1514")
    assert against(found, found.state, order) == {rule}
    assert supported({"kind": kind}) == {rule}


FACE_DOWN = {"side": "allied", "number": 1, "kind": "ground", "hex": "1513"}


@pytest.mark.parametrize("units", [[], ["d"]])
def test_guns_fire_at_a_face_down_grouping_true_or_false(units: list[str]) -> None:
    """8.3c, 11.0e: the enemy does not know which grouping is false; a false one leaves the map."""
    found = given(
        unit("g", "1515", **GUN),
        allied("d", "1513" if units else "2525"),
        groupings=[FACE_DOWN | {"units": units}],
        **FIRE,
    )
    order = act.Bombard(artillery=("g",), target="1513")
    seen = found.ruleset.observe(found.state, "german")
    for state in (found.state, seen):
        assert against(found, state, order) == set()
        assert order in found.ruleset.legal(state, 50).actions
        answers = found.ruleset.answers(state)
        place = found.ruleset.places.index("1513")
        assert answers.odds(AttackPlan((), place, ())).able == ("g",)
    fired = after(found, order, dice="2" if units else "")
    assert fired.tracks[tracks.FIRED + "g"] == 1
    assert bool(found.ruleset.position(fired).groupings) == bool(units)
    away = given(unit("g", "1530", **GUN), allied("d", "2525"), groupings=[FACE_DOWN], **FIRE)
    assert against(away, away.state, order) == {"8.3c"}


def test_a_tank_has_one_shot_and_then_does_not_fight() -> None:
    found = given(unit("g", "1515", kind="tank", combat=6), allied("d", "1514"), **FIRE)
    assert ask("bombard", found, firer="g", target="d")["shots"] == 1
    state = shelled(found, "2", hex_="1514")
    assert against(found, state, act.Bombard(artillery=("g",), target="1514")) == {"8.3d"}
    fight = given(unit("g", "1515", kind="tank", fired=1), allied("d", "1514"), phase="combat")
    assert against(fight, fight.state, attack("g", "1514")) == {"8.3j"}


# -- support --------------------------------------------------------------------------------------


def supported(more: dict[str, Any], names: str = "g", **rest: Any) -> set[str]:
    """The rules against an attack on 1514 that guns support."""
    gun = unit("g", **({"hex_": "1516"} | GUN | more))
    position = given(unit("a", "1515"), gun, allied("d", "1514"), phase="combat", **rest)
    return against(position, position.state, attack("a", "1514", names))


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({}, set()),
        ({"hex_": "1517"}, {"8.3e"}),
        ({"kind": "infantry"}, {"8.3b"}),
        ({"kind": "tank"}, set()),
        ({"kind": "antitank", "hex_": "1614"}, {"8.3k"}),
        ({"fired": 2}, {"8.3d"}),
        ({"status": ["acted"]}, {"8.2h"}),
    ],
)
def test_who_supports_an_attack(more: dict[str, Any], found: set[str]) -> None:
    assert supported(more) >= found
    if not found:
        assert supported(more) == set()


def test_support_is_two_hexes_from_the_target_or_by_the_other_reading_the_attacker() -> None:
    option = {"options": {"support_distance": "attacker"}}
    assert supported({"hex_": "1517"}) == {"8.3e"}
    assert supported({"hex_": "1517"}, **option) == set()
    assert supported({"hex_": "1518"}, **option) == {"8.3e"}


@pytest.mark.parametrize(("reading", "rules"), [("supports", set()), ("stays_out", {"7.0j"})])
def test_a_displaced_gun_supports_or_by_the_other_reading_does_not(
    reading: str, rules: set[str]
) -> None:
    """7.0j, 8.3e: displacement is not for approaching an enemy and fighting it in the turn."""
    gun = unit("g", "1520", **GUN)
    found = given(unit("a", "1515"), gun, allied("d", "1514"), phase="movement",
                  options={"displaced_support": reading})  # fmt: skip
    path = ("1520", "1519", "1518", "1517", "1516")
    state = after(found, act.MoveUnits(units=("g",), path=path, mode="displacement"))
    state = after(found, act.NextPhase(), start=state)
    assert against(found, state, attack("a", "1514", "g")) == rules


def test_weather_and_support() -> None:
    assert supported({}, weather="fog") == {"14.0c"}
    assert supported({}, weather="storm") == {"14.0d"}
    assert supported({"hex_": "1614"}, weather="storm") == set()


def test_a_gun_gives_a_point_to_each_of_several_combats() -> None:
    found = given(
        unit("a", "1515"),
        unit("b", "1615"),
        unit("g", "1516", **GUN),
        allied("d", "1514"),
        allied("e", "1614"),
        phase="combat",
    )
    first, second = attack("a", "1514", "g"), attack("b", "1614", "g")
    state = after(found, first)
    assert against(found, state, second) == set()
    state = after(found, second, start=state)
    state = after(found, first, second, dice="3344", start=state)
    assert state.tracks[tracks.FIRED + "g"] == 2
    assert gone(found, state) == {"d", "e"}  # 4 against 3 on equal dice
    one = given(
        unit("a", "1515"),
        unit("b", "1615"),
        unit("g", "1516", **GUN | {"artillery": 1}),
        allied("d", "1514"),
        allied("e", "1614"),
        phase="combat",
    )
    assert against(one, after(one, first), second) == {"8.3d"}


def test_one_gun_gives_one_point_to_a_combat_or_by_the_other_reading_one_a_shot() -> None:
    assert supported({}, "g g") == {"8.3h"}
    assert supported({}, "g g", options={"support_points": "one_a_shot"}) == set()


def test_several_guns_support_one_combat() -> None:
    guns = unit("g", "1516", **GUN), unit("h", "1516", **GUN)
    found = given(unit("a", "1515"), *guns, allied("d", "1514"), phase="combat")
    told = ask("odds", found, attackers=["a"], target="1514", artillery=["g", "h"])
    assert (told["attack"], told["legal"]) == (5, True)


def test_a_tank_does_not_attack_and_support_in_one_phase() -> None:
    tank = unit("g", "1515", kind="tank", combat=6)
    found = given(tank, unit("a", "1515"), allied("d", "1514"), phase="combat")
    assert "8.3j" in against(found, found.state, attack("a g", "1514", "g"))
    state = after(found, attack("g", "1514"))
    assert "8.3j" in against(found, state, attack("a", "1514", "g"))
    state = after(found, attack("a", "1514", "g"))
    assert "8.1a" in against(found, state, attack("g", "1514"))
