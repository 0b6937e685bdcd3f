"""Chapter 28.3: the optional German coast batteries, which ships must suppress."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.vocabulary import CW, US, verdict

BATTERIES = {US: ("GE-SP-Crisbecq", "GE-SP-PtHoc"), CW: ("GE-SP-Longues",)}
MONT_CANISY = "GE-SP-MontCanisy"
SUPPRESSED = "suppressed"
"""28.3c: Mont Canisy has been suppressed in the turn."""


def in_use(position: Position) -> bool:
    """28.3a: return whether the option is in force, from turn 2 on."""
    return position.reading("coast_batteries") == "on" and position.turn > 1


def suppress(work: Resolution) -> None:
    """19.2g, 28.3a, 28.3b: use a ship of each army while a battery of its sector fires.

    A battery is lost with its strongpoint. Mont Canisy matters only to Sword.
    """
    work.track(SUPPRESSED, None)
    if not in_use(work.position):
        return
    for army, names in BATTERIES.items():
        firing = any(name in work.position.units for name in names)
        if firing:
            work.add(tracks.NAVAL + army, -1)
            if army == CW:
                work.track(SUPPRESSED, work.state.clock.turn)


def fires_on(position: Position, beach: str) -> bool:
    """28.3c: return whether Mont Canisy fires on a landing, and no ship suppresses it yet."""
    firing = in_use(position) and MONT_CANISY in position.units
    return beach == "sword" and firing and SUPPRESSED not in position.state.tracks


def sword_verdicts(position: Position, beach: str) -> Iterator[Verdict]:
    """28.3c: nobody lands on Sword unless a British ship can suppress Mont Canisy."""
    if fires_on(position, beach) and not position.track(tracks.NAVAL + CW):
        yield verdict("28.3c", "no_ship")


def over_sword(work: Resolution, beach: str) -> None:
    """28.3c: use a British ship for a landing on Sword under the guns of Mont Canisy."""
    if fires_on(work.position, beach):
        work.add(tracks.NAVAL + CW, -1)
        work.track(SUPPRESSED, work.state.clock.turn)
