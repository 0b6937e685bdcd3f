"""Scroll areas for panels higher than a low window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


def scrolled(body: QWidget, name: str = "") -> QScrollArea:
    """Return a scroll area that scrolls a panel vertically.

    ``name`` is read by screen readers. A drawer or card is given its title without it.
    """
    area = QScrollArea()
    area.setAccessibleName(name)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setFocusPolicy(
        Qt.FocusPolicy.TabFocus
    )  # a click beside its fields leaves the board its keys
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(body)
    area.setMinimumWidth(body.minimumSizeHint().width() + 20)
    return area
