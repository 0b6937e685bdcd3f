"""Names of tracks: one name or prefix for each kind of record in a state.

Tracks of a phase are cleared when it ends, tracks of a turn when the turn ends.
"""

from __future__ import annotations

from typing import Final

WEATHER: Final = "weather"
"""14.0: the weather of the turn: good, storm, fog or bad."""

MOVED: Final = "moved/"
"""7.0a: hexes that a unit has moved in the phase."""

DISPLACED: Final = "displaced/"
"""7.0j: units that used their displacement in the turn; they may not fight."""

FIRED: Final = "fired/"
"""8.3d: shots that a gun has used in the turn."""

FOUGHT: Final = "fought/"
"""8.2h: units that have attacked in the turn; each fights one combat."""

BRIDGING: Final = "bridging/"
"""8.2j: the river hex where an engineer has built a bridge in the turn."""

OWES: Final = "owes/"
"""7.0m: units that have passed an enemy zone, which a reading allows, and so must fight."""

DESTROYER: Final = "destroyer/"
"""12.0d: units that have destroyed an own counter in the phase."""

ATTACKS: Final = "attacks"
"""8.1a: the attacks declared in the phase, as a record."""

BATTLE: Final = "combat"
"""8.1e: the battle in the enlarged area, as a record."""

FLIGHT: Final = "flight"
"""8.3n: aircraft that move under fire, as a record."""

AIR_STEP: Final = "air_step"
"""15.1: how far a half of an air sub-turn has come: 1 for combats, 2 for bombs and drops."""

LATE: Final = "late/"
"""8.4o: aircraft that came to a base only in the sixth sub-turn."""

GROUPING: Final = "grouping/"
"""11.0a: a grouping on the map, by side, kind and number: ``grouping/german/ground/3``.

The value is the hex and then the ids of its units: ``4012 GE-1SS-Pz GE-1SS-SS1``.
"""

ABOARD: Final = "aboard/"
"""9.0b: the transport that carries a unit, until it is dropped or the transport is back."""

SHIFTED: Final = "shifted/"
"""10.0d: Allied units that commandos have misdirected in the phase."""

SHEET: Final = "sheet/"
"""11.0e: the units of a full box of the enemy's sheet, where a side sees that alone."""

FORMED: Final = "formed/"
"""11.0h: groupings that were formed in the turn, by the names of their tracks."""

POINTS: Final = "points/"
"""5.0b: points of a side at the end of the game."""

TOWNS: Final = "towns/"
"""5.0a: towns that a side holds at the end of the game."""

LAST: Final = "last_combat"
"""8.1c, 8.1p: the result of the last combat of the phase, in short."""

OF_A_PHASE: Final = (MOVED, ATTACKS, DESTROYER, LAST, SHIFTED, AIR_STEP)
OF_A_FLIGHT: Final = (FIRED, DISPLACED)
"""8.3m, 8.4c: records of one half of an air sub-turn: shots, and displacement."""
OF_A_TURN: Final = (DISPLACED, FIRED, FOUGHT, BRIDGING, OWES, LATE, FORMED)
