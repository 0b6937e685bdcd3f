"""Clauses that depend on a single function."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.invariants import faults
from engine.games.airbridge.rules.ch04_movement import Mover, reach
from engine.games.airbridge.rules.ch12_retreat import (
    advance_objections,
    retreat_paths,
    retreat_verdicts,
)
from engine.rules.judge import DiceNeeded
from tests.games.airbridge.test_examples import Table
from tests.games.airbridge.test_probe import GUARDS, SS, position
from tests.games.airbridge.test_rules import declared, played, said, where


def retreats(hexes: int, *more: dict[str, Any], **words: Any) -> set[str]:
    """Return the hexes where the German unit in 0404 may end a retreat of some hexes."""
    units = (GUARDS | {"id": "a", "hex": "0403"}, SS | {"id": "g", "hex": "0404"}, *more)
    held = position(*units, phase="maneuver", **words).position
    numbers = held.ground.numbers
    return {numbers[way[-1]] for way in retreat_paths(held, held.units["g"], hexes)}


@pytest.mark.parametrize(
    ("end", "rules"),
    [
        ("0402", ["6.0d.enemy", "6.0d.zone"]),
        ("0405", ["12.3b.length"]),
        ("0406", []),
        ("0506", ["5.0c.full"]),
    ],
)
def test_barred_retreat_hex_states_reason(end: str, rules: list[str]) -> None:
    """5.0c, 6.0d, 12.3b."""
    full = [SS | {"id": f"f{n}", "hex": "0506", "stacking": 4} for n in range(2)]
    units = (GUARDS | {"id": "a", "hex": "0403"}, SS | {"id": "g", "hex": "0404"}, *full)
    held = position(*units, phase="maneuver").position
    index = held.ground.index
    found = retreat_verdicts(held, held.units["g"], index[end], 2)
    assert sorted({v.key.removeprefix("rule.airbridge.") for v in found}) == rules
    assert (end in retreats(2, *full)) == (not rules)


def test_barred_advance_states_reason() -> None:
    """5.0c, 10.0e, 12.3o."""
    held = position(
        GUARDS | {"id": "near", "hex": "0403"},
        GUARDS | {"id": "far", "hex": "0808"},
        GUARDS | {"id": "large", "hex": "0405", "stacking": 9},
        phase="maneuver",
    ).position
    for kind, rule in (("maneuver", "12.3o"), ("refusal", "10.0e")):
        record = CombatRecord(kind=kind, side="allied", target="0404")
        found = {
            u.id: [(o.rule, o.why) for o in advance_objections(held, u, record)]
            for u in held.own("allied")
        }
        assert found == {"near": [], "far": [(rule, "apart")], "large": [("5.0c", "full")]}


def test_stack_overruns_weak_enemies_in_mechanised_phase() -> None:
    """3.0.J2."""
    for defense, found in ((2, ["0404"]), (5, [])):
        table = position(
            GUARDS | {"id": "a", "hex": "0403", "attack": 14},
            SS | {"id": "g", "hex": "0404", "defense": defense},
            phase="mechanized",
            turn=1,
        )
        mover = Mover(table.position, (table.position.units["a"],))
        numbers = table.position.ground.numbers
        ends = reach(mover).items()
        assert [numbers[i] for i, end in ends if end.stop == "overrun"] == found


@pytest.mark.parametrize(("points", "rules"), [(4, []), (5, ["13.0b.points"])])
def test_eight_stacking_points_may_assault_a_hex(points: int, rules: list[str]) -> None:
    """5.0e, 13.0b, 13.0c: no such limit for a manoeuvre."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403", "stacking": 4},
        GUARDS | {"id": "b", "hex": "0504", "stacking": points},
        SS | {"id": "g", "hex": "0404"},
        phase="declaration",
    )
    attack = act.DeclareAttack(attackers=("a", "b"), target="0404", combat="assault")
    assert said(table, attack) == rules
    assert said(table, act.DeclareAttack(attackers=("a", "b"), target="0404")) == []


def test_each_airborne_division_has_a_dz_marker() -> None:
    """7.3a: a DZ without units may be assaulted, and is destroyed with its hex."""
    marks = [
        {"kind": "dz", "division": "101", "hex": "0404"},
        {"kind": "alt_dz", "division": "82", "hex": "0808"},
    ]
    table = position(
        SS | {"id": "g", "hex": "0403"}, markers=marks, phase="declaration", active="german"
    )
    zones = {table.position.ground.numbers[i]: d for i, d in table.position.drop_zones.items()}
    assert zones == {"0404": "101", "0808": "82"}
    laid = {name: (m.kind, m.at) for name, m in table.state.markers.items()}
    assert laid == {"dz-101": ("dz_101", "0404"), "dz-82": ("alt_dz_82", "0808")}
    for target, rules in (("0404", []), ("0503", ["13.0a.nobody"])):
        assault = act.DeclareAttack(attackers=("g",), target=target, combat="assault")
        assert said(table, assault) == rules


def test_attacker_retreats_one_hex_defender_two() -> None:
    """12.3a, 12.3b."""
    one, two = retreats(1), retreats(2)
    assert "0405" in one
    assert "0406" in two
    assert not one & two
    assert not two & {"0404", "0403", "0405"}


def test_retreat_does_not_end_in_an_overstacked_hex() -> None:
    """12.3c: a retreat may pass through such a hex."""
    crowd = [SS | {"id": f"f{n}", "hex": "0406", "stacking": 2} for n in range(4)]
    assert "0406" not in retreats(2, *crowd)
    on_the_way = [{**unit, "hex": "0405"} for unit in crowd]
    assert "0406" in retreats(2, *on_the_way)


@pytest.mark.parametrize(("reading", "ends"), [("room", False), ("phase_end", True)])
def test_retreat_may_overstack_until_the_phase_ends_by_the_reading(
    reading: str, ends: bool
) -> None:
    """5.0 (page 7): the limits may be exceeded by retreats, but not at the end of the phase."""
    crowd = [SS | {"id": f"f{n}", "hex": "0406", "stacking": 2} for n in range(4)]
    options = {"retreat_stacking": reading}
    assert ("0406" in retreats(2, *crowd, options=options)) is ends
    over = SS | {"id": "g", "hex": "0406"}
    table = position(*crowd, over, GUARDS | {"id": "a", "hex": "0803"}, phase="maneuver",
                     options=options)  # fmt: skip
    assert (list(faults(table.position, table.state)) == []) is ends
    assert played(table, act.NextPhase()).state.pending[-1].kind == "overstack"


def test_blocked_defender_stays_and_loses_a_step() -> None:
    """12.3d."""
    ring = [
        GUARDS | {"id": f"r{n}", "hex": hex_} for n, hex_ in enumerate(("0405", "0304", "0504"))
    ]
    units = (GUARDS | {"id": "a", "hex": "0403", "attack": 9}, SS | {"id": "g", "hex": "0404"})
    assert retreats(2, *ring) == set()
    assert retreats(2, *ring[1:])
    table = position(*units, *ring, phase="maneuver", declared=[declared("maneuver", "a")], turn=3)
    assert where(table, "g") == "0404"


def test_f_result_fatigues_units() -> None:
    """14.0a: some rolls fatigue units of the combat, none fatigues other units."""
    table = position(
        GUARDS | {"id": "a", "hex": "0403", "attack": 4, "efficiency": 7},
        GUARDS | {"id": "b", "hex": "0808"},
        SS | {"id": "g", "hex": "0404", "defense": 4, "armor": "Inf"},
        phase="maneuver",
        declared=[declared("maneuver", "a")],
    )
    attack = act.DeclareAttack(attackers=("a",), target="0404")
    tired: set[str] = set()
    for die in range(1, 11):
        after, dice = table, [die]
        action: act.Action | None = attack
        while action is not None:
            try:
                after = played(after, action)
            except DiceNeeded:
                after = played(after, action, *dice)
            asked = after.question() if after.state.pending else None
            option = asked.options[0].id if asked is not None else ""
            action = act.Choose(decision=asked.kind, option=option) if asked is not None else None
        tired |= {u for u, p in after.state.pieces.items() if "fatigued" in p.status}
    assert tired == {"a", "g"}


def test_enemy_chooses_eliminations_in_overstacked_hex() -> None:
    """5.0d: one by one, until eight points are left; no decision without a choice."""
    crowd = [GUARDS | {"id": f"a{n}", "hex": "0403", "stacking": 3} for n in range(4)]
    table = played(position(*crowd, phase="movement"), act.NextPhase())
    assert table.state.clock.phase == "movement"
    for gone in ("a3", "a1"):
        asked = table.state.pending[-1]
        assert (asked.kind, asked.side) == ("overstack", "german")
        table = played(table, act.Choose(decision="overstack", option=gone))
        assert where(table, gone) == "eliminated-allied"
    assert not table.state.pending
    table = played(table, act.NextPhase())
    assert table.state.clock.phase != "movement"
    assert set(table.position.units) == {"a0", "a2"}


def test_artillery_has_four_values() -> None:
    """9.0a: bombardment, range, defence, movement, on every artillery unit of the campaign."""
    table = Table("campaign")
    setting = table.rules.setting
    kinds = [setting.roster.type_of(p.counter) for p in table.state.pieces.values()]
    guns = [kind for kind in kinds if kind.artillery]
    assert len(guns) > 20
    assert all(g.front.bombardment > 0 and g.range > 0 and g.movement > 0 for g in guns)
    assert {g.front.defense > 0 for g in guns} == {True}


@pytest.mark.parametrize("turn", [1, 3])
def test_british_land_within_three_hexes_of_their_dz(turn: int) -> None:
    """TOURN.e, TOURN.f: within three hexes of the DZ at B4509, on clear or mixed ground."""
    table = Table("tournament", turn=turn, phase="airborne", active="allied")
    position, ground = table.position, table.position.ground
    box = "air-1-airborne" if turn == 1 else "turn-3"
    name = next(u.id for u in position.box(box) if u.type.division == "1 AB")
    free = [
        i
        for i in range(len(ground.numbers))
        if ground.terrain[i] in ("clear", "mixed") and not position.stack(i)
    ]
    zone = ground.index["B4509"]
    for apart, rules in ((3, []), (4, ["7.3m.too_far"])):
        hex_ = next(ground.numbers[i] for i in free if ground.distance(zone, i) == apart)
        assert table.said(act.MoveUnits(units=(name,), path=(box, hex_), mode="landing")) == rules
