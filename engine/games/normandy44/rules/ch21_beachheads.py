"""Chapter 21: Mulberries: begun, delayed, complete, lost."""

from __future__ import annotations

from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Situation
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

TURNS = 5
"""21.1.1b: turns that building takes."""


def sites(situation: Situation, army: str) -> tuple[int, ...]:
    """21.1.1b: the hexes of an army's Mulberry: both of Omaha, or Arromanches."""
    return situation.ground.hexes(BEACHES["omaha"] if army == US else (ARROMANCHES,))


def threatened(situation: Situation, army: str) -> bool:
    """21.1.1b, 21.1.2: does a German unit stand in or next to the site?"""
    ground = situation.ground
    near = {k for i in sites(situation, army) for k in (i, *ground.ring[i])}
    return not near.isdisjoint(situation.stacks[GERMAN])


def build(work: Resolution) -> None:
    """21.1.1b, 3.A: in the initial phase Mulberries are begun and completed."""
    for army in ARMIES:
        situation = work.situation
        places = sites(situation, army)
        if not places or situation.scenario == "cherbourg":
            continue
        due = situation.state.tracks.get(tracks.MULBERRY_DUE + army)
        held = all(situation.control(i) == ALLIED for i in places)
        if due is None and held and not threatened(situation, army):
            work.track(tracks.MULBERRY_DUE + army, situation.turn + TURNS)
        elif isinstance(due, int) and 0 < due <= situation.turn:
            work.marker(f"mulberry-{army}", MULBERRY, situation.number(places[0]))


def delay(work: Resolution) -> None:
    """21.1.2: as an Allied turn begins, a German beside an unfinished Mulberry costs a turn."""
    for army in ARMIES:
        situation = work.situation
        due = situation.state.tracks.get(tracks.MULBERRY_DUE + army)
        if isinstance(due, int) and due > situation.turn and threatened(situation, army):
            work.track(tracks.MULBERRY_DUE + army, due + 1)


def lose(work: Resolution) -> None:
    """21.1.4b: a Mulberry whose hex the Germans take is gone for good, built or building."""
    for army in ARMIES:
        situation = work.situation
        due = situation.state.tracks.get(tracks.MULBERRY_DUE + army)
        if not isinstance(due, int) or due == 0:
            continue
        taken = [i for i in sites(situation, army) if i in situation.stacks[GERMAN]]
        marker = situation.state.markers.get(f"mulberry-{army}")
        if marker is not None:
            taken = [i for i in taken if situation.number(i) == marker.at]
        if taken:
            work.track(tracks.MULBERRY_DUE + army, 0)
            work.marker(f"mulberry-{army}", None)
