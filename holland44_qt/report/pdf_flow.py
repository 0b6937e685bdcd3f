"""Page layout: items are placed one below the other, with a new page where one is full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import QBuffer, QMarginsF, QPointF, QRectF, QSizeF
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QPen,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
)

from engine.report.markdown import harmless
from holland44_qt.report.lettering import INK, MUTED, RULE, Face, wrap, write

DPI = 300
MM = DPI / 25.4
MARGIN = 20 * MM
BODY = 10.2 / 72 * DPI
"""Font size in dots."""
GAP = 0.55
"""Space between paragraphs of a comment, in sizes of its font."""
ALONE = 2
"""Minimum number of lines of a paragraph at the end and start of a page."""


class _Plain(QTextDocument):
    """Text document of a comment that loads no resources."""

    def loadResource(self, kind: int, name: object) -> object:
        """Return nothing, so that no picture or style sheet is loaded."""
        return None


class Flow:
    """Pages of one document. Positions are dots from the upper left corner of the page.

    The pages are made in memory: Qt would not report a full disk when writing to a file.
    """

    def __init__(self, paper: str, title: str, foot: str, author: str = "") -> None:
        self._buffer = QBuffer()
        self._buffer.open(QBuffer.OpenModeFlag.WriteOnly)
        self.writer = QPdfWriter(self._buffer)
        self.writer.setResolution(DPI)
        size = QPageSize(QPageSize.PageSizeId.A4 if paper == "A4" else QPageSize.PageSizeId.Letter)
        self.writer.setPageLayout(
            QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))
        )
        self.writer.setTitle(title)
        if author and hasattr(self.writer, "setAuthor"):  # since Qt 6.9
            self.writer.setAuthor(author)
        self.writer.setCreator("Holland '44 Qt")
        page: QSizeF = size.sizePixels(DPI).toSizeF()
        self.width, self.height = page.width(), page.height()
        self.left, self.inner = MARGIN, self.width - 2 * MARGIN
        self.bottom = self.height - MARGIN
        self.painter = QPainter(self.writer)
        self.page, self.y, self.foot = 1, MARGIN, foot

    def end(self) -> None:
        """Close the document."""
        self._foot()
        self.painter.end()

    @property
    def data(self) -> bytes:
        """The document, once it is closed."""
        return bytes(self._buffer.data().data())

    def new_page(self) -> None:
        """Begin another page."""
        self._foot()
        self.writer.newPage()
        self.page += 1
        self.y = MARGIN

    def need(self, height: float) -> None:
        """Start another page if a height does not fit on this one."""
        if self.y + height > self.bottom and self.y > MARGIN:
            self.new_page()

    def space(self, height: float) -> None:
        """Add vertical space, except at the top of a page."""
        if self.y > MARGIN:
            self.y += height

    def heading(self, text: str, size: float, after: float = 0.5, keep: float = 0.0) -> None:
        """Write a heading; ``keep`` dots of the following content stay on its page."""
        face = Face(size, QFont.Weight.Bold)
        lines = wrap(text, face, self.inner)
        self.need(len(lines) * face.leading + keep)
        self.y += write(self.painter, lines, face, QPointF(self.left, self.y), INK)
        self.y += size * after

    def lines(self, text: str, face: Face, ink: QColor = INK) -> None:
        """Write a short text line by line; no single line of several is alone on a page."""
        lines = wrap(text, face, self.inner)
        at = 0
        for page, end in enumerate(stretches([face.leading] * len(lines), self._room())):
            if page:
                self.new_page()
            where = QPointF(self.left, self.y)
            self.y += write(self.painter, lines[at:end], face, where, ink)
            at = end

    def _room(self) -> tuple[float, float]:
        """Return the height left on this page, and that of a whole page."""
        return self.bottom - self.y, self.bottom - MARGIN

    def markdown(self, comment: str, size: float = BODY, keep: float = 0.0) -> None:
        """Write a comment with bold and italic text, lists and links to the web; HTML is escaped.

        ``keep`` dots of the following content stay on the page of its last lines.
        """
        document = _Plain()
        document.setDocumentMargin(0)
        document.setDefaultFont(Face(size).font)
        features = QTextDocument.MarkdownFeature
        document.setMarkdown(
            harmless(comment), features.MarkdownDialectGitHub | features.MarkdownNoHTML
        )
        _set_spaces(document, size)
        document.setTextWidth(self.inner)
        for top, bottom in self._portions(document, keep):
            context = QAbstractTextDocumentLayout.PaintContext()
            palette = QPalette()
            palette.setColor(QPalette.ColorRole.Text, INK)
            context.palette = palette
            self.painter.save()
            self.painter.translate(self.left, self.y - top)
            clip = QRectF(0, top, self.inner, bottom - top)
            self.painter.setClipRect(clip)
            context.clip = clip
            document.documentLayout().draw(self.painter, context)
            self.painter.restore()
            self.y += bottom - top

    def _portions(self, document: QTextDocument, keep: float) -> Iterator[tuple[float, float]]:
        """Return parts of a text, cut between lines; each part after the first starts a page."""
        layout = document.documentLayout()
        tops: dict[float, float] = {}
        """The top of each line, by its end; the cells of a table's row end together."""
        block = document.begin()
        while block.isValid():
            top = layout.blockBoundingRect(block).top()
            inner = block.layout()
            for n in range(inner.lineCount()):
                line = inner.lineAt(n)
                tops[top + line.y() + line.height()] = top + line.y()
            block = block.next()
        if not tops:
            return
        ends = sorted(tops)
        heights = [end - above for above, end in pairwise([0.0, *ends])]
        at = 0
        for page, end in enumerate(stretches(heights, self._room(), keep)):
            if page:
                self.new_page()
            if end > at:
                yield tops[ends[at]] if at else 0.0, ends[end - 1]
            at = end

    def _foot(self) -> None:
        if self.page < 2:
            return
        face = Face(BODY * 0.78)
        y = self.height - MARGIN * 0.62
        self.painter.setPen(QPen(RULE, 2))
        self.painter.drawLine(
            QPointF(self.left, y - BODY * 0.5), QPointF(self.left + self.inner, y - BODY * 0.5)
        )
        cut = wrap(self.foot, face, self.inner * 0.85, 1)
        write(self.painter, cut, face, QPointF(self.left, y), MUTED)
        number = str(self.page)
        x = self.left + self.inner - face.width(number)
        write(self.painter, [number], face, QPointF(x, y), MUTED)


def _set_spaces(document: QTextDocument, size: float) -> None:
    """Separate the paragraphs of a comment, and keep its headings below those of the report.

    Qt derives both from the font's points, which a font measured in pixels lacks.
    """
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            table = frame.format().toTableFormat()
            table.setCellPadding(size * 0.3)
            frame.setFormat(table)
    block = document.begin()
    while block.isValid():
        following, cursor, form = block.next(), QTextCursor(block), block.blockFormat()
        listed = block.textList() is not None and following.textList() is not None
        if following.isValid() and not listed and cursor.currentTable() is None:
            form.setBottomMargin(size * GAP)
            cursor.setBlockFormat(form)
        if form.headingLevel():
            letters = QTextCharFormat()
            letters.setFont(Face(size * 1.08, QFont.Weight.DemiBold).font)
            letters.setProperty(QTextFormat.Property.FontSizeAdjustment, 0)
            cursor.movePosition(cursor.MoveOperation.EndOfBlock, cursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(letters)
        block = following


def stretches(heights: Sequence[float], room: tuple[float, float], keep: float = 0.0) -> list[int]:
    """Divide lines among pages: for each page the number of lines up to its end.

    ``room`` is the height left on this page and that of a whole page; ``keep`` is added to the last
    line. A page begins and ends with at least two lines if possible; so the first page may get
    none.
    """
    result: list[int] = []
    at, left, whole = 0, *room
    count = len(heights)
    while at < count:
        end, used = at, 0.0
        while end < count:
            used += heights[end] + (keep if end == count - 1 else 0.0)
            if used > left:
                break
            end += 1
        if end < count:
            end = min(end, count - ALONE)
            if end - at < ALONE:
                roomy = left >= whole
                end = min(at + ALONE, count) if roomy else at
        result.append(end)
        at, left = end, whole
    return result
