"""Readings: what the rulebook leaves open, as options of a game, the default first."""

from __future__ import annotations

from engine.games.airbridge.vocabulary import GAME
from engine.rules.readings import ReadingOption, Readings

READINGS = Readings(
    GAME,
    ReadingOption("air_points", ("turn", "day"), ("15.0a", "CAMP.h")),
    ReadingOption("minimum_move", ("always", "cost_first"), ("4.0f", "4.0e")),
    ReadingOption("unsupplied_share", ("steps", "units"), ("12.2a", "16.0d")),
    ReadingOption("repair", ("canals", "rivers_too"), ("7.2g", "17.1a")),
    ReadingOption("canal_zoc", ("over_bridges", "never"), ("6.0b",)),
    ReadingOption("attack_over_water", ("bridges", "anywhere"), ("12.0a", "13.0a")),
    ReadingOption("airborne_highway", ("source", "never"), ("16.0p", "7.3k")),
    ReadingOption("losses", ("owner", "firer"), ("9.1e", "13.2e")),
    ReadingOption("attacker_blocked", ("stays", "eliminated"), ("12.3a",)),
    ReadingOption("unsupplied_in_stack", ("bars", "itself"), ("10.0f",)),
    ReadingOption("intro_replies", ("allowed", "none"), ("INTRO.a",)),
)
"""All readings, in the order of the chapters that they matter for."""
