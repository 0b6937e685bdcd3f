"""Allied aircraft of Normandy '44 strafe armour by a click, or by their marker (19.1.4)."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.play.game import Game
from engine.rules import answers
from holland44_qt.advice.feature import Advice
from holland44_qt.referee.decision_feature import Deciding
from tests.qt.referee.conftest import Table

ARMOUR, INFANTRY = "1819", "2021"
"""A hex with an armoured silhouette, and one without, far from all Allied units."""
BESIDE = "1820"


@pytest.fixture
def clear_day(table: Table) -> Table:
    """The Allied combat phase of turn 2, with two air units."""
    session = table.session
    assert session.new(table._folder / "strafing.h44log", "normandy44", "campaign", mode="off")
    table.put("GE-352-PzJg", ARMOUR)
    table.put("GE-352-1/915", INFANTRY)
    game = session.game
    assert isinstance(game, Game)
    air = [
        fx.SetTrack(track=f"air/{army}", before=session.state.tracks.get(f"air/{army}"), after=1)
        for army in ("us", "cw")
    ]
    game.play(act.ManualEdit(effects=tuple(air)))
    game.play(act.SetClock(turn=2, phase="combat", active="allied"))
    session.show_line(game.head)
    assert session.play_on()
    session.set_rules("enforced")
    table.look_at(ARMOUR)
    return table


def test_armour_without_neighbours_is_strafed_by_a_click(clear_day: Table) -> None:
    table, advice = clear_day, clear_day.window.feature(Advice)
    table.click(ARMOUR)
    assert advice.target == table.hex(ARMOUR)
    odds = advice.panel.odds
    assert (odds.air.minimum(), odds.air.value()) == (1, 1)
    assert odds.attack.isEnabled()
    table.dice(6)
    odds.attack.click()
    assert table.last.action == act.Bombard(target=ARMOUR, air=1)
    assert table.place("GE-352-PzJg") == ARMOUR, "more missions may be assigned first"
    asked = table.window.feature(Deciding).panel
    asked.list.itemClicked.emit(asked.list.item(0))
    assert table.place("GE-352-PzJg") == "eliminated-german"


def test_a_dropped_air_unit_joins_the_mission(clear_day: Table) -> None:
    table, advice = clear_day, clear_day.window.feature(Advice)
    table.window.support_wanted.emit(table.hex(ARMOUR), "air")
    assert advice.panel.odds.air.value() == 1
    assert advice.panel.odds.attack.isEnabled()


def test_the_air_unit_of_a_mission_is_not_in_an_attack(clear_day: Table) -> None:
    table, advice = clear_day, clear_day.window.feature(Advice)
    session = table.session
    assert session.set_rules("off")
    table.put("US-1-16", BESIDE)
    assert session.set_rules("enforced")
    table.window.support_wanted.emit(table.hex(ARMOUR), "air")
    odds = advice.panel.odds
    kinds = [odds.kinds.tabData(k) for k in range(odds.kinds.count())]
    odds.kinds.setCurrentIndex(kinds.index("strafing"))
    assert odds.air.value() == 1
    odds.kinds.setCurrentIndex(kinds.index("attack"))
    assert (odds.air.minimum(), odds.air.value()) == (0, 0)


def test_infantry_cannot_be_strafed(clear_day: Table) -> None:
    table, advice = clear_day, clear_day.window.feature(Advice)
    table.look_at(INFANTRY)
    table.click(INFANTRY)
    assert advice.target is None


def test_the_to_do_tab_lists_what_may_be_strafed(clear_day: Table) -> None:
    position = clear_day.session.position
    assert position is not None
    items: tuple[answers.CheckItem, ...] = tuple(position.checklist())
    strafed = [item for item in items if item.rule == "19.1.4a"]
    assert clear_day.hex(ARMOUR) in {item.attack for item in strafed}
    assert clear_day.hex(INFANTRY) not in {item.attack for item in strafed}
