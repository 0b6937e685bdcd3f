"""Rows of wrapped text are painted completely at any width."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QListWidget, QListWidgetItem
from pytestqt.qtbot import QtBot

from holland44_qt.wrapped_delegate import WrappedDelegate

TEXT = "Juno (Nan): 8/3 Can Inf, 4SS Cdo, FGH/2 Can Arm Bde (column for all others)"


def test_text_is_complete_at_any_width(qtbot: QtBot) -> None:
    shown = QListWidget()
    qtbot.addWidget(shown)
    shown.setWordWrap(True)
    shown.setIconSize(QSize(20, 20))
    shown.setItemDelegate(WrappedDelegate(shown))
    shown.setResizeMode(QListWidget.ResizeMode.Adjust)
    shown.show()
    for width in range(180, 320, 3):
        shown.resize(width, 400)
        bands = []
        # A row as high as its words, and the same where nothing can be cut off.
        for text in (TEXT, f"{TEXT}\n."):
            shown.clear()
            shown.addItem(QListWidgetItem(QIcon(), text))
            row = shown.visualItemRect(shown.item(0))
            picture = shown.viewport().grab(row).toImage()
            paper = picture.pixelColor(0, 0)
            inked = [
                any(picture.pixelColor(x, y) != paper for x in range(26, picture.width()))
                for y in range(picture.height())
            ]
            bands.append(sum(b and not a for a, b in itertools.pairwise(inked)))
        assert bands[1] == bands[0] + 1, width
