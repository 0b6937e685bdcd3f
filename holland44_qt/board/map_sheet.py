"""The printed sheet: the map with its panel of title, scale, turn track, key and credits."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Sequence
from datetime import date, timedelta
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QTransform

from engine.board.draw_curves import unpacked
from engine.board.drawn_format import Panel, SheetPanels, TurnTrack
from engine.board.grid import Grid
from engine.board.label_text import face
from engine.board.map_texts import map_credits
from engine.i18n import decimal, has, t
from holland44_qt.board.lettering import text_path
from holland44_qt.board.map_painter import MapPainter
from holland44_qt.board.marks import Layer, xy
from holland44_qt.board.rough_map import rough_map
from holland44_qt.theme import Theme

PANEL = 8.0
"""Width of the panel in hex widths; at most half the width of the map."""
EDGE = 0.55
"""Margin of the sheet in hex widths."""

BOLD = "BarlowCondensed-Bold.ttf"
SEMI = "BarlowSemiCondensed-SemiBold.ttf"
TEXT = "BarlowSemiCondensed-Medium.ttf"
ITALIC = "Barlow-Italic.ttf"


BESIDE = Panel(parts=["title", "scale", "turns", "key", "credits"])
"""Default panel of a sheet: all parts, right of the map."""
SEPTEMBER = 9


def _bridges(room: QRectF, theme: Theme) -> list[Layer]:
    from holland44_qt.board.vignette import vignette_layers  # shapely: not at start

    return vignette_layers(room, theme)


VIGNETTES: dict[str, Callable[[QRectF, Theme], list[Layer]]] = {"bridges": _bridges}
"""Pictures available for a title."""


class MapSheet:
    """Painter of a map with its panels, in the same scene coordinates."""

    def __init__(self, painter: MapPainter, sheet: SheetPanels) -> None:
        """``sheet`` is the module's ``sheet.json`` (docs/module-format.md)."""
        self.map = painter
        self.theme = painter.theme
        self.backdrop = painter.theme["paper"]
        """The colour beside it."""
        self.sheet = sheet
        self.layer = Layer("panel")
        self.turn_boxes: dict[int, QRectF] = {}
        """The boxes of the turn track in the scene by turn; empty until they have been drawn."""
        self._drawn: list[Layer] = [self.layer]
        inner = painter.bounds
        wide = min(PANEL, inner.width() / 2)
        beside = QRectF(inner.right() + 0.35, inner.top(), wide, inner.height())
        self.panel = beside
        """The panel that is being drawn."""
        self._panels = [
            (_placed(spec.at) if spec.at is not None else beside, spec)
            for spec in (sheet.panels if sheet.panels is not None else (BESIDE,))
        ]
        whole = inner
        for place, _ in self._panels:
            whole = whole.united(place)
        self.bounds = whole.adjusted(-EDGE, -EDGE, EDGE, EDGE)
        """The whole sheet, in scene coordinates."""

    @cached_property
    def layers(self) -> list[Layer]:
        """Return the panels' layers, built at the first painting."""
        for place, spec in self._panels:
            self.panel = place
            self._fill(spec)
        self._seam()
        return self._drawn

    def _fill(self, spec: Panel) -> None:
        """Draw the parts of a panel, one below the other."""
        if spec.at is not None:  # it lies on the map
            self._box(self.panel, "paper", "frame", 0.06)
            low = 0.35 if spec.parts[0] == "title" else 0.75
            self.panel = self.panel.adjusted(0.35, low, -0.35, -0.35)
        top = self.panel.top()
        for part in spec.parts:
            if part == "credits":
                self._credits(self.panel.bottom())
            else:
                top = self._part(part, top)

    def _part(self, part: str, top: float) -> float:
        """Draw a part from a height; return the start of the next part."""
        draw = {"title": self._title, "scale": self._scale, "turns": self._turns,
                "key": self._key, "notes": self._notes}  # fmt: skip
        return draw[part](top) if part in draw else top

    def _text(self, name: str) -> str:
        """Return a text of the title: the game's message, or the text in the sheet file."""
        return self._translated(name, self.sheet.title.text(name))

    def _translated(self, name: str, text: str) -> str:
        """Return the game's message for a text in the sheet file, or the text itself."""
        key = f"sheet.{self.map.data['game']}.{name}"
        return t(key) if has(key) else text

    @cached_property
    def bridges(self) -> dict[str, QPointF]:
        """Return the middles of the drawn bridges by id, where the road meets the water."""
        return {b["id"]: xy(unpacked(b["at"])[0]) for b in self.map.data["bridges"]}

    def paint(
        self, painter: QPainter, rect: QRectF, scale: float, hidden: Collection[str] = ()
    ) -> None:
        """Draw a rectangle of the scene with its corner at the painter's origin."""
        self.map.paint(painter, rect, scale, hidden)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        painter.translate(-rect.topLeft())
        for layer in self.layers:
            layer.paint(painter, rect, scale)
        painter.restore()

    def rough(self) -> QImage:
        """Return a quick drawing of the whole sheet: land and water in flat colours."""
        return rough_map(self.map, self.bounds)

    @property
    def parts(self) -> tuple[tuple[str, QRectF], ...]:
        """Return the parts that can be shown alone, with their titles; here a single one."""
        return (("", self.bounds),)

    def watch(self, refresh: Callable[[QRectF], None], on_failure: Callable[[str], None]) -> None:
        """Return whether the sheet is painted in full quality."""

    def stop(self) -> None:
        """Do nothing: no work is running."""

    # -- parts ------------------------------------------------------------------------------------

    def _write(
        self, text: str, file: str, size: float, at: tuple[float, float], color: str,
        align: float = 0.0, spacing: float = 0.0,
    ) -> None:  # fmt: skip
        """Draw a line of text at a baseline; align 0 = left, 0.5 = centred, 1 = right."""
        width = face(file).width(text, size, spacing)
        start = (at[0] - align * width, -at[1])
        self.layer.fill(text_path(text, file, size, start, spacing), self.theme[color])

    def _box(self, rect: QRectF, fill: str, edge: str = "panel_edge", width: float = 0.035) -> None:
        path = QPainterPath()
        path.addRect(rect)
        self.layer.fill(path, self.theme[fill])
        self.layer.line(path, self.theme[edge], width, cap=Qt.PenCapStyle.SquareCap)

    def _heading(self, text: str, y: float) -> None:
        left, right = self.panel.left(), self.panel.right()
        self._write(text.upper(), SEMI, 0.4, (left, y), "ink", spacing=0.16)
        start = left + face(SEMI).width(text.upper(), 0.4, 0.16) + 0.3
        line = QPainterPath(QPointF(start, y - 0.14))
        line.lineTo(right, y - 0.14)
        self.layer.line(line, self.theme["panel_edge"], 0.03)

    def _title(self, top: float) -> float:
        picture = self.sheet.title.picture
        width, left = self.panel.width(), self.panel.left()
        title = self._text("title")
        size = min((width - 1.3) / face(BOLD).width(title, 1.0), 2.0 if not picture else 9.0)
        high = 8.9 if picture else 3.1 + size
        box = QRectF(left, top, width, high)
        self._box(box, "panel", "frame", 0.06)
        self._box(box.adjusted(0.16, 0.16, -0.16, -0.16), "panel", "panel_edge", 0.025)
        middle = box.center().x()
        self._write(self._text("over").upper(), SEMI, 0.42, (middle, top + 1.05), "ink", 0.5, 0.14)
        self._write(title, BOLD, size, (middle, top + 1.5 + 0.75 * size), "title", 0.5)
        under = 3.85 if picture else high - 0.75
        self._write(self._text("under"), SEMI, 0.46, (middle, top + under), "ink", 0.5, 0.06)
        if picture:
            draw = VIGNETTES.get(picture)
            if draw is not None:
                frame = QRectF(box.left() + 0.5, top + 4.4, width - 1.0, 4.0)
                self._drawn += draw(frame, self.theme)
        return top + high + 0.6

    def _scale(self, top: float) -> float:
        km = self.map.data["grid"]["hex_km"]
        marks = self.sheet.scale_km
        if not marks:
            return top
        left = self.panel.left() + 0.15
        for k, (a, b) in enumerate(itertools.pairwise(marks)):
            bar = QRectF(left + a / km, top + 0.75, (b - a) / km, 0.17)
            self._box(bar, "ink" if k % 2 == 0 else "paper", "ink", 0.025)
        for mark in marks:
            self._write(decimal(mark, "g"), SEMI, 0.3, (left + mark / km, top + 0.6), "ink", 0.5)
        self._write(t("map.sheet.km"), SEMI, 0.3, (left + marks[-1] / km + 0.32, top + 0.6), "ink")
        self._write(t("map.sheet.scale", km=km), ITALIC, 0.31, (left, top + 1.4), "ink")
        self._north(QPointF(self.panel.right() - 0.75, top + 0.75))
        return top + 3.1

    def _north(self, at: QPointF) -> None:
        """Draw the north arrow, rotated where north is not at the top of the sheet."""
        turned = QTransform.fromTranslate(at.x(), at.y()).rotate(self.sheet.north)
        for side, fill in ((-1, "ink"), (1, "paper")):
            half = QPainterPath(QPointF(0, -0.95))
            half.lineTo(side * 0.33, 0.6)
            half.lineTo(0, 0.33)
            half.closeSubpath()
            self.layer.fill(turned.map(half), self.theme[fill])
            self.layer.line(turned.map(half), self.theme["ink"], 0.03)
        foot = turned.map(QPointF(0, 0.95))
        self._write(t("map.sheet.north"), BOLD, 0.5, (foot.x(), foot.y() + 0.17), "ink", 0.5)

    def _seam(self) -> None:
        """Draw a broken line where the sheets of a map meet."""
        grid = Grid.read(self.map.data["grid"])
        if len(grid.sheets) < 2:
            return
        path = QPainterPath()
        for number in grid:
            for other in grid.neighbors(number):
                if number < other and sheet_of(grid, number) != sheet_of(grid, other):
                    start, end = (xy(point) for point in grid.side_ends(number, other))
                    path.moveTo(start)
                    path.lineTo(end)
        self.layer.line(path, self.theme["frame"], 0.07, dashes=(0.4, 0.3))

    def _turns(self, top: float) -> float:
        """Draw the turn track: a row for each day, or rows of days where a turn is a day."""
        spec = self.sheet.turns
        if spec is None:
            return top
        self._heading(t("map.sheet.turns"), top)
        parts = spec.parts
        if spec.first_part is None:
            return self._days(top, spec)
        start = parts.index(spec.first_part)
        days = -(-(start + spec.count) // len(parts))
        rows = -(-days // spec.blocks)
        block = self.panel.width() / spec.blocks
        wide, high = (block - 1.35) / len(parts), spec.high
        y = top + 0.75
        for slot in range(start + spec.count):
            done, col = divmod(slot, len(parts))
            beside, row = divmod(done, rows)
            at, dates = y + row * high, self.panel.left() + beside * block
            left = dates + 1.35
            if row == 0:
                named = f"map.part.{parts[col]}"
                text = t(named) if has(named) else parts[col]
                self._write(text, SEMI, 0.32, (left + (col + 0.5) * wide, y - 0.12), "ink", 0.5)
            if col == 0 or slot == 0:
                self._date(
                    spec.first_day + timedelta(days=done), (dates, at + min(1.0, high / 2 - 0.05))
                )
            if slot < start:
                continue
            dark = parts[col] == "night"
            box = QRectF(left + col * wide + 0.06, at + 0.06, wide - 0.12, high - 0.12)
            self.turn_boxes[slot - start + 1] = box
            self._box(box, "night_box" if dark else "day_box")
            ink = "night_text" if dark else "number"
            self._write(
                str(slot - start + 1), BOLD, 0.62, (box.left() + 0.16, box.top() + 0.62), ink
            )
        return top + 0.75 + rows * high + 1.5

    def _days(self, top: float, spec: TurnTrack) -> float:
        """Draw turns without times of day, several in a row, each with its date."""
        wide, high = self.panel.width() / spec.across, max(1.9, spec.high)
        y = top + 0.45
        for k in range(spec.count):
            row, col = divmod(k, spec.across)
            box = QRectF(
                self.panel.left() + col * wide + 0.05, y + row * high + 0.05, wide - 0.1, high - 0.1
            )
            self.turn_boxes[k + 1] = box
            self._box(box, "day_box")
            self._write(str(k + 1), BOLD, 0.62, (box.left() + 0.16, box.top() + 0.62), "number")
            when = spec.first_day + timedelta(days=k * spec.days)
            text = t("map.day", day=when.day, month=t(f"map.month.{when.month}"))
            self._write(text, SEMI, 0.3, (box.left() + 0.16, box.bottom() - 0.18), "ink")
            for n, line in enumerate(spec.notes.get(str(k + 1), ())):
                at = (box.left() + 0.16, box.top() + 1.0 + 0.32 * n)
                self._write(line, TEXT, 0.26, at, "ink")
        rows = -(-spec.count // spec.across)
        return y + rows * high + 1.0

    def _date(self, when: date, at: tuple[float, float]) -> None:
        """Draw a day of the track: date, from this baseline, and day of the week below."""
        x, y = at
        month = "" if when.month == SEPTEMBER else f".{when.month}"
        self._write(t(f"map.date{month}", day=when.day), BOLD, 0.4, (x, y), "ink")
        self._write(t(f"map.weekday.{when.weekday()}"), TEXT, 0.32, (x, y + 0.42), "ink")

    def _notes(self, top: float) -> float:
        """Draw the lists of the sheet: a heading, and lines of text and numbers."""
        for n, block in enumerate(self.sheet.notes):
            self._heading(self._translated(f"note.{n}", block.title), top)
            y = top + 0.62
            for k, (words, figure) in enumerate(block.lines):
                left = self._translated(f"note.{n}.{k}", words)
                right = self._translated(f"note.{n}.{k}.figure", figure)
                self._write(left, TEXT, 0.31, (self.panel.left(), y), "ink")
                self._write(right, BOLD, 0.34, (self.panel.right(), y), "ink", 1.0)
                y += 0.48
            top = y + 0.6
        return top

    def _key(self, top: float) -> float:
        from holland44_qt.board.map_key import ROW, key_layers  # numpy and shapely: not at start

        self._heading(t("map.sheet.legend"), top)
        corner = QPointF(self.panel.left(), top + 0.45)
        columns = self.sheet.key and [
            [
                one if isinstance(one, str) else (one[0], self._translated(f"key.{one[0]}", one[1]))
                for one in column
            ]
            for column in self.sheet.key
        ]
        layers, texts, rows = key_layers(
            corner, self.panel.width(), self.theme, self.map.data, columns
        )
        self._drawn += layers
        for text, x, y, room in texts:
            size = min(0.3, 0.3 * room / face(TEXT).width(text, 0.3))
            self._write(text, TEXT, size, (x, y), "ink")
        return top + 0.45 + rows * ROW + 0.5

    def _credits(self, bottom: float) -> None:
        width = self.panel.width()
        lines = [(line, True) for line in _wrapped(self._honesty(), ITALIC, 0.27, width)]
        lines.append(("", False))
        for text in map_credits(self.map.data["game"], self.map.data["credits"]):
            lines += [(line, False) for line in _wrapped(text, TEXT, 0.25, width)]
        top = bottom - 3.3 if self.sheet.panels is None else bottom - 0.36 * len(lines) + 0.3
        for k, (line, italic) in enumerate(lines):
            self._write(
                line, ITALIC if italic else TEXT, 0.27 if italic else 0.25,
                (self.panel.left(), top + 0.36 * k), "ink",
            )  # fmt: skip

    def _honesty(self) -> str:
        return self._text("honesty") or t("map.sheet.honesty")


def sheet_of(grid: Grid, number: str) -> str:
    """Return the prefix of a hex number."""
    return number[: len(number) - 2 * grid.digits]


def _placed(at: Sequence[float]) -> QRectF:
    """Return a rectangle given as west, south, east and north in grid coordinates."""
    west, south, east, north = at
    return QRectF(west, -north, east - west, north - south)


def _wrapped(text: str, file: str, size: float, width: float) -> list[str]:
    """Wrap a text into lines of a maximum width."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if face(file).width(longer, size) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
