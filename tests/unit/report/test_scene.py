"""Scenes and marks: the contents of every picture of a moment."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.i18n import t
from engine.log.annotations import Arrow, Circle, HexShape, Label, Line, UnitShape
from engine.play.game import Recording
from engine.report.card import Card
from engine.report.highlights import Highlight
from engine.report.marks import INKS, Words, layer_of, marks, xy
from engine.report.marks import Path as MarkPath
from engine.report.moments import moments
from engine.report.scene import LONGEST, Scenes, board_box, box_around
from engine.report.titles import generated_title
from logs.build import FOLDER

SAMPLE = Path(__file__).parents[3] / "logs" / "market-garden-turn-1.h44log"


@pytest.fixture(scope="module")
def scenes() -> Scenes:
    return Scenes(Recording.load(SAMPLE))


def test_a_combat_has_its_card_and_its_attack(scenes: Scenes) -> None:
    scene = scenes.scene(66)
    assert scene.card is not None
    assert (scene.card.column, scene.card.dice, scene.card.result) == ("3:1", (6,), "D1")
    assert [f.name for f in scene.card.attackers] == ["1/1P", "3/1P", "2SS/1A ½A"]
    assert scene.highlight.target is not None
    assert "+1" not in scene.caption, "the card tells the shifts"


def test_a_moment_about_a_hexside_is_centred_there(scenes: Scenes) -> None:
    numbers = scenes.module.board.numbers
    assert {numbers[h] for h in scenes.scene(41).focus} == {"4919", "4920"}


def test_a_moment_without_a_place_keeps_the_camera(scenes: Scenes) -> None:
    index = next(
        n
        for n in range(30, len(scenes))
        if not scenes.scene(n).highlight.hexes
        and not scenes.scene(n).highlight.sides
        and not scenes.scene(n).chosen_camera
        and scenes.scene(n - 1).focus
        and not scenes.scene(n - 1).chosen_camera
        and not scenes.scene(n).step.annotation.shapes
    )
    assert scenes.scene(index).focus


def test_the_camera_box_contains_its_subject(scenes: Scenes) -> None:
    board = scenes.module.board
    places = (board.index["6122"], board.index["6217"])
    box = box_around(board, places)
    for place in places:
        x, y = xy(board, place)
        assert box.x < x < box.x + box.width
        assert box.y < y < box.y + box.height
    shaped = box.shaped(16 / 9)
    assert shaped.width / shaped.height == pytest.approx(16 / 9)
    assert shaped.width >= box.width
    assert shaped.height >= box.height - 1e-9
    assert board_box(board).height > board_box(board).width


def test_reading_time_depends_on_the_text_length(scenes: Scenes) -> None:
    long, short = scenes.scene(66), scenes.scene(15)
    assert short.seconds < long.seconds <= LONGEST


def test_each_shape_is_drawn_with_hexes_below(scenes: Scenes) -> None:
    board, state = scenes.module.board, scenes.scene(60).after
    unit = next(u for u, p in state.pieces.items() if p.place < len(board.numbers))
    shapes = (
        Arrow(hexes=("6122", "6121")),
        HexShape(hex="6120", brush="blue"),
        Circle(hex="6119", radius=2, brush="green"),
        Label(hex="6118", text="Frost", brush="white"),
        Line(points=((3.0, -40.0), (4.0, -41.0), (5.0, -40.0))),
        UnitShape(unit=unit, brush="yellow"),
    )
    for shape in shapes:
        assert marks(board, Highlight(), (shape,), state), shape.kind
    under = [m for m in marks(board, Highlight(), shapes, state) if layer_of(m) == "under"]
    assert len(under) == 1
    words = [m for m in marks(board, Highlight(), shapes, state) if isinstance(m, Words)]
    assert [w.text for w in words] == ["Frost"]


def test_shapes_with_unknown_hexes_are_omitted(scenes: Scenes) -> None:
    board = scenes.module.board
    for shape in (Circle(hex="9999"), Arrow(hexes=("9999", "9998")), Label(hex="9", text="x")):
        assert marks(board, Highlight(), (shape,)) == ()
    assert marks(board, Highlight(), (UnitShape(unit="nobody"),), scenes.scene(1).after) == ()


def test_marks_of_the_annotator_are_not_drawn_twice(scenes: Scenes) -> None:
    board = scenes.module.board
    pair = (board.index["6122"], board.index["6121"])
    fight = Highlight(attacks=(pair,))
    reds = [
        m for m in marks(board, fight) if isinstance(m, MarkPath) and m.stroke == INKS["attack"]
    ]
    assert reds
    own = Arrow(hexes=("6122", "6121"), brush="green")
    drawn = marks(board, fight, (own,))
    assert not [m for m in drawn if isinstance(m, MarkPath) and m.stroke == INKS["attack"]]


def test_an_arrow_of_one_hex_is_omitted(scenes: Scenes) -> None:
    way = scenes.module.board.index["6122"]
    assert marks(scenes.module.board, Highlight(paths=((way, way),))) == ()


def test_a_combat_names_its_place_once() -> None:
    scenes = Scenes(Recording.load(SAMPLE.with_name("normandy44-d-day.h44log")))
    cards = [scenes.scene(n).card for n in range(1, 30)]
    hoc = next(c for c in cards if c is not None and "Pointe du Hoc" in c.place)
    assert (hoc.label, hoc.place) == ("", "2818 Pointe du Hoc")
    assert "Utah" in {c.label for c in cards if c is not None}, "another name is kept"


def test_a_combat_without_a_chart_has_no_column_in_its_caption() -> None:
    """A drop, a bombardment, and a combat by factors of La Batalla de las Ardenas."""
    scenes = Scenes(Recording.load(FOLDER / "two-groupings.h44log"))
    steps = range(1, len(scenes.recording) + 1)
    captions = [scene.caption for n in steps if (scene := scenes.scene(n)).card is not None]
    assert any(", die " in caption for caption in captions)
    assert not [caption for caption in captions if ": , " in caption or "×" in caption]


def test_a_card_calls_two_dice_dice() -> None:
    card = Card("", "0614", (), (), "3:6", (), "1:2", (5, 2), "DVB", None)
    assert "1:2, dice 5, 2: DVB" in card.caption
    assert "1:2, die 5: DVB" in replace(card, dice=(5,)).caption
    assert t("page.combat.die", number=2) == "Dice"


def test_a_combat_that_an_answer_resolved_shows_its_attack() -> None:
    scenes = Scenes(Recording.load(FOLDER / "ten-days-of-market-garden.h44log"))
    scene = scenes.scene(204)
    assert scene.card is not None, "the defender declined support: the dice were thrown"
    numbers, shown = scenes.module.board.numbers, scene.highlight
    assert shown.target is not None
    assert numbers[shown.target] == "0619"
    assert {numbers[start] for start, _ in shown.attacks} == {"0719", "0720"}
    assert scene.marks


def test_a_throw_against_nobody_is_told_as_its_own_order() -> None:
    scenes = Scenes(Recording.load(FOLDER / "two-groupings.h44log"))
    scene = scenes.scene(5)
    assert scene.card is not None
    assert not scene.card.defenders
    assert scene.caption == scene.step.sentence
    assert generated_title(scene, None, scenes.module) == "Drop: 3319"
    (drop,) = (m for m in moments(scenes.recording) if m.step == 5)
    assert drop.title == "Drop: 3319"
