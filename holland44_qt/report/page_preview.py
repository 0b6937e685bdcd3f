"""The preview of a replay page: its head, the map with a moment, the story and the timeline."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen

from engine.i18n import t
from engine.log.annotations import plain_text
from engine.report.document import title_of
from engine.report.scene import Box, Scene, Scenes
from engine.report.titles import moment_title
from holland44_qt.report.lettering import ACCENT, BY_NIGHT, ON_PAPER, Face, Inks, wrap, write
from holland44_qt.report.scene_painter import ScenePainter

HEAD, FOOT, STORY = 0.09, 0.06, 0.34
"""Shares of the height and the width that the parts around the map take."""

NOTE = QColor("#4a90d9")
"""Colour of the writer's own texts."""


class PagePreview:
    """Draws a replay page open on one entry."""

    def __init__(self, scenes: Scenes, painter: ScenePainter) -> None:
        self._scenes, self._painter = scenes, painter

    def image(self, scene: Scene, moments: list[int], size: QSize, *, statistics: bool) -> QImage:
        """Return the page of a scene as a picture; ``moments`` are marked on its timeline."""
        inks = BY_NIGHT if self._painter.theme == "night" else ON_PAPER
        wide, high = size.width(), size.height()
        head, foot, story = high * HEAD, high * FOOT, wide * STORY
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(inks.paper)
        ground = QRectF(0, head, wide - story, high - head - foot)
        with QPainter(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawImage(ground.topLeft(), self._map(scene, ground))
            painter.setPen(QPen(inks.rule, 2))
            painter.drawRect(ground)
            self._head(painter, inks, scene, QRectF(0, 0, wide, head))
            room = QRectF(ground.right(), head, story, ground.height())
            self._story(painter, inks, scene, room, moments, statistics=statistics)
            place = QRectF(0, high - foot, wide, foot)
            _timeline(painter, inks, place, scene.step.number, len(self._scenes), moments)
        return image

    def _map(self, scene: Scene, ground: QRectF) -> QImage:
        box = self._scenes.box(scene, whole=self._painter.whole)
        shaped: Box = box.shaped(ground.width() / ground.height())
        picture = self._painter.image(scene, shaped, round(ground.width()))
        return picture.copy(0, 0, round(ground.width()), round(ground.height()))

    def _head(self, painter: QPainter, inks: Inks, scene: Scene, room: QRectF) -> None:
        notes, unit = self._scenes.recording.annotations, room.height() / 4
        name = Face(unit * 1.25, QFont.Weight.Bold)
        small = Face(unit * 0.8)
        left = wrap(title_of(self._scenes.recording), name, room.width() * 0.6)[:1]
        y = unit * 0.5
        y += write(painter, left, name, QPointF(unit, y), inks.ink)
        by = t("page.by", author=notes.author) if notes.author else ""
        under = " · ".join(part for part in (notes.subtitle, by) if part)
        if under:
            write(painter, [under], small, QPointF(unit, y), inks.muted)
        if scene.when:
            x = room.right() - small.width(scene.when) - unit
            write(painter, [scene.when], small, QPointF(x, unit * 1.4), inks.muted)

    def _story(
        self,
        painter: QPainter,
        inks: Inks,
        scene: Scene,
        room: QRectF,
        moments: list[int],
        *,
        statistics: bool,
    ) -> None:
        """Write the column beside the map: the entry, its comment, and the content of the lists."""
        unit = room.width() / 20
        inner = room.width() - 2 * unit
        heading, text, small = (
            Face(unit * 1.25, QFont.Weight.DemiBold),
            Face(unit),
            Face(unit * 0.85),
        )
        texts = [(scene.chapter, small, inks.muted)]
        if scene.step.number in moments:
            title = moment_title(scene, None, self._scenes.module)
            texts.append((title, heading, inks.ink))
        texts += [
            (scene.step.sentence, text, inks.ink),
            (plain_text(scene.step.annotation.comment), text, NOTE),
            (t("report.export.page.moments", count=len(moments)), small, inks.muted),
        ]
        if statistics:
            texts.append((t("page.statistics"), small, inks.muted))
        y = room.top() + unit
        for line, face, ink in texts:
            if not line.strip():
                continue
            lines = wrap(line, face, inner)[: max(0, int((room.bottom() - y) / face.leading))]
            y += write(painter, lines, face, QPointF(room.left() + unit, y), ink) + unit * 0.5


def _timeline(
    painter: QPainter, inks: Inks, room: QRectF, here: int, last: int, moments: list[int]
) -> None:
    """Draw the timeline with a tick for each moment and a knob at the entry."""
    pad = room.height()
    middle, length = room.center().y(), room.width() - 2 * pad

    def at(step: int) -> float:
        return pad + length * step / max(1, last)

    painter.setPen(QPen(inks.rule, 4))
    painter.drawLine(QPointF(pad, middle), QPointF(pad + length, middle))
    painter.setPen(QPen(NOTE, 2))
    for step in moments:
        painter.drawLine(QPointF(at(step), middle - 10), QPointF(at(step), middle + 10))
    painter.setPen(QPen(ACCENT, 2))
    painter.setBrush(ACCENT)
    painter.drawEllipse(QPointF(at(here), middle), 9, 9)
