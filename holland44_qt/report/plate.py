"""A plate: the picture of a moment with its caption, scale, legend and combat card; or a pair.

The caption names the time and the event; the legend names only the visible marks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen

from engine.i18n import t
from engine.log.annotations import plain_text
from engine.report.marks import INKS, Path
from engine.report.scene import Box, Scene, Scenes
from holland44_qt.report.card_painter import CardPainter
from holland44_qt.report.lettering import INK, MUTED, PAPER, RULE, Face, glyph, wrap, write
from holland44_qt.report.scene_painter import ScenePainter

Pair = Literal["after", "before", "pair"]
RATIO = 1.6
"""Default ratio of a picture's width to its height."""
WIDE, TALL = 2.2, 0.8
"""Maximum proportions of a picture."""
KINDS = ("move", "advance", "retreat", "landing", "attack", "spot")


@dataclass(frozen=True, slots=True)
class PlateOptions:
    """Settings of a plate. ``width`` is that of the whole picture in pixels."""

    width: int = 1400
    caption: bool = True
    comment: bool = False
    """The writer's comment under the caption."""
    legend: bool = True
    scale: bool = True
    card: bool = True
    pair: Pair = "after"
    theme: str = "day"
    zoom: float = 1.0
    """Zoom: below 1 shows more around the action, above 1 less."""


class Plates:
    """Makes the plates of a recording."""

    def __init__(self, scenes: Scenes, options: PlateOptions | None = None) -> None:
        self.scenes = scenes
        self.options = options or PlateOptions()
        self.painter = ScenePainter(scenes.module, self.options.theme)

    def box(self, scene: Scene) -> Box:
        """Area of the map that the picture shows, in the picture's proportions."""
        box = self.scenes.box(scene, whole=self.painter.whole)
        if not scene.focus:
            return box
        zoom = self.options.zoom
        wide, high = box.width / zoom, box.height / zoom
        box = Box(box.x + (box.width - wide) / 2, box.y + (box.height - high) / 2, wide, high)
        ratio = box.width / box.height
        if self.options.pair == "pair":
            shaped = box.shaped(min(max(ratio, 0.75), 1.15))
        else:
            shaped = box.shaped(min(max(ratio, TALL), WIDE) if ratio < RATIO * 0.9 else RATIO)
        return _within(shaped, self.painter.whole)

    def plate(self, scene: Scene) -> QImage:
        """Return the plate of a scene."""
        o = self.options
        if o.pair == "pair":
            return self._paired(scene)
        return self._framed(scene, self._picture(scene, o.width, before=o.pair == "before"))

    def _paired(self, scene: Scene) -> QImage:
        gap = round(self.options.width * 0.012)
        half = (self.options.width - gap) // 2
        left = self._picture(scene, half, before=True)
        right = self._picture(scene, half)
        both = QImage(self.options.width, right.height(), QImage.Format.Format_RGB32)
        both.fill(PAPER)
        unit = max(11.0, self.options.width / 70)
        with QPainter(both) as painter:
            for image, x, word in ((left, 0, "before"), (right, half + gap, "after")):
                painter.drawImage(QPointF(x, 0), image)
                _tag(painter, t(f"report.plate.{word}"), QPointF(x + unit / 2, unit / 2), unit)
        return self._framed(scene, both, card=True)

    def _picture(self, scene: Scene, width: int, *, before: bool = False) -> QImage:
        """Return the board with its scale, and the card over it if there is space beside."""
        o, box = self.options, self.box(scene)
        image = self.painter.image(scene, box, width, before=before)
        unit = max(10.0, width / 75)
        with QPainter(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if o.scale:
                self._scale(painter, image, width / box.width, unit)
        return image

    def _framed(self, scene: Scene, image: QImage, *, card: bool = True) -> QImage:
        """Return a picture with caption and legend below, and the card beside."""
        o, note = self.options, scene.step.annotation
        width = image.width()
        unit = max(12.0, width / 62)
        pad = unit * 1.1
        cards = scene.card if o.card and card and o.pair != "before" else None
        beside = min(width * 0.36, unit * 24) if cards is not None else 0.0
        inner = width - 2 * pad - (beside + pad if beside else 0.0)
        head, text = Face(unit * 1.15, QFont.Weight.DemiBold), Face(unit)
        small = Face(unit * 0.86)
        lines: list[tuple[list[str], Face, QColor, float]] = []
        if o.caption:
            above = " · ".join(part for part in (scene.chapter, scene.when) if part)
            if above:
                lines.append((wrap(above, small, inner), small, MUTED, 0.1))
            indent = (unit * 2.2) if note.glyph else 0.0
            title = scene.caption if cards is not None else scene.step.sentence
            lines.append((wrap(note.title or title, head, inner - indent), head, INK, 0.3))
            if note.title:
                lines.append((wrap(title, small, inner), small, MUTED, 0.3))
        if o.comment and note.comment.strip():
            comment = plain_text(note.comment)
            lines.append((wrap(comment, text, inner), text, INK, 0.4))
        legend = self._legend(scene) if o.legend else []
        painter_card = (
            CardPainter(cards, self.painter.pictures, beside, unit * 0.88) if cards else None
        )
        words = sum(len(part) * face.leading + gap * unit for part, face, _, gap in lines)
        words += unit * 2.0 if legend else 0.0
        under = max(words, painter_card.height if painter_card else 0.0)
        if not under:
            return image
        whole = QImage(width, round(image.height() + under + 2 * pad * 0.8),
                       QImage.Format.Format_RGB32)  # fmt: skip
        whole.fill(PAPER)
        with QPainter(whole) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawImage(0, 0, image)
            painter.setPen(QPen(RULE, 1))
            y = image.height() + pad * 0.8
            for part, face, ink, gap in lines:
                x = pad
                if face is head and note.glyph:
                    x += glyph(painter, note.glyph, QPointF(pad, y), head.size) + unit * 0.4
                y += write(painter, part, face, QPointF(x, y), ink) + gap * unit
            if legend:
                _draw_legend(painter, legend, QPointF(pad, y + unit * 0.4), unit * 0.86, inner)
            if painter_card is not None:
                left = width - pad - beside if words else pad
                corner = QPointF(left, image.height() + pad * 0.8)
                painter_card.paint(painter, corner)
        return whole

    def _legend(self, scene: Scene) -> list[tuple[str, str]]:
        """Return the kinds of the game's own marks in a scene, with their colours."""
        strokes = {m.stroke for m in scene.marks if isinstance(m, Path)}
        highlight = scene.highlight
        kinds = {
            "attack": bool(highlight.attacks or highlight.target is not None),
            "spot": bool(highlight.spots or highlight.sides),
            "retreat": bool(highlight.retreats),
            **{kind: bool(highlight.paths) and highlight.how == kind for kind in KINDS[:2]},
            "landing": bool(highlight.paths) and highlight.how == "landing",
        }
        return [
            (t(f"report.legend.{kind}"), INKS[kind])
            for kind in KINDS
            if kinds.get(kind) and INKS[kind] in strokes
        ]

    def _scale(self, painter: QPainter, image: QImage, scale: float, unit: float) -> None:
        """Draw a bar of kilometres in the lower right corner; nothing if the scale is unknown."""
        km = getattr(self.scenes.module.board, "hex_km", 0.0)
        if not km:
            return
        room = image.width() * 0.22 / scale * km
        length = max((n for n in (1, 2, 5, 10, 20, 50, 100) if n <= room), default=1)
        wide = length / km * scale
        x, y = image.width() - wide - unit * 1.4, image.height() - unit * 1.1
        label = t("report.plate.km", km=length)
        face = Face(unit, QFont.Weight.DemiBold, "Barlow Semi Condensed")
        box = QRectF(x - unit * 0.6, y - unit * 1.9, wide + unit * 1.2, unit * 2.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(251, 248, 239, 215))
        painter.drawRoundedRect(box, unit * 0.4, unit * 0.4)
        painter.setPen(QPen(INK, max(1.5, unit * 0.14)))
        for a, b in ((x, x + wide),):
            painter.drawLine(QPointF(a, y), QPointF(b, y))
        for at in (x, x + wide):
            painter.drawLine(QPointF(at, y - unit * 0.35), QPointF(at, y))
        write(painter, [label], face, QPointF(x, y - unit * 1.75), INK)

    def with_options(self, **changes: object) -> Plates:
        """Return the same scenes and painter with other options."""
        other = object.__new__(Plates)
        other.scenes, other.painter = self.scenes, self.painter
        other.options = replace(self.options, **changes)  # type: ignore[arg-type]
        return other


def _tag(painter: QPainter, word: str, corner: QPointF, unit: float) -> None:
    """Draw a label in the corner of a picture."""
    face = Face(unit, QFont.Weight.Bold)
    box = QRectF(corner.x(), corner.y(), face.width(word) + unit * 1.2, unit * 1.7)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(31, 28, 23, 215))
    painter.drawRoundedRect(box, unit * 0.4, unit * 0.4)
    painter.setPen(QColor("#ffffff"))
    painter.setFont(face.font)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, word)


def _draw_legend(
    painter: QPainter, legend: list[tuple[str, str]], at: QPointF, unit: float, width: float
) -> None:
    face, x, y = Face(unit), at.x(), at.y()
    for word, color in legend:
        wide = unit * 1.9 + face.width(word)
        if x + wide > at.x() + width and x > at.x():
            break
        painter.setPen(QPen(QColor(color), unit * 0.32))
        middle = y + unit * 0.62
        painter.drawLine(QPointF(x, middle), QPointF(x + unit * 1.3, middle))
        write(painter, [word], face, QPointF(x + unit * 1.7, y), MUTED)
        x += wide + unit * 1.2


def _within(box: Box, whole: Box) -> Box:
    """Move a box into the map as far as possible."""
    width, height = min(box.width, whole.width), min(box.height, whole.height)
    if box.width > whole.width or box.height > whole.height:
        # Keep the shape: beside the map there is paper.
        width, height = box.width, box.height
    x = (
        min(max(box.x, whole.x), whole.x + whole.width - width)
        if width <= whole.width
        else (whole.x + (whole.width - width) / 2)
    )
    y = (
        min(max(box.y, whole.y), whole.y + whole.height - height)
        if height <= whole.height
        else (whole.y + (whole.height - height) / 2)
    )
    return Box(x, y, width, height)
