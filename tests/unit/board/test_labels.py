"""Names on the map: complete, inside the frame, without overlaps."""

import json
import math
from pathlib import Path

import pytest
import shapely

from engine.board.label_curves import along, over
from engine.board.label_text import face
from engine.board.labels import STYLES, Ground, Label, displayed, place, text_width

MODULE = Path(__file__).parents[3] / "resources" / "holland44"
BOARD = json.loads((MODULE / "board.json").read_text(encoding="utf-8"))
FRAME = (0.0, 0.0, 10.0, 10.0)


@pytest.fixture(scope="module")
def drawn() -> dict:
    return json.loads((MODULE / "map.json").read_text(encoding="utf-8"))


def boxes(drawn: dict) -> list[tuple[str, shapely.Geometry]]:
    """Return the area of every name: boxes of level ones, letter boxes of curved ones."""
    found = [(n["text"], shapely.box(*[c / 1000 for c in n["box"]])) for n in drawn["labels"]]
    for name in drawn["curved"]:
        style = STYLES[name["style"]]
        text = displayed(name["text"], name["style"])
        letters = []
        for k, advance in enumerate(face(style.file).advances(text, style.size)):
            u, v, turn = name["glyphs"][3 * k : 3 * k + 3]
            c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            high = style.size * 0.7
            corners = [(0, 0), (advance, 0), (advance, high), (0, high)]
            letters.append(
                shapely.Polygon([(u + x * c - y * s, v + x * s + y * c) for x, y in corners])
            )
        found.append((name["text"], shapely.union_all(letters)))
    return found


def test_every_label_is_inside_the_frame(drawn: dict) -> None:
    frame = shapely.box(*[c / 1000 for c in drawn["frame"]])
    assert [text for text, box in boxes(drawn) if not frame.contains(box)] == []


def test_no_two_labels_overlap(drawn: dict) -> None:
    names = boxes(drawn)
    shapes = [box for _, box in names]
    a, b = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    clashes = [
        (names[i][0], names[j][0])
        for i, j in zip(a.tolist(), b.tolist(), strict=True)
        if i < j and shapes[i].intersection(shapes[j]).area > 1e-4
    ]
    assert clashes == []


def test_no_label_covers_the_symbol_of_a_place_or_a_bridge(drawn: dict) -> None:
    symbols = [
        shapely.Point(b["at"][0] / 1000, b["at"][1] / 1000).buffer(0.05) for b in drawn["bridges"]
    ]
    symbols += [
        shapely.Point(s["at"][0] / 1000, s["at"][1] / 1000).buffer(0.06)
        for s in drawn["settlements"]
        if s["rank"] != "city"
    ]
    tree = shapely.STRtree(symbols)
    assert [
        text for text, box in boxes(drawn) if len(tree.query(box, predicate="intersects"))
    ] == []


def test_every_place_of_the_board_has_its_label(drawn: dict) -> None:
    texts = {label["text"] for label in drawn["labels"]}
    ranks: dict[str, set[str]] = {"city": set(), "town": set(), "village": set()}
    for facts in BOARD["hexes"].values():
        if facts.get("settlement"):
            ranks[facts["settlement"]].add(facts["names"][0])
    assert ranks["city"] | ranks["town"] <= texts
    assert ranks["village"] <= texts


@pytest.mark.parametrize(
    "name", ["Waal", "Maas", "Nederrijn", "Pannerdens Kanaal", "IJssel", "Wilhelminakanaal"]
)
def test_great_waters_have_labels(drawn: dict, name: str) -> None:
    assert name in {label["text"] for label in drawn["curved"]}


def test_curved_names_read_from_left_to_right(drawn: dict) -> None:
    for name in drawn["curved"]:
        assert name["glyphs"][0] < name["glyphs"][-3], name["text"]


def test_width_is_the_sum_of_the_advances() -> None:
    barlow = face("Barlow-Bold.ttf")
    assert barlow.width("AB", 2.0) == pytest.approx(sum(barlow.advances("AB", 2.0)))
    assert barlow.width("AB", 1.0, 0.5) == pytest.approx(barlow.width("AB", 1.0) + 0.5)


def test_neighbouring_labels_avoid_each_other() -> None:
    labels = [Label(f"Village {k}", "village", (5.0, 5.0 + 0.22 * k), (0.1, 0.1)) for k in range(4)]
    symbols = [shapely.Point(5.0, 5.0 + 0.22 * k).buffer(0.1) for k in range(4)]
    placed = place(labels, Ground(), FRAME, symbols)
    assert len(placed) == 4
    shapes = [shapely.box(*p.box) for p in placed]
    assert not any(a.intersects(b) for a in shapes for b in shapes if a is not b)
    assert not any(a.intersects(s) for a in shapes for s in symbols)


def test_label_avoids_costly_areas() -> None:
    label = Label("Somewhere", "town", (5.0, 5.0), (0.1, 0.1), "E")
    ((free,),) = [place([label], Ground(), FRAME)]
    assert free.box[0] > 5.0
    east = Ground(areas=[(shapely.box(5.12, 4.0, 8.0, 6.0), 50.0)])
    (moved,) = place([label], east, FRAME)
    assert moved.box[2] < 5.13


def test_label_without_room_is_omitted() -> None:
    everything = [shapely.box(*FRAME)]
    assert (
        place([Label("Nowhere", "village", (5, 5), (0.1, 0.1))], Ground(), FRAME, everything) == []
    )


def test_name_along_a_water_is_beside_it() -> None:
    line = shapely.LineString([(1, 5), (9, 5.5)])
    taken: list[shapely.Geometry] = []
    names = along("Waal", "major_river", [line], Ground(), taken, shapely.box(*FRAME), 20.0, 0.1)
    assert [n.text for n in names] == ["Waal"]
    assert taken == [names[0].shape]
    assert names[0].shape.distance(line) > 0.03


def test_name_over_an_area_is_within_it() -> None:
    wood = shapely.box(2, 2, 6, 4)
    taken: list[shapely.Geometry] = []
    name = over("Hoge Veluwe", "heath", wood, Ground(), taken, FRAME)
    assert name is not None
    assert wood.contains(shapely.box(*name.box))
    assert name.width == pytest.approx(text_width("Hoge Veluwe", "heath"))
