"""Previews for the players: reinforcements, supply rolls, questions, refused places."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.marketgarden.answers import combat
from engine.games.marketgarden.answers.views import why_not
from engine.rules.answers import AttackPlan, Option
from tests.games.marketgarden.tabletop import Campaign, Table, airborne, allied, unit
from tests.games.marketgarden.test_ch04_arrivals import at
from tests.games.marketgarden.test_ch05_results import dice_for


def listed(table: Table, turn: int | None = None) -> list[tuple[int, str, bool]]:
    """Return turn, unit and whether it waits of each arrival."""
    found = table.rules.answers(table.state).arrivals(turn)
    return [(a.turn, *a.units, a.waiting) for a in found]


def test_reinforcements_are_listed_once_with_the_turn_of_their_arrival() -> None:
    """11.1.3a, 11.1.4a: those of today and of earlier days may arrive, the later ones wait."""
    dead = [at(n, "eliminated-german", steps=0) for n in ("GE-Pz-756", "GE-Art-1")]
    table = Campaign(dead, turn=5, active="german")
    found = listed(table)
    allies, germans = ("BR-1AB-P4", "PO-1", "US-101-327"), ("GE-Inf-124",)
    assert {name for _, name, waits in found if waits} >= {*allies, *germans, "GE-406-1"}
    assert {turn for turn, _, waits in found if waits} == {5}
    expected = [(6, f"GE-712-{n}", False) for n in (1, 2, 3)]
    expected += [(7, "GE-Art-4", False), (7, "US-82-325", False)]
    assert sorted(row for row in found if not row[2]) == expected
    assert [turn for turn, *_ in found] == sorted(turn for turn, *_ in found)
    assert len(found) == len(set(found))
    assert not {"GE-Pz-756", "GE-Art-1"} & {name for _, name, _ in found}
    assert listed(table, 6) == expected[:3]
    assert listed(table, 4) == []


def test_a_unit_that_left_the_map_is_listed_with_the_hexes_of_its_edge() -> None:
    """4.2.2c: it returns by any hex of that edge."""
    table = Campaign([at("GE-HGEsc", "exit-west")], turn=3, active="german")
    found = {a.units[0]: a for a in table.rules.answers(table.state).arrivals()}["GE-HGEsc"]
    assert "west" in found.text
    assert found.places == tuple(sorted(table.now.ground.land.edges["west"]))


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        (1, "1-6 (100 %)"),
        (2, "2-6 (83 %)"),
        (3, "3-6 (67 %)"),
        (4, "4-6 (50 %)"),
        (5, "5-6 (33 %)"),
        (6, "6 (17 %)"),
        (7, "no supply"),
        (9, "no supply"),
        (10, "last day"),
    ],
)
def test_the_roll_for_supply_tomorrow_is_that_of_the_next_day(turn: int, said: str) -> None:
    """9.0b, 9.0c: the dice of the table by day; from the 24th none."""
    table = Table([airborne("p", "0505")], turn=turn, active="allied")
    (line,) = (i for i in table.rules.answers(table.state).checklist() if i.rule == "9.0b")
    assert said in line.text


# -- questions ------------------------------------------------------------------------------------


def options(table: Table) -> dict[str, Option]:
    """Return the options of the pending question by id."""
    question = table.rules.answers(table.state).question()
    assert question is not None
    return {option.id: option for option in question.options}


def test_the_question_of_support_shows_points_and_guns() -> None:
    """5.1.1d, 6.1c, 8.0h: the defender chooses among all points with and without artillery."""
    gun = allied("gun", "0508", kind="artillery", range=3)
    table = Table([unit("f", "0505"), allied("e", "0506"), gun], phase="combat", air={"allied": 1})
    table.play(table.attack("f", on="0506"))
    found = options(table)
    name = table.rules.names.unit_name("gun")
    assert {key: option.text for key, option in found.items()} == {
        "air=0": "air points: 0",
        "air=1": "air points: 1",
        "air=0 gun": f"air points: 0, with {name}",
        "air=1 gun": f"air points: 1, with {name}",
    }


def test_the_question_of_a_retreat_shows_each_path_with_its_cost() -> None:
    """5.3a, 5.3.2a: a river costs a step."""
    table = Table(
        [unit("f", "0505", attack=16), allied("e", "0506")],
        phase="combat",
        hexsides={"0506/0507": ["river"]},
    )
    table.fight(table.attack("f", on="0506"), *dice_for("DRI AVI", "4:1"))
    assert table.asked.kind == "retreat"
    found = options(table)
    assert {
        key: (table.numbers(o.path), o.place and table.now.number(o.place), o.tag)
        for key, o in found.items()
    } == {
        "e 0406": (["0406", "0506"], "0406", ""),
        "e 0507": (["0506", "0507"], "0507", "-1"),
        "e 0606": (["0506", "0606"], "0606", ""),
    }


def test_the_question_of_a_demolition_shows_hexsides_without_paths() -> None:
    """10.1b: a click on a bridge chooses it."""
    table = Campaign(turn=1, active="allied", phase="combat").free().end()
    assert table.asked.kind == "demolition"
    found = options(table)
    assert found.pop("none").hexside is None
    bridges = table.now.ground.bridges
    assert found
    for key, option in found.items():
        assert option.text == bridges[key].name
        assert option.hexside == tuple(sorted(bridges[key].ends))
        assert option.path == ()


# -- places out of reach --------------------------------------------------------------------------


def test_the_way_off_the_map_is_shown_with_its_path() -> None:
    """4.2.2c: a German unit reaches the box beyond an edge along a path of hexes."""
    table = Table([unit("f", "0303")])
    box = table.now.places.index("exit-north")
    found = why_not(table.now, ["f"], box)
    assert [len(found.path), found.path[0], found.path[-1]] == [4, table.hex("0303"), box]
    assert found.verdicts == ()


def test_a_forbidden_landing_is_judged_where_it_would_end() -> None:
    """4.2.3f: a drop has no path over the map."""
    table = Campaign(turn=3, active="allied")
    ground = table.now.ground
    wood = next(
        i for i, word in enumerate(ground.terrain) if word == "forest" and len(ground.ring[i]) == 6
    )
    found = why_not(table.now, ["US-101-327"], wood)
    assert (found.mode, found.path) == (
        "arrival",
        (table.state.pieces["US-101-327"].place, wood),
    )
    assert [v.rule for v in found.verdicts] == ["4.2.3f"]


# -- combat ---------------------------------------------------------------------------------------


def test_guns_and_air_points_together_count_the_guns_alone() -> None:
    """8.0e, 8.0j: artillery does not support an air attack; the bombardment is refused."""
    gun = unit("a", "0503", kind="artillery", attack=3, range=3)
    forest = {"0506": {"terrain": "forest"}}
    table = Table([gun, allied("e", "0506")], phase="combat", hexes=forest)
    both, guns = (combat.bombardment(table.now, ("a",), table.hex("0506"), air) for air in (2, 0))
    assert both.strength == guns.strength == 6
    assert [shift.rule for shift in both.shifts] == ["8.0e"]
    assert [v.rule for v in both.verdicts] == ["8.0j"]


def test_odds_of_the_enemys_attack_owe_no_attack_of_the_own_units() -> None:
    """4.1.2g: the duty to attack binds the side whose combat phase it is."""
    units = [unit("f", "0505"), unit("g", "0505"), allied("e", "0506")]
    table = Table(units, phase="combat")

    def rules(attacker: str, target: str) -> list[str]:
        wanted = AttackPlan((attacker,), table.hex(target), (), {})
        return [v.rule for v in combat.odds(table.now, wanted).verdicts]

    assert rules("f", "0506") == ["4.1.2g"]
    assert rules("e", "0505") == []


def arrival_texts(table: Table) -> dict[str, str]:
    """Return the text of each arrival by unit."""
    return {a.units[0]: a.text for a in table.rules.answers(table.state).arrivals()}


def test_each_reinforcement_names_its_way_onto_the_map() -> None:
    """4.2.1, 4.2.3, 11.1.3, 11.1.4: an edge, a printed hex, a free drop, north of the Waal."""
    found = arrival_texts(Campaign())
    assert found["GE-406-1"] == "over the east edge"
    assert found["GE-245-1"] == "over the west edge"
    assert found["BR-1AB-P4"].startswith("drop at 1403")
    assert found["PO-1"] == "drop in any open, city or hill hex"
    assert "north of the Waal" in found["GE-Inf-124"]


def test_a_landed_unit_moves_on_by_a_path() -> None:
    """4.2.3f: who has dropped is a unit on the map like any other."""
    table = Campaign([at("US-101-327", "0816")], turn=4, active="allied")
    answers = table.rules.answers(table.state)
    reach = answers.reach(["US-101-327"])
    assert {end.mode for end in reach.hexes.values()} == {"normal"}
    assert len(reach.hexes) < 100
    far = answers.best_route(["US-101-327"], table.hex("1403"))
    assert (far.mode, far.path[0], far.path[-1]) == ("normal", table.hex("0816"), table.hex("1403"))
    assert len(far.path) > 10
    assert {v.rule for v in far.verdicts} == {"4.0b"}


def test_a_drop_costs_no_movement_points() -> None:
    """4.2.3f: the preview of a drop shows no cost."""
    table = Campaign(turn=3, active="allied")
    reach = table.rules.answers(table.state).reach(["US-101-327"])
    assert {(end.cost, end.mode) for end in reach.hexes.values()} == {(0, "arrival")}


def test_points_spent_and_the_whole_allowance_are_shown_after_a_move() -> None:
    """4.0b: the allowance is that of the phase, whatever has been spent of it."""
    table = Table([unit("f", "0505"), allied("a", "0909")])
    table.play(table.move("f", path="0505 0504 0503"))
    reach = table.rules.answers(table.state).reach(["f"])
    assert (reach.allowance, reach.spent) == (5, 2)


@pytest.mark.parametrize(
    ("result", "lost"),
    [
        ("", False),
        ("DRI AVI", False),
        ("DRI AVB", False),
        ("DRB AVI", True),
        ("DE AVB", True),
        ("DVI ARI", False),
        ("DVB ARI", False),
        ("DVI ARB", True),
        ("DVB AE", True),
    ],
)
def test_a_loss_in_the_combat_is_that_of_the_side_that_retreats(result: str, lost: bool) -> None:
    """5.1.6, 5.3.2a: a unit hit in the combat is lost in the river, others lose a step there."""
    table = Table([allied("e", "0506"), unit("f", "0505")], hexsides={"0506/0507": ["river"]})
    found = table.rules.answers(table.state).retreats(("e",), 1, None, result)
    over = next(way for way in found.options if way.path[-1] == table.hex("0507"))
    assert (over.eliminated, over.extra_loss) == ((True, 0) if lost else (False, 1))


@pytest.mark.parametrize(("points", "said"), [(3, ["air points left: 3"]), (0, [])])
def test_air_points_are_listed_while_some_are_left(points: int, said: list[str]) -> None:
    """6.1c."""
    units = [unit("f", "0505"), allied("e", "0909")]
    table = Table(units, phase="combat", air={"german": points})
    items = table.rules.answers(table.state).checklist()
    assert [item.text for item in items if item.rule == "6.1c"] == said


def test_nothing_is_to_be_done_outside_the_phases() -> None:
    """3.0a: a turn has phases of movement and of combat."""
    table = Table([unit("f", "0505"), allied("e", "0506")])
    clock = table.state.clock.model_copy(update={"phase": ""})
    answers = table.rules.answers(replace(table.state, clock=clock))
    assert list(answers.duties()) == []
