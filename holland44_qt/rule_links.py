"""Rule numbers as links to the rule's page."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from engine.i18n import t
from holland44_qt.look import ACCENT
from holland44_qt.plain_text import tip

SCHEME = "rule:"
NUMBER = re.compile(r"(?<![\w.])[A-Z]?\d+[a-z]?(?:\.[A-Z]?\d+[a-z]*)*(?!\w|\.\w)")
"""Pattern of a rule's number, for texts without other numbers."""


def linked(sentence: str, rule: str, color: str = ACCENT) -> str:
    """Return a sentence as HTML, with the first mention of a rule's number as a link."""
    html = escape(sentence)
    if not rule[:1].isalnum():  # what is no rule's number has no page
        return html
    number = escape(rule)
    result = re.search(rf"(?<![\w.]){re.escape(number)}(?!\w|\.\w)", html)
    if result is None:
        return html
    return html[: result.start()] + link(rule, color) + html[result.end() :]


def all_linked(text: str, color: str = ACCENT) -> str:
    """Return rule numbers as HTML links; other words are unchanged."""
    return NUMBER.sub(lambda match: link(match[0], color), escape(text))


def lead(widget: QWidget, rule: str, wanted: SignalInstance) -> None:
    """Add a rule to a widget's tooltip and context menu."""
    widget.setToolTip(tip(t("aids.rule", rule=rule)))
    for number in NUMBER.findall(rule):
        widget.addAction(reading(number, wanted, widget))
    if widget.actions():
        widget.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)


def reading(rule: str, wanted: SignalInstance, parent: QWidget) -> QAction:
    """Return the command that opens the page of a rule."""
    action = QAction(t("rule_page.read", rule=rule), parent)
    action.triggered.connect(lambda: wanted.emit(rule))
    return action


def link(rule: str, color: str = ACCENT) -> str:
    """The number of a rule as a link."""
    return f"<a href='{SCHEME}{escape(rule)}' style='color: {color}'>{escape(rule)}</a>"


def unlinked(html: str) -> str:
    """Return HTML without its links."""
    return re.sub(r"</?a\b[^>]*>", "", html)


def rule_of(target: str) -> str | None:
    """Return the rule of a link; None for any other link."""
    return target.removeprefix(SCHEME) if target.startswith(SCHEME) else None
