"""The map's share of the window, access to all items of a phase by one click, and repaints."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from engine.i18n import ENVIRONMENT, languages
from holland44_qt.frame.inspector import Inspector
from holland44_qt.window.table_window import TableWindow


def lay_out(qtbot: QtBot, window: TableWindow, width: int, height: int) -> float:
    """Return the map's share of a window of this size in the default layout."""
    window.resize(width, height)
    qtbot.waitUntil(lambda: (window.width(), window.height()) == (width, height))
    qtbot.waitUntil(
        lambda: window.panels.inspector.width() == window.panels.inspector.sizeHint().width()
    )
    port = window.view.viewport()
    return port.width() * port.height() / (width * height)


def within(widget: QWidget, window: TableWindow) -> bool:
    where = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())
    return widget.isVisible() and window.rect().contains(where)


@pytest.mark.parametrize(
    ("width", "height", "least"),
    [(1366, 768, 0.70), (1920, 1080, 0.75), (1280, 720, 0.68), (3440, 1440, 0.84)],
    ids=["1366x768", "1920x1080", "2560x1440 at 200 %", "3440x1440"],
)
def test_the_map_fills_the_window(
    qtbot: QtBot, battle: TableWindow, width: int, height: int, least: float
) -> None:
    assert lay_out(qtbot, battle, width, height) >= least
    battle.session.play_on()
    assert lay_out(qtbot, battle, width, height) > least, "the line of the game is thin in play"
    rail = [b for b in battle.panels.rail.findChildren(QToolButton) if b.defaultAction()]
    shown = [b for b in rail if b.defaultAction().isVisible()]
    assert len(shown) > 10
    of_phase = (battle.phase.end, battle.phase.undo, battle.phase.redo)
    assert all(within(button, battle) for button in (*shown, *of_phase))
    assert all(within(sign, battle) for sign in battle.row.children() if is_shown(sign))
    tabs = battle.panels.inspector.tabs
    assert all(tabs.rect().contains(tabs.tabRect(at)) for at in range(4)), "all cards are in sight"


def is_shown(sign: QObject) -> bool:
    return isinstance(sign, QWidget) and not sign.isHidden()


def test_all_indicators_of_the_bar_survive_mode_changes(qtbot: QtBot, battle: TableWindow) -> None:
    lay_out(qtbot, battle, 1100, 700)
    bar, row = battle.bars["main"], battle.row
    arrow = bar.findChild(QToolButton, "qt_toolbar_ext_button")
    for change in (battle.session.try_out, battle.session.leave_trial, battle.session.play_on):
        change()
        QApplication.processEvents()
        assert not arrow.isVisible()
        signs = [sign for sign in row.children() if is_shown(sign)]
        assert len(signs) == 3
        assert all(within(sign, battle) for sign in signs)
    words = battle.phase.text
    words.setText("A phase with a very long name " * 4)
    QApplication.processEvents()
    assert all(within(sign, battle) for sign in signs), "the words give way"


class Painted(QObject):
    """A recorder of a widget's repaints."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.region = QRegion()
        self._quiet = 0
        widget.installEventFilter(self)

    def rests(self) -> bool:
        """Return whether nothing was painted in the last five calls."""
        self._quiet = self._quiet + 1 if self.region.isEmpty() else 0
        self.region = QRegion()
        return self._quiet >= 5

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region += event.region()
        return False


def test_a_drawer_does_not_repaint_the_map(qtbot: QtBot, battle: TableWindow) -> None:
    battle.commands["captions"].trigger()
    qtbot.waitUntil(battle.hints.isVisible)
    battle.view.tiles.stop()  # no tile comes in the middle of it
    port, drawer = battle.view.viewport(), battle.panels.drawer
    battle.panels.show("turn")
    battle.panels.close_drawer()
    fresh, painted = Painted(drawer), Painted(port)
    qtbot.waitUntil(painted.rests)
    battle.panels.show("turn")
    qtbot.waitUntil(lambda: not fresh.region.isEmpty())
    # The hint line makes room for the drawer.
    covered = QRegion(drawer.geometry()).united(battle.hints.geometry())
    beside = painted.region.subtracted(covered)
    assert beside.isEmpty(), beside
    battle.panels.close_drawer()
    qtbot.waitUntil(lambda: not painted.region.isEmpty())
    beside = painted.region.subtracted(covered.united(battle.hints.geometry()))
    assert beside.isEmpty(), beside


@pytest.mark.parametrize("spoken", languages())
def test_the_tabs_of_the_inspector_fit_in_every_language(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, spoken: str
) -> None:
    monkeypatch.setenv(ENVIRONMENT, spoken)
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(1366, 768)
    inspector = Inspector(parent)
    for name in ("decide", "entry", "advice", "combat"):
        inspector.add(name, QWidget())
    inspector.resize(inspector.sizeHint())
    parent.show()
    QApplication.processEvents()
    tabs = inspector.tabs
    assert all(tabs.rect().contains(tabs.tabRect(at)) for at in range(4))
    assert inspector.pin.geometry().right() < inspector.width()
    assert not [arrow for arrow in tabs.findChildren(QToolButton) if arrow.isVisible()]
