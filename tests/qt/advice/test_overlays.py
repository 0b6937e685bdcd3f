"""The overlays of the board show the answers of the rules at every step, and nothing else."""

from __future__ import annotations

import time
from dataclasses import replace
from html import escape

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.core.modes import strictness_effects
from engine.core.reducer import apply
from engine.games import require_rulebook
from engine.games.holland44.rules.ch08_movement.reach import reachable
from engine.games.holland44.rules.ch08_movement.why_not import judge_path, mover_of, why_not
from engine.games.holland44.rules.ch18_supply import supply_of
from engine.i18n import t
from engine.rules.registry import fix_text, is_legal, text
from holland44_qt.advice.advice_layers import AdviceLayer
from holland44_qt.advice.advice_marks import Sight
from holland44_qt.advice.feature import Advice
from holland44_qt.window.table_window import TableWindow
from tests.qt.advice.conftest import Adviser, sample


def test_no_overlay_is_shown_until_requested(adviser: Adviser) -> None:
    adviser.point_at("6319")
    adviser.view.selection.set([adviser.unit("2/1P")])
    assert adviser.advice.over.sight == Sight()
    assert t("advice.hint") in adviser.panel.explained.text()
    assert adviser.panel.note.text() == t("advice.note")


@pytest.mark.parametrize(("order", "side"), [("first", "allied"), ("second", "german")])
def test_zones_and_bonds_are_those_of_the_rules(adviser: Adviser, order: str, side: str) -> None:
    adviser.toggle(f"zones_{order}")
    for step in (1, 60, 160, 228):
        adviser.session.go(step)
        (shown,) = adviser.advice.ground.sight.fronts
        asked = adviser.position.fronts[side]
        assert shown.side == side
        assert shown.hexes == asked.zone
        assert {b.hex for b in shown.bonds if b.hex is not None} == set(asked.bonds.hexes)
        along = {b.hexside for b in shown.bonds if b.hexside is not None}
        assert along | {(j, i) for i, j in along} == set(asked.bonds.sides)
    adviser.toggle(f"zones_{order}")
    assert adviser.advice.ground.sight.fronts == ()


def test_zones_of_both_sides_can_be_shown_together(adviser: Adviser) -> None:
    adviser.panel.toggles["advice_zones_second"].click()
    adviser.panel.toggles["advice_zones_first"].click()
    assert [f.side for f in adviser.advice.over.sight.fronts] == ["allied", "german"]
    assert adviser.window.commands["advice_zones_second"].isChecked()


def test_supply_marks_every_stack_of_a_side(adviser: Adviser) -> None:
    adviser.toggle("supply_first")
    adviser.session.go(206)
    position = adviser.position
    search = supply_of(position, "allied")
    wanted: dict[int, list[bool]] = {}
    for stack in position.stacks["allied"].values():
        for unit in stack:
            wanted.setdefault(unit.place, []).append(search.line(unit).supplied)
    shown = adviser.advice.over.sight.supplied
    assert shown == {place: (sum(s), len(s) - sum(s)) for place, s in wanted.items()}
    assert any(bad for _, bad in shown.values())
    without = next(u for u in search.position.units.values() if u.id == "US-3/501")
    assert position.name(without.id) in adviser.panel.explained.text()


def test_the_supply_path_leads_to_the_source(adviser: Adviser) -> None:
    unit = adviser.unit("Krafft (-)")
    adviser.view.selection.set([unit])
    adviser.toggle("trace")
    line = supply_of(adviser.position, "german").line(adviser.position.units[unit])
    (way,) = adviser.advice.over.sight.paths
    assert way.hexes == line.path
    assert way.end == line.source
    assert t("advice.source.area", area=line.source) in adviser.panel.explained.text()


def test_a_cut_supply_path_names_where_and_by_whom(adviser: Adviser) -> None:
    adviser.session.go(206)
    adviser.toggle("trace")
    adviser.point_at("3809")  # without a selection: what is under the mouse
    position = adviser.position
    cuts = supply_of(position, "allied").cuts(position.units["US-3/501"])
    sight = adviser.advice.over.sight
    assert set(sight.cuts) == {place for place, *_ in cuts}
    assert set(sight.culprits) == {position.units[u].place for *_, u in cuts if u is not None}
    said = adviser.panel.explained.text()
    assert said.count("<li>") == len(cuts)
    for place, rule, _ in cuts:
        assert position.where(place) in said
        assert rule in said


def test_reach_has_the_hexes_and_costs_of_the_rules(adviser: Adviser) -> None:
    adviser.session.go(24)
    unit = adviser.unit("2/1P")
    adviser.view.selection.set([unit])
    adviser.toggle("reach")
    found = reachable(mover_of(adviser.position, [adviser.position.units[unit]]))
    sight = adviser.advice.ground.sight
    assert sight.reach is not None
    assert set(sight.reach) == {p for p in found if p < adviser.position.places.hex_count}
    assert {p for p, cost in sight.reach.items() if cost.stop} == {
        p for p, a in found.items() if a.stop and p in sight.reach
    }
    assert {cost.mode for cost in sight.reach.values()} == {"normal", "extended"}
    adviser.session.go(25)
    adviser.view.selection.clear()
    assert adviser.advice.ground.sight.reach is None


def test_a_hex_within_reach_shows_the_path(adviser: Adviser) -> None:
    adviser.session.go(24)
    unit = adviser.unit("2/1P")
    adviser.view.selection.set([unit])
    adviser.toggle("reach")
    adviser.point_at("6222")
    (way,) = adviser.advice.over.sight.paths
    assert way.kind == "move"
    mover = mover_of(adviser.position, [adviser.position.units[unit]])
    assert is_legal(judge_path(mover, "best", way.hexes))
    assert t("advice.stop.ezoc") in adviser.panel.explained.text()


def test_a_dark_hex_shows_every_reason(adviser: Adviser) -> None:
    adviser.session.go(24)
    unit = adviser.unit("2/1P")
    adviser.view.selection.set([unit])
    adviser.toggle("reach")
    adviser.point_at("6026")
    mover = mover_of(adviser.position, [adviser.position.units[unit]])
    move, verdicts = why_not(mover, adviser.hex("6026"))
    forbidding = [v for v in verdicts if v.level == "forbid"]
    assert len({v.rule for v in forbidding}) >= 3
    said = adviser.panel.explained.text()
    for verdict in verdicts:
        assert verdict.rule in said
        assert escape(text(verdict)) in said
        fix = fix_text(verdict)
        assert fix is None or escape(fix) in said
    sight = adviser.advice.over.sight
    assert sight.tags[adviser.hex("6026")] == ", ".join(dict.fromkeys(v.rule for v in forbidding))
    (way,) = sight.paths
    assert way.hexes == move.path
    enemies = {u for v in forbidding for u in v.units} - {unit}
    assert enemies
    assert set(sight.culprits) == {adviser.position.units[u].place for u in enemies}
    assert sight.sides


def test_the_edge_shows_the_entry_areas_beyond_it(adviser: Adviser) -> None:
    adviser.view.selection.set([adviser.unit("1KOSB/9")])
    adviser.toggle("reach")
    adviser.point_at("1009")
    assert adviser.advice.over.sight.exits == {adviser.hex("1009"): "→ M T2"}
    said = adviser.panel.explained.text()
    assert "Into area M: T2 by tactical movement" in said
    adviser.point_at("1700")
    assert "19.4" in adviser.panel.explained.text()
    adviser.look_at("1009")
    lit = _drawn(adviser.advice.over)
    adviser.advice.over.show_sight(replace(adviser.advice.over.sight, exits={}))
    assert _drawn(adviser.advice.over) < lit


@pytest.mark.slow
def test_reach_and_its_reasons_follow_the_house_rules(adviser: Adviser) -> None:
    adviser.session.go(24)
    unit = adviser.unit("2/1P")
    position = adviser.position
    loose = strictness_effects(position.state, house={"7": "off", "8.1": "advise"})
    agreed = position.setting.position(apply(position.state, loose, position.places))
    rules = adviser.session.rules
    assert rules is not None
    strict, loosely = rules.answers(position.state), rules.answers(agreed.state)
    within = {p: set(p.reach([unit]).hexes) for p in (strict, loosely)}
    assert within[strict] < within[loosely]
    for place in sorted(within[loosely] - within[strict])[::100]:
        assert is_legal(loosely.why_not([unit], place).verdicts)
        assert not is_legal(strict.why_not([unit], place).verdicts)


def test_pointer_rest_before_the_rules_load_is_harmless(adviser: Adviser) -> None:
    adviser.session.go(24)
    adviser.view.selection.set([adviser.unit("2/1P")])
    adviser.toggle("reach")
    adviser.view.hovered.emit(adviser.hex("5924"))
    assert not adviser.advice.over.sight.tags
    QTest.qWait(150)
    assert adviser.hex("5924") in adviser.advice.over.sight.tags


def test_holding_a_key_shows_the_reach_under_the_pointer(adviser: Adviser) -> None:
    adviser.view.setFocus()
    adviser.view.hovered.emit(adviser.hex("6319"))
    QTest.keyPress(adviser.view, Qt.Key.Key_Q)
    krafft = adviser.position.units[adviser.unit("Krafft (-)")]
    wanted = reachable(mover_of(adviser.position, [krafft]))
    shown = adviser.advice.ground.sight.reach
    assert shown is not None
    assert set(shown) == {p for p in wanted if p < adviser.position.places.hex_count}
    assert {cost.mode for cost in shown.values()} == {"tactical"}  # German, turn 1
    QTest.keyRelease(adviser.view, Qt.Key.Key_Q)
    assert adviser.advice.ground.sight.reach is None


def test_units_in_different_hexes_are_not_moved_together(adviser: Adviser) -> None:
    adviser.session.go(24)
    first, other = adviser.unit("2/1P"), adviser.unit("1/1P")
    adviser.view.selection.set([first, other])
    adviser.toggle("reach")
    where = adviser.position.where(adviser.position.units[first].place)
    assert t("advice.reach.apart", hex=where) in adviser.panel.explained.text()
    assert adviser.advice.ground.sight.start == adviser.position.units[first].place


def test_the_legend_explains_only_the_labels_that_are_shown(adviser: Adviser) -> None:
    adviser.view.selection.set([adviser.unit("Krafft (-)")])  # German, turn 1: tactical moves only
    adviser.toggle("reach")
    words = adviser.panel.explained.text()
    assert t("advice.reach.tactical") in words
    assert t("advice.reach.extended") not in words


def test_a_unit_off_the_map_has_no_reach(adviser: Adviser) -> None:
    state, places = adviser.session.state, adviser.session.module.places
    unit = next(u for u, p in state.pieces.items() if places.name(p.place) == "turn-2")
    adviser.view.selection.set([unit])
    adviser.toggle("reach")
    adviser.toggle("trace")
    assert t("advice.reach.nobody") in adviser.panel.explained.text()
    assert adviser.advice.ground.sight.reach is None


@pytest.mark.parametrize(
    ("step", "name", "rule"), [(60, "1/502", "25.3.3"), (120, "Tiel Gar", "23.6")]
)
def test_a_unit_that_cannot_move_says_why(
    adviser: Adviser, step: int, name: str, rule: str
) -> None:
    adviser.session.go(step)
    unit = adviser.position.units[adviser.unit(name)]
    where = adviser.position.where(unit.place)
    adviser.view.selection.set([unit.id])
    adviser.toggle("reach")
    said = adviser.panel.explained.text()
    assert t("advice.reach.none", start=where) in said
    assert said.count(f"{rule}</") == 1


def test_without_a_game_there_is_no_advice(window: TableWindow) -> None:
    advice = window.feature(Advice)
    assert advice.position is None
    assert advice.panel.note.text() == t("advice.no_game")
    assert not window.commands["advice_reach"].isEnabled()
    assert not advice.panel.toggles["advice_reach"].isEnabled()
    assert window.commands["advice"].isEnabled()


def test_another_game_has_no_advice(adviser: Adviser, monkeypatch: pytest.MonkeyPatch) -> None:
    adviser.toggle("zones_first")
    meta = adviser.session.module.meta
    other = meta.model_copy(update={"id": "ardennes", "title": "Another game"})
    monkeypatch.setattr(adviser.session.module, "meta", other)
    adviser.advice.refresh()
    assert adviser.panel.note.text() == t("advice.other_game", game="Another game")
    assert adviser.advice.over.sight == Sight()
    assert not adviser.window.commands["advice_zones_first"].isEnabled()


def _drawn(layer: AdviceLayer) -> int:
    """Return the points that a layer colours when the view is painted with it alone."""
    view = layer.scene().views()[0]
    others = [i for i in layer.scene().items() if i is not layer and i.isVisible()]
    for item in others:
        item.setVisible(False)
    image = QImage(400, 300, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    with QPainter(image) as painter:
        area = view.mapToScene(view.viewport().rect()).boundingRect()
        layer.scene().render(painter, image.rect().toRectF(), area)
    for item in others:
        item.setVisible(True)
    data = bytes(image.constBits())
    return sum(1 for k in range(3, len(data), 4) if data[k])


def test_layers_draw_their_input(adviser: Adviser) -> None:
    adviser.session.go(110)
    adviser.look_at("6220", 40)
    ground, over = adviser.advice.ground, adviser.advice.over
    assert _drawn(ground) == 0
    assert _drawn(over) == 0
    adviser.toggle("zones_first")
    alone = _drawn(ground)
    bonds = _drawn(over)
    assert alone > 1000
    assert bonds > 100
    adviser.toggle("zones_second")
    assert _drawn(ground) > alone
    assert _drawn(over) >= bonds


@pytest.mark.parametrize("theme", ["day", "night", "print", "safe"])
def test_every_theme_and_a_turned_board_can_be_drawn(adviser: Adviser, theme: str) -> None:
    adviser.session.go(206)
    adviser.view.show_map(theme)
    adviser.view.turn_round()
    for name in ("zones_first", "zones_second", "supply_first", "supply_second", "trace"):
        adviser.toggle(name)
    adviser.view.selection.set(["US-3/501"])
    adviser.toggle("reach")
    adviser.look_at("3809", 40)
    assert not adviser.view.grab().isNull()


@pytest.mark.slow
def test_every_step_of_the_sample_can_be_advised_on(adviser: Adviser) -> None:
    for name in ("zones_first", "zones_second", "supply_first", "supply_second", "trace"):
        adviser.toggle(name)
    adviser.toggle("reach")
    unit = adviser.unit("2/1P")
    adviser.view.selection.set([unit])
    for step in range(0, adviser.session.length + 1, 9):
        adviser.session.go(step)
        assert len(adviser.advice.over.sight.fronts) == 2


@pytest.mark.slow
def test_advice_is_fast_enough_for_scrubbing(adviser: Adviser) -> None:
    for name in ("zones_first", "zones_second", "supply_first", "supply_second"):
        adviser.toggle(name)
    recording = adviser.session.recording
    assert recording is not None
    taken = []
    for step in range(100, 120):
        adviser.session.state = recording.state(step)
        start = time.perf_counter()
        adviser.advice.refresh()
        taken.append(time.perf_counter() - start)
    median = sorted(taken)[len(taken) // 2]
    print(f"advice on a step: {median * 1000:.1f} ms")
    assert median < 0.5


def test_closing_leaves_nothing_running(window: TableWindow) -> None:
    assert window.open_path(sample(), play=False)
    advice = window.feature(Advice)
    window.commands["advice_reach"].trigger()
    window.view.hovered.emit(100)
    assert advice._rest.isActive()
    window.close()
    QApplication.processEvents()
    assert not advice._rest.isActive()


def test_the_darkening_covers_the_view_around_the_map(adviser: Adviser) -> None:
    view, ground = adviser.view, adviser.advice.ground
    view.fit()
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    assert not view.map_bounds.contains(seen)
    assert ground.boundingRect().contains(seen)


@pytest.fixture
def loaded() -> None:
    """The rules before the window opens: otherwise it asks them again when they come."""
    require_rulebook("holland44")


@pytest.mark.slow
@pytest.mark.usefixtures("loaded")
def test_reasons_wait_until_the_pointer_rests(adviser: Adviser) -> None:
    adviser.session.go(24)
    adviser.view.selection.set([adviser.unit("2/1P")])
    adviser.toggle("reach")
    adviser.view.hovered.emit(adviser.hex("5924"))
    adviser.advice._rest.setInterval(1_000_000)  # the test says when its time is over
    for x in range(12):
        QCursor.setPos(x, 0)
        adviser.advice._rest.timeout.emit()
        assert not adviser.advice.over.sight.tags
    adviser.advice._rest.timeout.emit()
    assert adviser.hex("5924") in adviser.advice.over.sight.tags
