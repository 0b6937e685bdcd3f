"""Writing a report in the window: marks by mouse, moments, properties, cameras, figures."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.log.annotations import Annotation, Arrow, Circle, Line, UnitShape
from engine.report.one_file import pack
from holland44_qt.board.tool import Tool
from holland44_qt.report.mark_drawing import toggled
from holland44_qt.report.properties_dialog import PropertiesDialog
from holland44_qt.report.writing_feature import Writing
from holland44_qt.table.orders_feature import Orders
from holland44_qt.window.table_window import TableWindow

START, END = "6220", "6122"


@pytest.fixture
def desk(battle: TableWindow) -> TableWindow:
    """The battle at its third entry, large enough to hit hexes, with the marks tool selected."""
    battle.session.go(3)
    board = battle.session.module.board
    battle.view.zoom_to([board.hex(START), board.hex(END)])
    battle.commands["draw_marks"].trigger()
    return battle


def note(window: TableWindow) -> Annotation:
    assert window.session.current is not None
    return window.session.current.annotation


def middle(window: TableWindow, number: str) -> QPoint:
    view, board = window.view, window.session.module.board
    return view.mapFromScene(view.stacks.centre(board.hex(number)))


def drag(
    window: TableWindow,
    start: QPoint,
    end: QPoint,
    button: Qt.MouseButton = Qt.MouseButton.RightButton,
    keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    port = window.view.viewport()
    QTest.mousePress(port, button, keys, start)
    for share in (0.3, 0.6, 1.0):
        at = start + (end - start) * share
        QTest.mouseMove(port, at)
        window.view.mouseMoveEvent(_moved(at, button))
    QTest.mouseRelease(port, button, keys, end)


def _moved(at: QPoint, button: Qt.MouseButton):  # type: ignore[no-untyped-def]
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent

    point = QPointF(at)
    none = Qt.KeyboardModifier.NoModifier
    return QMouseEvent(QEvent.Type.MouseMove, point, point, button, button, none)


def test_a_right_drag_draws_an_arrow_and_a_second_removes_it(desk: TableWindow) -> None:
    before = note(desk).shapes
    drag(desk, middle(desk, START), middle(desk, END))
    assert note(desk).shapes == (*before, Arrow(hexes=(START, END), brush="green"))
    drag(desk, middle(desk, START), middle(desk, END))
    assert note(desk).shapes == before


def test_no_stack_card_covers_the_hexes_while_an_arrow_is_drawn(desk: TableWindow) -> None:
    hand, module = desk.hand, desk.session.module
    place = next(p for p in desk.session.state.stacks if module.places.is_hex(p))
    desk.view.zoom_to([place])
    at, port = middle(desk, module.places.name(place)), desk.view.viewport()
    hand.hover(at)
    assert hand._dwell.isActive()
    QTest.mousePress(port, Qt.MouseButton.RightButton, pos=at)
    assert not hand._dwell.isActive()
    hand.show_card(place)
    QTest.mouseRelease(port, Qt.MouseButton.RightButton, pos=at)
    QTest.mousePress(port, Qt.MouseButton.RightButton, pos=at)
    assert not hand.card.isVisible()
    QTest.mouseRelease(port, Qt.MouseButton.RightButton, pos=at)


def test_a_right_click_draws_a_ring_in_the_colour_of_its_modifiers(desk: TableWindow) -> None:
    at = middle(desk, START)
    drag(desk, at, at, keys=Qt.KeyboardModifier.ShiftModifier)
    assert note(desk).shapes[-1] == Circle(hex=START, brush="red")


def test_a_gesture_unused_by_window_managers_draws_in_yellow(desk: TableWindow) -> None:
    at = middle(desk, START)
    keys = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
    drag(desk, at, at, keys=keys)
    assert note(desk).shapes[-1] == Circle(hex=START, brush="yellow")


def test_the_right_click_menu_offers_the_colours(desk: TableWindow) -> None:
    desk.commands["draw_marks"].trigger()
    assert desk.view.ask_menu(middle(desk, START), desk.mapToGlobal(middle(desk, START)))
    menu = desk.feature(Orders).open_menu
    assert menu is not None
    (marks,) = [a.menu() for a in menu.actions() if a.menu() is desk.menus["marks"]]
    red = desk.commands["brush_red"]
    assert red in marks.actions()
    assert desk.commands["brush_green"].isChecked()
    red.trigger()
    assert red.isChecked()
    assert not desk.commands["brush_green"].isChecked()
    red.trigger()
    assert red.isChecked(), "one is always chosen"
    menu.close()
    desk.panels.show("comment")
    drag(desk, middle(desk, START), middle(desk, END))
    assert note(desk).shapes[-1] == Arrow(hexes=(START, END), brush="red")


def test_a_free_line_follows_the_mouse(desk: TableWindow) -> None:
    drag(
        desk,
        middle(desk, START),
        middle(desk, END),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ShiftModifier,
    )
    (line,) = [s for s in note(desk).shapes if isinstance(s, Line)]
    assert len(line.points) >= 2


def test_marks_can_be_undone(desk: TableWindow) -> None:
    before = note(desk).shapes
    drag(desk, middle(desk, START), middle(desk, END))
    desk.commands["clear_marks"].trigger()
    assert note(desk).shapes == ()
    desk.commands["undo_mark"].trigger()
    assert len(note(desk).shapes) == len(before) + 1
    desk.commands["undo_mark"].trigger()
    assert note(desk).shapes == before


def test_without_the_tool_the_right_button_draws_nothing(desk: TableWindow) -> None:
    before = note(desk).shapes
    desk.commands["draw_marks"].trigger()
    feature = desk.feature(Writing)
    assert feature.tool not in desk.view._tools
    assert note(desk).shapes == before


def test_right_drag_draws_arrows_while_an_editor_is_open(desk: TableWindow) -> None:
    """The narrative or the comment is open, and the game is in review."""
    desk.commands["draw_marks"].trigger()
    before = note(desk).shapes
    drag(desk, middle(desk, START), middle(desk, END))
    assert note(desk).shapes == before, "nobody writes"
    desk.panels.show("comment")
    drag(desk, middle(desk, START), middle(desk, END))
    assert note(desk).shapes == (*before, Arrow(hexes=(START, END), brush="green"))


def test_right_click_opens_the_menu_while_an_editor_is_open(desk: TableWindow) -> None:
    desk.commands["draw_marks"].trigger()
    desk.panels.show("comment")
    before, at, asked = note(desk).shapes, middle(desk, START), list[QPoint]()

    class Menu(Tool):
        def menu(self, pos: QPoint, where: QPoint) -> bool:
            asked.append(pos)
            return True

    desk.view._tools.append(Menu())
    desk.view._tools[:] = [desk.feature(Writing).arrows, desk.view._tools[-1]]
    port = desk.view.viewport()
    QTest.mousePress(port, Qt.MouseButton.RightButton, pos=at)
    assert desk.view.ask_menu(at, at), "it waits"
    assert asked == []
    QTest.mouseRelease(port, Qt.MouseButton.RightButton, pos=at)
    assert asked == [at]
    assert note(desk).shapes == before


def test_selected_units_are_marked(desk: TableWindow) -> None:
    unit = next(iter(desk.session.state.pieces))
    desk.view.selection.set([unit])
    desk.commands["unit_mark"].trigger()
    assert UnitShape(unit=unit, brush="green") in note(desk).shapes


@pytest.mark.parametrize("scale", [45.0, 60.0, 110.0])
def test_the_view_is_saved_for_readers(desk: TableWindow, scale: float) -> None:
    view, session = desk.view, desk.session
    view.smooth = False
    desk.resize(1600, 1000)
    QApplication.processEvents()
    board = session.module.board
    view.show_at(scale, view.stacks.centre(board.hex("4012")))
    there = view.middle
    desk.commands["camera_here"].trigger()
    view.fit()
    session.go(2)
    session.go(3)
    assert view.scale_now == pytest.approx(scale, rel=0.2)
    assert (view.middle - there).manhattanLength() < 2.5, "hexes"


def test_a_camera_stores_the_current_view(desk: TableWindow) -> None:
    desk.commands["camera_here"].trigger()
    camera = note(desk).camera
    assert camera is not None
    assert 1 <= len(camera.hexes) <= 4
    desk.commands["camera_auto"].trigger()
    assert note(desk).camera is None


def test_a_moment_is_added_and_removed(desk: TableWindow) -> None:
    desk.commands["take_moment"].trigger()
    recording = desk.session.recording
    assert recording is not None
    chosen = note(desk).moment
    desk.commands["take_moment"].trigger()
    assert note(desk).moment is not chosen


def test_properties_change_only_edited_fields(desk: TableWindow, qtbot: QtBot) -> None:
    recording = desk.session.recording
    assert recording is not None
    dialog = PropertiesDialog(recording.annotations, 3, None)
    qtbot.addWidget(dialog)
    dialog.subtitle.setText("A subtitle")
    dialog.cover.setChecked(True)
    changed = dialog.changed(recording.annotations)
    assert (changed.subtitle, changed.cover) == ("A subtitle", 3)
    assert changed.entries == recording.annotations.entries
    assert dialog.changed(changed).title == recording.annotations.title


@pytest.mark.slow
def test_a_too_long_text_is_reported_and_not_truncated(desk: TableWindow, qtbot: QtBot) -> None:
    recording, log = desk.session.recording, desk.session.path
    assert recording is not None
    assert log is not None
    dialog = PropertiesDialog(recording.annotations, 3, None)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.intro.setPlainText("x" * 100_001)
    dialog.accept()
    assert dialog.isVisible()
    assert "Introduction is longer than 100000 characters" in dialog.fault.text()
    dialog.intro.setPlainText("x" * 100_000)
    dialog.accept()
    assert not dialog.isVisible()

    before = log.with_suffix(".h44aar").read_bytes()
    note = Annotation().model_copy(update={"comment": "x" * 100_001})
    with qtbot.waitSignal(desk.session.failed) as told:
        assert not desk.session.annotate(
            lambda notes: notes.model_copy(update={"entries": {**notes.entries, 3: note}})
        )
    assert "longer than 100000 characters" in told.args[0]
    assert log.with_suffix(".h44aar").read_bytes() == before


def test_hidden_panels_compute_nothing(desk: TableWindow, qtbot: QtBot) -> None:
    feature = desk.feature(Writing)
    desk.panels.show("moments")
    qtbot.waitUntil(lambda: feature.moments.list.count() > 0, timeout=20000)
    item = feature.moments.list.item(0)
    on = item.checkState() == Qt.CheckState.Checked
    entry = item.data(Qt.ItemDataRole.UserRole)
    item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)
    recording = desk.session.recording
    assert recording is not None
    assert (entry in recording.annotations.moments()) is not on
    desk.panels.show("figures")
    qtbot.waitUntil(lambda: feature.figures.tabs.count() > 1, timeout=20000)


def test_the_same_mark_in_another_colour_replaces_the_first() -> None:
    green, red = Circle(hex="6122", brush="green"), Circle(hex="6122", brush="red")
    assert toggled((green,), red) == (red,)
    assert toggled((red,), red) == ()


def test_a_game_in_one_file_is_opened(battle: TableWindow, tmp_path: Path) -> None:
    recording, log = battle.session.recording, battle.session.path
    assert recording is not None
    assert log is not None
    packed = tmp_path / "sent.h44game"
    packed.write_bytes(pack(recording, log))
    assert battle.open_any(packed)
    assert battle.session.path == tmp_path / "sent" / "sent.h44log"
    (tmp_path / "bad.h44game").write_bytes(b"no")
    assert battle.open_any(tmp_path / "bad.h44game"), "taken, and told"
    assert "bad.h44game" in battle.messages.lines[-1]
