"""View of a comment: Markdown without HTML, with live references and embedded photos."""

from __future__ import annotations

from math import ceil
from urllib.parse import unquote

from PySide6.QtCore import QSizeF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from engine.i18n import t
from engine.log.annotations import Photo
from engine.report.references import References, named
from holland44_qt.look import ACCENT, TEXT
from holland44_qt.photos import photo_image
from holland44_qt.plain_text import no_picture

OPENED = frozenset({"http", "https"})
"""URL schemes that a comment may open in the user's browser."""


class CommentView(QTextBrowser):
    """Viewer of a Markdown comment from an untrusted source: no HTML, no loading.

    ``pointed`` emits kind and target of the reference under the mouse (both empty for none),
    ``named`` those of a clicked one.
    """

    pointed = Signal(str, str)
    named = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setAccessibleName(t("app.entry.comment"))
        self.anchorClicked.connect(self._follow)
        self.highlighted.connect(self._point)
        self.document().documentLayout().documentSizeChanged.connect(self._take_height)

    def show_markdown(
        self, written: str, references: References | None = None, photo: Photo | None = None
    ) -> None:
        """Show another comment, with the photo that belongs to it."""
        document = self.document()
        document.setMarkdown(
            written,
            QTextDocument.MarkdownFeature.MarkdownDialectGitHub
            | QTextDocument.MarkdownFeature.MarkdownNoHTML,
        )
        # Qt sets Markdown paragraphs without any space between them.
        spaced = QTextBlockFormat()
        spaced.setBottomMargin(TEXT // 2)
        cursor = QTextCursor(document)
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(spaced)
        if references is not None:
            self._link(references)
        if photo is not None:
            self._add(photo)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Return nothing, so that a picture in a comment is neither read nor downloaded."""
        return no_picture()

    def _take_height(self, size: QSizeF) -> None:
        """Limit the height to that of the text."""
        self.setMaximumHeight(ceil(size.height()) + 2 * self.frameWidth())

    def _link(self, references: References) -> None:
        """Turn the references in the text into links."""
        document = self.document()
        block = document.begin()
        while block.isValid():
            text = block.text()
            for ref in references.in_text(text):
                # Qt counts in halves of a letter beyond the first 65,536.
                start = block.position() + _units(text[: ref.start])
                cursor = QTextCursor(document)
                cursor.setPosition(start + 1)
                if cursor.charFormat().isAnchor():
                    continue
                cursor.setPosition(start)
                end = start + _units(text[ref.start : ref.end])
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                alive = QTextCharFormat()
                alive.setAnchor(True)
                alive.setAnchorHref(ref.address)
                alive.setForeground(QColor(ACCENT))
                alive.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
                cursor.mergeCharFormat(alive)
            block = block.next()

    def _add(self, photo: Photo) -> None:
        """Insert a photo below the text."""
        image = photo_image(photo)
        if image.isNull():
            return
        wide = max(80, min(image.width(), self.viewport().width() - 16))
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if cursor.block().text():
            cursor.insertBlock()
        ratio = self.devicePixelRatioF()
        smooth = Qt.TransformationMode.SmoothTransformation
        shown = image.scaledToWidth(min(image.width(), round(wide * ratio)), smooth)
        shown.setDevicePixelRatio(shown.width() / wide)
        cursor.insertImage(shown)
        if photo.caption:
            cursor.insertBlock()
            cursor.insertText(photo.caption)

    def _follow(self, url: QUrl) -> None:
        target = named(unquote(url.toString()))
        if target is not None:
            self.named.emit(*target)
        elif url.scheme() in OPENED:
            QDesktopServices.openUrl(url)

    def _point(self, url: QUrl) -> None:
        target = named(unquote(url.toString()))
        self.pointed.emit(*(target or ("", "")))


def _units(text: str) -> int:
    """Return the length of a text in Qt's UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2
