"""The turn panel: the next phase, any phase, weather, victory points, holders of hexes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.core.effects import Clock
from engine.i18n import ENVIRONMENT, t
from holland44_qt.aids.hex_control import holders
from holland44_qt.aids.turn_feature import TurnFeature
from holland44_qt.aids.turn_values import Values
from holland44_qt.window.table_window import TableWindow


@pytest.fixture(autouse=True)
def _drawer(window: TableWindow) -> None:
    """Show the turn drawer."""
    window.panels.show("turn")


def feature(window: TableWindow) -> TurnFeature:
    return window.feature(TurnFeature)


def test_n_goes_through_the_first_turn(table: TableWindow) -> None:
    seen = []
    for _ in range(13):
        QTest.keyClick(table, Qt.Key.Key_N)
        clock = table.session.state.clock
        seen.append((clock.turn, clock.phase, clock.active))
    assert seen[0] == (1, "movement", "allied")
    assert seen[4] == (1, "artillery_resupply", "german")
    assert seen[-1] == (2, "artillery_resupply", "allied")


def test_night_falls_with_the_turn(table: TableWindow) -> None:
    feature(table).set_clock(Clock(turn=2, phase="movement", active="allied"))
    assert table.session.state.tracks["weather"] == "night"
    assert feature(table).panel.weather.currentText() == t("weather.night")


def test_rolled_weather_is_set_with_its_turn(table: TableWindow) -> None:
    shown = feature(table)
    shown.set_clock(Clock(turn=3, phase="weather", active="allied"))
    shown.set_track("weather-pm", "cloudy")
    shown.set_track("weather", "overcast")
    shown.set_clock(Clock(turn=4, phase="movement", active="allied"))
    assert table.session.state.tracks["weather"] == "cloudy"


def test_the_button_names_the_next_phase(table: TableWindow) -> None:
    panel = feature(table).panel
    assert panel.next.text() == t("aids.turn.next", phase="Allied movement phase")
    QTest.mouseClick(panel.next, Qt.MouseButton.LeftButton)
    assert table.session.state.clock.phase == "movement"
    assert "Turn 1" in panel.turn.text()


def test_the_last_phase_has_no_successor(table: TableWindow) -> None:
    feature(table).set_clock(Clock(turn=20, phase="victory", active="german"))
    assert not feature(table).panel.next.isEnabled()
    before = table.session.length
    feature(table).advance()
    assert table.session.length == before
    assert table.messages.lines == [t("aids.turn.at_end")]


def test_any_phase_can_be_set_from_table_and_menu(table: TableWindow) -> None:
    phases = feature(table).panel.phases
    item = phases.item(3, 1)
    assert item is not None
    phases.itemActivated.emit(item)
    clock = table.session.state.clock
    assert (clock.turn, clock.phase, clock.active) == (1, "combat", "german")
    menu = feature(table).phase_menu()
    of_turn_5 = menu.actions()[4].menu()
    of_turn_5.actions()[0].trigger()
    clock = table.session.state.clock
    assert (clock.turn, clock.phase, clock.active) == (5, "artillery_resupply", "allied")
    menu.deleteLater()


def test_weather_and_points_are_set_by_hand(table: TableWindow) -> None:
    panel = feature(table).panel
    panel.weather.setCurrentIndex(panel.weather.findData("overcast"))
    panel.weather.activated.emit(panel.weather.currentIndex())
    panel.values.fields["victory-german"].setValue(1.5)
    panel.values.fields["airborne-82"].setValue(3)
    tracks = table.session.state.tracks
    assert (tracks["weather"], tracks["victory-german"], tracks["airborne-82"]) == (
        "overcast",
        1.5,
        3,
    )
    current = table.session.current
    assert current is not None
    assert current.sentence == "Returnees of the 82nd Airborne: 3"
    table.session.back()
    assert panel.values.fields["airborne-82"].value() == 0
    assert panel.values.fields["victory-german"].value() == 1.5
    # Looking back is not playing.
    assert table.session.length == 4


def test_a_read_only_game_shows_its_turn_without_controls(battle: TableWindow) -> None:
    panel = feature(battle).panel
    battle.session.last()
    assert "Turn 2" in panel.turn.text()
    assert not panel.next.isEnabled()
    assert not panel.weather.isEnabled()
    QTest.keyClick(battle, Qt.Key.Key_N)
    assert battle.session.length == 11
    assert t("session.review") in battle.messages.lines


def test_the_holder_of_a_hex_is_changed(table: TableWindow) -> None:
    session = table.session
    place = next(p for p, by in holders(session).items() if by == "german")
    table.view.hovered.emit(place)
    QTest.keyClick(table, Qt.Key.Key_O)
    assert holders(session)[place] == "allied"
    assert "Allied 1" in feature(table).panel.victory_hexes.text()
    QTest.keyClick(table, Qt.Key.Key_O)
    assert holders(session)[place] == "german"


def test_the_hexes_of_selected_units_change_hands(table: TableWindow) -> None:
    table.view.hovered.emit(-1)
    QTest.keyClick(table, Qt.Key.Key_O)
    assert table.messages.lines == [t("aids.control.nothing")]
    table.view.selection.set(("BR-2-1P", "BR-3-1P", "BR-1-1P"))
    QTest.keyClick(table, Qt.Key.Key_O)
    control, index = table.session.state.control, table.session.module.board.index
    assert (control[index["6217"]], control[index["6418"]]) == ("allied", "allied")


def test_the_track_describes_each_turn(table: TableWindow) -> None:
    track = feature(table).panel.track
    assert len(track._fields) == 20
    day, row = track._fields[1]
    assert track.turn_at(track._rect(day, row).center()) == row
    assert track.turn_at(QPointF(1, 1)) is None
    assert t("calendar.glider_pilots") in track.events_text(row)
    assert t("aids.turn.due", count=13) in track.events_text(row)


def test_the_panel_shows_how_the_game_is_won(table: TableWindow) -> None:
    shown = feature(table).panel.victory
    assert shown.isVisibleTo(feature(table).panel)
    assert t("scenario.victory.german_automatic") in shown.text()


def test_opening_another_game_clears_the_turn(table: TableWindow) -> None:
    panel = feature(table).panel
    before = len(panel.findChildren(QLabel))
    for _ in range(3):
        feature(table)._opened()
    QTest.qWait(1)
    assert len(panel.findChildren(QLabel)) == before


def test_a_note_does_not_move_the_clock(table: TableWindow) -> None:
    phases = feature(table).panel.phases
    item = phases.item(0, 0)
    table.session.play(act.Note(text="Hello."))
    # The table is not built anew for every entry.
    assert phases.item(0, 0) is item


def test_at_1080_lines_the_dock_needs_no_scrolling(table: TableWindow) -> None:
    table.resize(1920, 1080)
    table.show()
    table.panels.show("turn")
    scroll = feature(table).panel.parentWidget().parentWidget()
    assert isinstance(scroll, QScrollArea)
    for _ in range(5):
        QTest.qWait(20)
    assert scroll.verticalScrollBar().maximum() == 0


def test_weather_effects_are_shown_in_one_place(window: TableWindow, tmp_path: Path) -> None:
    """Normandy '44: consequences of the weather, and points available to each side."""
    assert window.session.new(tmp_path / "d-day.h44log", "normandy44", "campaign", mode="enforced")
    assert window.session.play(act.NextPhase()) is not None
    events_text = feature(window).panel.conditions
    assert (
        "German vehicles also pay half a point for each hex of primary road. (9.7b)"
        in events_text.text()
    )
    assert "US First Army: naval units left 2" in events_text.text()


@pytest.mark.parametrize(("spoken", "shown"), [("en", "1.5"), ("es", "1,5"), ("pt", "1,5")])
def test_half_points_have_the_decimal_mark_of_the_language(
    spoken: str, shown: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, spoken)
    values = Values()
    qtbot.addWidget(values)
    values.add("victory-allied", "Points", step=0.5, highest=99)
    values.fields["victory-allied"].setValue(1.5)
    assert values.fields["victory-allied"].text() == shown
