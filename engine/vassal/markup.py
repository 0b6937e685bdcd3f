"""Labels with markup: bold, italic, underlined, colours, sizes, several lines.

To VASSAL a label that begins with ``<html>`` is HTML. Its simple markup is rebuilt from scratch; no
other tag, attribute or address is stored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html import escape
from html.parser import HTMLParser

from engine.vassal.plain_text import plain, shorten

MARK = "<html>"
"""The prefix of a stored text with markup."""
LIMIT = 200
"""Limit for the characters of a label."""
RUNS = 40
"""Limit for the style changes in a label; beyond it the label is stored as plain text."""
SIZES = {1: 0.63, 2: 0.82, 3: 1.0, 4: 1.13, 5: 1.5, 6: 2.0, 7: 3.0}
"""HTML's font sizes, as multiples of the label's size."""
_SAME = {"b": "b", "strong": "b", "i": "i", "em": "i", "u": "u", "font": "font"}
_LINES = ("br", "p", "div", "li", "tr")
_DROPPED = ("style", "script", "head", "title")
_COLOR = re.compile(r"#[0-9a-f]{6}|#[0-9a-f]{3}|[a-z]{3,20}", re.IGNORECASE | re.ASCII)
_SIZE = re.compile(r"([+-]?)([1-7])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Run:
    """A run of characters in one style; ``color`` is an HTML colour, or "" for the label's own."""

    text: str
    bold: bool = False
    italic: bool = False
    underlined: bool = False
    color: str = ""
    size: int = 3


def simple(text: str) -> str:
    """Return a label as it is stored: plain, or with its simple markup."""
    if text[:6].lower() != MARK:
        return shorten(plain(text), LIMIT)
    reader = _Reader()
    reader.feed(text)
    reader.close()
    lines = reader.lines
    while lines and not "".join(run.text for run in lines[0]).strip():
        lines.pop(0)
    while lines and not "".join(run.text for run in lines[-1]).strip():
        lines.pop()
    runs = [run for line in lines for run in line]
    styled = any(replace(run, text="") != Run("") for run in runs) or len(lines) > 1
    if not styled or len(runs) > RUNS or sum(len(run.text) for run in runs) > LIMIT:
        return shorten(plain(text), LIMIT)
    return MARK + "<br>".join("".join(map(_written, line)) for line in lines)


def lines(text: str) -> list[list[Run]]:
    """Parse a label made by :func:`simple` to lines; a plain label is one line of one run."""
    if not text.startswith(MARK):
        return [[Run(text)]]
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.lines


def _written(run: Run) -> str:
    markup = escape(run.text)
    font = f' color="{run.color}"' if run.color else ""
    font += f' size="{run.size}"' if run.size != 3 else ""
    if font:
        markup = f"<font{font}>{markup}</font>"
    for tag, wanted in (("u", run.underlined), ("i", run.italic), ("b", run.bold)):
        if wanted:
            markup = f"<{tag}>{markup}</{tag}>"
    return markup


class _Reader(HTMLParser):
    """A parser of any HTML that collects its simple markup."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[list[Run]] = [[]]
        self._open: list[tuple[str, Run]] = []
        self._now = Run("")
        self._dropped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Change the style, or begin a new line."""
        if tag in _DROPPED:
            self._dropped += 1
        elif tag in _LINES:
            if tag == "br" or self.lines[-1]:
                self.lines.append([])
        elif tag in _SAME and len(self._open) < RUNS:
            self._open.append((_SAME[tag], self._now))
            match _SAME[tag]:
                case "b":
                    self._now = replace(self._now, bold=True)
                case "i":
                    self._now = replace(self._now, italic=True)
                case "u":
                    self._now = replace(self._now, underlined=True)
                case "font":
                    self._font({name: value or "" for name, value in attrs})

    def handle_endtag(self, tag: str) -> None:
        """Restore the style before the tag."""
        if tag in _DROPPED:
            self._dropped = max(0, self._dropped - 1)
        elif tag in _LINES and tag != "br" and self.lines[-1]:
            self.lines.append([])
        wanted = _SAME.get(tag)
        if wanted is not None and any(name == wanted for name, _ in self._open):
            while True:
                name, self._now = self._open.pop()
                if name == wanted:
                    return

    def handle_data(self, data: str) -> None:
        """Add text in the current style."""
        text = re.sub(r"[\s\x00-\x1f\x7f]+", " ", data)
        if not self.lines[-1]:
            text = text.lstrip(" ")
        if text and not self._dropped:
            self.lines[-1].append(replace(self._now, text=text))

    def _font(self, attributes: dict[str, str]) -> None:
        color, size = attributes.get("color", "").strip(), attributes.get("size", "").strip()
        if _COLOR.fullmatch(color):
            self._now = replace(self._now, color=color.lower())
        match = _SIZE.fullmatch(size)
        if match is not None:
            number = int(match[2])
            number = 3 + (number if match[1] == "+" else -number) if match[1] else number
            self._now = replace(self._now, size=min(7, max(1, number)))
