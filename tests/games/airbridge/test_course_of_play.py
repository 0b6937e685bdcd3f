"""The effects of phases, movement and combat, one fact for each test."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.airbridge.rules.ch04_limits import scenario_verdicts
from engine.games.airbridge.rules.ch04_movement import Mover, left, overrun_objections, reach
from engine.games.airbridge.rules.ch07_bridges import approached
from engine.games.airbridge.rules.ch12_losses import first_hit
from engine.games.airbridge.rules.ch21_arrivals import earned, enter, entry_hexes
from engine.games.airbridge.rules.ch22_victory import destroyed
from engine.rules.judge import DiceNeeded, Given
from tests.games.airbridge.test_examples import Table
from tests.games.airbridge.test_examples import unit as battalion
from tests.games.airbridge.test_probe import BOARD, GUARDS, GUN, SAPPERS, SS, position
from tests.games.airbridge.test_rules import declared, played, said, where


def thrown(table: Any, action: act.Action, *dice: int) -> Any:
    """Play an action with as many of the given dice as it needs."""
    for count in range(len(dice) + 1):
        try:
            return played(table, action, *dice[:count])
        except DiceNeeded:
            continue
    raise AssertionError("more dice are needed")


def steps(table: Any) -> dict[str, int]:
    return {name: unit.steps for name, unit in table.position.units.items()}


# -- phases ---------------------------------------------------------------------------------------


def test_first_initial_phase_judges_supply_and_clears_fire_markers() -> None:
    """3.0.A1, 3.0.A2: only after the first player's initial phase."""
    for active, gun in (("allied", set()), ("german", {"final_fire"})):
        table = position(
            GUN | {"id": "gun", "hex": "0302", "status": ["final_fire"]},
            SS | {"id": "g", "hex": "0808"},
            phase="initial",
            active=active,
        )
        table = played(table, act.NextPhase())
        status = {name: set(unit.status) for name, unit in table.position.units.items()}
        assert status == {"gun": gun | {"unsupplied"}, "g": {"unsupplied"}}


def test_air_points_are_set_in_first_initial_phase_and_lapse_at_turn_end() -> None:
    """3.0.A3, 15.0g."""
    table = Table("campaign", turn=3, phase="initial", active="allied")
    table.track("weather", "clear").track("air_points/german", 99)
    table.play(act.NextPhase())
    given = {side: table.state.tracks[f"air_points/{side}"] for side in ("allied", "german")}
    assert given["allied"] > given["german"] > 0
    assert given["german"] < 99
    table = Table("campaign", turn=3, phase="end", active="german")
    table.track("air_points/allied", 7)
    table.play(act.NextPhase())
    assert table.state.tracks["air_points/allied"] == 0


@pytest.mark.parametrize(
    ("reading", "turn", "fresh"),
    [("turn", 4, True), ("day", 4, False), ("day", 5, True), ("day", 7, True), ("day", 8, False)],
)
def test_air_points_are_for_a_turn_or_by_a_reading_for_a_day(
    reading: str, turn: int, fresh: bool
) -> None:
    """15.0a: what is left in the morning serves in the afternoon."""
    table = Table("campaign", turn=turn, phase="initial", active="allied")
    table.track("weather", "clear").track("option/air_points", reading)
    table.track("air_points/allied", 7).play(act.NextPhase())
    assert (table.state.tracks["air_points/allied"] > 7) is fresh


def test_fatigued_units_recover_in_strategic_phase_without_adjacent_enemy() -> None:
    """3.0.S3."""
    table = Table("campaign", turn=4, phase="end", active="german")
    table.put("US-101-1/501", "A2803", status=("fatigued",))
    table.put("US-101-2/501", "A0504", status=("fatigued",))
    table.play(act.NextPhase(), 5, 6, 2)
    table.choose("allied", 9)
    units = table.position.units
    assert (units["US-101-1/501"].fatigued, units["US-101-2/501"].fatigued) == (False, True)


def test_refusal_and_reaction_are_asked_at_start_of_phase() -> None:
    """3.0.E1, 3.0.F1, 7.3g: the defender is asked at the start of the phase."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403"},
        SS | {"id": "g", "hex": "0404"},
        SS | {"id": "r", "hex": "0405"},
    )
    table = played(table, act.DeclareAttack(attackers=("a",), target="0404"))
    asked = []
    for answer in ("stand", "none"):
        table = played(table, act.NextPhase())
        asked += [(p.kind, p.side) for p in table.state.pending]
        kind = table.state.pending[-1].kind
        table = played(table, act.Choose(decision=kind, option=answer))
    assert asked == [("refuse", "german"), ("react", "german")]


@pytest.mark.parametrize(("die", "place"), [(7, "0404"), (8, "0405")])
def test_reaction_rolls_against_the_units_efficiency(die: int, place: str) -> None:
    """11.1b, 3.0.F2, 3.0.F3."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403"},
        SS | {"id": "g", "hex": "0404", "cm": False},
        SS | {"id": "r", "hex": "0405", "cm": False},
    )
    table = played(table, act.DeclareAttack(attackers=("a",), target="0404"))
    table = played(played(table, act.NextPhase()), act.NextPhase())
    table = played(table, act.Choose(decision="react", option="r"), die)
    assert where(table, "r") == place
    assert not table.state.pending


@pytest.mark.parametrize(("die", "marks"), [(1, {"final_fire"}), (10, {"first_fire"})])
def test_a_gun_that_reacts_has_moved(die: int, marks: set[str]) -> None:
    """9.4, 11.1 (pages 11, 12): a gun's reaction is one of its two activities."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403"},
        SS | {"id": "g", "hex": "0404"},
        SS | {"id": "r", "hex": "0405", "bombardment": 3, "status": ["first_fire"]},
        phase="refusal",
        declared=[declared("maneuver", "a")],
    )
    table = played(table, act.NextPhase())
    table = played(table, act.Choose(decision="react", option="r"), die)
    assert table.position.units["r"].status == marks


# -- guns -----------------------------------------------------------------------------------------


def test_moved_artillery_is_marked_and_may_fire_once() -> None:
    """3.0.C3, 3.0.G2, 9.4b, 9.4d: guns on their own tracks move without a marker."""
    driven = GUN | {"id": "sp", "hex": "0302", "self_propelled": True}
    table = position(driven, phase="movement")
    table = played(table, act.MoveUnits(units=("sp",), path=("0302", "0303")))
    assert (where(table, "sp"), table.position.units["sp"].status) == ("0303", frozenset())
    table = position(
        GUN | {"id": "gun", "hex": "0302"},
        GUARDS | {"id": "a", "hex": "0403"},
        SS | {"id": "g", "hex": "0404"},
        phase="movement",
    )
    table = played(table, act.MoveUnits(units=("gun",), path=("0302", "0303")))
    assert table.position.units["gun"].status == {"first_fire"}
    while table.position.phase != "bombardment":
        table = played(table, act.NextPhase())
    high = played(table, act.Bombard(artillery=("gun",), target="0404"), 10)
    assert steps(high) == {"gun": 2, "a": 2, "g": 2}
    table = played(table, act.Bombard(artillery=("gun",), target="0404"), 1)
    assert table.position.units["gun"].status == {"final_fire"}
    assert steps(table) == {"gun": 2, "a": 2}  # 9.1c: the target is gone


@pytest.mark.parametrize(
    ("status", "rules"),
    [
        (["first_fire"], []),
        (["final_fire"], ["9.4c.no_move"]),
        (["first_fire", "out_of_supply"], ["9.4c.no_move"]),
    ],
)
def test_artillery_acts_twice_a_turn_once_without_supply(
    status: list[str], rules: list[str]
) -> None:
    """9.4a, 9.4f: a move is one of them."""
    gun = GUN | {"id": "gun", "hex": "0302", "status": status}
    move = act.MoveUnits(units=("gun",), path=("0302", "0303"))
    assert said(position(gun, phase="movement"), move) == rules


@pytest.mark.parametrize(
    ("far", "status", "rules"),
    [
        ("0408", [], []),
        ("0409", [], ["9.0d.range"]),
        ("0408", ["fatigued"], ["9.4e.fatigued"]),
    ],
)
def test_verdicts_against_artillery_fire(far: str, status: list[str], rules: list[str]) -> None:
    """9.0d, 9.4e, 14.0c."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403"},
        GUN | {"id": "gun", "hex": far, "range": 4, "status": status},
        SS | {"id": "g", "hex": "0404"},
        phase="bombardment",
    )
    assert said(table, act.Bombard(artillery=("gun",), target="0404")) == rules


@pytest.mark.parametrize(("division", "rules"), [("101", []), ("82", ["9.5c.division"])])
def test_airborne_artillery_supports_its_own_division_only(division: str, rules: list[str]) -> None:
    """9.5c."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403", "airborne": True, "division": "101"},
        GUN | {"id": "gun", "hex": "0402", "airborne": True, "division": division},
        SS | {"id": "g", "hex": "0404"},
        phase="maneuver",
        declared=[declared("maneuver", "a")],
    )
    attack = act.DeclareAttack(attackers=("a",), target="0404", artillery=("gun",))
    assert said(table, attack) == rules


# -- movement -------------------------------------------------------------------------------------


def mover(*status: str, **more: Any) -> Any:
    return position(
        GUARDS | {"id": "a", "hex": "0403", "status": list(status)} | more.pop("unit", {}),
        SS | {"id": "g", "hex": "0808"} | more.pop("enemy", {}),
        **{"phase": "movement"} | more,
    )


def test_movement_points_are_halved_without_supply() -> None:
    """4.0a, 4.0b, 4.0c, 16.0b: half points are counted."""
    for status, first in (((), 12), (("out_of_supply",), 6)):
        table = mover(*status)
        assert left(table.position, [table.position.units["a"]]) == first
        table = played(table, act.MoveUnits(units=("a",), path=("0403", "0304")))
        spent = first - left(table.position, [table.position.units["a"]])
        assert spent == Mover(table.position, (table.position.units["a"],)).cost(
            table.position.ground.index["0403"], table.position.ground.index["0304"]
        )
        assert spent > 0


def test_half_of_an_odd_allowance_is_rounded_down() -> None:
    """16.0b: to whole points, three of seven."""
    table = mover("out_of_supply", unit={"movement": 7})
    assert left(table.position, [table.position.units["a"]]) == 6


def test_slowest_unit_limits_a_stack() -> None:
    """4.0g."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403"}, GUARDS | {"id": "slow", "hex": "0403", "movement": 2},
        phase="movement",
    )  # fmt: skip
    both = [table.position.units[name] for name in ("a", "slow")]
    assert (left(table.position, both), left(table.position, both[:1])) == (4, 12)


@pytest.mark.parametrize(
    ("status", "unit", "enemy", "rules"),
    [
        ((), {}, {}, []),
        ((), {"cm": False}, {}, ["4.1a.not_cm"]),
        (("fatigued",), {}, {}, ["14.0h.fatigued"]),
        (("out_of_supply",), {}, {}, ["16.0i.unsupplied"]),
        ((), {}, {"hex": "0404"}, ["4.1a.zone"]),
    ],
)
def test_verdicts_in_mechanised_phase(
    status: tuple[str, ...], unit: dict[str, Any], enemy: dict[str, Any], rules: list[str]
) -> None:
    """4.0h, 4.1a, 14.0h, 16.0i."""
    table = mover(*status, unit=unit, enemy=enemy, phase="mechanized")
    assert said(table, act.MoveUnits(units=("a",), path=("0403", "0402"))) == rules


@pytest.mark.parametrize(
    ("status", "cm", "able"),
    [((), True, True), ((), False, False), (("fatigued",), True, False),
     (("out_of_supply",), True, False)],
)  # fmt: skip
def test_overrun_strength_and_odds(status: tuple[str, ...], cm: bool, able: bool) -> None:
    """4.2b, 4.2e, 4.2f, 4.2g: at 7:1, for one point more than the terrain."""
    for attack, enough in ((14, able), (13, False)):
        table = mover(
            *status, unit={"attack": attack, "cm": cm}, enemy={"hex": "0404", "defense": 2}
        )
        held, index = table.position, table.position.ground.index
        closed = any(overrun_objections(held, [held.units["a"]], index["0404"]))
        assert closed != enough
    stack = Mover(held, (held.units["a"],))
    free = stack.cost(index["0403"], index["0402"])
    table = mover(*status, unit={"attack": 14, "cm": cm}, enemy={"hex": "0404", "defense": 2})
    if able:
        before = left(held, [held.units["a"]])
        table = played(table, act.MoveUnits(units=("a",), path=("0403", "0404")))
        assert where(table, "g") == "eliminated-german"
        assert before - left(table.position, [table.position.units["a"]]) == free + 2


def test_moving_units_may_overstack_until_phase_end() -> None:
    """5.0a, 5.0c, 5.0d: A moves in, then B out; the enemy removes any excess at the end."""
    for stands, warned in ((6, False), (7, True)):
        table = position(
            GUARDS | {"id": "a", "hex": "0403", "stacking": 2},
            GUARDS | {"id": "b", "hex": "0303", "stacking": stands},
            phase="movement",
        )
        into = act.MoveUnits(units=("a",), path=("0403", "0303"))
        verdicts = table.ruleset.judge(table.state, into)
        assert [(v.rule, v.level) for v in verdicts] == ([("5.0c", "warn")] if warned else [])
    table = played(table, into)
    left_alone = played(table, act.NextPhase())
    assert left_alone.state.pending[-1].kind == "overstack"
    assert left_alone.state.pending[-1].side == "german"
    table = played(table, act.MoveUnits(units=("b",), path=("0303", "0302")))
    assert played(table, act.NextPhase()).state.pending == ()


def test_attacked_artillery_cannot_support_defence() -> None:
    """9.4g: in the target hex, in a declared target, in a hex attacked before."""
    gun = GUN | {"id": "gun", "side": "german", "airborne": False, "range": 5}
    here, there = "0404", "0606"
    for hex_, may in ((here, False), (there, False), ("0605", True)):
        table = position(
            GUARDS | {"id": "a", "hex": "0403"},
            GUARDS | {"id": "b", "hex": "0506"},
            SS | {"id": "g", "hex": here},
            SS | {"id": "h", "hex": there},
            gun | {"hex": hex_},
            phase="maneuver",
            declared=[declared("maneuver", "a"), declared("maneuver", "b", target=there)],
        )
        first = act.DeclareAttack(attackers=("a",), target=here)
        asked = thrown(table, first, *[5] * 4)
        offered = asked.options() if asked.state.pending else ()
        assert ("gun" in offered) == may, hex_


def test_ferried_artillery_gets_fire_marker() -> None:
    """9.4a, 9.4c, 17.3a."""
    board = BOARD | {"hexsides": {"0404/0405": ["river"]}}
    for status, legal in (([], True), (["first_fire"], True), (["final_fire"], False)):
        table = position(
            SAPPERS | {"id": "s", "hex": "0404"},
            GUN | {"id": "gun", "hex": "0404", "status": status},
            board=board,
            phase="movement",
        )
        ferry = act.MoveUnits(units=("s", "gun"), path=("0404", "0405"), mode="ferry")
        assert ("9.4c.no_move" in said(table, ferry)) != legal
        if legal:
            after = played(table, ferry)
            assert where(after, "gun") == "0405"
            marker = "final_fire" if status else "first_fire"
            assert marker in after.state.pieces["gun"].status


def test_refused_overrun_states_reasons() -> None:
    """4.0i, 4.2a, 4.2b, 4.2c, 4.2d, 4.2g."""
    forest = BOARD | {"hexes": {"0404": {"terrain": "forest"}}}
    over = act.MoveUnits(units=("a",), path=("0403", "0404"))
    strong, weak = {"attack": 28}, {"hex": "0404", "defense": 4}
    for reason, table in (
        ("4.2a", mover(unit=strong, enemy=weak, board=forest)),
        ("4.2b", mover(unit={**strong, "cm": False}, enemy=weak)),
        ("4.2g", mover("fatigued", unit=strong, enemy=weak)),
        ("4.2g", mover("out_of_supply", unit=strong, enemy=weak)),
        ("4.2c", mover(unit={"attack": 27}, enemy=weak)),
        ("4.2d", mover(unit={"attack": 19}, enemy={**weak, "status": ["fatigued"]})),
    ):
        found = {v.rule for v in table.ruleset.judge(table.state, over) if v.level == "forbid"}
        assert found == {"4.0i", reason}
    assert said(mover(unit=strong, enemy=weak), over) == []


# -- combat ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "left_over", "place"),
    [
        ((10, 1), {"a": 2}, "0404"),
        ((1, 1, 10, 10), {"a": 1, "g": 1}, "0403"),
        ((1, 10, 10, 10), {"a": 1, "g": 2}, "0403"),
        ((10, 10, 1, 10, 1), {"a": 2}, "0404"),
        ((10, 10, 1, 1, 1, 1), {"a": 1}, "0404"),
    ],
)
def test_an_assault_step_by_step(
    dice: tuple[int, ...], left_over: dict[str, int], place: str
) -> None:
    """2.3e, 2.3f, 3.0.I4, 3.0.I7, 13.1m: one hit flips, two eliminate; a second round."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403", "attack": 12},
        SS | {"id": "g", "hex": "0404", "defense": 4, "armor": "Inf"},
        phase="assault",
        declared=[declared("assault", "a")],
    )
    table = played(table, act.DeclareAttack(attackers=("a",), target="0404", combat="assault"))
    table = thrown(table, act.Choose(decision="support", option="none"), *dice)
    assert steps(table) == left_over
    assert where(table, "a") == place


# -- bridges and drop zones -----------------------------------------------------------------------


def test_demolition_and_repair_are_asked_at_start_of_movement() -> None:
    """7.2d, 7.2g, 17.1a: Germans at both ends blow a bridge, a bridge engineer repairs one."""
    bridge, crew = "0403/0404", SAPPERS | {"side": "german"}
    board = BOARD | {"hexsides": {bridge: ["canal", "bridge"]}}
    ends = (crew | {"id": "e", "hex": "0403"}, crew | {"id": "f", "hex": "0404"})
    for units, options in ((ends, ["none", bridge]), (ends[:1], [])):
        table = position(*units, board=board, phase="initial", active="german")
        table = played(table, act.NextPhase())
        asked = table.question() if table.state.pending else None
        assert [o.id for o in (asked.options if asked else ())] == options
    pontoons = SAPPERS | {"id": "e", "hex": "0403", "engineer": "bridge"}
    blown = {bridge: "blown"}
    table = position(pontoons, board=board, bridges=blown, phase="airborne")
    table = played(table, act.NextPhase())
    assert table.state.pending[-1].kind == "repair"
    table = played(table, act.Choose(decision="repair", option=bridge))
    assert table.state.hexsides[bridge] == "repaired"
    assert left(table.position, [table.position.units["e"]]) == 0
    ends_ = [table.position.ground.index[n] for n in bridge.split("/")]
    stack = Mover(table.position, (table.position.units["e"],))
    assert stack.cost(*ends_) == 4  # 17.1b: a point more in this phase


def test_red_bridge_is_rolled_for_once_on_allied_approach() -> None:
    """7.2b, 7.2c, 7.2f: a bridge with a red circle, but none of the three great ones."""
    board = BOARD | {"hexsides": {"0404/0405": ["canal", "bridge", "red"]}}
    table = position(GUARDS | {"id": "a", "hex": "0403"}, board=board, phase="movement")
    move = act.MoveUnits(units=("a",), path=("0403", "0404"))
    with pytest.raises(DiceNeeded):
        played(table, move)
    table = played(table, move, 5)
    back = [act.MoveUnits(units=("a",), path=path) for path in (("0404", "0403"), move.path)]
    table = played(played(table, back[0]), back[1])  # no second throw
    real = Table("campaign").position
    great = [b for b in real.ground.by_side.values() if real.ground.great(b)]
    assert {b.hexside for b in great} == {"B2212/B2312", "B3117/B3216", "B4215/B4315"}
    assert not [b for g in great for end in g.ends for b in approached(real, end) if b in great]


def test_lost_dz_returns_after_two_turns() -> None:
    """7.3g."""
    for turn, asked in ((4, []), (6, ["new_zone"])):
        table = Table("campaign", turn=turn, phase="initial", active="allied")
        table.track("dz_lost/101", 3).play(act.NextPhase())
        assert [p.kind for p in table.state.pending] == asked


# -- ground and zones -----------------------------------------------------------------------------


@pytest.mark.parametrize(("movement", "reached"), [(1, 6), (2, 17)])
def test_one_hex_move_is_always_allowed(movement: int, reached: int) -> None:
    """4.0d, 4.0e, 4.0f: even into forest that costs more than the allowance, but no further."""
    foot = {"movement": movement, "cm": False}
    table = mover(unit=foot, board=BOARD | {"hexes": {"0404": {"terrain": "forest"}}})
    stack = Mover(table.position, (table.position.units["a"],))
    index = table.position.ground.index
    assert stack.cost(index["0403"], index["0404"]) == 6
    found = {table.position.ground.numbers[i] for i in reach(stack)}
    assert "0404" in found
    assert "0405" not in found
    assert len(found) == reached


def test_unit_stops_in_enemy_zone() -> None:
    """6.0a, 6.0c, 6.0e: Allied motorised units are exempt on the first turn."""
    table = mover(unit={"hex": "0402"}, enemy={"hex": "0404"})
    for path, rules in ((("0402", "0403"), []), (("0402", "0403", "0503"), ["6.0c.stops"])):
        assert said(table, act.MoveUnits(units=("a",), path=path)) == rules
    stack = Mover(table.position, (table.position.units["a"],))
    assert table.position.ground.index["0403"] in stack.zone
    first = mover(unit={"hex": "0402"}, enemy={"hex": "0404"}, turn=1)
    assert said(first, act.MoveUnits(units=("a",), path=("0402", "0403", "0503"))) == []


def test_mud_turns_polder_highway_into_road() -> None:
    """4.1b, 7.1e."""
    table = Table("campaign", turn=5, phase="movement", active="allied")
    table.put("BR-GA-2HC", "B3415")
    i, j = (table.position.ground.index[n] for n in ("B3415", "B3515"))
    costs = []
    for _ in range(2):
        units = (table.position.units["BR-GA-2HC"],)
        costs.append(Mover(table.position, units).cost(i, j))
        table.track("mud", 3)
    assert costs[0] < costs[1]


# -- losses, arrivals and victory -----------------------------------------------------------------


def test_attacking_engineers_lose_steps_first() -> None:
    """13.2e, 17.2d, 17.2h."""
    units = [battalion("a"), battalion("e", engineer="combat")]
    assert [u.id for u in first_hit(units, "attacker")] == ["e"]
    assert [u.id for u in first_hit(units, "defender")] == ["a", "e"]


def test_steps_destroyed_are_counted() -> None:
    """INTRO.f, INTRO.g."""
    table, found = Table("introductory"), []
    for place, left_over in (("A0505", 2), ("A0505", 1), ("eliminated-german", 1)):
        table.put("GE-6P", place, steps=left_over)
        found.append(destroyed(table.position, "german"))
    assert found == [0, 1, 2]


def test_corps_artillery_cannot_move_in_first_turns() -> None:
    """CAMP.d, INTRO.i."""
    table = Table("campaign", turn=1, phase="movement", active="allied")
    everyone = [table.position.any_unit(name) for name in sorted(table.state.pieces)]
    held = [u for u in everyone if u and any(scenario_verdicts(table.position, u))]
    assert held
    assert {u.type.formation for u in held} == {"XXX Corps"}
    gun = table.put(held[0].id, "A0303").position.units[held[0].id]
    assert reach(Mover(table.position, (gun,))) == {}
    later = Table("campaign", turn=3, phase="movement", active="allied").put(gun.id, "A0303")
    assert reach(Mover(later.position, (later.position.units[gun.id],)))


def test_9_recc_cannot_move_in_tournament_turn_1() -> None:
    """TOURN.c."""
    for turn, moves in ((1, False), (3, True)):
        table = Table("tournament", turn=turn, phase="movement", active="german")
        table.put("GE-9SS-Recc", "A0606")
        recc = table.position.units["GE-9SS-Recc"]
        assert bool(reach(Mover(table.position, (recc,)))) == moves


def test_an_early_division_costs_a_level_once() -> None:
    """CAMP.i1, CAMP.v2: and nothing where it has been earned beyond the Maas."""
    table = Table("campaign", turn=3, phase="movement", active="allied")
    box = "earned-43-division"
    first, second = [u.id for u in table.position.box(box)][:2]
    for name in (first, second):
        work = table.rules.work(table.state, Given([]))
        newcomer = table.position.any_unit(name)
        assert newcomer is not None
        enter(work, newcomer, table.position.ground.index["A0107"])
        table.state = work.state
        assert table.position.number(table.position.units[name].place) == "A0107"
    assert table.state.tracks["levels"] == 1
    assert not earned(table.position, box)
    for enemy in [u.id for u in table.position.own("german")]:
        table.put(enemy, "eliminated-german")
    assert earned(table.put("BR-GA-2HC", "B3515").position, box)


def test_entry_hexes_of_reinforcements() -> None:
    """21.0d, 21.0f, TOURN.d, CAMP.e, CAMP.f, CAMP.g2."""
    table = Table("campaign", turn=3, phase="movement", active="allied")
    position, ground = table.position, table.position.ground
    british = position.any_unit(position.box("earned-43-division")[0].id)
    assert british is not None
    assert ground.index["A0107"] in entry_hexes(position, british)
    assert ground.between
    assert not ground.between & ground.north
