"""Export of a replay page with a module's pictures, after a notice about their copyright."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from engine.i18n import t
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.file_dialogs import ask_where_to_save


class Publishing(Feature):
    """Feature for the export with module pictures; all other exports draw maps and counters
    themselves.
    """

    COMMANDS = (Command("export_art", "game", "ask", submenu="export"),)

    def ready(self) -> None:
        """Enable the export while a game with pictures is open."""
        self.warning: QMessageBox | None = None
        self.session.opened.connect(self._opened)
        self._opened()

    def ask(self) -> None:
        """Show the copyright notice, and continue only if the user agrees."""
        drawing = self.session.module.drawing
        if drawing is None:
            return
        box = self.warning = QMessageBox(self.window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(t("pictures.art.title"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(t("pictures.art.owner", owner=drawing.owner))
        box.setInformativeText(t("pictures.art.advice"))
        with_art = box.addButton(t("pictures.art.go"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.buttonClicked.connect(lambda button: self._ask_file() if button is with_art else None)
        box.open()

    def _ask_file(self) -> None:
        path = self.session.path
        if path is None:
            return
        start = path.with_name(f"{path.stem}-pictures.html")
        title = t("app.command.export_art").replace("&", "")
        target = ask_where_to_save(self.window, title, start, "*.html")
        if target:
            self.window.export_wanted.emit("art", target)

    def _opened(self) -> None:
        drawing = self.session.module.drawing
        possible = drawing is not None and drawing.has_pictures
        self.commands.enable("export_art", possible)
