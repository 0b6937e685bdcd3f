"""Chapter 4.2.3: landing by air and creation of units on the map."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.marketgarden import tracks
from engine.games.marketgarden.move_effects import land, spend
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.rules.ch04_arrivals import arrivals
from engine.games.marketgarden.rules.ch04_stacking import room_for
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import ALLIED, GERMAN, eliminated


def fixed_drops(work: Resolution) -> None:
    """4.2.3b, 4.2.3c, 4.2.3d: Land drops in printed hexes at the start of the Allied movement.

    A unit that lands on an enemy is eliminated; if the hex is full, it waits. By the reading
    ``after_a_drop`` it has no movement left.
    """
    position = work.position
    may_move = position.reading("after_a_drop") == "move"
    for unit in [u for u in arrivals(position, ALLIED) if u.type.how == "fixed"]:
        hex_ = position.ground.index[unit.type.where]
        if hex_ in position.stacks[GERMAN]:
            work.put(unit.id, eliminated(ALLIED))
        elif room_for(position, [unit], hex_):
            land(work, unit.id, hex_)
            work.track(tracks.ENTERED + unit.id, tracks.NOTED)
            if not may_move:
                spend(work, [unit.id], unit.allowance)
            position = work.position


def come_down(work: Resolution, units: Sequence[Unit], hex_: int) -> None:
    """4.2.3e, 4.2.3f, 11.1.4b: Land or create units; reading ``after_a_drop``: may they move?"""
    may_move = work.position.reading("after_a_drop") == "move"
    for unit in units:
        land(work, unit.id, hex_)
        spend(work, [unit.id], 0 if may_move else unit.allowance)
