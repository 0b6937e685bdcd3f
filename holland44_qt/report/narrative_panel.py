"""Report beside the board: its moments one below the other, to read and to edit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFont, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t
from engine.log.annotations import MAX_TITLE, Photo
from engine.report.references import References
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, TEXT
from holland44_qt.photos import photo_image
from holland44_qt.plain_text import breakable, tip
from holland44_qt.report.passage_edit import PassageEdit

LINE = 0.35
"""Share of the panel's height at which the passage being read is determined."""
REST = 90
"""Milliseconds without scrolling before the board follows."""
PHOTO = 220
"""Maximum width of a photo in pixels."""


@dataclass(frozen=True)
class PassageContent:
    """Content of a passage."""

    step: int
    entry: int
    chapter: str
    """Title of a chapter that starts here."""
    title: str
    """The written title."""
    generated: str
    """Default title, used without a written one."""
    sentence: str
    verdict: str
    comment: str
    draft: str
    photo: Photo | None
    camera: bool
    """Whether the writer has set the view of the board."""


class NarrativePanel(QWidget):
    """Passages in a column.

    ``reached`` emits the step reached by scrolling, ``written`` an entry and its new text,
    ``entitled`` an entry and its title, ``fronted`` "intro" or "conclusion" and its text,
    ``looked`` a step and whether it uses the current view.
    """

    reached = Signal(int)
    written = Signal(int, str)
    entitled = Signal(int, str)
    fronted = Signal(str, str)
    looked = Signal(int, bool)
    pointed = Signal(str, str)
    named = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hint = _label(self, TEXT - 1)
        self.hint.setText(t("report.narrative.hint"))
        self.area = QScrollArea(self)
        self.area.setAccessibleName(t("app.dock.narrative"))
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.hint)
        column.addWidget(self.area, 1)
        self.passages: dict[int, Passage] = {}
        """By step."""
        self._shape: tuple[object, ...] = ()
        self._quiet = False
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._scrolled)
        self.area.verticalScrollBar().valueChanged.connect(self._moved)

    def show_report(
        self,
        title: str,
        fronts: dict[str, str],
        passages: Sequence[PassageContent],
        references: References | None,
        *,
        enabled: bool,
    ) -> None:
        """Show a report; where only texts changed, the widgets and the text cursor are
        preserved.
        """
        parts = ((p.step, p.chapter, p.generated, p.sentence, p.photo) for p in passages)
        shape = (title, tuple(parts), enabled)
        if shape != self._shape or references is not self._references:
            self._shape, self._references = shape, references
            self._build(title, passages, references, enabled=enabled)
        for name, text in fronts.items():
            self.fronts[name].show_text(text, "")
        for one in passages:
            self.passages[one.step].show_content(one)

    def mark(self, step: int) -> None:
        """Mark the passage of the current step, and scroll to it."""
        for number, passage in self.passages.items():
            passage.set_here(number == step)
        here = self.passages.get(step)
        if here is not None and not self._rest.isActive() and not self._in_sight(here):
            self._quiet = True
            self.area.verticalScrollBar().setValue(max(0, here.y() - 8))
            self._quiet = False

    def _in_sight(self, passage: Passage) -> bool:
        """Return whether a passage is fully visible or being edited; it then does not scroll."""
        top, height = self.area.verticalScrollBar().value(), self.area.viewport().height()
        place = passage.geometry()
        return passage.hasFocusWithin() or (top <= place.top() and place.bottom() <= top + height)

    def _is_edited(self, passage: Passage) -> bool:
        """Return whether a passage has the focus and is not scrolled out of sight."""
        return passage.hasFocusWithin() and not passage.visibleRegion().isEmpty()

    def flush(self) -> None:
        """Emit all pending text."""
        for edit in self.findChildren(PassageEdit):
            edit.flush()
        for passage in self.passages.values():
            passage.keep_title()

    def forget(self) -> None:
        """Discard the game; :meth:`flush` must be called before."""
        self._shape = ()

    _references: References | None = None

    def _build(
        self,
        title: str,
        passages: Sequence[PassageContent],
        references: References | None,
        *,
        enabled: bool,
    ) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setSpacing(10)
        head = _label(page, TEXT + 8, QFont.Weight.Bold)
        head.setText(breakable(title))
        column.addWidget(head)
        self.fronts: dict[str, PassageEdit] = {}
        self.passages = {}
        column.addWidget(self._front("intro", references, enabled=enabled))
        for one in passages:
            passage = Passage(one, references, page)
            passage.edit.setReadOnly(not enabled)
            passage.title.setReadOnly(not enabled)
            passage.entitled.connect(lambda text, entry=one.entry: self.entitled.emit(entry, text))
            passage.adopt.setEnabled(enabled)
            passage.camera.setEnabled(enabled)
            passage.camera.clicked.connect(lambda on, step=one.step: self.looked.emit(step, on))
            passage.edit.written.connect(
                lambda text, entry=one.entry: self.written.emit(entry, text)
            )
            # The board shows the entry that is written about, so that arrows are drawn on it.
            passage.edit.entered.connect(lambda step=one.step: self.reached.emit(step))
            passage.title.textEdited.connect(lambda _, step=one.step: self.reached.emit(step))
            self._listen(passage.edit)
            self.passages[one.step] = passage
            column.addWidget(passage)
        column.addWidget(self._front("conclusion", references, enabled=enabled))
        column.addStretch()
        self._quiet = True
        old = self.area.takeWidget()
        self.area.setWidget(page)
        self._quiet = False
        if old is not None:
            old.deleteLater()

    def _front(self, name: str, references: References | None, *, enabled: bool) -> PassageEdit:
        edit = PassageEdit(references)
        edit.setReadOnly(not enabled)
        edit.setPlaceholderText(t(f"report.properties.{name}"))
        edit.setAccessibleName(t(f"report.properties.{name}"))
        edit.written.connect(lambda text: self.fronted.emit(name, text))
        self._listen(edit)
        self.fronts[name] = edit
        return edit

    def _listen(self, edit: PassageEdit) -> None:
        edit.pointed.connect(self.pointed)
        edit.named.connect(self.named)

    def _moved(self) -> None:
        if not self._quiet:
            self._rest.start()

    def _scrolled(self) -> None:
        """Show on the board the passage that the reader has scrolled to.

        A passage grows while its text is written. The scrolling that follows from that moves
        nothing.
        """
        if any(self._is_edited(passage) for passage in self.passages.values()):
            return
        bar, port = self.area.verticalScrollBar(), self.area.viewport()
        line = bar.value() + port.height() * LINE
        if bar.value() == bar.maximum() and bar.maximum():
            line = float(bar.value() + port.height())
        elif bar.value() == 0:
            line = 0.0
        best = min(
            self.passages.items(),
            key=lambda item: max(item[1].y() - line, line - item[1].geometry().bottom(), 0),
            default=None,
        )
        if best is not None:
            self.reached.emit(best[0])


class Passage(QFrame):
    """Passage of a moment: title, event, figures, text. ``entitled`` emits a changed title."""

    entitled = Signal(str)

    def __init__(
        self, content: PassageContent, references: References | None, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("passage")
        self.entry = content.entry
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 4, 4, 4)
        column.setSpacing(4)
        if content.chapter:
            chapter = _label(self, TEXT + 4, QFont.Weight.DemiBold)
            chapter.setText(breakable(content.chapter))
            chapter.setStyleSheet(f"color: {ACCENT};")
            column.addWidget(chapter)
        self.title = QLineEdit(self, maxLength=MAX_TITLE)
        self.title.setFont(font("Barlow", TEXT + 1, QFont.Weight.DemiBold))
        self.title.setPlaceholderText(content.generated)
        self.title.setToolTip(tip(t("report.narrative.title.help")))
        self.title.setAccessibleName(t("report.narrative.title", entry=content.entry))
        self.title.setFrame(False)
        self.title.editingFinished.connect(self.keep_title)
        self._title = ""
        column.addWidget(self.title)
        sentence = _label(self, TEXT - 1)
        sentence.setText(breakable(content.sentence))
        column.addWidget(sentence)
        if content.verdict:
            verdict = _label(self, TEXT - 1)
            verdict.setText(content.verdict)
            column.addWidget(verdict)
        self.edit = PassageEdit(references, self)
        self.edit.setAccessibleName(t("report.narrative.text", entry=content.entry))
        column.addWidget(self.edit)
        self.adopt = QPushButton(t("report.narrative.adopt"), self)
        self.adopt.setToolTip(t("report.narrative.adopt.help"))
        self.adopt.setFlat(True)
        self.adopt.clicked.connect(self.edit.adopt)
        self.edit.became_own.connect(lambda: self.adopt.setVisible(False))
        self.camera = QPushButton(t("report.narrative.camera"), self)
        self.camera.setToolTip(t("report.narrative.camera.help"))
        self.camera.setCheckable(True)
        self.camera.setFlat(True)
        row = QHBoxLayout()
        row.addWidget(self.camera)  # first: the other goes away as soon as somebody writes
        row.addWidget(self.adopt)
        row.addStretch()
        column.addLayout(row)
        if content.photo is not None:
            image = photo_image(content.photo)
            if not image.isNull():
                picture = QLabel(self)
                wide = min(PHOTO, image.width())
                smooth = Qt.TransformationMode.SmoothTransformation
                picture.setPixmap(QPixmap.fromImage(image.scaledToWidth(wide, smooth)))
                picture.setAccessibleName(content.photo.caption or t("report.narrative.photo"))
                column.addWidget(picture)
        column.addStretch()
        self._here = True
        self.set_here(False)

    def show_content(self, content: PassageContent) -> None:
        """Update the displayed texts."""
        if content.title != self._title and not self.title.isModified():
            self.title.setText(content.title)
            self._title = content.title
        self.edit.show_text(content.comment, content.draft)
        self.adopt.setVisible(self.edit.generated)
        self.camera.setChecked(content.camera)
        set_or_not = "report.narrative.camera.set" if content.camera else "report.narrative.camera"
        self.camera.setText(t(set_or_not))
        self.camera.setVisible(self._here or content.camera)

    def keep_title(self) -> None:
        """Emit the title if it was changed."""
        self.title.setModified(False)
        text = self.title.text().strip()
        if text != self._title:
            self._title = text
            self.entitled.emit(text)

    def set_here(self, here: bool) -> None:
        """Mark the passage as that of the current step, or not."""
        if here != self._here:
            self._here = here
            edge = ACCENT if here else "transparent"
            self.setStyleSheet(f"#passage {{ border: none; border-left: 4px solid {edge}; }}")
            # Only of what is in sight can one say that readers see it.
            self.camera.setVisible(here or self.camera.isChecked())

    def hasFocusWithin(self) -> bool:
        """Return whether the passage is being edited."""
        return self.edit.hasFocus() or self.title.hasFocus()


def _label(parent: QWidget, size: int, weight: QFont.Weight = QFont.Weight.Normal) -> QLabel:
    made = QLabel(parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    made.setFont(font("Barlow", size, weight))
    return made
