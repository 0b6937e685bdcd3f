"""Readings: questions that the rulebook leaves open, as options; the default is first."""

from __future__ import annotations

from engine.games.ardenas.vocabulary import GAME
from engine.rules.readings import ReadingOption, Readings

READINGS = Readings(
    GAME,
    ReadingOption("levels", ("by_length", "all_rules"), ("13.0",)),
    ReadingOption("early_weather", ("both", "fog", "storm", "throw"), ("14.0f",)),
    ReadingOption("halving", ("at_least_one", "down"), ("14.0a", "14.0b", "14.0c")),
    ReadingOption("engineer_bridge", ("while_there", "permanent"), ("8.2j",)),
    ReadingOption("river_entry", ("entering", "leaving"), ("8.2d",)),
    ReadingOption("stack_leaving", ("whole", "free"), ("7.0p",)),
    ReadingOption("covered_again", ("at_once", "by_owner"), ("7.0o", "7.0s")),
    ReadingOption("several_targets", ("beside_all", "one_another"), ("8.1d",)),
    ReadingOption("support_distance", ("target", "attacker"), ("8.3e",)),
    ReadingOption("support_points", ("one_a_gun", "one_a_shot"), ("8.3h",)),
    ReadingOption("displaced_support", ("supports", "stays_out"), ("7.0j", "8.3e")),
    ReadingOption("capture_by", ("combat_units", "any"), ("12.0c",)),
    ReadingOption("destroy_own", ("always", "under_threat"), ("12.0d",)),
    ReadingOption("captured", ("change_sides", "removed"), ("12.0c",)),
    ReadingOption("unsupplied", ("defend_normally", "defend_at_half"), ("12.0b",)),
    ReadingOption("affected_one", ("becomes_zero", "stays_one"), ("8.1.1b",)),
    ReadingOption("commando_bridge", ("any_turn", "turn_placed"), ("10.0b", "10.0c")),
    ReadingOption("deployed_stack", ("not_attacked", "others_attacked"), ("7.0p", "10.0a")),
    ReadingOption("commando_shift", ("five", "no_limit"), ("10.0d",)),
    ReadingOption("zoc_stop", ("stop", "go_on"), ("7.0m",)),
    ReadingOption("fire_and_move", ("moves", "stays"), ("7.0c", "8.3c")),
    ReadingOption("rebuild_step", ("any_moment", "groupings_step"), ("8.1.2a",)),
    ReadingOption("tank_demolition", ("bombardment", "engineers"), ("8.2f",)),
    ReadingOption("air_leaving", ("air_phase", "formation_only"), ("8.4p", "11.0i")),
    ReadingOption("air_return", ("all_return", "in_reach"), ("8.4d", "15.1a")),
    ReadingOption("sudden_victory", ("either_side", "german_only"), ("5.0a",)),
)
"""The readings that players may choose. Those with a single value are no option; they are listed
in the docstrings of the rules that use them.
"""
