"""Dice: thrown by button and key, typed by hand, shown on the table, recorded with a reason."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.core.dice import Dice
from engine.i18n import t
from holland44_qt.aids.captions_feature import CaptionsFeature
from holland44_qt.aids.dice_feature import DiceFeature
from holland44_qt.aids.dice_show import _caption
from holland44_qt.aids.dice_throwing import values_of
from holland44_qt.samples import sample_games
from holland44_qt.window.table_window import TableWindow
from tests.qt.aids.dicing import load_dice


def feature(window: TableWindow) -> DiceFeature:
    return window.feature(DiceFeature)


def last(window: TableWindow) -> tuple[act.Action, tuple[Dice, ...]]:
    current = window.session.current
    assert current is not None
    return current.entry.action, current.entry.dice


def test_a_key_throws_a_die_and_records_it(table: TableWindow) -> None:
    QTest.keyClick(table, Qt.Key.Key_D)
    action, dice = last(table)
    assert action == act.Roll(sides=6, count=1)
    assert [d.values for d in dice] == [(5,)]
    assert feature(table).show.isVisible()
    assert feature(table).show.tumbling


def test_a_button_throws_for_the_typed_reason(table: TableWindow) -> None:
    load_dice(table, 2, 6)
    panel = feature(table).dice
    panel.reason.setCurrentText("initiative")
    QTest.mouseClick(panel.quick[1], Qt.MouseButton.LeftButton)
    action, dice = last(table)
    assert action == act.Roll(sides=6, count=2, reason="initiative")
    assert (dice[0].values, dice[0].reason, dice[0].source) == ((2, 6), "initiative", "rolled")
    assert panel.reason.currentText() == ""
    assert panel.reason.itemText(0) == "initiative"
    assert feature(table).show.caption == "Initiative: 2 + 6 = 8"


def test_throws_for_several_reasons_are_not_added(table: TableWindow) -> None:
    piece = "BR-10-4P"
    assert piece in table.session.state.pieces
    thrown = [(6, "airlanding:6418"), (1, f"airlanding:{piece}")]
    dice = tuple(
        Dice(sides=6, count=1, values=(value,), source="rolled", reason=reason)
        for value, reason in thrown
    )
    feature(table).show.show_dice(dice)
    assert feature(table).show.caption == "Airlanding: 6, 1"
    assert feature(table).show.labels == ["6418", "10/4P"]
    feature(table).show.show_dice(dice[:1])
    assert feature(table).show.labels == []


def test_physical_dice_are_marked(table: TableWindow) -> None:
    panel = feature(table).dice
    panel.count.setValue(2)
    QTest.keyClicks(panel.row.by_hand, "3 5")
    QTest.keyClick(panel.row.by_hand, Qt.Key.Key_Return)
    _, dice = last(table)
    assert (dice[0].values, dice[0].source) == ((3, 5), "entered")
    assert "by hand" in feature(table).show.caption
    assert "by hand" in table.entry.dice.toolTip()
    # They lie at once: nobody rolled them here.
    assert not feature(table).show.tumbling


@pytest.mark.parametrize("typed", ["", "7", "0", "3 4", "x", "³"])
def test_invalid_values_are_not_recorded(table: TableWindow, typed: str) -> None:
    before = table.session.length
    panel = feature(table).dice
    panel.row.by_hand.setText(typed)
    QTest.keyClick(panel.row.by_hand, Qt.Key.Key_Return)
    assert table.session.length == before
    assert panel.row.by_hand.text() == typed


@pytest.mark.parametrize(
    ("typed", "count", "sides", "values"),
    [
        ("35", 2, 6, (3, 5)),
        ("3, 5", 2, 6, (3, 5)),
        ("17", 1, 20, (17,)),
        ("17", 2, 20, None),
        ("3+4+5", 3, 6, (3, 4, 5)),
    ],
)
def test_typed_values(typed: str, count: int, sides: int, values: tuple[int, ...] | None) -> None:
    assert values_of(typed, count, sides) == values


def test_a_click_stops_the_dice_animation(qtbot: QtBot, table: TableWindow) -> None:
    show = feature(table).show
    QTest.keyClick(table, Qt.Key.Key_D)
    assert show.tumbling
    QTest.mouseClick(table, Qt.MouseButton.LeftButton)
    assert not show.tumbling
    assert show.isVisible()
    show._hide_timer.setInterval(1)
    show.show_dice((Dice(sides=6, count=1, values=(1,), source="entered"),))
    qtbot.waitUntil(lambda: not show.isVisible())


def test_without_animation_dice_appear_at_rest(table: TableWindow) -> None:
    table.view.moving = False
    feature(table).roll_two()
    assert feature(table).show.isVisible()
    assert not feature(table).show.tumbling


def test_a_read_only_game_throws_nothing(battle: TableWindow) -> None:
    before = battle.session.length
    feature(battle).roll_one()
    assert battle.session.length == before
    assert t("session.review") in battle.messages.lines
    assert not feature(battle).show.isVisible()


def test_many_and_strange_dice_are_drawn(table: TableWindow) -> None:
    feature(table).roll(30, 100, "a reason " * 40)
    show = feature(table).show
    show.skip()
    assert show.width() <= table.view.width()
    show.grab()
    table.entry.dice.grab()


def test_closing_stops_the_dice_animation(table: TableWindow) -> None:
    feature(table).roll_one()
    table.close()
    assert not feature(table).show.tumbling
    assert not feature(table).show._hide_timer.isActive()


def test_dice_of_the_rules_are_described_in_words() -> None:
    throw = Dice(sides=6, count=1, values=(4,), source="rolled", reason="determined_defense:6319")
    assert _caption((throw,)) == t(
        "aids.dice.for", reason=f"{t('aids.dice.of.determined_defense')} 6319", values=4
    )
    unit = Dice(sides=6, count=1, values=(2,), source="rolled", reason="recovery:GE-Krafft")
    assert "GE-" not in _caption((unit,))


def test_a_game_describes_its_throws_in_its_own_words() -> None:
    attack = Dice(sides=6, count=2, values=(3, 4), source="rolled", reason="ground:0827")
    assert _caption((attack,), "marketgarden") == "Attack 0827: 3 + 4 = 7"
    supply = Dice(sides=6, count=1, values=(6,), source="rolled", reason="supply:1 AB")
    both = supply, Dice(sides=6, count=1, values=(2,), source="rolled", reason="supply:82 AB")
    assert _caption((supply,), "marketgarden") == "Supply throw 1 AB: 6"
    assert _caption(both, "marketgarden") == "Supply throw: 6, 2"


def test_subjects_of_dice_are_named_in_the_games_own_words(window: TableWindow) -> None:
    path = next(path for path in sample_games() if path.stem == "normandy44-d-day")
    assert window.open_path(path)
    recording, show = window.session.recording, window.feature(DiceFeature).show
    assert recording is not None
    entry = next(e for e in recording.log.entries if len({d.reason for d in e.dice}) == 2)
    assert entry.dice[0].reason == "invasion:pointe-du-hoc"
    show.show_dice(entry.dice)
    assert show.labels == ["Pointe du Hoc", "5 Rgr"]


def test_dice_are_hidden_with_their_entry(battle: TableWindow) -> None:
    session, shown = battle.session, battle.feature(DiceFeature).show
    for go in (session.forward, session.back, session.first):
        session.go(7)
        battle.player.played.emit(session.current.entry)
        assert shown.isVisible()
        go()
        assert not shown.isVisible()


@pytest.mark.parametrize("width", [1280, 1366, 1920])
def test_dice_never_cover_their_description(table: TableWindow, width: int) -> None:
    table.resize(width, 720)
    QApplication.processEvents()
    captions = table.feature(CaptionsFeature).captions
    captions.show_lines(
        ["The fight goes on and on, and ends badly for everybody who was there."] * 3, shown=True
    )
    show = feature(table).show
    show.show_dice((Dice(sides=6, count=2, values=(3, 6), source="rolled", reason="Attack 1609"),))
    assert not show.geometry().intersects(captions.geometry())


def test_a_long_row_of_dice_takes_minimal_height(table: TableWindow) -> None:
    show = feature(table).show
    heights = []
    for count in (2, 14):
        show.show_dice((Dice(sides=6, count=count, values=(1,) * count, source="rolled"),))
        heights.append(show.height())
    assert heights[1] < heights[0]
    assert table.view.rect().contains(show.geometry())
