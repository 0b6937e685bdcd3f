"""Secrets of every game: no answer and no export for one side reveals what the other side hides.

Six pieces of a side are face down, in addition to what the game's rules hide. Two games differ only
in the places of the six.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.difference import difference
from engine.core.reducer import apply
from engine.core.secrecy import SecretPieces, Secrets
from engine.core.state import State, as_json
from engine.export.html import page
from engine.games import RULEBOOKS, require_rulebook
from engine.log.annotations import Annotation, Annotations
from engine.log.entry import Entry, Header
from engine.log.tree import Log
from engine.modules.module import Module, load_module
from engine.play.game import Recording
from engine.play.observed import Words
from engine.probe import questions
from engine.probe.protocol import Probe
from engine.report.formats import ENGINE_FORMATS
from engine.report.job import Job
from engine.report.settings import Settings
from engine.report.viewpoint import viewed
from engine.rules.ports import Ruleset
from tests.fixtures.export_game import FakeRenderer
from tests.thoroughness import TIMES, some_now

AT = "2026-11-25T00:00:00Z"
HIDDEN = 6
PAIRS = 100 * TIMES
FORMATS = ("md", "bbcode", "csv", "json", "html")


class Table:
    """A game with six face-down pieces of its last side, seen by its first side."""

    def __init__(self, game: str, module: Module) -> None:
        self.module = module
        self.rules: Ruleset = require_rulebook(game).ruleset(module.meta.scenarios[0], module)
        self.opening = self.rules.opening()
        sides = [side.id for side in module.meta.sides]
        lone = {side: self._lone(side) for side in sides}
        self.owner = max(sides, key=lambda side: (min(len(lone[side]), HIDDEN + 1), side))
        self.seer = next(side for side in sides if side != self.owner)
        self.units = tuple(lone[self.owner][:HIDDEN])
        self.cover = self.opening.pieces[lone[self.owner][-1]].counter
        counters = tuple(self.opening.pieces[u].counter for u in self.units)
        names = tuple(re.sub(r"([\[*?])", r"[\1]", c) for c in counters)
        hides = SecretPieces(counters=names, covers={self.owner: self.cover})
        secrets = Secrets(pieces=(hides,))
        module.__dict__["meta"] = module.meta.model_copy(update={"secrets": secrets})

    def _lone(self, side: str) -> list[str]:
        """Return pieces of a side that are alone in their hexes."""
        state, places = self.opening, self.rules.places
        return [
            unit
            for unit, piece in sorted(state.pieces.items())
            if piece.side == side and places.is_hex(piece.place)
            if len(state.stack(piece.place)) == 1
        ]

    def arranged(self, order: list[int]) -> State:
        """Return the opening with the hidden pieces in another order on the same spots."""
        state = self.opening
        pieces, stacks = dict(state.pieces), dict(state.stacks)
        spots = [(p.place, state.stack(p.place).index(u)) for u in self.units
                 for p in (state.pieces[u],)]  # fmt: skip
        for at, which in enumerate(order):
            unit, (place, height) = self.units[which], spots[at]
            pieces[unit] = replace(state.pieces[unit], place=place)
            stack = list(stacks[place])
            stack[height] = unit
            stacks[place] = tuple(stack)
        return replace(state, pieces=pieces, stacks=stacks)

    def seen(self, state: State) -> State:
        return self.rules.observe(state, self.seer)

    def recording(self, order: list[int]) -> Recording:
        """Return a short game: set-up, moves of hidden pieces, remarks, comments that name them."""
        places = self.rules.places
        start = self.arranged(order)
        scenario = self.module.meta.scenarios[0]
        setup = act.Setup(scenario=scenario)
        entries = [self._entry(1, setup, difference(State(), start, places), self.seer)]
        state = start
        for number, spot in enumerate((0, 1, 1), 2):
            unit = self.units[order[spot]]
            here = state.pieces[unit].place
            to = next(i for i in self.rules.board.neighbours[here] if i >= 0 and not state.stack(i))
            path = places.name(here), places.name(to)
            effects = (fx.Move(unit=unit, path=path, from_index=0, to_index=0),)
            action = act.MoveUnits(units=(unit,), path=path, mode="normal")
            entries.append(self._entry(number, action, effects, self.owner))
            state = apply(state, effects, places)
        name = self.module.unit_name(state.pieces[self.units[order[0]]].counter)
        text = f"{name} ({self.units[order[0]]}) moves first"
        entries.append(self._entry(5, act.Note(text=text), (), self.owner))
        track = fx.SetTrack(track=f"moved/{self.units[order[2]]}", before=None, after=1)
        entries.append(self._entry(6, act.ManualEdit(effects=(track,)), (track,), self.owner))
        header = Header(id="x", game=self.module.meta.id, module=self.module.meta.id,
                        module_hash="0", scenario=scenario, created=AT)  # fmt: skip
        comments = {2: Annotation(comment=text, chapter=text), 4: Annotation(comment="Quiet.")}
        notes = Annotations(log="x", intro=text, conclusion=text, entries=comments)
        return Recording(Log(header, entries), self.module, notes)

    def _entry(self, number: int, action: Any, effects: tuple[Any, ...], by: str) -> Entry:
        return Entry(id=number, parent=number - 1, at=AT, by=by, action=action, effects=effects)

    def canaries(self) -> set[str]:
        """Return ids and names that only the hidden pieces have."""
        words = Words(self.module)
        hidden = {u: self.opening.pieces[u].counter for u in self.units}
        visible = [p.counter for u, p in self.opening.pieces.items() if u not in hidden]
        found = {*hidden, *hidden.values()}
        found |= {word for counter in hidden.values() for word in words.of(counter)}
        shown = {word for counter in visible for word in (counter, *words.of(counter))}
        told = found - shown - set(self.module.board.names)
        return {word for word in told if word in hidden or re.search(r"[^\W\d]{4}", word)}


@pytest.fixture(params=sorted(RULEBOOKS))
def table(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    module, book = load_module(request.param), require_rulebook(request.param)
    monkeypatch.setitem(module.__dict__, "meta", module.meta)
    book.forget()  # rules that other tests made know of no secrets
    yield Table(request.param, module)
    book.forget()


def named(data: str, words: set[str]) -> list[str]:
    return [w for w in words if re.search(rf"(?<![\w-]){re.escape(w)}(?![\w-])", data)]


def asked(table: Table, state: State) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield requests of every kind of question about a position."""
    own = [u for u, p in state.pieces.items() if p.side == table.seer]
    places = table.rules.places
    on_map = [u for u in own if places.is_hex(state.pieces[u].place)][:3]
    covers = [p.place for u, p in state.pieces.items() if u.startswith("cover:")]
    for op in ("state", "supply", "legal", "outcome", *table.rules.own_questions):
        yield op, {}
        for side in (table.seer, table.owner):
            yield op, {"side": side}
    for side in (table.seer, table.owner):
        yield "zoc", {"side": side}
    for place in covers:
        hex_ = places.name(place)
        yield "hex", {"hex": hex_}
        for unit in on_map:
            yield "why_not", {"units": [unit], "to": hex_, "hex": hex_}
            yield "odds", {"attackers": [unit], "target": hex_}
            move = {"kind": "move", "units": [unit], "path": [hex_]}
            yield "judge", {"action": move}
            yield "ways_out", {"action": move}
    for unit in on_map:
        yield "reach", {"units": [unit]}
        yield "retreat", {"units": [unit], "hexes": 1}


def answers(table: Table, state: State) -> list[str]:
    probe, found = Probe(), []
    handle = probe._keep(table.rules, state)
    for op, fields in asked(table, state):
        found.append(orjson.dumps(probe.answer({"op": op, "pos": handle, **fields})).decode())
    return found


def exported(table: Table, order: list[int], form: str, eyes: str, folder: Path) -> str:
    recording = table.recording(order)
    job = Job(recording, folder / f"x.{form}", Settings(viewpoint=eyes, entries="all"))
    if form == "html":
        return re.sub(r"base64,[\w+/=]+", "", page(job.recording, FakeRenderer()))
    next(f for f in ENGINE_FORMATS if f.name == form).write(job, folder / "none.h44log")
    return job.target.read_text(encoding="utf-8")


def test_no_answer_about_an_observed_position_names_hidden_units(table: Table) -> None:
    assert len(table.units) == HIDDEN
    words = table.canaries()
    assert words & set(table.units)
    state = table.seen(table.opening)
    found = answers(table, state)
    assert sum('"ok":true' in answer for answer in found) > len(questions.OPS)
    assert [named(answer, words) for answer in found if named(answer, words)] == []


def test_answers_do_not_depend_on_hidden_units(table: Table) -> None:
    one, other = (table.seen(table.arranged(order)) for order in ([0, 1, 2, 3, 4, 5],
                                                                  [3, 5, 0, 4, 1, 2]))  # fmt: skip
    assert answers(table, one) == answers(table, other)


@pytest.mark.parametrize("form", some_now(FORMATS, now=lambda form: form not in ("bbcode", "html")))
def test_no_export_names_hidden_units_or_depends_on_them(
    table: Table, form: str, tmp_path: Path
) -> None:
    words = table.canaries()
    one = exported(table, [0, 1, 2, 3, 4, 5], form, table.seer, tmp_path)
    assert named(one, words) == []
    assert one == exported(table, [3, 5, 0, 4, 1, 2], form, table.seer, tmp_path)
    whole = exported(table, [0, 1, 2, 3, 4, 5], form, "both", tmp_path)
    assert named(whole, words), "the referee's view names them"


def test_the_owner_sees_his_own_pieces(table: Table) -> None:
    assert table.seen(table.opening) != table.opening
    assert table.rules.observe(table.opening, table.owner) == table.opening
    seen = viewed(table.recording([0, 1, 2, 3, 4, 5]), table.owner)
    assert {u for u in table.units if u in seen.state(len(seen)).pieces} == set(table.units)


def test_random_arrangements_are_observed_alike(table: Table) -> None:
    chance = random.Random(5)
    first = _json(table, table.opening)
    for _ in range(PAIRS):
        order = chance.sample(range(HIDDEN), HIDDEN)
        assert _json(table, table.arranged(order)) == first


def _json(table: Table, state: State) -> bytes:
    return orjson.dumps(as_json(table.seen(state), table.rules.places))
