"""Readable text out of what VASSAL shows: HTML and control characters taken away."""

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
"""VASSAL writes a line that begins so in a colour of its own, without the mark."""
# Only HTML's own tags: "<Joe> - hello" is a name and no tag.


def plain(text: str) -> str:
    """A text on one line without HTML; entities become the characters they stand for."""
    if "<" in text:
        text = _TAG.sub("", _BREAK.sub(" ", _SKIPPED.sub(" ", text)))
    if "&" in text:
        text = unescape(text)
    return one_line(text)


def shorten(text: str, length: int) -> str:
    """A text cut to a length, with an ellipsis where something is missing."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def report_line(text: str) -> str:
    """A report of VASSAL's without the star before it and the mark that chose its colour."""
    line = text.strip()
    if line.startswith("* "):
        line = line[2:].strip()
    return _COLOR.sub("", line)
