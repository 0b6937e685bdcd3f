"""Inlining of referenced pictures: files of the module only."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from engine.vassal.album import Album
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.svg_parts import MAX_DEPTH, calls_others, whole_svg
from engine.vassal.svg_safety import harmless
from holland44_qt.vassal_art.svg import svg_renderer
from tests.unit.vassal import making

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
FRAME = (
    HEAD + 'width="40" height="40"><defs><linearGradient id="g"><stop stop-color="#ff0000"/>'
    '</linearGradient></defs><g id="box"><rect width="40" height="40" fill="#ff0000"/></g></svg>'
)
SYMBOL = (
    HEAD
    + 'viewBox="0 0 10 10" width="20" height="20"><rect width="10" height="10" fill="#00f"/></svg>'
)
COUNTER = (
    '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">'
    + HEAD
    + 'width="40" height="40"><use xlink:href="frame.svg#box"/>'
    '<image xlink:href="parts/symbol.svg" x="10" y="10" width="20" height="20"/>'
    '<image href="dot.png" x="0" y="0" width="4" height="4"/></svg>'
)


@pytest.fixture
def read():
    files = {
        "frame.svg": FRAME.encode(),
        "parts/symbol.svg": SYMBOL.encode(),
        "dot.png": making.picture(4, 4),
    }
    return lambda name: files.get(name, b"")


def colours(data, size=40):
    """Return the colours of the middle, a side and the upper left corner, as drawn by Qt."""
    renderer = QSvgRenderer(QByteArray(data))
    assert renderer.isValid()
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    with QPainter(image) as painter:
        renderer.render(painter)
    return [image.pixelColor(*at).name() for at in ((20, 20), (35, 20), (1, 1))]


def test_a_counter_of_shared_parts_is_complete(read):
    assert calls_others(COUNTER.encode())
    made = whole_svg("counter.svg", COUNTER.encode(), read)
    assert b".svg" not in made
    assert colours(made) == ["#0000ff", "#ff0000", "#88aacc"]
    assert not calls_others(made)


def test_a_counter_without_its_parts_is_empty(read):
    assert colours(whole_svg("c.svg", COUNTER.encode(), lambda _: b"")) == ["#000000"] * 3


def test_no_file_outside_the_module_is_read():
    asked = []

    def read(name):
        asked.append(name)
        return b""

    for target in ("../../etc/passwd", "file:///etc/passwd", "http://example.org/a.svg", "/x.svg"):
        data = f'{HEAD}><use xlink:href="{target}#a"/></svg>'.encode()
        assert target.encode() not in whole_svg("c.svg", data, read)
    assert asked in ([], ["/x.svg"])


def test_circular_references_end(read):
    def ring(name):
        return f'{HEAD}><use xlink:href="{name}x.svg"/><use xlink:href="a.svg"/></svg>'.encode()

    made = whole_svg("a.svg", ring("a.svg"[:-4]), lambda name: ring(name[:-4]))
    assert made.count(b"<use") <= 2 * (MAX_DEPTH + 2)


def test_entities_are_not_expanded(read):
    data = b'<!DOCTYPE svg [<!ENTITY a "b">]>' + COUNTER.partition("DTD SVG")[2].encode()
    assert whole_svg("c.svg", data, read) == data


def test_the_pictures_of_a_game_are_complete(tmp_path):
    path = tmp_path / "parts.vmod"
    entries = {
        "images/c.svg": COUNTER,
        "images/frame.svg": FRAME,
        "images/parts/symbol.svg": SYMBOL,
    }
    path.write_bytes(
        making.zipped(
            {"buildFile.xml": making.BUILD_FILE, "moduledata": making.metadata("Little"), **entries}
        )
    )
    with Album(ModuleInfo.read(path)) as album:
        name = album.add("c.svg")
        assert album.size("c.svg") == (40, 40)
        assert colours(album.files[name])[:2] == ["#0000ff", "#ff0000"]


def drawn_by_the_window(text, size=40):
    """Return a picture as drawn by the window, sanitised first."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    with QPainter(image) as painter:
        svg_renderer("counter.svg", text.encode()).render(painter)
    return image


@pytest.mark.parametrize("href", ["xlink:href", "href"])
def test_an_inner_use_is_drawn_after_sanitising(href, capfd):
    inner = (
        HEAD + 'width="40" height="40"><defs><rect id="r" width="40" height="40" fill="#00ff00"/>'
        f'</defs><use {href}="#r"/></svg>'
    )
    image = drawn_by_the_window(inner)
    assert image.pixelColor(20, 20).name() == "#00ff00"
    assert image.pixelColor(20, 20).alpha() == 255
    assert capfd.readouterr().err == ""


def test_a_dangling_use_draws_nothing_without_a_warning(capfd):
    rest = '<rect width="40" height="40" fill="#ff0000"/></svg>'
    size = 'width="40" height="40">'
    for use in ('<use xlink:href="/etc/passwd#x"/>', '<use xlink:href="#gone"/>', "<use/>"):
        image = drawn_by_the_window(HEAD + size + use + rest)
        assert image.pixelColor(20, 20).name() == "#ff0000"
    assert capfd.readouterr().err == ""


def test_a_sanitised_picture_keeps_the_usual_prefixes():
    made = harmless("a.svg", (HEAD + '><g id="g"/><use xlink:href="#g"/></svg>').encode())
    assert b'xlink:href="#g"' in made
    assert b"ns0" not in made
    assert b"ns1" not in made
