"""Facts of Holland '44 that the rules state and no data file contains."""

from __future__ import annotations

from typing import Final

from engine.rules.registry import RuleMessages

GAME: Final = "holland44"
verdict = RuleMessages(GAME)
"""Build verdicts of this game; their texts are in ``locale/<language>`` of its data."""

NO_FORMATION: Final = "-"
"""The formation of counters without one."""

OPTIONAL_RULES: Final = (
    "disengagement",
    "isolation_attrition",
    "keep_attempts",
    "recombine_on_the_move",
)
"""Names of the optional rules: 27.1, 27.2, the alternative readings of 5.4 and 21.4."""

SIXTH: Final = 6
"""Movement points are counted in sixths: road rates are 1/2 and 1/3."""

EXTENDED: Final = 2 * SIXTH
"""8.2.1: extended movement adds 2 MP."""

TACTICAL: Final = 2
"""8.3.1: hexes of tactical movement."""

STACK_LIMIT: Final = 2
STEP_LIMIT: Final = 9
"""6.1, 6.4.1: units (besides one that stacks free) and steps in a hex."""

CROSS_COUNTRY: Final = 4
"""18.3.1: hexes of the part of a supply path off the roads."""

HEADS_LAST_TURN: Final = 5
"""18.2.2: airborne supply heads are sources up to this turn."""

BOUNDARIES_LAST_TURN: Final = 6
"""23.4: the last turn of the corps boundaries."""

CORPS_OF_AREA: Final = {"O": "12C", "N": "30C", "M": "8C"}
"""23.4: the corps that uses each Allied entry area."""

AREA_GAPS: Final = frozenset({frozenset({"H", "I"})})
"""19.6: neighbouring entry areas with a gap between them."""

TURN_1_AREAS: Final = frozenset({"A", "L"})
"""23.1.2: entry areas that German units may move into on turn 1."""

MOVED_MA: Final = 5 * SIXTH
DISMOUNTED_MA: Final = 3 * SIXTH
"""17.3, 18.6: movement allowances under a marker."""

FERRY_STEPS: Final = 1
ENGINEER_STEPS: Final = 6
ENGINEER_VEHICLE_STEPS: Final = 1
"""8.5.6, 23.3.3: steps that a ferry and an engineer unit carry over a river in a turn."""

AIR_RANGE: Final = 4
"""10.7: hexes from a British unit that is not airborne."""

AIR_UNITS: Final = {"clear": 2, "cloudy": 1}
"""4.4, 10.7: Allied air units by weather."""

GARRISON_RANGE: Final = 2
"""23.6: hexes within which an Allied unit frees a garrison."""

ENGAGED_WATER: Final = ("major_river", "canal")
"""11.5.1: the water that engaged units do not attack across."""

UNKNOWN_DEFENSE: Final = 2
"""25.4: the defence of an unrevealed unknown unit."""

DIVISION_OF: Final = {"Pol": "1"}
"""22.5.2: the Polish brigade belongs to the 1st Airborne Division."""

LOWER_RHINE: Final = "Pannerdens Kanaal - Nederrijn - Lek"
NORTH_OF_RHINE: Final = "6516"
WAAL: Final = "Rijn - Waal"
"""26.5: the river whose north side counts for victory, and a hex north of it."""

LEVEL_OF_RETREAT: Final = {"good": 0, "disrupted": 1, "full_retreat": 2}
"""14.1: levels of disorder."""


BEATEN: Final = ("retreated", "driven")
"""Track values of retreated units: after a normal attack, or without one (16.1, 14.3.2c)."""


UNASKED = "unasked"
"""Marks the question of a given position's phase: the phase may end without an answer."""
