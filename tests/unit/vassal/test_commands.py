import pytest

from engine.vassal import commands as cmd
from engine.vassal.commands import ESC, leaves, parse, tree, untree
from engine.vassal.errors import MAX_NESTING, VassalError

TEXTS = [
    "begin_save",
    "end_save",
    "+/17/mark;Side\temb2;x\\\tpiece;;;a\\/b.png;Inf/Blue\t1\\\tMain Map;5;6;17;0",
    "+/null/stack/Main Map;5;6;17;@@-1",
    "-/17",
    "D/17/a\tb",
    "D/17/a\tb/c\td",
    "M/17/Main Map/5/-6/null/null/0/0/18/secret",
    "M/17/Main Map/5/6/null/null/0/0/null",
    "CHAT* moves *",
    "CHAT",
    "",
    "UNDO\ttrue",
    "UNDO\tfalse",
    "MutableProperty\t2d6_result\t\t3,4\tModule",
    "GlobalProperty\t;name;value;Main Map",
    "PLAYER\tsecret\tJoe\tBlue",
    "PYREMOVE\tsecret",
    "Main MapBoardPicker\tA\t0\t0\tB/rev\t1\t0",
    "Main MapBoardPicker",
    "TURNTurnTracker0\t0|3;0;false;0",
    "NOTES\tone|two",
    "PNOTE\tsecret\tmine",
    "SHOW_RESULTS\tdie\t1\t2",
    "AUDIO\tbang.wav",
    "Events|x",
    "LOS\t1\t2",
    "EXT\tname\t1.0",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_command_is_encoded_unchanged(text):
    command = parse(text)
    assert command.encode() == text


@pytest.mark.parametrize(
    "text",
    ["bd\tx", "PLAYERS\tx", "PLAY\t1", "M/1/2", "M/17/A/5.5/6/null/B/0/0/null/x", "+/1/2", "XYZ"],
)
def test_an_unknown_command_is_preserved(text):
    assert parse(text) == cmd.Unknown(text)


def test_prefixes_are_distinguished_by_their_tab():
    assert isinstance(parse("PNOTES\tx"), cmd.Notes)
    assert isinstance(parse("PNOTE\tx\ty"), cmd.Notes)
    assert isinstance(parse("CHATPLAYER\tx"), cmd.Chat)


def test_a_password_is_hidden_in_its_representation():
    assert "secret" not in repr(parse("PLAYER\tsecret\tJoe\tBlue"))
    assert "secret" not in repr(parse(TEXTS[7]))


def test_compounds_are_decoded_unchanged():
    node = ("begin_save", "", ("", "CHATa", ("CHATb", "CHATc")), "end_save")
    text = untree(node)
    assert tree(text) == node
    assert list(leaves(node)) == ["begin_save", "", "", "CHATa", "CHATb", "CHATc", "end_save"]


def test_too_deeply_nested_commands_are_refused():
    text = "x"
    for _ in range(MAX_NESTING + 3):
        text = untree(("x", text + ESC)) if text == "x" else untree(("x", text))
    with pytest.raises(VassalError, match="nested deeper"):
        tree(text)
