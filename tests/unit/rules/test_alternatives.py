"""Alternatives to a refusal: the nearest legal actions, and pending duties first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.modules.module import Module
from engine.rules import player, ports
from engine.rules.answers import CheckItem
from engine.rules.base.answers import Answers
from engine.rules.base.rulebook import Rulebook
from engine.rules.base.ruleset import Ruleset
from engine.rules.judge import acting_side
from tests.games.holland44.rules.tabletop import Json, at, seen, unit

END = act.NextPhase()


def out(position: ports.Answers, action: act.Action, most: int = 5) -> tuple[act.Action, ...]:
    return player.alternatives_to(position.ruleset, position.state, action, most)


# -- moves ----------------------------------------------------------------------------------------


def leap(*path: str, **more: Any) -> act.MoveUnits:
    return act.MoveUnits(units=("a1",), path=path, **more)


def ends(found: Iterable[act.Action]) -> list[str]:
    return [a.path[-1] for a in found if isinstance(a, act.MoveUnits)]


def test_the_ends_nearest_to_a_hex_that_is_too_far_come_first() -> None:
    position = seen([unit("a1", "0505"), unit("g1", "0110")])
    board = position.ruleset.board
    far = at(position, "1010")
    found = ends(out(position, leap("0505", "1010"), 500))
    reached = position.reach(["a1"]).hexes
    assert set(found) == {position.number(i) for i in reached}
    rings = [board.distance(at(position, n), far) for n in found]
    assert rings == sorted(rings)
    for n, number in enumerate(found[1:]):
        if rings[n] == rings[n + 1]:  # equally near: the cheaper one first
            assert reached[at(position, found[n])].cost <= reached[at(position, number)].cost
    assert ends(out(position, leap("0505", "1010"), 3)) == found[:3]


def test_another_path_to_the_same_hex_comes_first() -> None:
    lake = {"hexes": {"0506": {"terrain": "lake"}}}
    position = seen([unit("a1", "0505"), unit("g1", "0110")], board=lake)
    first, *rest = out(position, leap("0505", "0506", "0507", mode="normal"))
    assert isinstance(first, act.MoveUnits)
    assert (first.path[-1], "0506" in first.path) == ("0507", False)
    assert "0507" not in ends(rest)
    assert len({a.model_dump_json() for a in (first, *rest)}) == 5


def test_a_box_has_no_alternatives_and_an_unknown_place_is_reported() -> None:
    position = seen([unit("a1", "0505"), unit("g1", "0110")])
    box = leap("0505", "turn-9", mode="normal")
    assert ends(out(position, box, 1)) != []
    assert out(seen([unit("a1", "0505"), unit("g1", "0110")], phase="combat"), box) == ()


def test_a_legal_action_has_no_alternatives() -> None:
    position = seen([unit("a1", "0505"), unit("g1", "0110")])
    assert out(position, leap("0505", "0506", mode="normal")) == ()
    assert out(position, END) == ()


# -- attacks --------------------------------------------------------------------------------------


def test_alternatives_include_attacks_by_the_same_units() -> None:
    units: list[Json] = [
        unit("a1", "0505"), unit("a2", "0606", status=["disrupted"]), unit("a3", "0407"),
        unit("g1", "0506"), unit("g2", "0405"),
    ]  # fmt: skip
    position = seen(units, phase="combat", weather="overcast")
    wrong = act.DeclareAttack(attackers=("a1", "a2"), target="0506")
    found = out(position, wrong)
    assert {a.attackers for a in found if isinstance(a, act.DeclareAttack)} == {
        ("a1",), ("a1", "a3")
    }  # fmt: skip
    assert {a.target for a in found if isinstance(a, act.DeclareAttack)} == {"0506"}
    assert len(found) == 2


# -- what a phase owes ----------------------------------------------------------------------------

OWED, OTHER, BARRED = (act.Note(text=word) for word in ("owed", "other", "barred"))


class Told(Answers):
    def checklist(self) -> tuple[CheckItem, ...]:
        rules = self.ruleset
        assert isinstance(rules, Owing)
        return tuple(rules.items)


class Owing(Ruleset):
    """A game whose phase cannot end, with the reason in the checklist."""

    questions = frozenset({"checklist"})
    answers_class = Told
    items: Sequence[CheckItem] = ()

    def judge(self, state: State, action: act.Action) -> list[Verdict]:
        barred = action in (END, BARRED)
        return [Verdict(rule="1", level="forbid", key="x", args={})] if barred else []


@pytest.fixture
def owing(module: Module) -> Owing:
    return Owing(Rulebook("holland44"), module, "campaign")


def item(
    weight: Any, *, action: act.Action | None = None, units: tuple[str, ...] = ()
) -> CheckItem:
    return CheckItem(weight, "", units=units, action=action)


def test_pending_duties_are_the_alternative_to_ending_a_phase(owing: Owing) -> None:
    state = owing.opening()
    owing.items = (
        item("possible", action=OTHER), item("owed", action=OWED), item("done"),
        item("owed", action=BARRED), item("owed", action=OWED), item("warning", action=OTHER),
    )  # fmt: skip
    assert player.alternatives_to(owing, state, END) == (OWED,)
    owing.items = (item("owed", action=OWED), item("owed", action=OTHER))
    assert player.alternatives_to(owing, state, END) == (OWED, OTHER)
    assert player.alternatives_to(owing, state, END, 1) == (OWED,)
    owing.items = (item("owed", action=END),)
    assert player.alternatives_to(owing, state, END) == ()


def test_each_unit_with_a_duty_offers_its_first_order(owing: Owing) -> None:
    state = owing.opening()
    mine = [n for n, p in sorted(state.pieces.items()) if owing.places.is_hex(p.place)][:2]
    owing.items = (item("possible", units=("nobody",)), item("owed", units=tuple(mine)))
    found = player.alternatives_to(owing, state, END)
    assert [a.units for a in found if isinstance(a, act.MoveUnits)] == [(n,) for n in mine]
    owing.questions = frozenset()
    assert player.alternatives_to(owing, state, END) == ()


# -- whose action it is ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "side"),
    [
        (END, "allied"),
        (leap("0505", "0506"), "allied"),
        (act.MoveUnits(units=("g1",), path=("0110", "0109")), "german"),
        (act.MoveUnits(units=("nobody", "g1"), path=("0110", "0109")), "german"),
        (act.MoveUnits(units=("nobody",), path=("0110", "0109")), None),
        (act.DeclareAttack(attackers=("g1",), target="0505"), "german"),
        (act.SplitUnit(unit="g1", part="x"), "german"),
        (act.PlaceMarker(unit="g1", marker="moved"), "german"),
        (act.TakeAdvance(unit="a1"), "allied"),
        (act.Disengage(unit="g1"), "german"),
        (act.Choose(decision="x", option="y"), None),
        (act.Note(text="x"), None),
    ],
)
def test_alternatives_belong_to_the_actions_side(action: act.Action, side: str | None) -> None:
    position = seen([unit("a1", "0505"), unit("g1", "0110")])
    assert acting_side(position.state, action) == side


# -- who decides, what there is -------------------------------------------------------------------


def test_actions_of_all_units_and_of_one() -> None:
    position = seen([unit("a1", "0505"), unit("a2", "0808"), unit("g1", "0110")])
    ruleset, state = position.ruleset, position.state
    every = list(player.actions(ruleset, state))
    one = list(player.actions(ruleset, state, "a2"))
    assert END in every
    assert {a.units for a in one if isinstance(a, act.MoveUnits)} == {("a2",)}
    assert set(one) < set(every)
    assert player.to_decide(ruleset, state) == "allied"
