"""Statistics and moments of recorded games, compared with their logs."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.errors import UserError
from engine.games import require_rulebook
from engine.i18n import t
from engine.play.autoplay import autoplay
from engine.play.game import Game, Recording
from engine.report.moments import moments
from engine.report.plots import plots
from engine.report.stats import Statistics, statistics
from engine.report.tables import (
    MOST_UNITS,
    all_tables,
    columns_table,
    shortened,
    signed,
    text,
    verdicts,
)
from tests.fixtures.export_game import write_game

BOOK = require_rulebook("holland44")


SAMPLE = Path(__file__).parents[3] / "logs" / "market-garden-turn-1.h44log"


@pytest.fixture(scope="module")
def sample() -> Recording:
    return Recording.load(SAMPLE)


@pytest.fixture(scope="module")
def stats(sample: Recording) -> Statistics:
    return statistics(sample)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    path = tmp_path_factory.mktemp("played") / "auto.h44log"
    autoplay(BOOK.ruleset("campaign"), 3, 2, path, check=False)
    return Recording.load(path)


def test_every_recorded_combat_is_counted(sample: Recording, stats: Statistics) -> None:
    told = [e.id for e in sample.timeline.entries if isinstance(e.action, act.Combat)]
    assert [f.entry for f in stats.fights] == told
    assert all(f.luck is not None and len(f.outcomes) == 6 for f in stats.fights)


def test_numbers_of_a_combat_from_the_rulebook(stats: Statistics) -> None:
    veghel = next(f for f in stats.fights if f.fight.label == "T1 F")
    assert (veghel.fight.odds, veghel.fight.column, veghel.fight.dice) == ("6:4", "3:1", (1,))
    assert veghel.fight.result == "ENG"
    assert veghel.luck is not None
    assert veghel.luck.chance == pytest.approx(1 / 6)
    assert veghel.luck.value < -0.5


def test_losses_are_the_steps_removed_from_the_map(sample: Recording, stats: Statistics) -> None:
    krafft = next(f for f in stats.fights if f.fight.label == "T1 A")
    assert krafft.lost == {"german": 1}
    gone = {loss.unit for _, _, loss in stats.losses if loss.eliminated}
    end, places = sample.state(len(sample)), sample.module.places
    for unit in gone:
        assert not places.is_hex(end.pieces[unit].place)
    for turn in stats.turns:
        assert sum(turn.lost.values()) == sum(
            loss.steps for _, when, loss in stats.losses if when == turn.turn
        )


@pytest.mark.slow
def test_splitting_a_unit_costs_nothing(played: Recording) -> None:
    found = statistics(played)
    split = {
        step
        for step, e in enumerate(played.timeline.entries, 1)
        if isinstance(e.action, act.SplitUnit | act.JoinUnits)
    }
    assert not split & {step for step, _, _ in found.losses}


def test_combats_by_the_rules_are_counted_with_their_strengths(played: Recording) -> None:
    found = statistics(played)
    resolved = [
        e.id
        for e in played.timeline.entries
        if any(isinstance(x, fx.SetTrack) and x.track == "combat" and x.after for x in e.effects)
    ]
    assert resolved, "the game must hold fights"
    assert [f.entry for f in found.fights] == resolved
    for fought in found.fights:
        assert fought.fight.attackers
        if fought.fight.dice:
            assert fought.luck is not None, fought.fight
    assert any(f.fight.odds for f in found.fights)


def test_the_luck_of_both_sides_sums_to_zero(sample: Recording, stats: Statistics) -> None:
    one, other = (stats.all_luck(side) for side in stats.sides)
    assert one is not None
    assert other is not None
    assert one.value == pytest.approx(-other.value)
    assert len(verdicts(stats, sample.module)) == 2


def test_untaken_objectives_belong_to_their_holder(stats: Statistics) -> None:
    first, second = stats.turns
    assert first.objectives == {"allied": 0, "german": 12}
    assert second.objectives == {"allied": 3, "german": 9}
    assert second.points["allied"] == 3


def test_moments_name_notable_events_with_a_verdict(sample: Recording, stats: Statistics) -> None:
    found = {m.entry: m for m in moments(sample, stats)}
    assert found[88].kind == "upset"
    assert "17 %" in found[88].verdict
    assert found[19].kind == "bridge"
    assert "50 %" in found[19].verdict
    steps = [m.step for m in moments(sample, stats, limit=5)]
    assert len(steps) == 5
    assert steps == sorted(steps)


def test_an_objective_that_changes_hands_is_a_moment(sample: Recording, stats: Statistics) -> None:
    taken = [m for m in moments(sample, stats) if m.kind == "objective"]
    assert taken
    assert not any("German" in m.title for m in taken), "the Germans held them from the start"


def test_two_objectives_of_an_entry_are_named(tmp_path: Path) -> None:
    path = tmp_path / "two.h44log"
    with Game.new(path, "marketgarden", "campaign") as game:
        took = tuple(
            fx.SetControl(hex=hex_, before=None, after="allied") for hex_ in ("1705", "1605")
        )
        game.play(act.ManualEdit(text="", effects=took))
    (moment,) = moments(Recording.load(path))
    assert moment.title == "The Allied side takes 1705 Arnhem"
    assert moment.verdict == (
        "1705 Arnhem is worth 40 points to the Allied side."
        " 1605 Oosterbeek is worth 5 points to the Allied side."
    )


def test_a_game_without_fights_has_no_luck_and_no_empty_tables(tmp_path: Path) -> None:
    path = tmp_path / "quiet.h44log"
    with Game.new(path, "holland44", "campaign") as game:
        game.play(act.Note(text="quiet"))
    recording = Recording.load(path)
    found = statistics(recording)
    assert verdicts(found, recording.module) == []
    assert all(table.rows for table in all_tables(found, recording))


def test_a_column_missing_in_the_table_is_listed_without_luck(tmp_path: Path) -> None:
    path = tmp_path / "odd.h44log"
    with Game.new(path, "holland44", "campaign") as game:
        fight = act.Combat(
            attackers=("BR-2-1P",), target="6122", attack=1, defense=1, column="99:1", result="WIN"
        )
        die = Dice(sides=6, count=1, values=(1,), source="entered")
        game.record(fight, (), (die,))
    (fought,) = statistics(Recording.load(path)).fights
    assert fought.luck is None
    assert fought.against == "german"


def test_the_command_writes_json_and_csv(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from engine.cli.report import stats as command

    path = tmp_path / "short.h44log"
    write_game(path)
    command(path, as_json_=True)
    data = json.loads(capsys.readouterr().out)
    assert data["format"] == "h44stats/1"
    assert data["combats"][0]["chance"] == pytest.approx(4 / 6, abs=0.01) or data["combats"]
    command(path, as_csv=True, table="fights")
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 2
    command(path, as_json_=True, table="fights")
    (fight,) = json.loads(capsys.readouterr().out)
    assert list(fight) == rows[0], "one record for each fight, by the heads of the table"
    target = tmp_path / "units.csv"
    command(path, as_csv=True, table="units", output=target)
    assert target.read_bytes().startswith(b"\xef\xbb\xbf")
    with pytest.raises(UserError, match="no table"):
        command(path, table="nothing")


def test_an_unfinished_turn_is_no_moment(sample: Recording, stats: Statistics) -> None:
    last = stats.turns[-1].turn
    assert sample.state(len(sample)).clock.turn == last, "it was left in the middle of a turn"
    told = " ".join(f"{m.title} {m.verdict}" for m in moments(sample, stats))
    assert [turn for turn in range(1, 9) if t("report.moment.turn", turn=turn) in told] == list(
        range(1, last)
    )


def test_dice_are_counted_face_by_face(sample: Recording, stats: Statistics) -> None:
    thrown = {key: values for key, values in stats.dice.items() if key[2] == 6}
    assert thrown
    table = next(x for x in all_tables(stats, sample) if x.id == "faces")
    for side, purpose, sides, counts in stats.faces():
        values = stats.dice[side, purpose, sides]
        assert sum(counts) == len(values)
        assert sum(face * n for face, n in enumerate(counts, 1)) == sum(values)
    assert table.heads[3:9] == ("1", "2", "3", "4", "5", "6")
    (plot,) = (p for p in plots(stats, sample.module) if p.id == "faces_d6")
    total = sum(n for series in plot.series for _, n in series.points)
    assert total == sum(len(values) for values in thrown.values())


def test_a_small_loss_is_not_written_as_minus_zero() -> None:
    assert (signed(-0.04), text(-0.001)) == ("+0.0", "0")
    assert (signed(-0.06), text(-0.01)) == ("−0.1", "−0.01")


def test_a_document_says_how_many_units_it_leaves_out(sample: Recording, stats: Statistics) -> None:
    (units,) = (table for table in all_tables(stats, sample) if table.id == "units")
    short = shortened(replace(units, rows=units.rows * 9))
    assert len(short.rows) == MOST_UNITS
    assert str(len(units.rows) * 9) in short.note
    few = replace(units, rows=units.rows[:3])
    assert shortened(few) == few


def test_the_expected_result_of_a_column_is_the_mean_of_its_combats() -> None:
    played = statistics(Recording.load(SAMPLE.with_name("ardenas-generated.h44log")))
    expected = [one.luck.expected for one in played.fights if one.luck is not None]
    assert len(set(expected)) > 1
    table = columns_table(played)
    assert [row[-1] for row in table.rows] == [
        pytest.approx(sum(expected) / len(expected), abs=0.01)
    ]
