"""House rules applied to verdicts: rules off, advised, or enforced in advisory mode."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from engine.core.modes import HouseLevel, Mode, house_level
from engine.core.verdicts import Verdict


def under(
    house: Mapping[str, HouseLevel], verdicts: Iterable[Verdict], fixed: Collection[str] = ()
) -> list[Verdict]:
    """Apply house rules: drop verdicts of rules that are off, turn advised ones into warnings.

    ``fixed`` are the keys of verdicts that house rules cannot override, because the action makes no
    sense.
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
    """Return whether a breach among the verdicts stops an action in a mode."""
    breaches = [v for v in verdicts if v.level == "forbid"]
    if mode == "enforced":
        return bool(breaches)
    return mode == "advisory" and any(house_level(house, v.rule) == "enforce" for v in breaches)


def allowed(
    house: Mapping[str, HouseLevel], verdicts: Iterable[Verdict], fixed: Collection[str] = ()
) -> bool:
    """Return whether no verdict forbids after house rules are applied.

    Without house rules it stops at the first verdict that forbids.
    """
    left = under(house, verdicts, fixed) if house else verdicts
    return all(verdict.level != "forbid" for verdict in left)
