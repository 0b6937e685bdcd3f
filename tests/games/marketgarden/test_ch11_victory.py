"""Chapters 2, 3 and 11: components, sequence, set-up, victory."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine.core import actions as act
from engine.games.marketgarden.rules.ch03_sequence import phases
from engine.games.marketgarden.rules.ch11_victory import points, winner
from engine.games.marketgarden.setting import base_of
from engine.modules.module import load_module
from tests.games.marketgarden.tabletop import Campaign, Table, allied, corps, unit
from tests.games.marketgarden.test_ch04_arrivals import at, quiet

# -- components -----------------------------------------------------------------------------------


def test_the_map_has_528_hexes_and_the_game_76_counters():
    base = base_of(load_module("marketgarden"), "campaign")
    assert len(base.setting.ground.numbers) == 528
    count = Counter(kind.nationality for kind in base.types.values())
    assert sum(count.values()) == 76
    assert count == {
        "German": 48, "British": 17, "American": 8, "Dutch": 1, "Polish": 1,
        "Dutch (German service)": 1,
    }  # fmt: skip


def test_the_counter_of_the_printed_example():
    """A brigade of the British 43rd Division: 4-4-5."""
    table = Campaign()
    found = table.unit("BR-43-129").type
    assert (found.attack, found.defense, found.movement) == (4, 4, 5)
    assert (found.side, found.kind, found.division) == ("allied", "infantry", "43")


def test_divisions_have_their_elements():
    divisions = base_of(load_module("marketgarden"), "campaign").setting.roster.divisions
    assert divisions["82"] == divisions["101"] == 4
    assert divisions["43"] == divisions["50"] == divisions["52"] == divisions["1 AB"] == 3
    assert divisions["Pol"] == 1


# -- sequence -------------------------------------------------------------------------------------


def test_a_turn_is_german_movement_and_combat_then_allied():
    order = [(s.active, s.phase) for s in phases(2)]
    assert order == [
        ("german", "movement"), ("german", "combat"), ("allied", "movement"), ("allied", "combat"),
    ]  # fmt: skip


def test_the_german_does_not_play_on_the_17th():
    assert [(s.active, s.phase) for s in phases(1)] == [
        ("allied", "movement"),
        ("allied", "combat"),
    ]
    table = Campaign()
    assert (table.now.turn, table.now.active, table.now.phase) == (1, "allied", "movement")


def test_the_game_ends_after_ten_turns():
    table = Table([unit("g", "0101")], turn=10, active="allied", phase="combat").end()
    assert table.now.turn == 10
    assert table.rules.over(table.state) is not None
    assert table.rules_against(act.NextPhase()) == ["2.4.1"]
    assert table.rules.legal(table.state, 9).actions == ()
    assert "2.4.1" in table.rules_against(table.move("g", path="0101 0102"))


def test_any_number_of_units_may_move():
    table = Table([unit("f", "0101"), unit("g", "0303")])
    assert table.rules_against(act.NextPhase()) == []
    table.play(table.move("f", path="0101 0102"))
    assert table.rules_against(table.move("g", path="0303 0304")) == []


def test_a_decision_comes_before_any_order():
    table = Table(
        [unit("far", "0101")],
        turn=2,
        active="allied",
        phase="combat",
        hexsides={"0505/0506": ["river", "bridge"]},
    ).end()
    assert "3.0a" in table.rules_against(table.move("far", path="0101 0102"))
    assert table.rules_against(act.Choose(decision="retreat", option="x")) == ["3.0a"]
    assert table.rules_against(act.Choose(decision="demolition", option="x")) != []
    table.choose("none")
    assert table.rules_against(act.Choose(decision="demolition", option="none")) == ["3.0a"]


# -- set-up ---------------------------------------------------------------------------------------


def test_german_set_up_matches_printed_hexes():
    table = Campaign()
    held: dict[str, int] = Counter(
        table.where(n) for n, p in table.state.pieces.items() if p.side == "german"
    )
    printed = {
        "0701": 1, "0801": 1, "1901": 3, "2201": 3, "0202": 1, "1103": 1, "1703": 1, "0405": 1,
        "0605": 1, "1005": 1, "1609": 2, "2111": 1, "1014": 1, "0619": 1, "0126": 1, "0226": 1,
        "0426": 1, "0526": 1, "0626": 1, "0827": 1, "1028": 1,
    }  # fmt: skip
    assert {h: n for h, n in held.items() if not h.startswith("turn-")} == printed


def test_xxx_corps_sets_up_freely_south_of_its_line_before_the_first_move():
    table = Campaign()
    place = table.move("BR-8A", path=f"{table.where('BR-8A')} 0127", mode="setup")
    assert table.rules_against(place) == []
    table.play(place)
    assert table.where("BR-8A") == "0127"
    assert table.rules_against(table.move("BR-8A", path="0127 0125", mode="setup")) == ["11.1.1a"]
    crowd = next(i for i, s in table.now.stacks["allied"].items() if len(s) == 3)
    full = table.move("BR-8A", path=f"0127 {table.now.number(crowd)}", mode="setup")
    assert "4.1.1a" in table.rules_against(full)
    own = table.move("US-82-508", path="1710 0128", mode="setup")
    assert "11.1.1a" in table.rules_against(own)
    table.play(table.move("US-82-505", path="1711 1712"))
    late = table.move("BR-8A", path="0127 0128", mode="setup")
    assert table.rules_against(late) == ["11.1.1a"]


# -- victory --------------------------------------------------------------------------------------


def test_at_the_start_all_cities_but_groesbeek_are_german():
    table = Campaign()
    found = points(table.now)
    assert found["allied"] == 5
    on_road = sum(u.place in table.now.ground.land.red for u in table.now.own("german"))
    assert found["german"] == 95 + 2 * on_road


def test_city_stays_with_last_controller():
    table = Campaign()
    table.play(table.move("US-82-505", path="1711 1712"))
    assert table.now.control(table.hex("1711")) == "allied"
    assert points(table.now)["allied"] == 5


def test_points_for_units_bridges_road_and_the_north():
    board = {"roads": [{"class": "red", "hexes": ["0505", "0506"]}]}
    table = Table(
        [
            unit("g", "0505"),
            unit("h", "0505"),
            unit("dead", "eliminated-german", steps=0),
            unit("gone", "exit-south"),
            allied("lost", "eliminated-allied", steps=0),
            corps("x", "0301"),
        ],
        active="allied",
        **board,
    )
    found = points(table.now)
    assert found == {"allied": 5 + 25, "german": 10 + 4}
    south = Table([corps("x", "0309")], active="allied", phase="movement")
    assert points(south.now)["allied"] == 0


def test_xxx_corps_need_reach_the_north_only_once():
    table = Table([corps("x", "0302"), unit("g", "0909")], active="allied")
    table.play(table.move("x", path="0302 0301"))
    table.play(table.move("x", path="0301 0302"))
    assert table.state.tracks["north"] == 3
    assert points(table.now)["allied"] == 25
    foot = Table([allied("y", "0302")], active="allied")
    foot.play(foot.move("y", path="0302 0301"))
    assert points(foot.now)["allied"] == 0


def test_each_bridge_blown_costs_five_points_even_repaired():
    table = Table(
        [unit("far", "0101")],
        turn=2,
        active="allied",
        phase="combat",
        hexsides={"0505/0506": ["river", "bridge"]},
    ).end()
    table.choose("0505/0506", 6)
    assert points(table.now)["german"] == -5


@pytest.mark.parametrize(
    ("units", "won"),
    [
        ([], "draw"),
        ([unit("dead", "eliminated-german", steps=0)], "allied"),
        ([allied("lost", "eliminated-allied", steps=0)], "german"),
    ],
)
def test_more_points_win(units, won):
    table = Table([unit("g", "0101"), *units], turn=10, active="allied", phase="combat")
    assert winner(table.now) == won
    table.end()
    assert table.rules.over(table.state) == won
    standing = table.rules.answers(table.state).standing()
    assert standing.winner == won
    assert standing.text


def test_cities_are_counted_with_their_points():
    table = Campaign()
    cities = {table.now.number(i): p for i, p in table.now.ground.land.cities.items()}
    assert sorted(cities.values(), reverse=True) == [40, 20, 10, 5, 5, 5, 5, 5, 5]
    taken = Campaign([at("BR-8A", "1705")])
    assert points(taken.now)["allied"] == 45
    standing = taken.rules.answers(taken.state).standing()
    arnhem = next(o for o in standing.objectives if o.id == "1705")
    assert (arnhem.holder, arnhem.worth["allied"]) == ("allied", 40)


def test_bridges_of_the_road_are_seven_and_ferries_two():
    """One more carries the road of the printed example over the IJssel; it is never blown."""
    ground = Campaign().now.ground
    bridges = [c for c in ground.bridges.values() if not c.lasting]
    assert len(bridges) == 7
    assert len(ground.ferries) == 2
    assert all(set(c.ends) <= ground.land.red for c in bridges)
    assert [c.hexside for c in ground.bridges.values() if c.lasting] == ["2203/2204"]


def test_a_bridge_end_held_since_the_set_up_counts():
    table = Campaign([at("BR-Gds-5", "0527")], turn=2, active="allied", phase="movement")
    quiet(table)
    assert table.state.tracks["end/0526/0527/0527"] == 2


def test_the_standing_counts_germans_on_the_red_road_and_the_margin():
    """11.2.2b, 11.2.2d: two points for each German there; the winner is ahead by the margin."""
    table = Table(
        [unit("f", "0505"), unit("g", "0506"), unit("h", "0101"), allied("a", "0909")],
        roads=[{"class": "red", "hexes": ["0505", "0506"]}],
        hexes={"0909": {"name": "Nijmegen"}},
    )
    table.state = replace(table.state, tracks={**table.state.tracks, "winner": "allied"})
    found = table.rules.answers(table.state).standing()
    road = next(o for o in found.objectives if o.id == "road")
    assert (road.text, dict(road.worth)) == ("2 German units on the red road", {"german": 4})
    assert dict(found.points) == {"allied": 20, "german": 4}
    assert found.text == "Allied wins by 16 points."


def test_only_xxx_corps_is_set_up_freely():
    """11.1.1a: an airborne unit, even one south of the line, is not."""
    table = Campaign([at("US-82-505", "0627")], turn=1, active="allied")
    found = table.verdicts(table.move("US-82-505", path="0627 0328", mode="setup"))
    assert [v.key for v in found] == ["rule.marketgarden.11.1.1a.not_xxx"]
    assert table.rules.resolves(table.move("BR-8A", path="0528 0627", mode="setup"))
    assert not table.rules.resolves(table.move("BR-8A", path="0528 0627", mode="swim"))


def test_the_north_edge_is_reached_once():
    """11.2.1b: the turn is that of the first unit of XXX Corps."""
    table = Campaign(
        [at("BR-43-129", "1502"), at("BR-43-130", "1504"), at("US-82-505", "1402")],
        turn=3,
        active="allied",
    )
    table.play(table.move("US-82-505", path="1402 1401"))
    assert "north" not in table.state.tracks
    table.play(table.move("BR-43-129", path="1502 1501"))
    assert table.state.tracks["north"] == 3
    for _ in range(4):
        quiet(table)
        while table.state.pending:
            table.choose("none")
    table.play(table.move("BR-43-130", path="1504 1503 1502 1501"))
    assert (table.now.turn, table.state.tracks["north"]) == (4, 3)


@pytest.mark.parametrize("name", ["BR-8A", "BR-8A-2"])
def test_a_piece_has_the_values_of_its_counter(name: str):
    """2.2: also a further piece of the same counter."""
    roster = base_of(load_module("marketgarden"), "campaign").setting.roster
    assert roster.type_of(name).id == "BR-8A"


def test_the_free_set_up_costs_nothing_and_may_be_changed():
    """11.1.1a: until the first unit moves; the units keep all their movement points."""
    table = Campaign()
    table.play(table.move("BR-8A", path="0528 0327", mode="setup"))
    table.play(table.move("BR-8A", path="0327 0427", mode="setup"))
    assert table.where("BR-8A") == "0427"
    assert not [name for name in table.state.tracks if name.startswith(("moved/", "entered/"))]
    table.play(table.move("US-82-505", path="1711 1712"))
    late = table.move("BR-8A", path="0427 0528", mode="setup")
    assert [v.key for v in table.verdicts(late)] == ["rule.marketgarden.11.1.1a.too_late"]


@pytest.mark.parametrize("path", ["0528 0525", "0525 0528"])
def test_the_set_up_stays_south_of_the_line(path: str):
    """11.1.1a: both the hex that is left and the one that is taken."""
    table = Campaign([at("BR-8A", path[:4])], turn=1, active="allied")
    found = table.verdicts(table.move("BR-8A", path=path, mode="setup"))
    outside = [v.args["hex"] for v in found if v.key.endswith("outside")]
    assert outside == ["0525"]


def test_a_unit_of_the_corps_on_the_north_edge_has_reached_it():
    """11.2.1b: also in a position without the history of the game."""
    far = points(Campaign(turn=5).now)
    assert points(Campaign([at("BR-43-129", "1401")], turn=5).now)["allied"] == far["allied"] + 25
    assert points(Campaign([at("US-82-505", "1401")], turn=5).now)["allied"] == far["allied"] - 5
