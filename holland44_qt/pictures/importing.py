"""VASSAL files in the window: logs and saves become games, modules are begun as boards."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from platformdirs import user_documents_path
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.store import SUFFIX
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.find import find_extensions, find_module
from engine.vassal.importing import GAMES, MODULES
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.file_dialogs import ask_for_file, ask_for_files, ask_for_folder
from holland44_qt.pictures.import_job import holds_module
from holland44_qt.shell.progress import Work

JOB = "holland44_qt.pictures.import_job"
KINDS = " ".join(f"*{suffix}" for suffix in (*GAMES, *MODULES))
"""For file dialogs."""


class Importing(Feature):
    """Takes what is dropped or opened; the work is done by a process of its own."""

    COMMANDS = (
        Command("import_vassal", "game", "ask", separator=True),
        Command("module_folder", "game", "ask_folder"),
    )

    def ready(self) -> None:
        """Nothing is being imported."""
        self.work: Work | None = None
        self._target: Path | None = None
        self._games: list[Path] = []

    def release(self) -> None:
        """Stop what is being imported."""
        if self.work is not None:
            self.work.stop()
            self._tidy()

    # -- commands ---------------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask for VASSAL files and open them."""
        paths = ask_for_files(self.window, t("pictures.import.title"), self._start(), KINDS)
        if paths:
            self.take(paths)

    def ask_folder(self) -> None:
        """Ask where modules are looked for that do not lie beside their logs."""
        kept = self.window.preferences.now.module_folder
        title = t("pictures.library.title")
        folder = ask_for_folder(self.window, title, kept or self._start())
        if folder:
            self.window.preferences.change(module_folder=str(folder))
            self.window.messages.say(t("pictures.library.done", folder=folder))

    # -- opening ----------------------------------------------------------------------------------

    def opens(self, path: Path) -> bool:
        """VASSAL's logs, saves and modules."""
        return path.suffix.lower() in (*GAMES, *MODULES) and path.is_file() and self.take([path])

    def opens_several(self, paths: Sequence[Path]) -> bool:
        """A log with its module, or the logs of one game."""
        known = all(p.suffix.lower() in (*GAMES, *MODULES) for p in paths)
        return known and self.take(paths)

    def take(self, paths: Sequence[Path]) -> bool:
        """Make a game of files and open it; what cannot be done is told. Always True."""
        try:
            self._take(list(paths))
        except UserError as error:
            self.window.messages.say(str(error), "error")
        return True

    def _take(self, paths: list[Path]) -> None:
        if self.work is not None:
            self.window.messages.say(t("pictures.import.busy"), "error")
            return
        modules = [path for path in paths if holds_module(path)]
        games = sorted(path for path in paths if path not in modules)
        if not games:
            self._begin(modules[0])
            return
        library = self.window.preferences.now.module_folder
        near = modules[0] if modules else find_module(games[0], [Path(library)] if library else [])
        target = self._beside(games[0])
        if target.exists():
            if self.window.open_path(target):
                self.window.messages.say(t("pictures.import.again", path=target))
            return
        self._games = games
        self._run(target, near, "", games)

    def _choose_module(self) -> None:
        """The same logs once more, with the module that is shown to us."""
        games = self._games
        kinds = " ".join(f"*{suffix}" for suffix in MODULES)
        title = t("pictures.import.choose")
        module = ask_for_file(self.window, title, self._start(), kinds)
        if module is None or not games:
            return
        target, number = self._beside(games[0]), 2
        while target.exists() or target.with_suffix(".h44mod").exists():
            target = target.with_name(f"{games[0].stem} {number}{SUFFIX}")
            number += 1
        self._run(target, module, "", games)

    def _begin(self, module: Path) -> None:
        """A new game of a module; which set-up is asked if there are several."""
        info = ModuleInfo.read(module, find_extensions(module))
        if info.setups:
            titles = [t("vassal.setup.start"), *(s.name or s.file for s in info.setups)]
            self._ask_setup(module, info.name, titles)
        else:
            self.begin(module)

    def _ask_setup(self, module: Path, name: str, titles: list[str]) -> None:
        dialog = QInputDialog(self.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(t("pictures.setup.title"))
        dialog.setLabelText(t("pictures.setup.label", module=name))
        dialog.setComboBoxItems(titles)
        dialog.textValueSelected.connect(lambda title: self.begin(module, title))
        dialog.open()

    def begin(self, module: Path, setup: str = "") -> None:
        """Begin a game of a module with a set-up of that title, and open it."""
        target = self._beside(module)
        number = 2
        while target.exists() or target.with_suffix(".h44mod").exists():
            target = target.with_name(f"{module.stem} {number}{SUFFIX}")
            number += 1
        self._run(target, None, setup, [module])

    def _run(self, target: Path, module: Path | None, setup: str, files: list[Path]) -> None:
        self._target = target
        title = t("pictures.import.progress", path=files[0].name)
        arguments = [str(target), str(module or "-"), setup, *map(str, files)]
        self.work = Work(title, JOB, arguments, self._done, self._failed, self.window)
        self.work.dialog.canceled.connect(self._cancelled)

    def _done(self) -> None:
        target, work, self.work = self._target, self.work, None
        told = bytes(work.process.readAllStandardError().data()).decode().strip() if work else ""
        if target is not None and self.window.open_path(target):
            drawing = self.session.module.drawing
            whole = drawing is not None and drawing.has_pictures
            key = "pictures.import.done" if whole else "pictures.import.no_module"
            say = t(key, path=target)
            remedy = None
            if not whole and self._games:
                remedy = t("pictures.import.choose"), self._choose_module
            if told:
                say += " " + t("pictures.import.problems", count=len(told.splitlines()))
            self.window.messages.say(say, "notice", told, remedy)

    def _failed(self, why: str) -> None:
        self.work = None
        self._tidy()
        lines = why.splitlines()
        self.window.messages.say(lines[-1], "error", why if len(lines) > 1 else "")

    def _cancelled(self) -> None:
        work, self.work = self.work, None
        if work is not None:
            work.process.waitForFinished(2000)
        self._tidy()

    def _tidy(self) -> None:
        """A module whose log was not written any more is of no use."""
        if self._target is not None and not self._target.exists():
            self._target.with_suffix(".h44mod").unlink(missing_ok=True)

    def _beside(self, source: Path) -> Path:
        """Where the game of a file goes: beside it, or among the documents."""
        folder = source.parent
        if not os.access(folder, os.W_OK):
            folder = Path(user_documents_path()) / "holland44"
            folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{source.stem}{SUFFIX}"

    def _start(self) -> Path:
        return self.session.path.parent if self.session.path else Path.home()
