"""Counters on the screen: pixmaps and the counter sheet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QColor, QImage
from PySide6.QtSvg import QSvgRenderer

from engine.core.errors import UserError
from engine.export.counter_markers import marker_svg
from engine.export.counters import Theme, counter_svg
from engine.modules.module import load_module
from holland44_qt.counter_sheet import render_sheet
from holland44_qt.counters import CounterArt, bucket

MODULE = load_module("holland44")


@pytest.fixture
def art(qapp):
    return CounterArt(MODULE.counters)


def color(pixmap, x, y):
    """Return the colour at a point of the counter's 96 units."""
    scale = pixmap.width() / 96
    return QColor(pixmap.toImage().pixelColor(int(x * scale), int(y * scale))).name()


def near(color, other):
    """Return whether colours are equal up to the rounding of an anti-aliased edge."""
    one, two = QColor(color), QColor(other)
    pairs = zip(one.getRgb(), two.getRgb(), strict=True)
    return all(abs(a - b) <= 6 for a, b in pairs)


def test_qt_reads_every_counter_and_marker(qapp):
    theme = Theme.of(MODULE.counters)
    pictures = [
        counter_svg(c, face, theme=theme) for c in MODULE.counters for face in ("front", "back")
    ]
    pictures += [marker_svg(marker) for marker in MODULE.markers.values()]
    for svg in pictures:
        assert QSvgRenderer(QByteArray(svg.encode())).isValid()


@pytest.mark.parametrize("size", [48, 96, 384])
def test_a_counter_is_drawn_at_all_sizes(art, size):
    pixmap = art.pixmap("BR-2-1P", "front", (), size)
    assert pixmap.width() == pixmap.height() == size
    assert color(pixmap, 12, 60) == "#d8bd8c"  # British ground
    assert near(color(pixmap, 40, 67), "#c8201a")  # elite box
    assert near(color(pixmap, 48, 33), "#8c2f45")  # formation in the symbol
    assert pixmap.toImage().pixelColor(0, 0).alpha() < 128  # round corner


def test_figures_are_drawn_in_the_fonts_of_the_program(art):
    """The three values have the width given by the font."""
    image = art.pixmap("GE-Segler", "front", (), 384).toImage()
    row = [image.pixelColor(x, round(77.5 * 4)).lightness() > 200 for x in range(384)]
    assert row.count(True) > 60
    lit = [x / 4 for x, white in enumerate(row) if white]
    assert 10 < lit[0] < 20
    assert 80 < lit[-1] < 90


def test_a_stripe_shows_on_the_reduced_side(art):
    assert color(art.pixmap("US-1/501", "front", (), 96), 88, 42) == "#828d55"
    assert color(art.pixmap("US-1/501", "back", (), 96), 88, 42) == "#ffffff"


def test_statuses_are_drawn_in_the_corner(art):
    plain = art.pixmap("BR-2IG/5", "front", (), 192).toImage()
    flagged = art.pixmap("BR-2IG/5", "front", ("disrupted",), 192).toImage()
    assert plain != flagged
    lower = plain.copy(0, 120, 192, 72)
    assert lower == flagged.copy(0, 120, 192, 72)


def test_pixmaps_are_cached(art):
    first = art.pixmap("BR-2IG/5", "front", ("spent", "engaged"), 96)
    again = art.pixmap("BR-2IG/5", "front", ("engaged", "spent"), 95)
    assert first.cacheKey() == again.cacheKey()
    assert first.cacheKey() != art.pixmap("BR-2IG/5", "back", (), 96).cacheKey()
    unknown = [art.pixmap(f"GE-unknown-{number}", "front", (), 48) for number in ("6122", "3108")]
    assert unknown[0].cacheKey() == unknown[1].cacheKey()


def test_screens_with_more_pixels_get_more_pixels(art):
    assert art.pixmap("BR-2IG/5", "front", (), 48, 2.0).width() == 96
    assert art.marker(MODULE.markers["blown"], 48, ratio=1.5).width() >= 72


def test_markers_are_cached_by_label(art):
    traffic = MODULE.markers["traffic"]
    assert art.marker(traffic, 48, "1").cacheKey() == art.marker(traffic, 48, "1").cacheKey()
    assert art.marker(traffic, 48, "1").cacheKey() != art.marker(traffic, 48, "2").cacheKey()


def test_unknown_pieces_have_no_picture(art):
    with pytest.raises(KeyError):
        art.pixmap("GE-Nobody", "front", (), 48)


@given(st.floats(1, 1000))
def test_buckets_are_never_too_small_nor_much_too_large(size):
    pixels = bucket(size)
    assert size <= pixels
    assert pixels <= size + 8 or pixels <= size * 1.25
    assert bucket(pixels) == pixels


@pytest.mark.slow
def test_the_sheet_shows_every_counter(qapp, tmp_path):
    path = tmp_path / "sheet.png"
    size = render_sheet(MODULE, path, 1600)
    image = QImage(str(path))
    assert (image.width(), image.height()) == size
    assert size[0] == 1600
    assert size[1] > 2000
    german = tmp_path / "german.png"
    assert render_sheet(MODULE, german, 1600, "german")[1] < size[1]
    grounds = {"#d8bd8c", "#828d55", "#6a4630", "#97a196", "#2d2d2f", "#a9c8de", "#2c4a7c"}
    found = {image.pixelColor(x, y).name() for x in range(0, 1600, 3) for y in range(0, size[1], 3)}
    assert grounds <= found


def test_an_unwritable_sheet_is_reported(qapp, tmp_path):
    with pytest.raises(UserError, match="cannot be written: the folder"):
        render_sheet(MODULE, tmp_path / "missing" / "sheet.png", 800)
