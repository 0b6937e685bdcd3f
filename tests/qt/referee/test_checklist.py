"""The checklist of a phase: pending duties, legal actions, and clicks on them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.i18n import t
from engine.rules.answers import CheckItem
from engine.rules.ports import Answers
from holland44_qt.advice.feature import Advice
from holland44_qt.frame.inspector import NARROW as INSPECTOR
from holland44_qt.referee.decision_feature import Deciding
from holland44_qt.referee.duty_path import Stop, able, after, stops
from holland44_qt.table.hand import Hand
from holland44_qt.window.table_window import TableWindow
from tests.qt.referee.conftest import ATTACK, Table


def position(table: Table) -> Answers:
    found = table.session.position
    assert found is not None
    return found


def warnings(items: tuple[CheckItem, ...]) -> list[CheckItem]:
    return [item for item in items if item.weight in ("owed", "warning")]


def rows(table: Table) -> list[CheckItem]:
    listed = table.window.feature(Deciding).panel.checks
    return [listed.item(k).data(Qt.ItemDataRole.UserRole) for k in range(listed.count())]


def test_in_movement_it_counts_unmoved_units(table: Table) -> None:
    table.start("enforced")
    before = next(i for i in position(table).checklist() if "BR-3-1P" in i.units)
    assert before.weight == "possible"
    table.session.play(act.MoveUnits(units=("BR-3-1P",), path=("6217", "6218")))
    after = next(i for i in position(table).checklist() if "BR-2-1P" in i.units)
    assert set(before.units) - set(after.units) == {"BR-3-1P"}


def test_in_combat_it_lists_targets_until_they_are_attacked(krafft: Table) -> None:
    target = krafft.hex("6319")
    item = next(i for i in position(krafft).checklist() if i.attack == target)
    assert set(ATTACK.attackers) < set(item.units)
    krafft.dice(1)
    krafft.session.play(ATTACK)
    assert all(i.attack != target for i in position(krafft).checklist())


def test_more_than_nine_steps_are_a_warning_beside_the_next_phase(krafft: Table) -> None:
    panel = krafft.window.feature(Deciding).panel
    assert warnings(position(krafft).checklist()) == []
    for unit in ("BR-1-1P", "BR-2SS-1A-half-A", "BR-2SS-1A-half-B", "BR-1B-1A-half-A"):
        krafft.put(unit, "6219")
    (item,) = warnings(position(krafft).checklist())
    assert item.places == (krafft.hex("6219"),)
    krafft.trigger("decide")
    assert t("ruling.next.warned", phase="Allied reorganisation phase", count=1) == (
        panel.next.words
    )
    panel.next.click()
    assert krafft.session.asked is not None
    assert krafft.session.asked.kind == "overstack"


def test_a_click_prepares_the_attack_or_goes_to_the_next_unit(krafft: Table) -> None:
    krafft.trigger("decide")
    found = krafft.window.feature(Deciding)
    items = rows(krafft)
    target = next(k for k, i in enumerate(items) if i.attack == krafft.hex("6319"))
    found.panel.checks.itemClicked.emit(found.panel.checks.item(target))
    assert krafft.window.feature(Advice).target == krafft.hex("6319")
    guns = next(k for k, i in enumerate(items) if i.units and i.attack is None)
    found.panel.checks.itemClicked.emit(found.panel.checks.item(guns))
    first = krafft.view.selection.units
    assert first == items[guns].units[:1]
    found.panel.checks.itemClicked.emit(found.panel.checks.item(guns))
    assert krafft.view.selection.units == items[guns].units[1:2]


def test_a_game_without_rules_has_no_checklist(table: Table) -> None:
    table.trigger("decide")
    assert table.window.feature(Deciding).panel.title.text() == t("ruling.nothing")


def test_the_first_landing_waits_until_its_dice_are_thrown(table: Table) -> None:
    table.start("enforced", phase="airlanding")
    aloft = next(i for i in position(table).checklist() if "US-1/508" in i.units)
    assert aloft.text == t("ruling.holland44.check.aloft", count=len(aloft.units))
    table.session.play(act.NextPhase())
    deciding = table.window.feature(Deciding)
    while deciding.question is not None:
        deciding.answer(deciding.answers[0].id)
    assert table.session.state.clock.phase == "airlanding"
    assert aloft.text not in [i.text for i in position(table).checklist()]


def test_in_movement_an_automatic_ds_is_offered(table: Table) -> None:
    table.start("off")
    table.put("GE-LXXXVIII", "1707")
    table.put("BR-2IG/5", "1607")
    target = table.hex("1707")
    assert all(i.attack != target for i in position(table).checklist())
    table.put("BR-8RB/29", "1708")
    item = next(i for i in position(table).checklist() if i.attack == target)
    assert set(item.units) == {"BR-2IG/5", "BR-8RB/29"}


def test_overstacked_drop_hexes_of_the_set_up_raise_no_alarm(table: Table, tmp_path: Path) -> None:
    """6.4.1: steps above nine are lost only at the end of the movement phase."""
    assert table.session.new(tmp_path / "new.h44log", "holland44", "campaign", mode="enforced")
    items = position(table).checklist()
    (told,) = [item for item in items if item.rule == "6.4.1"]
    assert told.weight == "possible"
    assert "which is legal" in told.text
    assert "nine steps" in told.text
    assert warnings(items) == []


def test_tab_goes_through_waiting_units_and_back(table: Table, tmp_path: Path) -> None:
    assert table.session.new(tmp_path / "new.h44log", "holland44", "campaign", mode="enforced")
    table.dice(*[2] * 99)
    found = table.window.feature(Deciding)
    table.trigger("advance")
    found.panel.list.take(1)
    table.trigger("advance")
    assert table.session.state.clock.phase == "movement"
    path = stops(position(table).checklist())
    units = [stop.unit for stop in path if stop.unit is not None]
    seen = []
    for _ in path:
        table.trigger("next_waiting")
        seen += [u for u in table.view.selection.units if u not in seen]
    assert set(units) <= set(seen)
    table.trigger("next_waiting")
    first = found._path.stop
    table.trigger("next_waiting")
    assert found._path.stop != first
    table.trigger("previous_waiting")
    assert found._path.stop == first


def test_a_finished_item_is_followed_by_the_next() -> None:
    idle = [Stop(CheckItem("possible", "", units=(u,)), u) for u in "abcd"]
    there = Stop(CheckItem("possible", "", places=(7,)))
    path = [*idle, there]
    assert after(path, None, 1) == idle[0]
    assert after(path, idle[1], 1) == idle[2]
    left = [stop for stop in path if stop.unit != "b"]
    assert after(left, idle[1], 1, path) == idle[2]
    assert after(left, idle[1], -1, path) == idle[0]
    assert after([idle[0]], idle[1], 1, path) == idle[0]
    assert after([], idle[1], 1, path) is None
    twice = [Stop(CheckItem("warning", "", units=(u,)), u) for u in "ab"] + idle
    assert after(twice, idle[1], 1) == idle[2], "a unit may stand in two lines"
    owed = CheckItem("owed", "", places=(9,))
    items = (CheckItem("possible", "", places=(7,)), owed, CheckItem("told", "", units=("x",)))
    assert [stop.item.places for stop in stops(items)] == [(9,), (7,)]


def test_tab_continues_after_a_moved_unit(table: Table) -> None:
    table.start("enforced")
    table.view.setFocus()
    QTest.keyClick(table.view, Qt.Key.Key_Tab)
    QTest.keyClick(table.view, Qt.Key.Key_Tab)
    (first,) = table.view.selection.units
    idle = [stop.unit for stop in stops(position(table).checklist()) if stop.unit is not None]
    second = idle[idle.index(first) + 1]
    start = table.session.state.pieces[first].place
    ring = set(table.session.module.board.neighbours[start])
    free = [i for i in position(table).reach((first,)).hexes if i in ring]
    to = next(i for i in free if not table.session.state.stack(i))
    numbers = table.session.module.board.numbers
    table.session.play(act.MoveUnits(units=(first,), path=(numbers[start], numbers[to])))
    QTest.keyClick(table.view, Qt.Key.Key_Tab)
    assert table.view.selection.units == (second,)


def test_units_that_may_act_are_marked_on_the_map(
    qtbot: QtBot, table: Table, tmp_path: Path
) -> None:
    table.start("enforced")
    state = table.session.state
    found = able(position(table).checklist(), state)
    assert state.pieces["BR-3-1P"].place in found
    german = {piece.place for piece in state.pieces.values() if piece.side == "german"}
    assert not found & german
    deciding = table.window.feature(Deciding)
    hexes = table.session.module.places.hex_count
    shown = frozenset(place for place in found if place < hexes)
    qtbot.waitUntil(lambda: deciding.over.sight.able == shown)
    table.window.commands["moved"].trigger()
    qtbot.waitUntil(lambda: not deciding.over.sight.able)
    table.window.commands["moved"].trigger()
    qtbot.waitUntil(lambda: deciding.over.sight.able == shown)
    table.session.back()
    assert not deciding.over.sight.able, "nobody acts in a past position"
    assert table.session.new(
        tmp_path / "other.h44log", "airbridge", "introductory", mode="enforced"
    )
    assert not deciding.over.sight.able, "the hexes of one board mean nothing on another"


def test_tab_shows_the_hexes_for_units_to_set_up(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "intro.h44log"
    assert table.session.new(path, "airbridge", "introductory", mode="enforced")
    table.view.setFocus()
    QTest.keyClick(table.view, Qt.Key.Key_Tab)
    (unit,) = table.view.selection.units
    length, cursor = table.session.length, table.window.feature(Hand).cursor
    assert cursor in position(table).reach((unit,)).hexes
    QTest.keyClick(table.view, Qt.Key.Key_Return)
    QTest.keyClick(table.view, Qt.Key.Key_Return)
    assert table.session.length == length + 1
    assert table.session.state.pieces[unit].place == cursor


def test_tab_starts_again_in_a_new_phase(table: Table) -> None:
    table.start("enforced")
    table.view.setFocus()
    idle = [stop.unit for stop in stops(position(table).checklist())]
    for _ in range(idle.index("BR-1-1-Arty") + 1):
        QTest.keyClick(table.view, Qt.Key.Key_Tab)
    assert table.view.selection.units == ("BR-1-1-Arty",)
    QTest.keyClick(table.view, Qt.Key.Key_N)
    assert table.session.state.clock.phase == "combat"
    first = stops(position(table).checklist())[0]
    assert first.item.attack is not None
    QTest.keyClick(table.view, Qt.Key.Key_Tab)
    assert table.window.feature(Advice).target == first.item.attack


@pytest.mark.parametrize("follow", [True, False])
def test_tab_zooms_in_where_counters_are_tiny(table: Table, follow: bool) -> None:
    table.start("enforced")
    view, commands = table.view, table.window.commands
    view.smooth = False
    commands["follow"].setChecked(follow)
    view._set_scale(12.0)
    commands["next_waiting"].trigger()
    (unit,) = view.selection.units
    place = table.session.state.pieces[unit].place
    assert (view.scale_now > 30) == follow
    if table.session.module.places.is_hex(place):
        assert view.rect().contains(view.seen_at((place,)).toRect().center())
    before = view.scale_now
    commands["next_waiting"].trigger()
    assert view.scale_now == before, "it goes near once"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("holland44", "campaign"),
        ("marketgarden", "campaign"),
        ("normandy44", "campaign"),
        ("airbridge", "introductory"),
    ],
)
def test_no_card_is_wider_than_the_inspector_of_a_narrow_window(
    window: TableWindow, tmp_path: Path, game: str, scenario: str
) -> None:
    session = window.session
    assert session.new(tmp_path / "game.h44log", game, scenario, mode="advisory")
    inspector = window.panels.inspector
    for _ in range(12):
        for name, card in inspector._cards.items():
            window.panels.show(name)
            QApplication.processEvents()
            assert card.minimumSizeHint().width() <= INSPECTOR, (name, session.state.clock)
        if session.asked is not None or session.play(act.NextPhase()) is None:
            break
