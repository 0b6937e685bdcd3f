"""Strictness of a game: its mode, and house rules for single rules, kept as tracks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from engine.core import effects as fx
from engine.core.state import State

Mode = Literal["off", "advisory", "enforced"]
"""off: nothing is judged; advisory: breaches are flagged; enforced: they are refused."""

HouseLevel = Literal["off", "advise", "enforce"]
"""A house rule: the rule is not looked at, only flagged, or refused in advisory mode too."""

MODES: tuple[Mode, ...] = get_args(Mode)
HOUSE_LEVELS: tuple[HouseLevel, ...] = get_args(HouseLevel)

MODE_TRACK = "rules/mode"
HOUSE_TRACK = "rules/house/"
OPTION_TRACK = "option/"
"""Tracks of the mode, of house rules by rule number, of optional rules by name."""


def mode_of(state: State) -> Mode:
    """The mode a game is played in; off until it was said otherwise."""
    found = state.tracks.get(MODE_TRACK)
    return next((mode for mode in MODES if mode == found), "off")


def house_rules(state: State) -> dict[str, HouseLevel]:
    """House rules in force, by rule number, in the order in which they were agreed."""
    return {
        name.removeprefix(HOUSE_TRACK): level
        for name, value in state.tracks.items()
        if name.startswith(HOUSE_TRACK)
        for level in HOUSE_LEVELS
        if level == value
    }


def house_level(house: Mapping[str, HouseLevel], rule: str) -> HouseLevel | None:
    """Mode that house rules set for a rule number: its own entry, or that of a part it belongs to.

    "7" speaks for 7.4.2, "4.1" for 4.1d; the longest number that fits decides.
    """
    fitting = (number for number in house if _part_of(rule, number))
    longest = max(fitting, key=len, default=None)
    return None if longest is None else house[longest]


def _part_of(rule: str, number: str) -> bool:
    rest = rule[len(number) :]
    return rule.startswith(number) and (not rest or rest[0] == "." or rest[0].isalpha())


def strictness_effects(
    state: State,
    mode: Mode | None = None,
    house: Mapping[str, HouseLevel | None] | None = None,
    options: Mapping[str, int] | None = None,
) -> tuple[fx.Effect, ...]:
    """The effects that set the mode (None: stays), house rules (None: withdrawn) and options."""
    wanted: dict[str, fx.Track] = {} if mode is None else {MODE_TRACK: mode}
    wanted |= {HOUSE_TRACK + number: level for number, level in (house or {}).items()}
    wanted |= {OPTION_TRACK + name: value for name, value in (options or {}).items()}
    return tuple(
        fx.SetTrack(track=track, before=state.tracks.get(track), after=value)
        for track, value in wanted.items()
        if state.tracks.get(track) != value
    )
