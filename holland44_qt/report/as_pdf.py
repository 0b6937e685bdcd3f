"""A report to print: cover, contents, chapters with vector maps, combats, statistics, plots."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QImage, QPen
from PySide6.QtSvg import QSvgRenderer

from engine.files import write_atomic
from engine.i18n import t
from engine.log.annotations import Photo
from engine.report.document import Document, Passage
from engine.report.job import Job
from engine.report.plots import HEIGHT, WIDTH, plots, svg
from engine.report.scene import Box, Scene
from engine.report.tables import Table, shortened, text
from holland44_qt.photos import photo_in_report
from holland44_qt.report.card_painter import CardPainter
from holland44_qt.report.illustrator import options_of
from holland44_qt.report.lettering import ACCENT, INK, MUTED, RULE, Face, fitted, glyph, wrap, write
from holland44_qt.report.pdf_flow import ALONE, BODY, MARGIN, MM, Flow
from holland44_qt.report.plate import Plates

PHOTO = 90 * MM
"""Maximum height of a photo."""
CARD = 62 * MM
"""Width of a combat card."""
FLATTEST = 2.0
"""Maximum ratio of width to height of a map."""
LOWER = 0.65
"""Minimum share of a map's height on a page with little space."""


@dataclass
class _Contents:
    """Headings of a document with their pages, collected during layout."""

    chapters: list[tuple[str, int]] = field(default_factory=list)


def export_pdf(job: Job) -> None:
    """Write the document, whole or not at all.

    Raises UserError if the log contradicts itself or the file cannot be written.
    """
    plates = Plates(job.scenes, options_of(job.settings))
    final = _Writer(job, plates, _contents(job, plates), quick=False)
    final.write()
    write_atomic(job.target, final.flow.data)


def _contents(job: Job, plates: Plates) -> _Contents:
    """Return the table of contents, from drafts without maps.

    The first draft lists the headings; the second, with a table of their number, has their pages.
    """
    listed = _Writer(job, plates, _Contents(), quick=True).write()
    return _Writer(job, plates, listed, quick=True).write()


@dataclass
class _Laid:
    """Layout of a passage's head; heights and widths are in dots."""

    lines: list[str]
    """The title."""
    face: Face
    caption: list[str]
    """The sentence below the title."""
    small: Face
    box: Box
    """Visible part of the map."""
    wide: float
    """Width of the map."""
    card: CardPainter | None
    shown: bool
    """Return whether there is a map."""
    below: float
    """Height of the first lines of text, which stay on the same page."""

    @property
    def high(self) -> float:
        """Height of the map and of the card beside it."""
        map_ = self.wide * self.box.height / self.box.width if self.shown else 0.0
        return max(map_, self.card.height if self.card else 0.0)

    @property
    def _words(self) -> float:
        words = len(self.lines) * self.face.leading + len(self.caption) * self.small.leading
        return words + BODY * 2 + self.below

    @property
    def lowest(self) -> float:
        """Return the minimum total height; a map can be lowered by showing more at its sides."""
        map_ = max(self.wide / FLATTEST, self.high * LOWER) if self.shown else 0.0
        return self._words + min(max(map_, self.card.height if self.card else 0.0), self.high)

    def lower(self, room: float) -> None:
        """Lower the map so that everything fits into a height."""
        left = room - self._words
        if self.shown and 0 < left < self.wide * self.box.height / self.box.width:
            self.box = self.box.shaped(self.wide / left)


class _Writer:
    def __init__(self, job: Job, plates: Plates, contents: _Contents, *, quick: bool) -> None:
        self.job, self.plates, self.quick = job, plates, quick
        self.document: Document = job.document
        self.known = contents
        self.contents = _Contents()
        title, author = self.document.title, self.document.notes.author
        self.flow = Flow(job.settings.paper, title, title, author)

    def write(self) -> _Contents:
        """Write the document with the given table of contents."""
        try:
            return self._written()
        finally:
            if self.flow.painter.isActive():  # Qt crashes if it outlives what it paints on
                self.flow.painter.end()

    def _written(self) -> _Contents:
        document, flow = self.document, self.flow
        self._cover()
        flow.new_page()
        self._list_of_contents()
        flow.space(BODY * 2)
        notes = document.notes
        if notes.intro.strip():
            self._head(t("report.pdf.intro"))
            flow.markdown(notes.intro)
            flow.space(BODY * 2)
        total = len(document.passages)
        done = 0
        for chapter in document.chapters:
            if chapter.title:
                flow.space(BODY * 1.2)
                self._head(chapter.title, keep=self._laid(chapter.passages[0]).lowest)
            for passage in chapter.passages:
                self._passage(passage)
                done += 1
                if not self.quick:
                    self.job.progress(done, total + 1)
        if notes.conclusion.strip():
            flow.space(BODY * 1.5)
            self._head(t("report.conclusion"), keep=20 * MM)
            flow.markdown(notes.conclusion)
        if document.tables:
            flow.new_page()
            self._statistics()
        self._sources()
        flow.end()
        return self.contents

    # -- the front --------------------------------------------------------------------------------

    def _cover(self) -> None:
        flow, document, notes = self.flow, self.document, self.document.notes
        painter, scene = flow.painter, document.cover
        top = 0.0
        if scene is not None:
            high = flow.height * 0.56
            box = self.plates.box(scene).shaped(flow.width / high)
            self._map(scene, box, QPointF(0, 0), flow.width)
            top = high
        painter.fillRect(QRectF(0, top, flow.width, 2.2 * MM), ACCENT)
        y = top + 16 * MM
        title = fitted(document.title, Face(BODY * 3.1, QFont.Weight.Bold), flow.inner, 3)
        under = Face(BODY * 1.5, QFont.Weight.Medium)
        y += write(painter, wrap(document.title, title, flow.inner, 3), title,
                   QPointF(flow.left, y), INK)  # fmt: skip
        if notes.subtitle:
            y += BODY * 0.5
            y += write(painter, wrap(notes.subtitle, under, flow.inner, 2), under,
                       QPointF(flow.left, y), MUTED)  # fmt: skip
        y += BODY * 1.6
        if notes.author:
            by = Face(BODY * 1.25, QFont.Weight.DemiBold)
            y += write(painter, [t("page.by", author=notes.author)], by, QPointF(flow.left, y))
        small = Face(BODY)
        lines = wrap(document.about, small, flow.inner)
        write(painter, lines, small, QPointF(flow.left, y + BODY * 0.6), MUTED)
        program = Face(BODY * 0.85)
        write(painter, [t("page.footer.program")], program,
              QPointF(flow.left, flow.height - MARGIN), MUTED)  # fmt: skip

    def _list_of_contents(self) -> None:
        flow = self.flow
        flow.heading(t("report.pdf.contents"), BODY * 1.9, 0.8)
        face = Face(BODY)
        for title, page in self.known.chapters:
            flow.need(face.leading * 1.25)
            number = str(page)
            wide = face.width(number)
            cut = wrap(title, face, flow.inner - wide - 8 * MM, 1)
            write(flow.painter, cut, face, QPointF(flow.left, flow.y))
            write(flow.painter, [number], face, QPointF(flow.left + flow.inner - wide, flow.y))
            end = flow.left + face.width(cut[0] if cut else "") + 2 * MM
            y = flow.y + face.size * 0.95
            pen = QPen(RULE, 3)
            pen.setDashPattern([1, 4])
            flow.painter.setPen(pen)
            flow.painter.drawLine(
                QPointF(end, y), QPointF(flow.left + flow.inner - wide - 2 * MM, y)
            )
            flow.y += face.leading * 1.25

    def _head(self, title: str, keep: float = 25 * MM) -> None:
        """Write a heading that is listed in the table of contents."""
        self.flow.need(BODY * 4 + keep)
        self.contents.chapters.append((title, self.flow.page))
        self.flow.heading(title, BODY * 1.55, 0.45)

    # -- the moments ------------------------------------------------------------------------------

    def _passage(self, passage: Passage) -> None:
        flow, scene = self.flow, passage.scene
        note = scene.step.annotation
        small = Face(BODY * 0.9)
        for sentence in passage.before:
            flow.lines(sentence, small, MUTED)
        laid = self._laid(passage)
        flow.space(BODY * 0.9)
        flow.need(laid.lowest)
        laid.lower(flow.bottom - flow.y)
        lines, face, card, high = laid.lines, laid.face, laid.card, laid.high
        x = flow.left
        if note.glyph:
            x += glyph(flow.painter, note.glyph, QPointF(flow.left, flow.y), face.size) + BODY * 0.5
        flow.y += write(flow.painter, lines, face, QPointF(x, flow.y)) + BODY * 0.25
        position = QPointF(flow.left, flow.y)
        flow.y += write(flow.painter, laid.caption, small, position, MUTED) + BODY * 0.2
        if laid.shown:
            self._map(scene, laid.box, QPointF(flow.left, flow.y), laid.wide)
        if card is not None:
            card.paint(flow.painter, QPointF(flow.left + flow.inner - CARD, flow.y))
        flow.y += high + (BODY * 0.7 if high else 0.0)
        photo = photo_in_report(self.job, scene, quiet=self.quick)
        sentence = self._verdict(passage)
        if note.comment.strip():
            with_it = sentence and photo is None
            keep = BODY * 0.2 + len(wrap(sentence, small, flow.inner)) * small.leading
            flow.markdown(note.comment, keep=keep if with_it else 0.0)
        if photo is not None:
            self._photo(*photo)
        if sentence:
            flow.y += BODY * 0.2
            flow.lines(sentence, small, MUTED)
        for sentence in passage.after:
            flow.lines(sentence, small, MUTED)
        flow.space(BODY * 0.8)

    def _verdict(self, passage: Passage) -> str:
        """Return the figures of a moment as text; empty beside a combat card, which shows them."""
        shows_verdict = passage.proposed is not None and passage.scene.card is None
        return passage.proposed.verdict if shows_verdict and passage.proposed is not None else ""

    def _photo(self, photo: Photo, image: QImage) -> None:
        """Return the writer's own picture, at most as wide as the text."""
        flow = self.flow
        wide = min(flow.inner, PHOTO * image.width() / image.height())
        high = wide * image.height() / image.width()
        flow.space(BODY * 0.5)
        flow.need(high + BODY * 2)
        flow.painter.drawImage(QRectF(flow.left, flow.y, wide, high), image)
        flow.y += high + BODY * 0.4
        if photo.caption:
            flow.lines(photo.caption, Face(BODY * 0.9), MUTED)

    def _laid(self, passage: Passage) -> _Laid:
        """Return the layout of a passage's head: title, caption, map and combat card."""
        flow, scene = self.flow, passage.scene
        note = scene.step.annotation
        face, small = Face(BODY * 1.08, QFont.Weight.DemiBold), Face(BODY * 0.9)
        indent = BODY * 2.4 if note.glyph else 0.0
        lines = wrap(passage.title, face, flow.inner - indent)
        sentence_lines = wrap(passage.caption, small, flow.inner) if passage.caption else []
        box = self.plates.box(scene)
        wide = flow.inner - (CARD + 5 * MM if scene.card else 0.0)
        least = 1.05 if scene.card else 1.3
        box = box.shaped(min(max(box.width / box.height, least), FLATTEST))
        hexes = scene.highlight.hexes or scene.highlight.sides
        shown = self.job.settings.pictures and bool(hexes or scene.marks or scene.chosen_camera)
        card = None
        if scene.card is not None and self.job.settings.card:
            card = CardPainter(scene.card, self.plates.painter.pictures, CARD, BODY * 0.86)
        below = (ALONE + 1) * Face(BODY).leading if note.comment.strip() else 0.0
        below += len(wrap(self._verdict(passage), small, flow.inner)) * small.leading
        return _Laid(lines, face, sentence_lines, small, box, wide, card, shown, below)

    def _map(self, scene: Scene, box: Box, corner: QPointF, width: float) -> None:
        """Draw a map as vectors, the counters in the printer's resolution, and a thin frame."""
        flow = self.flow
        if self.quick:
            return
        scale = width / box.width
        painter = flow.painter
        painter.save()
        painter.translate(corner)
        self.plates.painter.paint_map(painter, box, scale)
        self.plates.painter.pieces(painter, scene, box, scale)
        painter.restore()
        painter.setPen(QPen(RULE, 3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(corner.x(), corner.y(), width, box.height * scale))

    # -- the end ----------------------------------------------------------------------------------

    def _statistics(self) -> None:
        flow, document = self.flow, self.document
        self._head(t("report.stats.title"))
        face = Face(BODY)
        for verdict in document.verdicts:
            flow.lines(verdict, face)
        flow.space(BODY)
        wide = (flow.inner - 6 * MM) / 2
        high = wide * HEIGHT / WIDTH
        for at, plot in enumerate(plots(document.stats, self.job.recording.module)):
            if at % 2 == 0:
                flow.need(high + BODY)
            corner = QPointF(flow.left + (at % 2) * (wide + 6 * MM), flow.y)
            picture = QSvgRenderer(QByteArray(svg(plot).encode()))
            picture.render(flow.painter, QRectF(corner.x(), corner.y(), wide, high))
            if at % 2:
                flow.y += high + BODY
        if len(plots(document.stats, self.job.recording.module)) % 2:
            flow.y += high + BODY
        for table in document.tables:
            if table.id != "moments":
                self._table(shortened(table))

    def _table(self, table: Table) -> None:
        flow = self.flow
        size = BODY * 0.82
        face, head = Face(size), Face(size, QFont.Weight.DemiBold)
        rows = [[text(cell) for cell in row] for row in table.rows]
        wide = _widths(list(table.heads), rows, head, face, flow.inner)
        flow.space(BODY * 1.2)
        flow.need(size * 9)
        self.contents.chapters.append((table.title, flow.page))
        flow.heading(table.title, BODY * 1.15, 0.35)
        self._row(list(table.heads), wide, head)
        for row in rows:
            high = max(len(wrap(cell, face, w - 2 * MM)) for cell, w in zip(row, wide, strict=True))
            if flow.y + high * face.leading + size * 0.5 > flow.bottom:
                flow.new_page()
                self._row(list(table.heads), wide, head)
            self._row(row, wide, face)
        if table.note:
            flow.y += size * 0.5
            flow.lines(table.note, Face(size * 0.95), MUTED)

    def _row(self, cells: list[str], wide: list[float], face: Face) -> None:
        flow, x, high = self.flow, self.flow.left, 0.0
        for cell, width in zip(cells, wide, strict=True):
            lines = wrap(cell, face, width - 2 * MM)
            high = max(high, write(flow.painter, lines, face, QPointF(x, flow.y)))
            x += width
        flow.y += high + face.size * 0.25
        flow.painter.setPen(QPen(RULE, 2))
        flow.painter.drawLine(QPointF(flow.left, flow.y), QPointF(flow.left + flow.inner, flow.y))
        flow.y += face.size * 0.25

    def _sources(self) -> None:
        flow = self.flow
        flow.space(BODY * 2)
        flow.need(30 * MM)
        flow.heading(t("report.pdf.sources"), BODY * 1.15, 0.35)
        face = Face(BODY * 0.82)
        for credit in self.document.credits:
            if credit:
                flow.lines(credit, face, MUTED)


def _widths(
    heads: list[str], rows: list[list[str]], head: Face, face: Face, whole: float
) -> list[float]:
    """Return the widths of columns: the width each needs, with the widest reduced if space is
    short.
    """
    gap = 2 * MM
    wanted = [
        max([_longest(heads[at], head), *(face.width(row[at]) for row in rows)]) + gap
        for at in range(len(heads))
    ]
    spare = whole - sum(wanted)
    if spare >= 0:
        return [w + spare / len(wanted) for w in wanted]
    fair = whole / len(wanted)
    fixed = sum(w for w in wanted if w <= fair)
    large = sum(w for w in wanted if w > fair)
    return [w if w <= fair else (whole - fixed) * w / large for w in wanted]


def _longest(title: str, face: Face) -> float:
    """Return the width of the longest word of a heading, which may be wrapped."""
    return max((face.width(word) for word in title.split()), default=0.0)
