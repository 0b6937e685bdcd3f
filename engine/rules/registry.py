"""Verdicts of a game's rules, and their texts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.core.verdicts import Verdict
from engine.i18n import DEFAULT, has, t

PARTS = ("", "⅙", "⅓", "½", "⅔", "⅚")
"""The fraction signs of sixths."""
NO_RULE = "–"
"""The rule number of verdicts that no rule of a rulebook states."""
Level = Literal["forbid", "warn", "info", "grants"]


@dataclass(frozen=True, slots=True)
class RuleMessages:
    """A factory of a game's verdicts: ``verdict = RuleMessages(GAME)``, ``verdict("7.2", "stop")``.

    The game's message catalogue has their texts (:mod:`engine.i18n`).
    """

    game: str

    def __call__(
        self,
        rule: str,
        key: str,
        args: Mapping[str, str] | Mapping[str, str | int] | None = None,
        *,
        level: Level = "forbid",
        units: Iterable[str] = (),
        hexes: Iterable[str] = (),
        **more: str | float,
    ) -> Verdict:
        """Return a verdict with the text ``rule.<game>.<number>.<key>`` and the fix ``….fix``."""
        full = f"rule.{self.game}.{rule}.{key}"
        fix = f"{full}.fix"
        return Verdict(
            rule=rule,
            level=level,
            key=full,
            args={**(args or {}), **more},
            units=tuple(units),
            hexes=tuple(hexes),
            fix=fix if has(fix, DEFAULT) else None,
        )


def in_parts(number: float) -> str:
    """Format a number in sixths, as players write it: "2½", "⅓", "0"."""
    whole, rest = divmod(round(number * len(PARTS)), len(PARTS))
    return f"{whole or ''}{PARTS[rest]}" or "0"


def text(verdict: Verdict) -> str:
    """Return the text of a verdict."""
    return t(verdict.key, **_written(verdict))


def texts_with_names(
    verdicts: Iterable[Verdict], own: Collection[str], name: Callable[[str], str]
) -> list[tuple[Verdict, str]]:
    """Return verdicts with their texts; those with the same rule and text become one.

    A verdict on some of the units ``own`` that an action names has their names behind its text,
    unless the text already names one.
    """
    groups: dict[tuple[str, str], tuple[Verdict, dict[str, None]]] = {}
    for verdict in verdicts:
        key = verdict.rule, text(verdict)
        units = groups.setdefault(key, (verdict, {}))[1]
        units |= dict.fromkeys(u for u in verdict.units if u in own)
    result = []
    for (_, sentence), (verdict, units) in groups.items():
        names = [name(unit) for unit in units]
        known = [str(argument) for argument in verdict.args.values()]
        is_named = any(n in argument for n in names for argument in known)
        if 0 < len(names) < len(own) and not is_named:
            sentence = f"{sentence} ({', '.join(names)})"
        result.append((verdict, sentence))
    return result


def _written(verdict: Verdict) -> dict[str, object]:
    args = verdict.args.items()
    return {name: in_parts(a) if isinstance(a, float) else a for name, a in args}


def fix_text(verdict: Verdict) -> str | None:
    """Return the text on how to make the action legal, or None."""
    return t(verdict.fix, **_written(verdict)) if verdict.fix else None


def verdict_json(verdict: Verdict, titles: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return a verdict with its text as JSON, with the title of its rule if titles are given."""
    title = {} if titles is None else {"title": titles.get(verdict.rule, "")}
    return {
        "rule": verdict.rule,
        **title,
        "level": verdict.level,
        "text": text(verdict),
        "hexes": list(verdict.hexes),
        "units": list(verdict.units),
        "fix": fix_text(verdict),
    }


def verdicts_json(
    verdicts: Iterable[Verdict], titles: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return verdicts as JSON, and whether none forbids."""
    rows = list(verdicts)
    return {"legal": is_legal(rows), "verdicts": [verdict_json(v, titles) for v in rows]}


def is_legal(verdicts: Iterable[Verdict]) -> bool:
    """Return whether no verdict forbids."""
    return all(v.level != "forbid" for v in verdicts)
