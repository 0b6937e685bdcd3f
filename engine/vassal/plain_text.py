"""Convert VASSAL's texts to plain text: remove HTML and control characters."""

from __future__ import annotations

import re
from html import unescape

from engine.core.errors import one_line

_SKIPPED = re.compile(
    r"<!--.*?(?:-->|$)|<!doctype[^>]*>|<(style|script|head|title)\b[^>]*>.*?</\1\s*>",
    re.IGNORECASE | re.DOTALL,
)
_KNOWN = (
    "html|head|body|meta|link|blockquote|strike|address|dl|dt|dd|map|area|b|i|u|s|em|strong|big|small|sub|sup|font|span|div|p|br|hr|img|a|ul|ol|li|center"
    "|table|tbody|thead|tr|td|th|h[1-6]|pre|code|tt"
)
_TAG = re.compile(rf"</?(?:{_KNOWN})(?:\s[^<>]*)?/?>", re.IGNORECASE)
_BREAK = re.compile(r"<(?:br|p|div|li|tr|hr)\b[^<>]*>", re.IGNORECASE)
_COLOR = re.compile(r"^[!?~`|](?=\w)")
"""A mark at the start of a line that sets its colour and is not shown."""
_ASTERISKS = re.compile(r"^\*+ *(?:UNDO: \** *)?|(?<!\S)\*{2,3}(?!\S)|(?<!\S)\*$")
"""The asterisks with which modules set off a report, at its ends or around a result."""
# Only HTML's own tags: in "<Joe> - hello" there is a name and no tag.


def plain(text: str) -> str:
    """Return a text on one line without HTML; entities become characters."""
    if "<" in text:
        text = _TAG.sub("", _BREAK.sub(" ", _SKIPPED.sub(" ", text)))
    if "&" in text:
        text = unescape(text)
    return one_line(text)


def shorten(text: str, length: int) -> str:
    """Truncate a text to a length, with an ellipsis if something is missing."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def report_line(text: str) -> str:
    """Return a line of VASSAL's reports without asterisks and colour mark."""
    line = text.strip()
    if line.startswith("*"):
        line = " ".join(_ASTERISKS.sub("", line).split())
    return _COLOR.sub("", line)
