"""In a movement phase the checklist counts unmoved units, in every game and mode."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core.dice import Dice
from engine.core.effects import SetPhase, SetTrack
from engine.core.modes import Mode
from engine.core.reducer import apply
from engine.core.state import State
from engine.games import require_rulebook
from engine.i18n import t
from engine.rules.answers import CheckItem
from engine.rules.by_hand import BY_HAND
from engine.rules.judge import play
from engine.rules.ports import Ruleset

GAMES = (
    ("holland44", "campaign"),
    ("marketgarden", "campaign"),
    ("normandy44", "campaign"),
    ("airbridge", "tournament"),
)


class Threes:
    """Dice that always show 3."""

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        values = (3,) * count
        return Dice(sides=sides, count=count, values=values, source="scripted", reason=reason)


def done(ruleset: Ruleset, state: State, action: act.Action, mode: Mode) -> State:
    played = play(ruleset, state, action, Threes(), mode)
    return apply(state, played.effects, ruleset.places)


def line(ruleset: Ruleset, state: State) -> CheckItem | None:
    words = t("ruling.check.unmoved", count="|").partition("|")[2]
    items = ruleset.answers(state).checklist()
    found = [i for i in items if i.text.endswith(words) or i.text == t("ruling.check.unmoved.one")]
    assert len(found) < 2
    return found[0] if found else None


@pytest.fixture(params=GAMES, ids=[name for name, _ in GAMES])
def moving(request: pytest.FixtureRequest) -> tuple[Ruleset, State]:
    """The first movement phase of a game, reached by ending phases only."""
    game, scenario = request.param
    ruleset = require_rulebook(game).ruleset(scenario)
    state = ruleset.opening()
    for _ in range(40):
        if state.clock.phase in ruleset.move_phases and not state.pending and line(ruleset, state):
            return ruleset, state
        after = ruleset.following(state)
        assert after is not None
        state = apply(state, [SetPhase(before=state.clock, after=after)], ruleset.places)
    raise AssertionError("no movement phase")


def test_a_legal_move_lowers_the_count(moving: tuple[Ruleset, State]) -> None:
    ruleset, state = moving
    before = line(ruleset, state)
    assert before is not None
    move = next(
        action
        for unit in before.units
        for action in ruleset.actions_of(state, unit)
        if isinstance(action, act.MoveUnits)
    )
    after = line(ruleset, done(ruleset, state, move, "enforced"))
    assert after is not None
    assert not set(move.units) & set(after.units)


def test_an_illegal_move_lowers_the_count(moving: tuple[Ruleset, State]) -> None:
    ruleset, state = moving
    before = line(ruleset, state)
    assert before is not None
    unit = before.units[0]
    here, board = state.pieces[unit].place, ruleset.board
    far = next(n for n in (board.numbers[0], board.numbers[-1]) if board.hex(n) != here)
    move = act.MoveUnits(units=(unit,), path=(ruleset.places.name(here), far))
    played = play(ruleset, state, move, Threes(), "advisory")
    assert any(v.level == "forbid" for v in played.verdicts)
    later = apply(state, played.effects, ruleset.places)
    after = line(ruleset, later)
    assert after is not None
    assert set(before.units) - set(after.units) == {unit}
    # In another phase it says nothing any more.
    clock = later.clock.model_copy(update={"turn": later.clock.turn + 1})
    anew = apply(later, [SetPhase(before=later.clock, after=clock)], ruleset.places)
    again = line(ruleset, anew)
    assert again is not None
    assert unit in again.units


def test_the_other_side_is_not_counted(moving: tuple[Ruleset, State]) -> None:
    ruleset, state = moving
    board = ruleset.board
    other = next(u for u, p in state.pieces.items() if p.side not in (state.clock.active, ""))
    far = board.numbers[-1]
    path = (ruleset.places.name(state.pieces[other].place), far)
    move = act.MoveUnits(units=(other,), path=path)
    played = play(ruleset, state, move, Threes(), "advisory")
    kept = [e for e in played.effects if isinstance(e, SetTrack)]
    assert not [e for e in kept if e.track.startswith(BY_HAND)]
