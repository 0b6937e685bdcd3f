"""The printed sheet: the map with its panel of title, scale, turn track, key and credits."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection
from datetime import date, timedelta
from functools import cached_property
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from engine.board.draw_curves import unpacked
from engine.board.label_text import face
from engine.i18n import t
from holland44_qt.board.lettering import text_path
from holland44_qt.board.map_key import key_layers
from holland44_qt.board.map_painter import MapPainter
from holland44_qt.board.marks import Layer, xy
from holland44_qt.board.vignette import vignette_layers

PANEL = 8.0
"""Width of the panel, in hex widths."""
EDGE = 0.55
"""Margin of the sheet."""

BOLD = "BarlowCondensed-Bold.ttf"
SEMI = "BarlowSemiCondensed-SemiBold.ttf"
TEXT = "BarlowSemiCondensed-Medium.ttf"
ITALIC = "Barlow-Italic.ttf"


class MapSheet:
    """A map painter with the panel beside it, in the same scene coordinates."""

    def __init__(self, painter: MapPainter, sheet: dict[str, Any]) -> None:
        """``sheet`` is the module's ``sheet.json``."""
        self.map = painter
        self.theme = painter.theme
        self.backdrop = painter.theme["paper"]
        """The colour beside it."""
        self.sheet = sheet
        inner = painter.bounds
        self.panel = QRectF(inner.right() + 0.35, inner.top(), PANEL, inner.height())
        self.bounds = inner.united(self.panel).adjusted(-EDGE, -EDGE, EDGE, EDGE)
        """The whole sheet, in scene coordinates."""
        self.layer = Layer("panel")
        self.layers: list[Layer] = [self.layer]
        top = self.panel.top()
        self._title(top)
        self._scale(top + 9.5)
        self._turns(top + 12.6)
        self._key(top + 29.2)
        self._credits(self.panel.bottom() - 3.3)

    @cached_property
    def bridges(self) -> dict[str, QPointF]:
        """The middles of the bridges as they are drawn, by id: where the road meets the water."""
        return {b["id"]: xy(unpacked(b["at"])[0]) for b in self.map.data["bridges"]}

    def paint(
        self, painter: QPainter, rect: QRectF, scale: float, hidden: Collection[str] = ()
    ) -> None:
        """Draw what lies in a rectangle of the scene, its corner at the painter's origin."""
        self.map.paint(painter, rect, scale, hidden)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        painter.translate(-rect.topLeft())
        for layer in self.layers:
            layer.paint(painter, rect, scale)
        painter.restore()

    @property
    def parts(self) -> tuple[tuple[str, QRectF], ...]:
        """What can be looked at by itself, with its title: the sheet is one."""
        return (("", self.bounds),)

    def watch(self, refresh: Callable[[QRectF], None], tell: Callable[[str], None]) -> None:
        """It is as well painted as it will ever be."""

    def stop(self) -> None:
        """There is nothing to stop."""

    # -- parts ------------------------------------------------------------------------------------

    def _write(
        self, text: str, file: str, size: float, at: tuple[float, float], color: str,
        align: float = 0.0, spacing: float = 0.0,
    ) -> None:  # fmt: skip
        """A line of text at a baseline; align 0 = from there, 0.5 = centred, 1 = up to there."""
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

    def _title(self, top: float) -> None:
        box = QRectF(self.panel.left(), top, PANEL, 8.9)
        self._box(box, "panel", "frame", 0.06)
        self._box(box.adjusted(0.16, 0.16, -0.16, -0.16), "panel", "panel_edge", 0.025)
        middle = box.center().x()
        self._write(t("map.sheet.over").upper(), SEMI, 0.42, (middle, top + 1.05), "ink", 0.5, 0.14)
        title = t("map.sheet.title")
        size = (PANEL - 1.3) / face(BOLD).width(title, 1.0)
        self._write(title, BOLD, size, (middle, top + 1.5 + 0.75 * size), "title", 0.5)
        self._write(t("map.sheet.under"), SEMI, 0.46, (middle, top + 3.85), "ink", 0.5, 0.06)
        picture = QRectF(box.left() + 0.5, top + 4.4, PANEL - 1.0, 4.0)
        self.layers += vignette_layers(picture, self.theme)

    def _scale(self, top: float) -> None:
        km = self.map.data["grid"]["hex_km"]
        marks = self.sheet["scale_km"]
        left = self.panel.left() + 0.15
        for k, (a, b) in enumerate(itertools.pairwise(marks)):
            bar = QRectF(left + a / km, top + 0.75, (b - a) / km, 0.17)
            self._box(bar, "ink" if k % 2 == 0 else "paper", "ink", 0.025)
        for mark in marks:
            self._write(str(mark), SEMI, 0.3, (left + mark / km, top + 0.6), "ink", 0.5)
        self._write(t("map.sheet.km"), SEMI, 0.3, (left + marks[-1] / km + 0.32, top + 0.6), "ink")
        self._write(t("map.sheet.scale", km=km), ITALIC, 0.31, (left, top + 1.4), "ink")
        x, y = self.panel.right() - 0.75, top + 0.75
        for side, fill in ((-1, "ink"), (1, "paper")):
            half = QPainterPath(QPointF(x, y - 0.95))
            half.lineTo(x + side * 0.33, y + 0.6)
            half.lineTo(x, y + 0.33)
            half.closeSubpath()
            self.layer.fill(half, self.theme[fill])
            self.layer.line(half, self.theme["ink"], 0.03)
        self._write(t("map.sheet.north"), BOLD, 0.5, (x, y + 1.12), "ink", 0.5)

    def _turns(self, top: float) -> None:
        self._heading(t("map.sheet.turns"), top)
        spec = self.sheet["turns"]
        parts = spec["parts"]
        day = date.fromisoformat(spec["first_day"])
        start = parts.index(spec["first_part"])
        left = self.panel.left() + 1.35
        wide, high = (PANEL - 1.35) / len(parts), 2.05
        y = top + 0.75
        for k, part in enumerate(parts):
            self._write(
                t(f"map.part.{part}"), SEMI, 0.32, (left + (k + 0.5) * wide, y - 0.12), "ink", 0.5
            )
        for slot in range(start + spec["count"]):
            row, col = divmod(slot, len(parts))
            at = y + row * high
            if col == 0 or slot == 0:
                when = day + timedelta(days=row)
                self._write(
                    t("map.date", day=when.day), BOLD, 0.4, (self.panel.left(), at + 1.0), "ink"
                )
                self._write(
                    t(f"map.weekday.{when.weekday()}"),
                    TEXT, 0.32, (self.panel.left(), at + 1.45), "ink",
                )  # fmt: skip
            if slot < start:
                continue
            dark = parts[col] == "night"
            box = QRectF(left + col * wide + 0.06, at + 0.06, wide - 0.12, high - 0.12)
            self._box(box, "night_box" if dark else "day_box")
            ink = "night_text" if dark else "number"
            self._write(
                str(slot - start + 1), BOLD, 0.62, (box.left() + 0.16, box.top() + 0.62), ink
            )

    def _key(self, top: float) -> None:
        self._heading(t("map.sheet.legend"), top)
        layers, texts = key_layers(
            QPointF(self.panel.left(), top + 0.45), PANEL, self.theme, self.map.data
        )
        self.layers += layers
        for text, x, y in texts:
            self._write(text, TEXT, 0.3, (x, y), "ink")

    def _credits(self, top: float) -> None:
        lines = _wrapped(t("map.sheet.honesty"), ITALIC, 0.27, PANEL)
        lines += [""]
        lines += [
            line for text in self.map.data["credits"] for line in _wrapped(text, TEXT, 0.25, PANEL)
        ]
        for k, line in enumerate(lines):
            italic = k < len(lines) and k < lines.index("")
            self._write(
                line, ITALIC if italic else TEXT, 0.27 if italic else 0.25,
                (self.panel.left(), top + 0.36 * k), "ink",
            )  # fmt: skip


def _wrapped(text: str, file: str, size: float, width: float) -> list[str]:
    """A text in lines of at most a width."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if face(file).width(longer, size) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
