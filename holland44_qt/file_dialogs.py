"""Asking for files: dialogs in which files can be chosen and nothing else.

Qt's own dialog, where the desktop has none, moves and renames files: one slip of the mouse puts an
open game into another folder. Here it reads only, and nothing can be dragged in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtWidgets import QAbstractItemView, QFileDialog, QWidget


def ask_for_file(parent: QWidget, title: str, start: Path | str, kinds: str = "") -> Path | None:
    """A file that exists; None if nothing was chosen. ``kinds`` are filters as Qt writes them."""
    dialog = chooser(parent, title, start, kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return next(iter(_chosen(dialog)), None)


def ask_for_files(parent: QWidget, title: str, start: Path | str, kinds: str = "") -> list[Path]:
    """Files that exist; none if nothing was chosen."""
    dialog = chooser(parent, title, start, kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    return _chosen(dialog)


def ask_where_to_save(
    parent: QWidget, title: str, start: Path | str, kinds: str = "", *, replaces: bool = True
) -> Path | None:
    """A file to write, with the suffix of ``start`` unless one is given; None for nothing.

    Without ``replaces`` a file that exists may be named without a question.
    """
    dialog = chooser(parent, title, start, kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setDefaultSuffix(Path(start).suffix.removeprefix("."))
    dialog.setOption(QFileDialog.Option.DontConfirmOverwrite, not replaces)
    return next(iter(_chosen(dialog)), None)


def ask_for_folder(parent: QWidget, title: str, start: Path | str) -> Path | None:
    """A folder; None if nothing was chosen."""
    dialog = chooser(parent, title, start)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return next(iter(_chosen(dialog)), None)


def chooser(parent: QWidget | None, title: str, start: Path | str, kinds: str = "") -> QFileDialog:
    """A dialog that cannot change a file, standing at a folder or a file."""
    start = Path(start)
    dialog = QFileDialog(parent, title)
    dialog.setOption(QFileDialog.Option.ReadOnly)
    if kinds:
        dialog.setNameFilter(kinds)
    if start.is_dir():
        dialog.setDirectory(str(start))
    else:
        dialog.setDirectory(str(start.parent))
        dialog.selectFile(start.name)
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
