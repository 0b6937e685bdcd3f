"""Rolls on the game's tables: columns, modifiers, recorded results, effects."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.core import actions as act
from engine.core.effects import SetHexside
from engine.i18n import t
from holland44_qt.aids.dice_feature import DiceFeature
from holland44_qt.aids.table_panel import TablePanel
from holland44_qt.window.table_window import TableWindow
from tests.qt.aids.dicing import load_dice


def panel(window: TableWindow) -> TablePanel:
    window.panels.show("dice")
    return window.feature(DiceFeature).tables


def roll(window: TableWindow) -> act.Consult:
    QTest.mouseClick(panel(window).row.roll, Qt.MouseButton.LeftButton)
    current = window.session.current
    assert current is not None
    assert isinstance(current.entry.action, act.Consult)
    return current.entry.action


def tick(window: TableWindow, name: str) -> None:
    (box,) = [box for box, modifier in panel(window)._boxes if modifier.id == name]
    box.setChecked(True)


def test_all_tables_but_that_of_combat_are_offered(table: TableWindow) -> None:
    found = {panel(table).table.itemData(k).id for k in range(panel(table).table.count())}
    assert {"airlanding", "demolition", "determined_defense", "weather", "recovery"} <= found
    assert "crt" not in found


@pytest.mark.parametrize(
    ("die", "column", "ticked", "drm", "result"),
    [
        (5, "city", (), 0, "hold 0/0"),
        (2, "city", ("elite", "artillery"), 0, "hold 1/1"),
        (1, "clear/polder", ("low",), 0, "0/1"),
        (6, "other", ("elite",), 2, "hold 1/0"),
    ],
)
def test_determined_defence(
    table: TableWindow, die: int, column: str, ticked: tuple[str, ...], drm: int, result: str
) -> None:
    load_dice(table, die)
    table.view.selection.set(("BR-2-1P",))
    panel(table).choose("determined_defense")
    panel(table).column.setCurrentText(column)
    for name in ticked:
        tick(table, name)
    panel(table).drm.setValue(drm)
    action = roll(table)
    assert (action.result, action.column) == (result, column)
    assert action.drm == drm + sum({"elite": 1, "artillery": 1, "low": -1}[n] for n in ticked)
    assert (action.units, action.at) == (("BR-2-1P",), "6217")
    assert f"die {die}" in panel(table).steps.text()
    assert panel(table).basis.text() == t("aids.basis", basis=t("aids.basis.card"))


def test_the_modifier_of_the_turn_is_ticked(table: TableWindow) -> None:
    panel(table).choose("demolition")
    ((box, modifier),) = panel(table)._boxes
    assert modifier.turns == (1,)
    assert box.isChecked()
    table.session.play(act.SetClock(turn=2, phase="movement", active="allied"))
    panel(table).choose("demolition")
    ((box, _),) = panel(table)._boxes
    assert not box.isChecked()


@pytest.mark.parametrize(("apply", "after"), [(True, "blown"), (False, "wired")])
def test_a_demolition_is_carried_out_on_request(
    table: TableWindow, apply: bool, after: str
) -> None:
    hexsides = table.session.state.hexsides
    bridge = next(side for side, how in sorted(hexsides.items()) if how == "wired")
    panel(table).choose("demolition")
    panel(table).place.setText(bridge)
    panel(table).apply.setChecked(apply)
    action = roll(table)
    assert (action.result, action.drm, action.at) == ("blown", -1, bridge)
    assert table.session.state.hexsides[bridge] == after
    expected = (SetHexside(hexside=bridge, before="wired", after="blown"),) if apply else ()
    assert action.effects == expected


def test_the_weather_of_the_day_is_stored(table: TableWindow) -> None:
    table.session.play(act.SetClock(turn=3, phase="weather", active="allied"))
    load_dice(table, 6, 3)
    panel(table).choose("weather")
    assert panel(table).column.currentText() == "AM"
    assert roll(table).result == "overcast"
    panel(table).column.setCurrentText("PM")
    assert roll(table).result == "clear"
    tracks = table.session.state.tracks
    assert tracks["weather"] == "overcast"
    assert (tracks["weather-am"], tracks["weather-pm"]) == ("overcast", "clear")


def test_a_physical_die_is_accepted(table: TableWindow) -> None:
    panel(table).choose("recovery")
    QTest.keyClicks(panel(table).row.by_hand, "2")
    QTest.keyClick(panel(table).row.by_hand, Qt.Key.Key_Return)
    current = table.session.current
    assert current is not None
    assert isinstance(current.entry.action, act.Consult)
    assert current.entry.action.result == "no"
    assert current.entry.dice[0].source == "entered"


def test_an_unknown_place_is_reported_and_nothing_thrown(table: TableWindow) -> None:
    before = table.session.length
    panel(table).place.setText("9999")
    QTest.mouseClick(panel(table).row.roll, Qt.MouseButton.LeftButton)
    assert table.session.length == before
    assert table.messages.lines == [t("aids.table.no_place", place="9999")]
