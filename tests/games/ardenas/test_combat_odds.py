"""The odds that a player sees before a fight or a bombardment."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.core import actions as act
from engine.rules.answers import AttackPlan, Odds
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import BOARD, after, allied, attack, given, unit
from tests.games.ardenas.test_ch08_area import ENEMY, OWN
from tests.games.ardenas.test_ch08_guns import GUN


def odds(found: GivenPosition, attackers: str, target: str = "1514", guns: str = "") -> Odds:
    place = found.ruleset.board.index[target]
    plan = AttackPlan(tuple(attackers.split()), place, tuple(guns.split()))
    return found.ruleset.answers(found.state).odds(plan)


def test_the_chances_of_two_throws_by_products() -> None:
    told = odds(given(unit("a", "1515"), allied("d", "1514"), phase="combat"), "a")
    assert {c.throws: c.probability for c in told.chances} == {
        ">": Fraction(13, 36),
        "<": Fraction(13, 36),
        "=": Fraction(10, 36),
    }
    assert told.verdicts == ()
    assert told.prospect is not None
    assert round(told.prospect.taken, 6) == round(13 / 36, 6)
    assert told.prospect.attacker == told.prospect.defender == told.prospect.taken


def test_an_attack_on_an_empty_hex_is_no_attack_and_has_no_guns() -> None:
    gun = unit("g", "1516", **GUN)
    found = given(unit("a", "1515"), gun, allied("d", "1414"), phase="combat")
    told = odds(found, "a")
    assert (told.able, told.defenders, {v.rule for v in told.verdicts}) == ((), (), {"8.1a"})


def test_the_chances_of_the_rows_of_the_table() -> None:
    told = odds(given(*OWN, *ENEMY, phase="combat"), "a b")
    assert (told.column, told.kind) == ("0", "table")
    assert [c.throws for c in told.chances] == ["+3", "+2", "+1", "0", "-1", "-2", "-3"]
    assert sum(c.probability for c in told.chances) == 1
    assert {c.basis for c in told.chances} == {"reconstructed"}


def test_the_prospect_of_a_battle_is_that_of_its_best_split() -> None:
    """8.1q: two combats at a lower column strike two counters, one at +11 a single one."""
    strong = [unit("a", "1515", combat=9), unit("b", "1515", combat=9)]
    told = odds(given(*strong, *ENEMY, phase="combat"), "a b")
    alone = odds(given(*strong, allied("d", "1514", combat=8), phase="combat"), "a b")
    assert told.column == "+11"
    assert told.prospect is not None
    assert told.prospect.defender > 1  # more than the one counter of a single combat
    assert told.prospect.taken == 0
    assert alone.prospect is not None
    assert alone.prospect.defender <= 1


def test_an_affected_counter_counts_half() -> None:
    told = odds(given(*OWN, *ENEMY, phase="combat"), "a b").prospect
    assert told is not None
    assert 0 < told.attacker < 1


def test_a_declared_attack_is_fought_with_its_own_units_and_guns() -> None:
    gun = unit("g", "1516", **GUN)
    found = given(unit("a", "1515"), gun, allied("d", "1514"), phase="combat")
    order = attack("a", "1514", "g")
    state = after(found, order)
    answers = found.ruleset.answers(state)
    place = found.ruleset.board.index["1514"]
    assert answers.attackers(place) == ("a",)
    told = answers.odds(AttackPlan(("a",), place))
    assert told.order == order
    assert (told.attack, told.verdicts) == (4, ())


def test_a_bombardment_shows_the_chance_of_a_hit_and_the_guns_that_may_fire() -> None:
    found = given(unit("g", "1515", **GUN), allied("d", "1513"), phase="bombardment")
    told = odds(found, "", "1513", "g")
    assert told.order == act.Bombard(artillery=("g",), target="1513")
    assert told.able == ("g",)
    assert {c.throws: c.probability for c in told.chances} == {
        "hit": Fraction(1, 2),
        "miss": Fraction(1, 2),
    }
    assert odds(found, "", "1513").chances == ()
    assert odds(found, "g", "1513").order == told.order


def test_the_checklist_names_declared_attacks() -> None:
    found = given(unit("a", "1515"), allied("d", "1514"), phase="combat")
    may, _ = found.ruleset.answers(found.state).checklist()
    assert (may.weight, may.rule) == ("possible", "8.1a")
    state = after(found, attack("a", "1514"))
    (owed,) = found.ruleset.answers(state).checklist()
    assert (owed.weight, owed.units) == ("owed", ("a",))
    fought = after(found, attack("a", "1514"), start=state, dice="33")
    assert found.ruleset.answers(fought).checklist() == ()


def test_each_unit_and_gun_has_its_share_of_the_odds() -> None:
    """An affected attacker counts half, a defender in a town twice, a gun one."""
    town = BOARD | {"hexes": {"1514": {"settlement": "city"}}}
    hurt = unit("a", "1515", combat=5, status=["affected"])
    gun = unit("g", "1516", **GUN)
    found = given(hurt, gun, allied("d", "1514", combat=3), phase="combat", board=town)
    told = odds(found, "a", guns="g")
    assert [(s.unit, s.role, s.printed, s.used) for s in told.strengths] == [
        ("a", "attack", 5, 2),
        ("g", "support", 1, 1),
        ("d", "defense", 3, 6),
    ]
    assert (told.attack, told.defense, told.ratio) == (3, 6, "3:6")
    assert (told.attackers, told.defenders, told.support) == (("a",), ("d",), ("g",))
    assert told.able == ("g",)


@pytest.mark.parametrize(
    ("defenders", "taken", "attacker", "defender"),
    [
        ((allied("d", "1514"),), 13, 13, 13),
        ((allied("d", "1514", combat=1), allied("e", "1514", combat=2)), 13, 13, 26),
        ((allied("d", "1514", kind="supply"),), 13, 0, 13),
    ],
)
def test_the_prospect_counts_the_counters_lost_on_the_average(
    defenders: tuple[dict[str, Any], ...], taken: int, attacker: int, defender: int
) -> None:
    """Sections 8.1 and 12: the loser loses all its counters; stores alone spare the attacker."""
    told = odds(given(unit("a", "1515"), *defenders, phase="combat"), "a").prospect
    assert told is not None
    found = [round(36 * n) for n in (told.taken, told.attacker, told.defender)]
    assert found == [taken, attacker, defender]


def test_the_results_of_the_table_say_who_is_struck() -> None:
    """Section 8.1: A and D affect a counter, AX and DX eliminate one."""
    strong = [u | {"combat": 9} for u in OWN]
    chances = [*odds(given(*strong, *ENEMY, phase="combat"), "a b").chances,
               *odds(given(*OWN, *({**u, "combat": 9} for u in ENEMY), phase="combat"),
                     "a b").chances]  # fmt: skip
    codes = {c.result.code for c in chances}
    assert {"AX", "DX"} <= codes
    for chance in chances:
        result = chance.result
        assert result.attacker == ({"steps": 1} if result.code == "AX" else {}), result
        assert result.defender == ({"steps": 1} if result.code == "DX" else {}), result
        assert ("affected" in result.words) == (result.code in ("A", "D", "AD"))


def test_only_guns_with_shots_and_within_range_may_bombard() -> None:
    guns = unit("g", "1515", **GUN), unit("spent", "1516", **GUN, fired=2)
    others = unit("far", "1525", **GUN), unit("i", "1512")
    found = given(*guns, *others, allied("d", "1513"), phase="bombardment")
    assert odds(found, "", "1513").able == ("g",)
    assert odds(given(allied("d", "1513"), phase="bombardment"), "", "1513").able == ()


def test_a_bombardment_is_as_likely_as_its_best_shot_at_a_unit_of_the_hex() -> None:
    """8.3g: several guns fire one after the other; a gun out of range adds nothing."""
    two = unit("g", "1515", **GUN), unit("h", "1516", **GUN), unit("far", "1525", **GUN)
    found = given(*two, allied("d", "1513"), phase="bombardment")
    (one,) = (c.probability for c in odds(found, "", "1513", "g").chances if c.throws == "hit")
    told = odds(found, "", "1513", "g h")
    chances = {c.throws: c.probability for c in told.chances}
    assert chances["hit"] == 1 - (1 - one) * (
        1 - next(c.probability for c in odds(found, "", "1513", "h").chances if c.throws == "hit")
    )
    assert (told.attack, told.support, told.defenders) == (2, ("g", "h"), ("d",))
    assert [s.used for s in told.strengths] == [2, 2]
    (lost,) = (c.probability for c in odds(found, "", "1513", "far").chances if c.throws == "hit")
    assert lost == 0
    assert {v.rule for v in odds(found, "", "1513", "far").verdicts} == {"8.3c"}
