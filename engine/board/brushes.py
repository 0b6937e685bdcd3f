"""The brushes: all drawing styles of the map, by purpose.

A module's vocabulary names a brush for each of its words; the compiler and the painter know brushes
and no game. A word with an unknown brush is drawn plainly, and ``modules validate`` reports it.
"""

from __future__ import annotations

from typing import Any

from engine.core.vocabulary import Vocabulary

PLAIN = "plain"
GROUNDS = (
    "woods",
    "polder",
    "marsh",
    "lake",
    "hills",
    "heath",
    "hedgerows",
    "fields",
    "flooded",
)
"""Brushes for ground cover; a terrain may have several, or none for open ground."""
SETTLEMENTS = ("city", "town", "village")
WATERS = ("major_river", "canal", "minor_river", "lake")
"""Brushes for hexsides with water."""
SIDES = ("flooded", "cliff", "causeway", "sea", "wall", "blocked", "hedgerow")
"""Brushes for marked hexsides."""
ROADS = ("primary", "secondary", "minor")
MARKS = (
    "hilltop",
    "beach",
    "airfield",
    "drop_zone",
    "fortification",
    "battery",
    "port",
    "victory",
    "flag",
    "helmet",
    "slot",
)
"""Brushes for marks in a hex; a ``slot`` is the place of a marker, clear of names."""
LINES = ("front", "boundary", "perimeter", "limit")

HIDDEN = "hidden"
"""Brush of a word that counts in the rules and is not drawn (such as a set-up zone)."""


def unknown_brushes(words: Vocabulary) -> list[tuple[str, str, str]]:
    """Return the words whose brush is unknown: list of words, word, brush."""
    result = []
    for word in words.terrains:
        result += [("terrains", word.id, b) for b in word.brushes if b not in GROUNDS]
    drawn: dict[str, tuple[str, ...]] = {
        "settlements": SETTLEMENTS,
        "roads": ROADS,
        "marks": MARKS,
        "lines": LINES,
    }
    for name, known in drawn.items():
        for word in getattr(words, name):
            if word.brush not in (*known, PLAIN, HIDDEN):
                result.append((name, word.id, word.brush))
    for side in words.hexsides:
        if side.brush not in (*(WATERS if side.water else SIDES), PLAIN, HIDDEN):
            result.append(("hexsides", side.id, side.brush))
    return result


def brushed(board: dict[str, Any], words: Vocabulary) -> dict[str, Any]:
    """Return a board (``board.json``, parsed) with brushes in place of the game's words.

    Hexes get ``brushes``, a tuple for their terrain. If the game declares no words, the board's
    words are treated as brushes. A nameless object has an empty name.
    """
    grounds = {word.id: word.brushes for word in words.terrains}
    brush = {
        name: {word.id: word.brush for word in getattr(words, name)}
        for name in ("settlements", "hexsides", "roads", "marks", "lines")
    }

    def one(name: str, word: str, known: tuple[str, ...], fallback: str) -> str:
        result = brush[name].get(word, word)
        return result if result in (*known, HIDDEN) else fallback

    hexes = {}
    for number, cell in board["hexes"].items():
        own = dict(cell)
        own["brushes"] = tuple(
            b for b in grounds.get(cell["terrain"], (cell["terrain"],)) if b in GROUNDS
        )
        if "settlement" in cell:
            own["settlement"] = one("settlements", cell["settlement"], SETTLEMENTS, "village")
        own["marks"] = [(mark, one("marks", mark, MARKS, PLAIN)) for mark in cell.get("marks", ())]
        hexes[number] = own
    sides: dict[str, dict[str, Any]] = {}
    marked: dict[str, list[str]] = {}
    for name, side in board["hexsides"].items():
        if side.get("water"):
            sides[name] = {
                "name": "",
                **side,
                "water": one("hexsides", side["water"], WATERS, "minor_river"),
            }
        for mark in side.get("marks", ()):
            marked.setdefault(one("hexsides", mark, SIDES, PLAIN), []).append(name)
    return {
        **board,
        "hexes": hexes,
        "hexsides": sides,
        "marked": marked,
        "bridges": [
            {**b, "water": one("hexsides", b.get("water") or "canal", WATERS, "minor_river")}
            for b in board["bridges"]
        ],
        "roads": [
            {"name": "", **r, "class": one("roads", r["class"], ROADS, "minor")}
            for r in board["roads"]
        ],
        "railways": [{"name": "", **r} for r in board["railways"]],
        "lines": [
            {**line, "brush": one("lines", line["kind"], LINES, PLAIN)}
            for line in board.get("lines", ())
        ],
        "streams": [
            {"name": "", **s, "water": one("hexsides", s["kind"], WATERS, "minor_river")}
            for s in board.get("streams", ())
        ],
    }
