"""Annotation of entries: comments, glyphs, chapters and bookmarks, saved beside the log at once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QMessageBox

from engine.i18n import t
from engine.log.annotations import SUFFIX, Annotation
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.file_dialogs import ask_where_to_save
from holland44_qt.frame.panels import Panel
from holland44_qt.history.note_editor import NoteEditor


class Annotating(Feature):
    """Feature to annotate entries; the log itself is never changed."""

    COMMANDS = (
        Command("comment", "edit", "write", ("Ctrl+E",), separator=True),
        Command("chapter", "edit", "chapter", ("Ctrl+Alt+C",)),
        Command("moment_title", "edit", "entitle", ("Ctrl+Alt+E",)),
        Command("bookmark", "edit", "bookmark", ("Ctrl+B",)),
        Command("next_note", "replay", "next_note", ("]",), submenu="jumps"),
        Command("previous_note", "replay", "previous_note", ("[",), submenu="jumps"),
    )

    def panels(self) -> Iterable[Panel]:
        """Return the editor's panel, behind the entry panel."""
        self.editor = NoteEditor()
        yield Panel("comment", self.editor, icon="comment")

    def ready(self) -> None:
        """Follow the current entry."""
        session = self.session
        self.ask = self._ask
        """Callback that asks whether unsaved comments may be discarded."""
        session.unwritten.connect(self._say_unwritten)
        self.editor.written.connect(self._keep)
        session.opened.connect(self.editor.forget)
        for changed in (session.opened, session.stepped, session.annotated):
            changed.connect(self._show)
        self._show()

    def release(self) -> None:
        """Save pending text."""
        self.flush()

    def flush(self) -> None:
        """Save pending text."""
        self.editor.flush()

    def may_close(self) -> bool:
        """Ask the user about annotations that could not be saved; return False to stay."""
        return not self.session.only_here or self.ask()

    def save_elsewhere(self) -> bool:
        """Ask for a file and save the annotations there."""
        path = self.session.path
        if path is None:
            return False
        start = Path.home() / path.with_suffix(SUFFIX).name
        title = t("history.unwritten.save").rstrip("…")
        target = ask_where_to_save(self.window, title, start, f"*{SUFFIX}")
        saved = target is not None and self.session.save_notes(target)
        if saved:
            self.session.noticed.emit(t("history.unwritten.saved", path=target))
        return saved

    def _ask(self) -> bool:
        question = QMessageBox(self.window)
        question.setIcon(QMessageBox.Icon.Question)
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setText(t("history.unwritten.close"))
        save = question.addButton(t("history.unwritten.save"), QMessageBox.ButtonRole.AcceptRole)
        go = question.addButton(t("history.unwritten.go"), QMessageBox.ButtonRole.DestructiveRole)
        stay = question.addButton(t("stance.close.stay"), QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(stay)
        question.exec()
        chosen = question.clickedButton()
        return self.save_elsewhere() if chosen is save else chosen is go

    def _save(self) -> None:
        self.save_elsewhere()

    def _say_unwritten(self, why: str) -> None:
        remedy = t("history.unwritten.save"), self._save
        self.window.messages.add(why, "error", remedy=remedy)

    # -- commands ---------------------------------------------------------------------------------

    def write(self) -> None:
        """Edit the comment of the current entry."""
        self.window.panels.show("comment")
        if not self.editor.comment.hasFocus():
            self.editor.comment.moveCursor(QTextCursor.MoveOperation.End)
        self.editor.comment.setFocus()

    def chapter(self) -> None:
        """Edit the title of a chapter that starts at the current entry."""
        self.window.panels.show("comment")
        self.editor.chapter.setFocus()
        self.editor.chapter.selectAll()

    def entitle(self) -> None:
        """Edit the title of the current entry."""
        self.window.panels.show("comment")
        self.editor.heading.setFocus()
        self.editor.heading.selectAll()

    def bookmark(self) -> None:
        """Add or remove a bookmark here."""
        current = self.session.current
        if current is not None:
            note = current.annotation
            marked = note.model_copy(update={"bookmark": not note.bookmark})
            self._keep(current.entry.id, marked)

    def next_note(self) -> None:
        """Go to the next entry with a comment, a bookmark or a note."""
        steps = self._noted()
        at = bisect_right(steps, self.session.step)
        if at < len(steps):
            self.session.go(steps[at])

    def previous_note(self) -> None:
        """Go to the previous entry with a comment, a bookmark or a note."""
        steps = self._noted()
        at = bisect_left(steps, self.session.step)
        if at:
            self.session.go(steps[at - 1])

    # -- what follows -----------------------------------------------------------------------------

    def _noted(self) -> list[int]:
        marks = self.session.landmarks
        return sorted({*marks.annotated, *marks.notes, *marks.bookmarks})

    def _show(self) -> None:
        current, able = self.session.current, self.window.can_annotate
        note = current.annotation if current is not None else Annotation()
        entry = current.entry.id if current is not None else None
        if current is None:
            title = t("history.note.no_entry")
        elif able and self.session.only_tried:
            able, title = False, t("session.only_tried")
        elif able and self.session.veiled:  # what is typed here would be lost
            able, title = False, t("session.veiled")
        elif able:
            title = t("history.note.title", step=current.place)
        else:
            title = t("history.note.not_here")
        self.editor.show_note(entry, title, note, enabled=able)
        for command in ("comment", "chapter", "moment_title", "bookmark"):
            self.commands.enable(command, able and current is not None)
        for command in ("next_note", "previous_note"):
            self.commands.enable(command, bool(self._noted()))

    def _keep(self, entry: int, note: Annotation) -> None:
        self.session.annotate_entry(entry, lambda _: note)
