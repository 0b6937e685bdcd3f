"""The SVG drawings of counters and markers."""

import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

from engine.board.counter_symbols import SIGNS, size_mark, symbol
from engine.board.svg import ink_on, luminance, mix, text_width
from engine.export.counter_badges import BADGES, CORNERS, SHAPES, badge, shown
from engine.export.counter_markers import WEATHER, marker_svg
from engine.export.counters import ELITE, FROZEN, GREEN, RECON, Theme, counter_svg
from engine.modules.module import load_module

MODULE = load_module("holland44")
COUNTERS = MODULE.counters
THEME = Theme.of(COUNTERS)
SVG = "{http://www.w3.org/2000/svg}"
# What SVG Tiny 1.2 has and QSvgRenderer draws like a browser.
ALLOWED = {SVG + name for name in ("svg", "title", "g", "path", "rect", "circle", "text")}


def draw(name, face="front", **more):
    return counter_svg(COUNTERS.of(name), face, theme=THEME, **more)


def every_picture():
    for counter in COUNTERS:
        yield counter.id, counter_svg(counter, theme=THEME)
        if counter.back is not None:
            yield f"{counter.id} back", counter_svg(counter, "back", theme=THEME)
        for status in BADGES:
            yield f"{counter.id} {status}", counter_svg(counter, theme=THEME, statuses=[status])
    for marker in MODULE.markers.values():
        yield marker.id, marker_svg(marker, "6")
        for weather in WEATHER:
            yield marker.id, marker_svg(marker, "", weather)


def texts(svg):
    for element in ET.fromstring(svg).iter(SVG + "text"):
        size, weight = float(element.get("font-size")), int(element.get("font-weight"))
        yield element.text, float(element.get("x")), size, text_width(element.text, size, weight)


@pytest.mark.slow
def test_every_picture_is_plain_svg():
    for name, svg in every_picture():
        root = ET.fromstring(svg)
        assert root.get("viewBox") == "0 0 96 96", name
        assert {element.tag for element in root.iter()} <= ALLOWED, name
        assert root.findtext(SVG + "title"), name


def test_every_text_fits_on_its_counter():
    for counter in COUNTERS:
        for face in ("front", "back"):
            svg = counter_svg(counter, face, theme=THEME)
            for string, x, size, width in texts(svg):
                assert x - width / 2 >= 2, (counter.id, string)
                assert x + width / 2 <= 94, (counter.id, string)
                assert size >= 7.5, (counter.id, string, size)


@pytest.mark.parametrize("name", ["GE-Allwoerden", "GE-1+2-2107-107", "US-1/504"])
def test_the_name_makes_room_for_badges(name):
    label = COUNTERS.label(name)

    def reach(statuses):
        found = [t for t in texts(draw(name, statuses=statuses)) if t[0].startswith(label)]
        ((_, x, _, width),) = found
        return x - width / 2, x + width / 2

    assert reach(["disrupted"])[1] <= 67
    left, right = reach(["disrupted", "spent"])
    assert left >= 29
    assert right <= 67


def test_texts_are_escaped():
    svg = draw("US-1/504", label='<b>&"')
    assert '<b>&"' not in svg
    assert next(t[0] for t in texts(svg)) == '<b>&"'


def test_values_are_printed():
    shown_texts = [t[0] for t in texts(draw("BR-2IG/5"))]
    assert shown_texts[-3:] == ["9", "6", "5"]
    assert {"2IG/5", "1504", "3"} <= set(shown_texts)
    assert [t[0] for t in texts(draw("BR-5AGRA"))][-3:] == ["S", "2", "1"]
    assert [t[0] for t in texts(draw("GE-unknown-6122"))] == ["?"]


def test_arrival_codes_of_units_on_the_map_are_in_a_white_box():
    on_map, later = draw("GE-Segler"), draw("GE-Roestel")
    assert "1406" in [t[0] for t in texts(on_map)]
    assert "12/K" in [t[0] for t in texts(later)]
    assert on_map.count('fill="#ffffff"') > later.count('fill="#ffffff"')
    assert "1406" not in [t[0] for t in texts(draw("GE-Segler", "back"))]


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("BR-2-1P", f'fill="{ELITE}"'),
        ("GE-Helle", f'width="20" height="27" fill="{GREEN}"'),
        ("GE-Bloch", f'width="20" height="27" fill="{FROZEN}"'),
        ("BR-2HC", f'fill="{RECON}"'),
        ("US-1/327-A", "½A"),
        ("BR-43Div-Eng", 'width="89.8" height="89.8"'),
    ],
)
def test_printed_marks_are_drawn(name, mark):
    assert mark in draw(name)
    assert mark not in draw("BR-1GG/5")


def test_each_lost_step_has_its_stripe():
    stripe = 'width="93" height="9"'
    assert [draw("US-1/501", face).count(stripe) for face in ("front", "back")] == [0, 1]
    assert draw("US-82-REM-1").count(stripe) == 2
    assert draw("BR-5AGRA", "back").count(stripe) == 0


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("BR-5AGRA", "FIRED"),
        ("BR-30Corps-Eng", "FERRY"),
        ("US-82-supply", "DEPLETED"),
    ],
)
def test_backs_for_statuses_show_the_status(name, word):
    assert word in [t[0] for t in texts(draw(name, "back"))]
    assert word not in [t[0] for t in texts(draw(name))]


def test_the_side_up_needs_no_badge():
    assert draw("BR-5AGRA", "back", statuses=["fired"]) == draw("BR-5AGRA", "back")
    assert draw("BR-2IG/5", statuses=["fired"]) != draw("BR-2IG/5")


def test_statuses_differ_by_letters_and_shape():
    for one, other in combinations(BADGES, 2):
        assert BADGES[one].letters != BADGES[other].letters, (one, other)
        assert BADGES[one].shape != BADGES[other].shape, (one, other)
    assert {sign.shape for sign in BADGES.values()} == set(SHAPES)


def test_badges_are_ordered_by_importance():
    assert shown(["spent", "full_retreat", "disrupted", "secret"]) == ("full_retreat", "spent")
    assert shown(["moved_german"]) == ("moved",)
    assert len(shown(BADGES)) == len(CORNERS)
    with pytest.raises(KeyError):
        badge("secret", 0, 0)


def test_the_two_formations_of_arko_share_its_frame():
    red, yellow = THEME.formations["II SS Pz + Tettau"]
    svg = draw("GE-191Arko")
    assert f'width="22" height="28.5" fill="{red}"' in svg
    assert f'width="22" height="28.5" fill="{yellow}"' in svg


def test_every_symbol_is_used():
    used = {counter.symbol for counter in COUNTERS if counter.role != "unknown"}
    assert used <= set(SIGNS)
    plain = symbol("cavalry", ("#ffffff",), "#000000", "horse artillery")
    assert ">HORSE<" in plain
    assert ">CAVALRY<" in symbol("cavalry", ("#ffffff",), "#000000")
    drawings = {name: symbol(name, ("#ffffff",), "#000000") for name in SIGNS}
    same = [pair for pair in combinations(SIGNS, 2) if drawings[pair[0]] == drawings[pair[1]]]
    # An armoured-car unit has its wheels below the frame.
    assert same == []


@pytest.mark.parametrize("size", sorted({c.size for c in COUNTERS} - {""}))
def test_size_marks_are_drawn(size):
    mark = size_mark(size, "#000000", 20)
    core = size.strip("[](+-)")
    if core == "KG":
        assert ">KG<" in mark
    elif core == "X":
        assert "l6.4 6.4" in mark
    else:
        assert mark.count("v6.4") == len(core)
    assert ("h-2v7.2h2" in mark) == size.startswith("[")
    assert ("(-)" in mark, "(+)" in mark) == ("(-)" in size, "(+)" in size)


def test_markers_show_number_weather_and_side():
    assert marker_svg(MODULE.markers["traffic"], "4") != marker_svg(MODULE.markers["traffic"], "5")
    weathers = {marker_svg(MODULE.markers["weather"], "", weather) for weather in WEATHER}
    assert len(weathers) == 3
    assert marker_svg(MODULE.markers["moved"]) != marker_svg(MODULE.markers["moved_german"])
    assert ">SNOW<" in marker_svg(MODULE.markers["weather"], "", "snow")


def test_ink_is_readable_on_every_ground():
    for ground in THEME.grounds.values():
        light, dark = sorted((luminance(ground), luminance(ink_on(ground))), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, ground


def test_colours_are_mixed():
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert mix("#123456", "#ffffff", 0) == "#123456"
