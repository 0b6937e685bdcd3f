"""Draw counters as SVG pictures of 96 by 96 units, in the program's own design.

The background shows the nationality or branch, the frame of the unit symbol the formation, and the
background of the defence factor the quality, as on the printed counters (2.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.board.counter_symbols import (
    CENTER,
    LEFT,
    MIDDLE,
    RIGHT,
    size_mark,
    symbol,
    wheels,
)
from engine.board.svg import (
    centered,
    circle,
    document,
    ink_on,
    luminance,
    mix,
    path,
    rect,
    text,
    text_width,
)
from engine.core.counters import Counter, CounterSet, Face, FaceName
from engine.core.vocabulary import KindWord, Vocabulary
from engine.export.counter_badges import Badge, badges, badges_of, shown
from engine.export.counter_values import declared, has_corner
from engine.i18n import t

NO_WORDS = Vocabulary()
VALUE_Y = 77.5
VALUE_SIZE = 31.0
VALUE_X = (19.0, 48.0, 78.0)
ELITE, GREEN, FROZEN, RECON = "#c8201a", "#ffffff", "#161616", "#2f9e44"
PLAIN = "#d9d4c6"
"""The background colour of a nationality that declares none."""
TANK_BOX, GUN_BOX, BOTH_BOX = "#e9ecef", "#d5281e", "#ffd43b"


@dataclass(frozen=True)
class Theme:
    """The colours of a game's counters: one background for each nationality, up to two colours for
    each formation.
    """

    grounds: Mapping[str, str]
    formations: Mapping[str, tuple[str, ...]]
    words: Vocabulary = NO_WORDS
    """The game's vocabulary: its values, kinds of units and statuses."""

    @classmethod
    def of(cls, counters: CounterSet) -> Theme:
        """Return the colours from a game's counter list."""
        return cls(
            grounds=counters.file.nationalities,
            formations={f.id: f.colors for f in counters.file.formations},
            words=counters.words,
        )

    @cached_property
    def badges(self) -> Mapping[str, Badge]:
        """The badges of the game's statuses."""
        return badges_of(self.words)

    @cached_property
    def kinds(self) -> Mapping[str, KindWord]:
        """The kinds of units by id."""
        return {word.id: word for word in self.words.kinds}


def counter_svg(
    counter: Counter,
    face: FaceName = "front",
    *,
    theme: Theme,
    statuses: Iterable[str] = (),
    label: str | None = None,
) -> str:
    """Return one side of a counter with its status badges.

    ``label`` replaces the name printed on the counter, because pieces of one type may differ by a
    letter.
    """
    ground = theme.grounds.get(counter.nationality, PLAIN)
    name = counter.label if label is None else label
    # What the side of the counter tells by itself needs no badge.
    meanings = {counter.back.means} if counter.back is not None else set()
    statuses = shown(set(statuses) - meanings, theme.badges)
    parts = _ground(ground, free=counter.stacking == "free")
    if counter.role == "unknown":
        parts += _unknown(ground)
    else:
        parts += _unit(counter, face, name, ground, theme, len(statuses))
    parts.append(badges(statuses, theme.badges))
    return document(
        parts, f"{name} ({counter.formation})" if counter.formation not in ("-", "") else name
    )


def _ground(ground: str, *, free: bool) -> list[str]:
    edge = mix(ground, "#000000", 0.45) if luminance(ground) > 0.03 else "#000000"
    parts = [
        rect(0.75, 0.75, 94.5, 94.5, ground, radius=8, stroke=edge, line=1.5),
        path("M4 88V10Q4 4 10 4H88", stroke=mix(ground, "#ffffff", 0.28), line=1.6),
    ]
    if free:
        parts.append(rect(3.1, 3.1, 89.8, 89.8, "none", radius=6, stroke="#ffffff", line=2.2))
    return parts


def _unknown(ground: str) -> list[str]:
    ink = ink_on(ground)
    return [
        rect(18, 12, 60, 72, mix(ground, "#ffffff", 0.45), radius=10, stroke=ink, line=2.2),
        centered("?", MIDDLE, 48, 74, ink, width=60),
    ]


def _unit(
    counter: Counter, face: FaceName, name: str, ground: str, theme: Theme, badge_count: int
) -> list[str]:
    values = counter.face(face)
    ink = ink_on(ground)
    lost = _steps_lost(counter, values)
    kind = theme.kinds.get(counter.kind)
    own = counter.symbol or (kind.symbol if kind else "") or counter.kind
    sign = {"motorized": "motorized", "foot": "infantry"}.get(values.means or "", own)
    fills = theme.formations.get(counter.formation) or (mix(ground, "#ffffff", 0.45),)
    frame_ink = ink if luminance(ground) < 0.03 and luminance(fills[0]) < 0.03 else "#161616"
    parts = _stripes(lost, ground)
    parts += _name(counter, name, ink, fills[0], badge_count)
    if counter.role in {"breakdown", "remnant"}:
        parts.append(_role_mark(counter, ink))
    elif (word := _state_word(values)) is not None:
        parts.append(_banner(*word))
    elif counter.size:
        parts.append(size_mark(counter.size, ink, 22.6))
    parts.append(_symbol(sign, fills, frame_ink, kind.title if kind else counter.kind))
    if sign == "recon":
        parts.append(wheels(ink))
    if lost == 0 and counter.arrival.code and face == "front":
        parts.append(_arrival(counter, ink))
    parts += _pips(counter, values, ink, 59.0 if has_corner(theme.words, values) else 53.6)
    if theme.words.values:
        parts += declared(theme.words, values, ink)
    else:
        parts += _special(counter, values)
        parts += _values(counter, values, ink)
    return parts


def _symbol(sign: str, fills: tuple[str, ...], ink: str, word: str) -> str:
    if luminance(fills[0]) < 0.145:
        ink = "#ffffff"
    return symbol(sign, fills, ink, word)


def _steps_lost(counter: Counter, values: Face) -> int:
    if counter.role == "remnant":
        return 2
    if values.means == "reduced":
        return counter.front.steps - values.steps
    return 0


def _stripes(lost: int, ground: str) -> list[str]:
    """Return a stripe across the counter for each lost step (2.3.12)."""
    color = "#ffffff" if luminance(ground) < 0.5 else "#fffbe8"
    edge = mix(ground, "#000000", 0.35)
    heights = {0: (), 1: (CENTER,)}.get(lost, (CENTER - 7, CENTER + 7))
    parts = []
    for y in heights:
        parts.append(rect(1.5, y - 4.5, 93, 9, color))
        parts.append(path(f"M1.5 {y - 4.5}H94.5M1.5 {y + 4.5}H94.5", stroke=edge, line=0.8))
    return parts


def _name(counter: Counter, name: str, ink: str, bar: str, badge_count: int) -> list[str]:
    # Badges take the right, then the left corner; the name makes room for them.
    left, right = (7, 30)[badge_count > 1], (89, 66)[badge_count > 0]
    x, room = (left + right) / 2, right - left
    if counter.half_battalion is None:
        return [text(name, x, 15.6, 14.5, ink, weight=600, width=room)]
    # Half-battalions carry a bar behind the name (6.3).
    shown_name = f"{name} ½{_half(counter)}"
    wide = min(text_width(shown_name, 13.5, 600) + 8, room + 2)
    return [
        rect(x - wide / 2, 4.2, wide, 13.6, bar, radius=2, stroke="#161616", line=0.8),
        text(shown_name, x, 15.4, 13.5, ink_on(bar), weight=600, width=wide - 6),
    ]


def _half(counter: Counter) -> str:
    """Return the letter of a half-battalion whose other half has the same name."""
    other = counter.half_battalion or ""
    return counter.id[-1] if counter.id[:-1] == other[:-1] else ""


def _role_mark(counter: Counter, ink: str) -> str:
    return centered(t(f"counter.{counter.role}"), MIDDLE, 22.6, 8.6, ink, width=60, weight=600)


def _state_word(values: Face) -> tuple[str, str] | None:
    colors = {"fired": "#a3161b", "ferry": "#1f5fa8", "depleted": "#4a4d52"}
    color = colors.get(values.means or "")
    return None if color is None else (t(f"counter.{values.means}"), color)


def _banner(word: str, color: str) -> str:
    wide = text_width(word, 9.6) + 10
    return rect(MIDDLE - wide / 2, 17.4, wide, 10.2, color, radius=2) + centered(
        word, MIDDLE, 22.5, 9.6, "#ffffff", width=wide
    )


def _arrival(counter: Counter, ink: str) -> str:
    """Return the code of set-up or arrival; in a white box for units of the set-up (2.3.11)."""
    arrival = counter.arrival
    x = (LEFT + 2.5) / 2
    code = text_width(arrival.code, 10.6)
    if arrival.how == "set_up" or (arrival.how == "airlanding" and arrival.turn == 1):
        wide = min(code + 4, LEFT - 6.5)
        return rect(x - wide / 2, 29, wide, 12, "#ffffff", radius=1.5) + centered(
            arrival.code, x, 35, 10.6, "#161616", width=wide - 2.5
        )
    return centered(arrival.code, x, 35, 10.6, ink, width=LEFT - 6)


def _pips(counter: Counter, values: Face, ink: str, y: float) -> list[str]:
    """Return a dot for each step, hollow for lost steps."""
    steps = 3 if counter.role == "remnant" else max(counter.steps, values.steps)
    if steps < 2:
        return []
    left = 1 if counter.role == "remnant" else values.steps
    x = (LEFT + 3.5) / 2 - (steps - 1) * 3
    return [
        circle(x + i * 6, y, 2.1, ink if i < left else "none", stroke=ink, line=1)
        for i in range(steps)
    ]


def _special(counter: Counter, values: Face) -> list[str]:
    """Return the mark right of the symbol: the armour value in a box, or the artillery range in a
    hexagon.
    """
    x = (RIGHT + 92.5) / 2
    if values.armor_value is not None:
        if counter.front.armor is not None:
            fill, ink = TANK_BOX, "#161616"
        elif counter.tank:
            fill, ink = BOTH_BOX, "#161616"
        else:
            fill, ink = GUN_BOX, "#ffffff"
        return [
            rect(x - 7.5, CENTER - 8.5, 15, 17, fill, radius=2, stroke="#161616", line=1.3),
            centered(str(values.armor_value), x, CENTER, 16, ink, width=12),
        ]
    if values.range is not None:
        hexagon = f"M{x} {CENTER - 9.6}l8.3 4.8v9.6l-8.3 4.8l-8.3 -4.8v-9.6Z"
        return [
            path(hexagon, fill="#ffffff", stroke="#161616", line=1.3),
            centered(str(values.range), x, CENTER, 15, "#161616", width=12),
        ]
    return []


def _values(counter: Counter, values: Face, ink: str) -> list[str]:
    """Return attack, defence and movement; the shapes behind the figures show quality and
    mobility.
    """
    attack = "S" if values.support else str(values.attack)
    inks = [ink, ink, ink]
    parts = []
    if counter.quality == "elite":
        parts.append(rect(38, 64, 20, 27, ELITE, radius=3, stroke="#ffffff", line=1))
        inks[1] = "#ffffff"
    elif counter.quality == "low":
        parts.append(rect(38, 64, 20, 27, GREEN, radius=3, stroke="#161616", line=0.8))
        inks[1] = "#161616"
    if counter.frozen:
        parts.append(rect(68, 64, 20, 27, FROZEN, radius=3, stroke="#ffffff", line=1))
        inks[2] = "#ffffff"
    elif counter.recon:
        parts.append(circle(VALUE_X[2], VALUE_Y, 13.2, RECON, stroke="#ffffff", line=1.2))
        inks[2] = "#ffffff"
    for string, x, color in zip(
        (attack, str(values.defense), str(values.movement)), VALUE_X, inks, strict=True
    ):
        parts.append(centered(string, x, VALUE_Y, VALUE_SIZE, color, width=26))
    # The boxed figures need no dash on their side; the others are parted as on printed counters.
    parts.append(path(f"M31 {VALUE_Y}h4.6M60.6 {VALUE_Y}h4.6", stroke=ink, line=2.6, join="miter"))
    return parts
