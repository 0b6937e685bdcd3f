"""Chapter 5.2: advance after combat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.marketgarden.combat import CombatRecord
from engine.games.marketgarden.resolution import FIGHT
from engine.games.marketgarden.rules.ch05_advance import Advance, advances, step_objections
from tests.games.marketgarden.tabletop import Table, allied, unit
from tests.games.marketgarden.test_ch05_results import dice_for


def hexes(table: Table, name: str, vacated: str = "0506") -> list[str]:
    return table.numbers(advances(table.now, table.unit(name), table.hex(vacated)))


@pytest.mark.parametrize("kind", ["artillery", "antitank"])
def test_guns_never_advance(kind):
    """5.2d: ordinary and anti-tank artillery stay where they are."""
    assert hexes(Table([unit("a", "0505", kind=kind)]), "a") == []


def test_mechanised_artillery_enters_the_vacated_hex():
    """5.2d, 5.2b: only ordinary and anti-tank artillery stay; only armour and infantry go on."""
    assert hexes(Table([unit("a", "0505", kind="mechanised_artillery")]), "a") == ["0506"]


@pytest.mark.parametrize("kind", ["infantry", "parachute", "security", "airlanding"])
def test_foot_advances_one_hex(kind):
    table = Table([unit("f", "0505", kind=kind)])
    assert hexes(table, "f") == ["0506"]
    path, beyond = [table.hex("0505"), table.hex("0506")], table.hex("0507")
    against = step_objections(table.now, table.unit("f"), path, beyond, path[-1])
    assert [objection.rule for objection in against] == ["5.2c"]


def test_motorised_troops_go_two_hexes_beyond_the_vacated_one():
    table = Table([unit("m", "0505", kind="mechanised_infantry")])
    found = hexes(table, "m")
    assert "0508" in found
    assert "0509" not in found
    less = Table([unit("m", "0505", kind="armour")], options={"motorised_advance": "two_in_all"})
    assert hexes(less, "m") == ["0405", "0406", "0506", "0507", "0605", "0606"]


def test_the_long_advance_wants_open_ground_and_no_river():
    def goes(first: str = "open", second: str = "open", river: bool = False) -> bool:
        walls = {h: {"terrain": "hill"} for h in ("0406", "0606", "0405", "0605", "0407", "0607")}
        table = Table(
            [unit("m", "0505", kind="mechanised_infantry")],
            hexes={**walls, "0507": {"terrain": first}, "0508": {"terrain": second}},
            hexsides={"0507/0508": ["river"]} if river else {},
        )
        return "0508" in hexes(table, "m")

    assert goes()
    near = Table([unit("m", "0505", kind="armour")], hexes={"0507": {"terrain": "forest"}})
    assert "0507" in hexes(near, "m"), "one hex beyond may be of any terrain"
    assert goes(second="city")
    assert not goes(first="forest")
    assert not goes(first="city")
    assert not goes(second="hill")
    assert not goes(river=True)


def test_an_enemy_zone_ends_an_advance():
    table = Table([unit("m", "0505", kind="armour"), allied("e", "0507")])
    assert hexes(table, "m") == ["0506"]


def test_armour_does_not_advance_over_a_river_nor_into_a_marsh():
    wet = Table([unit("m", "0505", kind="armour")], hexsides={"0505/0506": ["river"]})
    assert hexes(wet, "m") == []
    mud = Table([unit("m", "0505", kind="armour")], hexes={"0506": {"terrain": "marsh"}})
    assert hexes(mud, "m") == []
    foot = Table([unit("f", "0505")], hexsides={"0505/0506": ["river"]})
    assert hexes(foot, "f") == ["0506"]


def test_the_winner_may_advance_or_not_unit_by_unit():
    table = Table(
        [
            unit("f", "0505", attack=8),
            unit("g", "0505", attack=8),
            allied("e", "0506", defense=4),
        ],
        phase="combat",
    )
    table.fight(table.attack("f", "g", on="0506"), *dice_for("DRI AVI", "4:1"))
    table.choose("e 0507")
    assert (table.asked.kind, table.asked.side) == ("advance", "german")
    assert table.options == ["f 0506", "g 0506", "none"]
    table.choose("f 0506")
    assert table.where("f") == "0506"
    table.choose("none")
    assert table.where("g") == "0505"
    assert table.pending == ()


def test_three_units_at_most_advance_into_a_hex():
    table = Table(
        [
            *(unit(f"f{n}", "0505", attack=4) for n in range(3)),
            unit("g", "0605", attack=4),
            allied("e", "0506"),
        ],
        phase="combat",
    )
    names = ("f0", "f1", "f2", "g")
    table.fight(table.attack(*names, on="0506"), *dice_for("DRI AVI", "4:1"))
    table.choose("e 0507")
    for name in names[:3]:
        table.choose(f"{name} 0506")
    assert table.pending == ()


def test_nobody_advances_after_an_exchange_or_a_win_of_the_defence():
    table = Table(
        [
            unit("f", "0505", attack=20),
            allied("e", "0506", defense=4),
            allied("d", "0506", defense=0),
        ],
        phase="combat",
    )
    table.fight(table.attack("f", on="0506"), *dice_for("EMP", "5:1"))
    while table.state.pending:
        assert table.asked.kind != "advance"
        table.choose(table.options[0])


def won(*units, target: str = "0506", **more) -> Table:
    """Return a table with a combat that the German units have won."""
    table = Table(list(units), phase="combat", **more)
    names = tuple(n for n, p in table.state.pieces.items() if p.side == "german")
    record = CombatRecord(side="german", target=target, attackers=names)
    kept = {**table.state.tracks, FIGHT.track: record.model_dump_json(exclude_defaults=True)}
    table.state = replace(table.state, tracks=kept)
    return table


def against(table: Table, *words: str) -> list[str]:
    """Return the rules against an advance: the unit and the hexes of its path."""
    return [v.rule for v in Advance().refuse(table.now, {}, words)]


def test_nobody_advances_into_a_hex_that_is_not_abandoned():
    """5.2a: only the hex that the defenders have left is occupied."""
    table = won(unit("f", "0505"), allied("e", "0506"))
    assert Advance().choices(table.now, {}) == []
    assert against(table, "f", "0506") == ["4.1.2h"]
    left = won(unit("f", "0505"), allied("e", "0508"))
    assert [c.id for c in Advance().choices(left.now, {})] == ["f 0506", "none"]


def test_an_advance_does_not_go_on_into_an_enemy():
    """4.1.2b, 4.1.2h: an enemy two hexes away stops the advance and keeps its hex."""
    table = won(unit("t", "0505", kind="armour"), allied("e", "0507"))
    assert against(table, "t", "0506", "0507") == ["4.1.2h", "4.1.2b"]


@pytest.mark.parametrize(
    ("reading", "path", "rules"),
    [
        ("two_beyond", "0506 0507 0508", []),
        ("two_beyond", "0506 0507 0508 0509", ["5.2e"]),
        ("two_in_all", "0506 0507", []),
        ("two_in_all", "0506 0507 0508", ["5.2e"]),
    ],
)
def test_a_long_advance_has_two_hexes(reading: str, path: str, rules: list[str]):
    """5.2b: two beyond the abandoned hex or, by the reading, two with it."""
    given = {"motorised_advance": reading}
    table = won(unit("t", "0505", kind="armour"), allied("e", "0101"), options=given)
    assert against(table, "t", *path.split()) == rules
    ends = hexes(table, "t")
    assert (path.split()[-1] in ends) is (not rules)
    assert "0509" not in ends


@pytest.mark.parametrize(("kind", "rules"), [("artillery", ["5.2d"]), ("infantry", [])])
def test_an_advance_of_guns_is_refused(kind: str, rules: list[str]):
    """5.2d."""
    table = won(unit("g", "0505", kind=kind), allied("e", "0101"))
    assert against(table, "g", "0506") == rules


def test_an_advance_into_a_full_hex_is_refused():
    """4.1.1a: three units may stop in a hex, also after a combat."""
    crowd = [unit(f"g{n}", "0506") for n in range(3)]
    table = won(unit("f", "0505"), *crowd, allied("e", "0101"))
    assert against(table, "f", "0506") == ["4.1.1a"]
    room = won(unit("f", "0505"), *crowd[:2], allied("e", "0101"))
    assert against(room, "f", "0506") == []
