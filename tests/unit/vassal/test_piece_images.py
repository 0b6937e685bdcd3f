from xml.etree import ElementTree

import pytest

from engine.play.vassal.opened_module import new_game
from engine.vassal.album import Album, Entry
from engine.vassal.archive import picture_size
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.piece_images import PieceImages
from tests.unit.vassal import making

SVG = "{http://www.w3.org/2000/svg}"
P = "VASSAL.build.module.gamepieceimage."
DEFINED = f"""<{P}GamePieceImageDefinitions>
  <{P}ColorManager><{P}ColorSwatch name="OLIVE" color="186,184,108"/></{P}ColorManager>
  <{P}FontManager><{P}FontStyle name="Big" style="SansSerif,1,20,false"/></{P}FontManager>
  <{P}GamePieceLayoutsContainer>
    <{P}GamePieceLayout name="unit" width="75" height="60" border="3D"
      layout="Symbol;30;20;1.5|Sym;Center;0;-8;0;true,Text;Big;Specified in individual images|Val;Bottom;0;-3;0;true,Shape;10;10;Oval;5|Dot;Top Right;-2;2;0;true,Image;;Specified in individual images|Pic;Center;0;0;0;true">
      <{P}GamePieceImage name="inf-olive" bgColor="OLIVE" borderColor="BLACK"
        props="Symbol;Sym;Center;BLACK;WHITE;Division;Infantry;Armored;RED,Text;Val;Bottom;BLACK;CLEAR;4-3 &amp; x;BLACK,Shape;Dot;Top Right;RED;BLACK,Image;Pic;Center;inf.png"/>
    </{P}GamePieceLayout>
  </{P}GamePieceLayoutsContainer>
</{P}GamePieceImageDefinitions><org.example.Custom/>"""  # noqa: E501


@pytest.fixture
def info(tmp_path):
    path = tmp_path / "m.vmod"
    build = making.BUILD_FILE.replace("<org.example.Custom/>", DEFINED)
    path.write_bytes(
        making.zipped({"buildFile.xml": build, "images/inf.png": making.picture(20, 12)})
    )
    return ModuleInfo.read(path)


def test_a_counter_is_drawn_from_its_layout(info):
    with Album(info) as album:
        name = album.add("inf-olive")
        svg = album.files[name]
    assert name.endswith(".svg")
    assert picture_size(svg) == album.size("inf-olive") == (75, 60)
    root = ElementTree.fromstring(svg)
    assert [x.text for x in root.iter(f"{SVG}text")] == ["XX", "4-3 & x"]
    assert len(list(root.iter(f"{SVG}ellipse"))) == 2
    assert len(list(root.iter(f"{SVG}image"))) == 1
    assert root.find(f"{SVG}rect").get("fill") == "#bab86c"


def test_a_saved_picture_has_priority_over_its_layout(info):
    with Album(info) as album:
        assert album.files[album.add("inf.png")].read().startswith(b"\x89PNG")


def test_an_undefined_picture_is_missing(info):
    with Album(info) as album:
        assert album.add("nothing") == ""
        assert album.missing == {"nothing"}


@pytest.mark.parametrize(
    "layout", ["", ",", "|", "Symbol;x;y;z|a", "TextBox;1,Text|T", "Odd;;;|;;;;"]
)
def test_a_damaged_layout_is_drawn_partially(info, layout):
    drawn = PieceImages.of(info)
    old, image = drawn.images["inf-olive"]
    broken = type(old)(old.cls, {**old.attributes, "layout": layout}, "", ())
    drawn.images["inf-olive"] = broken, image
    assert ElementTree.fromstring(drawn.svg("inf-olive", lambda _: "")) is not None


def test_pictures_beyond_the_limit_are_omitted(info, monkeypatch):
    monkeypatch.setattr("engine.vassal.album._LIMIT", 100)
    with Album(info) as album:
        assert album.add("inf-olive") == ""
        assert album.files == {}


def test_an_extension_brings_its_own_pictures(info, tmp_path):
    extension = tmp_path / "more.vmdx"
    extension.write_bytes(
        making.zipped(
            {
                "buildFile.xml": '<VASSAL.build.module.ModuleExtension name="More"/>',
                "extensiondata": making.metadata("More"),
                "images/new.png": making.picture(9, 8),
                "images/inf.png": making.picture(3, 3),
            }
        )
    )
    both = ModuleInfo.read(info.path, (extension,))
    with Album(both) as album:
        assert album.add("new.png")
        assert album.add("inf.png")
        assert (album.size("new.png"), album.size("inf.png")) == ((9, 8), (20, 12))


def test_a_large_picture_is_copied_without_loading_it(tmp_path):
    head = making.picture(7, 5)
    huge = head[:16] + (32_000).to_bytes(4, "big") + (20_000).to_bytes(4, "big") + head[24:]
    huge += bytes(range(256)) * 20_000
    path = tmp_path / "m.vmod"
    build = making.BUILD_FILE.replace('name="Field" width="600"', 'name="Field" image="map.png"')
    path.write_bytes(making.zipped({"buildFile.xml": build, "images/map.png": huge}))
    with new_game(path, tmp_path / "g.h44log") as game:
        (board,) = game.module.drawing.maps[0].boards
        assert (board.width, board.height) == (32_000, 20_000)
        assert game.module.drawing.picture(board.picture) == huge
    with Album(ModuleInfo.read(path)) as album:
        assert isinstance(album.files[album.add("map.png")], Entry)
