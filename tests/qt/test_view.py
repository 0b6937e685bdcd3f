"""The board view: picking, zoom, pan, tiles, and drawn items."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Collection

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.state import Marker, State
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.play.game import Game
from engine.report.highlights import Highlight, highlight
from holland44_qt.board.camera import LARGEST, READABLE
from holland44_qt.board.layer import to_scene
from holland44_qt.board.map_sheet import MapSheet
from holland44_qt.board.stack_spread import number_of
from holland44_qt.board.tiles import (
    AT_ONCE,
    MEMORY,
    SCALES,
    SIZED,
    TILE,
    SizedTiles,
    Tile,
    TileStore,
    level_for,
    tiles_over,
)
from holland44_qt.board.view import BoardView
from holland44_qt.navigation.camera_feature import Viewing
from holland44_qt.window.table_window import TableWindow

FLAT = QColor("#336699")


class FlatMap:
    """A map of one colour that counts its paintings."""

    def __init__(self, size: float = 32.0, color: QColor = FLAT) -> None:
        self.bounds = QRectF(-1, -size, size, size)
        self.color = color
        self.painted = 0

    def paint(
        self, painter: QPainter, rect: QRectF, scale: float, hidden: Collection[str] = ()
    ) -> None:
        self.painted += 1
        painter.fillRect(QRectF(0, 0, rect.width() * scale, rect.height() * scale), self.color)


def point_of(view: BoardView, number: str) -> QPoint:
    board = view._module.board
    return view.mapFromScene(to_scene(board.centres[board.hex(number)]))


def wait_for_map(qtbot: QtBot, view: BoardView) -> None:
    qtbot.waitUntil(lambda: view.tiles.idle, timeout=30_000)
    QApplication.processEvents()


# -- tiles -----------------------------------------------------------------------------------------


def test_the_tile_level_is_the_coarsest_sharp_one() -> None:
    assert [level_for(s) for s in (1, 10, 10.1, 20, 33, 5000)] == [0, 0, 1, 1, 2, len(SCALES) - 1]


@pytest.mark.parametrize("level", range(4))
def test_tiles_cover_the_map_exactly_once(level: int) -> None:
    bounds = QRectF(-1.75, -59.9, 38, 53)
    tiles = list(tiles_over(bounds, bounds, level))
    assert len(set(tiles)) == len(tiles)
    rects = [t.rect(bounds) for t in tiles]
    assert all(a == b or a.intersected(b).width() < 1e-9 or a.intersected(b).height() < 1e-9
               for a in rects for b in rects)  # fmt: skip
    covered = rects[0]
    for rect in rects:
        covered = covered.united(rect)
    assert covered.contains(bounds)


def test_there_are_no_tiles_beside_the_map() -> None:
    bounds = QRectF(0, 0, 10, 10)
    assert list(tiles_over(QRectF(20, 20, 5, 5), bounds, 2)) == []


def test_a_tile_is_within_its_parent() -> None:
    bounds = QRectF(-3, 4, 40, 60)
    tile = Tile(3, 5, 6)
    assert tile.parent == Tile(2, 2, 3)
    assert tile.parent.rect(bounds).contains(tile.rect(bounds))
    assert Tile(0, 0, 0).parent is None


def test_the_store_paints_requested_tiles_once(qtbot: QtBot, qapp: object) -> None:
    store, flat = TileStore(), FlatMap()
    store.show(flat)
    assert store.idle
    with qtbot.waitSignal(store.painted):
        store.want([])
    wanted = [Tile(2, 0, 0), Tile(2, 1, 0)]
    store.want(wanted)
    qtbot.waitUntil(lambda: store.idle)
    assert all(store.get(t) is not None for t in wanted)
    before = flat.painted
    store.want(wanted)
    assert store.idle
    assert flat.painted == before == 3
    store.stop()


def test_the_store_drops_the_old_map(qtbot: QtBot, qapp: object) -> None:
    store = TileStore()
    for flat in (FlatMap(), FlatMap(color=QColor("#ff0000"))):
        store.show(flat)
        store.want([])
        qtbot.waitUntil(lambda: store.idle)
    tile = store.get(Tile(0, 0, 0))
    assert tile is not None
    assert tile.toImage().pixelColor(100, 100) == QColor("#ff0000")
    store.stop()


def test_a_replaced_map_is_released(qtbot: QtBot, qapp: object) -> None:
    """Its painter holds the whole drawn map: tens of megabytes."""
    store = TileStore()
    gone = []
    for _ in range(3):
        flat = FlatMap()
        gone.append(weakref.ref(flat))
        store.show(flat)
        store.want(list(tiles_over(flat.bounds, flat.bounds, 2)))
        qtbot.waitUntil(lambda: store.idle)
        del flat
    store.stop()
    gc.collect()
    assert [map_() for map_ in gone] == [None, None, None]


def test_the_store_keeps_its_memory_limit(qtbot: QtBot, qapp: object) -> None:
    store, flat = TileStore(), FlatMap(size=64.0)
    store.show(flat)
    most = MEMORY // (TILE * TILE * 4)
    tiles = [Tile(5, col, row) for col in range(20) for row in range(most // 20 + 2)]
    store.want(tiles)
    qtbot.waitUntil(lambda: store.idle, timeout=30_000)
    kept = [t for t in tiles if store.get(t) is not None]
    assert len(tiles) > most
    assert most - 2 <= len(kept) <= most
    store.stop()


def test_land_and_water_are_drawn_before_the_first_tile(battle: TableWindow) -> None:
    view, board = battle.view, battle.session.module.board
    view.tiles.stop()
    view.tiles._cache.clear()
    view.show_state(State())
    assert isinstance(view._sheet, MapSheet)
    theme, over_water = view.theme, view._sheet.bridges["Nijmegen"]
    for point, near, far in (
        (over_water, "major_river", "ground"),
        (view.stacks.centre(board.hex("4816")), "ground", "paper"),
    ):
        view.show_at(60.0, point)
        seen = view.viewport().grab().toImage()
        found = seen.pixelColor(view.mapFromScene(point))
        assert _apart(found, theme[near]) < _apart(found, theme[far])


def _apart(one: QColor, other: QColor) -> int:
    pairs = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)
    return sum(abs(a - b) for a, b in pairs)


def test_a_stopped_store_paints_no_more(qtbot: QtBot, qapp: object) -> None:
    store, flat = TileStore(), FlatMap()
    store.show(flat)
    store.want([])
    store.stop()
    done = flat.painted
    store.want([Tile(3, 0, 0)])
    QTest.qWait(30)
    assert flat.painted == done
    assert store.idle


def test_tiles_have_no_seams(qtbot: QtBot, battle: TableWindow) -> None:
    view, flat = battle.view, FlatMap()
    # At 95 pixels per hex the edges of these tiles fall on the very middle of a pixel.
    flat.bounds.moveLeft(-2.3)
    view.tiles.show(flat)
    view._map.set_bounds(flat.bounds)
    view.show_state(State())
    view.show_entry(Highlight(), ())
    view.zoom_to([])
    for scale in (95.0, 95.0 * 1.25**0.5, 83.3):
        view._set_scale(scale)
        for east in range(8, 16):
            view.centerOn(east + 0.137, -15.77)
            wait_for_map(qtbot, view)
            image = view.viewport().grab().toImage()
            middle = view.viewport().rect().center()
            row = {image.pixel(x, middle.y()) for x in range(image.width())}
            column = {image.pixel(middle.x(), y) for y in range(image.height())}
            assert row | column == {FLAT.rgb()}


class Stretcher:
    """A counter of scaled tiles."""

    def __init__(self) -> None:
        self.done = 0

    def __call__(self, painter: QPainter, target: QRectF) -> None:
        self.done += 1
        painter.fillRect(target, FLAT)


def test_a_tile_is_cached_at_its_visible_scale_from_the_second_time(qapp: QApplication) -> None:
    sized, stretch, tile = SizedTiles(), Stretcher(), QPixmap(TILE, TILE)
    for scale in (40.0, 41.0, 42.0):  # while somebody zooms nothing is seen again
        sized.begin(scale, 1.0)
        assert sized.get(tile, QSize(320, 321), stretch) is None
    sized.begin(42.0, 1.0)
    kept = sized.get(tile, QSize(336, 337), stretch)
    assert kept is not None
    assert (kept.size(), kept.toImage().pixelColor(335, 336)) == (QSize(336, 337), FLAT)
    assert sized.get(tile, QSize(336, 337), stretch) is kept
    assert stretch.done == 1
    others = [QPixmap(TILE, TILE) for _ in range(AT_ONCE)]
    made = [sized.get(other, QSize(336, 337), stretch) for other in others]
    assert made.count(None) == 1, "a painting makes only so many"
    sized.begin(-42.0, 1.0)
    assert sized.get(tile, QSize(336, 337), stretch) is None, "turned about it is another"


def test_scaled_tiles_have_a_limit(qapp: QApplication) -> None:
    sized, stretch, wide = SizedTiles(), Stretcher(), QSize(1024, 1024)
    tiles = [QPixmap(1, 1) for _ in range(SIZED // (4 * 1024 * 1024) + 1)]
    sized.begin(300.0, 1.0)
    for tile in tiles:
        sized.begin(300.0, 1.0)
        assert sized.get(tile, wide, stretch) is not None
    assert sized.get(tiles[-1], wide, stretch) is not None
    assert stretch.done == len(tiles)
    sized.get(tiles[0], wide, stretch)
    assert stretch.done == len(tiles) + 1, "the first had to go"


@pytest.mark.slow
@pytest.mark.parametrize("turned", [False, True])
def test_cached_tiles_look_like_scaled_ones(
    qtbot: QtBot, battle: TableWindow, *, turned: bool
) -> None:
    view = battle.view
    view.show_entry(Highlight(), ())
    view.show_state(State())
    if turned:
        view.turn_round()
    view.show_at(43.7, view.middle)
    wait_for_map(qtbot, view)
    view._map._sized.begin(0, 0)  # nothing of this size was seen yet
    shown = [view.viewport().grab().toImage() for _ in range(9)]
    assert len(view._map._sized._cache) > 1
    first, *later = (np.frombuffer(image.constBits(), np.uint8).astype(int) for image in shown)
    assert max(abs(image - first).max() for image in later) <= 1, "rounded otherwise at most"
    view.show_map("night")
    assert not view._map._sized._cache, "nobody sees them again"


# -- zoom, pan, pick -------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["1000", "4816", "6122", "6725"])
def test_the_hex_under_the_pointer_is_picked(battle: TableWindow, number: str) -> None:
    view = battle.view
    assert view.hex_at(point_of(view, number)) == battle.session.module.board.hex(number)


def test_nothing_is_picked_beside_the_map(battle: TableWindow) -> None:
    assert battle.view.hex_at(QPoint(0, 0)) == -1


def test_a_fitted_map_stays_fitted(qtbot: QtBot, battle: TableWindow) -> None:
    view = battle.view
    battle.commands.run("fit")
    for size in (QSize(900, 600), QSize(1500, 900)):
        battle.resize(size)
        QApplication.processEvents()
        seen = view.mapToScene(view.viewport().rect()).boundingRect()
        assert seen.adjusted(-0.2, -0.2, 0.2, 0.2).contains(view._bounds)


def test_the_wheel_zooms_about_the_cursor(qtbot: QtBot, battle: TableWindow) -> None:
    view = battle.view
    battle.feature(Viewing).zoom_in()
    battle.feature(Viewing).zoom_in()
    qtbot.waitUntil(lambda: not view._running())
    pos = point_of(view, "4816")
    if not view.viewport().rect().contains(pos):
        pos = view.viewport().rect().center()
    under, scale = view.mapToScene(pos), view.scale_now
    wheel = QWheelEvent(
        QPointF(pos),
        QPointF(view.viewport().mapToGlobal(pos)),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), wheel)
    qtbot.waitUntil(lambda: not view._running())
    assert view.scale_now == pytest.approx(scale * 1.25)
    moved = view.mapToScene(pos) - under
    assert abs(moved.x()) * view.scale_now <= 3
    assert abs(moved.y()) * view.scale_now <= 3


def test_zoom_has_limits(qtbot: QtBot, battle: TableWindow) -> None:
    view = battle.view
    view.zoom_by(1000)
    qtbot.waitUntil(lambda: not view._running())
    assert view.scale_now == pytest.approx(LARGEST)
    view.zoom_by(0.0001)
    qtbot.waitUntil(lambda: not view._running())
    assert view.scale_now == pytest.approx(view._smallest())


def test_dragging_pans_the_map(qtbot: QtBot, battle: TableWindow) -> None:
    view = battle.view
    view.zoom_by(6)
    qtbot.waitUntil(lambda: not view._running())
    start, end = QPoint(300, 300), QPoint(200, 260)
    under = view.mapToScene(start)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)
    moved = view.mapToScene(end) - under
    assert abs(moved.x()) * view.scale_now <= 2
    assert abs(moved.y()) * view.scale_now <= 2


def test_look_at_makes_hexes_visible(qtbot: QtBot, battle: TableWindow) -> None:
    view = battle.view
    view.zoom_by(8)
    qtbot.waitUntil(lambda: not view._running())
    for number in ("1001", "6624"):
        view.look_at([battle.session.module.board.hex(number)])
        assert view.viewport().rect().contains(point_of(view, number))


def test_the_view_zooms_to_the_action(qtbot: QtBot, battle: TableWindow) -> None:
    view = battle.view
    battle.session.go(7)
    battle.feature(Viewing).zoom_to_action()
    assert view.scale_now == pytest.approx(READABLE)
    for number in ("6119", "6122"):
        assert view.viewport().rect().contains(point_of(view, number))
    # The set-up did nothing on the map that could be looked at: what comes first is shown.
    battle.session.first()
    view.zoom_to([battle.session.module.board.hex("1001")])
    battle.feature(Viewing).zoom_to_action()
    for number in ("6217", "6219", "6120"):
        assert view.viewport().rect().contains(point_of(view, number))


@pytest.mark.slow
def test_the_view_follows_the_action_or_stays(qtbot: QtBot, battle: TableWindow) -> None:
    view = battle.view
    view.zoom_to([battle.session.module.board.hex("1001")])
    battle.commands["follow"].trigger()
    battle.session.go(3)
    assert not view.viewport().rect().contains(point_of(view, "6120"))
    battle.commands["follow"].trigger()
    battle.session.go(7)
    # Who steps on and has not looked elsewhere is led there, which takes a moment.
    qtbot.waitUntil(lambda: view.viewport().rect().contains(point_of(view, "6122")), timeout=2000)


def test_hover_shows_hex_and_pieces(qtbot: QtBot, battle: TableWindow) -> None:
    view = battle.view
    battle.commands.run("fit")
    board = battle.session.module.board
    with qtbot.waitSignal(view.hovered) as told:
        QTest.mouseMove(view.viewport(), point_of(view, "6217"))
    assert told.args == [board.hex("6217")]
    names = view.viewport().toolTip().split("\n")
    assert len(names) == len(battle.session.state.stack(board.hex("6217")))
    assert "6217" in battle._hex.text()


# -- what is seen ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_map_is_painted(qtbot: QtBot, window: TableWindow) -> None:
    view = window.view
    view.zoom_by(8)
    qtbot.waitUntil(lambda: not view._running())
    view.centerOn(
        to_scene(window.session.module.board.centres[window.session.module.board.hex("6122")])
    )
    QApplication.processEvents()
    wait_for_map(qtbot, view)
    image: QImage = view.viewport().grab().toImage()
    colors = {
        image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)
    }
    assert len(colors) > 100


@pytest.mark.slow
def test_counters_are_drawn_at_their_hexes(qtbot: QtBot, battle: TableWindow) -> None:
    view, session = battle.view, battle.session
    view.zoom_by(8)
    qtbot.waitUntil(lambda: not view._running())
    board = session.module.board
    view.centerOn(to_scene(board.centres[board.hex("6217")]))
    wait_for_map(qtbot, view)
    qtbot.wait(200)
    with_stack = view.viewport().grab().toImage()
    view.show_state(State())
    without = view.viewport().grab().toImage()
    pos = point_of(view, "6217")
    free = point_of(view, "6019")
    assert with_stack.pixel(pos) != without.pixel(pos)
    assert with_stack.pixel(free) == without.pixel(free)


def test_every_entry_can_be_painted(qtbot: QtBot, battle: TableWindow) -> None:
    for step in range(battle.session.length + 1):
        battle.session.go(step)
        assert not battle.view.viewport().grab().isNull()
    assert battle.messages.lines == []


def test_markers_show_their_numbers() -> None:
    assert number_of("traffic-3") == "3"
    assert number_of("weather") == ""
    assert number_of("moved-allied-2") == "2"


# -- highlights ------------------------------------------------------------------------------------


def entry(action: act.Action, effects: tuple[fx.Effect, ...] = ()) -> Entry:
    return Entry(id=1, parent=0, at="-", by="allied", action=action, effects=effects)


def test_a_move_is_shown_along_its_path(game: Game, module: Module) -> None:
    path = ("6217", "6218", "6219")
    played = game.play(act.MoveUnits(units=("BR-2-1P",), path=path))
    shown = highlight(played, game.state(1), module.places)
    assert shown.paths == (tuple(module.places.index(h) for h in path),)
    assert shown.retreats == ()


def test_units_moving_together_share_one_arrow(game: Game, module: Module) -> None:
    units = game.now.stack(module.places.index("6217"))[:2]
    played = game.play(act.MoveUnits(units=units, path=("6217", "6218"), mode="retreat"))
    shown = highlight(played, game.state(1), module.places)
    assert len(shown.retreats) == 1
    assert shown.paths == ()


def test_a_move_out_of_a_box_is_a_spot(game: Game, module: Module) -> None:
    unit = game.now.stack(module.places.index("turn-3"))[0]
    played = game.play(act.MoveUnits(units=(unit,), path=("turn-3", "6516"), mode="landing"))
    shown = highlight(played, game.state(1), module.places)
    assert shown.spots == (module.places.index("6516"),)
    assert shown.paths == ()


def test_a_combat_shows_target_and_attackers(battle: TableWindow, module: Module) -> None:
    recording = battle.session.recording
    assert recording is not None
    shown = highlight(recording.step(7).entry, recording.state(6), module.places)
    target = module.places.index("6122")
    assert shown.target == target
    assert set(shown.attacks) == {(module.places.index(h), target) for h in ("6119", "6120")}
    assert target in shown.hexes


def test_a_bridge_is_shown_on_its_hexside(battle: TableWindow, module: Module) -> None:
    recording = battle.session.recording
    assert recording is not None
    played = recording.step(9).entry
    shown = highlight(played, recording.state(8), module.places)
    assert isinstance(played.action, act.Consult)
    assert shown.sides == (played.action.at,)


def test_invalid_hexsides_are_ignored(qtbot: QtBot, battle: TableWindow) -> None:
    state = State(
        hexsides={"9999": "blown", "4816/9": "blown", "x/y": "blown", "4816/4817": "blown"},
        markers={"a": Marker("traffic", "nowhere"), "b": Marker("traffic", "4816")},
    )
    battle.view.show_state(state)
    assert [f.marker.at for f in battle.view._stacks._flats] == ["4816/4817", "4816"]
    battle.view.show_entry(Highlight(sides=("9999", "x/y", "4816/4817")), ())
    assert not battle.view.viewport().grab().isNull()


def test_a_set_up_highlights_nothing(battle: TableWindow, module: Module) -> None:
    recording = battle.session.recording
    assert recording is not None
    shown = highlight(recording.step(1).entry, State(), module.places)
    assert shown.hexes == ()


def test_no_timer_is_left_running(qtbot: QtBot, battle: TableWindow) -> None:
    battle.view.zoom_by(3)
    battle.close()
    assert battle.view.tiles.idle
    assert not battle.view._running()
    gc.collect()
