"""Panels of the window by name: drawers at the rail, cards in the inspector."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QFont, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QMainWindow,
    QToolBar,
    QToolButton,
    QWidget,
)

from engine.i18n import t
from holland44_qt.fonts import font
from holland44_qt.frame.drawer import Drawer
from holland44_qt.frame.inspector import Inspector
from holland44_qt.icons import icon
from holland44_qt.look import ACCENT, FAINT, INK, ON_ACCENT, RAIL_SHEET
from holland44_qt.settings import settings

OPEN, PINNED = "window/drawer", "window/pinned"
ICON = 24
"""Pixels of an icon of the rail."""
RAIL = 40
"""Pixels of the rail's width."""
ORDER = (
    "boxes", "turn", "ribbon", "inventory", "log", "contents", "branches", "layers", "dice", "pad",
    "comment", "compare", "overview", "module",
)  # fmt: skip
"""Drawers from top to bottom of the rail; others follow."""
CARDS = ("decide", "entry", "advice", "combat")
"""Cards of the inspector from left to right; others follow."""


@dataclass(frozen=True)
class Panel:
    """Panel of a feature; its title is in the catalogue under ``app.dock.<name>``.

    A ``card`` belongs to the inspector; all others are drawers of the rail, with an ``icon``. The
    widget of a drawer may be a function that builds it at its first use.
    """

    name: str
    widget: QWidget | Callable[[], QWidget]
    card: bool = False
    icon: str = ""


class Panels(QObject):
    """Manager of the panels: at most one open drawer, and one inspector card in front."""

    covers = Signal(int)
    """Emits the pixels of the map's left edge that a drawer covers."""

    keys_free = Signal()
    """Emitted when a drawer with the keyboard focus is hidden."""

    def __init__(self, window: QMainWindow, ground: QWidget, board: QWidget) -> None:
        """Create the panels; ``ground`` is the widget below the drawers, ``board`` gets the focus
        back.
        """
        super().__init__(window)
        self._window, self._keys = window, board
        self._panels: dict[str, Panel] = {}
        self._widgets: dict[str, QWidget] = {}
        self._buttons: dict[str, QAction] = {}
        self._toggles: dict[str, QAction] = {}
        self._waiting: dict[str, int] = {}
        self._open = ""
        self.drawer = Drawer(ground)
        self.drawer.closed.connect(self.close_drawer)
        self.drawer.widened.connect(self._widened)
        self.inspector = Inspector(window)
        self.rail = QToolBar(t("app.bar.rail"), window)
        self.rail.setObjectName("bar-rail")
        self.rail.setMovable(False)
        self.rail.setIconSize(QSize(ICON, ICON))
        self.rail.setFixedWidth(RAIL)
        self.rail.setStyleSheet(RAIL_SHEET)
        window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, self.rail)
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.inspector)
        app = QApplication.instance()
        assert isinstance(app, QApplication), "there is no window without one"
        app.focusChanged.connect(self._focus_changed)

    def take(self, panels: Iterable[Panel]) -> None:
        """Add all panels, in the order of the rail and of the inspector."""
        by_name = {panel.name: panel for panel in panels}
        names = [
            *(n for n in (*ORDER, *CARDS) if n in by_name),
            *(n for n in by_name if n not in _KNOWN),
        ]
        for name in names:
            panel = self._panels[name] = by_name[name]
            toggle = QAction(t(f"app.dock.{name}"), self)
            toggle.setCheckable(True)
            toggle.triggered.connect(lambda on, n=name: self.show(n) if on else self.hide(n))
            self._toggles[name] = toggle
            if isinstance(panel.widget, QWidget):
                self.widget(name)
            if panel.card:
                continue
            button = QAction(icon(panel.icon or "panel", INK, FAINT), t(f"app.dock.{name}"), self)
            button.setCheckable(True)
            button.setToolTip(t(f"app.dock.{name}"))
            button.triggered.connect(lambda on, n=name: self.show(n) if on else self.close_drawer())
            self.rail.addAction(button)
            self._buttons[name] = button
        for tool in self.rail.findChildren(QToolButton):
            tool.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._mark()

    def widget(self, name: str) -> QWidget:
        """Return the widget of a panel, built at its first use."""
        widget = self._widgets.get(name)
        if widget is None:
            panel = self._panels[name]
            widget = panel.widget if isinstance(panel.widget, QWidget) else panel.widget()
            widget.setObjectName(f"panel-{name}")
            widget.setAccessibleName(widget.accessibleName() or t(f"app.dock.{name}"))
            self._widgets[name] = widget
            if panel.card:
                self.inspector.add(name, widget)
            else:
                self.drawer.add(widget)
        return widget

    @property
    def toggles(self) -> list[QAction]:
        """Return the action of every panel that shows or hides it."""
        return list(self._toggles.values())

    @property
    def titles(self) -> dict[str, str]:
        """Return the titles of the available panels by name."""
        return {name: a.text() for name, a in self._toggles.items() if a.isVisible()}

    def show(self, name: str) -> None:
        """Show a panel: open its drawer, or its card in the inspector."""
        panel = self._panels[name]
        if panel.card:
            self.inspector.open(name)
            self.inspector.show()
        else:
            had = self._has_keys() and self._open != name
            self._open = name
            self.drawer.open(self.widget(name), t(f"app.dock.{name}"))
            self.covers.emit(self.drawer.width())
            if had:
                self.keys_free.emit()
        self._mark()

    def _has_keys(self) -> bool:
        focus = self._window.focusWidget()
        return focus is not None and self.drawer.isAncestorOf(focus)

    def report_waiting(self, name: str, count: int) -> None:
        """Show the number of waiting items on a drawer's button."""
        button = self._buttons.get(name)
        if button is None or self._waiting.get(name, 0) == count:
            return
        self._waiting[name] = count
        plain = icon(self._panels[name].icon or "panel", INK, FAINT)
        title = t(f"app.dock.{name}")
        button.setIcon(numbered(plain, count) if count else plain)
        button.setToolTip(t("app.dock.waiting", panel=title, count=count) if count else title)

    def waiting(self, name: str) -> int:
        """Show the number of waiting items on a drawer's button."""
        return self._waiting.get(name, 0)

    def hide(self, name: str) -> None:
        """Hide a panel."""
        if self._panels[name].card:
            self.inspector.hide()
        elif self._open == name:
            self.close_drawer()
        self._mark()

    def close_drawer(self) -> None:
        """Close the drawer."""
        had = self._has_keys()
        self._open = ""
        self.drawer.hide()
        self.covers.emit(0)
        if had:
            self.keys_free.emit()
        self._mark()

    def _focus_changed(self, old: QWidget | None, now: QWidget | None) -> None:
        """Return the focus to the board after a click on a button; Tab and fields keep it."""
        if not isinstance(now, QAbstractButton | QComboBox) or old is not self._keys:
            return
        clicked = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
        if clicked and (self.drawer.isAncestorOf(now) or self.inspector.isAncestorOf(now)):
            self._keys.setFocus(Qt.FocusReason.OtherFocusReason)

    def _widened(self, pixels: int) -> None:
        """Emit the covered pixels after a change of the drawer's width."""
        if self._open:
            self.covers.emit(pixels)

    def is_shown(self, name: str) -> bool:
        """Return whether a panel is visible, or would be in a visible window."""
        if self._panels[name].card:
            return not self.inspector.isHidden() and self.inspector.current == name
        return self._open == name

    def is_over(self, where: QPoint) -> bool:
        """Return whether the drawer covers the map at a point of the screen."""
        drawer = self.drawer
        return drawer.isVisible() and drawer.rect().contains(drawer.mapFromGlobal(where))

    def suggest(self, card: str) -> None:
        """Show a card in front unless the current one is pinned; hidden cards stay hidden."""
        if not self.inspector.pin.isChecked() and card in self._panels:
            self.inspector.open(card)
            self._mark()

    def allow(self, name: str, allowed: bool) -> None:
        """Hide a panel that does not apply to a game, or show it again."""
        if name not in self._panels:
            return
        if self._panels[name].card:
            self.inspector.allow(name, allowed)
        else:
            self._buttons[name].setVisible(allowed)
            if not allowed and self._open == name:
                self.close_drawer()
        self._toggles[name].setVisible(allowed)

    # -- remembering ------------------------------------------------------------------------------

    def save(self) -> None:
        """Save the open drawer and whether the inspector is pinned."""
        store = settings()
        store.setValue(OPEN, self._open)
        store.setValue(PINNED, self.inspector.pin.isChecked())

    def restore(self) -> None:
        """Restore the saved layout; by default no drawer is open."""
        store = settings()
        name = str(store.value(OPEN) or "")
        self.inspector.pin.setChecked(str(store.value(PINNED)).lower() == "true")
        if name in self._buttons:
            self.show(name)

    def _mark(self) -> None:
        for name, button in self._buttons.items():
            button.setChecked(name == self._open)
        for name, toggle in self._toggles.items():
            toggle.setChecked(self.is_shown(name))


_KNOWN = frozenset((*ORDER, *CARDS))


def numbered(plain: QIcon, count: int) -> QIcon:
    """Return an icon with a number on it."""
    picture = QPixmap(2 * ICON, 2 * ICON)  # fine enough for dense screens
    picture.setDevicePixelRatio(2.0)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plain.paint(painter, 0, 2, ICON - 3, ICON - 3)
        spot = QRectF(ICON - 15, 0, 15, 14)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ACCENT))
        painter.drawRoundedRect(spot, 7, 7)
        painter.setPen(QColor(ON_ACCENT))
        painter.setFont(font("Barlow Semi Condensed", 11, QFont.Weight.Bold))
        painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, str(min(count, 99)))
    return QIcon(picture)
