"""Chapter 27: the two optional rules."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import tank, unit

AREAS = {
    "G": {"side": "german", "hexes": [f"{r:02d}10" for r in range(1, 11)]},
    "N": {"side": "allied", "hexes": [f"{r:02d}01" for r in range(1, 11)]},
}
TRY = {"kind": "disengage", "unit": "g1"}


AROUND = [unit(f"a{n}", h) for n, h in enumerate(("0608", "0408", "0606"), 2)]
"""With these every hex next to 0506 is in the Allied zone of control."""


def rules(error):
    return {v["rule"] for v in error["verdicts"] if v["level"] == "forbid"}


@pytest.fixture
def contact(diagram):
    """A German unit next to an Allied one, in the German combat phase, the option in force."""

    def make(*units, option=True, phase="combat", active="german", **fields):
        lone = unit("g1", "0506", **fields)
        options = {"disengagement": option}
        given = {"phase": phase, "active": active, "areas": AREAS, "options": options}
        return diagram([lone, unit("a1", "0505"), *units], **given)

    return make


def test_27_1_1_it_retreats_one_or_two_hexes(contact):
    table = contact().apply(TRY, [4])
    side, kind, options = table.asked
    assert (side, kind, options[0]) == ("german", "disengage", "stay")
    assert {len(o.split()) - 2 for o in options[1:]} == {1, 2}
    assert "g1 0506 0507" in options
    away = table.choose("g1 0506 0507")
    assert (away.at("g1"), away.status("g1")) == ("0507", {"disrupted"})


def test_27_1_1_it_goes_by_any_path_that_the_rules_allow(contact):
    table = contact().apply(TRY, [4])
    assert "g1 0506 0507 0608" in table.asked[2]
    assert "g1 0506 0607 0608" not in table.asked[2]
    assert table.choose("g1 0506 0607 0608").at("g1") == "0608"
    barred = {"kind": "choose", "decision": "disengage", "option": "g1 0506 0606 0706"}
    assert "27.1.1" in rules(table.refused(barred))


def test_27_1_1_never_into_ezoc_but_to_a_friend(contact):
    assert contact(*AROUND).apply(TRY, [4]).pending == []
    friend = unit("g2", "0507")
    table = contact(*AROUND, friend).apply(TRY, [4])
    assert table.asked[2] == ["stay", "g1 0506 0507"]


@pytest.mark.parametrize(
    ("die", "fields", "slips"),
    [
        (2, {}, False),
        (2, {"quality": "elite"}, True),
        (3, {}, True),
        (3, {"quality": "low"}, False),
        (4, {}, True),
        (6, {"quality": "low"}, True),
    ],
)
def test_27_1_2b_the_modifiers_of_the_die(contact, die, fields, slips):
    assert bool(contact(**fields).apply(TRY, [die]).pending) is slips


def test_27_1_2b_armour_adds_one(contact):
    armored = {k: v for k, v in tank("g1", "0506").items() if k in ("kind", "armor", "movement")}
    assert contact(**armored).apply(TRY, [2]).steps("g1") == 1  # 3: away, for a step


def test_27_1_2c_three_costs_a_step_first(contact):
    table = contact().apply(TRY, [3])
    assert table.steps("g1") == 1
    assert table.asked[1] == "disengage"
    lost = contact(max_steps=1).apply(TRY, [3])
    assert lost.at("g1") == "eliminated-german"
    assert lost.pending == []
    stays = contact().apply(TRY, [1])
    assert (stays.at("g1"), stays.steps("g1"), stays.pending) == ("0506", 2, [])


def test_27_1_2c_it_recovers_in_the_next_reorganization_even_in_ezoc(contact):
    table = contact(*AROUND, unit("g2", "0507")).apply(TRY, [4])
    table = table.choose("g1 0506 0507")
    after = table.next()  # no die is asked for
    assert after.state()["phase"] == "reorganization"
    assert after.status("g1") == set()
    assert not [t for t in after.state()["tracks"] if t.startswith("slipped/")]


def test_27_1_2a_units_and_phases_of_disengagement(contact):
    assert rules(contact(option=False).refused(TRY)) == {"27.1.2"}
    assert rules(contact(phase="movement").refused(TRY)) == {"27.1.2"}
    assert rules(contact(active="allied").refused(TRY)) == {"27.1.2"}
    assert rules(contact(status=["disrupted"]).refused(TRY)) == {"27.1.2"}
    assert rules(contact(movement=0).refused(TRY)) == {"27.1.2"}
    assert rules(contact(unit("g2", "0909")).refused({**TRY, "unit": "g2"})) == {"27.1.2"}
    assert rules(contact(status=["auto_ds"]).refused(TRY)) == {"8.7"}  # 8.7 (page 14), 27.1
    assert TRY in contact().ask("legal")["actions"]
    assert TRY not in contact(option=False).ask("legal")["actions"]


def test_27_1_2a_one_try_and_no_attack_besides(contact):
    tried = contact().apply(TRY, [1])
    assert rules(tried.refused(TRY)) == {"27.1.2"}
    attack = {"kind": "declare_attack", "attackers": ["g1"], "target": "0505"}
    assert rules(tried.refused(attack)) == {"9.1"}
    fought = contact().apply(attack, [1])
    while fought.pending:
        fought = fought.choose(fought.asked[2][0])
    assert rules(fought.refused(TRY)) == {"27.1.2"}


@pytest.fixture
def night(diagram):
    """An Allied unit cut off on a night turn, about to begin its supply phase."""

    def make(*units, option=True, turn=2, status=("out_of_supply",), cut=True, **fields):
        board = {"hexes": fields.pop("hexes", {})}
        lone = unit("a1", "0505", status=list(status), **fields)
        ring = ("0406", "0405", "0504", "0506", "0605", "0606")
        river = {"/".join(sorted(("0505", h))): ["major_river"] for h in ring}
        return diagram(
            [lone, *units, unit("g9", "0909")],
            turn=turn,
            phase="reorganization",
            areas=AREAS,
            hexsides=river if cut else {},
            options={"isolation_attrition": option},
            **board,
        )

    return make


def test_27_2_1_isolated_units_suffer_at_night(night):
    assert night().next(3).steps("a1") == 1
    assert night(max_steps=1).next(1).at("a1") == "eliminated-allied"
    assert night(unit("a0", "0303")).next(3).steps("a1") == 1  # whoever else is in supply


def test_27_2_1_only_with_the_option_at_night_and_if_marked_before(night):
    assert night(option=False).next().steps("a1") == 2
    assert night(turn=3).next().steps("a1") == 2
    fresh = night(status=()).next()
    assert (fresh.steps("a1"), fresh.status("a1")) == (2, {"out_of_supply"})


def test_27_2_1_a_path_of_any_length_or_a_spent_head_saves(night):
    assert night(cut=False).next().steps("a1") == 2
    reserve = unit("a2", "N", status=["out_of_supply"])
    assert night(reserve, cut=False).next().steps("a2") == 2
    head = unit("a9", "0505", kind="supply_head", attack=0, max_steps=1, status=["depleted"])
    assert night(head).next().steps("a1") == 2


@pytest.mark.parametrize(
    ("die", "fields", "steps"),
    [
        (3, {}, 1),
        (4, {}, 2),  # an Allied unit adds one
        (4, {"quality": "elite"}, 2),  # not twice
        (3, {"quality": "elite"}, 1),
        (4, {"quality": "low"}, 1),
        (5, {"quality": "low"}, 2),
        (2, {"hexes": {"0505": {"settlement": "city"}}}, 2),
        (1, {"hexes": {"0505": {"settlement": "city"}}}, 1),  # the example of the rule: only a 1
    ],
)
def test_27_2_3_modifiers(night, die, fields, steps):
    assert night(**fields).next(die).steps("a1") == steps
