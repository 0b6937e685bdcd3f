"""Each reading of the rulebook, by its values: the first is that of a new game."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.airbridge.rules.ch03_sequence import leave
from engine.games.airbridge.rules.ch04_movement import overrun_strength
from engine.games.airbridge.rules.ch09_fire import set_points
from engine.games.airbridge.rules.ch10_refusal import refusal_verdicts
from engine.games.airbridge.rules.ch12_combat import stages_of
from engine.rules.judge import Given
from tests.games.airbridge.test_answers import A, G, read_as
from tests.games.airbridge.test_examples import Table, read
from tests.games.airbridge.test_probe import BOARD, GUARDS, GUN, position


def rules(verdicts: Any) -> list[str]:
    return [v.key.removeprefix("rule.airbridge.") for v in verdicts]


@pytest.mark.parametrize(
    ("turn", "reading", "points", "kept"),
    [(4, "turn", 25, 0), (4, "day", 3, 3), (5, "turn", 25, 0), (5, "day", 25, 3)],
)
def test_air_points_are_those_of_a_turn_or_of_a_day(
    turn: int, reading: str, points: int, kept: int
) -> None:
    """15.0a, 15.0g."""
    table = read(Table("campaign", turn=turn, phase="end", active="german"), "air_points", reading)
    table.track("air_points/allied", 3)
    work = table.rules.work(table.state, Given([]))
    leave(work, table.state.clock)
    assert work.state.tracks["air_points/allied"] == kept
    work = table.rules.work(table.state, Given([]))
    set_points(work)
    assert work.state.tracks["air_points/allied"] == points


@pytest.mark.parametrize(("reading", "strength"), [("nothing", 6), ("bombardment", 14)])
def test_self_propelled_guns_add_nothing_to_an_overrun_or_their_points(
    reading: str, strength: int
) -> None:
    """4.2b."""
    guns = GUN | {"id": "s", "hex": "0403", "kind": "sp_artillery", "attack": 0}
    table = read_as(position(A, guns), "sp_overrun", reading)
    assert overrun_strength(table.position, table.position.own("allied")) == strength


@pytest.mark.parametrize(
    ("reading", "movement", "reached"),
    [("always", 1, True), ("cost_first", 1, False), ("cost_first", 9, True), ("always", 0, False)],
)
def test_a_unit_may_move_one_hex_at_any_cost(reading: str, movement: int, reached: bool) -> None:
    """4.0e, 4.0f: but not one that cannot move at all."""
    hexes = {f"{c:02d}{r:02d}": {"terrain": "forest"} for c in range(1, 10) for r in range(1, 10)}
    unit = A | {"movement": movement, "cm": False}
    table = position(unit, board=BOARD | {"hexes": hexes}, phase="movement")
    found = read_as(table, "minimum_move", reading).reach(("a",)).hexes
    assert (table.place("0404") in found) == reached


@pytest.mark.parametrize(("reading", "drms"), [("steps", []), ("units", ["12.2c"])])
def test_half_of_the_attackers_are_unsupplied_by_steps_or_units(
    reading: str, drms: list[str]
) -> None:
    """12.2a, 12.2c: one of two units, with one of three steps."""
    hungry = A | {"id": "b", "steps": 1, "status": ["out_of_supply"]}
    table = position(A, hungry, G | {"armor": "Inf"}, phase="declaration")
    table = read_as(table, "unsupplied_share", reading)
    told = table.odds(table.plan({"attackers": ["a", "b"], "target": "0404"}))
    assert [d["rule"] for d in told.own["drms"]] == drms


@pytest.mark.parametrize("kind", ["", "assault"])
@pytest.mark.parametrize(
    ("reading", "water", "refused"),
    [
        ("bridges", ["canal"], ["water"]),
        ("bridges", ["canal", "bridge"], []),
        ("anywhere", ["canal"], []),
    ],
)
def test_attacks_over_water_need_a_bridge(
    reading: str, water: list[str], refused: list[str], kind: str
) -> None:
    """12.0a, 13.0a."""
    table = position(A, G, board=BOARD | {"hexsides": {"0403/0404": water}}, phase="declaration")
    order = act.DeclareAttack(attackers=("a",), target="0404", combat=kind)
    rule = "13.0a" if kind else "12.0a"
    told = rules(read_as(table, "attack_over_water", reading).judge(order))
    assert told == [f"{rule}.{why}" for why in refused]


@pytest.mark.parametrize("kind", ["", "assault"])
@pytest.mark.parametrize(("attack", "refused"), [(1, []), (0, ["9.0b.no_attack"])])
def test_a_unit_without_an_attack_factor_does_not_attack(
    attack: int, refused: list[str], kind: str
) -> None:
    """9.0b."""
    table = position(A | {"attack": attack}, G, phase="declaration")
    order = act.DeclareAttack(attackers=("a",), target="0404", combat=kind)
    assert rules(table.judge(order)) == refused


@pytest.mark.parametrize(("reading", "supplied"), [("source", True), ("never", False)])
def test_the_highway_supplies_airborne_units_by_the_reading(reading: str, supplied: bool) -> None:
    """7.3k, 16.0p: others always (16.0r)."""
    board = BOARD | {
        "roads": [{"class": "highway", "hexes": ["0508", "0507", "0506"]}],
        "areas": {"end": {"kind": "highway_south", "hexes": ["0508"]}},
    }
    paras = GUARDS | {"id": "p", "hex": "0505", "airborne": True, "division": "82"}
    table = position(paras, GUARDS | {"id": "o", "hex": "0405"}, board=board)
    found = read_as(table, "airborne_highway", reading).supply("allied")
    assert {n: line.supplied for n, line in found.items()} == {"p": supplied, "o": True}


@pytest.mark.parametrize(
    ("hungry", "reading", "refused"),
    [
        (0, "bars", []),
        (1, "bars", ["10.0f.unsupplied"]),
        (1, "itself", []),
        (2, "itself", ["10.0f.unsupplied"]),
    ],
)
def test_one_unsupplied_unit_bars_the_refusal_of_its_stack(
    hungry: int, reading: str, refused: list[str]
) -> None:
    """10.0f."""
    stack = [
        G | {"id": n, "status": ["out_of_supply"] if k < hungry else []} for k, n in enumerate("gh")
    ]
    named = [{"kind": "maneuver", "target": "0404", "units": ["a"]}]
    table = read_as(
        position(A, *stack, phase="refusal", declared=named), "unsupplied_in_stack", reading
    )
    assert rules(refusal_verdicts(table.position, table.place("0404"))) == refused


LOST = [("loss", "defender", 2), ("fatigue", "defender", 1), ("stay", "", 0), ("advance", "", 0)]
BEATEN = [("loss", "attacker", 1), ("fatigue", "attacker", 3), ("retreat", "attacker", 0)]


@pytest.mark.parametrize(
    ("code", "reading", "stages"),
    [
        ("D4F1", "retreat_last", LOST),
        ("D4F1", "fatigue_last", [LOST[n] for n in (0, 2, 1, 3)]),
        ("A1F3", "retreat_last", BEATEN),
        ("A1F3", "fatigue_last", [BEATEN[n] for n in (0, 2, 1)]),
        ("BF1", "fatigue_last", [("fatigue", "attacker", 1), ("fatigue", "defender", 1)]),
    ],
)
def test_the_order_of_losses_fatigue_and_retreat(
    code: str, reading: str, stages: list[tuple[str, str, int]]
) -> None:
    """12.1e, 12.3q: in mixed terrain, whose divisor 2 halves the steps of the defender only."""
    assert [(s.kind, s.of, s.steps) for s in stages_of(code, 2, reading)] == stages
