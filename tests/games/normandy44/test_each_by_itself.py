"""Rules that leave no trace in a whole turn, each in a case that shows its absence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.effects import Clock
from engine.games.normandy44 import tracks
from engine.games.normandy44.orders import attack_named
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules import ch03_sequence as sequence
from engine.games.normandy44.rules import ch04_weather as weather
from engine.games.normandy44.rules import ch06_arrivals as arrivals
from engine.games.normandy44.rules import ch06_replacements as replacements
from engine.games.normandy44.rules import ch12_results as results
from engine.games.normandy44.rules import ch13_retreat as retreat
from engine.games.normandy44.rules import ch14_advance as advance
from engine.games.normandy44.rules import ch16_fortifications as fortifications
from engine.games.normandy44.rules import ch17_cadres as cadres
from engine.games.normandy44.rules import ch17_special_units as special
from engine.games.normandy44.rules import ch17_support as support
from engine.games.normandy44.rules import ch18_supply as supply
from engine.games.normandy44.rules import ch20_assault as assault
from engine.games.normandy44.rules import ch21_beachheads as beachheads
from engine.games.normandy44.rules import ch23_victory as victory
from engine.games.normandy44.rules import ch28_batteries as batteries
from engine.games.normandy44.rules.ch11_modifiers import quality_givers, tiger_givers
from engine.games.normandy44.rules.ch12_determined_defense import supporters
from engine.games.normandy44.vocabulary import RETURN
from engine.rules.judge import Given
from tests.games.normandy44.tabletop import Table, allied, german, opened
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter, work_of


def of(work: Resolution) -> Any:
    """Return the position after an action."""
    return work.position


def with_dice(table: Table, *dice: int) -> Resolution:
    return Resolution(table.rules.setting, table.state, Given(dice))


# -- 3 and 4 --------------------------------------------------------------------------------------


def test_strategic_and_truck_markers_go_as_the_next_movement_begins() -> None:
    work = work_of(Table([german("d", "0505", status=["strategic", "truck"])], active="german"))
    sequence.drop_markers(work, "german")
    assert of(work).units["d"].status == frozenset()


def test_the_recovery_phase_ends_without_disrupted_units() -> None:
    work = work_of(Table([german("d", "0505", status=["disrupted"])], active="german"))
    sequence.end_phase(work, Clock(turn=3, phase="recovery", active="german"))
    assert of(work).units["d"].status == frozenset()


def test_scattered_and_landed_units_rally_in_their_own_recovery_phase() -> None:
    """20.2.3b, 6.5.2d: also those in Britain; not in the German phase."""
    status = ["scattered", "regroup", "disrupted", "replacement"]
    table = Table([allied("a", "0505", status=status)])
    for active, left in (("german", set(status)), ("allied", set())):
        work = work_of(table)
        sequence.end_phase(work, Clock(turn=3, phase="recovery", active=active))
        assert of(work).units["a"].status == left


def test_disruption_reserve_and_replacements_are_over_after_recovery() -> None:
    units = [
        german("d", "0505", status=["disrupted", "replacement"]),
        german("r", "0808", status=["reserve"]),
        allied("a", "0809"),
    ]
    work = work_of(Table(units, active="german"))
    supply.recovery(work, "german", ["disrupted", "replacement"])
    assert of(work).units["d"].status == frozenset()
    assert of(work).units["r"].status == frozenset(), "beside an enemy it is no reserve"


def test_the_sixth_of_june_is_overcast_and_ships_lie_off_the_coast() -> None:
    table = opened()
    work = work_of(table)
    weather.first_weather(work)
    assert (of(work).weather, work.state.tracks[tracks.WEATHER_ROW]) == ("overcast", 2)
    assert [work.state.tracks[tracks.NAVAL + army] for army in ("us", "cw")] == [2, 2]


# -- 6 --------------------------------------------------------------------------------------------


def test_every_closed_beach_costs_two_points_a_turn() -> None:
    one = campaign([ENGINEERS])
    both = campaign([ENGINEERS, counter("US-Eng-5S", "2719")])
    assert arrivals.budget(both.now, "us") - arrivals.budget(one.now, "us") == 2
    assert arrivals.budget(campaign([ENGINEERS], weather="storm").now, "us") == 0


def test_follow_up_units_wait_off_their_beach() -> None:
    now = campaign([counter("US-4-22", "follow-up-utah"), counter("US-4-8", "in-britain")]).now
    assert arrivals.follow_up(now, now.any_unit("US-4-22")) == "utah"
    assert arrivals.follow_up(now, now.any_unit("US-4-8")) == ""


def test_engineer_units() -> None:
    now = campaign([ENGINEERS, counter("US-4-8", "2812")]).now
    assert arrivals.is_engineer(now.any_unit("US-Eng-1S"))
    assert not arrivals.is_engineer(now.any_unit("US-4-8"))


def test_supply_points_are_bought_through_a_complete_mulberry() -> None:
    here = [ENGINEERS, counter("US-Eng-5S", "2719")]
    due = {tracks.MULBERRY_DUE + "us": 3}
    assert replacements.can_buy(campaign(here, tracks=due).now, "us") == 1
    assert replacements.can_buy(campaign(here, turn=2, tracks=due).now, "us") == 0


@pytest.mark.parametrize(
    ("army", "beach", "other"), [("us", "omaha", "gold"), ("cw", "gold", "omaha")]
)
def test_supply_points_count_against_the_beach_of_their_mulberry(
    army: str, beach: str, other: str
) -> None:
    there = {"US-Eng-5S": "2719", "BR-Eng-9+10": "2525", "BR-Eng-7+8": "2527"}
    here = [ENGINEERS, *(counter(name, hex_) for name, hex_ in there.items())]
    due: dict[str, Any] = {tracks.MULBERRY_DUE + army: 3}
    full = {tracks.LANDED + beach: arrivals.BEACH_LIMIT}
    free = {tracks.LANDED + other: arrivals.BEACH_LIMIT}
    position = campaign(here, tracks=due | free).now
    assert replacements.points_left(position, army) >= replacements.SUPPLY_PRICE
    assert replacements.can_buy(position, army) == 1
    assert replacements.can_buy(campaign(here, tracks=due | full).now, army) == 0


def test_poor_replacements_lapse_and_panthers_become_armour() -> None:
    held = {"repl/german/infantry0": 1, "repl/german/infantry-1": 1, "repl/german/panther": 2}
    work = work_of(Table([german("d", "0505")], tracks=held))
    replacements.expire(work)
    left = {k: v for k, v in work.state.tracks.items() if k.startswith("repl/german") and v}
    assert left == {"repl/german/armour": 2}


def test_a_unit_comes_back_only_where_it_may() -> None:
    here = [ENGINEERS, counter("US-HQ-7", "2813"), counter("US-4-8", "2812")]
    gone = counter("US-4-12", "eliminated-allied", steps=0)
    table = campaign([*here, gone], phase="replacement", tracks={"repl/us/infantry": 1})
    order = act.MoveUnits(units=("US-4-12",), path=("eliminated-allied", "2311"), mode=RETURN)
    assert "6.2.2a" in table.judge(order)


# -- 10 to 14 -------------------------------------------------------------------------------------


def test_no_attack_outside_a_combat_phase() -> None:
    table = Table([allied("a", "0505", 8), german("d", "0506")], phase="movement")
    assert "3.B3" in table.judge(act.DeclareAttack(attackers=("a",), target="0506"))


@pytest.mark.parametrize(
    ("result", "stages"),
    [
        ("A1", ["attacker loss"]),
        ("A1/DR", ["attacker loss", "stand"]),
        ("DR", ["stand"]),
        ("EX", ["attacker loss", "defender loss", "limited"]),
        ("A1/D1", ["attacker loss", "defender loss", "stand"]),
        ("D1", ["defender loss", "stand"]),
    ],
)
def test_outcome_of_each_result(result: str, stages: list[str]) -> None:
    assert [f"{s.of} {s.kind}".strip() for s in results.stages_of(result, 2)] == stages


def test_nobody_has_better_quality_than_defenders_that_have_all_retreated() -> None:
    units = [german("i", "0505", 4, tq=6), allied("x", "0506", tq=5)]
    order = act.DeclareAttack(attackers=("i",), target="0506")
    fresh = Table(units, active="german")
    assert [u.id for u in quality_givers(attack_named(fresh.now, order))] == ["i"]
    gone = Table(units, active="german", tracks={tracks.RETREATED + "x": 1})
    assert quality_givers(attack_named(gone.now, order)) == []


def test_tigers_give_a_shift_unless_terrain_hinders_them() -> None:
    tiger = german("t", "0505", 4, "tank", armor=5, tiger=True)
    units = [tiger, german("i", "0505", 4), allied("x", "0506")]
    table = Table(units, active="german")
    order = act.DeclareAttack(attackers=("t", "i"), target="0506")
    assert [u.id for u in tiger_givers(attack_named(table.now, order))] == ["t"]
    wet = Table(units, active="german", hexes={"0506": {"terrain": "flooded"}})
    assert tiger_givers(attack_named(wet.now, order)) == []


def test_ships_support_a_defence_in_their_zone() -> None:
    table = Table([allied("a", "0505"), german("d", "0506")], hexes={"0505": {"naval_zone": True}})
    assert supporters(table.now, table.unit("a")) == ["naval"]
    inland = Table([allied("a", "0505"), german("d", "0506")])
    assert supporters(inland.now, inland.unit("a")) == []


def test_a_retreat_on_foot_through_a_flood_costs_a_step() -> None:
    table = Table(
        [german("d", "0505"), allied("a", "0404")], hexes={"0507": {"terrain": "flooded"}}
    )
    unit, path = table.unit("d"), [table.hex(n) for n in ("0505", "0506", "0507", "0508")]
    assert [retreat.step_loss(table.now, unit, path, k) for k in (1, 3)] == [0, 1]


def test_friends_negate_a_zone_for_a_retreat() -> None:
    units = [german("d", "0505"), german("f", "0507"), allied("a", "0508"), allied("b", "0404")]
    table = Table(units)
    zone = retreat.zone_against(table.now, table.unit("d"), table.hex("0505"))
    there = table.hex("0507")
    assert there in table.now.enemy_zone("german")
    assert there not in zone
    alone = retreat.zone_against(table.now, table.unit("d"), table.hex("0505"), friends=False)
    assert there in alone


def test_an_advance_enters_no_hex_of_the_enemy() -> None:
    table = Table([allied("a", "0505"), german("d", "0506")])
    here, there = table.hex("0505"), table.hex("0506")
    found = advance.step_objections(table.now, table.unit("a"), (here,), there, there)
    assert [objection.rule for objection in found] == ["9.1c"]


# -- 16 and 17 ------------------------------------------------------------------------------------


def test_a_position_is_complete_a_turn_later_and_counts_as_one() -> None:
    table = Table([german("d", "0505")], active="german", turn=5)
    work = work_of(table)
    fortifications.begin(work, of(work).units["d"])
    assert table.hex("0505") not in of(work).improved
    fortifications.complete(work, "german")
    assert table.hex("0505") in of(work).improved
    assert table.hex("0505") not in of(work).building


def test_an_improved_position_without_units_is_removed() -> None:
    table = Table([german("d", "0505")], active="german", turn=5)
    work = work_of(table)
    fortifications.begin(work, of(work).units["d"])
    work.put("d", "0808")
    fortifications.remove_lone(work, "german")
    assert table.hex("0505") not in of(work).building


def dug_in(at: str, begun: int) -> Resolution:
    """Return a game in which a unit began a position and then went to another hex."""
    table = Table([german("d", "0505")], active="german", turn=5)
    work = work_of(table)
    fortifications.begin(work, of(work).units["d"])
    work.track(tracks.BEGUN_BY + "0505", begun)
    work.put("d", at)
    return work


@pytest.mark.parametrize(("at", "complete"), [("0505", True), ("0808", False)])
def test_a_movement_phase_begins_with_completing_positions(at: str, complete: bool) -> None:
    """3.B2, 16.1.3c."""
    work = dug_in(at, begun=4)
    sequence.begin_phase(work, Clock(turn=5, phase="movement", active="german"))
    assert (of(work).ground.index["0505"] in of(work).improved) is complete


@pytest.mark.parametrize(("at", "stays"), [("0505", True), ("0808", False)])
def test_a_supply_phase_ends_without_positions_that_nobody_holds(at: str, stays: bool) -> None:
    """3.B7c, 16.1.5."""
    work = dug_in(at, begun=5)
    sequence.end_phase(work, Clock(turn=5, phase="supply", active="german"))
    assert (of(work).ground.index["0505"] in of(work).building) is stays


def test_only_strongpoints_are_taken_off_and_only_in_the_german_turn() -> None:
    sp = german("sp", "0505", 2, "strongpoint", attack=0, movement=0)
    remove = act.PlaceMarker(unit="sp", marker="remove")
    assert Table([sp], active="german").judge(remove) == set()
    assert "16.2e" in Table([sp], active="allied").judge(remove)


def test_a_cadre_replaces_its_original_unit() -> None:
    table = campaign(
        [ENGINEERS, counter("US-4-8", "2812", steps=2), counter("US-Cadre-AG-1", "cadres-allied")]
    )
    work = work_of(table)
    cadres.lose_step(work, "US-4-8")
    assert cadres.replaced_by(of(work), "US-Cadre-AG-1") == "US-4-8"


def test_cherbourg_falls_with_its_supply_and_its_headquarters() -> None:
    city = opened().now.ground.cherbourg
    numbers = opened().now.ground.numbers
    table = campaign(
        [counter("GE-HQ-Cotentin", "2307")],
        control={numbers[i]: "allied" for i in city},
        tracks={tracks.POINTS + "cherbourg": 5},
    )
    work = work_of(table)
    special.cherbourg_falls(work)
    assert work.state.tracks[tracks.POINTS + "cherbourg"] == 0
    assert of(work).number(work.state.pieces["GE-HQ-Cotentin"].place) == "eliminated-german"


def test_rangers_leave_when_the_pointe_is_quiet() -> None:
    quiet = campaign([counter("US-2Rgr", "2818")])
    work = work_of(quiet)
    special.withdrawals(work)
    assert "US-2Rgr" not in of(work).units
    near = campaign([counter("US-2Rgr", "2818"), counter("GE-352-1/914", "2717")])
    work = work_of(near)
    special.withdrawals(work)
    assert "US-2Rgr" in of(work).units


def test_the_guns_of_caen_reach_three_hexes() -> None:
    city = {"2029": "german", "2030": "german"}
    now = campaign([ENGINEERS], control=city).now
    ground = now.ground
    assert support.caen_fires(now, min(ground.caen))
    assert not support.caen_fires(now, ground.index["2812"])
    lost = dict.fromkeys((ground.numbers[i] for i in ground.caen), "allied")
    assert not support.caen_fires(campaign([ENGINEERS], control=lost).now, min(ground.caen))


# -- 18 -------------------------------------------------------------------------------------------


def test_without_a_line_a_unit_is_out_of_supply_and_then_isolated() -> None:
    work = work_of(Table([german("d", "0505")], active="german"))
    supply.supply_phase(work, "german")
    assert "out_of_supply" in of(work).units["d"].status
    assert "isolated" not in of(work).units["d"].status
    supply.supply_phase(work, "german")
    assert "isolated" in of(work).units["d"].status


@pytest.mark.parametrize(("die", "steps"), [(1, 1), (6, 2)])
def test_isolated_units_beside_an_enemy_throw_for_attrition(die: int, steps: int) -> None:
    units = [german("d", "0505", status=["isolated"]), allied("a", "0506")]
    work = with_dice(Table(units, active="german"), die)
    supply.attrition(work, "german")
    assert of(work).units["d"].steps == steps


# -- 20 to 23 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "scattered"), [(1, True), (6, False)])
def test_paratroops_that_come_down_badly_are_scattered(die: int, scattered: bool) -> None:
    drop = campaign([counter("US-101-501", "2712")], turn=1, phase="invasion")
    work = with_dice(drop, die)
    assault._scatter(work, of(work).units["US-101-501"], 0)
    unit = of(work).units.get("US-101-501")
    assert (unit is None or "scattered" in unit.status) == scattered


def test_gliders_land_on_the_second_day() -> None:
    table = opened()
    clock = table.state.clock.model_copy(update={"turn": 2, "phase": "movement"})
    work = Resolution(table.rules.setting, replace(table.state, clock=clock), Given([1, 1]))
    assault.gliders(work)
    assert of(work).number(of(work).units["BR-6-6"].place) == assault.GLIDERS["BR-6-6"]


def test_a_mulberry_is_lost_with_its_hex() -> None:
    due = {tracks.MULBERRY_DUE + "us": 4}
    lost = work_of(campaign([ENGINEERS, counter("GE-352-1/914", "2719")], tracks=due))
    beachheads.lose(lost)
    assert lost.state.tracks[tracks.MULBERRY_DUE + "us"] == 0
    held = work_of(campaign([ENGINEERS, counter("GE-352-1/914", "2612")], tracks=due))
    beachheads.lose(held)
    assert held.state.tracks[tracks.MULBERRY_DUE + "us"] == 4


def test_eliminated_regiments_of_three_steps_are_counted() -> None:
    gone = [counter("US-4-8", "eliminated-allied", steps=0)]
    assert victory.broken_units(campaign([ENGINEERS, *gone]).now, "US") == ["US-4-8"]
    assert victory.broken_units(campaign([ENGINEERS, *gone]).now, "British") == []


def test_places_score_for_the_side_that_controls_and_supplies_them() -> None:
    now = opened().now
    scored = victory.scored_by(now, "german")
    assert scored
    numbers = [now.number(i) for i in scored]
    lost = campaign([ENGINEERS], control=dict.fromkeys(numbers, "allied"))
    assert set(victory.scored_by(lost.now, "german")).isdisjoint(scored)


def test_the_guns_of_mont_canisy_bind_a_ship_off_sword() -> None:
    guns = [ENGINEERS, counter("GE-SP-MontCanisy", "2233")]
    work = work_of(campaign(guns, options={"coast_batteries": "on"}))
    ships = work.state.tracks[tracks.NAVAL + "cw"]
    batteries.over_sword(work, "juno")
    assert work.state.tracks[tracks.NAVAL + "cw"] == ships
    batteries.over_sword(work, "sword")
    assert work.state.tracks[tracks.NAVAL + "cw"] == int(ships) - 1
