"""Buttons of the toolbar, and the hint line over the map's lower edge."""

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
"""Height in pixels of the hint line and of the toolbar."""
WIDTH = 760
"""Usual width in pixels of the hint line."""
BESIDE = 24
"""Pixels of the hint line beside its text."""
REST = 250
"""Milliseconds without panning before the hint line reappears."""


def menu_button(menu: QMenu) -> QToolButton:
    """Return the button that opens all menus."""
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
    """Button for a command, labelled with its shortcut."""

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
    """Row behind the toolbar's icons that takes the remaining width.

    QToolBar hides widgets without space behind an arrow and does not restore them. In this row the
    label in the middle shrinks instead.
    """

    def __init__(self) -> None:
        super().__init__()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        """Append a widget."""
        self._row.addWidget(widget, stretch)

    def sizeHint(self) -> QSize:
        """Return only the height that is needed."""
        return QSize(1, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return only the height that is needed."""
        return QSize(1, super().minimumSizeHint().height())


class Elided(QLabel):
    """Label that shortens its text with an ellipsis."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the part of the text that fits."""
        elide, side = Qt.TextElideMode.ElideRight, Qt.AlignmentFlag.AlignVCenter
        with QPainter(self) as painter:
            words = self.fontMetrics().elidedText(self.text(), elide, self.width())
            painter.setPen(self.palette().windowText().color())
            painter.drawText(self.rect(), side, words)


class PhaseLabel(QWidget):
    """Buttons to end the phase and undo, in play; turn and phase of the current step.

    The buttons come first, so that they stay in place whatever the phase is called.
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

    def show_phase(self, text: str, *, playable: bool) -> None:
        """Show the turn and phase of a moment."""
        self.text.setText(text)
        self.text.setToolTip(tip(text))
        for button in (self.end, self.undo, self.redo):
            button.setVisible(playable)


class HintLine(QStatusBar):
    """Line over the lower edge of a view: the hex under the mouse, or why something is illegal.

    It ignores the mouse. It hides while the map is panned, because Qt cannot scroll pixels below an
    overlay and would repaint the whole map.
    """

    def __init__(self, view: QAbstractScrollArea, ground: QWidget) -> None:
        """Create the bar; ``ground`` contains the view and its overlays."""
        super().__init__(ground)
        self._view = view
        self.setObjectName("hints")
        self.setStyleSheet(HINTS_SHEET)
        self.setSizeGripEnabled(False)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        view.installEventFilter(self)
        self._back = QTimer(self, singleShot=True, interval=REST)
        self._back.timeout.connect(self.show)
        for bar in (view.horizontalScrollBar(), view.verticalScrollBar()):
            bar.valueChanged.connect(self._pushed)
        self._needed = self._left = 0
        self.messageChanged.connect(lambda _: self.update())  # Qt repaints the text's part only
        self._place()

    def leave_left(self, room: int) -> None:
        """Leave a number of pixels at the left for a drawer."""
        self._left = room
        self._place()

    def shortened(self, text: str) -> str:
        """Return a text with an ellipsis where the line has no room for its end."""
        room = self._view.width() - self._left - BESIDE
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)

    def showMessage(self, text: str, timeout: int | None = 0) -> None:
        """Show a message for a while, shortened to the room beside a drawer."""
        super().showMessage(self.shortened(text), timeout)

    def make_room(self, width: int) -> None:
        """Widen the line as far as its text needs, at most to the width of the view."""
        if width != self._needed:
            self._needed = width
            self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the lower edge of the view."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._place()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the background of a temporary message too, because the map below may be dark."""
        text = self.currentMessage()
        if text:
            wide = min(self.width(), self.fontMetrics().horizontalAdvance(text) + 14)
            with QPainter(self) as painter:
                painter.fillRect(0, 1, wide, self.height() - 2, QColor(PAGE))
        super().paintEvent(event)

    def stop(self) -> None:
        """Stop the timers when the window is closed."""
        self._back.stop()
        self.clearMessage()

    def _pushed(self) -> None:
        self.hide()
        self._back.start()

    def _place(self) -> None:
        view = self._view.geometry()
        width = min(view.width() - self._left, max(self._needed, WIDTH))
        left, top = view.right() + 1 - width, view.bottom() + 1 - HEIGHT
        self.setGeometry(left, top, width, HEIGHT)
        self.raise_()
