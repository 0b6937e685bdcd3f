"""Movement, zones, combat, retreats and the invasion, played on small boards and the real map."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core.reducer import apply
from engine.games.normandy44 import tracks
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch04_weather import initial_phase
from engine.games.normandy44.rules.ch17_cadres import replaced_by
from engine.play.autoplay import autoplay
from engine.rules.judge import Given, play
from tests.games.normandy44.tabletop import BOOK, Rolled, Table, allied, german, opened
from tests.thoroughness import some_now

# -- stacking and zones ---------------------------------------------------------------------------


def test_four_points_and_a_silhouette_fill_a_hex():
    units = [
        allied("a", "0505", 4),
        allied("b", "0505", 3),
        allied("t", "0505", 4, "tank", armor=3),
        allied("c", "0506", 1),
        allied("h", "0504", 1, "hq", attack=0),
    ]
    table = Table(units, phase="movement")
    assert [(v.rule, v.level) for v in table.verdicts(table.move("c", "0505"))] == [
        ("7.1a", "warn")
    ]
    assert table.verdicts(table.move("h", "0505")) == []


def test_strongpoints_and_ones_have_no_zone():
    units = [german("sp", "0505", 3, "strongpoint", attack=0), german("one", "0808", 1)]
    assert not Table(units).now.zones["german"]
    assert len(Table([german("two", "0505", 2)]).now.zones["german"]) == 6


def test_a_move_stops_in_a_zone_and_leaving_costs_a_point():
    table = Table([allied("a", "0503"), german("d", "0506")], phase="movement")
    assert table.reach("a")["0505"].stop == "ezoc"
    assert table.judge(table.move("a", "0504", "0505", "0605")) >= {"8.2"}
    table = Table([allied("a", "0505"), german("d", "0506")], phase="movement")
    assert table.reach("a")["0504"].cost == 2


def test_no_move_crosses_a_bond_and_scattered_units_form_none():
    units = [german("x", "0505"), german("y", "0507"), allied("a", "0606", 4)]
    table = Table(units, phase="movement")
    assert table.hex("0506") in table.now.bonds["german"].hexes
    assert table.judge(table.move("a", "0506")) == {"8.5.2a"}
    units[0] = {**units[0], "status": ["scattered"]}
    assert not Table(units).now.bonds["german"].hexes


def test_an_enemy_in_the_middle_negates_a_bond():
    units = [german("x", "0505"), german("y", "0507"), allied("a", "0506", 4)]
    assert not Table(units).now.bonds["german"].hexes


def test_bonds_run_to_the_edge_of_the_map():
    table = Table([german("x", "0202")])
    assert any(
        ends[1] is None for held in table.now.bonds["german"].sides.values() for ends in held
    )


# -- movement -------------------------------------------------------------------------------------


def test_roads_and_the_sky():
    tank = german("t", "0501", 4, "tank", armor=3, movement=3)
    road = [{"class": "primary", "hexes": [f"05{n:02d}" for n in range(1, 11)]}]
    reach = {
        w: Table([tank], phase="movement", active="german", weather=w, roads=road).reach("t")
        for w in ("storm", "overcast", "clear")
    }
    assert reach["storm"]["0510"].cost == 3
    assert reach["overcast"]["0507"].cost == 3
    assert "0510" not in reach["overcast"]
    assert reach["clear"]["0503"].cost == 1
    assert "0504" not in reach["clear"]


def test_waters_floods_and_marshes():
    sides = {"0505/0506": ["major_river"], "0504/0505": ["flooded"]}
    units = [allied("i", "0505"), allied("t", "0505", 4, "tank", armor=3)]
    table = Table(units, phase="movement", hexsides=sides, hexes={"0605": {"terrain": "flooded"}})
    assert table.reach("i")["0506"].cost == 2
    assert table.judge(table.move("t", "0504")) == {"9.5.1a"}
    assert table.judge(table.move("t", "0605")) == {"9.5.2a"}
    assert table.reach("i")["0605"].stop == "flooded"
    far = Table([allied("i", "0503")], phase="movement", hexsides=sides)
    assert far.judge(far.move("i", "0504", "0505")) == {"9.5.1b"}


def test_tactical_movement_is_two_hexes_whatever_they_cost():
    table = Table([allied("i", "0505", movement=1)], phase="movement", terrain="woods")
    assert "0507" in table.reach("i", "tactical")
    assert "0508" not in table.reach("i", "tactical")


def test_strategic_movement_keeps_to_roads_and_to_three_markers():
    road = [{"class": "secondary", "hexes": [f"05{n:02d}" for n in range(1, 11)]}]
    tank = german("t", "0501", 4, "tank", armor=3, movement=2)
    table = Table([tank], phase="movement", active="german", roads=road)
    assert "0509" in table.reach("t", "strategic")
    assert table.judge(table.move("t", "0601", mode="strategic")) == {"9.8.1b"}
    table.play(table.move("t", "0502", mode="strategic"))
    assert "strategic" in table.unit("t").status
    marked = [german(f"m{n}", f"090{n}", status=["strategic"]) for n in (1, 4, 7)]
    full = Table([tank, *marked], phase="movement", active="german", roads=road)
    assert "9.8.3a" in full.judge(full.move("t", "0502", mode="strategic"))


# -- combat ---------------------------------------------------------------------------------------


def test_a_main_assault_force_with_an_attached_unit_attacks_whole():
    units = [
        allied("a", "0505", 6, formation="1 Inf Div"),
        allied("t", "0505", 3, "tank", armor=3),
        allied("o", "0605", 6, formation="29 Inf Div"),
        german("d", "0506", 4),
    ]
    found = Table(units).odds(["a", "t", "o"], "0506")
    assert found.own["lead"] == "1 Inf Div"
    assert set(found.own["force"]) == {"a", "t"}
    assert found.attack == 12
    assert found.column == "4:1"


def test_us_and_commonwealth_do_not_fight_together():
    units = [allied("a", "0505"), allied("b", "0605", nationality="british"), german("d", "0506")]
    table = Table(units)
    said = table.judge(act.DeclareAttack(attackers=("a", "b"), target="0506"))
    assert "22.1.1" in said


def test_an_attack_costs_the_attacker_a_step():
    table = Table([allied("a", "0505", 4), german("d", "0506", 4)])
    table.attack(["a"], "0506", 1)
    assert table.unit("a").steps == 1
    assert tracks.FOUGHT + "a" in table.state.tracks


def test_a_defender_retreats_two_hexes_and_is_disrupted():
    table = Table([allied("a", "0505", 8), german("d", "0506", 4)])
    table.attack(["a"], "0506", 5)
    table.choose("retreat")
    way = next(o for o in table.options if o.startswith("d "))
    table.choose(way)
    assert "disrupted" in table.unit("d").status
    assert table.now.ground.distance(table.hex("0506"), table.unit("d").place) == 2
    assert any(o.startswith("a ") for o in table.options)
    table.choose("a 0506")
    assert table.at("a") == "0506"


def test_a_scattered_unit_does_not_advance():
    units = [
        allied("a", "0505", 8),
        allied("s", "0505", 2, attack=0, status=["scattered"]),
        allied("f", "0505", 1, attack=0),
        german("d", "0506", 4),
    ]
    table = Table(units)
    table.attack(["a"], "0506", 5)
    table.choose("retreat")
    table.choose(next(o for o in table.options if o.startswith("d ")))
    assert {o.split()[0] for o in table.options} == {"a", "f", "none"}


def test_a_determined_defence_holds_the_hex():
    table = Table([allied("a", "0505", 8), german("d", "0506", 4, tq=1)])
    table.attack(["a"], "0506", 5)
    table.choose("hold d", 6)
    assert table.at("d") == "0506"
    assert table.unit("a").steps == 1
    assert not table.state.pending


def test_a_surrounded_stack_may_defend_desperately():
    there = Table([german("d", "0506")])
    ring = sorted(there.numbers(there.now.ground.ring[there.hex("0506")]))
    units = [allied(f"a{n}", h, 6, formation="1 Inf Div") for n, h in enumerate(ring)]
    table = Table([*units, german("d", "0506", 8, steps=3, max_steps=3)])
    table.attack(["a0", "a1", "a2"], "0506", 4)
    table.choose("hold d", 1)
    assert table.options == ["desperate", "retreat"]
    table.choose("desperate")
    assert table.unit("d").steps == 1


def test_exchange_leaves_the_choice_to_the_other_side():
    units = [
        allied("a", "0505", 6, formation="1 Inf Div"),
        allied("b", "0505", 6, formation="1 Inf Div"),
        german("d", "0506", 6),
        german("e", "0506", 5),
    ]
    table = Table(units)
    table.attack(["a", "b"], "0506", 4)
    assert table.state.pending[-1].side == "german"
    table.choose("b")
    assert table.state.pending[-1].side == "allied"
    table.choose("e")
    assert (table.unit("b").steps, table.unit("e").steps) == (1, 1)


def test_artillery_spends_supply_points():
    units = [
        allied("a", "0505", 4),
        allied("q", "0402", 1, "hq", attack=0, steps=1, max_steps=1),
        german("d", "0506", 4),
        allied("e", "0401", 1, "beach_engineer", attack=0, movement=0),
    ]
    beach = {"x": {"kind": "beach", "hexes": ["0401"]}}
    table = Table(units, areas=beach)
    assert table.odds(["a"], "0506", "q", "q").column == "3:1"
    table.attack(["a"], "0506", 5, artillery=("q", "q"))
    assert table.state.tracks["supply_points.us"] == 7


def test_supply_runs_five_hexes_to_a_road():
    road = [{"class": "secondary", "hexes": [f"01{n:02d}" for n in range(1, 13)]}]
    areas = {"green": {"kind": "entry", "hexes": ["0112"]}}
    table = Table([german("d", "0601"), german("e", "0801")], roads=road, areas=areas)
    lines = table.rules.answers(table.state).supply("german")
    assert lines["d"].supplied
    assert not lines["e"].supplied


def test_a_three_step_unit_becomes_a_cadre():
    table = opened()
    dice = Rolled(random.Random(3))
    played = play(table.rules, table.state, act.NextPhase(), dice)
    table.state = apply(table.state, played.effects, table.rules.places)
    cadres = [u for u in table.now.units.values() if u.type.cadre]
    for cadre in cadres:
        assert replaced_by(table.now, cadre.id)
        assert cadre.steps == 1


def _hands(units, **more):
    return Table(units, phase="replacement", active="german", **more)


def test_a_replacement_brings_a_step_back_and_marks_the_unit():
    areas = {"green": {"kind": "entry", "hexes": ["0505"]}}
    table = _hands([german("d", "0505", 4, steps=1)], areas=areas)
    take = act.PlaceMarker(unit="d", marker="replacement")
    assert "6.2.6" in table.judge(take)
    table = _hands(
        [german("d", "0505", 4, steps=1)], areas=areas, tracks={"repl/german/infantry": 1}
    )
    table.play(take)
    assert table.unit("d").steps == 2
    assert "replacement" in table.unit("d").status
    assert table.state.tracks["repl/german/infantry"] == 0
    assert "6.2.3c" in table.judge(take)


def test_an_improved_position_is_begun_and_completed():
    areas = {"green": {"kind": "entry", "hexes": ["0505"]}}
    units = [german("d", "0505", 4)]
    early = Table(units, areas=areas, phase="movement", active="german", turn=4)
    build = act.PlaceMarker(unit="d", marker="improved_position")
    assert early.judge(build) == {"16.1.2a"}
    table = Table(units, areas=areas, phase="movement", active="german", turn=5)
    table.play(build)
    assert table.hex("0505") in table.now.building
    assert "16.1.3b" in table.judge(act.PlaceMarker(unit="d", marker="reserve"))


def test_reserves_are_placed_and_taken_off():
    table = Table([allied("a", "0505")], phase="movement")
    table.play(act.PlaceMarker(unit="a", marker="reserve"))
    assert "reserve" in table.unit("a").status
    table.play(act.PlaceMarker(unit="a", marker="reserve", on=False))
    assert "reserve" not in table.unit("a").status


def test_reserve_movement_does_not_end_with_a_seventh_stack_in_reserve():
    hexes = ("0502", "0504", "0506", "0702", "0704", "0706", "0508")
    units = [allied(f"u{n}", place, status=["reserve"]) for n, place in enumerate(hexes)]
    table = Table(units, phase="reserve_movement")
    assert "15.1b" in table.judge(act.NextPhase())
    removals = [
        a
        for a in table.rules.legal(table.state, 9_999).actions
        if isinstance(a, act.PlaceMarker) and not a.on
    ]
    assert {a.unit for a in removals} == {f"u{n}" for n in range(7)}
    table.play(removals[0])
    assert "15.1b" not in table.judge(act.NextPhase())
    assert not [
        a for a in table.rules.legal(table.state, 9_999).actions if isinstance(a, act.PlaceMarker)
    ]


def test_aircraft_strafe_silhouettes_before_the_fights():
    table = Table([german("t", "0505", 4, "tank", armor=3), allied("a", "0909")])
    strafe = act.Bombard(target="0505", air=1)
    table.play(strafe, 6)
    assert table.unit("t").steps == 1
    assert "19.1.4c" in table.judge(strafe)
    near = Table([german("t", "0505", 4, "tank", armor=3), german("f", "0506", 3, "flak88")])
    near.play(strafe)
    near.choose("fly", 6)
    assert near.unit("t").steps == 2


def test_all_strafing_missions_are_assigned_before_the_first_is_flown():
    """19.1.4b: assigned first, then flown; a phase has one round of them."""
    tanks = [german(n, h, 4, "tank", armor=3) for n, h in (("t", "0505"), ("u", "0707"))]
    table = Table([*tanks, allied("a", "0909")])
    table.play(act.Bombard(target="0505", air=1))
    assert (table.state.pending[-1].kind, table.options) == ("missions", ["fly", "0707"])
    assert [table.unit(n).steps for n in "tu"] == [2, 2]
    alone = Table([*tanks, allied("a", "0909")])
    alone.play(act.Bombard(target="0505", air=1))
    alone.choose("fly", 6)
    assert [alone.unit(n).steps for n in "tu"] == [1, 2]
    assert alone.judge(act.Bombard(target="0707", air=1)) == {"19.1.4b"}
    table.choose("0707", 6, 6)
    assert [table.unit(n).steps for n in "tu"] == [1, 1]
    table.play(act.NextPhase())
    assert "missions" not in table.state.tracks


def test_a_strongpoint_is_taken_off():
    sp = german("sp", "0505", 2, "strongpoint", attack=0, movement=0)
    table = Table([sp], active="german")
    table.play(act.PlaceMarker(unit="sp", marker="remove"))
    assert "sp" not in table.now.units


def test_batteries_bind_ships_by_option():
    table = opened()
    state = table.state
    state = replace(state, tracks={**state.tracks, "option/coast_batteries": "on"})
    state = replace(state, clock=state.clock.model_copy(update={"turn": 2}))
    work = Resolution(table.rules.setting, state, Given([1]))
    initial_phase(work)
    assert work.state.tracks["naval/us"] == 1
    assert work.state.tracks["naval/cw"] == 1


# -- the invasion and whole games -----------------------------------------------------------------


def _to(table: Table, phase: str, active: str, seed: int = 1) -> None:
    dice = Rolled(random.Random(seed))
    while (table.state.clock.phase, table.state.clock.active) != (phase, active):
        action: act.Action = act.NextPhase()
        if table.state.pending:
            asked = table.state.pending[-1]
            action = act.Choose(decision=asked.kind, option=table.options[-1])
        played = play(table.rules, table.state, action, dice)
        table.state = apply(table.state, played.effects, table.rules.places)


def test_nine_landings_are_made_and_the_germans_reply():
    table = opened()
    _to(table, "movement", "german")
    made = [n for n in table.state.tracks if n.startswith(tracks.LANDING)]
    assert len(made) == 9
    assert table.at("US-4-8") == "2814"
    assert "GE-SP-709-1" not in table.now.units
    assert table.judge(table.move("GE-709-795", "2811")) >= {"17.1"}
    assert "9.8.7" in table.judge(table.move("GE-21-200StuG", "1730", mode="strategic"))


def test_the_landings_are_made_one_by_one_in_any_order():
    """20.1a, 20.3.1: the drops first, then each landing is named; the last is made by itself."""
    table = _invaded()
    assert len(table.options) == 9
    first = table.rules.answers(table.state).question()
    assert first is not None
    assert first.options[0].text == "Utah: 8/4 Inf, 12/4 Inf, 70 Tk (Utah column)"
    assert first.options[0].place == table.hex("2814")
    table.choose("queen", 6)
    assert table.state.pending[-1].kind == "assault_advance"
    table.choose("none", 4)
    assert "queen" not in table.options
    assert len(table.options) == 8
    owed = [item.text for item in table.rules.answers(table.state).checklist()]
    assert "Utah must still be assaulted" in owed


def _invaded() -> Table:
    """The drops are thrown for; the landings wait."""
    table = opened()
    played = play(table.rules, table.state, act.NextPhase(), Rolled(random.Random(1)))
    table.state = apply(table.state, played.effects, table.rules.places)
    return table


def test_only_a_loss_is_possible_while_both_sides_stand_on_omaha():
    """20.3.3: after a 1 the strongpoint still stands; the hex is one side's when the roll ends."""
    table = _invaded()
    table.choose("omaha-29", 1)
    beach = table.hex("2719")
    assert beach in table.now.stacks["allied"].keys() & table.now.stacks["german"].keys()
    assert table.options == ["US-29-115", "US-29-116"]
    for order in (act.NextPhase(), table.move("US-743Tk", "2718")):
        assert table.judge(order)
    table.choose("US-29-115", 5)
    assert beach not in table.now.stacks["german"]


def test_a_regiment_broken_on_omaha_does_not_land_again():
    """20.3.3: three ones: a regiment is a cadre, and lands no second time beside it."""
    table = _invaded()
    table.choose("omaha-29", 1)
    table.choose("US-29-115", 1)
    table.choose("US-29-115", 5, 6)  # A1/D1: the loss is the other's; then the tanks
    assert table.at("US-29-115") == "cadres-allied"
    beach = table.state.stacks[table.hex("2719")]
    assert sorted(name[:8] for name in beach) == ["US-29-11", "US-743Tk", "US-Cadre"]


def test_a_landing_fails_when_both_regiments_are_cadres():
    """20.3.3: both regiments of Omaha are cadres: they go back to their box."""
    table = _invaded()
    table.choose("omaha-29", 1)
    table.choose("US-29-115", 1)
    table.choose("US-29-115", 1, 1)  # the other loses what is left of it without a question
    assert table.state.tracks[tracks.LANDING + "omaha-29"] == "failed"
    assert "GE-SP-716-1" in table.now.units
    assert table.at("US-743Tk") == "follow-up-omaha"


def test_engineers_open_the_beaches_for_the_follow_up():
    table = opened()
    _to(table, "movement", "allied")
    there = {"hexes": "2814"}
    assert "6.5.2a" in table.judge(table.move("US-4-22", there["hexes"]))
    table.play(table.move("US-Eng-1S", "2814"))
    assert "6.5.2a" not in table.judge(table.move("US-4-22", there["hexes"]))


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario", some_now(["campaign", "seven_turns", "cherbourg"], now=lambda s: s == "cherbourg")
)
def test_random_legal_games_keep_every_invariant(tmp_path: Path, scenario: str):
    rules = BOOK.ruleset(scenario)
    report = autoplay(rules, 11, 2, tmp_path / "g.h44log")
    assert report.entries > 50


def test_the_window_is_offered_guns_twice_and_ships():
    units = [
        allied("a", "0505", 4),
        allied("q", "0402", 1, "hq", attack=0, steps=1, max_steps=1),
        german("d", "0506", 4),
        allied("e", "0401", 1, "beach_engineer", attack=0, movement=0),
    ]
    beach = {"x": {"kind": "beach", "hexes": ["0401"]}}
    table = Table(units, areas=beach, hexes={"0506": {"naval_zone": True}})
    found = table.odds(["a"], "0506", "q", "q*", "naval")
    assert found.able == ("q", "q*", "naval")
    assert found.support == ("q", "q*", "naval")
    assert found.column == "4:1"
    position = table.rules.answers(table.state)
    assert "q" in position.name("q*")
    assert position.name("naval") == "naval units"
    assert position.name("naval")
    prepared = position.prepared(found.plan)
    assert prepared.support == found.support
    table.attack(["a"], "0506", 6, artillery=prepared.support)
    assert table.state.tracks["supply_points.us"] == 7
    assert table.state.tracks["naval/us"] == 1
