"""A module of pictures in the window: imported logs replayed, boards played."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.actions import Note
from engine.i18n import t
from engine.play.vassal.log_import import import_files
from engine.play.vassal.opened_module import new_game
from engine.vassal.plane import SpotBoard
from holland44_qt.board.layer import to_scene
from holland44_qt.pictures.maps import Maps
from holland44_qt.pictures.pieces_feature import PiecesFeature
from holland44_qt.pictures.publish_feature import Publishing
from holland44_qt.pictures.vassal_import import Importing
from holland44_qt.shell.thumbnails import glimpse
from holland44_qt.vassal_art import ART
from holland44_qt.window.table_window import TableWindow
from tests.unit.vassal import making

FIXTURES = Path(__file__).parents[2] / "fixtures" / "vassal"


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[TableWindow]:
    made = TableWindow()
    made.resize(1400, 900)
    made.show()
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def replay(tmp_path: Path) -> Path:
    path = tmp_path / "little.h44log"
    import_files([FIXTURES / "little.vlog"], path, FIXTURES / "little.vmod")
    return path


@pytest.fixture
def board_game(tmp_path: Path) -> Path:
    path = tmp_path / "board.h44log"
    new_game(FIXTURES / "little.vmod", path).close()
    return path


def _board(window: TableWindow) -> SpotBoard:
    board = window.session.module.board
    assert isinstance(board, SpotBoard)
    return board


def _on_screen(window: TableWindow, x: float, y: float) -> QPoint:
    """Return a pixel of the first map in the viewport."""
    return window.view.mapFromScene(to_scene(_board(window).point(0, x, y)))


def _drag(qtbot: QtBot, window: TableWindow, start: QPoint, end: QPoint) -> None:
    port = window.view.viewport()
    qtbot.mouseMove(port, start)
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    for k in range(1, 7):
        qtbot.mouseMove(port, start + (end - start) * k / 6)
        QApplication.processEvents()
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=end)


def test_an_imported_log_opens_at_its_start_until_continued(
    window: TableWindow, replay: Path
) -> None:
    assert window.open_path(replay, play=True)
    assert window.session.step == 1
    window.session.go(window.session.length)
    assert window.session.play(Note(text="on")) is not None
    assert window.open_path(replay, play=True)
    assert window.session.step == window.session.length


def test_an_imported_log_opens_and_is_replayed_to_its_end(
    window: TableWindow, replay: Path
) -> None:
    assert window.open_path(replay, play=False)
    session = window.session
    seen = set()
    while session.step < session.length:
        session.forward()
        seen.update(window.session.module.places.name(p) for p in session.state.stacks)
    assert len(seen) > 1, "pieces moved from place to place"
    assert window.view.parts[0][0] == "Main Map"


def test_pieces_are_found_where_they_are_drawn(window: TableWindow, replay: Path) -> None:
    assert window.open_path(replay, play=False)
    window.session.last()
    state, places = window.session.state, window.session.module.places
    spots = [p for p in state.stacks if places.is_hex(p) and _board(window).map_of(p) == 0]
    assert spots
    for place in spots:
        u, v = _board(window).centres[place]
        found = window.view.hex_at(window.view.mapFromScene(QPointF(u, -v)))
        assert found == place


def test_pictures_and_schematic_drawing_can_be_switched(
    window: TableWindow, board_game: Path, qtbot: QtBot
) -> None:
    assert window.open_path(board_game, play=True)
    art = window.pictures.pieces
    assert art is not None
    assert not art.schematic
    piece = next(iter(window.session.state.pieces.values()))
    pictured = art.pixmap(piece, 64, 1.0).toImage()
    window.commands[f"layer_{ART}"].trigger()
    assert art.schematic
    assert art.pixmap(piece, 64, 1.0).toImage() != pictured
    window.commands[f"layer_{ART}"].trigger()
    assert art.pixmap(piece, 64, 1.0).toImage() == pictured


def test_a_dragged_piece_snaps_to_the_middle_of_a_hex(
    window: TableWindow, board_game: Path, qtbot: QtBot
) -> None:
    assert window.open_path(board_game, play=True)
    board, session = _board(window), window.session
    names = session.module.places.names
    stack = next(s for p, s in session.state.stacks.items() if names[p] not in board.drawing.decks)
    unit = stack[-1]
    u, v = board.centres[session.state.pieces[unit].place]
    _drag(qtbot, window, window.view.mapFromScene(QPointF(u, -v)), _on_screen(window, 300, 300))
    to = session.module.places.name(session.state.pieces[unit].place)
    spot = board.drawing.spot(to)
    assert spot is not None
    cell = board.maps[0].cell_at(300, 300)
    assert cell is not None
    assert (spot.x, spot.y) == (cell.x, cell.y)
    assert session.length == 2


def test_a_counter_put_on_a_new_spot_after_a_review_is_drawn_there(
    window: TableWindow, replay: Path, qtbot: QtBot
) -> None:
    """The window's board and the played game number spots in the same way."""
    assert window.open_path(replay, play=False)
    session = window.session
    session.last()
    assert session.play_on()
    board = _board(window)
    unit = next(u for u, p in session.state.pieces.items() if board.map_of(p.place) == 0)
    u, v = board.centres[session.state.pieces[unit].place]
    _drag(qtbot, window, window.view.mapFromScene(QPointF(u, -v)), _on_screen(window, 300, 300))
    cell = board.maps[0].cell_at(300, 300)
    assert cell is not None
    place = session.state.pieces[unit].place
    assert session.recording is not None
    assert session.recording.module.places is board.places
    assert board.drawing.spot(session.module.places.name(place)) == (0, cell.x, cell.y)
    assert window.view.hex_at(_on_screen(window, cell.x, cell.y)) == place
    assert unit in session.state.stack(place)


def test_a_new_game_is_opened_at_its_main_map(window: TableWindow, tmp_path: Path) -> None:
    """Even if the last placed piece of the set-up is on another map."""
    build = making.BUILD_FILE
    pile = '<VASSAL.build.module.map.DrawPile name="Cards" x="500" y="300" faceDown="Always"/>'
    stack = (
        '<VASSAL.build.module.map.SetupStack name="s" owningBoard="Other" x="60" y="60">'
        '<VASSAL.build.widget.PieceSlot entryName="Inf" gpid="2">'
        "+/null/piece;;;inf.png;Inf/null;0;0</VASSAL.build.widget.PieceSlot>"
        "</VASSAL.build.module.map.SetupStack>"
    )
    assert pile in build
    other = build[build.index("<VASSAL.build.module.Map ") : build.index(pile)]
    other = other.replace("Main Map", "Other Map").replace('name="Field"', 'name="Other"')
    made = build.replace(
        "</VASSAL.build.module.folder.ModuleSubFolder>",
        f"{other}{stack}</VASSAL.build.module.Map></VASSAL.build.module.folder.ModuleSubFolder>",
    )
    module = tmp_path / "two.vmod"
    module.write_bytes(
        making.zipped(
            {
                "buildFile.xml": made,
                "moduledata": making.metadata("Two"),
                "images/inf.png": making.picture(40, 40),
            }
        )
    )
    new_game(module, tmp_path / "two.h44log").close()
    assert window.open_path(tmp_path / "two.h44log", play=True)
    assert window.session.state.pieces, "the set-up has a piece, on the other map"
    assert [name for name, _ in window.view.parts] == ["Main Map", "Other Map"]
    assert window.view.part == 0


def test_ten_actions_are_recorded_and_restored(
    window: TableWindow, board_game: Path, qtbot: QtBot
) -> None:
    assert window.open_path(board_game, play=True)
    playing, session = window.feature(PiecesFeature), window.session
    drawing = playing.plays.drawing
    assert drawing is not None
    item = drawing.table.palette[0].id
    deck = next(iter(drawing.decks))
    playing.plays.bring(item)
    (unit,) = window.view.selection.units
    for command in ("piece_flip", "piece_right", "piece_clone"):
        window.view.selection.set((unit,))
        assert window.commands[command].isEnabled(), command
        window.commands[command].trigger()
    window.commands["piece_delete"].trigger()
    playing.plays.shuffle(deck)
    playing.plays.draw(deck)
    playing.plays.roll(drawing.table.dice[0].name)
    playing.plays.roll_symbol(drawing.table.symbols[0].name)
    playing.plays.turn(drawing.table.trackers[0].id, 1)
    window.view.selection.set((unit,))
    playing.plays.return_to_deck(deck)
    assert session.length == 12
    pieces = dict(session.state.pieces)
    numbers = {u: session.module.places.name(p.place) for u, p in pieces.items()}
    assert window.open_path(board_game, play=True), "opened again"
    again = window.session
    assert again.length == 12
    names = {u: again.module.places.name(p.place) for u, p in again.state.pieces.items()}
    assert names == numbers
    statuses = {u: p.status for u, p in again.state.pieces.items()}
    assert statuses == {u: p.status for u, p in pieces.items()}


def test_the_menu_of_a_piece_lists_its_orders(
    window: TableWindow, board_game: Path, qtbot: QtBot
) -> None:
    assert window.open_path(board_game, play=True)
    playing = window.feature(PiecesFeature)
    playing.plays.bring(playing.plays.drawing.table.palette[0].id)
    place = window.session.state.pieces[window.view.selection.units[0]].place
    u, v = _board(window).centres[place]
    pos = window.view.mapFromScene(QPointF(u, -v))
    assert playing.menu_at(pos, window.view.viewport().mapToGlobal(pos))
    assert playing.open_menu is not None
    texts = [action.text() for action in playing.open_menu.actions()]
    own = [item.text for item in playing.plays.items()]
    assert own, "the counter has commands of its own"
    assert [text.partition("\t")[0] for text in texts[: len(own)]] == own
    assert {order.text for order in playing.plays.orders() if order.id in ("clone", "delete")} <= {
        *texts
    }
    playing.open_menu.close()


def test_the_menu_of_a_deck_draws_and_shuffles_that_deck(
    window: TableWindow, board_game: Path, qtbot: QtBot
) -> None:
    assert window.open_path(board_game, play=True)
    feature, session = window.feature(PiecesFeature), window.session
    deck = next(iter(feature.plays.drawing.decks))
    place = session.module.places.index(deck)
    held = len(session.state.stack(place))
    assert held > 1, "the fixture has cards"
    u, v = _board(window).centres[place]
    pos = window.view.mapFromScene(QPointF(u, -v))
    for key in ("pictures.deck.draw", "pictures.deck.shuffle"):
        before = session.length
        assert feature.menu_at(pos, window.view.viewport().mapToGlobal(pos))
        actions = {action.text(): action for action in feature.open_menu.actions()}
        actions[t(key)].trigger()
        feature.open_menu.close()
        assert session.length == before + 1, key
    assert len(session.state.stack(place)) == held - 1


def test_a_side_sees_its_own_masks_only(window: TableWindow, board_game: Path) -> None:
    assert window.open_path(board_game, play=True)
    playing, art = window.feature(PiecesFeature), window.pictures.pieces
    assert art is not None
    playing.plays.bring(playing.plays.drawing.table.palette[0].id)
    (unit,) = window.view.selection.units
    assert window.commands["piece_mask"].isEnabled(), "the fixture's counter has a mask"
    session = window.session
    assert session.look_as("Blue")
    window.view.selection.set((unit,))
    window.commands["piece_mask"].trigger()
    piece = session.state.pieces[unit]
    assert session.look_as("Red")
    assert unit not in session.state.pieces
    beside = [session.state.pieces[u] for u in session.state.stack(piece.place)]
    (cover,) = (p for p in beside if p.side == "" and p.counter != piece.counter)
    assert art.look(cover).name != art.look(piece).name
    assert session.look_as("both")
    assert session.state.pieces[unit] == piece


@pytest.mark.slow
def test_files_dropped_on_the_window_become_a_game(
    window: TableWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    for name in ("little.vlog", "little.vmod"):
        shutil.copy(FIXTURES / name, tmp_path)
    assert window.open_all([tmp_path / "little.vlog", tmp_path / "little.vmod"])
    importing = window.feature(Importing)
    qtbot.waitUntil(lambda: importing.work is None, timeout=20_000)
    assert window.session.path == tmp_path / "little.h44log"
    assert window.session.module.drawing is not None
    assert window.session.module.drawing.has_pictures
    assert window.open_all([tmp_path / "little.vlog"])
    assert importing.work is None, "it is not imported twice"


def test_a_file_not_from_vassal_is_reported_in_one_sentence(
    window: TableWindow, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.vlog"
    wrong.write_bytes(b"no game")
    said: list[str] = []
    window.messages.added.connect(lambda text, *_: said.append(text))
    assert window.open_any(wrong)
    assert len(said) == 1
    assert "wrong.vlog" in said[0]
    assert window.session.path is None


def test_a_cancelled_import_leaves_nothing_behind(
    window: TableWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    shutil.copy(FIXTURES / "little.vlog", tmp_path)
    window.open_any(tmp_path / "little.vlog")
    importing = window.feature(Importing)
    assert importing.work is not None
    importing.work.dialog.canceled.emit()
    qtbot.waitUntil(lambda: importing.work is None, timeout=5000)
    assert sorted(p.name for p in tmp_path.iterdir() if p.is_file()) == ["little.vlog"]


def test_the_board_is_painted_in_its_colours(
    window: TableWindow, board_game: Path, qtbot: QtBot
) -> None:
    assert window.open_path(board_game, play=True)

    def has_colors() -> bool:
        """Return whether the board, its hexes and what is beside it are seen."""
        image = window.view.viewport().grab().toImage()
        row = image.height() // 2
        return len({image.pixel(x, row) for x in range(0, image.width(), 7)}) > 2

    qtbot.waitUntil(has_colors, timeout=10_000)


def test_foreign_pictures_are_exported_only_after_a_warning(
    window: TableWindow, board_game: Path
) -> None:
    assert not window.commands["export_art"].isEnabled(), "ours are not foreign"
    assert window.open_path(board_game, play=True)
    window.commands["export_art"].trigger()
    warning = window.feature(Publishing).warning
    assert warning is not None
    assert "Little" in warning.text()
    assert warning.isVisible()
    warning.reject()


def test_thumbnails_of_games_of_pictures_are_made(board_game: Path, replay: Path) -> None:
    for path in (board_game, replay):
        picture = glimpse(path).picture
        assert picture.width() > 40
        assert len({picture.pixel(x, y) for x in range(0, picture.width(), 5)
                    for y in range(0, picture.height(), 5)}) > 2  # fmt: skip


@pytest.mark.slow
def test_a_log_without_its_module_offers_to_choose_it(
    window: TableWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "alone.vlog"
    log.write_bytes((FIXTURES / "little.vlog").read_bytes())
    monkeypatch.setattr(
        "holland44_qt.pictures.vassal_import.ask_for_file", lambda *_: FIXTURES / "little.vmod"
    )
    assert window.open_any(log)
    qtbot.waitUntil(lambda: window.session.path == tmp_path / "alone.h44log", timeout=30_000)
    assert not window.session.module.drawing.has_pictures
    assert window.messages.help.isVisible()
    window.messages.help.click()
    qtbot.waitUntil(lambda: window.session.path == tmp_path / "alone 2.h44log", timeout=30_000)
    assert window.session.module.drawing.has_pictures
    assert window.session.module.drawing.table.palette
    # The module is there; what it lacks itself may come from a folder of pictures.
    assert window.messages.help.text() == t("pictures.import.folder")


def test_the_map_tabs_begin_beside_the_drawer(
    window: TableWindow, board_game: Path, qtbot: QtBot
) -> None:
    assert window.open_path(board_game, play=True)
    maps = window.feature(Maps)
    window.panels.show("module")
    assert maps.tabs.x() == window.panels.drawer.width() > 0
    window.panels.close_drawer()
    assert maps.tabs.x() == 0


LONG = "Draw six cards of the Allied Powers at the beginning of their turn"


@pytest.fixture
def crowded(tmp_path: Path) -> Path:
    """A game of a module with buttons of long names and two maps."""
    end = "</VASSAL.build.module.folder.ModuleSubFolder>"
    command = '<VASSAL.build.module.GlobalKeyCommand name="{0}" buttonText="{1} {0}"/>'
    buttons = "".join(command.format(n, LONG) for n in range(4))
    build = making.BUILD_FILE.replace("<org.example.Custom/>", buttons)
    other = (
        '<VASSAL.build.module.Map mapName="Other"><VASSAL.build.module.map.BoardPicker>'
        '<VASSAL.build.module.map.boardPicker.Board name="B" width="600" height="400"/>'
        "</VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>"
    )
    module, path = tmp_path / "crowded.vmod", tmp_path / "crowded.h44log"
    module.write_bytes(making.module(build.replace(end, other + end)))
    new_game(module, path).close()
    return path


def test_buttons_with_long_labels_fit_the_dock(window: TableWindow, crowded: Path) -> None:
    assert window.open_path(crowded, play=True)
    panel = window.feature(PiecesFeature).panel
    panel.resize(300, 600)
    panel.show()
    QApplication.processEvents()
    long = [b for b in panel.buttons if b.accessibleName().startswith(LONG)]
    assert len(long) == 4
    area = panel._area
    for button in long:
        assert button.minimumSizeHint().width() < 150
        assert LONG in button.toolTip()
    assert area.minimumWidth() < 300
    body = area.widget()
    assert body is not None
    assert body.minimumSizeHint().width() <= 280


def test_a_message_does_not_cover_the_map_tabs(window: TableWindow, crowded: Path) -> None:
    assert window.open_path(crowded, play=True)
    tabs = window.feature(Maps).tabs
    assert tabs.count() == 2
    window.messages.add("Something happened.", "error")
    QApplication.processEvents()
    corner = tabs.mapTo(window, QPoint(10, tabs.height() // 2))
    assert window.childAt(corner) is tabs


@pytest.mark.slow
def test_a_counter_dragged_over_a_tab_moves_to_that_map(
    window: TableWindow, crowded: Path, qtbot: QtBot
) -> None:
    assert window.open_path(crowded, play=True)
    view, tabs, session = window.view, window.feature(Maps).tabs, window.session
    QApplication.processEvents()
    board, port = _board(window), view.viewport()
    drawing = session.module.drawing
    assert drawing is not None

    def at(place: int) -> QPoint:
        u, v = board.centres[place]
        return view.mapFromScene(QPointF(u, -v))

    middle = view.hex_at(port.rect().center())
    assert board.map_of(middle) == 0
    plays = window.feature(PiecesFeature).plays
    assert plays.bring(drawing.table.palette[0].id, middle)
    (unit,) = session.state.stack(middle)
    over = port.mapFrom(view, tabs.geometry().topLeft() + tabs.tabRect(1).center())
    start = at(middle)
    qtbot.mouseMove(port, start)
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    for share in (0.3, 0.6, 1.0):
        qtbot.mouseMove(port, start + (over - start) * share)
    assert view.part == 0, "not at once"
    qtbot.waitUntil(lambda: view.part == 1, timeout=5000)
    there = port.rect().center()
    qtbot.mouseMove(port, there)
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=there)
    qtbot.waitUntil(lambda: board.map_of(session.state.pieces[unit].place) == 1, timeout=3000)
    assert view.part == 1
