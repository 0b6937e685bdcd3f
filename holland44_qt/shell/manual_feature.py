"""F1: open the manual at the page about the widget under the mouse."""

from __future__ import annotations

from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget

from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.shell.manual_window import ManualWindow

PAGES = {
    "start": "first-game.md",
    "panel-decide": "playing-by-the-rules.md#decide",
    "panel-advice": "playing-by-the-rules.md#see-what-the-rules-see",
    "panel-combat": "playing-by-the-rules.md#attack",
    "panel-entry": "reviewing.md",
    "panel-log": "reviewing.md",
    "panel-contents": "reviewing.md",
    "panel-branches": "reviewing.md",
    "panel-compare": "reviewing.md",
    "panel-dice": "reliability.md",
    "panel-comment": "report.md",
    "panel-narrative": "report.md",
    "panel-ribbon": "reviewing.md",
    "panel-moments": "report.md",
    "panel-overview": "statistics.md",
    "panel-figures": "statistics.md",
    "panel-module": "vassal.md",
    "board": "playing-by-the-rules.md#move",
}
"""The manual's page for each widget, by object name."""
ELSEWHERE = "window.md"


class Manual(Feature):
    """Feature with the manual command and its window."""

    COMMANDS = (Command("manual", "help", "open_manual", ("F1",)),)

    def ready(self) -> None:
        """Prepare the feature; the manual's window is created on first use."""
        self.opened: ManualWindow | None = None

    def open_manual(self) -> None:
        """Open the manual, which is only loaded on first use."""
        if self.opened is None:
            self.opened = ManualWindow(self.window)
        name, _, anchor = page_about(QApplication.widgetAt(QCursor.pos())).partition("#")
        self.opened.show_page(name, anchor)
        self.opened.show()
        self.opened.raise_()
        self.opened.activateWindow()


def page_about(widget: QWidget | None) -> str:
    """Return the page about a widget, or about its nearest ancestor that has a page."""
    while widget is not None:
        if (page := PAGES.get(widget.objectName())) is not None:
            return page
        widget = widget.parentWidget()
    return ELSEWHERE
