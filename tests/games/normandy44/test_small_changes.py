"""Small parts of rules that no larger test notices when they change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.answers import combat as combat_answers
from engine.games.normandy44.answers.views import reach_of
from engine.games.normandy44.rules import ch06_arrivals as arrivals
from engine.games.normandy44.rules import ch20_assault as assault
from engine.games.normandy44.rules.ch14_advance import may_advance
from engine.games.normandy44.rules.ch15_reserve import reserve_room
from engine.games.normandy44.rules.ch18_supply import shelter
from engine.games.normandy44.rules.ch21_beachheads import build
from engine.games.normandy44.rules.ch22_special_rules import out_of_bounds, withdraw
from engine.rules.base.sequence import WINNER
from tests.games.normandy44.tabletop import BOOK, Json, Table, allied, german
from tests.games.normandy44.test_each_by_itself import with_dice
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter, work_of


def orders(table: Table, *names: str) -> set[tuple[str, str, bool]]:
    """The orders that the window offers for units: unit, marker, and whether it is put on."""
    found = table.rules.answers(table.state).orders(names)
    assert all(order.text for order in found)
    actions = [order.action for order in found]
    return {(a.unit, a.marker, a.on) for a in actions if isinstance(a, act.PlaceMarker)}


BEACH: Json = {"x": {"kind": "beach", "hexes": ["0101"]}}
SUPPLIED = allied("e", "0101", 1, "beach_engineer", attack=0, movement=0)


# -- 6 --------------------------------------------------------------------------------------------


def test_a_landing_unit_with_a_replacement_goes_no_further_than_the_beach() -> None:
    """6.2.4, 21.2c."""
    table = campaign([ENGINEERS, counter("US-4-8", "in-britain", status=["replacement"])])
    unit = table.now.any_unit("US-4-8")
    assert unit is not None
    assert table.numbers(arrivals.arrival_places(table.now, (unit,))) == {"2814"}
    for inland, rules in (((), set()), (("2813",), {"6.2.4"})):
        path = ("in-britain", "2814", *inland)
        assert table.judge(act.MoveUnits(units=("US-4-8",), path=path, mode="normal")) == rules


def test_a_landing_unit_goes_one_hex_beyond_the_beach() -> None:
    """6.5.2b: the beach is the first of the two hexes of a tactical move."""
    table = campaign([ENGINEERS, counter("US-4-8", "in-britain")])
    unit = table.now.waiting("US-4-8")
    places = arrivals.arrival_places(table.now, (unit,))
    beach, ground = table.hex("2814"), table.now.ground
    assert {ground.distance(beach, i) for i in places} == {0, 1}
    assert {places[i].cost for i in places if i != beach} == {2}
    assert places[beach].path[1:] == (beach,)
    for mode in ("tactical", "strategic", "truck"):
        assert reach_of(table.now, ["US-4-8"], mode).hexes == {}
    assert set(reach_of(table.now, ["US-4-8"], "normal").hexes) == set(places)


def test_a_reinforcement_drives_on_from_the_edge_for_what_is_left() -> None:
    """6.6b, 9.7b: the road of the entry hex and every further hex cost half a point."""
    table = campaign([counter("GE-12SS-26", "turn-2")], turn=2, active="german")
    unit = table.now.waiting("GE-12SS-26")
    doors = arrivals.entry_hexes(table.now, unit)
    places = arrivals.arrival_places(table.now, (unit,))
    ground = table.now.ground
    assert set(doors) <= set(places)
    assert {places[i].cost for i in doors} == {3}
    further = [i for i in places if i not in doors]
    assert further
    for i in further:
        assert places[i].path[1] in doors
        assert 3 < places[i].cost <= unit.values.movement * 6
    road = min(j for j in ground.ring[doors[0]] if ground.road(doors[0], j) and j not in doors)
    assert places[road].cost == 6
    double = arrivals.arrival_places(table.now, (unit,), "strategic")
    assert len(double) > 2
    assert max(end.cost for end in double.values()) > unit.values.movement * 6
    assert set(reach_of(table.now, ["GE-12SS-26"], "strategic").hexes) == set(double)


# -- listing --------------------------------------------------------------------------------------


def test_a_lone_unit_is_offered_strategic_moves_and_a_stack_is_not() -> None:
    """9.8.2: units under a strategic marker move alone."""
    road = [{"class": "secondary", "hexes": [f"05{n:02d}" for n in range(1, 11)]}]
    units = [german(n, "0501", 4, "tank", armor=3, movement=2) for n in ("s", "t")]
    for stack, modes in ((1, {"normal", "tactical", "strategic"}), (2, {"normal", "tactical"})):
        table = Table(units[:stack], phase="movement", active="german", roads=road)
        names = tuple(u["id"] for u in units[:stack])
        moves = table.rules.legal(table.state, 9_999).actions
        assert {a.mode for a in moves if isinstance(a, act.MoveUnits) and a.units == names} == modes


# -- 10 and 12 ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "attacker", "defender", "back"),
    [
        ("A1", 1, 0, 0),
        ("A1/DR", 1, 0, 2),
        ("DR", 0, 0, 2),
        ("EX", 1, 1, 0),
        ("A1/D1", 1, 1, 2),
        ("D1", 0, 1, 2),
        ("A1/D2", 1, 2, 4),
        ("DH", 0, 2, 4),
    ],
)
def test_the_steps_and_hexes_of_each_result(
    code: str, attacker: int, defender: int, back: int
) -> None:
    """12.1: against three steps; DH takes half of them, rounded up."""
    told = combat_answers.result(code, 3)
    assert told.attacker == {"steps": attacker, "retreat": 0}
    assert told.defender == {"steps": defender, "retreat": back}
    assert (told.code, told.words) == (code, (code,))
    assert told.text


# -- 14 and 15 ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("movement", "able"), [(0, False), (1, True), (4, True)])
def test_only_units_that_cannot_move_stay_behind(movement: int, able: bool) -> None:
    """14.1b."""
    table = Table([allied("a", "0505", movement=movement)])
    assert may_advance(table.unit("a")) is able


@pytest.mark.parametrize(("stacks", "room"), [(5, True), (6, False)])
def test_six_stacks_are_in_reserve_at_most(stacks: int, room: bool) -> None:
    """15.1b: a unit that joins a stack in reserve needs no further marker."""
    marked = [allied(f"r{n}", f"0{n + 1}01", status=["reserve"]) for n in range(stacks)]
    table = Table([*marked, allied("a", "1010"), allied("b", "0101")], phase="movement")
    assert reserve_room(table.now, table.unit("a")) is room
    assert reserve_room(table.now, table.unit("b"))
    mark = act.PlaceMarker(unit="a", marker="reserve")
    assert ("15.1b" not in table.judge(mark)) is room


# -- 16 -------------------------------------------------------------------------------------------


def test_a_position_stays_when_its_unit_leaves_until_the_supply_phase() -> None:
    """16.1.5: only losses, retreats and the end of the owner's supply phase remove it."""
    markers = [{"kind": "improved_position", "hex": "0505"}]
    table = Table(
        [allied("a", "0505", 8), allied("b", "0606"), german("d", "0506")],
        phase="movement",
        markers=markers,
    )
    table.play(table.move("b", "0605"))
    table.play(table.move("a", "0605"))
    assert table.hex("0505") in table.now.improved
    fight = Table([allied("a", "0505", 8), german("d", "0506")], markers=markers)
    fight.attack(["a"], "0506", 5)
    fight.choose("retreat")
    fight.choose(fight.options[0])
    fight.choose("a 0506")
    assert fight.hex("0505") in fight.now.improved


# -- 20 and 22 ------------------------------------------------------------------------------------


def test_a_glider_lands_while_the_other_waits() -> None:
    """20.2.4b: an enemy in the landing hex delays only the glider that lands there."""
    first, second = assault.GLIDERS
    table = campaign(
        [
            counter(first, "turn-2"),
            counter(second, "turn-2"),
            counter("GE-91-1058", assault.GLIDERS[first]),
        ],
        turn=2,
        phase="initial",
    )
    work = with_dice(table, 6)
    assault.gliders(work)
    assert work.position.number(work.state.pieces[first].place) == "turn-3"
    assert work.position.number(work.state.pieces[second].place) == assault.GLIDERS[second]


def test_the_cadres_of_a_division_leave_with_it_and_no_others() -> None:
    """22.2a, 22.2b."""
    cadre, regiment = "US-Cadre-AG-1", "US-101-506"
    units = [
        ENGINEERS,
        counter("US-82-505", "2811"),
        counter(cadre, "2810"),
        counter(regiment, "cadres-allied"),
    ]
    table = campaign(units, turn=9, phase="end", tracks={tracks.CADRE + cadre: regiment})
    work = work_of(table)
    withdraw(work, "82 AB Div")
    assert "US-82-505" not in work.position.units
    assert cadre in work.position.units
    withdraw(work, "101 AB Div")
    assert cadre not in work.position.units
    assert "withdrawn/" + regiment in work.state.tracks


def test_an_airborne_division_leaves_by_its_owners_answer() -> None:
    """22.2a, 3.D1."""
    units = [ENGINEERS, counter("US-82-505", "2811"), counter("US-101-506", "2812")]
    table = campaign(units, turn=9, phase="supply")
    table.play(act.NextPhase())
    assert [d.args["division"] for d in table.state.pending[::-1]] == ["101 AB Div", "82 AB Div"]
    assert table.options == ["stay", "withdraw"]
    table.choose("stay")
    assert "US-101-506" in table.now.units
    table.choose("withdraw")
    assert "US-82-505" not in table.now.units


# -- facts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "turns"), [("cherbourg", 12), ("campaign", 22), ("?", 22)])
def test_facts_are_those_of_the_log_s_scenario(scenario: str, turns: int) -> None:
    """24.1, 26.1a; a log of another scenario is told by the first."""
    module = BOOK.ruleset("campaign").module
    assert BOOK.facts(module, scenario)._setting.last_turn == turns


# -- the window's orders --------------------------------------------------------------------------


def test_the_orders_of_each_phase() -> None:
    """6.1a, 15.1a, 15.4, 16.1.3a, 16.2e."""
    marked: dict[str, Any] = {"areas": BEACH, "roads": []}
    units = [
        SUPPLIED,
        allied("i", "0102", steps=1, max_steps=2),
        allied("r", "0201", status=["reserve"]),
    ]
    pool = {"repl/us/infantry": 1}
    assert orders(Table(units, phase="movement", tracks=pool, **marked), "i", "r", "?") == {
        ("i", "reserve", True),
        ("i", "improved_position", True),
        ("r", "reserve", False),
        ("r", "improved_position", True),
    }
    assert orders(Table(units, phase="replacement", tracks=pool, **marked), "i", "r") == {
        ("i", "replacement", True),
        ("r", "reserve", False),
    }
    assert orders(Table(units, phase="combat", tracks=pool, **marked), "i", "r") == {
        ("r", "reserve", False)
    }
    strong = german("s", "0505", 2, "strongpoint", movement=0)
    assert orders(Table([strong], active="german"), "s") == {("s", "remove", True)}
    fight = Table([allied("a", "0505", 8, status=["reserve"]), german("d", "0506")])
    fight.attack(["a"], "0506", 5)
    assert fight.state.pending
    assert orders(fight, "a", "d") == set()


# -- verdicts on orders ---------------------------------------------------------------------------


def test_after_the_end_of_the_game_every_order_is_refused_as_such() -> None:
    """23.1."""
    table = Table([allied("a", "0505")], phase="movement", tracks={WINNER: "german"})
    assert table.judge(table.move("a", "0506")) == {"23.1"}
    assert "23.1" in table.judge(act.NextPhase())


def test_only_the_active_side_places_reserves() -> None:
    """15.1a: also units in boxes never go into reserve."""
    table = Table([allied("a", "0505"), german("g", "1010")], phase="movement")
    assert table.judge(act.PlaceMarker(unit="g", marker="reserve")) == {"3.0"}
    waiting = campaign([counter("US-4-8", "in-britain")])
    assert "3.0" in waiting.judge(act.PlaceMarker(unit="US-4-8", marker="reserve"))


def test_units_that_are_not_due_have_no_places_to_arrive() -> None:
    """6.5.1a, 6.6a."""
    table = campaign([counter("GE-12SS-26", "turn-3")], turn=2, active="german")
    unit = table.now.any_unit("GE-12SS-26")
    assert unit is not None
    assert arrivals.arrival_places(table.now, (unit,)) == {}
    first = campaign([ENGINEERS, counter("US-9-39", "in-britain")], turn=1)
    unit = first.now.any_unit("US-9-39")
    assert unit is not None
    assert arrivals.arrival_places(first.now, (unit,)) == {}


def test_allied_units_have_no_trucks() -> None:
    """9.8.6a."""
    table = Table([allied("a", "0505")], phase="movement")
    for mode in ("truck", "truck_strategic"):
        assert reach_of(table.now, ["a"], mode).hexes == {}


# -- losses and desperate defences ----------------------------------------------------------------


def test_an_al_result_falls_on_any_attacker() -> None:
    """12.4.4b: the attacker chooses, also outside the main assault force."""
    units = [
        allied("a", "0505", 6, formation="1"),
        allied("b", "0606", 6, formation="29"),
        german("d", "0506", 4, tq=1),
    ]
    table = Table(units)
    table.attack(["a", "b"], "0506", 4)
    assert table.state.pending[-1].kind == "stand"
    table.choose("hold d", 6)
    assert set(table.options) == {"a", "b"}
    table.choose("b")
    assert (table.unit("a").steps, table.unit("b").steps) == (2, 1)


def surrounded(steps: int) -> Table:
    """A regiment with no way out, whose determined defence has failed."""
    there = Table([german("d", "0506")])
    ring = sorted(there.numbers(there.now.ground.ring[there.hex("0506")]))
    units = [allied(f"a{n}", h, 6, formation="1") for n, h in enumerate(ring)]
    table = Table([*units, german("d", "0506", 8, steps=steps, max_steps=3)])
    table.attack(["a0", "a1", "a2"], "0506", 4)
    table.choose("hold d", 1)
    return table


def test_a_desperate_defence_may_be_declined() -> None:
    """12.5: the stack is lost, and the attacker advances."""
    table = surrounded(3)
    assert table.options == ["desperate", "retreat"]
    table.choose("retreat")
    assert "d" not in table.now.units
    assert table.state.pending[-1].kind == "advance"


def test_one_step_makes_no_desperate_defence() -> None:
    """12.5a."""
    table = surrounded(1)
    assert "d" not in table.now.units
    assert table.state.pending[-1].kind == "advance"


# -- coast and leash ------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "sheltered"), [("2814", True), ("1015", False), ("1531", False)])
def test_the_coast_shelters_isolated_allies_and_the_edge_of_the_map_does_not(
    at: str, sheltered: bool
) -> None:
    """18.5.2."""
    table = campaign([counter("US-4-8", at, status=["isolated"])])
    table.state = replace(table.state, control={})
    assert shelter(table.now, table.unit("US-4-8")) is sheltered


def test_a_leashed_division_lands_near_its_towns_and_may_come_closer() -> None:
    """26.3.2a, 26.3.3: from outside only towards them; off the map nowhere beyond."""
    table = campaign(
        [counter("US-101-506", "3012"), counter("US-101-501", "in-britain")], "cherbourg"
    )
    now = table.now
    centre, away = now.ground.index["2512"], now.ground.distance
    out = now.units["US-101-506"]
    box = now.any_unit("US-101-501")
    assert box is not None
    assert away(out.place, centre) > 4
    for hex_ in now.ground.ring[out.place]:
        if int(now.number(hex_)[2:]) >= 15 or "behind_27_june" not in now.ground.marks[hex_]:
            continue
        closer = away(hex_, centre) < away(out.place, centre)
        assert bool(out_of_bounds(now, out, hex_)) is not (closer or away(hex_, centre) <= 4)
        assert bool(out_of_bounds(now, box, hex_)) is (away(hex_, centre) > 4)


# -- the end of the game, and the words of a decision ---------------------------------------------


def test_an_automatic_victory_ends_the_game_in_its_phase() -> None:
    """23.1, 23.3b: seven American regiments are eliminated."""
    names = ("US-4-8", "US-4-12", "US-4-22", "US-1-16", "US-1-18", "US-1-26", "US-9-39")
    lost = [counter(n, "eliminated-allied", steps=0) for n in names]
    table = campaign([ENGINEERS, *lost], turn=5, phase="end")
    table.play(act.NextPhase())
    assert table.state.tracks[WINNER] == "german"
    clock = table.state.clock
    assert (clock.turn, clock.phase) == (5, "end")


def test_the_words_of_a_determined_defence() -> None:
    """12.4.1c, 12.4.3: who leads, and with what support."""
    head = german("h", "0508", 1, "hq", attack=0, steps=1, max_steps=1)
    entry = {"E": {"kind": "entry", "hexes": ["0510"]}}
    table = Table([allied("a", "0505", 8), german("d", "0506", 4), head], areas=entry)
    table.attack(["a"], "0506", 5)
    question = table.rules.answers(table.state).question()
    assert question is not None
    words = {o.id: o.text for o in question.options}
    assert set(words) == {"retreat", "hold d", "hold d h"}
    assert len(set(words.values())) == 3
    assert "h" not in words["hold d"].replace("hold", "").split()
    assert question.side == "german"
    assert question.battle == table.hex("0506")
    assert [o.place for o in question.options if o.units] == [table.hex("0506")] * 2
    table.choose("retreat")
    ways = table.rules.answers(table.state).question()
    assert ways is not None
    assert all(o.place == o.path[-1] for o in ways.options if o.path)


def test_no_mulberry_is_built_in_the_cherbourg_game() -> None:
    """26.1: it is played without the British beaches."""
    held = dict.fromkeys(("2620", "2719", "2524"), "allied")
    for scenario, built in (("campaign", True), ("cherbourg", False)):
        work = work_of(campaign([], scenario, turn=3, control=held))
        build(work)
        assert (tracks.MULBERRY_DUE + "us" in work.state.tracks) is built


@pytest.mark.parametrize(("terrain", "prey"), [("clear", ["k"]), ("woods", [])])
def test_silhouettes_in_woods_are_no_prey(terrain: str, prey: list[str]) -> None:
    """19.1.4a."""
    tank = german("k", "0506", 2, "tank", armor=3, silhouette=True)
    table = Table([allied("a", "0505"), tank], hexes={"0506": {"terrain": terrain}})
    found = table.rules.answers(table.state).bombard((), table.hex("0506"))
    assert found.own == {"prey": prey}
