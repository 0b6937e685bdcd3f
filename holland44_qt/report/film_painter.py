"""Painter of film frames: map, moving counters, caption, combat card, title cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath

from engine.core.effects import Move
from engine.log.annotations import plain_text
from engine.report.analysis import analysis_of
from engine.report.job import Job
from engine.report.marks import Xy
from engine.report.marks import xy as hex_xy
from engine.report.scene import Box, Scene
from holland44_qt.board.pen import Stack
from holland44_qt.report.card_painter import CardPainter
from holland44_qt.report.film_graph import FilmGraph
from holland44_qt.report.film_ground import FilmGround
from holland44_qt.report.lettering import ACCENT, Face, fitted, glyph, wrap, write
from holland44_qt.report.scene_painter import ScenePainter
from holland44_qt.report.shots import RATIO, Shot, eased

DARK = QColor(24, 22, 18, 225)
LIGHT, SOFT = QColor("#f6f1e4"), QColor("#cfc6b2")
PAD = 1.3
"""Margin of the caption, in its units."""
LINES = 5
"""Maximum number of lines of a comment in a frame."""

Lines = tuple[list[str], Face]


@dataclass(frozen=True, slots=True)
class _Words:
    """Lines of a caption with their faces; ``unit`` is the size of its letters in pixels."""

    unit: float
    above: Lines
    title: Lines
    under: Lines
    comment: Lines

    @property
    def gap(self) -> float:
        """Space above the comment."""
        return self.unit * 0.3 if self.comment[0] else 0.0

    @property
    def height(self) -> int:
        """Height of the caption in pixels."""
        parts = (self.above, self.title, self.under, self.comment)
        lines = sum(len(lines) * face.leading for lines, face in parts)
        return round(lines + 1.5 * PAD * self.unit + self.gap)


class FilmPainter:
    """Frames of one film in one size."""

    def __init__(self, job: Job, height: int) -> None:
        self.job = job
        self.height = height - height % 2
        self.width = round(self.height * RATIO / 2) * 2
        self.scenes = ScenePainter(job.recording.module, job.settings.theme)
        self.ground = FilmGround(self.scenes.map, self.width, self.height)
        self._graph: FilmGraph | None = None
        analysis = analysis_of(job.recording) if job.settings.statistics else None
        if analysis is not None:
            self._graph = FilmGraph(analysis, job.recording.module, self.width, self.height)
        self._shot: Shot | None = None
        self._parts: dict[str, QImage] = {}

    def frame(self, shot: Shot, at: float) -> QImage:
        """Return the frame of a shot at a time in seconds after its start."""
        if self._shot is not shot:
            self._shot, self._parts = shot, {}
        image = QImage(self.width, self.height, QImage.Format.Format_RGB32)
        with QPainter(image) as painter:
            if at < shot.travel:
                self._travelling(painter, shot, shot.camera(at))
            elif at < shot.travel + shot.march:
                self._marching(painter, shot, (at - shot.travel) / shot.march)
            else:
                painter.drawImage(0, 0, self.ground.rest(shot.box))
                self.scenes.pieces(painter, shot.scene, shot.box, self.width / shot.box.width)
                if self.job.settings.card and shot.scene.card is not None:
                    unit = self.height / 46
                    wide = self.width * 0.27
                    card = CardPainter(shot.scene.card, self.scenes.pictures, wide, unit)
                    margin = self.height * 0.028
                    card.paint(painter, QPointF(self.width - wide - margin, margin))
            if self._graph is not None:
                self._graph.paint(painter, shot.scene.step.entry.id)
            if self.job.settings.caption:
                caption = self._part("caption", lambda: self._caption(shot.scene))
                painter.drawImage(0, self.height - caption.height(), caption)
        return image

    def covered(self, scene: Scene) -> float:
        """Return the part of a frame's height that the caption of a scene covers."""
        if not self.job.settings.caption:
            return 0.0
        return self._words(scene).height / self.height

    def shortens(self, scene: Scene) -> bool:
        """Return whether the comment of a scene is too long for its frame."""
        lines, face = self._words(scene).comment
        whole = wrap(_comment(scene), face, self.width - 2 * self.height / 40 * PAD)
        return self.job.settings.caption and len(whole) > len(lines)

    def title(self, title: str, under: str, foot: str, box: Box) -> QImage:
        """Return a title card: text over the darkened map of a box."""
        image = self._darkened(box)
        with QPainter(image) as painter:
            unit = self.height / 24
            face = fitted(title, Face(unit * 2.1, QFont.Weight.Bold), self.width * 0.8, 3)
            small = Face(unit * 0.9)
            lines = wrap(title, face, self.width * 0.8, 3)
            y = self.height * 0.36
            y += write(painter, lines, face, QPointF(self.width * 0.1, y), LIGHT)
            painter.fillRect(
                QRectF(self.width * 0.1, y + unit * 0.3, unit * 5, unit * 0.14), ACCENT
            )
            y += unit
            y += write(painter, wrap(under, small, self.width * 0.8, 2), small,
                       QPointF(self.width * 0.1, y), LIGHT)  # fmt: skip
            tiny = Face(unit * 0.62)
            write(painter, wrap(foot, tiny, self.width * 0.8, 2), tiny,
                  QPointF(self.width * 0.1, self.height * 0.88), SOFT)  # fmt: skip
        return image

    def photo(self, photo: QImage, caption: str, box: Box) -> QImage:
        """Return the frame of a writer's photo with its caption, over the darkened map of a box."""
        image, face = self._darkened(box), Face(self.height / 40)
        room = QRectF(image.rect()).marginsRemoved(QMarginsF(*(face.size * PAD,) * 4))
        lines = wrap(caption, face, room.width(), 2)
        room.setBottom(room.bottom() - len(lines) * face.leading)
        size = QSizeF(photo.size()).scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(QPointF(), size)
        place.moveCenter(room.center())
        with QPainter(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(place, photo)
            write(painter, lines, face, room.bottomLeft(), LIGHT)
        return image

    # -- parts ------------------------------------------------------------------------------------

    def _darkened(self, box: Box) -> QImage:
        """Return a new frame with the darkened map of a box."""
        image = QImage(self.width, self.height, QImage.Format.Format_RGB32)
        with QPainter(image) as painter:
            painter.drawImage(0, 0, self.ground.rest(box))
            painter.fillRect(image.rect(), QColor(24, 22, 18, 205))
        return image

    def _part(self, name: str, draw: Callable[[], QImage]) -> QImage:
        """Return a picture shared by many frames of a shot, drawn once."""
        if name not in self._parts:
            self._parts[name] = draw()
        return self._parts[name]

    def _before(self, shot: Shot, box: Box, away: frozenset[str] = frozenset()) -> QImage:
        """Return the map before the moment, without some units."""
        image = QImage(self.ground.rest(box))
        self.scenes.send_away(away)
        with QPainter(image) as painter:
            self.scenes.pieces(painter, shot.scene, box, self.width / box.width, before=True)
        self.scenes.send_away(frozenset())
        return image

    def _travelling(self, painter: QPainter, shot: Shot, box: Box) -> None:
        """Return a frame of the camera's movement."""
        self.ground.paint_passing(
            painter,
            box,
            (shot.start, self._part("start", lambda: self._before(shot, shot.start))),
            (shot.box, self._part("end", lambda: self._before(shot, shot.box))),
        )

    def _marching(self, painter: QPainter, shot: Shot, share: float) -> None:
        """Return a frame of moving counters at their current places."""
        scene, board = shot.scene, self.job.recording.module.board
        groups: dict[tuple[str, ...], list[str]] = {}
        for effect in scene.step.entry.effects:
            if isinstance(effect, Move) and len(effect.path) > 1:
                on_map = tuple(p for p in effect.path if p in board.index)
                if len(on_map) > 1:
                    groups.setdefault(on_map, []).append(effect.unit)
        away = frozenset(unit for units in groups.values() for unit in units)
        rest = self._part("march", lambda: self._before(shot, shot.box, away))
        painter.drawImage(0, 0, rest)
        flying = []
        for path, units in groups.items():
            pieces = tuple(scene.before.pieces[u] for u in units if u in scene.before.pieces)
            if pieces:
                points = [hex_xy(board, board.index[p]) for p in path]
                flying.append(
                    (_along(points, eased(share)), Stack(QPointF(), pieces, tuple(units)))
                )
        self.scenes.flying(painter, flying, shot.box, self.width / shot.box.width)

    def _words(self, scene: Scene) -> _Words:
        """Return chapter, sentence and comment of a scene in lines."""
        note = scene.step.annotation
        u = self.height / 40
        small = Face(u * 0.82, QFont.Weight.Medium)
        head, text = Face(u * 1.14, QFont.Weight.DemiBold), Face(u)
        inner = self.width - 2 * u * PAD
        indent = u * 2.6 if note.glyph else 0.0
        above = " · ".join(part for part in (scene.chapter, scene.when) if part)
        return _Words(
            u,
            (wrap(above, small, inner, 1), small),
            (wrap(note.title or scene.caption, head, inner - indent, 2), head),
            (wrap(scene.caption, small, inner, 2) if note.title else [], small),
            (wrap(_comment(scene), text, inner, LINES), text),
        )

    def _caption(self, scene: Scene) -> QImage:
        """Return chapter, sentence and comment on a dark band for the bottom of the frame."""
        words, note = self._words(scene), scene.step.annotation
        u, pad = words.unit, words.unit * PAD
        band = QImage(self.width, words.height, QImage.Format.Format_ARGB32_Premultiplied)
        band.fill(DARK)
        with QPainter(band) as painter:
            painter.fillRect(QRectF(0, 0, self.width, max(2.0, u * 0.12)), ACCENT)
            y = pad * 0.75
            y += write(painter, *words.above, QPointF(pad, y), SOFT)
            x = pad
            title, head = words.title
            if note.glyph:
                x += glyph(painter, note.glyph, QPointF(pad, y), head.size) + u * 0.4
            y += write(painter, title, head, QPointF(x, y), LIGHT) + words.gap
            y += write(painter, *words.under, QPointF(pad, y), SOFT)
            write(painter, *words.comment, QPointF(pad, y), LIGHT)
        return band


def _comment(scene: Scene) -> str:
    """Return the comment of a scene without formatting and empty lines."""
    return "\n".join(filter(None, plain_text(scene.step.annotation.comment).splitlines()))


def _along(points: list[Xy], share: float) -> QPointF:
    """Return the point at a fraction of a path."""
    curve = QPainterPath(QPointF(*points[0]))
    for point in points[1:]:
        curve.lineTo(QPointF(*point))
    return curve.pointAtPercent(share)
