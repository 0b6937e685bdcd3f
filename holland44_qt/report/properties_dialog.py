"""Report properties: title, subtitle, authors, language, introduction, conclusion, cover."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t
from engine.log.annotations import MAX_TEXT, Annotations

LANGUAGES = ("en", "es", "pt", "de", "fr", "it", "nl", "pl")
LINE = 300


def language_box(current: str, parent: QWidget) -> QComboBox:
    """Return a list of the languages of a report, with one chosen."""
    box = QComboBox(parent)
    for code in dict.fromkeys((*LANGUAGES, current)):
        box.addItem(t(f"report.language.{code}") if code in LANGUAGES else code, code)
    box.setCurrentIndex(box.findData(current))
    return box


class PropertiesDialog(QDialog):
    """Dialog for the report's metadata; nothing changes before it is accepted."""

    def __init__(
        self,
        notes: Annotations,
        entry: int | None,
        parent: QWidget | None,
        sides: Mapping[str, str] | None = None,
    ) -> None:
        """Create the dialog.

        ``entry`` is the current one, whose picture can be the cover. ``sides`` are the titles of
        the possible authors' sides, by id.
        """
        super().__init__(parent)
        self._notes, self._entry = notes, entry
        self.setWindowTitle(t("report.properties.window"))
        self.resize(620, 640)
        self.title = QLineEdit(notes.title, self, maxLength=LINE)
        self.subtitle = QLineEdit(notes.subtitle, self, maxLength=LINE)
        self.author = QLineEdit(notes.author, self, maxLength=LINE)
        self.language = language_box(notes.language, self)
        self.intro = QPlainTextEdit(notes.intro, self)
        self.conclusion = QPlainTextEdit(notes.conclusion, self)
        self.cover = QCheckBox(self)
        self.cover.setText(t("report.properties.cover", entry=entry or "–"))
        self.cover.setChecked(entry is not None and notes.cover == entry)
        self.cover.setEnabled(entry is not None)
        self.side = QComboBox(self)
        self.side.addItem(t("report.properties.nobody"), "")
        for side, title in (sides or {}).items():
            self.side.addItem(title, side)
        if notes.side and self.side.findData(notes.side) < 0:
            self.side.addItem(notes.side, notes.side)
        self.side.setCurrentIndex(max(0, self.side.findData(notes.side)))
        self.side.setAccessibleName(t("report.properties.side"))
        self.hidden = QCheckBox(t("report.properties.hidden"), self)
        self.hidden.setChecked(not notes.revealed)
        form = QFormLayout()
        for name in ("title", "subtitle", "author", "language", "intro", "conclusion"):
            field: QWidget = getattr(self, name)
            field.setAccessibleName(t(f"report.properties.{name}"))
            if isinstance(field, QPlainTextEdit):
                field.setTabChangesFocus(True)
                field.setPlaceholderText(t("report.properties.markdown"))
            form.addRow(t(f"report.properties.{name}"), field)
        form.addRow("", self.cover)
        form.addRow(t("report.properties.side"), self.side)
        form.addRow("", self.hidden)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        self.fault = QLabel(self)
        self.fault.setTextFormat(Qt.TextFormat.PlainText)
        self.fault.setWordWrap(True)
        self.fault.hide()
        column.addLayout(form, 1)
        column.addWidget(self.fault)
        column.addWidget(buttons)

    def accept(self) -> None:
        """Close, unless a text is too long for the file."""
        for name in ("intro", "conclusion"):
            if len(getattr(self, name).toPlainText()) > MAX_TEXT:
                field = t(f"report.properties.{name}")
                self.fault.setText(t("report.properties.long", field=field, limit=MAX_TEXT))
                self.fault.show()
                return
        super().accept()

    def changed(self, notes: Annotations) -> Annotations:
        """Return annotations with the dialog's texts; other fields are unchanged."""
        cover = notes.cover
        if self._entry is not None:
            if self.cover.isChecked():
                cover = self._entry
            elif notes.cover == self._entry:
                cover = None
        return notes.model_copy(
            update={
                "title": self.title.text().strip(),
                "subtitle": self.subtitle.text().strip(),
                "author": self.author.text().strip(),
                "language": self.language.currentData(),
                "intro": self.intro.toPlainText(),
                "conclusion": self.conclusion.toPlainText(),
                "cover": cover,
                "side": self.side.currentData(),
                "revealed": not (self.hidden.isChecked() and self.side.currentData()),
            }
        )
