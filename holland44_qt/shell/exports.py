"""Export a game as a page, a report or a table, in a separate process."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QMessageBox

from engine.core.errors import UserError
from engine.files import need_writable
from engine.i18n import decimal, t
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.file_dialogs import ask_where_to_save
from holland44_qt.shell.unfinished import Beside
from holland44_qt.widgets.progress import Work

if TYPE_CHECKING:
    from engine.report.settings import Settings

JOB = "holland44_qt.shell.export_job"


class Exports(Feature):
    """Feature with the three exports of the game menu, for the current line of play."""

    COMMANDS = (
        Command("export_as", "game", "export_as", ("Ctrl+Shift+S",)),
        Command("export_html", "game", "export_html", submenu="export"),
        Command("export_md", "game", "export_md", submenu="export"),
        Command("export_csv", "game", "export_csv", submenu="export"),
    )

    def ready(self) -> None:
        """Enable the exports while a game is open."""
        self.work: Work | None = None
        self.window.export_wanted.connect(self.write)
        self.session.opened.connect(self._opened)
        self._opened()

    def export_html(self) -> None:
        """Export as a replay page for a browser."""
        self._ask("html")

    def export_md(self) -> None:
        """Export as a report."""
        self._ask("md")

    def export_csv(self) -> None:
        """Export as a table."""
        self._ask("csv")

    def export_as(self) -> None:
        """Export in any format, with settings and a preview."""
        from holland44_qt.report.export_dialog import ExportDialog

        recording, path = self.session.recording, self.session.path
        if recording is None or path is None:
            return
        dialog = ExportDialog(
            recording, self.session.step, self.window, viewpoint=self.session.only_viewpoint
        )
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        form, settings, name = dialog.format, dialog.settings(), dialog.recipe.text().strip()
        dialog.deleteLater()
        if not accepted:
            return
        if name and self.window.can_annotate:
            from engine.report.settings import with_recipe

            self.session.annotate(lambda notes: with_recipe(notes, name, form.name, settings))
        self._ask(form.name, t("report.export.title"), settings)

    def write(self, kind: str, target: Path, settings: Settings | None = None) -> None:
        """Export the game in a format of export_job; the message bar reports the result."""
        session, recording = self.session, self.session.recording
        if session.path is None or recording is None or self.work is not None:
            return
        if session.veiled:  # who sees one side exports what it sees
            from engine.report.settings import Settings as Plain

            settings = (settings or Plain()).model_copy(update={"viewpoint": session.viewpoint})
        from holland44_qt.report.export_dialog import FORMATS

        tip, shown = session.whole_tip, session.current
        if FORMATS[kind].one_position and shown is not None:
            tip = shown.entry.id
        messages = self.window.messages

        def done() -> None:
            work, self.work = self.work, None
            wrote, size = _written(target)
            data = work.process.readAllStandardError().data() if work is not None else b""
            left_out = bytes(data).decode(errors="replace").strip()
            text = t("shell.export.done", path=wrote, size=decimal(size / 2**20, ".2f"))
            messages.add(text, remedy=(t("shell.export.open"), lambda: _open(wrote)))
            if left_out:  # what the format cannot hold
                messages.add(left_out.splitlines()[0], "notice", left_out)

        def failed(why: str) -> None:
            self.work = None
            self._beside.clear()
            lines = why.splitlines()
            messages.add(lines[-1], "error", why if len(lines) > 1 else "")

        text = json.dumps({} if settings is None else settings.changed())
        notes = str(session.notes_path or "")
        arguments = [str(session.path), str(tip), kind, str(target), text, notes]
        self._beside = Beside(target)
        title = t("shell.export.progress", path=target.name)
        self.work = Work(title, JOB, arguments, done, failed, self.window)
        self.work.dialog.canceled.connect(self._cancelled)

    def _ask(self, kind: str, title: str = "", settings: Settings | None = None) -> None:
        """Ask for the target, list the files to be replaced, and write."""
        path, recording = self.session.path, self.session.recording
        if path is None or recording is None:
            return
        from engine.report.job import Job
        from engine.report.output import default_name, named, output_of
        from engine.report.pictures import picture_count
        from engine.report.settings import Settings
        from holland44_qt.report.export_dialog import FORMATS

        form = FORMATS[kind]
        try:
            job = Job(recording, path, settings or Settings())
            several = form.name == "png" and picture_count(job, kind) > 1
            folder = path.parent if os.access(path.parent, os.W_OK) else Path.home()
            start = default_name(path, form, folder, several=several)
            title = title or t(f"app.command.export_{kind}").replace("&", "")
            kinds = "" if several else f"*{form.suffix}"
            target = ask_where_to_save(self.window, title, start, kinds)
            if target is None:
                return
            job.target = target if several else named(form, target)
            planned = output_of(job, form, draws=True)
            need_writable(planned.target)
        except UserError as error:
            self.window.messages.add(str(error), "error")
            return
        # The file dialog has asked about the file that was named, and about nothing else.
        others = [file for file in planned.in_the_way() if file != target]
        if others and not self._may_replace(planned.describe(), others):
            return
        self.write(kind, planned.target, settings)

    def _may_replace(self, writes: str, files: list[Path]) -> bool:
        question = QMessageBox(self.window)
        question.setIcon(QMessageBox.Icon.Question)
        where = files[0].parent if len(files) > 1 else files[0]
        question.setText(t("report.output.replaces", number=len(files), path=where))
        question.setInformativeText(writes)
        replace = question.addButton(t("report.output.replace"), QMessageBox.ButtonRole.AcceptRole)
        question.addButton(QMessageBox.StandardButton.Cancel)
        question.exec()
        question.deleteLater()
        return question.clickedButton() is replace

    def _cancelled(self) -> None:
        work, self.work = self.work, None
        if work is not None:
            work.stop()
            self._beside.clear()
        self.window.messages.add(t("shell.export.cancelled"), passing=True)

    def _opened(self) -> None:
        for command in self.COMMANDS:
            self.commands.enable(command.id, self.session.recording is not None)

    def release(self) -> None:
        """Stop a running export."""
        if self.work is not None:
            self.work.stop()
            self._beside.clear()
            self.work = None


def _open(path: Path) -> None:
    """Open the exported file with the desktop's default program."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def _written(target: Path) -> tuple[Path, int]:
    """Return the target, and the total size in bytes of the written files and pictures."""
    from engine.report.pictures import folder_of, our_pictures

    files = [target] if target.is_file() else our_pictures(target)
    return target, sum(file.stat().st_size for file in [*files, *our_pictures(folder_of(target))])
