"""Invariants of entries, logs, timelines and annotation files of any content."""

from __future__ import annotations

import tempfile
from pathlib import Path

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State
from engine.log.annotations import Annotations
from engine.log.chain import START, ChainError, seal, unseal
from engine.log.entry import Entry, Header
from engine.log.narrate import details, narrate
from engine.log.store import LogFile, load
from engine.log.timeline import SNAPSHOT_EVERY, Timeline
from engine.log.tree import Log
from engine.log.verify import verify
from engine.modules.module import Module
from tests.strategies import (
    AT,
    PLACES,
    annotation_files,
    any_action,
    entries,
    fitting_effects,
    headers,
    json_objects,
    states,
    trees,
)
from tests.thoroughness import TIMES

HEADER = Header(id="p", game="g", module="m", module_hash="0", scenario="s", created=AT)


@given(any_action)
def test_an_action_is_read_back(action: act.Action) -> None:
    assert act.ACTION.validate_json(orjson.dumps(action.model_dump(mode="json"))) == action


@given(entries())
def test_an_entry_is_read_back_through_a_sealed_line(entry: Entry) -> None:
    line, link = seal(entry.to_json(), "0" * 32)
    assert line.count(b"\n") == 1
    record, again = unseal(line, "0" * 32)
    assert again == link
    assert Entry.from_json(record) == entry


@given(headers)
def test_a_header_is_read_back(header: Header) -> None:
    line, _ = seal(header.to_json(), START)
    assert Header.model_validate_json(unseal(line, START)[0]) == header


@given(json_objects.map(lambda o: {**o, "id": 1}), st.data())
def test_a_changed_line_does_not_continue_the_chain(
    record: dict[str, object], data: st.DataObject
) -> None:
    line, _ = seal(record, "")
    at = data.draw(st.integers(0, len(line) - 2))
    changed = bytearray(line)
    changed[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(ChainError):
        unseal(bytes(changed), "")
    with pytest.raises(ChainError):
        unseal(line, "0" * 32)


@pytest.mark.slow
@settings(max_examples=15 * TIMES)
@given(headers, st.data())
def test_a_log_is_read_back_from_its_file(header: Header, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, 6))
    written = [data.draw(entries(number)) for number in range(1, count + 1)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.h44log"
        with LogFile.create(path, header) as file:
            for entry in written[: count // 2]:
                file.append(entry)
        with LogFile.open(path) as file:
            for entry in written[count // 2 :]:
                file.append(entry)
        loaded = load(path)
    assert loaded.log.header == header
    assert loaded.log.entries == written
    assert loaded.damage is None
    assert loaded.notices == []


@given(annotation_files)
def test_annotations_are_read_back(annotations: Annotations) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.h44aar"
        annotations.save(path)
        assert Annotations.load(path) == annotations
        saved = path.read_bytes()
        Annotations.load(path).save(path)
        assert path.read_bytes() == saved


@pytest.mark.slow
@given(trees(HEADER), st.data())
def test_the_timeline_equals_a_replay_in_any_order_on_any_branch(
    log: Log, data: st.DataObject
) -> None:
    for tip in log.tips():
        timeline = Timeline(log, PLACES, tip)
        line = log.line(tip)
        replayed = [State()]
        for entry in line:
            replayed.append(apply(replayed[-1], entry.effects, PLACES))
        order = data.draw(st.lists(st.integers(0, len(line)), max_size=20))
        for step in order:
            assert timeline.state(step) == replayed[step]
        assert [timeline.step_of(e.id) for e in line] == list(range(1, len(line) + 1))
        for entry in log.entries:
            if entry not in line:
                assert timeline.step_of(entry.id) is None


@pytest.mark.slow
@settings(max_examples=10)
@given(st.data())
def test_a_long_timeline_equals_a_replay(data: st.DataObject) -> None:
    """The timeline is longer than several snapshots, is visited to and fro, and grows meanwhile."""
    log = Log(HEADER)
    replayed = [State()]
    pool = [data.draw(fitting_effects(State(), 1, 3))]
    timeline = Timeline(log, PLACES)
    for number in range(1, 4 * SNAPSHOT_EVERY):
        # Do and undo by turns: cheap to draw, and every position differs from its neighbours.
        undo = number % 2 == 0
        effects = tuple(e.inverse() for e in reversed(pool[0])) if undo else pool[0]
        entry = Entry(
            id=number, parent=number - 1, at=AT, by="", action=act.ManualEdit(), effects=effects
        )
        log.add(entry)
        timeline.extend(entry)
        replayed.append(apply(replayed[-1], effects, PLACES))
        if undo:
            pool = [data.draw(fitting_effects(replayed[-1], 1, 2)), *pool][:1]
    for step in data.draw(st.lists(st.integers(0, len(log)), min_size=5, max_size=30)):
        assert timeline.state(step) == replayed[step]
    # What is kept is bounded: one snapshot per stretch, the beginning, the place last visited.
    assert len(timeline._snapshots) <= len(log) // SNAPSHOT_EVERY + 2


@pytest.mark.slow
@given(trees(HEADER))
def test_a_consistent_log_is_verified(log: Log) -> None:
    report = verify(log, PLACES)
    assert report.problems == []
    assert report.entries == len(log)
    assert report.branches == len(list(log.tips()))


@given(entry=entries(), state=states())
def test_any_entry_is_described_in_one_line(entry: Entry, state: State, module: Module) -> None:
    sentence = narrate(entry, state, module)
    assert "\n" not in sentence
    assert all("\n" not in line and line for line in details(entry, state, module))


@pytest.mark.slow
@given(trees(HEADER), st.integers(-3, 40), st.integers(-3, 40))
def test_a_tree_refuses_an_entry_with_an_unknown_parent(log: Log, number: int, parent: int) -> None:
    entry = Entry.model_construct(
        id=number, parent=parent, at="", by="", action=act.Note(text="x"), effects=()
    )
    count = len(log)
    if number == count + 1 and 0 <= parent <= count:
        log.add(entry)
        log.drop_last()
    else:
        with pytest.raises(UserError):
            log.add(entry)
    assert len(log) == count
    assert sorted(c for n in range(count + 1) for c in log.children(n)) == list(range(1, count + 1))
