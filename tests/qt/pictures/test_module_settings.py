"""A module's own settings: line-of-sight thread, languages, missing pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from engine.play.vassal.opened_module import new_game
from engine.vassal.plane import SpotBoard
from holland44_qt.aids.guides_feature import GuidesFeature
from holland44_qt.board.layer import to_scene
from holland44_qt.pictures import vassal_import
from holland44_qt.pictures.pieces_feature import PiecesFeature
from holland44_qt.pictures.vassal_import import Importing
from holland44_qt.window.table_window import TableWindow
from tests.unit.vassal import making

PILE = "<VASSAL.build.module.map.DrawPile"


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[TableWindow]:
    made = TableWindow()
    made.resize(1400, 900)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def module(folder: Path, thread: str = "", *, pictures: bool = True) -> Path:
    """A module with a thread and with German words."""
    path = folder / "little.vmod"
    line = f"<VASSAL.build.module.map.LOS_Thread {thread}/>" if thread else ""
    parts: dict[str, str | bytes] = {
        "buildFile.xml": making.BUILD_FILE.replace(PILE, line + PILE, 1),
        "moduledata": making.metadata("Little"),
        "Module_de.properties": b"Piece.Inf=Infanterie\nDiceButton.2d6.name=2W6\n",
    }
    if pictures:
        parts["images/inf.png"] = making.picture()
    path.write_bytes(making.zipped(parts))
    return path


def opened(window: TableWindow, folder: Path, thread: str = "") -> GuidesFeature:
    path = folder / "little.h44log"
    new_game(module(folder, thread), path).close()
    assert window.open_path(path, play=True)
    window.view.fit()
    return window.feature(GuidesFeature)


def at(window: TableWindow, x: float, y: float) -> QPoint:
    board = window.session.module.board
    assert isinstance(board, SpotBoard)
    return window.view.mapFromScene(to_scene(board.point(0, x, y)))


def lay(window: TableWindow, *points: tuple[float, float]) -> None:
    viewport = window.view.viewport()
    QTest.keyClick(window, Qt.Key.Key_M)
    first, last = (at(window, *p) for p in points)
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=first)
    QTest.mouseMove(viewport, last)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=last)


def test_a_thread_uses_the_modules_style_and_scale(window: TableWindow, tmp_path: Path) -> None:
    guides = opened(
        window,
        tmp_path,
        'threadColor="10,20,30" snapStart="true" snapEnd="false" drawRange="true" scale="10"'
        ' round="Down" rangeFg="1,2,3" rangeBg="4,5,6" hideCounters="true" hideOpacity="40"',
    )
    lay(window, (52, 56), (250, 52))
    thread = guides.over.thread
    assert thread is not None
    assert thread.color == QColor(10, 20, 30)
    assert (thread.ink, thread.paper) == (QColor(1, 2, 3), QColor(4, 5, 6))
    board = window.session.module.board
    assert isinstance(board, SpotBoard)
    start = to_scene(board.point(0, 50, 52))  # the middle of the hex
    assert (thread.ends[0] - start).manhattanLength() < 0.02
    end = to_scene(board.point(0, 250, 52))
    assert (thread.ends[1] - end).manhattanLength() < 0.1
    assert guides.over.ruler_text.split("\n")[0] in ("19", "20")  # 200 pixels, give or take one
    assert window.view.stacks.opacity() == pytest.approx(0.4)
    window.view.viewport().grab()
    QTest.keyClick(window, Qt.Key.Key_M)
    assert guides.over.thread is None
    assert window.view.stacks.opacity() == 1.0


def test_a_thread_counts_hexes_without_scale_and_names_places_without_range(
    window: TableWindow, tmp_path: Path
) -> None:
    guides = opened(window, tmp_path, 'snapStart="true" snapEnd="true" drawRange="true"')
    lay(window, (50, 52), (162, 52))
    assert guides.over.ruler_text == "2\n0101 – 0301"
    board_thread = window.session.module.drawing
    assert board_thread is not None
    quiet = board_thread.table.threads[0].model_copy(update={"range": False})
    assert quiet.range is False


def test_without_a_thread_the_ruler_counts_hexes_without_kilometres(
    window: TableWindow, tmp_path: Path
) -> None:
    guides = opened(window, tmp_path)
    lay(window, (50, 52), (162, 52))
    assert guides.over.thread is None
    assert guides.over.ruler_text == "2"


def test_a_module_is_translated_to_the_readers_language(
    window: TableWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", "de")
    opened(window, tmp_path)
    window.panels.show("module")
    panel = window.feature(PiecesFeature).panel
    assert "2W6" in {b.text() for b in panel.findChildren(QPushButton)}
    group = panel.palette_tree.topLevelItem(0)
    assert group is not None
    row = group.child(0)
    assert row is not None
    assert row.text(0) == "Infanterie"


@pytest.mark.slow
def test_missing_pictures_are_reported_with_a_folder_button(
    window: TableWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    art = tmp_path / "art"
    art.mkdir()
    (art / "inf.png").write_bytes(making.picture())
    path = module(tmp_path, pictures=False)
    work = window.feature(Importing)
    assert work.take([path])
    assert work.work is not None
    qtbot.waitUntil(lambda: work.work is None, timeout=60_000)
    bar = window.messages
    assert bar.help.isVisible(), bar.text()
    drawing = window.session.module.drawing
    assert drawing is not None
    assert drawing.table.missing == ("inf.png",)
    monkeypatch.setattr(vassal_import, "ask_for_folder", lambda *_: str(art))
    bar.help.click()
    qtbot.waitUntil(lambda: work.work is None, timeout=60_000)
    drawing = window.session.module.drawing
    assert drawing is not None
    assert drawing.table.missing == ()
    assert not bar.help.isVisible()
