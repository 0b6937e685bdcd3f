"""Verdicts of a game's rules, and their sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from engine.core.verdicts import Verdict
from engine.i18n import has, t

PARTS = ("", "⅙", "⅓", "½", "⅔", "⅚")
"""Sixths of a number, as they are written."""
NO_RULE = "–"
"""Stands where a rule's number stands in what no rule of a book says."""
Level = Literal["forbid", "warn", "info", "grants"]


@dataclass(frozen=True, slots=True)
class Voice:
    """How the rules of one game speak: ``say = Voice(GAME)``, ``say("7.2", "stop")``.

    Their sentences lie with the game (:mod:`engine.i18n`).
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
        """A verdict whose text is ``rule.<game>.<number>.<key>``; its fix has ``.fix`` more."""
        full = f"rule.{self.game}.{rule}.{key}"
        fix = f"{full}.fix"
        return Verdict(
            rule=rule,
            level=level,
            key=full,
            args={**(args or {}), **more},
            units=tuple(units),
            hexes=tuple(hexes),
            fix=fix if has(fix) else None,
        )


def in_parts(number: float) -> str:
    """A number in whole and sixths, as players write it: "2½", "⅓", "0"."""
    whole, rest = divmod(round(number * len(PARTS)), len(PARTS))
    return f"{whole or ''}{PARTS[rest]}" or "0"


def text(verdict: Verdict) -> str:
    """The sentence of a verdict."""
    return t(verdict.key, **_written(verdict))


def _written(verdict: Verdict) -> dict[str, object]:
    args = verdict.args.items()
    return {name: in_parts(a) if isinstance(a, float) else a for name, a in args}


def fix_text(verdict: Verdict) -> str | None:
    """What would make the action legal, in a sentence; None where nothing is to be said."""
    return t(verdict.fix, **_written(verdict)) if verdict.fix else None


def is_legal(verdicts: Iterable[Verdict]) -> bool:
    """Does no verdict forbid?"""
    return all(v.level != "forbid" for v in verdicts)
