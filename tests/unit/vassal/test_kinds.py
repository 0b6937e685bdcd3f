from dataclasses import replace

import pytest

from engine.vassal import traits as tr
from engine.vassal.kind_files import Kinds, dump_kind, load_kind
from engine.vassal.kinds import Kind, Part
from engine.vassal.pieces import Piece, ViewContext, read
from engine.vassal.players import EVERYTHING
from tests.unit.vassal import making


def reading(add, viewer=EVERYTHING):
    return read(Piece.make(add.id, add.type, add.state), ViewContext(viewer))


def layer(*names, images=None, always=False):
    return tr.Layer(
        "emb2", "L", images or ("",) * len(names), names, (0, 0), "", 1, always, False, 1.0, False
    )


def kind(*traits_and_rests):
    return Kind("K", "k.png", tuple(Part(trait, rest) for trait, rest in traits_and_rests))


def label(name="TextLabel"):
    return tr.read_trait(f"label;76,130;L;12;;0,0,0;b;0;c;0;b;c;$pieceName$;Dialog;0;0;{name}")


def test_default_values_are_no_statuses():
    found = kind((layer("a", "b", always=True), 1), (tr.Rotate("rotate", "", 6), 0.0))
    assert found.words.statuses((1, 0.0)) == ()
    assert found.words.statuses((2, 60.0)) == ("b", "60°")


@pytest.mark.parametrize(
    "setting",
    [
        (0, 0, "", "", 0.0, 0.0, "", ""),
        (2, 1, "one", "", 60.0, 0.0, "Red", ""),
        (1, 2, "", "“quoted”", 0.0, 300.0, "?", "Blue"),
        (3, 3, "a: b", "moved", 12.5, 12.5, "", "?"),
    ],
)
def test_statuses_round_trip(setting):
    found = kind(
        (layer("same", "same", ""), 0),
        (layer("same", "x", "moved"), 0),
        (label(), ""),
        (label("Other"), ""),
        (tr.Rotate("rotate", "", 6), 0.0),
        (tr.Rotate("rotate", "", 1), 0.0),
        (tr.Mask("obs", "b.png", "I", "?", "player:"), ""),
        (tr.Invisible("hide", "side:"), ""),
    )
    statuses = found.words.statuses(setting)
    assert len(set(statuses)) == len(statuses)
    assert found.words.setting(reversed(statuses)) == setting


TRAIL = "footprint;84,130;Trail;{shown};{common};10;255,255,255;0,0,255;100;50;20;30;2.0"


@pytest.mark.parametrize(
    ("shown", "common", "state", "told"),
    [
        ("false", "true", "true;Main Map;2;10,20;30,40;true;1", "10,20 30,40"),
        ("false", "true", "false;Main Map;2;10,20;30,40;true;1", ""),
        ("true", "false", "false;Main Map;2;10,20;30,40;false;1", "10,20 30,40"),
        ("true", "false", "false;Main Map;2;10,20;30,40;true;1", ""),
        ("true", "true", "true;Other Map;1;10,20;true;0", ""),
        ("true", "true", "true;Map0;1;10,20;true", "10,20"),  # as VASSAL calls a map
        ("true", "true", "true;Main Map;3;10,20;no,point;-5,7;true;0", "10,20 -5,7"),
        ("true", "true", "true;Main Map;many;10,20", ""),
        ("true", "true", "", ""),
    ],
)
def test_only_visible_trails_are_read(shown, common, state, told):
    add = making.unit("a", 50, 60)
    link = TRAIL.format(shown=shown, common=common)
    add = replace(add, type=(link, *add.type), state=(state, *add.state))
    found = reading(add)
    trails = found.look.trails
    assert " ".join(f"{x},{y}" for trail in trails for x, y in trail.points) == told
    assert all(trail.color == "0,0,255" and trail.width == 2.0 for trail in trails)
    words = found.kind.words
    assert words.setting(words.statuses(found.setting)) == found.setting
    assert not any("trail" in word for word in found.look.status), "it is seen, not told"


def test_an_angle_needs_no_number_beside_texts():
    found = kind((label(), ""), (label("Other"), ""), (tr.Rotate("rotate", "", 6), 0.0))
    assert found.words.statuses(("a", "b", 60.0)) == ("“a”", "Other “b”", "60°")


def test_levels_of_one_name_have_different_statuses():
    found = kind((layer("same", "same"), 0))
    assert found.words.statuses((1,)) != found.words.statuses((2,))


def test_an_unknown_status_is_ignored():
    found = kind((layer("a"), 0))
    assert found.words.setting(["disrupted", "a"]) == (1,)


def test_the_look_depends_on_kind_and_statuses():
    found = reading(making.unit("a", 0, 0, level="2", turn="2"))
    statuses = found.kind.words.statuses(found.setting)
    again = found.kind.look(found.kind.words.setting(statuses))
    assert again == found.look
    assert [p.image for p in again.pictures] == ["inf.png", "half.png"]
    assert again.angle == 120


def test_a_covered_kind_reveals_nothing():
    masked = reading(making.unit("a", 0, 0, mask="me"), viewer=making.NOBODY)
    assert masked.kind.masked
    told = str(dump_kind(masked.kind))
    assert "1/12" not in told
    assert "full.png" not in told
    assert "back.png" in told


def test_kinds_of_one_name_have_different_ids():
    kinds = Kinds()
    a, b = Kind("Inf", "a.png"), Kind("Inf", "b.png")
    assert [kinds.id(a), kinds.id(b), kinds.id(Kind("Inf", "a.png"))] == ["Inf", "Inf#2", "Inf"]


def test_a_kind_round_trips():
    found = reading(making.unit("a", 0, 0)).kind
    assert load_kind(dump_kind(found)) == replace(found, chain=(), at=(), marks=())
