"""Planned attacks: requests, possible participants, and average outcomes."""

from __future__ import annotations

from typing import Any

import pytest

from engine.request_fields import Refused
from engine.rules import ports
from engine.rules.answers import AttackPlan
from tests.games.holland44.rules.tabletop import Json, at, seen, tank, unit

GUN: Json = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 3}


def fight(position: ports.Answers, *attackers: str, **more: Any) -> Any:
    return position.odds(position.plan({"attackers": list(attackers), "target": "0506", **more}))


# -- 11.1, 12.2: what comes of it on the average --------------------------------------------------

HELD = {"normal": 2, "elite": 3, "low": 1}
"""12.2: throws that hold a clear hex, by the quality of the lead unit."""
COST = {"normal": (1, 3), "elite": (2, 2), "low": (0, 3)}
"""12.2, 12.3: the steps that all six throws together cost attacker and defender."""


@pytest.mark.parametrize("quality", sorted(HELD))
def test_12_2_a_fight_at_four_to_one_in_the_clear(quality: str):
    """11.1: EX, DR, DR, A1/D1, D1, D1; page 18: the table of determined defence."""
    strength = 15 if quality == "low" else 20  # 10.6: one column right against green units
    units = [unit("a1", "0505", attack=strength), unit("g1", "0506", defense=5, quality=quality)]
    odds = fight(seen(units, phase="combat"), "a1")
    assert odds.column == "4:1"
    assert [c.result.code for c in odds.chances] == ["EX", "DR", "DR", "A1/D1", "D1", "D1"]
    found = odds.prospect
    assert found.holder == "g1"
    assert found.holds == pytest.approx(HELD[quality] / 6)
    assert found.falls == pytest.approx(5 / 6)
    assert found.taken == pytest.approx(5 / 6 * (1 - HELD[quality] / 6))
    attacker, defender = COST[quality]
    assert found.attacker == pytest.approx(2 / 6 + 5 / 6 * attacker / 6)
    assert found.defender == pytest.approx(4 / 6 + 5 / 6 * defender / 6)


def test_12_1_1a_no_determined_defence_after_dmr_and_ds():
    """7:1: A1/D1, DMR, DMR, DMR, DS, DS or the like: what falls to DMR and DS is taken."""
    odds = fight(seen([unit("a1", "0505", attack=40), unit("g1", "0506")], phase="combat"), "a1")
    free = sum(c.result.code in ("DS", "DMR") for c in odds.chances)
    may = sum("determined_defense" in c.result.words for c in odds.chances)
    assert free
    assert may
    assert odds.prospect.falls == pytest.approx((free + may) / 6)
    assert odds.prospect.taken == pytest.approx(free / 6 + may / 6 * 2 / 3)


def test_12_1_1_a_defender_without_steps_left_holds_nothing():
    """4:1: EX, A1/D1, D1 and D1 eliminate a lone step, so that only two DR may be held."""
    units = [unit("a1", "0505", attack=20), unit("g1", "0506", defense=5, max_steps=1, steps=1)]
    odds = fight(seen(units, phase="combat"), "a1")
    assert [c.result.code for c in odds.chances] == ["EX", "DR", "DR", "A1/D1", "D1", "D1"]
    assert odds.prospect.falls == pytest.approx(1)
    assert odds.prospect.taken == pytest.approx(4 / 6 + 2 / 6 * 4 / 6)
    assert odds.prospect.attacker == pytest.approx(2 / 6 + 2 / 6 * 1 / 6)
    assert odds.prospect.defender == pytest.approx(4 / 6 + 2 / 6 * 3 / 6)


@pytest.mark.parametrize(
    ("defender", "holder"),
    [
        ([unit("g1", "0506", status=["disrupted"])], None),
        ([unit("g1", "0506", **GUN, defense=3)], None),
        ([unit("g1", "0506", kind="unknown")], None),
        ([unit("g1", "0506"), unit("g2", "0506", quality="elite")], "g2"),
        ([unit("g1", "0506", quality="low"), unit("g2", "0506")], "g2"),
    ],
)
def test_12_1_2_the_lead_unit_that_holds_best(defender: list[Json], holder: str | None):
    """Disrupted units, guns and unrevealed units lead no defence."""
    odds = fight(seen([unit("a1", "0505", attack=30), *defender], phase="combat"), "a1")
    assert odds.prospect.holder == holder
    if holder is None:
        assert odds.prospect.holds == 0
        assert odds.prospect.taken == pytest.approx(odds.prospect.falls)


def test_an_attack_without_defenders_has_no_prospect():
    assert (
        fight(seen([unit("a1", "0505"), unit("g1", "0110")], phase="combat"), "a1").prospect is None
    )


# -- 9.1, 9.2: targets ----------------------------------------------------------------------------


def test_9_2_hexes_that_units_can_attack_together():
    units = [
        unit("a1", "0505"), unit("a2", "0507"), unit("a3", "0909"),
        unit("g1", "0506"), unit("g2", "0404"), unit("g3", "0410"),
    ]  # fmt: skip
    position = seen(units, phase="combat")

    def hexes(*names: str) -> list[str]:
        return [position.number(i) for i in position.targets(names)]

    assert hexes("a1") == ["0506"]
    assert hexes("a1", "a2") == ["0506"]
    assert hexes("a1", "a3") == []
    assert hexes("a3") == []
    assert hexes("nobody") == []
    assert hexes("g1") == ["0505", "0507"]
    assert hexes() == ["0506"]
    assert seen(units, phase="weather", active="allied").targets(()) == position.targets(())


def test_19_7_units_in_an_area_have_targets_only_in_the_list_of_all():
    areas = {"N": {"side": "allied", "hexes": ["0101"]}}
    units = [unit("a1", "N"), unit("g1", "0101"), unit("g2", "0201")]
    position = seen(units, phase="combat", board={"areas": areas})
    assert position.targets(["a1"]) == ()
    assert [position.number(i) for i in position.targets(())] == ["0101"]


# -- what is asked, and what is wrong with it -----------------------------------------------------

UNITS = [unit("a1", "0505"), unit("a2", "0505"), unit("a3", "turn-4"), unit("g1", "0506")]


@pytest.mark.parametrize(
    ("request_", "code", "where"),
    [
        ({"attackers": ["nobody"], "target": "0506"}, "unknown_unit", "attackers[0]"),
        ({"attackers": ["a1", "a3"], "target": "0506"}, "unknown_unit", "attackers[1]"),
        (
            {"attackers": ["a1"], "artillery": ["x"], "target": "0506"},
            "unknown_unit",
            "artillery[0]",
        ),
        ({"attackers": [], "target": "0506"}, "bad_request", "attackers"),
        ({"attackers": ["a1"], "target": "9999"}, "unknown_hex", "target"),
        ({"attackers": ["a1"], "target": "0506", "air": -1}, "bad_request", "air"),
        ({"attackers": ["a1"], "target": "0506", "lead": 5}, "bad_request", "lead"),
        ({"attackers": ["a1"], "target": "0506", "attached": 5}, "bad_request", "attached"),
        ({"attackers": ["a1"], "target": "0506", "attached": "a2"}, "bad_request", "attached"),
    ],
)
def test_faults_of_a_question_are_named(request_: Json, code: str, where: str):
    position = seen(UNITS, phase="combat")
    with pytest.raises(Refused) as refusal:
        position.plan(request_)
    assert (refusal.value.code, refusal.value.where) == (code, where)


def test_a_unit_in_a_box_is_not_called_unknown():
    position = seen(UNITS, phase="combat")
    told = []
    for name in ("a3", "nobody"):
        with pytest.raises(Refused) as refusal:
            position.plan({"attackers": [name], "target": "0506"})
        told.append(str(refusal.value).replace(name, "X"))
    assert told[0] != told[1]


def test_a_question_is_stored_unchanged():
    position = seen(UNITS, phase="combat")
    base = {"attackers": ["a1", "a2"], "target": "0506"}
    plain = position.plan(base)
    assert plain == AttackPlan(("a1", "a2"), at(position, "0506"), (), {"air": 0})
    whole = position.plan({**base, "air": 0, "lead": "Guards Armd Div", "attached": None,
                           "breakthrough": True})  # fmt: skip
    assert whole.choices == {
        "air": 0, "breakthrough": 1, "lead": "Guards Armd Div", "attached": None
    }  # fmt: skip
    assert position.plan({**base, "attached": "a2"}).choices["attached"] == "a2"
    assert "breakthrough" not in position.plan({**base, "breakthrough": False}).choices


# -- 10.2, 17.6: what an attack in preparation takes up -------------------------------------------


def test_17_4_guns_out_of_range_are_left_out_of_a_fight_that_is_prepared():
    units = [
        unit("a1", "0505"), unit("a8", "0503", **GUN), unit("a9", "0502", **GUN),
        unit("g1", "0506"),
    ]  # fmt: skip
    position = seen(units, phase="combat")
    plan = AttackPlan(("a1", "nobody"), at(position, "0506"), ("a8", "a9", "nobody"), {"air": 1})
    found = position.prepared(plan)
    assert found.support == ("a8",)
    assert found.able == ("a8",)
    assert found.attackers == ("a1",)
    assert [s.name for s in found.shifts] == ["air", "artillery"]
    (air,) = (c for c in found.choices if c.name == "air")
    assert (air.chosen, [o for o, _ in air.options], air.is_result) == ("1", ["0", "1", "2"], False)


def test_10_2_lead_and_attached_unit_are_the_chosen_or_best_ones():
    units = [
        unit("a1", "0505", attack=6), unit("a2", "0505", attack=8, formation="43 Inf Div"),
        unit("a3", "0605", attack=1, formation="82 AB Div"), unit("g1", "0506"),
    ]  # fmt: skip
    position = seen(units, phase="combat")
    target = at(position, "0506")

    def chosen(**choices: Any) -> tuple[Any, Any, Any]:
        found = position.prepared(AttackPlan(("a1", "a2"), target, (), choices))
        lines = {c.name: c for c in found.choices}
        return lines["lead"].chosen, lines["attached"].chosen, found.attack

    assert chosen() == ("43 Inf Div", "a1", 14)
    assert chosen(lead="Guards Armd Div") == ("Guards Armd Div", "a2", 14)
    assert chosen(lead="82 AB Div") == ("43 Inf Div", "a1", 14)  # takes no part
    assert chosen(lead="Guards Armd Div", attached="g1")[1] == "a2"  # cannot be attached
    found = position.prepared(AttackPlan(("a1", "a2"), target))
    lines = {c.name: c for c in found.choices}
    assert [name for name, _ in lines["lead"].options] == ["43 Inf Div", "Guards Armd Div"]
    assert [name for name, _ in lines["attached"].options] == ["a1"]


def test_16_3_5_a_breakthrough_that_is_asked_about_is_reckoned_as_one():
    units = [unit("a1", "0505", attack=15), unit("a2", "0404"), unit("g1", "0506")]
    position = seen(units, phase="combat")
    assert not [v for v in fight(position, "a1", breakthrough=True).verdicts if v.level == "forbid"]
    two = fight(position, "a1", "a2", breakthrough=True)
    assert "16.3.5" in {v.rule for v in two.verdicts}


def test_8_7_only_an_automatic_ds_of_a_movement_phase_has_no_die():
    units = [
        unit("a1", "0505", attack=10),
        unit("a2", "0505", attack=9),
        unit("g1", "0506", defense=1),
    ]
    assert fight(seen(units), "a1").kind == "automatic"
    assert fight(seen(units), "a2").kind == ""  # 9:1 falls short
    assert fight(seen(units, phase="combat"), "a1").kind == ""


def test_10_1_a_share_lists_its_reasons():
    units = [tank("a1", "0505", attack=8), unit("g1", "0506", status=["disrupted"], defense=5)]
    water = {"0505/0506": ["minor_river", "road_bridge"]}
    roads = [{"class": "primary", "hexes": ["0505", "0506"]}]
    found = fight(seen(units, phase="combat", board={"hexsides": water, "roads": roads}), "a1")
    shares = {s.unit: s for s in found.strengths}
    assert [(f.rule, f.factor) for f in shares["a1"].why] == [("10.8.2", 0.5)]
    assert shares["a1"].role == "attack"
    assert (shares["a1"].printed, shares["a1"].used) == (8, 4)
    assert [(f.rule, f.factor) for f in shares["g1"].why] == [("14.2", 0.5), ("10.8.2", 2.0)]
    assert (shares["g1"].role, shares["g1"].used) == ("defense", 6)
    assert all(f.why for s in shares.values() for f in s.why)


# -- 11.1: results in numbers ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "attacker", "steps", "retreat", "words"),
    [
        ("DS", 0, 1, 3, ("breakthrough",)),
        ("DMR", 0, 0, 3, ("breakthrough",)),
        ("D1", 0, 1, 2, ("determined_defense",)),
        ("A1/D1", 1, 1, 2, ("determined_defense",)),
        ("DR", 0, 0, 2, ("determined_defense",)),
        ("DRX", 1, 1, 2, ("determined_defense",)),
        ("EX", 1, 1, 0, ()),
        ("ENG", 0, 0, 0, ()),
        ("A1", 1, 0, 0, ()),
    ],
)
def test_11_1_effects_of_each_result(
    code: str, attacker: int, steps: int, retreat: int, words: tuple[str, ...]
):
    """11.1a to 11.1k, pages 16 and 17."""
    for attack in (2, 5, 10, 15, 20, 25, 30, 40):
        position = seen([unit("a1", "0505", attack=attack), unit("g1", "0506")], phase="combat")
        for chance in fight(position, "a1").chances:
            if chance.result.code == code:
                found = chance.result
                assert found.attacker == {"steps": attacker}
                assert found.defender == {"steps": steps, "retreat": retreat}
                assert found.words == words
                return
    pytest.fail(f"{code} is on no column")
