"""Fixtures for the window: offscreen, with settings and logs in a folder of the test's own."""

from __future__ import annotations

import gc
import os
import shutil
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractAnimation, QCoreApplication, QEvent, QObject, QThread, QTimer
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.log.annotations import Annotation, Annotations, Arrow, Circle, HexShape, Label
from engine.modules.module import Module
from engine.play.game import Game
from holland44_qt.board import view
from holland44_qt.board.map_sheet import MapSheet
from holland44_qt.board.render import map_sheet
from holland44_qt.look import dress
from holland44_qt.window.table_window import TableWindow

AT = "1944-09-17T13:00:00.000Z"
LANDSCAPE_TESTS = {"test_view", "test_map_render", "test_map_looks", "test_layers"}
PAPER = "#f6f1e4"
REFREEZE_EVERY = 40
"""Windows after which all memory is searched for garbage, not only what is new."""
ENDING = 2.0
"""Seconds that a thread may need to end after the window is closed, as those of asyncio do."""
_WINDOWS = count()
COMMENT = "The **first** fight.\n\n<b>no HTML</b> ![picture](file:///etc/hostname)"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # The offscreen platform says this of every window; it is about the platform, not about us.
    ignored = pytest.mark.qt_log_ignore(
        "does not support (propagateSizeHints|raise|grabbing the keyboard)", extend=True
    )
    here = str(Path(__file__).parent) + os.sep
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(ignored)


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "user"))


@pytest.fixture(scope="session", autouse=True)
def _one_map() -> Iterator[None]:
    """Share one drawn map among all windows, since no two are open at the same time."""
    prepared: dict[tuple[str, str], MapSheet] = {}

    def shared(module: Module, theme: str = "day") -> MapSheet:
        if module.drawing is not None:
            return map_sheet(module, theme)
        key = module.hash, theme
        if key not in prepared:
            prepared[key] = map_sheet(module, theme)
        return prepared[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view, "map_sheet", shared)
        yield


@pytest.fixture(autouse=True)
def _no_landscape(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip painting the map's tiles, which most tests do not need.

    Long tests use the real map, drawn for their own window and released.
    """
    if request.node.get_closest_marker("soak"):
        monkeypatch.setattr(view, "map_sheet", map_sheet)
    elif request.path.stem not in LANDSCAPE_TESTS:
        monkeypatch.setattr(MapSheet, "paint", _blank)
        monkeypatch.setattr(MapSheet, "rough", _blank_rough)


def _blank(_sheet: MapSheet, painter: QPainter, *_: object) -> None:
    """Paint plain paper; unpainted areas would show uninitialised memory."""
    painter.fillRect(painter.viewport(), QColor(PAPER))


def _blank_rough(_sheet: MapSheet) -> QImage:
    picture = QImage(1, 1, QImage.Format.Format_RGB32)
    picture.fill(QColor(PAPER))
    return picture


@pytest.fixture
def log_path(tmp_path: Path, _battle: Path) -> Path:
    """A log of eleven entries: set-up, moves, a combat, a note, a blown bridge, two turns, dice."""
    for file in _battle.iterdir():
        shutil.copy(file, tmp_path)
    return tmp_path / "battle.h44log"


@pytest.fixture(scope="session")
def _battle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("battle")
    path = folder / "battle.h44log"
    with Game.new(path, "holland44", "campaign", log_id="battle", at=AT) as game:
        stack = game.now.stack(game.module.places.index("6217"))
        bridge = next(side for side, how in sorted(game.now.hexsides.items()) if how == "wired")
        _clock(game, 1, "movement", "allied")
        _move(game, stack[0], ("6217", "6218", "6219", "6220", "6120"))
        _move(game, stack[1], ("6217", "6218", "6219", "6119"), "retreat")
        game.play(act.RevealUnit(unit="GE-unknown-6122", pool="unknown-pool"), at=AT)
        _clock(game, 1, "combat", "allied")
        (defender,) = game.now.stack(game.module.places.index("6122"))
        fight = act.Combat(
            attackers=stack[:2],
            defenders=(defender,),
            target="6122",
            attack=8,
            defense=3,
            column="3:1",
            result="D1",
        )
        thrown = Dice(sides=6, count=1, values=(5,), source="scripted")
        disrupted = fx.SetStatus(unit=defender, before=(), after=("disrupted",))
        entry = game.record(fight, (disrupted,), (thrown,), at=AT)
        game.play(act.Note(text="A remark with <b>tags</b>."), at=AT)
        blown = fx.SetHexside(hexside=bridge, before="wired", after="blown")
        game.play(
            act.Consult(table="demolition", drm=-1, result="blown", at=bridge, effects=(blown,)),
            at=AT,
        )
        _clock(game, 2, "movement", "german")
        game.play(act.Roll(reason="weather", count=2), at=AT)
    shapes = (
        Circle(hex="6122", radius=1.2, brush="blue"),
        Label(hex="6222", text="Frost"),
        HexShape(hex="6223", brush="green"),
        Arrow(hexes=("6217", "6219", "6122")),
    )
    note = Annotation(comment=COMMENT, glyph="!", chapter="Arnhem", shapes=shapes)
    Annotations(log="battle", entries={entry.id: note}).save(path.with_suffix(".h44aar"))
    return folder


def _clock(game: Game, turn: int, phase: str, active: str) -> None:
    game.play(act.SetClock(turn=turn, phase=phase, active=active), at=AT)


def _move(game: Game, unit: str, path: tuple[str, ...], mode: str = "normal") -> None:
    game.play(act.MoveUnits(units=(unit,), path=path, mode=mode), at=AT)


def running(window: TableWindow) -> list[str]:
    """Return the active timers, animations and jobs of a window, except inside Qt's widgets."""
    kinds: tuple[type[QObject], ...] = (QTimer, QAbstractAnimation, QThread)
    active = (o for kind in kinds for o in window.findChildren(kind) if _is_active(o))
    ours = (
        (o, type(o.parent()))
        for o in active
        if type(o.parent()).__module__.startswith("holland44_qt")
    )
    return [f"{type(o).__name__} of {parent.__name__}" for o, parent in ours]


def _is_active(child: QObject) -> bool:
    if isinstance(child, QTimer):
        return child.isActive()
    if isinstance(child, QAbstractAnimation):
        return child.state() == QAbstractAnimation.State.Running
    return isinstance(child, QThread) and child.isRunning()


def _dress(app: QApplication) -> None:
    """Restore the application's style if an earlier test changed it; applying it is slow."""
    worn = app.font().toString(), app.palette().cacheKey(), app.styleSheet()
    if worn != app.property("worn"):
        dress(app)
        app.setProperty("worn", (app.font().toString(), app.palette().cacheKey(), app.styleSheet()))


def _collect() -> None:
    """Collect the previous window, a knot of references.

    Modules, games and maps stay for many tests, so that most collections pass over them.
    """
    if next(_WINDOWS) % REFREEZE_EVERY == 0:
        gc.unfreeze()
    gc.collect()
    gc.freeze()


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[TableWindow]:
    """The window without a game; always closed at the end."""
    _collect()
    _dress(qapp)
    made = TableWindow()
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    qtbot.waitExposed(made)
    threads = set(threading.enumerate())
    yield made
    made.close()
    still = running(made)
    started = [thread for thread in threading.enumerate() if thread not in threads]
    for thread in started:
        thread.join(ENDING)
    still += [thread.name for thread in started if thread.is_alive()]
    assert still == [], "these run on after the window is closed"
    made.deleteLater()
    QCoreApplication.sendPostedEvents(made, QEvent.Type.DeferredDelete)


@pytest.fixture
def battle(window: TableWindow, log_path: Path) -> TableWindow:
    """The window with the log open at its first entry."""
    assert window.open_path(log_path, play=False)
    return window
