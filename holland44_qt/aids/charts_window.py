"""Charts window: a list, a page and a search field."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFont, QTextCursor, QTextOption
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QSplitter,
    QTextBrowser,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t
from engine.modules.module import Module
from holland44_qt.aids.chart_pages import page, plain, title
from holland44_qt.aids.charts import all_charts
from holland44_qt.fonts import font
from holland44_qt.look import TEXT, by_night
from holland44_qt.rule_links import rule_of

SIZE = (1240, 760)
FOUND = QColor(by_night("#ffe08a", "#6b5414"))


class ChartsWindow(QDialog):
    """Window that stays open beside the game; Escape closes it.

    ``rule_wanted`` emits the number of a clicked rule.
    """

    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("aids.charts.title"))
        self.resize(*SIZE)
        self.words = QLineEdit(self)
        self.words.setPlaceholderText(t("aids.charts.find"))
        self.words.setAccessibleName(t("aids.charts.find"))
        self.words.setClearButtonEnabled(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName(t("aids.charts.list"))
        self.page = QTextBrowser(self)
        self.page.setOpenLinks(False)
        # Words stay whole; a table that is too wide scrolls.
        self.page.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self.page.setFont(font("Barlow Semi Condensed", TEXT, QFont.Weight.Medium))
        self.page.setAccessibleName(t("aids.charts.page"))
        self.page.anchorClicked.connect(
            lambda url: self.rule_wanted.emit(rule_of(url.toString()) or "")
        )
        self._pages: dict[str, str] = {}
        parts = QSplitter(Qt.Orientation.Horizontal, self)
        parts.addWidget(self.list)
        parts.addWidget(self.page)
        parts.setStretchFactor(1, 1)
        parts.setSizes([250, SIZE[0] - 250])
        top = QHBoxLayout()
        top.addWidget(self.words)
        body = QVBoxLayout(self)
        body.addLayout(top)
        body.addWidget(parts, 1)
        self.words.textChanged.connect(self._search)
        self.list.currentTextChanged.connect(self._turn_to)

    def show_module(self, module: Module) -> None:
        """Show the charts of another game."""
        self._pages = {title(chart): page(chart) for chart in all_charts(module)}
        self._search(self.words.text())

    @property
    def titles(self) -> list[str]:
        """Return the titles of the listed charts."""
        return [self.list.item(row).text() for row in range(self.list.count())]

    def _search(self, text: str) -> None:
        """List the charts that contain a text, and highlight it on the page."""
        before = self.list.currentItem().text() if self.list.currentItem() else ""
        wanted = text.strip().casefold()
        matches = [name for name, html in self._pages.items() if wanted in plain(html)]
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems(matches)
        self.list.setCurrentRow(matches.index(before) if before in matches else 0)
        self.list.blockSignals(False)
        self._turn_to(self.list.currentItem().text() if matches else "")

    def _turn_to(self, name: str) -> None:
        if not name:
            self.page.setPlainText(t("aids.charts.none") if self._pages else "")
            return
        self.page.setHtml(self._pages[name])
        self._mark(self.words.text().strip())

    def _mark(self, text: str) -> None:
        marks: list[QTextEdit.ExtraSelection] = []
        cursor = QTextCursor(self.page.document())
        while text:
            cursor = self.page.document().find(text, cursor)
            if cursor.isNull():
                break
            mark = QTextEdit.ExtraSelection()
            mark.cursor = QTextCursor(cursor)
            mark.format.setBackground(FOUND)
            marks.append(mark)
        self.page.setExtraSelections(marks)
        if marks:
            first = QTextCursor(marks[0].cursor)
            first.clearSelection()
            self.page.setTextCursor(first)
