"""The rule book: where the chapters register their rules, and how they are asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from engine.core.verdicts import Verdict
from engine.rules.registry import Register

RULES = Register()
"""All rule functions of the game, by the kind of question they answer: mode, move, attack."""


def judge(kind: str, context: object, action: object = None) -> Iterator[Verdict]:
    """All verdicts of the rules of a kind, in the order of the rulebook."""
    _load()
    return RULES.judge(kind, context, action)


@cache
def _load() -> None:
    """Read the chapters once; they register themselves."""
    package = import_module("engine.games.holland44.rules")
    for chapter in iter_modules(package.__path__):
        import_module(f"{package.__name__}.{chapter.name}")
