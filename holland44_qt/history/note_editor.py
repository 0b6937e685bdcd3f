"""Editor of an entry's annotation: comment, glyph, title, chapter, bookmark."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t
from engine.log.annotations import MAX_TITLE, Annotation

PAUSE = 400
"""Milliseconds after the last keystroke before text is saved."""
GLYPHS = tuple(
    glyph
    for part in get_args(Annotation.model_fields["glyph"].annotation)
    for glyph in get_args(part)
)
"""Glyphs of an annotation, in the order of the format."""


class NoteEditor(QWidget):
    """Form with the annotation of an entry; ``written`` emits the entry and its new annotation."""

    written = Signal(int, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry: int | None = None
        self._shown = Annotation()
        self._loading = False
        self.title = QLabel(self)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.comment = QPlainTextEdit(self)
        self.comment.setPlaceholderText(t("history.note.comment.hint"))
        self.comment.setTabChangesFocus(True)
        self.glyph = QComboBox(self)
        self.glyph.addItem(t("history.glyph.none"), None)
        for glyph in GLYPHS:
            self.glyph.addItem(f"{glyph}   {t(f'history.glyph.{glyph}')}", glyph)
        self.heading = QLineEdit(self, maxLength=MAX_TITLE)
        self.heading.setPlaceholderText(t("history.note.heading.hint"))
        self.chapter = QLineEdit(self, maxLength=MAX_TITLE)
        self.chapter.setPlaceholderText(t("history.note.chapter.hint"))
        self.bookmark = QCheckBox(t("history.note.bookmark"), self)
        for name in ("comment", "glyph", "heading", "chapter", "bookmark"):
            getattr(self, name).setAccessibleName(t(f"history.note.{name}"))
        form = QFormLayout()
        form.addRow(t("history.note.heading"), self.heading)
        form.addRow(t("history.note.chapter"), self.chapter)
        row = QHBoxLayout()
        row.addWidget(QLabel(t("history.note.glyph"), self))
        row.addWidget(self.glyph, 1)
        row.addWidget(self.bookmark)
        column = QVBoxLayout(self)
        column.addWidget(self.title)
        column.addLayout(form)
        column.addWidget(self.comment, 1)
        column.addLayout(row)
        rows = (self.heading, self.chapter, self.comment, self.glyph, self.bookmark)
        for above, below in pairwise(rows):
            self.setTabOrder(above, below)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self.flush)
        self.comment.textChanged.connect(self._changed)
        self.heading.textChanged.connect(self._changed)
        self.chapter.textChanged.connect(self._changed)
        self.glyph.currentIndexChanged.connect(self._changed_at_once)
        self.bookmark.toggled.connect(self._changed_at_once)

    def show_note(self, entry: int | None, title: str, note: Annotation, *, enabled: bool) -> None:
        """Show the annotation of another entry; None for no entry. Pending text is saved first."""
        self.flush()
        self.setEnabled(enabled and entry is not None)
        self.title.setText(title)
        if entry == self._entry and note == self._shown:
            return
        self._loading = True
        self._entry, self._shown = entry, note
        # A cursor in the middle of a sentence must not jump because the sentence was kept.
        if self.comment.toPlainText() != note.comment:
            self.comment.setPlainText(note.comment)
        if self.heading.text().strip() != note.title:
            self.heading.setText(note.title)
        if self.chapter.text().strip() != (note.chapter or ""):
            self.chapter.setText(note.chapter or "")
        self.glyph.setCurrentIndex(max(0, self.glyph.findData(note.glyph)))
        self.bookmark.setChecked(note.bookmark)
        self._loading = False

    def flush(self) -> None:
        """Emit pending text."""
        self._pause.stop()
        annotation = self._edited_annotation()
        if self._entry is not None and annotation != self._shown:
            self._shown = annotation
            self.written.emit(self._entry, annotation)

    def forget(self) -> None:
        """Clear the editor after its log was closed."""
        self._pause.stop()
        self._entry = None

    def _edited_annotation(self) -> Annotation:
        return self._shown.model_copy(
            update={
                "comment": self.comment.toPlainText(),
                "glyph": self.glyph.currentData(),
                "title": self.heading.text().strip(),
                "chapter": self.chapter.text().strip() or None,
                "bookmark": self.bookmark.isChecked(),
            }
        )

    def _changed(self) -> None:
        if not self._loading:
            self._pause.start()

    def _changed_at_once(self) -> None:
        if not self._loading:
            self.flush()
