"""Chapter 20 and 22.7: night turns, replacements and returnees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.effects import Decision
from engine.games.holland44.contents import DECISIONS
from engine.games.holland44.positions import read, setting
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch03_clock import sequence_of
from engine.rules.judge import Given
from tests.games.holland44.rules.tabletop import tank, unit

NIGHT = {"clear_board": True, "turn": 8, "phase": "bridge", "active": "german"}
ALLIED = {"clear_board": True, "turn": 8, "phase": "airlanding", "active": "allied"}
FAR = {"id": "GE-Helle", "hex": "F"}
WEST = {"id": "GE-II-1034-59", "hex": "B", "steps": 1}
EAST = {"id": "GE-Fuerstenberg", "hex": "I", "steps": 1}


def asked(table, units, base=NIGHT, **fields):
    """Return the replacements on offer at the start of a movement phase."""
    after = table({**base, "units": [*units, FAR], **fields}).next()
    return after, (after.asked[2] if after.pending else [])


def test_20_1a_a_night_turn_has_neither_weather_nor_landings():
    sequence = sequence_of(setting("campaign"))
    for turn in (2, 5, 8):
        assert "weather" not in {s.phase for s in sequence.phases(turn)}
    assert {s.phase for s in sequence.phases(3)} - {s.phase for s in sequence.phases(2)} == {
        "weather"
    }


def test_20_1c_the_germans_ferry_vehicles_at_night(diagram):
    board = {"active": "german", "hexsides": {"0505/0506": ["major_river", "ferry"]}}
    units = [tank("g1", "0505", max_steps=1)]
    night, day = (diagram(units, turn=turn, **board) for turn in (2, 3))
    assert night.broken("g1", "0505", "0506", mode="tactical") == set()
    assert day.broken("g1", "0505", "0506", mode="tactical") == {"8.5.6"}


def test_20_2_1_replacements_come_by_night_from_turn_8_on(table):
    assert "west GE-II-1034-59" in asked(table, [WEST])[1]
    for turn in (5, 7, 9):
        assert asked(table, [WEST], turn=turn)[1] == []
    assert asked(table, [WEST], turn=11)[1]


def test_20_2_2a_the_germans_get_one_from_the_west_and_one_from_north_or_east(table):
    other = {"id": "GE-Finzel-2", "hex": "C", "steps": 1}
    start, words = asked(table, [WEST, other, EAST])
    assert {"west GE-Finzel-2", "west GE-II-1034-59", "east GE-Fuerstenberg"} < set(words)
    first = start.choose("west GE-II-1034-59")
    assert first.steps("GE-II-1034-59") == 2
    assert {word.split()[0] for word in first.asked[2]} == {"done", "east"}
    second = first.choose("east GE-Fuerstenberg")
    assert second.pending == []
    assert second.status("GE-Fuerstenberg") == {"replacement"}


def test_20_2_2b_the_british_get_one_of_any_kind_from_area_n(table):
    units = [
        {"id": "BR-2GH/46", "hex": "N", "steps": 2},
        {"id": "BR-23H/29", "hex": "N", "steps": 1},
        {"id": "BR-8RB/29", "hex": "M", "steps": 1},
        {"id": "BR-2-1P", "hex": "N", "steps": 2},
    ]
    start, words = asked(table, units, ALLIED)
    assert words == ["done", "south BR-23H/29", "south BR-2GH/46", "south BR-8RB/29"]
    assert start.choose("south BR-23H/29").pending == []


def test_20_2_1_unused_replacements_may_be_used_at_the_end_and_are_then_lost(table):
    start, _ = asked(table, [WEST])
    later = start.choose("done")
    assert later.pending == []
    last = later.next()
    assert last.asked[1] == "replacement"
    assert last.state()["phase"] == "movement"
    over = last.choose("done").next()
    assert over.state()["phase"] == "combat"
    assert not [name for name in over.state()["tracks"] if name.startswith("replaced")]
    moved = later.march("GE-II-1034-59", "area-B", "2200", mode="best")
    assert moved.next().asked[1] == "replacement"  # it has moved one hex (20.2.5)


def test_20_2_3a_a_path_to_the_area_that_gives_the_replacement(table, diagram):
    in_l = {"id": "GE-I-1036-59", "hex": "L", "steps": 1}  # its path leads over the map
    assert "west GE-I-1036-59" in asked(table, [in_l])[1]
    areas = {"B": {"side": "german", "hexes": ["0501"]}, "D": {"side": "german", "hexes": ["0510"]}}
    board = {"turn": 8, "phase": "bridge", "active": "german", "areas": areas}
    near = [unit("g1", "0504", steps=1), unit("a1", "0110")]
    far = [unit("g1", "0507", steps=1), unit("a1", "0110")]  # area D is near, but gives nothing
    assert diagram(near, **board).next().asked[2] == ["done", "west g1"]
    assert diagram(far, **board).next().pending == []


@pytest.mark.parametrize("status", ["disrupted", "full_retreat", "engaged"])
def test_20_2_3b_in_good_order(table, status):
    assert asked(table, [{**WEST, "status": [status]}])[1] == []


def test_20_2_3b_the_enemy_may_be_next_to_it(table):
    near = {"id": "GE-Stephan", "hex": "2010", "steps": 1}
    words = asked(table, [near, {"id": "BR-2GH/46", "hex": "2009"}])[1]
    assert "west GE-Stephan" in words or "east GE-Stephan" in words


@pytest.mark.parametrize(
    "reduced",
    [
        {"id": "GE-Bloch", "hex": "B", "steps": 2},
        {"id": "GE-1+2-2107-107", "hex": "B", "steps": 1},
    ],
)
def test_20_2_3c_neither_elite_units_nor_german_vehicles(table, reduced):
    assert asked(table, [reduced])[1] == []


def test_20_2_3c_no_airborne_units(table):
    assert asked(table, [{"id": "BR-2-1P", "hex": "N", "steps": 2}], ALLIED)[1] == []


def test_20_2_3c_neither_guns_nor_vehicles_nor_elite_come_back(table):
    names = ("GE-191Arko", "GE-2-9-9ss", "GE-9Lehr", "GE-19-9ss")  # guns, tanks, elite, infantry
    dead = [{"id": name, "hex": "eliminated-german", "steps": 0} for name in names]
    words = asked(table, dead)[1]
    assert {word.split()[1] for word in words[1:]} == {"GE-19-9ss"}
    guns = {"id": "BR-Gds-Arty", "hex": "eliminated-allied", "steps": 0}
    assert asked(table, [guns], ALLIED)[1] == []


def test_20_2_4a_an_eliminated_unit_comes_back_in_the_area_or_a_city(table):
    dead = {"id": "GE-II-1035-59", "hex": "eliminated-german", "steps": 0}
    control = {"3402": "german"}
    start, words = asked(table, [dead], control=control)
    places = {word.split()[2] for word in words[1:] if word.startswith("west")}
    assert {"area-B", "area-C"} <= places
    board = setting("campaign").board
    towns = places - {"area-B", "area-C"}
    assert towns
    assert all(board.settlement[board.index[n]] == "city" for n in towns)
    back = start.choose("west GE-II-1035-59 area-B")
    assert back.at("GE-II-1035-59") == "area-B"
    assert back.steps("GE-II-1035-59") == 1
    assert back.status("GE-II-1035-59") == {"replacement"}


def test_20_2_4a_not_in_ezoc(table):
    dead = {"id": "GE-II-1035-59", "hex": "eliminated-german", "steps": 0}
    _, words = asked(table, [dead])
    town = next(w.split()[2] for w in words if w.startswith("west") and w[-1].isdigit())
    board = setting("campaign").board
    near = next(
        board.numbers[j]
        for j in board.neighbours[board.index[town]]
        if j >= 0 and (board.index[town], j) not in board.hexsides and board.settlement[j] != "city"
    )
    _, fewer = asked(table, [dead, {"id": "BR-2GH/46", "hex": near}])
    assert f"west GE-II-1035-59 {town}" not in fewer


def test_20_2_4b_a_unit_of_three_steps_comes_back_as_a_remnant(table):
    dead = {"id": "BR-2GH/46", "hex": "eliminated-allied", "steps": 0}
    assert asked(table, [dead], ALLIED)[1] == []  # without a free remnant it cannot
    remnant = {"id": "BR-REM-Inf-1", "hex": "remnants-allied"}
    start, words = asked(table, [dead, remnant], ALLIED)
    assert "south BR-2GH/46 area-N" in words
    back = start.choose("south BR-2GH/46 area-N")
    assert back.at("BR-REM-Inf-1") == "area-N"
    assert back.at("BR-2GH/46") == "remnant-parents-allied"
    assert (back.steps("BR-REM-Inf-1"), back.steps("BR-2GH/46")) == (1, 1)
    assert "replacement" in back.status("BR-REM-Inf-1")


def test_20_2_5_a_unit_with_a_replacement_moves_one_hex(table):
    start, _ = asked(table, [WEST])
    given = start.choose("west GE-II-1034-59")
    reach = given.reach("GE-II-1034-59")
    assert reach
    assert all(len(found["path"]) == 2 for found in reach.values())


def test_20_2_5_a_unit_with_a_replacement_does_not_attack_out_of_an_area_either(diagram):
    units = [unit("a1", "N", status=["replacement"]), unit("a2", "N"), unit("g1", "0501")]
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    table = diagram(units, areas=areas, phase="combat")
    attack = {"kind": "declare_attack", "attackers": ["a1"], "target": "0501"}
    assert [v["rule"] for v in table.refused(attack)["verdicts"]] == ["20.2.5"]
    table.attack("a2", "0501", 4)  # an area is no hex: others of it attack


# -- returnees ------------------------------------------------------------------------------------

SEND = {"clear_board": True, "turn": 4, "phase": "airlanding", "active": "allied"}
HEAD = {"id": "US-101-supply", "hex": "3206"}
WEAK = {"id": "US-1/502", "hex": "3306", "steps": 2}


def landed_badly(table, *dice):
    """A morning in which a unit of the 101st loses a step by landing."""
    units = [HEAD, WEAK, {"id": "US-2/327-A", "hex": "turn-3"}, FAR]
    units.append({"id": "BR-2-1P", "hex": "6516"})  # or the Germans win (26.2)
    position = {**SEND, "turn": 3, "phase": "bridge", "weather": "clear", "units": units}
    phase = table(position).next().choose("US-2/327-A")
    return phase.choose("3207", *dice)


def on_to(table, turn, phase):
    """Play on to a phase, with the first answer to everything."""
    while (table.state()["turn"], table.state()["phase"]) != (turn, phase):
        table = table.choose(table.asked[2][0]) if table.pending else table.next()
    return table


def test_22_7_returnees_come_from_the_next_turn_on_one_a_turn(table):
    down = landed_badly(table, 6)
    assert down.state()["tracks"]["airborne-101"] == 1
    move = down.next()
    assert (move.state()["phase"], move.pending) == ("movement", [])  # not on the same turn
    later = on_to(move, 4, "airlanding").next()
    assert later.asked[1] == "replacement"
    assert later.asked[2] == ["done", "101 US-1/502", "101 US-2/327-A"]
    given = later.choose("101 US-1/502")
    assert given.pending == []
    assert given.steps("US-1/502") == 3
    assert given.status("US-1/502") == {"replacement"}
    assert given.state()["tracks"]["airborne-101"] == 0


def question(*units, **tracks):
    """A movement phase of the Allies that waits for the answer about returnees."""
    given, state, _ = read({**SEND, "phase": "movement", "units": [*units, FAR]})
    ask = Decision.model_validate(
        {"kind": "replacement", "side": "allied", "args": {"last": False}}
    )
    named = {"airborne-101": 2, **{k.replace("_", "/", 1): v for k, v in tracks.items()}}
    return given, replace(state, tracks={**state.tracks, **named}, pending=(ask,))


def returnees(*units, held=2):
    """The returnees that may be used with so many steps on the track of the 101st."""
    given, state = question(*units, **{"airborne-101": held})
    return [o.id for o in DECISIONS.choices_of(given.position(state), state.pending[-1])]


def test_22_7b_each_division_one_step_a_turn():
    other = {"id": "US-2/502", "hex": "3306", "steps": 1}
    assert returnees(HEAD, WEAK, other) == ["done", "101 US-1/502", "101 US-2/502"]
    assert returnees(HEAD, WEAK, other, held=0) == []


def test_22_7c_in_good_order_and_in_reach_of_the_supply_head():
    assert returnees(WEAK) == []
    for status in ("disrupted", "engaged"):
        assert returnees(HEAD, {**WEAK, "status": [status]}) == []
    spent = {**HEAD, "status": ["depleted"]}
    assert returnees(spent, WEAK)
    enemy = {"id": "GE-Segler", "hex": "3406"}
    assert returnees(HEAD, WEAK, enemy)  # next to the enemy
    dead = {"id": "US-2/502", "hex": "eliminated-allied", "steps": 0}
    assert returnees(HEAD, dead) == []
    others = {"id": "BR-2-1P", "hex": "3306", "steps": 1}
    assert returnees(HEAD, others) == []


def test_22_7d_page_47_a_remnant_is_replaced_by_its_unit():
    remnant = {"id": "US-101-REM-1", "hex": "3306"}
    parent = {"id": "US-3/502", "hex": "remnant-parents-allied", "steps": 1}
    given, state = question(HEAD, remnant, parent, **{"remnant_US-101-REM-1": "US-3/502"})
    work = Resolution(given, state, Given([]))
    choice = next(o for o in DECISIONS.choices_of(work.position, state.pending[-1]) if o.units)
    assert choice.id == "101 US-101-REM-1"
    DECISIONS.decide(work, choice)
    back = work.position.units["US-3/502"]
    assert (given.places.name(back.place), back.profile.steps) == ("3306", 2)
    assert back.profile.status == {"replacement"}
    box = work.state.pieces["US-101-REM-1"].place
    assert given.places.name(box) == "remnants-allied"
    assert work.state.tracks["airborne-101"] == 1
    assert "remnant/US-101-REM-1" not in work.state.tracks
