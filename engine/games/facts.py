"""What each game tells a report about its own logs: the one list of those that tell more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.modules import Module
from engine.report.facts import Facts, PlainFacts


def _holland44(module: Module, scenario: str) -> Facts:
    from engine.games.holland44.facts import HollandFacts

    return HollandFacts(module, scenario)


FACTS: Final[dict[str, Callable[[Module, str], Facts]]] = {"holland44": _holland44}
"""By the id of the game; each imports its rules only when it is asked for."""


def facts_of(module: Module, scenario: str) -> Facts:
    """What is known of a module's logs: by its game, or else what any log tells."""
    made = FACTS.get(module.meta.id)
    return made(module, scenario) if made is not None else PlainFacts(module)
