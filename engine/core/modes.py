"""Strictness of a game: its mode, and house rules for single rules, stored as tracks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from engine.core import effects as fx
from engine.core.state import State

Mode = Literal["off", "advisory", "enforced"]
"""off: nothing is judged; advisory: breaches are flagged; enforced: they are refused."""

HouseLevel = Literal["off", "advise", "enforce"]
"""Level of a house rule: the rule is off, only flagged, or refused even in advisory mode."""

MODES: tuple[Mode, ...] = get_args(Mode)
HOUSE_LEVELS: tuple[HouseLevel, ...] = get_args(HouseLevel)

MODE_TRACK = "rules/mode"
HOUSE_TRACK = "rules/house/"
OPTION_TRACK = "option/"
"""Prefix of tracks for optional rules, by name."""


def mode_of(state: State) -> Mode:
    """Return the mode of play; off by default."""
    result = state.tracks.get(MODE_TRACK)
    return next((mode for mode in MODES if mode == result), "off")


_last: tuple[Mapping[str, fx.Track], Mapping[str, HouseLevel]] = ({}, {})
"""The tracks that were read last, and their house rules: most questions are about one position."""


def house_rules(state: State) -> Mapping[str, HouseLevel]:
    """Return the current house rules by rule number, in the order in which they were agreed."""
    global _last
    tracks, house = _last
    if tracks is not state.tracks:
        house = _read(state.tracks)
        _last = state.tracks, house
    return house


def _read(tracks: Mapping[str, fx.Track]) -> dict[str, HouseLevel]:
    return {
        name.removeprefix(HOUSE_TRACK): level
        for name, value in tracks.items()
        if name.startswith(HOUSE_TRACK)
        for level in HOUSE_LEVELS
        if level == value
    }


def house_level(house: Mapping[str, HouseLevel], rule: str) -> HouseLevel | None:
    """Return the level that house rules set for a rule; None if no house rule applies.

    A house rule covers its subdivisions: "7" covers 7.4.2, "4.1" covers 4.1d. The longest matching
    number wins.
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
    """Return the effects that set the mode (None: unchanged), house rules (None: withdrawn) and
    options.
    """
    wanted: dict[str, fx.Track] = {} if mode is None else {MODE_TRACK: mode}
    wanted |= {HOUSE_TRACK + number: level for number, level in (house or {}).items()}
    wanted |= {OPTION_TRACK + name: value for name, value in (options or {}).items()}
    return tuple(
        fx.SetTrack(track=track, before=state.tracks.get(track), after=value)
        for track, value in wanted.items()
        if state.tracks.get(track) != value
    )
