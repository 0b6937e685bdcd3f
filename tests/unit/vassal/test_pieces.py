import pytest

from engine.vassal import traits as tr
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.errors import VassalError
from engine.vassal.expressions import evaluate, fill
from engine.vassal.pieces import Piece, Stack, expand, look
from engine.vassal.plain_text import plain, report_line
from engine.vassal.players import EVERYTHING, Ids, Viewer
from tests.unit.vassal import making

IDS = Ids(b"test")


def seen(piece, viewer=Viewer()):  # noqa: B008 - frozen
    return look(Piece.make(piece.id, piece.type, piece.state), IDS.hash, viewer)


def test_layers_change_the_picture_and_the_name():
    full = seen(making.unit("a", 0, 0))
    half = seen(making.unit("a", 0, 0, level="2"))
    gone = seen(making.unit("a", 0, 0, level="-2"))
    assert [p.image for p in full.pictures] == ["inf.png", "full.png"]
    assert (half.name, half.base) == ("reduced 1/12 Inf", "1/12 Inf")
    assert half.status == ("reduced",)
    assert [p.image for p in gone.pictures] == ["inf.png"]


def test_rotation_applies_to_inner_traits():
    turned = seen(making.unit("a", 0, 0, turn="2"))
    assert {p.angle for p in turned.pictures} == {120}
    assert "120°" in turned.status
    assert turned.angle == 120


def test_a_mask_covers_inner_traits_except_for_its_owner():
    masked = making.unit("a", 0, 0, level="2", mask="me")
    mine = Viewer("Blue", frozenset({IDS.hash("me")}))
    assert seen(masked).name == seen(masked).base == "?"
    assert [p.image for p in seen(masked).pictures] == ["back.png"]
    assert seen(masked, mine).name == "reduced 1/12 Inf"
    assert seen(masked, EVERYTHING).name == "reduced 1/12 Inf"


def test_sides_see_their_own_covered_pieces():
    kind = ("obs;72,130;b.png;M;I;?;side:", "piece;;;a.png;A")
    by_sides = ("obs;72,130;b.png;M;I;?;sides:Red:Blue", "piece;;;a.png;A")
    for side, type_, name in (
        ("Blue", kind, "A"),
        ("Red", kind, "?"),
        ("Red", by_sides, "A"),
        ("Green", by_sides, "?"),
    ):
        piece = Piece.make("p", type_, ("Blue;", "null;0;0"))
        assert look(piece, IDS.hash, Viewer(side)).name == name


def test_a_hidden_piece_is_read_as_hidden():
    assert seen(making.unit("a", 0, 0, hide="me")).hidden
    assert not seen(making.unit("a", 0, 0, hide="me"), EVERYTHING).hidden


def test_labels_use_properties():
    kind = (
        "label;;L;12;;0,0,0;t;-4;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel",
        "PROP;stats;false,0,100,false;:",
        "piece;;;a.png;Inf",
    )
    piece = Piece.make("p", kind, ("$stats$", "3-4-6", "null;0;0"))
    found = look(piece, IDS.hash)
    assert found.name == "Inf (3-4-6)"
    assert found.texts[0].text == "3-4-6"


def test_layers_follow_properties_and_expressions():
    layer = "emb2;;2;;;2;;;2;;;;1;false;0;0;1.png,2.png,3.png;;true;L;;;true;{rest};1;1;true;;;;1.0"
    for follow, value, image in (
        ("n", "2", "2.png"),
        ("{3-n}", "0", "3.png"),
        ("n", "99", "3.png"),
    ):
        kind = (layer.replace("{rest}", follow), "PROP;n;true,0,9,false;:", "piece;;;;A")
        piece = Piece.make("p", kind, ("1", value, "null;0;0"))
        assert [p.image for p in look(piece, IDS.hash).pictures] == [image]


def test_old_layers_are_read():
    layer = tr.read_trait(r"emb;A\;Reset\;R\;1;_Flip;U;Up;D;Down;3;-4;a.gif,first;b.gif")
    assert isinstance(layer, tr.Layer)
    assert layer.images == ("a.gif", "b.gif")
    assert layer.names == ("first", "")
    assert layer.offset == (3, -4)
    assert layer.under


def test_circular_calculated_properties_end():
    kind = ("calcProp;a;{b}", "calcProp;b;{a}", "label;;L;9;;;;;;;;;$label$;;;;T", "piece;;;;A")
    piece = Piece.make("p", kind, ("", "", "$a$", "null;0;0"))
    assert look(piece, IDS.hash).name == "A"


def test_unknown_traits_are_preserved():
    piece = Piece.make("a", making.UNIT, making.unit("a", 1, 2).state)
    assert piece.type == making.UNIT
    assert piece.state[5] == "kept as it is"
    assert isinstance(tr.read_trait(making.UNIT[5]), tr.Opaque)


def test_stacks_and_decks_are_parsed():
    stack = Stack.make("s", "stack", "Main Map;5;6;a;b;@@2")
    assert (stack.contents, stack.layer, stack.deck) == (["a", "b"], "2", None)
    deck = Stack.make("d", "deck;true;;9;9;Always;Always;f;t;f;;;;Cards", "M;5;6;true;a,b")
    assert (deck.contents, deck.deck, deck.face_down) == (["a", "b"], "Cards", True)


def test_prototypes_are_expanded(vmod):
    module = ModuleInfo.read(vmod)
    (slot,) = module.palette
    kind, state = expand(slot.piece.type, slot.piece.state, module.prototypes)
    assert kind == ("prototype;Unit", "mark;Side", "rotate;6", "piece;;;inf.png;Inf")
    assert state == ("", "Blue", "0", "null;0;0")


@pytest.mark.parametrize("inner", ["A", "B"])
def test_prototypes_that_contain_themselves_are_refused(inner):
    prototypes = {
        "A": ((f"prototype;{inner}", "piece;;;;"), ("", "")),
        "B": (("prototype;A", "piece;;;;"), ("", "")),
    }
    with pytest.raises(VassalError, match="contains itself"):
        expand(("prototype;A", "piece;;;;x"), ("", ""), prototypes)


def test_prototypes_that_grow_exponentially_are_refused():
    prototypes = {
        str(i): ((f"prototype;{i + 1}",) * 2 + ("piece;;;;",), ("", "", "")) for i in range(40)
    }
    with pytest.raises(VassalError, match="more than"):
        expand(("prototype;0", "piece;;;;x"), ("", ""), prototypes)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("{name}", "Inf"),
        ('{"a" + n + "b"}', "a3b"),
        ("{n-1}", "2"),
        ('{n==3 ? "three" : "other"}', "three"),
        ('{n>2 && name=="Inf"}', "true"),
        ('{GetProperty("na" + "me")}', "Inf"),
        ("{!(n<2)}", "true"),
        ("{Sum(x)}", None),
        ("{n.length()}", "1"),
        ('{If(n > 2, "many", name)}', "many"),
        ('{CurrentMap=="" ? "off" : "on"}', "off"),
        ("{7/2 + 7%2 * -2}", "1"),
        ("{Math.max(n, 5) + Integer.parseInt(n)}", "8"),
        ('{name.substring(0, 2) + "-$n$"}', "In-3"),
        ('{name =~ "I.*|Arm"}', "true"),
        ('{name =~ "(a*)*b"}', None),
        ("{name.getClass()}", None),
        ("{n = 3}", None),
        ("{new java.io.File(name)}", None),
        ("{1/0}", None),
        ("{" + "(" * 500 + "1" + ")" * 500 + "}", None),
        ("{" + "!" * 500 + "n}", None),
    ],
)
def test_simple_expressions_are_evaluated(expression, value):
    values = {"name": "Inf", "n": "3"}
    assert evaluate(expression, values.get) == value


def test_references_in_texts_are_filled():
    assert fill("$a$-$b$", {"a": "1"}.get) == "1-"
    assert fill("{a+1}", {"a": "1"}.get) == "2"
    assert fill("{while(true)}", {}.get) == ""


def test_html_is_removed_and_names_in_angle_brackets_stay():
    assert plain("<Joe> - <b>bold</b>&amp;<br>new&nbsp;line") == "<Joe> - bold& new line"
    assert plain("<style>b{}</style>x <img src=a.png width=2> y") == "x y"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("* 1ME moves G7 -> H6 *", "1ME moves G7 -> H6"),
        ("*Scout Action: draws 2 cards *", "Scout Action: draws 2 cards"),
        ("*** (IFT DR) 3,1 ***   <Joe>   (01.21)", "(IFT DR) 3,1 <Joe> (01.21)"),
        (
            "* [ Joe rolls 1 die ] Leader Check *** passed ** *",
            "[ Joe rolls 1 die ] Leader Check passed",
        ),
        ("* UNDO: * 1/1 Inf eliminated", "1/1 Inf eliminated"),
        ("* !Fort destroyed", "Fort destroyed"),
        ("<Joe> - 2 ** 3 *", "<Joe> - 2 ** 3 *"),
    ],
)
def test_reports_lose_asterisks_and_typed_lines_keep_them(line, shown):
    assert report_line(line) == shown
