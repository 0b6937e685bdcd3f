"""Draws markers as SVG pictures of 96 by 96 units: statuses, bridges, traffic, weather."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from engine.board.svg import centered, circle, document, ink_on, number, path, rect
from engine.core.counters import Marker
from engine.export.counter_badges import BADGES, badge, plain_status
from engine.i18n import has, t

INK = "#161616"
WATER, STEEL = "#6fa8d6", "#4b5560"
PLAIN = "#f3efe4"


def marker_svg(marker: Marker, label: str = "", face: str | None = None) -> str:
    """Return a marker; ``label`` is its number or letter, ``face`` the weather of a
    weather marker.
    """
    known = f"marker_name.{marker.id}"
    name = marker.title or (t(known) if has(known) else marker.id.replace("_", " "))
    status = plain_status(marker.id)
    if status in BADGES and marker.kind == "status":
        # Markers that each side has its own of (17.3) differ by their ground.
        ground = _paper(marker.side) if marker.count and marker.side else _pale(BADGES[status].fill)
        body = badge(status, 48, 39, 1.95)
    elif marker.id == "weather":
        face = face or "clear"
        name = t(f"weather.{face}") if has(f"weather.{face}") else face
        ground = {"clear": "#bfe0f5", "cloudy": "#cfd9e0", "overcast": "#aab2b8"}.get(face, PLAIN)
        body = WEATHER.get(face, str)() + (
            centered(label, 80, 15, 13, INK, width=22) if label else ""
        )
    else:
        ground, draw = MARKERS.get(marker.id, (_paper(marker.side), None))
        # What has no picture of its own is a plain box with its letter and its name.
        body = draw(label) if draw is not None else _lettered(label or marker.letter or "•")
    return document([_ground(ground), body, _caption(name, ground)], f"{name} {label}".strip())


def _paper(side: str | None) -> str:
    """Return the background colour of a side's own markers."""
    return _papers().get(f"paper_{side}", PLAIN)


@cache
def _papers() -> dict[str, str]:
    theme = json.loads((files("resources") / "themes" / "day.json").read_bytes())
    return dict(theme["colors"])


def _pale(color: str) -> str:
    channels = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(c + (255 - c) * 0.72):02x}" for c in channels)


def _ground(fill: str) -> str:
    return rect(0.75, 0.75, 94.5, 94.5, fill, radius=8, stroke=INK, line=1.5)


def _caption(name: str, ground: str) -> str:
    return centered(name.upper(), 48, 84, 15, ink_on(ground), width=86)


def _river() -> str:
    return rect(1.5, 29, 93, 26, WATER) + path(
        "M6 37q5 -4 10 0t10 0M70 37q5 -4 10 0t10 0M6 48q5 -4 10 0t10 0M70 48q5 -4 10 0t10 0",
        stroke="#ffffff",
        line=1.6,
    )


def _span(color: str) -> str:
    d = "M37 14V70M59 14V70M32 9L37 14M64 9L59 14M32 75L37 70M64 75L59 70"
    return rect(37, 14, 22, 56, "#ffffff") + path(d, stroke=color, line=4)


def _intact(_: str) -> str:
    tick = path("M40 42L46.5 49L57 35", stroke="#1d7a34", line=4.5)
    return _river() + _span(STEEL) + tick


def _bridge(_: str) -> str:
    return _river() + _span(STEEL)


def _blown(_: str) -> str:
    ends = "M37 14H59V27L54 32L48 26L43 33L37 28ZM37 70H59V57L53 51L48 58L43 52L37 56Z"
    rails = "M37 14V28M59 14V27M37 56V70M59 57V70M32 9L37 14M64 9L59 14M32 75L37 70M64 75L59 70"
    cross = path("M32 26L64 58M64 26L32 58", stroke="#ffffff", line=9.5)
    cross += path("M32 26L64 58M64 26L32 58", stroke="#c8201a", line=6.5)
    return _river() + path(ends, fill="#ffffff") + path(rails, stroke=STEEL, line=4) + cross


def _under_repair(_: str) -> str:
    deck = path("M37 42H59", stroke="#e8890c", line=22, join="miter", dash="3 3.3")
    sides = path("M37 14V29M59 14V29M37 55V70M59 55V70", stroke=STEEL, line=4)
    edges = path("M37 29V55M59 29V55", stroke="#b36200", line=2.4, dash="4 4")
    ends = path("M32 9L37 14M64 9L59 14M32 75L37 70M64 75L59 70", stroke=STEEL, line=4)
    ground = rect(37, 14, 22, 15, "#ffffff") + rect(37, 55, 22, 15, "#ffffff")
    return _river() + ground + deck + edges + sides + ends


def _truck(x: float, y: float, fill: str) -> str:
    parts = [
        path(f"M{x} {y}h20v15h-20Z", fill=fill, stroke=INK, line=1.6),
        path(f"M{x + 20} {y + 5}h6l4 5v5h-10Z", fill=fill, stroke=INK, line=1.6),
        circle(x + 6.5, y + 16, 3.4, INK),
        circle(x + 23, y + 16, 3.4, INK),
    ]
    return "".join(parts)


def _traffic(label: str) -> str:
    road = rect(1.5, 42, 93, 24, "#8b8f94") + path(
        "M4 54h88", stroke="#ffffff", line=2, dash="8 7", join="miter"
    )
    trucks = _truck(6, 32, "#7c8a4e") + _truck(34, 32, "#7c8a4e") + _truck(62, 32, "#7c8a4e")
    disc = circle(48, 18, 14, "#c8201a", stroke="#ffffff", line=2)
    return road + trucks + disc + centered(label, 48, 18, 20, "#ffffff", width=18)


def _boat(_: str) -> str:
    hull = path("M22 40H74L67 54H29Z", fill="#ffffff", stroke=INK, line=2.4)
    waves = path("M10 62q6 -6 12 0t12 0t12 0t12 0t12 0t12 0", stroke="#1f5fa8", line=3)
    return hull + waves + centered("6", 48, 24, 26, "#1f5fa8", width=20)


def _assault(_: str) -> str:
    water = rect(1.5, 34, 93, 22, WATER)
    arrow = path("M48 10L68 32H56V70H40V32H28Z", fill="#0f7d9c", stroke="#ffffff", line=2.4)
    return water + arrow


def _plane(label: str) -> str:
    d = "M48 12L52 20V32L82 44V52L52 46L51 60L60 67V72L48 69"
    d += "L36 72V67L45 60L44 46L14 52V44L44 32V20Z"
    number_disc = circle(76, 18, 10, "#ffffff", stroke=INK, line=1.6)
    shown = number_disc + centered(label, 76, 18, 14, INK, width=14) if label else ""
    return path(d, fill="#3d4a2a", stroke=INK, line=1.4) + shown


def _clock(_: str) -> str:
    face = circle(48, 40, 27, "#ffffff", stroke=INK, line=3)
    return face + path("M48 40V22M48 40L60 47", stroke=INK, line=4)


def _parachute(label: str) -> str:
    canopy = path(
        "M18 42C18 6 78 6 78 42L68 37L58 42L48 37L38 42L28 37Z", fill="#ffffff", stroke=INK, line=2
    )
    lines = path("M18 42L48 70L78 42M38 42L48 70L58 42", stroke=INK, line=1.5)
    return canopy + lines + centered(label, 48, 27, 17, "#8c2f45", width=40)


def _sun(x: float, y: float, radius: float) -> str:
    rays = []
    for i in range(8):
        angle = f"rotate({i * 45} {number(x)} {number(y)})"
        ray = path(f"M{x} {y - radius - 4}V{y - radius - 10}", stroke="#e8890c", line=4)
        rays.append(f'<g transform="{angle}">{ray}</g>')
    return "".join(rays) + circle(x, y, radius, "#ffd43b", stroke="#e8890c", line=2)


def _cloud(x: float, y: float, fill: str) -> str:
    d = f"M{x} {y}c-13 0 -15 -17 -2 -19c1 -15 23 -17 27 -4c13 -5 24 10 12 18c6 3 0 5 -5 5Z"
    return path(d, fill=fill, stroke=INK, line=2)


def _clear() -> str:
    return _sun(48, 38, 16)


def _cloudy() -> str:
    return _sun(34, 32, 13) + _cloud(38, 62, "#ffffff")


def _overcast() -> str:
    rain = path("M34 60l-4 10M48 60l-4 10M62 60l-4 10", stroke="#1f5fa8", line=3)
    return rain + _cloud(44, 44, "#8d959c") + _cloud(28, 56, "#c3c9ce")


WEATHER: dict[str, Callable[[], str]] = {"clear": _clear, "cloudy": _cloudy, "overcast": _overcast}


def _lettered(letters: str) -> str:
    frame = rect(20, 14, 56, 52, "#ffffff", radius=6, stroke=INK, line=2)
    return frame + centered(letters, 48, 40, 30, INK, width=48)


MARKERS: dict[str, tuple[str, Callable[[str], str] | None]] = {
    "bridge": ("#f4f6f2", _bridge),
    "intact": ("#cfe8d2", _intact),
    "blown": ("#f3cfc8", _blown),
    "under_repair": ("#fbe3bd", _under_repair),
    "traffic": ("#d9dcc4", _traffic),
    "ferry": ("#cfe3f5", _boat),
    "river_assault": ("#d5ecf2", _assault),
    "air": ("#c9d4ae", _plane),
    "turn": (PLAIN, _clock),
    "airborne_replacement": ("#ead9c5", _parachute),
}
