"""Texts of places, decisions about units in areas and boxes, orders to missing units."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.effects import Decision
from engine.core.errors import UserError
from engine.games import require_rulebook
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules import ports
from engine.rules.answers import AttackPlan
from engine.rules.judge import Given
from tests.games.holland44.rules.tabletop import Json, at, played, seen, unit

GUN: Json = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 5}
AREAS = {"G": {"side": "german", "hexes": ["0510"]}, "N": {"side": "allied", "hexes": ["0501"]}}


def waiting(position: ports.Answers, kind: str, side: str, **args: Any) -> ports.Answers:
    asked = Decision.model_validate({"kind": kind, "side": side, "args": args})
    return position.ruleset.answers(replace(position.state, pending=(asked,)))


def test_a_hex_of_a_diagram_is_called_as_the_diagram_calls_it():
    board = {"rows": [60, 62], "cols": [20, 23],
             "hexes": {"6122": {"settlement": "town", "name": "Elsewhere"}}}  # fmt: skip
    position = seen([unit("a1", "6122"), unit("g1", "6020")], board=board)
    assert "Elsewhere" in position.where(at(position, "6122"))
    assert "Arnhem" not in position.where(at(position, "6122"))
    assert position.where(at(position, "6020")) == "6020"
    real = seen([{"id": "BR-2-1P", "hex": "6122"}], real=True)
    assert "Arnhem" in real.where(at(real, "6122"))
    assert position.number(at(position, "6122")) == "6122"


def test_17_8_the_scene_of_a_question_is_on_the_map():
    """Guns in an entry area, which is the first of the boxes, are answers without a hex."""
    fired = {**GUN, "status": ["fired"]}
    guns = [unit("g1", "0505", **fired), unit("g2", "A", **fired), unit("g3", "0507", **fired)]
    areas = {"A": {"side": "german", "hexes": ["0501", "0502"]}}
    roads = [{"class": "minor", "hexes": [f"05{c:02d}" for c in range(1, 9)]}]
    position = seen([*guns, unit("a1", "1010")], phase="artillery_resupply", active="german",
                    board={"areas": areas, "roads": roads})  # fmt: skip
    question = position.question()
    assert question is not None
    assert {position.number(i) for i in question.places} == {"0505", "0507"}
    assert {o.id: o.place for o in question.options}["g2"] == at(position, "A")


def test_22_3_1_a_bad_landing_shows_its_result():
    """S: scattered; S1: scattered, and a step is lost (22.3.3)."""
    found = require_rulebook("holland44").parse_position({"scenario": "campaign"})
    position = found.ruleset.answers(found.state)
    start = played(position, act.NextPhase())
    texts = {}
    for die in (5, 6):
        thrown = [die, *[1] * 40]
        rolled = start
        while len(thrown) > 1:
            try:
                rolled = played(start, act.Choose(decision="drop_hex", option="done"), *thrown)
            except UserError:
                thrown.pop()
                continue
            break
        question = rolled.question()
        assert question is not None
        assert question.kind == "scattered"
        texts[die] = question.text
        assert question.options[0].text.endswith(" is affected")
    assert ": S, " in texts[5]
    assert ": S1, " in texts[6]


def test_13_a_retreat_of_absent_units_bars_no_hex():
    units = [unit("g1", "0808"), unit("a1", "0505")]
    position = waiting(seen(units, phase="combat", board={"areas": AREAS}), "retreat", "german",
                       units=["g1", "nobody"], hexes=[2], battle="0506", shattered=False,
                       again=[])  # fmt: skip
    assert position.barred() == {}
    assert position.options() == ()


def test_17_4_a_gun_without_a_range_has_no_target():
    gun = {**GUN, "range": None}
    units = [unit("a1", "0505"), unit("a8", "0407", **gun), unit("g1", "0506")]
    position = seen(units, phase="combat")
    found = position.prepared(AttackPlan(("a1",), at(position, "0506"), ("a8",)))
    assert (found.able, found.support) == ((), ())
    near = {**GUN, "range": 1}
    beside = seen([units[0], unit("a8", "0407", **near), units[2]], phase="combat")
    found = beside.prepared(AttackPlan(("a1",), at(beside, "0506"), ("a8",)))
    assert (found.able, found.support) == (("a8",), ("a8",))


NOT_THERE = ("nobody", "a2")
"""A unit that there is not, and one that waits in a box."""


@pytest.mark.parametrize(
    "order",
    [
        lambda n: act.SplitUnit(unit=n, part="a1"),
        lambda n: act.JoinUnits(unit=n, into="a1"),
        lambda n: act.JoinUnits(unit="a1", into=n),
        lambda n: act.PlaceMarker(unit=n, marker="moved"),
        lambda n: act.TakeAdvance(unit=n),
        lambda n: act.Disengage(unit=n),
        lambda n: act.MoveUnits(units=(n,), path=("0505", "0506"), mode="relocation"),
        lambda n: act.MoveUnits(units=(n,), path=("0505", "0506"), mode="normal"),
    ],
)
def test_orders_to_missing_units_name_them(order: Any):
    """A waiting unit is reported neither as unknown nor as on the map."""
    position = seen([unit("a1", "0505"), unit("a2", "turn-5"), unit("g1", "0110")])
    told = []
    for name in NOT_THERE:
        with pytest.raises(Refused) as refusal:
            position.judge(order(name))
        told.append(str(refusal.value))
    assert told == [t("probe.unit", unit="nobody"), t("probe.off_map", unit="a2")]


def test_21_1_a_missing_piece_cannot_be_broken_down():
    position = seen([unit("a1", "0505"), unit("g1", "0110")])
    with pytest.raises(Refused, match="nobody"):
        position.judge(act.SplitUnit(unit="a1", part="nobody"))
    with pytest.raises(UserError, match="odd"):
        position.ruleset.resolve(
            position.state, act.PlaceMarker(unit="a1", marker="odd"), Given([])
        )


def test_19_4c_an_attack_on_an_area_or_on_no_hex_is_senseless():
    position = seen([unit("a1", "0510"), unit("g1", "G")], phase="combat", board={"areas": AREAS})
    told = []
    for target in ("area-G", "G", "9999"):
        attack = act.DeclareAttack(attackers=("a1",), target=target)
        with pytest.raises(Refused) as refusal:
            position.judge(attack)
        told.append(str(refusal.value))
    assert told[0] == told[1] != told[2]
