"""Seldom branches of the rules, each by itself: bridges, entries, assaults on nobody, no path."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.airbridge.answers.assault_course import course
from engine.games.airbridge.rules.ch10_refusal import Refuse
from engine.games.airbridge.rules.ch21_arrivals import entry_hexes, waiting
from engine.probe.questions import answer
from engine.request_fields import Refused
from tests.games.airbridge.test_answers import A, G
from tests.games.airbridge.test_examples import Table
from tests.games.airbridge.test_probe import BOARD, GUN, position
from tests.games.airbridge.test_rules import declared, played

CANAL = BOARD | {"hexsides": {"0404/0405": ["canal"]}}


def landed(hex_: str, *dice: int) -> Table:
    """Land a battalion of the 101st in the first turn."""
    table = Table("campaign", turn=1, phase="airborne", active="allied")
    unit = table.position.any_unit("US-101-1/501")
    assert unit is not None
    box = table.position.number(unit.place)
    table.play(act.MoveUnits(units=(unit.id,), path=(box, hex_), mode="landing"), *dice)
    return table


@pytest.mark.parametrize(("die", "state"), [(1, "blown"), (10, "wired")])
def test_who_lands_beside_a_charged_bridge_approaches_it(die: int, state: str) -> None:
    """7.2b, 7.2c."""
    table = landed("A2605", die)
    assert table.state.hexsides["A2605/A2705"] == state
    assert "tried/A2605/A2705" in table.state.tracks
    assert "tried/A2605/A2705" not in landed("A2803").state.tracks


def test_germans_approach_no_bridge() -> None:
    """7.2c."""
    board = BOARD | {"hexsides": {"0404/0405": ["canal", "bridge", "red"]}}
    path = act.MoveUnits(units=("u",), path=("0403", "0404"))
    for side, tried in (("german", False), ("allied", True)):
        unit = A | {"id": "u", "side": side}
        table = played(position(unit, board=board, phase="movement", active=side), path, 10)
        assert ("tried/0404/0405" in table.state.tracks) == tried


def test_units_enter_in_their_entry_hexes_only() -> None:
    """21.0b."""
    table = Table("campaign", turn=4, phase="movement", active="german")
    unit = next(u for u in waiting(table.position, "german") if not u.type.airborne)
    own, number = entry_hexes(table.position, unit), table.position.number
    empty = [i for i in range(len(table.position.ground.numbers)) if not table.position.stack(i)]
    elsewhere = next(i for i in empty if i not in own)
    for hex_, rules in ((next(i for i in own if i in empty), []), (elsewhere, ["21.0b.elsewhere"])):
        order = act.MoveUnits(
            units=(unit.id,), path=(number(unit.place), number(hex_)), mode="arrival"
        )
        assert table.said(order) == rules


@pytest.mark.parametrize(
    ("attack", "defense", "ratio"),
    [(4, 6, "1:2"), (4, 4, "1:1"), (9, 4, "2:1"), (4, 9, "1:3"), (0, 6, "0:6"), (4, 0, "4:0")],
)
def test_the_odds_of_an_overrun_are_rounded_for_the_defender(
    attack: int, defense: int, ratio: str
) -> None:
    """4.2c."""
    table = position(A | {"attack": attack}, G | {"defense": defense}, phase="movement")
    told = answer(table, "overrun", {"units": ["a"], "target": "0404"})
    assert (told["attack"], told["defense"], told["ratio"]) == (attack, defense, ratio)


@pytest.mark.parametrize(
    ("guns", "more", "result"),
    [(["gun"], {"die": 1}, 4), (["gun"], {}, None), ([], {"die": 1}, None), ([], {}, None)],
)
def test_a_bombardment_has_a_result_with_points_and_a_die(
    guns: list[str], more: dict[str, int], result: int | None
) -> None:
    """9.1c."""
    table = position(A, GUN | {"id": "gun", "hex": "0402"}, G, phase="bombardment")
    told = answer(table, "bombard", {"target": "0404", "artillery": guns, **more})
    assert told.get("result") == result
    assert ("steps" in told) == (result is not None)
    assert told["column"] == ("7-12" if guns else None)


@pytest.mark.parametrize("op", ["odds", "assault", "outcome"])
def test_an_attack_without_attackers_is_refused(op: str) -> None:
    with pytest.raises(Refused) as refused:
        answer(position(A, G), op, {"attackers": [], "target": "0404", "code": "D1F1"})
    assert refused.value.where == "attackers"


@pytest.mark.parametrize(("water", "rules"), [(CANAL, ["11.1a"]), (BOARD, [])])
def test_nobody_reacts_over_water_without_a_bridge(water: dict[str, Any], rules: list[str]) -> None:
    """11.1a."""
    table = position(A, G, G | {"id": "h", "hex": "0405"}, board=water, phase="reaction",
                     declared=[declared("maneuver", "a")])  # fmt: skip
    told = answer(table, "react", {"target": "0404"})["units"]["h"]
    assert [v["rule"] for v in told["verdicts"]] == rules


@pytest.mark.parametrize(("german", "options"), [({}, ["stand", "refuse"]), ({"cm": False}, [])])
def test_refusal_is_offered_to_those_who_may(german: dict[str, Any], options: list[str]) -> None:
    """10.0a."""
    table = position(A, G | german, phase="refusal", declared=[declared("maneuver", "a")])
    found = Refuse().choices(table.position, {"target": "0404"})
    assert [choice.id for choice in found] == options


def test_against_defenders_without_a_factor_nobody_fires() -> None:
    """13.1e."""
    table = position(A, G | {"defense": 0}, phase="assault", declared=[declared("assault", "a")])
    order = act.DeclareAttack(attackers=("a",), target="0404", combat="assault")
    after = played(table, order, *([1] * 4))
    while after.state.pending and after.state.pending[-1].kind == "support":
        after = played(after, act.Choose(decision="support", option="none"), *([1] * 4))
    assert {n: p.steps for n, p in after.state.pieces.items()} == {"a": 2, "g": 2}


@pytest.mark.parametrize("efficiency", [0, 1])
def test_who_has_no_efficiency_fires_no_second_round(efficiency: int) -> None:
    """8.0e, 13.1g."""
    table = position(A | {"efficiency": efficiency}, G, phase="assault")
    rounds = course(table.position, [table.position.units["a"]], table.place("0404")).rounds
    assert bool(rounds["both"] + rounds["attacker"]) == bool(efficiency)


def test_germans_who_leave_a_drop_zone_standing_do_not_take_the_hex() -> None:
    """7.3f, 13.2e: the steps of its defenders are lost first."""
    zone = {"kind": "dz", "division": "101", "hex": "0404"}
    falls = []
    for markers in ([zone], []):
        table = position(G | {"hex": "0403", "attack": 14}, A | {"hex": "0404", "steps": 1},
                         markers=markers, phase="assault", active="german")  # fmt: skip
        found = course(table.position, [table.position.units["g"]], table.place("0404"))
        falls.append(sum(p for end, p in found.endings.items() if end.taken))
        assert {end.defender for end in found.endings} == {0, 1}
    assert 0 < falls[0] < falls[1]


def test_a_stack_retreats_where_all_of_it_fits() -> None:
    """5.0c, 12.3a."""
    crowd = [G | {"id": f"c{n}", "hex": "0405", "stacking": 2} for n in range(3)]
    table = position(A, G, G | {"id": "h"}, *crowd)
    for names, fits in ((("g",), True), (("g", "h"), False)):
        ends = {table.where(o.path[-1]) for o in table.retreats(names, 1).options}
        assert ("0405" in ends) == fits
        assert ends
