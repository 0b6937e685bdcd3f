"""Unit symbols and size marks modelled on the NATO symbols, as SVG.

The frame of every symbol is :data:`FRAME`; drawings stay inside it.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.board.svg import centered, circle, number, path, rect, text, text_width

FRAME = (26.0, 27.5, 44.0, 28.5)
"""x, y, width and height of the symbol's frame on the counter."""

LEFT, TOP, WIDTH, HEIGHT = FRAME
RIGHT, BOTTOM = LEFT + WIDTH, TOP + HEIGHT
MIDDLE, CENTER = LEFT + WIDTH / 2, TOP + HEIGHT / 2
LINE = 2.2
SHORT = 6
"""Maximum number of letters of a word in the frame that is not split into two lines."""


def _cross(ink: str) -> str:
    return path(f"M{LEFT} {TOP}L{RIGHT} {BOTTOM}M{LEFT} {BOTTOM}L{RIGHT} {TOP}", stroke=ink, line=2)


def _oval(ink: str, line: float = LINE) -> str:
    """Return the tank's track: a rounded bar."""
    half, high = 13.6, 8.0
    top, bottom = number(CENTER - high), number(CENTER + high)
    left, right = number(MIDDLE - half + high), number(MIDDLE + half - high)
    arc = f"A{high} {high} 0 0 1"
    d = f"M{left} {top}H{right}{arc} {right} {bottom}H{left}{arc} {left} {top}Z"
    return path(d, stroke=ink, line=line)


def _dot(ink: str, radius: float = 4.6) -> str:
    return circle(MIDDLE, CENTER, radius, ink)


def _diagonal(ink: str) -> str:
    return path(f"M{LEFT} {BOTTOM}L{RIGHT} {TOP}", stroke=ink, line=2)


def wheels(ink: str) -> str:
    """Return three wheels below the frame."""
    y = BOTTOM + 3.2
    return "".join(circle(MIDDLE + dx, y, 2, "none", stroke=ink, line=1.5) for dx in (-12, 0, 12))


def _infantry(ink: str) -> str:
    return _cross(ink)


def _canopy(ink: str) -> str:
    y = BOTTOM - 2.6
    d = f"M{MIDDLE - 8.4} {y}a4.2 4.6 0 0 1 8.4 0a4.2 4.6 0 0 1 8.4 0"
    return path(d, stroke=ink, line=1.9)


def _parachute(ink: str) -> str:
    return _cross(ink) + _canopy(ink)


def _glider(ink: str) -> str:
    y = BOTTOM - 3
    d = f"M{MIDDLE - 9} {y - 3.4}L{MIDDLE - 4.6} {y}H{MIDDLE + 4.6}L{MIDDLE + 9} {y - 3.4}"
    return _cross(ink) + path(d, stroke=ink, line=1.9)


def _motorized(ink: str) -> str:
    return _cross(ink) + path(f"M{MIDDLE} {TOP}V{BOTTOM}", stroke=ink, line=2)


def _mechanized(ink: str) -> str:
    return _cross(ink) + _oval(ink, 2)


def _fortress(ink: str) -> str:
    y = BOTTOM - 2
    d = f"M{MIDDLE - 8} {y}v-3.4h3.2v3.4h3.2v-3.4h3.2v3.4h3.2v-3.4h3.2v3.4"
    return _cross(ink) + path(d, stroke=ink, line=1.5, join="miter")


def _replacement(ink: str) -> str:
    return _cross(ink) + centered("R", MIDDLE, BOTTOM - 5, 10.5, ink, width=9)


def _machine_gun(ink: str) -> str:
    shaft = f"M{MIDDLE} {BOTTOM - 4}V{TOP + 5}"
    head = f"M{MIDDLE - 4.6} {TOP + 9.6}L{MIDDLE} {TOP + 4.4}L{MIDDLE + 4.6} {TOP + 9.6}"
    bar = f"M{MIDDLE - 5.4} {CENTER + 3}H{MIDDLE + 5.4}M{MIDDLE - 5.4} {BOTTOM - 4}H{MIDDLE + 5.4}"
    return path(shaft + head + bar, stroke=ink, line=2)


def _security(ink: str) -> str:
    return centered("SEC", MIDDLE, CENTER, 19, ink, width=WIDTH - 8)


def _armor(ink: str) -> str:
    return _oval(ink)


def _heavy_armor(ink: str) -> str:
    return _oval(ink, 3) + centered("H", MIDDLE, CENTER, 12, ink, width=10)


def _assault_gun(ink: str) -> str:
    return _oval(ink) + _dot(ink, 3)


def _antitank(ink: str) -> str:
    return path(f"M{LEFT} {BOTTOM}L{MIDDLE} {TOP}L{RIGHT} {BOTTOM}", stroke=ink, line=2)


def _tank_destroyer(ink: str) -> str:
    return _oval(ink, 2) + _antitank(ink)


def _recon(ink: str) -> str:
    return _diagonal(ink)


def _armored_recon(ink: str) -> str:
    return _oval(ink) + _diagonal(ink)


def _artillery(ink: str) -> str:
    return _dot(ink)


def _flak(ink: str) -> str:
    d = f"M{LEFT} {BOTTOM}C{LEFT + 5} {TOP + 7} {RIGHT - 5} {TOP + 7} {RIGHT} {BOTTOM}"
    return path(d, stroke=ink, line=2) + circle(MIDDLE, CENTER + 7, 3.4, ink)


def _engineer(ink: str) -> str:
    y = CENTER - 4.5
    d = f"M{MIDDLE - 11} {y + 10}V{y}H{MIDDLE + 11}V{y + 10}M{MIDDLE} {y}V{y + 10}"
    return path(d, stroke=ink, line=2.6, join="miter")


def _bridging(ink: str) -> str:
    deck = []
    for side in (-1, 1):
        y = CENTER + side * 3.6
        out = y + side * 4.6
        deck.append(
            f"M{MIDDLE - 15} {number(out)}L{MIDDLE - 10} {number(y)}H{MIDDLE + 10}"
            f"L{MIDDLE + 15} {number(out)}"
        )
    return path("".join(deck), stroke=ink, line=2.4)


def _mechanized_artillery(ink: str) -> str:
    return _oval(ink, 2) + _dot(ink, 3.6)


def _bicycle(ink: str) -> str:
    y = BOTTOM - 4.4
    wheels_of = "".join(
        circle(MIDDLE + dx, y, 2.7, "none", stroke=ink, line=1.3) for dx in (-4.2, 4.2)
    )
    bar = path(f"M{MIDDLE - 4.2} {y}L{MIDDLE} {y - 3.6}L{MIDDLE + 4.2} {y}", stroke=ink, line=1.2)
    return _cross(ink) + wheels_of + bar


def _headquarters(ink: str) -> str:
    return centered("HQ", MIDDLE, CENTER, 20, ink, width=WIDTH - 8)


def _rocket(ink: str) -> str:
    head = f"M{MIDDLE - 6} {CENTER + 1}L{MIDDLE} {TOP + 5}L{MIDDLE + 6} {CENTER + 1}"
    second = f"M{MIDDLE - 6} {CENTER + 7}L{MIDDLE} {TOP + 11}L{MIDDLE + 6} {CENTER + 7}"
    return path(head + second, stroke=ink, line=2.2) + circle(MIDDLE, BOTTOM - 4.6, 2.6, ink)


def _strongpoint(ink: str) -> str:
    roof = f"L{MIDDLE - 10} {TOP + 7}H{MIDDLE + 10}"
    d = f"M{MIDDLE - 14} {BOTTOM - 5}{roof}L{MIDDLE + 14} {BOTTOM - 5}Z"
    slit = path(f"M{MIDDLE - 6} {CENTER}H{MIDDLE + 6}", stroke=ink, line=3.4)
    return path(d, stroke=ink, line=2.4, join="miter") + slit


def _light_armor(ink: str) -> str:
    return _oval(ink) + centered("L", MIDDLE, CENTER, 12, ink, width=10)


def _lettered(letters: str) -> Callable[[str], str]:
    """Return a drawing function for infantry with letters in the lower half of the frame."""

    def draw(ink: str) -> str:
        return _cross(ink) + centered(letters, MIDDLE, BOTTOM - 5, 10, ink, width=20)

    return draw


def _naval(ink: str) -> str:
    x, y = MIDDLE, BOTTOM - 2.6
    stock = f"M{x} {y - 9}V{y}M{x - 2.6} {y - 6.6}H{x + 2.6}"
    anchor = f"{stock}M{x - 5} {y - 3.4}Q{x - 3.6} {y} {x} {y}"
    return _cross(ink) + path(anchor + f"Q{x + 3.6} {y} {x + 5} {y - 3.4}", stroke=ink, line=1.5)


def _supply(ink: str) -> str:
    y = BOTTOM - 7
    return path(f"M{LEFT} {y}H{RIGHT}", stroke=ink, line=2)


def _parachute_engineer(ink: str) -> str:
    return _engineer(ink) + _canopy(ink)


def _fuel(ink: str) -> str:
    top, middle = TOP + 5, CENTER + 3
    funnel = f"M{MIDDLE - 8} {top}H{MIDDLE + 8}L{MIDDLE} {middle}Z"
    return path(f"{funnel}M{MIDDLE} {middle}V{BOTTOM - 4}", stroke=ink, line=2) + _supply(ink)


def _aircraft(span: float, engines: tuple[float, ...], body: float) -> Callable[[str], str]:
    """Return a drawing function for an aircraft from above: half wing span, engines, body width."""

    def draw(ink: str) -> str:
        nose, tail, wing = TOP + 3.5, BOTTOM - 3.5, CENTER - 1.5
        lines = path(f"M{MIDDLE} {nose}V{tail}", stroke=ink, line=body)
        lines += path(f"M{MIDDLE - span} {wing}H{MIDDLE + span}", stroke=ink, line=4)
        lines += path(f"M{MIDDLE - 5} {tail}H{MIDDLE + 5}", stroke=ink, line=2.4)
        for away in engines:
            spots = f"M{MIDDLE - away} {wing - 4}V{wing + 2}M{MIDDLE + away} {wing - 4}V{wing + 2}"
            lines += path(spots, stroke=ink, line=2.6)
        return lines

    return draw


SIGNS: dict[str, Callable[[str], str]] = {
    "infantry": _infantry,
    "parachute": _parachute,
    "glider": _glider,
    "motorized": _motorized,
    "mechanized": _mechanized,
    "fortress": _fortress,
    "replacement": _replacement,
    "machine_gun": _machine_gun,
    "security": _security,
    "armor": _armor,
    "heavy_armor": _heavy_armor,
    "assault_gun": _assault_gun,
    "antitank": _antitank,
    "tank_destroyer": _tank_destroyer,
    "recon": _recon,
    "armored_recon": _armored_recon,
    "artillery": _artillery,
    "flak": _flak,
    "engineer": _engineer,
    "bridging": _bridging,
    "supply": _supply,
    "mechanized_artillery": _mechanized_artillery,
    "bicycle": _bicycle,
    "headquarters": _headquarters,
    "rocket": _rocket,
    "strongpoint": _strongpoint,
    "light_armor": _light_armor,
    "naval": _naval,
    "ranger": _lettered("RGR"),
    "commando": _lettered("CDO"),
    "labor": _lettered("LAB"),
    "beach_engineer": _lettered("BE"),
    "ost": _lettered("O"),
    "unknown": _lettered("?"),
    "parachute_engineer": _parachute_engineer,
    "fuel": _fuel,
    "fighter": _aircraft(10, (), 3),
    "bomber": _aircraft(17, (6, 12), 3.4),
    "transport": _aircraft(17, (7,), 6),
}
"""The symbols of counters, by the names that counters and modules use."""


def symbol(name: str, fills: tuple[str, ...], ink: str, word: str = "") -> str:
    """Return a symbol in its frame; two fills divide the frame into halves.

    An unknown symbol becomes a plain box with a word (default: its name).
    """
    share = WIDTH / len(fills)
    ground = [rect(LEFT + i * share, TOP, share, HEIGHT, fill) for i, fill in enumerate(fills)]
    frame = rect(LEFT, TOP, WIDTH, HEIGHT, "none", stroke=ink, line=LINE)
    draw = SIGNS.get(name)
    sign = draw(ink) if draw is not None else _word(word or name, ink)
    return "".join(ground) + sign + frame


def _word(word: str, ink: str) -> str:
    """Return a word in the frame, in two lines if it is long."""
    parts = word.replace("_", " ").upper().split()
    if len(parts) < 2 or len(word) <= SHORT:
        return centered(" ".join(parts), MIDDLE, CENTER, 14, ink, width=WIDTH - 5)
    half = -(-len(parts) // 2)
    lines = (" ".join(parts[:half]), " ".join(parts[half:]))
    return "".join(
        centered(line, MIDDLE, CENTER + dy, 10.5, ink, width=WIDTH - 5)
        for line, dy in zip(lines, (-6.3, 6.3), strict=True)
    )


def size_mark(size: str, ink: str, y: float) -> str:
    """Return the mark above the symbol: strokes for I, II, III, a cross for X, letters for a battle
    group.

    Brackets (mixed or part units) and (+) or (-) are added beside it; ``y`` is the middle of the
    mark.
    """
    core = size.removesuffix("(-)").removesuffix("(+)").strip("[]")
    parts = []
    if core in {"I", "II", "III"}:
        half = (len(core) - 1) * 2.4
        d = "".join(f"M{number(MIDDLE - half + i * 4.8)} {y - 3.2}v6.4" for i in range(len(core)))
        parts.append(path(d, stroke=ink, line=2, join="miter"))
        half += 1
    elif core == "X":
        half = 3.2
        d = f"M{MIDDLE - 3.2} {y - 3.2}l6.4 6.4M{MIDDLE - 3.2} {y + 3.2}l6.4 -6.4"
        parts.append(path(d, stroke=ink, line=2, join="miter"))
    else:
        half = text_width(core, 9.5) / 2
        parts.append(centered(core, MIDDLE, y, 9.5, ink, width=20))
    if size.startswith("["):
        left, right = number(MIDDLE - half - 3.4), number(MIDDLE + half + 3.4)
        d = f"M{left} {y - 3.6}h-2v7.2h2M{right} {y - 3.6}h2v7.2h-2"
        parts.append(path(d, stroke=ink, line=1.3, join="miter"))
    if size.endswith(("(-)", "(+)")):
        x = MIDDLE + half + 2.4
        parts.append(text(size[-3:], x, y + 3, 8.5, ink, weight=600, anchor="start"))
    return "".join(parts)
