"""Feature that answers questions about many games."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from engine.i18n import t
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.file_dialogs import ask_for_folder
from holland44_qt.game_files import games_folder
from holland44_qt.widgets.progress import Work

if TYPE_CHECKING:
    from holland44_qt.report.library_window import LibraryWindow


class ManyGames(Feature):
    """Feature that reads the logs of a folder in a process of its own and shows their answers."""

    COMMANDS = (Command("many_games", "game", "choose", separator=True),)

    work: Work | None = None
    library: LibraryWindow | None = None

    def choose(self) -> None:
        """Ask for a folder and show the answers about its games."""
        if find_spec("duckdb") is None:
            self.window.messages.add(t("studies.error.not_installed"), "error")
            return
        start = self.session.path.parent if self.session.path else games_folder()
        folder = ask_for_folder(self.window, t("studies.window.choose"), start)
        if folder is not None:
            self.read(folder)

    def read(self, folder: Path) -> None:
        """Read the new and changed logs below a folder, then show the answers."""
        self.release()
        work = Work(
            t("studies.cli.reading"),
            "engine.studies.reading",
            [str(folder)],
            lambda: self._show(folder, work),
            self._failed,
            self.window,
        )
        work.dialog.canceled.connect(self._forget)
        self.work = work

    def release(self) -> None:
        """Stop reading."""
        if self.work is not None:
            self.work.stop()
            self.work = None

    def _forget(self) -> None:
        self.work = None

    def _failed(self, why: str) -> None:
        self._forget()
        self.window.messages.add(why, "error")

    def _show(self, folder: Path, work: Work) -> None:
        from holland44_qt.report.library_window import LibraryWindow

        self._forget()
        if self.library is None:
            self.library = LibraryWindow(self.window)
            self.library.folder_wanted.connect(self.choose)
        left_out = bytes(work.process.readAllStandardError().data()).decode(errors="replace")
        self.library.show_folder(folder, left_out.strip())
        self.library.show()
        self.library.raise_()
