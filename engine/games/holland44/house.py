"""House rules in Holland '44: what they cannot reach, and what they make legal."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.modes import house_rules
from engine.core.verdicts import Verdict
from engine.games.holland44.position import Position
from engine.rules.house import under
from engine.rules.registry import is_legal

FIXED = frozenset(
    {
        "rule.3.nothing_asked",
        "rule.3.no_option",
        "rule.3.other_question",
        "rule.3.pending",
        "rule.8.1.no_way",
        "rule.8.1.start",
        "rule.8.7.no_advance",
        "rule.8.7.odds",
        "rule.9.1.nobody",
        "rule.17.3.no_marker",
        "rule.21.1.steps",
        "rule.21.3.counters",
        "rule.21.4.apart",
        "rule.21.4.whole",
        "rule.21.5.apart",
        "rule.21.5.whole",
        "rule.26.1.over",
        "rule.26.1.won",
    }
)
"""Keys of verdicts that no agreement sets aside: answers without a question, fights with nobody."""


def ruled(position: Position, verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Verdicts as the game's house rules leave them."""
    if "house" not in position.memo:
        position.memo["house"] = house_rules(position.state)
    return under(position.memo["house"], verdicts, FIXED)


def allows(position: Position, verdicts: Iterable[Verdict]) -> bool:
    """Does nothing forbid, once the game's house rules are laid over the printed ones?"""
    return is_legal(ruled(position, verdicts))
