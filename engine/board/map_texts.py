"""Texts of the drawn map in the language of the reader, and room for them on the map.

A map is compiled with English names. A game may name them in other languages: its message
``map.<game>.<name>`` is the text of a label, ``area.<game>.<id>`` the title of an entry area,
``credit.<game>.<n>`` the n-th source, ``credit.<game>.owner`` and ``credit.<game>.notice`` whose
the game is. Countries are named by the program.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from engine.board.grid import Point
from engine.board.label_styles import STYLES, displayed
from engine.board.label_text import face
from engine.i18n import DEFAULT, catalogue, has, t

COUNTRIES = ("NL", "BE", "DE", "LU", "FR")


def label_text(game: str, name: str, style: str) -> str:
    """Return the text of a label as it is printed."""
    return displayed(_named(game, name, style), style)


def _named(game: str, name: str, style: str) -> str:
    if style == "country":
        english = catalogue(DEFAULT)
        keys = (f"map.country.{code}" for code in COUNTRIES)
        return next((t(key) for key in keys if english[key] == name), name)
    key = f"map.{game}.{name}"
    return t(key) if has(key) else name


def area_title(game: str, area: str, title: str) -> str:
    """Return the title of an entry area."""
    key = f"area.{game}.{area}"
    return t(key) if has(key) else title


def map_credits(game: str, credits: Sequence[str]) -> tuple[str, ...]:
    """Return the sources of a map."""
    return tuple(credit(game, str(number), text) for number, text in enumerate(credits))


def credit(game: str, part: str, text: str) -> str:
    """Return a source of a map by number, the ``owner`` of a game or its ``notice``."""
    key = f"credit.{game}.{part}"
    return t(key) if has(key) else text


def level_start(game: str, name: str, style: str, start: Point) -> Point:
    """Return where a level label starts, so that it keeps its middle in any language."""
    own, printed = displayed(name, style), label_text(game, name, style)
    if printed == own:
        return start
    spec = STYLES[style]
    wide, wanted = (face(spec.file).width(x, spec.size, spec.spacing) for x in (own, printed))
    return start[0] + (wide - wanted) / 2, start[1]


Glyph = tuple[float, float, float]
"""Start of a letter's baseline, and its turn in degrees."""


def bent(game: str, name: str, style: str, glyphs: Sequence[float]) -> list[Glyph]:
    """Return the letters of a curved label, along its line and about its middle.

    ``glyphs`` are those of its English name.
    """
    flat = zip(glyphs[::3], glyphs[1::3], glyphs[2::3], strict=True)
    placed: list[Glyph] = list(flat)
    own, printed = displayed(name, style), label_text(game, name, style)
    if printed == own or not placed:
        return placed
    spec = STYLES[style]
    steps = list(face(spec.file).advances(own, spec.size, spec.spacing))
    ends = [0.0, *accumulate(steps)]
    wanted = list(face(spec.file).advances(printed, spec.size, spec.spacing))
    at, result = (ends[-1] - sum(wanted)) / 2, []
    for step in wanted:
        k = min(max(bisect_right(ends, at) - 1, 0), len(placed) - 1)
        u, v, turn = placed[k]
        along = at - ends[k]
        angle = math.radians(turn)
        result.append((u + along * math.cos(angle), v + along * math.sin(angle), turn))
        at += step
    return result
