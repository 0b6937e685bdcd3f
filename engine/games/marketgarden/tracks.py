"""The names and prefixes of the tracks in a state.

Tracks store data that counters do not show, such as points spent and units that have fought.
Tracks of a phase are cleared at its end.
"""

from __future__ import annotations

from typing import Final

NOTED: Final = 1
"""The value of tracks that only note a unit."""

AIR: Final = "air/"
"""6.1: air points left, by side."""

MOVED: Final = "moved/"
"""4.0b: half movement points spent in the phase, by unit."""

BEGAN: Final = "began/"
"""4.1.2c: units that began their movement phase engaged."""

ENTERED: Final = "entered/"
"""4.1.2f: units that have moved or landed in the phase."""

OWES: Final = "owes/"
"""4.1.2g: units that must attack in the phase."""

FOUGHT: Final = "fought/"
"""Units that have attacked in the phase."""

FIRED: Final = "fired/"
"""8.0g: artillery that has fired in the phase."""

STRUCK: Final = "struck/"
"""5.1.2b: hexes attacked in the turn, by number; the value is the attacking side."""

TRIED: Final = "tried/"
"""10.1b: bridges that the German player has tried to blow in the phase, by hexside."""

HELD_END: Final = "end/"
"""10.1d: ends of bridges that the Allies have occupied: "end/<hexside>/<hex>", with the turn."""

BLOWN: Final = "bridges-blown"
"""10.1h: the number of bridges blown, including repaired ones."""

CONTACT: Final = "contact/"
"""9.0h: airborne divisions that have contacted XXX Corps, with the turn."""

ARNHEM: Final = "contact-arnhem"
"""4.2.3g: the turn in which XXX Corps contacted parachutists in Arnhem."""

UNSUPPLIED: Final = "unsupplied/"
"""9.0d: consecutive turns without air supply, by unit."""

RETURNS: Final = "returns/"
"""4.2.2c: the turn in which a unit that left the map may return, by unit."""

NORTH: Final = "north"
"""11.2.1b: the turn in which XXX Corps reached the north edge."""

FIGHT: Final = "fight"
"""The current combat, as JSON (:class:`~.combat.CombatRecord`)."""

COMBAT: Final = "combat"
"""The last roll of the phase as text: hex, column, sum of the dice, result."""

POINTS: Final = "victory-"

OF_A_MOVEMENT: Final = (MOVED, BEGAN, ENTERED, TRIED)
OF_A_COMBAT: Final = (OWES, FOUGHT, FIRED, FIGHT, COMBAT)
OF_A_TURN: Final = (STRUCK,)
