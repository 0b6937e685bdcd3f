"""House rules laid over verdicts: a rule set aside, only flagged, or refused in advisory mode."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from engine.core.modes import HouseLevel, Mode, house_level
from engine.core.verdicts import Verdict


def under(
    house: Mapping[str, HouseLevel], verdicts: Iterable[Verdict], fixed: Collection[str] = ()
) -> list[Verdict]:
    """Verdicts as house rules leave them: none of a rule that is off, warnings for advised ones.

    ``fixed`` are the keys of verdicts that no house rule reaches: what makes no sense at all is
    not made sensible by agreement.
    """
    if not house:
        return list(verdicts)
    left = []
    for verdict in verdicts:
        level = None if verdict.key in fixed else house_level(house, verdict.rule)
        if level == "off":
            continue
        if level == "advise" and verdict.level == "forbid":
            verdict = verdict.model_copy(update={"level": "warn"})
        left.append(verdict)
    return left


def refuses(mode: Mode, house: Mapping[str, HouseLevel], verdicts: Iterable[Verdict]) -> bool:
    """Does a breach among the verdicts keep an action from happening in a mode?"""
    breaches = [v for v in verdicts if v.level == "forbid"]
    if mode == "enforced":
        return bool(breaches)
    return mode == "advisory" and any(house_level(house, v.rule) == "enforce" for v in breaches)


def allowed(
    house: Mapping[str, HouseLevel], verdicts: Iterable[Verdict], fixed: Collection[str] = ()
) -> bool:
    """Does nothing forbid, once house rules are laid over the printed ones?

    Without house rules the first that forbids is enough: no other is asked for.
    """
    left = under(house, verdicts, fixed) if house else verdicts
    return all(verdict.level != "forbid" for verdict in left)
