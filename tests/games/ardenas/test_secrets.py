"""Secrets of Ardenas: the view of one side in a game with face-down units and groupings.

Two games differ only in secrets: which Allied unit is face down in which hex, and which grouping is
where, with which number.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import orjson
import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Rolled
from engine.core.difference import difference
from engine.core.reducer import apply
from engine.core.secrecy import id_pattern
from engine.core.state import Piece, State, as_json
from engine.export.html import page
from engine.games.ardenas.own_actions import Group, March, TurnOver
from engine.games.ardenas.rules.ch07_hidden import is_covered
from engine.i18n import ENVIRONMENT
from engine.log.annotations import Annotation, Annotations
from engine.log.entry import Entry, Header
from engine.log.narrate import narrate
from engine.log.tree import Log
from engine.modules.module import Module, load_module
from engine.play.autoplay import draw
from engine.play.game import Recording
from engine.report.formats import ENGINE_FORMATS
from engine.report.job import Job
from engine.report.settings import Settings
from engine.report.viewpoint import viewed
from engine.rules.judge import Forbidden, Given, play
from engine.rules.ports import Ruleset
from tests.fixtures.export_game import FakeRenderer
from tests.games.ardenas.tabletop import BOOK
from tests.games.test_secrets import named

AT = "2026-11-25T00:00:00Z"
LOOSE, GROUPED = 3, 2
FORMATS = ("md", "bbcode", "csv", "json", pytest.param("html", marks=pytest.mark.soak))


@dataclass(frozen=True)
class Secret:
    """Secrets from the German: units by hex, numbers of groupings, and which one is false.

    The unit in the second hex is turned face up in play, and so is always the same.
    """

    order: tuple[int, ...] = (0, 1, 2)
    numbers: tuple[int, ...] = (3, 5, 7)
    false_first: bool = False
    by_units: bool = False
    """Whether the true grouping is moved by an order for its units, as by hand."""


ONE = Secret()
OTHERS = (
    Secret((2, 1, 0), (1, 9, 2), false_first=True),
    Secret((2, 1, 0), (12, 5, 3), by_units=True),
    Secret((0, 1, 2), (5, 3, 7), false_first=True, by_units=True),
)


class Table:
    """The full game in the Allied movement, with Allied units that the German does not see."""

    def __init__(self) -> None:
        self.module: Module = load_module("ardenas")
        self.rules: Ruleset = BOOK.ruleset("full")
        opening, places = self.rules.opening(), self.rules.places
        self.clock = fx.Clock(turn=7, phase="movement", active="allied")
        units = {u: p for u, p in opening.pieces.items() if places.is_hex(p.place)}
        german = {p.place for p in units.values() if p.side == "german"}
        near = {j for i in german for j in self.rules.board.neighbours[i]} | german
        lone = [
            name
            for name, piece in sorted(units.items())
            if piece.side == "allied" and len(opening.stack(piece.place)) == 1
            and near.isdisjoint({piece.place, *self.rules.board.neighbours[piece.place]})
        ]  # fmt: skip
        self.loose = tuple(lone[:LOOSE])
        self.grouped = tuple(lone[LOOSE : LOOSE + GROUPED])
        self.open = lone[LOOSE + GROUPED]
        self.spots = tuple(opening.pieces[u].place for u in self.loose)
        self.backs = tuple(opening.pieces[u].place for u in self.grouped)
        self.opening = replace(opening, clock=self.clock)

    def start(self, secret: Secret) -> State:
        """Return the position with the hidden parts set by a secret."""
        state, places = self.opening, self.rules.places
        pieces, stacks, tracks = dict(state.pieces), dict(state.stacks), dict(state.tracks)
        for at, which in zip(self.spots, secret.order, strict=True):
            unit = self.loose[which]
            pieces[unit] = replace(pieces[unit], place=at, status=frozenset({"hidden"}))
            stacks[at] = (unit,)
        true, false = self.backs[::-1] if secret.false_first else self.backs
        stacks.pop(false)
        for unit in self.grouped:
            pieces[unit] = replace(pieces[unit], place=true)
        stacks[true] = self.grouped
        for number, place, units in zip(secret.numbers, (true, false), (self.grouped, ()),
                                        strict=False):  # fmt: skip
            tracks[self.name(number)] = " ".join((places.name(place), *units))
        return replace(state, pieces=pieces, stacks=stacks, tracks=tracks)

    @staticmethod
    def name(number: int) -> str:
        return f"grouping/allied/ground/{number}"

    def orders(self, secret: Secret) -> Sequence[act.Action]:
        """Return moves of hidden units by place, which look equal to the German side."""
        true = 1 if secret.false_first else 0
        first = secret.numbers[true], self.backs[0]
        path = self._step(self.backs[0])
        moved: act.Action = March(grouping=self.name(first[0]), path=path)
        if secret.by_units and not true:
            moved = act.MoveUnits(units=self.grouped, path=path, mode="normal")
        loose = self.loose[secret.order[1]]
        here = self.rules.places.name(self.opening.pieces[self.open].place)
        return (
            moved,
            act.MoveUnits(units=(loose,), path=self._step(self.spots[1]), mode="normal"),
            TurnOver(units=(loose,), face="up"),
            TurnOver(units=(loose,), face="down"),
            Group(grouping=self.name(secret.numbers[2]), hex=here, units=(self.open,)),
            March(grouping=self.name(secret.numbers[2]), path=self._step(self.opening.pieces[
                self.open].place)),
        )  # fmt: skip

    def _step(self, place: int) -> tuple[str, str]:
        places, taken = self.rules.places, {*self.backs, *self.spots}
        near = (j for j in self.rules.board.neighbours[place] if j >= 0 and j not in taken)
        to = next(j for j in near if not self.opening.stack(j))
        return places.name(place), places.name(to)

    def recording(self, secret: Secret) -> Recording:
        """Return a game played by the rules from a secret position, with private remarks."""
        places, state = self.rules.places, self.start(secret)
        begins = difference(State(), state, places)
        entries = [self._entry(1, act.Setup(scenario="full"), begins, "german")]
        for number, order in enumerate(self.orders(secret), 2):
            effects, dice = self.rules.resolve(state, order, Given([]))
            assert not dice
            entries.append(self._entry(number, order, effects, "allied"))
            state = apply(state, effects, places)
        unit = self.loose[secret.order[0]]
        text = f"{unit} ({self.module.unit_name(unit)}) is in the way; {secret.numbers} too"
        entries.append(self._entry(len(entries) + 1, act.Note(text=text), (), "allied"))
        notes = Annotations(log="x", intro=text, entries={2: Annotation(comment=text)})
        header = Header(id="x", game="ardenas", module="ardenas", module_hash="0",
                        scenario="full", created=AT)  # fmt: skip
        return Recording(Log(header, entries), self.module, notes)

    @staticmethod
    def _entry(number: int, action: act.Action, effects: Sequence[fx.Effect], by: str) -> Entry:
        return Entry(id=number, parent=number - 1, at=AT, by=by, action=action,
                     effects=tuple(effects))  # fmt: skip


@cache
def table() -> Table:
    return Table()


def exported(secret: Secret, form: str, viewpoint: str, folder: Path) -> str:
    recording = table().recording(secret)
    job = Job(recording, folder / f"x.{form}", Settings(viewpoint=viewpoint, entries="all"))
    if form == "html":
        return re.sub(r"base64,[\w+/=]+", "", page(job.recording, FakeRenderer()))
    next(f for f in ENGINE_FORMATS if f.name == form).write(job, folder / "none.h44log")
    return job.target.read_text(encoding="utf-8")


@pytest.mark.parametrize("form", FORMATS)
def test_no_export_depends_on_face_down_units(form: str, tmp_path: Path) -> None:
    first = exported(ONE, form, "german", tmp_path)
    hidden = [u for n, u in enumerate(table().loose) if n != ONE.order[1]]
    assert named(first, set(hidden)) == []
    assert not re.search(r"grouping/allied/ground/\d\d?(?![\d-])", first)
    for other in OTHERS:
        assert exported(other, form, "german", tmp_path) == first
    whole = exported(ONE, form, "both", tmp_path)
    assert named(whole, set(hidden)), "the referee's view names them"


def test_every_position_of_the_game_is_seen_alike() -> None:
    """The German sees backs, and the units of groupings on the sheet without a hex."""
    places, lines = table().rules.places, []
    for secret in (ONE, *OTHERS):
        seen = viewed(table().recording(secret), "german")
        states = [seen.state(n) for n in range(1, len(seen) + 1)]
        lines.append([orjson.dumps(as_json(state, places)) for state in states])
    assert all(line == lines[0] for line in lines)
    last = viewed(table().recording(ONE), "german")
    state = last.state(len(last))
    sheet = places.index("sheet-allied")
    assert {state.pieces[u].place for u in (*table().grouped, table().open)} == {sheet}
    backs = [name for name in state.tracks if name.startswith("grouping/allied")]
    assert len(backs) == 3
    assert not [name for name in backs if name.rpartition("/")[2].isdigit()]


def test_who_may_fire_is_not_told_to_the_other_side() -> None:
    """8.3l: Which face-down counter is asked to fire would tell that it is an anti-aircraft gun."""
    table = Table()
    asked = fx.Decision(kind="flak", side="allied", args={"gun": table.loose[0]})
    state = replace(table.start(ONE), pending=(asked,))
    seen = table.rules.observe(state, "german")
    question = table.rules.answers(seen).question()
    assert seen.pending[0].is_withheld
    assert question is not None
    assert (question.options, question.places) == ((), ())
    assert table.rules.observe(state, "allied").pending == (asked,)


def test_the_other_side_is_shown_a_position_with_a_withheld_question() -> None:
    """8.3c: The hex of a target that a face-down gun is asked about is withheld with the gun."""
    table = Table()
    hex_ = table.rules.places.name(table.spots[1])
    asked = fx.Decision(kind="target", side="allied", args={"gun": table.loose[0], "hex": hex_})
    seen = table.rules.observe(replace(table.start(ONE), pending=(asked,)), "german")
    assert seen.pending[0].is_withheld
    position = table.rules.position(seen)
    assert any(is_covered(position, unit) for unit in position.own("allied"))
    assert table.rules.answers(seen).question() is not None


@pytest.mark.parametrize("phase", ["groupings", "movement", "air1"])
def test_groupings_that_a_side_sees_face_down_take_no_orders(phase: str) -> None:
    """In the enemy's turn a side sees orders of the units that it knows."""
    rules, start = table().rules, table().start(ONE)
    state = replace(start, clock=table().clock.model_copy(update={"phase": phase}))
    assert {"grouping/allied/ground/3", "grouping/allied/ground/5"} <= state.tracks.keys()
    seen = rules.observe(state, "german")
    backs = [name for name in seen.tracks if name.startswith("grouping/allied/")]
    assert len(backs) == 2
    orders = rules.legal(seen, 5000).actions
    assert not [o for o in orders if getattr(o, "grouping", "") in backs]
    to = fx.MarkerFields(kind="grouping_ground_allied", at="3827")
    drag = act.ManualEdit(effects=(fx.SetMarker(marker=backs[0], before=None, after=to),))
    assert rules.answers(seen).drag_action(drag, "enforced") == drag
    own = "grouping/allied/ground/5"
    marched = rules.answers(state).drag_action(
        act.ManualEdit(effects=(fx.SetMarker(marker=own, before=None, after=to),)), "enforced"
    )
    assert isinstance(marched, March)


def test_the_owner_gets_his_own_game_whole(tmp_path: Path) -> None:
    text = exported(ONE, "json", "allied", tmp_path)
    assert set(named(text, set(table().loose))) == set(table().loose[:2])
    seen = viewed(table().recording(ONE), "allied")
    assert "grouping/allied/ground/3" in seen.state(len(seen)).tracks


@pytest.mark.parametrize(
    ("seed", "turns"),
    [(1, 2), *(pytest.param(n, 20, marks=pytest.mark.soak) for n in range(2, 12))],
)
def test_a_player_that_sees_only_its_own_side_of_a_game_plays_it(seed: int, turns: int) -> None:
    """Orders are drawn from the observed position; hardly any is refused by the true one."""
    rules, chance = BOOK.ruleset("full"), random.Random(seed)
    dice, state = Rolled(random.Random(seed)), rules.opening()
    refused: set[act.Action] = set()
    played = unseen = wrong = 0
    while rules.over(state) is None and state.clock.turn <= turns:
        side = state.pending[-1].side if state.pending else state.clock.active
        seen = rules.observe(state, side)
        unseen += seen != state
        order = draw(rules, seen, chance, refused)
        assert order is not None
        try:
            found = play(rules, state, order, dice)
        except Forbidden:
            refused.add(order)
            wrong += 1
            continue
        refused, played = set(), played + 1
        before, state = state, apply(state, found.effects, rules.places)
        assert list(rules.invariants(state, before)) == []
    assert unseen > played / 2
    assert wrong < played / 20


# -- states of random games, with what is hidden dealt again --------------------------------------

PAIRS, EACH = 10_000, 125
"""Pairs of positions in the long test, and those of one position."""
LOOKS = 0.3
"""The share of the positions of a game that are examined."""


def dealt(rules: Ruleset, state: State, side: str, chance: random.Random) -> State:
    """Return a state in which the enemy's face-down units and groupings have changed places."""
    hidden = rules.concealed(state, side)
    # The units of a grouping under fire are seen.
    unseen = (g for g in rules.position(state).groupings if g.track in hidden.tracks)
    down = [g for g in unseen if hidden.shown.keys() >= set(g.units)]
    names: dict[str, str] = {}
    for layer in ("back", "air-back"):
        covers = sorted(u for u, p in hidden.covers.items() if p.counter.startswith(f"{layer}-"))
        names |= dict(zip(covers, chance.sample(covers, len(covers)), strict=True))
    values = dict(state.tracks)
    places = {u: p.place for u, p in state.pieces.items()}
    for kind in ("ground", "air"):
        own = [g for g in down if g.kind == kind]
        for grouping, new in zip(own, chance.sample(own, len(own)), strict=True):
            values[new.track] = " ".join((rules.places.name(grouping.place), *new.units))
            places |= dict.fromkeys(new.units, grouping.place)
    pieces = {names.get(u, u): p for u, p in state.pieces.items()}
    pieces = {
        u: replace(pieces[u], counter=state.pieces[u].counter, place=places[u])
        if u not in names
        else replace(pieces[u], counter=state.pieces[u].counter)
        for u in state.pieces
    }
    grouped = {n for g in down for n in g.units}
    stacks = {
        place: [names.get(u, u) for u in stack if u not in grouped]
        for place, stack in state.stacks.items()
    }
    for name in sorted(grouped):
        stacks.setdefault(pieces[name].place, []).append(name)
    swap = id_pattern(frozenset(names)) if names else None
    if swap is not None:
        values = {
            swap.sub(lambda m: names[m[0]], k): swap.sub(lambda m: names[m[0]], v)
            if isinstance(v, str) and not k.startswith("grouping/")
            else v
            for k, v in values.items()
        }
    full = {place: tuple(stack) for place, stack in sorted(stacks.items()) if stack}
    return replace(state, pieces=pieces, stacks=full, tracks=values)


@pytest.mark.parametrize(
    ("seed", "turns"), [(4, 1), *(pytest.param(n, 20, marks=pytest.mark.soak) for n in (8, 9))]
)
def test_observed_positions_of_a_random_game_do_not_depend_on_hidden_units(
    seed: int, turns: int
) -> None:
    rules, chance = BOOK.ruleset("full"), random.Random(seed)
    dice, state, changed = Rolled(random.Random(seed)), rules.opening(), 0
    while rules.over(state) is None and state.clock.turn <= turns:
        order = draw(rules, state, chance)
        assert order is not None
        state = apply(state, play(rules, state, order, dice).effects, rules.places)
        for side in ("german", "allied") if chance.random() < LOOKS else ():
            other = dealt(rules, state, side, chance)
            changed += as_json(other, rules.places) != as_json(state, rules.places)
            assert _seen(rules, other, side) == _seen(rules, state, side), order
    assert changed > 5


@pytest.mark.soak
def test_ten_thousand_pairs_of_positions_are_seen_alike() -> None:
    """A game's positions with groupings, each dealt again a hundred times and more."""
    rules, chance = BOOK.ruleset("full"), random.Random(44)
    dice, state, pairs, dealt_anew = Rolled(random.Random(44)), rules.opening(), 0, 0
    while pairs < PAIRS:
        order = draw(rules, state, chance)
        assert order is not None
        state = apply(state, play(rules, state, order, dice).effects, rules.places)
        for side in ("german", "allied"):
            hidden = rules.concealed(state, side)
            if len(hidden.covers) + len(hidden.tracks) < 3 or chance.random() > LOOKS:
                continue
            seen = _seen(rules, state, side)
            for _ in range(EACH):
                other = dealt(rules, state, side, chance)
                dealt_anew += other != state
                assert _seen(rules, other, side) == seen, order
            pairs += EACH
    assert dealt_anew > 0.5 * PAIRS


def _seen(rules: Ruleset, state: State, side: str) -> bytes:
    seen = as_json(rules.observe(state, side), rules.places)
    return orjson.dumps(seen, option=orjson.OPT_SORT_KEYS)


@pytest.mark.parametrize(
    ("spoken", "sentence"),
    [
        ("en", "a face-down German unit: 3921 → 3821 (1 hex)."),
        ("es", "una unidad alemana boca abajo: 3921 → 3821 (1 hex)."),
        ("pt", "uma unidade alemã virada para baixo: 3921 → 3821 (1 hexágono)."),
    ],
)
def test_a_back_is_named_in_sentences(
    spoken: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, spoken)
    module = table().module
    back = Piece("back-german", "german", module.places.index("3921"), 1)
    order = act.MoveUnits(units=("cover:3921:1",), path=("3921", "3821"), mode="normal")
    move = fx.Move(unit="cover:3921:1", path=("3921", "3821"), from_index=0, to_index=0)
    before = State(pieces={"cover:3921:1": back})
    assert narrate(Table._entry(1, order, [move], "german"), before, module) == sentence
