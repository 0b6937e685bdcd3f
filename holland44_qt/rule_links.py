"""The number of a rule as a link to all that is known of it."""

from __future__ import annotations

import re
from html import escape

from holland44_qt.look import ACCENT

SCHEME = "rule:"


def linked(sentence: str, rule: str, color: str = ACCENT) -> str:
    """A sentence as HTML, the first mention of a rule's number in it a link."""
    told = escape(sentence)
    if not rule[:1].isalnum():  # what is no rule's number has no page
        return told
    number = escape(rule)
    found = re.search(rf"(?<![\w.]){re.escape(number)}(?!\w|\.\w)", told)
    if found is None:
        return told
    return told[: found.start()] + link(rule, color) + told[found.end() :]


def link(rule: str, color: str = ACCENT) -> str:
    """The number of a rule as a link."""
    return f"<a href='{SCHEME}{escape(rule)}' style='color: {color}'>{escape(rule)}</a>"


def unlinked(html: str) -> str:
    """HTML without its links, for where nothing can be clicked."""
    return re.sub(r"</?a\b[^>]*>", "", html)


def rule_of(target: str) -> str | None:
    """The rule that a link leads to; None for any other link."""
    return target.removeprefix(SCHEME) if target.startswith(SCHEME) else None
