"""Invariants of effects and the reducer on any state."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from dataclasses import fields
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from engine.core import effects as fx
from engine.core.errors import EffectError
from engine.core.reducer import apply
from engine.core.state import State, as_json, digest
from tests.strategies import PLACES, any_effect, fitting_effect, fitting_effects, states

EFFECT: TypeAdapter[fx.Effect] = TypeAdapter(fx.Effect)

TOUCHED = {
    "place": {"pieces", "stacks"},
    "remove": {"pieces", "stacks"},
    "move": {"pieces", "stacks"},
    "set_steps": {"pieces"},
    "set_status": {"pieces"},
    "set_side": {"pieces"},
    "reveal": {"pieces"},
    "set_marker": {"markers"},
    "set_control": {"control"},
    "set_track": {"tracks"},
    "set_hexside": {"hexsides"},
    "set_phase": {"clock"},
    "push_decision": {"pending"},
    "pop_decision": {"pending"},
}


@given(st.data())
def test_apply_then_invert_is_the_identity(data: st.DataObject) -> None:
    before = data.draw(states())
    effects = data.draw(fitting_effects(before, max_size=12))
    after = apply(before, effects, PLACES)
    back = apply(after, fx.invert(effects), PLACES)
    assert back == before
    assert digest(back, PLACES) == digest(before, PLACES)
    assert apply(back, effects, PLACES) == after


@given(st.lists(any_effect, max_size=6))
def test_inverting_twice_changes_nothing(effects: list[fx.Effect]) -> None:
    assert fx.invert(fx.invert(effects)) == tuple(effects)


@given(st.data())
def test_apply_keeps_its_input_and_shares_unchanged_parts(data: st.DataObject) -> None:
    before = data.draw(states())
    kept = copy.deepcopy(before)
    effect = data.draw(fitting_effect(before))
    after = apply(before, (effect,), PLACES)
    assert before == kept
    for field in fields(State):
        if field.name not in TOUCHED[effect.kind]:
            assert getattr(after, field.name) is getattr(before, field.name)
    assert apply(before, (), PLACES) is before


@given(st.data())
def test_apply_agrees_with_a_plain_model(data: st.DataObject) -> None:
    effects = data.draw(fitting_effects(State(), 1, 20))
    model = _Plain()
    for effect in effects:
        model.apply(effect)
    assert as_json(apply(State(), effects, PLACES), PLACES) == model.json()


@given(st.data())
def test_an_effect_that_does_not_fit_raises_and_changes_nothing(data: st.DataObject) -> None:
    state = data.draw(states())
    good = data.draw(fitting_effects(state, max_size=3))
    bad = _spoil(data, data.draw(fitting_effect(apply(state, good, PLACES))))
    kept = copy.deepcopy(state)
    with pytest.raises(EffectError) as caught:
        apply(state, (*good, bad), PLACES)
    assert state == kept
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@given(states(), any_effect)
def test_any_effect_fits_or_raises_an_effect_error(state: State, effect: fx.Effect) -> None:
    try:
        after = apply(state, (effect,), PLACES)
    except EffectError:
        return
    assert apply(after, (effect.inverse(),), PLACES) == state


@given(any_effect)
def test_a_dumped_effect_is_read_back(effect: fx.Effect) -> None:
    data = orjson.dumps(effect.model_dump(mode="json"))
    assert EFFECT.validate_json(data) == effect
    assert EFFECT.validate_python(orjson.loads(data)) == effect


@pytest.mark.slow
def test_digests_are_the_same_in_every_process() -> None:
    found = {_digest_in_a_process(seed) for seed in ("0", "1", "4242")}
    assert len(found) == 1
    assert len(found.pop()) == 32


def _digest_in_a_process(hash_seed: str) -> str:
    code = (
        "from engine.core.reducer import apply;from engine.core.state import State,digest;"
        "from engine.modules.module import load_module;"
        "from engine.modules.setup import setup_effects;"
        "from engine.core.resolve import set_status;"
        "m=load_module('holland44');"
        "s=apply(State(),setup_effects(m,m.scenario('campaign')),m.places);"
        "u=sorted(s.pieces)[0];"
        "s=apply(s,[set_status(s,u,add=('a','b','c','d','e'))],m.places);"
        "print(digest(s,m.places))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def _spoil(data: st.DataObject, effect: fx.Effect) -> fx.Effect:
    """Return the same effect with one field that contradicts the state."""
    match effect:
        case fx.Place():
            where = data.draw(st.sampled_from(("at", "index")))
            return effect.model_copy(update={"at": "9999"} if where == "at" else {"index": 99})
        case fx.Remove():
            wrong = data.draw(
                st.sampled_from(
                    (
                        {"unit": "nobody"},
                        {"counter": "another"},
                        {"side": "neutral"},
                        {"at": "9999"},
                        {"index": effect.index + 1},
                        {"steps": effect.steps + 1},
                        {"status": (*effect.status, "odd")},
                    )
                )
            )
            return effect.model_copy(update=wrong)
        case fx.Move():
            elsewhere = next(p for p in PLACES.names if p != effect.path[0])
            wrong = data.draw(
                st.sampled_from(
                    (
                        {"unit": "nobody"},
                        {"path": (elsewhere, *effect.path[1:])},
                        {"path": (effect.path[0], "9999", *effect.path[1:])},
                        {"from_index": effect.from_index + 1},
                        {"to_index": 99},
                    )
                )
            )
            return effect.model_copy(update=wrong)
        case fx.SetSteps():
            return effect.model_copy(update={"before": effect.before + 1})
        case fx.SetStatus():
            return effect.model_copy(update={"before": (*effect.before, "odd")})
        case fx.SetMarker():
            other = fx.MarkerFields(kind="another", at="1000")
            return effect.model_copy(update={"before": other})
        case fx.SetPhase():
            later = effect.before.model_copy(update={"turn": effect.before.turn + 1})
            return effect.model_copy(update={"before": later})
        case fx.PushDecision() | fx.PopDecision():
            return fx.PopDecision(decision=fx.Decision(kind="one that nobody pushed", side="x"))
        case fx.SetTrack() if type(effect.before) is int:
            # The same number, written differently, would change the digest on the way back.
            return effect.model_copy(update={"before": float(effect.before)})
        case _:
            return effect.model_copy(update={"before": "something else altogether"})


class _Plain:
    """The same game in lists and dictionaries, without sharing and checks."""

    def __init__(self) -> None:
        self.units: dict[str, dict[str, Any]] = {}
        self.stacks: dict[str, list[str]] = {}
        self.tables: dict[str, dict[str, Any]] = {"markers": {}, "bridges": {}, "control": {}}
        self.tables["tracks"] = {}
        self.clock: dict[str, Any] = {"turn": 0, "phase": "setup", "active": ""}
        self.pending: list[Any] = []

    def apply(self, effect: fx.Effect) -> None:
        data = effect.model_dump(mode="json")
        match effect.kind:
            case "place":
                keys = ("counter", "side", "at", "steps")
                self.units[data["unit"]] = {k: data[k] for k in keys} | {
                    "status": sorted(set(data["status"]))
                }
                self.stacks.setdefault(data["at"], []).insert(data["index"], data["unit"])
            case "remove":
                del self.units[data["unit"]]
                self.stacks[data["at"]].pop(data["index"])
            case "move":
                self.stacks[data["path"][0]].pop(data["from_index"])
                self.stacks.setdefault(data["path"][-1], []).insert(data["to_index"], data["unit"])
                self.units[data["unit"]]["at"] = data["path"][-1]
            case "set_steps" | "set_side" | "reveal":
                field = {"set_steps": "steps", "set_side": "side", "reveal": "counter"}[effect.kind]
                self.units[data["unit"]][field] = data["after"]
            case "set_status":
                self.units[data["unit"]]["status"] = sorted(set(data["after"]))
            case "set_marker" | "set_control" | "set_track" | "set_hexside":
                table, key = {
                    "set_marker": ("markers", "marker"),
                    "set_control": ("control", "hex"),
                    "set_track": ("tracks", "track"),
                    "set_hexside": ("bridges", "hexside"),
                }[effect.kind]
                self.tables[table][data[key]] = data["after"]
            case "set_phase":
                self.clock = data["after"]
            case "push_decision":
                self.pending.append(data["decision"])
            case "pop_decision":
                self.pending.pop()

    def json(self) -> dict[str, Any]:
        return {
            **self.clock,
            "units": self.units,
            "stacks": {place: units for place, units in self.stacks.items() if units},
            **{
                name: {k: v for k, v in table.items() if v is not None}
                for name, table in self.tables.items()
            },
            "pending": self.pending,
        }
