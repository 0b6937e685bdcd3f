"""The audit finds the listed faults of the sample, and detects spoilt games."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice, Rolled
from engine.core.state import State
from engine.games import require_rulebook
from engine.games.holland44 import positions
from engine.games.holland44.audit import Auditor
from engine.games.holland44.ruleset import Ruleset
from engine.log.entry import Entry
from engine.play.audit import audit
from engine.play.autoplay import autoplay
from engine.play.game import Game, Recording

ROOT = Path(__file__).parents[3]
LOG = ROOT / "logs" / "market-garden-turn-1.h44log"
AT = "2026-01-01T00:00:00Z"
RULES = require_rulebook("holland44").ruleset("campaign")


@pytest.fixture(scope="module")
def sample() -> Recording:
    return Recording.load(LOG)


def listed() -> list[tuple[int, str]]:
    """The findings that ``logs/README.md`` explains: entry and rule."""
    text = (ROOT / "logs" / "README.md").read_text(encoding="utf-8")
    section = text.split("## What the audit finds", 1)[1].split("\n## ")[0]
    return [(int(n), rule) for n, rule in re.findall(r"^\| (\d+) \| ([\d.]+) \|", section, re.M)]


def test_the_findings_in_the_sample_are_exactly_those_listed(sample):
    found = audit(sample, RULES)
    assert [(f.entry, f.rule) for f in found.breaches] == listed()
    assert found.entries == len(sample)
    assert found.judged > 180


@pytest.mark.slow
def test_a_game_played_by_the_rules_is_clean(tmp_path):
    path = tmp_path / "played.h44log"
    autoplay(require_rulebook("holland44").ruleset("campaign"), 5, 1, path)
    found = audit(Recording.load(path), RULES)
    assert found.judged > 30
    assert found.breaches == []


def test_5_4_a_move_interrupted_at_once_is_not_a_free_table_move():
    wired = {"turn": 3, "phase": "movement", "clear_board": True, "bridges": {"4621/4721": "wired"}}
    units = [
        {"id": "a1", "counter": "US-2/505", "hex": "4721"},
        {"id": "x1", "counter": "GE-Kerutt", "hex": "4520"},
    ]
    setting, state, _ = positions.read({**wired, "units": units})
    rules = Ruleset(setting)
    action = act.MoveUnits(units=("a1",), path=("4721", "4621"), mode="tactical")
    effects, dice = rules.resolve(state, action, Rolled(Random(1)))
    assert {type(e) for e in effects} == {fx.PushDecision}
    entry = Entry(id=9, parent=8, at=AT, by="allied", action=action, dice=dice, effects=effects)
    auditor = Auditor(rules)
    # Told moves are added up; of one played by the rules the log keeps account.
    for _ in range(4):
        assert not [v for v in auditor.judge(state, entry) or [] if v.level == "forbid"]


def rules_broken(sample, number, **changes) -> set[str]:
    """Return the verdicts on a changed entry of the sample, judged with all earlier entries."""
    auditor = Auditor(RULES)
    entries = sample.timeline.entries
    for n, entry in enumerate(entries[: number - 1]):
        auditor.judge(sample.state(n), entry)
    entry = entries[number - 1]
    dice = changes.pop("die", None)
    if dice is not None:
        thrown = Dice(sides=6, count=1, values=(dice,), source="scripted", reason="x")
        entry = entry.model_copy(update={"dice": (thrown,)})
    spoilt = entry.model_copy(update={"action": entry.action.model_copy(update=changes)})
    verdicts = auditor.judge(sample.state(number - 1), spoilt) or []
    return {v.rule for v in verdicts if v.level == "forbid"}


@pytest.mark.parametrize(
    ("number", "changes", "rule"),
    [
        (22, {"path": ("6217", "6218", "6219", "6220", "6221", "6222")}, "8.1"),
        (66, {"column": "4:1"}, "9.3"),
        (66, {"attack": 12.0}, "9.3"),
        (66, {"result": "DR"}, "9.3"),
        (66, {"die": 1}, "9.3"),
        (66, {"attackers": ("BR-1-1P", "BR-2-1P")}, "9.1"),
        (67, {"path": ("6319", "6320", "6421", "6522")}, "13.1"),
        (69, {"path": ("6219", "6218", "6217")}, "15.1"),
        (19, {"result": "intact"}, "5.6"),
        (19, {"drm": 0}, "5.6"),
        (82, {"result": "0/1"}, "12.1"),
        (125, {"die": 3}, "23.5"),
    ],
)
def test_a_spoilt_entry_is_detected(sample, number, changes, rule):
    assert rule not in rules_broken(sample, number)
    assert rule in rules_broken(sample, number, **changes)


def test_points_spent_before_count_in_a_recorded_game(sample):
    """Entry 18 took 2/1P four hexes: a second full move afterwards is too much."""
    again = {"path": ("6120", "6221", "6222", "6322"), "mode": "normal"}
    assert rules_broken(sample, 20) == set()
    assert "8.1" in rules_broken(sample, 20, **again)


def test_a_skipped_phase_and_nonsense_are_reported(tmp_path):
    with Game.new(tmp_path / "x.h44log", "holland44", "campaign", at=AT, dice=Rolled()) as game:
        game.play(act.SetClock(turn=1, phase="combat", active="german"), at=AT)
        game.play(act.Note(text="nothing to judge"), at=AT)
        found = audit(game, RULES)
    assert [(f.entry, f.rule) for f in found.breaches] == [(2, "3")]


def test_effects_that_contradict_the_dice_are_reported(tmp_path):
    path = tmp_path / "played.h44log"
    autoplay(require_rulebook("holland44").ruleset("campaign"), 5, 1, path)
    recording = Recording.load(path)
    number = next(
        n
        for n, e in enumerate(recording.timeline.entries, 1)
        if isinstance(e.action, act.DeclareAttack) and e.dice
    )
    entry = recording.timeline.entries[number - 1]
    other = 1 + entry.dice[-1].values[0] % entry.dice[-1].sides
    changed = entry.dice[-1].model_copy(update={"values": (other,)})
    spoilt: Entry = entry.model_copy(update={"dice": (*entry.dice[:-1], changed)})
    before: State = recording.state(number - 1)
    verdicts = Auditor(RULES).judge(before, spoilt) or []
    assert "audit.differs" in {v.key for v in verdicts}
