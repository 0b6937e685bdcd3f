"""Inspector: one card at a time beside the map, for pending decisions and recent events."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QWidget,
)

from engine.i18n import t
from holland44_qt.icons import icon
from holland44_qt.look import FAINT, INK, TABS_SHEET

EDGES = 6
"""Pixels beside the tabs and the pin."""
WIDTH, NARROW = 304, 250
"""Width in pixels in a wide and in a narrow window."""
TABS = 28
"""Height in pixels of the tabs."""
WIDE = 1500
"""Width of a window above which the inspector is wide."""


class _Sheet(QScrollArea):
    """Card that is never wider than the inspector."""

    def __init__(self, card: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(card)

    def minimumSizeHint(self) -> QSize:
        """Return a small width."""
        return QSize(160, 80)


class Inspector(QDockWidget):
    """Cards by name.

    ``picked`` is emitted when the user chooses one; ``pinned`` keeps it in front.
    """

    picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(t("app.inspector"), parent)
        self.setObjectName("inspector")
        self._names: list[str] = []
        self._cards: dict[str, QWidget] = {}
        self.tabs = QTabBar()
        self.tabs.setStyleSheet(TABS_SHEET)
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs.setMinimumHeight(TABS)
        self.tabs.tabBarClicked.connect(self._clicked)
        self.pin = QToolButton()
        self.pin.setCheckable(True)
        self.pin.setIcon(icon("pin", INK, FAINT))
        self.pin.setAutoRaise(True)
        self.pin.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.pin.setToolTip(t("app.inspector.pin"))
        self.pin.setAccessibleName(t("app.inspector.pin"))
        head = QWidget()
        row = QHBoxLayout(head)
        row.setContentsMargins(2, 2, 2, 0)
        row.setSpacing(0)
        row.addWidget(self.tabs, 1)
        row.addWidget(self.pin)
        self.setTitleBarWidget(head)
        self._stack = QStackedWidget()
        self.setWidget(self._stack)

    def add(self, name: str, card: QWidget) -> None:
        """Add a card."""
        self._names.append(name)
        self._cards[name] = card
        self._stack.addWidget(_Sheet(card))
        self.tabs.addTab(t(f"app.dock.{name}"))
        self.tabs.setTabToolTip(self.tabs.count() - 1, t(f"app.dock.{name}"))

    @property
    def current(self) -> str:
        """Return the name of the card in front."""
        return self._names[self._stack.currentIndex()] if self._names else ""

    def open(self, name: str) -> None:
        """Show a card in front."""
        at = self._names.index(name)
        self.tabs.setCurrentIndex(at)
        self._stack.setCurrentIndex(at)

    def allow(self, name: str, allowed: bool) -> None:
        """Hide a card that does not apply to a game, or show it again."""
        at = self._names.index(name)
        self.tabs.setTabVisible(at, allowed)

    def _clicked(self, at: int) -> None:
        if 0 <= at < len(self._names):
            self.open(self._names[at])
            self.picked.emit(self._names[at])

    def sizeHint(self) -> QSize:
        """Return the width that the window allows."""
        window = self.parentWidget()
        wide = window is None or window.width() >= WIDE
        return QSize(max(WIDTH if wide else NARROW, self._needed), 400)

    @property
    def _needed(self) -> int:
        """Return the width in pixels of the tabs in the current language, and of the pin."""
        return self.tabs.sizeHint().width() + self.pin.sizeHint().width() + EDGES
