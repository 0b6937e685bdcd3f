"""The three rules modes at the window: recorded, shown, applied."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from engine.core import actions as act
from engine.core.modes import Mode, mode_of
from engine.i18n import t
from holland44_qt.advice.advice_words import reasons_line
from holland44_qt.advice.feature import Advice
from holland44_qt.models.log_model import Role
from holland44_qt.referee.modes_feature import Modes
from tests.qt.referee.conftest import Table

PARAS = "6217"
"""A hex with British paratroops in the campaign's set-up."""


def test_the_mode_is_recorded_and_shown_in_the_indicator(table: Table) -> None:
    table.start("off")
    chip = table.window.feature(Modes).chip
    for mode in ("advisory", "enforced", "off"):
        table.trigger(f"rules_{mode}")
        assert isinstance(table.last.action, act.SetRules)
        assert table.session.mode == mode_of(table.session.state) == mode
        assert t(f"ruling.mode.{mode}") in chip.text()
        assert table.window.commands[f"rules_{mode}"].isChecked()
    table.trigger("undo")
    assert table.session.mode == "enforced"
    assert t("ruling.mode.enforced") in chip.text()


def test_a_game_without_rules_has_no_modes(table: Table) -> None:
    assert table.session.mode == "off"
    assert not table.window.feature(Modes).chip.isVisible()
    assert not table.window.commands["rules_enforced"].isEnabled()


def test_enforced_a_move_in_the_wrong_phase_is_refused_with_its_reasons(table: Table) -> None:
    table.start("enforced", phase="combat")
    unit, entries = table.stack(PARAS)[-1], table.session.length
    assert table.session.play(act.MoveUnits(units=(unit,), path=(PARAS, "6218"))) is None
    assert table.session.length == entries
    (said,) = table.window.messages.lines
    assert said.startswith(t("ruling.refused"))
    assert "8.1 " in said
    table.trigger("rules_off")
    assert table.window.messages.lines == []
    assert table.session.play(act.MoveUnits(units=(unit,), path=(PARAS, "6218"))) is not None


def test_a_move_too_far_can_be_shortened(table: Table) -> None:
    table.start("enforced")
    unit = table.stack(PARAS)[-1]
    far = act.MoveUnits(units=(unit,), path=(PARAS, "3210"), mode="normal")
    assert table.session.play(far) is None
    bar = table.window.messages
    assert t("ruling.instead") in bar.details
    assert bar.help.isVisible()
    assert bar.help.text().startswith(t("ruling.instead.do", way=""))
    entries = table.session.length
    bar.help.click()
    assert table.session.length == entries + 1
    assert table.place(unit) != PARAS
    assert bar.lines == []


def test_advisory_an_illegal_move_is_played_and_flagged(table: Table) -> None:
    table.start("advisory", phase="combat")
    unit = table.stack(PARAS)[-1]
    assert table.session.play(act.MoveUnits(units=(unit,), path=(PARAS, "6218"))) is not None
    assert table.place(unit) == "6218"
    assert "8.1" in {v.rule for v in table.last.verdicts if v.level == "forbid"}
    model = table.window.model
    row = model.index(model.row_of(table.session.step), 0)
    assert row.data(Role.BREACH) == "8.1"
    assert "8.1" in row.data(Qt.ItemDataRole.ToolTipRole)
    table.window.panels.show("entry")
    assert "8.1" in table.window.entry._details.toPlainText()


def test_advisory_the_broken_rule_is_shown_in_front(table: Table) -> None:
    table.start("advisory")
    panels, entry = table.window.panels, table.window.entry
    table.session.play(act.MoveUnits(units=("BR-3-1P",), path=("6217", "6218")))
    assert panels.is_shown("decide")
    way = ("6217", "6218", "6219", "6319", "6320")  # through an enemy
    table.session.play(act.MoveUnits(units=("BR-2-1P",), path=way))
    assert any(v.level == "forbid" for v in table.last.verdicts)
    assert panels.is_shown("entry")
    assert entry.isVisible()


def test_advisory_the_broken_rule_is_highlighted_at_its_entry(table: Table) -> None:
    table.start("advisory")
    unit, enemy = table.stack(PARAS)[-1], "GE-Krafft"
    table.put(enemy, "6219")
    assert table.session.play(act.MoveUnits(units=(unit,), path=("6217", "6218", "6219")))
    over = table.window.feature(Modes).over
    assert table.hex("6219") in {*over.sight.hexes, *over.sight.culprits}
    table.session.back()
    assert over.sight.hexes == ()
    table.session.forward()
    assert table.hex("6219") in {*over.sight.hexes, *over.sight.culprits}


def test_a_drag_uses_its_own_path_if_legal_else_the_best(table: Table) -> None:
    table.start("enforced")
    unit = table.stack(PARAS)[-1]
    led = ("6217", "6218", "6219")
    entry = table.session.play(act.MoveUnits(units=(unit,), path=led))
    assert entry is not None
    assert isinstance(entry.action, act.MoveUnits)
    assert entry.action.path == led
    table.trigger("undo")
    wandering = ("6217", "6117", "6016", "6017", "6118", "6219", "6218")
    entry = table.session.play(act.MoveUnits(units=(unit,), path=wandering))
    assert entry is not None
    assert isinstance(entry.action, act.MoveUnits)
    assert entry.action.path == ("6217", "6218")


def test_the_blocking_enemy_and_hex_are_highlighted(table: Table) -> None:
    table.start("enforced")
    unit, enemy = table.stack(PARAS)[-1], "GE-Krafft"
    table.put(enemy, "6219")
    path = ("6217", "6218", "6219")
    assert table.session.play(act.MoveUnits(units=(unit,), path=path)) is None
    sight = table.window.feature(Modes).over.sight
    assert table.hex("6219") in {*sight.hexes, *sight.culprits}
    table.trigger("undo")
    assert table.window.feature(Modes).over.sight.hexes == ()


def test_reordering_a_stack_is_always_legal(table: Table) -> None:
    table.start("enforced")
    stack = table.stack(PARAS)
    table.view.selection.set(stack[:1])
    table.trigger("to_top")
    assert table.stack(PARAS)[-1] == stack[0]
    assert table.last.verdicts == ()


def test_enforced_the_phases_follow_each_other_by_the_rules(table: Table) -> None:
    table.start("enforced")
    table.trigger("advance")
    assert isinstance(table.last.action, act.NextPhase)
    assert table.session.state.clock.phase == "combat"
    table.session.play(act.SetClock(turn=3, phase="combat", active="german"))
    assert table.session.state.clock.turn == 1
    (said,) = table.window.messages.lines
    assert said.startswith(t("ruling.refused"))


def test_dragged_counters_show_their_reach(table: Table) -> None:
    table.start("enforced")
    advice = table.window.feature(Advice)
    table.look_at("6217")
    unit = table.stack("6217")[-1]
    assert advice.over.sight.reach is None
    table.drag("6217", "6218", drop=False)
    reach = advice.over.sight.reach
    assert reach is not None
    assert table.hex("6218") in reach
    first = float(reach[table.hex("6218")].text)
    table.drop("6218")
    assert advice.over.sight.reach is None
    assert table.place(unit) == "6218"
    table.drag("6218", "6219", drop=False)
    reach = advice.over.sight.reach
    assert reach is not None
    # What the first step cost is counted in.
    assert float(reach[table.hex("6219")].text) > first
    krafft = table.hex("6319")
    assert krafft not in reach
    table.move("6319")
    advice.refresh()
    assert "8.1 " in table.window.hints.currentMessage()
    assert krafft in advice.over.sight.hexes
    table.drop("6319")
    assert table.place(unit) == "6218"
    assert table.window.messages.lines[0].startswith(t("ruling.refused"))


def test_a_drop_out_of_reach_shows_all_reasons(table: Table) -> None:
    table.start("enforced")
    table.look_at("6219", 60)
    unit = table.stack("6217")[-1]
    table.drag("6217", "6221", "6522")
    assert table.place(unit) == "6217"
    assert len(table.window.messages.lines[0].splitlines()) >= 2


def test_dragging_shows_the_reasons_beside_a_closed_hex(table: Table) -> None:
    table.start("enforced")
    table.look_at("6418")
    advice = table.window.feature(Advice)
    table.drag("6418", "6419", drop=False)
    assert not advice.card.isVisible()
    table.move("6319")
    advice.refresh()
    assert advice.card.isVisible()
    assert "7.2" in advice.card.text()
    assert "Krafft" in advice.card.text()
    table.drop("6418")
    assert not advice.card.isVisible()


def test_a_detour_names_the_obstacle_of_the_short_path(table: Table) -> None:
    table.start("enforced")
    position = table.session.position
    assert position is not None
    unit = table.stack("3207")[0]
    # Beyond a canal without a bridge; the way round by the next bridge is dozens of hexes long.
    why = position.why_not([unit], table.hex("3006"), near=True)
    assert "8.5.3" in {v.rule for v in why.verdicts}
    assert [v.key for v in why.around if v.level == "forbid"] == ["rule.holland44.8.1.points"]
    assert len(why.path) < 5
    assert t("advice.why.around", text="") in reasons_line(position, why)
    assert position.why_not([unit], table.hex("3208"), near=True).around == ()


def test_the_mode_is_hidden_before_the_set_up(table: Table) -> None:
    table.start("enforced")
    chip = table.window.feature(Modes).chip
    assert not chip.isHidden()
    table.session.first()
    table.session.go(0)
    assert chip.isHidden()
    table.session.last()
    assert not chip.isHidden()


@pytest.mark.parametrize("mode", ["enforced", "advisory"])
def test_the_drag_shows_the_path_that_is_played(table: Table, mode: Mode) -> None:
    table.start(mode)
    table.look_at("6319", 60.0)
    table.view.selection.set(("BR-1B-1A-half-A",))
    table.drag("6317", "6221", drop=False)
    hand = table.window.hand
    names = table.session.module.board.numbers
    shown = tuple(names[place] for place in hand.layer._trail)
    assert shown == ("6317", "6218", "6118", "6119", "6120", "6221"), "round, by 8.5"
    assert hand.layer._label == t("table.trail.detour", length=5, straight=4)
    advice = table.window.feature(Advice)
    advice.refresh()
    assert not advice.over.sight.paths, "one line, not two"
    table.drop("6221")
    assert isinstance(table.last.action, act.MoveUnits)
    assert table.last.action.path == shown


def test_an_illegal_move_keeps_the_dragged_path(table: Table) -> None:
    table.start("advisory")
    table.look_at("6319", 40.0)
    table.view.selection.set(("BR-1B-1A-half-A",))
    table.drag("6317", "6324", drop=False)
    load = table.window.hand.carrying.load
    assert load is not None
    assert load.trail is not None
    assert table.window.hand.layer._trail == load.trail.path
