"""Opening another game clears every hex, unit and side of the previous one."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.modules.module import load_module
from holland44_qt.advice.feature import Advice
from holland44_qt.aids.captions_feature import CaptionsFeature
from holland44_qt.aids.guides_feature import GuidesFeature
from holland44_qt.board.layer import to_scene
from holland44_qt.samples import sample_games
from holland44_qt.table.hand import Hand
from holland44_qt.window.table_window import TableWindow
from tests.thoroughness import some_now

SAMPLES = sample_games()
RULED = [path for path in SAMPLES if "ten-days" not in path.stem]
NEW = ("airbridge", "ardenas", "holland44", "marketgarden", "normandy44")


def neighbours(pair: tuple[Path, Path]) -> bool:
    """Return whether the second sample follows the first: each is once first and once second."""
    return RULED[(RULED.index(pair[0]) + 1) % len(RULED)] == pair[1]


def busy_at_the_far_corner(window: TableWindow) -> None:
    """Use every tool on the hex with the highest number, where a smaller board has none."""
    view, session = window.view, window.session
    far = session.module.places.hex_count - 1
    window.feature(Hand).grip.cursor_wanted.emit(far)
    view.flash((far,))
    view.look_at((far,))
    point = view.mapFromScene(to_scene(session.module.board.centres[far]))
    QTest.mouseMove(view.viewport(), point)
    view._hover(far)
    guides = window.feature(GuidesFeature)
    window.commands["ruler"].trigger()
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    window.feature(CaptionsFeature).captions.keep_clear((far,))
    assert guides.over.ruler is not None
    held = {p.place: u for u, p in session.state.pieces.items() if p.place <= far}
    if held:
        unit = held[max(held)]
        view.selection.set((unit,))
    for name in ("trace", "retreats", "reach", "zones_first"):
        action = window.commands[f"advice_{name}"]
        if action.isEnabled() and not action.isChecked():
            action.trigger()
    window.feature(Advice).show_attack(max(held, default=far))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second"),
    some_now(permutations(RULED, 2), neighbours),
    ids=lambda path: path.stem[:12],
)
def test_a_sample_is_opened_after_another(
    window: TableWindow, qtbot: QtBot, first: Path, second: Path
) -> None:
    assert window.open_path(first)
    for _ in range(4):
        window.session.forward()
    busy_at_the_far_corner(window)
    assert window.open_path(second)
    qtbot.wait(30)
    assert forgotten(window) == []
    window.session.forward()
    assert window.session.state is not None


@pytest.mark.slow
@pytest.mark.parametrize("module", some_now(NEW, now=lambda module: module == "marketgarden"))
def test_a_new_game_begins_after_another(
    window: TableWindow, qtbot: QtBot, tmp_path: Path, module: str
) -> None:
    for first in NEW:
        assert window.session.new(tmp_path / f"{first}.h44log", first, scenario_of(first))
        busy_at_the_far_corner(window)
        assert window.session.new(
            tmp_path / f"{first}-{module}.h44log", module, scenario_of(module)
        )
        qtbot.wait(30)
        assert forgotten(window) == []


def scenario_of(module: str) -> str:
    """Return the first scenario of a game."""
    return load_module(module).meta.scenarios[0]


def forgotten(window: TableWindow) -> list[str]:
    """Return the names of remaining references to the previous game."""
    advice, hand = window.feature(Advice), window.feature(Hand)
    kept = {
        "cursor": hand.cursor is not None,
        "selection": bool(window.view.selection.units),
        "load": hand.grip.carrying.load is not None,
        "target": advice.target is not None,
        "ruler": window.feature(GuidesFeature).over.ruler is not None,
        "supply path": window.commands["advice_trace"].isChecked(),
    }
    return [name for name, still in kept.items() if still]
