"""Reports of VASSAL games: schematic by default, with the module's pictures on request."""

import base64
import io
import json
import re
from xml.etree import ElementTree

import pytest
from PIL import Image

from engine.export.html import page
from engine.export.vassal_page import art_owner
from engine.export.vassal_sheet import Sheet
from engine.play.game import Recording
from engine.play.vassal.log_import import import_files
from engine.play.vassal.opened_module import new_game
from engine.report.markdown import report
from engine.vassal import commands as cmd
from engine.vassal.archive import picture_size, picture_type
from engine.vassal.errors import VassalError
from engine.vassal.kinds import Look
from engine.vassal.schematic import counter_svg, map_parts
from tests.unit.vassal import making


@pytest.fixture
def recording(tmp_path):
    (tmp_path / "little.vmod").write_bytes(making.playable())
    new_game(tmp_path / "little.vmod", tmp_path / "g.h44log").close()
    return Recording.load(tmp_path / "g.h44log")


def data_of(html):
    return json.loads(re.search(r'id="data">(.*?)</script>', html, re.DOTALL)[1])


def test_a_report_is_schematic_by_default(recording):
    html = page(recording, None)
    assert "image/svg+xml" in html
    assert "data:image/png" not in html
    assert "0101" in base64.b64decode(re.search(r"svg\+xml;base64,([^\"]+)", html)[1]).decode()


def test_a_report_with_art_has_the_modules_pictures(recording):
    html = page(recording, Sheet(recording, art=True))
    assert "data:image/png" in html
    assert "data:image/webp" in html


def test_every_piece_has_a_spot_in_the_picture(recording):
    data = data_of(page(recording, None))
    state = recording.state(len(recording))
    names = {recording.module.places.name(p.place) for p in state.pieces.values()}
    assert set(data["spots"]) == names
    assert {name for _, _, name in data["spots"].values()} == {"0101", "Cards"}
    width, height = data["frame"]["width"], data["frame"]["height"]
    assert all(0 < x < width and 0 < y < height for x, y, _ in data["spots"].values())
    assert len(data["sizes"]) == len(data["designs"])


def test_a_card_in_a_face_down_deck_shows_its_back(recording):
    html = page(recording, None)
    assert html.count(">card<") == 1
    assert html.count(">Inf<") == 1


def test_the_owner_of_the_pictures_is_named(recording, vlog, tmp_path):
    assert art_owner(recording) == "Little"
    lone = tmp_path / "lone"
    lone.mkdir()
    (lone / "x.vlog").write_bytes(vlog.read_bytes())
    import_files([lone / "x.vlog"], lone / "x.h44log")
    with pytest.raises(VassalError):
        art_owner(Recording.load(lone / "x.h44log"))


def test_changed_boards_are_separate_pictures(tmp_path, vmod):
    other = making.BUILD_FILE.replace(
        "</VASSAL.build.module.map.BoardPicker>",
        '<VASSAL.build.module.map.boardPicker.Board name="Other" width="300" height="200"/>'
        "</VASSAL.build.module.map.BoardPicker>",
    )
    vmod.write_bytes(making.module(other))
    boards = cmd.Boards("Main Map", (cmd.Placing("Other", "0", "0", False),))
    (tmp_path / "x.vlog").write_bytes(making.log(making.setup(), [[boards]]))
    import_files([tmp_path / "x.vlog"], tmp_path / "x.h44log", vmod)
    data = data_of(page(Recording.load(tmp_path / "x.h44log"), None))
    assert list(data["pictures"]) == ["", "boards:m0=1"]


def test_markdown_describes_the_game(recording):
    assert ", 5 pieces." in report(recording)


@pytest.mark.parametrize(
    "look",
    [
        Look("A name of many words that goes on and on", "A name of many words that goes on"),
        Look("<b>&'\"", "<b>&'\"", status=("a < b", "“x”", "60°"), angle=60),
        Look("?", "?", masked=True),
        Look("Supercalifragilisticexpialidocious-and-more/of_it", "", status=("x" * 80,)),
    ],
)
@pytest.mark.parametrize("size", [(48, 48), (400, 90), (17, 60)])
def test_a_schematic_counter_is_valid_and_within_its_box(look, size):
    svg = counter_svg(look, size, "#a5524a")
    root = ElementTree.fromstring(svg)
    assert (root.get("width"), root.get("height")) == tuple(map(str, size))
    for text in root.iter("{http://www.w3.org/2000/svg}text"):
        assert 0 <= float(text.get("x")) <= size[0]
        assert 0 <= float(text.get("y")) <= size[1] + 1


def test_a_schematic_map_names_its_cells(recording):
    svg = "".join(map_parts(recording.module.drawing.maps[0]))
    assert svg.count(">0101<") == 1
    assert 'width="620" height="440"' in svg


def test_sizes_and_types_of_pictures_come_from_their_content():
    png = making.picture(31, 17)
    out = io.BytesIO()
    Image.open(io.BytesIO(png)).save(out, "JPEG")
    svg = b'<?xml version="1.0"?><svg xmlns="x" width="12.0px" height="9"><g/></svg>'
    boxed = b'<svg viewBox="0 0 30 40"></svg>'
    assert [picture_size(x) for x in (png, out.getvalue(), svg, boxed, b"")] == [
        (31, 17),
        (31, 17),
        (12, 9),
        (30, 40),
        None,
    ]
    assert [picture_type(x) for x in (png, out.getvalue(), svg, b"no")] == [
        "image/png",
        "image/jpeg",
        "image/svg+xml",
        "",
    ]


def test_a_whole_set_up_has_no_place(tmp_path):
    setup = [making.unit(f"p{i}", 60 * i, 60) for i in range(30)]
    (tmp_path / "x.vlog").write_bytes(making.log(setup, [[making.move("p1", (60, 200), (60, 60))]]))
    import_files([tmp_path / "x.vlog"], tmp_path / "x.h44log")
    opening, move = data_of(page(Recording.load(tmp_path / "x.h44log"), None))["steps"]
    assert "focus" not in opening
    assert move["focus"] == ["m0:60,60", "m0:60,200"]
