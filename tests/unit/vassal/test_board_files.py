"""Boards that are files outside the module, as in VASL."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from engine.export.vassal_sheet import Sheet
from engine.play.game import Recording
from engine.play.vassal.log_import import import_files
from engine.report.as_vassal import export_to_vassal
from engine.vassal import commands as cmd
from engine.vassal.savegame import read_game
from tests.unit.vassal import making

BOARDS = (
    "bd\t0\t0\tr69\t0\t0\t844\t-1\tVER\t6.5\t\tSSR\tGrainToBrush"
    "bd\t0\t1\t07\t844\t0\t787\t-1\tVER\t6.5"
)
LEFT, RIGHT = (255, 0, 0), (0, 0, 255)


def board(width: int = 1800) -> bytes:
    """A picture of a board: red up to pixel 900, then blue."""
    image = Image.new("RGB", (width, 645), LEFT)
    image.paste(RIGHT, (900, 0, width, 645))
    data = io.BytesIO()
    image.save(data, "GIF")
    return data.getvalue()


@pytest.fixture
def save(tmp_path):
    """A save of a module with VASL's own map and board picker, with a unit on each board."""
    build = making.BUILD_FILE
    for ours, theirs in (("module.Map", "ASLMap"), ("module.map.BoardPicker", "ASLBoardPicker")):
        for end in (" ", ">"):
            build = build.replace(f"VASSAL.build.{ours}{end}", f"VASL.build.{theirs}{end}")
    start, end = build.index("<VASSAL.build.module.map.boardPicker.Board "), "boardPicker.Board>"
    build = build[:start] + build[build.index(end) + len(end) :]
    (tmp_path / "asl.vmod").write_bytes(making.module(build))
    # The corner of the map is (10, 20); hex A1 of the first, reversed board is at its right.
    units = [making.unit("a", 10 + 844, 20 + 645 - 32), making.unit("b", 66, 20 + 645 + 32)]
    path = tmp_path / "asl.vsav"
    path.write_bytes(making.log([*units, cmd.parse(BOARDS), cmd.parse("bd\t")], []))
    return path


def unpack(folder):
    folder.mkdir()
    (folder / "bd69").write_bytes(making.zipped({"bd69.gif": board(), "data": "version 6.5"}))
    metadata = '<boardMetadata name="7" boardImageFileName="seven.gif" hexHeight="64.5"/>'
    seventh = {"seven.gif": board(), "BoardMetadata.xml": metadata}
    (folder / "bd7").write_bytes(making.zipped(seventh))


def test_boards_without_files_are_named_and_listed_as_missing(save, tmp_path):
    imported, written = import_files([save], tmp_path / "game.h44log", tmp_path / "asl.vmod")
    (problem, _) = imported.problems
    assert "bd69, bd07." in problem
    drawing = Recording.load(written.log).module.drawing
    assert {"bd07", "bd69"} < set(drawing.table.missing)
    assert [(b.width, b.height, b.grid) for b in drawing.maps[0].boards] == [
        (844, 645, None),
        (787, 645, None),
    ]


def test_boards_without_a_module_are_named(save):
    (problem,) = making.import_log(save).problems
    assert "bd69, bd07." in problem


@pytest.mark.parametrize("name", ["boards", "elsewhere"])
def test_boards_of_a_folder_are_shown_and_name_the_hexes(save, tmp_path, name):
    """The folder ``boards`` beside the module is found; another one is named."""
    unpack(tmp_path / name)
    given = tmp_path / name if name != "boards" else None
    imported, written = import_files(
        [save], tmp_path / "game.h44log", tmp_path / "asl.vmod", pictures=given
    )
    problem, _ = imported.problems
    assert "terrain changes" in problem
    recording = Recording.load(written.log)
    drawing = recording.module.drawing
    assert not [name for name in drawing.table.missing if name.startswith("bd")]
    first, second = drawing.maps[0].boards
    assert (first.reversed, first.corner, second.corner) == (True, (0, 0), (844, 0))
    places = {u: drawing.place_name(p.place) for u, p in imported.tracker.shown.items()}
    assert places == {"a": "69A1", "b": "07Q1"}
    sheet = Sheet(recording, art=True)
    picture = Image.open(io.BytesIO(sheet.board_picture(2000).data)).convert("RGB")
    spots = "m0:410,320", "m0:30,965", "m0:410,965"
    shown = [picture.getpixel(sheet.point(spot)) for spot in spots]
    assert [color.index(max(color)) for color in shown] == [0, 0, 2], "red, red, blue"


@pytest.mark.parametrize("kept", [True, False], ids=["with the source", "without it"])
def test_a_written_save_has_vasls_own_command_for_the_boards(save, tmp_path, kept):
    _, written = import_files([save], tmp_path / "game.h44log", tmp_path / "asl.vmod")
    if not kept:
        save.unlink()
    target = tmp_path / "back.vsav"
    export_to_vassal(Recording.load(written.log), written.log, target, steps=False, source=None)
    boards = [c for c in read_game(target).setup if isinstance(c, cmd.Boards) and not c.picker]
    assert [command.encode() for command in boards] == [BOARDS]


def test_a_command_without_boards_is_kept_as_it_is():
    assert cmd.parse("bd\t") == cmd.Unknown("bd\t")
