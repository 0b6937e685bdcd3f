"""Constants of Air Bridge to Victory: sides, phases, statuses, stages, boxes."""

from __future__ import annotations

from typing import Final

from engine.rules.registry import RuleMessages

GAME: Final = "airbridge"
verdict = RuleMessages(GAME)
"""Return a verdict of this game's rules."""

ALLIED: Final = "allied"
GERMAN: Final = "german"
SIDES: Final = (ALLIED, GERMAN)

STRATEGIC, INITIAL, AIRBORNE, MOVEMENT = "strategic", "initial", "airborne", "movement"
DECLARATION, REFUSAL, REACTION = "declaration", "refusal", "reaction"
BOMBARDMENT, MANEUVER, ASSAULT = "bombardment", "maneuver", "assault"
MECHANISED, END = "mechanised", "end"

FIRST_TURN: Final = 1
HALF: Final = 2
"""Costs are in half movement points: a highway hex costs motorised units half a point."""
DIE: Final = 10

FATIGUED, UNSUPPLIED = "fatigued", "unsupplied"
FIRST_FIRE, FINAL_FIRE = "first_fire", "final_fire"
SUPPORT, SHELL, THROW, LOSS, FATIGUE = "support", "shell", "throw", "loss", "fatigue"
STAY, RETREAT, ADVANCE = "stay", "retreat", "advance"
FIRST, FIRE, VOLLEY, CHECK, OCCUPY = "first", "fire", "volley", "check", "occupy"
"""The kinds of stages of a combat."""
REFUSED: Final = "refused/"

INTRODUCTORY, TOURNAMENT = "introductory", "tournament"


def enemy_of(side: str) -> str:
    """Return the other side."""
    return GERMAN if side == ALLIED else ALLIED


def eliminated(side: str) -> str:
    """Return the box of a side's destroyed units."""
    return f"eliminated-{side}"
