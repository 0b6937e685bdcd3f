"""The painted map: visible features at their places."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainterPath
from PySide6.QtWidgets import QApplication

from engine.board.draw_curves import sampled, unpacked
from engine.board.label_text import face
from engine.core.errors import UserError
from engine.modules.module import Module, builtin, load_module
from holland44_qt.board.map_key import key_layers
from holland44_qt.board.map_painter import MapPainter
from holland44_qt.board.map_sheet import MapSheet
from holland44_qt.board.marks import Layer, alike
from holland44_qt.board.render import map_image, map_painter, map_sheet, render_map
from holland44_qt.fonts import FAMILIES, LIGATURES, file_font, font, load_fonts
from holland44_qt.theme import NAMES
from tests.grids import HOLLAND
from tests.memory import allocated
from tests.thoroughness import some_now

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def module() -> Module:
    return load_module("holland44")


@pytest.fixture(scope="module")
def day(module: Module, qapp: object) -> MapPainter:
    return map_painter(module)


def near(a: QColor, b: QColor, by: int = 30) -> bool:
    """Return whether two colours look alike."""
    pairs = zip(a.getRgb()[:3], b.getRgb()[:3], strict=True)
    return max(abs(x - y) for x, y in pairs) <= by


def around(painter: MapPainter, u: float, v: float, half: float, hidden: tuple[str, ...]) -> QImage:
    """Return a square of the map around a grid point."""
    return map_image(painter, QRectF(u - half, -v - half, 2 * half, 2 * half), 60.0, hidden)


def mean(image: QImage) -> QColor:
    """Return the average colour of a picture."""
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return QColor(*[sum(p.getRgb()[k] for p in pixels) // len(pixels) for k in range(3)])


NORTH_EAST = QRectF(12.0, -57.5, 16.0, 12.0)
LINES = ("grid", "numbers", "names", "bridges", "roads", "rail", "borders", "decks")


def test_great_rivers_are_blue(day: MapPainter) -> None:
    waal = next(w for w in day.data["water"] if w["name"] == "Rijn - Waal")
    course = sampled(unpacked(waal["line"]))
    inside = [p for p in course if day.frame.adjusted(1, 1, -1, -1).contains(p[0], -p[1])]
    u, v = inside[len(inside) // 2]
    image = around(day, u, v, 0.05, LINES)
    assert near(image.pixelColor(3, 3), day.theme["major_river"])


@pytest.mark.parametrize("terrain", ["woods", "polder", "marsh"])
def test_terrain_has_its_own_tint(day: MapPainter, module: Module, terrain: str) -> None:
    hexes = json.loads(module.files.read("board.json"))["hexes"]
    own = [n for n, h in hexes.items() if h["terrain"] == terrain][5]
    clear = "2500"
    assert hexes[clear]["terrain"] == "clear"
    tint = mean(around(day, *HOLLAND.center(own), 0.3, (*LINES, "towns", "water")))
    bare = mean(around(day, *HOLLAND.center(clear), 0.3, (*LINES, "towns", "water")))
    assert near(bare, day.theme["ground"], 8)
    assert not near(tint, bare, 12)
    assert tint.green() > tint.red()


def test_main_road_is_red_and_can_be_hidden(day: MapPainter) -> None:
    road = next(r for r in day.data["roads"] if r["class"] == "primary")
    course = sampled(unpacked(road["line"]))
    u, v = course[len(course) // 3]
    quiet = ("grid", "numbers", "names", "bridges", "boundaries")
    assert near(around(day, u, v, 0.05, quiet).pixelColor(3, 3), day.theme["primary"])
    bare = around(day, u, v, 0.05, (*quiet, "roads")).pixelColor(3, 3)
    assert not near(bare, day.theme["primary"])


@pytest.mark.parametrize("layer", some_now(MapPainter.LAYERS, now=lambda layer: layer == "roads"))
def test_every_layer_draws_something_and_can_be_hidden(day: MapPainter, layer: str) -> None:
    corner = QRectF(0.0, -18.0, 12.0, 8.0) if layer == "boundaries" else NORTH_EAST
    assert map_image(day, corner, 50.0) != map_image(day, corner, 50.0, (layer,))


def test_tiles_meet_without_a_seam(day: MapPainter) -> None:
    """Two halves painted separately equal the picture painted at once."""
    rect = QRectF(10.0, -30.0, 4.0, 2.0)
    whole = map_image(day, rect, 64.0)
    right = map_image(day, QRectF(12.0, -30.0, 2.0, 2.0), 64.0)
    differing = sum(
        not near(whole.pixelColor(x + 128, y), right.pixelColor(x, y), 2)
        for x in range(128)
        for y in range(128)
    )
    assert differing < 0.002 * 128 * 128


@pytest.mark.parametrize("theme", some_now(NAMES, now=lambda theme: theme == "print"))
def test_themes_draw_the_sheet(module: Module, theme: str) -> None:
    sheet = map_sheet(module, theme)
    image = map_image(sheet, sheet.bounds, 6.0)
    corner = image.pixelColor(2, 2)
    assert near(corner, sheet.theme["paper"], 2)


@pytest.mark.parametrize("theme", some_now(NAMES, now=lambda theme: theme == "day"))
def test_a_map_with_areas_away_from_its_edges_is_drawn(theme: str) -> None:
    sheet = map_sheet(load_module("ardenas"), theme)
    assert not map_image(sheet, sheet.bounds, 8.0).isNull()


def test_night_is_darker_than_day(module: Module, day: MapPainter) -> None:
    night = map_painter(module, "night")
    spot = day.frame.adjusted(5, 5, -5, -5)
    assert mean(map_image(night, spot, 4.0)).lightness() < 90
    assert mean(map_image(day, spot, 4.0)).lightness() > 180


def test_render_map_writes_a_picture_of_the_width(module: Module, tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    width, height = render_map(module, path, 600, "day")
    written = QImage(str(path))
    assert (written.width(), written.height()) == (width, height)
    assert width == 600
    assert 1.3 < height / width < 1.5


def test_render_map_reports_errors(module: Module, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="day, night, print"):
        render_map(module, tmp_path / "map.png", 100, "dusk")
    with pytest.raises(UserError, match="cannot be written: the folder"):
        render_map(module, tmp_path / "missing" / "map.png", 100)
    with pytest.raises(UserError, match=r"map\.png"):
        render_map(module, tmp_path / "map.svg", 100)
    assert not list(tmp_path.iterdir())


def test_fonts_are_the_programs_own() -> None:
    from PySide6.QtGui import QFontInfo

    load_fonts()
    for family, file in zip(
        FAMILIES,
        ("Barlow-Bold.ttf", "BarlowSemiCondensed-Medium.ttf", "BarlowCondensed-Bold.ttf"),
        strict=True,
    ):
        assert QFontInfo(file_font(file, 20)).family() == family


def paths_of(layers: Iterable[Layer]) -> Iterator[QPainterPath]:
    """All paths of some layers."""
    for layer in layers:
        yield from (mark.path for mark in layer.marks)
        yield from paths_of(layer.layers)


def test_paths_of_a_map_have_no_spare_capacity(day: MapPainter) -> None:
    rect = QRectF(day.bounds.center(), QSizeF(1, 1))
    map_image(day, rect, 64.0)  # fine enough that every mark is built
    paths = list(paths_of(day.layers.values()))
    assert len(paths) > 5_000
    assert sum(path.capacity() for path in paths) <= 1.05 * sum(p.elementCount() for p in paths)


def test_a_copied_path_is_shared() -> None:
    path = QPainterPath(QPointF(1, 1))
    path.lineTo(3, 1)
    path.quadTo(4, 2, 3, 3)
    path.closeSubpath()
    path.addEllipse(QPointF(2, 2), 0.5, 0.5)
    for rule in (Qt.FillRule.OddEvenFill, Qt.FillRule.WindingFill):
        path.setFillRule(rule)
        assert alike(path) == path
    assert alike(QPainterPath()) == QPainterPath()


@pytest.mark.soak
def test_painting_a_map_leaks_nothing(module: Module) -> None:
    painter = map_painter(module)
    map_image(painter, QRectF(painter.bounds.center(), QSizeF(1, 1)), 40.0)  # built by now
    before = allocated()
    if before is None:
        pytest.skip("nobody tells what is allocated here")
    map_image(painter, painter.bounds, 40.0)
    after = allocated()
    assert after is not None
    assert after - before < 4, "MiB"


@pytest.mark.parametrize("spoken", ["es", "pt"])
@pytest.mark.parametrize("game", builtin())
def test_texts_of_the_key_fit_their_column(
    game: str, spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", spoken)
    written: list[tuple[str, float, tuple[float, float]]] = []
    drawn = MapSheet._write

    def write(sheet: MapSheet, text: str, file: str, size: float, *more: Any, **most: Any) -> None:
        written.append((text, face(file).width(text, size), more[0]))
        drawn(sheet, text, file, size, *more, **most)

    monkeypatch.setattr(MapSheet, "_write", write)
    columns: list[tuple[str, float, float, float]] = []

    def key(*args: Any) -> Any:
        made = key_layers(*args)
        columns.extend(made[1])
        return made

    monkeypatch.setattr("holland44_qt.board.map_key.key_layers", key)
    sheet = map_sheet(load_module(game), "day")
    map_image(sheet, sheet.bounds, 4.0)
    assert columns
    for text, x, y, room in columns:
        (width,) = {wide for words, wide, at in written if (words, at) == (text, (x, y))}
        assert width <= room + 1e-6, text


@pytest.mark.parametrize("game", builtin())
def test_the_printed_sheet_says_that_the_program_shows_the_basis(
    game: str, qapp: QApplication
) -> None:
    assert (
        "The program shows the basis of each hex" in map_sheet(load_module(game), "day")._honesty()
    )


def test_options_of_commands_are_written_with_two_hyphens(qapp: QApplication) -> None:
    """The text of the window has no ligatures; the lettering of the map keeps them."""
    window_font, map_font = font("Barlow", 15), file_font("Barlow-Regular.ttf", 15)
    for text in ("--", "fi"):
        one = sum(QFontMetricsF(window_font).horizontalAdvance(letter) for letter in text)
        assert QFontMetricsF(window_font).horizontalAdvance(text) == pytest.approx(one, abs=1)
    assert window_font.isFeatureSet(LIGATURES)
    assert not map_font.isFeatureSet(LIGATURES)
