"""Corrections dialog: every uncertain value, as in the program and as in the printed game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import UserError
from engine.i18n import t
from engine.modules import corrections_kept as shelf
from engine.modules.corrections import (
    SUFFIX,
    Correctable,
    Correction,
    Corrections,
    correctable,
    describe,
    fits,
    place_of,
    shapes,
)
from engine.modules.module import Module, load_module
from holland44_qt.file_dialogs import ask_for_file, ask_where_to_save

WHAT, NOW, TO, BASIS = range(4)
COLUMNS = ("what", "now", "to", "basis")
Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole


class CorrectionsModel(QAbstractTableModel):
    """Table model of a game's correctable values, a row each."""

    refused = Signal(str)

    def __init__(self, module: Module, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._module = module
        self.values: list[Correctable] = list(correctable(module))
        self._shapes = shapes(self.values)
        self._to: dict[tuple[str, ...], Correction] = {}

    def show(self, corrections: Corrections) -> None:
        """Replace the current corrections by others."""
        self.beginResetModel()
        self._to = {place_of(correction): correction for correction in corrections.corrections}
        self.endResetModel()

    def said(self) -> tuple[Correction, ...]:
        """Return the corrections in row order."""
        result = (self._to.get(place_of(value.now)) for value in self.values)
        return tuple(correction for correction in result if correction is not None)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return one row for each value."""
        return 0 if parent.isValid() else len(self.values)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        """Return the titles of the columns."""
        if role == Role.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return t(f"corrections.column.{COLUMNS[section]}")
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags; only the printed game's value is editable."""
        editable = index.column() == TO
        return super().flags(index) | (
            Qt.ItemFlag.ItemIsEditable if editable else Qt.ItemFlag.NoItemFlags
        )

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Return the text of a cell."""
        if role not in (Role.DisplayRole, Role.EditRole):
            return None
        value = self.values[index.row()]
        correction = self._to.get(place_of(value.now))
        if index.column() == WHAT:
            return describe(value.now, self._module)
        if index.column() == NOW:
            return str(value.now.to)
        if index.column() == TO:
            return str(correction.to) if correction is not None else ""
        return t(f"aids.basis.{value.basis}")

    def setData(self, index: Index, written: Any, role: int = Role.EditRole) -> bool:
        """Correct a value; an empty or unchanged value removes the correction."""
        if role != Role.EditRole or index.column() != TO:
            return False
        value, text = self.values[index.row()], str(written).strip()
        to: int | str = text
        if isinstance(value.now.to, int):
            if text and not text.removeprefix("-").isdecimal():
                self.refused.emit(
                    t("corrections.error.value", what=describe(value.now, self._module), to=text)
                )
                return False
            to = int(text) if text else value.now.to
        none = not text and "" not in value.choices
        if none or to == value.now.to:
            self._to.pop(place_of(value.now), None)
        else:
            correction = value.now.model_copy(update={"to": to})
            if not fits(correction, value, self._shapes):
                self.refused.emit(
                    t("corrections.error.value", what=describe(value.now, self._module), to=text)
                )
                return False
            self._to[place_of(value.now)] = correction
        self.dataChanged.emit(index, index)
        return True


class _Choices(QStyledItemDelegate):
    """Editor of a value: a list for a few fixed words, otherwise a text field."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Create the editor of a cell."""
        choices = _value_of(index).choices
        if not choices:
            return super().createEditor(parent, option, index)
        box = QComboBox(parent)
        box.addItems(choices)
        box.setCurrentText(str(index.data(Role.EditRole)) or str(_value_of(index).now.to))
        box.activated.connect(lambda: self._done(box))
        return box

    def _done(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Set the editor's value; a list already has its value."""
        if not isinstance(editor, QComboBox):
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Store the chosen or typed value."""
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentText())
        else:
            super().setModelData(editor, model, index)


def _value_of(index: Index) -> Correctable:
    proxy = index.model()
    assert isinstance(proxy, QSortFilterProxyModel)
    source = proxy.sourceModel()
    assert isinstance(source, CorrectionsModel)
    return source.values[proxy.mapToSource(index).row()]


class CorrectionsDialog(QDialog):
    """Dialog to correct values of a game; corrections apply to games started afterwards."""

    def __init__(self, module: Module, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(t("corrections.title", game=module.title))
        module = load_module(module.meta.id)  # what is corrected is our own data
        self._module = module
        self.model = CorrectionsModel(module, self)
        self.model.refused.connect(self._show_message)
        self.filtered = QSortFilterProxyModel(self)
        self.filtered.setSourceModel(self.model)
        self.filtered.setFilterKeyColumn(-1)
        self.filtered.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(t("corrections.filter"))
        self.filter.setAccessibleName(t("corrections.filter"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self.filtered.setFilterFixedString)
        self.table = QTableView()
        self.table.setModel(self.filtered)
        self.table.setItemDelegate(_Choices(self.table))
        self.table.setAlternatingRowColors(True)
        self.table.setAccessibleName(self.windowTitle())
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(WHAT, QHeaderView.ResizeMode.Stretch)
        for column in (NOW, TO, BASIS):
            self.table.setColumnWidth(column, 130)
        self.author = QLineEdit()
        self.author.setPlaceholderText(t("corrections.author"))
        self.author.setAccessibleName(t("corrections.author"))
        self.sentence = _plain(t("corrections.explained"))
        self.trouble = _plain("")
        self.trouble.hide()
        buttons = QDialogButtonBox()
        accept, close = QDialogButtonBox.ButtonRole.AcceptRole, QDialogButtonBox.StandardButton
        own = QDialogButtonBox.ButtonRole.ActionRole
        self.import_ = buttons.addButton(t("corrections.import"), own)
        self.export = buttons.addButton(t("corrections.export"), own)
        self.force = buttons.addButton(t("corrections.force"), accept)
        buttons.addButton(close.Cancel)
        buttons.rejected.connect(self.reject)
        buttons.accepted.connect(self.apply_corrections)
        self.import_.clicked.connect(self._ask_import)
        self.export.clicked.connect(self._ask_export)
        rows = QVBoxLayout(self)
        for part in (self.sentence, self.filter, self.table, self.author, self.trouble, buttons):
            rows.addWidget(part)
        self.resize(760, 560)
        try:
            self._show(shelf.in_force(module.meta.id))
        except UserError as error:
            self._show_message(str(error))
        self.filter.setFocus()

    @property
    def corrections(self) -> Corrections:
        """Corrections in the table."""
        return Corrections(
            module=self._module.meta.id,
            author=self.author.text().strip()[:200],
            corrections=self.model.said(),
        )

    def apply_corrections(self) -> None:
        """Apply the corrections and close; on failure, show a message and stay open."""
        try:
            shelf.apply_corrections(self.corrections)
        except UserError as error:
            self._show_message(str(error))
        else:
            self.accept()

    def take(self, path: Path) -> None:
        """Show the corrections of a file without applying them."""
        try:
            corrections = shelf.read(path)
            shelf.check(corrections, self._module.meta.id)
        except UserError as error:
            self._show_message(str(error))
        else:
            self._show(corrections)

    def write(self, path: Path) -> None:
        """Write the table's corrections to a file."""
        try:
            shelf.write(self.corrections, path)
        except UserError as error:
            self._show_message(str(error))

    def _show(self, corrections: Corrections) -> None:
        self.trouble.hide()
        self.model.show(corrections)
        self.author.setText(corrections.author)

    def _show_message(self, sentence: str) -> None:
        self.trouble.setText(sentence)
        self.trouble.show()

    def _ask_import(self) -> None:
        title = self.import_.text().replace("&", "")
        path = ask_for_file(self, title, Path.home(), f"*{SUFFIX}")
        if path is not None:
            self.take(path)

    def _ask_export(self) -> None:
        title = self.export.text().replace("&", "")
        start = Path.home() / f"{self._module.meta.id}{SUFFIX}"
        path = ask_where_to_save(self, title, start, f"*{SUFFIX}")
        if path is not None:
            self.write(path)


def _plain(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
