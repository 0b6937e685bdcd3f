"""Annotation files of a log: the one written in and those beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.annotations import SUFFIX as NOTES_SUFFIX
from engine.log.annotations import Annotation, Annotations, load_for
from engine.play.game import Recording
from engine.report.viewpoint import Viewed
from holland44_qt.models.landmarks import Landmarks
from holland44_qt.session.shown import Shown

Change = Callable[[Annotations], Annotations]


class Notes(Shown):
    """Current recording with its annotations.

    Unsaved changes stay in memory and are written with the next successful change; ``unwritten`` is
    emitted with a sentence about them.
    """

    unwritten = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pending: list[Change] = []
        self._before_pending: Annotations | None = None
        self.only_here = False
        """Whether there are annotations that are saved in no file."""
        self.opened.connect(self.let_go)

    def let_go(self) -> None:
        """Discard unsaved annotations."""
        self._pending, self._before_pending, self.only_here = [], None, False

    def annotate(self, change: Change) -> bool:
        """Change the annotations of the log in the file beside it.

        Returns False, and emits ``failed``, on error. The file is read again first, so that changes
        by another window are preserved.
        """
        recording, path = self.recording, self.path
        if recording is None or path is None:
            self.objected.emit(t("session.nothing_open"))
            return False
        if isinstance(recording, Viewed):  # its entries have other numbers, and others' notes lack
            self.objected.emit(t("session.veiled"))
            return False

        notes = recording.annotations
        try:
            edited = change(notes)
            if self._of_a_trial(edited) - self._of_a_trial(notes):
                raise UserError(t("session.only_tried"))
        except UserError as error:
            self.failed.emit(str(error))
            return False
        owed = [*self._pending, change]
        try:
            changed = self._written(recording, path, lambda stored: reduce(_after, owed, stored))
        except UserError as error:
            try:
                edited.storable(path)  # no file would ever take it: better said now than at the end
            except UserError as unstorable:
                self.failed.emit(str(unstorable))
                return False
            self._before_pending = self._before_pending or notes
            self._pending, self.only_here = owed, True
            why = t("session.unwritten", why=error)
            self.unwritten.emit(why)
            self.failed.emit(why)
            self._report(recording, edited)
            return False
        self.let_go()
        self._report(recording, changed)
        return True

    def annotate_entry(self, entry: int, change: Callable[[Annotation], Annotation]) -> bool:
        """Change the annotation of one entry as :meth:`annotate` does."""
        return self.annotate(lambda notes: notes.with_note(entry, change))

    def save_notes(self, file: Path) -> bool:
        """Write all annotations of the log to another file.

        Returns False, and emits ``failed``, on error.
        """
        if self.recording is None:
            return False
        try:
            self.recording.annotations.save(file)
        except UserError as error:
            self.failed.emit(str(error))
            return False
        self.only_here = False
        return True

    def show_beside(self, notes: tuple[Annotations, ...]) -> None:
        """Show other annotation files of the log too."""
        if notes != self.beside:
            self.beside = notes
            self.annotated.emit()

    def write_in(self, file: Path) -> bool:
        """Show and edit another annotation file of the log.

        Returns False, and emits ``failed``, on error.
        """
        recording, path = self.recording, self.path
        if recording is None or path is None:
            self.objected.emit(t("session.nothing_open"))
            return False
        own, log_id = path.with_suffix(NOTES_SUFFIX), recording.log.header.id
        try:
            edited = load_for(path, log_id, file)
            if file != own:
                base = load_for(path, log_id, own) if own.is_file() else Annotations(log=log_id)
                edited = _on_lines_of(base, edited)
        except UserError as error:
            self.failed.emit(str(error))
            return False
        self.notes_path = None if file == own else file
        self._report(recording, edited)
        return not self._pending or self.annotate(lambda notes: notes)

    def choose_main(self, start: int) -> bool:
        """Make the line that starts with an entry the main one, which is opened and exported."""
        return self.annotate(lambda notes: notes.model_copy(update={"main": start}))

    def _of_a_trial(self, notes: Annotations) -> set[int]:
        """Return the annotated what-if entries that are not saved in any file."""
        last = len(self._real.log) if self._real is not None else 0
        return {entry for entry in (*notes.entries, *notes.branches) if entry > last}

    def _report(self, recording: Recording, notes: Annotations) -> None:
        for one in (recording, self._real, self._trial):
            if one is not None:
                one.annotate(notes)
        self.landmarks = Landmarks.of(recording)
        self.annotated.emit()

    def _written(self, recording: Recording, path: Path, change: Change) -> Annotations:
        """Write a change to the current annotation file.

        Raises UserError. The main line and the names of lines are stored in the log's own file.
        """
        own = path.with_suffix(NOTES_SUFFIX)
        target, log_id = self.notes_path or own, recording.log.header.id
        edited = self._before_pending or recording.annotations
        if target.is_file():
            edited = load_for(path, log_id, target)
        if target == own:
            changed = change(edited)
            changed.save(own)
            return changed
        base = load_for(path, log_id, own) if own.is_file() else Annotations(log=log_id)
        shown = _on_lines_of(base, edited)
        changed = change(shown)
        if (changed.branches, changed.main) != (shown.branches, shown.main):
            _on_lines_of(changed, base).save(own)
        _on_lines_of(Annotations(log=log_id), changed).save(target)
        return changed


def _after(notes: Annotations, change: Change) -> Annotations:
    return change(notes)


def _on_lines_of(base: Annotations, notes: Annotations) -> Annotations:
    """Return annotations with the names of lines and the main line of another file."""
    return notes.model_copy(update={"branches": base.branches, "main": base.main})
