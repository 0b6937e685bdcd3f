"""Byline settings: the author's name and signing key for new entries."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from engine.core.errors import UserError
from engine.i18n import t
from engine.play import bylines
from engine.play.bylines import Byline
from holland44_qt.file_dialogs import ask_for_file, ask_where_to_save

SUFFIX = ".pem"


class BylineFields(QWidget):
    """Fields for name and key file, with the resulting byline or an error below."""

    written = Signal(object)
    """Saved byline."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        stored_author = bylines.stored_author()
        self.name = QLineEdit(stored_author.name, self, maxLength=bylines.LONGEST)
        self.name.setPlaceholderText(t("shell.byline.nobody"))
        self.key = QLineEdit(stored_author.key_file, self)
        self.key.setPlaceholderText(t("shell.byline.no_key"))
        self.choose = QPushButton(t("shell.byline.choose"), self)
        self.make = QPushButton(t("shell.byline.make"), self)
        self.status = QLabel(self)
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        self.status.setWordWrap(True)
        for button in (self.choose, self.make):
            button.setAutoDefault(False)
        self.public = QLineEdit(self, readOnly=True)
        row = QHBoxLayout()
        row.addWidget(self.key, 1)
        row.addWidget(self.choose)
        row.addWidget(self.make)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(9)
        grid.setColumnStretch(1, 1)
        fields = (("name", self.name), ("key", self.key), ("public", self.public))
        for number, (name, field) in enumerate(fields):
            text = t(f"shell.byline.{name}")
            label = QLabel(text, self)
            label.setBuddy(field)
            field.setAccessibleName(text.replace("&", ""))
            field.setToolTip(t(f"shell.byline.{name}.tip"))
            field.setMinimumHeight(field.sizeHint().height())  # a dialog may be short of room
            grid.addWidget(label, number, 0)
            if field is self.key:
                grid.addLayout(row, number, 1)
            else:
                grid.addWidget(field, number, 1)
        grid.addWidget(self.status, len(fields), 0, 1, 2)
        self.name.editingFinished.connect(self.keep)
        self.key.editingFinished.connect(self.keep)
        self.choose.clicked.connect(self._choose)
        self.make.clicked.connect(self._make)
        self._stored = stored_author
        byline, trouble = bylines.usable_byline()
        self._update(byline, trouble)

    def keep(self) -> None:
        """Save the fields if they are valid; show the error if not."""
        name, key = self.name.text().strip(), self.key.text().strip()
        if (name, key) == (self._stored.name, self._stored.key_file):
            return
        try:
            byline = bylines.keep(name, key)
        except UserError as error:
            self._update(None, str(error))
            return
        self._stored = bylines.stored_author()
        self._update(byline)
        self.written.emit(byline)

    def use_key(self, path: Path) -> None:
        """Sign with the key in a file."""
        self.key.setText(str(path))
        self.keep()

    def make_key(self, path: Path) -> None:
        """Create a key in a new file, and sign with it."""
        try:
            bylines.make_key(path)
        except UserError as error:
            self._update(None, str(error))
            return
        self.use_key(path)

    def _choose(self) -> None:
        start = Path(self.key.text()).parent if self.key.text() else Path.home()
        title = t("shell.byline.choose.title")
        path = ask_for_file(self, title, start, f"*{SUFFIX}")
        if path:
            self.use_key(path)

    def _make(self) -> None:
        start = Path.home() / f"holland44{SUFFIX}"
        title = t("shell.byline.make.title")
        path = ask_where_to_save(self, title, start, f"*{SUFFIX}", replaces=False)
        if path:
            self.make_key(path)

    def _update(self, byline: Byline | None, trouble: str | None = None) -> None:
        signs = byline is not None and byline.signer is not None
        self.public.setText(byline.signer.key if byline and byline.signer else "")
        self.public.setCursorPosition(0)
        if trouble is None:
            named = byline is not None and byline.author is not None
            trouble = t(f"shell.byline.{'signed' if signs else 'unsigned' if named else 'none'}")
        self.status.setText(trouble)
