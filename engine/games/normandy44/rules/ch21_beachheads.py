"""Chapter 21: Mulberries: construction, delay, completion, loss."""

from __future__ import annotations

from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.vocabulary import (
    ALLIED,
    ARMIES,
    ARROMANCHES,
    BEACHES,
    GERMAN,
    MULBERRY,
    US,
)
from engine.rules.base.decisions import Args, Choice, Handler

TURNS = 5
"""21.1.1b: turns of construction."""


def sites(position: Position, army: str) -> tuple[int, ...]:
    """21.1.1b: return the hexes of an army's Mulberry: both of Omaha, or Arromanches."""
    return position.ground.hexes(BEACHES["omaha"] if army == US else (ARROMANCHES,))


def threatened(position: Position, army: str) -> bool:
    """21.1.1b, 21.1.2: return whether a German unit is in or next to the site."""
    ground = position.ground
    near = {k for i in sites(position, army) for k in (i, *ground.ring[i])}
    return not near.isdisjoint(position.stacks[GERMAN])


def build(work: Resolution) -> None:
    """21.1.1b, 3.A: begin and complete Mulberries in the initial phase.

    Arromanches must be Allied; at Omaha no German may be in or next to either hex, no more.
    """
    for army in ARMIES:
        position = work.position
        places = sites(position, army)
        if not places or position.scenario == "cherbourg":
            continue
        due = position.state.tracks.get(tracks.MULBERRY_DUE + army)
        taken = army == US or all(position.control(i) == ALLIED for i in places)
        if due is None and taken and not threatened(position, army):
            work.track(tracks.MULBERRY_DUE + army, position.turn + TURNS)
        elif isinstance(due, int) and 0 < due <= position.turn and not standing(position, army):
            if len(places) > 1:
                work.ask(Site.kind, ALLIED, army=army)
            else:
                complete(work, army, places[0])


def standing(position: Position, army: str) -> bool:
    """Return whether an army's Mulberry is complete."""
    return f"mulberry-{army}" in position.state.markers


def complete(work: Resolution, army: str, hex_: int) -> None:
    """21.1.1b: place an army's Mulberry in a hex."""
    work.marker(f"mulberry-{army}", MULBERRY, work.position.number(hex_))


class Site(Handler[Position, Resolution]):
    """21.1.1b: the hex of Omaha where the American Mulberry is placed."""

    kind = "mulberry"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the hexes of the site."""
        return [Choice(position.number(i), (), (i,)) for i in sites(position, args["army"])]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Place the Mulberry."""
        complete(work, args["army"], choice.path[-1])


def delay(work: Resolution) -> None:
    """21.1.2: delay an unfinished Mulberry with a German next to it as an Allied turn begins."""
    for army in ARMIES:
        position = work.position
        due = position.state.tracks.get(tracks.MULBERRY_DUE + army)
        if isinstance(due, int) and due > position.turn and threatened(position, army):
            work.track(tracks.MULBERRY_DUE + army, due + 1)


def lose(work: Resolution) -> None:
    """21.1.4b: a Mulberry whose hex the Germans take is lost permanently, complete or not."""
    for army in ARMIES:
        position = work.position
        due = position.state.tracks.get(tracks.MULBERRY_DUE + army)
        if not isinstance(due, int) or due == 0:
            continue
        # A village counts as taken by units that only passed through it (2.2.5a).
        villages = position.ground.cities | position.ground.towns
        taken = [
            i
            for i in sites(position, army)
            if i in position.stacks[GERMAN]
            or (i in villages and position.state.control.get(i) == GERMAN)
        ]
        marker = position.state.markers.get(f"mulberry-{army}")
        if marker is not None:
            taken = [i for i in taken if position.number(i) == marker.at]
        if taken:
            work.track(tracks.MULBERRY_DUE + army, 0)
            work.marker(f"mulberry-{army}", None)
