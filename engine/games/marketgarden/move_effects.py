"""Effects common to movement, arrival, retreat and advance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.games.marketgarden import tracks
from engine.games.marketgarden.resolution import Resolution
from engine.games.marketgarden.rules import ch09_supply, ch10_bridges, ch11_victory
from engine.games.marketgarden.rules.ch04_arrivals import note_arnhem


def go(work: Resolution, names: Sequence[str], path: Sequence[int]) -> None:
    """Move a stack along a path, with the effects of entering its hexes."""
    work.move_along(names, path)
    arrive(work, names, path)


def land(work: Resolution, name: str, hex_: int) -> None:
    """Move a unit from a box to a hex, with the effects of entering it."""
    work.put(name, work.setting.places.name(hex_))
    arrive(work, [name], [hex_])
    ch09_supply.share_supply(work, name)


def arrive(work: Resolution, names: Sequence[str], hexes: Iterable[int]) -> None:
    """Apply the effects of entering hexes: control, bridges, contacts, victory."""
    hexes = list(hexes)
    side = work.state.pieces[names[0]].side
    for hex_ in hexes:
        work.control(hex_, side)
    ch10_bridges.occupy(work, side, hexes)
    ch11_victory.note_north(work, names, hexes)
    ch09_supply.note_contacts(work)
    note_arnhem(work)


def spend(work: Resolution, names: Iterable[str], halves: int) -> None:
    """Record half movement points spent by units in the phase."""
    for name in names:
        track = tracks.MOVED + name
        work.add(track, halves)
        work.track(tracks.ENTERED + name, tracks.NOTED)
