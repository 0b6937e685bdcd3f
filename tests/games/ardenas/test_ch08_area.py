"""Chapter 8.1e to 8.1s: battles of stacks and groupings in the enlarged area."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core.state import State
from engine.games.ardenas import tracks
from engine.games.ardenas.combat import Battle, Fight
from engine.games.ardenas.resolution import BATTLE
from engine.games.ardenas.rules.ch08_area import able, neighbours, reachable, zone
from engine.games.ardenas.rules.ch08_area_combat import proceed
from engine.probe.playing import apply
from engine.rules.judge import Given
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import (
    BOARD,
    BOOK,
    after,
    allied,
    ask,
    attack,
    choose,
    given,
    unit,
)
from tests.games.ardenas.test_ch08_combat import gone

GUN: dict[str, Any] = {"kind": "field_artillery", "combat": 1, "artillery": 1, "range": 4}
OWN = unit("a", "1515"), unit("b", "1515")
ENEMY = allied("d", "1514"), allied("e", "1514")


def battle(found: GivenPosition, state: State) -> Battle:
    record = BATTLE.of(found.ruleset.position(state))
    assert record is not None
    return record


def begun(
    *more: dict[str, Any], named: str = "a b", guns: str = "", **rest: Any
) -> tuple[GivenPosition, State]:
    """A battle between two stacks, where the attacked places first."""
    found = given(*OWN, *ENEMY, *more, phase="combat", **rest)
    order = attack(named, "1514", guns)
    return found, after(found, order, order)


def answered(found: GivenPosition, state: State, *answers: str, dice: str = "") -> State:
    """The state after answers, each to the decision that waits; the dice go to the last."""
    for n, option in enumerate(answers, 1):
        kind = state.pending[-1].kind
        state = after(
            found, choose(kind, option), start=state, dice=dice if n == len(answers) else ""
        )
    return state


def placed(found: GivenPosition, state: State) -> State:
    return answered(found, state, "rest", "rest")


def laid(found: GivenPosition, *stages: str, dice: str = "", **record: Any) -> State:
    """The state of a battle laid out by hand, from a stage on to the first question."""
    faces = BOOK.charts.die.faces
    sides = [faces.index(int(face)) + 1 for face in dice]
    work = found.ruleset.work(found.state, Given(sides))
    work.battle = Battle(
        **{"side": "german", "attackers": ("a", "b"), "defenders": ("d", "e")}
        | record
        | {"stages": stages}
    )
    found.ruleset.decisions.settle(work)
    return work.state


def asked(state: State) -> tuple[str, str]:
    return state.pending[-1].kind, state.pending[-1].side


def test_the_steps_are_those_of_the_module() -> None:
    steps = BOOK.table("area_sequence", {"column": "ground"}).result
    found, state = begun()
    assert list(battle(found, state).stages) == steps
    assert steps == [
        "place_defender",
        "place_attacker",
        "antitank_fire",
        "artillery_fire",
        "move",
        "combat",
    ]


def test_the_attacked_places_first_and_the_attacker_next_each_in_his_part() -> None:
    found, state = begun()
    assert asked(state) == ("placement", "allied")
    rows = {o[2:] for o in found.ruleset.answers(state).options() if o != "rest"}
    assert rows == {"01", "02", "03", "04"}
    state = answered(found, state, "0804", "0704")
    assert asked(state) == ("placement", "german")
    rows = {o[2:] for o in found.ruleset.answers(state).options() if o != "rest"}
    assert rows == {"07", "08", "09", "10"}


def test_only_one_counter_is_in_a_hex_of_the_area() -> None:
    found, state = begun()
    state = answered(found, state, "0804")
    assert "0804" not in found.ruleset.answers(state).options()
    record = battle(found, placed(found, begun()[1]))
    assert len(set(record.places.values())) == len(record.places) == 4


def test_all_counters_of_the_stacks_come_to_the_area() -> None:
    found, state = begun(unit("g", "1515", **GUN), allied("f", "1514", kind="fuel", combat=1))
    record = battle(found, state)
    assert record.attackers == ("a", "b", "g")
    assert record.defenders == ("d", "e", "f")


def test_a_counter_in_a_stack_that_attacks_alone_brings_its_stack() -> None:
    found, state = begun(named="a")
    assert battle(found, state).attackers == ("a", "b")


def test_movement_is_unlimited_and_ends_in_an_enemy_zone() -> None:
    found, state = begun()
    state = answered(found, state, "0804", "1504", "0810", "0110")
    assert asked(state) == ("area_move", "german")
    record, position = battle(found, state), found.ruleset.position(state)
    ends = reachable(position, record, "a")
    assert {"0101", "1501"} <= set(ends)
    assert not {"0804", "1504", "0110"} & set(ends)
    assert {"0804", "0110"} & zone(position, "defender", record) == set()
    cornered = record.after(places={**record.places, "d": "0201"})
    ends = reachable(position, cornered, "a")
    assert "0102" in ends
    assert "0101" not in ends  # behind the zone, between the enemy and the edge


def test_the_attacker_closes_up_attacks_and_one_counter_a_side_is_struck() -> None:
    found, state = begun()
    state = placed(found, state)
    state = answered(found, state, "rest")
    assert asked(state) == ("area_attack", "german")
    record, position = battle(found, state), found.ruleset.position(state)
    assert all(neighbours(position, record, name) for name in ("a", "b"))
    first = found.ruleset.answers(state).options()[0]
    dice = "52"
    state = answered(found, state, first, "none", dice=dice)
    # +3 at a difference of 0: D, one of the attacked counters; it is the only one in the combat
    assert state.pieces[first].status == {"affected"}
    assert [n for n, p in state.pieces.items() if p.status] == [first]
    assert tracks.BATTLE not in state.tracks
    assert not list(found.ruleset.invariants(state, found.state))


def test_counters_that_close_up_spread_over_the_enemies() -> None:
    """8.1k: the second goes beside the enemy that nobody is beside yet."""
    found = given(*OWN, *ENEMY)
    apart = {"a": "0809", "b": "0909", "d": "0204", "e": "1204"}
    state = answered(found, laid(found, "move", "declare", places=apart), "rest")
    record, position = battle(found, state), found.ruleset.position(state)
    beside = [neighbours(position, record, name) for name in ("a", "b")]
    assert sorted(beside) == [["d"], ["e"]]


PLACES = {"a": "0905", "b": "0805", "d": "0904", "e": "0804"}
TWO = Fight(attackers=("a", "b"), defenders=("d", "e"))


def test_the_column_is_the_difference_of_the_factors_the_row_that_of_the_throws() -> None:
    """EX1: 12 against 8 is +4; the throws 3 and 5 are the row -2, which is AD there."""
    found = given(
        unit("a", "1515", combat=6),
        unit("b", "1515", combat=6),
        allied("d", "1514", combat=4),
        allied("e", "1514", combat=4),
        phase="combat",
    )
    assert BOOK.table("crt", {"column": "+4", "row": "-2"}).result == "AD"
    state = laid(found, "resolve", places=PLACES, fights=(TWO,), dice="35")
    assert asked(state) == ("area_loss", "german")
    state = answered(found, state, "e", "b")
    assert {n for n, p in state.pieces.items() if p.status == {"affected"}} == {"b", "e"}


@pytest.mark.parametrize(
    ("own", "dice", "code", "lost", "hurt"),
    [
        (9, "52", "DX", {"d"}, set()),
        (3, "42", "D", set(), {"d"}),
        (2, "25", "A", set(), {"a"}),
        (1, "25", "AX", {"a"}, set()),
        (3, "34", "-", set(), set()),
    ],
)
def test_results_of_the_table(
    own: int, dice: str, code: str, lost: set[str], hurt: set[str]
) -> None:
    found = given(
        unit("a", "1515", combat=own), unit("b", "1515"), allied("d", "1514"), allied("e", "1514")
    )
    fight = Fight(attackers=("a",), defenders=("d",))
    column = BOOK.charts.crt.column(own - 3)
    row = BOOK.charts.crt.result(column, f"{int(dice[0]) - int(dice[1]):+d}")
    assert row == code or code in ("A", "AX")
    state = laid(found, "resolve", places=PLACES, fights=(fight,), dice=dice)
    if row == code:
        assert gone(found, state) == lost
        assert {n for n, p in state.pieces.items() if p.status == {"affected"}} == hurt


def test_the_attacker_chooses_the_struck_counter_of_both_sides() -> None:
    found = given(*OWN, *ENEMY)
    state = laid(found, "resolve", places=PLACES, fights=(TWO,), dice="33")
    assert asked(state) == ("area_loss", "german")
    assert found.ruleset.answers(state).options() == ("d", "e")
    state = answered(found, state, "d")
    assert asked(state) == ("area_loss", "german")
    assert found.ruleset.answers(state).options() == ("a", "b")


def test_combats_with_support_are_fought_first() -> None:
    found = given(*OWN, *ENEMY)
    plain = Fight(attackers=("a",), defenders=("d",))
    helped = Fight(attackers=("b",), defenders=("e",), support=("g",))
    state = laid(found, "resolve", places=PLACES, fights=(plain, helped), dice="5225")
    # the supported one has the first two throws: +3 against e, then -3 against d
    assert state.pieces["e"].status == {"affected"}
    assert state.pieces["d"].status == frozenset()
    assert state.pieces["a"].status == {"affected"}


def test_several_counters_attack_several_that_are_together() -> None:
    found = given(*OWN, *ENEMY)
    state = laid(found, "declare", "resolve", places=PLACES)
    position = found.ruleset.position(state)
    assert "e" in neighbours(position, battle(found, state), "a")
    assert "d e" in found.ruleset.answers(state).options()
    apart = laid(found, "declare", "resolve", places=PLACES | {"e": "1005"})
    assert {"d", "e"} <= set(found.ruleset.answers(apart).options())
    assert "d e" not in found.ruleset.answers(apart).options()
    fought = answered(found, state, "d e", "none", dice="52")
    assert asked(fought) == ("area_loss", "german")  # D: of d and e one is struck


def test_a_counter_joins_the_combat_of_its_neighbour_with_the_enemies_before_it() -> None:
    """8.1r: two in line attack two in line, each beside one of them at least."""
    found = given(*OWN, *ENEMY)
    line = {"a": "0805", "b": "0905", "d": "0804", "e": "0904"}
    state = answered(found, laid(found, "declare", "resolve", places=line), "d")
    assert found.ruleset.answers(state).options() == ("d", "e", "d e", "d e join=1", "none")
    asked_ = found.ruleset.answers(state).question()
    assert asked_ is not None
    assert [o.text for o in asked_.options][-2] == "d, e, in combat 1"
    fought = answered(found, state, "d e join=1", dice="52")
    assert asked(fought) == ("area_loss", "german")
    assert fought.pending[-1].args["units"] == "d e"
    apart = answered(found, laid(found, "declare", places=line | {"b": "1004"}), "d")
    assert found.ruleset.answers(apart).options() == ("e", "none")  # b is not beside a


def test_one_counter_attacks_any_number_that_are_together() -> None:
    third = allied("f", "1514")
    found = given(*OWN, *ENEMY, third)
    places = {"a": "0805", "b": "0110", "d": "0804", "e": "0904", "f": "0905"}
    row = {"defenders": ("d", "e", "f"), "places": places | {"e": "0905", "f": "0906"}}
    state = laid(found, "declare", **row)
    assert found.ruleset.answers(state).options() == (
        "d", "e", "f", "d e", "e f", "d e f", "none",
    )  # fmt: skip


def test_a_counter_that_fights_elsewhere_does_not_attack_in_the_area_too() -> None:
    """8.2h: each unit has one combat a turn, whether it has fought or is promised."""
    found = given(*OWN, *ENEMY, allied("s", "1414", combat=1), phase="combat")
    alone, stacks = attack("a", "1414"), attack("b", "1514")
    first = after(found, alone, stacks, stacks)
    assert battle(found, first).attackers == ("a", "b")
    later = after(found, stacks, start=after(found, alone, stacks, alone, dice="52"))
    for state in (first, later):
        close = answered(found, placed(found, state), "rest")
        assert (asked(close), close.pending[-1].args["unit"]) == (("area_attack", "german"), "b")
        held = answered(found, close, "none")
        assert tracks.BATTLE not in held.tracks


def test_an_attack_goes_on_without_an_attacker_that_a_gun_of_the_area_destroys() -> None:
    """8.1a: the attack stays due, and the others fight it."""
    tank = unit("t", "1515", kind="tank", combat=6, status=["affected"])
    gun = allied("p", "1514", kind="antitank", combat=2, artillery=1, range=1)
    more = unit("c", "1413"), allied("s", "1414", combat=1)
    found = given(*OWN, tank, *more, *ENEMY, gun, phase="combat")
    here, there = attack("a b", "1514"), attack("t c", "1414")
    state = placed(found, after(found, here, there, here))
    state = answered(found, answered(found, state, "t", dice="3"), "rest")
    assert gone(found, state) == {"t"}
    while state.pending:
        state = answered(found, state, "none")
    listed = found.ruleset.legal(state, 50).actions
    assert attack("c", "1414") in listed
    assert gone(found, after(found, attack("c", "1414"), start=state, dice="52")) == {"t", "s"}


def test_anti_tank_guns_of_the_attacked_fire_at_any_distance_in_the_area() -> None:
    tank = unit("t", "1515", kind="tank", combat=8)
    gun = allied("p", "1514", kind="antitank", combat=2, artillery=1, range=1)
    found, state = begun(tank, gun)
    state = placed(found, state)
    assert asked(state) == ("shot", "allied")
    assert found.ruleset.answers(state).options() == ("t", "none")
    state = answered(found, state, "t", dice="3")
    assert state.pieces["t"].status == {"affected"}
    assert state.tracks[tracks.FIRED + "p"] == 1
    assert state.pending[-1].kind != "shot" or state.pending[-1].side == "german"


@pytest.mark.parametrize(("side", "fires"), [("allied", True), ("german", False)])
def test_a_gun_of_a_grouping_formed_this_turn_fires_in_defence_only(side: str, fires: bool) -> None:
    """8.2h, 11.0h: a unit that has used its combat of the turn defends itself all the same."""
    here, there = ("1514", "1515") if side == "allied" else ("1515", "1514")
    gun = unit("g", here, side=side, kind="antitank", artillery=1, range=1, status=["formed"])
    target = unit("s", there, side="german" if fires else "allied", kind="sp_artillery")
    found, state = begun(gun, target)
    assert (asked(placed(found, state)) == ("shot", side)) == fires


def test_the_attackers_artillery_fires_next_at_anybody_in_the_area() -> None:
    found, state = begun(unit("g", "1515", **GUN))
    state = placed(found, state)
    assert asked(state) == ("shot", "german")
    assert found.ruleset.answers(state).options() == ("d", "e", "none")
    hit = answered(found, state, "e", dice="4")
    assert hit.pieces["e"].status == {"affected"}
    assert asked(hit) == ("area_move", "german")
    held = answered(found, state, "none")
    assert asked(held) == ("area_move", "german")


@pytest.mark.parametrize(
    ("kind", "placed_there", "fires"),
    [("antitank", True, True), ("antitank", False, False), ("field_artillery", True, False)],
)
def test_of_the_attacked_only_anti_tank_guns_in_the_area_fire(
    kind: str, placed_there: bool, fires: bool
) -> None:
    """Section 8.1: the attacked fires with anti-tank guns, the attacker with his artillery."""
    gun = allied("g", "1514", **GUN | {"kind": kind})
    found = given(unit("t", "1515", kind="tank"), gun, allied("e", "1514"))
    places = {"t": "0101", "e": "0113"} | ({"g": "0112"} if placed_there else {})
    record = {"attackers": ("t",), "defenders": ("g", "e"), "places": places}
    state = laid(found, "antitank_fire", **record)
    assert [d.kind for d in state.pending] == (["shot"] if fires else [])


def test_guns_are_silent_in_the_area_in_fog() -> None:
    found, state = begun(unit("g", "1515", **GUN), weather="fog")
    assert asked(placed(found, state)) == ("area_move", "german")


def test_a_tank_that_fires_in_the_area_does_not_attack_there() -> None:
    found, state = begun(unit("t", "1515", kind="tank", combat=8))
    state = placed(found, state)
    assert asked(state) == ("shot", "german")
    state = answered(found, state, "d", dice="2")
    state = answered(found, state, "rest")
    units = set()
    while state.pending and state.pending[-1].kind == "area_attack":
        units.add(state.pending[-1].args["unit"])
        state = answered(found, state, "none")
    assert units == {"a", "b"}


def test_guns_of_the_area_support_its_combats_with_a_point() -> None:
    found = given(*OWN, *ENEMY, unit("g", "1515", **GUN))
    plain = Fight(attackers=("a",), defenders=("d",))
    own = {"attackers": ("a", "b", "g"), "places": PLACES | {"g": "0110"}}
    state = laid(found, "support", "resolve", fights=(plain,), **own)
    assert asked(state) == ("area_support", "german")
    assert BOOK.table("crt", {"column": "+1", "row": "-1"}).result == "-"
    assert BOOK.table("crt", {"column": "0", "row": "-1"}).result == "-"
    assert BOOK.table("crt", {"column": "+1", "row": "+2"}).result == "D"
    helped = answered(found, state, "1", dice="33")
    assert helped.tracks[tracks.FIRED + "g"] == 1
    assert helped.pieces["d"].status == {"affected"}


def test_a_supporting_gun_outside_gives_its_point_to_a_combat_of_the_area() -> None:
    outside = unit("g", "1516", **GUN)
    found, state = begun(outside, guns="g")
    assert battle(found, state).support == ("g",)
    state = placed(found, state)
    state = answered(found, state, "rest")
    first = found.ruleset.answers(state).options()[0]
    state = answered(found, state, first, "none")
    assert asked(state) == ("area_support", "german")
    assert state.tracks[tracks.FIRED + "g"] == 1


def test_survivors_stay_in_place_and_in_their_grouping() -> None:
    groupings = [{"side": "allied", "number": 2, "hex": "1514", "units": ["d", "e"]}]
    found = given(*OWN, *ENEMY, groupings=groupings)
    fight = Fight(attackers=("a", "b"), defenders=("d",))
    hurt = allied("d", "1514", status=["affected"])
    found = given(*OWN, hurt, ENEMY[1], groupings=groupings)
    state = laid(found, "resolve", places=PLACES, fights=(fight,), dice="52")
    assert gone(found, state) == {"d"}
    assert state.tracks["grouping/allied/ground/2"] == "1514 e"
    assert {n: state.pieces[n].place for n in "abe"} == {
        n: found.state.pieces[n].place for n in "abe"
    }


def test_supply_alone_strikes_no_attacker() -> None:
    found = given(*OWN, allied("d", "1514", kind="supply", combat=9), ENEMY[1])
    fight = Fight(attackers=("a",), defenders=("d",))
    state = laid(found, "resolve", places=PLACES, fights=(fight,), dice="25")
    assert state.pieces["a"].status == frozenset()


def test_defenders_in_a_town_count_twice_in_the_area() -> None:
    town = BOARD | {"hexes": {"1514": {"settlement": "city"}}}
    found = given(*OWN, *ENEMY, board=town, phase="combat")
    told = ask("odds", found, attackers=["a", "b"], target="1514")
    assert (told["method"], told["column"]) == ("table", "-5")


def test_a_battle_ends_when_a_side_has_no_units_left() -> None:
    hurt = [allied(n, "1514", status=["affected"]) for n in "de"]
    found = given(*OWN, *hurt)
    fights = tuple(Fight(attackers=("a", "b"), defenders=(n,)) for n in "de")
    state = laid(found, "resolve", places=PLACES, fights=fights, dice="5252")
    assert gone(found, state) == {"d", "e"}
    assert tracks.BATTLE not in state.tracks
    assert proceed(found.ruleset.work(state, Given([]))) is None


def test_aircraft_fight_in_the_area_with_dice_and_factors() -> None:
    planes = unit("a", "1515", kind="fighter"), unit("b", "1515", kind="fighter")
    enemy = allied("d", "1514", kind="bomber"), allied("e", "1514", kind="fighter")
    found = given(*planes, *enemy, phase="air", subturn=1)
    fight = Fight(attackers=("a",), defenders=("d",))
    state = laid(found, "resolve", layer="air", places=PLACES, fights=(fight,), dice="42")
    assert gone(found, state) == {"d"}
    assert BOOK.table("area_sequence", {"column": "air"}).result == [
        "place_defender",
        "place_attacker",
        "move",
        "combat",
    ]


def test_attacks_of_the_area_whose_units_are_lost_have_no_line() -> None:
    found = given(*OWN, *ENEMY)
    places = {"a": "0505", "b": "0605", "d": "0504"}
    lost = Fight(attackers=("gone",), defenders=("d",)), Fight(attackers=("a",), defenders=("x",))
    left = Fight(attackers=("b",), defenders=("d",))
    record = {"fights": (*lost, left), "places": places}
    board = found.ruleset.answers(laid(found, "place_defender", **record)).battle_board()
    assert board is not None
    assert [line.attackers for line in board.lines] == [("0605",)]


def test_no_other_order_is_given_while_a_battle_waits() -> None:
    found, state = begun()
    said = found.ruleset.judge(state, act.NextPhase())
    assert [v.key for v in said] == ["rule.ardenas.15.2a.pending"]


def test_the_second_board_shows_units_to_place_beside_the_area_and_attacks_in_it() -> None:
    found, state = begun()
    board = found.ruleset.answers(state).battle_board()
    assert board is not None
    numbers = board.board.numbers
    waiting = {name: numbers[piece.place] for name, piece in board.state.pieces.items()}
    assert (board.unit, waiting.keys()) == ("d", {"d", "e"})
    assert board.beside.issuperset(waiting.values())
    places = {"a": "0505", "b": "0605", "d": "0504"}
    record = {"fights": (Fight(attackers=("a", "b"), defenders=("d",)),), "places": places}
    board = found.ruleset.answers(laid(found, "place_defender", **record)).battle_board()
    assert board is not None
    (line,) = board.lines
    assert (line.attackers, line.defenders, line.tag) == (("0505", "0605"), ("0504",), "+3")
    assert line.text == "a, b against d: 6 − 3 = +3"
    assert set(board.board.numbers) >= {"0101", "0109", "1001"}
    assert {n[:2] for n in board.beside} == {"17", "18", "19"}, "an empty column is between"
    assert found.ruleset.answers(found.state).battle_board() is None


QUESTIONS: list[tuple[str, dict[str, Any], str, list[str]]] = [
    ("place_defender", {}, "Battle at 1514: choose the place of d.", ["this and all others, in"]),
    ("artillery_fire", {"places": PLACES | {"g": "0110"}},
     "Battle at 1514: which unit does g fire at?", ["hold fire", "d", "e"]),
    ("move", {"places": PLACES}, "Battle at 1514: where does a go?",
     ["stay", "this and all others close up"]),
    ("declare", {"places": PLACES}, "Battle at 1514: which unit does a attack?",
     ["none", "d", "e", "d, e"]),
    ("support", {"places": PLACES | {"g": "0110"},
                 "fights": (Fight(attackers=("a",), defenders=("d",)),)},
     "Battle at 1514: which combat does g support?", ["none", "combat 1, against d"]),
    ("loss attacker affected a b", {"places": PLACES}, "Battle at 1514: which counter is affected?",
     ["a", "b"]),
    ("loss defender eliminated d e", {"places": PLACES},
     "Battle at 1514: which counter is eliminated?", ["d", "e"]),
]  # fmt: skip


@pytest.mark.parametrize(("stage", "record", "sentence", "options"), QUESTIONS)
def test_each_question_of_a_battle_names_its_hex_its_unit_and_its_answers(
    stage: str, record: dict[str, Any], sentence: str, options: list[str]
) -> None:
    found = given(*OWN, *ENEMY, unit("g", "1515", **GUN))
    told = record | {"attackers": ("a", "b", "g")}
    asked_ = found.ruleset.answers(laid(found, stage, **told)).question()
    assert asked_ is not None
    assert asked_.text == sentence
    words = [option.text for option in asked_.options]
    assert [w for w in options if not any(said.startswith(w) for said in words)] == []


def test_the_second_board_tells_the_last_combat_of_the_table() -> None:
    found = given(*OWN, *ENEMY)
    fights = Fight(attackers=("a",), defenders=("d",)), Fight(attackers=("b",), defenders=("e",))
    record = {"places": PLACES, "fights": fights}
    state = laid(found, "resolve", "loss attacker affected a b", dice="5335", **record)
    board = found.ruleset.answers(state).battle_board()
    assert board is not None
    (note,) = board.notes
    column, row = BOOK.charts.crt.column(0), "-2"
    code = BOOK.charts.crt.result(column, row)
    assert note.startswith(f"Last combat: column {column}, throws 3 − 5 = −2: ")
    assert code in ("-", "A", "AX")


def test_the_second_board_does_not_show_the_last_combat_of_another_battle() -> None:
    earlier = given(*OWN, *ENEMY, tracks={tracks.LAST: "+4 -2 AD 3 5"})
    board = earlier.ruleset.answers(laid(earlier, "declare", places=PLACES)).battle_board()
    assert board is not None
    assert board.notes == ()


def test_a_gun_that_keeps_its_point_is_not_asked_again() -> None:
    """Section 8.3: a gun of the area or of the map may support or not."""
    found = given(*OWN, *ENEMY, unit("g", "1515", **GUN), unit("h", "1516", **GUN))
    record = {"attackers": ("a", "b", "g"), "places": PLACES | {"g": "0110"}, "support": ("h",),
              "fights": (Fight(attackers=("a",), defenders=("d",)),)}  # fmt: skip
    state = laid(found, "support", "loss attacker affected a b", **record)
    assert state.pending[-1].args == {"gun": "h", "promised": 1}
    state = answered(found, state, "none")
    assert state.pending[-1].args == {"gun": "g"}
    state = answered(found, state, "none")
    assert state.pending[-1].kind == "area_loss"
    assert tracks.FIRED + "g" not in state.tracks
    assert all(not fight.support for fight in battle(found, state).fights)


@pytest.mark.parametrize(
    ("kind", "combat", "able_"),
    [("fighter", 1, True), ("fighter", 0, False), ("bomber", 3, False), ("transport", 3, False)],
)
def test_in_the_air_only_fighters_with_a_factor_attack_in_the_area(
    kind: str, combat: int, able_: bool
) -> None:
    """Sections 8.1 and 8.4; a fighter that has its combat elsewhere does not attack there."""
    planes = unit("p", "1515", kind=kind, combat=combat), allied("q", "1514", kind="fighter")
    found = given(*planes, phase="air", subturn=1)
    ruleset: Any = found.ruleset
    now = ruleset.position(found.state)
    fought = Battle(side="german", layer="air", attackers=("p",), defenders=("q",))
    assert able(now, fought, now.units["p"]) == able_
    assert not able(now, fought.after(spent=("p",)), now.units["p"])


def sentence(found: GivenPosition, state: State, option: str, dice: list[int]) -> str:
    """The sentence of an answer to the decision that waits; the dice are faces."""
    order = {"kind": "choose", "decision": state.pending[-1].kind, "option": option}
    _, said = apply(found.ruleset, state, {"action": order, "dice": dice})
    return str(said["sentence"])


def test_the_sentence_of_a_shot_says_whether_it_hits() -> None:
    """8.3g, 8.1.1a: the unit that is named is affected; a miss changes nothing."""
    found, state = begun(unit("g", "1515", **GUN))
    state = placed(found, state)
    assert sentence(found, state, "d", [4]) == "g fires at d. Affected: d."
    assert sentence(found, state, "d", [2]) == "g fires at d."


def test_the_sentence_of_an_attack_names_the_attacked_and_who_is_affected() -> None:
    """8.1q: both are named in the sentence, but their fate is decided by the dice."""
    places = {"a": "0803", "b": "0903", "d": "0802", "e": "0902"}
    found, _ = begun()
    state = laid(found, "declare", "support", "resolve", places=places)
    state = answered(found, state, "none")
    told = sentence(found, state, "d e", [3, 3])
    assert told == "b attacks d and e in the enlarged area. Affected: b."
    told = sentence(found, answered(found, laid(found, "declare", places=places), "d"),
                    "d e join=1", [3, 3])  # fmt: skip
    assert told.startswith("b attacks d and e (in combat 1) in the enlarged area.")
