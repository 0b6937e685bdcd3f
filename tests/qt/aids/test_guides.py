"""The guides: ruler, rings, trails, ghosts, moved units, flags; and messages on the board."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine.core import actions as act
from engine.rules.base.answers import Answers
from holland44_qt.aids.captions import _rows
from holland44_qt.aids.captions_feature import CaptionsFeature
from holland44_qt.aids.guides_feature import GuidesFeature
from holland44_qt.aids.ruler_words import between_lines
from holland44_qt.window.table_window import TableWindow
from tests.grids import HOLLAND


@pytest.fixture
def guides(table: TableWindow) -> GuidesFeature:
    return table.feature(GuidesFeature)


def hexes(window: TableWindow, *numbers: str) -> tuple[int, ...]:
    return tuple(window.session.module.board.index[n] for n in numbers)


def point(window: TableWindow, number: str) -> QPoint:
    (place,) = hexes(window, number)
    return window.view.mapFromScene(window.view._overlay.centre(place))


def move(window: TableWindow, unit: str, *path: str) -> None:
    window.session.play(act.MoveUnits(units=(unit,), path=path))


def phase(window: TableWindow, turn: int, name: str) -> None:
    window.session.play(act.SetClock(turn=turn, phase=name, active="allied"))


def test_the_ruler_measures_from_hex_to_hex(table: TableWindow, guides: GuidesFeature) -> None:
    table.view.fit()
    viewport = table.view.viewport()
    QTest.keyClick(table, Qt.Key.Key_M)
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=point(table, "4816"))
    QTest.mouseMove(viewport, point(table, "4817"))
    assert guides.over.ruler_text == "1 hex, 2 km\nover Maas"
    QTest.mouseMove(viewport, point(table, "5416"))
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=point(table, "5416"))
    assert guides.over.ruler == hexes(table, "4816", "5416")
    assert guides.over.ruler_text == "6 hexes, 12 km\nover Maas\npolder"
    # It stays when the button is up, and measuring is not playing.
    QTest.mouseMove(viewport, point(table, "2010"))
    assert guides.over.ruler == hexes(table, "4816", "5416")
    assert table.session.length == 1
    viewport.grab()
    QTest.keyClick(table, Qt.Key.Key_M)
    assert guides.over.ruler is None


def test_the_ruler_names_the_hexes_between(table: TableWindow) -> None:
    module = table.session.module
    board = module.board

    def between(start: str, end: str) -> tuple[str, ...]:
        return between_lines(module, board.hex(start), board.hex(end))

    assert between("4816", "4816") == ()
    assert between("2010", "1806") == ("over Dommel", "woods")
    assert between("5016", "5010") == ("over Maas", "village ×3, polder")
    waters, ground = between("6217", "1001")
    assert waters.endswith("Linge, Rijn - Waal and 6 more")
    assert ground.startswith("village ×11, ")


def test_rings_are_drawn_round_selected_artillery(
    table: TableWindow, guides: GuidesFeature
) -> None:
    table.view.selection.set(("BR-1-1-Arty", "BR-2-1P"))
    assert guides.guides().rings == ((*hexes(table, "6317"), 3),)
    border = guides.over._border(*guides.guides().rings[0])
    board = table.session.module.board
    for place, number in enumerate(board.numbers):
        steps = HOLLAND.distance(number, "6317")
        assert border.contains(guides.over.centre(place)) == (steps <= 3)
    table.view.viewport().grab()
    QTest.keyClick(table, Qt.Key.Key_G)
    assert guides.guides().rings == ()


def test_rings_have_the_range_in_force(
    table: TableWindow, guides: GuidesFeature, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A storm of La Batalla de las Ardenas leaves one hex, its fog none (14.0c, 14.0d)."""
    for in_force, rings in ((1, ((*hexes(table, "6317"), 1),)), (0, ())):
        monkeypatch.setattr(Answers, "range_of", lambda position, unit, r=in_force: r)
        table.view.selection.clear()
        table.view.selection.set(("BR-1-1-Arty", "BR-2-1P"))
        assert guides.guides().rings == rings


def test_trails_show_moves_of_the_turn(table: TableWindow, guides: GuidesFeature) -> None:
    QTest.keyClick(table, Qt.Key.Key_Y)
    phase(table, 1, "movement")
    move(table, "BR-2-1P", "6217", "6218", "6219")
    phase(table, 1, "combat")
    move(table, "BR-2-1P", "6219", "6220")
    (trail,) = guides.guides().trails
    assert trail.path[0] == hexes(table, "6217")[0]
    assert trail.path[-1] == hexes(table, "6220")[0]
    table.view.viewport().grab()
    phase(table, 2, "movement")
    assert guides.guides().trails == ()


def test_moved_marks_show_moves_of_the_phase(table: TableWindow, guides: GuidesFeature) -> None:
    phase(table, 1, "movement")
    move(table, "BR-2-1P", "6217", "6218")
    assert guides.guides().moved == frozenset(hexes(table, "6218"))
    table.commands["moved"].trigger()
    assert guides.guides().moved == frozenset()
    table.commands["moved"].trigger()
    table.session.back()
    assert guides.guides().moved == frozenset()
    table.session.forward()
    phase(table, 1, "combat")
    assert guides.guides().moved == frozenset()


def test_ghosts_are_drawn_at_former_places(table: TableWindow, guides: GuidesFeature) -> None:
    phase(table, 1, "movement")
    move(table, "BR-2-1P", "6217", "6218")
    phase(table, 1, "combat")
    move(table, "BR-3-1P", "6217", "6218")
    table.commands["ghosts_phase"].trigger()
    assert {p.counter for p in guides.guides().ghosts} == {"BR-3-1P"}
    table.commands["ghosts_turn"].trigger()
    assert not table.commands["ghosts_phase"].isChecked()
    ghosts = guides.guides().ghosts
    assert {p.counter for p in ghosts} == {"BR-2-1P", "BR-3-1P"}
    assert {p.place for p in ghosts} == set(hexes(table, "6217"))
    table.view.viewport().grab()
    table.view.turn_round()
    table.view.viewport().grab()


def test_lost_units_are_shown_at_their_last_place(
    table: TableWindow, guides: GuidesFeature
) -> None:
    session = table.session
    unit = session.state.stack(*hexes(table, "6217"))[0]
    session.play(act.MoveUnits(units=(unit,), path=("6217", "eliminated-allied")))
    (gone,) = guides.guides().ghosts
    assert (gone.counter, gone.place) == (session.state.pieces[unit].counter, *hexes(table, "6217"))
    table.view.viewport().grab()
    session.play(act.Note(text="The next entry is about something else."))
    assert guides.guides().ghosts == ()
    session.back()
    assert len(guides.guides().ghosts) == 1


def test_flags_are_drawn_on_victory_hexes(table: TableWindow, guides: GuidesFeature) -> None:
    board = table.session.module.board
    worth = {place for place, points in enumerate(board.victory) if points}
    assert set(guides.guides().flags) == worth
    table.commands["flags"].trigger()
    assert guides.guides().flags == {}


def test_an_empty_table_has_no_guides(window: TableWindow) -> None:
    made = window.feature(GuidesFeature)
    for name in ("trails", "ghosts_turn"):
        window.commands[name].trigger()
    assert made.guides().flags == {}
    window.view.viewport().grab()


def test_the_last_sentences_are_shown(table: TableWindow) -> None:
    captions = table.feature(CaptionsFeature).captions
    for k in range(7):
        table.session.play(act.Note(text=f"Note {k}."))
    assert captions.lines == [f"Note {k}." for k in (6, 5, 4)]
    assert captions.isVisible()
    table.session.go(2)
    assert captions.lines[0] == "Note 0."
    assert len(captions.lines) == 2
    captions.grab()
    QTest.keyClick(table, Qt.Key.Key_J)
    assert not captions.isVisible()
    table.session.first()
    QTest.keyClick(table, Qt.Key.Key_J)
    assert not captions.isVisible()


def test_a_very_long_sentence_stays_in_the_view(table: TableWindow) -> None:
    table.session.play(act.Note(text="far too long " * 200))
    captions = table.feature(CaptionsFeature).captions
    assert captions.geometry().right() < table.view.width()
    assert captions.height() < table.view.height() / 2
    captions.grab()


def test_the_last_sentence_is_shown_completely(table: TableWindow) -> None:
    told = " ".join(f"word {k}" for k in range(15))
    rows = _rows(0, told, 400)
    assert len(rows) == 3
    assert " ".join(rows) == told
    assert _rows(0, "Short.", 400) == ["Short."]
    (cut,) = _rows(1, told, 400)
    assert cut.endswith("…")
    captions = table.feature(CaptionsFeature).captions
    table.session.play(act.Note(text="Short."))
    low = captions.height()
    table.session.play(act.Note(text=told * 3))
    assert captions.height() > low
