"""Clauses asserted one by one, on diagrams and on the set-up of the scenarios."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.effects import Clock
from engine.games.airbridge.rulebook import rulebook
from engine.games.airbridge.rules.ch03_sequence import next_clock
from engine.probe.questions import answer
from engine.rules import player
from tests.games.airbridge.test_probe import BOARD, GUARDS, GUN, SAPPERS, SS, position

BOOK = rulebook()


def said(table: Any, action: act.Action) -> list[str]:
    """Return the rules that forbid an action, in the phase of the position."""
    found = table.ruleset.judge(table.state, action)
    return sorted({v.key.removeprefix("rule.airbridge.") for v in found if v.level == "forbid"})


def played(table: Any, action: act.Action, *dice: int) -> Any:
    done = player.step(table.ruleset, table.state, action, list(dice))
    return table.ruleset.answers(done.state)


def where(table: Any, unit: str) -> str:
    return str(table.ruleset.places.name(table.state.pieces[unit].place))


def declared(kind: str, *units: str, target: str = "0404") -> dict[str, Any]:
    return {"kind": kind, "target": target, "units": list(units)}


@pytest.mark.parametrize("scenario", ["introductory", "tournament", "campaign"])
def test_everybody_begins_with_two_steps(scenario: str) -> None:
    rules = BOOK.ruleset(scenario)
    roster = rules.setting.roster  # type: ignore[attr-defined]
    pieces = rules.opening().pieces.values()
    assert pieces
    for piece in pieces:
        assert piece.steps == roster.type_of(piece.counter).steps


def refusing(*dice: int) -> Any:
    """Let the German stack next to three Allied ones refuse combat."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403"},
        SS | {"id": "g", "hex": "0404"},
        phase="declaration",
    )
    attack = act.DeclareAttack(attackers=("a",), target="0404")
    table = played(played(table, attack), act.NextPhase())
    assert table.state.pending[-1].kind == "refuse"
    return played(table, act.Choose(decision="refuse", option="refuse"), *dice)


def test_refusal_rolls_best_efficiency_and_withdraws_one_hex() -> None:
    table = refusing(7)
    asked = table.question()
    assert asked.kind == "refuge"
    ends = {option.id for option in asked.options}
    assert "0405" in ends
    assert not ends & {"0403", "0404", "0303", "0503"}  # enemies, and their zone
    table = played(table, act.Choose(decision="refuge", option="0405"))
    assert where(table, "g") == "0405"


@pytest.mark.parametrize(
    ("hex_", "rules"),
    [("0403", ["6.0d.enemy"]), ("0304", ["6.0d.zone"]), ("0909", ["10.0d.apart"]), ("0405", [])],
)
def test_barred_refuge_states_reason(hex_: str, rules: list[str]) -> None:
    assert said(refusing(7), act.Choose(decision="refuge", option=hex_)) == rules


def test_failed_refusal_leads_to_combat() -> None:
    table = refusing(8)
    assert table.state.tracks["combat"] == "refusal 0404 8 7"
    assert not table.state.pending
    assert where(table, "g") == "0404"
    assert len(table.plans()) == 1


@pytest.mark.parametrize(("mine", "column"), [(7, "1-1"), (8, "2-1"), (4, "1-3"), (5, "1-2")])
def test_the_column_moves_with_the_efficiency(mine: int, column: str) -> None:
    table = position(
        GUARDS | {"id": "a", "hex": "0403", "efficiency": mine},
        SS | {"id": "g", "hex": "0404", "armor": "Inf"},
        phase="maneuver",
    )
    found = answer(table, "odds", {"attackers": ["a"], "target": "0404"})
    assert found["column"] == column


def test_an_overrun_in_the_mechanised_phase() -> None:
    table = position(
        GUARDS | {"id": "a", "hex": "0403", "attack": 14},
        SS | {"id": "g", "hex": "0404", "defense": 2},
        phase="mechanized",
        turn=1,
    )
    move = act.MoveUnits(units=("a",), path=("0403", "0404"))
    assert said(table, move) == []
    after = played(table, move)
    assert where(after, "g") == "eliminated-german"
    for status, reason in (("out_of_supply", "4.0i.enemy"), ("fatigued", "4.0i.enemy")):
        weak = position(
            GUARDS | {"id": "a", "hex": "0403", "attack": 14, "status": [status]},
            SS | {"id": "g", "hex": "0404", "defense": 2},
            phase="movement",
            turn=1,
        )
        assert reason in said(weak, move)


def test_a_dz_falls_to_an_overrun_and_to_an_assault() -> None:
    mark = {"kind": "dz", "division": "101", "hex": "0404"}
    tanks = SS | {"id": "g", "hex": "0403", "attack": 14}
    table = position(tanks, markers=[mark], phase="movement", active="german")
    table = played(table, act.MoveUnits(units=("g",), path=("0403", "0404")))
    assert table.state.tracks["dz_lost/101"] == 3
    assert "dz-101" not in table.state.markers
    table = position(
        tanks,
        markers=[mark],
        phase="assault",
        active="german",
        declared=[declared("assault", "g")],
    )
    attack = act.DeclareAttack(attackers=("g",), target="0404", combat="assault")
    table = played(table, attack, 10, 1)  # the DZ defends with 1, in vain
    assert "dz_lost/101" in table.state.tracks


def test_an_assault_gets_no_support_and_guns_defend_with_their_own_value() -> None:
    table = position(
        GUARDS | {"id": "a", "hex": "0403"},
        GUN | {"id": "gun", "hex": "0402"},
        GUN | {"id": "g", "hex": "0404", "side": "german", "defense": 3},
        phase="assault",
        declared=[declared("assault", "a")],
    )
    attack = act.DeclareAttack(
        attackers=("a",), target="0404", artillery=("gun",), combat="assault"
    )
    assert "9.0c.no_support" in said(table, attack)
    odds = answer(table, "odds", {"attackers": ["a"], "target": "0404", "combat": "maneuver"})
    assert odds["defense"] == 3


@pytest.mark.parametrize(("terrain", "steps"), [("clear", 1), ("urban", 2)])
def test_staying_costs_a_step_except_in_urban_hexes(terrain: str, steps: int) -> None:
    table = position(
        GUARDS | {"id": "a", "hex": "0403", "attack": 6, "efficiency": 7},
        SS | {"id": "g", "hex": "0404", "defense": 6, "armor": "Inf"},
        board=BOARD | {"hexes": {"0404": {"terrain": terrain}}},
        phase="maneuver",
        declared=[declared("maneuver", "a")],
    )
    codes = answer(table, "odds", {"attackers": ["a"], "target": "0404"})["results"]
    die = next(int(d) for d, code in codes.items() if code.startswith("DF"))
    table = played(table, act.DeclareAttack(attackers=("a",), target="0404"), die)
    while table.state.pending and table.state.pending[-1].kind == "support":
        table = played(table, act.Choose(decision="support", option="none"), die)
    assert table.state.pending[-1].kind == "stay"
    table = played(table, act.Choose(decision="stay", option="stay"))
    assert table.state.pieces["g"].steps == steps
    assert where(table, "g") == "0404"


def test_fatigued_unit_does_not_bar_its_stack() -> None:
    table = position(
        GUARDS | {"id": "tired", "hex": "0403", "status": ["fatigued"]},
        GUARDS | {"id": "fresh", "hex": "0403"},
        SS | {"id": "g", "hex": "0404"},
    )
    assert said(table, act.DeclareAttack(attackers=("fresh",), target="0404")) == []
    tired = act.DeclareAttack(attackers=("tired",), target="0404")
    assert said(table, tired) == ["14.0b.fatigued"]


def test_unsupplied_units_cannot_assault_and_get_worse_manoeuvre() -> None:
    hungry = GUARDS | {"id": "a", "hex": "0403", "status": ["out_of_supply"]}
    table = position(hungry, SS | {"id": "g", "hex": "0404", "armor": "Inf"})
    assault = act.DeclareAttack(attackers=("a",), target="0404", combat="assault")
    assert said(table, assault) == ["13.0g.unsupplied"]
    assert said(table, act.DeclareAttack(attackers=("a",), target="0404")) == []
    odds = answer(table, "odds", {"attackers": ["a"], "target": "0404"})
    assert {"rule": "12.2c", "by": 3, "why": "unsupplied"} in odds["drms"]


@pytest.mark.parametrize(
    ("status", "reasons"),
    [
        ([], []),
        (["first_fire"], []),
        (["final_fire"], ["9.4c.final"]),
        (["out_of_supply"], []),
        (["out_of_supply", "first_fire"], ["9.4c.final"]),
    ],
)
def test_unsupplied_artillery_acts_once(status: list[str], reasons: list[str]) -> None:
    table = position(
        GUARDS | {"id": "a", "hex": "0403"},
        GUN | {"id": "gun", "hex": "0402", "status": status},
        SS | {"id": "g", "hex": "0404"},
        phase="bombardment",
    )
    assert said(table, act.Bombard(artillery=("gun",), target="0404")) == reasons


def test_one_engineer_ferries_one_unit_or_himself() -> None:
    board = BOARD | {"hexsides": {"0403/0404": ["river"]}}
    foot = GUARDS | {"id": "a", "hex": "0403", "cm": False}
    table = position(foot, SAPPERS | {"id": "e", "hex": "0403"}, board=board, phase="movement")
    asked = {"bridge": "0403/0404", "way": "ferry", "units": ["e", "a"]}
    assert answer(table, "bridge", asked)["legal"]
    assert answer(table, "bridge", asked | {"units": ["e"]})["legal"]
    assert not answer(table, "bridge", asked | {"units": ["a"]})["legal"]
    over = table.ruleset.board.index["0404"]
    ferries = {names: table.reach(names, "ferry").hexes for names in (("e", "a"), ("e",), ("a",))}
    assert {n: [(end.mode, *end.path) for end in h.values()] for n, h in ferries.items()} == {
        ("e", "a"): [("ferry", table.position.units["e"].place, over)],
        ("e",): [("ferry", table.position.units["e"].place, over)],
        ("a",): [],
    }
    driven = position(
        GUARDS | {"id": "a", "hex": "0403"},
        SAPPERS | {"id": "e", "hex": "0403"},
        board=board,
        phase="movement",
    )
    assert not answer(driven, "bridge", asked)["legal"]


def test_ferried_unit_may_overstack_until_phase_end() -> None:
    """5.0c: with a warning; the enemy is asked for the excess only at the end of the phase."""
    table = position(
        SAPPERS | {"id": "e", "hex": "0403"},
        GUARDS | {"id": "a", "hex": "0403", "cm": False, "stacking": 3},
        GUARDS | {"id": "b", "hex": "0404", "stacking": 7},
        board=BOARD | {"hexsides": {"0403/0404": ["river"]}},
        phase="movement",
    )
    ferry = act.MoveUnits(units=("e", "a"), path=("0403", "0404"), mode="ferry")
    assert [(v.rule, v.level) for v in table.ruleset.judge(table.state, ferry)] == [
        ("5.0c", "warn")
    ]
    table = played(table, ferry)
    assert played(table, act.NextPhase()).state.pending[-1].kind == "overstack"
    table = played(table, act.MoveUnits(units=("b",), path=("0404", "0505")))
    assert played(table, act.NextPhase()).state.pending == ()


def test_the_allies_play_first_on_the_first_day() -> None:
    rules = BOOK.ruleset("campaign")
    state = rules.opening()
    position = rules.position(state)  # type: ignore[attr-defined]
    assert position.first_player == "allied"
    last = replace(state, clock=Clock(turn=1, phase="end", active="german"))
    following = next_clock(rules.position(last))  # type: ignore[attr-defined]
    assert following == Clock(turn=2, phase="initial", active="allied")
