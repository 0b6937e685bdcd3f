"""Entries and headers as JSON."""

from __future__ import annotations

import re

import orjson
import pytest
from pydantic import ValidationError

from engine.core import actions as act
from engine.core import effects as fx
from engine.log.entry import Entry, Header, now

STEPS = fx.SetSteps(unit="a", before=2, after=1)
OTHER = fx.SetSteps(unit="b", before=1, after=0)


def entry(action: act.Action, effects: tuple[fx.Effect, ...] = ()) -> Entry:
    return Entry(id=2, parent=1, at="now", by="allied", action=action, effects=effects)


def test_effects_of_the_action_are_stored_once() -> None:
    told = entry(act.ManualEdit(effects=(STEPS,)), (STEPS,))
    data = told.to_json()
    assert "effects" not in data
    assert data["action"]["effects"] == [STEPS.model_dump(mode="json")]
    assert Entry.from_json(orjson.dumps(data)) == told


@pytest.mark.parametrize(
    ("told", "had"),
    [((STEPS,), ()), ((), (STEPS,)), ((STEPS,), (OTHER,)), ((STEPS,), (STEPS, OTHER)), ((), ())],
)
def test_effects_that_differ_from_the_action_are_stored_too(
    told: tuple[fx.Effect, ...], had: tuple[fx.Effect, ...]
) -> None:
    written = entry(act.ManualEdit(effects=told), had)
    read = Entry.from_json(orjson.dumps(written.to_json()))
    assert isinstance(read.action, act.ManualEdit)
    assert read.action.effects == told
    assert read.effects == had


def test_defaults_are_omitted_but_a_null_before_is_kept() -> None:
    track = fx.SetTrack(track="vp", before=None, after=0)
    data = entry(act.Roll(), (track,)).to_json()
    assert data["action"] == {"kind": "roll"}
    assert data["effects"] == [{"kind": "set_track", "track": "vp", "before": None, "after": 0}]
    assert set(data) == {"id", "parent", "at", "by", "action", "effects"}


@pytest.mark.parametrize(
    "change",
    [{"id": 0}, {"parent": -1}, {"surprise": 1}, {"at": "x" * 41}, {"action": {"kind": "no"}}],
)
def test_invalid_entries_are_refused(change: dict[str, object]) -> None:
    data = {**entry(act.Note(text="x")).to_json(), **change}
    with pytest.raises(ValidationError):
        Entry.from_json(orjson.dumps(data))


def test_options_accept_only_json_values(header: Header) -> None:
    data = header.model_dump()
    for bad in (float("nan"), object(), {1, 2}):
        with pytest.raises(ValidationError):
            Header.model_validate({**data, "options": {"x": bad}})


def test_moments_are_utc_to_the_millisecond() -> None:
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", now())
