"""The analyst on a small game: values, luck, errors; interrupted and continued analyses."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.analyst import analyse as analyst
from engine.analyst.rollouts import FirstThrowSpread
from engine.cli.main import app
from engine.core.dice import Dice, Rolled
from engine.core.errors import UserError
from engine.games import require_rulebook
from engine.modules.module import load_module
from engine.opponent.evaluation import FEATURES, TURN
from engine.opponent.player import Player
from engine.opponent.shipped import Shipped, file_of, shipped
from engine.opponent.strengths import player_named
from engine.play.game import Game, Recording
from engine.play.referee import new_game
from engine.report.analysis import (
    Analysis,
    Fit,
    Position,
    Rollout,
    beside,
    change_between,
    path_of,
    phase_sums,
    turning_points,
    win_of,
)
from engine.report.analysis_words import sentence_of
from engine.report.moments import SWING, moments
from engine.report.plots import plots
from engine.report.stats import statistics
from engine.report.tables import all_tables
from engine.rules.judge import play
from engine.rules.player import to_decide
from engine.rules.ports import Ruleset


class Chosen:
    """Dice that favour one side: its attacks roll 6, attacks on it roll 1."""

    def __init__(self, favored: str) -> None:
        self.favored = favored
        self.active = ""

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        value = sides if self.active == self.favored else 1
        return Dice(sides=sides, count=count, values=(value,) * count, source="entered")


def rules_of(folder: Path) -> Ruleset:
    return require_rulebook("crossing").ruleset("duel", load_module(folder))


def recorded(folder: Path, log: Path, players: dict[str, str], favored: str, seed: int) -> Path:
    """Play a game with chosen dice and return its log."""
    rules, dice = rules_of(folder), Chosen(favored)
    seats: dict[str, Player] = {
        side: player_named(name, rules, side, seed) for side, name in players.items()
    }
    with new_game(log, str(folder), "duel", mode="enforced") as game:
        assert isinstance(game, Game)
        while (side := to_decide(rules, game.now)) is not None:
            advice = seats[side].choose(game.now)
            assert advice is not None
            dice.active = side
            result = play(rules, game.now, advice.action, dice)
            game.record(advice.action, result.effects, result.dice, by=side)
    return log


def analysis_of(log: Path, rollouts: int = 6, seed: int = 1) -> Analysis:
    recording = Recording.load(log)
    rules, analysis = analyst.prepared(recording, path_of(log), seed)
    for _ in analyst.analysed(recording, rules, analysis, rollouts):
        pass
    return analysis


@pytest.mark.slow
@pytest.mark.parametrize("favored", ["blue", "red"])
def test_the_best_dice_of_one_side_are_reported_as_its_luck(
    crossing: Path, tmp_path: Path, favored: str
) -> None:
    players = {"blue": "random", "red": "random"}
    log = recorded(crossing, tmp_path / "game.h44log", players, favored, 3)
    analysis = analysis_of(log)
    sign = 1 if favored == analysis.sides[0] else -1
    assert analysis.throws
    assert all(sign * throw.win >= 0 for throw in analysis.throws)
    assert sign * sum(throw.win for throw in analysis.throws) > 0.05
    assert sign * sum(phase.luck for phase in phase_sums(analysis)) > 0.05


@pytest.mark.slow
def test_a_side_that_plays_at_random_makes_the_larger_errors(
    crossing: Path, tmp_path: Path
) -> None:
    lost = {"random": 0.0, "recruit": 0.0}
    for seed, players in enumerate(
        ({"blue": "random", "red": "recruit"}, {"blue": "recruit", "red": "random"})
    ):
        log = recorded(crossing, tmp_path / f"{seed}.h44log", players, "blue", seed)
        analysis = analysis_of(log, 4)
        for phase in phase_sums(analysis):
            for side, error in zip(analysis.sides, phase.errors, strict=True):
                lost[players[side]] += error
    assert lost["random"] > lost["recruit"] + 0.1


def test_six_rollouts_in_a_row_begin_with_each_side_of_each_die() -> None:
    for start in (0, 6, 60):
        throws = [FirstThrowSpread(3, n).throw(6, 2, "").values for n in range(start, start + 6)]
        assert [sorted(die) for die in zip(*throws, strict=True)] == [[1, 2, 3, 4, 5, 6]] * 2
    firsts = {FirstThrowSpread(seed, 0).throw(6, 2, "").values for seed in range(300)}
    assert len(firsts) == 36


def test_later_throws_are_those_of_the_generator() -> None:
    spread, plain = FirstThrowSpread(3, 4), Rolled(random.Random("3/4/dice"))
    throws = [(spread.throw(6, 2, ""), plain.throw(6, 2, "")) for _ in range(4)]
    assert [ours == theirs for ours, theirs in throws[1:]] == [True] * 3


@pytest.mark.slow
def test_the_parts_of_a_change_add_up_and_the_largest_are_described(
    crossing: Path, tmp_path: Path
) -> None:
    players = {"blue": "random", "red": "recruit"}
    log = recorded(crossing, tmp_path / "game.h44log", players, "red", 2)
    analysis = analysis_of(log, 5)
    assert analysis.quick
    sums = phase_sums(analysis)
    assert len(sums) == len(analysis.positions) - 1
    for phase in sums:
        parts = phase.luck - phase.errors[0] + phase.errors[1] + phase.residual
        assert parts == pytest.approx(phase.change.value)
    last = analysis.positions[-1]
    assert {r.score for r in last.rollouts} <= {0.0, 1.0}
    assert last.estimate in (0.0, 1.0)
    analysis.save(path_of(log))
    points, recording = turning_points(analysis), Recording.load(log)
    stats = statistics(recording)
    assert plots(stats, recording.module)[0].id == "win"
    proposed = {m.step for m in moments(recording, stats) if "%" in m.verdict}
    assert {p.step for p in points if abs(p.win) >= SWING} <= proposed
    assert {"analysis", "turning_points"} <= {x.id for x in all_tables(stats, recording)}
    assert points
    assert [p.step for p in points] == sorted(p.step for p in points)
    for point in points:
        text = sentence_of(point, recording, analysis)
        assert "%" in text
        assert ("istake" in text) <= point.certain


@pytest.mark.slow
def test_an_interrupted_analysis_continues_with_the_same_result(
    crossing: Path, tmp_path: Path
) -> None:
    players = {"blue": "random", "red": "recruit"}
    log = recorded(crossing, tmp_path / "game.h44log", players, "red", 2)
    whole = analysis_of(log, 2)
    recording = Recording.load(log)
    for stop in (7, 2 * len(whole.positions) + 4):
        rules, part = analyst.prepared(recording, path_of(log), 1, again=True)
        steps = analyst.analysed(recording, rules, part, 2)
        for _ in range(stop):
            next(steps)
        steps.close()
        part.save(path_of(log))
        assert beside(log, recording.log.header.id) == part
        rules, part = analyst.prepared(recording, path_of(log), 1)
        left = list(analyst.analysed(recording, rules, part, 2))
        assert len([p for p in left if not p.judging]) == max(0, 2 * len(whole.positions) - stop)
        assert part == whole


def test_a_log_that_grew_keeps_the_rollouts_of_its_beginning(
    crossing: Path, tmp_path: Path
) -> None:
    log = tmp_path / "game.h44log"
    recorded(crossing, log, {"blue": "recruit", "red": "recruit"}, "red", 2)
    recording = Recording.load(log)
    rules = rules_of(crossing)
    recording.follow(recording.timeline.entries[len(recording) // 2].id)
    old = analyst.begun(recording, rules, 1)
    list(analyst.analysed(recording, rules, old, 2))
    recording = Recording.load(log)
    new = analyst.continues(old, analyst.begun(recording, rules, 1))
    assert new is not None
    assert new.positions[1].rollouts == old.positions[1].rollouts
    assert new.positions[-1].rollouts == []
    assert analyst.continues(old, analyst.begun(recording, rules, 2)) is None


def test_the_command_writes_a_file_and_prints_the_table(crossing: Path, tmp_path: Path) -> None:
    players = {"blue": "random", "red": "recruit"}
    log = recorded(crossing, tmp_path / "game.h44log", players, "red", 2)
    before = log.read_bytes()
    words = ["analyse", str(log), "--rollouts", "2"]
    result = CliRunner().invoke(app, words, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    assert "quick estimate" in result.stdout
    assert "Residual" in result.stdout
    assert " ± " in result.stdout
    assert log.read_bytes() == before
    made = json.loads(path_of(log).read_bytes())
    assert made["seed"] == 1
    assert {"format", "program", "rulebook", "player"} <= made.keys()
    other = CliRunner().invoke(app, [*words, "--seed", "2"])
    assert isinstance(other.exception, UserError)
    assert "--again" in str(other.exception)
    deep = CliRunner().invoke(app, [*words, "--depth", "abyss"])
    assert "abyss" in str(deep.exception)
    path_of(log).write_text("{}")
    broken = CliRunner().invoke(app, words)
    assert isinstance(broken.exception, UserError)


def with_evaluation(folder: Path) -> Path:
    """Add an evaluation to the game, with one weight for all features before the turn."""
    weights = [0.0, 0.0, *[0.1] * TURN, *[0.0] * (TURN + 2)]
    fit = Fit(
        mean=(0.0,) * FEATURES, spread=(1.0,) * FEATURES, win=tuple(weights),
        points=tuple(weights), rollouts=10, brier=0.1, constant=0.2, shipped=True,
    )  # fmt: skip
    model = Shipped(player="recruit", program="0", reliability=(), fit=fit)
    (folder / file_of("duel")).write_text(model.model_dump_json())
    return folder


@pytest.mark.slow
def test_a_truncated_rollout_is_valued_by_the_shipped_evaluation(
    crossing: Path, tmp_path: Path
) -> None:
    game = with_evaluation(crossing)
    players = {"blue": "random", "red": "recruit"}
    log = recorded(game, tmp_path / "game.h44log", players, "red", 2)
    words = ["analyse", str(log), "--rollouts", "3"]
    result = CliRunner().invoke(app, [*words, "--turns", "1"], env={"COLUMNS": "300"})
    assert result.exit_code == 0, result.output
    assert "fitted to 10 games of recruit" in result.stdout
    found = Analysis.load(path_of(log))
    first, last = found.positions[0], found.positions[-1]
    assert any(0 < r.score < 1 and r.score != 0.5 for r in first.rollouts)
    assert {r.score for r in last.rollouts} <= {0.0, 0.5, 1.0}
    # The same rollouts end earlier than whole ones, which have the same dice.
    whole = CliRunner().invoke(app, [*words, "--again"], env={"COLUMNS": "300"})
    assert whole.exit_code == 0, whole.output
    others = Analysis.load(path_of(log)).positions[0].rollouts
    assert {r.score for r in others} <= {0.0, 0.5, 1.0}
    again = CliRunner().invoke(app, [*words, "--turns", "2"])
    assert "--again" in str(again.exception)


def test_truncated_rollouts_need_a_shipped_evaluation(crossing: Path, tmp_path: Path) -> None:
    log = tmp_path / "game.h44log"
    recorded(crossing, log, {"blue": "random", "red": "random"}, "red", 2)
    result = CliRunner().invoke(app, ["analyse", str(log), "--turns", "2"])
    assert isinstance(result.exception, UserError)
    assert "without --turns" in str(result.exception)


def test_a_bad_evaluation_is_reported_with_its_file(crossing: Path) -> None:
    game = with_evaluation(crossing)
    (game / file_of("duel")).write_text('{"games": "many"}')
    with pytest.raises(UserError, match=file_of("duel")):
        shipped(load_module(game), "duel")


def test_an_evaluation_with_other_features_is_not_used(crossing: Path) -> None:
    game = with_evaluation(crossing)
    made = shipped(load_module(game), "duel")
    assert made is not None
    for name in ("mean", "spread", "win", "points"):
        fit = made.fit.model_copy(update={name: (0.0,)})
        (game / file_of("duel")).write_text(made.model_copy(update={"fit": fit}).model_dump_json())
        assert shipped(load_module(game), "duel") is None


def test_an_interruption_keeps_finished_rollouts(
    crossing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = recorded(crossing, tmp_path / "g.h44log", {"blue": "random", "red": "random"}, "red", 2)
    real, count = analyst.analysed, 9

    def interrupted(*args):
        for n, progress in enumerate(real(*args)):
            if n == count:
                raise KeyboardInterrupt
            yield progress

    monkeypatch.setattr(analyst, "analysed", interrupted)
    result = CliRunner().invoke(app, ["analyse", str(log), "--rollouts", "5"])
    assert result.exit_code == 130
    found = Analysis.load(path_of(log))
    assert sum(len(p.rollouts) for p in found.positions) >= count


def test_a_game_with_the_rules_off_is_refused(crossing: Path, tmp_path: Path) -> None:
    log = tmp_path / "game.h44log"
    new_game(log, str(crossing), "duel").close()
    with pytest.raises(UserError, match="rules off"):
        analyst.prepared(Recording.load(log), path_of(log), 1)


def position(step: int, scores: list[float], *, moving: bool = False) -> Position:
    rollouts = [Rollout(number=n, score=s, margin=0) for n, s in enumerate(scores)]
    return Position(
        step=step, entry=step, turn=1, phase="p", active="blue", moving=moving, rollouts=rollouts
    )


def test_only_a_change_beyond_its_interval_is_called_a_mistake() -> None:
    def points(after: list[float], turns: int = 0) -> list[str]:
        analysis = Analysis(
            log="x", tip=2, program="", rulebook="", player="", turns=turns, seed=1,
            sides=("blue", "red"),
            positions=[position(1, [1.0] * 40), position(2, after, moving=True)],
        )  # fmt: skip
        return [p.kind for p in turning_points(analysis)]

    assert points([0.0] * 30 + [1.0] * 10) == ["moves"]
    assert points([0.0] * 1 + [1.0] * 39) == []
    assert points([0.0] * 30 + [1.0] * 10, turns=2) == []


def test_intervals_of_few_rollouts_are_wide() -> None:
    value = win_of(position(1, [1.0] * 5))
    assert value is not None
    assert value.low < 0.6
    change = change_between(position(1, [1.0, 1.0]), position(2, [1.0, 1.0]))
    assert change is not None
    assert not change.certain
    assert win_of(position(1, [])) is None
