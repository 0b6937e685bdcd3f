"""Results that are cached while parts of the state are the same objects."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

from engine.core.modes import house_rules
from engine.core.state import State
from engine.games import require_rulebook


def test_a_result_is_computed_again_when_an_input_is_another_object() -> None:
    setting = require_rulebook("marketgarden").ruleset("campaign").setting
    one, other, made = [1], [1], []

    def make() -> int:
        made.append(1)
        return len(made)

    assert [setting.latest("test", (i,), make) for i in (one, one, other, other, one)] == [
        1, 1, 2, 2, 3,
    ]  # fmt: skip
    setting.forget()
    assert setting.latest("test", (one,), make) == 4


def test_a_view_is_made_again_when_its_unit_is_another_object() -> None:
    setting = require_rulebook("marketgarden").ruleset("campaign").setting
    one = SimpleNamespace(id="one", steps=2)
    other, made = SimpleNamespace(id="one", steps=1), []

    def make(unit: SimpleNamespace) -> int:
        made.append(unit)
        return unit.steps

    assert [setting.view(unit, make) for unit in (one, one, other, one)] == [2, 2, 1, 2]
    assert made == [one, other, one]
    setting.forget()
    setting.view(one, make)
    assert len(made) == 4
    setting.view(one, make, basis=(1, ""))
    setting.view(one, make, basis=(1, ""))
    assert len(made) == 5


def test_the_view_of_a_gun_shows_the_shots_that_it_fires() -> None:
    ruleset = require_rulebook("ardenas").ruleset("short")
    state = ruleset.opening()
    gun = next(v for v in ruleset.answers(state).units() if v.values["artillery"])
    fired = replace(state, tracks={**state.tracks, f"fired/{gun.id}": 2})
    assert gun.values["fired"] == 0
    assert ruleset.answers(fired).unit(gun.id).values["fired"] == 2


def test_house_rules_are_those_of_the_state_that_is_asked_for() -> None:
    agreed, plain = State(tracks={"rules/house/7": "off"}), State()
    asked = (agreed, plain, agreed, agreed)
    assert [dict(house_rules(s)) for s in asked] == [{"7": "off"}, {}, {"7": "off"}, {"7": "off"}]
