import pytest

from engine.vassal import commands as cmd
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.players import Ids
from engine.vassal.replay import Table
from tests.unit.vassal import making

SPOT = ("Main Map", 50, 52)
DECK = cmd.Add(
    "d", ("deck;true;;9;9;Always;Always;f;t;f;;;;Cards",), ("Main Map;510;320;true;c1,c2",)
)


@pytest.fixture
def table(vmod):
    table = Table(Ids(b"test"), ModuleInfo.read(vmod))
    table.set_up(
        [
            making.stack("s1", 50, 52, "a", "b"),
            making.unit("a", 50, 52),
            making.unit("b", 50, 52),
            making.unit("c", 106, 84),
            DECK,
            making.unit("c1", 510, 320),
            making.unit("c2", 510, 320),
        ]
    )
    assert table.problems == []
    return table


def on(table, spot=SPOT):
    return list(table.on(spot))


def test_a_stack_listed_before_its_pieces_contains_them(table):
    assert on(table) == ["a", "b"]
    assert table.parent == {"a": "s1", "b": "s1", "c1": "d", "c2": "d"}


def test_a_piece_is_placed_above_the_named_one(table):
    table.apply(making.move("c", (50, 52), (106, 84), under="a"))
    assert on(table) == ["a", "c", "b"]


def test_a_piece_without_one_beneath_goes_to_the_bottom(table):
    table.apply(making.move("c", (50, 52), (106, 84)))
    assert on(table) == ["c", "a", "b"]


def test_a_piece_on_a_lone_piece_makes_a_stack(table):
    table.apply(making.move("b", (106, 84), (50, 52), under="c"))
    assert on(table, ("Main Map", 106, 84)) == ["c", "b"]
    assert table.parent["b"] == table.parent["c"]


def test_a_stack_moves_as_a_whole_and_merges_on_top(table):
    table.apply(making.move("s1", (106, 84), (50, 52)))
    assert on(table) == []
    table.apply(making.stack("s2", 50, 52, "c"))
    table.apply(making.move("s1", (50, 52), (106, 84)))
    assert on(table) == ["c", "a", "b"]


def test_a_new_stack_removes_a_piece_from_its_old_one(table):
    table.apply(making.move("b", (162, 52), (50, 52)))
    table.apply(making.stack("s3", 162, 52, "b"))
    assert on(table) == ["a"]
    assert table.parent["b"] == "s3"
    assert table.spot("b") == ("Main Map", 162, 52)


def test_a_piece_dropped_on_a_deck_joins_it(table):
    table.apply(making.move("c", (510, 320), (106, 84), under="c2"))
    assert table.stacks["d"].contents == ["c1", "c2", "c"]
    assert table.read("c").kind.name == "card"
    assert table.location(("Main Map", 510, 320)) == "Cards"


def test_the_order_of_a_deck_comes_from_its_state(table):
    table.apply(cmd.Change("d", ("Main Map;510;320;true;c2,c1",), None))
    assert table.stacks["d"].contents == ["c2", "c1"]
    assert table.stacks["d"].deck == "Cards"


def test_a_change_with_the_old_state_sets_only_differences(table):
    before = making.unit("a", 50, 52)
    table.apply(making.change("a", before, turn="3"))
    table.apply(making.change("a", before, level="2"))
    assert table.pieces["a"].state[2:4] == ["3", "2"]


def test_pieces_are_removed(table):
    table.apply(cmd.Remove("a"))
    assert on(table) == ["b"]
    table.apply(making.cmd.Move("b", cmd.Spot(None, 0, 0, None), cmd.Spot(*SPOT, None), None))
    assert table.spot("b")[0] is None
    assert table.problems == []


def test_commands_with_an_unknown_piece_are_reported(table):
    table.apply(cmd.Remove("x1"))
    table.apply(cmd.Change("x2", ("",), None))
    table.apply(making.move("x3", (1, 1), (2, 2)))
    other = Table(Ids(b""))
    other.set_up([making.stack("s", 1, 1, "x4")])
    told = " ".join((*table.problems, *other.problems))
    assert all(name in told for name in ("x1", "x2", "x3", "x4"))


def test_boards_that_change_rename_places(table):
    assert table.location(SPOT) == "0101"
    table.apply(cmd.Boards("Main Map", (cmd.Placing("Field", "0", "0", True),)))
    assert table.location(SPOT) != "0101"


def test_properties_players_turns_and_notes_are_stored(table):
    for command in (
        cmd.GlobalProperty("g", "1", "Module"),
        cmd.SetProperty("h", "", "2", "Module"),
        cmd.Player(cmd.Secret("pw"), "Joe", "Blue"),
        cmd.Turn("TurnTracker0", "0|1;0;false;0"),
        cmd.Notes("NOTES", ("a|b",)),
        cmd.Notes("PNOTE", ("pw", "mine")),
    ):
        table.apply(command)
    assert table.globals == {"g": "1", "h": "2"}
    assert [(s.name, s.side) for s in table.players.values()] == [("Joe", "Blue")]
    assert "pw" not in table.players
    assert table.side_of("pw") == "Blue"
    assert table.turns == {"TurnTracker0": "0|1;0;false;0"}
    assert table.notes == {"NOTES": "a\nb"}
    table.apply(cmd.PlayerLeaves(cmd.Secret("pw")))
    assert table.players == {}
