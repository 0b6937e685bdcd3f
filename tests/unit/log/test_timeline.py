"""The timeline of a line with known positions."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import EffectError
from engine.log import timeline as timeline_module
from engine.log.entry import Entry, Header
from engine.log.timeline import SNAPSHOT_EVERY, Timeline
from engine.log.tree import Log
from tests.strategies import PLACES

LENGTH = 5 * SNAPSHOT_EVERY + 7


def entry(number: int, before: int | None = None) -> Entry:
    """Return the entry that sets the track from its number minus one to its number."""
    held = (number - 1 or None) if before is None else before
    effects = (fx.SetTrack(track="vp", before=held, after=number),)
    return Entry(
        id=number, parent=number - 1, at="", by="", action=act.ManualEdit(), effects=effects
    )


@pytest.fixture
def timeline(header: Header) -> Timeline:
    """A line on which the track equals the step."""
    return Timeline(Log(header, [entry(n) for n in range(1, LENGTH + 1)]), PLACES)


def shown(timeline: Timeline, step: int) -> object:
    return timeline.state(step).tracks.get("vp", 0)


def test_every_step_is_reached_forwards_and_backwards(timeline: Timeline) -> None:
    steps = [*range(LENGTH + 1), *range(LENGTH, -1, -1)]
    assert [shown(timeline, step) for step in steps] == steps


def test_a_jump_applies_at_most_half_a_snapshot_interval(
    timeline: Timeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline.state(LENGTH)
    done = 0
    really_apply = timeline_module.apply

    def counting(*args: object) -> object:
        nonlocal done
        done += 1
        return really_apply(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(timeline_module, "apply", counting)
    for step in range(0, LENGTH, 37):
        done = 0
        timeline.state(step)
        assert done <= SNAPSHOT_EVERY // 2
        done = 0
        timeline.state(max(step - 1, 0))
        assert done <= 1


def test_the_timeline_grows(timeline: Timeline) -> None:
    timeline.state(LENGTH)
    timeline.extend(entry(LENGTH + 1))
    assert len(timeline) == LENGTH + 1
    assert shown(timeline, LENGTH + 1) == LENGTH + 1
    assert timeline.step_of(LENGTH + 1) == LENGTH + 1


@pytest.mark.parametrize("step", [-1, LENGTH + 1])
def test_steps_outside_the_line_are_refused(timeline: Timeline, step: int) -> None:
    with pytest.raises(IndexError):
        timeline.state(step)


def test_an_inconsistent_log_is_valid_up_to_the_contradiction(header: Header) -> None:
    entries = [entry(n) for n in range(1, 100)]
    entries[79] = entry(80, before=7)
    timeline = Timeline(Log(header, entries), PLACES)
    for _ in range(2):
        with pytest.raises(EffectError):
            timeline.state(90)
        assert shown(timeline, 79) == 79
        assert shown(timeline, 3) == 3


def test_entries_of_another_line_have_no_step(header: Header) -> None:
    """The line omits entries of other lines before, between and after its own."""
    log = Log(header, [entry(1), entry(2)])
    for number, parent in ((3, 1), (4, 3), (5, 2), (6, 4), (7, 5)):
        log.add(entry(number).model_copy(update={"parent": parent}))
    line = Timeline(log, PLACES, 6)
    assert [e.id for e in line.entries] == [1, 3, 4, 6]
    assert [line.step_of(n) for n in range(9)] == [None, 1, None, 2, 3, None, 4, None, None]
    assert Timeline(Log(header), PLACES).step_of(1) is None
