r"""The string codec used at every level of a VASSAL file: items joined by a delimiter.

``\`` escapes a delimiter inside an item; an item that starts with ``\``, or starts and ends with
``'``, is put in single quotes. Each level removes one backslash, so an item nested n deep has n
backslashes before each delimiter. A known flaw of VASSAL is reproduced: an item that ends in ``\``
and is not the last merges with the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.i18n import t
from engine.vassal.errors import MAX_LINKS, VassalError

TAB = "\t"
_RUN = re.compile(r"\\*\t")
_SLOW_BUDGET = 512 * 1024 * 1024
"""Limit for the characters read by the exact but slow parser of unusual chains."""


def split(text: str, delimiter: str) -> list[str]:
    """Return the items of an encoded list; an empty text is one empty item. O(length)."""
    pieces = text.split(delimiter)
    if "\\" + delimiter not in text:
        return [_unquote(piece) for piece in pieces] if "'" in text else pieces
    items: list[str] = []
    parts: list[str] = []
    for piece in pieces[:-1]:
        if piece.endswith("\\"):
            parts.append(piece[:-1])
        elif parts:
            items.append(_unquote(delimiter.join([*parts, piece])))
            parts = []
        else:
            items.append(_unquote(piece))
    items.append(_unquote(delimiter.join([*parts, pieces[-1]])))
    return items


def join(items: Iterable[str | None], delimiter: str) -> str:
    """Encode a list; None is written as an empty item."""
    return delimiter.join(_quoted(item or "", delimiter) for item in items)


def numbers(text: str, delimiter: str = ",") -> list[int]:
    """Return the whole numbers of an encoded list; other items are left out."""
    return [value for item in split(text, delimiter) if (value := whole(item)) is not None]


def whole(text: str, default: int | None = None) -> int | None:
    """Return a number as Java prints it ("12", "12.0"), truncated, or the default."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return int(float(text))
    except (ValueError, OverflowError):
        return default


def parse_bool(text: str) -> bool:
    """Parse a boolean as Java prints it."""
    return text.lower() == "true"


def field(items: Sequence[str], index: int, default: str = "") -> str:
    """Return a field of a record, or the default if an older file lacks it."""
    return items[index] if index < len(items) else default


def chain(text: str) -> tuple[str, ...]:
    """Return the links of a chain of traits, outermost first: nested pairs under TAB. O(length).

    Raises VassalError for more than ``MAX_LINKS`` links.
    """
    if TAB not in text:
        return (text,)
    links = _chain(text)
    return _chain_exact(text) if links is None else links


def _chain(text: str) -> tuple[str, ...] | None:
    """Return the links in one pass, or None for a text whose pairs are quoted or have a third item.

    A TAB after exactly k backslashes ends link k; one after k+1 or more is inside it.
    """
    links: list[str] = []
    start = 0
    for run in _RUN.finditer(text):
        slashes = run.end() - run.start() - 1
        if slashes < len(links):
            return None
        if slashes > len(links):
            continue
        links.append(_link(text[start : run.start()], len(links)))
        if len(links) > MAX_LINKS:
            raise VassalError(t("vassal.error.links", limit=MAX_LINKS))
        start = run.end()
        if text.startswith("'", start) and text.endswith("'") and len(text) > start + 1:
            return None
    # The last item is not a pair, so only the levels above it escape its TABs.
    return (*links, text[start:].replace("\\" * len(links) + TAB, TAB))


def _link(raw: str, level: int) -> str:
    if TAB in raw:
        raw = raw.replace("\\" * (level + 1) + TAB, TAB)
    return _unquote(raw) if "'" in raw else raw


def _chain_exact(text: str) -> tuple[str, ...]:
    """Return the links pair by pair, exactly as VASSAL does."""
    links: list[str] = []
    spent = 0
    while True:
        pair = split(text, TAB)
        if len(pair) == 1:
            return (*links, text)
        links.append(pair[0])
        spent += len(text)
        if len(links) > MAX_LINKS or spent > _SLOW_BUDGET:
            raise VassalError(t("vassal.error.links", limit=MAX_LINKS))
        text = pair[1]


def chained(links: Sequence[str]) -> str:
    """Encode a chain of traits: the inverse of :func:`chain`."""
    text = links[-1]
    for link in reversed(links[:-1]):
        text = join((link, text), TAB)
    return text


def _unquote(item: str) -> str:
    return item[1:-1] if len(item) > 1 and item[0] == "'" == item[-1] else item


def _quoted(item: str, delimiter: str) -> str:
    escaped = item.replace(delimiter, "\\" + delimiter)
    if item and (item[0] == "\\" or item[0] == "'" == item[-1]):
        return f"'{escaped}'"
    return escaped
