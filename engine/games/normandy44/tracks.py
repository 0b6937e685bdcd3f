"""Names and prefixes of the tracks of a state.

Tracks store what the counters on the map do not show. The tracks of a phase or turn are cleared
when it ends; the others stay.
"""

from __future__ import annotations

from typing import Final

WEATHER: Final = "weather"
WEATHER_ROW: Final = "weather-row"
"""4.3g: the row of the weather table that is in force."""

POINTS: Final = "supply_points."
"""5.0: supply points of us, cw, german7, cherbourg."""

REPLACEMENTS: Final = "repl/"
"""6.1: replacements by army and type: us/infantry, british/armour, german/panther …"""

RP: Final = "rp/"
"""6.5: reinforcement points left in the turn, by army."""
LANDED: Final = "landed/"
"""6.5.2e: reinforcement points landed over each beach in the turn."""
ASHORE: Final = "ashore/"
"""6.5.2c: units that have landed in the turn; those next to an enemy also have a marker."""

MOVED: Final = "moved/"
"""9.1a: units that have moved in the phase, with the sixths of points they spent."""
HEXES: Final = "hexes/"
"""17.2h: hexes a unit has moved in the turn."""
FOUGHT: Final = "fought/"
STRUCK: Final = "struck/"
"""10.1b: units and hexes that have fought in the phase."""
RETREATED: Final = "retreated/"
"""13.5a: units that have retreated in the phase."""
BUILT: Final = "built/"
"""16.1.2a: improved positions begun in the turn, by army."""
BEGUN_BY: Final = "building/"
"""16.1.3: hexes under construction, with the turn in which they were begun."""

NAVAL: Final = "naval/"
AIR: Final = "air/"
"""19: naval and air units left in the turn, by army."""
STRAFED: Final = "strafed/"
MISSIONS: Final = "missions"
"""19.1.4b: the hexes of the assigned strafing missions, or that they have been flown."""

FIGHT: Final = "fight"
"""The current combat, as JSON (:class:`~.combat.CombatRecord`)."""
COMBAT: Final = "combat"
"""The last die roll of the phase as text: hex, column, die, result."""

LANDING: Final = "landing/"
"""20.3: beaches that have been assaulted, with the result."""
SCATTER: Final = "scatter"
"""20.2: whether the airborne units have rolled for scatter."""

ENDING: Final = "ending"
"""7.2b: the phase that ends once no hex is overstacked."""

CADRE: Final = "cadre/"
"""17.9: the unit that a cadre replaces, by cadre."""
RELEASED: Final = "released/"
"""17.6: restricted units that have been released."""
MOBILISED: Final = "mobilised/"
"""6.7: boxes that a unit has left in the turn."""
EVACUATED: Final = "evacuated/"
"""21.2: units that left over a beach in the turn."""
OPENED: Final = "opened/"
"""23.3a: beaches that have been open."""
MULBERRY_DUE: Final = "mulberry/"
"""21.1: the turn in which a Mulberry is complete, by army; 0 once it is lost."""
COTENTIN: Final = "cotentin-moved"
"""17.4c: whether the Cotentin HQ has moved to Cherbourg."""
CHERBOURG_BOMBARDED: Final = "cherbourg-bombarded"
"""19.2f: the turn of the special bombardment."""
BOMBARDED: Final = "bombarded/"
"""19.2f: the hexes of that bombardment in the turn."""
AIRBORNE: Final = "airborne/"
"""6.2.3e: divisions that have taken an airborne replacement in the turn."""
STORM_LEFT: Final = "storm-left"
"""28.2: remaining turns of a three-day storm."""

VP: Final = "victory-points"

OF_A_PHASE: Final = (MOVED, FOUGHT, STRUCK, RETREATED, FIGHT, COMBAT, STRAFED, MISSIONS)
OF_A_TURN: Final = (RP, LANDED, ASHORE, BUILT, MOBILISED, EVACUATED, AIRBORNE, HEXES, BOMBARDED)
