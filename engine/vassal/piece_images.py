"""Game piece images: counters that a module defines as layouts, drawn here as SVG.

Newer modules contain a saved picture of each; these drawings replace missing ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

from engine.board.svg import mix, number, path, rect
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.codec import field as item
from engine.vassal.codec import split, whole
from engine.vassal.components import Component
from engine.vassal.plain_text import plain
from engine.vassal.traits import hex_color

_COLORS = {
    "BLACK": "#000000",
    "WHITE": "#ffffff",
    "GRAY": "#808080",
    "DARK GRAY": "#404040",
    "LIGHT GRAY": "#c0c0c0",
    "RED": "#ff0000",
    "GREEN": "#00ff00",
    "BLUE": "#0000ff",
    "CYAN": "#00ffff",
    "MAGENTA": "#ff00ff",
    "YELLOW": "#ffff00",
    "ORANGE": "#ffc800",
    "PINK": "#ffafaf",
}
_SIZES = {
    "Army Group": "XXXXX",
    "Army": "XXXX",
    "Corps": "XXX",
    "Division": "XX",
    "Brigade": "X",
    "Regiment": "III",
    "Battalion": "II",
    "Company": "I",
    "Platoon": "•••",
    "Section": "••",
    "Squad": "•",
}
_LARGEST = 2_000
"""Limit for the side of a layout, in pixels."""
Points = list[tuple[float, float]]


@dataclass(frozen=True)
class _Box:
    """A rectangle in the picture."""

    x: float
    y: float
    width: float
    height: float

    def at(self, across: float, down: float) -> tuple[float, float]:
        """Return a point inside; both arguments are fractions from 0 to 1."""
        return self.x + self.width * across, self.y + self.height * down


@dataclass
class PieceImages:
    """The game piece images of a module by name."""

    images: dict[str, tuple[Component, Component]] = field(default_factory=dict)
    """The layout and definition of each image."""
    colors: dict[str, str] = field(default_factory=dict)
    fonts: dict[str, tuple[str, int, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, info: ModuleInfo) -> PieceImages:
        """Collect the images that a module defines."""
        images = cls(colors=dict(_COLORS))
        for swatch in info.all("ColorSwatch"):
            color = hex_color(swatch.get("color"))
            if color:
                images.colors[swatch.get("name")] = color
        for font in info.all("FontStyle"):
            style = split(font.get("style"), ",")
            size = whole(item(style, 2), 12) or 12
            images.fonts[font.get("name")] = (item(style, 0), whole(item(style, 1)) or 0, size)
        for layout in info.all("GamePieceLayout"):
            for image in layout.parts("GamePieceImage"):
                images.images.setdefault(image.get("name"), (layout, image))
        return images

    def svg(self, name: str, picture: Callable[[str], str]) -> bytes | None:
        """Draw an image; None for one that is not defined.

        ``picture`` returns the SVG element of a picture by name, "" if it is missing.
        """
        if name not in self.images:
            return None
        layout, image = self.images[name]
        width = min(_LARGEST, max(1, whole(layout.get("width"), 54) or 54))
        height = min(_LARGEST, max(1, whole(layout.get("height"), 54) or 54))
        definitions = {
            item(fields, 1): fields
            for text in split(image.get("props"), ",")
            if (fields := split(text, ";"))
        }
        body = "".join(self._ground(layout, image, width, height))
        for text in split(layout.get("layout"), ",") if layout.get("layout") else ():
            body += self._item(text, definitions, _Box(0, 0, width, height), picture)
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny" '
            'xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{width}" height="{height}" viewBox="0 0 {width} {height}">{body}</svg>'
        ).encode()

    def color(self, name: str) -> str:
        """Return a colour by name or by its numbers; "" for none."""
        return self.colors.get(name) or hex_color(name.strip("()").replace(" ", ","))

    def _ground(
        self, layout: Component, image: Component, width: int, height: int
    ) -> Iterator[str]:
        ground = self.color(image.get("bgColor"))
        border = layout.get("border", "3D")
        if ground:
            yield rect(0, 0, width, height, ground)
            if border in ("3D", "Fancy"):
                light, dark = mix(ground, "#ffffff", 0.4), mix(ground, "#000000", 0.4)
                yield path(f"M0.5 {height}V0.5H{width}", stroke=light, line=1, join="miter")
                edge = f"M{width - 0.5} 0V{height - 0.5}H0"
                yield path(edge, stroke=dark, line=1, join="miter")
        if border in ("Plain", "Fancy"):
            line = self.color(image.get("borderColor")) or "#000000"
            yield rect(0.5, 0.5, width - 1, height - 1, "none", stroke=line)

    def _item(
        self,
        text: str,
        definitions: Mapping[str, list[str]],
        whole_box: _Box,
        picture: Callable[[str], str],
    ) -> str:
        """Draw an item of a layout: its description and its position, separated by ``|``."""
        halves = split(text, "|")
        what, where = halves[0], split(item(halves, 1), ";")
        shape: list[str] = split(what, ";")
        size = (0.0, 0.0)
        if shape[0] in ("Box", "Shape", "Symbol", "TextBox"):
            size = (float(whole(item(shape, 1), 30) or 30), float(whole(item(shape, 2), 40) or 40))
        box = _placed(item(where, 1), size, whole_box)
        box = _Box(
            box.x + (whole(item(where, 2)) or 0), box.y + (whole(item(where, 3)) or 0), *size
        )
        fields = definitions.get(item(where, 0), [])
        match shape[0]:
            case "Box" | "Shape":
                drawn = self._shape(shape, fields, box)
            case "Symbol":
                drawn = self._symbol(shape, fields, box)
            case "Text" | "Label":
                drawn = self._text(shape[1:], fields, box, item(where, 1))
            case "TextBox":
                # Its own fields precede a comma, those of its text follow.
                inner = split(split(what, ",")[-1], ";") if "," in what else shape[3:]
                drawn = self._text(inner[1:], fields, _Box(*box.at(0.5, 0.5), 0, 0), "Center")
            case "Image":
                drawn = _picture(shape, fields, box, picture)
            case _:
                drawn = ""
        turn = whole(item(where, 4)) or 0
        if turn and drawn:
            x, y = whole_box.at(0.5, 0.5)
            return f'<g transform="rotate({turn} {number(x)} {number(y)})">{drawn}</g>'
        return drawn

    def _shape(self, shape: list[str], fields: list[str], box: _Box) -> str:
        fill, line = self.color(item(fields, 3)), self.color(item(fields, 4))
        attributes = f'fill="{fill or "none"}" stroke="{line or "none"}"'
        if item(shape, 3) == "Oval":
            x, y = box.at(0.5, 0.5)
            return (
                f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(box.width / 2)}" '
                f'ry="{number(box.height / 2)}" {attributes}/>'
            )
        bevel = (whole(item(shape, 4)) or 0) if "ound" in item(shape, 3) else 0
        return (
            f'<rect x="{number(box.x)}" y="{number(box.y)}" width="{number(box.width)}" '
            f'height="{number(box.height)}" rx="{bevel}" {attributes}/>'
        )

    def _text(self, shape: list[str], fields: list[str], box: _Box, where: str) -> str:
        """Draw a label with the layout's fixed value or the image's own."""
        family, style, size = self.fonts.get(item(shape, 0), ("SansSerif", 0, 12))
        string = plain(item(shape, 2) if "ixed" in item(shape, 1) else item(fields, 5))
        color = self.color(item(fields, 3))
        if not string or not color:
            return ""
        anchor = "start" if "Left" in where else "end" if "Right" in where else "middle"
        down = 0.9 if "Top" in where else -0.2 if "Bottom" in where else 0.35
        bold = ' font-weight="700"' if style & 1 else ""
        slant = ' font-style="italic"' if style & 2 else ""
        generic = "serif" if family == "Serif" else "sans-serif"
        return (
            f'<text x="{number(box.x)}" y="{number(box.y + size * down)}" font-size="{size}" '
            f'font-family="{generic}" text-anchor="{anchor}" fill="{color}"{bold}{slant}>'
            f"{escape(string)}</text>"
        )

    def _symbol(self, shape: list[str], fields: list[str], box: _Box) -> str:
        """Draw a unit symbol: a frame with one or two icons, and the unit size above it."""
        line = self.color(item(fields, 3)) or "#000000"
        ground = self.color(item(fields, 4))
        try:
            thick = min(10.0, max(0.5, float(item(shape, 3, "1.0"))))
        except ValueError:
            thick = 1.0
        parts = [
            rect(box.x, box.y, box.width, box.height, ground or "none", stroke=line, line=thick)
        ]
        parts += [_sign(item(fields, i), box, line, thick) for i in (6, 7)]
        size = _SIZES.get(item(fields, 5), "")
        color = self.color(item(fields, 8)) or line
        if size:
            x, _ = box.at(0.5, 0)
            letters = max(6.0, box.height * 0.45)
            parts.append(
                f'<text x="{number(x)}" y="{number(box.y - thick - 1)}" font-size="{letters:.1f}" '
                f'font-family="sans-serif" text-anchor="middle" fill="{color}">{size}</text>'
            )
        return "".join(parts)


def _placed(where: str, size: tuple[float, float], box: _Box) -> _Box:
    """Return the box of an item: at an edge, in a corner, or in the middle."""
    x = {True: 0.0}.get("Left" in where, (box.width - size[0]) / (1 if "Right" in where else 2))
    y = {True: 0.0}.get("Top" in where, (box.height - size[1]) / (1 if "Bottom" in where else 2))
    return _Box(float(int(x)), float(int(y)), *size)


def _picture(shape: list[str], fields: list[str], box: _Box, picture: Callable[[str], str]) -> str:
    """Draw a picture of the module at its own size, centred at its position."""
    name = item(shape, 1) if "ixed" in item(shape, 2) else item(fields, 3) or item(shape, 1)
    address = picture(name)
    return address and (f'<g transform="translate({number(box.x)} {number(box.y)})">{address}</g>')


_LINES: dict[str, list[Points]] = {
    "Infantry": [[(0, 0), (1, 1)], [(0, 1), (1, 0)]],
    "Cavalry": [[(0, 1), (1, 0)]],
    "Reconnaissance": [[(0, 1), (1, 0)]],
    "Anti Tank": [[(0, 1), (0.5, 0), (1, 1)]],
    "Mountain": [[(0.35, 1), (0.5, 0.6), (0.65, 1)]],
    "Engineers": [[(0.25, 0.7), (0.25, 0.3), (0.75, 0.3), (0.75, 0.7)], [(0.5, 0.3), (0.5, 0.7)]],
    "Supply": [[(0, 0.8), (1, 0.8)]],
    "Airborne": [[(0.3, 0.85), (0.4, 0.72), (0.5, 0.85), (0.6, 0.72), (0.7, 0.85)]],
    "Anti Aircraft": [[(0.05, 1), (0.12, 0.72), (0.5, 0.55), (0.88, 0.72), (0.95, 1)]],
    "Air Defence": [[(0.05, 1), (0.12, 0.72), (0.5, 0.55), (0.88, 0.72), (0.95, 1)]],
}
_ROUND = {
    "Armored": (0.35, 0.28, False),
    "Armoured": (0.35, 0.28, False),
    "Artillery": (0.1, 0.14, True),
    "Self Propelled": (0.35, 0.28, False),
}


def _sign(name: str, box: _Box, line: str, thick: float) -> str:
    """Draw an icon in the frame; unknown ones are represented by their initials."""
    if name in ("", "None"):
        return ""
    if name in _LINES:
        strokes = [
            "M" + "L".join(" ".join(map(number, box.at(*point))) for point in points)
            for points in _LINES[name]
        ]
        return path("".join(strokes), stroke=line, line=thick, join="miter")
    x, y = box.at(0.5, 0.5)
    if name in _ROUND:
        rx, ry, full = _ROUND[name]
        return (
            f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(rx * box.width)}" '
            f'ry="{number(ry * box.height)}" fill="{line if full else "none"}" stroke="{line}" '
            f'stroke-width="{number(thick)}"/>'
        )
    letters = "".join(word[0] for word in name.split()[:3])
    return (
        f'<text x="{number(x)}" y="{number(y + box.height * 0.2)}" font-family="sans-serif" '
        f'font-size="{number(box.height * 0.55)}" text-anchor="middle" fill="{line}">'
        f"{escape(letters)}</text>"
    )
