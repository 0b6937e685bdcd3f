"""Movement used by units in the phase, stored in the tracks of the state by unit.

A move is finished before the next one begins (8.1). The track ``moving`` names the units whose move
may continue (after a bridge, an unknown unit, or an enemy decision).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.core.effects import Track
from engine.games.holland44.tracks import MOVED, MOVING, SPLIT, STRUCK


@dataclass(frozen=True, slots=True)
class Progress:
    """Used movement: sixths of a point, hexes, and woods hexes off the roads."""

    mode: str = ""
    spent: int = 0
    hexes: int = 0
    woods: int = 0
    over: bool = False
    """Whether the move cannot continue: it has ended, or other units have moved since."""
    mixed: bool = False
    """Whether the units have moved in different modes."""

    def __bool__(self) -> bool:
        return bool(self.mode)

    def text(self) -> str:
        """Return the value of a unit's track."""
        return f"{self.mode} {self.spent} {self.hexes} {self.woods}"


def has_moved(tracks: Mapping[str, Track], unit: str) -> bool:
    """Return whether a unit has left its hex in the phase, or tried to."""
    if STRUCK + unit in tracks:
        return True
    value = tracks.get(MOVED + unit)
    return value is not None and str(value).split()[2] != "0"


def companions(tracks: Mapping[str, Track], units: Iterable[str]) -> list[str]:
    """21.3: return the units that may move on together with these: parts of the same unit.

    A unit and its breakdown units have used the same movement, and all continue from there.
    """
    names = list(units)
    whole = {tracks.get(SPLIT + name, name) for name in names}
    moving = str(tracks.get(MOVING) or "").split()
    return [n for n in moving if n not in names and tracks.get(SPLIT + n, n) in whole]


def joint(tracks: Mapping[str, Track], units: Iterable[str]) -> Progress:
    """Return the movement used by units that move together: the highest of each kind."""
    moved = sorted(u for u in units if MOVED + u in tracks) if MOVING in tracks else ()
    if not moved:
        return NONE
    moving = set(str(tracks[MOVING]).split())
    progress: Progress = NONE
    for unit in moved:
        mode, spent, hexes, woods = _written(str(tracks[MOVED + unit]))
        progress = Progress(
            mode,
            max(progress.spent, spent),
            max(progress.hexes, hexes),
            max(progress.woods, woods),
            progress.over or unit not in moving,
            progress.mixed or (bool(progress) and progress.mode != mode),
        )
    return progress


@lru_cache(maxsize=1024)
def _written(value: str) -> tuple[str, int, int, int]:
    """Return the mode and the numbers in the value of a unit's track."""
    mode, spent, hexes, woods = value.split()
    return mode, int(spent), int(hexes), int(woods)


NONE = Progress()
