"""Chapter 4.2: arrivals across the edges and by air, on the printed map."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.marketgarden.answers.views import reach_of, why_not
from engine.games.marketgarden.rules.ch04_arrivals import (
    arrivals,
    comes_by_air,
    flown_in,
    landing_hexes,
)
from tests.games.marketgarden.tabletop import Campaign, Table, allied, unit


def at(name: str, hex_: str, **more) -> dict:
    """Return a counter of the campaign in another place."""
    return {"id": name, "counter": name, "hex": hex_, **more}


def german(turn: int, *units, **more) -> Campaign:
    return Campaign(list(units), turn=turn, active="german", phase="movement", **more)


def british(turn: int, *units, **more) -> Campaign:
    return Campaign(list(units), turn=turn, active="allied", phase="movement", **more)


def reached(table: Table, name: str) -> list[str]:
    return table.numbers(reach_of(table.now, [name]).hexes)


def test_reinforcements_enter_by_their_edge_and_pay_for_the_first_hex():
    table = german(2)
    found = reach_of(table.now, ["GE-406-1"])
    costs = {table.now.number(i): end.cost for i, end in found.hexes.items()}
    assert costs["2405"] == 1
    assert costs["2305"] == 2
    table.play(table.move("GE-406-1", path="turn-2 2405 2305"))
    assert table.where("GE-406-1") == "2305"


def test_the_east_edge_is_open_north_of_helmond_the_west_one_north_of_reusel():
    table = german(3)
    entries = table.now.ground.land.entries
    east, west = table.numbers(entries["east"]), table.numbers(entries["west"])
    assert east == ["1217", "1218", "1219", *(f"24{row:02d}" for row in range(1, 17))]
    assert west == [f"01{row:02d}" for row in range(1, 23)]
    assert {"1217", "1219", "2401", "2416"} <= set(reached(table, "GE-Art-1"))
    assert {"0101", "0122"} <= set(reached(table, "GE-Art-2"))
    assert table.rules_against(table.move("GE-Art-1", path="turn-3 1222")) == ["4.2.1a"]
    assert table.rules_against(table.move("GE-Art-2", path="turn-3 0123")) == ["4.2.1a"]


def test_unit_entering_enemy_zone_is_engaged():
    table = german(2, at("BR-8A", "2305"))
    assert "2405" in reached(table, "GE-406-1")
    table.play(table.move("GE-406-1", path="turn-2 2405"))
    assert table.now.engaged(table.unit("GE-406-1"))
    assert reached(table, "GE-406-1") == []


def test_reinforcements_may_come_late_but_not_early():
    table = german(2)
    assert reached(table, "GE-Pz-756") == []
    assert table.rules_against(table.move("GE-Pz-756", path="turn-8 2405")) == ["11.1a"]
    assert "2405" in reached(german(9), "GE-406-1")


def test_allied_units_never_leave_the_map():
    table = british(3, at("BR-8A", "0101"))
    assert not reach_of(table.now, ["BR-8A"]).boxes
    assert table.rules_against(table.move("BR-8A", path="0101 exit-west")) == ["4.2.2a"]


def test_germans_leave_and_come_back_two_turns_later_by_the_same_edge():
    table = german(3, at("GE-HGEsc", "0105"))
    assert table.rules_against(table.move("GE-HGEsc", path="0105 exit-east")) == ["4.2.2c"]
    table.play(table.move("GE-HGEsc", path="0105 exit-west"))
    assert table.where("GE-HGEsc") == "exit-west"
    assert reached(table, "GE-HGEsc") == []
    assert table.rules_against(table.move("GE-HGEsc", path="exit-west 0125")) == ["4.2.2c"]
    for _ in range(8):
        while table.state.pending:
            table.choose("none")
        quiet(table)
    while table.state.pending:
        table.choose("none")
    assert (table.now.turn, table.now.active) == (5, "german")
    # Any hex of the edge: the limits of reinforcements do not bind who returns.
    assert {"0101", "0125"} <= set(reached(table, "GE-HGEsc"))
    table.play(table.move("GE-HGEsc", path="exit-west 0125"))
    assert table.where("GE-HGEsc") == "0125"


@pytest.mark.parametrize(("there", "rules"), [(2, []), (3, ["4.1.1a"])])
def test_a_unit_that_comes_back_needs_room_in_its_hex(there: int, rules: list[str]):
    crowd = [at(f"GE-Tettau-{n}", "0125") for n in range(1, there + 1)]
    table = german(3, at("GE-HGEsc", "exit-west"), *crowd)
    assert table.rules_against(table.move("GE-HGEsc", path="exit-west 0125")) == rules
    away = why_not(table.now, ["GE-HGEsc"], table.hex("1010"))
    assert away.path[0] == table.state.pieces["GE-HGEsc"].place


def quiet(table: Table) -> None:
    """Go to the next phase without attacks, regardless of duties."""
    from engine.core import actions as act
    from engine.core.reducer import apply
    from engine.rules.judge import Given

    effects, _ = table.rules.resolve(table.state, act.NextPhase(), Given([6] * 9))
    table.state = apply(table.state, effects, table.rules.places)


def boxes(table: Table, name: str) -> dict[str, tuple[str, ...]]:
    """Return the boxes that a unit may exit to, each with its path."""
    found = reach_of(table.now, [name]).boxes
    number = table.now.number
    return {number(i): tuple(number(j) for j in end.path) for i, end in found.items()}


def test_enemy_zone_stops_unit_from_leaving_the_map():
    """4.1.2b: the enemy zone ends the move; 4.2.1a: a unit that has just entered cannot leave."""
    free = german(3, at("GE-HGEsc", "0205"))
    assert boxes(free, "GE-HGEsc")["exit-west"] in {
        ("0205", "0105", "exit-west"), ("0205", "0106", "exit-west"),
    }  # fmt: skip
    held = german(3, at("GE-HGEsc", "0205"), at("BR-8A", "0104"))
    near = {held.now.number(i) for i in held.now.enemy_zone("german")}
    assert "0105" in near
    assert "0105" in reached(held, "GE-HGEsc")
    assert all(way[-2] not in near for way in boxes(held, "GE-HGEsc").values())
    way = held.move("GE-HGEsc", path="0205 0105 exit-west")
    assert held.rules_against(way) == ["4.1.2b"]
    coming = german(3)
    assert reached(coming, "GE-Art-2")
    assert boxes(coming, "GE-Art-2") == {}


def test_unit_leaving_over_south_edge_never_returns():
    table = german(3, at("GE-176-2", "1028"))
    table.play(table.move("GE-176-2", path="1028 exit-south"))
    assert "returns/GE-176-2" not in table.state.tracks
    later = german(9, at("GE-176-2", "exit-south"))
    assert reached(later, "GE-176-2") == []
    assert later.rules_against(later.move("GE-176-2", path="exit-south 1028")) == ["4.2.2d"]
    from engine.games.marketgarden.rules.ch11_victory import destroyed

    assert destroyed(later.now, "german") == 0


def test_first_landings_are_set_up_on_the_map():
    table = Campaign()
    hexes = {
        "BR-1AB-AL": "1403", "BR-1AB-P1": "1404", "US-82-504": "1310", "US-82-508": "1710",
        "US-82-505": "1711", "US-101-501": "0816", "US-101-502": "0718", "US-101-506": "0820",
    }  # fmt: skip
    assert {name: table.where(name) for name in hexes} == hexes


def to_the_18th(*units) -> Campaign:
    """Return the end of the German combat phase of day 18."""
    found = Campaign(list(units), turn=2, active="german", phase="combat")
    found.free()
    return found


def test_the_brigade_of_the_18th_lands_in_its_printed_hex():
    table = to_the_18th().end()
    assert table.where("BR-1AB-P4") == "1403"
    assert "1505" in reached(table, "BR-1AB-P4") or "1404" in reached(table, "BR-1AB-P4")


def test_an_enemy_in_the_drop_hex_destroys_it():
    table = to_the_18th(at("BR-1AB-AL", "1405"), at("GE-Sec", "1403")).end()
    assert table.where("BR-1AB-P4") == "eliminated-allied"


def test_a_drop_into_an_enemy_zone_has_to_fight():
    table = to_the_18th(at("GE-Sec", "1402")).end()
    assert table.now.engaged(table.unit("BR-1AB-P4"))
    assert reached(table, "BR-1AB-P4") == []
    table.end()
    assert "owes/BR-1AB-P4" in table.state.tracks


def test_a_full_drop_hex_lets_the_brigade_wait():
    crowd = [at(n, "1403") for n in ("BR-1AB-P1", "BR-43-129")]
    assert to_the_18th(*crowd).end().where("BR-1AB-P4") == "turn-2"


def test_later_drops_choose_an_open_city_or_hill_hex():
    table = british(3)
    found = reached(table, "US-101-327")
    terrain = {table.now.ground.terrain[table.hex(h)] for h in found}
    assert terrain == {"open", "city", "hill"}
    forest = next(
        table.now.number(i) for i, t in enumerate(table.now.ground.terrain) if t == "forest"
    )
    drop = table.move("US-101-327", path=f"turn-3 {forest}", mode="arrival")
    assert table.rules_against(drop) == ["4.2.3f"]
    enemy = table.move("US-101-327", path="turn-3 1609", mode="arrival")
    assert table.rules_against(enemy) == ["4.1.2h"]
    assert table.rules_against(table.move("PO-1", path="turn-5 1505", mode="arrival")) == ["11.1a"]


def test_after_a_drop_a_unit_moves_on_or_stays_by_a_reading():
    table = british(3)
    table.play(table.move("US-101-327", path="turn-3 0817", mode="arrival"))
    assert "0818" in reached(table, "US-101-327")
    still = british(3, options={"after_a_drop": "stay"})
    still.play(still.move("US-101-327", path="turn-3 0817", mode="arrival"))
    assert reached(still, "US-101-327") == []


def test_german_parachutists_come_on_foot():
    table = german(4)
    waiting = table.now.waiting("GE-FJEsc")
    assert waiting is not None
    assert not comes_by_air(table.now, waiting)
    drop = table.move("GE-FJEsc", path="turn-4 1505", mode="arrival")
    assert table.rules_against(drop) == ["4.2.1a"]


def test_the_52nd_is_flown_to_arnhem_two_turns_after_the_contact():
    inside, beside = at("BR-1AB-P1", "1705"), at("BR-8A", "1706")
    table = british(3, inside, at("BR-8A", "1708"))
    assert reached(table, "BR-52-155") == []
    table.play(table.move("BR-8A", path="1708 1707 1706"))
    assert table.state.tracks["contact-arnhem"] == 3
    assert table.rules_against(table.move("BR-52-155", path="off-map 1705")) == ["4.2.3g"]
    quiet_rounds(table, 8)
    assert (table.now.turn, table.now.active) == (5, "allied")
    assert reached(table, "BR-52-155") == ["1705"]
    assert "4.2.3g" in table.rules_against(table.move("BR-52-155", path="off-map 1605"))
    table.play(table.move("BR-52-155", path="off-map 1705", mode="arrival"))
    table.play(table.move("BR-52-156", path="off-map 1705", mode="arrival"))
    assert "4.1.1a" in table.rules_against(table.move("BR-52-157", path="off-map 1705"))
    conquered = british(3, inside, beside, options={"trigger_52_division": "conquest"})
    assert reached(conquered, "BR-52-155") == ["1705"]


def quiet_rounds(table: Table, phases: int) -> None:
    for _ in range(phases):
        quiet(table)
        while table.state.pending:
            table.choose("none")


def test_the_unit_of_the_21st_is_created_north_of_the_waal():
    table = german(5)
    found = reached(table, "GE-Inf-124")
    assert {"1605", "1608", "0101", "2301"} <= set(found)
    assert not {"1610", "0120", "1609"} & set(found)
    for hex_, rule in (("1711", "4.1.2h"), ("0115", "11.1.4b")):
        assert rule in table.rules_against(table.move("GE-Inf-124", path=f"turn-5 {hex_}"))
    taken = german(5, control={"1605": "allied"})
    assert taken.rules_against(taken.move("GE-Inf-124", path="turn-5 1605")) == ["11.1.4b"]


def test_the_unit_of_the_21st_is_not_created_where_it_would_be_surrounded():
    ring = [at("BR-8A", "1602"), at("BR-Gds-5", "1504"), at("BR-Gds-32", "1704")]
    table = german(5, *ring, at("GE-AT-134", "1901", steps=1), at("GE-9SS-Pz", "2001"))
    assert "11.1.4b" in table.rules_against(table.move("GE-Inf-124", path="turn-5 1603"))


def test_arrivals_report_their_edges():
    table = german(2)
    position = table.rules.answers(table.state)
    now = [a for a in position.arrivals(2) if a.waiting]
    assert {a.units[0] for a in now} == {f"GE-406-{n}" for n in range(1, 5)} | {"BR-1AB-P4"}
    assert all(a.text for a in position.arrivals())
    later = {a.units[0] for a in position.arrivals(5)}
    assert later == {"GE-Inf-124", "PO-1"}
    assert {u.id for u in arrivals(table.now, "german")} == {f"GE-406-{n}" for n in range(1, 5)}


@pytest.mark.parametrize("side", ["german", "allied"])
def test_every_unit_of_the_game_is_on_the_map_or_to_come(side):
    table = Campaign()
    units = [n for n, p in table.state.pieces.items() if p.side == side]
    assert len(units) == {"german": 49, "allied": 27}[side]
    assert not [n for n in units if table.where(n).startswith(("elim", "exit"))]


def test_units_of_different_edges_do_not_enter_together():
    table = german(3)
    both = table.move("GE-Art-1", "GE-Art-2", path="turn-3 2405")
    assert "4.2.1a" in table.rules_against(both)


def test_edge_reinforcements_have_no_landing_hexes():
    table = Table([allied("e", "0506"), unit("f", "0509")])
    assert list(landing_hexes(table.now, table.unit("f"))) == []


def test_a_drop_is_one_unit_and_one_hex_at_a_time():
    """4.2.3f: units land singly, straight into their hex."""
    table = british(8)
    assert table.rules_against(table.move("PO-1", path="turn-5 0820", mode="arrival")) == []
    longer = table.move("PO-1", path="turn-5 0820 0821", mode="arrival")
    assert table.rules_against(longer) == ["4.2.3f"]
    both = ("PO-1", "US-101-327")
    table = british(8, at("US-101-327", "turn-5"))
    pair = table.move(*both, path="turn-5 0820", mode="arrival")
    assert table.rules_against(pair) == ["4.2.3f"]


@pytest.mark.parametrize(
    ("move", "name", "where", "keys"),
    [
        ("eliminated-german 0101", "GE-Chill-1", "eliminated-german", {"7.0a.eliminated",
                                                                       "4.2.1a.edge"}),
        ("0101 turn-5", "GE-Chill-1", "0101", {"4.2.2c.no_exit"}),
        ("0505 exit-west", "GE-Chill-1", "0505", {"4.2.2c.not_there"}),
        ("exit-west exit-north", "GE-Chill-1", "exit-west", {"4.2.2c.no_exit"}),
        ("0101 exit-west", "BR-8A", "0101", {"4.2.2a.allied", "3.0a.other_side"}),
    ],
)  # fmt: skip
def test_units_leave_and_enter_by_the_edges_alone(move, name, where, keys):
    """4.2.1a, 4.2.2a, 4.2.2c, 7.0a: no other box is entered; nobody returns from destruction."""
    given = {"steps": 0} if "eliminated" in where else {}
    table = german(5, at(name, where, **given))
    found = table.verdicts(table.move(name, path=move))
    assert {v.key.removeprefix("rule.marketgarden.") for v in found} == keys


def test_an_enemy_zone_beside_the_edge_keeps_a_unit_on_the_map():
    """4.1.2b, 4.2.2c: who must stop beside an enemy does not go on over the edge."""
    units = [unit("f", "0205", movement=2), allied("a", "0104"), allied("b", "0107")]
    table = Table(units)
    assert {"0105", "0106"} <= set(reached(table, "f"))
    assert boxes(table, "f") == {}
    table.play(table.move("f", path="0205 0105"))
    assert boxes(table, "f") == {}
    assert table.rules_against(table.move("f", path="0105 exit-west")) == ["4.0b", "4.1.2b"]


def test_units_of_a_box_return_each_in_its_turn():
    """4.2.2c: of two units beyond an edge one may be late."""
    table = german(5, at("GE-HGEsc", "exit-west"), at("GE-Sec", "exit-west"))
    names = ("GE-HGEsc", "GE-Sec")
    early = {"returns/GE-HGEsc": 5, "returns/GE-Sec": 6}
    table.state = replace(table.state, tracks={**table.state.tracks, **early})
    move = table.move(*names, path="exit-west 0125")
    assert [(v.rule, v.units, v.args["turn"]) for v in table.verdicts(move)] == [
        ("4.2.2c", ("GE-Sec",), 6)
    ]
    table.play(table.move("GE-HGEsc", path="exit-west 0125"))
    assert "returns/GE-HGEsc" not in table.state.tracks
    assert "moved/GE-HGEsc" in table.state.tracks


def test_a_fixed_drop_lands_in_its_printed_hex_alone():
    """4.2.3b: by an order too, if the hex was full when the others came down."""
    crowd = [at(f"US-82-50{n}", "1403") for n in (4, 5)]
    table = british(2, *crowd)
    found = table.rules_against(table.move("BR-1AB-P4", path="turn-2 1404", mode="arrival"))
    assert found == ["4.2.3b"]
    assert reached(table, "BR-1AB-P4") == []
    assert reached(british(2), "BR-1AB-P4") == ["1403"]


def test_by_the_reading_a_fixed_drop_stays_where_it_lands():
    """4.2.3e: units of day 18 like those of later days."""
    drop = at("BR-1AB-P4", "turn-2")
    for reading, moves in (("move", True), ("stay", False)):
        table = Campaign(
            [drop], turn=2, active="german", phase="combat", clear_board=True,
            options={"after_a_drop": reading},
        )  # fmt: skip
        table.end()
        assert table.where("BR-1AB-P4") == "1403"
        assert bool(reached(table, "BR-1AB-P4")) == moves


def test_a_unit_that_has_landed_walks_and_pays():
    """4.0a, 4.2.3f: from then on it moves hex by hex."""
    table = british(4, at("US-101-327", "0816"))
    table.play(table.move("US-101-327", path="0816 0815"))
    assert table.where("US-101-327") == "0815"
    assert table.state.tracks["moved/US-101-327"] >= 1


def test_a_reinforcement_pays_for_each_hex():
    """4.2.1a: for the first hex as for the others."""
    table = german(2)
    table.play(table.move("GE-406-1", path="turn-2 2405 2305"))
    assert table.state.tracks["moved/GE-406-1"] == 4


def test_without_arnhem_nobody_is_flown_in():
    """4.2.3g: on a small map the place may be missing."""
    for reading in ("contact", "conquest"):
        table = Table([unit("f", "0505")], options={"trigger_52_division": reading})
        assert not flown_in(table.now)


def test_a_motorised_unit_pays_for_the_first_hex_by_its_terrain():
    """4.2.1a: no road leads onto the map."""
    table = german(3)
    reach = reach_of(table.now, ["GE-Pz-648"])
    terrain = table.now.ground.terrain
    entries = table.now.ground.land.entries["east"]
    open_ = [i for i in entries if terrain[i] == "open"]
    assert {reach.hexes[i].cost for i in open_} == {1}


def test_leaving_the_map_costs_a_point_more():
    """4.2.2c: as for open terrain; the last point suffices."""
    table = Table([unit("f", "0205", movement=2)])
    found = reach_of(table.now, ["f"]).boxes
    assert {table.now.number(i): end.cost for i, end in found.items()} == {"exit-west": 2}
    tired = Table([unit("f", "0305", movement=2)])
    assert reach_of(tired.now, ["f"]).boxes == {}


def test_a_landed_unit_has_spent_nothing_by_the_usual_reading():
    """4.2.3e."""
    table = british(5)
    table.play(table.move("PO-1", path="turn-5 1310", mode="arrival"))
    reach = reach_of(table.now, ["PO-1"])
    assert (reach.spent, reach.allowance) == (0, 5)
    stays = british(5, options={"after_a_drop": "stay"})
    stays.play(stays.move("PO-1", path="turn-5 1310", mode="arrival"))
    assert reach_of(stays.now, ["PO-1"]).hexes == {}


def test_the_unit_of_the_21st_is_created_in_a_zone_but_not_in_a_siege():
    """11.1.4b: in any German hex north of the Waal that is not surrounded."""
    near = german(5, at("BR-8A", "0505"))
    assert "0504" in near.numbers(near.now.enemy_zone("german"))
    assert "0504" in reached(near, "GE-Inf-124")
    ring = near.now.ground.ring[near.hex("0504")]
    around = [at(name, near.now.number(hex_)) for name, hex_ in zip(
        ("BR-43-129", "BR-43-130", "BR-43-214", "BR-50-69", "BR-50-151", "BR-50-231"),
        ring, strict=True)]  # fmt: skip
    assert "0504" not in reached(german(5, *around), "GE-Inf-124")


def test_by_the_reading_of_conquest_the_allies_must_hold_arnhem():
    """4.2.3g, 11.1.3b: contact there is not enough."""
    rule = {"options": {"trigger_52_division": "conquest"}}
    waiting = british(6, **rule)
    assert reached(waiting, "BR-52-155") == []
    (reason,) = waiting.verdicts(waiting.move("BR-52-155", path="off-map 1705", mode="arrival"))
    assert reason.key == "rule.marketgarden.4.2.3g.not_held"
    held = british(6, at("BR-1AB-P1", "1705"), **rule)
    assert reached(held, "BR-52-155") == ["1705"]


def test_a_unit_that_lands_beside_an_enemy_stays_until_the_next_turn():
    """4.1.2b, 4.2.3d: it is engaged at once; in its next movement phase it may break contact."""
    table = british(5)
    beside = next(n for n in ("1608", "1708", "1508") if n in reached(table, "PO-1"))
    table.play(table.move("PO-1", path=f"turn-5 {beside}", mode="arrival"))
    assert table.now.engaged(table.unit("PO-1"))
    assert reached(table, "PO-1") == []
    quiet_rounds(table, 4)
    assert (table.now.turn, table.now.active) == (6, "allied")
    assert reached(table, "PO-1")


def test_an_engaged_unit_breaks_contact_over_the_edge():
    """4.1.2c, 4.2.2c: a point to break contact and one to leave the map."""
    for movement, costs in ((2, {"exit-west": 2}), (1, {})):
        table = Table([unit("f", "0105", movement=movement), allied("a", "0205")])
        assert table.now.engaged(table.unit("f"))
        found = reach_of(table.now, ["f"]).boxes
        assert {table.now.number(i): end.cost for i, end in found.items()} == costs
