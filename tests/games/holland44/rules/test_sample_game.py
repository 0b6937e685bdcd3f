"""The worked example of pages 39 to 48, as recorded on the real board: rules and record agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import actions as act
from engine.games.holland44.positions import setting as setting_of
from engine.games.holland44.rules.ch08_movement.why_not import MODES_OF, judge_path, mover_of
from engine.games.holland44.rules.ch09_attack import attack_verdicts
from engine.games.holland44.rules.ch10_odds import best_lead
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.rules.ch13_retreat_paths import Retreat
from engine.games.holland44.rules.ch15_advance_hexes import Advance
from engine.play.game import Recording
from engine.rules.registry import is_legal, text

LOG = Path(__file__).parents[4] / "logs" / "market-garden-turn-1.h44log"
COMBATS = 22


@pytest.fixture(scope="module")
def recording():
    return Recording.load(LOG)


def positions(recording, kind, *modes):
    """The position before each entry of a kind, with the action."""
    setting = setting_of("campaign")
    for number, entry in enumerate(recording.timeline.entries, 1):
        action = entry.action
        if isinstance(action, kind) and (not modes or action.mode in modes):
            yield number, setting.position(recording.state(number - 1)), action


def fights(recording):
    for number, position, action in positions(recording, act.Combat):
        fight = Combat(
            position,
            tuple(position.units[u] for u in action.attackers),
            position.board.index[action.target],
            tuple(position.units[u] for u in action.support),
            sum(1 for s in action.shifts if s.why.startswith("air")),
            "breakthrough" in action.label,
        )
        yield number, fight, action


def test_all_printed_combats_are_reckoned_as_printed(recording):
    seen = 0
    for _, fight, action in fights(recording):
        found = best_lead(fight, action.lead)
        assert (found.odds.attack, found.odds.defense) == (action.attack, action.defense), action
        assert found.odds.column == action.column, action.label
        assert sorted(s.by for s in found.shifts) == sorted(s.by for s in action.shifts)
        assert is_legal(attack_verdicts(fight, found)), action.label
        seen += 1
    assert seen == COMBATS


def test_every_recorded_move_is_legal(recording):
    judged = 0
    for number, position, action in positions(recording, act.MoveUnits, *MODES_OF):
        if action.path[0].startswith(("turn-", "arrivals-")):
            continue
        mover = mover_of(position, [position.units[u] for u in action.units])
        path = [position.places.index(name) for name in action.path]
        verdicts = judge_path(mover, action.mode, path)
        assert is_legal(verdicts), (number, [text(v) for v in verdicts if v.level == "forbid"])
        judged += 1
    assert judged > 50


def test_every_recorded_retreat_is_allowed(recording):
    seen = 0
    for number, position, action in positions(recording, act.MoveUnits, "retreat"):
        units = tuple(position.units[u] for u in action.units)
        path = tuple(position.places.index(name) for name in action.path)
        retreat = Retreat(position, units, units[0].place, len(path) - 1)
        allowed = [retreat.candidates[n].path for n in retreat.legal]
        assert path in allowed, number
        seen += 1
    assert seen >= 10


def test_every_recorded_advance_is_possible(recording):
    """Entries 55 to 226; an advance after a revealed garrison counts as a bonus (25.3.4)."""
    setting = setting_of("campaign")
    vacated, rates, seen = None, (), 0
    for number, entry in enumerate(recording.timeline.entries, 1):
        action = entry.action
        if isinstance(action, act.Combat):
            rate = setting.crt.results[action.result]["advance"]
            rates = (*rates[-1:], (action.target, rate))
        elif isinstance(action, act.MoveUnits) and action.mode == "advance":
            position = setting.position(recording.state(number - 1))
            units = tuple(position.units[u] for u in action.units)
            end = position.board.index[action.path[-1]]
            open_ = set()
            for target, rate in (*rates, (action.path[1], "bonus")):
                vacated = position.board.index[target]
                if rate and vacated in position.ground.ring[units[0].place]:
                    open_ |= Advance(position, units, vacated, rate).hexes().keys()
            assert end in open_, number
            seen += 1
    assert seen >= 20
