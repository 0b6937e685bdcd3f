"""A seeded monkey at the window: keys at the current focus, real drags of counters, commands.

The program must not crash, acknowledged entries must be in the log, and memory must not leak: with
an empty game, memory after a quarter of the time equals that at the end. It runs a few seconds here
and twenty minutes by ``make soak`` (``HOLLAND44_MONKEY_SECONDS`` for another time).
"""

from __future__ import annotations

import gc
import os
import pkgutil
import random
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QPixmapCache
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

import engine
import holland44_qt
from engine.games.holland44.ground import Ground
from engine.games.holland44.position import Setting
from engine.log.store import load
from engine.log.verify import verify
from holland44_qt.board import mark_painter
from holland44_qt.board.layer import to_scene
from holland44_qt.window.table_window import TableWindow
from tests.memory import allocated

LEFT = Qt.MouseButton.LeftButton
KEYS = (
    Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Space,
    Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_Escape, Qt.Key.Key_Home,
    Qt.Key.Key_End, Qt.Key.Key_F, Qt.Key.Key_D, Qt.Key.Key_G, Qt.Key.Key_Y, Qt.Key.Key_A,
    Qt.Key.Key_1, Qt.Key.Key_2,
)  # fmt: skip
AWAY = (
    "about", "export", "full_screen", "hand_over", "home", "house_rules", "import", "module_folder",
    "new_game", "only_look", "open", "preferences", "quit", "report_properties", "resume", "sample",
    "send", "shortcuts", "stop_", "tour", "exchange", "play_on", "clear_marks",
)  # fmt: skip
"""Commands that leave the game, or ask for files: they have tests of their own."""
GROWTH = 1.1
"""What may be held more at the end than after a quarter: what is used late for the first time."""
STUCK = 5.0
"""Seconds that a deed may take before Escape is pressed."""
SECONDS = float(os.environ.get("HOLLAND44_MONKEY_SECONDS", "1200"))


class Held(NamedTuple):
    """The memory of the process, in MiB and numbers.

    Resident memory has holes that the allocator cannot return, so it is only reported. Memory in
    use shows leaks.
    """

    resident: float
    used: float
    blocks: int
    objects: int
    entries: int


def breathe() -> None:
    """Process events as between two actions of a running program, including deferred deletions."""
    QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def held(window: TableWindow) -> Held:
    """Measure the memory in use after returning free blocks."""
    breathe()
    QPixmapCache.clear()
    gc.collect()
    used = round(allocated() or 0.0, 1)  # gives back what is free before that is read
    status = Path("/proc/self/status").read_text(encoding="ascii")
    # What is mapped from files, libraries and fonts, comes as it is used and can be let go of.
    resident = next(x for x in status.splitlines() if x.startswith("RssAnon:"))
    return Held(
        round(int(resident.split()[1]) / 1024, 1),
        used,
        sys.getallocatedblocks(),
        len(window.findChildren(QObject)),
        window.session.length,
    )


def at_rest(window: TableWindow, empty: Path) -> tuple[Held, Held]:
    """Measure the memory with the current game and with an empty one.

    With an empty game no picture is drawn and no position computed, so all limited caches are
    empty. The game is reopened afterwards.
    """
    session, path = window.session, window.session.path
    assert path is not None
    session.drop_all_trials()
    full = held(window)
    assert session.new(empty, "holland44", "campaign", mode="off")
    window.pictures.show(session.module)
    # A map is drawn as it is painted, in a thread: none is now, and no tile of it is kept.
    window.view._take_sheet(window.view._theme)
    window.view.tiles._cache.clear()
    window.view._map.show_meanwhile(None)
    for known in gc.get_objects():
        if isinstance(known, Setting):
            known._positions.clear()
            known._last = None
        elif isinstance(known, Ground):
            known._crossings.clear()
    mark_painter._cached.cache_clear()
    mark_painter._cached_long.cache_clear()
    bare = held(window)
    window.view.show_module(session.module)
    assert session.open(path)
    window.view.fit()
    return full, bare


def load_all() -> None:
    """Load every module of the program, so that later imports do not look like leaks."""
    for package in (engine, holland44_qt):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                import_module(found.name)


class Monkey:
    """A generator of actions; the same seed generates the same actions."""

    def __init__(self, window: TableWindow, seed: int) -> None:
        self.window, self.chance = window, random.Random(seed)
        self.done: dict[str, int] = {}
        self.begun = time.monotonic()
        names = (command.id for command in window.commands.all)
        self.commands = sorted(name for name in names if not name.startswith(AWAY))
        # Whatever asks is answered with "never mind": nothing waits for ever.
        self.closer = QTimer(window)
        self.closer.timeout.connect(self._close)
        self.closer.start(20)

    def _close(self) -> None:
        for open_ in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
            if open_ is not None and open_ is not self.window:
                open_.close()
        if time.monotonic() - self.begun > STUCK:  # in a drag of Qt's own, which waits for ever
            QTest.keyClick(self.window, Qt.Key.Key_Escape)

    def act(self) -> None:
        """Perform one action."""
        self.begun = time.monotonic()
        kinds = (self.key, self.drag, self.drag, self.drag, self.click, self.wheel, self.command)
        kind = self.chance.choice(kinds)
        kind()
        self.done[kind.__name__] = self.done.get(kind.__name__, 0) + 1
        breathe()
        self._close()
        if self.chance.random() < 0.05:
            self.come_back()

    def try_all(self) -> None:
        """Run every command once, to create panels and windows that are made on demand."""
        for name in self.commands:
            self.begun = time.monotonic()
            if self.window.commands[name].isEnabled():
                self.window.commands[name].trigger()
            QTest.qWait(60)  # whatever it opened is closed
            self.come_back()

    def come_back(self) -> None:
        """Close other windows, leave what-if and the past, and play on."""
        for other in QApplication.topLevelWidgets():
            if other is not self.window and other.isWindow() and other.isVisible():
                other.close()
        session = self.window.session
        session.leave_trial()
        session.last()
        if not session.can_play:
            session.play_on()

    def key(self) -> None:
        """Press a key in the focused widget."""
        target: QWidget = self.window.focusWidget() or self.window.view
        QTest.keyClick(target, self.chance.choice(KEYS))

    def drag(self) -> None:
        """Drag a counter to a nearby hex."""
        session, view = self.window.session, self.window.view
        board, places = session.module.board, session.module.places
        stacks = [p for p in session.state.stacks if places.is_hex(p)]
        if not stacks or not session.can_play:
            return
        start = self.chance.choice(sorted(stacks))
        near = [n for n in board.neighbours[start] if n >= 0]
        end = self.chance.choice(near or [start])
        view.look_at([start, end])
        a, b = (view.mapFromScene(to_scene(board.centres[p])) for p in (start, end))
        port = view.viewport()
        QTest.mouseMove(port, a)
        QTest.mousePress(port, LEFT, pos=a)
        for part in range(1, 6):
            QTest.mouseMove(port, a + (b - a) * part / 5)
        QTest.mouseRelease(port, LEFT, pos=b)

    def click(self) -> None:
        """Click on the map with either button."""
        port = self.window.view.viewport()
        pos = QPoint(self.chance.randrange(port.width()), self.chance.randrange(port.height()))
        QTest.mouseClick(
            port, self.chance.choice((LEFT, LEFT, Qt.MouseButton.RightButton)), pos=pos
        )

    def wheel(self) -> None:
        """Zoom in or out."""
        view = self.window.view
        view._set_scale(self.chance.choice((12.0, 30.0, 60.0)))

    def command(self) -> None:
        """Run any command that does not leave the game."""
        action = self.window.commands[self.chance.choice(self.commands)]
        if action.isEnabled():
            action.trigger()


def let_loose(monkey: Monkey, seconds: float) -> None:
    """Run a monkey for a time; it returns to the end of the game."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for _ in range(10):
            monkey.act()
    monkey.come_back()


def check_log(window: TableWindow, path: Path) -> None:
    """Check that the log is intact and has all acknowledged entries."""
    game = window.session.game
    assert game is not None
    loaded = load(path)
    assert loaded.damage is None
    assert len(loaded.log) == len(game.log)
    assert len(game.log) > 2, "the monkey moved counters"
    report = verify(loaded.log, game.module.places, game.annotations, lambda _: None)
    assert report.problems == []


@pytest.fixture
def window(qtbot: QtBot) -> TableWindow:
    made = TableWindow()
    qtbot.addWidget(made)
    made.resize(1400, 900)
    made.show()
    return made


@pytest.mark.slow
def test_a_monkey_breaks_nothing_in_a_few_seconds(window: TableWindow, tmp_path: Path) -> None:
    path = tmp_path / "monkey.h44log"
    assert window.session.new(path, "holland44", "campaign", mode="off")
    monkey = Monkey(window, 44)
    let_loose(monkey, 4.0)
    window.session.drop_all_trials()  # else closing asks, and nobody answers any more
    monkey.closer.stop()
    assert set(monkey.done) >= {"drag", "key", "command"}, monkey.done
    check_log(window, path)


@pytest.mark.soak
@pytest.mark.timeout(SECONDS * 2 + 120)
def test_a_monkey_leaks_no_memory(window: TableWindow, tmp_path: Path) -> None:
    path = tmp_path / "monkey.h44log"
    assert window.session.new(path, "holland44", "campaign", mode="off")
    monkey = Monkey(window, 1944)
    load_all()
    monkey.try_all()
    full, bare = [], []
    for quarter in range(4):
        let_loose(monkey, SECONDS / 4)
        check_log(window, path)
        now, empty = at_rest(window, tmp_path / f"empty-{quarter}.h44log")
        print(f"{quarter}: {sum(monkey.done.values())} deeds; the game {now}; an empty one {empty}")
        full.append(now)
        bare.append(empty)
        monkey.come_back()
    monkey.closer.stop()
    first, last = bare[0], bare[-1]
    assert last.used <= first.used * GROWTH, (full, bare)
    assert last.blocks < first.blocks * GROWTH, (full, bare)
    assert last.objects < first.objects * GROWTH, (full, bare)
