"""Readings: what the rulebook leaves open, as options of a game, the default first.

A game's value stands in the track ``option/<name>``; one that is not set, or that the reading does
not know, has the default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.effects import Track
from engine.core.modes import OPTION_TRACK


@dataclass(frozen=True, slots=True)
class Choice:
    """A reading with its values (the default first) and the rules it concerns."""

    name: str
    values: tuple[str, ...]
    rules: tuple[str, ...]


READINGS = (
    Choice("river_cost", ("added", "replaces"), ("T.TEC.5", "4.0j")),
    Choice("odds_below_one", ("rounded_up", "rounded_down"), ("5.1.1c",)),
    Choice("several_terrains", ("best", "sum"), ("5.1.2a", "T.TEC.5")),
    Choice("newcomer", ("new_unit", "whole_stack"), ("4.1.2f",)),
    Choice("surrounded_and_unsupplied", ("ban", "duty"), ("9.0g", "4.1.2g")),
    Choice("motorised_advance", ("two_beyond", "two_in_all"), ("5.2b", "5.2e")),
    Choice("contact", ("adjacent", "same_hex"), ("9.0h", "6.2g", "4.2.3g")),
    Choice("trigger_52_division", ("contact", "conquest"), ("4.2.3g", "11.1.3b")),
    Choice("after_a_drop", ("move", "stay"), ("4.2.3e",)),
    Choice("bridge_in_combat", ("river_counts", "no_river"), ("5.1.2a", "5.3.3d")),
    Choice("artillery_in_defence", ("attack", "defence"), ("8.0h", "5.1.1b")),
    Choice("division_elements", ("all", "in_play"), ("5.1.4a",)),
    Choice("zoc_to_zoc", ("allowed", "forbidden"), ("4.1.2c",)),
)
"""All readings, by the order of the file of gaps and then our own."""

BY_NAME = {choice.name: choice for choice in READINGS}


def reading(tracks: Mapping[str, Track], name: str) -> str:
    """The value of a reading in a game."""
    choice = BY_NAME[name]
    value = tracks.get(OPTION_TRACK + name)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(choice.values):
        return choice.values[value]
    return value if isinstance(value, str) and value in choice.values else choice.values[0]
