"""The odds in the inspector are those of the rules, itemised."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Rolled
from engine.games import require_rulebook
from engine.games.holland44 import positions
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch10_odds import best_lead
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.ruleset import Ruleset
from engine.i18n import t
from engine.play.game import Game
from engine.rules.answers import AttackPlan
from holland44_qt.advice.attack_declaration import fresh
from holland44_qt.advice.chance_bars import TEXT_HEIGHT
from holland44_qt.advice.odds_panel import OddsPanel
from tests.games.holland44.rules.tabletop import unit
from tests.qt.advice.conftest import Adviser

KRAFFT = "6319"


@pytest.fixture
def before(adviser: Adviser) -> Adviser:
    """The sample game before the attack on Krafft."""
    adviser.go_to(lambda clock, _: clock.turn == 1 and clock.phase == "combat")
    return adviser


def _attack(adviser: Adviser, *labels: str) -> Combat:
    units = [adviser.unit(label) for label in labels]
    adviser.view.selection.set(units)
    adviser.point_at(KRAFFT)
    adviser.window.commands["advice_odds"].trigger()
    position = adviser.position
    return Combat(position, tuple(position.units[u] for u in units), adviser.hex(KRAFFT))


@pytest.mark.slow
def test_selection_attacks_the_hex_under_the_pointer(before: Adviser) -> None:
    found = best_lead(_attack(before, "1/1P", "3/1P"))
    panel = before.panel.odds
    assert panel.heading.text() == t("advice.odds.column", column=found.odds.column)
    assert panel.lead.text() == t("advice.odds.lead", lead=found.lead)
    text = panel.items.text()
    for share in found.shares:
        assert before.position.name(share.unit) in text
        assert t("advice.odds.used", printed=share.printed, used=share.used) in text
    for shift in found.shifts:
        assert t(f"change.holland44.{shift.why}") in text
        assert shift.rule in text
    assert found.shifts
    faces = Counter(found.results.values())
    assert {row.code: len(row.throws) for row in panel.chances.rows} == faces
    assert sum(len(row.throws) for row in panel.chances.rows) == 6
    sight = before.advice.over.sight
    assert sight.target == before.hex(KRAFFT)
    assert len(sight.attackers) == 2


def test_without_a_selection_all_neighbours_attack(before: Adviser) -> None:
    before.point_at(KRAFFT)
    before.window.commands["advice_odds"].trigger()
    ring = before.position.ground.ring[before.hex(KRAFFT)]
    stacks = before.position.stacks["allied"]
    fighting = {i for i in ring if any(u.profile.attack for u in stacks.get(i, ()))}
    assert set(before.advice.over.sight.attackers) == fighting
    assert len(fighting) >= 2


def test_the_only_enemy_next_to_the_selection_is_the_target(before: Adviser) -> None:
    before.view.selection.set([before.unit("1/1P")])
    before.window.commands["advice_odds"].trigger()
    assert before.advice.target == before.hex(KRAFFT)


def test_air_and_artillery_shift_and_are_judged(before: Adviser) -> None:
    fight = _attack(before, "1/1P", "3/1P")
    panel = before.panel.odds
    assert panel.guns
    gun = next(iter(panel.guns))
    panel.guns[gun].setChecked(True)
    panel.air.setValue(1)
    position = before.position
    supported = best_lead(
        Combat(position, fight.attackers, fight.target, (position.units[gun],), air=1)
    )
    assert panel.heading.text() == t("advice.odds.column", column=supported.odds.column)
    text = panel.items.text()
    assert t("change.holland44.artillery") in text
    assert t("change.holland44.air") in text
    assert "10.7" in text
    panel.air.setValue(2)
    assert t("rule.holland44.10.7.one", air=2) in panel.against.text()


def test_the_key_asks_for_the_odds(before: Adviser) -> None:
    before.view.setFocus()
    before.view.hovered.emit(before.hex(KRAFFT))
    QTest.keyClick(before.view, Qt.Key.Key_K, Qt.KeyboardModifier.ShiftModifier)
    assert before.advice.target == before.hex(KRAFFT)
    assert before.panel.tabs.currentIndex() == 1


def test_the_advice_opens_on_the_position_when_no_attack_is_prepared(before: Adviser) -> None:
    before.panel.tabs.setCurrentIndex(1)
    before.window.commands["advice"].trigger()
    assert before.panel.tabs.currentIndex() == 0


def test_a_proposed_attack_leaves_out_a_hex_with_a_replacement_marker(tmp_path: Path) -> None:
    """20.2.5: the rule names the unit with the marker, but no unit attacks from its hex."""
    with Game.new(tmp_path / "game.h44log", "holland44", "short") as game:
        places = game.module.places
        for unit, start, end in (
            ("BR-2IG/5", "1504", "1604"), ("BR-2GG/5", "1504", "1604"), ("BR-2WG", "1404", "1504"),
        ):  # fmt: skip
            game.play(act.MoveUnits(units=(unit,), path=(start, end)))
        marked = fx.SetStatus(unit="BR-2GG/5", before=(), after=("replacement",))
        game.play(act.ManualEdit(effects=(marked,), text="A replacement"))
        game.play(act.SetClock(turn=1, phase="combat", active="allied"))
        rules = require_rulebook("holland44").ruleset("short", game.module)
        position, target = rules.answers(game.now), places.index("1605")
    assert {"BR-2IG/5", "BR-2GG/5", "BR-2WG"} <= set(position.attackers(target))
    assert "BR-2WG" in fresh(position, target)
    assert not {"BR-2IG/5", "BR-2GG/5"} & set(fresh(position, target))


def test_a_proposed_attack_leaves_out_the_excess_of_an_overstacked_hex(tmp_path: Path) -> None:
    with Game.new(tmp_path / "game.h44log", "holland44", "short") as game:
        places = game.module.places
        excess = game.state(1).stack(places.index("1405"))[-1]
        game.play(act.MoveUnits(units=(excess,), path=("1405", "1504")))
        game.play(act.SetClock(turn=1, phase="combat", active="allied"))
        position = (
            require_rulebook("holland44").ruleset("short", game.module).answers(game.state(3))
        )
    target = places.index("1605")
    assert excess in position.attackers(target)
    assert set(fresh(position, target)) == {*position.attackers(target)} - {excess}


def test_an_empty_hex_is_reported(before: Adviser) -> None:
    before.point_at("5715")
    before.window.commands["advice_odds"].trigger()
    assert t("advice.odds.no_target") in before.panel.odds.items.text()
    assert before.advice.target is None


def test_target_without_adjacent_attackers_is_reported(before: Adviser) -> None:
    before.point_at("6522")
    before.window.commands["advice_odds"].trigger()
    where = before.position.where(before.hex("6522"))
    assert t("advice.odds.nobody", hex=where) in before.panel.odds.items.text()
    assert before.advice.over.sight.target is None


def test_a_finished_combat_is_hidden(before: Adviser) -> None:
    _attack(before, "1/1P", "3/1P")
    step = before.session.step
    before.session.last()
    assert before.advice.target is None
    before.session.go(step)
    assert before.advice.over.sight.target is None


def test_a_distant_attacker_is_judged(before: Adviser) -> None:
    _attack(before, "2/1P", "1/1P")
    fight_text = before.panel.odds.against.text()
    name = before.position.name(before.unit("2/1P"))
    where = before.position.where(before.hex(KRAFFT))
    far = t("rule.holland44.9.1.far", unit=name, hex=where)
    ring = before.position.ground.ring[before.hex(KRAFFT)]
    adjacent = before.position.units[before.unit("2/1P")].place in ring
    assert (far in fight_text) != adjacent


def test_a_breakthrough_group_counts_in_the_odds() -> None:
    units = [unit("a1", "0506", attack=31), unit("a2", "0408", attack=6), unit("g2", "0507")]
    given = {"units": units, "board": {"rows": [1, 10], "cols": [1, 10]}, "phase": "combat"}
    setting, state, _ = positions.read(given)
    work = Resolution(setting, state, Rolled())
    work.ask("joint_attack", "allied", target="0507", group=["a1"], course={})
    position = Ruleset(setting).answers(work.state)
    for chosen in (("a2",), ("a1", "a2")):
        found = position.prepared(AttackPlan(chosen, setting.places.index("0507")))
        shares = {s.unit: (s.used, [(f.rule, f.factor) for f in s.why]) for s in found.strengths}
        assert shares["a1"] == (16, [("16.5", 0.5)])
        assert shares["a2"] == (6, [])


def test_the_wheel_scrolls_and_changes_no_choice(before: Adviser) -> None:
    _attack(before, "1/1P", "3/1P")
    choices = before.panel.odds.choices
    for box in (choices.lead, choices.air):
        shown = choices.lead.currentIndex(), choices.air.value()
        for turn in (-120, 120):
            at = QPointF(box.rect().center())
            wheel = QWheelEvent(
                at,
                QPointF(box.mapToGlobal(at.toPoint())),
                QPoint(),
                QPoint(0, turn),
                Qt.MouseButton.NoButton,
                Qt.KeyboardModifier.NoModifier,
                Qt.ScrollPhase.NoScrollPhase,
                False,
            )
            QApplication.sendEvent(box, wheel)
            assert (choices.lead.currentIndex(), choices.air.value()) == shown


def test_choices_do_not_move_up_while_an_attack_is_prepared(before: Adviser, qtbot: QtBot) -> None:
    panel = before.panel.odds

    def top() -> int:
        for _ in range(3):  # labels, then the layouts around them
            QApplication.processEvents()
        return panel.choices.mapTo(panel, QPoint()).y()

    before.window.show()
    _attack(before, "2/1P", "1/1P")
    qtbot.waitUntil(panel.against.isVisible)
    high = top()
    _attack(before, "1/1P", "3/1P")
    qtbot.waitUntil(panel.against.isHidden)
    assert top() >= high


def test_both_buttons_fit_a_narrow_inspector(qtbot: QtBot) -> None:
    panel = OddsPanel("")
    qtbot.addWidget(panel)
    for button in (panel.attack, panel.leave):
        button.show()
    assert panel.minimumSizeHint().width() <= 228


def test_the_text_matches_the_chart_and_its_bars(before: Adviser) -> None:
    _attack(before, "1/1P", "3/1P")
    panel = before.panel.odds
    assert ("Hatched" in panel.likely.text()) == bool(panel.chances.compared)
    odds = before.advice._odds
    assert odds is not None
    weak = replace(odds, ratio="1:4", shifts=(), column="1:3", prospect=None)
    panel.show_odds(before.advice.position, weak)
    assert panel.method.text().endswith("the chart ends at 1:3")
    panel.show_odds(before.advice.position, replace(weak, ratio="1:3"))
    assert "ends" not in panel.method.text()


def test_clicks_in_the_odds_leave_the_keys_to_the_board(before: Adviser, qtbot: QtBot) -> None:
    _attack(before, "1/1P", "3/1P")
    panel = before.panel.odds
    before.view.setFocus()
    box = panel.choices.numbered[0]
    for clicked in (box, panel.kinds):
        clicked.show()
        QTest.mouseClick(clicked, Qt.MouseButton.LeftButton)
        assert before.window.focusWidget() is before.view


def test_long_effects_of_a_result_are_not_cut(before: Adviser) -> None:
    _attack(before, "1/1P", "3/1P")
    bars = before.panel.odds.chances
    short = bars.high
    bars.rows = [row._replace(text="steps lost, retreats two hexes " * 4) for row in bars.rows]
    bars._fit()
    assert bars.high >= short + 2 * TEXT_HEIGHT
    assert bars.sizeHint().height() >= bars.high * len(bars.rows)
