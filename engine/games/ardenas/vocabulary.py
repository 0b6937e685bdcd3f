"""The words of La Batalla de las Ardenas: sides, kinds of units, phases, boxes."""

from __future__ import annotations

from typing import Final, Literal

from engine.rules.registry import RuleMessages

GAME: Final = "ardenas"

verdict = RuleMessages(GAME)
"""A verdict of this game's rules."""

GERMAN: Final = "german"
ALLIED: Final = "allied"
SIDES: Final = (GERMAN, ALLIED)

Kind = Literal[
    "infantry",
    "mechanised_infantry",
    "parachute",
    "airborne",
    "tank",
    "field_artillery",
    "sp_artillery",
    "antitank",
    "antiaircraft",
    "engineer",
    "parachute_engineer",
    "commando",
    "supply",
    "fuel",
    "fighter",
    "bomber",
    "transport",
    "back",
    "air_back",
]

BACKS: Final = frozenset({"back", "air_back"})
"""7.0o: The enemy's view of face-down units on the ground and in the air."""

AIRCRAFT: Final = frozenset({"fighter", "bomber", "transport", "air_back"})
"""8.4a: the kinds that fly."""

ARTILLERY: Final = frozenset({"field_artillery", "sp_artillery", "antitank", "antiaircraft"})
"""8.3a: the four kinds of artillery."""

COMMANDO: Final = "commando"
FIGHTER: Final = "fighter"
BOMBER: Final = "bomber"
TANK: Final = "tank"
ANTITANK: Final = "antitank"
ANTIAIRCRAFT: Final = "antiaircraft"
HEAVY: Final = frozenset({"field_artillery", "sp_artillery"})
"""8.3b: artillery that bombards, supports and blows bridges."""

ENGINEERS: Final = frozenset({"engineer", "parachute_engineer"})

SUPPLY: Final = "supply"
FUEL: Final = "fuel"
STORES: Final = frozenset({SUPPLY, FUEL})
"""12.0a, 12.0b: counters that are carried, without a zone of control."""

FUELLED: Final = frozenset({"tank", "mechanised_infantry", "sp_artillery"})
"""12.0a: kinds that need fuel to move."""

NEEDS_BRIDGE: Final = FUELLED | ARTILLERY | STORES
"""8.2d: kinds that cross a river only on a bridge or over an engineer."""

GROUND: Final = "ground"
AIR: Final = "air"
Layer = Literal["ground", "air"]

SET_UP: Final = "set_up"
WEATHER: Final = "weather"
GROUPINGS: Final = "groupings"
COMMANDOS: Final = "commandos"
ENGINEERING: Final = "engineers"
BOMBARDMENT: Final = "bombardment"
MOVEMENT: Final = "movement"
COMBAT: Final = "combat"
CAPTURE: Final = "capture"
END: Final = "end"
ON_GROUND: Final = (
    GROUPINGS,
    COMMANDOS,
    ENGINEERING,
    BOMBARDMENT,
    MOVEMENT,
    COMBAT,
    CAPTURE,
)
"""15.2a: the phases of a side's ground turn."""
SUBTURNS: Final = 6
AIR_PHASES: Final = tuple(f"air{n}" for n in range(1, SUBTURNS + 1))
"""4.0b: the air sub-turns, each a phase of both sides."""

GOOD: Final = "good"
STORM: Final = "storm"
FOG: Final = "fog"
BAD: Final = "bad"
"""14.0f: The weather of turns 1 to 6, with effects by a reading."""

FIRST_TURN: Final = 1
BAD_TURNS: Final = 6

TRANSPORTED: Final = "transport"
"""The kind of arrival of units that enter only by air (6.0o)."""

AFFECTED: Final = "affected"
HIDDEN: Final = "hidden"
ACTED: Final = "acted"
DROPPED: Final = "dropped"
DEPLOYED: Final = "deployed"
FORMED: Final = "formed"
FROZEN: Final = "frozen"
BOMBED: Final = "bombed"
OF_A_TURN: Final = (ACTED, DROPPED, DEPLOYED, FORMED, FROZEN, BOMBED)
"""Statuses that end with the turn."""


def enemy_of(side: str) -> str:
    """Return the other side."""
    return GERMAN if side == ALLIED else ALLIED


def subturn_of(phase: str) -> int | None:
    """Return the number of an air sub-turn; None for a phase on the ground."""
    return AIR_PHASES.index(phase) + 1 if phase in AIR_PHASES else None


def eliminated(side: str) -> str:
    """Return the box of a side's eliminated counters."""
    return f"eliminated-{side}"


def sheet_of(side: str) -> str:
    """Return the box where the enemy sees the units of a side's groupings (2.6, 11.0e)."""
    return f"sheet-{side}"


def back_of(side: str, layer: Layer) -> str:
    """Return the counter that a unit of a side shows face down (7.0o)."""
    return f"back-{side}" if layer == GROUND else f"air-back-{side}"


def held(side: str) -> str:
    """Return the box of a side's units in reserve (6.0c)."""
    return f"held-{side}"


def air_box(side: str) -> str:
    """Return the box of a side's aircraft at their bases."""
    return f"air-{side}"


def aboard_box(side: str) -> str:
    """Return the box of units that board transports, or are aboard (9.0b)."""
    return f"aboard-{side}"


def turn_box(turn: int) -> str:
    """Return the box of units that arrive in a turn."""
    return f"turn-{turn}"
