"""A window with the manual: the pages of docs/, offline, in the user's language if translated."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QImage,
    QKeySequence,
    QShortcut,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import language, t
from holland44_qt.fonts import font
from holland44_qt.look import TEXT

SIZE = (980, 720)
CONTENTS = (
    "first-game.md", "window.md", "gestures.md", "playing-by-the-rules.md", "ardenas.md",
    "opponent.md", "playing-together.md", "secrets.md", "reviewing.md", "report.md",
    "statistics.md", "analysis.md", "studies.md", "vassal.md", "vassal-comparison.md",
    "corrections.md", "accessibility.md", "reliability.md", "glossary.md",
)  # fmt: skip
"""The pages for players, in a useful reading order."""
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


def docs_folder() -> Path:
    """Return the folder of the docs: in the repository, or in the installed program."""
    return Path(str(files("resources"))).parent / "docs"


def page_file(name: str) -> Path:
    """Return the file of a page: its translation into the user's language, or the English one."""
    translated = docs_folder() / language() / name
    return translated if translated.is_file() else docs_folder() / name


class Page(QTextBrowser):
    """A page that shrinks its pictures to its width."""

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Return a resource of the page; pictures are scaled down to the available width."""
        result = super().loadResource(kind, name)
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return result
        picture = QImage(self.source().resolved(QUrl(name)).toLocalFile())
        room = self.viewport().width() - 4 * int(self.document().documentMargin())
        if picture.width() <= room:
            return picture
        return picture.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)


class ManualWindow(QDialog):
    """Window with the contents on the left and the page on the right; links open other pages."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("shell.manual.title"))
        self.resize(*SIZE)
        self.contents = QListWidget(self)
        self.contents.setAccessibleName(t("shell.manual.contents"))
        self.contents.setFixedWidth(260)
        self.contents.setWordWrap(True)
        for name in CONTENTS:
            if page_file(name).is_file():
                item = QListWidgetItem(_title(page_file(name)), self.contents)
                item.setData(Qt.ItemDataRole.UserRole, name)
        self.contents.currentItemChanged.connect(self._chosen)
        self.page = Page(self)
        self.page.document().setDefaultFont(font("Barlow", TEXT + 2))
        self.page.document().setDocumentMargin(18)
        self.page.setOpenLinks(False)
        self.page.setAccessibleName(self.windowTitle())
        self.page.anchorClicked.connect(self._follow)
        self.wanted = QLineEdit(self)
        self.wanted.setPlaceholderText(t("shell.manual.find"))
        self.wanted.setAccessibleName(t("shell.manual.find"))
        self.wanted.setClearButtonEnabled(True)
        self.wanted.returnPressed.connect(self._find)
        QShortcut(QKeySequence.StandardKey.Find, self, self.wanted.setFocus)
        QShortcut(QKeySequence.StandardKey.Back, self, self.page.backward)
        right = QVBoxLayout()
        right.addWidget(self.wanted)
        right.addWidget(self.page, 1)
        row = QHBoxLayout(self)
        row.addWidget(self.contents)
        row.addLayout(right, 1)

    def show_page(self, name: str, anchor: str = "") -> None:
        """Show a page, for example "report.md"; an anchor is the slug of one of its headings.

        A translated page has the headings of the English one, in the same order.
        """
        file = page_file(name)
        self._open(file)
        if anchor and file != docs_folder() / name:
            english = headings(docs_folder() / name)
            anchor = headings(file)[english.index(anchor)] if anchor in english else ""
        if anchor:
            self._go_to(anchor)

    def _open(self, file: Path) -> None:
        self.page.setSource(
            QUrl.fromLocalFile(str(file)), QTextDocument.ResourceType.MarkdownResource
        )
        for k in range(self.contents.count()):
            if self.contents.item(k).data(Qt.ItemDataRole.UserRole) == file.name:
                self.contents.blockSignals(True)
                self.contents.setCurrentRow(k)
                self.contents.blockSignals(False)

    def _go_to(self, anchor: str) -> None:
        block = self.page.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and slug(block.text()) == anchor:
                self.page.setTextCursor(QTextCursor(block))
                top = self.page.document().documentLayout().blockBoundingRect(block).top()
                self.page.verticalScrollBar().setValue(int(top))
                return
            block = block.next()

    def _follow(self, url: QUrl) -> None:
        """Follow a link: to another page here, or on the web in the browser; ignore links
        to code.
        """
        if url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)
            return
        here = Path(self.page.source().toLocalFile())
        there = (here.parent / url.path()).resolve() if url.path() else here
        if there.suffix == ".md" and there.is_file() and there.is_relative_to(docs_folder()):
            self._open(there)
            if url.fragment():
                self._go_to(url.fragment())

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.show_page(item.data(Qt.ItemDataRole.UserRole))

    def _find(self) -> None:
        """Find the next occurrence on this page, or else the next page that contains the text."""
        words = self.wanted.text().strip()
        if not words or self.page.find(words):
            return
        names = [
            self.contents.item(k).data(Qt.ItemDataRole.UserRole)
            for k in range(self.contents.count())
        ]
        now = self.contents.currentRow()
        for name in (*names[now + 1 :], *names[: now + 1]):
            if words.lower() in page_file(name).read_text(encoding="utf-8").lower():
                self.show_page(name)
                self.page.find(words)
                return


def slug(heading: str) -> str:
    """Return the anchor of a heading, as Markdown renderers make it: lower case, hyphens for
    spaces.
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def headings(file: Path) -> list[str]:
    """Return the anchors of the headings of a page, in order."""
    return [slug(result) for result in _HEADING.findall(file.read_text(encoding="utf-8"))]


def _title(file: Path) -> str:
    result = _TITLE.search(file.read_text(encoding="utf-8"))
    return result[1] if result else file.stem
