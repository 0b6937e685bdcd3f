"""What the tracks of a state hold: one name or prefix each.

Tracks keep what the counters on the map do not show: points spent, who has fought, what was
touched. Those of a phase are cleared when it ends, the others last.
"""

from __future__ import annotations

from typing import Final

AIR: Final = "air/"
"""6.1: air points left, by side."""

MOVED: Final = "moved/"
"""4.0b: half movement points a unit has spent in the phase."""

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
"""5.1.2b: hexes attacked in the turn, by number; the value is the phase's side."""

TRIED: Final = "tried/"
"""10.1b: bridges that the German has tried to blow in the phase, by hexside."""

HELD_END: Final = "end/"
"""10.1d: ends of bridges that the Allies have occupied: "end/<hexside>/<hex>", with the turn."""

BLOWN: Final = "bridges-blown"
"""10.1h: bridges the German has blown, repaired ones included."""

CONTACT: Final = "contact/"
"""9.0h: airborne divisions that have contacted XXX Corps, with the turn."""

ARNHEM: Final = "contact-arnhem"
"""4.2.3g: the turn in which XXX Corps contacted parachutists in Arnhem."""

UNSUPPLIED: Final = "unsupplied/"
"""9.0d: consecutive turns without air supply, by unit."""

RETURNS: Final = "returns/"
"""4.2.2c: the turn in which a unit that left may come back, by unit."""

NORTH: Final = "north"
"""11.2.1b: XXX Corps has reached the north edge, with the turn."""

FIGHT: Final = "fight"
"""The combat that is being worked out, as JSON (:class:`~.combat.CombatRecord`)."""

COMBAT: Final = "combat"
"""The last throw of the phase in words: hex, column, sum of the dice, result."""

POINTS: Final = "victory-"

OF_A_MOVEMENT: Final = (MOVED, BEGAN, ENTERED, TRIED)
OF_A_COMBAT: Final = (OWES, FOUGHT, FIRED, FIGHT, COMBAT)
OF_A_TURN: Final = (STRUCK,)
