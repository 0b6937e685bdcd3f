"""Feature with the command for rule pages and the links of rule numbers in the window."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import UserError
from engine.i18n import t
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.look import ACCENT
from holland44_qt.plain_text import no_picture
from holland44_qt.rule_links import link, rule_of

if TYPE_CHECKING:
    from engine.rules.ports import Rulebook
    from engine.rules.rule_page import RulePage

SIZE = (620, 520)


class RulePages(Feature):
    """Enable the pages where the game has rules."""

    COMMANDS = (Command("rule_page", "help", "ask", ("Ctrl+F1",)),)

    def ready(self) -> None:
        """Open the pages."""
        self.dialog: RuleDialog | None = None
        self.window.rule_wanted.connect(self.show_rule)
        self.window.entry.rule_wanted.connect(self.show_rule)
        self.window.messages.rule_wanted.connect(self.show_rule)
        self.session.opened.connect(self._opened)
        self._opened()

    def ask(self) -> None:
        """Open the pages, to look one up."""
        self.show_rule("")

    def show_rule(self, number: str) -> None:
        """Open the page of a rule of the game shown."""
        rules = self.session.rules
        if rules is None:
            self.session.objected.emit(t("rule_page.no_rules"))
            return
        if self.dialog is None:
            title = self.session.module.title
            self.dialog = RuleDialog(rules.rulebook, title, self.window)
            self.dialog.finished.connect(self._closed)
        self.dialog.show_rule(number)
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None

    def _opened(self) -> None:
        if self.dialog is not None:  # of another game, perhaps
            self.dialog.reject()
        self.commands.enable("rule_page", self.session.has_rules)


class RuleDialog(QDialog):
    """Dialog that shows one rule page, found by number or title; numbers in the page are links."""

    def __init__(self, book: Rulebook, game: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._book = book
        self.setWindowTitle(t("rule_page.window", game=game))
        self.wanted = QLineEdit(self)
        self.wanted.setPlaceholderText(t("rule_page.wanted"))
        self.wanted.setAccessibleName(t("rule_page.wanted"))
        self.wanted.setClearButtonEnabled(True)
        names = [f"{number}  {title}" for number, title in book.titles.items()]
        completer = QCompleter(names, self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.activated.connect(self.show_rule)
        self.wanted.setCompleter(completer)
        self.wanted.returnPressed.connect(lambda: self.show_rule(self.wanted.text()))
        self.page = _Page(self)
        self.page.setOpenLinks(False)
        self.page.setAccessibleName(t("rule_page.page"))
        self.page.anchorClicked.connect(lambda url: self.show_rule(rule_of(url.toString()) or ""))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        column = QVBoxLayout(self)
        for part in (self.wanted, self.page, buttons):
            column.addWidget(part)
        self.resize(*SIZE)

    def show_rule(self, wanted: str) -> None:
        """Show the page of a rule, by its number or a line of the list of titles."""
        number = wanted.split()[0] if wanted.split() else ""
        self.wanted.setText(number)
        self.wanted.setFocus()
        if not number:
            self.page.setHtml(contents_html(self._book))
            return
        from engine.rules.rule_page import rule_page

        try:
            self.page.setHtml(page_html(rule_page(self._book, number)))
        except UserError as error:
            self.page.setPlainText(str(error))


class _Page(QTextBrowser):
    """Text browser that loads no resources."""

    def loadResource(self, kind: int, name: object) -> object:
        """Return nothing; resources are never loaded."""
        return no_picture()


def contents_html(book: Rulebook) -> str:
    """Format the list of all rules by number and title, each a link."""
    rows = (f"{link(number)}&nbsp; {escape(title)}" for number, title in book.titles.items())
    return "<br>".join(rows)


def page_html(page: RulePage) -> str:
    """Format a page: title, action of each entry, reading, code and tests."""
    parts = [f"<h3 style='color: {ACCENT}'>{escape(page.number)}&nbsp; {escape(page.title)}</h3>"]
    for entry in page.entries:
        status = t(f"rule_page.status.{entry.status.replace(' ', '_')}")
        own = link(entry.id) if entry.id != page.number else escape(entry.id)
        lines = [f"<b>{own}&nbsp; {escape(entry.title)}</b>: {escape(status)}"]
        lines += [escape(entry.why)] if entry.why else []
        lines += [escape(text) for text in entry.texts]
        parts.append(f"<p>{'<br>'.join(lines)}</p>")
    for reading in page.readings:
        text = t("rule_page.reading", rules=", ".join(reading.rules), text=reading.text)
        source = f"<br><small>{escape(reading.source)}</small>" if reading.source else ""
        parts.append(f"<p><i>{escape(text)}</i>{source}</p>")
    code = "<br>".join(escape(line) for line in page.code_lines())
    if code:
        parts.append(f"<p><small><b>{escape(t('rule_page.code'))}</b><br>{code}</small></p>")
    return "".join(parts)
