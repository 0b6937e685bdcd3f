"""Series of logs: the given order is kept, logs with a common start are branches, joints are
reported.
"""

from __future__ import annotations

import random

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.log.annotations import Annotations
from engine.play.game import Game
from engine.play.vassal.log_import import import_files
from engine.vassal import commands as cmd
from engine.vassal.savegame import read_game
from engine.vassal.series import arrange
from tests.unit.vassal import making

COUNT = 30


@pytest.fixture
def write(tmp_path):
    """Write a log in which pieces move to other spots, one per step."""

    def make(name, start, *moves):
        pieces = [making.unit(u, *at) for u, at in start.items()]
        end, steps = dict(start), []
        for unit, at in moves:
            steps.append([making.move(unit, at, end[unit]), cmd.Chat(f"* {unit} moves *")])
            end[unit] = at
        path = tmp_path / f"{name}.vlog"
        path.write_bytes(making.log(pieces, steps or [[cmd.Chat("nothing")]]))
        return path, end

    return make


@pytest.fixture
def start():
    return {f"u{n}": (50 + 56 * (n % 9), 52 + 64 * (n // 9)) for n in range(COUNT)}


def names(parts):
    return [part.game.path.stem for part in parts]


def test_the_given_order_is_kept_and_a_common_start_is_a_branch(write, start):
    one, end = write("c-one", start, ("u1", (400, 300)))
    tried, _ = write("b-tried", end, ("u2", (410, 300)))
    two, end = write("a-two", end, ("u3", (420, 300)), ("u4", (430, 300)))
    three, _ = write("d-three", end, ("u5", (440, 300)))
    games = [read_game(path) for path in (one, tried, two, three)]
    parts = arrange(games)
    assert names(parts) == ["c-one", "b-tried", "a-two", "d-three"]
    assert [part.after for part in parts] == [None, 0, 0, 2]
    assert [part.joint and part.joint.fit for part in parts] == [None, "exact", "exact", "exact"]
    assert [bool(part.joint and part.joint.branch) for part in parts] == [False, True, False, False]


def test_the_longer_line_is_the_main_one_and_ends_last(write, start):
    one, end = write("1", start, ("u1", (400, 300)))
    long, more = write("2", end, ("u2", (410, 300)), ("u3", (420, 300)))
    on, _ = write("3", more, ("u4", (430, 300)))
    short, _ = write("4", end, ("u5", (440, 300)))
    parts = arrange([read_game(path) for path in (one, long, on, short)])
    assert names(parts) == ["1", "4", "2", "3"]
    assert [part.after for part in parts] == [None, 0, 0, 2]


def test_play_outside_the_logs_does_not_break_the_order(write, start):
    """Twenty-six logs in true order: one returns to an earlier end, others leave gaps."""
    generator = random.Random(1)
    paths, here, saved = [], start, {}
    for number in range(26):
        if number == 13:  # what was played by the log before is taken back
            here = saved[10]
        moves = [
            (f"u{generator.randrange(COUNT)}", (generator.randrange(500), generator.randrange(380)))
            for _ in range(12)
        ]
        path, here = write(f"{number:02}", here, *moves)
        paths.append(path)
        saved[number] = here
        if number % 5 == 0:  # moved outside the log
            here = here | {"u0": (100 + number, 100)}
    games = [read_game(path) for path in paths]
    parts = arrange(games)
    off = {part.game.path.stem: part.joint.differs for part in parts if part.joint}
    assert [n for n in names(parts) if n not in ("11", "12")] == [
        f"{n:02}" for n in range(26) if n not in (11, 12)
    ]
    after = {part.game.path.stem: part.joint.after for part in parts if part.joint}
    assert after["13"] == "10.vlog"
    assert all(after[f"{n:02}"] == f"{n - 1:02}.vlog" for n in range(1, 26) if n != 13)
    assert {n for n, count in off.items() if count} == {"01", "06", "16", "21"} | (
        {"11"} if off["11"] else set()
    )
    shuffled = games[:]
    generator.shuffle(shuffled)
    found = arrange(shuffled)
    assert sum(p.joint.differs for p in found if p.joint) <= sum(off.values())
    given = arrange(shuffled, "given")
    assert given[0].game is shuffled[0]


def test_joints_are_printed_and_stored_and_branches_named(write, start, tmp_path):
    one, end = write("one", start, ("u1", (400, 300)))
    tried, _ = write("tried", end, ("u2", (410, 300)))
    two, _ = write("two", end | {"u7": (20, 20)}, ("u3", (420, 300)), ("u4", (430, 300)))
    target = tmp_path / "game.h44log"
    files = [str(path) for path in (one, tried, two)]
    result = CliRunner().invoke(
        app, ["import", *files, "--join", "-o", str(target)], env={"COLUMNS": "120"}
    )
    assert result.exit_code == 0, result.output
    assert "exact, a branch" in result.output
    assert "1 of 30 pieces differs" in result.output
    notes = Annotations.load(target.with_suffix(".h44aar"))
    assert "two.vlog follows one.vlog; 1 of 30 pieces differs" in notes.entries[1].comment
    assert [branch.name for branch in notes.branches.values()] == ["tried"]
    with Game.open(target) as game:
        told = [game.step(k).sentence for k in range(1, len(game) + 1)]
    assert [text for text in told if "Between the logs (one.vlog ends, two.vlog" in text]
    assert not [text for text in told if "u2 moves" in text], "the branch is beside the line"
    assert len(told) == 1 + 1 + 1 + 2


def test_the_end_of_a_series_is_the_end_of_its_last_log(write, start, tmp_path):
    one, end = write("one", start, ("u1", (400, 300)))
    tried, _ = write("tried", end, ("u2", (410, 300)))
    two, last = write("two", end, ("u3", (420, 300)), ("u4", (430, 300)))
    target = tmp_path / "game.h44log"
    import_files([one, tried, two], target, join=True)
    with Game.open(target) as game:
        places = {u: game.module.places.name(p.place) for u, p in game.now.pieces.items()}
    assert places == {u: f"m0:{x},{y}" for u, (x, y) in last.items()}
