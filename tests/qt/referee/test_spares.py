"""Available markers, dragged from the phase's list onto hexes of Normandy '44."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QApplication

from engine.core import actions as act
from engine.i18n import t
from engine.rules.answers import Spare
from holland44_qt.advice.feature import Advice
from holland44_qt.aids.turn_feature import TurnFeature
from holland44_qt.board.drag_data import SPARE_MIME, from_spare, is_ours, spare_mime
from holland44_qt.board.drag_events import drag_enter, drag_move, drop
from holland44_qt.referee.decision_feature import Deciding
from holland44_qt.referee.panel import OPTION
from tests.qt.referee.conftest import Table

NAVAL, AIR, RESERVE = Spare("naval", "naval"), Spare("jabos", "air"), Spare("reserve")


@pytest.fixture
def beach(table: Table, tmp_path: Path) -> Table:
    """Turn 2: the 4th division beside a German regiment behind Utah, its engineers ashore."""
    assert table.session.new(tmp_path / "g.h44log", "normandy44", "campaign", mode="off")
    table.session.play(act.SetClock(turn=2, phase="movement", active="allied"))
    for unit in ("US-4-8", "US-4-12"):
        table.put(unit, "2609")
    table.put("GE-91-1057", "2608")
    turn = table.window.feature(TurnFeature)
    for name, value in (("weather", "overcast"), ("naval/us", 1), ("air/us", 2)):
        turn.set_track(name, value)
    table.session.set_rules("enforced")
    table.look_at("2609")
    return table


def dragged(table: Table, spare: Spare, number: str) -> None:
    port, at, mime = table.view.viewport(), table.at(number), spare_mime(spare)
    for event in (drag_enter(at, mime), drag_move(at, mime), drop(at, mime)):
        QApplication.sendEvent(port, event)
        assert event.isAccepted()


def listed(table: Table) -> list[Spare]:
    table.trigger("decide")
    checks = table.window.feature(Deciding).panel.checks
    items = [checks.item(k).data(OPTION) for k in range(checks.count())]
    return [item.spare for item in items if item.spare is not None]


def test_a_reserve_marker_applies_to_the_whole_stack(beach: Table) -> None:
    assert RESERVE in listed(beach)
    dragged(beach, RESERVE, "2609")
    for unit in ("US-4-8", "US-4-12"):
        assert "reserve" in beach.session.state.pieces[unit].status
    assert isinstance(beach.last.action, act.PlaceMarker)


def test_a_click_on_a_line_with_a_marker_says_what_to_do(beach: Table) -> None:
    assert RESERVE in listed(beach)
    panel = beach.window.feature(Deciding).panel
    items = [panel.checks.item(k).data(OPTION) for k in range(panel.checks.count())]
    panel.picked.emit(next(item for item in items if item.spare == RESERVE))
    assert beach.window.messages.lines[-1] == t("ruling.check.drag")


def test_a_refused_marker_shows_the_reason(beach: Table) -> None:
    refused: list[Any] = []
    beach.session.refused.connect(refused.append)
    dragged(beach, RESERVE, "2608")
    assert beach.window.messages.lines[-1] == t("ruling.check.drag.nobody")
    assert not refused
    position = beach.session.position
    assert position is not None
    ends = position.reach(["US-4-8"], "normal").hexes
    far = next(end for end in ends.values() if end.cost > 1)
    path = tuple(position.number(i) for i in far.path)
    assert beach.session.play(act.MoveUnits(units=("US-4-8",), path=path)) is not None
    dragged(beach, RESERVE, path[-1])
    assert [v.rule for v in refused[-1]] == ["15.1a"]


def test_only_markers_are_accepted_as_markers() -> None:
    for data in (b"[1, 2]", b"{", b'["naval"]', b"[[], {}]"):
        mime = QMimeData()
        mime.setData(SPARE_MIME, data)
        assert from_spare(mime) is None
        assert not is_ours(mime)
    assert from_spare(spare_mime(NAVAL)) == NAVAL


def fight(beach: Table) -> Any:
    return beach.window.feature(Advice).panel.odds


def test_air_and_naval_markers_join_the_attack_on_their_hex(beach: Table) -> None:
    assert beach.session.play(act.NextPhase()) is not None
    assert {NAVAL, AIR} <= set(listed(beach))
    dragged(beach, AIR, "2608")
    advice = beach.window.feature(Advice)
    assert advice.target == beach.hex("2608")
    assert fight(beach).air.value() == 1
    said: list[str] = []
    beach.session.objected.connect(said.append)
    dragged(beach, NAVAL, "2608")  # too far inland for ships
    assert fight(beach).artillery == ()
    (zone,) = said
    assert "2608" in zone
    dragged(beach, AIR, "2608")  # one air unit a combat until turn 17
    assert fight(beach).air.value() == 1
    assert len(said) == 2


def test_ships_fire_within_their_range(beach: Table) -> None:
    beach.put("US-4-22", "2621")
    beach.put("GE-91-1058", "2622")
    assert beach.session.play(act.NextPhase()) is not None
    dragged(beach, NAVAL, "2622")
    assert fight(beach).artillery == ("naval",)
    said: list[str] = []
    beach.session.objected.connect(said.append)
    dragged(beach, NAVAL, "2622")
    assert fight(beach).artillery == ("naval",)
    assert len(said) == 1
