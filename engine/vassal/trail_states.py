"""The state of a movement trail as VASSAL writes it, and what a status of ours tells of it.

A trail is the points that a piece has left, on one map: ``x,y x,y …`` from the first for one that
shows, ``on`` for one that shows and has none, ``off …`` for one that is switched off. The points of
a trail that a file does not show are not read out of it; those of one that was switched off here
are kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.vassal import traits as tr
from engine.vassal.codec import field, join, split, truth, whole
from engine.vassal.kinds import MOST_POINTS, POINT, TRAIL_OFF

ON = "on"
_ID = re.compile(r"Map\d{1,4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class TrailState:
    """Does it show, on which map, its points; ``settled``: somebody or a move decided that."""

    on: bool
    board: str = ""
    points: tuple[str, ...] = ()
    settled: bool = False

    def written(self) -> str:
        """The state as VASSAL has it; empty for that of a new piece."""
        if not (self.points or self.settled):
            return ""
        switch = "true" if self.on else "false"
        end = ["true"] if self.settled else []
        return join([switch, self.board, str(len(self.points)), *self.points, *end], ";")


def read(trait: tr.Trail, state: str) -> TrailState:
    """The state of a trail out of a file."""
    if not state:
        return TrailState(trait.shown)
    fields = split(state, ";")
    count = max(0, whole(field(fields, 2)) or 0)
    settled = truth(field(fields, 3 + count))
    on = truth(fields[0]) or (trait.shown and not trait.common and not settled)
    points = tuple(point for point in fields[3 : 3 + count] if POINT.fullmatch(point))
    return TrailState(on, field(fields, 1), points, settled)


def told(
    trait: tr.Trail,
    state: str,
    board: str | None,
    map_id: str | None = None,
    *,
    hidden: bool = False,
) -> str:
    """What a status tells of a trail on a map; empty for what a new piece has.

    A file calls the map by its id in the module, ``Map0``; where that is not known (None), any id
    will do. ``hidden``: the points of one that is switched off, too.
    """
    found = read(trait, state)
    mine = found.board in (board, map_id) or (map_id is None and _ID.fullmatch(found.board))
    here = found.points[-MOST_POINTS:] if board is not None and mine else ()
    if found.on:
        return " ".join(here) or ("" if trait.shown else ON)
    kept = here if hidden else ()
    return " ".join([TRAIL_OFF, *kept]) if trait.shown or kept else ""


def untold(value: str, board: str) -> TrailState:
    """The state of a trail of which a status tells something."""
    switch, *rest = value.split()
    points = tuple(rest if switch in (ON, TRAIL_OFF) else [switch, *rest])
    return TrailState(switch != TRAIL_OFF, board, points, settled=switch in (ON, TRAIL_OFF))
