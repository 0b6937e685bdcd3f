"""Commands independent of the current game: open, recent games, help."""

from __future__ import annotations

from pathlib import Path

from engine.i18n import t
from engine.log.store import SUFFIX
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.file_dialogs import ask_for_files
from holland44_qt.pictures.vassal_import import KINDS
from holland44_qt.replay.help import about_dialog, shortcuts_dialog
from holland44_qt.samples import sample_games
from holland44_qt.settings import recent_files


class Opening(Feature):
    """Feature for opening files, recent games and the sample game, quitting and help."""

    COMMANDS = (
        Command("open", "game", "ask_and_open", ("Ctrl+O",), "open"),
        Command("sample", "game", "open_sample", (), "sample"),
        Command("quit", "game", "quit", ("Ctrl+Q",), separator=True),
        Command("shortcuts", "help", "shortcuts", ("?",)),
        Command("about", "help", "about", separator=True),
    )

    def ready(self) -> None:
        """Add the menu of recent games below the command to open one."""
        actions, menu = self.commands, self.window.menus["game"]
        actions["sample"].setEnabled(bool(sample_games()))
        self.recent = menu.addMenu(t("app.menu.recent"))
        self.recent.aboutToShow.connect(self._list_recent)
        entries = menu.actions()
        menu.insertMenu(entries[entries.index(actions["open"]) + 1], self.recent)

    def ask_and_open(self) -> None:
        """Ask for a log and open it."""
        start = self.session.path.parent if self.session.path else Path.home()
        kinds = t("app.open.kinds", suffix=SUFFIX, others=KINDS)
        paths = ask_for_files(self.window, t("app.open.title"), start, kinds)
        if paths:
            self.window.open_all(paths)

    def open_sample(self) -> None:
        """Open the sample game."""
        for sample in sample_games()[:1]:
            self.window.open_path(sample, play=False)

    def quit(self) -> None:
        """Close the window."""
        self.window.close()

    def shortcuts(self) -> None:
        """Show all shortcuts."""
        shortcuts_dialog(self.window, self.commands.all).show()

    def about(self) -> None:
        """Show the dialog about the program and the game."""
        about_dialog(self.window, self.session.module).show()

    def _list_recent(self) -> None:
        self.recent.clear()
        for path in recent_files():
            action = self.recent.addAction(str(path).replace("&", "&&"))
            action.triggered.connect(lambda _=False, p=path: self.window.open_path(p))
        if self.recent.isEmpty():
            self.recent.addAction(t("app.recent.none")).setEnabled(False)
