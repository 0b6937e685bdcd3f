"""Several annotation files: chosen, shown beside each other, taken in, merged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import UserError
from engine.i18n import language, t
from engine.log.annotation_files import NotesFile, files_of, free_name, merged, take_in
from engine.log.annotations import SUFFIX, Annotations
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.file_dialogs import ask_for_file
from holland44_qt.samples import is_sample
from holland44_qt.settings import is_mine, remember_mine

if TYPE_CHECKING:
    from holland44_qt.report.note_files_dialog import NoteFilesDialog


class NoteFiles(Feature):
    """Feature for the annotation files of the open log."""

    COMMANDS = (Command("note_files", "edit", "choose"),)

    def ready(self) -> None:
        """Follow the game."""
        self.dialog: NoteFilesDialog | None = None
        self._beside: list[Path] = []
        self.session.opened.connect(self._opened)
        self.session.annotated.connect(self._fill)
        self._opened()

    def opens(self, path: Path) -> bool:
        """Import another writer's annotations of the open log."""
        log, recording = self.session.path, self.session.recording
        if path.suffix != SUFFIX or log is None or recording is None:
            return False
        if path.resolve().parent == log.resolve().parent:
            return False
        self.take(path)
        return True

    # -- commands ---------------------------------------------------------------------------------

    def choose(self) -> None:
        """Show the files and their commands."""
        from holland44_qt.report.note_files_dialog import NoteFilesDialog

        dialog = self.dialog = NoteFilesDialog(self.window)
        dialog.chosen.connect(self.write_in)
        dialog.beside.connect(self.show_beside)
        dialog.new.connect(self.ask_for_new)
        dialog.taken.connect(self._ask_for_file)
        dialog.merged.connect(self.merge)
        dialog.finished.connect(self._closed)
        self._fill()
        dialog.open()

    def write_in(self, path: Path) -> bool:
        """Write all further notes into this file."""
        self._beside = [other for other in self._beside if other != path]
        done = self.session.write_in(path)
        self._send()
        return done

    def show_beside(self, paths: list[Path]) -> None:
        """Show the annotations of these files below the user's own."""
        self._beside = paths
        self._send()

    def ask_for_new(self) -> None:
        """Ask for author and language of a new file, and create it."""
        from holland44_qt.report.note_files_dialog import NewFileDialog

        asked = NewFileDialog(self.dialog or self.window)
        asked.accepted.connect(
            lambda: self.new_file(asked.author.text().strip(), asked.language.currentData())
        )
        asked.finished.connect(asked.deleteLater)
        asked.open()

    def new_file(self, author: str, language: str) -> Path | None:
        """Create an annotation file beside the log, and write to it."""
        log, recording = self.session.path, self.session.recording
        if log is None or recording is None:
            return None
        path = free_name(log, author, language)
        try:
            notes = Annotations(log=recording.log.header.id, author=author, language=language)
            notes.save(path)
        except UserError as error:
            self.window.messages.add(str(error), "error")
            return None
        remember_mine(path)
        self.write_in(path)
        return path

    def take(self, path: Path) -> None:
        """Import another writer's annotations and show them beside the user's own."""
        log, recording = self.session.path, self.session.recording
        if log is None or recording is None or not self.window.can_annotate:
            self.window.messages.add(t("history.note.not_here"))
            return
        try:
            at = take_in(log, recording.log.header.id, path)
        except UserError as error:
            self.window.messages.add(str(error), "error")
            return
        self._beside = [*(p for p in self._beside if p != at), at]
        self._send()
        self.window.messages.add(t("report.files.taken", path=at))

    def merge(self, path: Path) -> None:
        """Merge a file's annotations into the user's own."""
        files = {file.path: file for file in self._readable()}
        file = files.get(path)
        if file is None or not self.window.can_annotate:
            self.window.messages.add(t("history.note.not_here"))
            return
        if self.session.annotate(lambda notes: merged(notes, file.notes)):
            self.window.messages.add(t("report.files.merged", file=path.name))

    # -- what follows -----------------------------------------------------------------------------

    def _files(self) -> list[NotesFile]:
        log, recording = self.session.path, self.session.recording
        if log is None or recording is None:
            return []
        return files_of(log, recording.log.header.id)

    def _readable(self) -> list[NotesFile]:
        """Return the files without other sides' private ones, unless written here."""
        if self.session.veiled:  # their entries have the numbers of the whole log
            return []
        return [file for file in self._files() if not file.hidden or is_mine(file.path)]

    def _opened(self) -> None:
        """Show a sample with its annotations in the reader's language, if it has them."""
        self._beside = []
        log = self.session.path
        if log is not None and is_sample(log):
            translated = log.with_suffix(f".{language()}{SUFFIX}")
            if translated.is_file():
                self.session.write_in(translated)
        self.commands.enable("note_files", self.session.path is not None)
        self._send()

    def _send(self) -> None:
        """Send the annotations to be shown beside."""
        wanted = set(self._beside)
        shown = [file.notes for file in self._readable() if file.path in wanted]
        self.session.show_beside(tuple(shown))
        self._fill()

    def _fill(self) -> None:
        log = self.session.path
        if self.dialog is None or log is None:
            return
        files = self._files()
        closed = {f.path for f in files} - {f.path for f in self._readable()}
        written = self.session.notes_path or log.with_suffix(SUFFIX)
        able = self.window.can_annotate
        self.dialog.show_files(files, written, self._beside, closed, enabled=able)

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None

    def _ask_for_file(self) -> None:
        start = self.session.path or Path.home()
        path = ask_for_file(self.window, t("report.files.take"), start, f"*{SUFFIX}")
        if path is not None:
            self.take(path)
