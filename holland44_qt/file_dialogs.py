"""File dialogs that only choose files.

Qt's own dialog, used where the desktop has none, can move and rename files, so that a slip of the
mouse may move an open game to another folder. These dialogs are read-only and do not allow
dragging.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QFileInfo, QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QFileSystemModel,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from engine.i18n import t

KINDS_COLUMN = 2
"""Column of Qt's file model with the type of a file."""
LABELS = {
    QFileDialog.DialogLabel.LookIn: "app.files.look_in",
    QFileDialog.DialogLabel.FileType: "app.files.kinds",
}
"""Labels of Qt's dialog that Qt does not translate into Spanish and Portuguese."""


class KindDelegate(QStyledItemDelegate):
    """Delegate that shows a file's suffix as its type; Qt shows a description in the language of
    the system.
    """

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Replace the text by "Folder", the suffix in capitals, or "File"."""
        super().initStyleOption(option, index)
        name = index.sibling(index.row(), 0)
        file = QFileInfo(name.data(QFileSystemModel.Roles.FilePathRole))
        if file.isDir():
            option.text = t("app.files.folder")
        else:
            option.text = file.suffix().upper() or t("app.files.file")


def ask_for_file(parent: QWidget, title: str, start: Path | str, kinds: str = "") -> Path | None:
    """Ask for an existing file; None if the user cancels.

    ``kinds`` are filters as Qt writes them.
    """
    dialog = chooser(parent, title, start, kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return next(iter(_chosen(dialog)), None)


def ask_for_files(parent: QWidget, title: str, start: Path | str, kinds: str = "") -> list[Path]:
    """Ask for existing files; empty if the user cancels."""
    dialog = chooser(parent, title, start, kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    return _chosen(dialog)


def ask_where_to_save(
    parent: QWidget, title: str, start: Path | str, kinds: str = "", *, replaces: bool = True
) -> Path | None:
    """Ask for a file to write, with the suffix of ``start`` unless one is given; None on cancel.

    Without ``replaces`` an existing file is accepted without a question.
    """
    dialog = chooser(parent, title, start, kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setDefaultSuffix(Path(start).suffix.removeprefix("."))
    dialog.setOption(QFileDialog.Option.DontConfirmOverwrite, not replaces)
    return next(iter(_chosen(dialog)), None)


def ask_for_folder(parent: QWidget, title: str, start: Path | str) -> Path | None:
    """Ask for a folder; None if the user cancels."""
    dialog = chooser(parent, title, start)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return next(iter(_chosen(dialog)), None)


def chooser(parent: QWidget | None, title: str, start: Path | str, kinds: str = "") -> QFileDialog:
    """Return a read-only dialog that opens at a folder or a file."""
    start = Path(start)
    dialog = QFileDialog(parent, title)
    dialog.setOption(QFileDialog.Option.ReadOnly)
    for label, key in LABELS.items():
        dialog.setLabelText(label, t(key))
    if kinds:
        dialog.setNameFilter(kinds)
    if start.is_dir():
        dialog.setDirectory(str(start))
    else:
        dialog.setDirectory(str(start.parent))
        dialog.selectFile(start.name)
    tree = dialog.findChild(QTreeView, "treeView")
    if tree is not None:
        tree.setItemDelegateForColumn(KINDS_COLUMN, KindDelegate(dialog))
    for view in dialog.findChildren(QAbstractItemView):  # none where the desktop has a dialog
        view.setDragDropMode(QAbstractItemView.DragDropMode.NoDragDrop)
        view.setAcceptDrops(False)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    return dialog


def _chosen(dialog: QFileDialog) -> list[Path]:
    try:
        names: Iterable[str] = dialog.selectedFiles() if dialog.exec() else ()
        return [Path(name) for name in names]
    finally:
        dialog.deleteLater()
