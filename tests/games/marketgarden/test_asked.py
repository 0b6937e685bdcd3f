"""Queries that the sample games do not cover: permissions, control, answers out of order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.board.board import BEYOND
from engine.core import actions as act
from engine.games.marketgarden import tracks
from engine.games.marketgarden.combat import CombatRecord
from engine.games.marketgarden.facts import MarketGardenFacts
from engine.games.marketgarden.land import land_of
from engine.games.marketgarden.legal import groups, subjects
from engine.games.marketgarden.rules.ch04_zone_duties import engaged_at_start
from engine.games.marketgarden.rules.ch05_advance import FIGHT, Advance
from engine.games.marketgarden.rules.ch05_engagement import is_surrounded
from engine.games.marketgarden.rules.ch05_results import Exchange, Loss
from engine.games.marketgarden.rules.ch05_retreat import Displace
from engine.games.marketgarden.rules.ch05_support import Support
from engine.games.marketgarden.rules.ch11_victory import destroyed, unit_points
from engine.log.entry import Entry
from engine.request_fields import Refused
from engine.rules.answers import AttackPlan
from tests.games.marketgarden.tabletop import BOOK, Campaign, Table, airborne, allied, corps, unit
from tests.games.marketgarden.test_ch04_arrivals import at
from tests.games.marketgarden.test_ch05_results import fight


def fighting(*units, **more) -> Table:
    return Table([unit("f", "0505"), allied("e", "0506"), *units], phase="combat", **more)


def asked(table: Table):
    return table.rules.answers(table.state)


# -- who may ---------------------------------------------------------------------------------------


def test_attackers_that_have_fought_come_last():
    """5.1.2b: a unit attacks once; an empty hex cannot be attacked."""
    table = fighting(unit("a", "0605"))
    here = table.hex("0506")
    assert set(asked(table).attackers(here)) == {"f", "a"}
    for done, left in (("f", "a"), ("a", "f")):
        spent = {**table.state.tracks, tracks.FOUGHT + done: 1}
        position = table.rules.answers(replace(table.state, tracks=spent))
        assert position.attackers(here) == (left, done)
        assert [position.has_fought(n) for n in (done, left)] == [True, False]
    assert asked(table).attackers(table.hex("0101")) == ()


def test_hex_facts_include_road_zones_and_edges():
    table = fighting(hexes={}, roads=[{"class": "red", "hexes": ["0505", "0506"]}])
    position = asked(table)
    told = {n: position.hex_facts(table.hex(n)) for n in ("0505", "0506", "0909")}
    assert [told[n]["red_road"] for n in ("0505", "0506", "0909")] == [True, True, False]
    assert told["0505"]["zones"] == ["allied"]
    assert told["0506"]["zones"] == ["german"]
    assert told["0909"] == {"red_road": False, "zones": [], "edges": []}


def test_no_units_have_no_advances():
    """5.2a: hexes that all given units may advance to."""
    table = fighting()
    assert asked(table).advances((), table.hex("0506"), "normal") == {}


def test_defending_artillery_counts_as_defence_share():
    """5.1.1d, 8.0h: with its attack factor, which it adds from a distance."""
    table = fighting(allied("gun", "0508", kind="artillery", attack=3, defense=1, range=3))
    found = asked(table).odds(AttackPlan(("f",), table.hex("0506"), ("gun",)))
    assert [(s.unit, s.role, s.used) for s in found.strengths] == [
        ("f", "attack", 4), ("e", "defense", 4), ("gun", "defense", 3),
    ]  # fmt: skip
    assert (found.attack, found.defense) == (4, 7)
    given = {"artillery_in_defence": "defence"}
    other = fighting(
        allied("gun", "0508", kind="artillery", attack=3, defense=1, range=3), options=given
    )
    weak = asked(other).odds(AttackPlan(("f",), other.hex("0506"), ("gun",)))
    assert (weak.strengths[-1].used, weak.defense) == (1, 5)
    guns = fighting(
        unit("own", "0503", kind="artillery", attack=3, defense=1, range=3), options=given
    )
    strong = asked(guns).odds(AttackPlan(("f",), guns.hex("0506"), ("own",)))
    assert [(s.unit, s.role, s.used) for s in strong.strengths][1] == ("own", "support", 3)
    assert strong.attack == 7


@pytest.mark.parametrize(("phase", "there"), [("movement", True), ("combat", True), ("", False)])
def test_orders_are_listed_in_the_phases_of_play(phase, there):
    """3.0a."""
    table = fighting()
    state = replace(table.state, clock=table.state.clock.model_copy(update={"phase": phase}))
    position = table.rules.position(state)
    assert (subjects(position, lambda _: True) != []) is there
    if phase == "movement":
        assert [u.id for u in engaged_at_start(position)] == ["f"]
    else:
        assert engaged_at_start(position) == []


def test_the_tables_that_every_game_has_are_asked_by_their_names():
    with pytest.raises(Refused):
        BOOK.table("no_such_table", {})


# -- answers to no question ------------------------------------------------------------------------


def test_no_options_without_a_combat():
    """5.1: a position may have a pending decision without a combat."""
    now = fighting().now
    for handler in (Loss(), Exchange(), Displace(), Advance(), Support()):
        assert handler.choices(now, {}) == []
    assert Support().other(now, {}, ["air=0"]) is None


def test_loss_needs_a_unit_of_the_combat():
    """5.1.6b: a unit elsewhere is refused with a verdict, an unknown name without one."""
    now = fighting(allied("far", "0101")).now
    found = [(v.rule, v.units) for v in Loss().refuse(now, {}, ["far", "nobody"])]
    assert found == [("5.1.6b", ("far",))]


def test_the_units_of_an_exchange_may_be_named_in_any_order():
    """5.1.6k: a set of units is a set."""
    table = fight("EMP", "6:1", (18, 3))
    assert table.options == ["e", "d", "e d"]
    handler, now = Exchange(), table.now
    found = handler.other(now, {}, ["d", "e"])
    assert found is not None
    assert found.id == "e d"
    assert handler.other(now, {}, ["d", "f"]) is None
    assert handler.other(now, {}, ["d", "d", "e"]).id == "e d"  # type: ignore[union-attr]


# -- supply, points, facts -------------------------------------------------------------------------


def test_supply_is_unknown_where_unit_would_be_surrounded():
    """9.0a, 9.0h: a unit linked to XXX Corps needs no air supply unless it is surrounded."""
    base = [airborne("p", "0505"), corps("x", "0604")]
    ring = [unit(f"g{n}", place) for n, place in enumerate(("0402", "0605", "0406", "0203"))]
    table = Table([*base, *ring], active="allied", contact=["82"])
    found = asked(table).reach(["p"]).hexes
    assert found[table.hex("0506")].price.supplied is None
    assert True in {end.price.supplied for end in found.values()}
    for hex_, end in found.items():
        assert (end.price.supplied is None) is is_surrounded(table.now, hex_, "allied")


def test_units_off_map_do_not_count_as_eliminated():
    """11.2.1a, 11.2.2a, 4.2.2d."""
    dead = [
        at("GE-Chill-1", "eliminated-german", steps=0),
        at("BR-8A", "eliminated-allied", steps=0),
    ]
    table = Campaign([*dead, at("GE-HGEsc", "exit-south")])
    assert (destroyed(table.now, "german"), destroyed(table.now, "allied")) == (1, 1)
    assert (unit_points(table.now, "allied"), unit_points(table.now, "german")) == (5, 10)


def test_combat_entered_by_hand_is_reported_unchanged():
    module = BOOK.module
    facts = MarketGardenFacts(module, "campaign")
    told = act.Combat(attackers=("GE-Chill-1",), defenders=("BR-8A",), target="0525", attack=4,
                      defense=2, column="2:1", result="DB")  # fmt: skip
    entry = Entry(id=2, parent=1, at="", by="german", action=told)
    found = facts.fight(entry, Campaign().state)
    assert found is not None
    assert (found.side, found.odds, found.column, found.result) == ("german", "4:2", "2:1", "DB")
    assert facts.outcomes(replace(found, column="no such column")) == ()


def test_the_points_of_a_state_that_the_rules_cannot_read_are_none():
    table = Campaign()
    facts = BOOK.facts(BOOK.module, "no such scenario")
    assert set(facts.points(table.state)) == {"allied", "german"}
    name = next(iter(table.state.pieces))
    odd = replace(table.state.pieces[name], counter="no such counter", place=5)
    broken = replace(table.state, pieces={**table.state.pieces, name: odd},
                     stacks={**table.state.stacks, 5: (name,)})  # fmt: skip
    assert facts.points(broken) == {}


def test_dry_hexsides_of_a_diagram_are_passed_over():
    """Later hexsides still count after a ford or a road without water."""
    sides = {"0505/0506": [], "0305/0306": ["river", "bridge"], "0307/0308": ["canal"]}
    table = Table([unit("f", "0505")], hexsides=sides)
    ground = table.now.ground
    pairs = {(table.hex(a), table.hex(b)) for a, b in (("0305", "0306"), ("0307", "0308"))}
    assert pairs <= set(ground.rivers)
    assert (table.hex("0505"), table.hex("0506")) not in ground.rivers
    assert list(ground.bridges) == ["0305/0306"]


def test_move_beside_corps_needs_no_supply_roll():
    """9.0h: contact needs units of XXX Corps at the destination, not in the moving stack."""
    table = Table([airborne("p", "0505"), corps("x", "0508")], active="allied")
    near = {table.hex("0508"), *table.now.ground.ring[table.hex("0508")]}
    for hex_, end in asked(table).reach(["p"]).hexes.items():
        assert end.price.supplied is (True if hex_ in near else None)
    both = Table([allied("a", "0505"), airborne("p", "0505")], active="allied")
    ends = asked(both).reach(["a", "p"]).hexes
    assert ends
    assert {end.price.supplied for end in ends.values()} == {None}
    alone = asked(both).reach(["a"]).hexes
    assert {end.price.supplied for end in alone.values()} == {True}


@pytest.mark.parametrize(("places", "orders"), [(("0505", "0707"), 2), (("0505", "0505"), 3)])
def test_each_unit_and_each_stack_is_asked_once_for_its_moves(places, orders):
    table = Table([unit(f"g{n}", place) for n, place in enumerate(places)])
    assert len(subjects(table.now, lambda _: True)) == orders
    moves = list(table.rules.legal(table.state, 10_000).actions)
    assert len({repr(move) for move in moves}) == len(moves)


@pytest.mark.parametrize(("turns", "status"), [(0, set()), (1, {"out_of_supply"})])
def test_no_turns_without_supply_are_supply(turns, status):
    """9.0d: a position may state it for a unit."""
    table = Table([airborne("p", "0505")], active="allied", unsupplied={"p": turns})
    assert table.unit("p").status == status


def test_each_hex_of_an_advance_is_refused_by_its_rule():
    """5.2c, 5.2e: infantry advances one hex, armour two, each beside the one before."""
    table = Table([unit("f", "0505"), unit("t", "0605", kind="armour")], phase="combat")
    fought = CombatRecord(side="german", target="0506", attackers=("f", "t"))
    kept = {**table.state.tracks, FIGHT.track: fought.model_dump_json(exclude_defaults=True)}
    now = table.rules.position(replace(table.state, tracks=kept))

    def said(*words: str) -> list[str]:
        return [v.rule for v in Advance().refuse(now, {}, words)]

    assert (said("f", "0101"), said("t", "0101")) == (["5.2e"], ["5.2e"])
    assert (said("f", "0506"), said("t", "0506", "0507")) == ([], [])
    assert (said("f", "0506", "0507"), said("t", "0506", "0101")) == (["5.2c"], ["5.2e"])
    assert (said("nobody", "0506", "0507"), said()) == ([], [])


# -- positions and the board -----------------------------------------------------------------------


def test_turns_without_supply_of_an_unknown_unit_are_refused():
    with pytest.raises(Refused, match="nobody"):
        Table([unit("f", "0505")], unsupplied={"nobody": 1})
    assert (
        Table([unit("f", "0505")], unsupplied={"f": 1}).state.tracks[tracks.UNSUPPLIED + "f"] == 1
    )


def test_the_graph_leads_onto_the_map_at_its_rim_only():
    table = Table([unit("f", "0505")])
    ground = table.now.ground
    ends = {n: ground.graph.has_edge(BEYOND, table.hex(n)) for n in ("0101", "0105", "0505")}
    assert ends == {"0101": True, "0105": True, "0505": False}


def test_a_place_name_means_its_hex_with_points_or_else_its_first():
    campaign = Campaign()
    board, hexes = campaign.rules.board, {}
    places = land_of(board).places
    for i, names in enumerate(board.names):
        if names:
            hexes.setdefault(names[0], []).append(i)
    assert any(len(found) > 1 for found in hexes.values())
    for name, found in hexes.items():
        scoring = [i for i in found if board.victory[i]]
        assert places[name] == (scoring or found[:1])[-1]


def test_of_many_attackers_those_that_must_attack_are_listed_together():
    men = [unit(n, hex_) for n, hex_ in zip("abcdg", ["0505"] * 3 + ["0605"] * 2, strict=True)]
    table = Table([*men, allied("e", "0506")], phase="combat").free()
    owes = {tracks.OWES + n: 1 for n in "bd"}
    table.state = replace(table.state, tracks={**table.state.tracks, **owes})
    found = [tuple(sorted(u.id for u in group)) for group in groups(table.now, table.hex("0506"))]
    assert set(found) == {tuple("abcdg"), ("b", "d"), *((n,) for n in "abcdg")}
