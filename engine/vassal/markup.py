"""Labels with markup: bold, italic, underlined, in colours and sizes, on several lines.

A label that begins with ``<html>`` is HTML to VASSAL. What of it is simple is kept, written anew
from scratch: no other tag, no attribute and no address of anything gets through.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html import escape
from html.parser import HTMLParser

from engine.vassal.plain_text import plain, shorten

MARK = "<html>"
"""What a text with markup begins with, as we keep it."""
MOST = 200
"""Letters of a label."""
RUNS = 40
"""Changes of the way of writing in a label; one that has more is kept without any."""
SIZES = {1: 0.63, 2: 0.82, 3: 1.0, 4: 1.13, 5: 1.5, 6: 2.0, 7: 3.0}
"""HTML's sizes of letters, times that of the label."""
_SAME = {"b": "b", "strong": "b", "i": "i", "em": "i", "u": "u", "font": "font"}
_LINES = ("br", "p", "div", "li", "tr")
_DROPPED = ("style", "script", "head", "title")
_COLOR = re.compile(r"#[0-9a-f]{6}|#[0-9a-f]{3}|[a-z]{3,20}", re.IGNORECASE | re.ASCII)
_SIZE = re.compile(r"([+-]?)([1-7])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Run:
    """Letters that are written alike; ``color`` is as in HTML, or empty for the label's own."""

    text: str
    bold: bool = False
    italic: bool = False
    underlined: bool = False
    color: str = ""
    size: int = 3


def simple(text: str) -> str:
    """A label as it is kept: plain, or with what is simple of its markup."""
    if text[:6].lower() != MARK:
        return shorten(plain(text), MOST)
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
    if not styled or len(runs) > RUNS or sum(len(run.text) for run in runs) > MOST:
        return shorten(plain(text), MOST)
    return MARK + "<br>".join("".join(map(_written, line)) for line in lines)


def lines(text: str) -> list[list[Run]]:
    """The lines of a label that :func:`simple` made; a plain one has a line of one run."""
    if not text.startswith(MARK):
        return [[Run(text)]]
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.lines


def _written(run: Run) -> str:
    found = escape(run.text)
    font = f' color="{run.color}"' if run.color else ""
    font += f' size="{run.size}"' if run.size != 3 else ""
    if font:
        found = f"<font{font}>{found}</font>"
    for tag, wanted in (("u", run.underlined), ("i", run.italic), ("b", run.bold)):
        if wanted:
            found = f"<{tag}>{found}</{tag}>"
    return found


class _Reader(HTMLParser):
    """Goes through HTML of any kind and keeps what is simple."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[list[Run]] = [[]]
        self._open: list[tuple[str, Run]] = []
        self._now = Run("")
        self._dropped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write otherwise from here on, or on the next line."""
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
        """Write as before."""
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
        """Letters."""
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
