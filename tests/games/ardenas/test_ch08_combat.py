"""Chapter 8.1: attacks are declared, then fought on the map with dice and factors."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.state import State
from engine.games.ardenas import tracks
from engine.games.ardenas.combat import Attacks
from engine.games.ardenas.own_actions import AttackSeveral, Rebuild
from engine.games.ardenas.vocabulary import eliminated
from engine.request_fields import Refused
from engine.rules.judge import Given
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import (
    BOARD,
    BOOK,
    after,
    against,
    allied,
    ask,
    attack,
    given,
    unit,
)

CITY = BOARD | {"hexes": {"1514": {"settlement": "city"}}}
FIGHT = {"phase": "combat"}


def gone(found: GivenPosition, state: State) -> set[str]:
    """The units in the boxes of the eliminated."""
    boxes = {found.ruleset.places.index(eliminated(side)) for side in ("german", "allied")}
    return {name for name, piece in state.pieces.items() if piece.place in boxes}


def odds(found: GivenPosition, attackers: str, target: str, **more: Any) -> dict[str, Any]:
    return ask("odds", found, attackers=attackers.split(), target=target, **more)


@pytest.mark.parametrize(
    ("dice", "lost"), [("42", {"d"}), ("24", {"a"}), ("33", set()), ("55", set())]
)
def test_the_lower_product_is_removed_and_a_tie_leaves_all(dice: str, lost: set[str]) -> None:
    """DV8: after a tie there is no second throw."""
    found = given(unit("a", "1515"), allied("d", "1514"), **FIGHT)
    state = after(found, attack("a", "1514"), attack("a", "1514"), dice=dice)
    assert gone(found, state) == lost
    told = odds(found, "a", "1514", dice=[int(dice[0]), int(dice[1])])
    assert set(told["removed"]) == lost
    assert (told["attack_total"], told["defense_total"]) == (3 * int(dice[0]), 3 * int(dice[1]))
    assert told["winner"] == {"42": "attacker", "24": "defender"}.get(dice, "none")


def test_the_odds_of_equal_factors() -> None:
    """DV7: of the 36 throws of two special dice ten are equal, thirteen favour each side."""
    found = given(unit("a", "1515"), allied("d", "1514"), **FIGHT)
    faces = BOOK.table("special_die", {}).result
    won = [odds(found, "a", "1514", dice=list(two))["winner"] for two in product(faces, faces)]
    chances = {who: Fraction(won.count(who), len(won)) for who in set(won)}
    assert chances == {
        "none": Fraction(10, 36),
        "attacker": Fraction(13, 36),
        "defender": Fraction(13, 36),
    }


@pytest.mark.parametrize("dice", [[1, 2], [2, 6], [3], "33", [True, 2]])
def test_throws_that_the_special_die_lacks_are_refused(dice: object) -> None:
    """EX4: the die has a 2, two 3, two 4 and a 5."""
    found = given(unit("a", "1515"), allied("d", "1514"), **FIGHT)
    with pytest.raises(Refused):
        odds(found, "a", "1514", dice=dice)


def test_factors_of_several_attackers_are_added() -> None:
    found = given(
        unit("a", "1515"), unit("b", "1414", combat=5), allied("d", "1514", combat=6), **FIGHT
    )
    told = odds(found, "a b", "1514")
    assert (told["attack"], told["defense"], told["method"]) == (8, 6, "product")
    both = attack("a b", "1514")
    state = after(found, both, both, dice="34")
    assert gone(found, state) == set()  # 24 against 24
    state = after(found, both, both, dice="25")
    assert gone(found, state) == {"a", "b"}


def test_several_attack_several_only_where_all_are_adjacent() -> None:
    found = given(
        unit("a", "1515"),
        unit("b", "1415"),
        allied("d", "1514"),
        allied("e", "1414"),
        **FIGHT,
    )
    both = AttackSeveral(attackers=("a", "b"), targets=("1514", "1414"))
    near = AttackSeveral(attackers=("a",), targets=("1514", "1414"))
    assert against(found, found.state, near) == set()
    state = after(found, near, near, dice="52")
    assert gone(found, state) == {"d", "e"}  # 15 against 12
    far = given(
        unit("a", "1515"), unit("b", "1615"), allied("d", "1514"), allied("e", "1414"), **FIGHT
    )
    assert against(far, far.state, both) == {"8.1d"}


@pytest.mark.parametrize(("reading", "wrong"), [("beside_all", set()), ("one_another", {"8.1d"})])
def test_the_hexes_of_an_attack_on_several_are_adjacent_by_the_reading(
    reading: str, wrong: set[str]
) -> None:
    """8.1d: the attacker is beside both hexes, which have a hex between them."""
    enemies = allied("d", "1514"), allied("e", "1415"), allied("f", "1414")
    found = given(unit("a", "1515"), *enemies, **FIGHT, options={"several_targets": reading})
    apart = AttackSeveral(attackers=("a",), targets=("1514", "1415"))
    assert against(found, found.state, apart) == wrong
    together = AttackSeveral(attackers=("a",), targets=("1514", "1414"))
    assert against(found, found.state, together) == set()


def test_an_individual_counter_on_either_side_keeps_the_combat_on_the_map() -> None:
    stack = unit("a", "1515"), unit("b", "1515")
    one, two = allied("d", "1514"), allied("e", "1514")
    assert odds(given(*stack, one, **FIGHT), "a b", "1514")["method"] == "product"
    assert odds(given(stack[0], one, two, **FIGHT), "a", "1514")["method"] == "product"
    told = odds(given(*stack, one, two, **FIGHT), "a b", "1514")
    assert (told["method"], told["column"]) == ("table", "0")


def test_a_grouping_of_one_counts_as_a_grouping() -> None:
    groupings = [
        {"side": "german", "number": 1, "kind": "ground", "hex": "1515", "units": ["a"]},
    ]
    found = given(
        unit("a", "1515"), allied("d", "1514"), allied("e", "1514"), groupings=groupings, **FIGHT
    )
    assert odds(found, "a", "1514")["method"] == "table"


def test_twelve_against_eight_is_column_plus_4() -> None:
    """EX1, EX2: the column is the difference, within -5 and +11."""
    for own, theirs, column in ((6, 4, "+4"), (20, 2, "+11"), (2, 9, "-5")):
        found = given(
            unit("a", "1515", combat=own),
            unit("b", "1515", combat=own),
            allied("d", "1514", combat=theirs),
            allied("e", "1514", combat=theirs),
            **FIGHT,
        )
        assert odds(found, "a b", "1514")["column"] == column


def test_defenders_in_a_town_have_twice_their_factor_and_attackers_do_not() -> None:
    found = given(unit("a", "1515"), allied("d", "1514"), board=CITY, **FIGHT)
    assert odds(found, "a", "1514")["defense"] == 6
    out = given(unit("a", "1514"), allied("d", "1515"), board=CITY, **FIGHT)
    assert odds(out, "a", "1515")["attack"] == 3


def test_an_affected_unit_in_a_town_defends_with_twice_its_half() -> None:
    """DV3: half of 5 is 2."""
    hurt = allied("d", "1514", combat=5, status=["affected"])
    found = given(unit("a", "1515"), hurt, board=CITY, **FIGHT)
    assert odds(found, "a", "1514")["defense"] == 4


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"kind": "field_artillery", "artillery": 2}, "8.3o"),
        ({"kind": "antitank", "artillery": 1}, "8.3o"),
        ({"kind": "fuel"}, "12.0a"),
        ({"kind": "supply"}, "12.0a"),
        ({"combat": 0}, "8.1a"),
        ({"status": ["acted"]}, "8.2h"),
        ({"status": ["dropped"]}, "9.0g"),
        ({"status": ["formed"]}, "11.0h"),
        ({"kind": "tank", "fired": 1}, "8.3j"),
    ],
)
def test_who_may_not_attack(more: dict[str, Any], rule: str) -> None:
    found = given(unit("a", "1515", **more), allied("d", "1514"), **FIGHT)
    assert against(found, found.state, attack("a", "1514")) == {rule}


def test_attacks_need_an_adjacent_enemy_in_the_combat_phase() -> None:
    found = given(unit("a", "1515"), allied("d", "1513"), **FIGHT)
    assert against(found, found.state, attack("a", "1513")) == {"8.1a"}
    assert against(found, found.state, attack("a", "1514")) == {"8.1a"}
    early = given(unit("a", "1515"), allied("d", "1514"), phase="movement")
    assert against(early, early.state, attack("a", "1514")) == {"8.1a"}
    other = given(unit("a", "1515"), allied("d", "1514"), **FIGHT)
    assert against(other, other.state, attack("d", "1515")) == {"4.0a"}


def test_a_unit_that_used_its_displacement_does_not_attack() -> None:
    found = given(unit("a", "1518"), allied("d", "1514"), phase="movement")
    path = ("1518", "1517", "1516")
    state = after(found, act.MoveUnits(units=("a",), path=path, mode="displacement"))
    state = after(found, act.NextPhase(), start=state)
    assert "7.0j" in against(found, state, attack("a", "1514"))


def test_all_attacks_are_declared_before_the_first_is_fought() -> None:
    found = given(
        unit("a", "1515"), unit("b", "1815"), allied("d", "1514"), allied("e", "1814"), **FIGHT
    )
    first, second = attack("a", "1514"), attack("b", "1814")
    state = after(found, first)
    assert against(found, state, attack("a", "1514", "")) == set()  # to fight it
    assert against(found, state, second) == set()
    begun = after(found, first, dice="33", start=state)
    assert against(found, begun, second) == {"8.1a"}
    assert against(found, begun, first) == {"8.1a", "8.2h"}
    assert against(found, begun, act.NextPhase()) == set()


def test_the_phase_does_not_end_before_a_declared_attack_is_fought() -> None:
    found = given(unit("a", "1515"), allied("d", "1514"), **FIGHT)
    state = after(found, attack("a", "1514"))
    assert against(found, state, act.NextPhase()) == {"8.1a"}
    assert attack("a", "1514") in found.ruleset.legal(state, 50).actions


def test_units_attack_once_and_choose_among_the_enemies_beside_them() -> None:
    enemies = allied("d", "1514"), allied("e", "1415"), allied("f", "1513")
    found = given(unit("a", "1515"), *enemies, **FIGHT)
    assert against(found, found.state, attack("a", "1513")) == {"8.1a"}
    both = AttackSeveral(attackers=("a",), targets=("1514", "1415"))
    assert against(found, found.state, both) == set()
    listed = found.ruleset.legal(found.state, 50).actions
    assert {o.target for o in listed if isinstance(o, act.DeclareAttack)} == {"1514", "1415"}
    state = after(found, attack("a", "1514"))
    assert against(found, state, attack("a", "1415")) == {"8.1a"}


def test_stores_that_win_are_saved_and_the_attacker_stays() -> None:
    found = given(unit("a", "1515", combat=1), allied("f", "1514", kind="fuel", combat=1), **FIGHT)
    state = after(found, attack("a", "1514"), attack("a", "1514"), dice="25")
    assert gone(found, state) == set()
    state = after(found, attack("a", "1514"), attack("a", "1514"), dice="52")
    assert gone(found, state) == {"f"}


def test_support_adds_a_point_a_gun() -> None:
    gun = unit("g", "1516", kind="field_artillery", artillery=2, range=4, combat=1)
    found = given(unit("a", "1515"), gun, allied("d", "1514"), **FIGHT)
    assert odds(found, "a", "1514", artillery=["g"])["attack"] == 4
    told = odds(found, "a", "1514", artillery=["g", "g"])
    assert (told["attack"], told["legal"]) == (5, False)
    order = attack("a", "1514", "g")
    state = after(found, order, order, dice="34")
    assert gone(found, state) == set()  # 12 against 12


def test_a_commando_is_not_attacked_on_the_turn_it_is_placed() -> None:
    placed = unit("c", "1514", kind="commando", status=["deployed"])
    found = given(allied("a", "1515"), placed, active="allied", **FIGHT)
    assert against(found, found.state, attack("a", "1514")) == {"10.0b"}


def test_a_whole_grouping_that_loses_leaves_the_map() -> None:
    groupings = [{"side": "german", "number": 3, "hex": "1515", "units": ["a", "b"]}]
    found = given(
        unit("a", "1515"), unit("b", "1515"), allied("d", "1514"), groupings=groupings, **FIGHT
    )
    order = attack("a b", "1514")
    state = after(found, order, order, dice="25")
    assert gone(found, state) == {"a", "b"}  # 12 against 15
    assert not [t for t in state.tracks if t.startswith("grouping/")]


@pytest.mark.parametrize(
    ("status", "state", "combat"), [([], "affected", 2), (["affected"], "eliminated", 0)]
)
def test_a_second_hit_eliminates(status: list[str], state: str, combat: int) -> None:
    gun = unit("g", "1515", kind="field_artillery", combat=4, artillery=3, status=status)
    told = ask("hit", given(gun), unit="g")
    assert (told["state"], told["combat"]) == (state, combat)
    assert told["artillery"] == {"affected": 1, "eliminated": 0}[state]


def hurt(name: str, hex_: str = "1515", **more: Any) -> dict[str, Any]:
    return unit(name, hex_, status=["affected"], **more)


def test_two_affected_units_become_one() -> None:
    found = given(hurt("a"), hurt("b", kind="parachute"), phase="capture")
    assert ask("rebuild", found, units=["a", "b"])["legal"]
    order = Rebuild(unit="a", lost="b")
    assert order in found.ruleset.legal(found.state, 50).actions
    state = after(found, order)
    assert gone(found, state) == {"b"}
    assert state.pieces["a"].status == frozenset()


def test_the_owner_chooses_which_of_two_affected_units_is_lost() -> None:
    """8.1.2a: a gun is worth more than the engineers beside it."""
    gun, men = hurt("a", kind="field_artillery", artillery=2), hurt("b", kind="engineer")
    found = given(gun, men, phase="groupings")
    either = {Rebuild(unit="a", lost="b"), Rebuild(unit="b", lost="a")}
    assert either <= set(found.ruleset.legal(found.state, 50).actions)
    orders = found.ruleset.answers(found.state).orders(("a",))
    assert {order.text for order in orders if order.action in either} == {
        "a is rebuilt at the cost of b.",
        "b is rebuilt at the cost of a.",
    }


@pytest.mark.parametrize(
    "units",
    [
        (hurt("a"), hurt("b", "1516")),
        (hurt("a"), unit("b", "1515")),
        (hurt("a"), hurt("b", combat=4)),
        (hurt("a"), hurt("b", movement=5)),
        (hurt("a", side="allied"), hurt("b", side="allied")),
    ],
)
def test_units_that_are_not_rebuilt(units: tuple[dict[str, Any], ...]) -> None:
    assert not ask("rebuild", given(*units, phase="capture"), units=["a", "b"])["legal"]


def test_rebuilding_belongs_to_a_phase_by_the_other_reading() -> None:
    option = {"options": {"rebuild_step": "groupings_step"}}
    pair = hurt("a"), hurt("b")
    assert not ask("rebuild", given(*pair, phase="capture", **option), units=["a", "b"])["legal"]
    assert ask("rebuild", given(*pair, phase="groupings", **option), units=["a", "b"])["legal"]


def test_a_unit_that_passes_a_zone_by_the_other_reading_must_fight() -> None:
    """7.0m: by the usual reading the zone ends its move."""
    option = {"options": {"zoc_stop": "go_on"}}
    units = unit("a", "1517"), unit("b", "1520"), allied("d", "1514")
    order = act.MoveUnits(units=("a",), path=("1517", "1516", "1515", "1414"), mode="normal")
    usual = given(*units)
    assert against(usual, usual.state, order) == {"7.0m"}
    found = given(*units, **option)
    state = after(found, order)
    state = after(found, act.NextPhase(), start=state)
    assert against(found, state, act.NextPhase()) == {"7.0m"}
    state = after(found, attack("a", "1514"), start=state)
    assert against(found, state, act.NextPhase()) == {"8.1a"}
    state = after(found, attack("a", "1514"), dice="33", start=state)
    assert against(found, state, act.NextPhase()) == set()


@pytest.mark.parametrize(
    ("path", "owes"), [("1516 1515 1414", True), ("1518 1517 1516", False), ("1516 1515", False)]
)
def test_only_a_unit_that_passes_a_zone_owes_an_attack(path: str, owes: bool) -> None:
    """7.0m: a unit that ends its move in the first hex of a zone passes none."""
    found = given(unit("a", path[:4]), allied("d", "1514"), options={"zoc_stop": "go_on"})
    order = act.MoveUnits(units=("a",), path=tuple(path.split()), mode="normal")
    assert (tracks.OWES + "a" in after(found, order).tracks) == owes


def test_each_unit_that_passed_a_zone_owes_an_attack_until_fighting_begins() -> None:
    """7.0m: an attack that one of them declares is not that of the other."""
    pair = unit("a", "1515"), unit("b", "1414")
    found = given(*pair, allied("d", "1514"), **FIGHT, options={"zoc_stop": "go_on"})
    work = found.ruleset.work(found.state, Given([]))
    for name in "ab":
        work.track(tracks.OWES + name, 1)
    for name, other in ("ab", "ba"):
        state = after(found, attack(name, "1514"), start=work.state)
        told = found.ruleset.judge(state, act.NextPhase())
        assert [v.units for v in told if v.rule == "7.0m"] == [(other,)]
    work.attacks = Attacks(begun=True)
    assert against(found, work.state, act.NextPhase()) == set()


def test_a_unit_that_is_lost_owes_no_attack() -> None:
    """7.0m: the duty to fight is that of units on the map."""
    found = given(unit("a", "1515"), allied("d", "1514"), **FIGHT, options={"zoc_stop": "go_on"})
    work = found.ruleset.work(found.state, Given([]))
    work.track(tracks.OWES + "a", 1)
    assert against(found, work.state, act.NextPhase()) == {"7.0m"}
    work.eliminate("a")
    assert against(found, work.state, act.NextPhase()) == set()


def test_a_grouping_beside_two_others_says_which_it_attacks_or_both() -> None:
    groupings = [
        {"side": "german", "number": 1, "hex": "1515", "units": ["a"]},
        {"side": "allied", "number": 1, "hex": "1514", "units": ["d"]},
        {"side": "allied", "number": 2, "hex": "1414", "units": ["e"]},
    ]
    found = given(
        unit("a", "1515"),
        allied("d", "1514"),
        allied("e", "1414"),
        allied("f", "1413"),
        groupings=groupings,
        **FIGHT,
    )
    assert against(found, found.state, attack("a", "1413")) == {"8.1a"}
    listed = found.ruleset.legal(found.state, 50).actions
    both = AttackSeveral(attackers=("a",), targets=("1414", "1514"))
    assert {attack("a", "1514"), attack("a", "1414")} <= set(listed)
    assert against(found, found.state, both) == set()
    assert any(isinstance(order, AttackSeveral) for order in listed)
    state = after(found, attack("a", "1514"))
    assert against(found, state, attack("a", "1414")) == {"8.1a"}


def test_a_declared_attack_is_fought_by_those_that_are_left() -> None:
    """8.1a: a unit that is rebuilt from another one of its attack fights on alone."""
    hurt: dict[str, Any] = {"combat": 4, "status": ["affected"]}
    found = given(
        unit("a", "1515", **hurt), unit("b", "1515", **hurt), allied("d", "1514"), **FIGHT
    )
    state = after(found, attack("a b", "1514"), Rebuild(unit="a", lost="b"))
    assert attack("a", "1514") in found.ruleset.legal(state, 50).actions
    assert against(found, state, act.NextPhase()) == {"8.1a"}
    fought = after(found, attack("a", "1514"), start=state, dice="52")
    assert gone(found, fought) == {"b", "d"}
    assert against(found, fought, act.NextPhase()) == set()


def test_a_declared_attack_on_an_empty_hex_is_not_fought() -> None:
    """8.1a: the enemy is gone after another attack; the attackers keep their combat."""
    found = given(unit("a", "1515"), unit("b", "1414"), allied("d", "1514"), **FIGHT)
    one, two = attack("a", "1514"), attack("b", "1514")
    state = after(found, one, two, one, dice="52")
    assert gone(found, state) == {"d"}
    assert "8.1a" in against(found, state, two)
    assert against(found, state, act.NextPhase()) == set()
