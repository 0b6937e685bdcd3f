"""The string codec used at every level of a VASSAL file: items joined by a delimiter.

``\\`` escapes a delimiter inside an item; an item that starts with ``\\``, or starts and ends with
``'``, is put in single quotes. Only one backslash goes per level, so what is nested n deep carries
n backslashes before each delimiter. Known loss of the original, reproduced here: an item that ends
in ``\\`` and is not the last merges with the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.i18n import t
from engine.vassal.errors import MAX_LINKS, VassalError

TAB = "\t"
_RUN = re.compile(r"\\*\t")
_SLOW_BUDGET = 512 * 1024 * 1024
"""Characters that the exact but slow reading of an odd chain may touch."""


def split(text: str, delimiter: str) -> list[str]:
    """The items of an encoded list; never empty: an empty text is one empty item. O(length)."""
    pieces = text.split(delimiter)
    if "\\" + delimiter not in text:
        return [_unquote(piece) for piece in pieces]
    items: list[str] = []
    held: list[str] = []
    for piece in pieces[:-1]:
        if piece.endswith("\\"):
            held.append(piece[:-1])
        elif held:
            items.append(_unquote(delimiter.join([*held, piece])))
            held = []
        else:
            items.append(_unquote(piece))
    items.append(_unquote(delimiter.join([*held, pieces[-1]])))
    return items


def join(items: Iterable[str | None], delimiter: str) -> str:
    """A list encoded; None is written as an empty item."""
    return delimiter.join(_quoted(item or "", delimiter) for item in items)


def numbers(text: str, delimiter: str = ",") -> list[int]:
    """The whole numbers of an encoded list; what is no number is left out."""
    return [value for item in split(text, delimiter) if (value := whole(item)) is not None]


def whole(text: str, default: int | None = None) -> int | None:
    """A number as Java prints it ("12", "12.0") cut to a whole one, or the default."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return int(float(text))
    except (ValueError, OverflowError):
        return default


def truth(text: str) -> bool:
    """A boolean as Java prints it."""
    return text.lower() == "true"


def field(items: Sequence[str], index: int, default: str = "") -> str:
    """A field of a record that older files may not have."""
    return items[index] if index < len(items) else default


def chain(text: str) -> tuple[str, ...]:
    """The links of a chain of traits, outermost first: nested pairs under TAB. O(length).

    Raises VassalError for more than ``MAX_LINKS`` links.
    """
    if TAB not in text:
        return (text,)
    links = _chain(text)
    return _chain_exact(text) if links is None else links


def _chain(text: str) -> tuple[str, ...] | None:
    """The links in one pass, or None for a text whose pairs are quoted or have a third item.

    A TAB that ends link k stands behind exactly k backslashes, one of k+1 or more is inside it.
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
    # The last item is no pair: its TABs are escaped by the levels above it, not by one of its own.
    return (*links, text[start:].replace("\\" * len(links) + TAB, TAB))


def _link(raw: str, level: int) -> str:
    return _unquote(raw.replace("\\" * (level + 1) + TAB, TAB) if TAB in raw else raw)


def _chain_exact(text: str) -> tuple[str, ...]:
    """The links as the original finds them, pair by pair."""
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
    """A chain of traits encoded: the inverse of :func:`chain`."""
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
