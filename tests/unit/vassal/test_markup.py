import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.export.vassal_sheet import _label
from engine.vassal.kinds import Text
from engine.vassal.markup import LIMIT, RUNS, Run, lines, simple
from engine.vassal.pieces import Piece, ViewContext, read
from engine.vassal.players import OBSERVER
from engine.vassal.traits import read_trait
from tests.unit.vassal import making

LABEL = "label;76,130;L;12;;0,0,0;b;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel"


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("Hill 20", "Hill 20"),
        ("<b>not HTML to VASSAL</b>", "not HTML to VASSAL"),
        ("<html>only a frame", "only a frame"),
        ("<HTML><B>Hill</B> 20</HTML>", "<html><b>Hill</b> 20"),
        ("<html>a<br>b", "<html>a<br>b"),
        ("<html><i>a<u>b</i>c", "<html><i>a</i><i><u>b</u></i>c"),
        ("<html><font color=RED size=+2>4</font>-4", '<html><font color="red" size="5">4</font>-4'),
        ("<html><b>1 &lt; 2 &amp;</b>", "<html><b>1 &lt; 2 &amp;</b>"),
        ('<html><b>x</b><img src="http://a/b">', "<html><b>x</b>"),
        ("<html><b onclick=alert()>x</b><script>bad()</script>", "<html><b>x</b>"),
        ('<html><font color="url(x)" size=99>x</font>', "x"),
        ('<html><font color="red;} x">x</font>', "x"),
        ('<html><b>x</b><a href="file:///etc">y</a>', "<html><b>x</b>y"),
    ],
)
def test_stored_form_of_labels(told, kept):
    assert simple(told) == kept
    assert simple(kept) == kept, "it is the same when read again"


def test_too_long_labels_are_truncated():
    assert len(simple("<html><b>" + "x" * 10_000)) == LIMIT
    many = simple("<html>" + "<b>x</b>y" * RUNS)
    assert "<" not in many


@given(st.text(alphabet="<>/=&;\"' abiufontcler#09hm", max_size=80))
def test_only_simple_markup_is_stored(text):
    kept = simple("<html>" + text)
    tags = re.findall(r"<[^>]*>", kept) if kept.startswith("<html>") else []
    font = r'<font( color="[#a-z0-9]+")?( size="[1-7]")?>'
    assert all(re.fullmatch(rf"</?(?:b|i|u)>|<br>|<html>|</font>|{font}", tag) for tag in tags)


def test_lines_and_runs():
    assert lines("Hill") == [[Run("Hill")]]
    found = lines(simple("<html><b>4</b>-4<br><font color='#f00'>Red</font>"))
    assert found == [[Run("4", bold=True), Run("-4")], [Run("Red", color="#f00")]]


def test_labels_are_drawn_in_reports_without_html():
    label = read_trait(LABEL)
    text = Text(simple("<html><b>&lt;b&gt;</b><br><u>two</u>"), label)
    svg = _label(text, 40, 40)
    assert '<tspan x="20" y="' in svg
    assert 'font-weight="bold">&lt;b&gt;</tspan>' in svg
    assert 'text-decoration="underline">two</tspan>' in svg


def test_a_password_split_by_tags_is_removed():
    secret = "hunter2"
    unit = making.unit("a", 50, 60)
    told = "<html><b>hun</b>ter2</html>"
    unit = replace(unit, type=(LABEL, *unit.type), state=(told, *unit.state))

    eyes = ViewContext(OBSERVER, clean=lambda text: text.replace(secret, "•••"))
    found = read(Piece.make(unit.id, unit.type, unit.state), eyes)
    assert [x.text for x in found.look.texts] == ["•••"]


def test_statuses_store_markup_and_show_plain_text():
    unit = making.unit("a", 50, 60)
    told = "<html><b>Hill</b> 20</html>"
    unit = replace(unit, type=(LABEL, *unit.type), state=(told, *unit.state))
    found = read(Piece.make(unit.id, unit.type, unit.state), ViewContext(OBSERVER))
    words = found.kind.words
    assert words.setting(words.statuses(found.setting)) == found.setting
    assert "“Hill 20”" in found.look.status
    assert found.look.name.endswith(" (Hill 20)")


def test_a_label_is_rotated_about_the_middle_of_its_piece():
    turned = LABEL.replace("b;0;c;0;b;c;", "c;-24;r;-28;c;c;").replace("Dialog;0;0", "Dialog;0;270")
    svg = _label(Text("789", read_trait(turned)), 75, 75)
    assert 'x="47' in svg, "right of the middle, before it is turned"
    assert 'transform="rotate(270 37.5 37.5)"' in svg
