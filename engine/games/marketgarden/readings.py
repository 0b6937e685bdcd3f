"""Readings: options for points that the rulebook leaves open, the default first.

The track ``option/<name>`` stores a game's choice; missing and unknown values mean the default.
"""

from __future__ import annotations

from engine.games.marketgarden.vocabulary import GAME
from engine.rules.readings import ReadingOption, Readings

READINGS = Readings(
    GAME,
    ReadingOption("river_cost", ("added", "replaces"), ("T.TEC.5", "4.0j")),
    ReadingOption("odds_below_one", ("rounded_up", "rounded_down"), ("5.1.1c",)),
    ReadingOption("several_terrains", ("best", "sum"), ("5.1.2a", "T.TEC.5")),
    ReadingOption("newcomer", ("new_unit", "whole_stack"), ("4.1.2f",)),
    ReadingOption("surrounded_and_unsupplied", ("ban", "duty"), ("9.0g", "4.1.2g")),
    ReadingOption("motorised_advance", ("two_beyond", "two_in_all"), ("5.2b", "5.2e")),
    ReadingOption("contact", ("adjacent", "same_hex"), ("9.0h", "6.2g", "4.2.3g")),
    ReadingOption("trigger_52_division", ("contact", "conquest"), ("4.2.3g", "11.1.3b")),
    ReadingOption("after_a_drop", ("move", "stay"), ("4.2.3e",)),
    ReadingOption("bridge_in_combat", ("river_counts", "no_river"), ("5.1.2a", "5.3.3d")),
    ReadingOption("artillery_in_defence", ("attack", "defence"), ("8.0h", "5.1.1b")),
    ReadingOption("division_elements", ("all", "in_play"), ("5.1.4a",)),
    ReadingOption("zoc_to_zoc", ("allowed", "forbidden"), ("4.1.2c",)),
)
"""All readings."""
