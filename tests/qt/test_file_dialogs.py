"""File dialogs only choose files; they can neither move nor rename them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QDir, QMimeData, QModelIndex, Qt, QTimer, QUrl
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFileDialog,
    QFileSystemModel,
    QLineEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

import holland44_qt
from holland44_qt import file_dialogs
from holland44_qt.file_dialogs import (
    ask_for_file,
    ask_for_files,
    ask_for_folder,
    ask_where_to_save,
    chooser,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games" / "old").mkdir(parents=True)
    for name in ("a.h44log", "b.h44log", "c.txt"):
        (tmp_path / "games" / name).write_text(name)
    return tmp_path / "games"


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def answered(answer: Callable[[QFileDialog], object]) -> None:
    """Answer the dialog that opens next."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QFileDialog):
            answer(dialog)
        else:
            QTimer.singleShot(20, look)

    QTimer.singleShot(20, look)


def typed(text: str) -> Callable[[QFileDialog], None]:
    def answer(dialog: QFileDialog) -> None:
        field = dialog.findChild(QLineEdit, "fileNameEdit")
        assert field is not None
        field.setText(text)
        dialog.accept()

    return answer


def test_the_dialog_cannot_move_or_rename_files(
    parent: QWidget, folder: Path, qtbot: QtBot
) -> None:
    dialog = chooser(parent, "Open", folder, "*.h44log")
    dialog.show()
    views = [v for v in dialog.findChildren(QAbstractItemView) if v.objectName()]
    assert {"listView", "treeView", "sidebar"} <= {v.objectName() for v in views}
    for view in views:
        assert view.dragDropMode() == QAbstractItemView.DragDropMode.NoDragDrop
        assert not view.dragEnabled()
        assert not view.acceptDrops()
        assert view.editTriggers() == QAbstractItemView.EditTrigger.NoEditTriggers
    model = dialog.findChild(QFileSystemModel)
    assert model is not None
    assert model.isReadOnly()
    qtbot.waitUntil(lambda: model.index(str(folder / "a.h44log")).isValid())
    index = model.index(str(folder / "a.h44log"))
    assert not model.setData(index, "x.h44log", Qt.ItemDataRole.EditRole)
    moved = QMimeData()
    moved.setUrls([QUrl.fromLocalFile(str(folder / "a.h44log"))])
    into: QModelIndex = model.index(str(folder / "old"))
    model.dropMimeData(moved, Qt.DropAction.MoveAction, 0, 0, into)
    assert sorted(p.name for p in folder.rglob("*.h44log")) == ["a.h44log", "b.h44log"]
    assert (folder / "a.h44log").exists()
    dialog.close()


def test_the_dialog_returns_the_chosen_file(parent: QWidget, folder: Path) -> None:
    answered(typed("a.h44log"))
    assert ask_for_file(parent, "Open", folder, "*.h44log") == folder / "a.h44log"
    answered(typed('"a.h44log" "b.h44log"'))
    assert ask_for_files(parent, "Open", folder) == [folder / "a.h44log", folder / "b.h44log"]
    answered(typed("old"))
    assert ask_for_folder(parent, "Folder", folder) == folder / "old"
    answered(typed("new"))
    assert ask_where_to_save(parent, "Save", folder / "x.h44log", "*.h44log") == (
        folder / "new.h44log"
    )
    answered(typed("a.h44log"))
    named = ask_where_to_save(parent, "Save", folder / "x.h44log", replaces=False)
    assert named == folder / "a.h44log"
    answered(lambda dialog: dialog.reject())
    assert ask_for_file(parent, "Open", folder) is None


def test_there_are_no_other_file_dialogs() -> None:
    own = Path(file_dialogs.__file__)
    root = Path(holland44_qt.__file__).parent
    assert QDir(str(root)).exists()
    for path in root.rglob("*.py"):
        if path != own:
            assert not re.search(r"\bQFileDialog\b", path.read_text(encoding="utf-8")), path
