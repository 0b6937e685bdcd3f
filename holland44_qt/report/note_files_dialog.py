"""The annotation files of a log: which is written in, which are shown beside it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import language, t
from engine.log.annotation_files import NotesFile
from holland44_qt.report.properties_dialog import LINE, language_box

PATH = Qt.ItemDataRole.UserRole
COLUMNS = ("beside", "author", "language", "title", "entries", "file")


class NoteFilesDialog(QDialog):
    """List of annotation files with the commands for each; signals emit the file."""

    chosen = Signal(Path)
    beside = Signal(object)
    """The files that are shown beside, as a list of paths."""
    new = Signal()
    taken = Signal()
    merged = Signal(Path)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("report.files.window"))
        self.resize(760, 380)
        hint = QLabel(t("report.files.hint"), self)
        hint.setTextFormat(Qt.TextFormat.PlainText)
        hint.setWordWrap(True)
        self.list = QTreeWidget(self)
        self.list.setHeaderLabels([t(f"report.files.{name}") for name in COLUMNS])
        self.list.setRootIsDecorated(False)
        self.list.setAccessibleName(t("report.files.window"))
        self.buttons: dict[str, QPushButton] = {}
        row = QHBoxLayout()
        for name in ("choose", "new", "take", "merge"):
            button = QPushButton(t(f"report.files.{name}"), self)
            button.setToolTip(t(f"report.files.{name}.help"))
            button.setAutoDefault(False)
            self.buttons[name] = button
            row.addWidget(button)
        row.addStretch()
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        close.rejected.connect(self.reject)
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.addWidget(hint)
        column.addWidget(self.list, 1)
        column.addLayout(row)
        self._loading = False
        self.buttons["choose"].clicked.connect(lambda: self._give(self.chosen))
        self.buttons["merge"].clicked.connect(lambda: self._give(self.merged))
        self.buttons["new"].clicked.connect(self.new)
        self.buttons["take"].clicked.connect(self.taken)
        self.list.itemChanged.connect(self._ticked)
        # Told when the list is done with the tick: whoever hears of it fills the list anew.
        self._change_timer = QTimer(self, singleShot=True, interval=0)
        self._change_timer.timeout.connect(self._report_change)
        self.list.itemDoubleClicked.connect(lambda *_: self._give(self.chosen))
        self.list.currentItemChanged.connect(self._enable)

    def show_files(
        self,
        files: Iterable[NotesFile],
        written: Path,
        shown: Iterable[Path],
        closed: set[Path],
        *,
        enabled: bool,
    ) -> None:
        """Show files; the current one is emphasised, ``closed`` ones cannot be read.

        Without ``enabled`` files can only be chosen and shown.
        """
        self._able = enabled
        self._loading = True
        current = self._path()
        self.list.clear()
        ticked = set(shown)
        for file in files:
            notes, path = file.notes, file.path
            hidden = path in closed
            title = t("report.files.hidden", side=notes.side) if hidden else notes.title
            count = "" if hidden else str(len(notes.entries))
            cells = ["", notes.author, notes.language, title, count, path.name]
            item = QTreeWidgetItem(self.list, cells)
            item.setData(0, PATH, path)
            on = Qt.CheckState.Checked if path in ticked else Qt.CheckState.Unchecked
            if path == written:
                font = item.font(1)
                font.setBold(True)
                for column in range(len(cells)):
                    item.setFont(column, font)
                item.setText(0, t("report.files.written"))
            elif hidden:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
            else:
                item.setCheckState(0, on)
            if path == current:
                self.list.setCurrentItem(item)
        for column in range(len(COLUMNS)):
            self.list.resizeColumnToContents(column)
        self._loading = False
        self._written = written
        self._enable()

    _written: Path | None = None
    _able = False

    def _path(self) -> Path | None:
        item = self.list.currentItem()
        return item.data(0, PATH) if item is not None else None

    def _enable(self, *_: object) -> None:
        path = self._path()
        other = path is not None and path != self._written
        able = {
            "choose": other,
            "merge": other and self._able,
            "new": self._able,
            "take": self._able,
        }
        for name, on in able.items():
            self.buttons[name].setEnabled(on)

    def _give(self, signal: object) -> None:
        path = self._path()
        if path is not None and path != self._written:
            signal.emit(path)  # type: ignore[attr-defined]

    def _ticked(self) -> None:
        if not self._loading:
            self._change_timer.start()

    def _report_change(self) -> None:
        items = [self.list.topLevelItem(k) for k in range(self.list.topLevelItemCount())]
        on = Qt.CheckState.Checked
        self.beside.emit(
            [i.data(0, PATH) for i in items if i is not None and i.checkState(0) == on]
        )


class NewFileDialog(QDialog):
    """Question for author and language of a new annotation file."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("report.files.new"))
        self.author = QLineEdit(self, maxLength=LINE)
        self.language = language_box(language(), self)
        ok, cancel = QDialogButtonBox.StandardButton.Ok, QDialogButtonBox.StandardButton.Cancel
        buttons = QDialogButtonBox(ok | cancel, self)
        begin = buttons.button(ok)
        begin.setEnabled(False)
        self.author.textChanged.connect(lambda name: begin.setEnabled(bool(name.strip())))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow(t("report.files.author.ask"), self.author)
        form.addRow(t("report.files.language"), self.language)
        form.addRow(buttons)
