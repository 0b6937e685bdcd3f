"""3: the order of phases in a scenario, and the end of the game."""

from __future__ import annotations

from engine.core.effects import Clock
from engine.games.holland44.position import Position, Setting
from engine.rules.base.sequence import WINNER, Sequence


def sequence_of(setting: Setting) -> Sequence:
    """3, 3.A, 3.C, 3.D, 3.1, 4.1, 20.1, S1.1: return the sequence of play of a scenario."""
    key = "sequence"
    memo = setting.ground.memo
    if (key, setting.scenario.id) not in memo:
        memo[key, setting.scenario.id] = Sequence.of(setting.module, setting.scenario.id)
    sequence: Sequence = memo[key, setting.scenario.id]
    return sequence


def next_clock(position: Position) -> Clock | None:
    """4.1, 20.1: return the phase that follows; None where the game is over (26.1)."""
    if position.state.tracks.get(WINNER):
        return None
    return sequence_of(position.setting).after(position.state.clock)
