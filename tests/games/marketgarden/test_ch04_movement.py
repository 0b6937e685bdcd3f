"""Chapter 4.0 and the terrain chart: costs, allowances, rivers, stacking, zones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.effects import Decision
from engine.games.marketgarden.rules.ch04_movement import Mover, reach, step_cost
from tests.games.marketgarden.tabletop import Table, airborne, allied, unit

MOTOR = {"kind": "mechanised_infantry", "movement": 9}
TANK = {"kind": "armour", "movement": 9}


def cost(table: Table, name: str, to: str) -> int | None:
    mover = table.unit(name)
    return step_cost(table.now, mover, mover.place, table.hex(to))


def reached(table: Table, *names: str) -> dict[str, float]:
    mover = Mover(table.now, tuple(table.unit(n) for n in names))
    return {table.now.number(i): a.cost / 2 for i, a in reach(mover).items()}


@pytest.mark.parametrize(
    ("terrain", "foot", "motor"),
    [("open", 2, 2), ("city", 2, 2), ("forest", 4, 6), ("marsh", 4, 6), ("hill", 4, 6)],
)
def test_a_hex_costs_by_terrain_and_class(terrain, foot, motor):
    table = Table(
        [unit("f", "0505"), unit("m", "0505", **MOTOR)], hexes={"0506": {"terrain": terrain}}
    )
    assert cost(table, "f", "0506") == foot
    assert cost(table, "m", "0506") == motor


def test_a_road_hex_costs_half_a_point_whatever_its_terrain():
    table = Table(
        [unit("f", "0505"), unit("m", "0505", **MOTOR)],
        hexes={"0506": {"terrain": "forest"}},
        roads=[{"class": "road", "hexes": ["0505", "0506"]}],
    )
    assert (cost(table, "f", "0506"), cost(table, "m", "0506")) == (2, 1)
    assert cost(table, "m", "0504") == 2


def test_river_cost_reading_adds_or_replaces():
    river = {"hexsides": {"0505/0506": ["river"]}}
    table = Table([unit("f", "0505"), unit("m", "0505", **MOTOR)], **river)
    assert (cost(table, "f", "0506"), cost(table, "m", "0506")) == (4, 6)
    other = Table(
        [unit("f", "0505"), unit("m", "0505", **MOTOR)], options={"river_cost": "replaces"}, **river
    )
    assert (cost(other, "f", "0506"), cost(other, "m", "0506")) == (2, 4)


def test_armour_needs_a_standing_bridge_or_a_german_ferry():
    sides = {
        "0505/0506": ["river"],
        "0505/0504": ["river", "bridge"],
        "0505/0605": ["river", "ferry"],
    }
    table = Table([unit("t", "0505", **TANK), allied("a", "0806", **TANK)], hexsides=sides)
    assert cost(table, "t", "0506") is None
    assert cost(table, "t", "0504") == 1
    assert cost(table, "t", "0605") == 4
    assert table.rules_against(table.move("t", path="0505 0506")) == ["4.0h"]
    blown = Table([unit("t", "0505", **TANK)], hexsides=sides, bridges={"0504/0505": "blown"})
    assert cost(blown, "t", "0504") is None


def test_ferry_serves_germans_until_an_ally_reaches_it():
    sides = {"hexsides": {"0505/0506": ["river", "ferry"]}}
    assert cost(Table([unit("m", "0505", **MOTOR)], **sides), "m", "0506") == 4
    allies = Table([allied("m", "0505", **MOTOR)], active="allied", **sides)
    assert cost(allies, "m", "0506") == 6
    held = Table([unit("m", "0505", **MOTOR), allied("a", "0506")], **sides)
    assert cost(held, "m", "0506") == 6


def test_armour_cannot_enter_a_marsh():
    """4.0i, T.TEC.6: other units can."""
    units = [unit("t", "0505", **TANK), unit("f", "0505")]
    table = Table(units, hexes={"0506": {"terrain": "marsh"}})
    assert "0506" not in reached(table, "t")
    assert "0506" in reached(table, "f")
    assert table.rules_against(table.move("t", path="0505 0506")) == ["4.0i"]


def test_no_unit_spends_more_than_its_allowance_nor_saves_any():
    table = Table([unit("f", "0501", movement=2)])
    assert max(reached(table, "f").values()) == 2
    assert table.rules_against(table.move("f", path="0501 0502 0503 0504")) == ["4.0b"]
    table.play(table.move("f", path="0501 0502"))
    assert set(reached(table, "f").values()) == {1}
    table.play(table.move("f", path="0502 0503"))
    assert reached(table, "f") == {}


def test_together_the_slowest_decides_and_allowances_are_not_added():
    table = Table([unit("f", "0505", movement=2), unit("m", "0505", **MOTOR)])
    assert max(reached(table, "f", "m").values()) == 2
    both = {n: c for n, c in reached(table, "m").items() if c > 2}
    assert both


def test_stack_pays_highest_cost_of_its_classes():
    table = Table(
        [unit("f", "0505", movement=9), unit("m", "0505", **MOTOR)],
        hexes={"0506": {"terrain": "forest"}},
    )
    assert reached(table, "f", "m")["0506"] == 3


def test_airborne_units_have_three_points_on_the_first_turn():
    table = Table([airborne("p", "0505"), allied("x", "0101")], turn=1, active="allied")
    assert max(reached(table, "p").values()) == 3
    assert max(reached(table, "x").values()) == 5
    later = Table([airborne("p", "0505")], turn=2, active="allied")
    assert max(reached(later, "p").values()) == 5


def test_three_units_may_stop_in_a_hex_and_others_pass():
    stack = [unit(f"s{n}", "0506") for n in range(3)]
    table = Table(
        [unit("f", "0505", movement=2), *stack],
        hexes={n: {"terrain": "hill"} for n in ("0405", "0604", "0605", "0404")},
    )
    found = reached(table, "f")
    assert "0506" not in found
    assert found["0507"] == 2
    assert table.rules_against(table.move("f", path="0505 0506")) == ["4.1.1a"]
    assert table.rules_against(table.move("f", path="0505 0506 0507")) == []


def test_two_may_join_one_but_not_two():
    table = Table(
        [
            unit("a", "0505"),
            unit("b", "0505"),
            unit("c", "0506"),
            unit("d", "0504"),
            unit("e", "0504"),
        ]
    )
    assert "0506" in reached(table, "a", "b")
    assert "0504" not in reached(table, "a", "b")
    assert "0504" in reached(table, "a")


def test_a_unit_stops_on_entering_an_enemy_zone():
    table = Table([unit("f", "0503"), allied("e", "0506")])
    found = reached(table, "f")
    assert found["0505"] == 2
    assert "0606" not in found or found["0606"] > 3
    assert table.rules_against(table.move("f", path="0503 0504 0505 0605")) == ["4.1.2b"]
    table.play(table.move("f", path="0503 0504 0505"))
    assert reached(table, "f") == {}
    assert table.rules_against(table.move("f", path="0505 0504")) == ["4.1.2b"]


def test_the_zone_reaches_over_rivers_and_into_any_terrain():
    table = Table(
        [allied("e", "0505")],
        hexsides={"0505/0506": ["river"]},
        hexes={"0506": {"terrain": "marsh"}},
    )
    assert table.numbers(table.now.zones["allied"]) == [
        "0404",
        "0405",
        "0504",
        "0506",
        "0604",
        "0605",
    ]


def test_breaking_contact_costs_a_point_more():
    table = Table([unit("f", "0505"), allied("e", "0506"), allied("e2", "0605")])
    assert reached(table, "f")["0504"] == 2
    assert reached(table, "f")["0503"] == 3


def test_from_zone_to_zone_may_be_barred_by_a_reading():
    units = [unit("f", "0505"), allied("e", "0506")]
    assert reached(Table(units), "f")["0605"] == 2
    strict = Table(units, options={"zoc_to_zoc": "forbidden"})
    assert reached(strict, "f")["0605"] == 3  # around, out of the zone
    assert strict.rules_against(strict.move("f", path="0505 0605")) == ["4.1.2c"]


def test_enemies_never_share_a_hex():
    table = Table([unit("f", "0505"), allied("e", "0506")])
    assert table.rules_against(table.move("f", path="0505 0506")) == ["4.1.2h"]


def test_path_starts_at_unit_and_has_no_gaps():
    table = Table([unit("f", "0505")])
    assert table.rules_against(table.move("f", path="0505 0507")) == ["4.0a"]
    assert table.rules_against(table.move("f", path="0504 0503")) == ["4.0a"]
    beyond = Table([unit("f", "0505"), allied("e", "0508")])
    told = beyond.rules_against(beyond.move("f", path="0505 0507 0508"))
    assert told == ["4.0a", "4.1.2b", "4.1.2h"], "what follows the gap is judged too"


def test_only_the_active_side_moves_in_its_movement_phase():
    table = Table([unit("f", "0505"), allied("e", "0909")])
    assert table.rules_against(table.move("e", path="0909 0908")) == ["3.0a"]
    fight = Table([unit("f", "0505")], phase="combat")
    assert fight.rules_against(fight.move("f", path="0505 0506")) == ["3.0c"]


def test_reach_and_judge_agree_everywhere():
    table = Table(
        [
            unit("t", "0505", **TANK),
            unit("f", "0505"),
            allied("e", "0707"),
            unit("g", "0303"),
            *[unit(f"s{n}", "0506") for n in range(3)],
        ],
        hexsides={
            "0505/0605": ["river"],
            "0505/0404": ["river", "bridge"],
            "0606/0607": ["river", "ferry"],
        },
        hexes={"0405": {"terrain": "marsh"}, "0604": {"terrain": "forest"}},
        roads=[{"class": "road", "hexes": ["0404", "0304", "0203"]}],
    )
    for names in (("t",), ("f",), ("t", "f")):
        mover = Mover(table.now, tuple(table.unit(n) for n in names))
        found = reach(mover)
        for arrived in found.values():
            path = " ".join(table.now.number(i) for i in arrived.path)
            assert table.rules_against(table.move(*names, path=path)) == []
        for j in table.now.ground.ring[mover.start]:
            legal = not table.rules_against(table.move(*names, path=f"0505 {table.now.number(j)}"))
            assert legal == (j in found and len(found[j].path) == 2) or j in found


def test_a_path_that_is_barred_has_no_cost():
    """4.0b: the points of a path count only if units can walk it."""
    far = "0507 0508 0509 0510"
    table = Table([unit("t", "0501", **{**TANK, "movement": 5})], hexsides={"0501/0502": ["river"]})
    assert table.rules_against(table.move("t", path=f"0501 0502 0503 0504 0505 0506 {far}")) == [
        "4.0h"
    ]
    assert table.rules_against(table.move("t", path=f"0501 0503 0504 0505 0506 {far}")) == ["4.0a"]


@pytest.mark.parametrize(("spent", "left"), [(0, 5), (4, 3), (10, 0), (12, 0)])
def test_the_points_left_are_shown_with_a_path_that_is_too_long(spent: int, left: int):
    """4.0b: half points spent; a unit that an agreement let go further has none left."""
    table = Table([unit("f", "0501"), allied("a", "0909")])
    table.state = replace(table.state, tracks={**table.state.tracks, "moved/f": spent})
    found = table.verdicts(table.move("f", path="0501 0502 0503 0504 0505 0506 0507"))
    assert [(v.rule, v.args["cost"], v.args["left"]) for v in found] == [("4.0b", 6, left)]


def test_orders_wait_for_decisions_and_end_with_the_game():
    """2.4.1, 3.0a, 4.0a: unknown modes of movement are refused too."""
    table = Table([unit("f", "0505"), allied("a", "0909")])
    move = table.move("f", path="0505 0504")
    assert table.rules_against(move) == []
    swim = table.verdicts(table.move("f", path="0505 0504", mode="swim"))
    assert [v.key for v in swim] == ["rule.marketgarden.4.0a.mode"]
    over = replace(table.state, tracks={**table.state.tracks, "winner": "draw"})
    assert [v.rule for v in table.rules.judge(over, move)] == ["2.4.1"]
    asked = Decision(kind="demolition", side="german", args={})
    waiting = replace(table.state, pending=(asked,))
    assert [v.key for v in table.rules.judge(waiting, move)] == ["rule.marketgarden.3.0a.pending"]
