"""VASSAL files in the window: logs and saves become games, modules start new games."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from platformdirs import user_documents_path
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.store import SUFFIX
from engine.vassal import GAMES, MODULES
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.file_dialogs import ask_for_file, ask_for_files, ask_for_folder
from holland44_qt.widgets.progress import Work

JOB = "holland44_qt.pictures.import_job"
KINDS = " ".join(f"*{suffix}" for suffix in (*GAMES, *MODULES))
"""File name patterns for file dialogs."""


NAMED = 3
"""Maximum number of missing pictures named in a message."""


@dataclass(frozen=True)
class _Sources:
    """Sources of a game: logs or a module, the logs' module, a folder of pictures."""

    files: tuple[Path, ...]
    module: Path | None = None
    pictures: Path | None = None
    setup: str = ""

    @property
    def has_module(self) -> bool:
        """Return whether the VASSAL module is available."""
        from holland44_qt.pictures.import_job import holds_module

        return self.module is not None or holds_module(self.files[0])


class Importing(Feature):
    """Feature that imports dropped or opened files in a separate process."""

    COMMANDS = (
        Command("import_vassal", "game", "ask", separator=True),
        Command("module_folder", "game", "ask_folder"),
    )

    def ready(self) -> None:
        """Initialise without a running import."""
        self.work: Work | None = None
        self._target: Path | None = None
        self._made: _Sources | None = None

    def release(self) -> None:
        """Stop a running import."""
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
        """Ask for the folder that is searched for modules not beside their logs."""
        last_folder = self.window.preferences.now.module_folder
        title = t("pictures.library.title")
        folder = ask_for_folder(self.window, title, last_folder or self._start())
        if folder:
            self.window.preferences.change(module_folder=str(folder))
            self.window.messages.add(t("pictures.library.done", folder=folder))

    # -- opening ----------------------------------------------------------------------------------

    def opens(self, path: Path) -> bool:
        """Open VASSAL's logs, saves and modules."""
        return path.suffix.lower() in (*GAMES, *MODULES) and path.is_file() and self.take([path])

    def opens_several(self, paths: Sequence[Path]) -> bool:
        """Open a log with its module, or several logs of one game."""
        known = all(p.suffix.lower() in (*GAMES, *MODULES) for p in paths)
        return known and self.take(paths)

    def take(self, paths: Sequence[Path]) -> bool:
        """Convert files to a game and open it; report failures. Always returns True."""
        try:
            self._take(list(paths))
        except UserError as error:
            self.window.messages.add(str(error), "error")
        return True

    def _take(self, paths: list[Path]) -> None:
        from engine.vassal.module_search import find_module
        from holland44_qt.pictures.import_job import holds_module

        if self.work is not None:
            self.window.messages.add(t("pictures.import.busy"), "error")
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
                self.window.messages.add(t("pictures.import.again", path=target))
            return
        self._run(target, _Sources(tuple(games), near))

    def _choose_module(self) -> None:
        """Import the same logs again with the module that the user chooses."""
        kinds = " ".join(f"*{suffix}" for suffix in MODULES)
        title = t("pictures.import.choose")
        module = ask_for_file(self.window, title, self._start(), kinds)
        if module is not None and self._made is not None:
            self._again(replace(self._made, module=module))

    def _choose_pictures(self) -> None:
        """Import the same files again with pictures from a folder that the user chooses."""
        folder = ask_for_folder(self.window, t("pictures.import.folder.title"), self._start())
        if folder and self._made is not None:
            self._again(replace(self._made, pictures=Path(folder)))

    def _again(self, sources: _Sources) -> None:
        """Import previously opened files again, under an unused name."""
        self._run(self._free(sources.files[0]), sources)

    def _free(self, source: Path) -> Path:
        target, number = self._beside(source), 2
        while target.exists() or target.with_suffix(".h44mod").exists():
            target = target.with_name(f"{source.stem} {number}{SUFFIX}")
            number += 1
        return target

    def _begin(self, module: Path) -> None:
        """Start a new game of a module; ask for the set-up if there are several."""
        from engine.vassal.buildfile import ModuleInfo
        from engine.vassal.module_search import find_extensions

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
        """Start a game of a module with the set-up of that title, and open it."""
        self._run(self._free(module), _Sources((module,), setup=setup))

    def _run(self, target: Path, sources: _Sources) -> None:
        self._target, self._made = target, sources
        title = t("pictures.import.progress", path=sources.files[0].name)
        beside = [str(sources.module or "-"), str(sources.pictures or "-"), sources.setup]
        arguments = [str(target), *beside, *map(str, sources.files)]
        self.work = Work(title, JOB, arguments, self._done, self._failed, self.window)
        self.work.dialog.canceled.connect(self._cancelled)

    def _done(self) -> None:
        target, work, self.work = self._target, self.work, None
        message = bytes(work.process.readAllStandardError().data()).decode().strip() if work else ""
        if target is not None and self.window.open_path(target):
            drawing = self.session.module.drawing
            has_module = self._made is not None and self._made.has_module
            whole = has_module or (drawing is not None and drawing.has_pictures)
            key = "pictures.import.done" if whole else "pictures.import.no_module"
            say = t(key, path=target)
            remedy = None
            if not whole:
                remedy = t("pictures.import.choose"), self._choose_module
            elif drawing is not None and drawing.table.missing:
                missing = drawing.table.missing
                names = ", ".join(missing[:NAMED]) + (" …" if len(missing) > NAMED else "")
                say += " " + t("pictures.import.missing", count=len(missing), names=names)
                remedy = t("pictures.import.folder"), self._choose_pictures
            if message:
                say += " " + t("pictures.import.problems", count=len(message.splitlines()))
            self.window.messages.add(say, "notice", message, remedy)

    def _failed(self, why: str) -> None:
        self.work = None
        self._tidy()
        lines = why.splitlines()
        self.window.messages.add(lines[-1], "error", why if len(lines) > 1 else "")

    def _cancelled(self) -> None:
        work, self.work = self.work, None
        if work is not None:
            work.process.waitForFinished(2000)
        self._tidy()

    def _tidy(self) -> None:
        """Delete a converted module whose log could not be written."""
        if self._target is not None and not self._target.exists():
            self._target.with_suffix(".h44mod").unlink(missing_ok=True)

    def _beside(self, source: Path) -> Path:
        """Return the path for a file's game: beside the file, or in the documents folder."""
        folder = source.parent
        if not os.access(folder, os.W_OK):
            folder = Path(user_documents_path()) / "holland44"
            folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{source.stem}{SUFFIX}"

    def _start(self) -> Path:
        return self.session.path.parent if self.session.path else Path.home()
