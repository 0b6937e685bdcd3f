"""Chapter 9: airborne supply, contact, effects of turns without supply."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.marketgarden.rules.ch05_combat import Attack, shifts
from engine.games.marketgarden.rules.ch05_engagement import is_surrounded
from engine.games.marketgarden.rules.ch09_supply import (
    depends_on_air,
    linked,
    may_attack,
    unsupplied_turns,
)
from tests.games.marketgarden.tabletop import Campaign, Table, airborne, allied, corps, unit
from tests.games.marketgarden.test_ch05_retreat import RING


def before_allies(units, turn: int, **position) -> Table:
    """Return the end of the German combat phase of a turn."""
    return Table(units, turn=turn, active="german", phase="combat", **position).free()


@pytest.mark.parametrize(("turn", "least"), [(3, 2), (4, 3), (5, 4), (6, 5), (7, 6)])
def test_one_die_for_each_division_from_the_19th(turn, least):
    units = [airborne("p", "0202"), airborne("q", "0808", division="101")]
    table = before_allies(units, turn).end(least - 1, least)
    assert table.thrown == ["supply:101", "supply:82"]
    assert unsupplied_turns(table.now, table.unit("q")) == 1
    assert unsupplied_turns(table.now, table.unit("p")) == 0


def test_before_the_19th_no_die_is_thrown_and_all_are_supplied():
    table = before_allies([airborne("p", "0202")], 2).end()
    assert table.thrown == []
    assert unsupplied_turns(table.now, table.unit("p")) == 0


@pytest.mark.parametrize("turn", [8, 9, 10])
def test_from_the_24th_no_unit_is_supplied_by_air(turn):
    table = before_allies([airborne("p", "0202")], turn).end()
    assert table.thrown == []
    assert unsupplied_turns(table.now, table.unit("p")) == 1


def test_the_corps_and_the_germans_are_always_supplied():
    table = before_allies([corps("x", "0202"), unit("g", "0808"), allied("w", "0505")], 8).end()
    assert not any(depends_on_air(table.now, u) for u in table.now.units.values())
    assert table.thrown == []
    ring = [unit(f"s{n}", hex_) for n, hex_ in enumerate(RING)]
    besieged = Table([*ring, corps("x", "0505")])
    assert not depends_on_air(besieged.now, besieged.unit("x"))


def test_the_poles_are_supplied_with_the_british():
    units = [airborne("p", "0202", division="1 AB"), airborne("pol", "0808", division="Pol")]
    table = before_allies(units, 4).end(1)
    assert table.thrown == ["supply:1 AB"]
    assert unsupplied_turns(table.now, table.unit("pol")) == 1


def test_the_turns_without_supply_are_counted_and_end_at_once():
    table = before_allies([airborne("p", "0202")], 3, unsupplied={"p": 2}).end(1)
    assert unsupplied_turns(table.now, table.unit("p")) == 3
    table = before_allies([airborne("p", "0202")], 3, unsupplied={"p": 2}).end(6)
    assert unsupplied_turns(table.now, table.unit("p")) == 0
    assert table.unit("p").status == frozenset()


@pytest.mark.parametrize(
    ("turns", "attack", "defense", "may"),
    [(0, 0, 0, True), (1, 0, 0, True), (2, -1, 0, True), (3, -1, 1, False), (5, -1, 1, False)],
)
def test_effects_of_turns_without_supply(turns, attack, defense, may):
    """First no recovery, then a column in attack, then one in defence and no attack at all."""
    table = Table(
        [airborne("p", "0505"), unit("e", "0506")],
        turn=8,
        active="allied",
        phase="combat",
        unsupplied={"p": turns},
    )
    now, p, e = table.now, table.unit("p"), table.unit("e")
    mine = {r: by for r, by, _ in shifts(Attack(now, "allied", (p,), e.place))}
    theirs = {r: by for r, by, _ in shifts(Attack(now, "german", (e,), p.place))}
    assert mine.get("9.0e", 0) == attack
    assert theirs.get("9.0g", 0) == defense
    assert may_attack(now, p) == may
    assert ("9.0g" in table.rules_against(table.attack("p", on="0506"))) == (not may)


def test_contact_with_the_corps_frees_the_whole_division_for_good():
    units = [airborne("p", "0202"), airborne("q", "0808"), corps("x", "0203")]
    table = before_allies(units, 4)
    assert linked(table.now) == {"82"}
    table.end()
    assert table.thrown == []
    apart = before_allies([airborne("p", "0202"), corps("x", "0909")], 4, contact=["82"]).end()
    assert apart.thrown == []


def test_contact_is_kept_once_it_was_made():
    table = Table([airborne("p", "0202"), corps("x", "0205")], active="allied")
    table.play(table.move("x", path="0205 0204 0203"))
    assert table.state.tracks["contact/82"] == 3
    table.play(table.move("p", path="0202 0201"))
    assert linked(table.now) == {"82"}


def test_contact_may_mean_the_same_hex_by_a_reading():
    units = [airborne("p", "0202"), corps("x", "0203")]
    assert linked(Table(units, options={"contact": "same_hex"}).now) == frozenset()
    together = [airborne("p", "0202"), corps("x", "0202")]
    assert linked(Table(together, options={"contact": "same_hex"}).now) == {"82"}


def test_a_surrounded_unit_of_a_linked_division_still_depends_on_the_air():
    around = [unit(f"x{n}", h) for n, h in enumerate(("0404", "0506", "0604"))]
    units = [airborne("p", "0505"), airborne("q", "0808"), corps("c", "0809"), *around]
    table = before_allies(units, 4).end(1)
    assert table.thrown == ["supply:82"]
    assert unsupplied_turns(table.now, table.unit("p")) == 1
    assert unsupplied_turns(table.now, table.unit("q")) == 0


@pytest.mark.parametrize(
    ("turn", "die", "told"),
    [
        (3, 6, "in supply; tomorrow supplied on 3-6 (67 %)"),
        (3, 1, "first turn without supply"),
        (6, 6, "tomorrow supplied on 6 (17 %)"),
        (9, None, "tomorrow no supply is possible"),
    ],
)
def test_checklist_shows_supply_and_next_roll(turn, die, told):
    table = before_allies([airborne("p", "0202")], turn).end(*(() if die is None else (die,)))
    lines = table.rules.answers(table.state).checklist()
    (line,) = (item for item in lines if item.rule.startswith("9.0"))
    assert told in line.text
    assert line.units == ("p",)
    assert line.weight == "told"


def test_contact_ends_the_lack_of_supply_at_once():
    """9.0h, 7.0e: contact frees the division to recover and attack in the same turn."""
    table = Table(
        [
            airborne("p", "0303", steps=1),
            airborne("q", "0808"),
            corps("x", "0306"),
            unit("e", "0809"),
        ],
        turn=6,
        active="allied",
        unsupplied={"p": 3, "q": 3},
    )
    assert not may_attack(table.now, table.unit("q"))
    table.play(table.move("x", path="0306 0305 0304"))
    assert "unsupplied/q" not in table.state.tracks
    table.end()
    assert not table.unit("p").reduced
    assert table.rules_against(table.attack("q", on="0809")) == []


def test_a_siege_that_is_broken_ends_the_lack_of_supply():
    """9.0j: a unit of a linked division depends on the air only while it is surrounded."""
    around = [unit(f"x{n}", h) for n, h in enumerate(("0404", "0506", "0604"))]
    table = Table([airborne("p", "0505"), *around], contact=["82"], unsupplied={"p": 2})
    table.play(table.move("x2", path="0604 0704 0804"))
    assert unsupplied_turns(table.now, table.unit("p")) == 0
    still = Table([airborne("p", "0505"), *around], contact=["82"], unsupplied={"p": 2})
    still.play(still.move("x2", path="0604 0605"))
    assert unsupplied_turns(still.now, still.unit("p")) == 2


def test_a_siege_ends_too_when_a_besieger_is_lost_or_leaves_the_map():
    """9.0j, 9.0i: nobody has to enter a hex for it."""
    around = [unit(f"x{n}", h) for n, h in enumerate(("0404", "0506", "0604"))]
    around[2]["steps"] = 1
    besieged = [airborne("p", "0505"), *around]
    at_war = {"active": "allied", "phase": "combat", "contact": ["82"], "unsupplied": {"p": 2}}
    table = Table(besieged, **at_war).play(act.Bombard(target="0604", air=2), 1, 1)
    assert table.where("x2") == "eliminated-german"
    assert unsupplied_turns(table.now, table.unit("p")) == 0
    edge = [airborne("p", "0109"), unit("x0", "0110"), unit("x1", "0209"), unit("x2", "0108")]
    table = Table(edge, contact=["82"], unsupplied={"p": 2})
    assert is_surrounded(table.now, table.hex("0109"), "allied")
    table.play(table.move("x2", path="0108 exit-west"))
    assert unsupplied_turns(table.now, table.unit("p")) == 0


def test_a_regiment_that_lands_shares_the_supply_of_its_division():
    """9.0b, 9.0g: the turns without supply are those of the division."""

    def landed(**position) -> int:
        """Return the turns without supply of a regiment that lands beside a besieged one."""
        where = {"US-82-325": "turn-7", "US-82-505": "1711"}
        siege = {"GE-Feldt-1": "1710", "GE-Feldt-2": "1611", "GE-Feldt-3": "1811"}
        table = Campaign(
            [{"id": name, "counter": name, "hex": at} for name, at in (where | siege).items()],
            unsupplied={"US-82-505": 3},
            clear_board=True,
            **{"turn": 7, "active": "allied", "phase": "movement", **position},
        )
        table.play(table.move("US-82-325", path="turn-7 1310", mode="arrival"))
        return unsupplied_turns(table.now, table.unit("US-82-325"))

    assert landed() == 3
    assert landed(contact=["82"]) == 0


def test_a_unit_that_is_out_of_supply_is_in_its_first_turn_unless_it_says_more():
    """9.0d: a position may state no number of turns."""
    table = Table([airborne("p", "0505", status=["out_of_supply"])], active="allied")
    assert unsupplied_turns(table.now, table.unit("p")) == 1
    fed = Table([airborne("p", "0505")], active="allied")
    assert unsupplied_turns(fed.now, fed.unit("p")) == 0


def test_a_surrounded_unit_of_the_corps_needs_no_supply_by_air():
    """9.0a: XXX Corps and the Germans are always in supply."""
    ring = [unit(f"g{n}", place) for n, place in enumerate(("0404", "0506", "0604"))]
    table = Table([corps("x", "0505"), *ring], active="allied")
    assert is_surrounded(table.now, table.hex("0505"), "allied")
    assert not depends_on_air(table.now, table.unit("x"))
    besieged = Table([airborne("p", "0505"), *ring], active="allied", contact=["82"])
    assert depends_on_air(besieged.now, besieged.unit("p"))
