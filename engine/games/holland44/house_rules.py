"""House rules in Holland '44: which verdicts they can set aside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.memo import memoized
from engine.core.modes import HouseLevel, house_level, house_rules
from engine.core.verdicts import Verdict
from engine.games.holland44.constants import GAME
from engine.games.holland44.position import Position
from engine.rules.house import under
from engine.rules.registry import is_legal

FIXED = frozenset(
    f"rule.{GAME}.{key}"
    for key in (
        "3.nothing_asked",
        "3.no_option",
        "3.other_question",
        "3.pending",
        "8.1.enemy",
        "8.1.gap",
        "8.1.no_way",
        "8.1.start",
        "8.5.4.lake",
        "8.7.no_advance",
        "8.7.odds",
        "9.1.nobody",
        "16.5.others",
        "17.3.no_marker",
        "19.3.untouched",
        "19.3.1.box",
        "19.3.1.stop",
        "19.6.apart",
        "21.1.steps",
        "21.3.counters",
        "21.4.apart",
        "21.4.whole",
        "21.5.apart",
        "21.5.whole",
        "26.1.over",
        "26.1.won",
    )
)
"""Keys of verdicts that no house rule sets aside.

They concern answers without a question, combats without defenders, paths with gaps or into lakes,
and hexes with units of both sides.
"""


@memoized
def house_of(position: Position) -> Mapping[str, HouseLevel]:
    """Return a game's house rules, by rule number."""
    return house_rules(position.state)


def sets_aside(position: Position, rule: str, key: str = "") -> bool:
    """Return whether a house rule stops a printed rule, or one verdict of it, from forbidding."""
    house = house_of(position)
    if not house or f"rule.{GAME}.{rule}.{key}" in FIXED:
        return False
    return house_level(house, rule) in ("off", "advise")


def ruled(position: Position, verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Return verdicts as the game's house rules change them."""
    return under(house_of(position), verdicts, FIXED)


def allows(position: Position, verdicts: Iterable[Verdict]) -> bool:
    """Return whether no verdict forbids, after applying the game's house rules.

    Without house rules the verdicts are read only up to the first that forbids.
    """
    if not house_of(position):
        return is_legal(verdicts)
    return is_legal(ruled(position, verdicts))
