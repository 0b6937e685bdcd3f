"""The bar's buttons, and the line of hints over the map's lower edge."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QColor, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QStatusBar,
    QToolButton,
    QWidget,
)

from engine.i18n import t
from holland44_qt.commands import Commands
from holland44_qt.icons import icon
from holland44_qt.look import EDGED_SHEET, FAINT, HINTS_SHEET, INK, PAGE, headline
from holland44_qt.plain_text import tip

HEIGHT, BAR = 24, 36
"""Pixels of the line of hints and of the bar."""
REST = 250
"""Milliseconds that the map has to lie still before the line of hints comes back."""


def menu_button(menu: QMenu) -> QToolButton:
    """The button that opens all menus."""
    button = QToolButton()
    button.setObjectName("menu")
    button.setIcon(icon("menu", INK, FAINT))
    button.setMenu(menu)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    button.setToolTip(t("app.bar.menu"))
    button.setAccessibleName(t("app.bar.menu"))
    button.setShortcut("F10")
    return button


class KeyButton(QToolButton):
    """A button for a command, with the key that does the same."""

    def __init__(
        self, action: QAction, parent: QWidget | None = None, *, words: bool = True
    ) -> None:
        super().__init__(parent)
        self._action = action
        name = action.text().replace("&", "")
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        self.setText(t("app.bar.key", command=name, keys=keys) if keys else name)
        self.setAccessibleName(name)
        self.setToolTip(action.toolTip())
        self.setIcon(action.icon())
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        beside, alone = (
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon,
            Qt.ToolButtonStyle.ToolButtonIconOnly,
        )
        self.setToolButtonStyle(beside if words else alone)
        self.setStyleSheet(EDGED_SHEET)
        self.clicked.connect(action.trigger)
        action.enabledChanged.connect(self._able)
        self._able(action.isEnabled())

    def _able(self, able: bool) -> None:
        self.setEnabled(able)


class BarRow(QWidget):
    """Row behind the icons of the bar, as wide as the bar has room.

    A tool bar puts what it has no room for behind an arrow, and forgets it there when there is room
    again. Here the words in the middle give way.
    """

    def __init__(self) -> None:
        super().__init__()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        """Put a widget at the end."""
        self._row.addWidget(widget, stretch)

    def sizeHint(self) -> QSize:
        """No more than its height."""
        return QSize(1, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """No more than its height."""
        return QSize(1, super().minimumSizeHint().height())


class Elided(QLabel):
    """Words of which the end is left out where there is no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what fits."""
        elide, side = Qt.TextElideMode.ElideRight, Qt.AlignmentFlag.AlignVCenter
        with QPainter(self) as painter:
            words = self.fontMetrics().elidedText(self.text(), elide, self.width())
            painter.setPen(self.palette().windowText().color())
            painter.drawText(self.rect(), side, words)


class PhaseLabel(QWidget):
    """Buttons to end the phase and undo, in play; turn and phase of the step shown.

    The buttons come first: whatever the phase is called, they keep their places.
    """

    def __init__(self, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = Elided(self)
        self.text.setFont(headline())
        self.end = KeyButton(commands["advance"], self)
        self.undo = KeyButton(commands["undo"], self)
        self.redo = KeyButton(commands["redo"], self, words=False)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 8, 0)
        row.setSpacing(4)
        for button in (self.end, self.undo, self.redo):
            row.addWidget(button)
        row.addSpacing(6)
        row.addWidget(self.text, 1)

    def tell(self, text: str, *, playable: bool) -> None:
        """Show a moment of the game."""
        self.text.setText(text)
        self.text.setToolTip(tip(text))
        for button in (self.end, self.undo, self.redo):
            button.setVisible(playable)


class HintLine(QStatusBar):
    """Line over the lower edge of a view: what is under the mouse, and why something is illegal.

    It takes no click: what lies under it can be pointed at. While the map is pushed it goes out of
    the way: below anything that lies over a view, pixels cannot be pushed, and all of the map would
    be painted for every one.
    """

    def __init__(self, view: QAbstractScrollArea, ground: QWidget) -> None:
        """``ground`` holds the view and what lies over it."""
        super().__init__(ground)
        self._ground = ground
        self.setObjectName("hints")
        self.setStyleSheet(HINTS_SHEET)
        self.setSizeGripEnabled(False)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        ground.installEventFilter(self)
        self._back = QTimer(self, singleShot=True, interval=REST)
        self._back.timeout.connect(self.show)
        for bar in (view.horizontalScrollBar(), view.verticalScrollBar()):
            bar.valueChanged.connect(self._pushed)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the lower edge."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Give a passing message the same background as others: the map may be dark there."""
        text = self.currentMessage()
        if text:
            wide = min(self.width(), self.fontMetrics().horizontalAdvance(text) + 14)
            with QPainter(self) as painter:
                painter.fillRect(0, 1, wide, self.height() - 2, QColor(PAGE))
        super().paintEvent(event)

    def stop(self) -> None:
        """Come back no more: the window is closed."""
        self._back.stop()

    def _pushed(self) -> None:
        self.hide()
        self._back.start()

    def _place(self) -> None:
        ground = self._ground
        width = min(ground.width(), 760)
        self.setGeometry(ground.width() - width, ground.height() - HEIGHT, width, HEIGHT)
        self.raise_()
