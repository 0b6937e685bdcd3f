"""Constants of Market-Garden: sides, kinds of units, terrains, edges, boxes, days."""

from __future__ import annotations

from typing import Final, Literal

from engine.rules.registry import RuleMessages

GAME: Final = "marketgarden"

verdict = RuleMessages(GAME)
"""Return a verdict of this game's rules."""

ALLIED: Final = "allied"
GERMAN: Final = "german"
SIDES: Final = (ALLIED, GERMAN)

Kind = Literal[
    "infantry",
    "security",
    "parachute",
    "airlanding",
    "mechanised_infantry",
    "armour",
    "assault_gun",
    "tank_destroyer",
    "antitank",
    "artillery",
    "mechanised_artillery",
]
ARMOURED: Final = frozenset({"armour", "assault_gun", "tank_destroyer"})
"""4.0h, 4.0i: kinds of unit stopped by rivers and marshes."""

ARTILLERY: Final = frozenset({"artillery", "mechanised_artillery"})
"""8.0b: kinds of unit that fire at range."""

MOTORISED: Final = ARMOURED | {"mechanised_infantry", "mechanised_artillery"}
"""Kinds of unit that are MTZ by default."""

Terrain = Literal["open", "city", "forest", "marsh", "hill"]
TERRAINS: Final[tuple[Terrain, ...]] = ("open", "city", "forest", "marsh", "hill")

EDGES: Final = ("north", "east", "south", "west")

MOVEMENT: Final = "movement"
COMBAT: Final = "combat"

FIRST_DAY: Final = 17
"""The day in September of turn 1."""

FIRST_TURN: Final = 1

HALF: Final = 2
"""Costs are in half movement points: a road hex costs motorised units half a point."""


def day_of(turn: int) -> int:
    """Return the day in September of a turn."""
    return FIRST_DAY + turn - FIRST_TURN


def enemy_of(side: str) -> str:
    """Return the other side."""
    return GERMAN if side == ALLIED else ALLIED


def eliminated(side: str) -> str:
    """Return the box of a side's destroyed units."""
    return f"eliminated-{side}"


def exit_box(edge: str) -> str:
    """Return the box of German units that left the map over an edge (4.2.2)."""
    return f"exit-{edge}"


def turn_box(turn: int) -> str:
    """Return the box of units that arrive in a turn."""
    return f"turn-{turn}"
