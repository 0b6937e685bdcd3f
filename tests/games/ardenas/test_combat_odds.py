"""The odds that a player sees before a fight or a bombardment."""

from __future__ import annotations

from fractions import Fraction

from engine.core import actions as act
from engine.rules.answers import AttackPlan, Odds
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import after, allied, attack, given, unit
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


def test_the_chances_of_the_rows_of_the_table() -> None:
    told = odds(given(*OWN, *ENEMY, phase="combat"), "a b")
    assert (told.column, told.kind) == ("0", "table")
    assert [c.throws for c in told.chances] == ["+3", "+2", "+1", "0", "-1", "-2", "-3"]
    assert sum(c.probability for c in told.chances) == 1
    assert {c.basis for c in told.chances} == {"reconstructed"}


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
    (may,) = found.ruleset.answers(found.state).checklist()
    assert (may.weight, may.rule) == ("possible", "8.1a")
    state = after(found, attack("a", "1514"))
    (owed,) = found.ruleset.answers(state).checklist()
    assert (owed.weight, owed.units) == ("owed", ("a",))
    fought = after(found, attack("a", "1514"), start=state, dice="33")
    assert found.ruleset.answers(fought).checklist() == ()
