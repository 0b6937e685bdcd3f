"""Draw the values declared by a module at their places on a counter."""

from __future__ import annotations

from engine.board.counter_symbols import CENTER, LEFT, RIGHT
from engine.board.svg import centered, circle, ink_on, path, rect
from engine.core.counters import Face, Value
from engine.core.vocabulary import ValueWord, Vocabulary

BOTTOM_Y = 77.5
SIZE = 31.0
COLUMNS = {"left": 19.0, "middle": 48.0, "right": 78.0}
"""Horizontal centres of the three figures below the symbol."""
PAIR = {"left": 29.0, "middle": 48.0, "right": 67.0}
"""Horizontal centres if there are only two figures: left and right."""
INK, RED, GREEN = "#161616", "#d5281e", "#2f9e44"
BOXES = {"box": "#e9ecef", "red_box": RED, "white_box": "#ffffff"}


def declared(words: Vocabulary, face: Face, ink: str) -> list[str]:
    """Return the drawn values of a face that have a place, each in its shape."""
    values = [(word, face.value(word.id)) for word in words.values if word.place]
    present = [(word, value) for word, value in values if value is not None and value != ""]
    below = [(word, value) for word, value in present if word.place in COLUMNS]
    columns = PAIR if not any(w.place == "middle" for w in words.values) else COLUMNS
    parts: list[str] = []
    for word, value in below:
        parts += _figure(word, value, columns[word.place or "middle"], ink)
    if len(below) > 1:
        parts.append(_dashes(columns, ink))
    for word, value in present:
        if word.place == "side":
            parts += _beside(word, value, (RIGHT + 92.5) / 2)
        elif word.place == "corner":
            parts += _cornered(value, (LEFT + 3.5) / 2)
        elif word.place == "top":
            parts.append(centered(str(value), 86, 11, 12, ink, width=14))
    return parts


def has_corner(words: Vocabulary, face: Face) -> bool:
    """Return whether a face has a value in the corner left of the symbol, beside the pips."""
    return any(w.place == "corner" and face.value(w.id) not in (None, "") for w in words.values)


def _cornered(value: Value, x: float) -> list[str]:
    """Return a small disc with a value, between the arrival code and the pips."""
    disc = circle(x, 48, 6.4, "#ffffff", stroke=INK, line=1.2)
    return [disc, centered(str(value), x, 48, 11, INK, width=10)]


def _dashes(columns: dict[str, float], ink: str) -> str:
    """Return the dashes between the figures."""
    if columns is PAIR:
        return path(f"M45.7 {BOTTOM_Y}h4.6", stroke=ink, line=2.6, join="miter")
    return path(f"M31 {BOTTOM_Y}h4.6M60.6 {BOTTOM_Y}h4.6", stroke=ink, line=2.6, join="miter")


def _figure(word: ValueWord, value: Value, x: float, ink: str) -> list[str]:
    """Return one of the large figures, with a box or disc behind it if its shape requires one."""
    parts = []
    if word.shape in BOXES:
        fill = BOXES[word.shape]
        parts.append(rect(x - 13, 64, 26, 27, fill, radius=3, stroke=INK, line=1))
        ink = ink_on(fill)
    elif word.shape in ("circle", "green_circle"):
        fill = GREEN if word.shape == "green_circle" else "#ffffff"
        parts.append(circle(x, BOTTOM_Y, 13.6, fill, stroke=INK, line=1))
        ink = ink_on(fill)
    text = str(value)
    width = 30 if len(text) > 1 else 26
    return [*parts, centered(text, x, BOTTOM_Y, SIZE, ink, width=width)]


def _beside(word: ValueWord, value: Value, x: float) -> list[str]:
    """Return a small figure beside the symbol."""
    if word.shape == "hexagon":
        outline = f"M{x} {CENTER - 9.6}l8.3 4.8v9.6l-8.3 4.8l-8.3 -4.8v-9.6Z"
        parts, ink = [path(outline, fill="#ffffff", stroke=INK, line=1.3)], INK
    elif word.shape in ("circle", "green_circle"):
        fill = GREEN if word.shape == "green_circle" else "#ffffff"
        parts, ink = [circle(x, CENTER, 8.8, fill, stroke=INK, line=1.3)], ink_on(fill)
    else:
        fill = BOXES.get(word.shape, "#ffffff")
        parts = [rect(x - 8, CENTER - 8.5, 16, 17, fill, radius=2, stroke=INK, line=1.3)]
        ink = ink_on(fill)
    return [*parts, centered(str(value), x, CENTER, 15, ink, width=13)]
