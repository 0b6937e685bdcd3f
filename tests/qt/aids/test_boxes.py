"""The boxes: their contents, selection, drag and drop."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.core.state import Piece
from holland44_qt.aids.find_feature import FindFeature
from holland44_qt.board import drag_events as drags
from holland44_qt.board.drag_data import PIECES_MIME, Dragged, from_mime, to_mime
from holland44_qt.replay.box_board import BoxBoard
from holland44_qt.replay.box_keys import Spot, onward
from holland44_qt.table.hand import Hand
from holland44_qt.window.table_window import TableWindow

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def _drawer(window: TableWindow) -> None:
    """Open the drawer of the boxes; closed, it lays nothing out."""
    window.panels.show("boxes")


def board(window: TableWindow, name: str) -> BoxBoard:
    found = window.boxes.boards[name]
    window.boxes.tabs.setCurrentIndex(list(window.boxes.boards).index(name))
    return found


def spot(of: BoxBoard, name: str) -> QPoint:
    """Return the position of a box, or of a piece in one."""
    for laid in of.laid:
        if laid.contents.box == name:
            return QPoint(20, laid.top + 8)
        for k, held in enumerate(laid.contents.items):
            if held.name == name:
                return laid.rect(k).center()
    raise KeyError(name)


def drop(on: BoxBoard, box: str, mime: QMimeData) -> bool:
    over = drags.drag_move(spot(on, box), mime)
    over.ignore()
    # Qt would send them to the target of its own drag only.
    on.dragMoveEvent(over)
    if over.isAccepted():
        on.dropEvent(drags.drop(spot(on, box), mime))
    return over.isAccepted()


def place(window: TableWindow, unit: str) -> str:
    return window.session.module.places.name(window.session.state.pieces[unit].place)


def test_boxes_list_their_contents(battle: TableWindow) -> None:
    battle.session.go(1)
    module, state = battle.session.module, battle.session.state
    shown = {
        laid.contents.box: {h.name for h in laid.contents.items}
        for on in battle.boxes.boards.values()
        for laid in on.laid
    }
    for name, display in module.displays.items():
        held = set(state.stack(module.places.index(name)))
        held |= {m for m, marker in state.markers.items() if marker.at == name}
        if display.kind in ("track", "weather"):
            assert not held
        else:
            assert shown[name] == held
    assert any("Turn 3" in title for title in battle.boxes.titles)


def test_pieces_show_their_names_and_entry_areas(table: TableWindow) -> None:
    on = board(table, "arrivals")
    laid = next(b for b in on.laid if b.contents.box == "turn-3")
    captions = [h.caption for h in laid.contents.items]
    pieces = [c for h, c in zip(laid.contents.items, captions, strict=True) if h.name[:3] != "tra"]
    assert pieces == sorted(pieces)
    assert any(c.startswith("LZ ") for c in captions)
    assert any(c.startswith("Area ") for c in captions)
    held = on.item_at(spot(on, "BR-10-4P"))
    assert held is not None
    assert isinstance(held.thing, Piece)
    assert on.item_at(QPoint(0, 0)) is None


def test_the_turn_is_marked_and_empty_past_turns_are_hidden(table: TableWindow) -> None:
    on = board(table, "arrivals")
    assert [b.contents.box for b in on.laid if b.contents.now] == ["turn-1"]
    units = table.session.state.stack(table.session.module.places.index("turn-1"))
    table.session.play(act.MoveUnits(units=units, path=("turn-1", "area-F"), mode="box"))
    table.session.play(act.SetClock(turn=2, phase="movement", active="allied"))
    assert [b.contents.box for b in on.laid if b.contents.now] == ["turn-2"]
    assert "turn-1" not in {b.contents.box for b in on.laid}


def test_a_click_selects_and_ctrl_click_adds(table: TableWindow) -> None:
    on, selection = board(table, "arrivals"), table.view.selection
    QTest.mouseClick(on, LEFT, pos=spot(on, "BR-10-4P"))
    assert selection.units == ("BR-10-4P",)
    control = Qt.KeyboardModifier.ControlModifier
    QTest.mouseClick(on, LEFT, control, spot(on, "BR-11-4P"))
    assert selection.units == ("BR-10-4P", "BR-11-4P")
    assert on.dragged() == (("BR-10-4P", "BR-11-4P"), ())
    QTest.mouseClick(on, LEFT, pos=QPoint(2, 1))
    assert selection.units == ()


def test_selected_pieces_elsewhere_are_not_dragged_along(table: TableWindow) -> None:
    on = board(table, "arrivals")
    table.view.selection.set(("BR-2-1P", "BR-10-4P"))
    assert on.dragged() == (("BR-10-4P",), ())


def test_a_drag_takes_the_selected_pieces(
    table: TableWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    on, taken = board(table, "arrivals"), []

    class Drag:
        """A substitute for the platform's drag, which would wait for a real mouse."""

        def __init__(self, source: object) -> None: ...

        def setMimeData(self, mime: QMimeData) -> None:
            taken.append(from_mime(mime))

        def setPixmap(self, pixmap: object) -> None: ...

        def setHotSpot(self, spot: QPoint) -> None: ...

        def exec(self, action: object) -> None: ...

    monkeypatch.setattr("holland44_qt.replay.box_board.QDrag", Drag)
    start = spot(on, "BR-10-4P")
    QTest.mousePress(on, LEFT, pos=start)
    QTest.mouseMove(on, start + QPoint(30, 30))
    QTest.mouseRelease(on, LEFT, pos=start)
    assert taken == [Dragged(("BR-10-4P",))]


def test_pieces_from_the_map_are_dropped_into_a_box(table: TableWindow) -> None:
    on = board(table, "lost")
    assert drop(on, "eliminated-allied", to_mime(("BR-2-1P", "BR-3-1P")))
    assert place(table, "BR-2-1P") == place(table, "BR-3-1P") == "eliminated-allied"
    current = table.session.current
    assert current is not None
    assert isinstance(current.entry.action, act.MoveUnits)
    assert current.entry.action.mode == "eliminated"
    assert "eliminated" in current.sentence
    table.session.back()
    assert place(table, "BR-2-1P") == "6217"


def test_pieces_of_several_places_and_markers_move_as_one_entry(table: TableWindow) -> None:
    before = table.session.length
    on = board(table, "areas")
    mime = to_mime(("BR-2-1P", "BR-1-1P", "BR-10-4P"), ("traffic-4",))
    assert drop(on, "area-M", mime)
    assert table.session.length == before + 1
    assert {place(table, u) for u in ("BR-2-1P", "BR-1-1P", "BR-10-4P")} == {"area-M"}
    assert table.session.state.markers["traffic-4"].at == "area-M"


def test_dropping_a_piece_in_its_own_box_is_not_recorded(table: TableWindow) -> None:
    before = table.session.length
    assert drop(board(table, "arrivals"), "turn-3", to_mime(("BR-10-4P",)))
    assert table.session.length == before


def test_foreign_drops_are_refused(table: TableWindow) -> None:
    on, before = board(table, "areas"), table.session.length
    text = QMimeData()
    text.setText("BR-2-1P")
    assert not drop(on, "area-M", text)
    for data in (
        b"",
        b"{",
        b"[]",
        b'{"units": 3, "markers": []}',
        b'{"units": [3], "markers": []}',
    ):
        forged = QMimeData()
        forged.setData(PIECES_MIME, data)
        assert not drop(on, "area-M", forged)
    assert drop(on, "area-M", to_mime(("nobody",), ("nothing",)))
    assert table.session.length == before


def test_nothing_is_dropped_into_a_read_only_game(battle: TableWindow) -> None:
    assert not drop(board(battle, "areas"), "area-M", to_mime(("BR-2-1P",)))


def test_the_empty_board_has_no_pieces_in_boxes(battle: TableWindow) -> None:
    battle.session.first()
    assert battle.boxes.titles == []


def test_a_box_is_scrolled_into_view(table: TableWindow) -> None:
    table.feature(FindFeature).locate("BR-6KOSB/44")
    area = table.boxes.tabs.currentWidget()
    on = board(table, "arrivals")
    assert area.widget() is on
    assert area.verticalScrollBar().value() > 0
    for name in table.boxes.boards:
        board(table, name).grab()


def test_a_drag_entering_beside_boxes_and_map_is_accepted(table: TableWindow) -> None:
    on, view, mime = board(table, "areas"), table.view, to_mime(("BR-2-1P",))
    for target, corner in ((on, QPoint(1, on.height() - 1)), (view, QPoint(1, 1))):
        enter = drags.drag_enter(corner, mime)
        enter.ignore()
        target.dragEnterEvent(enter)
        # Turned down here, it would never be asked again where it can be dropped.
        assert enter.isAccepted()
    text = QMimeData()
    text.setText("no piece")
    stranger = drags.drag_enter(QPoint(1, 1), text)
    view.dragEnterEvent(stranger)
    assert not stranger.isAccepted()


# -- by keys ---------------------------------------------------------------------------------------


def test_a_reinforcement_is_brought_in_by_keys_alone(table: TableWindow) -> None:
    table.activateWindow()
    board(table, "arrivals")
    QTest.keyClick(table, Qt.Key.Key_F12)
    on = table.boxes.boards["arrivals"]
    assert on.hasFocus()
    first = on.laid[0].contents.items[0].name
    assert on.accessibleDescription().startswith(
        table.session.module.unit_name(table.session.state.pieces[first].counter)
    )
    QTest.keyClick(on, Qt.Key.Key_Right)
    QTest.keyClick(on, Qt.Key.Key_Left)
    before = table.session.step
    QTest.keyClick(on, Qt.Key.Key_Return)
    hand = table.feature(Hand)
    assert table.session.step == before  # arrows went through the boxes, not through the game
    assert hand.grip.carrying.load is not None
    assert table.view.hasFocus()
    QTest.keyClick(table.view, Qt.Key.Key_Return)
    assert hand.cursor is not None
    assert table.session.state.pieces[first].place == hand.cursor
    assert table.session.length == before + 1


def test_pieces_are_put_into_a_box_by_keys(qtbot: QtBot, table: TableWindow) -> None:
    table.activateWindow()
    unit = table.session.state.stack(table.session.module.places.index("6217"))[-1]
    table.view.selection.set((unit,))
    table.view.setFocus()
    qtbot.waitUntil(table.view.hasFocus)
    hand = table.feature(Hand)
    QTest.keyClick(table.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(table.view, Qt.Key.Key_Return)
    assert hand.grip.carrying.load is not None
    on = board(table, "lost")
    QTest.keyClick(table, Qt.Key.Key_F12)
    assert on.hasFocus()
    while (spot := on.cursor_spot) is not None and spot.box != "eliminated-allied":
        QTest.keyClick(on, Qt.Key.Key_Down)
        assert on.cursor_spot != spot
    QTest.keyClick(on, Qt.Key.Key_Return)
    assert place(table, unit) == "eliminated-allied"
    assert hand.grip.carrying.load is None
    QTest.keyClick(on, Qt.Key.Key_Escape)
    assert table.view.hasFocus()


def test_the_cursor_goes_along_and_across_rows() -> None:
    spots = [Spot("a", str(k), QRect(60 * (k % 3), 60 * (k // 3), 54, 54)) for k in range(5)]
    spots.append(Spot("b", "", QRect(0, 140, 200, 20)))
    key = Qt.Key
    assert onward(spots, spots[0], key.Key_Left) == spots[0]
    assert onward(spots, spots[2], key.Key_Right) == spots[3]
    assert onward(spots, spots[1], key.Key_Down) == spots[4]
    assert onward(spots, spots[4], key.Key_Down) == spots[5]
    assert onward(spots, spots[5], key.Key_Up) in spots[3:5]
    assert onward(spots, spots[0], key.Key_End) == spots[5]
    assert onward(spots, spots[5], key.Key_Home) == spots[0]
    assert onward(spots, spots[5], key.Key_Down) == spots[5]
