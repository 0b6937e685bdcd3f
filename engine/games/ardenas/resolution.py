"""Effects computed one after the other, with throws of the special die."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core import effects as fx
from engine.games.ardenas import tracks
from engine.games.ardenas.combat import Attacks, Battle, Flight
from engine.games.ardenas.groupings import Grouping
from engine.games.ardenas.position import Position, Setting
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import eliminated
from engine.rules.base.combat import RecordTrack
from engine.rules.base.resolution import Resolution as BaseResolution

ATTACKS: Final = RecordTrack(tracks.ATTACKS, Attacks)
BATTLE: Final = RecordTrack(tracks.BATTLE, Battle)
FLIGHT: Final = RecordTrack(tracks.FLIGHT, Flight)


class Resolution(BaseResolution[Setting, Position, Unit]):
    """A state under change, with the effects and the dice so far."""

    attacks = ATTACKS
    battle = BATTLE
    flight = FLIGHT

    def throw_special(self, reason: str) -> int:
        """2.5: Throw the special die and return its face.

        The log records a throw of a common die: its six sides are the six faces in their order.
        """
        return self.setting.charts.die.faces[self.throw(reason) - 1]

    def eliminate(self, name: str) -> None:
        """8.1.1c, 9.0d, 11.0c: Put a unit in the box of its side and take it out of its grouping.

        A grouping without units left is taken off the map and may be formed again. A transport
        takes the units aboard with it (9.0d).
        """
        for passenger, transport in self.position.aboard.items():
            if transport == name:
                self.eliminate(passenger)
        self.leave_grouping(name)
        self.track(tracks.ABOARD + name, None)
        self.put(name, eliminated(self.state.pieces[name].side))

    def leave_grouping(self, name: str) -> None:
        """11.0c: Take a unit out of the grouping it is in, if any."""
        grouping = self.position.grouping_of.get(name)
        if grouping is not None:
            left = tuple(n for n in grouping.units if n != name)
            if left:
                self.regroup(replace(grouping, units=left))
            else:
                self.ungroup(grouping.track)

    def regroup(self, grouping: Grouping) -> None:
        """11.0a: Record the hex and the units of a grouping, and move its counter there."""
        self.track(grouping.track, grouping.value(self.places))
        self.marker(grouping.track, grouping.marker, self.places.name(grouping.place))

    def ungroup(self, name: str) -> None:
        """11.0c: Take the counter of a grouping off the map."""
        self.track(name, None)
        self.marker(name, None)

    def give(self, name: str, side: str) -> None:
        """12.0c: Let a piece belong to a side."""
        before = self.state.pieces[name].side
        if before != side:
            self.do(fx.SetSide(unit=name, before=before, after=side))
