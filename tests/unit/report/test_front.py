"""Front lines, the clean view, viewpoints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import State
from engine.log.annotations import Annotation, Annotations
from engine.play.game import Game, Recording
from engine.report.clean import folded
from engine.report.formats import ENGINE_FORMATS
from engine.report.front import front, front_marks, turn_ends
from engine.report.job import Job
from engine.report.scene import Scenes
from engine.report.settings import Settings

LOG = Path(__file__).parents[3] / "logs" / "market-garden-turn-1.h44log"
AT = "1944-09-17T13:00:00.000Z"


@pytest.fixture(scope="module")
def recording() -> Recording:
    return Recording.load(LOG)


def with_units(recording: Recording, **places: str) -> State:
    """A position with one unit of each side at a hex."""
    board, state = recording.module.board, recording.state(1)
    pieces = {}
    for side, number in places.items():
        unit = next(u for u, p in state.pieces.items() if p.side == side)
        pieces[unit] = replace(state.pieces[unit], place=board.hex(number))
    return replace(state, pieces=pieces, stacks={})


def test_the_front_runs_between_two_units(recording: Recording) -> None:
    board = recording.module.board
    sides = [s.id for s in recording.module.meta.sides]
    state = with_units(recording, allied="3010", german="3014")
    (line,) = front(board, state, sides)
    ends = {(round(x, 2), round(-y, 2)) for x, y in line}
    between = board.grid.side_ends("3012", "3013")
    assert any((round(x, 2), round(y, 2)) in ends for x, y in between)
    assert front(board, with_units(recording, allied="3010"), sides) == [], "there is no other"


def test_front_positions_are_the_current_one_and_turn_ends(recording: Recording) -> None:
    last = len(recording)
    ends = turn_ends(recording, last)
    assert ends[-1] == last
    turns = [recording.state(n).clock.turn for n in ends]
    assert turns == sorted(set(turns))
    marks = front_marks(recording, last)
    assert [m.role for m in marks][-1] == "front 0"
    assert [m.role for m in marks] == sorted((m.role for m in marks), reverse=True)
    drawn = [m.role for m in Scenes(recording, front=True).scene(last).marks]
    assert "front 0" in drawn
    assert "front 0" not in [m.role for m in Scenes(recording).scene(last).marks]


def test_undone_entries_are_folded_but_comments_are_not(tmp_path: Path) -> None:
    with Game.new(tmp_path / "g.h44log", "holland44", "campaign", log_id="g", at=AT) as game:
        unit = game.now.stack(game.module.places.index("6217"))[0]
        game.play(act.MoveUnits(units=(unit,), path=("6217", "6218")), at=AT)
        game.play(act.MoveUnits(units=(unit,), path=("6218", "6217")), at=AT)
        game.play(act.MoveUnits(units=(unit,), path=("6217", "6218")), at=AT)
        game.play(act.SetRules(mode="advisory"), at=AT)
        game.play(act.Roll(reason="weather", count=2), at=AT)
        assert folded(game) == {2, 3, 5}
        game.annotate(Annotations(log="g", entries={3: Annotation(comment="A mistake.")}))
        assert folded(game) == {2, 5}


def test_formats_of_complete_games_refuse_viewpoints(recording: Recording, tmp_path: Path) -> None:
    job = Job(recording, tmp_path / "x.h44game", Settings(viewpoint="allied"))
    whole = next(f for f in ENGINE_FORMATS if f.name == "game")
    with pytest.raises(UserError, match="allied"):
        whole.write(job, LOG)
