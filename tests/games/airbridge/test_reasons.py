"""Each reason and effect of a clause by itself, for the rows of the coverage table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.games.airbridge.charts import armor_in_assault
from engine.games.airbridge.rules.ch03_sequence import next_clock, phases
from engine.games.airbridge.rules.ch04_movement import overrun_odds
from engine.games.airbridge.rules.ch06_zones import open_hex
from engine.games.airbridge.rules.ch07_bridges import (
    approach_verdicts,
    demolition_verdicts,
    repair_verdicts,
)
from engine.games.airbridge.rules.ch09_fire import air_verdicts, may_bombard
from engine.games.airbridge.rules.ch10_refusal import reaction_verdicts, refusal_verdicts
from engine.games.airbridge.rules.ch12_declaration import unit_verdicts
from engine.games.airbridge.rules.ch12_strengths import composition, maneuver, storm
from engine.games.airbridge.rules.ch16_supply import along, free, highway, traces
from engine.games.airbridge.rules.ch21_arrivals import due_turn, earned, entry_hexes
from engine.rules.judge import Given
from tests.games.airbridge.test_course_of_play import thrown
from tests.games.airbridge.test_examples import Table
from tests.games.airbridge.test_examples import unit as battalion
from tests.games.airbridge.test_probe import BOARD, GUARDS, GUN, SAPPERS, SS, position
from tests.games.airbridge.test_rules import declared, played, said, where

ATTACK = act.DeclareAttack(attackers=("a",), target="0404")


def keys(verdicts: Any) -> list[str]:
    return sorted(v.key.removeprefix("rule.airbridge.") for v in verdicts)


def tracked(table: Any, **tracks: Any) -> Any:
    """Return a position with tracks; ``__`` in a name stands for a slash."""
    more = {name.replace("__", "/"): value for name, value in tracks.items()}
    state = replace(table.state, tracks={**table.state.tracks, **more})
    return table.ruleset.answers(state)


# -- counters and sequence -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "faces", "values", "armor"),
    [
        ("BR-GA-2GG", [(8, 6, 7, 0), (4, 3, 6, 0)], (2, 6, True, 0, False), ("Arm",)),
        ("BR-GA-Art-SP", [(0, 4, 7, 8), (0, 2, 6, 4)], (2, 6, False, 4, True), ("Inf",)),
        ("GE-6P", [(3, 4, 4, 0), (1, 2, 3, 0)], (2, 4, False, 0, False), ("Inf",)),
    ],
)
def test_counters_have_their_printed_values(
    name: str, faces: list[Any], values: tuple[Any, ...], armor: tuple[str, ...]
) -> None:
    """2.3b, 2.3c, 2.4a to 2.4k: front and back, stacking, movement, class, range, armour."""
    table = Table("campaign")
    kind = table.position.setting.unit_of(name, table.state.pieces[name]).type
    both = [(f.attack, f.defense, f.efficiency, f.bombardment) for f in (kind.front, kind.back)]
    assert both == faces
    found = (kind.stacking, kind.movement, kind.cm, kind.range, kind.self_propelled)
    assert (found, kind.armor, kind.id) == (values, armor, name)


def test_phases_of_a_turn_follow_the_initiative() -> None:
    """2.5c, 2.5d, 3.0.S, 3.0.B to 3.0.K, 20.0c."""
    allied = ["initial", "airborne", "movement", "declaration"]
    replies = ["refusal", "reaction"]
    fights = ["bombardment", "maneuver", "assault", "mechanised"]
    table = Table("campaign", turn=3, phase="initial", active="german")
    for first, other in (("german", "allied"), ("allied", "german")):
        table.track("initiative", 2 if first == "german" else 1)
        found = [(step.phase, step.active) for step in phases(table.position)]
        expected = [("strategic", "allied")]
        for side, enemy in ((first, other), (other, first)):
            own = [p for p in allied if p != "airborne" or side == "allied"]
            expected += [(p, side) for p in own] + [(p, enemy) for p in replies]
            expected += [(p, side) for p in fights]
        assert found == [*expected, ("end", other)]
    table = Table("campaign", turn=4, phase="initial", active="german")
    assert phases(table.position)[0].phase == "initial"


# -- bridges and drop zones ------------------------------------------------------------------------


def test_bridges_that_are_not_blown_say_why() -> None:
    """7.2b, 7.2e, 7.2f, 7.2h."""
    board = BOARD | {"hexsides": {"0404/0405": ["canal", "bridge"]}}
    table = position(GUARDS | {"id": "a", "hex": "0404"}, board=board, phase="movement")
    (bridge,) = table.position.ground.by_side.values()
    assert keys(approach_verdicts(table.position, bridge)) == ["7.2b.not_red"]
    ends = [
        SAPPERS | {"id": n, "hex": h, "side": "german"}
        for n, h in zip("ef", ("0404", "0405"), strict=True)
    ]
    table = position(*ends, board=board, phase="movement", active="german")
    assert keys(demolition_verdicts(table.position, bridge)) == []
    again = tracked(table, mined__0404__0405=1)
    assert keys(demolition_verdicts(again.position, bridge)) == ["7.2e.tried"]
    moved = tracked(table, entered__e=1)
    (late,) = demolition_verdicts(moved.position, bridge)
    assert (keys([late]), late.units) == (["7.2d.moved"], ("e",)), "it has no whole allowance left"
    real = Table("campaign", turn=3, phase="movement", active="allied")
    great = next(b for b in real.position.ground.by_side.values() if real.position.ground.great(b))
    real.put("BR-GA-2GG", great.hexside.split("/")[0])
    assert keys(approach_verdicts(real.position, great)) == ["7.2f.great"]
    assert "7.2h.great" in keys(repair_verdicts(real.position, great))


ZONE = {"kind": "dz", "division": "101", "hex": "0404"}


def test_a_drop_zone_defends_with_one_and_only_against_assaults_and_overruns() -> None:
    """7.3c, 7.3d: alone, or in addition to the units in its hex."""
    tanks = SS | {"id": "g", "hex": "0403"}
    table = position(tanks, markers=[ZONE], phase="declaration", active="german")
    held, hex_ = table.position, table.position.ground.index["0404"]
    assert overrun_odds(held, [held.units["g"]], hex_)[1] == 1
    manned = position(tanks, GUARDS | {"id": "a", "hex": "0404"}, markers=[ZONE]).position
    both = [manned.units["g"]], [manned.units["a"]]
    assert overrun_odds(manned, both[0], hex_)[1] == 5 + 1
    assert storm(manned, *both, hex_)[1].strength == 5 + 1
    assert maneuver(manned, both[0], hex_).defense == 5
    assert storm(held, both[0], (), hex_)[1].strength == 1
    assert storm(held, (), (), hex_)[1].strength == 1
    assert storm(manned, both[1], both[0], hex_)[1].strength == 5, "not against its own side"
    assert overrun_odds(manned, [manned.units["g"]], manned.ground.index["0402"])[1] == 0
    for kind, rules in (("assault", []), ("maneuver", ["12.0a.nobody"])):
        attack = act.DeclareAttack(attackers=("g",), target="0404", combat=kind)
        assert said(table, attack) == rules


def test_airborne_units_without_a_drop_zone_do_not_land_and_trace_farther() -> None:
    """7.3b, 7.3k."""
    table = Table("campaign", turn=1, phase="airborne", active="allied")
    name = next(u.id for u in table.position.box("air-101"))
    unit = table.position.any_unit(name)
    assert unit is not None
    ranges = {trace.limit for trace in traces(table.position, unit)}
    table.track("dz_lost/101", 1)
    landing = act.MoveUnits(units=(name,), path=("air-101", "A2803"), mode="landing")
    assert table.said(landing) == ["7.3b.no_dz"]
    assert {trace.limit for trace in traces(table.position, unit)} != ranges


# -- fire ------------------------------------------------------------------------------------------


def test_fire_that_is_not_allowed_says_why() -> None:
    """9.1b, 9.5b, 15.0d."""
    gun = GUN | {"id": "gun", "hex": "0909", "range": 9}
    friend = GUARDS | {"id": "a", "hex": "0403"}
    airborne = friend | {"airborne": True, "division": "101"}
    for unit, rules in ((friend, []), (airborne, ["9.5b.too_far"])):
        table = position(gun, unit, SS | {"id": "g", "hex": "0404"}, phase="bombardment")
        held, hex_ = table.position, table.position.ground.index["0404"]
        found = keys(may_bombard(held, held.units["gun"], hex_))
        assert found == rules
    again = tracked(table, shelled__gun=1).position
    assert "9.1b.again" in keys(may_bombard(again, again.units["gun"], hex_))
    far = position(
        GUARDS | {"id": "a", "hex": "0808", "airborne": True, "division": "101"},
        phase="bombardment",
    )
    far = tracked(far, air_points__allied=5, air_points__german=5).position
    assert keys(air_verdicts(far, "german", 1, hex_)) == []
    assert keys(air_verdicts(far, "allied", 1, hex_)) == ["15.0e.too_far"]


# -- refusal and reaction --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "both", "rule"),
    [
        ({}, False, None),
        ({"cm": False}, False, "10.0a.not_cm"),
        ({}, True, "10.0b.both"),
        ({"status": ["out_of_supply"]}, False, "10.0f.unsupplied"),
    ],
)
def test_a_stack_that_may_not_refuse(unit: dict[str, Any], both: bool, rule: str | None) -> None:
    """10.0a, 10.0b, 10.0f, 13.0f, 16.0f."""
    kinds = ("maneuver", "assault") if both else ("maneuver",)
    attackers = [GUARDS | {"id": n, "hex": h} for n, h in (("a", "0403"), ("b", "0303"))]
    plans = [declared(kind, name) for kind, name in zip(kinds, "ab", strict=False)]
    defender = SS | {"id": "g", "hex": "0404"} | unit
    held = position(*attackers, defender, phase="refusal", declared=plans).position
    found = keys(refusal_verdicts(held, held.ground.index["0404"]))
    assert found == ([rule] if rule else [])


@pytest.mark.parametrize(
    ("unit", "tracks", "rule"),
    [
        ({}, {}, None),
        ({"hex": "0808"}, {}, "11.1a.apart"),
        ({"status": ["fatigued"]}, {}, "11.1a.fatigued"),
        ({"movement": 0}, {}, "11.1a.immobile"),
        ({"stacking": 9}, {}, "11.2b.full"),
        ({}, {"maneuver__0405": "b"}, "11.2c.attacked"),
        ({}, {"refused__r": 1}, "11.2d.refused"),
        ({"status": ["out_of_supply"]}, {}, "11.2e.unsupplied"),
        ({"bombardment": 3, "status": ["first_fire"]}, {}, None),
        ({"bombardment": 3, "status": ["final_fire"]}, {}, "9.4c.no_move"),
    ],
)
def test_a_unit_that_may_not_react(
    unit: dict[str, Any], tracks: dict[str, Any], rule: str | None
) -> None:
    """9.4c, 11.1a, 11.2b, 11.2c, 11.2d, 11.2e, 14.0j, 16.0g."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403"},
        SS | {"id": "g", "hex": "0404"},
        SS | {"id": "r", "hex": "0405"} | unit,
        GUARDS | {"id": "b", "hex": "0406"},
        phase="reaction",
        declared=[declared("maneuver", "a")],
    )
    held = tracked(table, **tracks).position
    found = keys(reaction_verdicts(held, held.units["r"], held.ground.index["0404"]))
    assert found == ([rule] if rule else [])


# -- declaration -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "kind", "rule"),
    [
        ({}, "assault", None),
        ({"kind": "artillery", "bombardment": 3, "range": 3}, "maneuver", "9.0b.no_attack"),
        ({"status": ["fatigued"]}, "maneuver", "14.0b.fatigued"),
        ({"status": ["out_of_supply"]}, "assault", "13.0g.unsupplied"),
        ({"status": ["out_of_supply"]}, "maneuver", None),
    ],
)
def test_a_unit_that_may_not_be_declared(unit: dict[str, Any], kind: str, rule: str | None) -> None:
    """9.0b, 13.0g, 14.0b, 16.0c."""
    held = position(
        GUARDS | {"id": "a", "hex": "0403"} | unit, SS | {"id": "g", "hex": "0404"}
    ).position
    found = keys(unit_verdicts(held, held.units["a"], kind, held.ground.index["0404"]))
    assert found == ([rule] if rule else [])


def test_attacks_wait_for_the_phase_of_their_kind() -> None:
    """3.0.D."""
    units = GUARDS | {"id": "a", "hex": "0403"}, SS | {"id": "g", "hex": "0404"}
    plans = [declared("maneuver", "a")]
    assert said(position(*units, phase="maneuver", declared=plans), ATTACK) == []
    early = position(*units, phase="bombardment", declared=plans)
    assert said(early, ATTACK) == ["3.0.D.phase"]


# -- combat ----------------------------------------------------------------------------------------


def test_die_modifiers_of_both_kinds_of_combat() -> None:
    """12.2c, 12.2e, 13.2b, 13.2c."""
    board = BOARD | {"hexsides": {"0403/0404": ["canal", "bridge"]}}
    hungry = GUARDS | {"id": "a", "hex": "0403", "status": ["out_of_supply"]}
    tired = SS | {"id": "g", "hex": "0404", "armor": "Inf", "status": ["fatigued"]}
    held = position(hungry, tired, board=board).position
    hex_, units = held.ground.index["0404"], held.units
    assert maneuver(held, [units["a"]], hex_).drms == (
        ("12.2b", 2, "bridge"),
        ("12.2c", 3, "unsupplied"),
        ("12.2e", -2, "fatigued"),
    )
    mine, theirs, _ = storm(held, [units["a"]], [units["g"]], hex_)
    assert (mine.drms, theirs.drms) == ((("13.2c", 2, "bridge"),), (("13.2b", 2, "fatigued"),))


@pytest.mark.parametrize(
    ("places", "uphill", "drms"),
    [
        (("0403",), "0404", (("12.2d", 1, "slope"),)),
        (("0403",), "0403", ()),
        (("0403", "0405"), "0404", (("12.2d", 1, "slope"),)),
        (("0403", "0405", "0405"), "0404", ()),
    ],
)
def test_half_of_an_attack_up_a_slope_has_a_modifier(
    places: tuple[str, ...], uphill: str, drms: tuple[tuple[str, int, str], ...]
) -> None:
    """12.2d: by the reconstructed chart."""
    board = BOARD | {"hexsides": {"0403/0404": ["slope"]}, "uphill": [uphill]}
    guards = [GUARDS | {"id": f"a{n}", "hex": hex_} for n, hex_ in enumerate(places)]
    held = position(*guards, SS | {"id": "g", "hex": "0404", "armor": "Arm"}, board=board).position
    found = maneuver(
        held, [held.units[f"a{n}"] for n in range(len(places))], held.ground.index["0404"]
    )
    assert tuple(drm for drm in found.drms if drm[0] == "12.2d") == drms


def test_support_by_air_is_paid_for() -> None:
    """12.1c, 15.0f."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403"},
        SS | {"id": "g", "hex": "0404"},
        phase="maneuver",
        declared=[declared("maneuver", "a")],
    )
    table = tracked(table, air_points__allied=5)
    attack = act.DeclareAttack(attackers=("a",), target="0404", air=2)
    table = thrown(table, attack, *[5] * 4)
    assert table.state.tracks["air_points/allied"] == 3


def test_steps_are_lost_down_to_elimination() -> None:
    """2.3e, 2.3f."""
    table = Table("campaign")
    work = table.rules.work(table.state, Given([]))
    work.put("BR-GA-2GG", "A0107")
    work.lose_step("BR-GA-2GG")
    assert work.state.pieces["BR-GA-2GG"].steps == 1
    work.lose_step("BR-GA-2GG")
    place = work.state.pieces["BR-GA-2GG"].place
    assert table.position.number(place) == "eliminated-allied"


def test_armour_in_an_assault_by_the_classes_of_both_sides() -> None:
    """19.2a, 19.2b, 19.2e: guns without a class count as infantry."""
    cells = {
        ("Arm", "Arm"): (0, 0),
        ("Arm", "AT"): (-1, -1),
        ("Arm", "Inf"): (-2, 0),
        ("AT", "Arm"): (-1, -1),
        ("Inf", "Arm"): (0, -2),
        ("Inf", "AT"): (0, 0),
    }
    assert {pair: armor_in_assault(*pair) for pair in cells} == cells
    assert composition([battalion("gun", armor=())]) == ("Inf",)


@pytest.mark.parametrize(("attacker", "left"), [(SAPPERS, set()), (GUARDS, {"g"})])
def test_engineers_fire_at_the_same_time_as_the_defender(
    attacker: dict[str, Any], left: set[str]
) -> None:
    """17.2g: others fire only if they survive."""
    table = position(
        attacker | {"id": "a", "hex": "0403", "attack": 30, "steps": 1},
        SS | {"id": "g", "hex": "0404", "defense": 30, "steps": 1, "armor": "Inf"},
        phase="assault",
        declared=[declared("assault", "a")],
    )
    attack = act.DeclareAttack(attackers=("a",), target="0404", combat="assault")
    table = played(table, attack)
    table = thrown(table, act.Choose(decision="support", option="none"), 1, 1, 10, 10)
    assert set(table.position.units) == left


def course(table: Any, die: int) -> tuple[list[str], Any]:
    """Fight with a first die, and answer with the first option; return what was asked."""
    asked: list[str] = []
    action: act.Action | None = table.ruleset.legal(table.state, 1).actions[0]
    while action is not None:
        table = thrown(table, action, die, *[5] * 4)
        question = table.question() if table.state.pending else None
        asked += [question.kind] if question else []
        option = question.options[0].id if question else ""
        action = act.Choose(decision=question.kind, option=option) if question else None
    return asked, table


def maneuver_of(side: str, *markers: dict[str, Any]) -> Any:
    """Return a combat of two against two units, before it is fought."""
    other = "german" if side == "allied" else "allied"
    mine, theirs = GUARDS | {"side": side}, SS | {"side": other, "armor": "Inf"}
    near = (("a", "0403"), ("b", "0403"))
    units = [mine | {"id": n, "hex": h} for n, h in near]
    units += [theirs | {"id": n, "hex": "0404"} for n in ("c", "d")]
    plans = [declared("maneuver", "a", "b")]
    return position(*units, markers=list(markers), phase="maneuver", active=side, declared=plans)


def test_results_of_a_manoeuvre_ask_for_losses_fatigue_and_advances() -> None:
    """10.0e, 12.3h, 12.3k, 12.3n, 12.3o: who wins the hex may advance, nobody else."""
    asked: set[str] = set()
    for die in range(1, 11):
        kinds, after = course(maneuver_of("allied"), die)
        taken = not any(where(after, n) == "0404" for n in ("c", "d"))
        assert ("advance" in kinds) == taken
        asked |= {*kinds, "stands"} if not taken else {*kinds}
    assert {"loss", "tire", "advance", "stands"} <= asked


def test_germans_do_not_advance_onto_a_lone_drop_zone() -> None:
    """7.3f."""
    asked: list[str] = []
    for die in range(1, 11):
        kinds, after = course(maneuver_of("german", ZONE), die)
        asked += kinds if not any(where(after, n) == "0404" for n in ("c", "d")) else []
    assert asked
    assert "advance" not in asked


def test_defensive_fire_hits_the_attackers_of_an_assault() -> None:
    """9.3c, 13.1c."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403"},
        SS | {"id": "g", "hex": "0404", "defense": 1},
        phase="assault",
        declared=[declared("assault", "a")],
    )
    table = tracked(table, air_points__german=12)
    attack = act.DeclareAttack(attackers=("a",), target="0404", combat="assault")
    table = played(table, attack)
    option = table.options()[-1]
    table = thrown(table, act.Choose(decision="support", option=option), 1, 10, 10, 10, 10)
    assert table.position.units.get("a") is None or table.position.units["a"].steps == 1


def test_landing_at_an_alternative_drop_zone_may_cost_steps_and_tires() -> None:
    """7.3i, 7.3o."""
    found = set()
    for die in range(1, 11):
        table = Table("campaign", turn=1, phase="airborne", active="allied").track("dz_alt/101", 1)
        name = next(u.id for u in table.position.box("air-101"))
        table.play(act.MoveUnits(units=(name,), path=("air-101", "A2803"), mode="landing"), die)
        unit = table.position.units[name]
        found.add((unit.steps, unit.fatigued))
    assert found == {(2, False), (2, True), (1, False)}


# -- supply ----------------------------------------------------------------------------------------


def test_enemies_close_a_supply_path_except_under_own_units() -> None:
    """7.1d, 16.0k, 16.0q, 16.0s, 16.0w."""
    enemy = SS | {"id": "g", "hex": "0404"}
    held = position(GUARDS | {"id": "a", "hex": "0403"}, enemy).position
    index = held.ground.index
    assert open_hex(held, "allied", index["0403"])
    assert not open_hex(held, "allied", index["0405"])
    assert not open_hex(held, "allied", index["0404"])
    may = free(held, "allied")
    assert not along(held, may, frozenset(), {index["0404"]})
    assert along(held, may, frozenset(), {index["0403"]})
    real = Table("campaign").position
    assert real.ground.south_of_canal
    assert not free(real, "german") & real.ground.south_of_canal
    assert len(highway(real)) > 1


# -- arrivals --------------------------------------------------------------------------------------


def test_bad_weather_bars_landings() -> None:
    """18.1a, 21.0e."""
    table = Table("campaign", turn=1, phase="airborne", active="allied").track("weather", "bad")
    name = next(u.id for u in table.position.box("air-101"))
    landing = act.MoveUnits(units=(name,), path=("air-101", "A2803"), mode="landing")
    assert table.said(landing) == ["18.1a.weather"]


def test_reinforcements_enter_one_by_one_on_their_turn() -> None:
    """21.0a, 21.0b, 21.0c, INTRO.b: and set up only before anybody moves."""
    table = Table("campaign", turn=3, phase="movement", active="german")
    due = {name: due_turn(table.position, table.position.any_unit(name)) for name in ARRIVALS}
    assert due == ARRIVALS
    pair = [u.id for u in table.position.box("turn-3") if u.side == "german"][:2]
    into = act.MoveUnits(units=tuple(pair), path=("turn-3", "B4125"), mode="arrival")
    assert "21.0b.one_hex" in table.said(into)
    late = Table("campaign", turn=2, phase="movement", active="allied").put("BR-GA-2GG", "A0107")
    setup = act.MoveUnits(units=("BR-GA-2GG",), path=("A0107", "A0107"), mode="setup")
    found = late.said(setup)
    assert {"INTRO.b.too_late", "INTRO.b.no_setup"} <= set(found)


ARRIVALS = {"GE-1/SHTS": 3, "GE-10SS-1/10": 3, "GE-107-Eng": 5, "BR-1AB-1/1": 1}


def test_formations_enter_at_their_edge_and_shift_while_they_wait() -> None:
    """21.0d, 21.0f, TOURN.d, CAMP.g1, CAMP.g2, CAMP.g3."""
    table = Table("campaign", turn=1, phase="movement", active="german")
    ground = table.position.ground
    edges = {
        "GE-100t": ground.board.areas["east"].hexes,
        "GE-59-1/1034": ground.board.areas["west"].hexes,
        "GE-107-Eng": ground.board.areas["south-east"].hexes,
        "GE-10SS-1/10": (ground.index["B4125"],),
    }
    for name, hexes in edges.items():
        unit = table.position.any_unit(name)
        assert unit is not None
        assert entry_hexes(table.position, unit) == list(hexes)
    table = Table("campaign", turn=4, phase="movement", active="german")
    waiting = table.position.any_unit("GE-10SS-1/10")
    assert waiting is not None
    one = entry_hexes(table.position, waiting)
    assert max(ground.distance(one[0], hex_) for hex_ in one) > 2
    later = Table("campaign", turn=5, phase="movement", active="german").position
    assert 1 < len(one) < len(entry_hexes(later, waiting))


def test_xxx_corps_is_set_up_south_of_the_canal() -> None:
    """INTRO.d, CAMP.c."""
    ground = Table("campaign").position.ground
    assert ground.setup > ground.south_of_canal


def test_a_game_ends_after_its_last_turn() -> None:
    """TOURN.a, CAMP.a."""
    for scenario in ("tournament", "campaign"):
        last = Table(scenario).position.setting.last_turn
        for turn, over in ((last, True), (last - 1, False)):
            table = Table(scenario, turn=turn, phase="end", active="german")
            assert (next_clock(table.position) is None) == over


def test_only_a_supplied_unit_earns_a_formation() -> None:
    """CAMP.i3."""
    table = Table("campaign", turn=3, phase="movement", active="allied")
    table.put("BR-GA-2HC", "B3515")
    assert not earned(table.position, "earned-43-division")
    for enemy in [u.id for u in table.position.own("german")]:
        table.put(enemy, "eliminated-german")
    assert earned(table.position, "earned-43-division")
    table.put("BR-GA-2HC", "A0107").put("US-101-1/501", "B3515")
    assert not earned(table.position, "earned-43-division")  # an airborne unit does not count


@pytest.mark.parametrize(
    ("values", "rules"),
    [
        ({"attack": 9, "cm": False}, ["4.0i", "4.2b"]),
        ({"attack": 6, "cm": True}, ["4.0i", "4.2c"]),
        ({"attack": 7, "cm": True}, []),
    ],
)
def test_a_lone_drop_zone_is_refused_for_the_reason_that_counts(
    values: dict[str, Any], rules: list[str]
) -> None:
    """4.2b, 4.2c, 7.3: a DZ has no zone of control, but no detour is proposed beside it."""
    dz = [{"kind": "dz", "division": "82", "hex": "0404"}]
    told = SS | {"id": "g", "hex": "0403"} | values
    table = position(told, markers=dz, active="german", phase="movement")
    answer = table.why_not(("g",), table.place("0404"))
    assert [v.rule for v in answer.verdicts] == rules
    assert len(answer.path) == 2
