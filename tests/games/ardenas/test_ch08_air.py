"""Sections 8.3, 8.4 and 15: anti-aircraft fire, the sub-turns, combats in the air and bombs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.state import State
from engine.games.ardenas import tracks
from engine.games.ardenas.own_actions import WorkOnBridge
from engine.rules.answers import AttackPlan
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import (
    BOARD,
    after,
    against,
    allied,
    ask,
    attack,
    choose,
    given,
    hexes,
    unit,
)
from tests.games.ardenas.test_ch08_combat import gone
from tests.games.ardenas.test_ch09_drops import BASES, wander

SKY: dict[str, Any] = {"phase": "air", "subturn": 1}
FLAK: dict[str, Any] = {"kind": "antiaircraft", "combat": 1, "artillery": 2, "range": 2}
PLANE: dict[str, Any] = {"kind": "fighter", "combat": 4, "movement": 10}
BOMBER: dict[str, Any] = {"kind": "bomber", "combat": 2, "movement": 10}
LINE = tuple(f"15{row:02d}" for row in range(20, 9, -1))


def fly(*path: str, units: str = "p", mode: str = "normal") -> act.MoveUnits:
    return act.MoveUnits(units=tuple(units.split()), path=path, mode=mode)


def where(found: GivenPosition, state: State, name: str = "p") -> str:
    return found.ruleset.places.name(state.pieces[name].place)


def rules(told: dict[str, Any]) -> set[str]:
    return {v["rule"] for v in told["verdicts"]}


# -- anti-aircraft fire ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "more", "found"),
    [
        (allied("p", "1513", **PLANE), {"active": "allied"}, set()),
        (allied("p", "1512", **PLANE), {"active": "allied"}, {"8.3l"}),
        (allied("p", "1513"), {"active": "allied"}, {"8.3l"}),
        (allied("p", "1513", **PLANE), {"active": "german"}, {"8.3n"}),
        (allied("p", "1513", **PLANE), {"active": "allied", "phase": "movement"}, {"8.3n"}),
        (allied("p", "1513", **PLANE), {"active": "allied", "weather": "storm"}, {"14.0d"}),
        (allied("p", "1514", **PLANE), {"active": "allied", "weather": "storm"}, set()),
        (allied("p", "1513", **PLANE), {"active": "allied", "weather": "fog"}, {"14.0c"}),
    ],
)
def test_anti_aircraft_guns_fire_at_aircraft_within_two_hexes(
    target: dict[str, Any], more: dict[str, Any], found: set[str]
) -> None:
    """Section 8.3: only at aircraft, at most two hexes away; section 14 for storm and fog."""
    position = given(unit("g", "1515", **FLAK), target, **SKY | more)
    assert rules(ask("bombard", position, firer="g", target="p")) == found


@pytest.mark.parametrize(
    ("status", "rule"), [("acted", "8.2h"), ("formed", "11.0h"), ("dropped", "9.0g")]
)
def test_an_anti_aircraft_gun_that_has_acted_does_not_fire(status: str, rule: str) -> None:
    gun = unit("g", "1515", **FLAK, status=[status])
    found = given(gun, allied("p", "1513", **PLANE), **SKY | {"active": "allied"})
    assert rules(ask("bombard", found, firer="g", target="p")) == {rule}


def test_a_2_shoots_an_aircraft_down_and_a_gun_has_its_shots() -> None:
    """Section 8.3: as many throws as the gun has factors; each 2 is an aircraft."""
    position = given(
        unit("g", "1515", **FLAK | {"fired": 1}),
        allied("p", "1513", **PLANE),
        **SKY,
        active="allied",
    )
    for die in (2, 3, 4, 5):
        told = ask("bombard", position, firer="g", target="p", die=die)
        assert (told["distance"], told["shots"], told["hit"]) == (2, 1, die == 2)
    spent = given(
        unit("g", "1515", **FLAK | {"fired": 2}),
        allied("p", "1513", **PLANE),
        **SKY,
        active="allied",
    )
    assert rules(ask("bombard", spent, firer="g", target="p")) == {"8.3m"}


def passing(*units: dict[str, Any], **more: Any) -> tuple[GivenPosition, State]:
    """A fighter along column 15 passes three hexes within range of the enemy's guns."""
    found = given(unit("p", "1520", **PLANE), *units, **SKY | more)
    return found, after(found, fly(*LINE))


def test_aircraft_stop_for_the_fire_of_a_gun_and_then_fly_on() -> None:
    """Section 8.3: aircraft that enter its range stop; if they survive, they continue."""
    found, state = passing(allied("g", "1515", **FLAK))
    assert where(found, state) == "1517"
    assert state.pending[-1].side == "allied"
    assert against(found, state, act.NextPhase()) == {"15.2a"}
    state = after(found, choose("flak", "p"), choose("flak", "p"), dice="34", start=state)
    assert where(found, state) == "1510"
    assert tracks.FLIGHT not in state.tracks
    assert state.tracks[tracks.FIRED + "g"] == 2


def test_an_aircraft_that_is_shot_down_ends_its_flight() -> None:
    """Section 8.3: a 2 removes it where it was."""
    found, state = passing(allied("g", "1515", **FLAK))
    state = after(found, choose("flak", "p"), dice="2", start=state)
    assert gone(found, state) == {"p"}
    assert not state.pending
    assert tracks.FLIGHT not in state.tracks


def test_a_gun_may_let_aircraft_pass_and_several_guns_fire() -> None:
    """Section 8.3: several guns may fire at the same aircraft in a sub-turn."""
    found, state = passing(allied("g", "1515", **FLAK), allied("h", "1613", **FLAK))
    state = after(found, choose("flak", "none"), start=state)
    assert state.pending[-1].args["gun"] == "h"
    state = after(found, choose("flak", "none"), start=state)
    assert where(found, state) == "1510"


def test_the_gun_chooses_its_aircraft_in_a_stack() -> None:
    """Section 8.3: as many aircraft fall as twos are thrown."""
    stack = [unit(n, "1520", **PLANE) for n in "pqr"]
    found = given(*stack, allied("g", "1515", **FLAK), **SKY)
    state = after(found, fly(*LINE, units="p q r"))
    state = after(found, choose("flak", "q"), choose("flak", "r"), dice="22", start=state)
    assert gone(found, state) == {"q", "r"}
    assert where(found, state) == "1510"


def test_guns_fire_in_each_sub_turn_at_aircraft_that_stay_in_range() -> None:
    """Section 8.3: in every sub-turn in which aircraft are within range."""
    found, state = passing(allied("g", "1515", **FLAK))
    state = after(found, choose("flak", "p"), choose("flak", "p"), dice="33", start=state)
    near = given(
        unit("p", "1517", **PLANE),
        allied("g", "1515", **FLAK | {"fired": 2}),
        **SKY,
        active="allied",
    )
    state = after(near, act.NextPhase())
    assert state.clock.active == "german"
    assert state.pending[-1].args["gun"] == "g"
    state = after(near, choose("flak", "p"), dice="2", start=state)
    assert gone(near, state) == {"p"}


def test_reach_names_the_hexes_under_fire() -> None:
    """Section 8.3: the range of a gun is a stop of the flight, not its end."""
    found = given(unit("p", "1520", **PLANE), allied("g", "1515", **FLAK), **SKY)
    told = ask("reach", found, units=["p"])["hexes"]
    assert told["1517"]["stop"] == "flak"
    assert told["1510"]["stop"] is None


# -- movement and combat --------------------------------------------------------------------------


def test_aircraft_move_once_in_each_sub_turn_and_in_a_storm_half_as_far() -> None:
    """Sections 8.4 and 14: up to six times a turn; a storm halves and bars displacement."""
    found = given(unit("p", "1515", **PLANE), **SKY)
    state = after(found, fly("1515", "1514"))
    assert against(found, state, fly("1514", "1513")) == {"7.0a"}
    state = after(found, act.NextPhase(), act.NextPhase(), start=state)
    assert state.clock.phase == "air2"
    assert against(found, state, fly("1514", "1513")) == set()
    storm = given(unit("p", "1515", **PLANE), **SKY, weather="storm")
    assert max(hexes(storm, "p").values()) == 5
    assert hexes(storm, "p", "displacement") == {}
    assert max(hexes(found, "p", "displacement").values()) == 20


def test_only_fighters_attack_aircraft_and_once_a_turn() -> None:
    """Section 8.4: fighters attack; a fighter that has fought does not attack again that turn."""
    enemy = allied("d", "1514", **BOMBER)
    for kind, found in (("fighter", set()), ("bomber", {"8.4h"}), ("transport", {"8.4h"})):
        position = given(unit("p", "1515", **PLANE | {"kind": kind}), enemy, **SKY)
        assert against(position, position.state, attack("p", "1514")) == found
        listed = position.ruleset.legal(position.state, 5000).actions
        assert (attack("p", "1514") in listed) == (not found)
    position = given(unit("p", "1515", **PLANE), enemy, **SKY)
    state = after(position, attack("p", "1514"), attack("p", "1514"), dice="22")
    assert gone(position, state) == {"d"}
    assert "8.4h" in against(position, state, attack("p", "1514"))
    state = after(position, act.NextPhase(), act.NextPhase(), start=state)
    assert "8.4h" in against(position, state, attack("p", "1514"))


@pytest.mark.parametrize(
    ("dice", "lost"), [("32", {"d"}), ("25", {"p"}), ("24", set()), ("55", {"d"})]
)
def test_single_aircraft_fight_on_the_map_with_dice_and_factors(dice: str, lost: set[str]) -> None:
    """Section 8.4: die times factors, the loser is removed; after a tie there is no
    second throw.
    """
    position = given(unit("p", "1515", **PLANE), allied("d", "1514", **BOMBER), **SKY)
    state = after(position, attack("p", "1514"), attack("p", "1514"), dice=dice)
    assert gone(position, state) == lost
    throws = [int(die) for die in dice]
    told = ask("odds", position, attackers=["p"], target="1514", dice=throws)
    assert (told["method"], told["attack"], told["defense"]) == ("product", 4, 2)
    assert set(told["removed"]) == lost


def test_stacks_of_aircraft_fight_in_the_enlarged_area() -> None:
    """Section 8.4: stacks and groupings of aircraft go to the enlarged area, without the table."""
    own = [unit(n, "1515", **PLANE) for n in "pq"]
    enemy = [allied(n, "1514", **BOMBER) for n in "de"]
    position = given(*own, *enemy, **SKY)
    assert ask("odds", position, attackers=["p", "q"], target="1514")["method"] == "product"
    state = after(position, attack("p q", "1514"), attack("p q", "1514"))
    assert state.pending[-1].kind == "placement"
    state = after(position, choose("placement", "rest"), choose("placement", "rest"), start=state)
    assert state.pending[-1].kind == "area_move"


def test_aircraft_fight_only_adjacent_aircraft_in_the_air_phase() -> None:
    """Section 8.4: aircraft attack no ground unit, and no gun supports them."""
    guns = unit("g", "1516", kind="field_artillery", combat=1, artillery=2, range=4)
    position = given(
        unit("p", "1515", **PLANE), allied("d", "1514"), allied("e", "1513", **PLANE), guns, **SKY
    )
    assert against(position, position.state, attack("p", "1514")) == {"8.1a"}
    assert against(position, position.state, attack("p", "1513")) == {"8.1a"}
    near = given(unit("p", "1515", **PLANE), allied("e", "1514", **PLANE), guns, **SKY)
    assert against(near, near.state, attack("p", "1514", "g")) == {"8.4g"}
    late = given(unit("p", "1515", **PLANE), allied("e", "1514", **PLANE), phase="combat")
    assert against(late, late.state, attack("p", "1514")) == {"8.4c"}


def test_odds_and_targets_of_a_fight_in_the_air() -> None:
    """Section 8.4: as on the ground, without the table; adjacent ground units are no targets."""
    own, enemy = unit("p", "1515", **PLANE), allied("d", "1514", **BOMBER)
    ground = allied("i", "1516"), unit("h", "1415")
    position = given(own, enemy, *ground, **SKY)
    asked, index = position.ruleset.answers(position.state), position.ruleset.places.index
    assert asked.targets(("p",)) == asked.targets(()) == (index("1514"),)
    assert asked.attackers(index("1514")) == ("p",)
    odds = asked.odds(AttackPlan(("p",), index("1514"), ()))
    assert (odds.kind, odds.attack, odds.defense, odds.able) == ("product", 4, 2, ())
    assert {c.throws: str(c.probability) for c in odds.chances} == {
        ">": "11/12",
        "=": "1/18",
        "<": "1/36",
    }


def test_aircraft_of_the_enemy_stop_aircraft_and_ground_zones_do_not() -> None:
    """Sections 7 and 8.4: only aircraft have a zone against aircraft."""
    enemy = allied("d", "1413", **BOMBER), allied("i", "1613")
    told = ask("reach", given(unit("p", "1516", **PLANE), *enemy, **SKY), units=["p"])["hexes"]
    assert told["1414"]["stop"] == "ezoc"
    assert told["1614"]["stop"] is None


def test_aircraft_at_their_base_are_safe() -> None:
    """Section 8.4: aircraft that reach their base before the sixth sub-turn are not attacked."""
    own, enemy = unit("p", "1515", **PLANE), allied("d", "1514", **PLANE)
    for sub_turn in (2, 6):
        more = {"board": BASES, "active": "allied", "subturn": sub_turn}
        position = given(own, enemy, **SKY | more)
        assert against(position, position.state, attack("d", "1515")) == {"8.4o"}
    late = given(unit("p", "1517", **PLANE), enemy, **SKY | {"board": BASES, "subturn": 6})
    state = after(late, fly("1517", "1516", "1515"), act.NextPhase())
    assert against(late, state, attack("d", "1515")) == set()


def test_in_each_half_aircraft_move_then_fight_then_bomb() -> None:
    """Section 15: movement, anti-aircraft fire, combats; bombs and drops follow."""
    units = unit("p", "1515", **PLANE), unit("b", "1520", **BOMBER), allied("d", "1514", **BOMBER)
    position = given(*units, allied("i", "1520"), **SKY)
    state = after(position, attack("p", "1514"))
    assert "15.1" in against(position, state, fly("1520", "1521", units="b"))
    bombed = after(position, act.Bombard(artillery=("b",), target="1520"), dice="2")
    assert against(position, bombed, attack("p", "1514")) == {"15.1"}
    assert against(position, state, act.NextPhase()) == {"8.1a"}
    assert against(position, state, act.Bombard(artillery=("b",), target="1520")) == {"8.1a"}
    state = after(position, act.NextPhase(), act.NextPhase(), start=bombed)
    assert tracks.AIR_STEP not in state.tracks


def test_displacement_is_not_used_to_fight_or_bomb_in_the_same_sub_turn() -> None:
    """Section 7: no displacement towards an enemy to fight him; aircraft count it a sub-turn."""
    position = given(
        unit("b", "1515", **BOMBER), unit("p", "1815", **PLANE), allied("i", "1513"), **SKY
    )
    state = after(position, fly("1515", "1514", "1513", units="b", mode="displacement"))
    order = act.Bombard(artillery=("b",), target="1513")
    assert against(position, state, order) == {"7.0j"}
    state = after(position, act.NextPhase(), act.NextPhase(), start=state)
    assert against(position, state, order) == set()


def test_the_checklist_names_aircraft_to_place_to_move_and_attacks_to_fight() -> None:
    """Section 15: aircraft are placed and moved, and the attacks that were declared are fought."""
    found = given(unit("p", None, **PLANE), unit("q", "1620", **PLANE), **SKY | {"board": BASES})
    duties = found.ruleset.answers(found.state).checklist()
    assert [item.rule for item in duties][:1] == ["8.4b"]
    assert any("q" in item.units for item in duties)
    fog = given(unit("p", None, **PLANE), **SKY | {"board": BASES, "weather": "fog"})
    assert "8.4b" not in {item.rule for item in fog.ruleset.answers(fog.state).checklist()}
    near = given(unit("p", "1515", **PLANE), allied("d", "1514", **BOMBER), **SKY)
    assert not [i for i in near.ruleset.answers(near.state).checklist() if i.weight == "owed"]
    state = after(near, attack("p", "1514"))
    owed = [i for i in near.ruleset.answers(state).checklist() if i.weight == "owed"]
    assert [i.units for i in owed] == [("p",)]


# -- bombs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "faces"),
    [
        ("infantry", {4}),
        ("parachute_engineer", {4}),
        ("mechanised_infantry", {4, 5}),
        ("tank", {4}),
        ("sp_artillery", {4}),
        ("antiaircraft", {4, 5}),
        ("supply", {3, 4}),
        ("fuel", {3, 4}),
    ],
)
def test_the_chart_of_bombs_says_which_faces_hit(kind: str, faces: set[int]) -> None:
    """Section 8.4: the score by the chart, which is our reconstruction."""
    for board, hits in ((BOARD, faces), (BASES, {5})):
        hex_ = "1513"
        position = given(
            unit("b", hex_, **BOMBER), allied("d", hex_, kind=kind), **SKY | {"board": board}
        )
        found = {
            die
            for die in (2, 3, 4, 5)
            if ask("bombard", position, firer="b", target="d", die=die)["hit"]
        }
        assert found == hits
        assert ask("bombard", position, firer="b", target="d")["legal"]


def test_bombers_bomb_units_below_in_the_air_phase() -> None:
    """Section 8.4: only bombers, from above the target."""
    bomb = act.Bombard(artillery=("b",), target="1515")
    enemy = allied("d", "1515")
    for plane, more, found in (
        (unit("b", "1515", **BOMBER), {}, set()),
        (unit("b", "1516", **BOMBER), {}, {"8.4i"}),
        (unit("b", "1515", **PLANE), {}, {"8.4i"}),
        (unit("b", "1515", **BOMBER), {"phase": "bombardment"}, {"8.4i"}),
        (unit("b", "1515", **BOMBER), {"active": "allied"}, {"4.0a"}),
        (unit("b", "1515", status=["bombed"], **BOMBER), {}, {"8.4k"}),
    ):
        position = given(plane, enemy, **SKY | more)
        assert against(position, position.state, bomb) == found
        listed = position.ruleset.legal(position.state, 5000).actions
        assert (bomb in listed) == (not found)
    nobody = given(unit("b", "1515", **BOMBER), **SKY)
    assert against(nobody, nobody.state, bomb) == {"8.4i"}
    placed = given(unit("b", "1515", **BOMBER), allied("d", "1515", status=["deployed"]), **SKY)
    assert "10.0b" in against(placed, placed.state, bomb)


def test_a_hit_affects_a_unit_and_a_second_eliminates_it() -> None:
    """Section 8.4: a bombed unit is affected; affected again it leaves the game."""
    position = given(unit("b", "1515", **BOMBER), allied("d", "1515"), **SKY)
    bomb = act.Bombard(artillery=("b",), target="1515")
    assert after(position, bomb, dice="5").pieces["d"].status == frozenset()
    state = after(position, bomb, dice="4")
    assert state.pieces["d"].status == {"affected"}
    hurt = given(unit("b", "1515", **BOMBER), allied("d", "1515", status=["affected"]), **SKY)
    assert gone(hurt, after(hurt, bomb, dice="4")) == {"d"}


def test_bombs_uncover_a_stack_and_the_attacker_chooses() -> None:
    """Section 8.4: the counters of a stack are shown before the attacker chooses among them."""
    stack = [allied(n, "1515", status=["hidden"]) for n in "de"]
    planes = [unit(n, "1515", **BOMBER) for n in "ab"]
    position = given(*planes, *stack, **SKY)
    bomb = act.Bombard(artillery=("a", "b"), target="1515")
    assert bomb in position.ruleset.legal(position.state, 5000).actions
    state = after(position, bomb)
    assert not any("hidden" in state.pieces[n].status for n in "de")
    assert state.pending[-1].side == "german"
    state = after(position, choose("target", "e"), choose("target", "e"), dice="44", start=state)
    assert gone(position, state) == {"e"}
    assert all("bombed" in state.pieces[n].status for n in "ab")


def test_a_bomber_bombs_once_a_turn_and_then_goes_home() -> None:
    """Section 8.4: after bombing it returns to its base, escorted as its owner likes."""
    bomber = unit("b", "1520", status=["bombed"], **BOMBER)
    position = given(bomber, **SKY | {"board": BASES, "subturn": 2})
    assert against(position, position.state, fly("1520", "1519", units="b")) == set()
    assert against(position, position.state, fly("1520", "1521", units="b")) == {"8.4k"}
    reached = hexes(position, "b")
    assert "1515" in reached
    assert "1521" not in reached
    bridge = WorkOnBridge(unit="b", hex="1512", way="bomb")
    assert "8.4k" in against(position, position.state, bridge)


def test_the_owner_decides_who_escorts_a_bomber_that_has_bombed() -> None:
    """8.4k: it goes home alone, or with others of its stack, which may also fly on without it."""
    bomber = unit("b", "1520", status=["bombed"], **BOMBER)
    others = unit("p", "1520", **PLANE), unit("r", "1520", **PLANE)
    found = given(bomber, *others, board=BOARD | BASES, **SKY)
    for units, path in (
        ("b", ("1520", "1519")),
        ("b p", ("1520", "1519")),
        ("p", ("1520", "1521")),
    ):
        assert "7.0p" not in against(found, found.state, fly(*path, units=units))
    fresh = given(unit("b", "1520", **BOMBER), *others, board=BOARD | BASES, **SKY)
    assert "7.0p" in against(fresh, fresh.state, fly("1520", "1519", units="b"))


def test_no_bridge_is_bombed_while_a_declared_attack_of_the_air_is_to_be_fought() -> None:
    """Section 15: bombs follow the combats."""
    units = unit("p", "1515", **PLANE), unit("b", "1512", **BOMBER), allied("d", "1514", **PLANE)
    position = given(*units, **SKY | {"board": BASES})
    bridge = WorkOnBridge(unit="b", hex="1512", way="bomb")
    before = against(position, position.state, bridge)
    state = after(position, attack("p", "1514"))
    assert against(position, state, bridge) == before | {"8.1a"}


@pytest.mark.slow
def test_random_play_uses_every_order_in_the_air() -> None:
    kinds: Counter[str] = Counter()
    for seed in (1, 2):
        kinds += wander(melee(), seed, 100)
    assert {"move", "choose", "bombard", "ardenas.bridge", "declare_attack"} <= kinds.keys()
    assert {"ardenas.embark", "ardenas.drop", "ardenas.group", "ardenas.march"} <= kinds.keys()


def melee() -> GivenPosition:
    """Aircraft of both sides above a few ground units with guns, a bridge and paratroops."""
    men = {"kind": "parachute"}
    carrier = {"kind": "transport", "combat": 1, "movement": 8}
    german = [unit(f"p{n}", f"15{12 + n // 3}", **PLANE) for n in range(5)]
    enemy = [allied(f"d{n}", f"16{13 + n // 3}", **PLANE) for n in range(5)]
    others = [
        unit("b", "1515", **BOMBER),
        unit("c", "1518", **BOMBER),
        unit("t", "1514", **carrier),
        unit("m", None, **men),
        unit("n", None, **men),
        unit("g", "1616", **FLAK),
        unit("i", "1617"),
        allied("e", "1615", **BOMBER),
        allied("h", "1414", **FLAK),
        allied("j", "1515"),
        allied("k", "1413"),
    ]
    areas = {
        "a": {"kind": "air_base", "side": "german", "hexes": ["1514"]},
        "b": {"kind": "air_base", "side": "allied", "hexes": ["0101"]},
    }
    board = BOARD | {"areas": areas, "hexes": {"1518": {"river": True, "bridge": True}}}
    return given(*german, *enemy, *others, **SKY | {"board": board})
