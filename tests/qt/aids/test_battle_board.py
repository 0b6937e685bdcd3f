"""A battle on a second board over the map: units are dragged there, attacks are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from holland44_qt.aids.battle_feature import BattleFeature
from holland44_qt.aids.battle_scene import BattleScene
from holland44_qt.window.table_window import TableWindow

LEHR = ["GE-Lehr-Pz", "GE-Lehr-901", "GE-Lehr-902", "GE-Lehr-Art", "GE-Lehr-PzJg", "GE-Lehr-Pi"]
ATTACKERS = ("GE-Lehr-Pz", "GE-Lehr-901", "GE-Lehr-902")
TARGET = "4023"


@pytest.fixture
def battle(window: TableWindow, tmp_path: Path) -> BattleFeature:
    """The Lehr division meets two American regiments: the defender has to place."""
    session = window.session
    assert session.new(tmp_path / "battle.h44log", "ardenas", "full")
    moves = (("US-28-109",), ("3827", TARGET)), (("US-28-110",), ("3826", TARGET))
    for units, path in (*moves, (tuple(LEHR), ("4224", "4123"))):
        assert session.play(act.MoveUnits(units=units, path=path))
    session.play(act.SetClock(turn=7, phase="combat", active="german"))
    session.set_rules("enforced")
    order = act.DeclareAttack(attackers=ATTACKERS, target=TARGET)
    feature = window.feature(BattleFeature)
    assert not feature.frame.isVisibleTo(window)
    assert session.play(order)
    assert session.play(order)
    assert session.asked.kind == "placement"
    return feature


def scene_of(feature: BattleFeature, qtbot: QtBot) -> BattleScene:
    assert feature.frame.isVisibleTo(feature.view)
    assert feature.scene is not None
    qtbot.waitUntil(lambda: feature.scene.width() > 300)
    return feature.scene


def at(scene: BattleScene, number: str) -> QPoint:
    return scene.place_on_screen(scene.stacks.board.index[number])


def drag(scene: BattleScene, qtbot: QtBot, start: str, end: str) -> None:
    left, port = Qt.MouseButton.LeftButton, scene.viewport()
    qtbot.mousePress(port, left, pos=at(scene, start))
    qtbot.mouseMove(port, at(scene, start) + QPoint(8, 8))
    qtbot.mouseMove(port, at(scene, end))
    qtbot.mouseRelease(port, left, pos=at(scene, end))


@pytest.mark.slow
def test_a_unit_is_dragged_to_its_hex_and_a_hex_of_the_enemy_is_refused(
    battle: BattleFeature, qtbot: QtBot
) -> None:
    scene, session = scene_of(battle, qtbot), battle.session
    drag(scene, qtbot, "1701", "0908")
    assert session.asked.args["unit"] == "US-28-109"
    drag(scene, qtbot, "1701", "0804")
    assert session.asked.args["unit"] == "US-28-110"
    place = scene.stacks.board.index["0804"]
    assert battle.data.state.stacks[place] == ("US-28-109",)


@pytest.mark.slow
def test_an_attack_by_drag_is_drawn_with_its_difference_and_throws(
    battle: BattleFeature, qtbot: QtBot
) -> None:
    scene, session = scene_of(battle, qtbot), battle.session
    while session.asked.kind != "area_attack":
        battle.session.play(
            act.Choose(
                decision=session.asked.kind,
                option="none" if session.asked.kind == "shot" else "rest",
            )
        )
    unit = session.asked.args["unit"]
    stacks, numbers = battle.data.state.stacks, battle.data.board.numbers
    where = {name: numbers[place] for place, names in stacks.items() for name in names}
    enemy = next(o.units[0] for o in battle.question.options if len(o.units) == 1)
    drag(scene, qtbot, where[unit], where[enemy])
    (line,) = battle.data.lines
    assert (line.attackers, line.defenders) == ((where[unit],), (where[enemy],))
    assert line.tag in battle.notes.text()
    while session.asked is not None and session.asked.kind in ("area_attack", "area_support"):
        session.play(act.Choose(decision=session.asked.kind, option="none"))
    told = session.state.tracks.get("last_combat", "").split()
    assert len(told) == 5
    if session.asked is not None:
        assert f"{told[3]} − {told[4]} = {told[1]}" in battle.notes.text()


@pytest.mark.slow
def test_the_board_hides_to_show_the_map_and_returns(battle: BattleFeature, qtbot: QtBot) -> None:
    scene_of(battle, qtbot)
    battle.commands["battle_board"].trigger()
    assert not battle.frame.isVisibleTo(battle.view)
    battle.commands["battle_board"].trigger()
    assert battle.frame.isVisibleTo(battle.view)
    battle.session.go(1)
    assert not battle.frame.isVisibleTo(battle.view)


@pytest.mark.slow
def test_the_board_leaves_the_part_that_a_message_covers(
    battle: BattleFeature, qtbot: QtBot
) -> None:
    scene_of(battle, qtbot)
    window = battle.window
    top = battle.frame.geometry().top()
    window.messages.add("A message\nof two lines.")
    QApplication.processEvents()
    assert battle.frame.geometry().top() >= window.messages.height()
    window.messages.clear()
    QApplication.processEvents()
    assert battle.frame.geometry().top() == top
