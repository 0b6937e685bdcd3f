"""The maps of a VASSAL game on one sheet, and its counters as symbols, for reports.

They are drawn from grids and names unless the module's own pictures are requested.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from PIL import Image, UnidentifiedImageError

from engine.board.svg import FAMILY, number, rect, text
from engine.core import effects as fx
from engine.core.effects import Track
from engine.core.errors import UserError
from engine.core.state import Piece
from engine.export.page_fonts import face_css
from engine.export.renderer import BoardPicture, Frame
from engine.play.game import Recording
from engine.vassal.archive import picture_size, picture_type
from engine.vassal.drawing import DEFAULT_SIZE, Drawing
from engine.vassal.kinds import Look, Text
from engine.vassal.map_drawing import BoardDrawing, MapDrawing
from engine.vassal.markup import SIZES, Run, lines
from engine.vassal.schematic import INK, NO_SIDE, PAPER, counter_parts, map_parts
from engine.vassal.traits import hex_color

_GAP = 36
_HEAD = 34
"""Pixels for the title of a map, if there are several."""
_MAX_PIXELS = 80_000_000
"""A board with more pixels is drawn schematically in a report."""
_COUNTER_OF_HEX = 0.64
"""The size of a counter in a report, as a fraction of its hex."""
_QUALITY = 70
LEADING = 1.15
"""The line height of a label, as a multiple of its font size."""


_Placed = tuple[MapDrawing, tuple[int, int]]


class Sheet:
    """The board of a report: a drawing of all maps, and the position of every spot on it."""

    def __init__(self, recording: Recording, art: bool = False) -> None:
        module = self.module = recording.module
        drawing = module.drawing
        assert drawing is not None, "a game that came from VASSAL"
        self.drawing: Drawing = drawing
        self.art = art and drawing.has_pictures
        self._corners = _arranged(_maps_of(recording, drawing))
        maps = [(drawing.maps[i], x, y) for i, (x, y) in self._corners.items()]
        self.width = max((x + m.width for m, x, _ in maps), default=1) + _GAP
        self.height = max((y + m.height for m, _, y in maps), default=1) + _GAP
        sizes = [drawing.size(counter) for counter in drawing.table.kinds]
        self.counter = _median([max(size) for size in sizes]) or max(DEFAULT_SIZE)
        """The median size of a counter, in pixels of the maps."""

    def point(self, place: str) -> tuple[int, int] | None:
        """Return the position of a place on the sheet; None if no map shows it."""
        spot = self.drawing.spot(place)
        if spot is None or spot.map not in self._corners:
            return None
        board, (x, y) = self.drawing.maps[spot.map], self._corners[spot.map]
        if not (0 <= spot.x <= board.width and 0 <= spot.y <= board.height):
            return None  # VASSAL's own windows do not show it either
        return spot.x + x, spot.y + y

    def board_picture(self, width: int, tracks: Mapping[str, Track] | None = None) -> BoardPicture:
        """Draw the sheet: at most ``width`` pixels wide with the module's pictures, else scalable.

        ``tracks`` are those of the position; they select the boards shown on the maps.
        """
        maps = [
            (self.drawing.map_at(i, tracks or {}), corner) for i, corner in self._corners.items()
        ]
        if not self.art:
            return BoardPicture(self._svg(maps), "image/svg+xml", self._frame(1.0))
        scale = min(1.0, width / self.width)
        return BoardPicture(self._picture(maps, scale), "image/webp", self._frame(scale))

    def _frame(self, scale: float) -> Frame:
        """Return the frame; its unit is the hex that fits a usual counter."""
        width, height = round(self.width * scale), round(self.height * scale)
        return Frame(width, height, self.counter / _COUNTER_OF_HEX * scale, 0, 0)

    def _svg(self, maps: list[_Placed]) -> bytes:
        parts = [rect(0, 0, self.width, self.height, PAPER)]
        for board, (x, y) in maps:
            if len(self._corners) > 1:
                parts.append(text(board.name, x, y - 9, 20, INK, anchor="start"))
            body = "".join(map_parts(board))
            size = f'width="{board.width}" height="{board.height}"'
            parts.append(f'<svg x="{x}" y="{y}" {size}>{body}</svg>')
        body = "".join(parts)
        written = "".join(sorted(set(re.sub(r"<[^>]*>", "", body))))
        style = face_css(FAMILY, (600, 700), written)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}"><style>{style}</style>{body}</svg>'
        ).encode()

    def _picture(self, maps: list[_Placed], scale: float) -> bytes:
        sheet = Image.new("RGB", (round(self.width * scale), round(self.height * scale)), PAPER)
        for board, (x, y) in maps:
            corner = (round(x * scale), round(y * scale))
            far = (round((x + board.width) * scale), round((y + board.height) * scale))
            sheet.paste(board.background or NO_SIDE, (*corner, *far))
            for b in board.boards:
                picture = self._board(b, scale)
                if b.reversed:
                    picture = picture.rotate(180)
                at = (corner[0] + round(b.x * scale), corner[1] + round(b.y * scale))
                sheet.paste(picture, at)
        out = io.BytesIO()
        sheet.save(out, "WEBP", quality=_QUALITY, method=4)
        return out.getvalue()

    def _board(self, board: BoardDrawing, scale: float) -> Image.Image:
        target = (max(1, round(board.width * scale)), max(1, round(board.height * scale)))
        plain = Image.new("RGB", target, board.color or PAPER)
        if board.picture is None:
            return plain
        try:
            with Image.open(io.BytesIO(self.drawing.picture(board.picture))) as image:
                if image.width * image.height > _MAX_PIXELS:
                    return plain
                shown: Image.Image = image
                if board.corner is None:
                    image.draft("RGB", target)
                else:
                    left, top = board.corner
                    shown = image.crop((left, top, left + board.width, top + board.height))
                drawn = shown.convert("RGBA").resize(target, Image.Resampling.LANCZOS)
        except (UserError, UnidentifiedImageError, OSError, ValueError, SyntaxError):
            return plain
        plain.paste(drawn, (0, 0), drawn)
        return plain


def _maps_of(recording: Recording, drawing: Drawing) -> list[MapDrawing]:
    """Return the maps that have pieces at any time in a recording."""
    places: set[str] = set()
    for entry in recording.timeline.entries:
        for effect in entry.effects:
            if isinstance(effect, fx.Place):
                places.add(effect.at)
            elif isinstance(effect, fx.Move):
                places.update(effect.path)
    used = {spot.map for place in places if (spot := drawing.spot(place)) is not None}
    return [m for m in drawing.maps if m.index in used] or list(drawing.maps[:1])


def _arranged(maps: list[MapDrawing]) -> dict[int, tuple[int, int]]:
    """Return the corner of each map on the sheet: the largest on top, the others in rows below."""
    order = sorted(maps, key=lambda m: (-m.width * m.height, m.index))
    head = _HEAD if len(order) > 1 else 0
    across = order[0].width if order else 0
    x, y, row = _GAP, _GAP + head, 0
    corners: dict[int, tuple[int, int]] = {}
    for board in order:
        if x > _GAP and x + board.width > across + _GAP:
            x, y, row = _GAP, y + row + _GAP + head, 0
        corners[board.index] = x, y
        x += board.width + _GAP
        row = max(row, board.height)
    return corners


def _median(values: Iterable[int]) -> int:
    ordered = sorted(values)
    return ordered[len(ordered) // 2] if ordered else 0


class SheetSymbols:
    """The counters of a report: each visible look once, as an SVG symbol."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.values: list[str] = []
        """The description of each design for readers."""
        self.sizes: list[tuple[float, float]] = []
        """Width and height of each design, in usual counters."""
        self._designs: dict[tuple[str, frozenset[str], bool], int] = {}
        self._parts: list[str] = []
        self._images: dict[str, str] = {}
        self._colors = {s.id: s.color for s in sheet.module.meta.sides}
        self._sides: dict[tuple[str, frozenset[str], bool], str] = {}

    def design(self, piece: Piece) -> int:
        """Return the number of a piece's design."""
        drawing = self.sheet.drawing
        place = self.sheet.module.places.name(piece.place)
        deck = drawing.decks.get(place)
        key = (f"{piece.counter}\0{piece.side}", piece.status, bool(deck and deck.face_down))
        if key not in self._designs:
            number = self._designs[key] = len(self._designs)
            look = drawing.look(piece, None, place)
            width, height = drawing.size(piece.counter)
            body = self._art(look, width, height) if self.sheet.art else ""
            if not body:
                color = self._colors.get(piece.side, NO_SIDE)
                body = "".join(counter_parts(look, width, height, color))
                body = body.replace(f' font-family="{FAMILY}"', "")
            self._parts.append(
                f'<symbol id="d{number}" viewBox="0 0 {width} {height}" overflow="visible">'
                f"{body}</symbol>"
            )
            usual = self.sheet.counter
            self.values.append(look.name if look.name != look.base else "")
            self.sizes.append((round(width / usual, 3), round(height / usual, 3)))
        return self._designs[key]

    def badge(self, _statuses: Iterable[str]) -> None:
        """Return None: statuses are part of a look and need no badge."""

    def marker(self, _kind: str, _face: str | None = None, _number: str = "") -> str:
        """Return "none": a VASSAL table has no markers."""
        return "none"

    def facts(self, piece: Piece) -> dict[str, Any]:
        """Return information about a piece for readers, besides its statuses."""
        name = self.sheet.module.unit_name(piece.counter)
        return {"n": name, "f": piece.side, "steps": 0, "basis": ""}

    def svg(self) -> str:
        """Return all symbols used so far."""
        return "".join((*self._images.values(), *self._parts))

    def _art(self, look: Look, width: int, height: int) -> str:
        """Draw a look with the module's own pictures; "" if it has none."""
        parts = []
        for picture in look.pictures:
            image = self._image(picture.image)
            if not image:
                continue
            x, y = width / 2 + picture.x, height / 2 + picture.y
            parts.append(
                f'<use href="#{image}" transform="translate({number(x)} {number(y)}) '
                f'rotate({number(picture.angle)}) scale({number(picture.scale)})"/>'
            )
        if not parts:
            return ""
        parts += [_label(x, width, height) for x in look.texts]
        return "".join(parts)

    def _image(self, file: str) -> str:
        """Return the id of a picture in the page, centred on the origin."""
        if file not in self._images:
            try:
                data = self.sheet.drawing.picture(file)
            except UserError:
                data = b""
            size, kind = picture_size(data), picture_type(data)
            if not kind or size is None:
                return ""
            code = base64.b64encode(data).decode("ascii")
            self._images[file] = (
                f'<image id="{_id(file)}" x="{-size[0] / 2}" y="{-size[1] / 2}" '
                f'width="{size[0]}" height="{size[1]}" href="data:{kind};base64,{code}"/>'
            )
        return _id(file)


def _id(file: str) -> str:
    return "p" + re.sub(r"\D", "", file.rpartition("/")[2])


def _label(text: Text, width: int, height: int) -> str:
    """Draw a text label approximately as VASSAL does: beside or on the piece.

    The label is placed first and then rotated about the middle of the piece.
    """
    label = text.label
    across, dx = label.horizontal
    down, dy = label.vertical
    x = {"l": 0.0, "c": width / 2, "r": float(width)}.get(across, width / 2) + dx
    y = {"t": 0.0, "c": height / 2, "b": float(height)}.get(down, height / 2) + dy
    size = max(4, label.size)
    anchored = label.anchor + "bc"
    v, h = anchored[0], anchored[1]
    y += {"t": size * 0.8, "c": size * 0.35, "b": -size * 0.15}.get(v, 0.0)
    anchor = {"l": "start", "c": "middle", "r": "end"}.get(h, "middle")
    rows = lines(text.text)
    y -= size * LEADING * (len(rows) - 1) * {"t": 0.0, "c": 0.5}.get(v, 1.0)
    spans = "".join(
        _span(run, size, f'x="{number(x)}" y="{number(y + k * size * LEADING)}" ' if not i else "")
        for k, row in enumerate(rows)
        for i, run in enumerate(row)
    )
    turn = (text.angle + label.turn) % 360
    turned = f'transform="rotate({number(turn)} {number(width / 2)} {number(height / 2)})" '
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{size}" text-anchor="{anchor}" '
        f"{turned if turn else ''}"
        f'fill="{hex_color(label.color) or "#000000"}">{spans}</text>'
    )


def _span(run: Run, size: int, place: str) -> str:
    """Return a run of one style; the first run of a line has a position."""
    if not place and run == Run(run.text):
        return escape(run.text)
    style = ' font-weight="bold"' if run.bold else ""
    style += ' font-style="italic"' if run.italic else ""
    style += ' text-decoration="underline"' if run.underlined else ""
    style += f' fill="{run.color}"' if run.color else ""
    style += f' font-size="{number(size * SIZES[run.size])}"' if run.size != 3 else ""
    return f"<tspan {place.strip()}{style}>{escape(run.text)}</tspan>"
