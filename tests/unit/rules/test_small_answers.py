"""Small answers used by players, logs and pages: the deciding side, the first turn, odd entries."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.calendar import CalendarTurn, SequenceStep
from engine.core.effects import Clock
from engine.core.state import State
from engine.games import require_rulebook
from engine.games.holland44 import constants
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.play.autoplay import autoplay
from engine.play.game import Recording
from engine.rules import player
from engine.rules.answers import Legal
from engine.rules.base.movement import highest_cost
from engine.rules.base.rulebook import Rulebook
from engine.rules.base.ruleset import Ruleset
from engine.rules.base.sequence import Sequence
from engine.rules.entry_check import unexplained
from engine.rules.judge import Given
from engine.rules.rule_page import _clause


@pytest.fixture(scope="module")
def plain(module: Module) -> Ruleset:
    return Rulebook("holland44").ruleset("campaign", module)


def asked(state: State, side: str) -> State:
    decision = fx.Decision.model_validate({"kind": "k", "side": side, "args": {}})
    return replace(state, pending=(decision,))


# -- who decides ----------------------------------------------------------------------------------


def test_the_asked_side_decides_even_if_inactive(plain: Ruleset) -> None:
    state = plain.opening()
    assert player.to_decide(plain, state) == state.clock.active == "allied"
    assert player.to_decide(plain, asked(state, "german")) == "german"


def test_no_side_decides_after_the_end(module: Module) -> None:
    class Restless(Ruleset):
        def legal(self, state: State, most: int, start: int = 0) -> Legal:
            return Legal("german", (act.NextPhase(),), 0)

    rules = Restless(Rulebook("holland44"), module, "campaign")
    state = rules.opening()
    assert player.to_decide(rules, state) == "german"
    over = replace(state, tracks={**state.tracks, "winner": "allied"})
    assert player.to_decide(rules, over) is None


def test_a_game_without_points_has_no_winner(plain: Ruleset) -> None:
    state = plain.opening()
    assert player.outcome(plain, state) is None
    over = replace(state, tracks={**state.tracks, "winner": "draw"})
    found = player.outcome(plain, over)
    assert found is not None
    assert (found.winner, found.points, found.objectives) == ("draw", {}, ())


def test_a_unit_is_described_with_its_formation(plain: Ruleset) -> None:
    state = plain.opening()
    position = plain.answers(state)
    sheet = plain.module.counters
    told = {u.id: u.formation for u in position.units()}
    assert told
    assert all(told[n] == (sheet.of(state.pieces[n].counter).formation or "") for n in told)
    assert len(set(told.values())) > 3


# -- turns ----------------------------------------------------------------------------------------


def steps(*phases: str) -> tuple[SequenceStep, ...]:
    return tuple(SequenceStep(phase=p, active="allied") for p in phases)  # type: ignore[arg-type]


def test_the_first_turn_starts_with_the_games_first_phase() -> None:
    turns = {n: CalendarTurn.model_validate({"turn": n, "date": "1944-09-17", "time": "AM"})
             for n in (1, 2)}  # fmt: skip
    play = Sequence(
        steps("bridge", "movement", "combat"), turns,
        Clock(turn=1, phase="movement", active="allied"), 2,
    )  # fmt: skip
    assert [s.phase for s in play.phases(1)] == ["movement", "combat"]
    assert [s.phase for s in play.phases(2)] == ["bridge", "movement", "combat"]
    last = play.after(Clock(turn=1, phase="combat", active="allied"))
    assert last == Clock(turn=2, phase="bridge", active="allied")
    assert play.after(Clock(turn=0, phase="setup", active="")) == play.first
    odd = replace(play, first=Clock(turn=1, phase="supply", active="allied"))
    assert len(odd.phases(1)) == 3  # a phase that there is not leaves the turn whole


# -- small parts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prices", "most"),
    [([], 0), ([0], 0), ([0, 2, 1], 2), ([1, None, 3], None), ([None], None)],
)
def test_units_moving_together_pay_the_highest_cost(
    prices: list[int | None], most: int | None
) -> None:
    assert highest_cost(prices) == most


def test_a_constant_is_located_at_the_start_of_its_module() -> None:
    found = _clause("engine.games.holland44.constants:TACTICAL")
    assert (found.file, found.line) == ("engine/games/holland44/constants.py", 1)
    assert found.text == (constants.__doc__ or "").split("\n\n")[0]
    method = _clause("engine.games.holland44.position:Front.zone")
    assert method.line > 1
    assert method.text.startswith("7.1, 14.2")


def test_a_games_own_action_is_invalid_with_the_rules_off(
    plain: Ruleset,
) -> None:
    own = act.OwnAction(kind="crossing.ferry")
    entry = Entry(id=1, parent=0, at="", by="allied", action=own, effects=())
    found = unexplained(None, plain.places, plain.opening(), entry)
    assert found.senseless
    by_rules = unexplained(plain, plain.places, plain.opening(), entry)
    assert by_rules.senseless


def test_a_random_game_records_its_options(tmp_path: Path) -> None:
    rules = require_rulebook("holland44").ruleset("campaign")
    path = tmp_path / "x.h44log"
    autoplay(rules, 1, 0, path, options=("disengagement",), check=False)
    tracks = Recording.load(path).state(1).tracks
    assert tracks["option/disengagement"] == 1


# -- positions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["marketgarden", "normandy44"])
def test_actions_not_computed_by_the_rules_are_done_by_hand(game: str) -> None:
    rules: Any = require_rulebook(game).ruleset("")
    state = rules.opening()
    loss = fx.SetTrack(track="note", before=None, after=1)
    edit = act.ManualEdit(text="x", effects=(loss,))
    assert rules.resolve(state, edit, Given([])) == ((loss,), ())
    assert not rules.resolves(edit)


def test_an_illegal_drag_is_rerouted_or_kept_by_mode() -> None:
    """Enforced mode judges the best path; advisory mode keeps the dragged one."""
    rules: Any = require_rulebook("marketgarden").ruleset("")
    state = rules.opening()
    while state.pending or state.clock.phase != "movement":
        legal = rules.legal(state, 1)
        state = player.step(rules, state, legal.actions[0], _dice(rules, state, legal)).state
    position = rules.answers(state)
    name = next(
        u.id for u in position.units(state.clock.active)
        if list(rules.actions_of(state, u.id))
    )  # fmt: skip
    here = position.number(state.pieces[name].place)
    far = next(
        n for n in rules.board.numbers
        if position.best_route([name], rules.places.index(n)).verdicts
    )  # fmt: skip
    led = act.MoveUnits(units=(name,), path=(here, far), mode="odd")
    assert position.drag_action(led, "advisory") == led
    enforced = position.drag_action(led, "enforced")
    best = position.best_route([name], rules.places.index(far))
    assert enforced.path == tuple(position.number(i) for i in best.path)
    assert enforced.mode == best.mode


def _dice(rules: Any, state: State, legal: Legal) -> list[int]:
    thrown: list[int] = []
    while (node := player.chance(rules, state, legal.actions[0], thrown)) is not None:
        thrown += [1] * node.count
    return thrown
