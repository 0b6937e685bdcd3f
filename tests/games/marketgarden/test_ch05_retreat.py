"""Chapter 5.3: retreats, chains, rivers, sieges."""

from __future__ import annotations

import pytest

from engine.games.marketgarden.rules.ch05_retreat import (
    Displace,
    Retreat,
    RetreatPath,
    has_room,
    refusals,
    retreat_paths,
    river_price,
    survivable,
)
from tests.games.marketgarden.tabletop import Table, allied, unit
from tests.games.marketgarden.test_ch05_results import dice_for, fight, settle

TANK = {"kind": "armour"}


def options(table: Table, name: str, hit: bool = False) -> dict[str, RetreatPath]:
    now = table.now
    return {
        " ".join(now.number(i) for i in w.path[1:]): w
        for w in retreat_paths(now, table.unit(name), hit)
    }


def test_a_retreat_ends_out_of_the_enemys_zone():
    table = Table([allied("e", "0506"), unit("f", "0505")])
    assert sorted(options(table, "e")) == ["0406", "0507", "0606"]


def test_unit_without_retreat_path_is_eliminated():
    """Not surrounded, but the only free hex is a marsh that armour cannot enter."""
    table = Table(
        [
            allied("e", "0506", kind="armour", attack=1, defense=4),
            unit("f", "0505"),
            unit("g", "0407"),
            unit("h", "0707"),
        ],
        phase="combat",
        hexes={h: {"terrain": "marsh"} for h in ("0606", "0507", "0406", "0405", "0605")},
    )
    assert survivable(table.now, table.unit("e")) == []
    table.fight(table.attack("f", on="0506", air=0), *dice_for("DRI AVB", "1:1"))
    assert table.where("e") == "eliminated-allied"


def test_across_a_river_a_unit_takes_a_loss_or_is_eliminated():
    sides = {s: ["river"] for s in ("0406/0506", "0506/0507", "0506/0606")}
    table = Table(
        [allied("e", "0506"), allied("t", "0506", **TANK), unit("f", "0505")], hexsides=sides
    )
    assert {w.losses for w in options(table, "e").values()} == {1}
    assert all(w.eliminated and w.rule == "5.3.2a" for w in options(table, "e", hit=True).values())
    assert all(w.eliminated and w.rule == "5.3.2b" for w in options(table, "t").values())


def test_a_bridge_carries_a_retreat_a_blown_one_and_a_ferry_do_not():
    sides = {"0506/0507": ["river", "bridge"], "0406/0506": ["river", "ferry"]}
    table = Table([allied("e", "0506"), unit("f", "0505")], hexsides=sides)
    found = options(table, "e")
    assert (found["0507"].losses, found["0406"].losses, found["0606"].losses) == (0, 1, 0)
    blown = Table(
        [allied("e", "0506"), unit("f", "0505")], hexsides=sides, bridges={"0506/0507": "blown"}
    )
    assert options(blown, "e")["0507"].losses == 1


RING = ("0404", "0506", "0604")


def siege(*more, **position) -> Table:
    """Return an Allied unit in 0505 whose adjacent hexes are all in German zones."""
    return Table(
        [unit(f"x{n}", h) for n, h in enumerate(RING)] + [allied("e", "0505"), *more], **position
    )


def test_under_siege_a_retreat_goes_two_hexes_and_costs_a_step():
    found = options(siege(), "e")
    alive = {k: w for k, w in found.items() if not w.eliminated}
    assert alive
    assert all(len(w.path) == 3 and w.losses == 1 for w in alive.values())
    assert {w.rule for w in found.values() if w.eliminated} == {"5.3.3b"}
    assert {w.losses for w in found.values() if w.eliminated} == {0}
    assert {key.split()[0] for key in found} == {"0405", "0504", "0605"}
    zone = siege().now.zones["german"]
    assert all(w.path[-1] not in zone for w in alive.values())


def test_surrounded_hit_units_survive_only_via_friendly_hex():
    table = siege()
    assert survivable(table.now, table.unit("e"), hit=True) == []
    lost = options(table, "e", hit=True).values()
    assert {(w.rule, w.losses) for w in lost} == {("5.3.3b", 0), ("5.3.3c", 0)}
    friends = siege(allied("friend", "0405"))
    alive = survivable(friends.now, friends.unit("e"), hit=True)
    assert alive
    assert all(friends.now.number(w.path[1]) == "0405" and w.losses == 0 for w in alive)


def test_a_reduced_unit_does_not_survive_the_second_hex():
    table = Table([unit(f"x{n}", h) for n, h in enumerate(RING)] + [allied("e", "0505", steps=1)])
    assert survivable(table.now, table.unit("e")) == []


def test_germans_may_retreat_off_the_map_allies_may_not():
    german = Table([unit("e", "0101"), allied("f", "0201")], active="allied")
    assert {"exit-north", "exit-west"} <= set(options(german, "e"))
    ally = Table([allied("e", "0101"), unit("f", "0201")])
    assert not any(k.startswith("exit") for k in options(ally, "e"))


def test_an_ally_forced_off_the_map_is_destroyed():
    table = Table(
        [allied("e", "0101", defense=4), unit("f", "0201", attack=12), unit("g", "0103")],
        phase="combat",
    )
    table.fight(table.attack("f", on="0101"), *dice_for("DRI AVI", "4:1"))
    assert table.where("e") == "eliminated-allied"


def test_a_german_who_retreats_off_the_map_is_not_destroyed():
    table = Table(
        [unit("e", "0101", defense=4), allied("f", "0201", attack=12)],
        active="allied",
        phase="combat",
    )
    table.fight(table.attack("f", on="0101"), *dice_for("DRI AVI", "3:1"))
    assert table.asked.kind == "retreat"
    table.choose("e exit-west")
    assert table.where("e") == "exit-west"
    assert table.state.tracks["returns/e"] == 5


def test_a_full_hex_pushes_one_of_its_units_on():
    """The owner chooses which of the four units moves, and where to."""
    crowd = [allied(f"s{n}", "0507") for n in range(3)]
    table = Table([unit("f", "0505", attack=16), allied("e", "0506"), *crowd], phase="combat")
    table.fight(table.attack("f", on="0506"), *dice_for("DRI AVI", "4:1"))
    table.choose("e 0507")
    assert (table.asked.kind, table.asked.side) == ("displace", "allied")
    assert {o.split()[0] for o in table.options} == {"s0", "s1", "s2", "e"}
    assert not any(o.endswith("0506") for o in table.options)
    assert list(table.rules.invariants(table.state, table.state)) == [], "four wait for an answer"
    table.choose("s1 0508")
    assert table.where("s1") == "0508"
    assert len(table.now.stack(table.hex("0507"))) == 3
    assert table.asked.kind == "advance"


def test_chains_go_on_from_full_hex_to_full_hex():
    crowd = [allied(f"s{n}", "0507") for n in range(3)]
    more = [allied(f"t{n}", "0508") for n in range(3)]
    table = Table(
        [unit("f", "0505", attack=16), allied("e", "0506"), *crowd, *more], phase="combat"
    )
    table.fight(table.attack("f", on="0506"), *dice_for("DRI AVI", "4:1"))
    table.choose("e 0507").choose("s0 0508")
    assert table.asked.kind == "displace"
    assert {o.split()[0] for o in table.options} == {"s0", "t0", "t1", "t2"}
    assert not any(o.endswith("0507") for o in table.options)
    table.choose("t2 0509")
    assert settle(table).pending == ()


def test_full_hex_without_displacement_blocks_retreat():
    crowd = [allied(f"s{n}", "0507", **TANK) for n in range(3)]
    marshes = ("0407", "0607", "0508", "0406", "0606", "0408", "0608")
    table = Table(
        [unit("f", "0505"), allied("e", "0506", **TANK), *crowd],
        hexes={h: {"terrain": "marsh"} for h in marshes},
    )
    assert "0507" not in options(table, "e")


def test_an_illegal_retreat_is_refused_with_its_reason():
    from engine.core import actions as act

    table = Table([unit("f", "0505", attack=16), allied("e", "0506")], phase="combat")
    table.fight(table.attack("f", on="0506"), *dice_for("DRI AVI", "4:1"))
    found = table.verdicts(act.Choose(decision="retreat", option="e 0605"))
    assert [(v.rule, v.level) for v in found] == [("5.3a", "forbid")]
    far = table.verdicts(act.Choose(decision="retreat", option="e 0507 0508"))
    assert [(v.key, v.hexes) for v in far] == [("rule.marketgarden.5.3a.too_far", ("0508",))]


def test_a_river_names_its_rule_only_where_no_other_costs_a_step():
    table = Table([allied("e", "0506"), unit("f", "0505")], hexsides={"0506/0507": ["river"]})
    path = (table.hex("0506"), table.hex("0507"))
    now, e = table.now, table.unit("e")
    assert river_price(now, e, RetreatPath(path), False) == RetreatPath(path, 1, False, "5.3.2a")
    besieged = river_price(now, e, RetreatPath(path, 1, False, "5.1.3d"), False)
    assert besieged == RetreatPath(path, 2, False, "5.1.3d")


@pytest.mark.parametrize(
    ("kind", "hit", "rule"), [("infantry", True, "5.3.2a"), ("armour", False, "5.3.2b")]
)
def test_a_path_that_eliminates_is_refused_where_it_ends(kind: str, hit: bool, rule: str):
    table = Table(
        [allied("e", "0506", kind=kind), unit("f", "0505")], hexsides={"0506/0507": ["river"]}
    )
    told = list(refusals(table.now, table.unit("e"), ["0507"], hit))
    assert [(v.rule, v.hexes) for v in told] == [(rule, ("0507",))]


def test_retreat_paths_of_a_stack_name_the_costly_rule():
    table = Table([allied("e", "0506"), unit("f", "0505")], hexsides={"0506/0507": ["river"]})
    found = table.rules.answers(table.state).retreats(("e",), 1)
    rules = {table.now.number(way.path[-1]): way.rule for way in found.options}
    assert rules == {"0406": None, "0507": "5.3.2a", "0606": None}


def test_a_unit_is_displaced_over_a_river_at_the_cost_of_a_step():
    """5.3.1, 5.3.2a: the river costs the unit that makes room a step, no more."""
    crowd = [allied(f"s{n}", "0507") for n in range(3)]
    table = Table(
        [unit("f", "0505", attack=16), allied("e", "0506"), *crowd],
        phase="combat",
        hexsides={"0507/0508": ["river"]},
    )
    table.fight(table.attack("f", on="0506"), *dice_for("DRI AVI", "4:1"))
    table.choose("e 0507").choose("s1 0508")
    assert (table.where("s1"), table.unit("s1").steps) == ("0508", 1)
    assert table.unit("s0").steps == 2


@pytest.mark.parametrize(
    ("friends", "hit", "ways"),
    [
        ([], False, {"0201 exit-north": 1, "0301 exit-north": 1}),
        ([], True, {}),
        (["0301"], False, {"0201 exit-north": 1, "0301 exit-north": 0}),
        (["0301"], True, {"0301 exit-north": 0}),
    ],
)
def test_a_surrounded_german_goes_off_the_map_over_a_hex_of_the_edge(friends, hit, ways):
    """4.2.2c, 5.3.3a, 5.3.3c: it loses a step on the way; one that was hit needs friends there."""
    near = [allied("x", "0202"), allied("y", "0401"), *(unit("h", place) for place in friends)]
    table = Table([unit("g", "0302"), *near], active="allied")
    found = options(table, "g", hit)
    assert {key: way.losses for key, way in found.items() if "exit" in key} == ways
    assert not any(way.eliminated for key, way in found.items() if "exit" in key)


def rules_of(table: Table, *words: str, hit: bool = False) -> list[str]:
    """Return the rules against a retreat of the unit e."""
    return [v.rule for v in refusals(table.now, table.unit("e"), words, hit)]


def test_a_retreat_to_no_hex_has_no_verdict():
    """5.3a: the rules judge hexes of the map; what is none is no option."""
    table = Table([allied("e", "0506"), unit("f", "0505")])
    assert rules_of(table) == []
    assert rules_of(table, "nowhere") == []
    assert rules_of(table, "0507", "exit-north") == []
    now = table.now
    assert [list(Retreat().refuse(now, {}, words)) for words in ([], ["e", "0505"])] == [[], []]
    fought = fight("DRI AVI", "4:1", (8, 2))
    assert list(Retreat().refuse(fought.now, {}, ["nobody", "0505"])) == []
    assert [v.rule for v in Retreat().refuse(fought.now, {}, ["e", "0605"])] == ["5.3a"]


def test_no_retreat_leads_through_an_enemy():
    """5.3.3a: the first hex of two may be in the enemy's zone, not in the enemy's hands."""
    table = siege()
    assert rules_of(table, "0506", "0507") == ["5.3a"] * 2
    assert rules_of(table, "0405", "0406") == ["5.3a", "5.3.3b"]


def test_a_full_hex_that_nobody_can_leave_is_refused():
    """5.3.1: armour does not make room into a marsh."""
    crowd = [allied(f"s{n}", "0507", **TANK) for n in range(3)]
    marshes = ("0407", "0607", "0508", "0406", "0606", "0408", "0608")
    table = Table(
        [unit("f", "0505"), allied("e", "0506"), *crowd],
        hexes={h: {"terrain": "marsh"} for h in marshes},
    )
    assert rules_of(table, "0507") == ["5.3.1"]


def test_room_is_not_made_in_the_hex_that_is_left():
    """5.3.1: a unit is displaced on, not back; off the map only if it is German."""
    marshes = ["0407", "0607", "0508", "0406", "0606", "0408", "0608"]

    def room(*names: str, side: str = "allied") -> bool:
        crowd = [unit(f"s{n}", "0507", side, **TANK) for n in range(3)]
        wet = {h: {"terrain": "marsh"} for h in marshes if h not in names}
        table = Table([unit("e", "0506", side), *crowd], hexes=wet)
        return has_room(table.now, table.unit("e"), table.hex("0507"))

    assert not room()
    assert room("0407")

    def edge(side: str) -> bool:
        crowd = [unit(f"s{n}", "0501", side, **TANK) for n in range(3)]
        wet = {h: {"terrain": "marsh"} for h in ("0401", "0402", "0601", "0602")}
        table = Table([unit("e", "0502", side), *crowd], hexes=wet)
        return has_room(table.now, table.unit("e"), table.hex("0501"))

    assert (edge("german"), edge("allied")) == (True, False)


def test_nobody_is_displaced_without_a_combat_and_a_full_hex():
    """5.3.1."""
    assert Displace().choices(fight("DRI AVI", "4:1", (8, 2)).now, {}) == []
    four = Table([allied(f"s{n}", "0507") for n in range(4)])
    assert Displace().choices(four.now, {}) == []


def test_who_was_hit_is_refused_the_river_that_the_others_may_cross():
    """5.3.2a: it would be eliminated there; the others lose a step."""
    table = fight("DRB AVI", "4:1", (8, 2), hexsides={"0506/0507": ["river"]}).choose("e")
    told = [[v.rule for v in Retreat().refuse(table.now, {}, [n, "0507"])] for n in ("e", "d")]
    assert told == [["5.3.2a"], []]
    assert {o for o in table.options if o.endswith("0507")} == {"d 0507"}


def test_who_was_hit_and_has_rivers_behind_is_eliminated():
    """5.3b, 5.3.2a: the unit beside it that took no loss gets away with a step less."""
    rivers = {side: ["river"] for side in ("0406/0506", "0506/0507", "0506/0606")}
    table = fight("DRB AVI", "4:1", (8, 2), hexsides=rivers).choose("e")
    assert table.where("e") == "eliminated-allied"
    assert (table.asked.kind, {o.split()[0] for o in table.options}) == ("retreat", {"d"})
    table.choose("d 0507")
    assert (table.where("d"), table.unit("d").steps) == ("0507", 1)
