"""Small parts shared by all games: described odds, paged lists, random choices, charts, shapes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.core.modes import HouseLevel
from engine.core.places import Places
from engine.core.reducer import apply
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.modules.module import Module, load_module
from engine.modules.tables import PairChart, PairRow
from engine.play.audit import Audit, Finding
from engine.play.autoplay import _choice, kind_key
from engine.request_fields import Refused
from engine.rules import house, listing
from engine.rules.alternatives import sentence
from engine.rules.answers.combat import AttackPlan, Chance, Odds, Result, Share, ShiftLine
from engine.rules.base.rulebook import Rulebook
from engine.rules.base.ruleset import Ruleset
from engine.rules.judge import Forbidden, Given
from engine.rules.positions.shape import PositionIn, misshapen, parse
from engine.rules.positions.words import Words
from engine.rules.unknown_names import unknown_in

# -- a fight worked out ---------------------------------------------------------------------------


def fight(**more: Any) -> Odds:
    told: dict[str, Any] = {
        "plan": AttackPlan(("a",), "t"),  # type: ignore[arg-type]
        "attack": 6, "defense": 3, "ratio": "2:1", "column": "3:1",
        "strengths": (Share("a", "attack", 4, 4), Share("s", "support", 2, 2),
                      Share("d", "defense", 3, 3)),
        "shifts": (ShiftLine("1", 1, "x"), ShiftLine("2", -3, "y")),
        "chances": (Chance("1", Fraction(1, 6), Result("A")),
                    Chance("2", Fraction(1, 6), Result("B"))),
    }  # fmt: skip
    return Odds(**{**told, **more})


def test_the_strength_of_a_combat_includes_shifts() -> None:
    assert fight().strength == 0
    assert fight(shifts=()).strength == 2
    assert fight(shifts=(), defense=0).strength == 12


def test_a_throw_has_a_result_or_none() -> None:
    assert fight().result(2) == Result("B")
    assert fight().result(7) is None


def test_results_for_both_sides_are_split() -> None:
    mine, theirs = fight().sides
    assert [s.unit for s in mine] == ["a", "s"]
    assert [s.unit for s in theirs] == ["d"]


# -- audits, house rules --------------------------------------------------------------------------


def test_breaches_are_the_forbidding_verdicts() -> None:
    found = [Finding(n, "", "1", level, "") for n, level in
             enumerate(("forbid", "warn", "info", "forbid"))]  # type: ignore[arg-type]  # fmt: skip
    assert [f.entry for f in Audit("x", findings=found).breaches] == [0, 3]


def test_house_rules_remove_verdicts() -> None:
    def say(rule: str, level: Any = "forbid", key: str = "k") -> Verdict:
        return Verdict(rule=rule, level=level, key=key, args={})

    verdicts = [say("7.1"), say("7.2"), say("8"), say("7.2", "info"), say("7.1", key="fixed")]
    levels: dict[str, HouseLevel] = {"7.1": "off", "7.2": "advise", "8": "enforce"}
    left = house.under(levels, verdicts, ("fixed",))
    assert [(v.rule, v.level, v.key) for v in left] == [
        ("7.2", "warn", "k"), ("8", "forbid", "k"), ("7.2", "info", "k"), ("7.1", "forbid", "fixed")
    ]  # fmt: skip
    assert house.under({}, verdicts) == verdicts
    assert house.refuses("enforced", {}, [say("7.1")])
    assert not house.refuses("enforced", {}, [say("7.1", "warn")])
    assert not house.refuses("advisory", {}, [say("7.1")])
    assert house.refuses("advisory", levels, [say("7.1"), say("8")])
    assert not house.refuses("advisory", levels, [say("8", "warn")])
    assert not house.refuses("off", levels, [say("8")])
    assert house.allowed({}, [say("7.1", "warn")])
    assert not house.allowed({}, [say("7.1")])
    assert house.allowed(levels, [say("7.1"), say("7.2")])
    assert not house.allowed(levels, [say("7.1", key="fixed")], ("fixed",))


# -- lists of actions -----------------------------------------------------------------------------


def notes(*words: str) -> list[act.Action]:
    return [act.Note(text=word) for word in words]


def texts(found: listing.Legal) -> list[str]:
    return [getattr(a, "text", getattr(a, "option", "")) for a in found.actions]


def test_answers_are_paged_from_an_offset() -> None:
    asked = fx.Decision(kind="k", side="german", args={})
    whole = listing.answers(asked, ["a", "b", "c"], 3, 1)
    assert (whole.side, texts(whole), whole.more) == ("german", ["a", "b", "c"], 0)
    part = listing.answers(asked, ["a", "b", "c"], 2, 4)
    assert (texts(part), part.more) == (["b", "c"], 1)
    assert texts(listing.answers(asked, ["a", "b", "c"], 2, 5)) == ["c", "a"]
    assert texts(listing.answers(asked, [], 2, 5)) == []


def test_orders_are_listed_unit_by_unit() -> None:
    def orders(*words: str) -> listing.Orders:
        def those() -> Iterator[act.Action]:
            return iter(notes(*words))

        return those

    subjects = [orders("a", "b"), orders("c"), orders("d", "e")]
    whole = listing.in_turns("allied", notes("x"), subjects, 10, 0)
    assert (texts(whole), whole.more) == (["x", "a", "b", "c", "d", "e"], 0)
    some = listing.in_turns("allied", notes("x"), subjects, 3, 1)
    assert (texts(some), some.more) == (["x", "c", "d"], 2)
    exact = listing.in_turns("allied", [], subjects, 2, 0)
    assert (texts(exact), exact.more) == (["a", "b"], 2)
    none = listing.in_turns("allied", notes("x"), subjects, 1, 0)
    assert (texts(none), none.more) == (["x"], 3)


# -- random play ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def line() -> Places:
    return Places([str(n) for n in range(10)], ["box"])


def move(end: int, **more: Any) -> act.MoveUnits:
    return act.MoveUnits(**{"units": ("x",), "path": ("1", str(end)), **more})


def attack(**more: Any) -> act.DeclareAttack:
    return act.DeclareAttack(attackers=("x",), target="1", **more)


def test_every_kind_of_order_is_equally_likely(line: Places) -> None:
    chance, end = random.Random(1), act.NextPhase()
    moves = [move(n) for n in range(9)]
    drawn = Counter(_choice((end, *moves, act.Note(text="n")), chance, line, set()).kind
                    for _ in range(400))  # fmt: skip
    assert 120 < drawn["note"] < 280
    assert {_choice((end, *moves), chance, line, set()) for _ in range(400)} == {end, *moves}


def test_moves_to_an_enemy_are_drawn_as_often_as_all_others(line: Places) -> None:
    chance = random.Random(1)
    moves = [move(n) for n in range(9)]
    drawn = Counter(_choice(moves, chance, line, {4}) for _ in range(400))
    assert 150 < drawn[moves[4]] < 250


def test_a_phase_ends_seldom_while_units_can_move_or_fight(line: Places) -> None:
    chance, end = random.Random(1), act.NextPhase()
    ends = [
        sum(_choice((end, order), chance, line, set()) == end for _ in range(1_000))
        for order in (move(2), attack())
    ]
    assert 20 < ends[0] < 60
    assert 90 < ends[1] < 160
    assert _choice((end,), chance, line, set()) == end
    assert _choice((attack(),), chance, line, set()) == attack()


def test_kinds_of_orders(line: Places) -> None:
    orders = [
        attack(), attack(artillery=("g",)), attack(air=1), attack(combat="assault"),
        move(2), move(2, mode="tactical"), move(2, path=("box", "2")),
        act.Bombard(artillery=("g",), target="1"), act.Bombard(air=1, target="1"),
        act.PlaceMarker(unit="x", marker="m"), act.PlaceMarker(unit="x", marker="n"),
    ]  # fmt: skip
    assert len({kind_key(order, line) for order in orders}) == len(orders)
    assert kind_key(attack(air=1), line) == kind_key(attack(air=2), line)


# -- charts of two dice ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pairs() -> PairChart:
    rows = [
        {"label": "r", "sums": s, "cells": c} for s, c in (([2, 3], ["A", "B"]), ([7], ["C", "D"]))
    ]
    return PairChart.model_validate(
        {"format": "h44pairs/1", "id": "p", "key": "k", "rule": "1", "columns": ["x", "y"],
         "rows": rows, "basis": "stated"}
    )  # fmt: skip


def test_a_chart_of_two_dice_has_its_sums(pairs: PairChart) -> None:
    assert [pairs.clamped(n) for n in (-1, 0, 1, 2)] == [0, 0, 1, 1]
    assert pairs.result(3, 1) == "B"
    assert pairs.result(7, 9) == "D"
    assert pairs.result(7, -9) == "C"
    assert pairs.column("y") == 1
    with pytest.raises(UserError, match="12"):
        pairs.row(12)
    with pytest.raises(UserError, match="x, y"):
        pairs.column("z")
    assert [row.chance for row in pairs.rows] == [Fraction(3, 36), Fraction(6, 36)]
    whole = PairRow.model_validate({"label": "r", "sums": list(range(2, 13)), "cells": ["A"]})
    assert whole.chance == 1


# -- shapes of positions --------------------------------------------------------------------------


def test_the_first_fault_of_a_shape_is_named_with_its_place(module: Module) -> None:
    words, unit = Words(module), {"id": "a", "hex": "0101"}
    given = parse(PositionIn, {"units": [unit]}, words)
    assert (given.units[0].hex, given.scenario) == ("0101", "campaign")
    faults = {
        "units[1].hex": {"units": [unit, unit | {"hex": 2}]},
        "units[0].kind": {"units": [unit | {"kind": "dragon"}]},
        "scenario": {"scenario": "three"},
        "-": {"units": [], "phase": "dawn", "turn": "x"},
    }
    for where, raw in faults.items():
        with pytest.raises(Refused) as refusal:
            parse(PositionIn, raw, words)
        assert refusal.value.where == where or where == "-"
    with pytest.raises(Refused, match=r"'weather', 'artillery_resupply'.* or 'victory'"):
        parse(PositionIn, {"phase": "dawn"}, words)
    with pytest.raises(Refused, match="campaign, short"):
        parse(PositionIn, {"scenario": "three"}, words)
    with pytest.raises(ValidationError) as error:
        PositionIn.model_validate([], context=words)
    assert "-" in str(misshapen(error.value))


def test_ids_are_replaced_by_words() -> None:
    words = Words(load_module("airbridge"))
    assert words.id_of("phases", "mechanized") == "mechanised"
    assert words.word_for("phases", "mechanised") == "mechanized"
    assert "mechanised" not in words.of("phases")
    assert words.word_for("tracks", "air_points/german") == "air.german"
    assert words.id_of("tracks", "mud") == "mud"


# -- what is only thought of, and what nobody knows -----------------------------------------------


@pytest.fixture(scope="module")
def rules(module: Module) -> Ruleset:
    return Rulebook("holland44").ruleset("campaign", module)


@pytest.fixture(scope="module")
def opening(rules: Ruleset) -> State:
    return rules.opening()


def test_a_hypothetical_action_has_a_sentence(rules: Ruleset, opening: State) -> None:
    unit = next(n for n, p in opening.pieces.items() if rules.places.is_hex(p.place))
    here = opening.pieces[unit].place
    there = next(n for n in rules.board.neighbours[here] if n >= 0)
    path = rules.places.name(here), rules.places.name(there)
    told = sentence(rules, opening, act.MoveUnits(units=(unit,), path=path))
    assert rules.names.unit_name(opening.pieces[unit].counter) in told
    assert rules.names.place_name(path[1]) in told
    nobody = act.MoveUnits(units=("nobody",), path=path)
    assert "nobody" in sentence(rules, opening, nobody)


def test_unknown_names_are_reported(rules: Ruleset, opening: State, module: Module) -> None:
    assert unknown_in(opening, module) is None
    clock = opening.clock
    odd = clock.model_copy(update={"active": "martian"})
    state = apply(opening, (fx.SetPhase(before=clock, after=odd),), rules.places)
    assert unknown_in(state, module) == "martian"
    piece = {"unit": "new", "counter": "no such", "side": "allied", "at": "6122", "index": 0,
             "steps": 1}  # fmt: skip
    state = apply(opening, (fx.Place.model_validate(piece),), rules.places)
    assert unknown_in(state, module) == "no such"


def test_given_dice_are_used_in_order() -> None:
    dice = Given([3, 6, 1])
    assert dice.throw(6, 2, "x").values == (3, 6)
    assert dice.left == [1]
    with pytest.raises(UserError):
        dice.throw(6, 2, "x")
    for wrong in (0, 7):
        with pytest.raises(UserError):
            Given([wrong]).throw(6, 1, "x")
    assert Given([1, 6]).throw(6, 2, "x").count == 2


def test_a_refusal_has_each_sentence_once() -> None:
    key = "rule.ardenas.8.1a.no_factor"
    same = [Verdict(rule="8.1a", level="forbid", key=key, units=(name,)) for name in ("a", "b")]
    assert str(Forbidden(same)) == "A unit without a combat factor does not attack."
