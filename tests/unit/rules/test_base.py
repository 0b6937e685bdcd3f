"""The defaults of a game without its own rules: everything is legal, and phases follow each other.

The tests use Holland's board, whose pieces have two faces, boxes and several kinds.
"""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.request_fields import NotAnswered, Refused, choice_field, number_field
from engine.rules.answers import Legal
from engine.rules.base.answers import Answers
from engine.rules.base.auditor import Auditor as BaseAuditor
from engine.rules.base.rulebook import Rulebook
from engine.rules.base.ruleset import Ruleset
from engine.rules.judge import Given

UNIT, OTHER = "BR-2-1P", "BR-3-1P"


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return Rulebook("holland44")


@pytest.fixture(scope="module")
def rules(book: Rulebook, module: Module) -> Ruleset:
    return book.ruleset("campaign", module)


@pytest.fixture(scope="module")
def opening(rules: Ruleset) -> State:
    return rules.opening()


@pytest.fixture(scope="module")
def start(rules: Ruleset, opening: State) -> State:
    """The opening, with two battalions on the map."""
    moves = [at_hex(opening, rules, UNIT, "6217"), at_hex(opening, rules, OTHER, "6218")]
    return apply(opening, tuple(moves), rules.places)


@pytest.fixture
def position(rules: Ruleset, start: State) -> Answers[Any]:
    return rules.answers(start)


def at_hex(state: State, rules: Ruleset, unit: str, number: str) -> fx.Move:
    here = rules.places.name(state.pieces[unit].place)
    index = state.stack(state.pieces[unit].place).index(unit)
    path = (here, number) if here != number else (here,)
    return fx.Move(unit=unit, path=path, from_index=index, to_index=0)


def entry(action: act.Action, *effects: fx.Effect, dice: tuple[Dice, ...] = ()) -> Entry:
    return Entry(id=1, parent=0, at="", by="allied", action=action, effects=effects, dice=dice)


class Strict(Ruleset):
    """One rule: no unit may enter 6218, and the phase cannot end while a unit is there."""

    def judge(self, state: State, action: act.Action) -> list[Verdict]:
        if isinstance(action, act.MoveUnits) and action.path[-1] == "6218":
            return [Verdict(rule="7.1", level="forbid", key="test", args={})]
        if isinstance(action, act.NextPhase) and state.stack(self.places.index("6218")):
            return [Verdict(rule="7.2", level="forbid", key="test", args={})]
        return []


@pytest.fixture(scope="module")
def strict(book: Rulebook, module: Module) -> Strict:
    return Strict(book, module, "campaign")


def test_a_unit_on_the_map_has_its_values(position: Answers) -> None:
    seen = position.unit(UNIT)
    assert seen is not None
    assert (seen.id, seen.side, seen.steps) == (UNIT, "allied", position.state.pieces[UNIT].steps)
    assert position.number(seen.place) == "6217"
    front = position.ruleset.module.counters.of(seen.counter).front
    assert seen.values["attack"] == front.attack
    assert seen.values["movement"] == front.movement
    assert position.unit("nobody") is None
    assert position.values_of("nobody") == {}


def test_units_in_boxes_are_not_on_the_map(position: Answers) -> None:
    places = position.ruleset.places
    away = [n for n, p in position.state.pieces.items() if not places.is_hex(p.place)]
    assert away
    boxed = position.unit(away[0])
    assert boxed is not None
    assert boxed.place == position.state.pieces[away[0]].place
    seen = {u.id for u in position.units()}
    assert seen.isdisjoint(away)
    assert {UNIT, OTHER} <= seen
    allied = {u.id for u in position.units("allied")}
    german = {u.id for u in position.units("german")}
    assert UNIT in allied
    assert allied | german == seen
    assert allied.isdisjoint(german)
    there = places.index("6217")
    assert [u.id for u in position.units_at(there)] == list(position.state.stack(there))
    box = position.state.pieces[away[0]].place
    assert away[0] in {u.id for u in position.units_at(box)}


def test_a_reduced_unit_has_the_values_of_its_back(rules: Ruleset, start: State) -> None:
    sheet = rules.module.counters
    for name, piece in start.pieces.items():
        counter = sheet.of(piece.counter)
        if counter.back is None or piece.steps < 2:
            continue
        if counter.face_name(1, piece.status) != "back" or counter.front == counter.back:
            continue
        lost = fx.SetSteps(unit=name, before=piece.steps, after=1)
        reduced = rules.answers(apply(start, (lost,), rules.places))
        assert reduced.values_of(name)["attack"] == counter.back.attack
        assert rules.answers(start).values_of(name)["attack"] == counter.front.attack
        return
    pytest.fail("no unit with two faces")


def test_places_and_units_have_names(position: Answers) -> None:
    index = position.place("6122")
    assert index is not None
    assert position.number(index) == "6122"
    assert position.where(index) == position.ruleset.module.place_name("6122")
    assert "Arnhem" in position.where(index)
    assert position.place("no place") is None
    assert position.name(UNIT) == "2/1P"
    assert position.name("nobody") == "nobody"


def test_the_holder_of_a_hex(rules: Ruleset, start: State) -> None:
    index = next(i for i in range(rules.places.hex_count) if not start.stack(i))
    number = rules.places.name(index)
    held = fx.SetControl(hex=number, before=start.control.get(index), after="allied")
    assert rules.answers(apply(start, (held,), rules.places)).control(index) == "allied"
    hexes = range(rules.places.hex_count)
    free = next(i for i in hexes if i not in start.control and not start.stack(i))
    default = rules.scenario.control_default or None
    assert rules.answers(start).control(free) == default


def test_optional_questions_have_no_default_answer(position: Answers) -> None:
    for question in (
        lambda: position.zones("allied"),
        lambda: position.reach([UNIT]),
        lambda: position.supply("allied"),
        lambda: position.supply_of(UNIT),
        lambda: position.bombard([UNIT], 0),
        lambda: position.retreats([UNIT], 2),
        lambda: position.advances([UNIT], 0, "x"),
        lambda: position.plan({}),
        lambda: position.ask("own", {}),
    ):
        with pytest.raises(NotAnswered, match="Holland"):
            question()


def test_defaults_of_lists_are_empty(position: Answers) -> None:
    assert position.facts() == position.hex_facts(0) == position.barred() == {}
    assert position.attackers(0) == position.targets([UNIT]) == position.options() == ()
    assert position.checklist() == position.plans() == position.conditions() == ()
    assert position.arrivals() == position.orders([UNIT]) == ()
    assert position.has_fought(UNIT) is False
    assert position.question() is None
    assert position.ribbon() is None
    assert position.stack_words(0) == ""
    assert position.standing().winner is None


def test_the_winner_is_read_from_its_track(rules: Ruleset, start: State) -> None:
    won = fx.SetTrack(track="winner", before=None, after="german")
    over = apply(start, (won,), rules.places)
    assert rules.over(over) == "german"
    assert rules.answers(over).standing().winner == "german"
    assert rules.over(start) is None


def test_a_direct_step_and_its_objections(rules: Ruleset, strict: Strict, start: State) -> None:
    index = rules.places.index("6218")
    barred = strict.answers(start).why_not([UNIT], index)
    assert (barred.target, barred.mode) == (index, "normal")
    assert barred.path == (rules.places.index("6217"), index)
    assert [v.rule for v in barred.verdicts] == ["7.1"]
    assert rules.answers(start).why_not([UNIT], index).verdicts == ()


def test_house_rules_are_applied(strict: Strict, start: State) -> None:
    move = act.MoveUnits(units=(UNIT,), path=("6217", "6218"))
    assert [v.level for v in strict.answers(start).judge(move)] == ["forbid"]
    assert not strict.allows(start, move)
    off = fx.SetTrack(track="rules/house/7.1", before=None, after="off")
    free = apply(start, (off,), strict.places)
    verdicts = strict.answers(free).judge(move)
    assert all(v.level != "forbid" for v in verdicts)
    assert strict.allows(free, move)


def test_a_move_by_hand_is_interpreted_by_the_rules(position: Answers) -> None:
    move = act.MoveUnits(units=(UNIT,), path=("6217", "6218"), mode="odd")
    note = act.Note(text="x")
    assert position.drag_action(move, "off") == move
    for mode in ("advisory", "enforced"):
        meant = position.drag_action(move, mode)  # type: ignore[arg-type]
        assert isinstance(meant, act.MoveUnits)
        assert (meant.mode, meant.path) == ("normal", move.path)
        assert position.drag_action(note, mode) == note  # type: ignore[arg-type]


# -- the ruleset --------------------------------------------------------------


def test_the_rules_of_a_scenario_are_cached(book: Rulebook, module: Module) -> None:
    first = book.ruleset("campaign", module)
    assert first is book.ruleset("campaign", module)
    assert first.scenario.id == "campaign"
    assert first.board is module.board
    assert first.places is module.places
    assert first.names.place_name("6122") == module.place_name("6122")
    unknown = book.ruleset("no such scenario", module)
    assert unknown is book.ruleset(module.meta.scenarios[0], module)
    book.forget()
    again = book.ruleset("campaign", module)
    assert again is not first
    assert book.module.meta.id == "holland44"


def test_rules_can_be_pickled(rules: Ruleset) -> None:
    again = pickle.loads(pickle.dumps(rules))
    assert type(again) is Ruleset
    assert again.scenario.id == rules.scenario.id
    assert again.module.hash == rules.module.hash


def test_a_position_is_cached(rules: Ruleset, start: State, opening: State) -> None:
    seen = rules.answers(start)
    assert seen.state is start
    assert rules.answers(start) is seen
    other = rules.answers(opening)
    assert other.state is opening
    assert rules.answers(start) is seen is not other


def test_without_rules_only_the_end_of_the_phase_is_computed(rules: Ruleset, start: State) -> None:
    end = act.NextPhase()
    assert rules.resolves(end)
    assert not rules.resolves(act.Note(text="x"))
    effects, _ = rules.resolve(start, end, Given([]))
    assert effects == (fx.SetPhase(before=start.clock, after=rules.following(start)),)
    move = act.MoveUnits(units=(UNIT,), path=("6217", "6122"))
    effects, _ = rules.resolve(start, move, Given([]))
    assert [(e.unit, e.path) for e in effects if isinstance(e, fx.Move)] == [(UNIT, move.path)]
    assert rules.judge(start, move) == []
    assert rules.allows(start, move)
    assert rules.decision_name("odd") == "odd"
    assert rules.observe(start, "german") is start
    assert tuple(rules.invariants(start, start)) == ()
    assert isinstance(rules.auditor(), BaseAuditor)


def test_after_the_last_phase_the_game_is_over(rules: Ruleset, start: State) -> None:
    clock = start.clock
    while (after := rules.sequence.after(clock)) is not None:
        clock = after
    last = apply(start, (fx.SetPhase(before=start.clock, after=clock),), rules.places)
    effects, _ = rules.resolve(last, act.NextPhase(), Given([]))
    assert effects == (fx.SetTrack(track="winner", before=None, after="draw"),)
    over = apply(last, effects, rules.places)
    assert rules.legal(over, 10) == Legal(last.clock.active, (), 0)
    assert rules.legal(last, 10).actions != ()


def test_legal_actions_are_steps_to_the_next_hexes(strict: Strict, start: State) -> None:
    steps = list(strict.actions_of(start, UNIT))
    ends = {step.path[-1] for step in steps if isinstance(step, act.MoveUnits)}
    board = strict.board
    beside = {
        board.hexes[i].number if hasattr(board, "hexes") else strict.places.name(i)
        for i in board.neighbours[strict.places.index("6217")]
        if i >= 0
    }
    assert ends == beside - {"6218"}
    assert "6218" in beside
    assert all(step.path[0] == "6217" for step in steps if isinstance(step, act.MoveUnits))
    edge = next(
        i for i in range(strict.places.hex_count)
        if any(n < 0 for n in board.neighbours[i]) and board.neighbours[i][0] < 0
    )  # fmt: skip
    at_edge = apply(start, (at_hex(start, strict, UNIT, strict.places.name(edge)),), strict.places)
    count = sum(n >= 0 for n in board.neighbours[edge])
    assert len(list(strict.actions_of(at_edge, UNIT))) == count > 0
    places = strict.places
    away = next(n for n, p in start.pieces.items() if not places.is_hex(p.place))
    assert list(strict.actions_of(start, away)) == []
    assert list(strict.actions_of(start, "nobody")) == []


def test_the_active_sides_actions_are_listed(
    rules: Ruleset, strict: Strict, start: State, opening: State
) -> None:
    found = rules.legal(start, 10_000)
    assert found.side == start.clock.active
    assert isinstance(found.actions[0], act.NextPhase)
    moved = {u for a in found.actions if isinstance(a, act.MoveUnits) for u in a.units}
    sides = {start.pieces[u].side for u in moved}
    assert sides == {start.clock.active}
    barred = strict.legal(start, 10_000)
    assert not any(isinstance(a, act.NextPhase) for a in barred.actions)
    assert len(rules.legal(start, 2).actions) == 2


# -- the auditor --------------------------------------------------------------


def rules_of(verdicts: list[Verdict] | None) -> list[str] | None:
    return None if verdicts is None else [v.key for v in verdicts]


def test_computed_effects_are_reproducible(rules: Ruleset, start: State) -> None:
    auditor = BaseAuditor(rules)
    right = fx.SetPhase(before=start.clock, after=rules.following(start))
    assert auditor.judge(start, entry(act.NextPhase(), right)) == []
    assert rules_of(auditor.judge(start, entry(act.NextPhase()))) == ["audit.differs"]
    thrown = Dice(sides=6, count=1, values=(3,), source="rolled")
    left = entry(act.NextPhase(), right, dice=(thrown,))
    assert rules_of(auditor.judge(start, left)) == ["audit.differs"]
    odd = act.Choose(decision="odd", option="x")
    assert "audit.senseless" in (rules_of(auditor.judge(start, entry(odd))) or [])


def test_a_move_with_the_rules_off_is_judged_by_its_path(strict: Strict, start: State) -> None:
    auditor = BaseAuditor(strict)
    barred = act.MoveUnits(units=(UNIT,), path=("6217", "6218"))
    free = act.MoveUnits(units=(UNIT,), path=("6217", "6117"))
    assert [v.rule for v in auditor.judge(start, entry(barred)) or []] == ["7.1"]
    assert auditor.judge(start, entry(free)) == []
    assert auditor.judge(start, entry(act.Note(text="x"))) is None
    off = fx.SetTrack(track="rules/house/7.1", before=None, after="off")
    house = apply(start, (off,), strict.places)
    found = auditor.judge(house, entry(barred)) or []
    assert all(v.level != "forbid" for v in found)


def test_a_move_by_the_rules_is_recognised_by_its_bookkeeping(rules: Ruleset, start: State) -> None:
    class Keeping(BaseAuditor):
        accounts = ("walked/",)

    move = act.MoveUnits(units=(UNIT,), path=("6217", "6117"))
    walked = fx.SetTrack(track="walked/x", before=None, after=1)
    other = fx.SetTrack(track="other", before=None, after=1)
    asked = fx.PushDecision(decision=fx.Decision(kind="odd", side="allied", args={}))
    auditor = Keeping(rules)
    assert auditor.by_rules(entry(move, walked))
    assert auditor.by_rules(entry(move, asked))
    assert not auditor.by_rules(entry(move, other))
    assert not auditor.by_rules(entry(act.Note(text="x"), walked))
    assert rules_of(auditor.judge(start, entry(move, walked))) == ["audit.differs"]


def test_phases_follow_each_other(rules: Ruleset, start: State) -> None:
    auditor = BaseAuditor(rules)

    def set_to(clock: fx.Clock) -> list[Verdict] | None:
        told = act.SetClock(turn=clock.turn, phase=clock.phase, active=clock.active)
        return auditor.judge(start, entry(told))

    due = rules.following(start)
    assert due is not None
    assert set_to(due) == set_to(start.clock) == []
    far = rules.sequence.after(due)
    assert far is not None
    (verdict,) = set_to(far) or []
    assert verdict.key == "audit.phase"
    names = (rules.names.side_name(due.active), rules.names.phase_name(due.phase))
    assert verdict.args["due"] == " ".join(names)
    assert auditor.other_phase(None).args["due"] == "–"
    senseless = auditor.senseless(UserError("So."))
    assert (senseless.level, senseless.args["why"]) == ("forbid", "So.")


# -- the book --------------------------------------------------------------


def test_a_rulebook_without_tables_has_none(book: Rulebook, module: Module) -> None:
    assert book.optional_rules == book.readings == ()
    assert tuple(book.coverage()) == ()
    assert list(book.compile(module.files.root if hasattr(module.files, "root") else None)) == []  # type: ignore[arg-type]
    with pytest.raises(Refused, match="odd"):
        book.table("odd", {})
    assert book.facts(module, "campaign") is not None


def test_positions_of_a_question_change_the_opening_of_a_scenario(book: Rulebook) -> None:
    given = book.parse_position({"game": "holland44", "scenario": "campaign"})
    assert given.state.clock.turn >= 1
    assert given.ruleset.scenario.id == "campaign"
    assert given.state.pieces.keys() == book.ruleset("campaign").opening().pieces.keys()
    assert book.parse_position({"turn": 3, "units": []}).state.clock.turn == 3
    with pytest.raises(Refused, match="board"):
        book.parse_position({"board": {"rows": [1, 2], "cols": [1, 2]}})


@pytest.mark.parametrize(("value", "fits"), [(1, False), (2, True), (5, True), (6, False)])
def test_numbers_in_requests_have_limits(value: int, fits: bool) -> None:
    request: dict[str, Any] = {"n": value}
    if fits:
        assert number_field(request, "n", 2, 5) == value
    else:
        with pytest.raises(Refused, match="2"):
            number_field(request, "n", 2, 5)
    assert number_field({}, "n", 2, 5, 3) == 3


def test_only_columns_are_called_columns() -> None:
    assert choice_field({"layer": "air"}, "layer", ("ground", "air")) == "air"
    assert choice_field({}, "layer", ("ground", "air"), "ground") == "ground"
    with pytest.raises(Refused, match=r"^'sea' is not one of ground, air\.$"):
        choice_field({"layer": "sea"}, "layer", ("ground", "air"))
    with pytest.raises(Refused, match=r"no column '9:1'; its columns are 1:1\.$"):
        choice_field({"column": "9:1"}, "column", ("1:1",))


def test_titles_are_found_by_number(book: Rulebook) -> None:
    assert book.titles["7.1"]
    assert book.titles is book.titles
    other = Rulebook("holland44")
    other.texts = "no such game"
    assert other.titles.keys() == book.titles.keys()
