"""Scrutiny of forged logs: each forgery is reported, honest games are clean."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.play import referee
from engine.play.game import Game, Recording
from engine.play.scrutiny import Scrutiny, scrutinise
from engine.rules.judge import Forbidden
from tests.forging import added, elimination, forge, play_by_rules

SAMPLE = Path(__file__).parents[2] / "logs" / "market-garden-turn-1.h44log"


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An enforced game with combats."""
    return play_by_rules(tmp_path_factory.mktemp("fought") / "game.h44log", 260, seed=3)


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The beginning of an enforced game."""
    return play_by_rules(tmp_path_factory.mktemp("honest") / "game.h44log", 30, seed=3)


def told(path: Path) -> list[tuple[int, str, str]]:
    """Return the reports about the entries of a log: entry, level, text."""
    return [(f.entry, f.level, f.text) for f in scrutinise(Recording.load(path)).faults]


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words), env={"COLUMNS": "200"})
    return result.exit_code, result.output


def killed(log: Path) -> fx.Move:
    recording = Recording.load(log)
    return elimination(recording.state(len(recording)), recording, "german")


@pytest.mark.slow
def test_an_honest_game_is_clean(fought: Path) -> None:
    assert run("verify", "--rules", str(fought))[0] == 0


def test_the_sample_is_clean_and_its_changes_by_hand_are_remarks() -> None:
    found = scrutinise(Recording.load(SAMPLE))
    assert found.is_clean
    assert [f.entry for f in found.remarks] == [31, 37, 72, 172, 181, 210]
    assert "loses a step" in found.remarks[1].text


@pytest.mark.parametrize(
    "action",
    [
        act.Note(text="Nothing to see here."),
        act.Roll(reason="weather"),
        act.SetRules(house={"7.2": "advise"}),
    ],
    ids=lambda action: action.kind,
)
@pytest.mark.parametrize("mode", ["off", "advisory", "enforced"])
def test_an_action_with_a_hidden_elimination_is_reported(
    tmp_path: Path, action: act.Action, mode: referee.Mode
) -> None:
    log = play_by_rules(tmp_path / "a.h44log", 3, mode=mode)
    dice = {"dice": (Dice(sides=6, count=1, values=(4,), source="rolled"),)}
    more = dice if isinstance(action, act.Roll) else {}
    forged = forge(log, tmp_path / "b.h44log", added(action, (killed(log),), **more))
    last = told(forged)[0]
    assert (last[0], last[1]) == (4, "forbid")
    assert "does not explain these effects" in last[2]
    assert "is eliminated" in last[2]


@pytest.mark.parametrize("mode", ["off", "advisory", "enforced"])
def test_a_tidying_action_that_eliminates_is_reported(tmp_path: Path, mode: referee.Mode) -> None:
    log = play_by_rules(tmp_path / "a.h44log", 3, mode=mode)
    tidying = act.ManualEdit(text="tidying", effects=(killed(log),))
    forged = forge(log, tmp_path / "b.h44log", added(tidying, tidying.effects))
    *breaches, (entry, level, text) = told(forged)
    assert (entry, level) == (4, "warn")
    assert text.startswith("Changed by hand: ")
    assert "is eliminated" in text
    # By hand is how one plays without rules: there it is told; under rules it is refused.
    levels = {"off": set(), "advisory": {"warn"}, "enforced": {"forbid"}}
    assert {level for _, level, _ in breaches} == levels[mode]
    for command in (["verify", "--rules"], ["audit"], ["replay"]):
        code, output = run(*command, str(forged))
        assert "by hand" in output
        if command != ["audit"]:  # which speaks of every rule that the change breaks
            assert code == (mode == "enforced" and command != ["replay"])


def test_a_change_by_hand_that_disables_rules_is_reported(tmp_path: Path) -> None:
    log = play_by_rules(tmp_path / "a.h44log", 2, mode="advisory")
    off = fx.SetTrack(track="rules/mode", before="advisory", after="off")
    sly = act.ManualEdit(text="tidying", effects=(off,))
    forged = forge(log, tmp_path / "b.h44log", added(sly, sly.effects))
    assert [(e, level) for e, level, text in told(forged) if "rules/mode" in text] == [
        (3, "forbid")
    ]


@pytest.mark.slow
def test_a_changed_die_is_reported(fought: Path) -> None:
    """Each die of the game is changed in turn: the effects no longer match the rules."""
    recording = Recording.load(fought)
    scrutiny, tried, found = Scrutiny(recording), 0, 0
    for number, entry in enumerate(recording.log.entries):
        if not entry.dice or isinstance(entry.action, act.Roll):
            continue
        before, die = recording.state(number), entry.dice[0]
        for value in range(1, die.sides + 1):
            other = die.model_copy(update={"values": (value, *die.values[1:])})
            changed = entry.model_copy(update={"dice": (other, *entry.dice[1:])})
            faults = scrutiny.check(before, changed)
            if value == die.values[0]:
                assert faults == []
            else:
                tried += 1
                found += bool(faults)
    # The rest are values that lead to the same result.
    assert tried > 40
    assert found > 0.6 * tried


def test_extra_and_wrong_dice_are_reported(tmp_path: Path, honest: Path) -> None:
    die = Dice(sides=6, count=1, values=(6,), source="rolled")
    roll = act.Roll(sides=6, count=2)
    for action, dice in ((act.Note(text="x"), (die,)), (roll, (die,)), (roll, ())):
        forged = forge(honest, tmp_path / "b.h44log", added(action, dice=dice))
        assert [text for _, _, text in told(forged)] == [
            "The dice are not those that this action needs."
        ]


def test_a_wrong_acting_side_is_reported(tmp_path: Path, honest: Path) -> None:
    def change(entries: list) -> list:
        other = {"allied": "german", "german": "allied"}
        return [*entries[:-1], entries[-1].model_copy(update={"by": other[entries[-1].by]})]

    forged = forge(honest, tmp_path / "b.h44log", change)
    ((entry, level, text),) = told(forged)
    assert (entry, level) == (len(Recording.load(honest)), "forbid")
    assert "belongs to" in text


def test_the_referee_checks_the_acting_side(tmp_path: Path) -> None:
    log = play_by_rules(tmp_path / "a.h44log", 1)
    with Game.open(log) as game:
        active = game.now.clock.active
        other = "german" if active == "allied" else "allied"
        with pytest.raises(Forbidden, match="belongs to Allied"):
            referee.play(game, act.NextPhase(), by=other)
        assert len(game) == 1
        referee.set_rules(game, "advisory", by=other)  # anybody may propose
        entry = referee.play(game, act.NextPhase(), by=other)
        assert (entry.by, [v.key for v in entry.verdicts]) == (other, ["referee.not_yours"])
    ((number, level, _),) = told(log)
    assert (number, level) == (3, "forbid")


def test_a_move_that_removes_another_unit_is_reported(tmp_path: Path, honest: Path) -> None:
    entries = Recording.load(honest).log.entries
    number = next(e.id for e in entries if isinstance(e.action, act.MoveUnits))
    recording = Recording.load(honest)
    extra = elimination(recording.state(number), recording, "german")

    def change(old: list) -> list:
        entry = old[number - 1]
        return [
            *old[: number - 1],
            entry.model_copy(update={"effects": (*entry.effects, extra)}),
        ]

    found = told(forge(honest, tmp_path / "b.h44log", change))
    assert [(e, level) for e, level, _ in found] == [(number, "forbid")]
    assert "is eliminated" in found[0][2]


def test_a_forged_set_up_is_reported(tmp_path: Path, honest: Path) -> None:
    def change(old: list) -> list:
        first = old[0]
        at = next(i for i, e in enumerate(first.effects) if isinstance(e, fx.Place))
        more = first.effects[at].model_copy(update={"steps": 9})
        effects = (*first.effects[:at], more, *first.effects[at + 1 :])
        return [first.model_copy(update={"effects": effects})]

    found = told(forge(honest, tmp_path / "b.h44log", change))
    assert [(e, level) for e, level, _ in found] == [(1, "forbid"), (1, "forbid")]


def test_an_unknown_scenario_does_not_hide_a_forged_set_up(tmp_path: Path, honest: Path) -> None:
    target = forge(honest, tmp_path / "b.h44log", lambda old: old, scenario="nowhere")
    ((entry, level, text),) = told(target)
    assert (entry, level) == (1, "forbid")
    assert "nowhere" in text
    for command in (["verify", "--rules"], ["audit"]):
        code, output = run(*command, str(target))
        assert code == 1
        assert "nowhere" in output


def test_a_game_that_contradicts_its_header_is_reported(tmp_path: Path, honest: Path) -> None:
    """Without the agreed mode, no entry of the game would be judged."""

    def loosened(old: list) -> list:
        kept = [e for e in old[0].effects if getattr(e, "track", "") != "rules/mode"]
        return [old[0].model_copy(update={"effects": tuple(kept)}), *old[1:]]

    target = forge(honest, tmp_path / "b.h44log", loosened)
    assert (1, "forbid") in {(entry, level) for entry, level, _ in told(target)}
    code, output = run("verify", "--rules", str(target))
    assert code == 1
    assert "rules/mode is enforced when the game begins; in the log it is off" in output
    options = forge(honest, tmp_path / "c.h44log", lambda old: old, options={"disengagement": 1})
    assert "disengagement" in run("verify", "--rules", str(options))[1]


def test_periods_with_the_rules_off_are_listed(tmp_path: Path) -> None:
    log = play_by_rules(tmp_path / "a.h44log", 4)
    with Game.open(log) as game:
        referee.set_rules(game, "off")  # 5
        for _ in range(3):
            referee.play(game, act.ManualEdit(text="shuffled"), by="allied")  # 6 to 8
        referee.set_rules(game, "enforced")  # 9
        referee.set_rules(game, "advisory")  # 10
        referee.play(game, act.ManualEdit(text="shuffled"), by="german")  # 11
        referee.set_rules(game, "enforced")
    found = scrutinise(Recording.load(log))
    assert list(map(str, found.stretches)) == [
        "Entries 6–8 were played with the rules off by Allied.",
        "Entry 11 was played with the rules only advisory by German.",
    ]
    assert not found.breaches
    for command in (["verify", "--rules"], ["audit"]):
        code, output = run(*command, str(log))
        assert code == 1
        assert "Entries 6–8 were played with the rules off by Allied." in output
    assert "rules off by Allied" in run("replay", str(log))[1]
    code, output = run("audit", "--json", str(log))
    assert json.loads(output)["stretches"][0]["last"] == 8


def test_an_unflagged_advisory_breach_is_a_remark(tmp_path: Path) -> None:
    log = play_by_rules(tmp_path / "a.h44log", 2, mode="advisory")
    forged = forge(log, tmp_path / "b.h44log", added(act.ManualEdit(text="x")))
    assert {(e, level) for e, level, _ in told(forged)} == {(3, "warn")}


def test_a_period_is_within_one_branch(tmp_path: Path) -> None:
    log = play_by_rules(tmp_path / "a.h44log", 3)
    with Game.open(log) as game:
        referee.set_rules(game, "off")
        referee.play(game, act.ManualEdit(text="shuffled"))
        game.follow(3)
        referee.play(game, act.Note(text="another way"))
    assert "Entry 5 was played" in run("verify", "--rules", str(log))[1]
    assert not scrutinise(Recording.load(log)).stretches
