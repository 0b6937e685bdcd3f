"""Arrivals in games whose units wait in boxes: the strip on the map, Tab, and their order."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication

from engine.core import actions as act
from engine.i18n import t
from holland44_qt.aids.captions_feature import CaptionsFeature
from holland44_qt.referee.decision_feature import Deciding
from holland44_qt.referee.duty_path import WAITS
from tests.qt.referee.conftest import Table

BEACH, ENGINEERS, BEHIND = "2330", "BR-Eng-5", "BR-3-9"


def start(table: Table, folder: Path, game: str, scenario: str, phase: str) -> Deciding:
    assert table.session.new(folder / "new.h44log", game, scenario, mode="off")
    table.session.play(act.SetClock(turn=1, phase=phase, active="allied"))
    return table.window.feature(Deciding)


@pytest.fixture
def sword(table: Table, tmp_path: Path) -> Table:
    """Sword was taken by the assault; no other units have landed there."""
    start(table, tmp_path, "normandy44", "campaign", "movement")
    for unit in table.stack(BEACH):
        table.put(unit, "eliminated-german")
    table.put(table.stack("assault-sword")[0], BEACH)
    table.session.set_rules("enforced")
    table.window.feature(Deciding)._show_duties()
    return table


def test_units_behind_a_closed_beach_are_refused_with_the_reason(sword: Table) -> None:
    def reasons(unit: str, box: str, number: str) -> list[str]:
        position = sword.session.position
        assert position is not None
        move = act.MoveUnits(units=(unit,), path=(box, number))
        found = position.ruleset.judge(sword.session.state, move)
        return [v.key for v in found if v.rule == "6.5.2a"]

    rule = "rule.normandy44.6.5.2a"
    assert reasons(BEHIND, "follow-up-sword", BEACH) == [f"{rule}.engineers_first"]
    assert reasons("CAN-2A-SFR", "follow-up-juno", "2527") == [f"{rule}.not_taken"]
    assert reasons(BEHIND, "follow-up-sword", "2527") == [f"{rule}.no_beach"]


def test_no_strip_covers_the_map_while_the_computer_plays_its_side(sword: Table) -> None:
    strip, deciding = sword.window.arrivals, sword.window.feature(Deciding)
    assert not strip.isHidden()
    sword.session.computers = frozenset({"allied"})
    deciding._show_duties()
    assert strip.isHidden()
    sword.session.computers = frozenset({"german"})
    deciding._show_duties()
    assert not strip.isHidden()


def test_the_strip_is_folded_to_its_heading(sword: Table) -> None:
    strip = sword.window.arrivals
    QApplication.processEvents()
    counter = strip.board.laid[0].rect(0)
    area = strip.board.parentWidget()
    assert area is not None
    assert area.height() >= counter.bottom()
    strip.fold.click()
    QApplication.processEvents()
    assert area.height() <= counter.top()
    assert strip.fold.accessibleName() == t("aids.arrivals.unfold")
    strip.fold.click()
    QApplication.processEvents()
    assert area.height() >= counter.bottom()


def test_the_next_item_without_a_place_is_read_out(
    sword: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("holland44_qt.referee.decision_feature.stops", lambda items: ())
    position = sword.session.position
    assert position is not None
    waiting = [item.text for item in position.checklist() if item.weight in WAITS]
    sword.trigger("next_waiting")
    assert waiting[0] in sword.window.messages.lines[-1]


def test_engineers_are_offered_first_and_open_the_beach(sword: Table) -> None:
    deciding, strip = sword.window.feature(Deciding), sword.window.arrivals
    assert strip.units == (ENGINEERS,)
    assert not strip.isHidden()
    sword.trigger("next_waiting")
    assert sword.view.selection.units == (ENGINEERS,)
    assert set(deciding.sight().choices) == {sword.hex(BEACH)}
    lands = act.MoveUnits(units=(ENGINEERS,), path=("follow-up-sword", BEACH))
    assert sword.session.play(lands) is not None
    deciding._show_duties()
    assert BEHIND in strip.units
    sword.view.selection.set((BEHIND,))
    assert sword.hex(BEACH) in deciding.sight().choices
    sword.session.stop_playing()
    deciding._show_duties()
    assert strip.isHidden()


def test_the_heading_of_the_strip_is_not_shortened(sword: Table) -> None:
    strip = sword.window.arrivals
    QApplication.processEvents()
    assert len(strip.units) == 1
    assert strip.board.width() >= strip.board.heading_width > 200


def test_tab_lights_the_row_of_the_unit_it_selects(table: Table, tmp_path: Path) -> None:
    deciding = start(table, tmp_path, "airbridge", "introductory", "movement")
    table.session.set_rules("enforced")
    deciding._show_duties()
    deciding._check()
    for _ in range(2):
        table.trigger("next_waiting")
        item = deciding.panel.checks.currentItem()
        assert item is not None
        assert table.view.selection.units == item.data(256).units
    assert deciding.sight().choices


def test_no_unit_arrives_during_combat(table: Table, tmp_path: Path) -> None:
    deciding = start(table, tmp_path, "airbridge", "introductory", "declaration")
    table.session.set_rules("enforced")
    deciding._show_duties()
    position = table.session.position
    assert position is not None
    assert not [item for item in position.checklist() if item.rule == "21.0b"]
    assert not table.window.arrivals.units


@pytest.mark.slow
def test_the_landing_phase_does_not_end_unasked_while_units_wait(
    table: Table, tmp_path: Path
) -> None:
    """7.3: landings are no moves, but they wait in the strip of arrivals."""
    deciding = start(table, tmp_path, "airbridge", "campaign", "airborne")
    table.session.set_rules("enforced")
    deciding._show_duties()
    assert len(table.window.arrivals.units) > 20
    table.trigger("advance")
    assert table.session.state.clock.phase == "airborne"
    assert table.window.messages.lines[0].startswith("Units can still arrive in this phase.")
    table.trigger("advance")
    assert table.session.state.clock.phase != "airborne"


def test_the_introductory_game_opens_on_the_part_it_uses(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "intro.h44log"
    assert table.session.new(path, "airbridge", "introductory", mode="enforced")
    seen, whole = table.view.visible_part, table.view.map_bounds
    assert seen.width() < whole.width() / 2
    assert all(seen.contains(table.view.stacks.centre(table.hex(n))) for n in ("A0509", "A0908"))


def test_a_set_up_marks_no_hexes(table: Table, tmp_path: Path) -> None:
    for number, game in enumerate(("marketgarden", "airbridge")):
        scenario = "campaign" if game == "marketgarden" else "introductory"
        assert table.session.new(tmp_path / f"{number}.h44log", game, scenario)
        table.session.go(1)
        assert table.window.highlight.hexes == ()
        assert table.window.highlight.sides == ()


def test_the_calculator_is_offered_only_with_the_rules_off(table: Table, tmp_path: Path) -> None:
    panels = table.window.panels
    toggle = next(a for a in panels.toggles if a.text() == t("app.dock.combat"))
    for mode, offered in (("off", True), ("enforced", False), ("advisory", False), ("off", True)):
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.h44log"
        assert table.session.new(path, "holland44", "campaign", mode=mode)  # type: ignore[arg-type]
        assert toggle.isVisible() == offered
    table.session.set_rules("enforced")
    assert not toggle.isVisible()


def test_messages_are_above_the_strip(sword: Table) -> None:
    window, said = sword.window, sword.window.feature(CaptionsFeature).captions
    window.resize(1440, 900)
    window.show()
    QApplication.processEvents()
    strip = window.arrivals
    assert strip.isVisible()
    said.keep_clear(())
    said.show_lines(["A sentence that reaches under the units that come in now. " * 2], shown=True)

    def taken() -> QRect:
        return QRect(window.view.mapFromGlobal(strip.mapToGlobal(QPoint())), strip.size())

    assert said.geometry().right() > taken().left()
    assert not said.geometry().intersects(taken())
    strip.hide()  # pending work of the window would show it again
    assert said.geometry().bottom() > taken().top(), "without the strip it lies at the edge"
