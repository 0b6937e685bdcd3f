"""What a report is told of a log by the rules of its game."""

from __future__ import annotations

from engine.core.errors import UserError
from engine.games import rulebook
from engine.modules.module import Module
from engine.report.facts import Facts, PlainFacts


def facts_of(module: Module, scenario: str) -> Facts:
    """What is known of a module's logs: by its game's rules, or else what any log tells.

    Rules that cannot be loaded are no reason to show nothing: opening the log tells of them.
    """
    try:
        book = rulebook(module.meta.id)
    except UserError:
        book = None
    return PlainFacts(module) if book is None else book.facts(module, scenario)
