"""Facts about a log from the rules of its game, for reports."""

from __future__ import annotations

from engine.core.errors import UserError
from engine.games import rulebook
from engine.modules.module import Module
from engine.rules.facts import Facts, PlainFacts


def facts_of(module: Module, scenario: str) -> Facts:
    """Return the facts about a module's logs from its game's rules, or generic facts without rules.

    If the rules cannot be loaded, generic facts are used; opening the log reports the error.
    """
    try:
        book = rulebook(module.meta.id)
    except UserError:
        book = None
    return PlainFacts(module) if book is None else book.facts(module, scenario)
