"""Hostile and damaged VASSAL files open, or are refused with one message."""

import contextlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.state import Piece
from engine.play.vassal import import_writer
from engine.play.vassal import opened_module as opening
from engine.vassal import commands as cmd
from engine.vassal.archive import parse_xml
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.codec import chain, chained
from engine.vassal.components import component
from engine.vassal.drawing import Drawing
from engine.vassal.errors import VassalError
from engine.vassal.importer import import_games
from engine.vassal.info import inspect_game, inspect_module
from engine.vassal.obfuscation import disguise
from engine.vassal.savegame import read_game
from engine.vassal.schematic import counter_svg, map_parts
from engine.vassal.series import in_a_row
from tests.unit.vassal import making

pytestmark = pytest.mark.soak
MANY = settings(
    max_examples=2_000,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
LITTLE = making.write_game(making.setup(), making.steps())
ZIP = making.log(making.setup(), making.steps())
EDITS = st.lists(
    st.tuples(st.integers(0, 10**6), st.sampled_from("\\';,\t/|\x1b{}$0x")), max_size=8
)


def opened(path):
    """Read, report, import and draw a file."""
    with contextlib.suppress(VassalError):
        game = read_game(path)
        inspect_game(game)
        imported = import_games(in_a_row([game]), None)
        drawing = drawing_of(import_writer.module_files(imported, None, "vassal-odd"))
        for shown in imported.tracker.shown.values():
            piece = Piece(shown.counter, shown.side, 0, 1, frozenset(shown.status))
            assert drawing.look(piece).name
            assert drawing.place_name(shown.place)
            counter_svg(drawing.look(piece), drawing.size(piece.counter))


def drawing_of(files):
    return Drawing.load(import_writer.MemoryFiles(files))


@MANY
@given(EDITS)
def test_a_text_with_wrong_characters_opens_or_is_refused(tmp_path, edits):
    text = LITTLE
    for at, character in edits:
        at %= len(text)
        text = text[:at] + character + text[at + 1 :]
    path = tmp_path / "odd.vlog"
    path.write_bytes(disguise(text, b""))
    opened(path)


@MANY
@given(st.integers(0, len(ZIP) - 1), st.integers(0, 255), st.integers(0, len(ZIP)))
def test_a_damaged_archive_opens_or_is_refused(tmp_path, at, byte, end):
    path = tmp_path / "odd.vlog"
    path.write_bytes((ZIP[:at] + bytes([byte]) + ZIP[at + 1 :])[: max(end, at + 1)])
    opened(path)


@MANY
@given(st.lists(st.text(st.sampled_from("abM/+D-\\';,\t|\x1b@123null"), max_size=40), max_size=12))
def test_random_commands_open_or_are_refused(tmp_path, texts):
    path = tmp_path / "odd.vlog"
    steps = [[cmd.parse(text)] for text in texts if text and "\x1b" not in text]
    path.write_bytes(disguise(making.write_game(making.setup(), steps), b""))
    opened(path)


@MANY
@given(EDITS)
def test_a_build_file_with_wrong_characters_opens_or_is_refused(tmp_path, edits):
    text = making.BUILD_FILE
    for at, character in edits:
        at %= len(text)
        text = text[:at] + character + text[at + 1 :]
    with contextlib.suppress(VassalError):
        root = component(parse_xml(text.encode(), tmp_path, "buildFile"), tmp_path)
        info = ModuleInfo.read(_written(tmp_path, text))
        assert info.roots[0].cls == root.cls
        inspect_module(info)
        read = [info.maps, info.dice, info.turns, info.prototypes, info.palette, info.stacks]
        assert len(read) == 6
        drawing = drawing_of(opening.module_files(info)[0])
        for board in drawing.maps:
            assert all(map_parts(board))
            board.snap(board.width / 2, board.height / 2)


def _written(folder, text):
    path = folder / "odd.vmod"
    path.write_bytes(making.module(text))
    return path


@MANY
@given(st.text(st.sampled_from("ab\\'\t"), max_size=200))
def test_any_chain_is_parsed_within_limits(text):
    links = chain(text)
    assert links
    assert isinstance(chained(links), str)


def test_ten_thousand_links_are_parsed_quickly(tmp_path):
    links = "".join("a" + "\\" * k + "\t" for k in range(10_000)) + "piece;;;;A"
    path = tmp_path / "deep.vsav"
    path.write_bytes(disguise(f"begin_save\x1b+/1/{links}/\x1bend_save", b""))
    with pytest.raises(VassalError, match="traits"):
        read_game(path)
