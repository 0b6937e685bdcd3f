"""Convert between VASSAL's state of a movement trail and the status of a piece.

A trail is the list of points that a piece left on one map: ``x,y x,y …`` from the first if it is
visible, ``on`` if it is visible but empty, ``off …`` if it is switched off. Points of a trail that
is invisible in a file are not imported; those of a trail switched off here are kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.vassal import traits as tr
from engine.vassal.codec import field, join, parse_bool, split, whole
from engine.vassal.kinds import MAX_POINTS, POINT, TRAIL_OFF

ON = "on"
_ID = re.compile(r"Map\d{1,4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class TrailState:
    """A trail: whether visible, its map, its points; ``settled`` if a player or move set it."""

    on: bool
    board: str = ""
    points: tuple[str, ...] = ()
    settled: bool = False

    def written(self) -> str:
        """Return the state in VASSAL's form; "" for that of a new piece."""
        if not (self.points or self.settled):
            return ""
        switch = "true" if self.on else "false"
        end = ["true"] if self.settled else []
        return join([switch, self.board, str(len(self.points)), *self.points, *end], ";")


def read(trait: tr.Trail, state: str) -> TrailState:
    """Parse the state of a trail from a file."""
    if not state:
        return TrailState(trait.shown)
    fields = split(state, ";")
    count = max(0, whole(field(fields, 2)) or 0)
    settled = parse_bool(field(fields, 3 + count))
    on = parse_bool(fields[0]) or (trait.shown and not trait.common and not settled)
    points = tuple(point for point in fields[3 : 3 + count] if POINT.fullmatch(point))
    return TrailState(on, field(fields, 1), points, settled)


def trail_value(
    trait: tr.Trail,
    state: str,
    board: str | None,
    map_id: str | None = None,
    *,
    hidden: bool = False,
) -> str:
    """Return the status value of a trail on a map; "" for that of a new piece.

    A file names the map by its id in the module, such as ``Map0``; if that is unknown (None), any
    id matches. ``hidden`` includes the points of a trail that is switched off.
    """
    trail = read(trait, state)
    mine = trail.board in (board, map_id) or (map_id is None and _ID.fullmatch(trail.board))
    here = trail.points[-MAX_POINTS:] if board is not None and mine else ()
    if trail.on:
        return " ".join(here) or ("" if trait.shown else ON)
    stored = here if hidden else ()
    return " ".join([TRAIL_OFF, *stored]) if trait.shown or stored else ""


def state_of_trail(value: str, board: str) -> TrailState:
    """Return the state of a trail from its status value."""
    switch, *rest = value.split()
    points = tuple(rest if switch in (ON, TRAIL_OFF) else [switch, *rest])
    return TrailState(switch != TRAIL_OFF, board, points, settled=switch in (ON, TRAIL_OFF))
