"""Possible attackers, the meaning of drags, and texts of answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.effects import Decision, PushDecision
from engine.core.reducer import apply
from engine.games import require_rulebook
from engine.rules import ports
from tests.games.holland44.rules.tabletop import unit

Given = Callable[..., ports.Answers]
AREAS = {
    "N": {"side": "allied", "hexes": ["0101", "0201"]},
    "B": {"side": "german", "hexes": ["0210", "0310"]},
}


@pytest.fixture
def given() -> Given:
    """Return a diagram as the port that all callers use."""
    book = require_rulebook("holland44")

    def make(units: list[dict[str, Any]], asked: Decision | None = None, **more: Any) -> Any:
        board = {"rows": [1, 10], "cols": [1, 10], "areas": AREAS, **more.pop("board", {})}
        fields = {"turn": 3, "active": "allied", "phase": "movement", "units": units, **more}
        found = book.parse_position({**fields, "board": board})
        state = found.state
        if asked is not None:
            state = apply(state, (PushDecision(decision=asked),), found.ruleset.places)
        return found.ruleset.answers(state)

    return make


def index(position: ports.Answers, name: str) -> int:
    found = position.place(name)
    assert found is not None
    return found


def test_units_beside_or_in_a_friendly_area_may_attack(given: Given) -> None:
    gun = {"kind": "artillery", "range": 4}
    units = [
        unit("a1", "0505"), unit("a2", "0505", **gun), unit("a3", "0505", attack=0),
        unit("g1", "0506"), unit("g2", "0101"), unit("a4", "N"), unit("a5", "0202"),
        unit("g3", "0602"),
    ]  # fmt: skip
    position = given(units)
    assert set(position.attackers(index(position, "0506"))) == {"a1"}
    assert set(position.attackers(index(position, "0101"))) >= {"a4"}
    assert "g3" not in position.attackers(index(position, "0101"))
    german = given([unit("g1", "B"), unit("a1", "0210"), unit("a2", "N")], active="german",
                   phase="combat")  # fmt: skip
    assert set(german.attackers(index(german, "0210"))) == {"g1"}


def test_a_phase_without_duties_is_reported(given: Given) -> None:
    for phase in ("victory", "supply", "weather"):
        found = given([unit("a1", "0505"), unit("g1", "0101")], phase=phase).checklist()
        assert found, phase
        assert all(item.text for item in found)
    done = given([unit("a1", "0505"), unit("g1", "0101")], phase="supply").checklist()
    assert [item.weight for item in done] == ["done"]


def test_a_drag_means_the_best_path(given: Given) -> None:
    position = given([unit("a1", "0505"), unit("a2", "0507"), unit("g1", "0101")])

    def meant(units: tuple[str, ...], *path: str, mode: Any = "enforced") -> act.MoveUnits:
        move = act.MoveUnits(units=units, path=path)
        found = position.drag_action(move, mode)
        assert isinstance(found, act.MoveUnits)
        return found

    assert meant(("a1",), "0505", "0508").path == ("0505", "0506", "0507", "0508")
    apart = act.MoveUnits(units=("a1", "a2"), path=("0505", "0506"))
    assert position.drag_action(apart, "enforced") == apart
    lost = act.MoveUnits(units=("a1", "nobody"), path=("0505", "0506"))
    assert position.drag_action(lost, "enforced") == lost
    far = act.MoveUnits(units=("a1",), path=("0505", "0506"), mode="relocation-by-hand")
    assert position.drag_action(far, "enforced") == far
    assert position.drag_action(apart, "off") == apart


@pytest.mark.parametrize(
    ("fields", "mechanized", "vehicle"),
    [({}, False, False), ({"kind": "tank"}, True, True)],
)
def test_the_values_in_force(
    given: Given, fields: dict[str, Any], mechanized: bool, vehicle: bool
) -> None:
    position = given([unit("a1", "0505", attack=4, **fields), unit("g1", "0101")])
    values = position.values_of("a1")
    assert (values["mechanized"], values["vehicle"]) == (mechanized, vehicle)
    assert values["attack"] == 4


def decision(kind: str, side: str, **args: Any) -> Decision:
    return Decision.model_validate({"kind": kind, "side": side, "args": args})


def test_a_retreat_shows_its_path_and_its_hexes(given: Given) -> None:
    asked = decision("retreat", "german", units=["g1"], hexes=[2], battle="0506", shattered=False,
                     again=[], worse=[])  # fmt: skip
    position = given([unit("a1", "0505"), unit("g1", "0506")], asked, phase="combat")
    question = position.question()
    assert question is not None
    assert question.side == "german"
    assert question.options
    for option in question.options:
        assert option.path
        assert option.place == option.path[-1]
        assert position.where(option.place) in option.text
        middle = option.path[1:-1]
        assert all(position.number(i) in option.text for i in middle)
    assert index(position, "0506") in question.places
    assert all(0 <= place < 100 for place in question.places)
    barred = position.barred()
    ends = {o.place for o in question.options}
    assert barred
    assert ends.isdisjoint(barred)
    assert all(b.tag and b.why for b in barred.values())


def test_a_determined_defence_shows_its_chance(given: Given) -> None:
    asked = decision("determined", "german", battle={"target": "0506", "attackers": ["a1"],
                     "defenders": ["g1"], "result": "DR"}, again=[], desperate=False)  # fmt: skip
    position = given([unit("a1", "0505"), unit("g1", "0506")], asked, phase="combat")
    question = position.question()
    assert question is not None
    words = {o.id: o.text for o in question.options}
    assert set(words) == {"decline", "g1"}
    assert "%" in words["g1"]
    assert words["decline"] not in ("", "decline")


def test_values_given_for_a_real_counter_warn_that_they_are_ignored() -> None:
    book = require_rulebook("holland44")

    def warned(*units: dict[str, Any]) -> str:
        position = {"turn": 3, "phase": "movement", "active": "allied", "units": list(units)}
        board = {"clear_board": True}
        return " ".join(book.parse_position({**position, **board}).warnings)

    real = {"id": "BR-2-1P", "hex": "6217"}
    assert warned(real, {"id": "GE-Stephan", "hex": "2010", "steps": 1}) == ""
    assert "units[1]" in warned({"id": "GE-Stephan", "hex": "2010"}, {**real, "attack": 9})
    assert "attack" in warned({**real, "attack": 9})
