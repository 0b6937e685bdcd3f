"""Drawer: one panel at a time over the map's left edge, without moving the map."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t
from holland44_qt.icons import icon
from holland44_qt.look import EDGE, FAINT, INK, headline

WIDTH = 392
"""Width in pixels of an open drawer."""


class Drawer(QFrame):
    """Panel container over ``ground``, of the same height; ``closed`` is emitted by its close
    button. ``widened`` emits the width in pixels whenever it changes.
    """

    closed = Signal()
    widened = Signal(int)

    def __init__(self, ground: QWidget) -> None:
        super().__init__(ground)
        self._ground = ground
        self.setObjectName("drawer")
        self.setAutoFillBackground(True)
        self._title = QLabel(self)
        self._title.setFont(headline())
        shut = QToolButton(self)
        shut.setIcon(icon("close", INK, FAINT))
        shut.setAutoRaise(True)
        shut.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        shut.setToolTip(t("app.drawer.close"))
        shut.setAccessibleName(t("app.drawer.close"))
        shut.clicked.connect(self.closed)
        self._stack = QStackedWidget(self)
        head = QHBoxLayout()
        head.setContentsMargins(10, 4, 4, 2)
        head.addWidget(self._title, 1)
        head.addWidget(shut)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 1, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._stack, 1)
        ground.installEventFilter(self)
        self.hide()

    def add(self, widget: QWidget) -> None:
        """Add a panel."""
        self._stack.addWidget(widget)

    def open(self, widget: QWidget, title: str) -> None:
        """Show a panel."""
        self._title.setText(title)
        self._stack.setCurrentWidget(widget)
        self._place()
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a line between panel and map."""
        super().paintEvent(event)
        with QPainter(self) as painter:
            painter.fillRect(self.width() - 1, 0, 1, self.height(), QColor(EDGE))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the height of the map."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _place(self) -> None:
        ground, before = self._ground, self.width()
        self.setGeometry(0, 0, min(WIDTH, max(0, ground.width() - 40)), ground.height())
        if self.width() != before:
            self.widened.emit(self.width())
