"""Chapter 16: breakthrough combat, with the examples of pages 22 and 23."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import tank, unit

AREAS = {
    "G": {"side": "german", "hexes": [f"{r:02d}10" for r in range(1, 11)]},
    "N": {"side": "allied", "hexes": [f"{r:02d}01" for r in range(1, 11)]},
}
STRONG = {"attack": 40}


@pytest.fixture
def won(diagram):
    """Units that have got DS (die 5 at 7:1) against a unit of one step in 0506."""

    def make(attackers="a1", *units, die=5, target=None, **board):
        mine = [unit(n, "0505", **STRONG) for n in attackers.split()]
        mine = [u for u in mine if u["id"] not in {given["id"] for given in units}]
        foe = unit("g1", "0506", **(target or {"max_steps": 1}))
        table = diagram([*mine, foe, *units], phase="combat", areas=AREAS, **board)
        return table.attack(attackers, "0506", die)

    return make


def ways(table):
    return {o for o in table.asked[2] if o.split()[0] in ("breakthrough", "join")}


def test_page_22_the_group_forms_in_the_vacated_hex(won):
    """A and B advance into the hex of unit 1 and attack unit 2 from there."""
    table = won("a1 a2", unit("a2", "0606", **STRONG), unit("g2", "0507"))
    assert ways(table) == set()  # nobody stands next to unit 2 yet
    table = table.choose("a1 0505 0506")
    assert ways(table) == {"breakthrough 0507 a1"}
    table = table.choose("a2 0606 0506")
    assert ways(table) == {
        "breakthrough 0507 a1 a2",
        "breakthrough 0507 a1",
        "breakthrough 0507 a2",
    }
    fought = table.choose("breakthrough 0507 a1 a2", 4)
    assert fought.state()["tracks"]["combat"] == "0507 7:1 4 DMR"


@pytest.mark.parametrize(("die", "result", "may"), [(2, "DMR", True), (1, "A1/D1", False)])
def test_16_1_only_after_ds_and_dmr(won, die, result, may):
    table = won("a1", unit("a1", "0505", max_steps=3, **STRONG), unit("g2", "0507"), die=die)
    assert table.state()["tracks"]["combat"].split()[3] == result
    while table.asked[1] != "advance":
        table = table.choose(table.asked[2][0])
    table = table.choose("a1 0505 0506")
    assert bool(table.pending and ways(table)) is may


def test_16_1_units_that_were_attacked_or_just_retreated_may_be_the_target(won):
    table = won("a1", target={"max_steps": 2})
    retreat = next(o for o in table.asked[2] if o.split()[1:] == ["0506", "0507", "0508"])
    table = table.choose(retreat)
    table = table.choose("a1 0505 0506 0507")  # g1 is in full retreat and runs from a1
    assert table.asked[:2] == ("german", "retreat")


def test_16_2_units_apart_from_the_group_take_no_part(won):
    table = won("a1 a2", unit("a2", "0606", **STRONG), unit("g2", "0507"), unit("g3", "0706"))
    assert ways(table) == {"breakthrough 0706 a2"}
    table = table.choose("a1 0505 0506")
    assert ways(table) == {"breakthrough 0507 a1"}  # not a2 against g3 any more
    table = table.choose("breakthrough 0507 a1", 1)
    # a2 still advances afterwards, but breaks through nowhere.
    while table.asked[1] != "advance" or "a2" not in " ".join(table.asked[2]):
        table = table.choose(table.asked[2][0])
    assert ways(table) == set()
    assert "a2 0606 0607" in table.asked[2]


def test_16_2_two_hexes_of_victors_make_no_group(won):
    table = won("a1 a2", unit("a2", "0606", **STRONG), unit("g2", "0507"))
    table = table.choose("a1 0505 0506")
    assert ways(table)
    table = table.choose("a2 0606 0607")
    assert ways(table) == set()


def test_15_5_no_breakthrough_out_of_a_marsh_that_ended_the_advance(won):
    table = won("a1", unit("g2", "0507"), hexes={"0506": {"terrain": "marsh"}}, die=6)
    table = table.choose("a1 0505 0506")
    assert not table.pending


def test_16_3_1_it_costs_a_hex_and_the_hex_taken_costs_none(won):
    """One hex, the combat, the hex of the enemy: and no hex is left for anything else."""
    table = won("a1", unit("g2", "0507", max_steps=1), unit("g9", "0910"))
    table = table.choose("a1 0505 0506").choose("breakthrough 0507 a1", 5)
    assert table.state()["tracks"]["combat"] == "0507 7:1 5 DS"
    assert table.asked == ("allied", "advance", ["done", "a1 0506 0507"])
    table = table.choose("a1 0506 0507")
    assert table.at("a1") == "0507"
    assert table.pending == []


def test_16_3_1_without_a_step_of_advance_another_hex_is_left(won):
    """16.3.2: with DS the group completes its advance: the hex it took and one more."""
    table = won("a1", unit("g2", "0605", max_steps=1))
    assert "breakthrough 0605 a1" in ways(table)
    table = table.choose("breakthrough 0605 a1", 5)
    options = table.asked[2]
    assert "a1 0505 0605 0705" in options
    assert "a1 0505 0506" in options


def test_16_3_1_the_vacated_hex_is_free_step_by_step_too(won):
    table = won("a1", unit("g2", "0605", max_steps=1)).choose("breakthrough 0605 a1", 5)
    assert "a1 0605 0705" in table.choose("a1 0505 0605").asked[2]


def test_16_3_2_one_breakthrough(won):
    table = won("a1", unit("g2", "0605", max_steps=1), unit("g3", "0504"))
    table = table.choose("breakthrough 0605 a1", 5)
    assert "a1 0505 0506" in table.asked[2]  # a hex is left, and g3 stands next to a1
    assert ways(table) == set()


def test_16_3_1_after_a_plain_retreat_they_take_the_hex_or_stay(diagram):
    units = [
        unit("a1", "0505", attack=35),
        unit("g1", "0506", max_steps=1),
        unit("g2", "0507", defense=10),
    ]
    table = diagram(units, phase="combat", areas=AREAS).attack("a1", "0506", 5)
    table = table.choose("a1 0505 0506").choose("breakthrough 0507 a1", 4)
    assert table.state()["tracks"]["combat"] == "0507 3:1 4 DR"
    table = table.choose("decline")
    table = table.choose(table.asked[2][0])
    assert table.asked[2] == ["done", "a1 0506 0507"]


def test_16_3_1_even_if_they_have_hexes_left(diagram):
    units = [
        unit("a1", "0505", attack=35),
        unit("g1", "0506", max_steps=1),
        unit("g2", "0605", defense=10),
    ]
    table = diagram(units, phase="combat", areas=AREAS).attack("a1", "0506", 5)
    table = table.choose("breakthrough 0605 a1", 4).choose("decline")
    table = table.choose(table.asked[2][0])
    assert table.asked[2] == ["done", "a1 0505 0605"]


def test_16_3_1_a_breakthrough_that_fails_ends_the_advance(diagram):
    units = [unit("a1", "0505", attack=35), unit("g1", "0506", max_steps=1)]
    units += [unit("g2", "0507", defense=10)]
    table = diagram(units, phase="combat", areas=AREAS).attack("a1", "0506", 5)
    table = table.choose("a1 0505 0506").choose("breakthrough 0507 a1", 1)
    assert table.state()["tracks"]["combat"] == "0507 3:1 1 ENG"
    assert table.pending == []
    assert table.status("g2") == {"engaged"}


def test_12_determined_defence_stops_the_group_and_not_the_others(diagram):
    units = [
        unit("a1", "0505", attack=35),
        unit("a2", "0606", attack=10),
        unit("g1", "0506", max_steps=1),
        unit("g2", "0507", defense=10),
        unit("g3", "0509", kind="artillery", attack=0, range=9, max_steps=1),
    ]
    table = diagram(units, phase="combat", areas=AREAS).attack("a1 a2", "0506", 5)
    table = table.choose("a1 0505 0506").choose("breakthrough 0507 a1", 4)
    assert table.asked[2] == ["decline", "g2"]  # 16.3.5: no artillery support
    table = table.choose("g2", 5)
    assert table.asked[:2] == ("allied", "advance")
    assert {o.split()[0] for o in table.asked[2]} == {"done", "a2"}


ROAD = [{"class": "minor", "hexes": [f"05{c:02d}" for c in range(3, 10)]}]


def test_page_23_one_unit_breaks_through_by_road(won):
    """Two hexes along the road and a combat make three: for one unit and one that stacks free."""
    tanks = [tank("a1", "0505", attack=40), tank("a2", "0505", attack=40)]
    table = won("a1 a2", *tanks, unit("g2", "0508", max_steps=1), roads=ROAD)
    table = table.choose("a1 0505 0506 0507")
    assert ways(table) == {"breakthrough 0508 a1"}
    assert "a2 0505 0506 0507" in table.asked[2]  # two hexes are no road bonus yet
    both = table.choose("a2 0505 0506 0507")
    assert ways(both) == {"breakthrough 0508 a1", "breakthrough 0508 a2"}
    sappers = unit("a2", "0505", attack=3, kind="engineer", movement=5)
    table = won("a1 a2", tanks[0], sappers, unit("g2", "0508", max_steps=1), roads=ROAD)
    table = table.choose("a1 0505 0506 0507").choose("a2 0505 0506 0507")
    assert "breakthrough 0508 a1 a2" in ways(table)


def test_16_3_1_the_hex_taken_needs_no_road(won):
    """Two hexes along the road, and a combat beside it with the third."""
    table = won("a1", tank("a1", "0505", attack=40), unit("g2", "0608", max_steps=1), roads=ROAD)
    table = table.choose("a1 0505 0506 0507").choose("breakthrough 0608 a1", 5)
    assert table.asked == ("allied", "advance", ["done", "a1 0507 0608"])


def test_16_3_4_one_unit_is_also_a_battalion_in_halves(won):
    halves = [
        unit("a1", "0505", half_battalion="a2", max_steps=1, mechanized=True, **STRONG),
        unit("a2", "0505", half_battalion="a1", max_steps=1, mechanized=True, **STRONG),
    ]
    table = won("a1 a2", *halves, unit("g2", "0508"), roads=ROAD)
    table = table.choose("a1 0505 0506 0507").choose("a2 0505 0506 0507")
    assert "breakthrough 0508 a1 a2" in ways(table)


def test_16_3_4_off_the_road_there_is_no_third_hex(won):
    table = won("a1", tank("a1", "0505", attack=40), unit("g2", "0508"))
    table = table.choose("a1 0505 0506 0507")
    assert not table.pending or ways(table) == set()


def test_16_3_5_not_out_of_a_hex_with_others(won):
    """A friendly unit that took no part in the attack blocks the road."""
    table = won("a1", unit("a3", "0607"), unit("g2", "0608"), unit("g3", "0708"))
    table = table.choose("a1 0505 0506 0607")
    assert not table.pending or ways(table) == set()
    jammed = won("a1", unit("a3", "0505"), unit("g2", "0605"))
    assert ways(jammed) == set()


@pytest.mark.parametrize(("support", "may"), [(["a3"], True), ([], False)])
def test_16_3_5_artillery_that_supported_the_attack_jams_no_road(diagram, support, may):
    units = [
        unit("a1", "0505", **STRONG),
        unit("a3", "0505", kind="artillery", attack=0, max_steps=1, range=5),
        unit("g1", "0506", max_steps=1),
        unit("g2", "0605"),
    ]
    table = diagram(units, phase="combat").attack("a1", "0506", 5, artillery=support)
    assert ("breakthrough 0605 a1" in ways(table)) is may


@pytest.mark.parametrize(
    ("water", "may"),
    [
        (["canal"], False),
        (["major_river"], False),
        (["major_river", "ferry"], False),
        (["minor_river"], True),
        (["canal", "road_bridge"], True),
    ],
)
def test_16_3_5_water(won, water, may):
    board = {"hexsides": {"0505/0605": water}}
    table = won("a1", unit("g2", "0605"), **board)
    assert ("breakthrough 0605 a1" in ways(table)) is may


def test_16_3_5_a_wired_bridge_may_be_blown_and_the_advance_goes_on(won):
    board = {"hexsides": {"0505/0605": ["canal", "road_bridge"]}}
    table = won("a1", unit("g2", "0605"), **board).choose("breakthrough 0605 a1")
    assert table.asked[:2] == ("german", "demolish")
    table = table.choose("blow", 6)
    table = table if table.asked[1] == "advance" else table.choose("cancel")
    assert table.asked[:2] == ("allied", "advance")
    assert "a1 0505 0506 0507" in table.asked[2]  # nothing of the advance is used


def test_16_4_a_second_retreat_puts_units_in_full_retreat(diagram):
    """This includes a unit that stopped early in good order (13.3); no unit is lost (13.5)."""
    units = [
        unit("a1", "0608", attack=20),
        unit("a2", "0305", attack=14),
        unit("g1", "0306", max_steps=3),
        unit("g2", "0507", max_steps=1, defense=2),
    ]
    village = {"0407": {"settlement": "village"}}
    table = diagram(units, phase="combat", areas=AREAS, hexes=village)
    table = table.attack("a2", "0306", 6).choose("decline")  # 2:1, D1
    table = table.choose("g1 0306 0407")
    assert (table.steps("g1"), table.status("g1")) == (1, set())
    table = table.choose("done").attack("a1", "0507", 5).choose("a1 0608 0507")
    table = table.choose("breakthrough 0407 a1", 2)
    assert table.state()["tracks"]["combat"] == "0407 4:1 2 DR"
    assert table.asked[2] == ["decline", "g1"]
    table = table.choose("decline")
    assert "eliminated" not in table.asked[2]
    away = next(o for o in table.asked[2] if len(o.split()) == 4)
    assert table.choose(away).status("g1") == {"full_retreat"}


def test_16_3_1_the_hex_taken_may_be_next_to_the_same_enemy(won):
    """15.4.2 forbids other hexes there, but not the hex that the breakthrough vacated."""
    table = won("a1", unit("g2", "0507", max_steps=1), unit("g3", "0607", defense=60))
    table = table.choose("a1 0505 0506").choose("breakthrough 0507 a1", 5)
    assert "a1 0506 0507" in table.asked[2]
    assert not any(o.endswith(" 0606") for o in table.asked[2])


def test_9_1b_a_breakthrough_is_no_attack_that_bars_another(diagram):
    units = [
        unit("a1", "0505", attack=35),
        unit("a2", "0408", attack=10),
        unit("g1", "0506", max_steps=1),
        unit("g2", "0507", defense=10),
    ]
    table = diagram(units, phase="combat", areas=AREAS).attack("a1", "0506", 5)
    table = table.choose("a1 0505 0506").choose("breakthrough 0507 a1", 1)
    assert "fought/g2" not in table.state()["tracks"]
    assert table.attack("a2", "0507", 1).state()["tracks"]["fought/g2"] == "defended"


def test_13_1_4_excess_units_add_nothing_and_retreat_too(won):
    crowd = [unit(f"g{n}", "0507", defense=n, max_steps=2) for n in (2, 3, 4)]
    table = won("a1", *crowd).choose("a1 0505 0506")
    table = table.choose("breakthrough 0507 a1", 1)
    # 40 against 4 + 3 is 5:1; with the 2 it would be 4:1.
    assert table.state()["tracks"]["combat"] == "0507 5:1 1 DR"
    table = table.choose("decline")
    table = table.choose("apart")
    seen = set()
    while table.asked[1] == "retreat":
        seen.add(table.asked[2][0].split()[0])
        table = table.choose(table.asked[2][0])
    assert seen == {"g2", "g3", "g4"}


@pytest.fixture
def joint(diagram):
    """a1 has won; a2 and a3, of another division, are about to attack g2."""

    def make(**fields):
        units = [
            unit("a1", "0505", attack=31),
            unit("a2", "0408", attack=6, formation="82 AB Div"),
            unit("a3", "0608", attack=4, formation="82 AB Div"),
            unit("g1", "0506", max_steps=1),
            unit("g2", "0507", **{"defense": 5, "max_steps": 2, **fields}),
        ]
        board = {"phase": "combat", "areas": AREAS, "weather": "overcast"}
        return diagram(units, **board).attack("a1", "0506", 5).choose("a1 0505 0506")

    return make


def test_16_5_the_group_adds_half_its_strength_to_an_attack_of_others(joint):
    table = joint()
    assert "join 0507 a1" in ways(table)
    table = table.choose("join 0507 a1")
    assert table.asked == ("allied", "joint_attack", ["a2 a3", "a2", "a3"])
    # 6 and half of 31 are 22 against 5: 4:1; a1 would lead if it could, with 31 and 3.
    table = table.choose("a2", 3)
    assert table.state()["tracks"]["combat"] == "0507 4:1 3 DR"
    assert table.state()["tracks"]["fought/a2"] == "attacked"


def test_16_5_the_attack_may_be_declared_as_any_other(joint):
    """Whether its owner names the group among the attackers or not."""
    attack = {"kind": "declare_attack", "attackers": ["a2"], "target": "0507", "lead": "82 AB Div"}
    table = joint().choose("join 0507 a1")
    for attackers in (["a2"], ["a1", "a2"]):
        fought = table.apply({**attack, "attackers": attackers}, [3])
        assert fought.state()["tracks"]["combat"] == "0507 4:1 3 DR"
    nobody = table.refused({**attack, "attackers": ["a1"]})
    assert [v["rule"] for v in nobody["verdicts"]] == ["16.5"]
    elsewhere = table.refused({**attack, "target": "0508"})
    assert {"3", "9.1"} <= {v["rule"] for v in elsewhere["verdicts"]}


def test_16_5_lead_units_take_the_loss(joint):
    table = joint().choose("join 0507 a1").choose("a2", 2)  # DR … A1/D1 at other odds
    table = table.choose("g2", 6)  # clear: hold 1/1
    assert table.steps("a2") == 1
    assert table.steps("a1") == 2


def test_16_5_everybody_advances_the_group_into_the_hex_only(joint):
    table = joint(max_steps=1).choose("join 0507 a1").choose("a2", 6)  # 4:1, D1
    assert table.asked == ("allied", "advance", ["done", "a1 0506 0507"])
    table = table.choose("done")
    assert "a2 0408 0507" in table.asked[2]


def test_25_3_5_an_empty_garrison_lets_the_advance_go_on(won):
    drawn = unit("g9", "unknown-pool", max_steps=1, defense=0)
    table = won("a1", unit("g2", "0507", kind="unknown"), drawn)
    table = table.choose("a1 0505 0506")
    assert "a1 0506 0507" not in table.asked[2]
    table = table.choose("breakthrough 0507 a1", 1)
    assert "g2" not in table.state()["units"]
    assert "a1 0506 0507" in table.asked[2]  # the second hex of the advance
    assert not any("0508" in option for option in table.asked[2])  # no advance of its own


def test_25_3_5_a_unit_is_fought_at_once(won):
    drawn = unit("g9", "unknown-pool", max_steps=1, defense=4)
    table = won("a1", unit("g2", "0507", kind="unknown"), drawn)
    table = table.choose("a1 0505 0506").choose("breakthrough 0507 a1", 1, 5)
    assert table.state()["tracks"]["combat"] == "0507 7:1 5 DS"
    assert table.at("g9") == "eliminated-german"


def test_10_2_the_lead_formation_of_a_breakthrough_may_be_named(won):
    """Declared as any attack; without a word of it the best formation leads, as in the list."""
    airborne = unit("a2", "0505", formation="82 AB Div", attack=6)
    table = won("a1 a2", airborne, unit("g2", "0507", defense=5), unit("a1", "0505", attack=31))
    table = table.choose("a1 0505 0506").choose("a2 0505 0506")
    attack = {"kind": "declare_attack", "attackers": ["a1", "a2"], "target": "0507"}
    led = table.apply({**attack, "lead": "82 AB Div", "attached": None}, [1])
    best = table.apply(attack, [1])
    listed = table.choose("breakthrough 0507 a1 a2", 1)
    columns = [t.state()["tracks"]["combat"].split()[1] for t in (led, best, listed)]
    assert columns == ["4:1", "7:1", "7:1"]
    absent = table.refused({**attack, "lead": "101 AB Div"})["verdicts"]
    assert [v["rule"] for v in absent] == ["10.2.1"]
    flown = table.refused({**attack, "air": 1})["verdicts"]
    assert [v["rule"] for v in flown] == ["16.3.5"]
