"""The camera: saved positions, and moves to the action."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.actions import Consult
from engine.log.annotations import Annotation, Camera
from holland44_qt.board.camera import LARGEST
from holland44_qt.board.view import LEGIBLE
from holland44_qt.navigation.camera_feature import Viewing, go_near
from holland44_qt.replay.player import SPEEDS
from holland44_qt.settings import last_sight, settings
from holland44_qt.window.table_window import TableWindow


def choose_the_whole_map(window: TableWindow) -> None:
    """Set the annotator's camera of the second entry to the whole map."""
    recording, numbers = window.session.recording, window.session.module.board.numbers
    assert recording is not None
    chosen = Annotation(camera=Camera(hexes=(numbers[0], numbers[-1])))
    recording.annotations.entries[recording.timeline.entries[1].id] = chosen


def test_the_camera_position_is_restored(qtbot: QtBot, battle: TableWindow) -> None:
    path = battle.session.path
    assert path is not None
    view = battle.view
    view.show_at(60.0, view.stacks.centre(battle.session.module.board.hex("6217")))
    middle = view.middle
    battle.close()
    second = TableWindow()
    qtbot.addWidget(second)
    second.show()
    assert second.open_path(path, play=False)
    assert second.view.scale_now == pytest.approx(60.0, abs=0.01)
    assert (second.view.middle - middle).manhattanLength() < 0.5
    second.view.fit()
    second.close()
    settings().setValue("files/sight", [str(path), "x", "1", "nan"])
    assert last_sight(path) is None


def test_a_game_opened_before_the_window_is_shown_has_the_same_zoom(
    qtbot: QtBot, log_path: Path
) -> None:
    window = TableWindow()
    qtbot.addWidget(window)
    assert window.open_path(log_path)
    window.resize(1400, 700)
    window.show()
    qtbot.waitUntil(lambda: window.view.width() > 800)
    view = window.view
    across = view.map_bounds.width() * view.scale_now
    assert across >= view.viewport().width() - 1, "a tall map fills the width"
    window.resize(1700, 800)
    QApplication.processEvents()
    assert view.map_bounds.width() * view.scale_now > across, "and goes on doing so"
    window.close()


def test_the_replay_frames_the_action(battle: TableWindow) -> None:
    view, session = battle.view, battle.session
    view.smooth = False
    view.fit()
    session.go(2)
    assert view.fitted, "stepping by hand leaves the whole map in sight"
    battle.player.start()
    battle.player.skip(session.forward)
    assert view.scale_now >= 39
    hexes = battle.highlight.hexes
    port = view.viewport().rect()
    assert all(port.contains(view.mapFromScene(view.stacks.centre(place))) for place in hexes)
    view.fit()
    view.led.emit()  # somebody leads it by hand: it is his
    battle.player.skip(session.forward)
    assert view.fitted
    battle.player.stop()


def test_zoom_of_a_phase_shows_its_action(battle: TableWindow) -> None:
    battle.session.go(2)
    assert not battle.highlight.hexes
    battle.view.fit()
    battle.commands["action"].trigger()
    port = battle.view.viewport().rect()
    start = battle.view.stacks.centre(battle.session.module.board.hex("6217"))
    assert port.contains(battle.view.mapFromScene(start))


def test_the_replay_waits_for_the_reading_time_of_texts(battle: TableWindow) -> None:
    player, fight = battle.player, battle.session.landmarks.combats[0]
    recording = battle.session.recording
    assert recording is not None
    told = recording.step(fight)
    length = len(told.sentence) + len(told.annotation.comment)
    assert player.stay(fight) == max(player.interval, round(1000 * length / 15))
    player.set_speed(len(SPEEDS) - 1)
    assert player.stay(fight) == player.interval


def test_a_changed_hexside_is_shown(battle: TableWindow) -> None:
    view, session, recording = battle.view, battle.session, battle.session.recording
    assert recording is not None
    view.smooth = False
    blown = next(
        n for n, e in enumerate(recording.timeline.entries, 1) if isinstance(e.action, Consult)
    )
    places = session.module.places
    session.go(blown)
    beside = battle.highlight.looked_at(places)
    assert beside
    assert not battle.highlight.hexes
    view.show_at(60, view.map_bounds.topLeft())
    session.go(1)
    session.go(blown)
    assert QRectF(view.viewport().rect()).contains(view.seen_at(beside).center())


def test_the_step_after_an_annotated_camera_is_legible(battle: TableWindow) -> None:
    view, session = battle.view, battle.session
    view.smooth = False
    choose_the_whole_map(battle)
    session.go(2)
    assert view.scale_now < 30, "all of the map, as was chosen"
    session.go(3)
    assert view.scale_now >= 39
    session.go(2)
    view.led.emit()  # whoever takes it into his own hands keeps it
    session.go(3)
    assert view.scale_now < 30


@pytest.mark.slow
def test_the_action_is_shown_beside_an_open_drawer(qtbot: QtBot, battle: TableWindow) -> None:
    view, session = battle.view, battle.session
    view.smooth = False
    battle.panels.show("log")
    drawer = battle.panels.drawer
    qtbot.waitUntil(lambda: view.port.left() >= drawer.width() > 100, timeout=2000)
    covered = QRectF(drawer.rect())
    for go in (session.forward, lambda: battle.player.skip(session.forward)):
        session.go(2)
        view.show_at(60, view.map_bounds.bottomRight())
        go()
        hexes = battle.highlight.hexes
        assert not view.seen_at(hexes).intersects(covered)
        battle.commands.run("action")
        assert abs(view.seen_at(hexes).center().x() - (view.width() + drawer.width()) / 2) < 2
        battle.player.start()
    # A battle that the drawer lies over is brought out.
    session.go(2)
    place = view.stacks.centre(session.module.board.hex("6217"))
    view.show_at(60, place)
    view.pan(round(view.width() / 2 - 100), 0)
    session.forward()
    assert not view.seen_at(battle.highlight.hexes).intersects(covered)
    battle.player.stop()


def test_a_growing_window_fits_the_annotated_camera(battle: TableWindow) -> None:
    view, session = battle.view, battle.session
    view.smooth = False
    choose_the_whole_map(battle)
    battle.resize(900, 600)
    session.go(2)
    small = view.scale_now
    battle.resize(1500, 1000)
    assert view.scale_now > 1.2 * small
    view.led.emit()  # whoever takes it into his own hands keeps it
    own = view.scale_now
    battle.resize(900, 600)
    assert view.scale_now == own


def test_an_untouched_tall_map_fills_the_width_of_a_growing_window(
    window: TableWindow, log_path: Path
) -> None:
    view = window.view
    window.resize(700, 900)
    assert window.open_path(log_path, play=False)
    for width in (1500, 1600):
        window.resize(width, 900)
        across = view.map_bounds.width() * view.scale_now
        assert across == pytest.approx(view.viewport().width(), rel=0.02)
    window.commands.run("fit")
    window.resize(1700, 900)
    assert view.map_bounds.height() * view.scale_now <= view.viewport().height() + 1


def test_a_camera_of_one_game_is_not_used_for_another(battle: TableWindow, tmp_path: Path) -> None:
    view, session, recording = battle.view, battle.session, battle.session.recording
    assert recording is not None
    view.smooth = False
    entry = recording.timeline.entries[1]
    numbers = tuple(session.module.board.numbers)
    recording.annotations.entries[entry.id] = Annotation(camera=Camera(hexes=numbers[:2]))
    session.go(1)
    session.go(2)
    assert session.new(tmp_path / "new.h44log", "holland44", "campaign")
    assert view.fitted, "as every new game is seen"
    battle.resize(battle.width() + 40, battle.height())
    QApplication.processEvents()
    assert view.fitted
    battle.commands.run("advance")
    assert view.fitted


def test_going_to_a_combat_zooms_in(battle: TableWindow) -> None:
    view = battle.view
    view.smooth = False
    battle.session.go(2)
    view.fit()
    assert view.scale_now < 39
    battle.commands.run("next_combat")
    assert view.scale_now >= 39
    port = view.viewport().rect()
    assert all(
        port.contains(view.mapFromScene(view.stacks.centre(place)))
        for place in battle.highlight.hexes
    )
    battle.session.go(2)
    view.fit()
    battle.commands.tick("follow", False)
    battle.commands.run("next_combat")
    assert view.fitted, "a view that does not follow stays"


def test_a_late_resize_does_not_stop_a_zoom(
    qtbot: QtBot, window: TableWindow, log_path: Path
) -> None:
    view = window.view
    window.resize(900, 700)
    assert window.open_path(log_path, play=False)
    small = view.scale_now
    view.zoom_by(4)  # nothing of it is seen yet
    window.resize(1100, 760)
    qtbot.waitUntil(lambda: not view.zooming, timeout=2000)
    assert view.scale_now > 3 * small
    assert not view.fitted


def test_stepping_zooms_to_the_action_until_the_user_moves_the_map(battle: TableWindow) -> None:
    view, session = battle.view, battle.session
    view.smooth = False
    battle.commands.run("fit")
    whole = view.scale_now
    session.go(3)
    assert view.scale_now == whole, "who asked for the whole map keeps it"
    path = session.path
    assert path is not None
    assert battle.open_path(path, play=False)
    assert view.scale_now < LEGIBLE
    session.go(2)
    session.go(3)
    assert view.scale_now >= LEGIBLE
    assert view.visible_part.contains(view._around(battle.feature(Viewing)._action_hexes()))
    battle.commands.run("zoom_out")
    small = view.scale_now
    session.go(4)
    assert view.scale_now == small, "who zoomed is asked no more"


def test_a_timeline_drag_zooms_to_the_action_at_its_end(battle: TableWindow) -> None:
    view, scrubber = battle.view, battle.scrubber
    view.smooth = False
    whole = view.scale_now
    scrubber.setSliderDown(True)
    scrubber.setValue(3)
    assert view.scale_now == whole
    scrubber.setSliderDown(False)
    assert view.scale_now >= LEGIBLE


def test_play_does_not_move_the_camera(battle: TableWindow) -> None:
    view, session = battle.view, battle.session
    view.smooth = False
    session.last()
    assert session.play_on()
    opened = view.scale_now
    session.go(3)
    assert view.scale_now == opened


def test_a_jump_uses_the_writers_camera(battle: TableWindow) -> None:
    view, session = battle.view, battle.session
    view.smooth = False
    board = session.module.board
    far = board.numbers[0]
    session.go(5)
    chosen = Annotation(camera=Camera(hexes=(far,)))
    assert session.current is not None
    entry = session.current.entry.id
    session.annotate(lambda n: n.model_copy(update={"entries": {entry: chosen}}))
    session.go(1)
    view.fit()
    session.go(5)
    go_near(battle)
    assert view.scale_now >= min(view.fitting(QRectF(0, 0, 5, 5)), LARGEST) * 0.99
    assert view.viewport().rect().contains(view.mapFromScene(view.stacks.centre(board.hex(far))))


def test_a_moment_without_a_place_shows_its_objective(battle: TableWindow) -> None:
    view, board = battle.view, battle.session.module.board
    view.smooth = False
    step = next(
        s
        for s in range(2, battle.session.length)
        if not (battle.session.go(s), battle.highlight.hexes)[1] and not battle.highlight.sides
    )
    battle.session.go(step)
    view.fit()
    go_near(battle, ("6217",))
    assert view.scale_now >= 39
    assert view.viewport().rect().contains(view.mapFromScene(view.stacks.centre(board.hex("6217"))))
