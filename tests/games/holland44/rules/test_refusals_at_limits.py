"""Answers and orders that just fail: each reason by itself (3, 6, 11, 15, 18, 19, 20, 22)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.games.holland44.audit_account import Account
from engine.games.holland44.positions import setting
from engine.rules.judge import Given
from tests.games.holland44.rules.landings import due, sky
from tests.games.holland44.rules.tabletop import Json, seen, unit
from tests.games.holland44.rules.test_ch20_refusals import against, asking, dead
from tests.games.holland44.rules.test_let_pass import passes, waiting
from tests.games.holland44.rules.test_refused_by_word import said

FAR = unit("g9", "1010")
HEAD: Json = {"kind": "supply_head", "attack": 0, "defense": 1, "movement": 2, "max_steps": 1}


def test_3_dice_are_rolled_outside_the_rules_too() -> None:
    position = seen([unit("a1", "0505"), FAR])
    _, dice = position.ruleset.resolve(position.state, act.Roll(count=2), Given([3, 5]))
    assert [d.values for d in dice] == [(3, 5)]


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("a9", [("6.4.1", "elsewhere")]),
        ("a5", [("6.4.1", "free")]),
        ("a5 a9", [("6.4.1", "free"), ("6.4.1", "elsewhere")]),
    ],
)
def test_6_4_1_only_units_that_count_in_the_hex_lose_the_steps(
    words: str, rule: list[tuple[str, str]]
) -> None:
    units = [unit(f"a{n}", "0505", max_steps=4) for n in (1, 2, 3)]
    units += [unit("a5", "0505", **HEAD), unit("a9", "0606"), FAR]
    position = waiting("overstack", "allied", {"hex": "0505"}, units, phase="combat")
    assert said(position, words) == rule


def test_8_1_a_unit_that_fought_an_unknown_unit_has_moved() -> None:
    """25.3.1: although it did not leave its hex."""
    before = seen([unit("a1", "0505"), unit("a2", "0606"), FAR])
    tracks = {**before.state.tracks, "struck/a1": 1}
    position = before.ruleset.answers(replace(before.state, tracks=tracks))
    unmoved = {u for item in position.checklist() for u in item.units}
    assert unmoved == {"a2"}


def test_11_2_another_unit_may_pay_where_only_one_could() -> None:
    """In advisory play, any unit of the side."""
    battle = {"attackers": ["a1"], "target": "0506", "defenders": ["g1"]}
    args = {"of": "defenders", "battle": battle, "again": []}
    units = [unit("a1", "0505"), unit("g1", "0506"), unit("g2", "0707")]
    after = passes(waiting("loss", "german", args, units, phase="combat"), "g2")
    assert after is not None
    assert (after.state.pieces["g1"].steps, after.state.pieces["g2"].steps) == (2, 1)


@pytest.mark.parametrize(
    ("way", "broken"),
    [
        (("0507", "0508"), None),
        (("0407", "0507"), "2"),
        (("0406", "0306"), "3, 5"),
        (("0507",), "–"),  # 13.3: an early stop, which nothing allows there
    ],
)
def test_13_1_3_the_audit_names_the_priorities_that_a_retreat_broke(
    way: tuple[str, ...], broken: str | None
) -> None:
    areas = {"G": {"side": "german", "hexes": ["0510"]}}
    units = [unit("g1", "0506"), unit("g2", "0707"), unit("a1", "0505")]
    position = seen(units, phase="combat", board={"areas": areas})
    account = Account(position.ruleset, position.ruleset.setting)
    run = act.MoveUnits(units=("g1",), path=("0506", *way), mode="retreat")
    found = list(account.retreat(position.state, run))
    assert [(v.rule, v.args["broken"]) for v in found] == (
        [] if broken is None else [("13.1.3", broken)]
    )


def test_16_1_only_victors_declare_a_breakthrough_as_an_attack() -> None:
    args = {
        "units": ["a1"],
        "vacated": "0506",
        "advance": "bonus",
        "fought": ["a1"],
        "through": True,
    }
    units = [unit("a1", "0505"), unit("a2", "0505"), unit("g2", "0405"), FAR]
    position = waiting("advance", "allied", args, units, phase="combat")

    def rules(*attackers: str) -> set[str]:
        found = position.judge(act.DeclareAttack(attackers=attackers, target="0405"))
        return {v.rule for v in found if v.level == "forbid"}

    assert "16.3.5" in rules("a1")  # a2 took no part in the attack
    assert "3" in rules("a2")
    assert "3" not in rules("a1")


@pytest.mark.parametrize(
    ("hex_", "rules"),
    [
        ("3306", []),
        ("3307", [("6.1", "one_head")]),
        ("3308", [("18.2.3", "division")]),
        ("3309", [("18.2.3", "division")]),
    ],
)
def test_18_2_3_a_supply_head_returns_to_a_hex_of_its_division_without_another(
    hex_: str, rules: list[tuple[str, str]]
) -> None:
    units = [
        {"id": "US-101-supply", "hex": "eliminated-allied", "steps": 0},
        {"id": "US-1/502", "hex": "3306"},
        {"id": "US-2/502", "hex": "3307"},
        {"id": "US-82-supply", "hex": "3307"},
        {"id": "US-3/504", "hex": "3308"},
        {"id": "GE-Helle", "hex": "3309"},
    ]
    args = {"unit": "US-101-supply"}
    position = waiting("supply_head", "allied", args, units, real=True, phase="reorganization")
    assert (hex_ in position.options()) is not rules
    assert said(position, hex_) == rules


def test_18_2_3_two_lost_supply_heads_return_in_the_order_of_their_names(table: Any) -> None:
    lost = [f"US-{n}-supply" for n in (101, 82)]
    units = [{"id": name, "hex": "eliminated-allied", "steps": 0} for name in lost]
    units += [{"id": "US-1/502", "hex": "3306"}, {"id": "US-3/504", "hex": "3308"}]
    units += [{"id": "US-2/502", "hex": "3307"}, {"id": "US-2/504", "hex": "3310"}]
    phase = {"clear_board": True, "turn": 4, "phase": "reorganization", "active": "allied"}
    first = table({**phase, "units": units}).next()
    assert first.asked[2] == ["3306", "3307"]
    assert first.choose("3306").asked[2] == ["3308", "3310"]


def test_19_3_1_a_move_into_a_box_is_refused_with_both_ends() -> None:
    position = seen([unit("a1", "0505"), FAR])
    move = act.MoveUnits(units=("a1",), path=("0505", "turn-5"), mode="normal")
    (found,) = (v for v in position.judge(move) if v.rule == "19.3.1")
    assert (found.args["start"], found.args["end"]) == ("0505", "turn-5")


@pytest.mark.parametrize(("words", "steps"), [("west", 2), ("nowhere", None), ("82", None)])
def test_20_2_2_a_step_comes_only_from_a_source_of_the_side(words: str, steps: int | None) -> None:
    """In advisory play too: the unit is engaged, which does not matter there."""
    name = "GE-II-1034-59"
    given = asking({"id": name, "hex": "B", "steps": 1, "status": ["engaged"]})
    after = passes(given, f"{words} {name}")
    assert (None if after is None else after.state.pieces[name].steps) == steps


@pytest.mark.parametrize(
    ("find", "rule"),
    [
        (lambda c: c.kind == "artillery", ("20.2.3", "never")),
        (lambda c: c.role == "combat" and c.steps == 3 and not c.vehicle and c.quality != "elite",
         ("20.2.4", "remnant")),
    ],
)  # fmt: skip
def test_20_2_4_eliminated_units_that_do_not_return(find: Any, rule: tuple[str, str]) -> None:
    """Artillery never; a unit of three steps not without a remnant."""
    counters = setting("campaign").counters
    name = next(c.id for c in counters if c.side == "german" and c.count == 1 and find(c))
    position = asking(dead(name))
    assert not any(name in option for option in position.options())
    assert against(position, f"west {name} area-B") == [rule]


def test_22_2_1_a_unit_without_a_drop_hex_lands_nowhere() -> None:
    units = [due("BR-10-4P", 3), FAR]
    position = waiting("landing", "allied", {"left": 1}, units, phase="airlanding")
    assert said(position, "BR-10-4P") == [("22.2.1", "nowhere")]


def test_22_2_3_no_unit_lands_across_the_water_beside_its_drop_hex() -> None:
    base = setting("campaign")
    board, ground = base.board, base.ground
    drops = ((c, board.drops.get(c.arrival.drop or "")) for c in base.counters)
    name, over, far = next(
        (c.id, j, k)
        for c, drop in drops
        if drop is not None and c.kind == "parachute" and c.arrival.how == "airlanding"
        for i in drop.hexes
        for j in ground.ring[i]
        if (i, j) in ground.water and ground.terrain[j] == "clear"
        for k in ground.ring[j]
        if k not in ground.ring[i] and k not in drop.hexes and ground.terrain[k] == "clear"
    )
    args = {"unit": name}
    position = waiting("landing_hex", "allied", args, [due(name, 3)], real=True, turn=3,
                       phase="airlanding")  # fmt: skip
    assert said(position, board.numbers[over]) == [("22.2.3", "water")]
    assert said(position, board.numbers[far]) == [("22.2.1", "leeway")]


def test_22_5_1_others_land_while_the_poles_wait_for_the_sun(table: Any) -> None:
    late = sky(table, 6, due("PO-1", 3), due("BR-10-4P", 4), weather="cloudy")
    assert late.asked[2] == ["done", "BR-10-4P"]
