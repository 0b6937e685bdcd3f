"""Readings: options for points that the rulebook leaves open, the default first."""

from __future__ import annotations

from engine.games.airbridge.vocabulary import GAME
from engine.rules.readings import ReadingOption, Readings

READINGS = Readings(
    GAME,
    ReadingOption("air_points", ("turn", "day"), ("15.0a", "CAMP.h")),
    ReadingOption("overrun_zoc", ("free", "stop"), ("4.2f", "6.0c")),
    ReadingOption("sp_overrun", ("nothing", "bombardment"), ("4.2b", "4.2g")),
    ReadingOption("mud", ("closed", "pass"), ("4.1b",)),
    ReadingOption("minimum_move", ("always", "cost_first"), ("4.0f", "4.0e")),
    ReadingOption("unsupplied_share", ("steps", "units"), ("12.2a", "16.0d")),
    ReadingOption("repair", ("canals", "rivers_too"), ("7.2g", "17.1a")),
    ReadingOption("canal_zoc", ("over_bridges", "never"), ("6.0b",)),
    ReadingOption("attack_over_water", ("bridges", "anywhere"), ("12.0a", "13.0a")),
    ReadingOption("airborne_highway", ("source", "never"), ("16.0p", "7.3k")),
    ReadingOption("losses", ("owner", "firer"), ("9.1e", "13.2e")),
    ReadingOption("attacker_blocked", ("stays", "eliminated"), ("12.3a",)),
    ReadingOption("retreat_stacking", ("room", "phase_end"), ("5.0c", "12.3c")),
    ReadingOption("unsupplied_in_stack", ("bars", "itself"), ("10.0f",)),
    ReadingOption("result_order", ("retreat_last", "fatigue_last"), ("12.1e", "12.3q")),
    ReadingOption("control", ("last", "present"), ("TOURN.g",)),
    ReadingOption("intro_replies", ("allowed", "none"), ("INTRO.a",)),
)
"""All readings, in order of chapters."""
