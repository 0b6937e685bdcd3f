"""How far units have moved in the phase: kept in the tracks of the state, one for each unit.

A move is finished before the next one begins (8.1): the track ``moving`` names the units whose
move may still go on (after a bridge, an unknown unit, a decision of the enemy).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.core.effects import Track
from engine.games.holland44.tracks import MOVED, MOVING, SPLIT, STRUCK


@dataclass(frozen=True, slots=True)
class Progress:
    """What units have used of their move: sixths of a point, hexes, woods hexes off the roads."""

    mode: str = ""
    spent: int = 0
    hexes: int = 0
    woods: int = 0
    over: bool = False
    """Others have moved since, or the move has ended: it cannot go on."""
    mixed: bool = False
    """The units have moved in different modes."""

    def __bool__(self) -> bool:
        return bool(self.mode)

    def text(self) -> str:
        """The value of a unit's track."""
        return f"{self.mode} {self.spent} {self.hexes} {self.woods}"


def has_moved(tracks: Mapping[str, Track], unit: str) -> bool:
    """Has a unit left its hex in the phase, or tried to? One that only took in a step has not."""
    if STRUCK + unit in tracks:
        return True
    held = tracks.get(MOVED + unit)
    return held is not None and str(held).split()[2] != "0"


def companions(tracks: Mapping[str, Track], units: Iterable[str]) -> list[str]:
    """21.3: who may still move on while these units do: parts of the same unit, broken down.

    A unit and what it sends out on the way have spent the same, and both go on from there.
    """
    names = list(units)
    whole = {tracks.get(SPLIT + name, name) for name in names}
    moving = str(tracks.get(MOVING) or "").split()
    return [n for n in moving if n not in names and tracks.get(SPLIT + n, n) in whole]


def joint(tracks: Mapping[str, Track], units: Iterable[str]) -> Progress:
    """What units that move together have used, all of them at most."""
    if MOVING not in tracks:
        return NONE
    moving = set(str(tracks[MOVING]).split())
    found: Progress = NONE
    for unit in sorted(units):
        held = tracks.get(MOVED + unit)
        if held is None:
            continue
        mode, *numbers = str(held).split()
        spent, hexes, woods = (int(n) for n in numbers)
        found = Progress(
            mode,
            max(found.spent, spent),
            max(found.hexes, hexes),
            max(found.woods, woods),
            found.over or unit not in moving,
            found.mixed or (bool(found) and found.mode != mode),
        )
    return found


NONE = Progress()
