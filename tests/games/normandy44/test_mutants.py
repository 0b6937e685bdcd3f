"""Deliberately wrong rules: the test of each must fail."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from engine.games.normandy44.rules import (
    ch07_stacking,
    ch08_zoc,
    ch09_movement,
    ch10_combat,
    ch11_modifiers,
    ch12_determined_defense,
    ch12_results,
    ch17_support,
    ch19_air_and_naval,
    ch23_victory,
)
from tests.games.normandy44 import test_play as play
from tests.games.normandy44 import test_printed_examples as printed
from tests.games.normandy44 import test_victory as victory

MUTANTS: dict[str, tuple[Any, Any, Callable[[], None]]] = {
    "7.1a: silhouettes are not free": (
        ch07_stacking.load,
        lambda units: sum(u.points for u in units) * 3,
        play.test_four_points_and_a_silhouette_fill_a_hex,
    ),
    "8.1b: everybody has a zone": (
        ch08_zoc.holders,
        lambda stacks: list(stacks),
        play.test_strongpoints_and_ones_have_no_zone,
    ),
    "20.2.3a: scattered units form bonds": (
        ch08_zoc.bond_formers,
        lambda stacks: dict.fromkeys(stacks, (2, 0)),
        play.test_no_move_crosses_a_bond_and_scattered_units_form_none,
    ),
    "9.7a: the sky does not matter": (
        ch09_movement.allowance,
        lambda position, unit, mode="normal": unit.values.movement * 6,
        printed.test_a_clear_sky_costs_german_vehicles_two_points_page_9,
    ),
    "9.3a: roads cost a point": (
        ch09_movement.road_cost,
        lambda position, side, mechanised, road: 6,
        play.test_roads_and_the_sky,
    ),
    "10.3.3: nobody is attached": (
        ch10_combat.leads,
        lambda attack: [(ch10_combat.formation(u), "") for u in attack.attackers],
        play.test_a_main_assault_force_with_an_attached_unit_attacks_whole,
    ),
    "11.1: rivers do not halve": (
        ch11_modifiers.across_water,
        lambda position, i, j: False,
        printed.test_two_fives_halved_make_six_page_11,
    ),
    "11.2c: the bonus has no limit": (
        ch11_modifiers.bonus,
        lambda position, hex_, defenders: ch11_modifiers.terrain_bonus(position, hex_),
        printed.test_the_bonus_is_no_more_than_the_strength_behind_it_page_11,
    ),
    "16.2c: strongpoints do not bar armour": (
        ch11_modifiers.fortified,
        lambda position, hex_, defenders: False,
        printed.test_a_strongpoint_bars_the_armour_shift_page_20,
    ),
    "12.2.1a: the owner always chooses": (
        ch12_results.loss_chooser,
        lambda record: record.side,
        play.test_exchange_leaves_the_choice_to_the_other_side,
    ),
    "12.4.1h: quality does not count": (
        ch12_determined_defense.drm,
        lambda lead, force, support: int(support),
        printed.test_quality_and_support_make_two_page_13,
    ),
    "12.5a: nobody is desperate": (
        ch12_determined_defense.may_be_desperate,
        lambda position, record: False,
        play.test_a_surrounded_stack_may_defend_desperately,
    ),
    "11.6.2: shifts are free": (
        ch17_support.spend,
        lambda work, guns: None,
        play.test_artillery_spends_supply_points,
    ),
    "17.7b: flak does not matter": (
        ch19_air_and_naval.flak_near,
        lambda position, hex_: False,
        play.test_aircraft_strafe_silhouettes_before_the_fights,
    ),
    "24.3.1a: cities are worth one": (
        ch23_victory.worth,
        lambda position, hex_: 1,
        victory.test_cities_are_worth_two_points_and_villages_one,
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_rule_is_detected(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right, wrong, proof = MUTANTS[name]
    places = ("engine.games.normandy44", "tests.games.normandy44")
    proof()
    # Costs are known from the proof before, and those of a wrong rule must not be kept.
    monkeypatch.setattr(ch09_movement.Mover, "_steps", property(lambda mover: {}))
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith(places):
            for key, value in list(vars(module).items()):
                if value is right:
                    monkeypatch.setattr(module, key, wrong)
    try:
        proof()
    except Exception:
        return
    raise AssertionError(name)
